/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/exchange/movetext.h"

enum { VALUE_MAX = 2000, NAME_MAX = 60 };

static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "1/2", "*", NULL};

void movetext_open(struct movetext *text, const char *bytes, size_t len)
{
	*text = (struct movetext){bytes, bytes + len, 1, 0};
	if (len >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
		text->at += 3;
}

void movetext_done(struct movetext_game *game)
{
	for (size_t i = 0; i < game->tag_count; i++) {
		free(game->names[i]);
		free(game->values[i]);
	}
	free(game->words);
	*game = (struct movetext_game){.number = 0};
}

const char *movetext_tag(const struct movetext_game *game, const char *name)
{
	for (size_t i = 0; i < game->tag_count; i++)
		if (text_same(game->names[i], name))
			return game->values[i];
	return NULL;
}

static void step(struct movetext *text)
{
	text->line += *text->at == '\n';
	text->at++;
}

static bool at_end(const struct movetext *text)
{
	return text->at >= text->end;
}

static void skip_line(struct movetext *text)
{
	while (!at_end(text) && *text->at != '\n')
		step(text);
}

/* Blanks, the rest of lines behind ';', and lines that begin with '%' (PGN 6). */
static void skip_blanks(struct movetext *text, const char *begin)
{
	while (!at_end(text)) {
		bool first = text->at == begin || text->at[-1] == '\n';

		if (*text->at == ';' || (*text->at == '%' && first))
			skip_line(text);
		else if (isspace((unsigned char)*text->at) || *text->at == '\0')
			step(text);
		else
			return;
	}
}

/* ---- tags ---- */

/* Bytes that aren't UTF-8 are taken for those of ISO 8859-1, which the standard has. */
static void add_byte(struct text *out, char c)
{
	unsigned char byte = (unsigned char)c;

	if (byte < 0x80)
		text_add_char(out, byte < ' ' || byte == 0x7f ? ' ' : c);
	else
		text_addf(out, "%c%c", 0xc0 | byte >> 6, 0x80 | (byte & 0x3f));
}

static bool is_utf8(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)bytes[i];
		size_t more = byte < 0x80   ? 0
			      : byte < 0xc2 ? 9
			      : byte < 0xe0 ? 1
			      : byte < 0xf0 ? 2
					    : 3;

		if (more == 9 || i + more >= len + (more == 0))
			return false;
		for (; more > 0; more--)
			if (((unsigned char)bytes[++i] & 0xc0) != 0x80)
				return false;
	}
	return true;
}

/* Between quotes; a backslash stands before those that belong to it. */
static bool read_value(struct movetext *text, struct text *out)
{
	struct text raw;

	text_init(&raw, VALUE_MAX);
	for (step(text); !at_end(text) && *text->at != '"' && *text->at != '\n'; step(text)) {
		if (*text->at == '\\' && text->at + 1 < text->end &&
		    strchr("\"\\", text->at[1]) != NULL)
			step(text);
		text_add_char(&raw, *text->at);
	}
	if (is_utf8(raw.bytes, raw.len))
		for (size_t i = 0; i < raw.len; i++)
			text_add_char(out, (unsigned char)raw.bytes[i] < ' ' ? ' ' : raw.bytes[i]);
	else
		for (size_t i = 0; i < raw.len; i++)
			add_byte(out, raw.bytes[i]);
	text_done(&raw);
	return !at_end(text) && *text->at == '"';
}

static int read_tag(struct movetext *text, struct movetext_game *game, struct reason *reason)
{
	char name[NAME_MAX];
	struct text value;
	size_t len = 0;
	bool whole;

	for (step(text); !at_end(text) && (*text->at == ' ' || *text->at == '\t'); step(text))
		;
	while (!at_end(text) && (isalnum((unsigned char)*text->at) || *text->at == '_') &&
	       len + 1 < sizeof name) {
		name[len++] = *text->at;
		step(text);
	}
	name[len] = '\0';
	while (!at_end(text) && (*text->at == ' ' || *text->at == '\t'))
		step(text);
	text_init(&value, 2 * VALUE_MAX);
	whole = len > 0 && !at_end(text) && *text->at == '"' && read_value(text, &value);
	if (whole)
		step(text);
	while (whole && !at_end(text) && (*text->at == ' ' || *text->at == '\t'))
		step(text);
	whole = whole && !at_end(text) && *text->at == ']';
	if (whole)
		step(text);
	if (whole && game->tag_count < MOVETEXT_TAGS) {
		game->names[game->tag_count] = base_strdup(name);
		game->values[game->tag_count++] = text_take(&value);
	}
	text_done(&value);
	return whole ? 0
		     : reason_fail(reason,
				   "expected a tag on one line, such as [White \"Anna\"]%s%s",
				   len > 0 ? ", not " : "", name);
}

/* ---- moves ---- */

static void add_word(struct movetext_game *game, const char *word, size_t len, unsigned line,
		     bool remark)
{
	struct movetext_word *added;

	if (game->count == game->size) {
		game->size = game->size != 0 ? 2 * game->size : 128;
		game->words = base_realloc(game->words, game->size * sizeof game->words[0]);
	}
	added = &game->words[game->count++];
	*added = (struct movetext_word){.line = line, .remark = remark};
	memcpy(added->text, word, len);
}

/* What pbem itself writes into a comment for PGN4. */
static void note_comment(struct movetext_game *game, const char *comment, size_t len, unsigned line)
{
	static const char leaves[] = "[%leaves ";

	if (len > sizeof leaves && strncmp(comment, leaves, sizeof leaves - 1) == 0 &&
	    comment[len - 1] == ']' && len - sizeof leaves < MOVETEXT_WORD_MAX - 1)
		add_word(game, comment + sizeof leaves - 1, len - sizeof leaves, line, true);
}

static int skip_comment(struct movetext *text, struct movetext_game *game, unsigned *line_out,
			struct reason *reason)
{
	const char *start = text->at + 1;

	*line_out = text->line;
	while (!at_end(text) && *text->at != '}')
		step(text);
	if (at_end(text))
		return reason_fail(reason, "the comment that begins here doesn't end with '}'");
	note_comment(game, start, (size_t)(text->at - start), *line_out);
	step(text);
	return 0;
}

/* Variations may stand in each other, and comments in them. */
static int skip_variation(struct movetext *text, unsigned *line_out, struct reason *reason)
{
	const char *begin = text->at;
	unsigned depth = 0;

	*line_out = text->line;
	do {
		skip_blanks(text, begin);
		if (at_end(text))
			break;
		if (*text->at == '{') {
			while (!at_end(text) && *text->at != '}')
				step(text);
			if (at_end(text))
				break;
		}
		depth += *text->at == '(';
		depth -= *text->at == ')';
		step(text);
	} while (depth > 0 && !at_end(text));
	return depth == 0
		       ? 0
		       : reason_fail(reason, "the variation that begins here doesn't end with ')'");
}

/* How much of a word is a number of a move: "12.", "12...". */
static size_t number_len(const char *word, size_t len)
{
	size_t digits = 0, dots;

	while (digits < len && isdigit((unsigned char)word[digits]))
		digits++;
	dots = digits;
	while (dots < len && word[dots] == '.')
		dots++;
	return dots > digits || digits == len ? dots : 0;
}

/* Marks that say something about a move, or part turns: no move. */
static bool is_mark(const char *word, size_t len)
{
	static const char *const marks[] = {"e.p.", "ep", "ch", "dbl", "mate", "N", "D", NULL};

	for (const char *const *mark = marks; *mark != NULL; mark++)
		if (strlen(*mark) == len && strncmp(*mark, word, len) == 0)
			return true;
	for (size_t i = 0; i < len; i++)
		if (strchr("+-=!?./\\~^", word[i]) == NULL && (unsigned char)word[i] < 0x80)
			return false;
	return strncmp(word, "--", len < 2 ? 2 : len) != 0;
}

static bool take_result(struct movetext *text, struct movetext_game *game, const char *word,
			size_t len)
{
	static const char half[] = "\xc2\xbd-\xc2\xbd";

	for (const char *const *result = results; *result != NULL; result++)
		if (strlen(*result) == len && strncmp(*result, word, len) == 0) {
			strcpy(game->result, strcmp(*result, "1/2") == 0 ? "1/2-1/2" : *result);
			game->result_line = text->line;
			return true;
		}
	if (len == sizeof half - 1 && memcmp(word, half, len) == 0) {
		strcpy(game->result, "1/2-1/2");
		game->result_line = text->line;
		return true;
	}
	return false;
}

/* A word up to a blank or a sign. */
static int read_word(struct movetext *text, struct movetext_game *game, struct reason *reason)
{
	const char *word = text->at;
	size_t len, number;

	while (!at_end(text) && !isspace((unsigned char)*text->at) &&
	       strchr("(){}[];$", *text->at) == NULL)
		text->at++;
	len = (size_t)(text->at - word);
	if (len == 0)
		return reason_fail(reason, "expected a move or a result, not '%c'", *word);
	if (take_result(text, game, word, len))
		return 0;
	number = number_len(word, len);
	word += number;
	len -= number;
	if (len == 0 || is_mark(word, len) || take_result(text, game, word, len))
		return 0;
	if (len >= MOVETEXT_WORD_MAX || game->count >= MOVETEXT_MOVES)
		return reason_fail(reason, "expected a move, not \"%.*s\"%s",
				   (int)(len < 60 ? len : 60), word,
				   len >= MOVETEXT_WORD_MAX ? "" : ": the game is too long");
	add_word(game, word, len, text->line, false);
	return 0;
}

/* A number behind '$' says how good a move is. */
static void skip_glyph(struct movetext *text)
{
	for (step(text); !at_end(text) && isdigit((unsigned char)*text->at); step(text))
		;
}

static int read_item(struct movetext *text, struct movetext_game *game, unsigned *line_out,
		     struct reason *reason)
{
	*line_out = text->line;
	switch (*text->at) {
	case '{':
		return skip_comment(text, game, line_out, reason);
	case '(':
		return skip_variation(text, line_out, reason);
	case '$':
		skip_glyph(text);
		return 0;
	case '[':
		return read_tag(text, game, reason);
	default:
		return read_word(text, game, reason);
	}
}

/* Goes to where a game may begin: a tag behind an empty line, or behind what is no tag. */
static void skip_game(struct movetext *text)
{
	bool in_tags = true;

	for (skip_line(text); !at_end(text); skip_line(text)) {
		step(text);
		if (!at_end(text) && *text->at == '[' && !in_tags)
			return;
		in_tags = !at_end(text) && *text->at == '[';
	}
}

int movetext_next(struct movetext *text, struct movetext_game *game, unsigned *line_out,
		  struct reason *reason)
{
	const char *begin = text->at;

	*game = (struct movetext_game){.number = 0};
	skip_blanks(text, begin);
	if (at_end(text))
		return 0;
	game->number = ++text->number;
	game->line = text->line;
	game->start = game->end = text->at;
	while (!at_end(text) && game->result[0] == '\0') {
		/* A tag behind moves begins another game. */
		if (*text->at == '[' && game->count > 0)
			return 1;
		if (read_item(text, game, line_out, reason) != 0) {
			skip_game(text);
			return -1;
		}
		game->end = text->at;
		skip_blanks(text, begin);
	}
	return 1;
}
