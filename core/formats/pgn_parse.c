/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/formats/pgn_parse.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

/* Reports whether a line ends there: at \n, or at \r without \n after it. */
static inline bool pgn_parse_ends_line(const char *at, const char *end)
{
	return *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'));
}

/* ---- moving through a collection, never beyond the current game's limit ---- */

static inline void pgn_parse_step(struct pgn_parse *text)
{
	text->line += pgn_parse_ends_line(text->at, text->end);
	text->at++;
}

static inline void pgn_parse_step_over(struct pgn_parse *text, size_t count)
{
	while (count-- > 0)
		pgn_parse_step(text);
}

static inline bool pgn_parse_at_end(const struct pgn_parse *text)
{
	return text->at >= text->limit;
}

static inline bool pgn_parse_at_line_end(const struct pgn_parse *text)
{
	return pgn_parse_at_end(text) || *text->at == '\n' || *text->at == '\r';
}

static inline void pgn_parse_skip_spaces(struct pgn_parse *text)
{
	while (!pgn_parse_at_end(text) && (*text->at == ' ' || *text->at == '\t'))
		pgn_parse_step(text);
}

/*
 * Splits a collection into games by its lines. A tag at the beginning of a line begins a game,
 * unless it belongs to the tags before it. Everything unclosed in a game ends there.
 */

enum { NAMES_MAX = 128, DOS_END = 0x1a };

struct span {
	const char *at;
	size_t len;
};

/* The parts of a game read up to the current line. */
struct splitting {
	struct span names[NAMES_MAX]; /* of its tags */
	size_t count;
	size_t earlier;	    /* number of tags in earlier blocks of tags */
	const char *block;  /* the beginning of the current block of tags, after an empty line */
	const char *broken; /* the beginning of the current paragraph if it comes after moves and
			       its first line looks like a damaged tag; or NULL */
	bool moves;	    /* there were lines of moves */
	bool parted;	    /* there was an empty line between tags and moves */
	bool gap;	    /* the previous line is empty */
	bool ended;	    /* the last line that isn't empty has a result and no tag */
	bool alone;	    /* and nothing else */
	bool open;	    /* the last tag's value doesn't end in its line */
	bool over;	    /* the result is at the end of that line */
};

/*
 * Returns the length of meaningless bytes: 1 for white space, a NUL and the end mark of DOS, 2 for
 * a no-break space, 3 for a byte order mark; 0 for anything else.
 */
static size_t pgn_parse_blank(const char *at, const char *end)
{
	if (isspace((unsigned char)*at) || *at == '\0' || *at == DOS_END)
		return 1;
	if (end - at >= 2 && memcmp(at, "\xc2\xa0", 2) == 0)
		return 2;
	return end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

static const char *skip_spaces(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

/* Returns the name of the tag that begins there with a bracket, a name and a quotation mark. */
static struct span name_of_tag(const char *at, const char *end)
{
	struct span name = {at, 0};

	if (at == end || *at != '[')
		return name;
	name.at = at = skip_spaces(at + 1, end);
	while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
		at++;
	name.len = (size_t)(at - name.at);
	at = skip_spaces(at, end);
	if (at == end || *at != '"')
		name.len = 0;
	return name;
}

/* ---- results ---- */

/*
 * Writes a result with '-' for any dash or colon and "1/2" for any half. Returns false if the word
 * isn't a result.
 */
static bool normalize_result(const char *word, size_t len, char out[12])
{
	static const struct {
		const char *form, *plain;
	} forms[] = {{"\xc2\xbd", "1/2"},
		     {"\xbd", "1/2"},
		     {"0.5", "1/2"},
		     {"0,5", "1/2"},
		     {".5", "1/2"},
		     {"=", "1/2"},
		     {"1/2", "1/2"},
		     {"\xe2\x80\x90", "-"},
		     {"\xe2\x80\x91", "-"},
		     {"\xe2\x80\x92", "-"},
		     {"\xe2\x80\x93", "-"},
		     {"\xe2\x80\x94", "-"},
		     {"\xe2\x88\x92", "-"},
		     {"\x96", "-"},
		     {"\x97", "-"},
		     {":", "-"},
		     {"-", "-"},
		     {"1", "1"},
		     {"0", "0"},
		     {"\xe2\x81\x84", "/"},
		     {"/", "/"},
		     {"2", "2"}};
	size_t have = 0;

	while (len > 0) {
		size_t i = 0, part = 0;

		for (; i < ARRAY_LEN(forms); i++) {
			part = strlen(forms[i].form);
			if (part <= len && memcmp(word, forms[i].form, part) == 0)
				break;
		}
		if (i == ARRAY_LEN(forms) || have + strlen(forms[i].plain) > 7)
			return false;
		strcpy(out + have, forms[i].plain);
		have += strlen(forms[i].plain);
		word += part;
		len -= part;
	}
	return have > 0;
}

/*
 * Returns the result that a word of that length expresses, in the form of PGN ("½-½" and "1:0" are
 * known), or NULL.
 */
static const char *pgn_parse_result_of(const char *word, size_t len)
{
	static const char *const results[] = {"1-0", "0-1", "1/2-1/2", NULL};
	char plain[12];

	if (len == 1 && *word == '*')
		return "*";
	/* "=" alone is a mark, which offers a draw. */
	if (len < 2 || len > 16 || !normalize_result(word, len, plain))
		return NULL;
	for (const char *const *result = results; *result != NULL; result++)
		if (strcmp(plain, *result) == 0)
			return *result;
	return strcmp(plain, "1/2") == 0 ? "1/2-1/2" : NULL;
}

const char *pgn_parse_result(const char *value)
{
	char word[20];
	size_t len = 0;

	for (; *value != '\0'; value++)
		if (*value != ' ' && len == sizeof word)
			return NULL;
		else if (*value != ' ')
			word[len++] = *value;
	if ((len == 1 && *word == '=') || (len == 4 && strncasecmp(word, "draw", len) == 0))
		return "1/2-1/2";
	return pgn_parse_result_of(word, len);
}

/* ---- lines ---- */

/*
 * Returns the line that begins there, without spaces around it, and the beginning of the next line.
 */
static struct span read_line(const char *at, const char *end, const char **next_out)
{
	const char *last = at;
	size_t blank;

	while (last < end && !pgn_parse_ends_line(last, end))
		last++;
	*next_out = last + (last < end);
	while (at < last && (blank = pgn_parse_blank(at, last)) > 0)
		at += blank;
	while (last > at && pgn_parse_blank(last - 1, last) > 0)
		last--;
	return (struct span){at, (size_t)(last - at)};
}

/* Counts the words of a line. Reports whether one is a result, and whether the last one is. */
static unsigned find_results(struct span line, bool *any_out, bool *last_out)
{
	unsigned words = 0;
	const char *at = line.at, *end = line.at + line.len;

	*any_out = *last_out = false;
	while (at < end) {
		const char *word = at;

		while (at < end && *at != ' ' && *at != '\t' && strchr("(){}[];", *at) == NULL)
			at++;
		if (at > word) {
			*last_out = pgn_parse_result_of(word, (size_t)(at - word)) != NULL;
			*any_out |= *last_out;
			words++;
		} else {
			*last_out &= *at == ' ' || *at == '\t';
			at++;
		}
	}
	return words;
}

/* Reports whether the line looks like a tag with one byte lost or added. */
static bool looks_broken(struct span line)
{
	const char *end = line.at + line.len, *at = line.at;

	while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
		at++;
	if (at > line.at && skip_spaces(at, end) < end && *skip_spaces(at, end) == '"')
		return true;
	return (*line.at == '[' && (line.len < 2 || line.at[1] != '%')) ||
	       memmem(line.at, line.len, "\"]", 2) != NULL ||
	       (line.at[line.len - 1] == ']' && memchr(line.at, '"', line.len) != NULL);
}

static bool is_seen(const struct splitting *seen, struct span name, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (seen->names[i].len == name.len &&
		    strncasecmp(seen->names[i].at, name.at, name.len) == 0)
			return true;
	return false;
}

/*
 * Returns the beginning of the next game at a line with a tag, or NULL if it is the same game.
 * After moves, the tag must be separated from them, because a tag that has lost its bracket looks
 * like moves. After tags, an earlier block must have had the same tag.
 */
static const char *game_start_at_tag(struct splitting *seen, const char *at, struct span name)
{
	if (seen->broken != NULL)
		return seen->broken;
	if (seen->ended && (seen->moves || !seen->alone || is_seen(seen, name, seen->count)))
		return at;
	if (seen->moves && (seen->parted || seen->gap || is_seen(seen, name, seen->count)))
		return at;
	/* Text before the first tags is a comment, or a tag without its bracket. */
	seen->moves = false;
	if (seen->gap) {
		seen->block = at;
		seen->earlier = seen->count;
	}
	return is_seen(seen, name, seen->earlier) ? seen->block : NULL;
}

/*
 * Reports whether a line without a tag begins the next game: a damaged tag, or the first move of a
 * game without tags.
 */
static bool begins_without_tag(const struct splitting *seen, struct span line)
{
	const bool first =
		line.len > 2 && *line.at == '1' && (line.at[1] == '.' || line.at[1] == ' ');

	return seen->over &&
	       (looks_broken(line) || (first && seen->moves && (seen->gap || seen->count == 0)));
}

static void record_tag_line(struct splitting *seen, struct span name, struct span line)
{
	const char *end = line.at + line.len;
	const char *quote = memchr(name.at, '"', (size_t)(end - name.at));

	seen->open = memchr(quote + 1, '"', (size_t)(end - quote - 1)) == NULL;
	if (seen->count < NAMES_MAX)
		seen->names[seen->count++] = name;
	seen->gap = seen->ended = seen->over = false;
}

static void record_other_line(struct splitting *seen, const char *at, struct span line)
{
	const bool broken = looks_broken(line);

	if (seen->gap)
		seen->broken = seen->moves && broken ? at : NULL;
	if (seen->count == 0 || (seen->gap && (seen->moves || (!broken && !seen->open)))) {
		seen->parted |= seen->gap && seen->count > 0;
		seen->moves = true;
	}
	seen->alone = find_results(line, &seen->ended, &seen->over) == 1;
	seen->ended &= !broken;
	seen->over &= !broken;
	seen->gap = false;
}

/*
 * Returns the latest end of the game that begins at `start`: the beginning of the next game, or the
 * end of the collection. Only the beginnings of lines are considered, so that nothing unclosed in a
 * game extends into the next one.
 */
static const char *pgn_parse_limit(const char *start, const char *end)
{
	struct splitting seen = {.block = start};
	const char *at = start, *next, *limit;

	for (; at < end; at = next) {
		const struct span line = read_line(at, end, &next);
		const struct span name = name_of_tag(line.at, line.at + line.len);

		if (line.len == 0) {
			seen.gap = true;
			seen.broken = NULL;
		} else if (name.len > 0) {
			limit = at > start ? game_start_at_tag(&seen, at, name) : NULL;
			if (limit != NULL)
				return limit;
			record_tag_line(&seen, name, line);
		} else {
			if (at > start && begins_without_tag(&seen, line))
				return at;
			record_other_line(&seen, at, line);
		}
	}
	return end;
}

enum { VALUE_MAX = 2000, NAME_MAX = 60 };

/* Tags that determine the variant and the starting position. */
static const char *const decisive[] = {"FEN", "SetUp", "Variant", "StartFen4", "RuleVariants"};

/*
 * Adds a byte that isn't UTF-8 as Windows-1252. This includes ISO 8859-1, which the standard
 * requires.
 */
static void add_cp1252_byte(struct strbuf *out, char c)
{
	static const uint16_t more[32] = {
		0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
		0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
		0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
		0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178,
	};
	unsigned code = (unsigned char)c;

	if (code >= 0x80 && code < 0xa0)
		code = more[code - 0x80];
	if (code < 0x80)
		strbuf_add_char(out, code < ' ' || code == 0x7f ? ' ' : c);
	else if (code < 0x800)
		strbuf_addf(out, "%c%c", 0xc0 | code >> 6, 0x80 | (code & 0x3f));
	else
		strbuf_addf(out, "%c%c%c", 0xe0 | code >> 12, 0x80 | (code >> 6 & 0x3f),
			    0x80 | (code & 0x3f));
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

/*
 * Reports whether a value continues on the next line, and moves there. An empty line, or a tag,
 * shows that the end of the value is missing.
 */
static bool continues_on_next_line(struct pgn_parse *text)
{
	const unsigned line = text->line;

	while (!pgn_parse_at_end(text) && text->line <= line + 1 &&
	       pgn_parse_blank(text->at, text->end) == 1)
		pgn_parse_step(text);
	return !pgn_parse_at_end(text) && text->line == line + 1 &&
	       name_of_tag(text->at, text->end).len == 0;
}

/*
 * Reads a value between quotes, perhaps on several lines, whose ends become spaces. A backslash
 * precedes quotes and backslashes in a value.
 */
static bool read_value(struct pgn_parse *text, struct strbuf *out)
{
	struct strbuf raw;
	bool whole = true;

	strbuf_init(&raw, VALUE_MAX);
	pgn_parse_step(text);
	while (whole && !pgn_parse_at_end(text) && *text->at != '"') {
		if (pgn_parse_at_line_end(text)) {
			whole = continues_on_next_line(text);
			strbuf_add_char(&raw, ' ');
			continue;
		}
		if (*text->at == '\\' && text->at + 1 < text->limit &&
		    (text->at[1] == '"' || text->at[1] == '\\'))
			pgn_parse_step(text);
		strbuf_add_char(&raw, *text->at);
		pgn_parse_step(text);
	}
	if (is_utf8(raw.bytes, raw.len))
		for (size_t i = 0; i < raw.len; i++)
			strbuf_add_char(out,
					(unsigned char)raw.bytes[i] < ' ' ? ' ' : raw.bytes[i]);
	else
		for (size_t i = 0; i < raw.len; i++)
			add_cp1252_byte(out, raw.bytes[i]);
	whole = whole && !pgn_parse_at_end(text) && !raw.overflow;
	strbuf_done(&raw);
	return whole;
}

/* Keeps a tag. Two different values of a tag that determines the game are refused. */
static int add_tag(struct pgn_parse_game *game, const char *name, struct strbuf *value,
		   struct reason *reason)
{
	const char *before = pgn_parse_tag(game, name);

	for (size_t i = 0; before != NULL && i < ARRAY_LEN(decisive); i++)
		if (strbuf_same(name, decisive[i]) && strcmp(before, value->bytes) != 0)
			return reason_fail(reason, "expected one tag %s, not two", name);
	if (game->tag_count == PGN_PARSE_TAGS)
		return reason_fail(reason, "expected at most %d tags", PGN_PARSE_TAGS);
	game->names[game->tag_count] = base_strdup(name);
	game->values[game->tag_count++] = strbuf_take(value);
	return 0;
}

/* Reads the tag that begins here. Returns -1 with the reason. */
static int pgn_parse_read_tag(struct pgn_parse *text, struct pgn_parse_game *game,
			      struct reason *reason)
{
	char name[NAME_MAX];
	struct strbuf value;
	size_t len = 0;
	bool whole;
	int result;

	pgn_parse_step(text);
	pgn_parse_skip_spaces(text);
	while (!pgn_parse_at_end(text) && (isalnum((unsigned char)*text->at) || *text->at == '_') &&
	       len + 1 < sizeof name) {
		name[len++] = *text->at;
		pgn_parse_step(text);
	}
	name[len] = '\0';
	pgn_parse_skip_spaces(text);
	strbuf_init(&value, 2 * VALUE_MAX);
	whole = len > 0 && !pgn_parse_at_end(text) && *text->at == '"' && read_value(text, &value);
	if (whole) {
		pgn_parse_step(text);
		pgn_parse_skip_spaces(text);
		/* A missing bracket at the end of a line is accepted. */
		whole = pgn_parse_at_line_end(text) || *text->at == ']';
	}
	if (whole && !pgn_parse_at_line_end(text))
		pgn_parse_step(text);
	result = whole ? add_tag(game, name, &value, reason)
		       : reason_fail(reason,
				     "expected a tag on one line, such as [White \"Anna\"]%s%s",
				     len > 0 ? ", not " : "", name);
	strbuf_done(&value);
	return result;
}

static bool is_decisive(const char *at)
{
	while (*at == '[' || *at == ' ' || *at == '\t')
		at++;
	for (size_t i = 0; i < ARRAY_LEN(decisive); i++) {
		const size_t len = strlen(decisive[i]);

		if (strncasecmp(at, decisive[i], len) == 0 && !isalnum((unsigned char)at[len]))
			return true;
	}
	return false;
}

/*
 * Refuses skipped text that contains a tag about the variant or the starting position after a sign
 * that makes it a comment, because the game would begin differently. Returns -1 with the reason.
 */
static int pgn_parse_refuse_hidden(const char *begin, const char *end, struct reason *reason)
{
	for (const char *c = begin; c + 1 < end; c++)
		if ((*c == ';' || *c == '%') && name_of_tag(c + 1, end).len > 0 &&
		    is_decisive(c + 1))
			return reason_fail(reason, "expected a tag, and '%c' stands before it", *c);
	return 0;
}

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
			while (!pgn_parse_at_line_end(text))
				pgn_parse_step(text);
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

/*
 * Reports whether a supposed comment contains tags. Then its end is missing, and the end found is
 * that of another comment. Before the first move tags count anywhere, after it at the beginning of
 * a line.
 */
static bool has_tags(const char *start, const char *end, bool anywhere)
{
	for (const char *c = start; c < end; c++)
		if (*c == '[' && (anywhere || c[-1] == '\n' || c[-1] == '\r') &&
		    name_of_tag(c, end).len > 0)
			return true;
	return false;
}

static int skip_comment(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
			struct reason *reason)
{
	static const char leaves[] =
		"[%leaves "; /* in a comment that pbem itself writes for PGN4 */
	const char *start = text->at + 1;
	size_t len;

	*line_out = text->line;
	while (!pgn_parse_at_end(text) && *text->at != '}')
		pgn_parse_step(text);
	if (pgn_parse_at_end(text) || has_tags(start, text->at, game->count == 0))
		return reason_fail(reason, "the comment that begins here doesn't end with '}'");
	len = (size_t)(text->at - start);
	if (len > sizeof leaves && strncmp(start, leaves, sizeof leaves - 1) == 0 &&
	    start[len - 1] == ']' && len - sizeof leaves < PGN_PARSE_WORD_MAX - 1)
		add_word(game, start + sizeof leaves - 1, len - sizeof leaves, *line_out, true);
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
	if (number > 0)
		game->next_number = 0;
	for (size_t i = 0; i < number && isdigit((unsigned char)word[i]); i++)
		if (game->next_number < 100000)
			game->next_number = 10 * game->next_number + (unsigned)(word[i] - '0');
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
		/* A number that judges a move. */
		for (pgn_parse_step(text);
		     !pgn_parse_at_end(text) && isdigit((unsigned char)*text->at);
		     pgn_parse_step(text))
			;
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

	return game->tag_count == 0 ? gap || first : gap && first && game->count > 0;
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
		    (game->count > 0 && name_of_tag(text->at, text->end).len > 0))
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
