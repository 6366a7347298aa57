/* SPDX-License-Identifier: MIT */
/* Questions about cards: HAND, CARD and PLAYS. */
#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/base/text.h"
#include "core/cards/deck/book.h"
#include "core/cards/field/ways.h"
#include "core/cards/table/table.h"
#include "core/kind/cards/cards_view.h"
#include "core/notation/notation.h"
#include "pbem/answer/matter.h"
#include "pbem/kind/mail_kinds.h"

static int answer_card(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct card_set *set = cards_state(matter_game(matter))->book->set;
	uint8_t card = card_named(set, order->text, NULL);
	const char *nearest = card_nearest(set, order->text);
	struct mail mail = {.template = "card"};
	struct text sheet;
	int result;

	text_init(&sheet, 0);
	if (card != NO_CARD)
		cards_card(matter_game(matter)->variant, &set->cards[card], &sheet);
	else
		text_addf(&sheet, phrase("* There is no card '%.40s'%s%s%s\n"), order->text,
			  nearest != NULL ? phrase("; did you mean '") : ".",
			  nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
	mail.sheet = sheet.bytes;
	result = matter_send(matter, &mail, reason);
	text_done(&sheet);
	return result;
}

/* The move behind PLAYS, of those that could be made whatever becomes of the king. */
static enum verdict find_move(const struct game *game, const char *text, struct move *move_out,
			      struct reason *why)
{
	const struct field *field = &cards_state(game)->field;
	struct move_list *list = base_alloc(sizeof *list);
	enum verdict verdict;

	ways_moves(cards_state(game)->book, field, field->position.turn, false, list);
	verdict = notation_read(game->variant, &field->position, list, text, move_out, why);
	free(list);
	return verdict;
}

/* Everything that can be played, or what stands against the move named. */
static void list_plays(const struct matter *matter, const char *text, struct text *out)
{
	const struct game *game = matter_game(matter);
	bool own = cards_state(game)->now.phase == PHASE_MOVE && game_player(game) == matter->seat;
	struct reason why = {""};
	struct move move;

	if (*text != '\0' && !own)
		text_add(out,
			 phrase("* What can be played after a move is told in your own turn.\n"));
	else if (*text != '\0' && find_move(game, text, &move, &why) == REFUSED)
		text_addf(out, "* %s\n", why.text);
	else
		cards_plays(game, (uint8_t)matter->seat, *text != '\0' ? &move : NULL,
			    CARDS_PLAYS_ALL, out);
	if (out->len == 0)
		text_add(out, phrase("* Nothing.\n"));
	else if (out->bytes[0] != '*' && *text != '\0')
		text_add(out,
			 phrase("* All of this after the move you named, in the same letter.\n"));
}

static int answer_plays(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct mail mail = {.template = "plays"};
	struct text list;
	int result;

	text_init(&list, 0);
	list_plays(matter, order->text, &list);
	mail.sheet = list.bytes;
	result = matter_send(matter, &mail, reason);
	text_done(&list);
	return result;
}

const struct mail_query mail_cards_queries[] = {
	{QUERY_HAND, .template = "hand"},
	{QUERY_CARD, .answer = answer_card},
	{QUERY_PLAYS, .answer = answer_plays},
	{0},
};
