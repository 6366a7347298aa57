/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/formats/pgn_tags.h"

enum { COLUMNS = 79 };

void pgn_tags_init(struct pgn_tags *tags)
{
	*tags = (struct pgn_tags){.count = 0};
}

void pgn_tags_done(struct pgn_tags *tags)
{
	for (size_t i = 0; i < tags->count; i++)
		free(tags->pairs[i].value);
	free(tags->owned);
}

void pgn_tags_set(struct pgn_tags *tags, const char *name, const char *value)
{
	size_t at = 0;

	while (at < tags->count && strcmp(tags->pairs[at].name, name) != 0)
		at++;
	if (at == PGN_TAGS_COUNT)
		return;
	if (at == tags->count)
		tags->pairs[tags->count++].value = NULL;
	free(tags->pairs[at].value);
	tags->pairs[at].name = name;
	tags->pairs[at].value = base_strdup(value != NULL ? value : "?");
}

void pgn_tags_set_occasion(struct pgn_tags *tags, const struct movelist *score, const char *event,
			   const char *site)
{
	char date[16], control[32], *own = base_printf("Game %s", score->file->header.id);

	movelist_date(score, date);
	movelist_time_control(score, control);
	pgn_tags_set(tags, "Event", event != NULL ? event : own);
	pgn_tags_set(tags, "Site", site);
	pgn_tags_set(tags, "Date", date);
	pgn_tags_set(tags, "Round", "-");
	pgn_tags_set(tags, "Mode", "EM");
	pgn_tags_set(tags, "TimeControl", control);
	pgn_tags_set(tags, "Termination", movelist_termination(score));
	free(own);
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

void pgn_tags_set_imported(struct pgn_tags *tags, const struct movelist *score,
			   const char *const *but)
{
	char *line, *rest;

	free(tags->owned);
	rest = tags->owned = base_strdup(score->file->header.tags);
	while ((line = strsep(&rest, "\n")) != NULL) {
		char *value = strchr(line, ' ');

		if (value == NULL)
			continue;
		*value++ = '\0';
		if (!is_one_of(line, but))
			pgn_tags_set(tags, line, value);
	}
}

static void add_pair(const char *name, const char *value, struct strbuf *out)
{
	strbuf_addf(out, "[%s \"", name);
	for (const char *c = value; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			strbuf_add_char(out, '\\');
		if ((unsigned char)*c >= ' ' && *c != 0x7f)
			strbuf_add_char(out, *c);
	}
	strbuf_add(out, "\"]\n");
}

static int compare_pairs(const void *a, const void *b)
{
	const char *const *one = a, *const *other = b;

	return strcmp(*one, *other);
}

void pgn_tags_write(struct pgn_tags *tags, const char *const *roster, struct strbuf *out)
{
	for (const char *const *name = roster; *name != NULL; name++)
		for (size_t i = 0; i < tags->count; i++)
			if (strcmp(tags->pairs[i].name, *name) == 0)
				add_pair(*name, tags->pairs[i].value, out);
	/* Pairs are compared by their first member, the name. */
	qsort(tags->pairs, tags->count, sizeof tags->pairs[0], compare_pairs);
	for (size_t i = 0; i < tags->count; i++)
		if (!is_one_of(tags->pairs[i].name, roster))
			add_pair(tags->pairs[i].name, tags->pairs[i].value, out);
	strbuf_add_char(out, '\n');
}

void pgn_tags_word(struct pgn_tags_lines *lines, const char *word)
{
	size_t len = strbuf_columns(word);

	if (lines->column > 0 && lines->column + 1 + len > COLUMNS) {
		strbuf_add_char(lines->out, '\n');
		lines->column = 0;
	}
	if (lines->column > 0) {
		strbuf_add_char(lines->out, ' ');
		lines->column++;
	}
	strbuf_add(lines->out, word);
	lines->column += len;
}

void pgn_tags_comment(struct pgn_tags_lines *lines, const char *text)
{
	const char *cursor = text, *word;
	bool first = true, last;
	size_t len;

	while (strbuf_next_word(&cursor, &word, &len)) {
		char *copy = base_strndup(word, len), *whole;

		for (char *c = copy; *c != '\0'; c++)
			if (*c == '{' || *c == '}')
				*c = *c == '{' ? '(' : ')';
		last = cursor[strspn(cursor, " \t")] == '\0';
		whole = base_printf("%s%s%s", first ? "{" : "", copy, last ? "}" : "");
		pgn_tags_word(lines, whole);
		first = false;
		free(whole);
		free(copy);
	}
}

void pgn_tags_end(struct pgn_tags_lines *lines)
{
	strbuf_add_char(lines->out, '\n');
	lines->column = 0;
}
