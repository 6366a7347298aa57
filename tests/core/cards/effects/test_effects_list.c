/* SPDX-License-Identifier: MIT */
/* Cards that continuing effects prevent; and that exactly the listed plays are accepted. */
#include "tests/lib/cardplay.h"

#include "core/cards/play/keywords.h"
#include "tests/lib/pace.h"

static void add_effect(struct cardplay *play, enum effect_kind what, square at, square other)
{
	struct effect effect = {
		.what = (uint8_t)what,
		.copy = NO_COPY,
		.by = 1,
		.seat = NO_SIDE,
		.type = NO_TYPE,
		.piece = NO_PIECE,
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};

	if (what == EFFECT_CITY)
		effect.squares[0] = at;
	else if (at != NO_SQUARE)
		effect.piece = (uint8_t)card_board_at(&play->field, at);
	if (what == EFFECT_WALL) {
		effect.piece = NO_PIECE;
		effect.squares[0] = at;
		effect.squares[1] = (square)(at + 8);
		effect.squares[2] = other;
		effect.squares[3] = (square)(other + 8);
	}
	card_board_add_effect(play->book, &play->field, effect, NULL);
}

enum {
	A1 = 0,
	A2 = 8,
	A3 = 16,
	A4 = 24,
	B1 = 1,
	B2 = 9,
	E4 = 28,
	E5 = 36,
	E6 = 44,
	E7 = 52,
	E8 = 60
};

static void a_pacifist_neither_captures_nor_falls(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kg1 Ra1 Pa3 Pe6 / Kg8 Ne7 Ne8 Pb2");
	add_effect(&play, EFFECT_PACIFISM, A1, 0);
	add_effect(&play, EFFECT_PACIFISM, E8, 0);
	assert_string_equal(cardplay_play(&play, "Assassin a1-a3", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Irresistible Force e6", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Bombard a1-a8", NULL), "ok");
	cardplay_put(&play, "Kg1 Ra1 / Kg8 Na5");
	add_effect(&play, EFFECT_TRUCE, NO_SQUARE, 0);
	assert_string_equal(cardplay_play(&play, "Evil Eye a1 a5", NULL), "refused");
}

static void forbidden_cities_and_walls_stand_in_the_way(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kg1 Ra1 Nb1 Pe4 Pe5 / Kg8 Nb8");
	add_effect(&play, EFFECT_CITY, A3, 0);
	add_effect(&play, EFFECT_CITY, E6, 0);
	assert_string_equal(cardplay_play(&play, "Dubbing b1-a3", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Hidden Passage a3", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Ghostwalk a1-a4", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Irresistible Force e4", NULL), "spent");
	assert_string_equal(cardplay_play(&play, "Bombard a1-a3", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Bombard a1-a4", NULL), "ok");
	/* A wall a2|a3 in front of the City makes two obstructions. */
	cardplay_put(&play, "Kg1 Ra1 Pe4 Pe5 / Kg8");
	add_effect(&play, EFFECT_WALL, A2, B2);
	assert_string_equal(cardplay_play(&play, "Bombard a1-a5", NULL), "ok");
	cardplay_put(&play, "Kg1 Ra1 Pe4 Pe5 / Kg8");
	add_effect(&play, EFFECT_WALL, A2, B2);
	add_effect(&play, EFFECT_CITY, A3, 0);
	assert_string_equal(cardplay_play(&play, "Bombard a1-a5", NULL), "refused");
	add_effect(&play, EFFECT_WALL, E5, E5 + 1);
	assert_string_equal(cardplay_play(&play, "Irresistible Force e4", NULL), "refused");
}

static void a_curse_shortens_what_a_card_lets_slide(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kg1 Ra1 / Kg8");
	add_effect(&play, EFFECT_CURSE, A1, 0);
	assert_string_equal(cardplay_play(&play, "Blessing a1-d4", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Bombard a1-a4", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Blessing a1-c3", NULL), "ok");
}

static void a_magnet_holds_its_neighbours(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kb2 Na2 Pe4 / Kg8 Bb1 Nh8 Be5");
	add_effect(&play, EFFECT_MAGNET, B1, 0);
	assert_string_equal(cardplay_play(&play, "Dubbing a2-c3", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Tournament a2 h8", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Dubbing b2-d3", NULL), "ok");
}

/* ---- exactly the listed plays are accepted ---- */

/* Returns whether the list has the play in its form: words in the order that comes first among
 * those that mean the same. */
static bool lists_have(const struct effect_context *context, const struct play_list *list,
		       const struct play *play)
{
	for (unsigned i = 0; i < list->count; i++) {
		const struct play *listed = &list->plays[i];
		unsigned found = 0;

		if (listed->target_count != play->target_count)
			continue;
		for (unsigned k = 0; k < play->target_count; k++)
			for (unsigned m = 0; m < play->target_count; m++)
				if (memcmp(listed->targets[k].squares, play->targets[m].squares,
					   sizeof play->targets[m].squares) == 0 &&
				    listed->targets[k].value == play->targets[m].value) {
					found++;
					break;
				}
		if (found == play->target_count)
			return true;
	}
	(void)context;
	return false;
}

static uint32_t chance;

static uint32_t draw(uint32_t limit)
{
	chance = chance * 1664525u + 1013904223u;
	return (chance >> 8) % limit;
}

/* Scatters pieces, with a king for each seat. */
static void scatter(struct cardplay *play, unsigned count)
{
	struct position position;
	const struct board *board = &play->variant->board;

	position_clear(play->variant, &position);
	for (uint8_t side = 0; side < play->variant->side_count; side++)
		for (unsigned i = 0; i < count; i++) {
			static const uint8_t kinds[] = {CARD_QUEEN,  CARD_ROOK, CARD_BISHOP,
							CARD_KNIGHT, CARD_PAWN, CARD_PAWN,
							CARD_PAWN};
			uint8_t kind = i == 0 ? CARD_KING : kinds[draw(ARRAY_LEN(kinds))];
			square at;

			do
				at = (square)draw(board->squares);
			while (board->hole[at] || position.piece_at[at] != NO_PIECE);
			position_put(play->variant, &position, side, kind, at);
		}
	card_board_init(play->book, &position, &play->field);
	card_board_begin_turn(play->book, &play->field, 0, NULL);
	for (unsigned i = 0; i < 3; i++) {
		square at;

		do
			at = (square)draw(board->squares);
		while (board->hole[at] || card_board_at(&play->field, at) != NO_PIECE);
		if (draw(2) != 0)
			add_effect(play, EFFECT_CITY, at, 0);
	}
	for (unsigned i = 0; i < 3; i++)
		card_board_capture(play->book, &play->field, 1 + i, NO_PIECE, true, NULL);
	if (draw(2) != 0)
		add_effect(play, EFFECT_WALL, E4, E4 + 1);
	for (square at = 0; at < board->squares; at++)
		if (!board->hole[at] && card_board_at(&play->field, at) != NO_PIECE &&
		    draw(12) == 0)
			add_effect(play, draw(2) ? EFFECT_PACIFISM : EFFECT_MAGNET, at, 0);
	play->seat = (uint8_t)draw(play->variant->side_count);
}

/* Returns a random word of that form, near what may be played. */
static struct target random_word(const struct cardplay *play, const struct target_rule *rule)
{
	struct play word = {.card = 0};
	square from = (square)draw(play->variant->board.squares);
	square to = (square)draw(play->variant->board.squares);

	if (rule->form == TARGET_MOVE || rule->form == TARGET_CHAIN || (rule->or_move && draw(2)))
		targets_add_move(&word, from, to);
	else
		targets_add_square(&word, from);
	if (rule->form == TARGET_KIND) {
		memset(&word.targets[0], 0, sizeof word.targets[0]);
		word.targets[0].form = TARGET_KIND;
		word.targets[0].value = (uint8_t)draw(CARD_MEN);
	}
	return word.targets[0];
}

/* Tries random words, and every word alone: a play that isn't listed is refused. */
static void try_unlisted(struct cardplay *play, const struct effect_context *context,
			 const struct play_list *list)
{
	const struct card *card = context->card;

	for (unsigned i = 0; i < pace(3000, 300); i++) {
		struct play random;

		targets_none(context, &random);
		for (unsigned rule = 0; rule < card->target_count; rule++) {
			if (card->targets[rule].optional && draw(2) == 0)
				break;
			random.targets[random.target_count++] =
				random_word(play, &card->targets[rule]);
		}
		if (!play_would(context, &random) || lists_have(context, list, &random))
			continue;
		/* If only one way is open, it may be given or not. */
		if (card->targets[0].or_move)
			continue;
		struct strbuf text;

		strbuf_init(&text, 0);
		play_print(play->book, &random, &text);
		fail_msg("accepted and not listed: %s", text.bytes);
	}
}

/* Returns whether random_word has words for the card, and a play can be written in one way only. */
static bool is_plain(const struct card *card)
{
	for (unsigned i = 0; i < card->target_count; i++)
		if (card->targets[i].form != TARGET_SQUARE &&
		    card->targets[i].form != TARGET_MOVE && card->targets[i].form != TARGET_CHAIN &&
		    card->targets[i].form != TARGET_KIND)
			return false;
	return true;
}

/* Prints the play with the words of the card's pattern, each before its target: "Holy War KNIGHT b1
 * BISHOP f4". */
static void print_copied(const struct cardplay *play, const struct play *written,
			 struct strbuf *out)
{
	const struct card *card = &play->set->cards[written->card];
	const char *cursor = card->plays, *word;
	size_t len;

	strbuf_addf(out, "%s", card->name);
	for (unsigned i = 0; i < written->target_count; i++) {
		if (cursor != NULL && strbuf_next_word(&cursor, &word, &len) &&
		    strncmp(word, "...", 3) != 0 && strncmp(word, "LEFT", 4) != 0)
			strbuf_addf(out, " %.*s", (int)len, word);
		strbuf_add(out, " ");
		play_print_targets(play->book, &written->targets[i], 1, out);
	}
}

/* Reads it, and returns whether it would be accepted. */
static bool copied_is_accepted(struct cardplay *play, struct effect_context *context,
			       const struct play *written, struct play *read_out)
{
	struct strbuf text;
	struct reason why = {.text = ""};

	strbuf_init(&text, 0);
	print_copied(play, written, &text);
	if (keywords_read(play->book, text.bytes, NO_CARD, read_out, &why) == REFUSED)
		fail_msg("PLAY %s: %s", text.bytes, why.text);
	strbuf_done(&text);
	return play_would(context, read_out);
}

/* The list has two squares in the order of the board, the pattern perhaps in the other. */
static void compare_copied(struct cardplay *play, struct effect_context *context,
			   const struct play *written)
{
	struct play again, meant = *written;
	bool accepted = copied_is_accepted(play, context, &meant, &again);

	if (context->card->unordered && !accepted) {
		meant.targets[0] = written->targets[1];
		meant.targets[1] = written->targets[0];
		accepted = copied_is_accepted(play, context, &meant, &again);
	}
	if (!accepted || again.target_count != meant.target_count)
		fail_msg("%s is listed, and refused with its pattern", context->card->name);
	for (unsigned i = 0; i < again.target_count; i++) {
		const struct target *a = &again.targets[i], *b = &meant.targets[i];

		assert_int_equal(a->square_count, b->square_count);
		assert_memory_equal(a->squares, b->squares, a->square_count * sizeof *a->squares);
		assert_int_equal(a->form == TARGET_CHAIN || a->form == TARGET_MOVE
					 ? b->form == TARGET_CHAIN || b->form == TARGET_MOVE
					 : a->form == b->form && a->value == b->value,
				 1);
	}
}

static void compare_list(struct cardplay *play, uint8_t card)
{
	struct card_board field = play->field;
	struct effect_context context = cardplay_moment(play, card, &field);
	struct play_list list;

	play_list_init(&list);
	play_search(&context, &list);
	assert_memory_equal(&field, &play->field, sizeof field);
	for (unsigned i = 0; i < list.count; i++) {
		struct strbuf text;
		struct play again;
		struct reason why = {.text = ""};

		strbuf_init(&text, 0);
		play_print(play->book, &list.plays[i], &text);
		if (play_read(play->book, text.bytes + strlen("PLAY "), &again, &why) == REFUSED)
			fail_msg("%s: %s", text.bytes, why.text);
		if (!play_would(&context, &again))
			fail_msg("listed and refused: %s on %s", text.bytes, cardplay_pieces(play));
		if (play_list_has(&list, i + 1, &list.plays[i]))
			fail_msg("listed twice: %s", text.bytes);
		strbuf_done(&text);
		compare_copied(play, &context, &list.plays[i]);
	}
	if (is_plain(context.card))
		try_unlisted(play, &context, &list);
	play_list_done(&list);
}

static void what_is_listed_is_what_is_accepted(void **state)
{
	static const char *const variants[] = {"knightmare", "three-player", "four-player",
					       "four-player-team"};

	(void)state;
	for (unsigned i = 0; i < pace(24, 4); i++) {
		struct cardplay play;

		chance = i + 1;
		cardplay_open(&play, variants[i % ARRAY_LEN(variants)]);
		scatter(&play, i % 4 == 0 ? 12 : 6);
		for (unsigned card = 0; card < play.set->count; card++)
			if (play.set->cards[card].when & WHEN_OWN &&
			    play.set->cards[card].when != WHEN_ANY)
				compare_list(&play, (uint8_t)card);
	}
}

/* Two plays are the same if their words are, whatever their memory contained before. */
static void plays_are_compared_by_what_they_say(void **state)
{
	struct play_list list;
	struct play one, same;

	(void)state;
	memset(&one, 0, sizeof one);
	memset(&same, 0xff, sizeof same);
	same.card = one.card = 3;
	same.spent = one.spent = false;
	same.target_count = one.target_count = 0;
	targets_add_move(&one, 4, 5);
	targets_add_move(&same, 4, 5);
	play_list_init(&list);
	play_list_add(&list, &one);
	assert_true(play_list_has(&list, 0, &same));
	assert_false(play_list_has(&list, 1, &same));
	same.targets[0].squares[1] = 6;
	assert_false(play_list_has(&list, 0, &same));
	same.targets[0].squares[1] = 5;
	targets_add_square(&same, 5);
	assert_false(play_list_has(&list, 0, &same));
	play_list_done(&list);
}

/* A card may ask for more words than the four that have a name. */
static void a_word_of_another_form_is_told_by_its_place(void **state)
{
	static const char *const places[] = {"first", "second", "third", "fourth", "next", "next"};
	struct cardplay cards;
	struct card_board field;
	struct effect_context context;
	struct card card;

	(void)state;
	cardplay_open(&cards, "knightmare");
	context = cardplay_moment(&cards, 0, &field);
	card = *context.card;
	context.card = &card;
	card.target_count = ARRAY_LEN(places);
	card.unordered = false;
	for (unsigned i = 0; i < ARRAY_LEN(places); i++)
		card.targets[i] = (struct target_rule){.form = TARGET_SQUARE, .whose = WHOSE_OPEN};
	for (unsigned i = 0; i < ARRAY_LEN(places); i++) {
		char *wanted = base_printf("The %s word after PLAY ", places[i]);
		struct reason why;
		struct play play;

		targets_none(&context, &play);
		/* The card in the text is one of the set; only the card that it acts as is our own.
		 */
		play.card = 0;
		for (unsigned k = 0; k < i; k++)
			targets_add_square(&play, E4);
		targets_add(&play, TARGET_SEAT);
		assert_false(targets_fit(&context, &play, &why));
		assert_memory_equal(why.text, wanted, strlen(wanted));
		free(wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pacifist_neither_captures_nor_falls),
		cmocka_unit_test(forbidden_cities_and_walls_stand_in_the_way),
		cmocka_unit_test(a_curse_shortens_what_a_card_lets_slide),
		cmocka_unit_test(a_magnet_holds_its_neighbours),
		cmocka_unit_test(plays_are_compared_by_what_they_say),
		cmocka_unit_test(a_word_of_another_form_is_told_by_its_place),
		cmocka_unit_test(what_is_listed_is_what_is_accepted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
