/* SPDX-License-Identifier: MIT */
/* Loads a definition file into a struct variant. Each keyword has its function. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

static int read_title(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct strbuf title;

	(void)reason;
	strbuf_init(&title, sizeof variant->title - 1);
	for (size_t i = 1; i < line->count; i++)
		strbuf_addf(&title, "%s%s", i > 1 ? " " : "", line->words[i]);
	strcpy(variant->title, title.bytes);
	strbuf_done(&title);
	return 0;
}

static int read_board(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	unsigned width, height;
	char rest;

	if (sscanf(line->words[1], "%2ux%2u%c", &width, &height, &rest) != 2 || width < 1 ||
	    width > 20 || height < 1 || height > 20)
		return reason_fail(reason, "expected: board WIDTHxHEIGHT, each from 1 to 20");
	board_init(&variant->board, width, height);
	return 0;
}

int variant_find_square(const struct variant *variant, const char *name, square *at_out,
			struct reason *reason)
{
	square at = board_square_named(&variant->board, name);

	if (at == NO_SQUARE)
		return reason_fail(reason, "no square %s", name);
	*at_out = at;
	return 0;
}

int variant_each_square(struct variant *variant, const char *word, each_square *each, void *context,
			struct reason *reason)
{
	char *first = base_strdup(word), *dash = strchr(first, '-');
	const struct board *board = &variant->board;
	square a = 0, b = 0;
	int result;

	if (dash != NULL)
		*dash = '\0';
	result = variant_find_square(variant, first, &a, reason);
	if (result == 0)
		result = variant_find_square(variant, dash ? dash + 1 : first, &b, reason);
	for (square at = 0; result == 0 && at < board->squares; at++) {
		unsigned file = board_file(board, at), rank = board_rank(board, at);
		unsigned af = board_file(board, a), bf = board_file(board, b);
		unsigned ar = board_rank(board, a), br = board_rank(board, b);

		if (file >= (af < bf ? af : bf) && file <= (af < bf ? bf : af) &&
		    rank >= (ar < br ? ar : br) && rank <= (ar < br ? br : ar) && !board->hole[at])
			result = each(variant, at, context, reason);
	}
	free(first);
	return result;
}

static int make_hole(struct variant *variant, square at, void *context, struct reason *reason)
{
	(void)context;
	(void)reason;
	board_make_hole(&variant->board, at);
	return 0;
}

static int read_hole(void *target, const struct deffile_line *line, struct reason *reason)
{
	for (size_t i = 1; i < line->count; i++)
		if (variant_each_square(target, line->words[i], make_hole, NULL, reason) < 0)
			return -1;
	return 0;
}

static int read_block(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	for (size_t i = 1; i < line->count; i++) {
		const char *word = line->words[i];
		size_t used = 0;
		square a = board_square_at(&variant->board, word, &used), b = NO_SQUARE;

		if (a != NO_SQUARE && word[used] == '-')
			b = board_square_named(&variant->board, word + used + 1);
		if (b == NO_SQUARE || !board_block(&variant->board, a, b))
			return reason_fail(
				reason, "'%s' isn't two neighbouring squares, as in d1-e1", word);
	}
	return 0;
}

static int read_equator(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	long rank = strbuf_number(line->words[1], variant->board.height - 1);

	if (rank < 1)
		return reason_fail(reason, "expected: equator RANK, the rank below it");
	variant->equator = (uint8_t)rank;
	return 0;
}

static int read_midline(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	const char *file = line->words[1];

	if (file[0] < 'a' || file[0] >= 'a' + variant->board.width - 1 || file[1] != '\0')
		return reason_fail(reason, "expected: midline FILE, the file left of it");
	variant->midline = (uint8_t)(file[0] - 'a' + 1);
	return 0;
}

static int read_piece(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct piece_type *type = &variant->types[variant->type_count];
	const char *letter = line->words[1], *name = line->words[2];

	if (!isupper((unsigned char)letter[0]) || letter[1] != '\0')
		return reason_fail(reason, "'%s' isn't one capital letter", letter);
	if (variant_type_of_letter(variant, letter[0]) >= 0)
		return reason_fail(reason, "there is a piece %s already", letter);
	if (variant->type_count == MAX_TYPES || strlen(name) > PIECE_NAME_MAX)
		return reason_fail(reason,
				   "at most %d kinds of piece, names at most %d letters long",
				   MAX_TYPES, PIECE_NAME_MAX);
	memset(type, 0, sizeof *type);
	type->letter = letter[0];
	strcpy(type->name, name);
	for (size_t i = 3; i < line->count; i++)
		if (piece_read_gaits(type, line->words[i], reason) < 0)
			return -1;
	variant->type_count++;
	return 0;
}

int variant_find_type(const struct variant *variant, const char *word, uint8_t *type_out,
		      struct reason *reason)
{
	int type = word[1] == '\0' ? variant_type_of_letter(variant, word[0]) : -1;

	if (type < 0)
		return reason_fail(reason, "there is no piece %s", word);
	*type_out = (uint8_t)type;
	return 0;
}

static int read_royal(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	return variant_find_type(variant, line->words[1], &variant->royal, reason);
}

static int read_pawn(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	if (strcmp(line->words[2], "promotes") != 0)
		return reason_fail(reason, "expected: pawn LETTER promotes LETTER...");
	variant->promotion_count = 0;
	for (size_t i = 3; i < line->count; i++) {
		if (variant->promotion_count == MAX_TYPES ||
		    variant_find_type(variant, line->words[i],
				      &variant->promotions[variant->promotion_count], reason) < 0)
			return -1;
		variant->promotion_count++;
	}
	return variant_find_type(variant, line->words[1], &variant->pawn, reason);
}

static int read_worth(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	for (size_t i = 1; i < line->count; i += 2) {
		long worth = i + 1 < line->count ? strbuf_number(line->words[i + 1], 99) : -1;
		uint8_t type = NO_KIND;

		if (worth < 1)
			return reason_fail(
				reason,
				"expected: worth LETTER NUMBER..., each number from 1 to 99");
		if (variant_find_type(variant, line->words[i], &type, reason) < 0)
			return -1;
		variant->worth[type] = (uint8_t)worth;
	}
	return 0;
}

static bool is_absent(const struct variant *variant, const char *title)
{
	const char *absent = variant_option(variant, "absent");

	return absent != NULL && strbuf_same(absent, title);
}

static int read_turn(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	const char *first = variant_option(variant, "first");

	for (size_t i = 1; i < line->count; i++) {
		struct side *side = &variant->sides[variant->side_count];
		const char *title = line->words[i];

		/* [who-begins]: if that seat is absent, the next one begins. */
		if (first != NULL && strbuf_same(first, title))
			variant->first_side = (uint8_t)variant->side_count;
		if (is_absent(variant, title))
			continue;
		if (strlen(title) > NAME_MAX_LEN || !isupper((unsigned char)title[0]))
			return reason_fail(reason,
					   "'%s' is no name of a side: a capital letter first, at "
					   "most %d letters",
					   title, NAME_MAX_LEN);
		if (variant_side_named(variant, title) >= 0)
			return reason_fail(reason, "%s stands there twice", title);
		strcpy(side->title, title);
		for (size_t j = 0; title[j] != '\0'; j++)
			side->name[j] = (char)tolower((unsigned char)title[j]);
		memset(side->starts, NO_KIND, sizeof side->starts);
		side->team = (uint8_t)variant->side_count;
		variant->side_count++;
	}
	if (variant->first_side == variant->side_count)
		variant->first_side = 0;
	return 0;
}

static int read_side(void *target, const struct deffile_line *line, struct reason *reason)
{
	if (variant_side_titled(target, line->words[1]) >= 0 || is_absent(target, line->words[1]))
		return 0;
	return reason_fail(reason, "there is no %s in the line 'turn'", line->words[1]);
}

static int read_team(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	int first = variant_side_titled(variant, line->words[1]);

	for (size_t i = 1; i < line->count; i++) {
		int side = variant_side_titled(variant, line->words[i]);

		if (side < 0)
			return reason_fail(reason, "there is no %s in the line 'turn'",
					   line->words[i]);
		variant->sides[side].team = variant->sides[first].team;
	}
	return 0;
}

/* Reads a line `truce` [pawn-truce]. */
static int read_truce(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	for (size_t i = 0; i < ARRAY_LEN(variant->truce); i++)
		if (variant_find_square(variant, line->words[i + 1], &variant->truce[i], reason) <
		    0)
			return -1;
	if (variant->equator == 0 || variant->midline == 0)
		return reason_fail(reason, "expected lines 'equator' and 'midline' in this "
					   "definition, on which the rule depends");
	return 0;
}

static int read_corner(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;

	variant->corner_count = 0;
	for (size_t i = 1; i < line->count; i++)
		if (variant_find_square(variant, line->words[i],
					&variant->corners[variant->corner_count++], reason) < 0)
			return -1;
	return 0;
}

static int read_ring(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	const char *seats = variant_option(variant, line->words[1]);
	long count = seats ? strbuf_number(seats, MAX_SEATS) : -1;

	if (count < MIN_RING)
		return reason_fail(reason,
				   "expected: ring OPTION, of a line 'option' above that says how "
				   "many sit in the ring: %d to %d",
				   MIN_RING, MAX_SEATS);
	for (long i = 0; i < count; i++) {
		variant->ring_seats[i].title[0] = (char)('A' + i);
		variant->ring_seats[i].name[0] = (char)('a' + i);
	}
	variant->ring_seat_count = (unsigned)count;
	return 0;
}

static int read_expect(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	long depth = strbuf_number(line->words[2], 20);
	int64_t nodes = strbuf_large_number(line->words[3], INT64_C(1000000000000));

	if (strcmp(line->words[1], "perft") != 0 || depth < 1 || nodes < 0 ||
	    variant->expect_count == MAX_EXPECTS)
		return reason_fail(reason,
				   "expected: expect perft DEPTH COUNT, on at most %d lines",
				   MAX_EXPECTS);
	variant->expects[variant->expect_count++] = (struct expect){
		.depth = (unsigned)depth,
		.nodes = (uint64_t)nodes,
		.conditional = line->condition_count > 0,
		.path = base_strdup(line->path),
		.line = line->number,
	};
	return 0;
}

/* Reads "arrays position BBQNNRKR ...". Arrangements are numbered from 0 through all such lines. */
static int read_arrays(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	int wanted = variant_option_counted(variant, line->words[1], reason);

	if (wanted < 0)
		return -1;
	for (size_t i = 2; i < line->count; i++, variant->row_count++) {
		const char *row = line->words[i];

		if (strlen(row) > MAX_ROW)
			return reason_fail(reason, "'%s' is more than %d pieces", row, MAX_ROW);
		if (variant->row_count == (unsigned)wanted)
			strcpy(variant->row, row);
	}
	return 0;
}

/* Lines are read in this order. A keyword comes after those it depends on. */
static const struct deffile_keyword keywords[] = {
	{"option", "option KEY VALUE...", 2, DEF_MANY, .named = true, .read = variant_read_option},
	{"sets", "sets NAME...", 1, MAX_OPTION_VALUES, .for_people = true,
	 .read = variant_read_sets},
	{"title", "title TEXT", 1, DEF_MANY, .required = true, .for_people = true,
	 .read = read_title},
	{"board", "board WIDTHxHEIGHT", 1, 1,
	 .replaces = "hole block side equator midline corner truce", .required = true,
	 .read = read_board},
	{"hole", "hole SQUARE...", 1, DEF_MANY, .read = read_hole},
	{"block", "block SQUARE-SQUARE...", 1, DEF_MANY, .read = read_block},
	{"arrays", "arrays OPTION LETTERS...", 2, DEF_MANY, .read = read_arrays},
	{"equator", "equator RANK", 1, 1, .read = read_equator},
	{"midline", "midline FILE", 1, 1, .read = read_midline},
	{"piece", "piece LETTER NAME GAIT...", 3, 10, .named = true, .required = true,
	 .read = read_piece},
	{"royal", "royal LETTER", 1, 1, .required = true, .read = read_royal},
	{"pawn", "pawn LETTER promotes LETTER...", 3, 2 + MAX_TYPES, .read = read_pawn},
	{"worth", "worth LETTER NUMBER...", 2, 2 * MAX_TYPES, .read = read_worth},
	{"turn", "turn NAME NAME...", 2, MAX_SIDES, .replaces = "side team", .required = true,
	 .once = true, .read = read_turn},
	{"team", "team NAME NAME...", 2, MAX_SIDES, .named = true, .read = read_team},
	{"side", "side NAME, and lines indented under it", 1, 1, .named = true, .required = true,
	 .block = variant_side_keywords, .read = read_side},
	{"corner", "corner SQUARE...", 1, MAX_CORNERS, .read = read_corner},
	{"truce", "truce SQUARE SQUARE", 2, 2, .read = read_truce},
	{"ring", "ring OPTION", 1, 1, .replaces = "option sets expect", .read = read_ring},
	{"expect", "expect perft DEPTH COUNT", 3, 3, .for_people = true, .read = read_expect},
	{0},
};

struct variant *variant_load(const char *folder, const char *name, const struct option *options,
			     size_t option_count, struct deffile_faults *faults)
{
	struct deffile_kind kind = {folder, ".variant", "variant", keywords, variant_condition};
	struct deffile *file = deffile_load(&kind, name, faults);
	struct variant *variant;

	if (file == NULL)
		return NULL;
	variant = base_zalloc(1, sizeof *variant);
	variant->folder = base_strdup(folder);
	variant->keepsake = base_zalloc(1, sizeof *variant->keepsake);
	if (strlen(name) > NAME_MAX_LEN)
		deffile_faults_add(faults, deffile_path(file), 1, "a name longer than %d letters",
				   NAME_MAX_LEN);
	else
		strcpy(variant->name, name);
	variant->pawn = NO_KIND;
	variant->truce[0] = variant->truce[1] = NO_SQUARE;
	variant->wanted = options;
	variant->wanted_count = option_count;
	/*
	 * The largest board, so that a fault in the line `board` doesn't cause further faults for
	 * squares.
	 */
	board_init(&variant->board, 20, 20);
	deffile_read(file, variant, faults);
	deffile_digest(file, &variant->digest);
	variant->wanted = NULL;
	variant->wanted_count = 0;
	if (faults->count == 0)
		variant_compile(variant, deffile_path(file), faults);
	deffile_free(file);
	if (faults->count == 0)
		return variant;
	variant_free(variant);
	return NULL;
}

void variant_free(struct variant *variant)
{
	if (variant == NULL)
		return;
	for (unsigned i = 0; i < variant->expect_count; i++)
		free(variant->expects[i].path);
	if (variant->keepsake->made != NULL)
		variant->keepsake->release(variant->keepsake->made);
	free(variant->keepsake);
	free(variant->folder);
	free(variant);
}
