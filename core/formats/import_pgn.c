/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/formats/import_game.h"
#include "core/notation/start_position.h"
#include "core/variant/variant_data.h"

static const char *const players[] = {"White", "Black", NULL};
static const char *const deciding[] = {"FEN", "SetUp", "Variant", NULL};
static const char *const left_out[] = {"Result", "FEN", "SetUp", "PlyCount", NULL};

static bool is_chess(const char *variant)
{
	return variant == NULL || *variant == '\0' || strbuf_same(variant, "chess") ||
	       strbuf_same(variant, "standard") || strbuf_same(variant, "normal") ||
	       strbuf_same(variant, "from position") || strbuf_same(variant, "?");
}

static bool is_chess960(const char *variant)
{
	return strbuf_same(variant, "chess960") || strbuf_same(variant, "chess 960") ||
	       strbuf_same(variant, "fischerandom") || strbuf_same(variant, "freestyle");
}

/*
 * Chooses the variant, and for Chess960 the number of the first array from which the position can
 * result.
 */
static int choose_variant(const struct pgn_parse_game *game, struct variant_library *library,
			  struct import_game_of *of, struct option *option, struct reason *reason)
{
	const char *variant = pgn_parse_tag(game, "Variant"), *key;
	const struct variant *shuffled;
	long number;

	of->variant = "chess";
	if (is_chess(variant))
		return 0;
	if (!is_chess960(variant))
		return reason_fail(reason,
				   "game %u: a game of \"%.40s\": PGN is imported of chess, and of "
				   "Chess960",
				   game->number, variant);
	of->variant = "chess960";
	shuffled = variant_get(library, of->variant, NULL, 0, reason);
	if (shuffled == NULL)
		return -1;
	number = start_position_choose(library, shuffled, NULL, 0, of->start, &key);
	if (*of->start == '\0' || number < 0)
		return reason_fail(reason,
				   "game %u: expected a tag FEN with a position of Chess960",
				   game->number);
	snprintf(option->key, sizeof option->key, "%s", key);
	snprintf(option->value, sizeof option->value, "%ld", number);
	of->option_count = 1;
	return 0;
}

/* ---- the end of a game ---- */

/*
 * Checks that the tags confirm the end of a game. Otherwise the game was cut, or consists of two. A
 * ply count that is too low is ignored, because programs write it while a game is played.
 */
static int check_end(struct import_game *entering, struct reason *reason)
{
	const struct pgn_parse_game *game = entering->game;
	const char *result = pgn_parse_tag(game, "Result"),
		   *count = pgn_parse_tag(game, "PlyCount");
	const char *told = result != NULL ? pgn_parse_result(result) : NULL;
	const long plies = count != NULL ? strbuf_number(count, INT32_MAX) : -1;

	if (game->result[0] == '\0')
		return reason_fail(reason,
				   "expected a move or a result, 1-0, 0-1, 1/2-1/2 or *, and the "
				   "game's text ends: was it cut?");
	if (result != NULL && *result != '\0' && strcmp(result, "?") != 0 &&
	    (told == NULL || strcmp(told, game->result) != 0))
		return reason_fail(reason,
				   "expected the result %.20s of its tag, not %s: are these two "
				   "games?",
				   result, game->result);
	if (plies > (long)entering->ply)
		return reason_fail(reason,
				   "expected %ld plies, as its tag PlyCount has it, not %zu: the "
				   "game was cut, or edited",
				   plies, entering->ply);
	if (plies >= 0 && plies < (long)entering->ply)
		import_game_note(entering, "its tag PlyCount has %ld plies, and there are %zu",
				 plies, entering->ply);
	return 0;
}

static const char *replayed_result(const struct game *game)
{
	if (game->outcome.status == STATUS_DRAWN)
		return "1/2-1/2";
	if (game->outcome.status != STATUS_WON)
		return "*";
	return game->outcome.winners & 1 ? "1-0" : "0-1";
}

/* Reports whether a tag says "time forfeit"; some sites write "Time forfeit". */
static bool is_time_forfeit(const struct pgn_parse_game *game)
{
	const char *termination = pgn_parse_tag(game, "Termination");

	return termination != NULL && strncasecmp(termination, "time", 4) == 0;
}

/* Adds an end that doesn't follow from the moves alone. */
static int end_game(struct import_game *entering, const char *result, struct reason *reason)
{
	const struct game *game = &entering->file->game;

	if (!import_game_goes_on(entering) || strcmp(result, "*") == 0) {
		if (strcmp(result, "*") == 0 || strcmp(result, replayed_result(game)) == 0)
			return 0;
		(void)import_game_is_over(entering, result, NULL);
		return reason_fail(reason, "expected the result %s, as the game ends by %s, not %s",
				   replayed_result(game), game->outcome.how, result);
	}
	if (strcmp(result, "1/2-1/2") == 0)
		return game->offering != NO_SIDE
			       ? import_game_order(entering, game_player(game), ORDER_DRAW, reason)
			       : import_game_adjudicate(entering, 0, reason);
	if (is_time_forfeit(entering->game))
		return import_game_forfeit(entering, result[0] == '1', reason);
	return import_game_order(entering, result[0] == '1', ORDER_RESIGN, reason);
}

/*
 * Notes gaps in the numbers of moves, which may begin with any number. Moves may be missing there
 * even if the rest is legal.
 */
static void check_number(const struct import_game *entering, const struct pgn_parse_word *word,
			 bool black_began, long *ahead_io)
{
	const long ahead = (long)word->number - (long)(entering->ply + black_began) / 2;

	if (word->number == 0)
		return;
	if (*ahead_io != LONG_MIN && *ahead_io != ahead)
		import_game_note(entering, "move %u where %ld follows: are moves missing?",
				 word->number, (long)word->number - ahead + *ahead_io);
	*ahead_io = ahead;
}

static int play_pgn(struct import_game *entering, struct reason *reason)
{
	const struct pgn_parse_game *game = entering->game;
	const bool black_began = game_player(&entering->file->game) == 1;
	const char *result = game->result;
	long ahead = LONG_MIN;

	for (size_t i = 0; i < game->count; i++) {
		const bool last = i + 1 == game->count, draw = strcmp(result, "1/2-1/2") == 0;
		const char *word = game->words[i].text;

		entering->line = game->words[i].line;
		if (game->words[i].remark)
			continue;
		if (!import_game_goes_on(entering)) {
			(void)import_game_is_over(entering, word, reason);
			return import_game_fault(entering, reason);
		}
		check_number(entering, &game->words[i], black_began, &ahead);
		/* A move that ends the game can't offer anything. */
		if ((!last || !draw || import_game_move(entering, word, true, NULL) != 0) &&
		    import_game_move(entering, word, false, reason) != 0) {
			reason_prefix(reason, "expected a legal move, not \"%s\": ", word);
			return import_game_fault(entering, reason);
		}
	}
	if (game->result_line != 0)
		entering->line = game->result_line;
	if (check_end(entering, reason) != 0 || end_game(entering, result, reason) != 0)
		return import_game_fault(entering, reason);
	return 0;
}

int import_pgn(const struct pgn_parse_game *game, struct imported *imported,
	       struct variant_library *library, struct strbuf *out, unsigned *line_out,
	       struct reason *reason)
{
	const char *fen = pgn_parse_tag(game, "FEN");
	struct option option = {.key = ""};
	struct import_game_of of = {
		.options = &option,
		.start = fen != NULL ? fen : "",
		.format = "pgn",
		.players = players,
		.left_out = left_out,
	};
	struct import_game entering = {.file = NULL};
	int result = import_game_check_tags(game, deciding, reason);

	*line_out = game->line;
	if (result == 0)
		result = choose_variant(game, library, &of, &option, reason);
	if (result == 0) {
		result = import_game_whole(&entering, game, imported, &of, play_pgn, library, out,
					   reason);
		*line_out = entering.line;
	}
	if (result == 0) {
		imported->plies = entering.ply;
		imported->result = replayed_result(&entering.file->game);
	}
	import_game_done(&entering);
	return result;
}
