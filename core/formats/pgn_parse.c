/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/formats/pgn_parse_internal.h"
#include "core/util/strbuf.h"

void pgn_parse_open(struct pgn_parse *text, const char *bytes, size_t len)
{
	*text = (struct pgn_parse){bytes, bytes + len, bytes, 1, 0};
}

void pgn_parse_done(struct pgn_parse_game *game)
{
	for (size_t i = 0; i < game->tag_count; i++) {
		free(game->names[i]);
		free(game->values[i]);
	}
	free(game->words);
	*game = (struct pgn_parse_game){.number = 0};
}

const char *pgn_parse_tag(const struct pgn_parse_game *game, const char *name)
{
	for (size_t i = 0; i < game->tag_count; i++)
		if (strbuf_same(game->names[i], name))
			return game->values[i];
	return NULL;
}

static void skip_line(struct pgn_parse *text)
{
	while (!pgn_parse_at_line_end(text))
		pgn_parse_step(text);
}

/*
 * Skips spaces, the rest of lines after ';', and lines that begin with '%' (PGN 6). Reports in
 * *gap_out whether an empty line is among them.
 */
static void skip_blanks(struct pgn_parse *text, const char *begin, bool *gap_out)
{
	unsigned ends = 0;

	*gap_out = false;
	while (!pgn_parse_at_end(text)) {
		const bool first =
			text->at == begin || text->at[-1] == '\n' || text->at[-1] == '\r';
		const size_t blank = pgn_parse_blank(text->at, text->end);

		if (*text->at == ';' || (*text->at == '%' && first)) {
			skip_line(text);
			ends = 0;
		} else if (blank > 0) {
			ends += pgn_parse_ends_line(text->at, text->end);
			*gap_out |= ends > 1;
			pgn_parse_step_over(text, blank);
		} else {
			return;
		}
	}
}

/* ---- moves ---- */

static void add_word(struct pgn_parse_game *game, const char *word, size_t len, unsigned line,
		     bool remark)
{
	struct pgn_parse_word *added;

	game->words = base_grow(game->words, game->count, &game->size, sizeof game->words[0]);
	added = &game->words[game->count++];
	*added = (struct pgn_parse_word){.line = line, .remark = remark};
	if (!remark) {
		added->number = game->next_number;
		game->next_number = 0;
	}
	memcpy(added->text, word, len);
}

/* Reads a comment that pbem itself writes for PGN4. */
static void add_leaves_comment(struct pgn_parse_game *game, const char *comment, size_t len,
			       unsigned line)
{
	static const char leaves[] = "[%leaves ";

	if (len > sizeof leaves && strncmp(comment, leaves, sizeof leaves - 1) == 0 &&
	    comment[len - 1] == ']' && len - sizeof leaves < PGN_PARSE_WORD_MAX - 1)
		add_word(game, comment + sizeof leaves - 1, len - sizeof leaves, line, true);
}

/*
 * Reports whether a supposed comment contains tags. Then its end is missing, and the end found is
 * that of another comment. Before the first move tags count anywhere, after it at the beginning of
 * a line.
 */
static bool has_tags(const char *start, const char *end, bool anywhere)
{
	for (const char *c = start; c < end; c++)
		if (*c == '[' && (anywhere || c[-1] == '\n' || c[-1] == '\r') &&
		    pgn_parse_is_tag(c, end))
			return true;
	return false;
}

static int skip_comment(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
			struct reason *reason)
{
	const char *start = text->at + 1;

	*line_out = text->line;
	while (!pgn_parse_at_end(text) && *text->at != '}')
		pgn_parse_step(text);
	if (pgn_parse_at_end(text) || has_tags(start, text->at, game->count == 0))
		return reason_fail(reason, "the comment that begins here doesn't end with '}'");
	add_leaves_comment(game, start, (size_t)(text->at - start), *line_out);
	pgn_parse_step(text);
	return 0;
}

/* Skips a variation, which may contain variations and comments. */
static int skip_variation(struct pgn_parse *text, const struct pgn_parse_game *game,
			  unsigned *line_out, struct reason *reason)
{
	const char *begin = text->at;
	unsigned depth = 0;
	bool gap;

	*line_out = text->line;
	do {
		skip_blanks(text, begin, &gap);
		if (pgn_parse_at_end(text))
			break;
		if (*text->at == '{') {
			while (!pgn_parse_at_end(text) && *text->at != '}')
				pgn_parse_step(text);
			if (pgn_parse_at_end(text))
				break;
		}
		depth += *text->at == '(';
		depth -= *text->at == ')';
		pgn_parse_step(text);
	} while (depth > 0 && !pgn_parse_at_end(text));
	return depth == 0 && !has_tags(begin + 1, text->at, game->count == 0)
		       ? 0
		       : reason_fail(reason, "the variation that begins here doesn't end with ')'");
}

/* Returns the length of a move number at the beginning of a word: "12.", "12...". */
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

/* Reports whether the word isn't a move: it comments on one, or separates parts. */
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

static bool read_result(struct pgn_parse *text, struct pgn_parse_game *game, const char *word,
			size_t len)
{
	const char *result = pgn_parse_result_of(word, len);

	if (result == NULL)
		return false;
	strcpy(game->result, result);
	game->result_line = text->line;
	return true;
}

/* Returns the length of the word up to a space or sign. */
static size_t word_len(const struct pgn_parse *text)
{
	const char *at = text->at;

	while (at < text->limit && pgn_parse_blank(at, text->end) == 0 &&
	       strchr("(){}[];$", *at) == NULL)
		at++;
	return (size_t)(at - text->at);
}

static void read_number(struct pgn_parse_game *game, const char *word, size_t len)
{
	unsigned number = 0;

	for (size_t i = 0; i < len && isdigit((unsigned char)word[i]) && number < 100000; i++)
		number = 10 * number + (unsigned)(word[i] - '0');
	if (len > 0)
		game->next_number = number;
}

static int read_word(struct pgn_parse *text, struct pgn_parse_game *game, struct reason *reason)
{
	const char *word = text->at;
	size_t len = word_len(text), number;

	if (len == 0)
		return reason_fail(reason, "expected a move or a result, not '%c'", *word);
	text->at += len;
	if (read_result(text, game, word, len))
		return 0;
	number = number_len(word, len);
	read_number(game, word, number);
	word += number;
	len -= number;
	if (len == 0 || is_mark(word, len) || read_result(text, game, word, len))
		return 0;
	if (len >= PGN_PARSE_WORD_MAX || game->count >= PGN_PARSE_MOVES)
		return reason_fail(reason, "expected a move, not \"%.*s\"%s",
				   (int)(len < 60 ? len : 60), word,
				   len >= PGN_PARSE_WORD_MAX ? "" : ": the game is too long");
	add_word(game, word, len, text->line, false);
	return 0;
}

/* Skips the number after '$', which judges a move. */
static void skip_glyph(struct pgn_parse *text)
{
	for (pgn_parse_step(text); !pgn_parse_at_end(text) && isdigit((unsigned char)*text->at);
	     pgn_parse_step(text))
		;
}

static int read_item(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
		     struct reason *reason)
{
	*line_out = text->line;
	switch (*text->at) {
	case '{':
		return skip_comment(text, game, line_out, reason);
	case '(':
		return skip_variation(text, game, line_out, reason);
	case '$':
		skip_glyph(text);
		return 0;
	case '[':
		return pgn_parse_read_tag(text, game, reason);
	default:
		return read_word(text, game, reason);
	}
}

/* ---- games ---- */

/*
 * Reports whether the word begins a game without tags: with its first move, in a paragraph of its
 * own. In a collection without tags a new paragraph or the first move is enough.
 */
static bool begins_game(const struct pgn_parse *text, const struct pgn_parse_game *game, bool gap)
{
	const size_t len = word_len(text), digits = number_len(text->at, len);
	const bool first = digits > 0 && *text->at == '1' && (digits == 1 || text->at[1] == '.');

	if (game->tag_count == 0)
		return gap || first;
	return gap && first && game->count > 0;
}

/*
 * Skips the text after the result up to the next game: comments, marks, the same result again.
 * Other text shows that it isn't the result, or that something before it is missing.
 */
static int skip_rest(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
		     struct reason *reason)
{
	const char *begin = text->at;
	bool gap = false, more;
	int result = 0;

	while (result == 0) {
		size_t len;

		skip_blanks(text, begin, &more);
		gap |= more;
		if (pgn_parse_at_end(text) ||
		    (game->count > 0 && pgn_parse_is_tag(text->at, text->end)))
			return 0;
		*line_out = text->line;
		len = word_len(text);
		if (strchr("{($", *text->at) != NULL)
			result = read_item(text, game, line_out, reason);
		else if (len > 0 && begins_game(text, game, gap))
			return 0;
		else if (len > 0 && is_mark(text->at, len))
			text->at += len;
		else if (len > 0 && pgn_parse_result_of(text->at, len) != NULL &&
			 strcmp(pgn_parse_result_of(text->at, len), game->result) == 0)
			text->at += len;
		else
			result = reason_fail(reason,
					     "expected the next game behind the result %s, not "
					     "\"%.*s\"",
					     game->result,
					     (int)(len < 1    ? 1
						   : len < 40 ? len
							      : 40),
					     text->at);
	}
	return result;
}

/* Reads tags and moves up to the result, or to the beginning of another game. */
static int read_game(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
		     struct reason *reason)
{
	const char *begin = text->at;
	bool gap;

	while (!pgn_parse_at_end(text) && game->result[0] == '\0') {
		const char *behind;

		*line_out = text->line;
		if (*text->at == '[' && game->count > 0)
			return reason_fail(reason, "expected a move or a result, not '['");
		if (read_item(text, game, line_out, reason) != 0)
			return -1;
		game->end = behind = text->at;
		if (game->result[0] != '\0')
			break;
		skip_blanks(text, begin, &gap);
		if (game->count == 0 && pgn_parse_refuse_hidden(behind, text->at, reason) != 0)
			return -1;
	}
	return game->result[0] != '\0' ? skip_rest(text, game, line_out, reason) : 0;
}

/*
 * Finds the next game, after separate comments. Returns 1 if there is one, 0 if there is none, -1
 * if such a comment has no end.
 */
static int find_game(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
		     struct reason *reason)
{
	const char *begin = text->at;
	bool gap;

	for (;;) {
		if (pgn_parse_at_end(text))
			text->limit = pgn_parse_limit(text->at, text->end);
		skip_blanks(text, begin, &gap);
		if (pgn_parse_at_end(text) && text->limit == text->end)
			return 0;
		if (pgn_parse_at_end(text))
			continue;
		*line_out = game->line = text->line;
		game->start = game->end = text->at;
		if (pgn_parse_refuse_hidden(begin, text->at, reason) != 0)
			return -1;
		if (*text->at != '{')
			return 1;
		if (skip_comment(text, game, line_out, reason) != 0)
			return -1;
		game->count = 0;
	}
}

int pgn_parse_next(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
		   struct reason *reason)
{
	int result;

	*game = (struct pgn_parse_game){.number = 0};
	result = find_game(text, game, line_out, reason);
	if (result == 0)
		return 0;
	game->number = ++text->number;
	if (result > 0 && read_game(text, game, line_out, reason) == 0)
		return 1;
	while (!pgn_parse_at_end(text))
		pgn_parse_step(text);
	return -1;
}
