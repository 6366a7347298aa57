/* SPDX-License-Identifier: MIT */
/* Random games of a ring beside a slow second ring, which must agree after every message. */
#include "tests/lib/random.h"
#include "tests/lib/pace.h"
#include "tests/lib/ring.h"
#include "tests/lib/slow_ring.h"

static struct slow_ring slow;

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns the lines of a list, sorted and joined. */
static char *sorted(struct strbuf *list)
{
	char *lines[1000];
	size_t count = 0;
	struct strbuf text;

	strbuf_init(&text, 0);
	for (char *line = strtok(list->bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
		lines[count++] = line;
	qsort(lines, count, sizeof *lines, compare);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&text, " %s", lines[i]);
	return text.bytes;
}

static void assert_same_moves(struct ring_test *table, struct ring_list *legal)
{
	struct strbuf ours, theirs;
	char *list;

	strbuf_init(&ours, 0);
	strbuf_init(&theirs, 0);
	ring_legal_all(table->variant, ring_of(table), legal);
	ring_list_sort(table->variant, legal);
	for (unsigned i = 0; i < legal->count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(table->variant, &legal->moves[i], name);
		strbuf_addf(&ours, " %s", name);
	}
	for (int i = 0; i < slow.seats; i++)
		slow_list(&slow, i, &theirs);
	list = sorted(&theirs);
	if (strcmp(ours.bytes, list) != 0)
		fail_msg("%s\nslowly:\n%s", ours.bytes, list);
	free(list);
	strbuf_done(&ours);
	strbuf_done(&theirs);
}

static void assert_same_stock(struct ring_test *table, int seat)
{
	uint16_t stock[RING_SIDES][MAX_TYPES][MAX_BOARDS] = {{{0}}};

	for (int i = 0; i < slow.stock_count[seat]; i++)
		stock[slow.stock[seat][i].side][slow.stock[seat][i].type]
		     [slow.stock[seat][i].set]++;
	assert_memory_equal(stock, ring_of(table)->stock[seat], sizeof stock);
}

static void assert_same_board(struct ring_test *table, int number)
{
	const struct ring_board *ours = &ring_of(table)->board[number];
	const struct slow_board *theirs = &slow.board[number];

	assert_int_equal(ours->alive, theirs->alive);
	if (!ours->alive)
		return;
	assert_int_equal(ours->mated == NO_SIDE ? -1 : ours->mated, theirs->mated);
	assert_int_equal(ours->seat[0], theirs->seat[0]);
	assert_int_equal(ours->seat[1], theirs->seat[1]);
	if (ours->mated == NO_SIDE)
		assert_int_equal(ours->position.turn, theirs->position.turn);
	assert_memory_equal(ours->position.owner, theirs->position.owner,
			    sizeof ours->position.owner);
}

static void assert_same_ring(struct ring_test *table)
{
	assert_int_equal(ring_of(table)->over, slow.over);
	assert_int_equal(ring_of(table)->in_play, slow.in_play);
	for (int i = 0; i < slow.seats; i++) {
		assert_same_stock(table, i);
		assert_same_board(table, i);
	}
}

/* Asserts that the ring is closed: with more than two seats left, each has one board of each
 * colour, and no two share both. */
static void assert_ring(struct ring_test *table)
{
	const struct ring *ring = ring_of(table);

	for (uint8_t seat = 0; seat < ring->boards; seat++) {
		uint8_t white = ring_board_of(ring, seat, 0), black = ring_board_of(ring, seat, 1);

		if (!(ring->in_play >> seat & 1) || __builtin_popcount(ring->in_play) <= 2)
			continue;
		assert_true(white != NO_BOARD && black != NO_BOARD);
		assert_int_equal(ring_boards(ring, seat), 1 << white | 1 << black);
		assert_int_not_equal(ring_opponent(ring, white, seat),
				     ring_opponent(ring, black, seat));
	}
}

/* Asserts that exactly the seats that are to move are asked. */
static void assert_asked(struct ring_test *table)
{
	for (uint8_t seat = 0; seat < slow.seats; seat++)
		assert_int_equal(table->file->game.questions[seat].entry != 0,
				 ring_turns(ring_of(table), seat) != 0);
}

/* Returns a knight's move out or back on a king's side: games of such moves repeat positions. */
static const struct ring_move *shuffle(const struct ring_test *table, const struct ring_list *legal,
				       unsigned first)
{
	for (unsigned i = 0; i < legal->count; i++) {
		const struct ring_move *move = &legal->moves[(first + i) % legal->count];
		char name[RING_TEXT_MAX];

		ring_text(table->variant, move, name);
		if (strstr(name, ":g1f3") || strstr(name, ":f3g1") || strstr(name, ":g8f6") ||
		    strstr(name, ":f6g8"))
			return move;
	}
	return NULL;
}

/* Chooses a mate if there is one and the player looks for it; otherwise any move, preferably a
 * capture or a placement. */
static const struct ring_move *choose(struct ring_test *table, const struct ring_list *legal,
				      uint32_t *chance)
{
	unsigned first = draw_number(chance, legal->count);
	bool hunts = draw_number(chance, 6) == 0, takes = draw_number(chance, 2) == 0;

	for (unsigned i = 0; i < legal->count && (hunts || takes); i++) {
		const struct ring_move *move = &legal->moves[(first + i) % legal->count];
		const struct ring_board *board = &ring_of(table)->board[move->board];

		if (takes &&
		    (move->placed || (move->move.kind != MOVE_CASTLE &&
				      board->position.piece_at[move->move.to] != NO_PIECE)))
			return move;
		if (hunts) {
			struct ring *next = ring_copy(ring_of(table));
			bool mates;

			ring_make(table->variant, next, move, NULL);
			ring_apply_consequences(table->variant, next, move->board, NULL);
			mates = next->board[move->board].mated != NO_SIDE;
			ring_free(next);
			if (mates)
				return move;
		}
	}
	return &legal->moves[first];
}

static void both_play(struct ring_test *table, const struct ring_move *chosen)
{
	const struct ring_move move = *chosen;
	char name[RING_TEXT_MAX];

	ring_text(table->variant, &move, name);
	say(table, (char)('a' + ring_mover(ring_of(table), move.board)), name);
	if (move.placed)
		slow_play_placement(&slow, move.board, move.type, move.set, move.move.to);
	else
		slow_play_move(&slow, move.board, &move.move);
	slow_follow(&slow, move.board);
}

static void both_resign(struct ring_test *table, uint8_t seat, unsigned board)
{
	uint8_t side = ring_side(ring_of(table), board, seat);
	char text[16];

	if (side == NO_SIDE || slow.board[board].mated >= 0)
		return;
	snprintf(text, sizeof text, "RESIGN %u", board + 1);
	say(table, (char)('a' + seat), text);
	slow.board[board].mated = side;
}

/* Lets a seat resign one of its boards, or both. */
static void some_resign(struct ring_test *table, uint32_t *chance)
{
	uint8_t seat = (uint8_t)draw_number(chance, (uint32_t)slow.seats);
	uint8_t side = (uint8_t)draw_number(chance, 2);
	bool both = draw_number(chance, 2) == 0;

	for (uint8_t i = 0; i < 2; i++) {
		uint8_t board = ring_board_of(ring_of(table), seat, i);

		if (board != NO_BOARD && (both || i == side))
			both_resign(table, seat, board);
	}
}

/* Offers a draw with a move and, if the board goes on, accepts it at once. */
static void both_agree(struct ring_test *table, const struct ring_move *chosen)
{
	const struct ring_move move = *chosen;
	uint8_t seat = ring_mover(ring_of(table), move.board);
	char name[RING_TEXT_MAX], text[RING_TEXT_MAX + 8];

	ring_text(table->variant, &move, name);
	snprintf(text, sizeof text, "%s\nDRAW", name);
	say(table, (char)('a' + seat), text);
	if (move.placed)
		slow_play_placement(&slow, move.board, move.type, move.set, move.move.to);
	else
		slow_play_move(&slow, move.board, &move.move);
	slow_follow(&slow, move.board);
	if (ring_of(table)->board[move.board].offering == NO_SIDE)
		return;
	snprintf(text, sizeof text, "DRAW %u", move.board + 1u);
	say(table, (char)('a' + ring_opponent(ring_of(table), move.board, seat)), text);
	slow_set_up(&slow, move.board);
}

/* Counts of what the games contained: a test that never met a rule says nothing about it. */
static unsigned seen_events[EVENT_KINDS], seen_draws, seen_gaps, seen_twice, seen_repetitions;

static void tally(const struct ring_test *table)
{
	unsigned beaten = 0;

	for (size_t i = 0; i < table->events.count; i++) {
		const struct event *event = &table->events.events[i];

		seen_events[event->kind]++;
		beaten += event->kind == EVENT_BEATEN;
		seen_gaps += event->kind == EVENT_FRESH && strcmp(event->text, "gap") == 0;
		seen_repetitions +=
			event->kind == EVENT_FRESH && strcmp(event->text, "repetition") == 0;
		seen_draws += event->kind == EVENT_RESULT && strbuf_starts(event->text, "draw");
	}
	seen_twice += beaten > 1;
}

/* Sends one message of any seat to both rings. */
static void one_letter(struct ring_test *table, const struct ring_list *legal, bool shuffles,
		       uint32_t *chance)
{
	const struct ring_move *move;

	if (draw_number(chance, 100) == 0) {
		some_resign(table, chance);
		return;
	}
	if (legal->count == 0)
		return;
	move = shuffles && draw_number(chance, 50)
		       ? shuffle(table, legal, draw_number(chance, legal->count))
		       : NULL;
	if (move == NULL)
		move = choose(table, legal, chance);
	if (draw_number(chance, 60) == 0)
		both_agree(table, move);
	else
		both_play(table, move);
}

static void assert_same(struct ring_test *table)
{
	tally(table);
	assert_same_ring(table);
	assert_ring(table);
	assert_asked(table);
}

static void play_randomly(struct ring_test *table, unsigned seats, bool social, uint32_t *chance,
			  unsigned turns)
{
	unsigned run = 1 + draw_number(chance, 6 * seats);
	bool shuffles = draw_number(chance, 8) == 0;

	table_begin(table, seats, social ? "social" : "strict");
	slow_start(&slow, table->variant, (int)seats, social);
	for (unsigned turn = 0; turn < turns && !slow.over; turn++) {
		struct ring_list legal;

		ring_list_init(&legal);
		assert_same_moves(table, &legal);
		one_letter(table, &legal, shuffles, chance);
		assert_same(table);
		if (draw_number(chance, run) == 0 || legal.count == 0) {
			end_run(table);
			slow_call(&slow);
			assert_same(table);
		} else if (draw_number(chance, 100) == 0) {
			assert_keeps(table);
		}
		ring_list_done(&legal);
	}
	assert_keeps(table);
	slow_end(&slow);
}

static void both_rings_play_the_same_games(void **state)
{
	struct ring_test *table = *state;
	const char *wanted = getenv("PBEM_RANDOM_GAMES");
	unsigned games = wanted ? (unsigned)atoi(wanted) : pace(24, 1);
	uint32_t chance = 11;

	for (unsigned i = 0; i < games; i++)
		play_randomly(table, i % 4 == 3 ? 5 + i % 11 : 3 + i % 3, i % 2, &chance,
			      pace(400, 60));
	if (games < 24)
		return;
	assert_true(seen_events[EVENT_PLACE] > 100 && seen_events[EVENT_BEATEN] > 20);
	assert_true(seen_events[EVENT_CONQUER] > 10 && seen_gaps > 0 && seen_twice > 0);
	assert_true(seen_repetitions > 0 && seen_events[EVENT_FRESH] > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(both_rings_play_the_same_games, table_open,
						table_close),
	};

	return cmocka_run_group_tests_name("ring_random", tests, NULL, NULL);
}
