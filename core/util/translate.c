/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/plain.h"
#include "core/phrase/phrase.h"
#include "core/base/text.h"

enum { FORMAT_ARGS = 12, LINE_LENGTH = 4096, WORD_LENGTH = 64 };

/* Between context and text, as gettext has it. */
static const char behind_context = '\004';

/* What is between two words of a name. */
static const char between_words[] = " \t-!'";

struct entry {
	char *english, *other;
};

struct phrases {
	struct entry *entries; /* sorted by the English text */
	size_t count, size;
};

static const struct phrases *spoken;

/* ---- formats ---- */

/* The kinds of a format's arguments, each what stands behind its width: "s", "zu". */
struct arguments {
	char kinds[FORMAT_ARGS][8];
	size_t count;
	bool numbered, plain; /* some have a number in front of a dollar, some none */
};

/* Notes one argument: the next, or that of the number in front of a dollar. */
static bool note(struct arguments *arguments, size_t number, const char *kind, size_t len)
{
	size_t at = number > 0 ? number - 1 : arguments->count;

	if (at >= FORMAT_ARGS || len >= sizeof arguments->kinds[0])
		return false;
	arguments->numbered |= number > 0;
	arguments->plain |= number == 0;
	if (arguments->numbered && arguments->plain)
		return false;
	memcpy(arguments->kinds[at], kind, len);
	arguments->kinds[at][len] = '\0';
	if (at >= arguments->count)
		arguments->count = at + 1;
	return true;
}

/* What a format takes; false where it is none, or takes too much. */
static bool read_arguments(const char *format, struct arguments *out)
{
	memset(out, 0, sizeof *out);
	while ((format = strchr(format, '%')) != NULL) {
		size_t number, digits, kind;

		if (*++format == '%') {
			format++;
			continue;
		}
		digits = strspn(format, "0123456789");
		number = format[digits] == '$' ? strtoul(format, NULL, 10) : 0;
		if (number > 0)
			format += digits + 1;
		for (; *format != '\0' && strchr("-+ #0123456789.*", *format) != NULL; format++)
			if (*format == '*' && (number > 0 || !note(out, 0, "*", 1)))
				return false;
		kind = strspn(format, "hlzjt");
		if (format[kind] == '\0' || !note(out, number, format, kind + 1))
			return false;
		format += kind + 1;
	}
	return true;
}

/* Whether one can stand for the other. */
static bool takes_the_same(const char *english, const char *other)
{
	struct arguments of_english, of_other;

	if (!read_arguments(english, &of_english) || !read_arguments(other, &of_other) ||
	    of_english.count != of_other.count)
		return false;
	for (size_t i = 0; i < of_english.count; i++)
		if (of_other.kinds[i][0] == '\0' ||
		    strcmp(of_english.kinds[i], of_other.kinds[i]) != 0)
			return false;
	return true;
}

/* ---- files ---- */

struct reader {
	struct phrases *phrases;
	const char *path;
	unsigned number;
	struct text context, english, other;
	struct text *into; /* which of them is being read, or NULL */
	bool fuzzy;	   /* a guess of msgmerge, which nobody has looked at */
	struct reason *reason;
};

static int fault(const struct reader *reader, const char *what)
{
	return reason_fail(reader->reason, "%s:%u: %s", reader->path, reader->number, what);
}

/* Adds what stands between quotes. */
static int read_string(struct reader *reader, const char *at)
{
	if (reader->into == NULL || *at++ != '"')
		return fault(reader, "expected msgid or msgstr and a text in quotes");
	for (; *at != '"'; at++) {
		if (*at == '\0')
			return fault(reader, "the quote at the end is missing");
		if (*at != '\\') {
			text_add_char(reader->into, *at);
			continue;
		}
		at++;
		if (*at == '\0' || strchr("nt\"\\", *at) == NULL)
			return fault(reader, "behind \\ expected n, t, \" or \\");
		text_add_char(reader->into, *at == 'n' ? '\n' : *at == 't' ? '\t' : *at);
	}
	return at[1] == '\0' ? 0 : fault(reader, "nothing may stand behind the quote at the end");
}

static char *in_context(const char *context, const char *english)
{
	return base_printf("%s%c%s", context, behind_context, english);
}

/* Keeps what was read; a text that is empty is not there yet. */
static int end_entry(struct reader *reader)
{
	struct phrases *phrases = reader->phrases;
	const char *english = reader->english.bytes, *other = reader->other.bytes;
	bool counts = !reader->fuzzy && *english != '\0' && *other != '\0';
	bool is_format = reader->context.len == 0;

	if (counts && is_format && !takes_the_same(english, other))
		return fault(reader, "the text above has not the same %s, %u and so on as the "
				     "English one; an order of its own is written %2$s, %1$s");
	if (counts) {
		phrases->entries = base_grow(phrases->entries, phrases->count, &phrases->size,
					     sizeof *phrases->entries);
		phrases->entries[phrases->count++] =
			(struct entry){is_format ? base_strdup(english)
						 : in_context(reader->context.bytes, english),
				       base_strdup(other)};
	}
	text_clear(&reader->context);
	text_clear(&reader->english);
	text_clear(&reader->other);
	reader->into = NULL;
	reader->fuzzy = false;
	return 0;
}

static int read_line(struct reader *reader, const char *line)
{
	static const char context[] = "msgctxt ", english[] = "msgid ", other[] = "msgstr ";

	/* A new entry begins with its comments, its context or its English text. */
	if ((*line == '#' || text_starts(line, context) || text_starts(line, english)) &&
	    reader->into == &reader->other && end_entry(reader) != 0)
		return -1;
	if (*line == '#') {
		reader->fuzzy |= line[1] == ',' && strstr(line, "fuzzy") != NULL;
		return 0;
	}
	if (*line == '\0')
		return 0;
	if (text_starts(line, context) && reader->into == NULL) {
		reader->into = &reader->context;
		return read_string(reader, line + strlen(context));
	}
	if (text_starts(line, english)) {
		if (reader->into != NULL && reader->into != &reader->context)
			return fault(reader, "the text above has no msgstr");
		reader->into = &reader->english;
		return read_string(reader, line + strlen(english));
	}
	if (strncmp(line, other, strlen(other)) == 0 && reader->into == &reader->english) {
		reader->into = &reader->other;
		return read_string(reader, line + strlen(other));
	}
	return read_string(reader, line);
}

static int read_lines(struct reader *reader, FILE *stream)
{
	char line[LINE_LENGTH];
	int result = 0;

	while (result == 0 && fgets(line, sizeof line, stream) != NULL) {
		size_t len = strlen(line);

		reader->number++;
		while (len > 0 && isspace((unsigned char)line[len - 1]))
			line[--len] = '\0';
		if (len + 2 >= sizeof line)
			return fault(reader, "the line is too long");
		result = read_line(reader, line);
	}
	if (result == 0 && ferror(stream)) {
		reason_set_errno(reader->reason, "%s: can't be read", reader->path);
		return -1;
	}
	return result == 0 && reader->into != NULL ? end_entry(reader) : result;
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->english, ((const struct entry *)b)->english);
}

static void sort(struct phrases *phrases)
{
	if (phrases->count > 0)
		qsort(phrases->entries, phrases->count, sizeof *phrases->entries, compare);
}

int phrase_load_more(struct phrases *phrases, const char *path, struct reason *reason)
{
	struct reader reader = {.phrases = phrases, .path = path, .reason = reason};
	FILE *stream = fopen(path, "r");
	int result = 0;

	if (stream == NULL && errno == ENOENT)
		return 0;
	if (stream == NULL) {
		reason_set_errno(reason, "%s: can't be read", path);
		return -1;
	}
	text_init(&reader.context, 0);
	text_init(&reader.english, 0);
	text_init(&reader.other, 0);
	result = read_lines(&reader, stream);
	text_done(&reader.context);
	text_done(&reader.english);
	text_done(&reader.other);
	fclose(stream);
	sort(phrases);
	return result;
}

struct phrases *phrase_load(const char *path, struct reason *reason)
{
	struct phrases *phrases = base_zalloc(1, sizeof *phrases);

	if (phrase_load_more(phrases, path, reason) == 0)
		return phrases;
	phrase_free(phrases);
	return NULL;
}

void phrase_free(struct phrases *phrases)
{
	if (phrases == NULL)
		return;
	for (size_t i = 0; i < phrases->count; i++) {
		free(phrases->entries[i].english);
		free(phrases->entries[i].other);
	}
	free(phrases->entries);
	free(phrases);
}

/* ---- looked up ---- */

const struct phrases *phrase_speak(const struct phrases *phrases)
{
	const struct phrases *before = spoken;

	spoken = phrases;
	reason_speak(phrases != NULL ? phrase : NULL);
	return before;
}

static const char *find(const char *english)
{
	const struct entry wanted = {.english = (char *)english};
	const struct entry *found =
		spoken == NULL || spoken->count == 0
			? NULL
			: bsearch(&wanted, spoken->entries, spoken->count, sizeof wanted, compare);

	return found != NULL ? found->other : NULL;
}

const char *phrase(const char *english)
{
	const char *found = find(english);

	return found != NULL ? found : english;
}

const char *phrase_of(const char *context, const char *english)
{
	char *wanted = in_context(context, english);
	const char *found = find(wanted);

	free(wanted);
	return found != NULL ? found : english;
}

const char *phrase_next(const char *context, size_t *at)
{
	size_t len = strlen(context);

	for (; spoken != NULL && *at < spoken->count; ++*at) {
		const char *english = spoken->entries[*at].english;

		if (text_starts(english, context) && english[len] == behind_context) {
			++*at;
			return english + len + 1;
		}
	}
	return NULL;
}

/* How many bytes of what was written are that name; 0: it is another. */
static size_t name_length(const char *name, const char *written)
{
	const char *at = written, *end = written;

	while (*(name += strspn(name, between_words)) != '\0') {
		char wanted[WORD_LENGTH], there[WORD_LENGTH];
		size_t of_name = strcspn(name, between_words), of_there;

		at += strspn(at, between_words);
		of_there = strcspn(at, " \t-!',;:.?()\"");
		plain_fold(name, of_name, wanted, sizeof wanted);
		plain_fold(at, of_there, there, sizeof there);
		if (of_there == 0 || strcmp(wanted, there) != 0)
			return 0;
		name += of_name;
		end = at += of_there;
	}
	return (size_t)(end - written) + strspn(end, "!'");
}

const char *phrase_back(const char *context, const char *written, size_t *used_out)
{
	const char *best = NULL, *english;
	size_t at = 0, most = 0;

	while ((english = phrase_next(context, &at)) != NULL) {
		size_t used = name_length(spoken->entries[at - 1].other, written);

		if (used > most) {
			most = used;
			best = english;
		}
	}
	*used_out = most;
	return best;
}
