/* SPDX-License-Identifier: MIT */
/* Outcomes of games in words. */
#include <string.h>

#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"

static const char *const endings[] = {
	"checkmate",   "stalemate",  "repetition",    "50-rounds", "75-rounds", "dead-position",
	"agreement",   "claim",	     "resigned",      "forfeited", "passes",	"last",
	"adjudicated", "checkmates", "king-captured", "void",	   "cancelled",
};

void rules_print_outcome(const struct variant *variant, const struct outcome *outcome,
			 struct strbuf *out)
{
	if (outcome->status == STATUS_DRAWN)
		strbuf_add(out, "draw");
	if (outcome->status == STATUS_VOID)
		strbuf_add(out, "none");
	if (outcome->status == STATUS_WON)
		variant_print_seats(variant, outcome->winners, out);
	if (outcome->how != NULL)
		strbuf_addf(out, " %s", outcome->how);
}

int rules_read_outcome(const struct variant *variant, const char *text, struct outcome *outcome_out,
		       struct reason *reason)
{
	size_t len = strcspn(text, " ");
	struct outcome outcome = {.status = STATUS_WON, .winners = 0, .how = NULL};

	for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
		if (text[len] == ' ' && strcmp(text + len + 1, endings[i]) == 0)
			outcome.how = endings[i];
	}
	if (len == 4 && strncmp(text, "draw", len) == 0)
		outcome.status = STATUS_DRAWN;
	else if (len == 4 && strncmp(text, "none", len) == 0)
		outcome.status = STATUS_VOID;
	else if (variant_read_seats(variant, text, len, &outcome.winners) < 0)
		outcome.how = NULL;
	if (outcome.how != NULL &&
	    (outcome.status == STATUS_VOID) !=
		    (strcmp(outcome.how, "void") == 0 || strcmp(outcome.how, "cancelled") == 0))
		outcome.how = NULL;
	if (outcome.how == NULL)
		return reason_fail(reason,
				   "expected a result such as \"draw repetition\" or \"%s "
				   "checkmate\", not \"%.60s\"",
				   variant_seat_name(variant, 0), text);
	*outcome_out = outcome;
	return 0;
}
