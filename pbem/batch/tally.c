/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "pbem/batch/tally.h"

/* The count's name in the ledger, and what is told of it. */
static const struct {
	const char *name, *one, *many;
} tallies[TALLIES] = {
	[TALLY_NO_TOKEN] = {"no token", "letter without a key", "letters without a key"},
	[TALLY_FORGED] = {"forged tokens", "letter with a key that isn't genuine",
			  "letters with a key that isn't genuine"},
	[TALLY_ADDRESS] =
		{"address alone",
		 "letter without a key from a player's address, who was sent the board",
		 "letters without a key from players' addresses, who were sent the board"},
	[TALLY_AUTOMATIC] = {"automatic orders",
			     "letter with orders that looked automatic, and was not carried out",
			     "letters with orders that looked automatic, and were not carried out"},
	[TALLY_LARGE] = {"too large", "letter that was too large", "letters that were too large"},
	[TALLY_ASIDE] = {"aside", "letter set aside", "letters set aside"},
	[TALLY_DROPPED] = {"aside dropped",
			   "letter dropped from aside/, where there is room for so many",
			   "letters dropped from aside/, where there is room for so many"},
	[TALLY_RATION] = {"over ration", "letter over a player's ration of a day, not answered",
			  "letters over a player's ration of a day, not answered"},
	[TALLY_VOID] = {"void keys",
			"letter with a key of before its seat was given new ones, not answered",
			"letters with a key of before their seats were given new ones, not "
			"answered"},
	[TALLY_COMMAND] = {"command keys",
			   "letter with the key of a moderator's command, not from his address",
			   "letters with keys of moderators' commands, not from their addresses"},
};

void tally_add(struct desk *desk, enum tally what, int64_t count)
{
	if (count != 0)
		desk_add_count(desk, tallies[what].name, count);
}

/* ---- which seats were sent the board ---- */

/* Begins the name of such a count; and that of how many of them the moderator has been told. */
#define BOARD_TO "board to "
#define BOARD_TOLD "told of board to "

enum { SEATS_NAMED = 20 };

void tally_add_board(struct desk *desk, const char *game, const char *seat)
{
	tally_add(desk, TALLY_ADDRESS, 1);
	(void)desk_raise(desk, 1, BOARD_TO "%s in game %s", seat, game);
}

struct naming {
	struct desk *desk; /* NULL: all there ever was is named; else what is news, and is told
				  thereby */
	struct text *out;
	unsigned seats;
};

static void name_seat(void *context, const char *name, int64_t value)
{
	struct naming *naming = context;
	const char *seat = name + strlen(BOARD_TO);
	char *told = base_printf(BOARD_TOLD "%s", seat);

	if (naming->desk != NULL) {
		value -= desk_count(naming->desk, told);
		if (value > 0)
			desk_add_count(naming->desk, told, value);
	}
	free(told);
	if (value > 0 && naming->seats++ < SEATS_NAMED)
		text_addf(naming->out, phrase("  %d to %s\n"), (int)value, seat);
}

/* `desk` NULL: of all there ever was. */
static void name_seats(struct ledger *ledger, struct desk *desk, struct text *out)
{
	struct naming naming = {.desk = desk, .out = out};

	ledger_counts(ledger, BOARD_TO, name_seat, &naming);
	if (naming.seats > SEATS_NAMED)
		text_addf(out, phrase("  and to %u more seats\n"), naming.seats - SEATS_NAMED);
}

/* ---- telling ---- */

static unsigned print(enum tally what, int64_t count, struct text *out)
{
	if (count <= 0)
		return 0;
	text_addf(out, "%" PRId64 " %s\n", count,
		  phrase(count == 1 ? tallies[what].one : tallies[what].many));
	return 1;
}

unsigned tally_print(struct ledger *ledger, struct text *out)
{
	unsigned lines = 0;

	for (enum tally what = 0; what < TALLIES; what++) {
		unsigned printed = print(what, ledger_count(ledger, tallies[what].name), out);

		if (printed > 0 && what == TALLY_ADDRESS)
			name_seats(ledger, NULL, out);
		lines += printed;
	}
	return lines;
}

unsigned tally_news(struct desk *desk, struct text *out)
{
	unsigned lines = 0;

	for (enum tally what = 0; what < TALLIES; what++) {
		char *told = base_printf("%s, told", tallies[what].name);
		int64_t news = desk_count(desk, tallies[what].name) - desk_count(desk, told);

		if (news != 0)
			desk_add_count(desk, told, news);
		lines += print(what, news, out);
		if (news > 0 && what == TALLY_ADDRESS)
			name_seats(desk->site->ledger, desk, out);
		free(told);
	}
	return lines;
}

void tally_each(struct ledger *ledger, void (*with)(void *context, const char *name, int64_t count),
		void *context)
{
	for (enum tally what = 0; what < TALLIES; what++)
		with(context, tallies[what].name, ledger_count(ledger, tallies[what].name));
}
