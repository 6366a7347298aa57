/* SPDX-License-Identifier: MIT */
/* Whose turn it is in a game with cards: to move, to respond, to choose. */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/cards/deck/card_ruleset.h"
#include "core/cards/board/card_movegen.h"
#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/order/order_args_cards.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

/* Adds the turn that others may respond to: "Anna's turn is pending: e4, Panic." */
static void add_open_turn(const struct game *game, const struct view_reader *reader,
			  struct strbuf *out)
{
	const struct card_state *table = cards_state(game);
	const struct position *position = &table->start.position;
	struct strbuf told;
	uint8_t mover;
	char *for_people;

	if (position->turn >= variant_seats(game->variant))
		return;
	mover = reader != NULL ? position->controller[position->turn] : position->turn;
	strbuf_init(&told, 0);
	card_state_describe_turn(table, &told);
	for_people = view_translate_turn(game->variant, strchr(told.bytes, ' ') != NULL
								? strchr(told.bytes, ' ') + 1
								: told.bytes);
	if (view_is_you(reader, mover))
		strbuf_addf(out, translate("Your turn is pending: %s%s\n"), for_people,
			    cards_full_stop(for_people));
	else
		strbuf_addf(out, translate("%s's turn is pending: %s%s\n"),
			    view_name(game, reader, mover), for_people,
			    cards_full_stop(for_people));
	free(for_people);
	strbuf_done(&told);
}

/* Adds that the seat to move has no regular move, if so [saved-by-a-card]. */
static void add_moveless(const struct card_state *table, bool you, uint8_t seat, struct strbuf *out)
{
	const bool checked = card_state_checks(table) >> seat & 1;

	if (card_movegen_any_move(table->book, &table->field, seat))
		return;
	if (you)
		strbuf_add(out,
			   checked ? translate("You have no legal move; only a card can save your "
					       "king.\n")
				   : translate("You have no legal move without a card.\n"));
	else
		strbuf_add(out,
			   checked ? translate("No move is legal; only a card can save the king.\n")
				   : translate("No move is legal without a card.\n"));
}

/* Adds why the seat must play its turn again, and how it may. */
static void add_repeat_notice(const struct card_state *table, struct strbuf *out)
{
	char *told;

	if (table->before[0] == '\0')
		return;
	told = view_translate_turn(table->book->variant, table->before);
	strbuf_addf(out, translate("The turn must be played again. So far: %s%s\n"), told,
		    cards_full_stop(told));
	free(told);
	if (table->undone_count > 0)
		strbuf_add(out, translate("The new turn must lead to another board.\n"));
	if (table->now.no_card)
		strbuf_add(out, translate("It is a move without a card.\n"));
}

/* Adds the rules as in the order, "UNLESS CHECK, CARD", in the current language. */
static void add_rules(unsigned rules, struct strbuf *out)
{
	struct strbuf english;
	const char *rest, *word;
	size_t len;

	strbuf_init(&english, 0);
	order_cards_print_autopass(rules, &english);
	for (rest = english.bytes; strbuf_next_word(&rest, &word, &len);) {
		const bool comma = word[len - 1] == ',';
		char *name = base_strndup(word, len - comma);

		strbuf_addf(out, "%s%s%s", word == english.bytes ? "" : " ",
			    translate_of("autopass", name), comma ? "," : "");
		free(name);
	}
	strbuf_done(&english);
}

/* Adds the AUTOPASS of each seat, which is public [all-are-asked]. */
static void add_autopass(const struct game *game, const struct view_reader *reader,
			 struct strbuf *out)
{
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++) {
		unsigned rules = cards_state(game)->autopass[seat];

		if (rules == 0 || !(game->position.in_play >> seat & 1))
			continue;
		if (view_is_you(reader, seat))
			strbuf_add(out, translate("You have chosen AUTOPASS "));
		else
			strbuf_addf(out, translate("%s has chosen AUTOPASS "),
				    view_name(game, reader, seat));
		add_rules(rules, out);
		strbuf_add(out, view_is_you(reader, seat) ? translate(". AUTOPASS OFF ends it.\n")
							  : ".\n");
	}
}

void cards_standing(const struct game *game, uint8_t seat, struct strbuf *out)
{
	strbuf_add(out, translate("\nAUTOPASS "));
	add_rules(cards_state(game)->autopass[seat], out);
}

static void add_turn(const struct game *game, const struct view_reader *reader, uint8_t player,
		     struct strbuf *out)
{
	if (reader != NULL)
		view_turn_of(game, reader, player, "", out);
	else
		strbuf_addf(out, translate("%s to move (%s %u).\n"), view_name(game, NULL, player),
			    view_count_word(game), game_round(game));
	add_repeat_notice(cards_state(game), out);
}

static void add_demand(const struct game *game, const struct view_reader *reader,
		       struct strbuf *out)
{
	const struct card_state *table = cards_state(game);
	const uint8_t demand = card_state_demand_card(table), seat = table->now.demanded;
	const char *card =
		demand == NO_CARD ? translate("A card") : table->book->set->cards[demand].name;

	if (view_is_you(reader, seat))
		strbuf_addf(out, translate("%s asks you to choose.\n"), card);
	else
		strbuf_addf(out, translate("%s asks %s to choose.\n"), card,
			    view_name(game, reader, seat));
}

void cards_status(const struct game *game, const struct view_reader *reader, struct strbuf *out)
{
	static const struct view_sentence respond = {"You may respond, or let it stand.\n",
						     " may respond.\n", " may respond.\n"};
	static const struct view_sentence check = {"You are in check.\n", " is in check.\n",
						   " are in check.\n"};
	const struct card_state *table = cards_state(game);
	const uint8_t player = game_player(game);
	const bool moves = table->now.phase == PHASE_MOVE && player != NO_SIDE;

	if (moves) {
		add_turn(game, reader, player, out);
	} else if (table->now.phase == PHASE_WINDOW) {
		add_open_turn(game, reader, out);
		view_add_sentence(game, reader, table->now.window, &respond, out);
	} else if (table->now.phase == PHASE_DEMAND) {
		add_open_turn(game, reader, out);
		add_demand(game, reader, out);
	}
	view_add_sentence(game, reader, card_state_checks(table), &check, out);
	if (moves)
		add_moveless(table, view_is_you(reader, player), player, out);
	add_autopass(game, reader, out);
}
