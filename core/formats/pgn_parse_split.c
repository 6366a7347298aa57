/* SPDX-License-Identifier: MIT */
/*
 * Splits a collection into games by its lines. A tag at the beginning of a line begins a game,
 * unless it belongs to the tags before it. Everything unclosed in a game ends there.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/formats/pgn_parse_internal.h"
#include "core/util/base.h"

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

size_t pgn_parse_blank(const char *at, const char *end)
{
	if (isspace((unsigned char)*at) || *at == '\0' || *at == DOS_END)
		return 1;
	if (end - at >= 2 && memcmp(at, "\xc2\xa0", 2) == 0)
		return 2;
	return end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool pgn_parse_ends_line(const char *at, const char *end)
{
	return *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] != '\n'));
}

static const char *skip_spaces(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

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

bool pgn_parse_is_tag(const char *at, const char *end)
{
	return name_of_tag(at, end).len > 0;
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
	} forms[] = {
		{"\xc2\xbd", "1/2"},
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
		{"2", "2"},
	};
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

const char *pgn_parse_result_of(const char *word, size_t len)
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

const char *pgn_parse_limit(const char *start, const char *end)
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
