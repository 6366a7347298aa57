/* SPDX-License-Identifier: MIT */
/* Card files: their contents, their faults, how names are read. */
#include <sys/stat.h>

#include "tests/lib/cardplay.h"
#include "tests/lib/scratch.h"
#include "core/cards/effects/effects_load.h"

struct card_folder {
	char folder[SCRATCH_MAX];
	struct card_set *set;
	struct deffile_faults faults;
};

static int set_up(void **state)
{
	struct card_folder *shelf = base_zalloc(1, sizeof *shelf);
	char *path;

	assert_true(scratch_make(shelf->folder));
	path = base_printf("%s/own", shelf->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	free(path);
	deffile_faults_init(&shelf->faults);
	*state = shelf;
	return 0;
}

static int tear_down(void **state)
{
	struct card_folder *shelf = *state;
	int result = scratch_remove(shelf->folder);

	card_set_free(shelf->set);
	deffile_faults_done(&shelf->faults);
	free(shelf);
	return result;
}

static void write_card(const struct card_folder *shelf, const char *name, const char *lines)
{
	char *path = base_printf("%s/own/%s.card", shelf->folder, name);
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fputs(lines, stream);
	fclose(stream);
	free(path);
}

static const struct card *load_card(struct card_folder *shelf, const char *lines)
{
	write_card(shelf, "swing", lines);
	card_set_free(shelf->set);
	shelf->set = effects_set_load(shelf->folder, "own", &shelf->faults);
	return shelf->set ? &shelf->set->cards[0] : NULL;
}

/* Asserts the first fault of a card with these lines, without its path. */
static void assert_fault(struct card_folder *shelf, const char *lines, const char *fault)
{
	struct reason reason;
	const char *said;

	deffile_faults_done(&shelf->faults);
	deffile_faults_init(&shelf->faults);
	if (load_card(shelf, lines) != NULL)
		fail_msg("no fault, expected: %s", fault);
	deffile_faults_first(&shelf->faults, &reason);
	said = strstr(reason.text, ".card:");
	if (said == NULL || strcmp(said + strlen(".card:"), fault) != 0)
		fail_msg("'%s', expected '%s'", reason.text, fault);
}

#define HEAD "name Swing\npoints 3\nwhen instead\n"
#define MOVE_WORDS                                                                                 \
	"5: expected: effect move itself|knight|bishop|rook|queen|last [over-own|over-one] "       \
	"[taking] [again]"
#define LONG "Abcdefghijklmnopqrstuvwxyzabcde"
#define LONG_FILE "abcdefghijklmnopqrstuvwxyzabcde"
#define TAIL "target own knight\ntarget enemy bishop or rook\neffect swap\ntext One. Two.\n"

static void a_card_is_what_its_file_says(void **state)
{
	struct card_folder *shelf = *state;
	const struct card *card = load_card(
		shelf, "name Swing\npoints 12 unique\nwhen before after\nlasts until dawn\neither\n"
		       "target own knight\ntarget enemy bishop or rook\neffect swap\nplays A B\n"
		       "text One\ntext two. # no text\nneeds bishop\n");

	assert_non_null(card);
	assert_string_equal(card->name, "Swing");
	assert_int_equal(card->points, 12);
	assert_true(card->unique && card->continuing && card->needs_bishop && card->unordered);
	assert_int_equal(card->when, WHEN_BEFORE | WHEN_AFTER);
	assert_string_equal(card->lasts, "until dawn");
	assert_string_equal(card->plays, "A B");
	assert_string_equal(card->text, "One two.");
	assert_int_equal(card->target_count, 2);
	assert_int_equal(card->targets[0].whose, WHOSE_OWN);
	assert_int_equal(card->targets[0].kinds, 1 << CARD_KNIGHT);
	assert_int_equal(card->targets[1].whose, WHOSE_ENEMY);
	assert_int_equal(card->targets[1].kinds, 1 << CARD_BISHOP | 1 << CARD_ROOK);
}

static void a_card_says_what_it_needs(void **state)
{
	const struct card *card;

	card = load_card(*state, HEAD TAIL "needs turning\n");
	assert_true(card->needs_turning && !card->needs_bishop &&
		    strcmp(card->needs, "turning") == 0);
	card = load_card(*state, HEAD TAIL "needs abduction=honour\n");
	assert_true(!card->needs_turning && !card->needs_bishop);
	assert_string_equal(card->needs, "abduction=honour");
	assert_fault(*state, HEAD TAIL "needs honour\n",
		     "8: expected: needs bishop, needs turning, or needs OPTION=VALUE");
}

static void faults_name_file_and_line(void **state)
{
	struct card_folder *shelf = *state;

	assert_fault(shelf, HEAD TAIL "text Three.\nplay X\n",
		     "9: unknown keyword 'play'; did you mean 'plays'?");
	assert_fault(shelf, "name Swing\nwhen instead\n" TAIL,
		     "1: a line is missing: points NUMBER [unique]");
	assert_fault(shelf, "points 3\nwhen instead\n" TAIL, "1: a line is missing: name WORDS");
	assert_fault(shelf, "name Swing\npoints 3\n" TAIL, "1: a line is missing: when MOMENT ...");
	assert_fault(shelf, "name Swing\npoints three\nwhen instead\n" TAIL,
		     "2: expected: points NUMBER [unique]");
	assert_fault(shelf, "name Swing\npoints 3\nwhen insted\n" TAIL,
		     "3: unknown moment 'insted'; did you mean 'instead'?");
	assert_fault(shelf, HEAD "target own knigt\ntarget piece\neffect swap\ntext X\n",
		     "4: unknown kind of piece 'knigt'; did you mean 'knight'?");
	assert_fault(shelf, HEAD "target own knight or\ntarget piece\neffect swap\ntext X\n",
		     "4: expected: KIND or KIND ...");
	assert_fault(shelf, HEAD "target piece\ntarget piece\neffect swop\ntext X\n",
		     "6: unknown effect 'swop'; did you mean 'swap'?");
	assert_fault(shelf, HEAD "target piece\neffect swap\ntext X\n",
		     "5: the effect 'swap' wants targets of the forms 's s', not 's'");
	assert_fault(shelf, HEAD "target move own piece\neffect move pawn\ntext X\n", MOVE_WORDS);
	assert_fault(shelf, HEAD "target move own piece\neffect move\ntext X\n", MOVE_WORDS);
	assert_fault(shelf, HEAD "target own pawn\neffect walk ahead 2 passant far\ntext X\n",
		     "5: expected: effect walk ahead|sideways 1|2|3 [passant]");
	assert_fault(shelf, HEAD "target own piece\neffect lay crap\ntext X\n",
		     "5: nothing that lasts is called 'crap'; did you mean 'crab'?");
	assert_fault(shelf, HEAD "target own piece\neffect lay split\ntext X\n",
		     "5: 'split' is not laid by a card alone");
	assert_fault(shelf, HEAD "target own piece\neffect lay truce\ntext X\n",
		     "5: the effect 'lay' wants targets of the forms '', not 's'");
	assert_fault(shelf, HEAD "target move own piece\neffect put corner dungeons\ntext X\n",
		     "5: nothing that lasts is called 'dungeons'; did you mean 'dungeon'?");
	assert_fault(shelf, "name Sway\npoints 3\nwhen instead\n" TAIL,
		     "1: the card 'Sway' belongs in a file sway.card");
}

static void a_set_is_sorted_and_has_a_digest_of_its_own(void **state)
{
	struct card_folder *shelf = *state;
	struct sha256 before;

	write_card(shelf, "able", "name Able\npoints 3\nwhen instead\n" TAIL);
	assert_non_null(load_card(shelf, HEAD TAIL));
	assert_int_equal(shelf->set->count, 2);
	assert_string_equal(shelf->set->cards[0].name, "Able");
	assert_string_equal(shelf->set->cards[1].name, "Swing");
	before = shelf->set->digest;
	assert_non_null(load_card(shelf, "name Swing\npoints 4\nwhen instead\n" TAIL));
	assert_string_not_equal(shelf->set->digest.hex, before.hex);
	assert_non_null(load_card(shelf, HEAD TAIL));
	assert_string_equal(shelf->set->digest.hex, before.hex);
}

/* Writes a second set, of one card. */
static void write_other(const struct card_folder *shelf, const char *name, const char *lines)
{
	char *path = base_printf("%s/other", shelf->folder);
	char *own = base_printf("%s/own/%s.card", shelf->folder, name);
	char *file = base_printf("%s/%s.card", path, name);

	(void)mkdir(path, 0700);
	write_card(shelf, name, lines);
	assert_int_equal(rename(own, file), 0);
	free(file);
	free(own);
	free(path);
}

static void sets_are_folders_and_go_together(void **state)
{
	struct card_folder *shelf = *state;
	struct sha256 own, other;
	char **names;

	write_other(shelf, "able", "name Able\npoints 3\nwhen instead\n" TAIL);
	names = card_set_names(shelf->folder);
	assert_string_equal(names[0], "other");
	assert_null(names[1]); /* an empty folder is no set */
	free(names[0]);
	free(names);
	assert_non_null(load_card(shelf, HEAD TAIL));
	own = shelf->set->digest;
	card_set_free(shelf->set);
	shelf->set = effects_set_load(shelf->folder, "other", &shelf->faults);
	assert_non_null(shelf->set);
	other = shelf->set->digest;
	card_set_free(shelf->set);
	shelf->set = effects_set_load(shelf->folder, "own,other", &shelf->faults);
	assert_non_null(shelf->set);
	assert_int_equal(shelf->set->count, 2);
	assert_string_equal(shelf->set->cards[0].name, "Able");
	assert_string_equal(shelf->set->cards[0].set, "other");
	assert_string_equal(shelf->set->cards[1].set, "own");
	assert_string_not_equal(shelf->set->digest.hex, own.hex);
	assert_string_not_equal(shelf->set->digest.hex, other.hex);
	own = shelf->set->digest;
	card_set_free(shelf->set);
	shelf->set = effects_set_load(shelf->folder, "other,own", &shelf->faults);
	assert_string_equal(shelf->set->digest.hex, own.hex);
	card_set_free(shelf->set);
	write_other(shelf, "zebra", "name Zebra\npoints 3\nwhen instead\n" TAIL);
	shelf->set = effects_set_load(shelf->folder, "other,own", &shelf->faults);
	assert_non_null(shelf->set);
	assert_string_equal(shelf->set->cards[0].name, "Able");
	assert_string_equal(shelf->set->cards[1].name, "Swing");
	assert_string_equal(shelf->set->cards[2].name, "Zebra");
}

static void assert_no_sets(struct card_folder *shelf, const char *sets, const char *fault)
{
	struct deffile_faults faults;

	deffile_faults_init(&faults);
	assert_null(effects_set_load(shelf->folder, sets, &faults));
	if (strstr(faults.lines.bytes, fault) == NULL)
		fail_msg("%s: \"%s\" isn't in: %s", sets, fault, faults.lines.bytes);
	deffile_faults_done(&faults);
}

static void sets_that_can_not_be_are_told(void **state)
{
	struct card_folder *shelf = *state;
	char *folder_said;

	assert_non_null(load_card(shelf, HEAD TAIL));
	write_other(shelf, "swing", HEAD TAIL);
	write_card(shelf, "swing", HEAD TAIL);
	assert_no_sets(shelf, "own,other", "/own/swing.card:1: the card 'Swing' stands in ");
	assert_no_sets(shelf, "own,other", "/other/swing.card, too; sets that have a card");
	assert_no_sets(shelf, "own,own", "the set 'own' is named twice");
	assert_no_sets(shelf, "own,", "'' is no set of cards");
	assert_no_sets(shelf, "../own", "'../own' is no set of cards");
	/* The longest possible name, also for the file. */
	write_other(shelf, LONG_FILE, "name " LONG "\npoints 3\nwhen instead\n" TAIL);
	write_card(shelf, LONG_FILE, "name " LONG "\npoints 3\nwhen instead\n" TAIL);
	assert_no_sets(shelf, "own,other", "/other/" LONG_FILE ".card, too; sets that have a card");
	/* A fault of the folder, which has no lines. */
	folder_said =
		base_printf("%s: there is no set of cards 'third'; there are: ", shelf->folder);
	assert_no_sets(shelf, "own,third", folder_said);
	free(folder_said);
	assert_no_sets(shelf, "a,b,c,d,e,f,g,h,i", "more than 8 sets");
}

static void an_empty_folder_is_no_set(void **state)
{
	struct card_folder *shelf = *state;

	assert_null(effects_set_load(shelf->folder, "own", &shelf->faults));
	assert_int_equal(shelf->faults.count, 1);
}

static void assert_named(const struct card_set *set, const char *text, const char *name,
			 size_t used)
{
	size_t len = 0;
	uint8_t card = card_named(set, text, &len);

	if (name == NULL) {
		assert_int_equal(card, NO_CARD);
		return;
	}
	if (card == NO_CARD)
		fail_msg("'%s' names no card", text);
	assert_string_equal(set->cards[card].name, name);
	assert_int_equal(len, used);
}

static void names_are_read_as_people_write_them(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	assert_named(play.set, "Charge!", "Charge!", 7);
	assert_named(play.set, "charge c3d5", "Charge!", 6);
	assert_named(play.set, "CHARGE! c3d5", "Charge!", 7);
	assert_named(play.set, "man-trap e4", "Man-Trap", 8);
	assert_named(play.set, "Man Trap e4", "Man-Trap", 8);
	assert_named(play.set, "man  of straw e4", "Man of Straw", 13);
	assert_named(play.set, "Passing in the Night a2 b3", "Passing in the Night", 20);
	assert_named(play.set, "Crabs", NULL, 0);
	assert_named(play.set, "Man", NULL, 0);
	assert_named(play.set, "", NULL, 0);
	assert_string_equal(card_nearest(play.set, "hidden pasage b3"), "Hidden Passage");
	assert_string_equal(card_nearest(play.set, "Curs"), "Curse");
	assert_string_equal(card_nearest(play.set, "fog of ware"), "Fog of War");
	assert_null(card_nearest(play.set, "Armageddon"));
}

static void kinds_are_numbered_alike_wherever_cards_are_played(void **state)
{
	static const char *const variants[] = {"knightmare", "three-player", "four-player",
					       "four-player-team"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(variants); i++) {
		struct cardplay play;

		cardplay_open(&play, variants[i]);
		for (unsigned man = 0; man < CARD_MEN; man++)
			assert_int_equal(variant_type_letter(play.variant, man), "KQRBNP"[man]);
		assert_int_equal(play.variant->type_count, CARD_MEN);
	}
}

static void a_sheet_fits_a_letter(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	for (unsigned i = 0; i < play.set->count; i++) {
		struct strbuf sheet;
		const char *cursor, *line;
		size_t len;

		strbuf_init(&sheet, 0);
		card_sheet(&play.set->cards[i], &sheet);
		cursor = sheet.bytes;
		while (strbuf_next_line(&cursor, sheet.bytes + sheet.len, &line, &len))
			assert_true(len <= 72);
		strbuf_done(&sheet);
	}
}

static void a_sheet_says_what_its_card_is(void **state)
{
	static const struct {
		const char *card, *says;
	} rows[] = {
		{"Haunting Memories",
		 "Haunting Memories, 6 points\nPlay it when the card it copies may "
		 "be played: PLAY Haunting Memories as\nthe card copied\n\n"},
		{"Vendetta",
		 "Vendetta, 3 points, at most once in a deck\nPlay it after your move: PLAY "
		 "Vendetta\nIt lasts until a seat begins its turn with nothing to "
		 "capture.\n\n"},
		{"Plots Within Plots",
		 "Plots Within Plots, 8 points\nPlay it whenever you may play a "
		 "card: PLAY Plots Within Plots then two\nmore PLAY lines\n\n"},
		{"Chaos",
		 "Chaos, 10 points\nPlay it when another's turn is complete: PLAY Chaos\n\n"},
		{"Disintegration",
		 "Play it before your move, or after your move: PLAY Disintegration "
		 "PAWN\n\n"},
	};
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct strbuf sheet;

		strbuf_init(&sheet, 0);
		card_sheet(&play.set->cards[card_named(play.set, rows[i].card, NULL)], &sheet);
		if (strstr(sheet.bytes, rows[i].says) == NULL)
			fail_msg("%s", sheet.bytes);
		strbuf_done(&sheet);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_card_is_what_its_file_says, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_card_says_what_it_needs, set_up, tear_down),
		cmocka_unit_test_setup_teardown(faults_name_file_and_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_set_is_sorted_and_has_a_digest_of_its_own, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(sets_are_folders_and_go_together, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(sets_that_can_not_be_are_told, set_up, tear_down),
		cmocka_unit_test_setup_teardown(an_empty_folder_is_no_set, set_up, tear_down),
		cmocka_unit_test(names_are_read_as_people_write_them),
		cmocka_unit_test(kinds_are_numbered_alike_wherever_cards_are_played),
		cmocka_unit_test(a_sheet_fits_a_letter),
		cmocka_unit_test(a_sheet_says_what_its_card_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
