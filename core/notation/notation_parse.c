/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/notation/notation.h"

/* "1.", "12...", "12. ..." in front of a move. */
static const char *skip_number(const char *text)
{
	const char *at = text + strspn(text, " ");
	size_t digits = strspn(at, "0123456789");

	if (digits == 0 || digits > 3)
		return text + strspn(text, " ");
	at += digits + strspn(at + digits, " ");
	if (*at != '.')
		return text + strspn(text, " ");
	return at + strspn(at, ". ");
}

static void drop_end(char *text, size_t *len, const char *end)
{
	size_t end_len = strlen(end);

	/* Only behind a square's number: a move doesn't begin with it. */
	if (*len > end_len + 1 && strcmp(text + *len - end_len, end) == 0 &&
	    isdigit((unsigned char)text[*len - end_len - 1])) {
		*len -= end_len;
		text[*len] = '\0';
	}
}

bool notation_clean(const char *written, char move_out[NOTATION_MAX])
{
	const char *at = skip_number(written);
	char move[NOTATION_MAX];
	size_t len = 0;

	for (; *at != '\0'; at++) {
		if (*at == ' ') {
			char next = at[strspn(at, " ")];

			if (next == '\0' || strchr("-x:=+#!", next) != NULL || len == 0 ||
			    strchr(" -x:=", move[len - 1]) != NULL)
				continue;
		}
		if (len == NOTATION_MAX - 1)
			return false;
		move[len++] = *at;
	}
	move[len] = '\0';
	while (len > 0 && strchr("+#!.", move[len - 1]) != NULL)
		move[--len] = '\0';
	drop_end(move, &len, " e.p");
	drop_end(move, &len, "e.p");
	drop_end(move, &len, " ep");
	drop_end(move, &len, "ep");
	if (len == 0)
		return false;
	memcpy(move_out, move, len + 1);
	return true;
}

static bool is_castling(const char *text, unsigned wings)
{
	for (unsigned i = 0; i < wings; i++, text++) {
		if (i > 0 && *text++ != '-')
			return false;
		if (strchr("Oo0", *text) == NULL || *text == '\0')
			return false;
	}
	return *text == '\0';
}

static bool is_file(const struct variant *variant, char letter)
{
	int file = tolower((unsigned char)letter) - 'a';

	return file >= 0 && file < variant_board(variant)->width;
}

/* Whether the first letter is a kind of piece: "B4" and "B2-B4" begin with a square, "B1d3"
 * doesn't. */
static bool begins_with_kind(const struct variant *variant, const char *text)
{
	char capital = (char)toupper((unsigned char)text[0]);

	if (!isalpha((unsigned char)text[0]) || variant_type_of_letter(variant, capital) < 0)
		return false;
	if (text[0] != capital)
		return !is_file(variant, text[0]);
	if (!isdigit((unsigned char)text[1]) || !is_file(variant, capital))
		return true;
	for (const char *later = text + 1; *later != '\0'; later++) {
		if (*later != 'x' && islower((unsigned char)*later))
			return true;
	}
	return false;
}

/* Cuts "=Q", "(Q)", "/Q" or a bare "Q" behind the square off the end. False if it's no kind. */
static bool take_promotion(const struct variant *variant, char *text, int *type_out)
{
	size_t len = strlen(text);
	size_t kind = len;

	if (len > 2 && text[len - 1] == ')' && text[len - 3] == '(')
		kind = len - 2;
	else if (len > 1 && isalpha((unsigned char)text[len - 1]))
		kind = len - 1;
	if (kind == len)
		return strchr(text, '=') == NULL;
	*type_out = variant_type_of_letter(variant, (char)toupper((unsigned char)text[kind]));
	text[kind] = '\0';
	if (kind > 0 && strchr("=(/", text[kind - 1]) != NULL)
		text[kind - 1] = '\0';
	return *type_out >= 0;
}

/* "", "e", "2" or "e2": where the piece comes from. */
static bool read_from(const struct variant *variant, const char *text, struct wish *wish)
{
	const struct board *board = variant_board(variant);
	int rank = 0;

	if (isalpha((unsigned char)*text)) {
		if (!is_file(variant, *text))
			return false;
		wish->from_file = *text++ - 'a';
	}
	if (*text == '\0')
		return true;
	for (; isdigit((unsigned char)*text) && rank <= board->height; text++)
		rank = 10 * rank + (*text - '0');
	if (*text != '\0' || rank < 1 || rank > board->height)
		return false;
	wish->from_rank = rank - 1;
	return true;
}

/* The squares: "e2-e4", "exd5", "bd2", "e4", all letters small. */
static bool read_squares(const struct variant *variant, char *text, struct wish *wish)
{
	size_t at = strlen(text);

	while (at > 0 && !isalpha((unsigned char)text[at - 1]))
		at--;
	if (at == 0)
		return false;
	at--;
	wish->to = board_square_named(variant_board(variant), text + at);
	if (wish->to == NO_SQUARE)
		return false;
	if (at > 0 && strchr("-x:", text[at - 1]) != NULL) {
		at--;
		wish->captures = text[at] != '-';
		if (at == 0 && wish->type < 0)
			return false;
	}
	text[at] = '\0';
	return read_from(variant, text, wish);
}

/* Whether the text is two squares: then a colon in front of it isn't the sign of a capture. */
static bool names_two_squares(const char *text)
{
	unsigned squares = 0;

	for (; text[0] != '\0'; text++)
		squares += isalpha((unsigned char)text[0]) && isdigit((unsigned char)text[1]);
	return squares == 2;
}

bool notation_parse(const struct variant *variant, const char *text, struct wish *wish_out)
{
	struct wish wish = {
		.type = -1, .from_file = -1, .from_rank = -1, .to = NO_SQUARE, .promotion = -1};
	char move[NOTATION_MAX];
	char *squares = move;

	if (!notation_clean(text, move))
		return false;
	wish.castles_short = is_castling(move, 2);
	wish.castles_long = is_castling(move, 3);
	if (!wish.castles_short && !wish.castles_long) {
		if (begins_with_kind(variant, move))
			wish.type = variant_type_of_letter(
				variant, (char)toupper((unsigned char)*squares++));
		/* "N:e4-f6": of two pieces that cards left on e4. */
		if (wish.type >= 0 && *squares == ':' && names_two_squares(squares))
			squares++;
		if (!take_promotion(variant, squares, &wish.promotion))
			return false;
		for (char *letter = squares; *letter != '\0'; letter++)
			*letter = (char)tolower((unsigned char)*letter);
		if (!read_squares(variant, squares, &wish))
			return false;
	}
	*wish_out = wish;
	return true;
}

bool notation_is_move(const struct variant *variant, const char *text)
{
	struct ring_wish ring_wish;
	struct wish wish;

	return variant_has_boards(variant) ? notation_parse_ring(variant, text, &ring_wish)
					   : notation_parse(variant, text, &wish);
}
