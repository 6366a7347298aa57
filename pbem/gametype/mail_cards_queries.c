/* SPDX-License-Identifier: MIT */
/* Questions about cards: HAND, CARD and PLAYS. */
#include "core/cards/board/card_movegen.h"
#include "core/cards/deck/card_ruleset.h"
#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/notation/notation.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/view/choices.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/request/incoming.h"

static int answer_card(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	const struct card_set *set = cards_state(incoming_game(incoming))->book->set;
	uint8_t card = card_named(set, order->text, NULL);
	const char *nearest = card_nearest(set, order->text);
	struct mail mail = {.template = "card"};
	struct strbuf sheet;
	int result;

	strbuf_init(&sheet, 0);
	if (card != NO_CARD)
		cards_card(incoming_game(incoming)->variant, &set->cards[card], &sheet);
	else
		strbuf_addf(&sheet, translate("* There is no card '%.40s'%s%s%s\n"), order->text,
			    nearest != NULL ? translate("; did you mean '") : ".",
			    nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
	mail.sheet = sheet.bytes;
	result = incoming_send(incoming, &mail, reason);
	strbuf_done(&sheet);
	return result;
}

/* Finds the move after PLAYS, among those that could be made regardless of the king's safety. */
static enum verdict find_move(const struct game *game, const char *text, struct move *move_out,
			      struct reason *why)
{
	const struct card_board *field = &cards_state(game)->field;
	struct move_list *list = base_alloc(sizeof *list);
	enum verdict verdict;

	card_movegen_moves(cards_state(game)->book, field, field->position.turn, false, list);
	verdict = notation_read(game->variant, &field->position, list, text, move_out, why);
	free(list);
	return verdict;
}

/* Adds everything that can be played, or why nothing can be played after the named move. */
static void list_plays(const struct incoming *incoming, const char *text, struct strbuf *out)
{
	const struct game *game = incoming_game(incoming);
	bool own =
		cards_state(game)->now.phase == PHASE_MOVE && game_player(game) == incoming->seat;
	struct reason why = {.text = ""};
	struct choice_list list;
	struct move move;

	choices_init(&list);
	if (*text != '\0' && !own)
		strbuf_add(
			out,
			translate("* What can be played after a move is told in your own turn.\n"));
	else if (*text != '\0' && find_move(game, text, &move, &why) == REFUSED)
		strbuf_addf(out,
			    translate("* We can't tell what you could play after that move: %s\n"),
			    why.text);
	else
		cards_plays(game, (uint8_t)incoming->seat, *text != '\0' ? &move : NULL,
			    CARDS_PLAYS_ALL, &list);
	choices_print(&list, out);
	choices_done(&list);
	if (out->len == 0 && own && *text == '\0')
		strbuf_add(out, translate("* You can play no card before your move. PLAYS with a "
					  "move, as in PLAYS e2-e4, lists what you can play after "
					  "it.\n"));
	else if (out->len == 0)
		strbuf_add(out, translate("* You can play no card now.\n"));
	else if (out->bytes[0] != '*' && *text != '\0')
		strbuf_addf(out,
			    translate("* Write one of these lines below the move %s, in the same "
				      "letter.\n"),
			    text);
}

static int answer_plays(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	struct mail mail = {.template = "plays"};
	struct strbuf list;
	int result;

	strbuf_init(&list, 0);
	list_plays(incoming, order->text, &list);
	mail.sheet = list.bytes;
	result = incoming_send(incoming, &mail, reason);
	strbuf_done(&list);
	return result;
}

const struct mail_query mail_cards_queries[] = {
	{QUERY_HAND, .template = "hand"},
	{QUERY_CARD, .answer = answer_card},
	{QUERY_PLAYS, .answer = answer_plays},
	{0},
};
