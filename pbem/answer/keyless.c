/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/text.h"
#include "pbem/answer/keyless.h"
#include "pbem/batch/registry.h"
#include "pbem/batch/tally.h"

enum {
	SECONDS_A_DAY = 86400,
	GAMES_OPENED = 8, /* at most, if what the ledger knows of them is not so any more */
	WORDS_READ = 40,  /* of a subject */
	OTHERS_LISTED = 20,
};

static char *count_name(const struct hand *hand)
{
	return base_printf("keyless %s %lld", hand->letter->from,
			   (long long)(hand->waiting->received / SECONDS_A_DAY));
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
static const struct sitter *named(struct hand *hand, const GArray *sitters, bool bracketed)
{
	static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	char *subject = g_ascii_strdown(hand->letter->subject, -1);
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
			found = in_game(sitters, ledger_number(hand->intake->site->ledger, id));
		}
		word += len;
	}
	g_free(subject);
	return found;
}

static const struct sitter *choose(struct hand *hand, const GArray *sitters)
{
	const struct sitter *found = named(hand, sitters, true);

	if (found == NULL)
		found = named(hand, sitters, false);
	if (found == NULL && sitters->len > 0 && sitter_at(sitters, 0)->since != SITTER_DONE)
		found = sitter_at(sitters, 0);
	return found;
}

/* Opens the game chosen, unless it lies open: then the choice holds, and is set in hand. *over_out:
 * there is no more to choose from, or that can't be read just now, and the letter waits for it. */
static bool try_choice(struct hand *hand, const GArray *sitters, bool *over_out, bool *put_off_out)
{
	const struct sitter *sitter = choose(hand, sitters);
	struct desk_game *game;
	bool open;

	*over_out = sitter == NULL;
	if (sitter == NULL)
		return false;
	open = registry_is_open(hand->intake, sitter->game);
	game = desk_game(&hand->intake->desk, sitter->game);
	*put_off_out = game != NULL && game->file == NULL && reason_is_passing(&game->why);
	*over_out = game == NULL || *put_off_out;
	if (*over_out || !open)
		return false;
	hand->game = game;
	hand->seat = sitter->seat;
	return true;
}

bool keyless_known(struct hand *hand, bool *put_off_out)
{
	bool known = false, over;
	char *name;

	if (!hand->letter->from_alone)
		return false;
	name = count_name(hand);
	over = intake_count(hand->intake, name) > 0;
	free(name);
	for (unsigned tries = 0; !known && !over && tries <= GAMES_OPENED; tries++) {
		GArray *sitters = registry_find(hand->intake, hand->letter->from);

		known = try_choice(hand, sitters, &over, put_off_out);
		g_array_unref(sitters);
	}
	return known;
}

/* ---- the letter ---- */

/* Whether a game has the address still: the ledger may be older than its seats, and counts only
 * where they can't be read just now. */
static bool has_address(const struct hand *hand, const char *id)
{
	struct seats seats;
	struct reason why;
	char *folder = site_game_folder(hand->intake->site, id);
	bool has = false;

	if (seats_load(folder, NULL, &seats, &why) == 0)
		for (unsigned i = 0; !has && i < seats.count; i++)
			has = seats_has_address(&seats.seats[i], hand->letter->from);
	else
		has = reason_is_passing(&why);
	free(folder);
	return has;
}

static void add_other(const char *id, const struct sitter *sitter, struct text *out)
{
	time_t since = (time_t)sitter->since;
	struct tm parts;
	char day[32];

	if (sitter->since == 0) {
		text_addf(out, "%s  waits for others\n", id);
		return;
	}
	gmtime_r(&since, &parts);
	strftime(day, sizeof day, "%e %b %Y", &parts);
	text_addf(out, "%s  waits for you since %s\n", id, day + (day[0] == ' '));
}

/* The player's other games that go on, a line each. */
static void add_others(struct hand *hand, struct text *out)
{
	GArray *sitters = registry_find(hand->intake, hand->letter->from);
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	unsigned listed = 0, more = 0;

	g_hash_table_add(seen, GUINT_TO_POINTER(hand->game->number));
	for (guint i = 0; i < sitters->len; i++) {
		const struct sitter *sitter = sitter_at(sitters, i);
		char id[GAME_ID_MAX + 1];

		if (sitter->since == SITTER_DONE ||
		    !g_hash_table_add(seen, GUINT_TO_POINTER(sitter->game)))
			continue;
		if (listed >= OTHERS_LISTED) {
			more++;
		} else if (ledger_game(hand->intake->site->ledger, sitter->game, id) &&
			   has_address(hand, id)) {
			add_other(id, sitter, out);
			listed++;
		}
	}
	if (more > 0)
		text_addf(out, "and %u more\n", more);
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
static int send_board(struct hand *hand, const char *others, struct reason *reason)
{
	const struct seat *seat = &hand->game->seats.seats[hand->seat];
	unsigned number = address_of(seat, hand->letter->from);
	char *slot = base_printf("keyless%u", number);
	const struct mail mail = {
		.template = "keyless",
		.slot = slot,
		.game = hand->game,
		.seat = hand->seat,
		.to = seat->addresses[number],
		.cause = hand->deed.digest,
		.when = hand->waiting->received,
		.others = others,
	};
	int result = mailing_send(&hand->intake->mailing, &mail, reason);

	free(slot);
	return result;
}

int keyless_answer(struct hand *hand, struct reason *reason)
{
	char *name = count_name(hand);
	struct text others;
	int result;

	text_init(&others, 4000);
	add_others(hand, &others);
	result = send_board(hand, others.bytes, reason);
	intake_add_count(hand->intake, name, 1);
	tally_add_board(hand->intake, hand->game->id,
			variant_seat_title(hand_game(hand)->variant, hand->seat));
	hand->deed.seat = (int)hand->seat;
	snprintf(hand->deed.game, sizeof hand->deed.game, "%s", hand->game->id);
	hand_set_what(hand, "no token, but the seat's address: sent the board");
	text_done(&others);
	free(name);
	return result;
}
