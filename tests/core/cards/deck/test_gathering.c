/* SPDX-License-Identifier: MIT */
/*
 * Nobody learns what another seat sends while words and decks are gathered. Two games differ in one
 * seat's words, or in the deck that it sends, tries or is refused. The letters to all others are
 * compared completely.
 */
#include "tests/lib/twins_play.h"

enum { LETTERS = 30, LETTERS_AFTER = 15 };

static struct setup_phase *gathered_in(const struct match *match, unsigned twin)
{
	return &table_of(&match->plays[twin])->gather;
}

static bool has_begun(const struct match *match)
{
	return game_of(&match->plays[0])->started;
}

/* ---- what a seat sends ---- */

static void add_words(struct match *match, struct strbuf *out)
{
	static const char *const words[] = {"apples", "pears", "7", "Forty 2", "SEVEN", "x"};

	strbuf_add(out, "JOIN");
	if (seed_below(&match->seed, 4) == 0)
		return;
	strbuf_add(out, " WORDS");
	for (unsigned i = 1 + seed_below(&match->seed, 6); i > 0; i--)
		strbuf_addf(out, " %s", words[seed_below(&match->seed, ARRAY_LEN(words))]);
}

static void mix(struct match *match, struct stack *stack)
{
	for (unsigned i = stack->count; i > 1; i--) {
		unsigned j = seed_below(&match->seed, i);
		uint8_t kind = stack->kinds[i - 1];

		stack->kinds[i - 1] = stack->kinds[j];
		stack->kinds[j] = kind;
	}
}

static bool holds(const struct stack *stack, uint8_t kind)
{
	return memchr(stack->kinds, kind, stack->count) != NULL;
}

/* Chooses an allowed deck, if it finds one. */
static void choose_deck(struct match *match, uint8_t seat, struct stack *deck_out)
{
	const struct card_ruleset *book = table_of(&match->plays[0])->book;
	struct stack share = gathered_in(match, 0)->shares[seat];
	struct deck_rules rules;
	unsigned points = 0;

	assert_int_equal(deck_rules_read(book, &rules, NULL), 0);
	mix(match, &share);
	*deck_out = (struct stack){.count = 0};
	for (unsigned i = 0; i < share.count; i++) {
		const struct card *card = &book->set->cards[share.kinds[i]];

		if (points + card->points > rules.points[seat] ||
		    (card->unique && holds(deck_out, share.kinds[i])))
			continue;
		points += card->points;
		deck_out->kinds[deck_out->count++] = share.kinds[i];
	}
}

/* Chooses two decks of one size for the other seat, possibly of the same cards; one for any other
 * seat. */
static void choose_decks(struct match *match, uint8_t seat, struct stack decks[TWINS])
{
	choose_deck(match, seat, &decks[0]);
	decks[1] = decks[0];
	if (seat != match->other)
		return;
	choose_deck(match, seat, &decks[1]);
	if (decks[0].count > decks[1].count)
		decks[0].count = decks[1].count;
	decks[1].count = decks[0].count;
}

static void add_deck(const struct match *match, const struct stack *deck, struct strbuf *out)
{
	strbuf_add(out, "DECK ");
	deck_print_names(table_of(&match->plays[0])->book, deck, out);
}

/* Adds a fault that differs between the games, and is refused in both. */
static void add_fault(struct match *match, unsigned twin, uint8_t seat, struct strbuf *out)
{
	const struct card_ruleset *book = table_of(&match->plays[0])->book;
	const struct stack *share = &gathered_in(match, twin)->shares[seat];

	switch (seed_below(&match->seed, 3)) {
	case 0:
		strbuf_addf(out, ", Fog of Peace %u", seed_below(&match->seed, 9));
		break;
	case 1:
		for (unsigned i = 0; i < 9; i++)
			strbuf_addf(
				out, ", %s",
				book->set->cards[share->kinds[seed_below(&match->seed, 4)]].name);
		break;
	default:
		for (unsigned i = 0; i < book->set->count && i < 90; i++)
			strbuf_addf(out, ", %s", book->set->cards[i].name);
	}
}

/* ---- twins ---- */

static void assert_same_so_far(const struct match *match)
{
	assert_nobody_can_tell(match);
	assert_same_text(shown(&match->plays[0]), shown(&match->plays[1]), "what is shown");
}

/* Sends each game its message; both are accepted or none. */
static bool send_each(struct match *match, unsigned seat, const struct strbuf letters[TWINS])
{
	struct processed processed[TWINS];
	bool accepted[TWINS];

	next_batch(match);
	for (unsigned twin = 0; twin < TWINS; twin++)
		accepted[twin] = answer(match, &match->plays[twin], seat, letters[twin].bytes,
					&processed[twin]);
	if (accepted[0] != accepted[1])
		fail_msg("one only is accepted: %s\n%s", letters[0].bytes, letters[1].bytes);
	assert_string_equal(processed[0].what, processed[1].what);
	return accepted[0];
}

/* Sends a seat's words or deck; in both games they are tried, or have a fault. */
static bool send_what_is_gathered(struct match *match, uint8_t seat, bool tried, bool faulty)
{
	bool words = gathered_in(match, 0)->stage == SETUP_PHASE_WORDS, accepted;
	struct stack decks[TWINS];
	struct strbuf letters[TWINS];

	if (!words)
		choose_decks(match, seat, decks);
	for (unsigned twin = 0; twin < TWINS; twin++) {
		strbuf_init(&letters[twin], 0);
		strbuf_add(&letters[twin], tried ? "TRY\n" : "");
		if (twin == 1 && seat != match->other) {
			strbuf_clear(&letters[twin]);
			strbuf_add(&letters[twin], letters[0].bytes);
		} else if (words) {
			add_words(match, &letters[twin]);
			strbuf_add(&letters[twin], faulty ? ", and more" : "");
		} else {
			add_deck(match, &decks[twin], &letters[twin]);
			if (faulty)
				add_fault(match, twin, seat, &letters[twin]);
		}
	}
	accepted = send_each(match, seat, letters);
	assert_int_equal(accepted, !tried && !faulty);
	for (unsigned twin = 0; twin < TWINS; twin++)
		strbuf_done(&letters[twin]);
	return accepted;
}

/* Asserts that letters go only to the other seat, and that nothing is recorded. */
static void assert_nobody_hears(const struct match *match, unsigned twin)
{
	const struct twin_play *play = &match->plays[twin];
	char *letters = twins_outbox(play, 0), *name, *rest;

	name = base_printf("put g1.%s.", variant_seat_name(game_of(play)->variant, match->other));
	for (char *line = strtok_r(letters, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		assert_memory_equal(line, name, strlen(name));
	assert_int_equal(play->game->added.len, play->seen);
	free(name);
	free(letters);
}

/* Lets the other seat send, in one game only, something that is refused, tried or only asked:
 * nobody is told of it. */
static void write_in_one(struct match *match)
{
	static const char *const lines[] = {
		"TRY\nDECK Bog, Bog", "DECK Fog", "JOIN WORDS ?",      "HAND",	"STATUS",
		"MOVE e2-e4",	      "PASS",	  "TRY\nJOIN WORDS a", "PLAYS", "DECK",
		"DISCARD Bog",
	};
	unsigned twin = seed_below(&match->seed, TWINS);

	next_batch(match);
	assert_false(answer(match, &match->plays[twin], match->other,
			    lines[seed_below(&match->seed, ARRAY_LEN(lines))], NULL));
	assert_nobody_hears(match, twin);
	next_batch(match);
}

/* Sends anything that a player may write, or may not. */
static void write_in_both(struct match *match)
{
	static const char *const lines[] = {
		"HAND",
		"STATUS",
		"BOARD",
		"PLAYS",
		"CARD Bog",
		"HELP",
		"MOVE e2-e4",
		"PASS",
		"PLAY Bog",
		"DECK Bog, Bog, Bog",
		"TRY\nDECK Fog of War",
		"JOIN WORDS apples, pears",
		"AUTOPASS ON",
		"SAY I have all the knights.",
		"DISCARD Bog",
		"RESIGN",
		"DRAW",
		"CLAIM DRAW",
	};

	next_batch(match);
	(void)both(match, seed_below(&match->seed, match->seats),
		   lines[seed_below(&match->seed, ARRAY_LEN(lines))]);
}

/* Asks for everything that can be seen, which doesn't tell the twins apart either. */
static void ask_for_all(struct match *match)
{
	unsigned seat =
		(match->other + 1 + seed_below(&match->seed, match->seats - 1)) % match->seats;

	next_batch(match);
	(void)both(match, seat, "HAND\nSTATUS\nBOARD\nPLAYS");
	assert_same_so_far(match);
}

/* The moderator lets the game begin without what is missing. */
static void begin_now(struct match *match)
{
	next_batch(match);
	for (unsigned twin = 0; twin < TWINS; twin++) {
		struct twin_play *play = &match->plays[twin];
		struct event_list events;
		struct reason reason = {.text = ""};

		event_list_init(&events);
		if (turn_start_now(game_of(play), &events, &reason) != ACCEPTED ||
		    workspace_enter(play->game, match->now, "moderator", &events, &reason) != 0 ||
		    mail_ask(&play->workspace, play->game, &reason) != 0)
			fail_msg("%s", reason.text);
		event_list_done(&events);
	}
}

/* Does one thing in both games at the same time. */
static void go_on(struct match *match)
{
	unsigned what = seed_below(&match->seed, 12);
	uint16_t missing =
		setup_phase_missing(table_of(&match->plays[0])->book, gathered_in(match, 0));
	uint8_t seat = (uint8_t)seed_below(&match->seed, match->seats);

	if (what == 0)
		write_in_one(match);
	else if (what <= 2)
		write_in_both(match);
	else if (what <= 6)
		(void)send_what_is_gathered(match, seat, what % 2 == 0, what > 4);
	else if (what == 7 && seed_below(&match->seed, 3) == 0 && !(missing >> match->other & 1))
		begin_now(match);
	else
		(void)send_what_is_gathered(
			match,
			seed_below(&match->seed, 2) > 0 ? seat : (uint8_t)__builtin_ctz(missing),
			false, false);
}

/* ---- decks ---- */

/* Sends the same words in both games. */
static void send_all_words(struct match *match)
{
	for (uint8_t seat = 0;
	     gathered_in(match, 0)->stage == SETUP_PHASE_WORDS && seat < match->seats; seat++) {
		next_batch(match);
		assert_true(both(match, seat, "JOIN WORDS seven red apples"));
		assert_same_so_far(match);
	}
}

/* Sends decks until the game has begun, and plays some turns with them. */
static void gather_decks(const char *words, unsigned seed)
{
	struct match match;
	bool on = true;

	twins_begin(&match, words, seed, NULL);
	match.other = seed_below(&match.seed, match.seats);
	assert_same_so_far(&match);
	send_all_words(&match);
	for (unsigned i = 0; i < LETTERS && !has_begun(&match); i++) {
		go_on(&match);
		assert_same_so_far(&match);
		ask_for_all(&match);
	}
	for (uint8_t seat = 0; seat < match.seats && !has_begun(&match); seat++) {
		(void)send_what_is_gathered(&match, seat, false, false);
		assert_same_so_far(&match);
	}
	assert_true(has_begun(&match));
	for (unsigned i = 0; on && i < LETTERS_AFTER; i++)
		on = write_next(&match) && (seed_below(&match.seed, 3) > 0 || write_noise(&match));
	twins_end(&match);
}

static void nobody_can_tell_what_deck_another_sends(void **state)
{
	static const char *const games[] = {
		"knightmare deck=split",
		"three-player cards=on deck=personal points=60",
		"four-player-team cards=on order=stacked",
		"knightmare deck=personal order=stacked points.black=40",
		"three-player cards=on deck=split words=ask",
		"four-player cards=on deck=split points=80",
	};
	struct twins_run run = twins_run(pace(6, 2));

	(void)state;
	for (unsigned seed = run.first; seed <= run.last; seed++)
		gather_decks(twins_words(&run, games, ARRAY_LEN(games), seed), seed);
}

/* ---- words ---- */

static bool is_about_cards(const char *line)
{
	static const char *const heads[] = {
		"* ",
		"     ",
		"  to play  ",
		"  ... and others with",
		"  (not listed",
		"Cards you can play",
	};

	for (size_t i = 0; i < ARRAY_LEN(heads); i++)
		if (strncmp(line, heads[i], strlen(heads[i])) == 0)
			return true;
	return *line == '\n' || *line == '\r';
}

/* Cuts the lines about cards, and the letters' sizes: other words lead to other shares and hands.
 */
static void cut_cards(char *letters)
{
	char *to = letters, *end;

	for (char *line = letters; *line != '\0'; line = end) {
		char *stop;

		end = line + strcspn(line, "\n");
		end += *end == '\n';
		stop = strncmp(line, "put ", 4) == 0 ? memrchr(line, ' ', (size_t)(end - line))
						     : end;
		if (!is_about_cards(line)) {
			memmove(to, line, (size_t)(stop - line));
			to += stop - line;
		}
	}
	*to = '\0';
}

/* Asserts that all words are in, and that the letters say so. */
static void assert_same_but_for_cards(const struct match *match)
{
	uint16_t whole = (uint16_t) ~(1u << match->other);
	char *letters[TWINS];

	for (unsigned twin = 0; twin < TWINS; twin++) {
		letters[twin] = twins_outbox(&match->plays[twin], whole);
		cut_cards(letters[twin]);
	}
	assert_same_text(letters[0], letters[1], "what isn't about cards");
	assert_same_text(twins_record(&match->plays[0]), twins_record(&match->plays[1]),
			 "the record");
}

static void gather_words(const char *words, unsigned seed)
{
	struct match match;

	twins_begin(&match, words, seed, NULL);
	match.other = seed_below(&match.seed, match.seats);
	while (gathered_in(&match, 0)->stage == SETUP_PHASE_WORDS && !has_begun(&match)) {
		assert_same_so_far(&match);
		ask_for_all(&match);
		go_on(&match);
	}
	assert_same_but_for_cards(&match);
	twins_end(&match);
}

static void nobody_can_tell_what_words_another_sends(void **state)
{
	static const char *const games[] = {
		"knightmare deck=split words=ask",
		"three-player cards=on deck=common words=ask",
		"four-player cards=on deck=personal words=ask public-words=plums",
		"knightmare deck=common words=ask",
	};
	struct twins_run run = twins_run(pace(8, 2));

	(void)state;
	for (unsigned seed = run.first; seed <= run.last; seed++)
		gather_words(twins_words(&run, games, ARRAY_LEN(games), seed), seed);
}

/* For decks that are built and only put in order, each seat's share is its whole deck. */
static void four_seats_are_shown_the_decks_to_order(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "four-player cards=on order=stacked", 1, NULL);
	assert_int_equal(gathered_in(&match, 0)->stage, SETUP_PHASE_DECKS);
	for (unsigned seat = 0; seat < 4; seat++)
		assert_true(gathered_in(&match, 0)->shares[seat].count > 0);
	twins_end(&match);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_seats_are_shown_the_decks_to_order),
		cmocka_unit_test(nobody_can_tell_what_words_another_sends),
		cmocka_unit_test(nobody_can_tell_what_deck_another_sends),
	};

	return cmocka_run_group_tests_name("gathering", tests, NULL, NULL);
}
