/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/site/address_index.h"

enum {
	GAMES_OPENED = 8, /* at most, if what the ledger knows of them is out of date */
	WORDS_READ = 40,  /* words of a subject */
	OTHERS_LISTED = 20,
};

/* Returns how often the address was answered today, before `add` is added. */
static int64_t count_answers(struct incoming *incoming, int64_t add)
{
	return workspace_raise(incoming->workspace, add,
			       COUNT(COUNT_KEYLESS, .subject = incoming->letter->from,
				     .day = incoming_day(incoming)));
}

/* ---- which game ---- */

static const struct sitter *sitter_at(const GArray *sitters, guint index)
{
	return &g_array_index(sitters, struct sitter, index);
}

static const struct sitter *find_sitter_in_game(const GArray *sitters, uint32_t number)
{
	for (guint i = 0; number != 0 && i < sitters->len; i++)
		if (sitter_at(sitters, i)->game == number)
			return sitter_at(sitters, i);
	return NULL;
}

/* Returns the seat of a game that the subject names: first by "[g12]", as our messages do, then
 * anywhere. */
static const struct sitter *find_sitter_by_subject(struct incoming *incoming, const GArray *sitters,
						   bool bracketed)
{
	static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	char *subject = g_ascii_strdown(incoming->letter->subject, -1);
	const struct sitter *found = NULL;
	const char *word = subject;

	for (unsigned words = 0; found == NULL && words < WORDS_READ; words++) {
		char id[GAME_ID_MAX + 1];
		size_t len;

		word += strcspn(word, LETTERS);
		len = strspn(word, LETTERS);
		if (len == 0)
			break;
		if (len <= GAME_ID_MAX && (!bracketed || (word > subject && word[-1] == '['))) {
			snprintf(id, sizeof id, "%.*s", (int)len, word);
			found = find_sitter_in_game(sitters,
						    workspace_number(incoming->workspace, id));
		}
		word += len;
	}
	g_free(subject);
	return found;
}

static const struct sitter *choose_sitter(struct incoming *incoming, const GArray *sitters)
{
	const struct sitter *found = find_sitter_by_subject(incoming, sitters, true);

	if (found == NULL)
		found = find_sitter_by_subject(incoming, sitters, false);
	if (found == NULL && sitters->len > 0 && sitter_at(sitters, 0)->since != SITTER_DONE)
		found = sitter_at(sitters, 0);
	return found;
}

/* Opens the chosen game, unless it is open already, and makes it the game in hand. Sets *over_out
 * when the search ends: no choice is left, or the chosen game can't be read now and the message
 * waits for it. */
static bool try_choice(struct incoming *incoming, const GArray *sitters, bool *over_out,
		       bool *put_off_out)
{
	const struct sitter *sitter = choose_sitter(incoming, sitters);
	struct workspace_game *game;
	bool open;

	*over_out = sitter == NULL;
	if (sitter == NULL)
		return false;
	open = address_index_is_open(incoming->workspace, sitter->game);
	game = workspace_game(incoming->workspace, sitter->game);
	*put_off_out = game != NULL && game->file == NULL && reason_is_temporary(&game->why);
	*over_out = game == NULL || *put_off_out;
	if (*over_out || !open)
		return false;
	incoming->game = game;
	incoming->seat = sitter->seat;
	return true;
}

bool from_known_address_known(struct incoming *incoming, bool *put_off_out)
{
	bool known = false, over;

	if (!incoming->letter->from_alone)
		return false;
	over = count_answers(incoming, 0) > 0;
	for (unsigned tries = 0; !known && !over && tries <= GAMES_OPENED; tries++) {
		GArray *sitters = address_index_find(incoming->workspace, incoming->letter->from);

		known = try_choice(incoming, sitters, &over, put_off_out);
		g_array_unref(sitters);
	}
	return known;
}

/* ---- the message ---- */

/* Reports whether a game still has the address. The ledger may be older than the game's seats, and
 * counts only if the seats can't be read now. */
static bool has_address(const struct incoming *incoming, const char *id)
{
	struct seats seats;
	struct reason why;
	char *folder = site_game_folder(incoming->workspace->site, id);
	bool has = false;

	if (seats_load(folder, NULL, &seats, &why) == 0) {
		for (unsigned i = 0; !has && i < seats.count; i++)
			has = seats_has_address(&seats.seats[i], incoming->letter->from);
		seats_done(&seats);
	} else {
		has = reason_is_temporary(&why);
	}
	free(folder);
	return has;
}

static void add_other(const char *id, const struct sitter *sitter, struct strbuf *out)
{
	if (sitter->since == 0) {
		strbuf_addf(out, translate("%s  waits for others\n"), id);
		return;
	}
	strbuf_addf(out, translate("%s  waits for you since "), id);
	mail_day("", sitter->since, out);
	strbuf_add_char(out, '\n');
}

/* Adds the player's other games that are in progress, one per line. */
static void add_others(struct incoming *incoming, struct strbuf *out)
{
	GArray *sitters = address_index_find(incoming->workspace, incoming->letter->from);
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	unsigned listed = 0, more = 0;

	g_hash_table_add(seen, GUINT_TO_POINTER(incoming->game->number));
	for (guint i = 0; i < sitters->len; i++) {
		const struct sitter *sitter = sitter_at(sitters, i);
		char id[GAME_ID_MAX + 1];

		if (sitter->since == SITTER_DONE ||
		    !g_hash_table_add(seen, GUINT_TO_POINTER(sitter->game)))
			continue;
		if (listed >= OTHERS_LISTED) {
			more++;
		} else if (ledger_game(incoming->workspace->site->ledger, sitter->game, id) &&
			   has_address(incoming, id)) {
			add_other(id, sitter, out);
			listed++;
		}
	}
	if (more > 0)
		strbuf_addf(out, translate("and %u more\n"), more);
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
	g_hash_table_destroy(seen);
	g_array_unref(sitters);
}

/* Returns which of the seat's addresses the message came from. */
static unsigned address_of(const struct seat *seat, const char *address)
{
	unsigned number = 0;

	while (number + 1 < seat->address_count && !strbuf_same(seat->addresses[number], address))
		number++;
	return number;
}

/* Sends the board as a message that answers nothing, as mail programs see it. The ids in the
 * incoming message may be a stranger's, and may contain that stranger's keys. */
static int send_board(struct incoming *incoming, const char *others, struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	unsigned number = address_of(seat, incoming->letter->from);
	char *slot = base_printf("keyless%u", number);
	const struct mail mail = {
		.template = "keyless",
		.slot = slot,
		.game = incoming->game,
		.seat = incoming->seat,
		.to = seat->addresses[number],
		.cause = incoming->processed.digest,
		.when = incoming->waiting->received,
		.others = others,
	};
	int result = mail_send(incoming->workspace, &mail, reason);

	free(slot);
	return result;
}

int from_known_address_answer(struct incoming *incoming, struct reason *reason)
{
	struct strbuf others;
	int result;

	strbuf_init(&others, 4000);
	add_others(incoming, &others);
	result = send_board(incoming, others.bytes, reason);
	(void)count_answers(incoming, 1);
	ignored_counts_add_board(
		incoming->workspace, incoming->game->id,
		variant_seat_title(incoming_game(incoming)->variant, incoming->seat));
	incoming->processed.seat = (int)incoming->seat;
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s",
		 incoming->game->id);
	incoming_set_what(incoming, "no token, but the seat's address: sent the board");
	strbuf_done(&others);
	return result;
}
