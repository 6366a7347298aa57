/* SPDX-License-Identifier: MIT */
/* Checks a game file apart from its chain and the rules: header, times, diagrams, lots. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/shuffle.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

enum { MAX_HEADER_LINES = 64 };

static void report_fault(const struct gamefile_reporter *say, const char *at, const char *what)
{
	say->say(say->context, at, what, true);
}

static void report_note(const struct gamefile_reporter *say, const char *at, const char *what)
{
	say->say(say->context, at, what, false);
}

/* Everybody can repeat the public draw, which only depends on the header. */
unsigned gamefile_lot_number(const struct game_header *header, unsigned low, unsigned high)
{
	struct shuffle chance;

	shuffle_init(&chance, header->id, header->lot_option, 1, header->lot.hex, NULL, 0, NULL);
	return low + shuffle_below(&chance, high - low + 1);
}

void gamefile_lot_seats(const struct game_header *header, unsigned count,
			uint8_t places_out[MAX_SEATS])
{
	uint16_t players[MAX_SEATS];
	struct shuffle chance;

	for (unsigned i = 0; i < count; i++)
		players[i] = (uint16_t)(i + 1);
	shuffle_init(&chance, header->id, "seats", 1, header->lot.hex, NULL, 0, NULL);
	shuffle_shuffle(&chance, players, count);
	for (unsigned i = 0; i < count; i++)
		places_out[i] = (uint8_t)players[i];
}

const struct variant *gamefile_draw_option(struct variant_library *library,
					   const struct variant *variant,
					   struct game_header *header, struct reason *reason)
{
	struct option *option = header->options, own[MAX_OPTIONS];
	const struct option *end = option + header->option_count;
	const struct variant_option *drawn;
	unsigned low, high;

	if (!variant_option_drawn(variant, &drawn, &low, &high))
		return variant;
	while (option < end && strcmp(option->key, drawn->key) != 0)
		option++;
	if (option == header->options + MAX_OPTIONS) {
		reason_set(reason, "a game has at most %d options", MAX_OPTIONS);
		return NULL;
	}
	header->option_count += option == end;
	snprintf(header->lot_option, sizeof header->lot_option, "%s", drawn->key);
	snprintf(option->key, sizeof option->key, "%s", drawn->key);
	snprintf(option->value, sizeof option->value, "%u", gamefile_lot_number(header, low, high));
	return variant_get(library, header->variant, own,
			   game_options_leave_out(header->options, header->option_count, own),
			   reason);
}

static bool is_number_drawn(const struct gamefile *file)
{
	const struct game_header *header = &file->header;
	const char *value = variant_option(file->game.variant, header->lot_option);
	unsigned low, high;

	return value != NULL &&
	       variant_option_range(file->game.variant, header->lot_option, &low, &high) &&
	       strbuf_number(value, 9999) == (long)gamefile_lot_number(header, low, high);
}

static void check_lot(const struct gamefile *file, const struct log_entry *entry,
		      const struct gamefile_reporter *say)
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
		report_fault(say, entry->start,
			     "the option isn't what the lot of the header gives");
	/* In games with a secret, the secret determines the seats. */
	if (header->drawn[0] == 0 || header->commit.hex[0] != '\0')
		return;
	gamefile_lot_seats(header, variant_seats(file->game.variant), places);
	if (memcmp(places, header->drawn, sizeof places) != 0)
		say->say(say->context, entry->start,
			 "the seats aren't drawn as the lot of the header has it", true);
}

/* ---- the header ---- */

/*
 * The lines that the header would have if it were written now. Each is removed when it is found in
 * the file.
 */
struct expected {
	struct strbuf text;
	const char *lines[MAX_HEADER_LINES];
	size_t lens[MAX_HEADER_LINES], count;
};

static void expect_lines(const struct gamefile *file, struct expected *expected)
{
	const char *cursor, *line;
	size_t len;

	strbuf_init(&expected->text, 0);
	expected->count = 0;
	gamefile_write_header_lines(&file->header, file->game.variant, &expected->text);
	cursor = expected->text.bytes;
	while (expected->count < MAX_HEADER_LINES &&
	       strbuf_next_line(&cursor, expected->text.bytes + expected->text.len, &line, &len)) {
		expected->lines[expected->count] = line;
		expected->lens[expected->count++] = len;
	}
}

static bool remove_expected(struct expected *expected, const char *line, size_t len)
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

static bool is_known_definition(const struct gamefile *file, const char *line, size_t len)
{
	static const char words[] = "definition sha256:";
	struct sha256 definition;

	if (!strbuf_starts(line, words) || len != sizeof words - 1 + SHA256_HEX)
		return false;
	memcpy(definition.hex, line + sizeof words - 1, SHA256_HEX);
	definition.hex[SHA256_HEX] = '\0';
	return gamefile_definition_is_known(file->game.variant, &definition);
}

static void check_rules(const struct gamefile *file, const char *line, size_t len,
			const struct gamefile_reporter *say)
{
	if (strbuf_starts(line, "rules ") && file->header.rules > RULES_TODAY)
		report_note(say, line,
			    "these rules are not known here: what follows is checked by "
			    "rules " GAMEFILE_RULES " instead");
	if (strbuf_starts(line, "definition ") && !is_known_definition(file, line, len))
		report_note(
			say, line,
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
			  const struct gamefile_reporter *say)
{
	const struct game_header *header = &file->header;

	for (size_t i = 0; i < header->option_count; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(header->options[i].key, header->options[j].key) == 0)
				report_fault(say, entry->start, "an option is given twice");
}

void gamefile_check_header(const struct gamefile *file, const struct log_entry *entry,
			   const struct gamefile_reporter *say)
{
	const char *cursor = entry->start, *line;
	bool has_rules = false, has_definition = false;
	struct expected expected;
	size_t len;

	expect_lines(file, &expected);
	(void)strbuf_next_line(&cursor, entry->events_end, &line, &len);
	while (strbuf_next_line(&cursor, entry->events_end, &line, &len)) {
		check_rules(file, line, len, say);
		has_rules |= strbuf_starts(line, "rules ");
		has_definition |= strbuf_starts(line, "definition ");
		if (!strbuf_starts(line, "definition ") && !remove_expected(&expected, line, len))
			report_fault(say, line,
				     "pbem writes no such line: it stands here twice, or what it "
				     "says was "
				     "cut or mended when it was read");
	}
	if (expected.count > 0)
		report_fault(say, entry->start, "the header lacks a line for each seat");
	if (!has_rules || !has_definition)
		report_note(say, entry->start,
			    "the header doesn't say by which rules and definition it was played");
	if (!is_id(file->header.id))
		report_fault(say, entry->start,
			     "a game's id is letters, digits and '-', a letter first");
	check_options(file, entry, say);
	check_lot(file, entry, say);
	strbuf_done(&expected.text);
}

/* ---- times ---- */

void gamefile_check_time(const struct log_entry *entry, int64_t before, int64_t now,
			 const struct gamefile_reporter *say)
{
	if (entry->when < before)
		report_note(say, entry->start,
			    "this is earlier than what stands before it: a letter that waited, or "
			    "a clock "
			    "that was wrong");
	if (now != 0 && entry->when > now + SECONDS_A_DAY)
		report_note(say, entry->start, "this is in the future: a clock was wrong, or is");
}

/* ---- diagrams ---- */

/* A diagram read character by character, from an entry or from a drawn board. */
struct drawing {
	const char *at, *end;
	bool of_entry; /* the other lines are events */
};

static bool is_diagram(const char *line, const char *end)
{
	return end - line > 2 && memcmp(line, "  |", 3) == 0;
}

/*
 * Returns the next piece or mark, -1 at the end. Frames are skipped, because only the content of a
 * board matters, however it was drawn.
 */
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

/*
 * Returns the number of the board that a diagram must show, 0: that of the last turn. If a
 * moderator ended a ring, earlier versions sometimes drew another board; then the diagram itself
 * names the board.
 */
static unsigned drawn_board(const struct game *game, const struct log_entry *entry)
{
	static const char edge[] = "  | ";
	const struct gametype *kind = game->variant->kind;
	const char *first = entry->diagram;

	return kind->diagram_of != NULL && strbuf_starts(first, edge)
		       ? kind->diagram_of(game, entry->number, first + sizeof edge - 1,
					  entry->events_end)
		       : 0;
}

static bool is_drawing_of_game(const struct game *game, const struct log_entry *entry)
{
	const char *first = entry->diagram, *end = entry->events_end;
	struct drawing found = {.at = first, .end = end, .of_entry = true}, wanted = {.at = NULL};
	struct strbuf board;
	bool same = false;
	int mark;

	strbuf_init(&board, 0);
	gamefile_draw(game, drawn_board(game, entry), &board);
	wanted.at = board.bytes;
	wanted.end = board.bytes + board.len;
	for (mark = 0; mark >= 0 && !same;) {
		mark = next_mark(&found);
		if (mark != next_mark(&wanted))
			break;
		same = mark < 0;
	}
	strbuf_done(&board);
	return same;
}

/* ---- templates of diagrams ---- */

/*
 * Finds the letters of the squares in the drawing of an empty board, where empty squares are the
 * only dots.
 */
static bool find_squares(struct gamefile_stencil *stencil)
{
	const struct board_text *sheet = &stencil->sheet;
	const char *dot = stencil->lines.bytes;

	for (unsigned row = 0; row < sheet->rows; row++)
		for (unsigned column = 0; column < sheet->columns; column++) {
			const square at = board_text_square(sheet, column, row);

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
	const struct gametype *kind = game->variant->kind;
	struct game empty = *game;

	strbuf_init(&stencil->lines, 0);
	stencil->usable = kind->diagram == NULL && kind->board == NULL;
	if (!stencil->usable)
		return;
	position_clear(game->variant, &empty.position);
	empty.turns = 0;
	gamefile_write_diagram(&empty, &stencil->lines);
	stencil->sheet =
		board_text_lay_out(game->variant, NULL, NULL,
				   board_text_forward(game->variant, NO_SIDE), BOARD_COMPACT);
	stencil->usable = stencil->sheet.brackets && find_squares(stencil);
}

void gamefile_stencil_done(struct gamefile_stencil *stencil)
{
	strbuf_done(&stencil->lines);
}

/* Marks a square from or to which a piece of the last turn moved. Ignores NO_SQUARE. */
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
			board_text_draw_piece(&stencil->sheet, piece,
					      lines + stencil->at[piece->at] + 1 -
						      stencil->sheet.cell);
	}
}

/*
 * Reports whether the lines are exactly what would be written. If not, they may still show the same
 * position.
 */
static bool matches_stencil(const struct gamefile_stencil *stencil, const struct game *game,
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
			    const struct log_entry *entry, const struct gamefile_reporter *say)
{
	const char *first = entry->diagram, *end = entry->events_end;

	if (entry->behind != NULL)
		report_fault(say, entry->behind,
			     "a diagram is an entry's last part: no event comes after it");
	if (first != NULL && !matches_stencil(stencil, &file->game, first, (size_t)(end - first)) &&
	    !is_drawing_of_game(&file->game, entry))
		report_fault(say, first, "this diagram isn't the position that the events lead to");
}

/* ---- lots and secrets ---- */

bool gamefile_seats_are_drawn(const struct gamefile *file)
{
	const struct gametype *kind = file->game.variant->kind;
	uint8_t places[MAX_SIDES] = {0};

	if (kind->draw_seats == NULL || file->header.drawn[0] == 0)
		return true;
	kind->draw_seats(&file->game, places);
	return memcmp(places, file->header.drawn, sizeof places) == 0;
}

void gamefile_check_secret(const struct gamefile *file, bool published, bool has_sealed,
			   const char *end, const struct gamefile_reporter *say)
{
	if (file->header.commit.hex[0] == '\0' || published)
		return;
	if (file->game.outcome.status != STATUS_PLAYING && has_sealed)
		report_note(
			say, end,
			"the game is over, and its secret is not published: who hasn't the sealed "
			"file can't check hands, shuffles and what cards did");
	else if (file->game.outcome.status != STATUS_PLAYING)
		report_fault(say, end,
			     "the game is over, and its secret is not published: hands, shuffles "
			     "and what "
			     "cards did can't be checked. Was the file cut?");
	else if (!has_sealed)
		report_note(say, end,
			    "hands, shuffles and what cards did can't be checked before the game "
			    "is over "
			    "and its secret published");
}
