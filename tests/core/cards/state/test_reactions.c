/* SPDX-License-Identifier: MIT */
/*
 * The Checkmate Rule and responses: no response mates, or exposes the mover's king; and each that
 * does neither has its effect.
 */
#include "tests/lib/tabledeal.h"
#include "tests/lib/reactprobe.h"
#include "tests/lib/scatter.h"
#include "tests/lib/pace.h"

enum { SET_UPS = 40, MOST = 10, PAIRS = 4 };

static const char *const answers[] = {
	"Revenge", "Hostage",	 "Riposte",	"Bog",
	"Toll",	   "Fog of War", "Knightmare!", "Plots Within Plots",
};

struct window {
	struct tableplay play;
	struct card_state *then, *freely;
	uint8_t mover;
	unsigned tried, spent, pairs;
};

static void deal(struct window *window)
{
	struct tableplay *play = &window->play;
	struct piles *piles = &play->table.piles;
	uint8_t set_count = (uint8_t)play->cards.set->count;

	for (uint8_t seat = 0; seat < play->cards.variant->side_count; seat++)
		for (size_t i = 0; i < ARRAY_LEN(answers); i++)
			piles_add(piles,
				  seat == window->mover
					  ? (uint8_t)tableplay_below(play, set_count)
					  : card_named(play->cards.set, answers[i], NULL),
				  piles->common ? NO_SIDE : seat, ZONE_HAND, seat);
	for (uint16_t i = 0; i < piles->count; i++)
		play->kinds[i] = piles->copies[i].kind;
}

static void tell(struct window *window)
{
	struct tableplay *play = &window->play;

	for (uint8_t seat = 0; seat < play->cards.variant->side_count; seat++) {
		scatter_tell(play, seat);
		tabledeal_tell_pile(play, "hand", ZONE_HAND, seat);
	}
	strbuf_addf(&play->turn_log, "turn %s\n",
		    variant_seat_name(play->cards.variant, window->mover));
	card_state_effects(&play->table, &play->turn_log);
}

/* Sets up a position in which the mover has a move, and another seat has few pieces. */
static bool set_up(struct window *window)
{
	struct tableplay *play = &window->play;
	uint8_t weak = (uint8_t)tableplay_below(play, play->cards.variant->side_count);
	struct position position;

	scatter_men(play, weak, &position);
	position.turn = window->mover;
	card_state_init(&play->table, play->cards.book, &position, NULL);
	for (unsigned i = tableplay_below(play, 5); i > 2; i--)
		scatter_effect(play, window->mover);
	play->table.start = play->table.field;
	if (!card_movegen_any_move(play->cards.book, &play->table.field, window->mover))
		return false;
	deal(window);
	play->shadow = play->table;
	submit_start(&play->table, NULL);
	submit_start(&play->shadow, NULL);
	if (play->table.now.phase != PHASE_MOVE || play->table.field.position.turn != window->mover)
		return false;
	tell(window);
	return true;
}

/* Makes the mover's turn: a move, mostly one that captures; often with a card, or a card instead of
 * it. */
static bool make_turn(struct window *window)
{
	static struct move_list legal;
	struct tableplay *play = &window->play;
	uint8_t seat = submit_legal(&play->table, &legal);
	const struct move *move = NULL;
	struct play_list list;
	struct reason why = {.text = ""};
	struct strbuf message;
	unsigned way = tableplay_below(play, 3);
	bool taken;

	for (unsigned i = 0; i < 12 && legal.count > 0; i++) {
		move = &legal.moves[tableplay_below(play, legal.count)];
		if (card_board_at(&play->table.field, move->to) != NO_PIECE)
			break;
	}
	if (move == NULL)
		return false;
	play_list_init(&list);
	strbuf_init(&message, 0);
	if (way > 0)
		legal_plays_list(&play->table, seat, way == 1 ? move : NULL, &list);
	if (way < 2 || list.count == 0)
		scatter_add_move(play, move, &message);
	if (list.count > 0) {
		strbuf_add(&message, message.len > 0 ? "; " : "");
		play_print(play->cards.book, &list.plays[tableplay_below(play, list.count)],
			   &message);
	}
	taken = tableplay_send(play, seat, message.bytes, &why);
	strbuf_done(&message);
	play_list_done(&list);
	return taken && play->table.now.phase == PHASE_WINDOW && play->table.now.state == TURN_IN;
}

/* Returns the fate of the seat's response: ACTION_RETURNED if the turn is over and no longer shows
 * it. */
static enum action_fate fate_of(const struct card_state *table, uint8_t seat, uint8_t kind)
{
	for (unsigned i = table->action_count; i-- > 0;)
		if (table->actions[i].seat == seat && table->actions[i].card == kind)
			return (enum action_fate)table->actions[i].fate;
	return ACTION_RETURNED;
}

static bool mates_another(const struct card_ruleset *book, const struct card_state *before,
			  const struct card_state *after, uint8_t player)
{
	for (uint8_t seat = 0; seat < book->variant->side_count; seat++)
		if (seat != player && after->field.position.in_play >> seat & 1 &&
		    card_movegen_is_mated(book, &after->field, seat) &&
		    !card_movegen_is_mated(book, &before->field, seat))
			return true;
	return false;
}

/* Checks that a card without effect would have mated or exposed the mover's king. A card with a
 * continuing effect would be allowed to mate. */
static void check_spent(struct window *window, uint8_t seat, const struct play *one,
			const char *message)
{
	struct tableplay *play = &window->play;
	struct card *card = &((struct card_set *)(uintptr_t)play->cards.set)->cards[one->card];
	struct reason why = {.text = ""};
	bool stands;

	card->continuing = true;
	stands = tableprobe_leads_to(play, seat, message, window->freely, &why) &&
		 fate_of(window->freely, seat, one->card) == ACTION_STANDS;
	card->continuing = false;
	window->spent++;
	if (stands && !reactprobe_has_card_after(&play->table) &&
	    !mates_another(play->cards.book, &play->table, window->freely, seat))
		tableplay_refute(play, seat, "a card has no effect that mates nobody", message, "");
}

static void try_one(struct window *window, uint8_t seat, const struct play *one)
{
	struct tableplay *play = &window->play;
	struct reason why = {.text = ""};
	struct strbuf message;

	strbuf_init(&message, 0);
	play_print(play->cards.book, one, &message);
	if (!tableprobe_leads_to(play, seat, message.bytes, window->then, &why))
		tableplay_refute(play, seat, "a listed play is refused", message.bytes, why.text);
	window->tried++;
	/* A card that is cancelled, or a turn that is undone, never happened: a mate belongs to
	 * what was before it. */
	if (!reactprobe_takes_back(play, one))
		reactprobe_mates_nobody(play, &play->table, window->then, seat, message.bytes);
	if (fate_of(window->then, seat, one->card) == ACTION_SPENT)
		check_spent(window, seat, one, message.bytes);
	strbuf_done(&message);
}

/* Tries two of the plays at once: accepted or refused, they mate nobody. */
static void try_pair(struct window *window, uint8_t seat, const struct play_list *list)
{
	struct tableplay *play = &window->play;
	struct reason why = {.text = ""};
	struct strbuf message;
	bool undoes = false;

	strbuf_init(&message, 0);
	strbuf_add(&message, "PLAY Plots Within Plots");
	for (unsigned i = 0; i < 2; i++) {
		const struct play *one = &list->plays[tableplay_below(play, list->count)];

		undoes |= reactprobe_takes_back(play, one);
		strbuf_add(&message, "; ");
		play_print(play->cards.book, one, &message);
	}
	if (!undoes && tableprobe_leads_to(play, seat, message.bytes, window->then, &why)) {
		window->pairs++;
		reactprobe_mates_nobody(play, &play->table, window->then, seat, message.bytes);
	}
	strbuf_done(&message);
}

static void answer(struct window *window)
{
	struct tableplay *play = &window->play;

	for (uint8_t seat = 0; seat < play->cards.variant->side_count; seat++) {
		struct play_list list;

		play_list_init(&list);
		if (seat != window->mover && play->table.now.window >> seat & 1)
			legal_plays_list(&play->table, seat, NULL, &list);
		for (unsigned i = 0; i < list.count && i < MOST; i++)
			if (!tableprobe_is_plots(play, &list.plays[i]))
				try_one(window, seat, &list.plays[i]);
		for (unsigned i = 0; i < PAIRS && list.count > 1; i++)
			try_pair(window, seat, &list);
		play_list_done(&list);
	}
}

static void run(const char *variant)
{
	unsigned turns = pace_wanted("PBEM_REACTIONS", pace(SET_UPS, 1)),
		 first = pace_wanted("PBEM_CARD_SEED", 1);
	static struct window window;

	window.then = base_alloc(2 * sizeof *window.then);
	window.freely = window.then + 1;
	window.tried = window.spent = window.pairs = 0;
	/* Set-ups in which nobody can respond prove nothing, so some more are tried. */
	for (unsigned seed = first;
	     seed < first + turns || (window.tried == 0 && seed < first + turns + SET_UPS);
	     seed++) {
		struct tableplay *play = &window.play;

		memset(play, 0, sizeof *play);
		tableplay_aborted = play;
		play->chance = seed * 7919u + 1;
		strbuf_init(&play->turn_log, 0);
		tabledeal_choose_rules(play, variant, seed);
		window.mover = (uint8_t)tableplay_below(play, play->cards.variant->side_count);
		if (set_up(&window) && make_turn(&window))
			answer(&window);
		strbuf_done(&play->turn_log);
		tableplay_aborted = NULL;
	}
	print_message("%s: %u answers tried, %u of them without effect; and %u pairs\n", variant,
		      window.tried, window.spent, window.pairs);
	free(window.then);
	assert_true(window.tried > 0);
}

static void an_answer_mates_nobody(void **state)
{
	(void)state;
	run("knightmare");
	run("three-player");
	run("four-player");
	run("four-player-team");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(an_answer_mates_nobody)};

	tableplay_tell_aborted();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
