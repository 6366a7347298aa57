/* SPDX-License-Identifier: MIT */
/* What is checked of a game file beside its chain and what the rules say: header, times, diagrams.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/chance.h"
#include "core/record/gamefile_inner.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/view/sheet.h"

enum { MAX_HEADER_LINES = 64 };

static void fault(const struct gamefile_say *say, const char *at, const char *what)
{
	say->say(say->context, at, what, true);
}

static void note(const struct gamefile_say *say, const char *at, const char *what)
{
	say->say(say->context, at, what, false);
}

/* The public lot of a header: everybody can draw again from what it says. */
unsigned gamefile_lot_number(const struct game_header *header, unsigned low, unsigned high)
{
	struct chance chance;

	chance_init(&chance, header->id, header->lot_option, 1, header->lot.hex, NULL, 0, NULL);
	return low + chance_below(&chance, high - low + 1);
}

void gamefile_lot_seats(const struct game_header *header, unsigned count,
			uint8_t places_out[MAX_SEATS])
{
	uint16_t players[MAX_SEATS];
	struct chance chance;

	for (unsigned i = 0; i < count; i++)
		players[i] = (uint16_t)(i + 1);
	chance_init(&chance, header->id, "seats", 1, header->lot.hex, NULL, 0, NULL);
	chance_shuffle(&chance, players, count);
	for (unsigned i = 0; i < count; i++)
		places_out[i] = (uint8_t)players[i];
}

static bool is_number_drawn(const struct gamefile *file)
{
	const struct game_header *header = &file->header;
	const char *value = variant_option(file->game.variant, header->lot_option);
	unsigned low, high;

	return value != NULL &&
	       variant_option_range(file->game.variant, header->lot_option, &low, &high) &&
	       text_number(value, 9999) == (long)gamefile_lot_number(header, low, high);
}

static void check_lot(const struct gamefile *file, const struct log_entry *entry,
		      const struct gamefile_say *say)
{
	const struct game_header *header = &file->header;
	uint8_t places[MAX_SEATS] = {0};

	if (header->lot.hex[0] == '\0') {
		if (header->drawn[0] != 0 && header->commit.hex[0] == '\0')
			say->say(say->context, entry->start,
				 "seats were drawn, and nothing says by what lot", true);
		return;
	}
	if (header->lot_option[0] != '\0' && !is_number_drawn(file))
		fault(say, entry->start, "the option isn't what the lot of the header gives");
	/* Where there is a secret, seats are drawn by that. */
	if (header->drawn[0] == 0 || header->commit.hex[0] != '\0')
		return;
	gamefile_lot_seats(header, variant_seats(file->game.variant), places);
	if (memcmp(places, header->drawn, sizeof places) != 0)
		say->say(say->context, entry->start,
			 "the seats aren't drawn as the lot of the header has it", true);
}

/* ---- the header ---- */

/* The lines that the header would have if it were written now, each until it is found in the file.
 */
struct expected {
	struct text text;
	const char *lines[MAX_HEADER_LINES];
	size_t lens[MAX_HEADER_LINES], count;
};

static void expect_lines(const struct gamefile *file, struct expected *expected)
{
	const char *cursor, *line;
	size_t len;

	text_init(&expected->text, 0);
	expected->count = 0;
	gamefile_write_header_lines(&file->header, file->game.variant, &expected->text);
	cursor = expected->text.bytes;
	while (expected->count < MAX_HEADER_LINES &&
	       text_next_line(&cursor, expected->text.bytes + expected->text.len, &line, &len)) {
		expected->lines[expected->count] = line;
		expected->lens[expected->count++] = len;
	}
}

static bool strike(struct expected *expected, const char *line, size_t len)
{
	for (size_t i = 0; i < expected->count; i++)
		if (expected->lens[i] == len && memcmp(expected->lines[i], line, len) == 0) {
			expected->count--;
			expected->lines[i] = expected->lines[expected->count];
			expected->lens[i] = expected->lens[expected->count];
			return true;
		}
	return false;
}

/* Whether the line tells the digest of a definition that is known. */
static bool is_defined(const struct gamefile *file, const char *line, size_t len)
{
	static const char words[] = "definition sha256:";
	struct digest definition;

	if (!text_starts(line, words) || len != sizeof words - 1 + DIGEST_HEX)
		return false;
	memcpy(definition.hex, line + sizeof words - 1, DIGEST_HEX);
	definition.hex[DIGEST_HEX] = '\0';
	return gamefile_definition_is_known(file->game.variant, &definition);
}

/* The rules before these. */
static const char first_rules[] = "rules 1";

static bool is_line(const char *line, size_t len, const char *words)
{
	return len == strlen(words) && memcmp(line, words, len) == 0;
}

void gamefile_check_differing(const struct gamefile *file, const char *start, const char *end,
			      const struct gamefile_say *say)
{
	const char *differing = file->game.variant->kind->decided_otherwise;
	const char *cursor = start, *line;
	size_t len;

	while (differing != NULL && text_next_line(&cursor, end, &line, &len) &&
	       !text_starts(line, "end "))
		if (is_line(line, len, first_rules))
			note(say, line, differing);
}

/* What a line says of what the game is played by. */
static void check_rules(const struct gamefile *file, const char *line, size_t len,
			const struct gamefile_say *say)
{
	if (text_starts(line, "rules ") && !is_line(line, len, first_rules) &&
	    !is_line(line, len, "rules " GAMEFILE_RULES))
		note(say, line,
		     "these rules are not known here: what follows is checked by "
		     "rules " GAMEFILE_RULES " instead");
	if (text_starts(line, "definition ") && !is_defined(file, line, len))
		note(say, line,
		     "this definition of the variant, or of its cards, is not known here: what "
		     "follows is checked by another of the same name");
}

static bool is_id(const char *id)
{
	if (!isalpha((unsigned char)*id))
		return false;
	for (; *id != '\0'; id++)
		if (!isalnum((unsigned char)*id) && *id != '-')
			return false;
	return true;
}

static void check_options(const struct gamefile *file, const struct log_entry *entry,
			  const struct gamefile_say *say)
{
	const struct game_header *header = &file->header;

	for (size_t i = 0; i < header->option_count; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(header->options[i].key, header->options[j].key) == 0)
				fault(say, entry->start, "an option is given twice");
}

void gamefile_check_header(const struct gamefile *file, const struct log_entry *entry,
			   const struct gamefile_say *say)
{
	const char *cursor = entry->start, *line;
	bool has_rules = false, has_definition = false;
	struct expected expected;
	size_t len;

	expect_lines(file, &expected);
	(void)text_next_line(&cursor, entry->facts_end, &line, &len);
	while (text_next_line(&cursor, entry->facts_end, &line, &len)) {
		check_rules(file, line, len, say);
		has_rules |= text_starts(line, "rules ");
		has_definition |= text_starts(line, "definition ");
		if (!text_starts(line, "rules ") && !text_starts(line, "definition ") &&
		    !strike(&expected, line, len))
			fault(say, line,
			      "pbem writes no such line: it stands here twice, or what it says was "
			      "cut or mended when it was read");
	}
	if (expected.count > 0)
		fault(say, entry->start, "the header lacks a line for each seat");
	if (!has_rules || !has_definition)
		note(say, entry->start,
		     "the header doesn't say by which rules and definition it was played");
	if (!is_id(file->header.id))
		fault(say, entry->start, "a game's id is letters, digits and '-', a letter first");
	check_options(file, entry, say);
	check_lot(file, entry, say);
	text_done(&expected.text);
}

/* ---- times ---- */

void gamefile_check_time(const struct log_entry *entry, int64_t before, int64_t now,
			 const struct gamefile_say *say)
{
	if (entry->when < before)
		note(say, entry->start,
		     "this is earlier than what stands before it: a letter that waited, or a clock "
		     "that was wrong");
	if (now != 0 && entry->when > now + SECONDS_A_DAY)
		note(say, entry->start, "this is in the future: a clock was wrong, or is");
}

/* ---- diagrams ---- */

/* A diagram as it is read, mark by mark: of an entry's lines, or of a board that was drawn. */
struct drawing {
	const char *at, *end;
	bool of_entry; /* its other lines are facts */
};

static bool is_diagram(const char *line, const char *end)
{
	return end - line > 2 && memcmp(line, "  |", 3) == 0;
}

/* The next mark, -1: there is none. How a board is drawn may have changed: only what stands on it
 * counts. */
static int next_mark(struct drawing *drawing)
{
	for (; drawing->at < drawing->end; drawing->at++) {
		const char c = *drawing->at;

		if (c == '\n' && drawing->of_entry)
			while (drawing->at + 1 < drawing->end &&
			       !is_diagram(drawing->at + 1, drawing->end)) {
				const char *next = memchr(drawing->at + 1, '\n',
							  (size_t)(drawing->end - drawing->at - 1));

				drawing->at = next != NULL ? next : drawing->end;
			}
		else if (c != '\n' && c != ' ' && c != '|' && c != '[' && c != ']')
			return (unsigned char)*drawing->at++;
	}
	return -1;
}

/* Whether the lines from `first` on are what the game looks like. */
static bool is_drawn_so(const struct game *game, const char *first, const char *end)
{
	struct drawing found = {.at = first, .end = end, .of_entry = true}, wanted = {.at = NULL};
	struct text board;
	bool same = false;
	int mark;

	text_init(&board, 0);
	gamefile_draw(game, &board);
	wanted.at = board.bytes;
	wanted.end = board.bytes + board.len;
	for (mark = 0; mark >= 0 && !same;) {
		mark = next_mark(&found);
		if (mark != next_mark(&wanted))
			break;
		same = mark < 0;
	}
	text_done(&board);
	return same;
}

/* ---- drawn by a stencil ---- */

/* Where the letters of the squares stand in the drawing of an empty board, whose empty squares are
 * its only dots. */
static bool find_squares(struct gamefile_stencil *stencil)
{
	const struct sheet *sheet = &stencil->sheet;
	const char *dot = stencil->lines.bytes;

	for (unsigned row = 0; row < sheet->rows; row++)
		for (unsigned column = 0; column < sheet->columns; column++) {
			const square at = sheet_square(sheet, column, row);

			if (sheet->board->hole[at])
				continue;
			dot = strchr(dot, '.');
			if (dot == NULL)
				return false;
			stencil->at[at] = (uint16_t)(dot++ - stencil->lines.bytes);
		}
	return strchr(dot, '.') == NULL;
}

void gamefile_stencil_init(struct gamefile_stencil *stencil, const struct game *game)
{
	const struct kind *kind = game->variant->kind;
	struct game empty = *game;

	text_init(&stencil->lines, 0);
	stencil->usable = kind->diagram == NULL && kind->board == NULL;
	if (!stencil->usable)
		return;
	position_clear(game->variant, &empty.position);
	empty.turns = 0;
	gamefile_write_diagram(&empty, &stencil->lines);
	stencil->sheet = sheet_lay_out(game->variant, NULL, NULL,
				       sheet_forward(game->variant, NO_SIDE), BOARD_COMPACT);
	stencil->usable = stencil->sheet.brackets && find_squares(stencil);
}

void gamefile_stencil_done(struct gamefile_stencil *stencil)
{
	text_done(&stencil->lines);
}

/* A square that a piece of the last turn came from, or went to; NO_SQUARE is drawn nowhere. */
static void draw_brackets(const struct gamefile_stencil *stencil, square at, char *lines)
{
	char *left, *right;

	if (at >= stencil->sheet.board->squares)
		return;
	left = lines + stencil->at[at] - stencil->sheet.cell;
	right = lines + stencil->at[at] + 1;
	*left = *left == ']' || *left == '|' ? '|' : '[';
	*right = *right == '[' || *right == '|' ? '|' : ']';
}

static void draw_pieces(const struct gamefile_stencil *stencil, const struct position *position,
			char *lines)
{
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate == ON_BOARD)
			sheet_draw_piece(&stencil->sheet, piece,
					 lines + stencil->at[piece->at] + 1 - stencil->sheet.cell);
	}
}

/* Whether the lines are just those that would be written; when not, they may still show the same
 * position. */
static bool is_by_stencil(const struct gamefile_stencil *stencil, const struct game *game,
			  const char *lines, size_t len)
{
	const struct turn_record *last = game_recent(game, 0);
	char drawn[STENCIL_MAX];

	if (!stencil->usable || len != stencil->lines.len || len > sizeof drawn)
		return false;
	memcpy(drawn, stencil->lines.bytes, len);
	draw_pieces(stencil, &game->position, drawn);
	for (unsigned i = 0; last != NULL && i < last->step_count; i++) {
		draw_brackets(stencil, last->steps[i].from, drawn);
		draw_brackets(stencil, last->steps[i].to, drawn);
	}
	return memcmp(drawn, lines, len) == 0;
}

void gamefile_check_diagram(const struct gamefile *file, const struct gamefile_stencil *stencil,
			    const struct log_entry *entry, const struct gamefile_say *say)
{
	const char *first = entry->diagram, *end = entry->facts_end;

	if (entry->behind != NULL)
		fault(say, entry->behind,
		      "a diagram is an entry's last part: no fact stands behind it");
	if (first != NULL && !is_by_stencil(stencil, &file->game, first, (size_t)(end - first)) &&
	    !is_drawn_so(&file->game, first, end))
		fault(say, first, "this diagram isn't the position that the facts come to");
}

/* ---- lots and secrets ---- */

bool gamefile_seats_are_drawn(const struct gamefile *file)
{
	const struct kind *kind = file->game.variant->kind;
	uint8_t places[MAX_SIDES] = {0};

	if (kind->draw_seats == NULL || file->header.drawn[0] == 0)
		return true;
	kind->draw_seats(&file->game, places);
	return memcmp(places, file->header.drawn, sizeof places) == 0;
}

void gamefile_check_secret(const struct gamefile *file, bool published, bool has_sealed,
			   const char *end, const struct gamefile_say *say)
{
	if (file->header.commit.hex[0] == '\0' || published)
		return;
	if (file->game.outcome.status != STATUS_PLAYING && has_sealed)
		note(say, end,
		     "the game is over, and its secret is not published: who hasn't the sealed "
		     "file can't check hands, shuffles and what cards did");
	else if (file->game.outcome.status != STATUS_PLAYING)
		fault(say, end,
		      "the game is over, and its secret is not published: hands, shuffles and what "
		      "cards did can't be checked. Was the file cut?");
	else if (!has_sealed)
		note(say, end,
		     "hands, shuffles and what cards did can't be checked before the game is over "
		     "and its secret published");
}
