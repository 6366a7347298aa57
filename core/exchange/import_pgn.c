/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/exchange/entering.h"
#include "core/notation/setup.h"
#include "core/variant/variant_data.h"

static const char *const players[] = {"White", "Black", NULL};
static const char *const left_out[] = {"Result", "FEN", "SetUp", "PlyCount", NULL};

/* Names of the game of all, in a tag Variant. */
static bool is_chess(const char *variant)
{
	return variant == NULL || *variant == '\0' || text_same(variant, "chess") ||
	       text_same(variant, "standard") || text_same(variant, "normal") ||
	       text_same(variant, "from position") || text_same(variant, "?");
}

static bool is_chess960(const char *variant)
{
	return text_same(variant, "chess960") || text_same(variant, "chess 960") ||
	       text_same(variant, "fischerandom") || text_same(variant, "freestyle");
}

/* Which variant, and of Chess960 the array by its number: that of the first one the position can
 * come from. */
static int choose(const struct movetext_game *game, struct variant_library *library,
		  struct entering_of *of, struct option *option, struct reason *reason)
{
	const char *variant = movetext_tag(game, "Variant"), *key;
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
	number = setup_choose(library, shuffled, NULL, 0, of->start, &key);
	if (*of->start == '\0' || number < 0)
		return reason_fail(reason,
				   "game %u: expected a tag FEN with a position of Chess960",
				   game->number);
	snprintf(option->key, sizeof option->key, "%s", key);
	snprintf(option->value, sizeof option->value, "%ld", number);
	of->option_count = 1;
	return 0;
}

/* ---- how it ends ---- */

/* What a game that is whole has at its end, and its tags say, too: or it was cut, or is two. */
static int check_end(struct entering *entering, struct reason *reason)
{
	const struct movetext_game *game = entering->game;
	const char *result = movetext_tag(game, "Result"), *count = movetext_tag(game, "PlyCount");

	if (game->result[0] == '\0')
		return reason_fail(reason,
				   "expected a move or a result, 1-0, 0-1, 1/2-1/2 or *, and the "
				   "game's text ends: was it cut?");
	if (result != NULL && *result != '\0' && strcmp(result, "?") != 0 &&
	    strcmp(result, game->result) != 0 && strcmp(result, "1/2") != 0)
		return reason_fail(reason,
				   "expected the result %.20s of its tag, not %s: are these two "
				   "games?",
				   result, game->result);
	if (count != NULL && text_number(count, MOVETEXT_MOVES) >= 0 &&
	    text_number(count, MOVETEXT_MOVES) != (long)entering->ply)
		return reason_fail(reason,
				   "expected %s plies, as its tag PlyCount has it, not %zu: the "
				   "game was cut, or edited",
				   count, entering->ply);
	return 0;
}

static const char *result_here(const struct game *game)
{
	if (game->outcome.status == STATUS_DRAWN)
		return "1/2-1/2";
	if (game->outcome.status != STATUS_WON)
		return "*";
	return game->outcome.winners & 1 ? "1-0" : "0-1";
}

/* "time forfeit", of some sites "Time forfeit". */
static bool by_time(const struct movetext_game *game)
{
	const char *termination = movetext_tag(game, "Termination");

	return termination != NULL && strncasecmp(termination, "time", 4) == 0;
}

/* What the moves alone didn't bring about. */
static int end_game(struct entering *entering, const char *result, struct reason *reason)
{
	const struct game *game = &entering->file->game;

	if (!entering_goes_on(entering) || strcmp(result, "*") == 0) {
		if (strcmp(result, "*") == 0 || strcmp(result, result_here(game)) == 0)
			return 0;
		return reason_fail(reason, "expected the result %s, as the game ends by %s, not %s",
				   result_here(game), game->outcome.how, result);
	}
	if (strcmp(result, "1/2-1/2") == 0)
		return game->offering != NO_SIDE
			       ? entering_order(entering, game_player(game), ORDER_DRAW, reason)
			       : entering_adjudicate(entering, 0, reason);
	if (by_time(entering->game))
		return entering_forfeit(entering, result[0] == '1', reason);
	return entering_order(entering, result[0] == '1', ORDER_RESIGN, reason);
}

static int play(struct entering *entering, const char *result, struct reason *reason)
{
	const struct movetext_game *game = entering->game;

	for (size_t i = 0; i < game->count; i++) {
		const bool last = i + 1 == game->count, draw = strcmp(result, "1/2-1/2") == 0;
		const char *word = game->words[i].text;

		entering->line = game->words[i].line;
		if (game->words[i].remark)
			continue;
		if (!entering_goes_on(entering)) {
			reason_set(reason,
				   "expected the end of the game, which is over (%s), not \"%s\"",
				   entering->file->game.outcome.how, word);
			return entering_fault(entering, reason);
		}
		/* With a move that ends the game nothing can be offered. */
		if ((!last || !draw || entering_move(entering, word, true, NULL) != 0) &&
		    entering_move(entering, word, false, reason) != 0) {
			reason_prefix(reason, "expected a legal move, not \"%s\": ", word);
			return entering_fault(entering, reason);
		}
	}
	if (game->result_line != 0)
		entering->line = game->result_line;
	if (check_end(entering, reason) != 0 || end_game(entering, result, reason) != 0)
		return entering_fault(entering, reason);
	return 0;
}

int import_pgn(const struct movetext_game *game, struct imported *imported,
	       struct variant_library *library, struct text *out, unsigned *line_out,
	       struct reason *reason)
{
	const char *fen = movetext_tag(game, "FEN");
	struct option option = {.key = ""};
	struct entering_of of = {
		.options = &option,
		.start = fen != NULL ? fen : "",
		.format = "pgn",
		.players = players,
		.left_out = left_out,
	};
	struct entering entering = {.file = NULL};
	int result = choose(game, library, &of, &option, reason);

	*line_out = game->line;
	if (result == 0)
		result = entering_begin(&entering, game, imported->id, &of, library, out, reason);
	if (result == 0) {
		result = play(&entering, game->result, reason);
		*line_out = entering.line;
		imported->plies = entering.ply;
		imported->result = result_here(&entering.file->game);
	}
	entering_done(&entering);
	return result;
}
