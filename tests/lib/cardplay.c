/* SPDX-License-Identifier: MIT */
#include "core/cards/effects/effects_load.h"
#include "core/gametype/gametypes.h"
#include "tests/lib/cardplay.h"
#include "tests/lib/source.h"

/* All variants, read once: reading them with their cards takes longer than most tests. */
static struct variant_library *cardplay_library(void)
{
	static struct variant_library *library;

	if (library == NULL) {
		char *games = source_path("games");

		library = variant_library_new(games, gametypes_all);
		free(games);
	}
	return library;
}

void cardplay_choose(struct cardplay *play, const char *variant, const struct option *options,
		     size_t count)
{
	struct reason reason = {.text = ""};

	memset(play, 0, sizeof *play);
	play->variant = variant_get(cardplay_library(), variant, options, count, &reason);
	play->book = play->variant == NULL ? NULL : effects_book_of(play->variant, &reason);
	if (play->book == NULL)
		fail_msg("%s", reason.text);
	play->set = play->book->set;
}

void cardplay_open(struct cardplay *play, const char *variant)
{
	static const struct option on = {"cards", "on"};
	struct position position;

	cardplay_choose(play, variant, &on, 1);
	position_clear(play->variant, &position);
	card_board_init(play->book, &position, &play->field);
}

void cardplay_put(struct cardplay *play, const char *pieces)
{
	struct position position;
	const char *word;
	size_t len;
	uint8_t side = 0;

	position_clear(play->variant, &position);
	while (strbuf_next_word(&pieces, &word, &len)) {
		size_t used;
		square at;

		if (*word == '/') {
			side++;
			continue;
		}
		at = board_square_at(&play->variant->board, word + 1, &used);
		assert_int_not_equal(at, NO_SQUARE);
		assert_true(position_put(play->variant, &position, side,
					 (uint8_t)variant_type_of_letter(play->variant, *word),
					 at));
	}
	card_board_init(play->book, &position, &play->field);
	card_board_begin_turn(play->book, &play->field, 0, NULL);
	play->seat = 0;
}

static int cardplay_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *cardplay_pieces(const struct cardplay *play)
{
	static struct strbuf out;
	const struct position *position = &play->field.position;

	if (out.bytes == NULL)
		strbuf_init(&out, 0);
	strbuf_clear(&out);
	strbuf_add(&out, "");
	for (uint8_t side = 0; side < play->variant->side_count; side++) {
		char *names[MAX_PIECES];
		size_t count = 0;

		for (unsigned i = 0; i < position->piece_count; i++) {
			const struct piece *piece = &position->pieces[i];
			char name[SQUARE_NAME_MAX];

			if (piece->side != side || piece->fate != ON_BOARD)
				continue;
			board_square_name(&play->variant->board, piece->at, name);
			names[count++] = base_printf(
				"%c%s", variant_type_letter(play->variant, piece->type), name);
		}
		qsort(names, count, sizeof names[0], cardplay_compare);
		if (side > 0)
			strbuf_add(&out, "/ ");
		for (size_t i = 0; i < count; i++) {
			strbuf_addf(&out, "%s ", names[i]);
			free(names[i]);
		}
	}
	while (out.len > 0 && out.bytes[out.len - 1] == ' ')
		out.bytes[--out.len] = '\0';
	return out.bytes;
}

struct effect_context cardplay_moment(struct cardplay *play, uint8_t card, struct card_board *field)
{
	return (struct effect_context){
		.book = play->book,
		.field = field,
		.player = play->seat,
		.mover = play->seat,
		.when = WHEN_INSTEAD,
		.card = &play->set->cards[card],
		.copy = NO_COPY,
	};
}

const char *cardplay_play(struct cardplay *play, const char *order, struct reason *why)
{
	static const char *const words[] = {[EFFECT_CONTEXT_DONE] = "ok",
					    [EFFECT_CONTEXT_SPENT] = "spent",
					    [EFFECT_CONTEXT_REFUSED] = "refused"};
	struct play read;
	struct effect_context context;
	struct card_board field = play->field;
	enum effect_context_result result;

	if (play_read(play->book, order, &read, why) == REFUSED)
		return "refused";
	context = cardplay_moment(play, read.card, &field);
	result = play_do(&context, &read, why);
	if (result == EFFECT_CONTEXT_DONE)
		play->field = field;
	return words[result];
}
