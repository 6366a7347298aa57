/* SPDX-License-Identifier: MIT */
/* Random games with cards on every board that has them, with invariants checked at each step. */
#include "tests/lib/tabledeal.h"
#include "tests/lib/reactprobe.h"
#include "tests/lib/pace.h"
#include "tests/lib/kept.h"

enum { MAX_STEPS = 90, PROBED = 12, TRIES = 40 };

static void print_play(const struct tableplay *play, const struct play *one, struct strbuf *out)
{
	play_print(play->cards.book, one, out);
}

/* Adds one of the listed plays; returns false if there are none. */
static bool add_some_play(struct tableplay *play, uint8_t seat, const struct move *after,
			  struct strbuf *message, struct play *chosen)
{
	struct play_list list;
	bool any;

	play_list_init(&list);
	legal_plays_list(&play->table, seat, after, &list);
	any = list.count > 0;
	if (any) {
		*chosen = list.plays[tableplay_below(play, list.count)];
		print_play(play, chosen, message);
	}
	play_list_done(&list);
	return any;
}

/* Probes the lists, which takes long in every state; with PBEM_CARD_PROBE=N only in every Nth. */
static void probe(struct tableplay *play, uint8_t seat, const struct move *after, const char *start)
{
	unsigned every = pace_wanted("PBEM_CARD_PROBE", PROBED);
	struct play_list list;

	if (every == 0 || tableplay_below(play, every) != 0)
		return;
	play_list_init(&list);
	legal_plays_list(&play->table, seat, after, &list);
	for (unsigned i = 0; i < list.count; i++) {
		strbuf_add(&play->came, "may: ");
		print_play(play, &list.plays[i], &play->came);
		strbuf_add_char(&play->came, '\n');
	}
	tableprobe_listed(play, seat, &list, start, TRIES);
	tableprobe_unlisted(play, seat, &list, start, TRIES);
	play_list_done(&list);
}

/* Asserts that a listed play that is a whole message is accepted [trial-plays]. */
static void assert_taken(struct tableplay *play, uint8_t seat, const struct strbuf *message)
{
	struct reason why = {.text = ""};

	if (!tableplay_send(play, seat, message->bytes, &why))
		tableplay_fail(play, "a listed play is refused", why.text);
}

/* Tries Plots Within Plots with two of the listed plays: it may be accepted or refused, and nothing
 * else may go wrong. */
static bool try_plots(struct tableplay *play, uint8_t seat, const struct move *after,
		      const char *before)
{
	struct strbuf message;
	struct play chosen;
	struct reason why = {.text = ""};
	bool taken;

	strbuf_init(&message, 0);
	strbuf_addf(&message, "%sPLAY Plots Within Plots", before);
	for (unsigned i = 0; i < 2; i++) {
		strbuf_add(&message, "; ");
		add_some_play(play, seat, after, &message, &chosen);
	}
	taken = tableplay_send(play, seat, message.bytes, &why);
	strbuf_done(&message);
	return taken;
}

static void add_move(const struct tableplay *play, const struct move *move, struct strbuf *message)
{
	char name[MOVE_TEXT_MAX];

	move_text(play->cards.variant, move, name);
	strbuf_addf(message, "MOVE %s", name);
}

/* Tries cards before the move and instead of it, with a move after those that allow one. */
static bool try_early_card(struct tableplay *play, uint8_t seat, const struct move_list *legal)
{
	struct reason why = {.text = ""};
	struct play chosen;
	struct strbuf message;
	bool taken = false, any;

	strbuf_init(&message, 0);
	any = add_some_play(play, seat, NULL, &message, &chosen);
	if (any && tableprobe_is_plots(play, &chosen)) {
		taken = try_plots(play, seat, NULL, "");
	} else if (any) {
		uint8_t when = play->cards.set->cards[chosen.card].when;

		play->plays++;
		if (when & WHEN_INSTEAD) {
			assert_taken(play, seat, &message);
			tableprobe_no_mate(play);
			taken = true;
		} else {
			if (legal->count > 0) {
				strbuf_add(&message, "; ");
				add_move(play, &legal->moves[tableplay_below(play, legal->count)],
					 &message);
			}
			taken = tableplay_send(play, seat, message.bytes, &why);
			if (taken)
				tableprobe_no_mate(play);
		}
	}
	strbuf_done(&message);
	return taken;
}

/* Adds what may follow a move: conditional moves, or a card to be discarded. Returns true if the
 * message was sent with it. */
static bool add_rest(struct tableplay *play, uint8_t seat, const struct move *move, bool discards,
		     struct strbuf *message)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&play->table.piles, ZONE_HAND, seat, copies);
	struct reason why = {.text = ""};
	size_t len = message->len;
	bool taken;

	if (tableplay_below(play, 6) != 0)
		return false;
	if (discards && count > 0 && tableplay_below(play, 2)) {
		uint16_t copy = copies[tableplay_below(play, count)];

		strbuf_addf(message, "; DISCARD %s",
			    play->cards.set->cards[play->table.piles.copies[copy].kind].name);
	} else {
		strbuf_add(message, tableplay_below(play, 2) ? "; IF CHAOS " : "; IF FOGGED ");
		add_move(play, move, message);
	}
	taken = tableplay_send(play, seat, message->bytes, &why);
	if (!taken) {
		message->len = len;
		message->bytes[len] = '\0';
	}
	return taken;
}

static void make_move(struct tableplay *play, uint8_t seat, const struct move_list *legal)
{
	const struct move *move = &legal->moves[tableplay_below(play, legal->count)];
	struct play chosen;
	struct strbuf message, card;
	bool some;

	strbuf_init(&message, 0);
	strbuf_init(&card, 0);
	add_move(play, move, &message);
	strbuf_addf(&card, "%s; ", message.bytes);
	probe(play, seat, move, card.bytes);
	strbuf_clear(&card);
	some = tableplay_below(play, 3) > 0 && add_some_play(play, seat, move, &card, &chosen) &&
	       !tableprobe_is_plots(play, &chosen);
	if (some) {
		play->plays++;
		strbuf_addf(&message, "; %s", card.bytes);
	}
	if (!add_rest(play, seat, move, !some, &message))
		assert_taken(play, seat, &message);
	tableprobe_no_mate(play);
	strbuf_done(&card);
	strbuf_done(&message);
}

/* Tries random moves with pieces of all seats. Most are illegal, and every answer is summed up. */
static void try_any_moves(struct tableplay *play, uint8_t seat)
{
	const struct position *position = &play->table.field.position;
	const struct board *board = &play->cards.variant->board;

	for (unsigned i = 0; i < 6; i++) {
		const struct piece *piece =
			&position->pieces[tableplay_below(play, position->piece_count)];
		char from[SQUARE_NAME_MAX], to[SQUARE_NAME_MAX], message[64];
		struct reason why = {.text = ""};

		if (piece->fate != ON_BOARD)
			continue;
		board_square_name(board, piece->at, from);
		board_square_name(board, (square)tableplay_below(play, board->squares), to);
		snprintf(message, sizeof message, "MOVE %s-%s", from, to);
		(void)tableprobe_takes(play, seat, message, &why);
	}
}

static void take_turn(struct tableplay *play)
{
	static struct move_list legal;
	struct reason why = {.text = ""};
	uint8_t seat = submit_legal(&play->table, &legal);

	probe(play, seat, NULL, "");
	if (seat != NO_SIDE)
		try_any_moves(play, seat);
	for (unsigned i = 0; i < 3; i++) {
		if (tableplay_below(play, 3) == 0 && try_early_card(play, seat, &legal))
			return;
	}
	if (legal.count > 0) {
		make_move(play, seat, &legal);
		return;
	}
	/* Only a card is left, or PASS. */
	for (unsigned i = 0; i < 20; i++) {
		if (try_early_card(play, seat, &legal))
			return;
	}
	if (!tableplay_send(play, seat, "PASS", &why))
		play->steps = MAX_STEPS;
}

static uint8_t some_seat_of(struct tableplay *play, uint16_t seats)
{
	unsigned skip = tableplay_below(play, (uint32_t)__builtin_popcount(seats));

	for (uint8_t seat = 0;; seat++) {
		if (seats >> seat & 1 && skip-- == 0)
			return seat;
	}
}

/* Returns whether the open turn is undone as a whole: no Doomsayer has claimed a piece in it, and
 * it isn't the later of two cards instead of the move, which Chaos takes out. */
static bool is_undone_whole(const struct card_state *table)
{
	if (table->now.state != TURN_AGAIN || !table->now.chaos)
		return false;
	for (unsigned i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->kind == ACTION_SAID ||
		    (action->fate == ACTION_STANDS && action->when == WHEN_INSTEAD))
			return false;
	}
	return true;
}

/* Checks that an undone turn leaves everything as it was: the pieces, the effects on them, rights,
 * and the mover's cards if only Chaos has been played. */
static void check_undone(struct tableplay *play)
{
	const struct card_state *table = &play->table;
	struct card_board now = table->field;
	uint8_t mover = table->start.position.turn;

	/* In a turn that is undone as a whole, every action is a card. */
	if (!is_undone_whole(table))
		return;
	now.turn_log = table->start.turn_log;
	now.last_card = table->start.last_card;
	now.last_card_by = table->start.last_card_by;
	tableplay_assert(play, tableplay_same_field(&now, &table->start));
	for (unsigned i = 0; i < table->action_count; i++)
		if (table->actions[i].fate == ACTION_STANDS &&
		    play->cards.set->cards[table->actions[i].acts_as].effect->verb != VERB_UNDO)
			return;
	for (uint16_t i = 0; i < table->piles.count; i++) {
		const struct copy *found = &table->start_piles.copies[i],
				  *copy = &table->piles.copies[i];

		tableplay_assert(play,
				 found->seat != mover || play->table.piles.common ||
					 (found->zone == copy->zone && found->seat == copy->seat &&
					  found->place == copy->place));
	}
}

/* Sends the next seat's turn at once: it is accepted, pending, or refused. */
static bool send_ahead(struct tableplay *play, uint8_t seat)
{
	static struct move_list legal;
	struct reason why = {.text = ""};
	struct strbuf message;
	bool taken;

	if (tableplay_below(play, 5) != 0 || submit_legal(&play->table, &legal) != seat ||
	    legal.count == 0)
		return false;
	strbuf_init(&message, 0);
	add_move(play, &legal.moves[tableplay_below(play, legal.count)], &message);
	taken = tableplay_send(play, seat, message.bytes, &why);
	strbuf_done(&message);
	return taken;
}

static void answer_window(struct tableplay *play)
{
	static struct card_state before;
	uint8_t seat = some_seat_of(play, play->table.now.window);
	struct strbuf message;
	struct play chosen;
	struct reason why = {.text = ""};
	bool taken_back;

	probe(play, seat, NULL, "");
	before = play->table;
	strbuf_init(&message, 0);
	if (tableplay_below(play, 8) > 0 && add_some_play(play, seat, NULL, &message, &chosen) &&
	    !tableprobe_is_plots(play, &chosen)) {
		taken_back = reactprobe_takes_back(play, &chosen);
		play->reactions++;
		if (tableplay_below(play, 4) > 0 || !try_plots(play, seat, NULL, "")) {
			assert_taken(play, seat, &message);
			check_undone(play);
		}
		if (!taken_back)
			reactprobe_mates_nobody(play, &before, &play->table, seat, "");
	} else if (!send_ahead(play, seat) && !tableplay_send(play, seat, "PASS", &why)) {
		tableplay_fail(play, "PASS is refused", why.text);
	}
	strbuf_done(&message);
}

/* Adds a random choice: NO, a square of one of the seat's pieces, where it goes, what it becomes.
 */
static void add_some_answer(struct tableplay *play, uint8_t seat, square at, unsigned way,
			    struct strbuf *message)
{
	static const char kinds[] = "QRBNP";
	const struct board *board = &play->cards.variant->board;
	const struct target_rule any = {.form = TARGET_SQUARE, .whose = WHOSE_OPEN};
	char from[SQUARE_NAME_MAX], to[SQUARE_NAME_MAX];

	board_square_name(board, at, from);
	board_square_name(board, tableprobe_square(play, seat, &any), to);
	strbuf_addf(message, "ANSWER %s", way == 0 ? to : way == 1 ? "NO" : from);
	if (way == 3)
		strbuf_addf(message, "=%c", kinds[tableplay_below(play, 5)]);
	else if (way > 3)
		strbuf_add(message, to);
}

static bool try_answer(struct tableplay *play, uint8_t seat)
{
	const struct position *position = &play->table.field.position;
	const struct piece *piece = &position->pieces[tableplay_below(play, position->piece_count)];
	unsigned way = tableplay_below(play, 8);
	struct reason why = {.text = ""};
	struct strbuf message;
	bool taken;

	if (piece->fate != ON_BOARD || (way != 0 && position->controller[piece->side] != seat))
		return false;
	strbuf_init(&message, 0);
	add_some_answer(play, seat, piece->at, way, &message);
	taken = tableprobe_takes(play, seat, message.bytes, &why) &&
		tableplay_send(play, seat, message.bytes, &why);
	strbuf_done(&message);
	return taken;
}

/* Adds the choice that was made for an overdue seat to the script. */
static void tell_answer(struct tableplay *play, uint8_t seat, const struct event_list *events)
{
	char name[SQUARE_NAME_MAX];

	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->events[i];

		if (event->kind == EVENT_ANSWER) {
			strbuf_addf(&play->turn_log, "%s: ANSWER %s\n",
				    variant_seat_name(play->cards.variant, seat), event->text);
			return;
		}
		if (event->kind == EVENT_RETURN) {
			board_square_name(&play->cards.variant->board, event->to, name);
			strbuf_addf(&play->turn_log, "%s: ANSWER %s\n",
				    variant_seat_name(play->cards.variant, seat), name);
			return;
		}
	}
	tableplay_fail(play, "no answer is taken", "");
}

static void answer_demand(struct tableplay *play)
{
	struct event_list events;
	uint8_t seat = play->table.now.demanded;

	play->demands++;
	for (unsigned i = 0; i < 20; i++) {
		if (try_answer(play, seat))
			return;
	}
	event_list_init(&events);
	strbuf_addf(&play->turn_log, "# %s's answer to %s is overdue\n",
		    variant_seat_name(play->cards.variant, seat),
		    play->cards.set->cards[card_state_demand_card(&play->table)].name);
	submit_answer_overdue(&play->table, &events);
	tell_answer(play, seat, &events);
	tableplay_check(play, &events);
	event_list_done(&events);
}

static void say_something(struct tableplay *play)
{
	struct reason why = {.text = ""};
	uint8_t seat = (uint8_t)tableplay_below(play, play->cards.variant->side_count);

	tableplay_send(play, seat, "SAY pawns, knights and queens", &why);
}

static void play_game(struct tableplay *play)
{
	for (play->steps = 0; play->steps < MAX_STEPS && play->table.now.phase != PHASE_OVER;
	     play->steps++) {
		if (tableplay_below(play, 12) == 0 && play->table.now.phase != PHASE_DEMAND)
			say_something(play);
		if (play->table.now.phase == PHASE_MOVE)
			take_turn(play);
		else if (play->table.now.phase == PHASE_WINDOW)
			answer_window(play);
		else if (play->table.now.phase == PHASE_DEMAND)
			answer_demand(play);
	}
}

static void run_games(const char *variant, unsigned usual)
{
	static struct tableplay play;
	unsigned games = pace_wanted("PBEM_CARD_GAMES", pace(usual, 2)),
		 first = pace_wanted("PBEM_CARD_SEED", 1);
	unsigned plays = 0, reactions = 0, demands = 0, listed = 0, unlisted = 0, mates = 0, game;

	for (game = 0; game < games; game++) {
		tabledeal_open(&play, variant, first + game);
		play_game(&play);
		if (getenv("PBEM_CARD_PROBE") == NULL &&
		    !kept_is_same(variant, first + game, &play.came))
			tableplay_fail(&play, kept_is_not, "");
		plays += play.plays;
		reactions += play.reactions;
		demands += play.demands;
		listed += play.listed;
		unlisted += play.unlisted;
		mates += play.mates;
		tableplay_close(&play);
	}
	print_message("%s: %u games, %u plays, %u reactions, %u demands; tried %u listed, %u "
		      "unlisted, %u for "
		      "mate\n",
		      variant, game, plays, reactions, demands, listed, unlisted, mates);
}

static void random_games_hold_together(void **state)
{
	(void)state;
	run_games("knightmare", 50);
}

static void random_games_of_three_hold_together(void **state)
{
	(void)state;
	run_games("three-player", 25);
}

static void random_games_of_four_hold_together(void **state)
{
	(void)state;
	run_games("four-player", 20);
	run_games("four-player-team", 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_games_hold_together),
		cmocka_unit_test(random_games_of_three_hold_together),
		cmocka_unit_test(random_games_of_four_hold_together),
	};

	tableplay_tell_aborted();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
