/* SPDX-License-Identifier: MIT */
/* Games with cards from letters to files and back: random play, both files, the snapshot. */
#include <stdio.h>
#include <unistd.h>

#include "tests/chess.h"

#include "core/cards/deck.h"
#include "core/cards/table.h"
#include "core/gamefile.h"
#include "core/order.h"
#include "core/turn.h"
#include "pbem/deal.h"
#include "tests/scratch.h"
#include "tests/pace.h"

static const char secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* A game being played, its files' bytes beside it. */
struct match {
	struct gamefile *file;
	struct text public, sealed;
	char folder[SCRATCH_MAX];
	unsigned seed, accepted, reactions;
};

static unsigned
chance(struct match *play, unsigned limit)
{
	play->seed = play->seed * 1103515245u + 12345u;
	return (play->seed >> 16) % limit;
}

static struct table *
table_of(const struct match *play)
{
	return play->file->game.table;
}

static void
add(struct match *play, const struct event_list *events)
{
	const struct entry_head head = {play->file->head + 1, 1795228000 + play->file->head, "moderator"};
	struct reason reason = {""};

	if (gamefile_add(play->file, &head, events, &play->public, &play->sealed, &reason) < 0)
		fail_msg("%s", reason.text);
}

/* Decks as the game's options have them, dealt. */
static void
start(struct match *play)
{
	static const char *const words[] = {"", "", "", ""};
	const struct book *book = table_of(play)->book;
	const struct lots lots = {"g1", secret, words, book->variant->side_count, NULL};
	struct stack *shares = base_alloc(MAX_SIDES * sizeof *shares), aside;
	struct piles *piles = base_alloc(sizeof *piles);
	struct deck_rules rules;
	struct event_list events;

	assert_int_equal(deck_rules_read(book, &rules, NULL), 0);
	deck_shares(&rules, &lots, shares, &aside);
	for (uint8_t seat = 0; seat < book->variant->side_count && rules.mode != DECK_COMMON; seat++) {
		struct stack share = shares[seat];

		deck_build(&rules, &lots, seat, &share, &shares[seat]);
	}
	deck_lay(&rules, &lots, rules.mode == DECK_COMMON ? NULL : shares, &aside, piles);
	event_list_init(&events);
	turn_start_dealt(&play->file->game, piles, &events);
	add(play, &events);
	event_list_done(&events);
	free(piles);
	free(shares);
}

static void
begin(struct match *play, const char *name, const struct option *options, size_t count, unsigned seed)
{
	struct game_header header = {.id = "g1", .number = 1, .created = 1795228000};
	struct reason reason = {""};
	const struct variant *variant = variant_get(library, name, options, count, &reason);

	if (variant == NULL)
		fail_msg("%s", reason.text);
	memset(play, 0, sizeof *play);
	play->seed = seed;
	strcpy(header.variant, name);
	memcpy(header.options, options, count * sizeof *options);
	header.option_count = count;
	sealed_commit(secret, &header.commit);
	text_init(&play->public, 0);
	text_init(&play->sealed, 0);
	assert_true(scratch_make(play->folder));
	assert_non_null(book_of(variant, NULL));
	play->file = gamefile_new(&header, variant);
	gamefile_header(&header, variant, &play->public);
	gamefile_seal(play->file, secret, &play->sealed);
	start(play);
}

static void
end(struct match *play)
{
	gamefile_free(play->file);
	text_done(&play->public);
	text_done(&play->sealed);
	assert_int_equal(scratch_remove(play->folder), 0);
}

/* One message of a seat; whether it was accepted. */
static bool
send(struct match *play, uint8_t seat, const char *letter)
{
	struct order_list orders;
	struct event_list events;
	struct reason why = {""};
	bool accepted;

	order_list_init(&orders);
	event_list_init(&events);
	accepted = order_read_letter(play->file->game.variant, letter, &orders, &why) == ACCEPTED &&
	           turn_decide(&play->file->game, seat, &orders, &events, &why) == ACCEPTED;
	if (accepted)
		add(play, &events);
	event_list_done(&events);
	order_list_done(&orders);
	play->accepted += accepted;
	return accepted;
}

static uint8_t
someone_awaited(struct match *play)
{
	uint16_t awaited = table_awaited(table_of(play));
	unsigned choice = chance(play, (unsigned)__builtin_popcount(awaited));

	while (choice-- > 0)
		awaited &= (uint16_t)(awaited - 1);
	return (uint8_t)__builtin_ctz(awaited);
}

static bool
play_card(struct match *play, uint8_t seat, const struct move *after)
{
	struct play_list list;
	struct text letter;
	bool done = false;

	play_list_init(&list);
	table_plays(table_of(play), seat, after, &list);
	text_init(&letter, 0);
	if (list.count > 0) {
		char move[MOVE_TEXT_MAX];

		if (after != NULL) {
			move_text(play->file->game.variant, after, move);
			text_addf(&letter, "MOVE %s\n", move);
		}
		play_print(table_of(play)->book, &list.plays[chance(play, list.count)], &letter);
		done = send(play, seat, letter.bytes);
	}
	text_done(&letter);
	play_list_done(&list);
	return done;
}

static bool
make_move(struct match *play, uint8_t seat, bool with_card)
{
	struct move_list *list = base_alloc(sizeof *list);
	char letter[MOVE_TEXT_MAX + 8] = "PASS";
	bool done = false;

	table_legal(table_of(play), list);
	if (list->count > 0) {
		const struct move *move = &list->moves[chance(play, list->count)];

		strcpy(letter, "MOVE ");
		move_text(play->file->game.variant, move, letter + 5);
		done = with_card && play_card(play, seat, move);
	}
	done = done || send(play, seat, letter);
	free(list);
	return done;
}

/* What a seat that is waited for does; false when nothing it tried was accepted. */
static bool
act(struct match *play)
{
	uint8_t seat = someone_awaited(play);

	switch (table_of(play)->phase) {
	case PHASE_WINDOW:
		if (chance(play, 3) > 0 && play_card(play, seat, NULL)) {
			play->reactions++;
			return true;
		}
		return send(play, seat, "PASS");
	case PHASE_DEMAND: {
		struct event_list events;
		struct table *copy = base_alloc(sizeof *copy);

		/* The clock answers. */
		*copy = *table_of(play);
		event_list_init(&events);
		table_answer_overdue(copy, &events);
		add(play, &events);
		event_list_done(&events);
		free(copy);
		return true;
	}
	default:
		if (chance(play, 2) > 0 && play_card(play, seat, NULL))
			return true;
		return make_move(play, seat, chance(play, 2) > 0);
	}
}

static void
write_file(const struct match *play, const char *name, const struct text *text)
{
	char *path = base_printf("%s/%s", play->folder, name);
	FILE *stream = fopen(path, "wb");

	assert_non_null(stream);
	assert_int_equal(fwrite(text->bytes, 1, text->len, stream), text->len);
	fclose(stream);
	free(path);
}

static void
remove_file(const struct match *play, const char *name)
{
	char *path = base_printf("%s/%s", play->folder, name);

	unlink(path);
	free(path);
}

static void
assert_same_action(const struct book *book, const struct action *a, const struct action *b)
{
	struct text first, second;

	text_init(&first, 0);
	text_init(&second, 0);
	assert_int_equal(a->kind, b->kind);
	if (a->kind == ACTION_CARD) {
		play_print(book, &a->play, &first);
		play_print(book, &b->play, &second);
	}
	assert_string_equal(first.bytes, second.bytes);
	assert_int_equal(a->fate, b->fate);
	assert_int_equal(a->copy, b->copy);
	assert_int_equal(a->drawn, b->drawn);
	text_done(&first);
	text_done(&second);
}

/* The same table, as far as a turn's script goes. */
static void
assert_same_table(const struct table *a, const struct table *b)
{
	assert_memory_equal(&a->field, &b->field, sizeof a->field);
	assert_memory_equal(&a->start, &b->start, sizeof a->start);
	assert_memory_equal(&a->piles, &b->piles, sizeof a->piles);
	assert_int_equal(a->phase, b->phase);
	assert_int_equal(a->window, b->window);
	assert_int_equal(a->played, b->played);
	assert_int_equal(a->action_count, b->action_count);
	for (uint8_t i = 0; i < a->action_count; i++)
		assert_same_action(a->book, &a->actions[i], &b->actions[i]);
}

static void
assert_same_game(const struct gamefile *a, const struct gamefile *b)
{
	assert_string_equal(a->hash.hex, b->hash.hex);
	assert_string_equal(a->sealed.hash.hex, b->sealed.hash.hex);
	assert_same_table(a->game.table, b->game.table);
	assert_int_equal(a->game.history.count, b->game.history.count);
	assert_int_equal(a->game.step_count, b->game.step_count);
	assert_memory_equal(a->game.steps, b->game.steps, b->game.step_count * sizeof *b->game.steps);
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		assert_int_equal(a->game.questions[seat].entry, b->game.questions[seat].entry);
}

static struct gamefile *
load(const struct match *play)
{
	struct reason reason = {""};
	struct gamefile *file = gamefile_load(play->folder, library, &reason);

	if (file == NULL)
		fail_msg("%s", reason.text);
	return file;
}

/* Both files read again make the same game, with a snapshot of now and without; the public one alone is
 * read too, and knows the same board. */
static void
assert_comes_back(struct match *play)
{
	struct text snapshot;
	struct gamefile *file;

	text_init(&snapshot, 0);
	gamefile_snapshot(play->file, &snapshot);
	write_file(play, "game.txt", &play->public);
	write_file(play, "sealed", &play->sealed);
	file = load(play);
	assert_same_game(file, play->file);
	gamefile_free(file);
	write_file(play, "snapshot", &snapshot);
	file = load(play);
	assert_same_game(file, play->file);
	gamefile_free(file);
	remove_file(play, "snapshot");
	remove_file(play, "sealed");
	file = load(play);
	assert_memory_equal(&file->game.position, &play->file->game.position,
	                    sizeof file->game.position);
	gamefile_free(file);
	text_done(&snapshot);
}

static void
play_games(const char *name, const struct option *options, size_t count, unsigned games)
{
	for (unsigned seed = 1; seed <= pace(games, 2); seed++) {
		struct match play;

		begin(&play, name, options, count, seed);
		for (unsigned i = 0; i < 60 && table_of(&play)->phase != PHASE_OVER; i++) {
			if (!act(&play))
				break;
			if (i % 20 == 19)
				assert_comes_back(&play);
		}
		assert_comes_back(&play);
		assert_true(play.accepted > 0);
		end(&play);
	}
}

static void
games_of_two_come_back_from_their_files(void **state)
{
	static const struct option none[1];

	(void)state;
	play_games("knightmare", none, 0, 12);
}

static void
games_with_a_common_deck_come_back_from_their_files(void **state)
{
	static const struct option options[] = {{"deck", "common"}};

	(void)state;
	play_games("knightmare", options, 1, 8);
}

static void
games_of_several_come_back_from_their_files(void **state)
{
	static const struct option options[] = {{"cards", "on"}};

	(void)state;
	play_games("three-player", options, 1, 8);
	play_games("four-player", options, 1, 8);
}

/* A hand of five is dealt, and the public file tells how many cards there are but not which. */
static void
the_public_file_names_no_card_before_it_is_shown(void **state)
{
	static const struct option none[1];
	struct match play;

	(void)state;
	begin(&play, "knightmare", none, 0, 1);
	assert_int_equal(piles_size(&table_of(&play)->piles, ZONE_HAND, 0), HAND_SIZE);
	for (unsigned i = 0; i < table_of(&play)->book->set->count; i++)
		assert_null(strstr(play.public.bytes, table_of(&play)->book->set->cards[i].name));
	assert_non_null(strstr(play.public.bytes, "\n  top white\n"));
	assert_non_null(strstr(play.sealed.bytes, " face 0 "));
	end(&play);
}

/* What is said of cards, and begins as a question would. */
static void
talk_of_cards_is_no_question(void **state)
{
	static const struct {
		const char *line;
		bool is_order;
	} lines[] = {
		{"CARD Bog", true}, {"card Fog of War", true}, {"PLAYS e2-e4", true}, {"plays", true},
		{"HAND", true}, {"card gave.", false}, {"plays well", false}, {"hand me that", false},
	};
	const struct variant *variant = variant_get(library, "knightmare", NULL, 0, NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct order_list orders;
		struct reason why;

		order_list_init(&orders);
		if ((order_read(variant, lines[i].line, 1, &orders, &why) == ACCEPTED) != lines[i].is_order)
			fail_msg("%s", lines[i].line);
		order_list_done(&orders);
	}
}

/* By mail the program builds the decks; what can't be played so yet is refused. */
static void
only_decks_that_the_program_builds_are_dealt_by_mail(void **state)
{
	static const struct {
		struct option option;
		bool can_be;
	} rows[] = {
		{{"deck", "auto"}, true}, {{"hand", "growing"}, true}, {{"deck", "split"}, false},
		{{"deck", "personal"}, false}, {{"deck", "common"}, false}, {{"order", "stacked"}, false},
		{{"public-words", "dice"}, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct reason reason = {""};
		const struct variant *variant = variant_get(library, "knightmare", &rows[i].option, 1, &reason);

		if (variant == NULL)
			fail_msg("%s", reason.text);
		assert_int_equal(deal_check(variant, &reason) == 0, rows[i].can_be);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_decks_that_the_program_builds_are_dealt_by_mail),
		cmocka_unit_test(talk_of_cards_is_no_question),
		cmocka_unit_test(the_public_file_names_no_card_before_it_is_shown),
		cmocka_unit_test(games_of_two_come_back_from_their_files),
		cmocka_unit_test(games_with_a_common_deck_come_back_from_their_files),
		cmocka_unit_test(games_of_several_come_back_from_their_files),
	};

	return cmocka_run_group_tests_name("game_cards", tests, chess_set_up, chess_tear_down);
}
