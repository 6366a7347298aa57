/* SPDX-License-Identifier: MIT */
/*
 * What letters of a game with cards tell whom. Two games that differ in Black's cards alone are played
 * side by side: White must get the same letters, byte for byte, and the record must be the same, until
 * a card that differs is shown.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/chess.h"

#include "core/cards/deck.h"
#include "core/cards/table.h"
#include "core/order.h"
#include "core/turn.h"
#include "pbem/intake.h"
#include "pbem/requests.h"
#include "pbem/sender.h"
#include "tests/scratch.h"
#include "tests/pace.h"

enum { GAMES = 2, START = 1795228000, DAY = 86400 };

static const char secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
static char folder[SCRATCH_MAX];
static struct site *site;

/* One of the two games: a desk of its own, and what went to each seat since it was last looked at. */
struct table_play {
	struct intake intake;
	struct desk_game *game;
};

struct match {
	struct table_play plays[GAMES];
	unsigned seed, step;
};

static unsigned
chance(struct match *match, unsigned limit)
{
	match->seed = match->seed * 1103515245u + 12345u;
	return (match->seed >> 16) % limit;
}

static struct table *
table_of(const struct table_play *play)
{
	return play->game->file->game.table;
}

static void
set_up(void)
{
	char *path;
	struct reason reason;

	assert_true(scratch_make(folder));
	setenv("PBEM_DATA", getenv("srcdir") ? getenv("srcdir") : ".", 1);
	path = base_printf("%s/site", folder);
	if (site_init(path, "games@example.org", NULL, &reason) != 0 ||
	    site_open(path, SITE_WAIT, &site, &reason) != SITE_OPEN)
		fail_msg("%s", reason.text);
	free(path);
}

static void
tear_down(void)
{
	site_close(site);
	assert_int_equal(scratch_remove(folder), 0);
}

/* Black's cards, those in hand and those still to be drawn, change places by turns. */
static void
turn_cards_round(struct piles *piles)
{
	uint16_t own[MAX_COPIES] = {0};
	unsigned count = 0;
	uint8_t first;

	for (uint16_t i = 0; i < piles->count; i++)
		if (piles->copies[i].owner == 1)
			own[count++] = i;
	assert_true(count > 0);
	first = piles->copies[own[0]].kind;
	for (unsigned i = 0; i + 1 < count; i++)
		piles->copies[own[i]].kind = piles->copies[own[i + 1]].kind;
	piles->copies[own[count - 1]].kind = first;
}

static void
lay(const struct table_play *play, unsigned number, struct piles *piles)
{
	const struct lots *lots = &table_of(play)->lots;
	struct stack *decks = base_zalloc(MAX_SIDES, sizeof *decks), aside;
	struct deck_rules rules;

	assert_int_equal(deck_rules_read(table_of(play)->book, &rules, NULL), 0);
	deck_shares(&rules, lots, decks, &aside);
	for (uint8_t seat = 0; seat < 2; seat++) {
		struct stack share = decks[seat];

		deck_build(&rules, lots, seat, &share, &decks[seat]);
	}
	deck_lay(&rules, lots, decks, &aside, piles);
	for (unsigned i = 0; i < number * 7; i++)
		turn_cards_round(piles);
	free(decks);
}

static void
begin_game(struct table_play *play, unsigned number)
{
	struct game_header header = {
		.id = "g1", .number = 1, .variant = "knightmare", .created = START,
		.names = {"Anna", "Bob"},
	};
	struct seats seats = {.count = 2};
	const struct variant *variant;
	struct event_list events;
	struct piles *piles = base_alloc(sizeof *piles);
	struct reason reason = {""};

	intake_init(&play->intake, site, START, NULL);
	variant = variant_get(site->library, "knightmare", NULL, 0, &reason);
	assert_non_null(variant);
	assert_int_equal(seats_read_person("Anna <anna@example.org>", &seats.seats[0], &reason), 0);
	assert_int_equal(seats_read_person("Bob <bob@example.org>", &seats.seats[1], &reason), 0);
	sealed_commit(secret, &header.commit);
	play->game = desk_add(&play->intake.desk, gamefile_new(&header, variant), &seats);
	gamefile_seal(play->game->file, secret, &play->game->sealed);
	lay(play, number, piles);
	event_list_init(&events);
	turn_start_dealt(&play->game->file->game, piles, &events);
	assert_int_equal(desk_enter(play->game, START, "moderator", &events, &reason), 0);
	event_list_done(&events);
	free(piles);
	assert_int_equal(mailing_welcome(&play->intake.mailing, play->game, &reason), 0);
	play->game->is_new = false;
}

/* Digests differ, as the sealed entries behind them do. */
static void
mask(char *text)
{
	while (*text != '\0') {
		size_t len = strspn(text, "0123456789abcdef");

		if (len == DIGEST_HEX)
			memset(text, 'x', len);
		text += len > 0 ? len : 1;
	}
}

/* The letters to one seat, digests masked. */
static char *
letters_to(struct table_play *play, const char *seat)
{
	char *name = base_printf("put g1.%s.", seat), *cursor = play->intake.batch.letters.bytes;
	char *end = cursor + play->intake.batch.letters.len;
	struct text out;

	text_init(&out, 0);
	while (cursor < end) {
		char *line_end = strchr(cursor, '\n');
		bool put = strncmp(cursor, "put ", 4) == 0;
		size_t len = put ? (size_t)strtoul(memrchr(cursor, ' ', (size_t)(line_end - cursor)), NULL, 10) + 1
		                 : 0;

		if (strncmp(cursor, name, strlen(name)) == 0)
			text_add_bytes(&out, cursor, (size_t)(line_end + 1 - cursor) + len);
		cursor = line_end + 1 + len;
	}
	free(name);
	mask(out.bytes);
	return out.bytes;
}

static void
assert_same_text(char *first, char *second, const char *what)
{
	if (strcmp(first, second) != 0) {
		size_t at = 0;

		while (first[at] == second[at])
			at++;
		at = at > 300 ? at - 300 : 0;
		fail_msg("%s differs:\n%.700s\n=======\n%.700s", what, first + at, second + at);
	}
	free(first);
	free(second);
}

static char *
record_of(const struct table_play *play)
{
	char *text = base_strdup(play->game->added.bytes);

	mask(text);
	return text;
}

static void
assert_white_can_not_tell(struct match *match)
{
	struct table_play *a = &match->plays[0], *b = &match->plays[1];

	assert_same_text(letters_to(a, "white"), letters_to(b, "white"), "a letter to White");
	assert_same_text(record_of(a), record_of(b), "the record");
}

/* The next batch. */
static void
next_batch(struct match *match)
{
	match->step++;
	for (unsigned i = 0; i < GAMES; i++) {
		struct table_play *play = &match->plays[i];
		struct game *now = &play->game->file->game;

		text_clear(&play->intake.batch.letters);
		for (unsigned seat = 0; seat < 2; seat++)
			play->game->asked[seat] = now->questions[seat].entry;
		play->game->turns = now->turns;
		play->game->in_play = 3;
		play->game->offering = now->offering;
		text_clear(&play->game->added);
		text_clear(&play->game->sealed);
	}
}

/* A seat's letter, in one game. Whether it was accepted; what is noted of it goes to `deed_out`. */
static bool
answer(struct match *match, struct table_play *play, unsigned seat, const char *text, struct deed *deed_out)
{
	struct waiting waiting = {.received = START + (int64_t)match->step * DAY};
	struct letter letter = {
		.message_id = (char *)"m@example.org", .references = (char *)"", .subject = (char *)"",
		.from = (char *)"", .text = (char *)text, .unreadable = (char *)"", .bounced_id = (char *)"",
	};
	struct hand hand = {
		.intake = &play->intake, .waiting = &waiting, .letter = &letter, .game = play->game,
		.seat = seat, .live = true, .token = {.purpose = TOKEN_TURN},
	};
	struct reason reason = {""};

	snprintf(hand.deed.digest, sizeof hand.deed.digest, "%064u", match->step * 2 + seat);
	if (requests_answer(&hand, &reason) != 0 ||
	    (hand.accepted && mailing_ask(&play->intake.mailing, play->game, &reason) != 0))
		fail_msg("%s", reason.text);
	if (deed_out != NULL)
		*deed_out = hand.deed;
	return hand.accepted;
}

/* Whether a card lies open that isn't the same in both games. */
static bool
is_shown(const struct match *match)
{
	const struct piles *a = &table_of(&match->plays[0])->piles, *b = &table_of(&match->plays[1])->piles;

	for (uint16_t i = 0; i < a->count; i++)
		if (a->copies[i].kind != b->copies[i].kind &&
		    (a->copies[i].zone == ZONE_PLAY || a->copies[i].zone == ZONE_DISCARDS ||
		     b->copies[i].zone == ZONE_PLAY || b->copies[i].zone == ZONE_DISCARDS))
			return true;
	return false;
}

/* One of the moves that are legal in both games; false when there is none. */
static bool
some_move(struct match *match, char text_out[MOVE_TEXT_MAX])
{
	const struct table *table = table_of(&match->plays[0]);
	struct move_list *list = base_alloc(sizeof *list);
	bool any;

	table_legal(table, list);
	any = list->count > 0;
	if (any)
		move_text(table->book->variant, &list->moves[chance(match, list->count)], text_out);
	free(list);
	return any;
}

/* What White, whose cards are the same in both, can play now; "" for nothing. The caller frees it. */
static char *
some_play(struct match *match)
{
	const struct table *table = table_of(&match->plays[0]);
	struct play_list list;
	struct text text;

	play_list_init(&list);
	text_init(&text, 0);
	table_plays(table, 0, NULL, &list);
	if (list.count > 0)
		play_print(table->book, &list.plays[chance(match, list.count)], &text);
	play_list_done(&list);
	return text.bytes;
}

/* The letter that the seat writes next: White plays cards, Black none. The caller frees it. */
static char *
next_letter(struct match *match, unsigned seat)
{
	char move[MOVE_TEXT_MAX] = "", *card, *letter;

	if (table_of(&match->plays[0])->phase == PHASE_WINDOW)
		return base_strdup("PASS");
	if (!some_move(match, move))
		return base_strdup("RESIGN");
	card = seat == 0 && chance(match, 2) > 0 ? some_play(match) : base_strdup("");
	letter = *card != '\0' ? base_strdup(card) : base_printf("MOVE %s", move);
	free(card);
	return letter;
}

static void
both(struct match *match, unsigned seat, const char *text)
{
	struct deed deeds[GAMES];
	bool accepted[GAMES];

	for (unsigned i = 0; i < GAMES; i++)
		accepted[i] = answer(match, &match->plays[i], seat, text, &deeds[i]);
	assert_int_equal(accepted[0], accepted[1]);
	if (seat == 0)
		assert_string_equal(deeds[0].what, deeds[1].what);
}

/* White looks at everything, tries something, and is refused something. */
static void
look(struct match *match)
{
	static const char *const letters[] = {
		"HAND", "PLAYS", "PLAYS e2-e4", "STATUS", "BOARD", "CARD Bog", "TRY\nMOVE e2-e4", "TRY\nPASS",
		"PLAY Fireball d4", "PLAY Man-Trap e2",
	};

	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		next_batch(match);
		both(match, 0, letters[i]);
		assert_white_can_not_tell(match);
	}
}

/* How many letters were written until a card was shown that differs. */
static unsigned
play_pair(unsigned seed)
{
	unsigned count = 0;
	struct match match = {.seed = seed};

	set_up();
	for (unsigned i = 0; i < GAMES; i++)
		begin_game(&match.plays[i], i);
	assert_white_can_not_tell(&match);
	for (unsigned i = 0; i < 40; i++) {
		const struct table *table = table_of(&match.plays[0]);
		uint16_t awaited = table_awaited(table);
		unsigned seat = (unsigned)__builtin_ctz(awaited | 0x8000);
		char *letter;

		if (i % 8 == 0)
			look(&match);
		if (table->phase == PHASE_OVER || table->phase == PHASE_DEMAND || seat > 1)
			break;
		letter = next_letter(&match, seat);
		next_batch(&match);
		both(&match, seat, letter);
		free(letter);
		if (is_shown(&match))
			break;
		assert_white_can_not_tell(&match);
		count++;
	}
	for (unsigned i = 0; i < GAMES; i++)
		intake_done(&match.plays[i].intake);
	tear_down();
	return count;
}

static void
nobody_can_tell_what_another_holds(void **state)
{
	unsigned count = 0;

	(void)state;
	for (unsigned seed = 1; seed <= pace(6, 1); seed++)
		count += play_pair(seed);
	assert_true(count > pace(60, 2));
}

/* Deals the seat that card in place of its leftmost. */
static void
give(struct table_play *play, uint8_t seat, const char *name)
{
	struct table *table = table_of(play);
	uint16_t copies[MAX_COPIES];

	assert_true(piles_list(&table->piles, ZONE_HAND, seat, copies) > 0);
	table->piles.copies[copies[0]].kind = card_named(table->book->set, name, NULL);
	table->start_piles = table->piles;
}

/* White lays its trap on another square in each game: Black's letters, the record and what is noted of
 * White's letter are the same, also while Black is asked, and moves. */
static void
nobody_can_tell_where_a_trap_lies(void **state)
{
	static const char *const squares[] = {"c2", "h2"};
	struct match match = {.seed = 1};
	struct deed deeds[GAMES];

	(void)state;
	set_up();
	for (unsigned i = 0; i < GAMES; i++) {
		begin_game(&match.plays[i], 0);
		give(&match.plays[i], 0, "Man-Trap");
	}
	next_batch(&match);
	for (unsigned i = 0; i < GAMES; i++) {
		char *letter = base_printf("MOVE e2-e4\nPLAY Man-Trap %s", squares[i]), *record;

		assert_true(answer(&match, &match.plays[i], 0, letter, &deeds[i]));
		record = record_of(&match.plays[i]);
		assert_null(strstr(record, squares[i]));
		free(record);
		free(letter);
	}
	assert_string_equal(deeds[0].what, deeds[1].what);
	assert_same_text(letters_to(&match.plays[0], "black"), letters_to(&match.plays[1], "black"),
	                 "a letter to Black");
	assert_same_text(record_of(&match.plays[0]), record_of(&match.plays[1]), "the record");
	for (unsigned i = 0; i < 3; i++) {
		static const char *const letters[] = {"STATUS\nHAND\nPLAYS", "TRY\nMOVE e7-e5", "MOVE e7-e5"};

		next_batch(&match);
		both(&match, 1, letters[i]);
		assert_same_text(letters_to(&match.plays[0], "black"),
		                 letters_to(&match.plays[1], "black"), "a letter to Black");
		assert_same_text(record_of(&match.plays[0]), record_of(&match.plays[1]), "the record");
	}
	for (unsigned i = 0; i < GAMES; i++)
		intake_done(&match.plays[i].intake);
	tear_down();
}

/* A trial draws no card that could be read, and springs no trap. */
static void
a_trial_tells_nothing_hidden(void **state)
{
	struct match match = {.seed = 1};
	struct table_play *play = &match.plays[0];
	struct deed deed;
	char *letters;

	(void)state;
	set_up();
	begin_game(play, 0);
	begin_game(&match.plays[1], 1);
	give(play, 0, "Man-Trap");
	next_batch(&match);
	assert_false(answer(&match, play, 0, "TRY\nMOVE e2-e4\nPLAY Man-Trap a2", &deed));
	assert_string_equal(deed.what, "tried: (secret); (secret)");
	letters = letters_to(play, "white");
	assert_non_null(strstr(letters, "It would be accepted"));
	assert_non_null(strstr(letters, "* ? "));
	free(letters);
	next_batch(&match);
	assert_true(answer(&match, play, 0, "MOVE e2-e4\nPLAY Man-Trap e4", NULL));
	next_batch(&match);
	assert_false(answer(&match, play, 0, "TRY\nPASS", NULL));
	for (unsigned i = 0; i < GAMES; i++)
		intake_done(&match.plays[i].intake);
	tear_down();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_can_tell_what_another_holds),
		cmocka_unit_test(nobody_can_tell_where_a_trap_lies),
		cmocka_unit_test(a_trial_tells_nothing_hidden),
	};

	return cmocka_run_group_tests_name("cards_mail", tests, NULL, NULL);
}
