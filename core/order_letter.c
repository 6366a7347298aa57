/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/order.h"
#include "core/order_cards.h"
#include "core/order_words.h"
#include "core/plain.h"
#include "core/text.h"

/* No mail program breaks lines that are shorter than BROKEN_LINE. */
enum { BROKEN_LINE = 50, TOKENS = 10, TOKEN_MAX = 24, QUOTE_MAX = 60 };

/* A line that is no order, cut into words, to see whether it was meant as one. */
struct suspect {
	const struct variant *variant;
	struct plain plain;
	char tokens[TOKENS][TOKEN_MAX];  /* the first words, punctuation off; a longer word is cut */
	size_t count;                    /* of all words */
	bool has_small;                  /* a small letter stands in the line */
	bool exclaims;                   /* it has one of ! ? , */
};

static void
suspect_add(struct suspect *suspect, const char *word, size_t len)
{
	while (len > 0 && strchr("\"'*_`(.,;:!?", word[0]) != NULL) {
		word++;
		len--;
	}
	while (len > 0 && strchr("\"'*_`.,;:!?", word[len - 1]) != NULL)
		len--;
	if (len == 0)
		return;
	if (suspect->count < TOKENS) {
		char *token = suspect->tokens[suspect->count];
		size_t fits = len < TOKEN_MAX ? len : TOKEN_MAX - 1;

		memcpy(token, word, fits);
		token[fits] = '\0';
	}
	suspect->count++;
}

static void
suspect_init(struct suspect *suspect, const struct variant *variant, const char *line)
{
	const char *cursor, *word;
	size_t len;

	suspect->variant = variant;
	suspect->count = 0;
	suspect->has_small = suspect->exclaims = false;
	plain_line(line, &suspect->plain);
	cursor = suspect->plain.text;
	while (text_next_word(&cursor, &word, &len)) {
		/* A bullet in front of it is no word. */
		if (suspect->count > 0 || len > 1 || strchr("-*+", *word) == NULL)
			suspect_add(suspect, word, len);
	}
	for (const char *c = suspect->plain.text; *c != '\0'; c++) {
		suspect->has_small |= islower((unsigned char)*c) != 0;
		suspect->exclaims |= strchr("!?,", *c) != NULL;
	}
}

/* A letter of a move's beginning: a kind of piece, a file of this board, an x. */
static bool
fits_in_move(const struct variant *variant, char letter)
{
	int file = tolower((unsigned char)letter) - 'a';

	return letter == 'x' || file < variant_board(variant)->width ||
	       variant_type_of_letter(variant, (char)toupper((unsigned char)letter)) >= 0;
}

/* The board in front of a ring's move, "2:", is left out. */
static const char *
skip_board(const struct variant *variant, const char *token)
{
	size_t digits = strspn(token, "0123456789");

	return variant_is_ring(variant) && digits > 0 && token[digits] == ':' ? token + digits + 1 : token;
}

/* Has the look of a move, right or wrong: "e2-e9", "Nf33", "exd5+", "e7e8=Q", "0-0", "N/3@b1". */
static bool
looks_like_move(const struct variant *variant, const char *token)
{
	size_t squares = 0, len;

	token = skip_board(variant, token);
	len = strlen(token);

	if (strcasecmp(token, "o-o") == 0 || strcasecmp(token, "o-o-o") == 0 ||
	    strcmp(token, "0-0") == 0 || strcmp(token, "0-0-0") == 0)
		return true;
	if (len > 12 || !isalpha((unsigned char)token[0]))
		return false;
	for (const char *at = token; *at != '\0';) {
		size_t letters = order_word_letters(at), digits;

		for (size_t i = 0; i + 1 < letters; i++) {
			if (!fits_in_move(variant, at[i]))
				return false;
		}
		digits = strspn(at + letters, "0123456789");
		if (letters > 4 || digits > 2 ||
		    (letters == 0 && digits > 0 &&
		     !(variant_is_ring(variant) && at > token && at[-1] == '/' && at[digits] == '@')))
			return false;
		if (digits == 0 && letters > 0 && !fits_in_move(variant, at[letters - 1]))
			return false;
		squares += digits > 0;
		at += letters + digits;
		at += strspn(at, "-x:=+#@()/");
		if (letters + digits == 0 && *at != '\0' && !isalnum((unsigned char)*at))
			return false;
	}
	return squares > 0;
}

/* Words a person puts beside an order without meaning anything else by it. */
static bool
is_polite(const char *token)
{
	static const char *const words[] = {
		"a", "accept", "accepted", "again", "agree", "agreed", "game", "i", "is", "it", "me",
		"my", "no", "not", "now", "offer", "offered", "ok", "okay", "please", "pls", "sir",
		"thanks", "the", "yes", "yep", "nope", "draw", "move",
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strcasecmp(token, words[i]) == 0)
			return true;
	}
	return false;
}

static size_t
known_tokens(const struct suspect *suspect)
{
	return suspect->count < TOKENS ? suspect->count : TOKENS;
}

static bool
rest_is_polite(const struct suspect *suspect)
{
	for (size_t i = 1; i < known_tokens(suspect); i++) {
		if (!is_polite(suspect->tokens[i]))
			return false;
	}
	return suspect->count > 1 && suspect->count <= 5;
}

static bool
has_move_within(const struct suspect *suspect, size_t first, size_t max_count)
{
	if (suspect->count > max_count)
		return false;
	for (size_t i = first; i < known_tokens(suspect); i++) {
		if (looks_like_move(suspect->variant, suspect->tokens[i]))
			return true;
	}
	return false;
}

/* The first word in capitals, as orders are; where the whole line is, that says nothing. */
static bool
is_shouted(const struct suspect *suspect)
{
	for (const char *c = suspect->tokens[0]; *c != '\0'; c++) {
		if (!isupper((unsigned char)*c))
			return false;
	}
	return strlen(suspect->tokens[0]) > 1 &&
	       (suspect->has_small || (suspect->count <= 2 && !suspect->exclaims));
}

/* "If white ..." */
static bool
names_seat(const struct suspect *suspect, size_t at)
{
	return suspect->count > at && at < TOKENS &&
	       (variant_seat_named(suspect->variant, suspect->tokens[at]) >= 0 ||
	        strcasecmp(suspect->tokens[at], "fogged") == 0 ||
	        strcasecmp(suspect->tokens[at], "chaos") == 0);
}

/* An order word, rightly spelt: was an order meant? "Move over, darling" was not. */
static bool
means_order(const struct suspect *suspect, const struct order_word *word)
{
	if (suspect->count == 1 || is_shouted(suspect))
		return true;
	switch (word->use) {
	case WORD_MOVE:
		return looks_like_move(suspect->variant, suspect->tokens[1]) ||
		       has_move_within(suspect, 1, 9) || rest_is_polite(suspect);
	case WORD_SAY:
		/* "Say, what a game" isn't one; what else order_read refuses is. */
		return strchr(suspect->plain.text, ',') == NULL ||
		       strcspn(suspect->plain.text, ", ") < strcspn(suspect->plain.text, ",");
	case WORD_CLAIM:
		return rest_is_polite(suspect) ||
		       order_word_near(suspect->tokens[1], strlen(suspect->tokens[1])) ==
		               order_word_find("DRAW", 4);
	case WORD_PLAY:
	case WORD_ANSWER:
	case WORD_DISCARD:
	case WORD_AUTOPASS:
	case WORD_IF:
	case WORD_JOIN:
	case WORD_DECK:
	case WORD_CARDS:
	case WORD_ELSEWHERE:
		return has_move_within(suspect, 1, 5) ||
		       (strcmp(word->word, "IF") == 0 && names_seat(suspect, 1));
	default:
		return has_move_within(suspect, 1, 5) || rest_is_polite(suspect);
	}
}

/* An order word with a slip in it: "MVOE e2-e4", "Resing". "Hans" and "Drew" are names. */
static bool
means_misspelt(const struct suspect *suspect, const struct order_word *word)
{
	const char *token = suspect->tokens[0];
	size_t len = strlen(token);
	bool sure = len >= 6 || order_word_is_slip(token, len, word);

	if (suspect->count == 1)
		return sure;
	if (looks_like_move(suspect->variant, suspect->tokens[1]))
		return true;
	if (word->use == WORD_CLAIM)
		return strcasecmp(suspect->tokens[1], "draw") == 0;
	/* "PLAT Truce", "Plsy Holy War b1 f4": a card's name stands between. */
	if (word->use == WORD_PLAY && variant_has_cards(suspect->variant) &&
	    (is_shouted(suspect) || has_move_within(suspect, 1, 6)))
		return true;
	return sure && (is_shouted(suspect) || rest_is_polite(suspect));
}

/* Nothing but moves, or moves and a please: "e4 e5", "Nf33". */
static bool
means_move(const struct suspect *suspect)
{
	if (suspect->count == 0 || suspect->count > 4)
		return false;
	for (size_t i = 0; i < suspect->count; i++) {
		const char *token = suspect->tokens[i];

		if (!looks_like_move(suspect->variant, token) && (i == 0 || !is_polite(token)) &&
		    text_number(token, 999) < 0)
			return false;
	}
	return has_move_within(suspect, 0, 4);
}

/* What people write instead of an order; the answer tells them the word. */
static const char *
phrase_answer(const struct suspect *suspect)
{
	static const struct {
		const char *phrase, *answer;
	} phrases[] = {
		{"i resign", "to give the game up write RESIGN"},
		{"resigns", "to give the game up write RESIGN"},
		{"i offer a draw", "to offer a draw write DRAW below your move"},
		{"offer a draw", "to offer a draw write DRAW below your move"},
		{"offer draw", "to offer a draw write DRAW below your move"},
		{"draw offer", "to offer a draw write DRAW below your move"},
		{"accept draw", "to accept a draw write DRAW"},
		{"accept", "to accept a draw write DRAW"},
		{"i accept", "to accept a draw write DRAW"},
		{"i accept the draw", "to accept a draw write DRAW"},
		{"i accept a draw", "to accept a draw write DRAW"},
		{"i accept your draw", "to accept a draw write DRAW"},
		{"draw accepted", "to accept a draw write DRAW"},
		{"no draw", "to decline a draw write DRAW NO"},
		{"i claim a draw", "to claim a draw write CLAIM DRAW"},
		{"i claim draw", "to claim a draw write CLAIM DRAW"},
		{"i pass", "nobody may pass in this game"},
		{"castle", "to castle write O-O or O-O-O"},
		{"castles", "to castle write O-O or O-O-O"},
		{"castle kingside", "to castle on the king's side write O-O"},
		{"castle queenside", "to castle on the queen's side write O-O-O"},
		{"castles kingside", "to castle on the king's side write O-O"},
		{"castles queenside", "to castle on the queen's side write O-O-O"},
	};
	char line[4 * TOKEN_MAX + 4] = "";

	if (suspect->count > 4)
		return NULL;
	for (size_t i = 0; i < suspect->count; i++) {
		strcat(line, i ? " " : "");
		strcat(line, suspect->tokens[i]);
	}
	for (size_t i = 0; i < ARRAY_LEN(phrases); i++) {
		if (strcasecmp(line, phrases[i].phrase) == 0)
			return phrases[i].answer;
	}
	return NULL;
}

/*
 * Whether a line that doesn't read as an order was meant as one. `why` holds what order_read said
 * of it, and is replaced where more can be said.
 */
static bool
is_near_miss(const struct variant *variant, const char *line, struct reason *why)
{
	const struct order_word *word;
	struct suspect suspect;
	const char *answer;
	size_t len;

	suspect_init(&suspect, variant, line);
	if (suspect.count == 0)
		return false;
	len = strlen(suspect.tokens[0]);
	word = order_word_find(suspect.tokens[0], len);
	if (word != NULL && means_order(&suspect, word))
		return true;
	answer = phrase_answer(&suspect);
	if (answer != NULL) {
		reason_set(why, "%s", answer);
		return true;
	}
	word = order_word_near(suspect.tokens[0], len);
	if (word != NULL && means_misspelt(&suspect, word)) {
		reason_set(why, "did you mean %s? It is written %s", word->word, word->form);
		return true;
	}
	if (!means_move(&suspect))
		return false;
	reason_set(why, "it looks like a move, and I can't read it as one; write MOVE e2-e4, and nothing "
	           "else on that line");
	return true;
}

bool
order_line_is_harmless(const struct variant *variant, const char *line)
{
	struct order_list orders;
	struct reason why;
	bool harmless;

	order_list_init(&orders);
	harmless = order_read(variant, line, 1, &orders, &why) == REFUSED &&
	           !is_near_miss(variant, line, &why);
	order_list_done(&orders);
	return harmless;
}

/* "line 3, "MOVE e9": " in front of what is wrong with it. */
static void
name_line(struct reason *why, unsigned number, const char *line)
{
	struct plain plain;

	plain_line(line, &plain);
	reason_prefix(why, "line %u, \"%.*s%s\": ", number,
	              (int)plain_cut(plain.text, plain.len, QUOTE_MAX), plain.text,
	              plain.len > QUOTE_MAX ? "..." : "");
}

enum paragraph { BEFORE, INSIDE, BEHIND };

struct letter_reader {
	const struct variant *variant;
	struct order_list *list;
	enum paragraph where;
	unsigned number, ended;  /* this line, and the one that ended the paragraph */
	bool goes_on;            /* the line above is of a deck that goes on */
};

/* A mail program breaks long lines: one of a deck that is as long, or ends with a comma, goes on below. */
static bool
deck_goes_on(const char *line)
{
	size_t len = strlen(line);

	while (len > 0 && strchr(" \t\r", line[len - 1]) != NULL)
		len--;
	return len >= BROKEN_LINE || (len > 0 && line[len - 1] == ',');
}

static void
add_to_deck(struct order *order, const char *line)
{
	struct text text;

	text_init(&text, 0);
	text_add(&text, order->text);
	order_cards_list(line, &text);
	free(order->text);
	order->text = text_take(&text);
	text_done(&text);
}

static enum verdict
read_letter_line(struct letter_reader *reader, const char *line, struct reason *why)
{
	struct reason said = {""};

	if (order_read(reader->variant, line, reader->number, reader->list, &said) == ACCEPTED) {
		if (reader->where == BEHIND) {
			reason_set(why, "it reads as an order, but line %u above it doesn't; put all orders "
			           "together, at the top", reader->ended);
			name_line(why, reader->number, line);
			return REFUSED;
		}
		reader->where = INSIDE;
		reader->goes_on = reader->list->count > 0 && deck_goes_on(line) &&
		                  reader->list->orders[reader->list->count - 1].kind == ORDER_DECK;
		return ACCEPTED;
	}
	if (reader->goes_on) {
		add_to_deck(&reader->list->orders[reader->list->count - 1], line);
		reader->goes_on = deck_goes_on(line);
		return ACCEPTED;
	}
	if (is_near_miss(reader->variant, line, &said)) {
		*why = said;
		name_line(why, reader->number, line);
		return REFUSED;
	}
	if (reader->where == INSIDE) {
		reader->where = BEHIND;
		reader->ended = reader->number;
	}
	return ACCEPTED;
}

static bool
is_blank(const char *line)
{
	struct plain plain;

	plain_line(line, &plain);
	return plain.text[strspn(plain.text, " ")] == '\0' && !plain.cut;
}

enum verdict
order_read_letter(const struct variant *variant, const char *new_text, struct order_list *list,
                  struct reason *why)
{
	const char *cursor = new_text, *end = new_text + strlen(new_text), *start;
	struct letter_reader reader = {.variant = variant, .list = list, .where = BEFORE};
	enum verdict verdict = ACCEPTED;
	size_t len;

	while (verdict == ACCEPTED && text_next_line(&cursor, end, &start, &len)) {
		char *line = base_strndup(start, len);

		reader.number++;
		if (is_blank(line))
			reader.goes_on = false;
		else
			verdict = read_letter_line(&reader, line, why);
		free(line);
	}
	if (verdict == REFUSED)
		return REFUSED;
	if (reader.where == BEFORE) {
		reason_set(why, "I found no order in your letter. Write it at the top, on a line of its "
		           "own, for example MOVE e2-e4 (or Nf3, O-O, e7-e8=Q), %sRESIGN, STATUS or HELP",
		           variant_has_cards(variant) ? "PLAY with a card's name and squares, PASS, " : "");
		return REFUSED;
	}
	if (order_check_number(variant, list, why) == REFUSED)
		return REFUSED;
	return order_check_together(variant, list, why);
}
