/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/cards/play/keywords.h"
#include "core/cards/play/targets.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "core/variant/variant_data.h"

enum { WORD_SIZE = 64, NO_MAN = CARD_MEN };

static const char man_letters[] = "KQRBNP"; /* the letters of card_men */

/* A copy of the text, made word by word. */
struct word_copy {
	const struct card_ruleset *book;
	const struct card *card;
	struct strbuf kept;
	uint8_t named[MAX_PLAY_WORDS]; /* for each word with squares: the piece named before it,
					  plus 1 */
	unsigned squares;	       /* number of words with squares so far */
	uint8_t man;		       /* the piece named for the next of them, or NO_MAN */
	bool left_out;		       /* a word was left out */
	bool after_square;	       /* the word before this one has squares */
	bool joins;		       /* the word before this one joins two squares ("to") */
};

/* Reports whether the card's pattern has the word, in any case. */
static bool is_in_pattern(const struct card *card, const char *word, size_t len)
{
	const char *at = card->plays != NULL ? card->plays : "";

	while (*at != '\0') {
		size_t letters = 0;
		bool same = true;

		while (isupper((unsigned char)at[letters])) {
			same = same && letters < len &&
			       toupper((unsigned char)word[letters]) == at[letters];
			letters++;
		}
		if (letters == len && same && len > 0)
			return true;
		at += letters > 0 ? letters : 1;
	}
	return false;
}

/* Reports whether the word is one of the list, in any case. */
static bool is_among(const char *const list[], const char *word)
{
	for (; *list != NULL; list++)
		if (strbuf_same(word, *list))
			return true;
	return false;
}

/* Reports whether the word is LEFT or RIGHT: players write these as the pattern has them. */
static bool is_value(const char *word)
{
	static const char *const values[] = {"left", "right", NULL};

	return is_among(values, word);
}

/* Reports whether all parts of the word are in the pattern: "SQUARE", "FROM-VIA-...-TO",
 * "SQUARE=KIND". */
static bool is_copied(const struct card *card, const char *word)
{
	bool any = false;

	if (is_value(word))
		return false;
	for (const char *at = word; *at != '\0';) {
		size_t len = strcspn(at, "-|=.");

		if (len > 0 && !is_in_pattern(card, at, len))
			return false;
		any = any || len > 0;
		at += len > 0 ? len : 1;
	}
	return any;
}

/* Returns the piece that the word names, in any language, if the card asks for one; else NO_MAN. */
static uint8_t man_named(const struct card *card, const char *word)
{
	char folded[WORD_SIZE], kind = '\0';
	const char *letter;
	unsigned man;

	utf8_fold(word, strlen(word), folded, sizeof folded);
	if (strlen(folded) < 3 || vocabulary_talk(folded, &kind) != TALK_PIECE || kind == '\0')
		return NO_MAN;
	letter = strchr(man_letters, kind);
	if (letter == NULL)
		return NO_MAN;
	man = (unsigned)(letter - man_letters);
	if (is_in_pattern(card, card_men[man], strlen(card_men[man])))
		return (uint8_t)man;
	for (unsigned i = 0; i < card->target_count; i++)
		if (card->targets[i].kinds == 1u << man)
			return (uint8_t)man;
	return NO_MAN;
}

/* Reports whether the word begins with a square, with or without a piece's letter ("P:e4"). */
static bool has_squares(const struct word_copy *copy, const char *word)
{
	size_t used;

	if (isalpha((unsigned char)word[0]) && word[1] == ':')
		word += 2;
	return board_square_at(&copy->book->variant->board, word, &used) != NO_SQUARE;
}

/* Appends a word; false if it isn't allowed there. */
static bool append_word(struct word_copy *copy, const char *word)
{
	bool squares = has_squares(copy, word);

	if ((copy->joins || copy->man != NO_MAN) && !squares)
		return false;
	if (squares && !copy->joins) {
		if (copy->squares == MAX_PLAY_WORDS)
			return false;
		copy->named[copy->squares++] = copy->man == NO_MAN ? 0 : (uint8_t)(copy->man + 1);
	} else if (copy->man != NO_MAN) {
		return false;
	}
	strbuf_addf(&copy->kept, "%s%s", copy->joins ? "-" : " ", word);
	copy->man = NO_MAN;
	copy->joins = false;
	copy->after_square = squares;
	return true;
}

/* Leaves a word out, or appends it. Returns false if the text can't be read in this way. */
static bool copy_or_skip_word(struct word_copy *copy, const char *word)
{
	static const char *const joining[] = {"to", "via", NULL};
	static const char *const leading[] = {"from", "on", "at", NULL};
	uint8_t man;

	if (strbuf_same(word, "the")) {
		copy->left_out = true;
		return true;
	}
	if (is_among(joining, word) && copy->after_square) {
		copy->left_out = copy->joins = true;
		copy->after_square = false;
		return true;
	}
	if (is_among(leading, word)) {
		copy->left_out = true;
		return !copy->after_square && !copy->joins;
	}
	man = man_named(copy->card, word);
	if (man == NO_MAN && !is_copied(copy->card, word))
		return append_word(copy, word);
	if (man != NO_MAN && (copy->joins || copy->man != NO_MAN))
		return false;
	if (man != NO_MAN)
		copy->man = man;
	copy->left_out = true;
	copy->after_square = copy->after_square && copy->joins;
	return true;
}

/* Removes brackets, quotes and a colon around a word. */
static void trim_word(char word[WORD_SIZE], const char *written, size_t len)
{
	while (len > 0 && strchr("[(\"'", *written) != NULL) {
		written++;
		len--;
	}
	while (len > 0 && strchr("])\"':", written[len - 1]) != NULL)
		len--;
	len = len < WORD_SIZE - 1 ? len : WORD_SIZE - 1;
	memcpy(word, written, len);
	word[len] = '\0';
}

static bool copy_words(struct word_copy *copy, const char *text)
{
	for (text += strspn(text, " \t,"); *text != '\0'; text += strspn(text, " \t,")) {
		size_t len = strcspn(text, " \t,");
		char word[WORD_SIZE];

		trim_word(word, text, len);
		if (len >= WORD_SIZE || (word[0] != '\0' && !copy_or_skip_word(copy, word)))
			return false;
		text += len;
	}
	return copy->left_out && copy->man == NO_MAN && !copy->joins;
}

/* Reports whether the words may come in any order, but each piece must keep its square: "BISHOP b1
 * KNIGHT f4" is refused if the knight is on b1. */
static bool must_tell_pieces_apart(const struct card *card)
{
	return card->unordered && card->target_count == 2 &&
	       card->targets[0].kinds != card->targets[1].kinds;
}

/* Stores with each target the piece that was named for it, if this decides which target is which.
 * Returns false if it can't be stored. */
static bool set_named_pieces(const struct word_copy *copy, struct play *play)
{
	const struct variant *variant = copy->book->variant;

	for (unsigned i = 0; must_tell_pieces_apart(copy->card) && i < play->target_count; i++) {
		int type = -1;

		if (copy->named[i] == 0)
			continue;
		type = variant_type_of_letter(variant, man_letters[copy->named[i] - 1]);
		if (type < 0 || !card_ruleset_is_third(copy->book) || play->targets[i].piece != 0)
			return false;
		play->targets[i].piece = (uint8_t)(type + 1);
	}
	return true;
}

/* Reads the text after a card's name without copied words. Returns false, with nothing changed, if
 * it has none, or the rest isn't what the card asks for. */
static bool read_without(const struct card_ruleset *book, const struct card *card, const char *text,
			 struct play *play)
{
	struct word_copy copy = {.book = book, .card = card, .man = NO_MAN};
	struct play read = *play;
	struct reason why;
	int count = -1;
	bool done;

	strbuf_init(&copy.kept, 0);
	memset(read.targets, 0, sizeof read.targets);
	if (copy_words(&copy, text))
		count = play_read_targets(book, card, copy.kept.bytes, read.targets, MAX_PLAY_WORDS,
					  &why);
	read.target_count = count < 0 ? 0 : (uint8_t)count;
	done = count > 0 && targets_have_forms(book, card, &read) && set_named_pieces(&copy, &read);
	strbuf_done(&copy.kept);
	if (done)
		*play = read;
	return done;
}

enum verdict keywords_read(const struct card_ruleset *book, const char *text, uint8_t acts_as,
			   struct play *play_out, struct reason *why)
{
	struct play play;
	const struct card *card;
	size_t used = 0;
	enum verdict read = play_read(book, text, &play, why);

	text += strspn(text, " \t");
	if (read == REFUSED) {
		memset(&play, 0, sizeof play);
		play.card = card_named(book->set, text, &used);
		if (play.card == NO_CARD)
			return REFUSED;
	}
	card_named(book->set, text, &used);
	card = &book->set->cards[acts_as != NO_CARD ? acts_as : play.card];
	if ((read == REFUSED || !targets_have_forms(book, card, &play)) &&
	    read_without(book, card, text + used, &play))
		read = ACCEPTED;
	if (read == ACCEPTED)
		*play_out = play;
	return read;
}

bool keywords_none(const struct card_ruleset *book, const char *text)
{
	struct play play;
	struct reason why;

	if (play_read(book, text, &play, &why) == REFUSED ||
	    !targets_have_forms(book, &book->set->cards[play.card], &play))
		return false;
	for (unsigned i = 0; i < play.target_count; i++)
		if (play.targets[i].square_count > 0)
			return true;
	return false;
}
