/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/notation/notation.h"

/* Skips "1.", "12...", "12. ..." before a move. */
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

static void cut_suffix(char *text, size_t *len, const char *end)
{
	size_t end_len = strlen(end);

	/* Only after the number of a square, because a move doesn't begin with such an ending. */
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
	cut_suffix(move, &len, " e.p");
	cut_suffix(move, &len, "e.p");
	cut_suffix(move, &len, " ep");
	cut_suffix(move, &len, "ep");
	if (len == 0)
		return false;
	memcpy(move_out, move, len + 1);
	return true;
}

bool notation_numeric(const struct variant *variant, const char *text, char move_out[NOTATION_MAX])
{
	const struct board *board = variant_board(variant);
	size_t digits = strspn(text, "12345678");

	if (board->width != 8 || board->height != 8 || text[digits] != '\0' || digits < 4 ||
	    digits > 5 || (digits == 5 && text[4] > '4') || strncmp(text, text + 2, 2) == 0)
		return false;
	snprintf(move_out, NOTATION_MAX, "%c%c%c%c", 'a' + text[0] - '1', text[1],
		 'a' + text[2] - '1', text[3]);
	if (digits == 5)
		snprintf(move_out + 4, NOTATION_MAX - 4, "=%c", "QRBN"[text[4] - '1']);
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

/* Reports whether the first letter is a kind of piece: "B4" and "B2-B4" begin with a square,
 * "B1d3" doesn't. */
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

/*
 * Removes a promotion from the end: "=Q", "(Q)", "/Q" or "Q" after the square. Returns false if the
 * letter is no kind of piece.
 */
static bool cut_promotion(const struct variant *variant, char *text, int *type_out)
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

/* Reads where the piece comes from: "", "e", "2" or "e2". */
static bool read_origin(const struct variant *variant, const char *text,
			struct written_move *parsed)
{
	const struct board *board = variant_board(variant);
	int rank = 0;

	if (isalpha((unsigned char)*text)) {
		if (!is_file(variant, *text))
			return false;
		parsed->from_file = *text++ - 'a';
	}
	if (*text == '\0')
		return true;
	for (; isdigit((unsigned char)*text) && rank <= board->height; text++)
		rank = 10 * rank + (*text - '0');
	if (*text != '\0' || rank < 1 || rank > board->height)
		return false;
	parsed->from_rank = rank - 1;
	return true;
}

/* Reads the squares, in small letters: "e2-e4", "exd5", "bd2", "e4". */
static bool read_squares(const struct variant *variant, char *text, struct written_move *parsed)
{
	size_t at = strlen(text);

	while (at > 0 && !isalpha((unsigned char)text[at - 1]))
		at--;
	if (at == 0)
		return false;
	at--;
	parsed->to = board_square_named(variant_board(variant), text + at);
	if (parsed->to == NO_SQUARE)
		return false;
	if (at > 0 && strchr("-x:", text[at - 1]) != NULL) {
		at--;
		parsed->captures = text[at] != '-';
		if (at == 0 && parsed->type < 0)
			return false;
	}
	text[at] = '\0';
	return read_origin(variant, text, parsed);
}

/* Reports whether the text is two squares. Then a colon before it isn't the sign of a capture. */
static bool names_two_squares(const char *text)
{
	unsigned squares = 0;

	for (; text[0] != '\0'; text++)
		squares += isalpha((unsigned char)text[0]) && isdigit((unsigned char)text[1]);
	return squares == 2;
}

bool notation_parse(const struct variant *variant, const char *text,
		    struct written_move *parsed_out)
{
	struct written_move parsed = {
		.type = -1, .from_file = -1, .from_rank = -1, .to = NO_SQUARE, .promotion = -1};
	char move[NOTATION_MAX];
	char *squares = move;

	if (!notation_clean(text, move))
		return false;
	parsed.castles_short = is_castling(move, 2);
	parsed.castles_long = is_castling(move, 3);
	if (!parsed.castles_short && !parsed.castles_long) {
		if (begins_with_kind(variant, move))
			parsed.type = variant_type_of_letter(
				variant, (char)toupper((unsigned char)*squares++));
		/* "N:e4-f6" means the knight of two pieces that cards have put on e4. */
		if (parsed.type >= 0 && *squares == ':' && names_two_squares(squares))
			squares++;
		if (!cut_promotion(variant, squares, &parsed.promotion))
			return false;
		for (char *letter = squares; *letter != '\0'; letter++)
			*letter = (char)tolower((unsigned char)*letter);
		if (!read_squares(variant, squares, &parsed))
			return false;
	}
	*parsed_out = parsed;
	return true;
}

bool notation_is_move(const struct variant *variant, const char *text)
{
	struct ring_written_move ring_wish;
	struct written_move parsed;

	return variant_has_boards(variant) ? notation_parse_ring(variant, text, &ring_wish)
					   : notation_parse(variant, text, &parsed);
}
