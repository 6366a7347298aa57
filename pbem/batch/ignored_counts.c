/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/batch/ignored_counts.h"

/* The counts' names in the ledger, and their texts for one message and for several. */
static const struct {
	const char *name, *one, *many;
} tallies[IGNORED_COUNTS_KINDS] = {
	[IGNORED_COUNTS_NO_TOKEN] = {"no token", "letter without a key", "letters without a key"},
	[IGNORED_COUNTS_FORGED] = {"forged tokens", "letter with a key that isn't genuine",
				   "letters with a key that isn't genuine"},
	[IGNORED_COUNTS_ADDRESS] = {"address alone",
				    "letter without a key from a player's address, and the player "
				    "got the current board",
				    "letters without a key from players' addresses, and the "
				    "players got the current board"},
	[IGNORED_COUNTS_AUTOMATIC] =
		{"automatic orders",
		 "letter with orders that looked automatic, so the orders were not carried out",
		 "letters with orders that looked automatic, so the orders were not carried out"},
	[IGNORED_COUNTS_LARGE] = {"too large", "letter that was too large",
				  "letters that were too large"},
	[IGNORED_COUNTS_ASIDE] = {"quarantined", "letter quarantined", "letters quarantined"},
	[IGNORED_COUNTS_DROPPED] =
		{"dropped from quarantine",
		 "letter deleted from quarantine/, because the folder was full",
		 "letters deleted from quarantine/, because the folder was full"},
	[IGNORED_COUNTS_RATION] = {"over daily limit",
				   "letter over a player's daily limit, not answered",
				   "letters over a player's daily limit, not answered"},
	[IGNORED_COUNTS_VOID] = {"revoked tokens",
				 "letter with a revoked key of its seat, not answered",
				 "letters with revoked keys of their seats, not answered"},
	[IGNORED_COUNTS_COMMAND] =
		{"command tokens",
		 "letter with the key of a moderator's command, but from another address",
		 "letters with keys of moderators' commands, but from other addresses"},
};

void ignored_counts_add(struct workspace *workspace, enum ignored_counts what, int64_t count)
{
	if (count != 0)
		workspace_add_count(workspace, COUNT(COUNT_IGNORED, .subject = tallies[what].name),
				    count);
}

/* ---- which seats were sent the board ---- */

enum { SEATS_NAMED = 20 };

void ignored_counts_add_board(struct workspace *workspace, const char *game, const char *seat)
{
	ignored_counts_add(workspace, IGNORED_COUNTS_ADDRESS, 1);
	workspace_add_count(workspace, COUNT(COUNT_BOARD_TO, .game = game, .subject = seat), 1);
}

struct naming {
	struct workspace *workspace; /* NULL: reports all boards; otherwise only new ones, which
					then count as reported */
	struct strbuf *out;
	unsigned seats;
};

static void append_seat_count(void *context, const struct count *which, int64_t value)
{
	struct naming *naming = context;

	if (naming->workspace != NULL)
		value = workspace_report_count(naming->workspace, *which);
	if (value > 0 && naming->seats++ < SEATS_NAMED)
		strbuf_addf(naming->out, translate("  %d to %s in game %s\n"), (int)value,
			    which->subject, which->game);
}

/* Adds a line for each seat that was sent boards: all boards if `workspace` is NULL, otherwise new
 * ones. */
static void append_seat_counts(struct ledger *ledger, struct workspace *workspace,
			       struct strbuf *out)
{
	struct naming naming = {.workspace = workspace, .out = out};

	ledger_counts(ledger, COUNT_BOARD_TO, NULL, append_seat_count, &naming);
	if (naming.seats > SEATS_NAMED)
		strbuf_addf(out, translate("  and to %u more seats\n"), naming.seats - SEATS_NAMED);
}

/* ---- reports ---- */

static unsigned print_count(enum ignored_counts what, int64_t count, struct strbuf *out)
{
	if (count <= 0)
		return 0;
	strbuf_addf(out, "%" PRId64 " %s\n", count,
		    translate(count == 1 ? tallies[what].one : tallies[what].many));
	return 1;
}

unsigned ignored_counts_print(struct ledger *ledger, struct strbuf *out)
{
	unsigned lines = 0;

	for (enum ignored_counts what = 0; what < IGNORED_COUNTS_KINDS; what++) {
		unsigned printed = print_count(
			what,
			ledger_count(ledger, COUNT(COUNT_IGNORED, .subject = tallies[what].name)),
			out);

		if (printed > 0 && what == IGNORED_COUNTS_ADDRESS)
			append_seat_counts(ledger, NULL, out);
		lines += printed;
	}
	return lines;
}

unsigned ignored_counts_news(struct workspace *workspace, struct strbuf *out)
{
	unsigned lines = 0;

	for (enum ignored_counts what = 0; what < IGNORED_COUNTS_KINDS; what++) {
		int64_t news = workspace_report_count(
			workspace, COUNT(COUNT_IGNORED, .subject = tallies[what].name));

		lines += print_count(what, news, out);
		if (news > 0 && what == IGNORED_COUNTS_ADDRESS)
			append_seat_counts(workspace->site->ledger, workspace, out);
	}
	return lines;
}

void ignored_counts_each(struct ledger *ledger,
			 void (*with)(void *context, const char *name, int64_t count),
			 void *context)
{
	for (enum ignored_counts what = 0; what < IGNORED_COUNTS_KINDS; what++)
		with(context, tallies[what].name,
		     ledger_count(ledger, COUNT(COUNT_IGNORED, .subject = tallies[what].name)));
}
