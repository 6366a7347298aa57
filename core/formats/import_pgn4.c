/* SPDX-License-Identifier: MIT */
/*
 * Imports PGN4 of `fourteen`. Moves name both squares, and a mark replaces the turn of a player who
 * is out.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/formats/import_game.h"
#include "core/variant/variant_data.h"

enum { SEATS = 4 };

static const char *const players[] = {"Red", "Blue", "Yellow", "Green", NULL};
static const char *const deciding[] = {"StartFen4", "SetUp", "Variant", "RuleVariants", NULL};
static const char *const left_out[] = {"Result",  "StartFen4",	  "CurrentMove",
				       "Variant", "RuleVariants", NULL};
/* No rule here uses the points of a free-for-all, so they are kept as they are. */
static const char *const left_out_but_points[] = {"StartFen4", "CurrentMove", "Variant",
						  "RuleVariants", NULL};

/* ---- the variant ---- */

static bool is_teams(const struct pgn_parse_game *game)
{
	const char *variant = pgn_parse_tag(game, "Variant");
	const char *rules = pgn_parse_tag(game, "RuleVariants");

	return (variant != NULL && strbuf_same(variant, "Teams")) ||
	       (rules != NULL && strstr(rules, "Teams") != NULL);
}

/*
 * Returns the tag StartFen4 without the spaces that it has on several lines, or NULL if there is
 * none. The caller frees it.
 */
static char *copy_start_tag(const struct pgn_parse_game *game)
{
	const char *start = pgn_parse_tag(game, "StartFen4");
	char *own = start != NULL ? base_strdup(start) : NULL, *to = own;

	for (char *c = own; c != NULL && *c != '\0'; c++)
		if (!isspace((unsigned char)*c))
			*to++ = *c;
	if (own != NULL)
		*to = '\0';
	return own;
}

static int choose_setup(const struct pgn_parse_game *game, const char *start,
			struct option options[2], struct import_game_of *of, struct reason *reason)
{
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

static bool has_points(const struct pgn_parse_game *game)
{
	const char *result = pgn_parse_tag(game, "Result");

	return !is_teams(game) && result != NULL && strstr(result, ": ") != NULL;
}

/* ---- moves ---- */

static bool read_square(const char **cursor, struct strbuf *out)
{
	const char *c = *cursor;

	if (*c < 'a' || *c > 'n' || !isdigit((unsigned char)c[1]))
		return false;
	strbuf_add_char(out, *c++);
	while (isdigit((unsigned char)*c))
		strbuf_add_char(out, *c++);
	*cursor = c;
	return true;
}

/*
 * Reads "Qg1xQc5=D+" as "g1-c5=Q". The letters of the moving and the captured piece are redundant.
 * Returns false if it isn't two squares.
 */
static bool read_move(const char *word, struct strbuf *out)
{
	const char *cursor = word;

	cursor += strchr("KQRBNPD", *cursor) != NULL && *cursor != '\0';
	if (!read_square(&cursor, out) || (*cursor != '-' && *cursor != 'x'))
		return false;
	strbuf_add_char(out, '-');
	cursor++;
	cursor += *cursor != '\0' && strchr("KQRBNPD", *cursor) != NULL;
	if (!read_square(&cursor, out))
		return false;
	if (*cursor == '=' && cursor[1] != '\0') {
		strbuf_addf(out, "=%c", cursor[1] == 'D' ? 'Q' : cursor[1]);
		cursor += 2;
	}
	return cursor[strspn(cursor, "+#!?")] == '\0';
}

static int make_move(struct import_game *entering, const char *word, struct reason *reason)
{
	struct strbuf move;
	int result;

	strbuf_init(&move, PGN_PARSE_WORD_MAX);
	if (word[0] == 'O' || word[0] == '0') {
		result = import_game_move(entering, word, false, reason);
	} else if (read_move(word, &move)) {
		/* A pawn in a free-for-all becomes a queen, whether the text says so or not. */
		result = import_game_move(entering, move.bytes, false, reason);
	} else {
		result = reason_fail(reason, "two squares, such as h2-h3 or Qg1xc5, are a move");
	}
	strbuf_done(&move);
	if (result != 0)
		reason_prefix(reason, "expected a legal move, not \"%s\": ", word);
	return result;
}

/* ---- players who leave ---- */

static bool is_marker(const char *word)
{
	return word[0] != '\0' && word[1] == '\0' && strchr("RTS#", word[0]) != NULL;
}

static int put_out_seat(struct import_game *entering, unsigned seat, char mark,
			struct reason *reason)
{
	if (mark == 'R')
		return import_game_order(entering, seat, ORDER_RESIGN, reason);
	return import_game_forfeit(entering, seat, reason);
}

/*
 * Applies a mark in place of a turn: of a player who is mated, which the rules have found already,
 * or of the player to move, who leaves.
 */
static int apply_marker(struct import_game *entering, char mark, struct reason *reason)
{
	const struct game *game = &entering->file->game;
	int result;

	if (entering->left > 0 && (mark == '#' || !import_game_goes_on(entering))) {
		entering->left--;
		return 0;
	}
	if (mark == 'S' && !import_game_goes_on(entering))
		return 0;
	if (!import_game_goes_on(entering))
		return import_game_is_over(entering, (const char[]){mark, '\0'}, reason);
	if (mark == '#')
		return reason_fail(reason, "expected a move of %s, who isn't checkmated, not \"#\"",
				   variant_seat_title(game->variant, game_player(game)));
	result = put_out_seat(entering, game_player(game), mark, reason);
	if (result == 0 && entering->left > 0)
		entering->left--;
	return result;
}

/* Reads "Blue R", which export writes for a player who left in another player's turn. */
static int apply_remark(struct import_game *entering, const char *text, struct reason *reason)
{
	const char *mark = strrchr(text, ' ');
	char name[PGN_PARSE_WORD_MAX];
	int seat;

	snprintf(name, sizeof name, "%.*s", (int)(mark != NULL ? mark - text : 0), text);
	for (char *c = name; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	seat = variant_seat_named(entering->file->game.variant, name);
	if (seat < 0)
		return reason_fail(reason, "expected a seat that leaves, not \"%s\"", text);
	if (put_out_seat(entering, (unsigned)seat, mark[1], reason) != 0)
		return -1;
	entering->left -= entering->left > 0;
	return 0;
}

/* ---- the end of a game ---- */

/*
 * Returns the seats with the most points in "R: 12 - B: 40 - Y: 3 - G: 21", or the first team for
 * "1-0"; 0: nobody.
 */
static uint16_t winners_of(const struct pgn_parse_game *game)
{
	const char *result = pgn_parse_tag(game, "Result");
	long best = 0, points;
	uint16_t winners = 0;

	if (result == NULL)
		result = game->result;
	if (pgn_parse_result(result) != NULL)
		result = pgn_parse_result(result);
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

static bool is_drawn(const struct pgn_parse_game *game)
{
	const char *result = pgn_parse_tag(game, "Result");

	result = pgn_parse_result(result != NULL ? result : game->result);
	return result != NULL && strcmp(result, "1/2-1/2") == 0;
}

/*
 * Ends the game. There a free-for-all is decided by points, here by who is left, so a game that is
 * over stays as it is.
 */
static int end_game(struct import_game *entering, struct reason *reason)
{
	const struct game *game = &entering->file->game;
	uint16_t winners = winners_of(entering->game);

	if (import_game_goes_on(entering))
		return winners != 0 || is_drawn(entering->game)
			       ? import_game_adjudicate(entering, winners, reason)
			       : 0;
	if (!is_teams(entering->game) || winners == 0 || game->outcome.winners == winners)
		return 0;
	(void)import_game_is_over(entering, "", NULL);
	return reason_fail(reason, "expected another Result: the game ends by %s",
			   game->outcome.how);
}

/* Reports whether the text ends where more must follow: after ".." or a number. */
static bool stops_short(const struct pgn_parse_game *game)
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

/*
 * Reports whether somebody has won although too many still play. In a team game one of the losing
 * team must be out. Otherwise all except two must be out, and one of these may have claimed a win.
 */
static bool ends_early(const struct import_game *entering)
{
	const uint16_t playing = entering->file->game.position.in_play;
	const int least = is_teams(entering->game) ? SEATS : SEATS - 1;

	return import_game_goes_on(entering) && winners_of(entering->game) != 0 &&
	       __builtin_popcount(playing) >= least;
}

/*
 * Checks that no moves are missing at the end, by a number of moves in the tags, or because the end
 * is impossible.
 */
static int check_count(const struct import_game *entering, struct reason *reason)
{
	const char *count = pgn_parse_tag(entering->game, "CurrentMove");
	long number = count != NULL ? strbuf_number(count, PGN_PARSE_MOVES) : -1;

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

/* Notes gaps in the numbers of rounds, which may begin with any number. */
static void check_number(const struct import_game *entering, unsigned number, unsigned *before_io)
{
	if (number == 0)
		return;
	if (*before_io != 0 && number != *before_io && number != *before_io + 1)
		import_game_note(entering, "round %u behind round %u: are turns missing?", number,
				 *before_io);
	*before_io = number;
}

static int play_pgn4(struct import_game *entering, struct reason *reason)
{
	const struct pgn_parse_game *game = entering->game;
	unsigned number = 0;

	for (size_t i = 0; i < game->count; i++) {
		const char *word = game->words[i].text;
		int result;

		entering->line = game->words[i].line;
		check_number(entering, game->words[i].number, &number);
		if (game->words[i].remark)
			result = apply_remark(entering, word, reason);
		else if (is_marker(word))
			result = apply_marker(entering, word[0], reason);
		else if (!import_game_goes_on(entering))
			result = import_game_is_over(entering, word, reason);
		else
			result = make_move(entering, word, reason);
		if (result != 0)
			return import_game_fault(entering, reason);
	}
	return check_count(entering, reason) == 0 && end_game(entering, reason) == 0
		       ? 0
		       : import_game_fault(entering, reason);
}

int import_pgn4(const struct pgn_parse_game *game, struct imported *imported,
		struct variant_library *library, struct strbuf *out, unsigned *line_out,
		struct reason *reason)
{
	struct option options[2];
	struct import_game_of of = {
		.variant = "fourteen",
		.options = options,
		.option_count = ARRAY_LEN(options),
		.start = "",
		.format = "pgn4",
		.players = players,
		.left_out = has_points(game) ? left_out_but_points : left_out,
	};
	struct import_game entering = {.file = NULL};
	char *start = copy_start_tag(game);
	int result = import_game_check_tags(game, deciding, reason);

	*line_out = game->line;
	if (result == 0)
		result = choose_setup(game, start, options, &of, reason);
	if (result == 0) {
		result = import_game_whole(&entering, game, imported, &of, play_pgn4, library, out,
					   reason);
		*line_out = entering.line;
	}
	if (result == 0) {
		imported->plies = entering.ply;
		imported->result = import_game_goes_on(&entering) ? "*" : "over";
	}
	import_game_done(&entering);
	free(start);
	return result;
}
