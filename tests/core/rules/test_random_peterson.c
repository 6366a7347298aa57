/* SPDX-License-Identifier: MIT */
/*
 * Random games under Peterson's additions. Each position has the same turns as
 * tests/lib/slow_peterson.h finds. Rounds, debts and frozen seats are the same as a second account
 * that only follows the events.
 */
#include "tests/lib/random.h"
#include "tests/lib/slow_peterson.h"
#include "core/rules/peterson.h"
#include "tests/lib/pace.h"

/* The slow way takes too long above this number of turns; combinations are still tested. */
enum { MAX_COMPARED = 1500, SPARSE_DEBT = 9, FULL_DEBT = 3, FULL_PIECES = 20 };

static const struct random_rules {
	const char *variant;
	const char *options; /* "key=value ..." */
} tables[] = {
	{"three-player", "peterson.defense=on"},
	{"three-player", "peterson.exchange=on"},
	{"three-player", "peterson.capture=on"},
	{"three-player", "peterson.defense=on peterson.exchange=on peterson.capture=on"},
	{"three-player", "peterson.exchange=on beaten=role"},
	{"four-player", "peterson.defense=on"},
	{"four-player", "peterson.exchange=on"},
	{"four-player", "peterson.capture=on"},
	{"four-player", "peterson.capture=on beaten=inert"},
	{"four-player", "peterson.capture=on beaten=role"},
	{"four-player", "peterson.capture=on beaten=kingdom peterson.exchange=on"},
	{"four-player", "peterson.capture=on beaten=dead"},
	{"four-player", "peterson.capture=on beaten=removed peterson.defense=on"},
	{"four-player", "peterson.defense=on beaten=role"},
	{"four-player", "peterson.defense=on peterson.exchange=on beaten=kingdom"},
	{"four-player", "peterson.defense=on peterson.exchange=on peterson.capture=on"},
	{"kingdom", "peterson.defense=on"},
	{"kingdom", "peterson.exchange=on peterson.capture=on"},
	{"kingdom", "peterson.defense=on peterson.exchange=on absent=red"},
	{"fourteen", "peterson.defense=on peterson.exchange=on"},
	{"fourteen", "peterson.capture=on peterson.defense=on"},
};

/* Counts of what the games contained. */
static unsigned seen_long, seen_debts, seen_trades, seen_many, seen_compared, seen_refused;
static unsigned seen_events[EVENT_KINDS];

/* An account of [exchange-round] and [frozen-seat] that only follows the events. */
struct bookkeeper {
	unsigned left, weakest;
	uint16_t lost, involved, frozen;
	unsigned debts[MAX_SIDES];
};

static void hear_capture(struct bookkeeper *book, const struct variant *variant,
			 const struct position *now, const struct event *event)
{
	uint8_t loser = now->controller[event->side], player = now->controller[now->turn];
	const struct piece *piece = position_piece(now, event->from);
	unsigned worth = slow_worth(variant, piece);

	if (!variant->peterson.exchange || loser == NO_SIDE)
		return;
	if (book->left == 0) {
		book->lost = book->involved = 0;
		book->weakest = 0;
		for (unsigned seat = 0; seat < variant->side_count; seat++)
			book->left +=
				now->in_play >> seat & 1 ||
				(variant->beaten == BEATEN_ROLE && now->controller[seat] != seat &&
				 now->controller[seat] != NO_SIDE);
	}
	book->lost |= (uint16_t)(1u << loser);
	book->involved |= (uint16_t)(1u << loser | 1u << player);
	if (worth > 0 && (book->weakest == 0 || worth < book->weakest))
		book->weakest = worth;
}

static void hear_end_of_turn(struct bookkeeper *book, const struct position *now)
{
	if (book->left == 0 || --book->left > 0)
		return;
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		if (__builtin_popcount(book->lost) > 1 && now->in_play >> seat & 1 &&
		    !(book->involved >> seat & 1))
			book->debts[seat] += book->weakest;
}

/* Follows a seat that loses its turn: it has none, and it is mated or not. */
static void hear_lost_turn(struct bookkeeper *book, const struct variant *variant,
			   const struct position *now, const struct event *event)
{
	struct position then = *now;

	then.turn = event->seat;
	assert_false(slow_has_turn(variant, &then));
	if (now->in_play >> event->seat & 1)
		assert_int_equal(event->kind == EVENT_FREEZE,
				 variant->peterson.capture &&
					 slow_mated(variant, &then, event->seat));
	book->frozen &= (uint16_t) ~(1u << event->seat);
	if (event->kind == EVENT_FREEZE)
		book->frozen |= (uint16_t)(1u << event->seat);
}

/* Follows the events of a turn from `first` on; those before `end` are the mover's. */
static void hear(struct bookkeeper *book, const struct play *play, const struct position *before,
		 size_t first, size_t end)
{
	struct position now = *before;

	if (end > first) {
		book->debts[before->turn] = 0;
		book->frozen &= (uint16_t) ~(1u << before->turn);
	}
	for (size_t i = first; i < play->record.count; i++) {
		const struct event *event = &play->record.events[i];
		struct reason reason;

		if (i == end)
			hear_end_of_turn(book, &now);
		if (event->kind == EVENT_CAPTURE)
			hear_capture(book, play->variant, &now, event);
		if (event->kind == EVENT_PASS || event->kind == EVENT_FREEZE) {
			hear_lost_turn(book, play->variant, &now, event);
			hear_end_of_turn(book, &now);
		}
		if (event->kind == EVENT_BEATEN) {
			book->debts[event->seat] = 0;
			book->frozen &= (uint16_t) ~(1u << event->seat);
		}
		assert_int_equal(position_apply(play->variant, &now, event, &reason), 0);
	}
}

static void assert_book(const struct bookkeeper *book, const struct play *play)
{
	const struct position *position = &play->position;

	if (play->outcome.status != STATUS_PLAYING)
		return;
	assert_int_equal(book->left, position->exchange.left);
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		assert_int_equal(book->debts[seat], position->debts[seat]);
	assert_int_equal(book->frozen & ~(1u << position->turn), position->frozen);
}

/* The turns that core finds. */
struct turns {
	const struct variant *variant;
	char **texts;
	size_t count, size;
};

static bool add_turn(void *context, const struct peterson_turn *turn, const struct position *after)
{
	struct turns *turns = context;
	struct strbuf text;

	(void)after;
	if (turns->count == turns->size) {
		turns->size = turns->size ? 2 * turns->size : 256;
		turns->texts = base_realloc(turns->texts, turns->size * sizeof *turns->texts);
	}
	strbuf_init(&text, 0);
	peterson_print(turns->variant, turn, &text);
	turns->texts[turns->count++] = text.bytes;
	seen_long += turn->move_count > 1;
	seen_trades += turn->trade_count > 0;
	return turns->count < 50000;
}

static void turns_done(struct turns *turns)
{
	for (size_t i = 0; i < turns->count; i++)
		free(turns->texts[i]);
	free(turns->texts);
}

static bool has_text(const struct turns *turns, const char *text)
{
	return bsearch(&text, turns->texts, turns->count, sizeof *turns->texts, slow_compare) !=
	       NULL;
}

/* Returns whether the slow way can be used for this position. */
static bool is_small(const struct play *play, const struct turns *turns)
{
	const struct position *position = &play->position;
	unsigned pieces = 0;

	for (unsigned i = 0; i < position->piece_count; i++)
		pieces += position->pieces[i].fate == ON_BOARD;
	return turns->count <= MAX_COMPARED &&
	       position->debts[position->turn] <= (pieces > FULL_PIECES ? FULL_DEBT : SPARSE_DEBT);
}

static void assert_same_turns(const struct play *play, const struct turns *turns)
{
	struct slow_search search = {.variant = play->variant, .start = &play->position};

	strbuf_init(&search.payment, 0);
	slow_search_run(&search);
	qsort(search.texts, search.count, sizeof *search.texts, slow_compare);
	for (size_t i = 0; i < turns->count || i < search.count; i++)
		if (i >= turns->count || i >= search.count ||
		    strcmp(turns->texts[i], search.texts[i]) != 0)
			fail_msg("%s, %s to move: turn %zu of %zu is %s, slowly of %zu %s",
				 variant_name(play->variant),
				 variant_seat_name(play->variant, play->position.turn), i,
				 turns->count, i < turns->count ? turns->texts[i] : "-",
				 search.count, i < search.count ? search.texts[i] : "-");
	assert_int_equal(peterson_turns(play->variant, &play->position, NULL, NULL), turns->count);
	slow_search_done(&search);
	seen_compared++;
}

/* Asserts that turns made from halves of two others are legal exactly if they are in the list. */
static void assert_mixtures(const struct play *play, const struct turns *turns, uint32_t *chance)
{
	for (unsigned i = 0; i < 8; i++) {
		const char *a = turns->texts[draw_number(chance, (uint32_t)turns->count)];
		const char *b = turns->texts[draw_number(chance, (uint32_t)turns->count)];
		const char *tail = strrchr(b, '+');
		size_t head = strcspn(a, "+");
		struct peterson_turn turn;
		struct reason why = {.text = ""};
		char *text = base_printf("%.*s+%s", (int)(i % 2 ? head : strlen(a)), a,
					 tail ? tail + 1 : b);
		bool legal = peterson_read(play->variant, &play->position, text, &turn, &why) ==
			     ACCEPTED;

		if (legal != has_text(turns, text))
			fail_msg("%s is %s: %s", text, legal ? "taken" : "refused", why.text);
		assert_true(legal || why.text[0] != '\0');
		seen_refused += !legal;
		free(text);
	}
}

/* Chooses a turn, preferably a capture or one of several moves. */
static const char *choose(const struct play *play, const struct turns *turns, uint32_t *chance)
{
	unsigned first = draw_number(chance, (uint32_t)turns->count);
	bool takes = draw_number(chance, 3) > 0;

	for (size_t i = 0; takes && i < turns->count && i < 400; i++) {
		const char *text = turns->texts[(first + i) % turns->count];
		struct position next = play->position;
		struct peterson_turn turn;
		struct reason why;

		assert_int_equal(peterson_read(play->variant, &next, text, &turn, &why), ACCEPTED);
		for (unsigned j = 0; j < turn.move_count; j++)
			if (turn.moves[j].kind == MOVE_EN_PASSANT ||
			    (turn.moves[j].kind != MOVE_CASTLE &&
			     position_piece(&next, turn.moves[j].to) != NULL))
				return text;
	}
	return turns->texts[first];
}

static void play_and_hear(struct play *play, const char *text, struct bookkeeper *book)
{
	struct position before = play->position;
	size_t first = play->record.count, end;
	struct peterson_turn turn;
	struct reason why = {.text = ""};

	if (peterson_read(play->variant, &play->position, text, &turn, &why) == REFUSED)
		fail_msg("%s: %s", text, why.text);
	peterson_make(play->variant, &play->position, &turn, &play->record);
	end = play->record.count;
	play->outcome = rules_next_turn(play->variant, &play->position, &play->history,
					&play->legal, &play->record);
	assert_events(play, &before, first);
	hear(book, play, &before, first, end);
	assert_book(book, play);
}

/* Returns a position with a few pieces for each seat, and some that were captured before. */
static struct position sparse_position(const struct play *play, uint32_t *chance)
{
	const struct variant *variant = play->variant;
	struct position position;

	position_clear(variant, &position);
	for (uint8_t side = 0; side < variant->side_count; side++) {
		unsigned pieces = 3 + draw_number(chance, 5);

		for (unsigned i = 0; i < pieces; i++) {
			uint8_t type = i == 0 ? variant->royal
					      : (uint8_t)draw_number(chance, variant->type_count);
			square at;

			do
				at = (square)draw_number(chance, variant->board.squares);
			while (position.owner[at] != OWNER_NONE ||
			       (type == variant->pawn && variant->sides[side].promotes[at]));
			if (type == variant->royal && i > 0)
				continue;
			position_put(variant, &position, side, type, at);
			if (i > 0 && draw_number(chance, 5) == 0)
				position_capture(variant, &position, at, NULL);
		}
	}
	position.turn = (uint8_t)draw_number(chance, variant->side_count);
	for (unsigned seat = 0; variant->peterson.exchange && seat < variant->side_count; seat++)
		position.debts[seat] =
			draw_number(chance, 3) ? 0 : (uint16_t)draw_number(chance, 10);
	return position;
}

/* Plays one game; returns how many positions were checked. */
static unsigned play_randomly(struct play *play, uint32_t *chance, unsigned positions)
{
	struct bookkeeper book = {0};
	unsigned seen = 0;

	if (draw_number(chance, 4) == 0) {
		play_start(play);
	} else {
		struct position position = sparse_position(play, chance);

		play_position(play, &position);
		for (unsigned seat = 0; seat < MAX_SIDES; seat++)
			book.debts[seat] = position.debts[seat];
		hear(&book, play, &position, 0, 0);
	}
	for (; play->outcome.status == STATUS_PLAYING && seen < positions; seen++) {
		struct turns turns = {.variant = play->variant};

		seen_debts += play->position.debts[play->position.turn] > 0;
		peterson_turns(play->variant, &play->position, add_turn, &turns);
		assert_true(turns.count > 0);
		qsort(turns.texts, turns.count, sizeof *turns.texts, slow_compare);
		seen_many += turns.count > MAX_COMPARED;
		if (is_small(play, &turns))
			assert_same_turns(play, &turns);
		if (turns.count < 50000)
			assert_mixtures(play, &turns, chance);
		play_and_hear(play, choose(play, &turns, chance), &book);
		turns_done(&turns);
	}
	for (size_t i = 0; i < play->record.count; i++)
		seen_events[play->record.events[i].kind]++;
	return seen;
}

static void take_table(struct play *play, const struct random_rules *table)
{
	struct option options[6];
	struct reason reason = {.text = ""};
	const char *rest = table->options, *word;
	size_t count = 0, len;

	for (; strbuf_next_word(&rest, &word, &len); count++) {
		size_t key = strcspn(word, "=");

		snprintf(options[count].key, sizeof options->key, "%.*s", (int)key, word);
		snprintf(options[count].value, sizeof options->value, "%.*s", (int)(len - key - 1),
			 word + key + 1);
	}
	play->variant = variant_get(play->library, table->variant, options, count, &reason);
	if (play->variant == NULL)
		fail_msg("%s", reason.text);
}

static void games_hold_what_peterson_promises(void **state)
{
	struct play *play = *state;
	const char *wanted = getenv("PBEM_RANDOM_POSITIONS");
	unsigned positions = wanted ? (unsigned)atoi(wanted) : pace(150, 5);

	for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
		uint32_t chance = 11 + (uint32_t)i;

		take_table(play, &tables[i]);
		for (unsigned seen = 0; seen < positions;)
			seen += 1 + play_randomly(play, &chance, pace(40, 5));
	}
	if (getenv("PBEM_VERBOSE") != NULL)
		print_message("compared %u, long %u, debts %u, trades %u, many %u, refused %u, "
			      "frozen %u, "
			      "thawed %u, beaten %u, exchanges %u\n",
			      seen_compared, seen_long, seen_debts, seen_trades, seen_many,
			      seen_refused, seen_events[EVENT_FREEZE], seen_events[EVENT_THAW],
			      seen_events[EVENT_BEATEN], seen_events[EVENT_OWE]);
	if (positions < 150)
		return;
	assert_true(seen_compared > 1000 && seen_long > 1000 && seen_debts > 100 &&
		    seen_trades > 20);
	assert_true(seen_events[EVENT_FREEZE] > 10 && seen_events[EVENT_THAW] > 3 &&
		    seen_events[EVENT_BEATEN] > 20 && seen_events[EVENT_OWE] > 20 &&
		    seen_refused > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(games_hold_what_peterson_promises, play_open,
						play_close),
	};

	return cmocka_run_group_tests_name("random peterson", tests, NULL, NULL);
}
