/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/reception/takers.h"
#include "pbem/desk/registry.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/batch/tally.h"

enum {
	GAMES_OPENED = 8, /* at most, if what the ledger knows of them is not so any more */
	WORDS_READ = 40,  /* of a subject */
	OTHERS_LISTED = 20,
};

/* How often the address was answered today, before `add` is added. */
static int64_t count_answers(struct matter *matter, int64_t add)
{
	return desk_raise(matter->desk, add, "keyless %s" LEDGER_OF_DAY, matter->letter->from,
			  (long long)(matter->waiting->received / SECONDS_A_DAY));
}

/* ---- which game ---- */

static const struct sitter *sitter_at(const GArray *sitters, guint index)
{
	return &g_array_index(sitters, struct sitter, index);
}

static const struct sitter *in_game(const GArray *sitters, uint32_t number)
{
	for (guint i = 0; number != 0 && i < sitters->len; i++)
		if (sitter_at(sitters, i)->game == number)
			return sitter_at(sitters, i);
	return NULL;
}

/* The one of a game that the subject names: first by "[g12]", as our letters do, then anywhere. */
static const struct sitter *named(struct matter *matter, const GArray *sitters, bool bracketed)
{
	static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	char *subject = g_ascii_strdown(matter->letter->subject, -1);
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
			found = in_game(sitters, desk_number(matter->desk, id));
		}
		word += len;
	}
	g_free(subject);
	return found;
}

static const struct sitter *choose(struct matter *matter, const GArray *sitters)
{
	const struct sitter *found = named(matter, sitters, true);

	if (found == NULL)
		found = named(matter, sitters, false);
	if (found == NULL && sitters->len > 0 && sitter_at(sitters, 0)->since != SITTER_DONE)
		found = sitter_at(sitters, 0);
	return found;
}

/* Opens the game chosen, unless it lies open: then the choice holds, and is set in hand. *over_out:
 * there is no more to choose from, or that can't be read just now, and the letter waits for it. */
static bool try_choice(struct matter *matter, const GArray *sitters, bool *over_out,
		       bool *put_off_out)
{
	const struct sitter *sitter = choose(matter, sitters);
	struct desk_game *game;
	bool open;

	*over_out = sitter == NULL;
	if (sitter == NULL)
		return false;
	open = registry_is_open(matter->desk, sitter->game);
	game = desk_game(matter->desk, sitter->game);
	*put_off_out = game != NULL && game->file == NULL && reason_is_passing(&game->why);
	*over_out = game == NULL || *put_off_out;
	if (*over_out || !open)
		return false;
	matter->game = game;
	matter->seat = sitter->seat;
	return true;
}

bool keyless_known(struct matter *matter, bool *put_off_out)
{
	bool known = false, over;

	if (!matter->letter->from_alone)
		return false;
	over = count_answers(matter, 0) > 0;
	for (unsigned tries = 0; !known && !over && tries <= GAMES_OPENED; tries++) {
		GArray *sitters = registry_find(matter->desk, matter->letter->from);

		known = try_choice(matter, sitters, &over, put_off_out);
		g_array_unref(sitters);
	}
	return known;
}

/* ---- the letter ---- */

/* Whether a game has the address still: the ledger may be older than its seats, and counts only
 * where they can't be read just now. */
static bool has_address(const struct matter *matter, const char *id)
{
	struct seats seats;
	struct reason why;
	char *folder = site_game_folder(matter->desk->site, id);
	bool has = false;

	if (seats_load(folder, NULL, &seats, &why) == 0) {
		for (unsigned i = 0; !has && i < seats.count; i++)
			has = seats_has_address(&seats.seats[i], matter->letter->from);
		seats_done(&seats);
	} else {
		has = reason_is_passing(&why);
	}
	free(folder);
	return has;
}

static void add_other(const char *id, const struct sitter *sitter, struct text *out)
{
	if (sitter->since == 0) {
		text_addf(out, phrase("%s  waits for others\n"), id);
		return;
	}
	text_addf(out, phrase("%s  waits for you since "), id);
	mailing_day("", sitter->since, out);
	text_add_char(out, '\n');
}

/* The player's other games that go on, a line each. */
static void add_others(struct matter *matter, struct text *out)
{
	GArray *sitters = registry_find(matter->desk, matter->letter->from);
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	unsigned listed = 0, more = 0;

	g_hash_table_add(seen, GUINT_TO_POINTER(matter->game->number));
	for (guint i = 0; i < sitters->len; i++) {
		const struct sitter *sitter = sitter_at(sitters, i);
		char id[GAME_ID_MAX + 1];

		if (sitter->since == SITTER_DONE ||
		    !g_hash_table_add(seen, GUINT_TO_POINTER(sitter->game)))
			continue;
		if (listed >= OTHERS_LISTED) {
			more++;
		} else if (ledger_game(matter->desk->site->ledger, sitter->game, id) &&
			   has_address(matter, id)) {
			add_other(id, sitter, out);
			listed++;
		}
	}
	if (more > 0)
		text_addf(out, phrase("and %u more\n"), more);
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
	g_hash_table_destroy(seen);
	g_array_unref(sitters);
}

/* Which of the seat's addresses the letter came from. */
static unsigned address_of(const struct seat *seat, const char *address)
{
	unsigned number = 0;

	while (number + 1 < seat->address_count && !text_same(seat->addresses[number], address))
		number++;
	return number;
}

/* It answers nothing, for mail programs: the ids in the letter may be a stranger's, and keys of his
 * among them. */
static int send_board(struct matter *matter, const char *others, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	unsigned number = address_of(seat, matter->letter->from);
	char *slot = base_printf("keyless%u", number);
	const struct mail mail = {
		.template = "keyless",
		.slot = slot,
		.game = matter->game,
		.seat = matter->seat,
		.to = seat->addresses[number],
		.cause = matter->deed.digest,
		.when = matter->waiting->received,
		.others = others,
	};
	int result = mailing_send(matter->desk, &mail, reason);

	free(slot);
	return result;
}

int keyless_answer(struct matter *matter, struct reason *reason)
{
	struct text others;
	int result;

	text_init(&others, 4000);
	add_others(matter, &others);
	result = send_board(matter, others.bytes, reason);
	(void)count_answers(matter, 1);
	tally_add_board(matter->desk, matter->game->id,
			variant_seat_title(matter_game(matter)->variant, matter->seat));
	matter->deed.seat = (int)matter->seat;
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", matter->game->id);
	matter_set_what(matter, "no token, but the seat's address: sent the board");
	text_done(&others);
	return result;
}
