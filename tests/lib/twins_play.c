/* SPDX-License-Identifier: MIT */
#include "core/gametype/cards/cards_state.h"
#include "tests/lib/twins_play.h"

struct twins_run twins_run(unsigned usual)
{
	unsigned first = pace_wanted("PBEM_SECRECY_SEED", 1);

	return (struct twins_run){first, first + pace_wanted("PBEM_SECRECY_GAMES", usual) - 1,
				  getenv("PBEM_SECRECY_GAMES") != NULL};
}

const char *twins_words(const struct twins_run *run, const char *const *games, size_t count,
			unsigned seed)
{
	if (run->is_deep)
		print_message("%u: %s\n", seed, games[(seed - 1) % count]);
	return games[(seed - 1) % count];
}

static void add_square(struct match *match, struct strbuf *out)
{
	const struct board *board = variant_board(game_of(&match->plays[0])->variant);
	char name[SQUARE_NAME_MAX];

	board_square_name(board, (square)seed_below(&match->seed, board->squares), name);
	strbuf_add(out, name);
}

/* Adds a card with words after it, which are right by chance at best. */
static void add_any_play(struct match *match, struct strbuf *out)
{
	const struct card_set *set = table_of(&match->plays[0])->book->set;
	unsigned words = seed_below(&match->seed, 3);

	strbuf_addf(out, "PLAY %s", set->cards[seed_below(&match->seed, set->count)].name);
	for (unsigned i = 0; i < words; i++) {
		strbuf_add_char(out, ' ');
		add_square(match, out);
		if (seed_below(&match->seed, 2) > 0) {
			strbuf_add_char(out, '-');
			add_square(match, out);
		}
	}
	strbuf_add_char(out, '\n');
}

static void add_any_move(struct match *match, struct strbuf *out)
{
	strbuf_add(out, "MOVE ");
	add_square(match, out);
	strbuf_add_char(out, '-');
	add_square(match, out);
	strbuf_add_char(out, '\n');
}

/* Adds a move that is legal without a card, or any move; whoever is to move. */
static void add_move(struct match *match, struct strbuf *out)
{
	const struct card_state *table = table_of(&match->plays[0]);
	struct move_list *list = base_alloc(sizeof *list);
	char text[MOVE_TEXT_MAX];

	submit_legal(table, list);
	if (list->count > 0 && seed_below(&match->seed, 8) > 0) {
		move_text(table->book->variant, &list->moves[seed_below(&match->seed, list->count)],
			  text);
		strbuf_addf(out, "MOVE %s\n", text);
	} else {
		add_any_move(match, out);
	}
	free(list);
}

/* Returns whether the card is of another kind in the other game, in hand or pile. */
static bool differs(const struct match *match, uint8_t kind)
{
	const struct piles *a = &table_of(&match->plays[0])->piles,
			   *b = &table_of(&match->plays[1])->piles;

	for (uint16_t i = 0; i < a->count; i++)
		if (a->copies[i].kind != b->copies[i].kind &&
		    (a->copies[i].kind == kind || b->copies[i].kind == kind))
			return true;
	return false;
}

/* Adds a play that the seat can make now, if its card is in both hands. */
static void add_play(struct match *match, unsigned seat, struct strbuf *out)
{
	const struct card_state *table = table_of(&match->plays[0]);
	const struct play *play;
	struct play_list list;

	play_list_init(&list);
	legal_plays_list(table, (uint8_t)seat, NULL, &list);
	play = list.count > 0 ? &list.plays[seed_below(&match->seed, list.count)] : NULL;
	if (play != NULL && !(seat == match->other && differs(match, play->card))) {
		play_print(table->book, play, out);
		strbuf_add_char(out, '\n');
	} else {
		add_move(match, out);
	}
	play_list_done(&list);
}

/* Adds an order that names a card that is in both hands or in neither; mostly the seat's own. */
static void add_card_line(struct match *match, unsigned seat, const char *order, struct strbuf *out)
{
	const struct card_state *table = table_of(&match->plays[0]);
	uint16_t hand[MAX_COPIES];
	unsigned held = piles_list(&table->piles, ZONE_HAND, (uint8_t)seat, hand);
	uint8_t kind;

	do
		kind = held > 0 && seed_below(&match->seed, 3) > 0
			       ? table->piles.copies[hand[seed_below(&match->seed, held)]].kind
			       : (uint8_t)seed_below(&match->seed, table->book->set->count);
	while (differs(match, kind));
	strbuf_addf(out, "%s %s\n", order, table->book->set->cards[kind].name);
}

/* Adds anything, right or wrong. */
static void add_noise(struct match *match, unsigned seat, struct strbuf *out)
{
	static const char *const lines[] = {
		"HAND\n",
		"PLAYS\n",
		"STATUS\n",
		"BOARD\n",
		"PASS\n",
		"ANSWER NO\n",
		"DRAW NO\n",
		"UNDO\n",
		"UNDO NO\n",
		"CLAIM DRAW\n",
		"AUTOPASS ON\n",
		"AUTOPASS OFF\n",
		"AUTOPASS UNLESS CHECK, CAPTURE, CARD\n",
		"SAY a knight, a pawn and a bishop\n",
		"PLAY Plots Within Plots\n",
	};

	if (seed_below(&match->seed, 4) == 0)
		strbuf_add(out, "TRY\n");
	switch (seed_below(&match->seed, 8)) {
	case 0:
		add_any_play(match, out);
		break;
	case 1:
		add_any_play(match, out);
		add_move(match, out);
		break;
	case 2:
		add_move(match, out);
		add_any_play(match, out);
		break;
	case 3:
		strbuf_add(out, lines[ARRAY_LEN(lines) - 1]);
		add_any_play(match, out);
		add_any_play(match, out);
		break;
	case 4:
		add_move(match, out);
		add_card_line(match, seat, "DISCARD", out);
		break;
	case 5:
		add_card_line(match, seat, seed_below(&match->seed, 2) > 0 ? "DISCARD" : "CARD",
			      out);
		break;
	case 6:
		strbuf_add(out, "ANSWER ");
		add_square(match, out);
		strbuf_add_char(out, '\n');
		break;
	default:
		strbuf_add(out, lines[seed_below(&match->seed, ARRAY_LEN(lines))]);
	}
}

/* Adds the first possible choice, as the letter names it. */
static void add_answer(struct match *match, struct strbuf *out)
{
	struct card_state *then = base_alloc(sizeof *then);
	struct event_list events;
	char name[SQUARE_NAME_MAX];

	card_state_copy(then, table_of(&match->plays[0]));
	then->history = NULL;
	event_list_init(&events);
	submit_answer_overdue(then, &events);
	for (size_t i = 0; i < events.count && out->len == 0; i++) {
		const struct event *event = &events.events[i];

		if (event->kind == EVENT_ANSWER) {
			strbuf_addf(out, "ANSWER %s\n", event->text);
		} else if (event->kind == EVENT_RETURN) {
			board_square_name(variant_board(then->book->variant), event->to, name);
			strbuf_addf(out, "ANSWER %s\n", name);
		}
	}
	if (out->len == 0)
		strbuf_add(out, "ANSWER NO\n");
	event_list_done(&events);
	free(then);
}

/* Adds an order that continues the game. */
static void add_next(struct match *match, unsigned seat, struct strbuf *out)
{
	const struct card_state *table = table_of(&match->plays[0]);

	if (table->now.phase == PHASE_DEMAND)
		add_answer(match, out);
	else if (seed_below(&match->seed, 3) == 0)
		add_play(match, seat, out);
	else if (table->now.phase == PHASE_WINDOW && seed_below(&match->seed, 8) > 0)
		strbuf_add(out, "PASS\n");
	else
		add_move(match, out);
	if (table->now.phase == PHASE_MOVE && seed_below(&match->seed, 6) == 0)
		add_card_line(match, seat, "DISCARD", out);
	if (table->now.phase == PHASE_MOVE && seed_below(&match->seed, 6) == 0) {
		strbuf_add(out, "IF FOGGED ");
		add_move(match, out);
	}
}

char *shown(const struct twin_play *play)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	view_board(game_of(play), NO_SIDE, BOARD_FULL, &out);
	view_status(game_of(play), &out);
	view_recent(game_of(play), 0, &out);
	cards_table(game_of(play), NO_SIDE, &out);
	return out.bytes;
}

/* [saved-by-a-card] is the only thing that others may learn of a hand: whether it saves a seat that
 * has no move. */
static bool is_at_its_mercy(const struct match *match)
{
	for (unsigned twin = 0; twin < TWINS && match->other < match->seats; twin++) {
		const struct card_state *table = table_of(&match->plays[twin]);

		if (!(table->field.position.in_play >> match->other & 1))
			return true;
		if (table->now.phase == PHASE_MOVE && table->field.position.turn == match->other &&
		    !card_movegen_any_move(table->book, &table->field, (uint8_t)match->other))
			return true;
	}
	return false;
}

/* Asserts that secrets never cause a refusal of an order that would be right without them: the
 * refusal would reveal them [check-with-cards] [trap-may-bare-king]. */
static void assert_refused_for_what_is_seen(struct match *match, unsigned seat, const char *letter)
{
	const struct twin_play *play = &match->plays[0];
	struct order_list orders;
	struct event_list real, trial;
	struct game seen;
	struct reason why = {.text = ""}, other;

	order_list_init(&orders);
	event_list_init(&real);
	event_list_init(&trial);
	if (order_read_message(game_of(play)->variant, letter, &orders, &why) == ACCEPTED &&
	    turn_decide(game_of(play), (uint8_t)seat, &orders, &real, &why) == REFUSED) {
		game_copy(&seen, game_of(play));
		card_state_conceal(cards_state(&seen), (uint8_t)seat);
		if (turn_decide(&seen, (uint8_t)seat, &orders, &trial, &other) == ACCEPTED)
			fail_msg("%s is refused (%s), but not as %s sees it", letter, why.text,
				 variant_seat_title(game_of(play)->variant, seat));
		game_done(&seen);
	}
	event_list_done(&trial);
	event_list_done(&real);
	order_list_done(&orders);
}

/* Returns false if the twins may differ from now on; until then they must look the same. */
static bool look(const struct match *match)
{
	if (is_shown(match) || is_at_its_mercy(match))
		return false;
	assert_nobody_can_tell(match);
	assert_same_text(shown(&match->plays[0]), shown(&match->plays[1]), "what is shown");
	return true;
}

/* Sends one message to both games. */
static bool twins_post(struct match *match, unsigned seat, const char *letter)
{
	assert_refused_for_what_is_seen(match, seat, letter);
	next_batch(match);
	both(match, seat, letter);
	return look(match);
}

bool write_noise(struct match *match)
{
	unsigned seat =
		(match->other % MAX_SIDES + 1 + seed_below(&match->seed, match->seats - 1)) %
		match->seats;
	struct strbuf letter;
	bool on;

	strbuf_init(&letter, 0);
	add_noise(match, seat, &letter);
	on = twins_post(match, seat, letter.bytes);
	strbuf_done(&letter);
	return on;
}

/* Lets all seats ask for or agree to taking back some seat's last turn: piles are shuffled then. */
static bool write_undo(struct match *match)
{
	unsigned first = seed_below(&match->seed, match->seats);
	bool on = true;

	for (unsigned i = 0; on && i < match->seats; i++)
		on = twins_post(match, (first + i) % match->seats, "UNDO\n");
	return on;
}

bool write_next(struct match *match)
{
	unsigned seat = seed_below(&match->seed, match->seats);
	uint16_t awaited;
	struct strbuf letter;
	bool on;

	awaited = card_state_awaited(table_of(&match->plays[0]));
	if (awaited == 0)
		return false;
	if (seed_below(&match->seed, 12) == 0 && twins_let_time_pass(match))
		return look(match);
	if (seed_below(&match->seed, 20) == 0)
		return write_undo(match);
	while (!(awaited >> seat & 1))
		seat = (seat + 1) % match->seats;
	strbuf_init(&letter, 0);
	add_next(match, seat, &letter);
	on = twins_post(match, seat, letter.bytes);
	strbuf_done(&letter);
	return on;
}
