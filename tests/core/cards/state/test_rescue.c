/* SPDX-License-Identifier: MIT */
/*
 * Tests whether a hand saves a seat without a regular move [saved-by-a-card]. The answer of the
 * search is compared with the state itself, which gets every play, every pair of plays after Plots
 * Within Plots, and every move with them.
 */
#include "core/cards/submit/mate_escape.h"
#include "tests/lib/pace.h"
#include "tests/lib/scatter.h"
#include "tests/lib/tabledeal.h"

enum { MAX_SENT = 600, TRIES_A_MATE = 4000 };

/* The result of trying everything. */
enum found { NOT_FOUND, FOUND, TOO_MANY };

struct ordeal {
	struct tableplay play;
	uint8_t seat;	      /* the seat that is mated or stalemated */
	unsigned sent, limit; /* messages tried, and their limit */
	enum found found;
	char saving[512]; /* the message that saves the seat */
	struct card_state *then;
	/* Counts of all of them: */
	unsigned saved, lost, unknown;
};

/* ---- setting up ---- */

/* Deals cards that nobody knows yet: to the seat, so that the turn begins in any case, and to each
 * other seat, so that the turn stays open. */
static void deal_unknown(struct ordeal *ordeal)
{
	struct tableplay *play = &ordeal->play;
	uint8_t legacy = card_named(play->cards.set, "Legacy", NULL);
	unsigned count = 1 + tableplay_below(play, 4);

	for (uint8_t seat = 0; seat < play->cards.variant->side_count; seat++)
		for (unsigned i = 0; i < (seat == ordeal->seat ? count : 1); i++)
			piles_add(&play->table.piles, seat == ordeal->seat ? NO_CARD : legacy,
				  play->table.piles.common ? NO_SIDE : seat, ZONE_HAND, seat);
}

static void show_hand(struct ordeal *ordeal)
{
	struct tableplay *play = &ordeal->play;
	struct piles *piles = &play->table.piles;
	bool plots = false;

	for (uint16_t i = 0; i < piles->count; i++) {
		if (piles->copies[i].kind != NO_CARD)
			continue;
		piles->copies[i].kind = (uint8_t)tableplay_below(play, play->cards.set->count);
		if (!plots && tableplay_below(play, 2))
			piles->copies[i].kind =
				card_named(play->cards.set, "Plots Within Plots", NULL);
		plots = true;
	}
	play->table.start_piles = *piles;
}

/* Sets up a state in which the seat is to move and has no regular move. Returns false if it finds
 * none this time. */
static bool set_up(struct ordeal *ordeal)
{
	struct tableplay *play = &ordeal->play;
	struct position position;
	struct card_state *table = &play->table;

	scatter_men(play, ordeal->seat, &position);
	card_state_init(table, play->cards.book, &position, NULL);
	for (unsigned i = tableplay_below(play, 5); i > 2; i--)
		scatter_effect(play, ordeal->seat);
	scatter_past(play);
	table->start = table->field;
	if (card_movegen_any_move(play->cards.book, &table->field, ordeal->seat) ||
	    (!card_movegen_in_check(play->cards.book, &table->field, ordeal->seat) &&
	     tableplay_below(play, 8)))
		return false;
	deal_unknown(ordeal);
	submit_start(table, NULL);
	if (table->now.phase != PHASE_MOVE || table->field.position.turn != ordeal->seat ||
	    card_movegen_any_move(play->cards.book, &table->field, ordeal->seat))
		return false;
	show_hand(ordeal);
	return true;
}

/* ---- trying all there is ---- */

/* Returns whether the message is accepted and its turn counts. */
static bool send(struct ordeal *ordeal, const char *message)
{
	struct reason why = {.text = ""};

	if (ordeal->found != NOT_FOUND)
		return true;
	if (++ordeal->sent > ordeal->limit) {
		ordeal->found = TOO_MANY;
		return true;
	}
	if (!tableprobe_leads_to(&ordeal->play, ordeal->seat, message, ordeal->then, &why) ||
	    (ordeal->then->now.phase != PHASE_WINDOW && ordeal->then->now.phase != PHASE_DEMAND) ||
	    ordeal->then->now.state != TURN_IN)
		return false;
	ordeal->found = FOUND;
	snprintf(ordeal->saving, sizeof ordeal->saving, "%s", message);
	return true;
}

static void print_one(const struct ordeal *ordeal, uint8_t kind, const struct play *one,
		      struct strbuf *out)
{
	struct play named = *one;

	named.card = kind;
	strbuf_add(out, out->len > 0 ? "; " : "");
	play_print(ordeal->play.cards.book, &named, out);
}

/* Sends every possible move on the board, whatever happens to the king, after the text so far. */
static void send_moves(struct ordeal *ordeal, const struct card_board *field, const char *said)
{
	struct move_list *moves = base_alloc(sizeof *moves);

	card_movegen_moves(ordeal->play.cards.book, field, ordeal->seat, false, moves);
	for (unsigned i = 0; i < moves->count && ordeal->found == NOT_FOUND; i++) {
		char name[MOVE_TEXT_MAX], message[512];

		move_text(ordeal->play.cards.variant, &moves->moves[i], name);
		snprintf(message, sizeof message, "%s; MOVE %s", said, name);
		send(ordeal, message);
	}
	free(moves);
}

/* The order of the cards in one line or two; and what follows the first, if it isn't the last. */
struct course {
	enum card_when first, second; /* 0: there is no second card */
};

static void send_cards(struct ordeal *ordeal, const struct card_board *field, struct course course,
		       const char *said, uint8_t but);

/* Sends what follows a line: another card, the move, or nothing. */
static void send_rest(struct ordeal *ordeal, const struct card_board *field, struct course course,
		      const char *said, uint8_t kind)
{
	if (course.second != 0)
		send_cards(ordeal, field, (struct course){course.second, 0}, said, kind);
	else if (course.first == WHEN_BEFORE)
		send_moves(ordeal, field, said);
	else
		send(ordeal, said);
}

static unsigned count_held(const struct ordeal *ordeal, uint8_t kind)
{
	const struct piles *piles = &ordeal->play.table.piles;
	unsigned count = 0;

	for (uint16_t i = 0; i < piles->count; i++)
		count += piles->copies[i].zone == ZONE_HAND &&
			 piles->copies[i].seat == ordeal->seat && piles->copies[i].kind == kind;
	return count;
}

static bool is_anything(void *context, const struct card_board *field)
{
	(void)context;
	(void)field;
	return true;
}

/* Sends what follows a card, on the board that it makes, with the choices of the seats that it
 * asks, and without them. */
static void send_play(struct ordeal *ordeal, const struct card_board *field, struct course course,
		      const char *said, uint8_t kind, const struct play *one)
{
	const struct card *card = tableprobe_acts_as(&ordeal->play, kind);
	struct card_board next = *field, answered;
	struct effect_context context = {
		.book = ordeal->play.cards.book,
		.field = &answered,
		.start = field,
		.found = field,
		.player = ordeal->seat,
		.mover = ordeal->seat,
		.when = course.first,
		.card = card,
		.copy = NO_COPY,
	};
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_add(&text, said);
	print_one(ordeal, kind, one, &text);
	tableprobe_do_card(&ordeal->play, ordeal->seat, card, course.first, one, &next);
	send_rest(ordeal, &next, course, text.bytes, kind);
	answered = next;
	if ((course.second != 0 || course.first == WHEN_BEFORE) && card->effect->demand != NULL &&
	    play_let_answer(&context, one, &(struct goal){is_anything, NULL}))
		send_rest(ordeal, &answered, course, text.bytes, kind);
	strbuf_done(&text);
}

/* Sends every play of every card of the hand for the first step of the course. `but`: a card played
 * before, or NO_CARD. */
static void send_cards(struct ordeal *ordeal, const struct card_board *field, struct course course,
		       const char *said, uint8_t but)
{
	for (uint8_t kind = 0; kind < ordeal->play.cards.set->count; kind++) {
		const struct card *card = count_held(ordeal, kind) > (kind == but)
						  ? tableprobe_acts_as(&ordeal->play, kind)
						  : NULL;
		struct card_board scratch = *field;
		struct effect_context context = {
			.book = ordeal->play.cards.book,
			.field = &scratch,
			.start = field,
			.player = ordeal->seat,
			.mover = ordeal->seat,
			.when = course.first,
			.card = card,
			.copy = NO_COPY,
		};
		struct play_list list;

		if (card == NULL || card->effect->verb == VERB_PLOTS ||
		    !(card->when & course.first))
			continue;
		play_list_init(&list);
		play_search(&context, &list);
		for (unsigned i = 0; i < list.count && ordeal->found == NOT_FOUND; i++)
			send_play(ordeal, field, course, said, kind, &list.plays[i]);
		play_list_done(&list);
	}
}

/* Sends every move, with cards after it. */
static void send_moves_first(struct ordeal *ordeal, enum card_when second, const char *between)
{
	const struct card_board *field = &ordeal->play.table.field;
	struct move_list *moves = base_alloc(sizeof *moves);

	card_movegen_moves(ordeal->play.cards.book, field, ordeal->seat, false, moves);
	for (unsigned i = 0; i < moves->count && ordeal->found == NOT_FOUND; i++) {
		struct card_board next = *field;
		char name[MOVE_TEXT_MAX], said[128];

		move_text(ordeal->play.cards.variant, &moves->moves[i], name);
		snprintf(said, sizeof said, "MOVE %s%s", name, between);
		card_board_begin_action(&next, 0, NULL);
		card_movegen_make(ordeal->play.cards.book, &next, &moves->moves[i], NULL);
		send_cards(ordeal, &next, (struct course){WHEN_AFTER, second}, said, NO_CARD);
	}
	free(moves);
}

/* Sends Plots Within Plots, or a card that acts as it, with each pair. */
static void send_pairs(struct ordeal *ordeal, uint8_t kind)
{
	static const struct course courses[] = {
		{WHEN_BEFORE, WHEN_BEFORE},
		{WHEN_BEFORE, WHEN_INSTEAD},
		{WHEN_INSTEAD, WHEN_INSTEAD},
	};
	const char *name = ordeal->play.cards.set->cards[kind].name;
	char said[64], behind[64];

	snprintf(said, sizeof said, "PLAY %s", name);
	snprintf(behind, sizeof behind, "; PLAY %s", name);
	for (size_t i = 0; i < ARRAY_LEN(courses) && ordeal->found == NOT_FOUND; i++)
		send_cards(ordeal, &ordeal->play.table.field, courses[i], said, NO_CARD);
	if (ordeal->found == NOT_FOUND)
		send_moves_first(ordeal, WHEN_AFTER, behind);
}

static void send_all(struct ordeal *ordeal)
{
	const struct card_board *field = &ordeal->play.table.field;

	ordeal->found = NOT_FOUND;
	ordeal->sent = 0;
	send_cards(ordeal, field, (struct course){WHEN_INSTEAD, 0}, "", NO_CARD);
	send_cards(ordeal, field, (struct course){WHEN_BEFORE, 0}, "", NO_CARD);
	send_moves_first(ordeal, 0, "");
	for (uint8_t kind = 0; kind < ordeal->play.cards.set->count; kind++) {
		const struct card *card = count_held(ordeal, kind) > 0
						  ? tableprobe_acts_as(&ordeal->play, kind)
						  : NULL;

		if (card != NULL && card->effect->verb == VERB_PLOTS)
			send_pairs(ordeal, kind);
	}
}

/* ---- comparing ---- */

static void tell(struct ordeal *ordeal)
{
	struct tableplay *play = &ordeal->play;
	const struct card_board *field = &play->table.field;

	for (uint8_t seat = 0; seat < play->cards.variant->side_count; seat++) {
		scatter_tell(play, seat);
		tabledeal_tell_pile(play, "hand", ZONE_HAND, seat);
	}
	strbuf_addf(&play->turn_log, "turn %s\n# last card: %s, by %u\n",
		    variant_seat_name(play->cards.variant, ordeal->seat),
		    field->last_card == NO_CARD ? "-"
						: play->cards.set->cards[field->last_card].name,
		    field->last_card_by);
	card_state_effects(&play->table, &play->turn_log);
}

static void compare(struct ordeal *ordeal)
{
	bool saves = mate_escape_exists(&ordeal->play.table, ordeal->seat);

	send_all(ordeal);
	ordeal->saved += ordeal->found == FOUND;
	ordeal->lost += ordeal->found == NOT_FOUND;
	ordeal->unknown += ordeal->found == TOO_MANY;
	if (ordeal->found == TOO_MANY || saves == (ordeal->found == FOUND))
		return;
	tell(ordeal);
	tableplay_refute(&ordeal->play, ordeal->seat,
			 saves ? "nothing that is sent saves who is said to be saved"
			       : "who is said to be lost is saved",
			 saves ? "" : ordeal->saving, "");
}

static void compare_one(struct ordeal *ordeal, const char *variant, unsigned seed)
{
	memset(&ordeal->play, 0, sizeof ordeal->play);
	ordeal->play.chance = seed * 7919u + 1;
	strbuf_init(&ordeal->play.turn_log, 0);
	tabledeal_choose_rules(&ordeal->play, variant, seed);
	ordeal->seat =
		(uint8_t)tableplay_below(&ordeal->play, ordeal->play.cards.variant->side_count);
	for (unsigned i = 0; i < TRIES_A_MATE; i++)
		if (set_up(ordeal)) {
			compare(ordeal);
			break;
		}
	strbuf_done(&ordeal->play.turn_log);
}

/* After Plots Within Plots, Haunting Memories doesn't act as the card of the turn before; and a
 * piece that only an Earthquake asks for can't be named. */
static void pairs_are_written_before_they_are_played(void **state)
{
	static const struct {
		const char *variant;
		unsigned seed;
	} rows[] = {{"three-player", 60226}, {"four-player", 60236}};
	static struct ordeal ordeal;

	(void)state;
	ordeal.then = base_alloc(sizeof *ordeal.then);
	ordeal.limit = MAX_SENT;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		compare_one(&ordeal, rows[i].variant, rows[i].seed);
	assert_int_equal(ordeal.lost, ARRAY_LEN(rows));
	free(ordeal.then);
}

static void run(const char *variant, unsigned usual)
{
	unsigned mates = pace_wanted("PBEM_RESCUES", pace(usual, 1)),
		 first = pace_wanted("PBEM_CARD_SEED", 1);
	static struct ordeal ordeal;

	ordeal.then = base_alloc(sizeof *ordeal.then);
	ordeal.saved = ordeal.lost = ordeal.unknown = 0;
	ordeal.limit = pace_wanted("PBEM_RESCUE_TRIES", pace(MAX_SENT, 40));
	for (unsigned seed = first; seed < first + mates; seed++)
		compare_one(&ordeal, variant, seed);
	print_message("%s: %u saved, %u lost, %u with more plays than are tried\n", variant,
		      ordeal.saved, ordeal.lost, ordeal.unknown);
	free(ordeal.then);
}

static void the_search_finds_what_saves(void **state)
{
	(void)state;
	run("knightmare", 60);
}

static void the_search_finds_what_saves_among_three(void **state)
{
	(void)state;
	run("three-player", 30);
}

static void the_search_finds_what_saves_among_four(void **state)
{
	(void)state;
	run("four-player", 30);
	run("four-player-team", 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_are_written_before_they_are_played),
		cmocka_unit_test(the_search_finds_what_saves),
		cmocka_unit_test(the_search_finds_what_saves_among_three),
		cmocka_unit_test(the_search_finds_what_saves_among_four),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
