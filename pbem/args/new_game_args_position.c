/* SPDX-License-Identifier: MIT */
/* The position from which a requested game begins: a FEN, or the starting position without the
 * pieces that are given as odds. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/start_position.h"
#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/args/new_game_args.h"

/* Removes one piece: "Qd1", or "d1". */
static int remove_odds_piece(const struct variant *variant, uint8_t side, const char *word,
			     size_t len, struct position *position, struct reason *reason)
{
	bool kind = len > 0 && isupper((unsigned char)word[0]);
	int type = kind ? variant_type_of_letter(variant, word[0]) : -1;
	char name[SQUARE_NAME_MAX] = "";
	const struct piece *piece = NULL;
	square at = NO_SQUARE;

	if (len - kind < sizeof name) {
		memcpy(name, word + kind, len - kind);
		name[len - kind] = '\0';
		at = board_square_named(&variant->board, name);
	}
	if (at != NO_SQUARE)
		piece = position_piece(position, at);
	if (piece == NULL || piece->side != side || (kind && piece->type != type))
		return reason_fail(reason,
				   "%s has no piece '%.*s' in the starting position; expected "
				   "pieces with their squares, such as white=Qd1,Nb1",
				   variant_side_title(variant, side), (int)len, word);
	if (piece->type == variant->royal)
		return reason_fail(reason, "the %s on %s can't be removed",
				   variant_type_name(variant, piece->type), name);
	position_remove(variant, position, at, NULL);
	return 0;
}

/* Removes the pieces of one seat: "white=Qd1,Nb1". */
static int apply_odds(const struct variant *variant, const char *odds, struct position *position,
		      struct reason *reason)
{
	size_t len = strcspn(odds, "=");
	char *seat = base_strndup(odds, len);
	int side = variant_side_named(variant, seat), result = 0;
	const char *word = odds + len + 1;

	free(seat);
	if (odds[len] == '\0' || side < 0)
		return reason_fail(reason,
				   "expected SEAT=PIECES, such as white=Qd1,Nb1; '%s' doesn't name "
				   "a seat of %s and its pieces",
				   odds, variant_name(variant));
	do {
		size_t word_len = strcspn(word, ",");

		result =
			remove_odds_piece(variant, (uint8_t)side, word, word_len, position, reason);
		word += word_len;
	} while (result == 0 && *word++ == ',');
	return result;
}

static int check_game_not_over(const struct variant *variant, const struct position *position,
			       struct reason *reason)
{
	struct position now = *position;
	struct history history;
	struct move_list *moves = base_alloc(sizeof *moves);
	struct outcome outcome;
	struct strbuf how;

	repetition_init(&history);
	outcome = rules_first_turn(variant, &now, &history, moves, NULL);
	repetition_done(&history);
	free(moves);
	if (outcome.status == STATUS_PLAYING)
		return 0;
	strbuf_init(&how, 0);
	rules_print_outcome(variant, &outcome, &how);
	reason_set(reason, "in this position, the game is already over (%s)", how.bytes);
	strbuf_done(&how);
	return -1;
}

static int read_odds(const struct new_game_args *request, const struct variant *variant,
		     struct strbuf *from_out, struct reason *reason)
{
	struct position position;

	position_start(variant, &position);
	for (size_t i = 0; i < request->odds_count; i++)
		if (apply_odds(variant, request->odds[i], &position, reason) < 0)
			return -1;
	if (check_game_not_over(variant, &position, reason) < 0)
		return -1;
	if (start_position_write(variant, &position, 1, from_out))
		return 0;
	return reason_fail(reason, "FEN can't express this starting position of %s",
			   variant_name(variant));
}

/* Adds the FEN as pbem writes it, or unchanged if pbem can't write it. */
static int read_fen(const struct new_game_args *request, const struct variant *variant,
		    struct strbuf *from_out, struct reason *reason)
{
	struct position position;
	unsigned round;

	if (start_position_read(variant, request->fen, &position, &round, reason) < 0 ||
	    check_game_not_over(variant, &position, reason) < 0)
		return -1;
	if (!start_position_write(variant, &position, round, from_out))
		strbuf_add(from_out, request->fen);
	return 0;
}

int new_game_args_from(const struct new_game_args *request, const struct variant *variant,
		       struct strbuf *from_out, struct reason *reason)
{
	const char *what = request->fen != NULL ? "--fen" : "--odds";
	int result;

	if (request->fen == NULL && request->odds_count == 0)
		return 0;
	if (request->fen != NULL && request->odds_count > 0)
		return reason_fail(reason, "--odds and --fen can't be combined, because each sets "
					   "the starting position");
	if (!variant->kind->from_anywhere)
		return reason_fail(
			reason, "%s: a game of %s has a fixed starting position, because %s", what,
			variant_name(variant),
			variant->kind->boards
				? "FEN can describe only one board"
				: "cards return pieces to their squares in this position");
	result = request->fen != NULL ? read_fen(request, variant, from_out, reason)
				      : read_odds(request, variant, from_out, reason);
	if (result < 0)
		reason_prefix(reason, "%s: ", what);
	return result;
}
