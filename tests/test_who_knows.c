/* SPDX-License-Identifier: MIT */
/*
 * Who knows what of a game with cards, and when: a test for each thing. `public_...` stands in the game
 * file at once; `waits_...` is sealed until it takes effect or lapses; `secret_...` is sealed until the game
 * is over, and published then; `never_...` stands in neither of its files.
 */
#include "tests/twins.h"

/* What a row is looked for in. */
struct files {
	const char *public, *sealed;
};

static struct files
files_of(const struct match *match)
{
	const struct desk_game *game = match->plays[0].game;

	return (struct files){game->added.bytes, game->sealed.bytes};
}

/* A letter to the first game alone; the files grow by what it leads to. */
static bool
try_post(struct match *match, unsigned seat, const char *letter)
{
	struct table_play *play = &match->plays[0];

	match->step++;
	match->now += BETWEEN;
	for (unsigned other = 0; other < match->seats; other++)
		play->game->asked[other] = game_of(play)->questions[other].entry;
	text_clear(&play->intake.batch.letters);
	return answer(match, play, seat, letter, NULL);
}

static void
post(struct match *match, unsigned seat, const char *letter)
{
	if (!try_post(match, seat, letter))
		fail_msg("refused: %s", letter);
}

static void
give_first(struct match *match, uint8_t seat, const char *first, const char *second)
{
	for (unsigned place = 0; place < HAND_SIZE; place++)
		give(&match->plays[0], seat, place, place == 0 ? first : second);
}

/* The game ends, and its last entry is what is published. */
static const char *
publication(struct match *match)
{
	const struct table_play *play = &match->plays[0];

	post(match, (unsigned)__builtin_ctz(table_awaited(table_of(play))), "RESIGN");
	return strstr(files_of(match).public, "\n  secret ");
}

/* The last line of the sealed file with that in it, its indent aside. The caller frees it. */
static char *
last_sealed(const struct match *match, const char *wanted)
{
	const char *start = files_of(match).sealed, *at = start, *found = NULL;

	while ((at = strstr(at, wanted)) != NULL)
		found = at++;
	assert_non_null(found);
	while (found > start && found[-1] != '\n')
		found--;
	found += strspn(found, " ");
	return base_strndup(found, strcspn(found, "\n"));
}

/* ---- public at once ---- */

static void
public_moves(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	post(&match, 0, "MOVE e2-e4");
	assert_in(files_of(&match).public, "\n  order white MOVE e2-e4\n");
	assert_in(files_of(&match).public, "\n  move white P e2 e4\n");
	twins_end(&match);
}

static void
public_cards_played_and_their_targets(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	post(&match, 0, "MOVE e2-e4\nPLAY Forbidden City d5");
	assert_in(files_of(&match).public, "PLAY Forbidden City d5\n");
	twins_end(&match);
}

static void
public_discards_once_made(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	post(&match, 0, "MOVE e2-e4\nDISCARD Forbidden City");
	assert_not_in(files_of(&match).public, "Forbidden City");
	post(&match, 1, "MOVE e7-e5");
	assert_in(files_of(&match).public, "Forbidden City\n");
	assert_in(files_of(&match).public, "\n  discard ");
	twins_end(&match);
}

static void
public_passes(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	post(&match, 0, "MOVE e2-e4");
	post(&match, 1, "PASS");
	assert_in(files_of(&match).public, "\n  order black PASS\n");
	twins_end(&match);
}

/* That a card was drawn, and how many each holds; not which. */
static void
public_draws_as_counts(void **state)
{
	struct match match;
	char *table;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	post(&match, 0, "MOVE e2-e4\nPLAY Forbidden City d5");
	assert_in(files_of(&match).public, "\n  draws white 1\n");
	table = twins_outbox(&match.plays[0], 2);
	assert_in(table, "White holds 5 cards");
	free(table);
	twins_end(&match);
}

static void
public_results(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	post(&match, 0, "RESIGN");
	assert_in(files_of(&match).public, "\n  result ");
	twins_end(&match);
}

static void
public_words_said_to_all(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	post(&match, 0, "MOVE e2-e4\nSAY Good luck!");
	assert_in(files_of(&match).public, "\n  say white Good luck!\n");
	twins_end(&match);
}

/* ---- sealed until it takes effect or lapses ---- */

static void
begin_held(struct match *match)
{
	twins_begin(match, "three-player cards=on", 1, NULL);
	post(match, 0, "MOVE d7-d6");
}

static void
waits_a_held_turn(void **state)
{
	struct match match;
	uint8_t next;
	char *letter;
	struct move_list *list = base_alloc(sizeof *list);
	char move[MOVE_TEXT_MAX];

	(void)state;
	begin_held(&match);
	next = table_legal(table_of(&match.plays[0]), list);
	move_text(game_of(&match.plays[0])->variant, &list->moves[0], move);
	letter = base_printf("MOVE %s", move);
	post(&match, next, letter);
	assert_not_in(files_of(&match).public, move);
	assert_in(files_of(&match).sealed, letter);
	post(&match, next == 1 ? 2 : 1, "PASS");
	assert_in(files_of(&match).public, "\n  move ");
	assert_true(table_of(&match.plays[0])->start.position.turn == next);
	free(letter);
	free(list);
	twins_end(&match);
}

static void
waits_an_if_line(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Annexation", "Curse");
	give_first(&match, 1, "Fog of War", "Curse");
	post(&match, 0, "PLAY Annexation e2\nIF FOGGED MOVE g1-h3");
	assert_not_in(files_of(&match).public, "h3");
	assert_in(files_of(&match).sealed, "IF FOGGED MOVE g1-h3");
	post(&match, 1, "PLAY Fog of War");
	assert_in(files_of(&match).public, "\n  move white N g1 h3\n");
	twins_end(&match);
}

static void
waits_a_discard_in_an_open_turn(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	post(&match, 0, "MOVE e2-e4\nDISCARD Forbidden City");
	assert_not_in(files_of(&match).public, "DISCARD");
	assert_in(files_of(&match).sealed, "order white DISCARD Forbidden City\n");
	assert_in(files_of(&match).public, "\n  sealed sha256:");
	twins_end(&match);
}

/* ---- sealed until the game is over ---- */

static void
secret_seed(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	assert_not_in(files_of(&match).public, twins_secret);
	assert_in(files_of(&match).public, "\ncommit sha256:");
	assert_in(publication(&match), twins_secret);
	twins_end(&match);
}

/* All that was laid, and so all hands, draws and decks. */
static void
assert_published_at_the_end(const char *words, const char *fact)
{
	struct match match;
	const char *published;
	char *line, *wanted;

	twins_begin(&match, words, 1, NULL);
	assert_not_in(files_of(&match).public, "\n  face ");
	line = last_sealed(&match, fact);
	wanted = base_printf("\n  unsealed 1 %s\n", line);
	published = publication(&match);
	assert_in(published, wanted);
	free(wanted);
	free(line);
	twins_end(&match);
}

static void
secret_hands_and_draws(void **state)
{
	struct match match;
	uint16_t copies[MAX_COPIES];
	const struct table *table;
	unsigned count;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	post(&match, 0, "MOVE e2-e4");
	table = table_of(&match.plays[0]);
	count = piles_list(&table->piles, ZONE_HAND, 0, copies);
	assert_int_equal(count, HAND_SIZE);
	for (unsigned i = 0; i < count; i++)
		assert_not_in(files_of(&match).public,
		              table->book->set->cards[table->piles.copies[copies[i]].kind].name);
	twins_end(&match);
	assert_published_at_the_end("knightmare", "  3 face ");
}

static void
secret_decks(void **state)
{
	(void)state;
	assert_published_at_the_end("knightmare", " face ");
	assert_published_at_the_end("knightmare deck=common", " face ");
}

static void
secret_squares_of_traps(void **state)
{
	struct match match;
	const char *published;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Man-Trap", "Curse");
	post(&match, 0, "MOVE e2-e4\nPLAY Man-Trap h2");
	assert_not_in(files_of(&match).public, "h2");
	assert_in(files_of(&match).sealed, "PLAY Man-Trap h2");
	published = publication(&match);
	assert_in(published, "order white PLAY Man-Trap h2\n");
	twins_end(&match);
}

/* ... at the latest when it is sprung. */
static void
secret_squares_of_traps_until_sprung(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Man-Trap", "Curse");
	give_first(&match, 1, "Curse", "Curse");
	post(&match, 0, "MOVE e2-e4\nPLAY Man-Trap e4");
	post(&match, 1, "MOVE d7-d5");
	post(&match, 0, "MOVE b1-c3");
	assert_not_in(files_of(&match).public, "Man-Trap e4");
	post(&match, 1, "MOVE d5-e4");
	assert_in(files_of(&match).public, "\n  move black P d5 e4");
	assert_in(files_of(&match).public, "\n  take black P e4 - card\n");
	twins_end(&match);
}

/* ---- never ---- */

static void
assert_nowhere(const struct match *match, const char *word)
{
	assert_not_in(files_of(match).public, word);
	assert_not_in(files_of(match).sealed, word);
}

static void
never_words_said_to_one(void **state)
{
	struct match match;
	char *letters;

	(void)state;
	twins_begin(&match, "three-player cards=on", 1, NULL);
	post(&match, 0, "SAY TO black Let us share the red pawns.");
	letters = twins_outbox(&match.plays[0], 0xffff);
	assert_in(letters, "share the red pawns");
	free(letters);
	assert_nowhere(&match, "share the red pawns");
	(void)publication(&match);
	assert_nowhere(&match, "share the red pawns");
	twins_end(&match);
}

static void
never_addresses(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	post(&match, 0, "MOVE e2-e4");
	(void)publication(&match);
	assert_nowhere(&match, "@");
	twins_end(&match);
}

/* Every token that stood in a letter. */
static void
never_tokens(void **state)
{
	struct match match;
	char *letters;
	unsigned count = 0;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	post(&match, 0, "MOVE e2-e4");
	letters = twins_outbox(&match.plays[0], 0xffff);
	(void)publication(&match);
	for (const char *at = letters; (at = strstr(at, "Message-ID: <")) != NULL; count++) {
		char *token;

		at += strlen("Message-ID: <");
		token = base_strndup(at, strcspn(at, "."));
		assert_true(strlen(token) > 40);
		assert_nowhere(&match, token);
		free(token);
	}
	assert_true(count >= 2);
	free(letters);
	twins_end(&match);
}

static void
never_preferences(void **state)
{
	struct match match;
	size_t public, sealed;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	public = strlen(files_of(&match).public);
	sealed = strlen(files_of(&match).sealed);
	(void)try_post(&match, 1, "VIEW own");
	assert_true(match.plays[0].game->seats.seats[1].view_own);
	assert_int_equal(strlen(files_of(&match).public), public);
	assert_int_equal(strlen(files_of(&match).sealed), sealed);
	twins_end(&match);
}

static void
never_refused_orders(void **state)
{
	static const char *const refused[] = {
		"MOVE e2-e5", "PLAY Fireball", "MOVE e2-e4\nDISCARD Fireball", "PLAY Dubbing b1-c3\nMOVE e2-e4",
		"TRY\nMOVE e2-e4", "PASS", "ANSWER e4", "MOVE e2-e4\nPLAY Man-Trap h7",
	};
	struct match match;
	char *public, *sealed;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Curse", "Curse");
	public = base_strdup(files_of(&match).public);
	sealed = base_strdup(files_of(&match).sealed);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		assert_false(try_post(&match, 0, refused[i]));
		assert_string_equal(files_of(&match).public, public);
		assert_string_equal(files_of(&match).sealed, sealed);
	}
	free(public);
	free(sealed);
	twins_end(&match);
}

/* ---- the commitment ---- */

/* An entry with something sealed commits to it, and no two commitments to the same are alike. */
static void
what_is_sealed_is_committed_to(void **state)
{
	struct match match;
	struct digest one, two;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	for (unsigned i = 0; i < 2; i++) {
		give_first(&match, 0, "Forbidden City", "Curse");
		post(&match, 0, i == 0 ? "MOVE b1-c3\nDISCARD Forbidden City"
		                       : "MOVE c3-b1\nDISCARD Forbidden City");
		memcpy((i == 0 ? &one : &two)->hex,
		       strstr(strrchr(files_of(&match).public, 'e') - 1000, "\n  sealed sha256:") + 17,
		       DIGEST_HEX);
		post(&match, 1, i == 0 ? "MOVE b8-c6" : "MOVE c6-b8");
	}
	assert_memory_not_equal(one.hex, two.hex, DIGEST_HEX);
	twins_end(&match);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(public_moves),
		cmocka_unit_test(public_cards_played_and_their_targets),
		cmocka_unit_test(public_discards_once_made),
		cmocka_unit_test(public_passes),
		cmocka_unit_test(public_draws_as_counts),
		cmocka_unit_test(public_results),
		cmocka_unit_test(public_words_said_to_all),
		cmocka_unit_test(waits_a_held_turn),
		cmocka_unit_test(waits_an_if_line),
		cmocka_unit_test(waits_a_discard_in_an_open_turn),
		cmocka_unit_test(secret_seed),
		cmocka_unit_test(secret_hands_and_draws),
		cmocka_unit_test(secret_decks),
		cmocka_unit_test(secret_squares_of_traps),
		cmocka_unit_test(secret_squares_of_traps_until_sprung),
		cmocka_unit_test(never_words_said_to_one),
		cmocka_unit_test(never_addresses),
		cmocka_unit_test(never_tokens),
		cmocka_unit_test(never_preferences),
		cmocka_unit_test(never_refused_orders),
		cmocka_unit_test(what_is_sealed_is_committed_to),
	};

	return cmocka_run_group_tests_name("who_knows", tests, NULL, NULL);
}
