/* SPDX-License-Identifier: MIT */
/* Why a move isn't legal, where a card is why: found by trying what would be legal without it. */
#include <string.h>

#include "core/cards/deed.h"
#include "core/cards/table_why.h"
#include "core/cards/ways.h"
#include "core/notation.h"

/* What keeps moves from being legal, the most binding first, and what a player is told. */
static const struct {
	enum effect_kind what;
	const char *because;
} causes[] = {
	{EFFECT_TRUCE, "there is a Truce, so nothing can be captured"},
	{EFFECT_CHALLENGE, "you are challenged: move a piece of the kind named, or PASS and lose the turn"},
	{EFFECT_VENDETTA, "there is a Vendetta, and who can capture must"},
	{EFFECT_MAGNET, "the piece is held by a Fatal Attraction beside it"},
	{EFFECT_DUNGEON, "the piece is in the Dungeon and can't move in this turn"},
	{EFFECT_ELF_HILL, "the king has just come back and can't move in this turn"},
	{EFFECT_PACIFISM, "a piece under Pacifism neither captures nor is captured"},
	{EFFECT_SHIELD, "the piece there has a Mystic Shield"},
	{EFFECT_CITY, "a Forbidden City lies there or in the way"},
	{EFFECT_WALL, "a Fortification stands in the way"},
	{EFFECT_CURSE, "a cursed piece goes two squares at most"},
	{EFFECT_CRAB, "a Crab only goes one square aslant forward"},
	{EFFECT_EARTHQUAKE, "the board was turned by an Earthquake, and pawns go another way now"},
};

static bool
is_among(const struct book *book, const struct field *field, uint8_t seat, bool safe,
         const struct wish *wish)
{
	struct move_list moves;

	ways_moves(book, field, seat, safe, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (notation_fits(book->variant, &field->position, &moves.moves[i], wish))
			return true;
	return false;
}

/* The words for the card without which the move would be legal, or NULL; with `together`, without it
 * and those before it in the list. */
static const char *
find_cause(const struct book *book, const struct field *field, uint8_t seat,
           const struct wish *wish, bool together)
{
	struct field without = *field;

	for (size_t i = 0; i < ARRAY_LEN(causes); i++) {
		unsigned before;

		if (!together)
			without = *field;
		before = without.effect_count;
		deed_end_all(book, &without, causes[i].what, NULL);
		if (without.effect_count < before && is_among(book, &without, seat, true, wish))
			return causes[i].because;
	}
	return NULL;
}

void
table_why_not(const struct book *book, const struct field *field, uint8_t seat, const char *text,
              struct reason *why)
{
	struct wish wish;
	const char *cause, *legal;
	struct reason said;

	if (why == NULL || field->effect_count == 0 || !notation_parse(book->variant, text, &wish) ||
	    is_among(book, field, seat, true, &wish))
		return;
	cause = find_cause(book, field, seat, &wish, false);
	if (cause == NULL)
		cause = find_cause(book, field, seat, &wish, true);
	if (cause == NULL && is_among(book, field, seat, false, &wish))
		return;
	said = *why;
	legal = strstr(said.text, NOTATION_LEGAL);
	reason_set(why, "%.40s isn't legal: %s.%s", text,
	           cause ? cause : "as the board stands, cards counted, nothing of yours goes so",
	           legal ? legal : "");
}
