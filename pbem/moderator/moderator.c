/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"
#include "pbem/auth/token.h"
#include "pbem/mail/announcement.h"
#include "pbem/moderator/moderator.h"

enum {
	REASON_BYTES = 400, /* of the moderator's reason in an entry */
	ENTRY_MAX = 1000000000,
	SINCE_SHOWN = 8, /* turns */
};

const struct moderator_action *moderator_find(const char *name)
{
	for (const struct moderator_action *act = moderator_action_table; act->command.name != NULL;
	     act++)
		if (strcmp(act->command.name, name) == 0)
			return act;
	return NULL;
}

/* ---- finding what is meant ---- */

/* Finds the game. A game that the ledger doesn't know is looked for too, so that the reason says
 * why there is none. */
static struct workspace_game *find_game(struct workspace *workspace, const char *id,
					struct reason *reason)
{
	const uint32_t number = workspace_number(workspace, id);
	struct workspace_game *game = number != 0 ? workspace_game(workspace, number) : NULL;
	struct gamefile *file;
	char *folder;

	if (game != NULL && game->file == NULL)
		*reason = game->why;
	if (game != NULL)
		return game->file != NULL ? game : NULL;
	folder = site_game_folder(workspace->site, id);
	file = gamefile_load(folder, workspace->site->library, reason);
	free(folder);
	if (file != NULL)
		reason_set(reason, "the game is not in the ledger");
	gamefile_free(file);
	return NULL;
}

static int find_seat(struct moderator_request *request, struct reason *reason)
{
	const struct args *args = request->given;
	const char *words = strchr(args->command->words, ' ');
	const struct variant *variant = request->game->file->game.variant;
	int seat;

	request->seat = MAX_SEATS;
	if (words == NULL || strncmp(words + 1, "SEAT", 4) != 0)
		return 0;
	seat = variant_seat_wanted(variant, args->words[0], args->words[1], reason);
	if (seat < 0)
		return reason_set_kind(reason, REASON_USAGE);
	request->seat = (unsigned)seat;
	return 0;
}

/* Lists the turns after an entry, "White e4 (15), Black e5 (16)", as far as they are remembered. */
static void list_since(const struct game *game, unsigned at, struct strbuf *out)
{
	const struct turn_record *turn;
	unsigned back = 0;

	while (back < SINCE_SHOWN && (turn = game_recent(game, back)) != NULL && turn->entry > at)
		back++;
	while (back > 0) {
		const char *people;

		turn = game_recent(game, --back);
		people = strchr(turn->text, ' ');
		strbuf_addf(out, "%s%s %s (entry %u)", out->len > 0 ? ", " : "",
			    variant_seat_title(game->variant, turn->seat),
			    people != NULL ? people + 1 : turn->text, turn->entry);
	}
}

/* Checks that the game hasn't changed since the moderator saw it. */
static int check_unchanged(const struct moderator_request *request, struct reason *reason)
{
	const struct gamefile *file = request->game->file;
	long at = (long)file->head;
	struct strbuf since;

	if (args_number(request->given, "--at", ENTRY_MAX, &at, reason) != 0)
		return reason_set_kind(reason, REASON_USAGE);
	if ((unsigned)at == file->head)
		return 0;
	strbuf_init(&since, 300);
	list_since(&file->game, (unsigned)at, &since);
	if ((unsigned)at > file->head)
		reason_set(reason, "%s has no entry %ld yet; its last entry is %u",
			   request->game->id, at, file->head);
	else
		reason_set(reason,
			   "nothing was done, because %s has newer entries than %ld. Its last "
			   "entry is %u%s%s. If you still want the command, repeat the command "
			   "with AT %u (in a shell: --at %u)",
			   request->game->id, at, file->head,
			   since.len > 0 ? translate("; since then: ") : "", since.bytes,
			   file->head, file->head);
	strbuf_done(&since);
	return reason_set_kind(reason, REASON_USAGE);
}

int moderator_check_words(struct workspace *workspace, const struct workspace_game *game,
			  const char *what, const char *text, size_t max, struct reason *reason)
{
	if (!g_utf8_validate(text, -1, NULL))
		reason_set(reason, "%s isn't UTF-8", translate(what));
	else if (strlen(text) > max)
		reason_set(reason, "%s has %zu bytes; at most %zu are allowed", translate(what),
			   strlen(text), max);
	else if (token_within(workspace->site->keys, text))
		reason_set(reason,
			   "%s contains a player's reply key, and all readers could play for this "
			   "player; remove the reply key",
			   translate(what));
	else if (seats_address_within(&game->seats, text))
		reason_set(reason,
			   "%s contains a player's address, and all players can read the text; "
			   "remove the address",
			   translate(what));
	else
		return 0;
	return reason_set_kind(reason, REASON_USAGE);
}

/* Returns the reason as one line, for the caller to free. Returns NULL when it can't be
 * published. */
static char *read_why(struct workspace *workspace, const struct moderator_request *request,
		      struct reason *reason)
{
	const char *args = args_value(request->given, "--reason");
	char *why = base_strdup(args != NULL ? args : ""), *said;

	if (moderator_check_words(workspace, request->game, "the reason", why, REASON_BYTES,
				  reason) != 0) {
		free(why);
		return NULL;
	}
	said = utf8_clean_line(why);
	free(why);
	return said;
}

/* Reads the request; its `why` is the caller's to free. On failure the `why` of the result is NULL,
 * and `reason` is set. */
static struct moderator_request read_request(struct workspace *workspace, const struct args *args,
					     char **why_out, struct reason *reason)
{
	struct moderator_request request = {.given = args};

	*why_out = NULL;
	request.game = find_game(workspace, args->words[0], reason);
	if (request.game != NULL && find_seat(&request, reason) == 0 &&
	    check_unchanged(&request, reason) == 0)
		*why_out = read_why(workspace, &request, reason);
	request.why = *why_out;
	return request;
}

int moderator_do(struct workspace *workspace, const struct moderator_action *act,
		 const struct args *args, struct reason *reason)
{
	char *why;
	const struct moderator_request request = read_request(workspace, args, &why, reason);
	int result = why != NULL ? act->act(workspace, &request, reason) : -1;

	free(why);
	return result;
}

int moderator_check(struct workspace *workspace, const struct args *args,
		    struct workspace_game **game_out, struct reason *reason)
{
	char *why;

	*game_out = read_request(workspace, args, &why, reason).game;
	free(why);
	return why != NULL ? 0 : -1;
}

/* ---- the entry and its messages ---- */

/* Only the first sixteen digits of a cause count. After a backup is restored a batch's number may
 * come again, but not in the same second; and each action of a batch was asked for by a message of
 * its own. */
char *moderator_cause(const struct workspace *workspace)
{
	return base_printf("%08llx%05llx%03x", (unsigned long long)workspace->now & 0xffffffff,
			   (unsigned long long)ledger_batch(workspace->site->ledger) & 0xfffff,
			   workspace->letters & 0xfff);
}

int moderator_enter(struct workspace *workspace, const struct moderator_request *request,
		    const struct event_list *events, const char *told, struct reason *reason)
{
	struct workspace_game *game = request->game;
	struct event_list all;
	int result;

	event_list_init(&all);
	event_add(&all, event_about(EVENT_MODERATOR, NO_SIDE, 0, request->why));
	event_append(&all, events);
	result = workspace_enter(game, workspace->now, "moderator", &all, reason);
	event_list_done(&all);
	if (result == 0)
		announcement_all(workspace, game, told, request->why);
	return result;
}
