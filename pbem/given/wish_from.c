/* SPDX-License-Identifier: MIT */
/* From what position a wished game begins: a FEN, or the array without what is given as odds. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/rules/rules.h"
#include "core/notation/setup.h"
#include "core/variant/variant_data.h"
#include "pbem/given/wish.h"

/* Takes one man off: "Qd1", or "d1". */
static int take_man(const struct variant *variant, uint8_t side, const char *word, size_t len,
		    struct position *position, struct reason *reason)
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
				   "%s has no '%.*s' in the array; expected men and their squares "
				   "there, with commas between them, as in white=Qd1,Nb1",
				   variant_side_title(variant, side), (int)len, word);
	if (piece->type == variant->royal)
		return reason_fail(reason, "the %s on %s can't be given",
				   variant_type_name(variant, piece->type), name);
	position_remove(variant, position, at, NULL);
	return 0;
}

/* "white=Qd1,Nb1" */
static int take_odds(const struct variant *variant, const char *odds, struct position *position,
		     struct reason *reason)
{
	size_t len = strcspn(odds, "=");
	char *seat = base_strndup(odds, len);
	int side = variant_side_named(variant, seat), result = 0;
	const char *word = odds + len + 1;

	free(seat);
	if (odds[len] == '\0' || side < 0)
		return reason_fail(reason,
				   "expected SEAT=MEN, as in white=Qd1,Nb1; '%s' names no seat of "
				   "%s and its men",
				   odds, variant_name(variant));
	do {
		size_t word_len = strcspn(word, ",");

		result = take_man(variant, (uint8_t)side, word, word_len, position, reason);
		word += word_len;
	} while (result == 0 && *word++ == ',');
	return result;
}

/* The game isn't over before it begins. */
static int check_alive(const struct variant *variant, const struct position *position,
		       struct reason *reason)
{
	struct position now = *position;
	struct history history;
	struct move_list *moves = base_alloc(sizeof *moves);
	struct outcome outcome;
	struct text how;

	history_init(&history);
	outcome = rules_first_turn(variant, &now, &history, moves, NULL);
	history_done(&history);
	free(moves);
	if (outcome.status == STATUS_PLAYING)
		return 0;
	text_init(&how, 0);
	rules_print_outcome(variant, &outcome, &how);
	reason_set(reason, "nothing is left to play: in that position the game is over (%s)",
		   how.bytes);
	text_done(&how);
	return -1;
}

static int read_odds(const struct wish *wish, const struct variant *variant, struct text *from_out,
		     struct reason *reason)
{
	struct position position;

	position_start(variant, &position);
	for (size_t i = 0; i < wish->odds_count; i++)
		if (take_odds(variant, wish->odds[i], &position, reason) < 0)
			return -1;
	if (check_alive(variant, &position, reason) < 0)
		return -1;
	if (setup_write(variant, &position, 1, from_out))
		return 0;
	return reason_fail(reason, "no FEN has words for such a beginning of %s",
			   variant_name(variant));
}

/* As we write it ourselves, where we can. */
static int read_fen(const struct wish *wish, const struct variant *variant, struct text *from_out,
		    struct reason *reason)
{
	struct position position;
	unsigned round;

	if (setup_read(variant, wish->fen, &position, &round, reason) < 0 ||
	    check_alive(variant, &position, reason) < 0)
		return -1;
	if (!setup_write(variant, &position, round, from_out))
		text_add(from_out, wish->fen);
	return 0;
}

int wish_from(const struct wish *wish, const struct variant *variant, struct text *from_out,
	      struct reason *reason)
{
	const char *what = wish->fen != NULL ? "--fen" : "--odds";
	int result;

	if (wish->fen == NULL && wish->odds_count == 0)
		return 0;
	if (wish->fen != NULL && wish->odds_count > 0)
		return reason_fail(reason, "--odds are taken from the array, and --fen is another "
					   "beginning: give one of them");
	if (!variant->kind->from_anywhere)
		return reason_fail(reason, "%s: a game of %s begins from its array: %s", what,
				   variant_name(variant),
				   variant->kind->boards
					   ? "a FEN has one board"
					   : "cards bring men back to where they began there");
	result = wish->fen != NULL ? read_fen(wish, variant, from_out, reason)
				   : read_odds(wish, variant, from_out, reason);
	if (result < 0)
		reason_prefix(reason, "%s: ", what);
	return result;
}
