/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/formats/pgn_parse_internal.h"
#include "core/util/strbuf.h"

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
	       !pgn_parse_is_tag(text->at, text->end);
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

int pgn_parse_read_tag(struct pgn_parse *text, struct pgn_parse_game *game, struct reason *reason)
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

int pgn_parse_refuse_hidden(const char *begin, const char *end, struct reason *reason)
{
	for (const char *c = begin; c + 1 < end; c++)
		if ((*c == ';' || *c == '%') && pgn_parse_is_tag(c + 1, end) && is_decisive(c + 1))
			return reason_fail(reason, "expected a tag, and '%c' stands before it", *c);
	return 0;
}
