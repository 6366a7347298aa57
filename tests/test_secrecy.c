/* SPDX-License-Identifier: MIT */
/*
 * Nobody learns a card of another: two random games that differ in one seat's hand alone, in which the
 * players write all they may, and all they may not. PBEM_SECRECY_GAMES plays more of them.
 */
#include "tests/twins.h"

#include "core/cards/ways.h"
#include "core/text.h"
#include "core/view.h"
#include "core/view_cards.h"
#include "tests/pace.h"

enum { LETTERS = 60, LETTERS_DEEP = 250 };

/* Two cards of different kinds change places. */
static void
swap_kinds(struct match *match, struct piles *piles, const uint16_t *from, unsigned count,
           const uint16_t *with, unsigned with_count)
{
	uint8_t *a, *b, kind;

	assert_true(count > 0 && with_count > 1);
	a = &piles->copies[from[chance(match, count)]].kind;
	do
		b = &piles->copies[with[chance(match, with_count)]].kind;
	while (*a == *b);
	kind = *a;
	*a = *b;
	*b = kind;
}

/* One card in the other seat's hand changes places with one still to be drawn; in every third game the
 * next two of a pile do, which nobody may know. */
static void
change_one(struct match *match, unsigned twin, struct piles *piles)
{
	uint8_t seat = (uint8_t)chance(match, match->seats);
	uint16_t hand[MAX_COPIES], pile[MAX_COPIES];
	unsigned drawn = piles_list(piles, ZONE_DRAW, seat, pile);
	unsigned held = piles_list(piles, ZONE_HAND, seat, hand);

	if (twin == 0)
		return;
	match->other = chance(match, 3) == 0 ? MAX_SIDES : seat;
	if (match->other == seat)
		swap_kinds(match, piles, hand, held, pile, drawn);
	else
		swap_kinds(match, piles, pile, 1, pile + 1, drawn - 1);
}

/* ---- what players write ---- */

static void
add_square(struct match *match, struct text *out)
{
	const struct board *board = variant_board(game_of(&match->plays[0])->variant);
	char name[SQUARE_NAME_MAX];

	board_square_name(board, (square)chance(match, board->squares), name);
	text_add(out, name);
}

/* A card and words behind it, right by chance at best. */
static void
add_any_play(struct match *match, struct text *out)
{
	const struct card_set *set = table_of(&match->plays[0])->book->set;
	unsigned words = chance(match, 3);

	text_addf(out, "PLAY %s", set->cards[chance(match, set->count)].name);
	for (unsigned i = 0; i < words; i++) {
		text_add_char(out, ' ');
		add_square(match, out);
		if (chance(match, 2) > 0) {
			text_add_char(out, '-');
			add_square(match, out);
		}
	}
	text_add_char(out, '\n');
}

static void
add_any_move(struct match *match, struct text *out)
{
	text_add(out, "MOVE ");
	add_square(match, out);
	text_add_char(out, '-');
	add_square(match, out);
	text_add_char(out, '\n');
}

/* A move that is legal without a card, or any; whoever's turn it is. */
static void
add_move(struct match *match, struct text *out)
{
	const struct table *table = table_of(&match->plays[0]);
	struct move_list *list = base_alloc(sizeof *list);
	char text[MOVE_TEXT_MAX];

	table_legal(table, list);
	if (list->count > 0 && chance(match, 8) > 0) {
		move_text(table->book->variant, &list->moves[chance(match, list->count)], text);
		text_addf(out, "MOVE %s\n", text);
	} else {
		add_any_move(match, out);
	}
	free(list);
}

/* Whether the card is of another kind in the other game, in hand or pile. */
static bool
differs(const struct match *match, uint8_t kind)
{
	const struct piles *a = &table_of(&match->plays[0])->piles, *b = &table_of(&match->plays[1])->piles;

	for (uint16_t i = 0; i < a->count; i++)
		if (a->copies[i].kind != b->copies[i].kind &&
		    (a->copies[i].kind == kind || b->copies[i].kind == kind))
			return true;
	return false;
}

/* What the seat can play now, if it is in both hands. */
static void
add_play(struct match *match, unsigned seat, struct text *out)
{
	const struct table *table = table_of(&match->plays[0]);
	const struct play *play;
	struct play_list list;

	play_list_init(&list);
	table_plays(table, (uint8_t)seat, NULL, &list);
	play = list.count > 0 ? &list.plays[chance(match, list.count)] : NULL;
	if (play != NULL && !(seat == match->other && differs(match, play->card))) {
		play_print(table->book, play, out);
		text_add_char(out, '\n');
	} else {
		add_move(match, out);
	}
	play_list_done(&list);
}

/* Names a card that is in both hands or in neither; the seat's own mostly. */
static void
add_card_line(struct match *match, unsigned seat, const char *order, struct text *out)
{
	const struct table *table = table_of(&match->plays[0]);
	uint16_t hand[MAX_COPIES];
	unsigned held = piles_list(&table->piles, ZONE_HAND, (uint8_t)seat, hand);
	uint8_t kind;

	do
		kind = held > 0 && chance(match, 3) > 0
		               ? table->piles.copies[hand[chance(match, held)]].kind
		               : (uint8_t)chance(match, table->book->set->count);
	while (differs(match, kind));
	text_addf(out, "%s %s\n", order, table->book->set->cards[kind].name);
}

/* Anything at all, right or wrong. */
static void
add_noise(struct match *match, unsigned seat, struct text *out)
{
	static const char *const lines[] = {
		"HAND\n", "PLAYS\n", "STATUS\n", "BOARD\n", "PASS\n", "ANSWER NO\n", "DRAW NO\n",
		"CLAIM DRAW\n", "AUTOPASS ON\n", "AUTOPASS OFF\n", "AUTOPASS UNLESS CHECK, CAPTURE, CARD\n", "SAY a knight, a pawn and a bishop\n", "PLAY Plots Within Plots\n",
	};

	if (chance(match, 4) == 0)
		text_add(out, "TRY\n");
	switch (chance(match, 8)) {
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
		text_add(out, lines[ARRAY_LEN(lines) - 1]);
		add_any_play(match, out);
		add_any_play(match, out);
		break;
	case 4:
		add_move(match, out);
		add_card_line(match, seat, "DISCARD", out);
		break;
	case 5:
		add_card_line(match, seat, chance(match, 2) > 0 ? "DISCARD" : "CARD", out);
		break;
	case 6:
		text_add(out, "ANSWER ");
		add_square(match, out);
		text_add_char(out, '\n');
		break;
	default:
		text_add(out, lines[chance(match, ARRAY_LEN(lines))]);
	}
}

/* The first answer to what is demanded, as the letter names it. */
static void
add_answer(struct match *match, struct text *out)
{
	struct table *then = base_alloc(sizeof *then);
	struct event_list facts;
	char name[SQUARE_NAME_MAX];

	table_copy(then, table_of(&match->plays[0]));
	then->history = NULL;
	event_list_init(&facts);
	table_answer_overdue(then, &facts);
	for (size_t i = 0; i < facts.count && out->len == 0; i++) {
		const struct event *fact = &facts.events[i];

		if (fact->kind == EVENT_REPLY) {
			text_addf(out, "ANSWER %s\n", fact->text);
		} else if (fact->kind == EVENT_RETURN) {
			board_square_name(variant_board(then->book->variant), fact->to, name);
			text_addf(out, "ANSWER %s\n", name);
		}
	}
	if (out->len == 0)
		text_add(out, "ANSWER NO\n");
	event_list_done(&facts);
	free(then);
}

/* What brings the game on. */
static void
add_next(struct match *match, unsigned seat, struct text *out)
{
	const struct table *table = table_of(&match->plays[0]);

	if (table->phase == PHASE_DEMAND)
		add_answer(match, out);
	else if (chance(match, 3) == 0)
		add_play(match, seat, out);
	else if (table->phase == PHASE_WINDOW && chance(match, 8) > 0)
		text_add(out, "PASS\n");
	else
		add_move(match, out);
	if (table->phase == PHASE_MOVE && chance(match, 6) == 0)
		add_card_line(match, seat, "DISCARD", out);
	if (table->phase == PHASE_MOVE && chance(match, 6) == 0) {
		text_add(out, "IF FOGGED ");
		add_move(match, out);
	}
}

/* ---- what is looked at ---- */

/* What `pbem show` and `pbem status` tell of a game, and each seat's view of another's. */
static char *
shown(const struct table_play *play)
{
	struct text out;

	text_init(&out, 0);
	view_board(game_of(play), NO_SIDE, BOARD_FULL, &out);
	view_status(game_of(play), &out);
	view_recent(game_of(play), 0, &out);
	view_cards_table(game_of(play), NO_SIDE, &out);
	return out.bytes;
}

/* C11 is the one thing others may learn of a hand: whether it saves a seat that has no move. */
static bool
is_at_its_mercy(const struct match *match)
{
	for (unsigned twin = 0; twin < TWINS && match->other < match->seats; twin++) {
		const struct table *table = table_of(&match->plays[twin]);

		if (!(table->field.position.in_play >> match->other & 1))
			return true;
		if (table->phase == PHASE_MOVE && table->field.position.turn == match->other &&
		    !ways_any_move(table->book, &table->field, (uint8_t)match->other))
			return true;
	}
	return false;
}

/* What the seat may not know refuses nothing that would be right without it: by such a refusal it would
 * learn of it (cards 3, K8). */
static void
assert_refused_for_what_is_seen(struct match *match, unsigned seat, const char *letter)
{
	const struct table_play *play = &match->plays[0];
	struct order_list orders;
	struct event_list real, trial;
	struct game seen;
	struct reason why = {""}, other;

	order_list_init(&orders);
	event_list_init(&real);
	event_list_init(&trial);
	if (order_read_letter(game_of(play)->variant, letter, &orders, &why) == ACCEPTED &&
	    turn_decide(game_of(play), (uint8_t)seat, &orders, &real, &why) == REFUSED) {
		game_copy(&seen, game_of(play));
		table_conceal(seen.table, (uint8_t)seat);
		if (turn_decide(&seen, (uint8_t)seat, &orders, &trial, &other) == ACCEPTED)
			fail_msg("%s is refused (%s), but not as %s sees it", letter, why.text,
			         variant_seat_title(game_of(play)->variant, seat));
		game_done(&seen);
	}
	event_list_done(&trial);
	event_list_done(&real);
	order_list_done(&orders);
}

/* False when the twins may part now; until then nobody can tell them apart. */
static bool
look(const struct match *match)
{
	if (is_shown(match) || is_at_its_mercy(match))
		return false;
	assert_nobody_can_tell(match);
	assert_same_text(shown(&match->plays[0]), shown(&match->plays[1]), "what is shown");
	return true;
}

/* One letter to both games. */
static bool
post(struct match *match, unsigned seat, const char *letter)
{
	assert_refused_for_what_is_seen(match, seat, letter);
	next_batch(match);
	both(match, seat, letter);
	return look(match);
}

/* Somebody but the other seat, whose hands differ and who may be answered so, writes anything. */
static bool
write_noise(struct match *match)
{
	unsigned seat = (match->other % MAX_SIDES + 1 + chance(match, match->seats - 1)) % match->seats;
	struct text letter;
	bool on;

	text_init(&letter, 0);
	add_noise(match, seat, &letter);
	on = post(match, seat, letter.bytes);
	text_done(&letter);
	return on;
}

static bool
write_next(struct match *match)
{
	unsigned seat = chance(match, match->seats);
	uint16_t awaited;
	struct text letter;
	bool on;

	awaited = table_awaited(table_of(&match->plays[0]));
	if (awaited == 0)
		return false;
	if (chance(match, 12) == 0 && twins_let_time_pass(match))
		return look(match);
	while (!(awaited >> seat & 1))
		seat = (seat + 1) % match->seats;
	text_init(&letter, 0);
	add_next(match, seat, &letter);
	on = post(match, seat, letter.bytes);
	text_done(&letter);
	return on;
}

/* How many letters were written until the games parted. */
static unsigned
play_pair(const char *words, unsigned seed)
{
	const unsigned most = getenv("PBEM_SECRECY_GAMES") != NULL ? LETTERS_DEEP : LETTERS;
	struct match match;
	unsigned count = 0;
	bool on = true;

	twins_begin(&match, words, seed, change_one);
	assert_nobody_can_tell(&match);
	while (on && count < most) {
		on = write_next(&match) && (chance(&match, 3) > 0 || write_noise(&match));
		count++;
	}
	twins_end(&match);
	return count;
}

static unsigned
games_wanted(unsigned usual)
{
	const char *wanted = getenv("PBEM_SECRECY_GAMES");

	return wanted != NULL ? (unsigned)text_number(wanted, 1000000) : usual;
}

static void
nobody_can_tell_what_another_holds(void **state)
{
	static const char *const games[] = {
		"knightmare", "three-player cards=on", "four-player cards=on", "knightmare window=0",
		"four-player-team cards=on", "knightmare hand=growing", "four-player cards=on bishops=redraw",
		"three-player cards=on deck=common extra-discards=40", "knightmare deck=common extra-discards=55",
	};
	unsigned count = 0, played = games_wanted(pace(9, 2));

	(void)state;
	for (unsigned i = 0; i < played; i++)
		count += play_pair(games[i % ARRAY_LEN(games)], 1 + i);
	assert_true(count >= 4 * played);
	if (getenv("PBEM_SECRECY_GAMES") != NULL)
		printf("%u letters\n", count);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_can_tell_what_another_holds),
	};

	return cmocka_run_group_tests_name("secrecy", tests, NULL, NULL);
}
