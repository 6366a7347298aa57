/* SPDX-License-Identifier: MIT */
/* Makes the mail to watchers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"
#include "pbem/auth/token.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/rules_pages.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/preferences.h"
#include "pbem/store/outbox.h"
#include "pbem/watchers/watchers_internal.h"

enum { VALUES = 14, GAMES_OPENED = 12, GAMES_LISTED = 60 };

/* The values of a message. They are made in its reader's language. */
struct message_values {
	struct workspace *workspace;
	struct person person;
	const struct vocabulary *spoken; /* the language before */
	struct value values[VALUES];
	struct strbuf texts[VALUES];
	size_t count;
	const struct game *show;	   /* the game whose board is shown; NULL: none */
	const struct workspace_game *film; /* the game, in its last message; else NULL */
};

static int message_values_init(struct message_values *telling, struct workspace *workspace,
			       const char *address, struct reason *reason)
{
	memset(telling, 0, sizeof *telling);
	telling->workspace = workspace;
	preferences_of_address(workspace, address, &telling->person);
	return vocabulary_push(telling->person.language, &telling->spoken, reason);
}

static int message_values_done(struct message_values *telling, int result)
{
	for (size_t i = 0; i < telling->count; i++)
		strbuf_done(&telling->texts[i]);
	vocabulary_pop(telling->spoken);
	return result;
}

/* Adds a value, and returns its text for the caller to fill. */
static struct strbuf *add_value(struct message_values *telling, const char *name)
{
	struct strbuf *text = &telling->texts[telling->count];

	strbuf_init(text, 0);
	telling->values[telling->count++].name = name;
	return text;
}

static void add_string(struct message_values *telling, const char *name, const char *string)
{
	strbuf_add(add_value(telling, name), string);
}

/* ---- sending ---- */

static char *message_name(const struct watchers *watchers, const struct watcher *watcher,
			  const char *slot)
{
	return base_printf("%s.watcher%u.%s", watchers->game->id, watcher->serial, slot);
}

void watchers_withdraw_mail(struct workspace *workspace, const struct watchers *watchers,
			    const struct watcher *watcher, const char *slot)
{
	char *start = message_name(watchers, watcher, slot);
	char *back = watchers_back_name(watchers, watcher);

	outbox_line_clear(&workspace->batch.letters, start);
	workspace_drop_count(workspace, back);
	free(back);
	free(start);
}

char *watchers_back_name(const struct watchers *watchers, const struct watcher *watcher)
{
	return base_printf("back %s watcher%u", watchers->game->id, watcher->serial);
}

bool watchers_waits(const struct workspace *workspace, const struct watchers *watchers,
		    const struct watcher *watcher)
{
	char *name = message_name(watchers, watcher, WATCHERS_TURN);
	bool waits = outbox_has(ledger_outbox(workspace->site->ledger), name);

	free(name);
	return waits;
}

static void make_token(struct workspace *workspace, const struct watchers *watchers,
		       const struct watcher *watcher, char out[TOKEN_TEXT + 1])
{
	const struct token token = {
		.game = watchers->game->number,
		.purpose = TOKEN_OBSERVER,
		.question = (uint16_t)watcher->serial,
		.expires = (uint16_t)(workspace->now / SECONDS_A_DAY +
				      workspace->site->config->token_days),
	};
	struct sha256 bond;

	watcher_list_bond(&watchers->game->file->root, watcher, &bond);
	token_write(workspace->site->keys, &token, &bond, out);
}

static int send_watcher_mail(struct message_values *telling, const struct watchers *watchers,
			     const struct watcher *watcher, const char *template, const char *slot,
			     const struct watchers_cause *cause, struct reason *reason)
{
	char token[TOKEN_TEXT + 1];
	char *thread = base_printf("%s.watcher%u", watchers->game->id, watcher->serial);
	char *name = slot != NULL ? message_name(watchers, watcher, slot)
				  : base_printf("%s.%s.%.16s", thread, template, cause->digest);
	const struct mail_plain plain = {
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
		struct strbuf *text = &telling->texts[i];

		while (text->len > 0 && text->bytes[text->len - 1] == '\n')
			text->bytes[--text->len] = '\0';
		telling->values[i].text = text->bytes;
	}
	make_token(telling->workspace, watchers, watcher, token);
	result = mail_plain(telling->workspace, &plain, reason);
	free(name);
	free(thread);
	return result;
}

/* ---- values ---- */

static void add_game(struct message_values *telling, const struct watchers *watchers)
{
	add_string(telling, "game", watchers->game->id);
	add_string(telling, "variant", variant_name(watchers->game->file->game.variant));
}

/* Adds a line for each player: "White: Anna". */
static void add_players(const struct watchers *watchers, struct strbuf *out)
{
	const struct gamefile *file = watchers->game->file;

	for (unsigned i = 0; i < variant_seats(file->game.variant); i++)
		strbuf_addf(out, "%s%s: %s", i > 0 ? "\n" : "",
			    translate(variant_seat_title(file->game.variant, i)),
			    file->header.names[i]);
}

static void add_board(const struct message_values *telling, const struct game *game,
		      struct strbuf *out)
{
	const struct gametype_mail *kind = gametype_mail_of(game->variant);

	if (kind->boards != NULL)
		kind->boards(game, NO_SIDE, out);
	else
		view_board(game, NO_SIDE,
			   telling->person.brevity == BREVITY_SHORT ? BOARD_COMPACT : BOARD_FULL,
			   out);
	if (kind->news != NULL && game->started) {
		strbuf_add_char(out, '\n');
		kind->news(game, out);
	}
}

static void add_sight(struct message_values *telling, const struct watchers *watchers,
		      const struct watchers_sight *sight)
{
	const unsigned delay = watchers->game->file->game.terms.watch_delay;

	add_game(telling, watchers);
	add_players(watchers, add_value(telling, "players"));
	view_status(sight->game, add_value(telling, "status"));
	view_result(sight->game, add_value(telling, "result"));
	view_last(sight->game, add_value(telling, "last"));
	if (sight->since < sight->game->turns)
		view_recent(sight->game, sight->since, add_value(telling, "since"));
	else
		add_string(telling, "since", "");
	add_board(telling, sight->game, add_value(telling, "board"));
	telling->show = sight->game;
	add_string(telling, "gone-back", sight->back ? "yes" : "");
	if (delay > 0 && !sight->over)
		strbuf_addf(add_value(telling, "delay"), "%u", delay);
	else
		add_string(telling, "delay", "");
}

int watchers_show(struct workspace *workspace, const struct watchers *watchers,
		  const struct watcher *watcher, const struct watchers_sight *sight,
		  const char *why, bool slot, const struct watchers_cause *cause,
		  struct reason *reason)
{
	struct message_values telling;
	int result = message_values_init(&telling, workspace, watcher->address, reason);

	if (result == 0) {
		add_sight(&telling, watchers, sight);
		add_string(&telling, "why", *why != '\0' ? translate(why) : "");
		telling.film = slot && sight->over ? watchers->game : NULL;
		result = send_watcher_mail(&telling, watchers, watcher, "watcher",
					   slot ? WATCHERS_TURN : NULL, cause, reason);
	}
	return message_values_done(&telling, result);
}

int watchers_send_asked(struct workspace *workspace, const struct watchers *watchers,
			const struct watcher *watcher, const struct watchers_cause *cause,
			struct reason *reason)
{
	struct message_values telling;
	int result = message_values_init(&telling, workspace, watcher->address, reason);

	if (result == 0) {
		add_game(&telling, watchers);
		result = send_watcher_mail(&telling, watchers, watcher, "watcher-asked", "asked",
					   cause, reason);
	}
	return message_values_done(&telling, result);
}

static int send_reply(struct workspace *workspace, const struct watchers *watchers,
		      const struct watcher *watcher, const struct watchers_reply *reply,
		      const struct watchers_cause *cause, struct reason *reason);

/* Sends the game as the watcher sees it: the last turns, the board. */
static int send_board(struct workspace *workspace, struct watchers *watchers,
		      const struct watcher *watcher, const char *why,
		      const struct watchers_cause *cause, struct reason *reason)
{
	struct gamefile *seen;
	struct watchers_sight sight = {.game = NULL};
	struct reason fault;
	int result = watchers_load(watchers->game, 0, NULL, &seen, &fault);
	unsigned seats;

	if (result != 0 && !reason_is_temporary(&fault)) {
		watchers_note_unseen(workspace, watchers->game, &fault);
		return send_reply(workspace, watchers, watcher,
				  &(struct watchers_reply){
					  .what = WATCHERS_HELP,
					  .why = "The game can't be shown just now; the moderator "
						 "hears of it."},
				  cause, reason);
	}
	if (result != 0)
		*reason = fault;

	if (result == 0) {
		sight.game = seen != NULL ? &seen->game : &watchers->game->file->game;
		seats = variant_seats(sight.game->variant);
		sight.since = sight.game->turns > seats ? sight.game->turns - seats : 0;
		sight.over = sight.game->outcome.status != STATUS_PLAYING;
		result = watchers_show(workspace, watchers, watcher, &sight, why, false, cause,
				       reason);
	}
	gamefile_free(seen);
	return result;
}

/* ---- what an address watches ---- */

struct listing {
	struct workspace *workspace;
	size_t prefix;
	unsigned opened, listed;
	const char *address;
	struct strbuf *out;
};

/* Adds a line: "g12  chess, White: Anna, Black: Bob". */
static void append_game(struct workspace_game *game, struct strbuf *out)
{
	const struct variant *variant = game->file->game.variant;

	strbuf_addf(out, "%s  %s", game->id, variant_name(variant));
	for (unsigned i = 0; variant_seats(variant) <= 5 && i < variant_seats(variant); i++)
		strbuf_addf(out, ", %s: %s", translate(variant_seat_title(variant, i)),
			    game->file->header.names[i]);
	strbuf_add_char(out, '\n');
}

/* Lists a game that the ledger names. If the game is opened, its own files decide. */
static void list_game(void *context, const char *name, int64_t value)
{
	struct listing *listing = context;
	const char *id = name + listing->prefix;
	const uint32_t number = workspace_number(listing->workspace, id);
	struct workspace_game *game;
	const struct watcher *watcher;

	if (value <= 0 || number == 0 || listing->listed >= GAMES_LISTED)
		return;
	game = listing->opened++ < GAMES_OPENED ? workspace_game(listing->workspace, number) : NULL;
	if (game == NULL || game->file == NULL) {
		strbuf_addf(listing->out, "%s\n", id);
		listing->listed++;
		return;
	}
	watcher =
		watcher_list_at(&watchers_of(listing->workspace, game)->audience, listing->address);
	if (watcher == NULL || watcher->state != WATCHER_WATCHES ||
	    game->file->game.outcome.status != STATUS_PLAYING)
		return;
	append_game(game, listing->out);
	listing->listed++;
}

static void collect_name(void *context, const char *name, int64_t value)
{
	if (value > 0)
		g_ptr_array_add(context, g_strdup(name));
}

/* The names are collected first, because nothing else may be looked up while the ledger lists
 * them. */
void watchers_list(struct workspace *workspace, const char *address, struct strbuf *out)
{
	char *small = g_ascii_strdown(address, -1);
	char *prefix = base_printf(WATCHER_LIST_COUNT " %s ", small);
	struct listing listing = {workspace, strlen(prefix), 0, 0, address, out};
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	ledger_counts(workspace->site->ledger, prefix, collect_name, names);
	for (guint i = 0; i < names->len; i++)
		list_game(&listing, g_ptr_array_index(names, i), 1);
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
	g_ptr_array_free(names, TRUE);
	free(prefix);
	g_free(small);
}

/* ---- answers ---- */

/* Adds the watcher's settings, "" for defaults. */
static void add_settings(struct message_values *telling, const struct watchers_reply *reply)
{
	const struct person *person = &telling->person;
	const bool brief = person->brevity == BREVITY_SHORT;
	const char *language = *person->language != '\0' ? person->language : VOCABULARY_ENGLISH;

	add_string(telling, "short", reply->brevity && brief ? "yes" : "");
	add_string(telling, "long", reply->brevity && !brief ? "yes" : "");
	add_string(telling, "html", reply->html && person->html ? "yes" : "");
	add_string(telling, "no-html", reply->html && !person->html ? "yes" : "");
	add_string(telling, "zone",
		   !reply->zone		   ? ""
		   : *person->zone != '\0' ? person->zone
					   : "UTC");
	add_string(telling, "language", !reply->language ? "" : vocabulary_language_name(language));
}

/* Adds the page that is asked for, or adds to `why` that there is no such page. */
static int add_page(struct message_values *telling, const struct watchers *watchers,
		    const char *topic, struct strbuf *why, struct reason *reason)
{
	const struct variant *variant = watchers->game->file->game.variant;
	const char *letter = template_catalog_table_help(topic);
	char *page = NULL;
	int result = 0;

	if (*topic != '\0' && (letter == NULL || rules_pages_are_own(topic))) {
		result = rules_pages_of_topic(variant_folder(telling->workspace->site->library),
					      variant, topic, &page, reason);
		if (result == 0 && page == NULL)
			strbuf_addf(why, translate("There is no help on '%.40s'."), topic);
	}
	add_string(telling, "rules", page != NULL ? page : "");
	free(page);
	return result;
}

static int send_reply(struct workspace *workspace, const struct watchers *watchers,
		      const struct watcher *watcher, const struct watchers_reply *reply,
		      const struct watchers_cause *cause, struct reason *reason)
{
	struct message_values telling;
	int result = message_values_init(&telling, workspace, watcher->address, reason);

	if (result == 0) {
		struct strbuf *why = add_value(&telling, "why");

		add_game(&telling, watchers);
		strbuf_add(why, reply->why != NULL ? translate(reply->why) : "");
		result = add_page(&telling, watchers, reply->topic != NULL ? reply->topic : "", why,
				  reason);
		add_settings(&telling, reply);
		add_string(&telling, "lists", reply->what == WATCHERS_GAMES ? "yes" : "");
		if (reply->what == WATCHERS_GAMES)
			watchers_list(workspace, watcher->address, add_value(&telling, "watched"));
		else
			add_string(&telling, "watched", "");
		if (result == 0)
			result = send_watcher_mail(&telling, watchers, watcher, "watcher-told",
						   NULL, cause, reason);
	}
	return message_values_done(&telling, result);
}

int watchers_answer(struct workspace *workspace, struct watchers *watchers,
		    const struct watcher *watcher, const struct watchers_reply *reply,
		    const struct watchers_cause *cause, struct reason *reason)
{
	return reply->what == WATCHERS_BOARD
		       ? send_board(workspace, watchers, watcher,
				    reply->why != NULL ? reply->why : "", cause, reason)
		       : send_reply(workspace, watchers, watcher, reply, cause, reason);
}

int watchers_refuse(struct workspace *workspace, const char *id, const char *address,
		    const char *why, const struct watchers_cause *cause, struct reason *reason)
{
	char *name = base_printf("%s.unwatched.%.16s", id, cause->digest);
	char *thread = base_printf("%s.watch.%.16s", id, cause->digest);
	struct message_values telling;
	int result = message_values_init(&telling, workspace, address, reason);

	if (result == 0) {
		const struct value values[] = {{"game", id}, {"why", translate(why)}};
		const struct mail_plain plain = {
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

		result = mail_plain(workspace, &plain, reason);
	}
	result = message_values_done(&telling, result);
	free(thread);
	free(name);
	return result;
}
