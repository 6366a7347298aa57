/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/context.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"

enum { FORMAT_ARGS = 12, LINE_LENGTH = 4096, WORD_LENGTH = 64 };

/* Separates context and text, as in gettext. */
static const char behind_context = '\004';

/* Characters between two words of a name. */
static const char between_words[] = " \t-!'";

struct entry {
	char *english, *other;
};

struct phrases {
	struct entry *entries; /* sorted by the English text */
	size_t count, size;
};

/* ---- formats ---- */

/* The kinds of a format's arguments, each as written after its width: "s", "zu". */
struct arguments {
	char kinds[FORMAT_ARGS][8];
	size_t count;
	bool numbered, plain; /* some arguments have a number before a dollar, some don't */
};

/* Adds an argument: the next one, or the one with that number. */
static bool add_argument(struct arguments *arguments, size_t number, const char *kind, size_t len)
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

/* Reads the arguments of a format. Returns false if it isn't a format or has too many. */
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
			if (*format == '*' && (number > 0 || !add_argument(out, 0, "*", 1)))
				return false;
		kind = strspn(format, "hlzjt");
		if (format[kind] == '\0' || !add_argument(out, number, format, kind + 1))
			return false;
		format += kind + 1;
	}
	return true;
}

/* Reports whether one format can replace the other. */
static bool has_same_arguments(const char *english, const char *other)
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
	struct strbuf context, english, other;
	struct strbuf *into; /* the string being read, or NULL */
	bool fuzzy;	     /* a guess of msgmerge that nobody has checked */
	struct reason *reason;
};

static int fail_at_line(const struct reader *reader, const char *what)
{
	return reason_fail(reader->reason, "%s:%u: %s", reader->path, reader->number, what);
}

/* Adds the text between quotes. */
static int read_string(struct reader *reader, const char *at)
{
	if (reader->into == NULL || *at++ != '"')
		return fail_at_line(reader, "expected msgid or msgstr and a text in quotes");
	for (; *at != '"'; at++) {
		if (*at == '\0')
			return fail_at_line(reader, "the quote at the end is missing");
		if (*at != '\\') {
			strbuf_add_char(reader->into, *at);
			continue;
		}
		at++;
		if (*at == '\0' || strchr("nt\"\\", *at) == NULL)
			return fail_at_line(reader, "behind \\ expected n, t, \" or \\");
		strbuf_add_char(reader->into, *at == 'n' ? '\n' : *at == 't' ? '\t' : *at);
	}
	return at[1] == '\0'
		       ? 0
		       : fail_at_line(reader, "nothing may stand behind the quote at the end");
}

static char *context_key(const char *context, const char *english)
{
	return base_printf("%s%c%s", context, behind_context, english);
}

/* Keeps an entry, unless its translation is empty or a guess. */
static int end_entry(struct reader *reader)
{
	struct phrases *phrases = reader->phrases;
	const char *english = reader->english.bytes, *other = reader->other.bytes;
	bool counts = !reader->fuzzy && *english != '\0' && *other != '\0';
	bool is_format = reader->context.len == 0;

	if (counts && is_format && !has_same_arguments(english, other))
		return fail_at_line(reader,
				    "the text above has not the same %s, %u and so on as the "
				    "English one; an order of its own is written %2$s, %1$s");
	if (counts) {
		phrases->entries = base_grow(phrases->entries, phrases->count, &phrases->size,
					     sizeof *phrases->entries);
		phrases->entries[phrases->count++] =
			(struct entry){is_format ? base_strdup(english)
						 : context_key(reader->context.bytes, english),
				       base_strdup(other)};
	}
	strbuf_clear(&reader->context);
	strbuf_clear(&reader->english);
	strbuf_clear(&reader->other);
	reader->into = NULL;
	reader->fuzzy = false;
	return 0;
}

static int read_line(struct reader *reader, const char *line)
{
	static const char context[] = "msgctxt ", english[] = "msgid ", other[] = "msgstr ";

	/* A new entry begins with its comments, its context or its English text. */
	if ((*line == '#' || strbuf_starts(line, context) || strbuf_starts(line, english)) &&
	    reader->into == &reader->other && end_entry(reader) != 0)
		return -1;
	if (*line == '#') {
		reader->fuzzy |= line[1] == ',' && strstr(line, "fuzzy") != NULL;
		return 0;
	}
	if (*line == '\0')
		return 0;
	if (strbuf_starts(line, context) && reader->into == NULL) {
		reader->into = &reader->context;
		return read_string(reader, line + strlen(context));
	}
	if (strbuf_starts(line, english)) {
		if (reader->into != NULL && reader->into != &reader->context)
			return fail_at_line(reader, "the text above has no msgstr");
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
			return fail_at_line(reader, "the line is too long");
		result = read_line(reader, line);
	}
	if (result == 0 && ferror(stream)) {
		reason_set_errno(reader->reason, "%s: can't be read", reader->path);
		return -1;
	}
	return result == 0 && reader->into != NULL ? end_entry(reader) : result;
}

static int compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->english, ((const struct entry *)b)->english);
}

int translate_load_more(struct phrases *phrases, const char *path, struct reason *reason)
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
	strbuf_init(&reader.context, 0);
	strbuf_init(&reader.english, 0);
	strbuf_init(&reader.other, 0);
	result = read_lines(&reader, stream);
	strbuf_done(&reader.context);
	strbuf_done(&reader.english);
	strbuf_done(&reader.other);
	fclose(stream);
	if (phrases->count > 0)
		qsort(phrases->entries, phrases->count, sizeof *phrases->entries, compare_entries);
	return result;
}

struct phrases *translate_load(const char *path, struct reason *reason)
{
	struct phrases *phrases = base_zalloc(1, sizeof *phrases);

	if (translate_load_more(phrases, path, reason) == 0)
		return phrases;
	translate_free(phrases);
	return NULL;
}

void translate_free(struct phrases *phrases)
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

/* ---- look-up ---- */

const struct phrases *translate_speak(const struct phrases *phrases)
{
	struct context *context = context_in_force();
	const struct phrases *before = context->phrases;

	context->phrases = phrases;
	context->translate = translate;
	return before;
}

static const struct phrases *phrases_in_use(void)
{
	const struct context *context = context_in_force();

	return context != NULL ? context->phrases : NULL;
}

static const char *find_translation(const char *english)
{
	const struct entry wanted = {.english = (char *)english};
	const struct phrases *spoken = phrases_in_use();
	const struct entry *found = spoken == NULL || spoken->count == 0
					    ? NULL
					    : bsearch(&wanted, spoken->entries, spoken->count,
						      sizeof wanted, compare_entries);

	return found != NULL ? found->other : NULL;
}

const char *translate(const char *english)
{
	const char *found = find_translation(english);

	return found != NULL ? found : english;
}

const char *translate_of(const char *context, const char *english)
{
	char *wanted = context_key(context, english);
	const char *found = find_translation(wanted);

	free(wanted);
	return found != NULL ? found : english;
}

const char *translate_next(const char *context, size_t *at)
{
	const struct phrases *spoken = phrases_in_use();
	size_t len = strlen(context);

	for (; spoken != NULL && *at < spoken->count; ++*at) {
		const char *english = spoken->entries[*at].english;

		if (strbuf_starts(english, context) && english[len] == behind_context) {
			++*at;
			return english + len + 1;
		}
	}
	return NULL;
}

/* Returns how many bytes of `written` match the name, or 0 if they don't. */
static size_t name_length(const char *name, const char *written)
{
	const char *at = written, *end = written;

	while (*(name += strspn(name, between_words)) != '\0') {
		char wanted[WORD_LENGTH], there[WORD_LENGTH];
		size_t of_name = strcspn(name, between_words), of_there;

		at += strspn(at, between_words);
		of_there = strcspn(at, " \t-!',;:.?()\"");
		utf8_fold(name, of_name, wanted, sizeof wanted);
		utf8_fold(at, of_there, there, sizeof there);
		if (of_there == 0 || strcmp(wanted, there) != 0)
			return 0;
		name += of_name;
		end = at += of_there;
	}
	return (size_t)(end - written) + strspn(end, "!'");
}

const char *translate_back(const char *context, const char *written, size_t *used_out)
{
	const char *best = NULL, *english;
	size_t at = 0, most = 0;

	while ((english = translate_next(context, &at)) != NULL) {
		size_t used = name_length(phrases_in_use()->entries[at - 1].other, written);

		if (used > most) {
			most = used;
			best = english;
		}
	}
	*used_out = most;
	return best;
}
