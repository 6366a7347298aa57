/* SPDX-License-Identifier: MIT */
/* PGN4 of `fourteen`: moves of both squares, and a mark where a player's turn would be when he is
 * out. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/exchange/entering.h"
#include "core/variant/variant_data.h"

enum { SEATS = 4 };

static const char *const players[] = {"Red", "Blue", "Yellow", "Green", NULL};
static const char *const left_out[] = {"Result",  "StartFen4",	  "CurrentMove",
				       "Variant", "RuleVariants", NULL};
/* Points of a free-for-all are what no rule here counts: they stay as they were told. */
static const char *const left_out_but_points[] = {"StartFen4", "CurrentMove", "Variant",
						  "RuleVariants", NULL};

/* ---- what is played ---- */

static bool is_teams(const struct movetext_game *game)
{
	const char *variant = movetext_tag(game, "Variant");
	const char *rules = movetext_tag(game, "RuleVariants");

	return (variant != NULL && text_same(variant, "Teams")) ||
	       (rules != NULL && strstr(rules, "Teams") != NULL);
}

static int choose(const struct movetext_game *game, struct option options[2],
		  struct entering_of *of, struct reason *reason)
{
	const char *start = movetext_tag(game, "StartFen4");
	const char *setup = "modern";

	if (start != NULL && strchr(start, '-') != NULL)
		of->start = start;
	else if (start != NULL && strcmp(start, "4PCo") == 0)
		setup = "classic";
	else if (start != NULL && *start != '\0' && strcmp(start, "4PC") != 0)
		return reason_fail(
			reason,
			"game %u: expected in the tag StartFen4 4PC, 4PCo or a FEN4, not "
			"\"%.40s\"",
			game->number, start);
	options[0] = (struct option){.key = "setup"};
	options[1] = (struct option){.key = "teams"};
	snprintf(options[0].value, sizeof options[0].value, "%s", setup);
	snprintf(options[1].value, sizeof options[1].value, "%s", is_teams(game) ? "on" : "off");
	return 0;
}

static bool has_points(const struct movetext_game *game)
{
	const char *result = movetext_tag(game, "Result");

	return !is_teams(game) && result != NULL && strstr(result, ": ") != NULL;
}

/* ---- moves ---- */

static bool is_square(const char **cursor, struct text *out)
{
	const char *c = *cursor;

	if (*c < 'a' || *c > 'n' || !isdigit((unsigned char)c[1]))
		return false;
	text_add_char(out, *c++);
	while (isdigit((unsigned char)*c))
		text_add_char(out, *c++);
	*cursor = c;
	return true;
}

/* "Qg1xQc5=D+" as "g1-c5=Q": the letters of who goes and who is taken say nothing more. False when
 * it isn't two squares. */
static bool read_move(const char *word, struct text *out)
{
	const char *cursor = word;

	cursor += strchr("KQRBNPD", *cursor) != NULL && *cursor != '\0';
	if (!is_square(&cursor, out) || (*cursor != '-' && *cursor != 'x'))
		return false;
	text_add_char(out, '-');
	cursor++;
	cursor += *cursor != '\0' && strchr("KQRBNPD", *cursor) != NULL;
	if (!is_square(&cursor, out))
		return false;
	if (*cursor == '=' && cursor[1] != '\0') {
		text_addf(out, "=%c", cursor[1] == 'D' ? 'Q' : cursor[1]);
		cursor += 2;
	}
	return cursor[strspn(cursor, "+#!?")] == '\0';
}

static int make_move(struct entering *entering, const char *word, struct reason *reason)
{
	struct text move;
	int result;

	text_init(&move, MOVETEXT_WORD_MAX);
	if (word[0] == 'O' || word[0] == '0') {
		result = entering_move(entering, word, false, reason);
	} else if (read_move(word, &move)) {
		/* A pawn of a free-for-all becomes a queen, whether that is written or not. */
		result = entering_move(entering, move.bytes, false, reason);
	} else {
		result = reason_fail(reason, "two squares, such as h2-h3 or Qg1xc5, are a move");
	}
	text_done(&move);
	if (result != 0)
		reason_prefix(reason, "expected a legal move, not \"%s\": ", word);
	return result;
}

/* ---- who leaves ---- */

static bool is_marker(const char *word)
{
	return word[0] != '\0' && word[1] == '\0' && strchr("RTS#", word[0]) != NULL;
}

static int leave(struct entering *entering, unsigned seat, char mark, struct reason *reason)
{
	if (mark == 'R')
		return entering_order(entering, seat, ORDER_RESIGN, reason);
	return entering_forfeit(entering, seat, reason);
}

/* A mark in the place of a turn: of who is mated, which the rules have seen already, or of who
 * leaves now, and is to move. */
static int take_marker(struct entering *entering, char mark, struct reason *reason)
{
	const struct game *game = &entering->file->game;
	int result;

	if (entering->left > 0 && (mark == '#' || !entering_goes_on(entering))) {
		entering->left--;
		return 0;
	}
	if (mark == 'S' && !entering_goes_on(entering))
		return 0;
	if (!entering_goes_on(entering))
		return reason_fail(reason,
				   "expected the end of the game, which is over, not \"%c\"", mark);
	if (mark == '#')
		return reason_fail(reason, "expected a move of %s, who isn't checkmated, not \"#\"",
				   variant_seat_title(game->variant, game_player(game)));
	result = leave(entering, game_player(game), mark, reason);
	if (result == 0 && entering->left > 0)
		entering->left--;
	return result;
}

/* "Blue R": what export tells of who left when it wasn't his turn. */
static int take_remark(struct entering *entering, const char *text, struct reason *reason)
{
	const char *mark = strrchr(text, ' ');
	char name[MOVETEXT_WORD_MAX];
	int seat;

	snprintf(name, sizeof name, "%.*s", (int)(mark != NULL ? mark - text : 0), text);
	for (char *c = name; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	seat = variant_seat_named(entering->file->game.variant, name);
	if (seat < 0)
		return reason_fail(reason, "expected a seat that leaves, not \"%s\"", text);
	if (leave(entering, (unsigned)seat, mark[1], reason) != 0)
		return -1;
	entering->left -= entering->left > 0;
	return 0;
}

/* ---- how it ends ---- */

/* Who has most of "R: 12 - B: 40 - Y: 3 - G: 21"; of "1-0" the first team; 0: nobody. */
static uint16_t winners_of(const struct movetext_game *game)
{
	const char *result = movetext_tag(game, "Result");
	long best = 0, points;
	uint16_t winners = 0;

	if (result == NULL)
		result = game->result;
	if (strcmp(result, "1-0") == 0 || strcmp(result, "0-1") == 0)
		return result[0] == '1' ? 0x5 : 0xa;
	for (unsigned seat = 0; seat < SEATS; seat++) {
		const char *at = strchr(result, "RBYG"[seat]);

		points = at != NULL && at[1] == ':' ? strtol(at + 2, NULL, 10) : 0;
		if (points > best)
			winners = 0;
		if (points > 0 && points >= best)
			winners |= (uint16_t)(1u << seat);
		best = points > best ? points : best;
	}
	return winners;
}

static bool is_drawn(const struct movetext_game *game)
{
	const char *result = movetext_tag(game, "Result");

	return strcmp(result != NULL ? result : game->result, "1/2-1/2") == 0;
}

/* In a free-for-all points decide there, and here who is left: a game that is over stays as it is.
 */
static int end_game(struct entering *entering, struct reason *reason)
{
	const struct game *game = &entering->file->game;
	uint16_t winners = winners_of(entering->game);

	if (entering_goes_on(entering))
		return winners != 0 || is_drawn(entering->game)
			       ? entering_adjudicate(entering, winners, reason)
			       : 0;
	if (!is_teams(entering->game) || winners == 0 || game->outcome.winners == winners)
		return 0;
	return reason_fail(reason, "expected another Result: the game ends by %s",
			   game->outcome.how);
}

/* Whether the text stops where more has to follow: behind ".." or a number. */
static bool stops_short(const struct movetext_game *game)
{
	const char *end = game->end;

	while (end > game->start && isspace((unsigned char)end[-1]))
		end--;
	if (end == game->start || end[-1] != '.')
		return false;
	while (end > game->start && end[-1] == '.')
		end--;
	return end > game->start &&
	       (isspace((unsigned char)end[-1]) || isdigit((unsigned char)end[-1]));
}

/* Whether somebody has won while too many play on for that: of a team somebody has to be out, in a
 * free-for-all all but two, of whom one may have claimed it. */
static bool ends_early(const struct entering *entering)
{
	const uint16_t playing = entering->file->game.position.in_play;
	const int least = is_teams(entering->game) ? SEATS : SEATS - 1;

	return entering_goes_on(entering) && winners_of(entering->game) != 0 &&
	       __builtin_popcount(playing) >= least;
}

/* Nothing stands behind the moves: that some are missing a number of them tells, or that it can't
 * have ended so. */
static int check_count(const struct entering *entering, struct reason *reason)
{
	const char *count = movetext_tag(entering->game, "CurrentMove");
	long number = count != NULL ? text_number(count, MOVETEXT_MOVES) : -1;

	if (stops_short(entering->game))
		return reason_fail(reason,
				   "expected a turn behind the last \".\": the game was cut");
	if (count == NULL && ends_early(entering))
		return reason_fail(reason,
				   "expected more turns, or a mark of who left (R, T), as its tag "
				   "Result has it over: the game was cut, or edited");
	if (number <= (long)entering->ply)
		return 0;
	return reason_fail(reason,
			   "expected %ld turns, as its tag CurrentMove has it, not %zu: the game "
			   "was cut, or edited",
			   number, entering->ply);
}

static int play(struct entering *entering, struct reason *reason)
{
	const struct movetext_game *game = entering->game;

	for (size_t i = 0; i < game->count; i++) {
		const char *word = game->words[i].text;
		int result;

		entering->line = game->words[i].line;
		if (game->words[i].remark)
			result = take_remark(entering, word, reason);
		else if (is_marker(word))
			result = take_marker(entering, word[0], reason);
		else if (!entering_goes_on(entering))
			result = reason_fail(reason,
					     "expected the end of the game, which is over (%s), "
					     "not \"%s\"",
					     entering->file->game.outcome.how, word);
		else
			result = make_move(entering, word, reason);
		if (result != 0)
			return entering_fault(entering, reason);
	}
	return check_count(entering, reason) == 0 && end_game(entering, reason) == 0
		       ? 0
		       : entering_fault(entering, reason);
}

int import_pgn4(const struct movetext_game *game, struct imported *imported,
		struct variant_library *library, struct text *out, unsigned *line_out,
		struct reason *reason)
{
	struct option options[2];
	struct entering_of of = {
		.variant = "fourteen",
		.options = options,
		.option_count = ARRAY_LEN(options),
		.start = "",
		.format = "pgn4",
		.players = players,
		.left_out = has_points(game) ? left_out_but_points : left_out,
	};
	struct entering entering = {.file = NULL};
	int result = choose(game, options, &of, reason);

	*line_out = game->line;
	if (result == 0)
		result = entering_begin(&entering, game, imported->id, &of, library, out, reason);
	if (result == 0) {
		result = play(&entering, reason);
		*line_out = entering.line;
		imported->plies = entering.ply;
		imported->result = entering_goes_on(&entering) ? "*" : "over";
	}
	entering_done(&entering);
	return result;
}
