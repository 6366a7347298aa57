/* SPDX-License-Identifier: MIT */
/* The letters to those who watch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"
#include "core/words/words.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/gallery/gallery_inner.h"
#include "pbem/keys/token.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/pages.h"
#include "pbem/promise/outbox.h"
#include "pbem/writing/letters_table.h"

enum { VALUES = 14, GAMES_OPENED = 12, GAMES_LISTED = 60 };

/* A letter in the making; what it tells is made while its reader's language is spoken. */
struct telling {
	struct desk *desk;
	struct person person;
	const char *spoken; /* before */
	struct value values[VALUES];
	struct text texts[VALUES];
	size_t count;
	const struct game *show;      /* the game whose board it tells; NULL: none */
	const struct desk_game *film; /* the same, in the last letter about it; else NULL */
};

static int telling_init(struct telling *telling, struct desk *desk, const char *address,
			struct reason *reason)
{
	memset(telling, 0, sizeof *telling);
	telling->desk = desk;
	telling->spoken = words_spoken();
	people_of_address(desk, address, &telling->person);
	return words_need(reason) == 0 ? words_speak(telling->person.language, reason) : -1;
}

static int telling_done(struct telling *telling, int result, struct reason *reason)
{
	for (size_t i = 0; i < telling->count; i++)
		text_done(&telling->texts[i]);
	return words_speak(telling->spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
}

/* A value, its text to be made; it is good until the next is added. */
static struct text *add(struct telling *telling, const char *name)
{
	struct text *text = &telling->texts[telling->count];

	text_init(text, 0);
	telling->values[telling->count++].name = name;
	return text;
}

static void add_string(struct telling *telling, const char *name, const char *string)
{
	text_add(add(telling, name), string);
}

/* ---- sending ---- */

static char *letter_name(const struct gallery *gallery, const struct watcher *watcher,
			 const char *slot)
{
	return base_printf("%s.watcher%u.%s", gallery->game->id, watcher->serial, slot);
}

void gallery_take_back(struct desk *desk, const struct gallery *gallery,
		       const struct watcher *watcher, const char *slot)
{
	char *start = letter_name(gallery, watcher, slot);
	char *back = gallery_back_name(gallery, watcher);

	outbox_line_clear(&desk->batch.letters, start);
	desk_drop_count(desk, back);
	free(back);
	free(start);
}

char *gallery_back_name(const struct gallery *gallery, const struct watcher *watcher)
{
	return base_printf("back %s watcher%u", gallery->game->id, watcher->serial);
}

bool gallery_waits(const struct desk *desk, const struct gallery *gallery,
		   const struct watcher *watcher)
{
	char *name = letter_name(gallery, watcher, GALLERY_TURN);
	bool waits = outbox_has(ledger_outbox(desk->site->ledger), name);

	free(name);
	return waits;
}

static void make_token(struct desk *desk, const struct gallery *gallery,
		       const struct watcher *watcher, char out[TOKEN_TEXT + 1])
{
	const struct token token = {
		.game = gallery->game->number,
		.purpose = TOKEN_OBSERVER,
		.question = (uint16_t)watcher->serial,
		.expires = (uint16_t)(desk->now / SECONDS_A_DAY + desk->site->config->token_days),
	};
	struct digest bond;

	audience_bond(&gallery->game->file->root, watcher, &bond);
	token_write(desk->site->keys, &token, &bond, out);
}

static int post(struct telling *telling, const struct gallery *gallery,
		const struct watcher *watcher, const char *template, const char *slot,
		const struct gallery_cause *cause, struct reason *reason)
{
	char token[TOKEN_TEXT + 1];
	char *thread = base_printf("%s.watcher%u", gallery->game->id, watcher->serial);
	char *name = slot != NULL ? letter_name(gallery, watcher, slot)
				  : base_printf("%s.%s.%.16s", thread, template, cause->digest);
	const struct mailing_plain plain = {
		.template = template,
		.name = name,
		.to = watcher->address,
		.to_name = "",
		.cause = cause->digest,
		.thread = thread,
		.token = token,
		.answers = cause->letter,
		.values = telling->values,
		.count = telling->count,
		.show = telling->show,
		.film = telling->film,
	};
	int result;

	for (size_t i = 0; i < telling->count; i++) {
		struct text *text = &telling->texts[i];

		while (text->len > 0 && text->bytes[text->len - 1] == '\n')
			text->bytes[--text->len] = '\0';
		telling->values[i].text = text->bytes;
	}
	make_token(telling->desk, gallery, watcher, token);
	result = mailing_plain(telling->desk, &plain, reason);
	free(name);
	free(thread);
	return result;
}

/* ---- what is told ---- */

static void add_game(struct telling *telling, const struct gallery *gallery)
{
	add_string(telling, "game", gallery->game->id);
	add_string(telling, "variant", variant_name(gallery->game->file->game.variant));
}

/* "White: Anna". */
static void add_players(const struct gallery *gallery, struct text *out)
{
	const struct gamefile *file = gallery->game->file;

	for (unsigned i = 0; i < variant_seats(file->game.variant); i++)
		text_addf(out, "%s%s: %s", i > 0 ? "\n" : "",
			  phrase(variant_seat_title(file->game.variant, i)), file->header.names[i]);
}

static void add_board(const struct telling *telling, const struct game *game, struct text *out)
{
	const struct mail_kind *kind = desk_mail_kind(game->variant);

	if (kind->boards != NULL)
		kind->boards(game, NO_SIDE, out);
	else
		view_board(game, NO_SIDE,
			   telling->person.brevity == BREVITY_SHORT ? BOARD_COMPACT : BOARD_FULL,
			   out);
	if (kind->news != NULL && game->started) {
		text_add_char(out, '\n');
		kind->news(game, out);
	}
}

static void add_sight(struct telling *telling, const struct gallery *gallery,
		      const struct gallery_sight *sight)
{
	const unsigned delay = gallery->game->file->game.terms.watch_delay;

	add_game(telling, gallery);
	add_players(gallery, add(telling, "players"));
	view_status(sight->game, add(telling, "status"));
	view_result(sight->game, add(telling, "result"));
	view_last(sight->game, add(telling, "last"));
	if (sight->since < sight->game->turns)
		view_recent(sight->game, sight->since, add(telling, "since"));
	else
		add_string(telling, "since", "");
	add_board(telling, sight->game, add(telling, "board"));
	telling->show = sight->game;
	add_string(telling, "gone-back", sight->back ? "yes" : "");
	if (delay > 0 && !sight->over)
		text_addf(add(telling, "delay"), "%u", delay);
	else
		add_string(telling, "delay", "");
}

int gallery_show(struct desk *desk, const struct gallery *gallery, const struct watcher *watcher,
		 const struct gallery_sight *sight, const char *why, bool slot,
		 const struct gallery_cause *cause, struct reason *reason)
{
	struct telling telling;
	int result = telling_init(&telling, desk, watcher->address, reason);

	if (result == 0) {
		add_sight(&telling, gallery, sight);
		add_string(&telling, "why", *why != '\0' ? phrase(why) : "");
		telling.film = slot && sight->over ? gallery->game : NULL;
		result = post(&telling, gallery, watcher, "watcher", slot ? GALLERY_TURN : NULL,
			      cause, reason);
	}
	return telling_done(&telling, result, reason);
}

int gallery_send_asked(struct desk *desk, const struct gallery *gallery,
		       const struct watcher *watcher, const struct gallery_cause *cause,
		       struct reason *reason)
{
	struct telling telling;
	int result = telling_init(&telling, desk, watcher->address, reason);

	if (result == 0) {
		add_game(&telling, gallery);
		result = post(&telling, gallery, watcher, "watcher-asked", "asked", cause, reason);
	}
	return telling_done(&telling, result, reason);
}

static int send_told(struct desk *desk, const struct gallery *gallery,
		     const struct watcher *watcher, const struct gallery_reply *reply,
		     const struct gallery_cause *cause, struct reason *reason);

/* The game as it stands for him: the last turns, the board. */
static int send_board(struct desk *desk, struct gallery *gallery, const struct watcher *watcher,
		      const char *why, const struct gallery_cause *cause, struct reason *reason)
{
	struct gamefile *seen;
	struct gallery_sight sight = {.game = NULL};
	struct reason fault;
	int result = gallery_load(gallery->game, 0, NULL, &seen, &fault);
	unsigned seats;

	if (result != 0 && !reason_is_passing(&fault)) {
		gallery_note_unseen(desk, gallery->game, &fault);
		return send_told(desk, gallery, watcher,
				 &(struct gallery_reply){
					 .what = GALLERY_HELP,
					 .why = "The game can't be shown just now; the moderator "
						"hears of it."},
				 cause, reason);
	}
	if (result != 0)
		*reason = fault;

	if (result == 0) {
		sight.game = seen != NULL ? &seen->game : &gallery->game->file->game;
		seats = variant_seats(sight.game->variant);
		sight.since = sight.game->turns > seats ? sight.game->turns - seats : 0;
		sight.over = sight.game->outcome.status != STATUS_PLAYING;
		result = gallery_show(desk, gallery, watcher, &sight, why, false, cause, reason);
	}
	gamefile_free(seen);
	return result;
}

/* ---- what an address watches ---- */

struct listing {
	struct desk *desk;
	size_t prefix;
	unsigned opened, listed;
	const char *address;
	struct text *out;
};

/* "g12  chess, White: Anna, Black: Bob". */
static void tell_game(struct desk_game *game, struct text *out)
{
	const struct variant *variant = game->file->game.variant;

	text_addf(out, "%s  %s", game->id, variant_name(variant));
	for (unsigned i = 0; variant_seats(variant) <= 5 && i < variant_seats(variant); i++)
		text_addf(out, ", %s: %s", phrase(variant_seat_title(variant, i)),
			  game->file->header.names[i]);
	text_add_char(out, '\n');
}

/* The game's own file counts, where it is looked at. */
static void list_game(void *context, const char *name, int64_t value)
{
	struct listing *listing = context;
	const char *id = name + listing->prefix;
	const uint32_t number = desk_number(listing->desk, id);
	struct desk_game *game;
	const struct watcher *watcher;

	if (value <= 0 || number == 0 || listing->listed >= GAMES_LISTED)
		return;
	game = listing->opened++ < GAMES_OPENED ? desk_game(listing->desk, number) : NULL;
	if (game == NULL || game->file == NULL) {
		text_addf(listing->out, "%s\n", id);
		listing->listed++;
		return;
	}
	watcher = audience_at(&gallery_of(listing->desk, game)->audience, listing->address);
	if (watcher == NULL || watcher->state != WATCHER_WATCHES ||
	    game->file->game.outcome.status != STATUS_PLAYING)
		return;
	tell_game(game, listing->out);
	listing->listed++;
}

static void gather_name(void *context, const char *name, int64_t value)
{
	if (value > 0)
		g_ptr_array_add(context, g_strdup(name));
}

/* They are gathered first: the ledger isn't asked anything else while it lists. */
void gallery_list(struct desk *desk, const char *address, struct text *out)
{
	char *small = g_ascii_strdown(address, -1);
	char *prefix = base_printf(AUDIENCE_COUNT " %s ", small);
	struct listing listing = {desk, strlen(prefix), 0, 0, address, out};
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	ledger_counts(desk->site->ledger, prefix, gather_name, names);
	for (guint i = 0; i < names->len; i++)
		list_game(&listing, g_ptr_array_index(names, i), 1);
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
	g_ptr_array_free(names, TRUE);
	free(prefix);
	g_free(small);
}

/* ---- words ---- */

/* What he has chosen, "" where he hasn't. */
static void add_wishes(struct telling *telling, const struct gallery_reply *reply)
{
	const struct person *person = &telling->person;
	const bool brief = person->brevity == BREVITY_SHORT;
	const char *language = *person->language != '\0' ? person->language : WORDS_ENGLISH;

	add_string(telling, "short", reply->brevity && brief ? "yes" : "");
	add_string(telling, "long", reply->brevity && !brief ? "yes" : "");
	add_string(telling, "html", reply->html && person->html ? "yes" : "");
	add_string(telling, "no-html", reply->html && !person->html ? "yes" : "");
	add_string(telling, "zone",
		   !reply->zone		   ? ""
		   : *person->zone != '\0' ? person->zone
					   : "UTC");
	add_string(telling, "language", !reply->language ? "" : words_language_name(language));
}

/* The page that is asked for, and that there is none such. */
static int add_page(struct telling *telling, const struct gallery *gallery, const char *topic,
		    struct text *why, struct reason *reason)
{
	const struct variant *variant = gallery->game->file->game.variant;
	const char *letter = letters_table_help(topic);
	char *page = NULL;
	int result = 0;

	if (*topic != '\0' && (letter == NULL || pages_are_own(topic))) {
		result = pages_of_topic(variant_folder(telling->desk->site->library), variant,
					topic, &page, reason);
		if (result == 0 && page == NULL)
			text_addf(why, phrase("There is no help on '%.40s'."), topic);
	}
	add_string(telling, "rules", page != NULL ? page : "");
	free(page);
	return result;
}

static int send_told(struct desk *desk, const struct gallery *gallery,
		     const struct watcher *watcher, const struct gallery_reply *reply,
		     const struct gallery_cause *cause, struct reason *reason)
{
	struct telling telling;
	int result = telling_init(&telling, desk, watcher->address, reason);

	if (result == 0) {
		struct text *why = add(&telling, "why");

		add_game(&telling, gallery);
		text_add(why, reply->why != NULL ? phrase(reply->why) : "");
		result = add_page(&telling, gallery, reply->topic != NULL ? reply->topic : "", why,
				  reason);
		add_wishes(&telling, reply);
		add_string(&telling, "lists", reply->what == GALLERY_GAMES ? "yes" : "");
		if (reply->what == GALLERY_GAMES)
			gallery_list(desk, watcher->address, add(&telling, "watched"));
		else
			add_string(&telling, "watched", "");
		if (result == 0)
			result = post(&telling, gallery, watcher, "watcher-told", NULL, cause,
				      reason);
	}
	return telling_done(&telling, result, reason);
}

int gallery_answer(struct desk *desk, struct gallery *gallery, const struct watcher *watcher,
		   const struct gallery_reply *reply, const struct gallery_cause *cause,
		   struct reason *reason)
{
	return reply->what == GALLERY_BOARD
		       ? send_board(desk, gallery, watcher, reply->why != NULL ? reply->why : "",
				    cause, reason)
		       : send_told(desk, gallery, watcher, reply, cause, reason);
}

int gallery_refuse(struct desk *desk, const char *id, const char *address, const char *why,
		   const struct gallery_cause *cause, struct reason *reason)
{
	char *name = base_printf("%s.unwatched.%.16s", id, cause->digest);
	char *thread = base_printf("%s.watch.%.16s", id, cause->digest);
	struct telling telling;
	int result = telling_init(&telling, desk, address, reason);

	if (result == 0) {
		const struct value values[] = {{"game", id}, {"why", phrase(why)}};
		const struct mailing_plain plain = {
			.template = "unwatched",
			.name = name,
			.to = address,
			.to_name = "",
			.cause = cause->digest,
			.thread = thread,
			.answers = cause->letter,
			.values = values,
			.count = ARRAY_LEN(values),
		};

		result = mailing_plain(desk, &plain, reason);
	}
	result = telling_done(&telling, result, reason);
	free(thread);
	free(name);
	return result;
}
