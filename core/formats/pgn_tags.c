/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/exchange/tags.h"

enum { COLUMNS = 79 };

void tags_init(struct tags *tags)
{
	*tags = (struct tags){.count = 0};
}

void tags_done(struct tags *tags)
{
	for (size_t i = 0; i < tags->count; i++)
		free(tags->pairs[i].value);
	free(tags->owned);
}

void tags_set(struct tags *tags, const char *name, const char *value)
{
	size_t at = 0;

	while (at < tags->count && strcmp(tags->pairs[at].name, name) != 0)
		at++;
	if (at == TAGS_COUNT)
		return;
	if (at == tags->count)
		tags->pairs[tags->count++].value = NULL;
	free(tags->pairs[at].value);
	tags->pairs[at].name = name;
	tags->pairs[at].value = base_strdup(value != NULL ? value : "?");
}

void tags_set_occasion(struct tags *tags, const struct score *score, const char *event,
		       const char *site)
{
	char date[16], control[32], *own = base_printf("Game %s", score->file->header.id);

	score_date(score, date);
	score_time_control(score, control);
	tags_set(tags, "Event", event != NULL ? event : own);
	tags_set(tags, "Site", site);
	tags_set(tags, "Date", date);
	tags_set(tags, "Round", "-");
	tags_set(tags, "Mode", "EM");
	tags_set(tags, "TimeControl", control);
	tags_set(tags, "Termination", score_termination(score));
	free(own);
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

void tags_set_imported(struct tags *tags, const struct score *score, const char *const *but)
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
			tags_set(tags, line, value);
	}
}

static void add_pair(const char *name, const char *value, struct text *out)
{
	text_addf(out, "[%s \"", name);
	for (const char *c = value; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			text_add_char(out, '\\');
		if ((unsigned char)*c >= ' ' && *c != 0x7f)
			text_add_char(out, *c);
	}
	text_add(out, "\"]\n");
}

static int compare_pairs(const void *a, const void *b)
{
	const char *const *one = a, *const *other = b;

	return strcmp(*one, *other);
}

void tags_write(struct tags *tags, const char *const *roster, struct text *out)
{
	for (const char *const *name = roster; *name != NULL; name++)
		for (size_t i = 0; i < tags->count; i++)
			if (strcmp(tags->pairs[i].name, *name) == 0)
				add_pair(*name, tags->pairs[i].value, out);
	/* A pair begins with its name. */
	qsort(tags->pairs, tags->count, sizeof tags->pairs[0], compare_pairs);
	for (size_t i = 0; i < tags->count; i++)
		if (!is_one_of(tags->pairs[i].name, roster))
			add_pair(tags->pairs[i].name, tags->pairs[i].value, out);
	text_add_char(out, '\n');
}

void tags_word(struct tags_lines *lines, const char *word)
{
	size_t len = text_columns(word);

	if (lines->column > 0 && lines->column + 1 + len > COLUMNS) {
		text_add_char(lines->out, '\n');
		lines->column = 0;
	}
	if (lines->column > 0) {
		text_add_char(lines->out, ' ');
		lines->column++;
	}
	text_add(lines->out, word);
	lines->column += len;
}

void tags_comment(struct tags_lines *lines, const char *text)
{
	const char *cursor = text, *word;
	bool first = true, last;
	size_t len;

	while (text_next_word(&cursor, &word, &len)) {
		char *copy = base_strndup(word, len), *whole;

		for (char *c = copy; *c != '\0'; c++)
			if (*c == '{' || *c == '}')
				*c = *c == '{' ? '(' : ')';
		last = cursor[strspn(cursor, " \t")] == '\0';
		whole = base_printf("%s%s%s", first ? "{" : "", copy, last ? "}" : "");
		tags_word(lines, whole);
		first = false;
		free(whole);
		free(copy);
	}
}

void tags_end(struct tags_lines *lines)
{
	text_add_char(lines->out, '\n');
	lines->column = 0;
}
