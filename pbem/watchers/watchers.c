/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gamefile/lineage.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"
#include "pbem/auth/token.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/rules_pages.h"
#include "pbem/site/game_index.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/preferences.h"
#include "pbem/store/outbox.h"
#include "pbem/watchers/watchers.h"

enum {
	MISSED_LISTED = 8, /* further turns that are listed if the last message was never sent */
	GAMES_OPENED = 12,
	GAMES_LISTED = 60,
};

/* The slot of the message about the latest turns. A newer message replaces an unsent one there. */
#define WATCHERS_TURN "turn"

/* The content of a message about the game. */
struct watchers_sight {
	const struct game *game; /* as everybody may see it */
	unsigned since;		 /* number of the turn after which turns are listed */
	bool back;		 /* turns were taken back since the last message */
	bool over;		 /* the message is the last one */
};

static bool is_over(const struct workspace_game *game)
{
	return game->file->game.outcome.status != STATUS_PLAYING;
}

/* Reports whether watchers see the game later than its players. When a game is over, everything is
 * public. */
static bool is_delayed(const struct workspace_game *game)
{
	return game->file->game.terms.watch_delay > 0;
}

static unsigned subtract_turns(unsigned turns, unsigned last)
{
	return turns > last ? turns - last : 0;
}

/* Loads the game as watchers see it now. Sets *seen_out to NULL if that is the game in the
 * workspace; otherwise the caller frees it. The turns that watchers with a delay had seen by that
 * entry, and have seen now, go to *lag_out (may be NULL). Returns -1 if the game can't be read. */
static int load_seen(const struct workspace_game *game, unsigned entry, struct lineage_lag *lag_out,
		     struct gamefile **seen_out, struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct lineage_lag lag = {.now = UINT_MAX};
	struct workspace_files files;
	int result = 0;

	*seen_out = NULL;
	if (!is_delayed(game) && now->variant->kind->conceal == NULL)
		return 0;
	result = workspace_read(game, &files, reason);
	if (result == 0 && is_delayed(game))
		lineage_lag(files.bytes.log, files.bytes.log_len, now->terms.watch_delay, entry,
			    &lag);
	if (result == 0)
		*seen_out = gamefile_load_seen(
			&files.bytes, game->site->library,
			is_over(game) || !is_delayed(game) ? SIZE_MAX : lag.now, reason);
	workspace_files_done(&files);
	if (lag_out != NULL)
		*lag_out = lag;
	return *seen_out != NULL ? 0 : -1;
}

/* Notifies the moderator, once, that the game is damaged in a part that its snapshot replaces. */
static void note_unseen(struct workspace *workspace, const struct workspace_game *game,
			const struct reason *why)
{
	if (workspace_is_first(workspace, 1, COUNT(COUNT_BAD_VIEW, .game = game->id)))
		workspace_notice(workspace, workspace->now,
				 "The watchers of game %s get no more letters, because pbem can't "
				 "read the public part of the game: %s. Run: pbem verify %s",
				 game->id, why->text, game->id);
}

/* ---- mail ---- */

static char *message_name(const struct watchers *watchers, const struct watcher *watcher,
			  const char *slot)
{
	return base_printf("%s.watcher%u.%s", watchers->game->id, watcher->serial, slot);
}

/* Returns the count that is set while the last message in WATCHERS_TURN reports a takeback: a
 * message that replaces it must report it, too. */
static struct count takeback_of(const struct watchers *watchers, const struct watcher *watcher)
{
	return COUNT(COUNT_TAKEBACK, .game = watchers->game->id, .number = watcher->serial);
}

/* Takes back the watcher's unsent messages in that slot, or all if it is "". */
static void withdraw_mail(struct workspace *workspace, const struct watchers *watchers,
			  const struct watcher *watcher, const char *slot)
{
	char *start = message_name(watchers, watcher, slot);

	outbox_line_clear(&workspace->batch.letters, start);
	workspace_drop_count(workspace, takeback_of(watchers, watcher));
	free(start);
}

/* Reports whether a message in WATCHERS_TURN is still unsent. */
static bool waits_unsent(const struct workspace *workspace, const struct watchers *watchers,
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

/* Completes the message and sends it. `slot` is NULL if no newer message replaces it. */
static int send_watcher_mail(struct mail_plain *mail, const struct watchers *watchers,
			     const struct watcher *watcher, const char *slot, int result,
			     struct reason *reason)
{
	mail->thread = base_printf("%s.watcher%u", watchers->game->id, watcher->serial);
	mail->name = slot != NULL ? message_name(watchers, watcher, slot)
				  : base_printf("%s.%s.%.16s", mail->thread, mail->template,
						mail->cause->digest);
	make_token(mail->workspace, watchers, watcher, mail->token);
	return mail_plain_send(mail, result, reason);
}

/* ---- values ---- */

static void add_game(struct mail_plain *mail, const struct watchers *watchers)
{
	mail_plain_add_text(mail, "game", watchers->game->id);
	mail_plain_add_text(mail, "variant", variant_name(watchers->game->file->game.variant));
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

static void add_board(const struct mail_plain *mail, const struct game *game, struct strbuf *out)
{
	const struct gametype_mail *kind = gametype_mail_of(game->variant);

	if (kind->boards != NULL)
		kind->boards(game, NO_SIDE, out);
	else
		view_board(game, NO_SIDE,
			   mail->person.brevity == BREVITY_SHORT ? BOARD_COMPACT : BOARD_FULL, out);
	if (kind->news != NULL && game->started) {
		strbuf_add_char(out, '\n');
		kind->news(game, out);
	}
}

static void add_sight(struct mail_plain *mail, const struct watchers *watchers,
		      const struct watchers_sight *sight)
{
	const unsigned delay = watchers->game->file->game.terms.watch_delay;

	add_game(mail, watchers);
	add_players(watchers, mail_plain_add(mail, "players"));
	view_status(sight->game, mail_plain_add(mail, "status"));
	view_result(sight->game, mail_plain_add(mail, "result"));
	view_last(sight->game, mail_plain_add(mail, "last"));
	if (sight->since < sight->game->turns)
		view_recent(sight->game, sight->since, mail_plain_add(mail, "since"));
	add_board(mail, sight->game, mail_plain_add(mail, "board"));
	mail->show = sight->game;
	mail_plain_add_text(mail, "gone-back", sight->back ? "yes" : "");
	if (delay > 0 && !sight->over)
		strbuf_addf(mail_plain_add(mail, "delay"), "%u", delay);
}

/* Sends one watcher the board. With `slot`, the message has the slot WATCHERS_TURN. */
static int send_sight(struct workspace *workspace, const struct watchers *watchers,
		      const struct watcher *watcher, const struct watchers_sight *sight,
		      const char *why, bool slot, const struct mail_cause *cause,
		      struct reason *reason)
{
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, workspace, "watcher", watcher->address, cause, reason);

	add_sight(&mail, watchers, sight);
	mail_plain_add_text(&mail, "why", *why != '\0' ? translate(why) : "");
	mail.film = slot && sight->over ? watchers->game : NULL;
	return send_watcher_mail(&mail, watchers, watcher, slot ? WATCHERS_TURN : NULL, result,
				 reason);
}

/* Asks the watcher to confirm. */
static int send_asked(struct workspace *workspace, const struct watchers *watchers,
		      const struct watcher *watcher, const struct mail_cause *cause,
		      struct reason *reason)
{
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, workspace, "watcher-asked", watcher->address, cause,
				      reason);

	add_game(&mail, watchers);
	return send_watcher_mail(&mail, watchers, watcher, "asked", result, reason);
}

static int send_reply(struct workspace *workspace, const struct watchers *watchers,
		      const struct watcher *watcher, const struct watchers_reply *reply,
		      const struct mail_cause *cause, struct reason *reason);

/* Sends the game as the watcher sees it: the last turns, the board. */
static int send_board(struct workspace *workspace, struct watchers *watchers,
		      const struct watcher *watcher, const char *why,
		      const struct mail_cause *cause, struct reason *reason)
{
	struct gamefile *seen;
	struct watchers_sight sight = {.game = NULL};
	struct reason fault;
	int result = load_seen(watchers->game, 0, NULL, &seen, &fault);
	unsigned seats;

	if (result != 0 && !reason_is_temporary(&fault)) {
		note_unseen(workspace, watchers->game, &fault);
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
		result =
			send_sight(workspace, watchers, watcher, &sight, why, false, cause, reason);
	}
	gamefile_free(seen);
	return result;
}

/* ---- what an address watches ---- */

struct listing {
	struct workspace *workspace;
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
static void list_game(struct listing *listing, const char *id)
{
	const uint32_t number = workspace_number(listing->workspace, id);
	struct workspace_game *game;
	const struct watcher *watcher;

	if (number == 0 || listing->listed >= GAMES_LISTED)
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

static void collect_game(void *context, const struct count *which, int64_t value)
{
	if (value > 0)
		g_ptr_array_add(context, g_strdup(which->game));
}

/* The games are collected first, because nothing else may be looked up while the ledger lists
 * them. */
void watchers_list(struct workspace *workspace, const char *address, struct strbuf *out)
{
	char *small = g_ascii_strdown(address, -1);
	struct listing listing = {.workspace = workspace, .address = address, .out = out};
	GPtrArray *games = g_ptr_array_new_with_free_func(g_free);

	ledger_counts(workspace->site->ledger, COUNT_WATCHES, small, collect_game, games);
	for (guint i = 0; i < games->len; i++)
		list_game(&listing, g_ptr_array_index(games, i));
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
	g_ptr_array_free(games, TRUE);
	g_free(small);
}

/* ---- answers ---- */

/* Adds the watcher's settings, "" for defaults. */
static void add_settings(struct mail_plain *mail, const struct watchers_reply *reply)
{
	const struct person *person = &mail->person;
	const bool brief = person->brevity == BREVITY_SHORT;
	const char *language = *person->language != '\0' ? person->language : VOCABULARY_ENGLISH;

	mail_plain_add_text(mail, "short", reply->brevity && brief ? "yes" : "");
	mail_plain_add_text(mail, "long", reply->brevity && !brief ? "yes" : "");
	mail_plain_add_text(mail, "html", reply->html && person->html ? "yes" : "");
	mail_plain_add_text(mail, "no-html", reply->html && !person->html ? "yes" : "");
	mail_plain_add_text(mail, "zone",
			    !reply->zone	    ? ""
			    : *person->zone != '\0' ? person->zone
						    : "UTC");
	mail_plain_add_text(mail, "language",
			    !reply->language ? "" : vocabulary_language_name(language));
}

/* Adds the page that is asked for, or adds to `why` that there is no such page. */
static int add_page(struct mail_plain *mail, const struct watchers *watchers, const char *topic,
		    struct strbuf *why, struct reason *reason)
{
	const struct variant *variant = watchers->game->file->game.variant;
	const char *letter = template_catalog_table_help(topic);
	char *page = NULL;
	int result = 0;

	if (*topic != '\0' && (letter == NULL || rules_pages_are_own(topic))) {
		result = rules_pages_of_topic(variant_folder(mail->workspace->site->library),
					      variant, topic, &page, reason);
		if (result == 0 && page == NULL)
			strbuf_addf(why, translate("There is no help on '%.40s'."), topic);
	}
	mail_plain_add_text(mail, "rules", page != NULL ? page : "");
	free(page);
	return result;
}

static int send_reply(struct workspace *workspace, const struct watchers *watchers,
		      const struct watcher *watcher, const struct watchers_reply *reply,
		      const struct mail_cause *cause, struct reason *reason)
{
	struct mail_plain mail;
	int result =
		mail_plain_begin(&mail, workspace, "watcher-told", watcher->address, cause, reason);
	struct strbuf *why = mail_plain_add(&mail, "why");

	add_game(&mail, watchers);
	strbuf_add(why, reply->why != NULL ? translate(reply->why) : "");
	if (result == 0)
		result = add_page(&mail, watchers, reply->topic != NULL ? reply->topic : "", why,
				  reason);
	add_settings(&mail, reply);
	if (reply->what == WATCHERS_GAMES) {
		mail_plain_add_text(&mail, "lists", "yes");
		watchers_list(workspace, watcher->address, mail_plain_add(&mail, "watched"));
	}
	return send_watcher_mail(&mail, watchers, watcher, NULL, result, reason);
}

int watchers_answer(struct workspace *workspace, struct watchers *watchers,
		    const struct watcher *watcher, const struct watchers_reply *reply,
		    const struct mail_cause *cause, struct reason *reason)
{
	return reply->what == WATCHERS_BOARD
		       ? send_board(workspace, watchers, watcher,
				    reply->why != NULL ? reply->why : "", cause, reason)
		       : send_reply(workspace, watchers, watcher, reply, cause, reason);
}

int watchers_refuse(struct workspace *workspace, const char *id, const char *address,
		    const char *why, const struct mail_cause *cause, struct reason *reason)
{
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, workspace, "unwatched", address, cause, reason);

	mail.name = base_printf("%s.unwatched.%.16s", id, cause->digest);
	mail.thread = base_printf("%s.watch.%.16s", id, cause->digest);
	mail_plain_add_text(&mail, "game", id);
	mail_plain_add_text(&mail, "why", translate(why));
	return mail_plain_send(&mail, result, reason);
}

/* ---- after a batch ---- */

/* Counts the turns after that entry that were not taken back, as far as they are remembered. */
static unsigned count_turns_after(const struct game *game, unsigned entry)
{
	const struct turn_record *turn;
	unsigned count = 0;

	while ((turn = game_recent(game, count)) != NULL && turn->entry > entry)
		count++;
	return count;
}

/* Returns the turn after which turns are listed, of `turns` turns: those that watchers haven't
 * seen, and at least a round. */
static unsigned count_turns_to_list(const struct game *game, unsigned seen, unsigned turns)
{
	const unsigned round = subtract_turns(turns, variant_seats(game->variant));

	return seen < round ? seen : round;
}

/* Finds the news after that entry for watchers who see the game without delay. Returns false if
 * there is none. */
static bool find_news(const struct workspace_game *game, unsigned entry,
		      struct watchers_sight *sight_out)
{
	const struct game *now = &game->file->game;
	const unsigned fresh = count_turns_after(now, entry);
	const bool begun = now->started && !game->was_started;

	*sight_out = (struct watchers_sight){
		.since = count_turns_to_list(now, subtract_turns(now->turns, fresh), now->turns),
		.over = is_over(game) && !game->was_over,
		.back = now->undone.by > entry,
	};
	if (is_over(game) && !sight_out->over)
		return false;
	return sight_out->over || sight_out->back || begun || fresh > 0;
}

/* Does the same for watchers with a delay. No turn is new twice, and a takeback is news only if
 * they have seen the turn. */
static bool find_late_news(const struct workspace_game *game, const struct lineage_lag *lag,
			   struct watchers_sight *sight)
{
	const bool begun = game->file->game.started && !game->was_started;

	sight->since = count_turns_to_list(&game->file->game, lag->kept, lag->now);
	sight->back = lag->kept < lag->before || (game->was_over && !is_over(game));
	return sight->over || sight->back || begun || lag->now > lag->kept;
}

/* Sends one watcher a message, which replaces an unsent one. */
static int notify_watcher(struct workspace *workspace, struct watchers *watchers,
			  const struct watcher *watcher, struct watchers_sight sight,
			  const struct mail_cause *cause, struct reason *reason)
{
	const struct count back = takeback_of(watchers, watcher);

	if (waits_unsent(workspace, watchers, watcher)) {
		sight.since = subtract_turns(sight.since, MISSED_LISTED);
		sight.back |= workspace_count(workspace, back) != 0;
	}
	workspace_set_count(workspace, back, sight.back);
	return send_sight(workspace, watchers, watcher, &sight, "", true, cause, reason);
}

static int notify_watchers(struct workspace *workspace, struct watchers *watchers, unsigned entry,
			   struct watchers_sight *sight, struct reason *reason)
{
	struct workspace_game *game = watchers->game;
	char *digest = base_printf("%u", game->file->head);
	const struct mail_cause cause = {NULL, digest, game->last_when};
	struct gamefile *seen = NULL;
	struct lineage_lag lag;
	struct reason why;
	int result = load_seen(game, entry, &lag, &seen, &why);

	/* The players' moves must not wait for that. */
	if (result != 0 && !reason_is_temporary(&why)) {
		note_unseen(workspace, game, &why);
		free(digest);
		return 0;
	}
	if (result != 0)
		*reason = why;
	sight->game = seen != NULL ? &seen->game : &game->file->game;
	if (result == 0 && (!is_delayed(game) || find_late_news(game, &lag, sight)))
		for (size_t i = 0; result == 0 && i < watchers->audience.count; i++)
			if (watchers->audience.watchers[i].state == WATCHER_WATCHES)
				result = notify_watcher(workspace, watchers,
							&watchers->audience.watchers[i], *sight,
							&cause, reason);
	gamefile_free(seen);
	free(digest);
	return result;
}

int watchers_notify(struct workspace *workspace, struct workspace_game *game, const struct due *due,
		    struct reason *reason)
{
	const unsigned entry = due != NULL ? due->head : game->head;
	struct watchers_sight sight;
	struct watchers *watchers;

	if (game->file->game.terms.watch == WATCH_NO || game->is_new ||
	    (due == NULL && (game->added.len == 0 || game_index_waits(game))) ||
	    !find_news(game, entry, &sight))
		return 0;
	watchers = watchers_of(workspace, game);
	if (!watchers->there) {
		watchers_note_damaged(workspace, watchers, workspace->now);
		return 0;
	}
	if (watcher_list_in(&watchers->audience, WATCHER_WATCHES) == 0)
		return 0;
	return notify_watchers(workspace, watchers, entry, &sight, reason);
}

enum { SERIAL_TOP = 0xffff };

/* ---- in the workspace ---- */

static void free_watchers(void *pointer)
{
	struct watchers *watchers = pointer;

	watcher_list_done(&watchers->audience);
	free(watchers);
}

static void load_watchers(struct workspace *workspace, struct watchers *watchers)
{
	const char *id = watchers->game->id;
	char *name = base_printf("%s/watchers", id), *folder;
	const struct reason *unread = g_hash_table_lookup(workspace->unread, name);

	if (unread != NULL) {
		watchers->why = *unread;
		free(name);
		return;
	}
	folder = site_game_folder(workspace->site, id);
	watchers->there = watcher_list_load(folder, &watchers->audience, &watchers->why) == 0;
	if (!watchers->there && reason_is_temporary(&watchers->why)) {
		struct reason *why = base_alloc(sizeof *why);

		*why = watchers->why;
		g_hash_table_insert(workspace->unread, base_strdup(name), why);
	}
	free(folder);
	free(name);
}

struct watchers *watchers_of(struct workspace *workspace, struct workspace_game *game)
{
	struct watchers *watchers;

	if (workspace->watcher_lists == NULL)
		workspace->watcher_lists =
			g_hash_table_new_full(g_str_hash, g_str_equal, free, free_watchers);
	watchers = g_hash_table_lookup(workspace->watcher_lists, game->id);
	if (watchers == NULL) {
		watchers = base_zalloc(1, sizeof *watchers);
		watchers->game = game;
		load_watchers(workspace, watchers);
		g_hash_table_replace(workspace->watcher_lists, base_strdup(game->id), watchers);
	}
	return watchers;
}

void watchers_note_damaged(struct workspace *workspace, const struct watchers *watchers,
			   int64_t when)
{
	const char *id = watchers->game->id;

	if (!reason_is_temporary(&watchers->why) &&
	    workspace_is_first(workspace, 1, COUNT(COUNT_BAD_WATCHERS, .game = id)))
		workspace_notice(
			workspace, when,
			"pbem can't read the list of watchers of game %s, so they get no letters: "
			"%s. Correct the file, or remove it; then the game has no watchers",
			id, watchers->why.text);
}

static void save_watchers(struct workspace *workspace, const struct watchers *watchers)
{
	char *path = base_printf("games/%s/watchers", watchers->game->id);
	struct strbuf out;

	strbuf_init(&out, 0);
	watcher_list_print(&watchers->audience, &out);
	transaction_write(&workspace->batch, path, out.bytes, out.len);
	strbuf_done(&out);
	free(path);
}

/* Records in the ledger whether an address watches the game. */
static void index_watcher(struct workspace *workspace, const struct watchers *watchers,
			  const char *address, bool watches)
{
	char *small = g_ascii_strdown(address, -1);

	workspace_set_count(workspace,
			    COUNT(COUNT_WATCHES, .game = watchers->game->id, .subject = small),
			    watches);
	g_free(small);
}

/* ---- who may watch ---- */

/* Returns why no new watcher is accepted; NULL: new ones are. */
static const char *why_closed(struct workspace *workspace, const struct watchers *watchers)
{
	const struct game *game = &watchers->game->file->game;
	const struct watcher_list *audience = &watchers->audience;
	const unsigned inside = watcher_list_in(audience, WATCHER_WATCHES) +
				watcher_list_in(audience, WATCHER_WAITS);

	if (game->terms.watch == WATCH_NO)
		return "This game can't be watched, as was decided when it began.";
	if (game->outcome.status != STATUS_PLAYING)
		return "The game is over, so there is nothing more to watch.";
	if ((long)inside >= workspace->site->config->watchers || audience->serial >= SERIAL_TOP)
		return "This game has as many watchers as it can have; please try again later.";
	return NULL;
}

static const char *describe_refusal(struct workspace *workspace, const struct watchers *watchers,
				    const char *address)
{
	const struct seats *seats = &watchers->game->seats;

	for (unsigned i = 0; i < seats->count; i++)
		if (seats_has_address(&seats->seats[i], address))
			return "You have a seat in this game, and its letters come to you by that. "
			       "If you are out and wanted no more of them, write WATCH in a reply "
			       "to one of them.";
	return why_closed(workspace, watchers);
}

int watchers_request_confirmation(struct workspace *workspace, struct watchers *watchers,
				  const char *address, const struct mail_cause *cause,
				  struct reason *reason)
{
	struct watcher *watcher = watcher_list_at(&watchers->audience, address);
	const char *why;

	if (watcher != NULL && watcher->state == WATCHER_WATCHES)
		return watchers_answer(
			workspace, watchers, watcher,
			&(struct watchers_reply){.what = WATCHERS_BOARD,
						 .why = "You watch this game already."},
			cause, reason);
	if (watcher != NULL && watcher->state == WATCHER_WAITS)
		return watchers_answer(
			workspace, watchers, watcher,
			&(struct watchers_reply){.what = WATCHERS_HELP,
						 .why = "The moderator has been asked already."},
			cause, reason);
	why = describe_refusal(workspace, watchers, address);
	if (why != NULL)
		return watchers_refuse(workspace, watchers->game->id, address, why, cause, reason);
	if (watcher != NULL) {
		withdraw_mail(workspace, watchers, watcher, "");
		watcher_list_remove(&watchers->audience, watcher);
	}
	watcher = watcher_list_add(&watchers->audience, address, cause->when);
	save_watchers(workspace, watchers);
	return send_asked(workspace, watchers, watcher, cause, reason);
}

/* ---- watching ---- */

static int begin_watching(struct workspace *workspace, struct watchers *watchers,
			  struct watcher *watcher, const char *why, const struct mail_cause *cause,
			  struct reason *reason)
{
	watcher->state = WATCHER_WATCHES;
	watcher->when = cause->when;
	save_watchers(workspace, watchers);
	index_watcher(workspace, watchers, watcher->address, true);
	return watchers_answer(workspace, watchers, watcher,
			       &(struct watchers_reply){.what = WATCHERS_BOARD, .why = why}, cause,
			       reason);
}

static int request_approval(struct workspace *workspace, struct watchers *watchers,
			    struct watcher *watcher, const struct mail_cause *cause,
			    struct reason *reason)
{
	const char *id = watchers->game->id;

	watcher->state = WATCHER_WAITS;
	watcher->when = cause->when;
	save_watchers(workspace, watchers);
	workspace_notice(workspace, cause->when,
			 "Somebody with a confirmed address wants to watch game %s, and needs your "
			 "permission. To allow this, run: pbem watcher %s allow %u (or refuse "
			 "instead of allow). 'pbem status %s' shows the address",
			 id, id, watcher->serial, id);
	return watchers_answer(
		workspace, watchers, watcher,
		&(struct watchers_reply){
			.what = WATCHERS_HELP,
			.why = "We have asked the moderator whether you may watch, and will tell "
			       "you."},
		cause, reason);
}

int watchers_enter(struct workspace *workspace, struct watchers *watchers, const char *address,
		   const struct mail_cause *cause, const char **what_out, struct reason *reason)
{
	struct watcher *watcher = watcher_list_at(&watchers->audience, address);
	const char *why;

	if (watcher != NULL && watcher->state != WATCHER_ASKED) {
		*what_out = "WATCH: watches already";
		return watchers_request_confirmation(workspace, watchers, address, cause, reason);
	}
	why = describe_refusal(workspace, watchers, address);
	if (why != NULL) {
		*what_out = "WATCH: refused";
		return watchers_refuse(workspace, watchers->game->id, address, why, cause, reason);
	}
	if (watcher == NULL)
		watcher = watcher_list_add(&watchers->audience, address, cause->when);
	if (watchers->game->file->game.terms.watch == WATCH_ASK) {
		*what_out = "WATCH: the moderator is asked";
		return request_approval(workspace, watchers, watcher, cause, reason);
	}
	*what_out = "WATCH: watches";
	return begin_watching(workspace, watchers, watcher, "You watch this game from now on.",
			      cause, reason);
}

int watchers_allow(struct workspace *workspace, struct watchers *watchers, struct watcher *watcher,
		   const struct mail_cause *cause, struct reason *reason)
{
	return begin_watching(workspace, watchers, watcher,
			      "The moderator lets you watch this game from now on.", cause, reason);
}

void watchers_drop(struct workspace *workspace, struct watchers *watchers,
		   const struct watcher *watcher)
{
	/* Answers to the watcher's own messages still go out. */
	withdraw_mail(workspace, watchers, watcher, WATCHERS_TURN);
	index_watcher(workspace, watchers, watcher->address, false);
	watcher_list_remove(&watchers->audience, watcher);
	save_watchers(workspace, watchers);
}

int watchers_leave(struct workspace *workspace, struct watchers *watchers,
		   const struct watcher *watcher, const char *why, const struct mail_cause *cause,
		   struct reason *reason)
{
	const struct watcher left = *watcher;

	watchers_drop(workspace, watchers, watcher);
	return watchers_refuse(workspace, watchers->game->id, left.address, why, cause, reason);
}
