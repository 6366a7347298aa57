/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/template_parse.h"
#include "pbem/mime/quoting/strip_quotes.h"

enum { FILE_MAX = 65536, INCLUDE_DEPTH_MAX = 4 };

static const char name_characters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
static const char include_start[] = "{include ";

/* The file being read. */
struct reader {
	struct template *template;
	const struct template_folders *folders;
	const char *path; /* owned by the template */
	unsigned number;  /* of its line */
	unsigned depth;	  /* of includes */
	bool in_subject;
	struct reason *reason;
};

static int read_file(struct reader *reader);

/* Reports whether the file exists. A file that can't be looked at is not missing: reading it
 * will show the error. */
static bool is_there(const char *path)
{
	return access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

char *template_path(const struct template_folders *folders, const char *name)
{
	const char *const from[] = {folders->site, folders->shipped, folders->site};

	for (size_t i = folders->language[0] != '\0' ? 0 : 2; i < ARRAY_LEN(from); i++) {
		char *path;

		if (from[i] == NULL)
			continue;
		path = i < 2 ? base_printf("%s/%s/%s.txt", from[i], folders->language, name)
			     : base_printf("%s/%s.txt", from[i], name);
		if (is_there(path))
			return path;
		free(path);
	}
	return base_printf("%s/%s.txt", folders->shipped, name);
}

static char *own_string(struct template *template, char *string)
{
	template->owned = base_realloc(template->owned,
				       (template->owned_count + 1) * sizeof *template->owned);
	template->owned[template->owned_count++] = string;
	return string;
}

static void add_piece(struct template *template, const struct template_piece *piece)
{
	template->pieces = base_grow(template->pieces, template->piece_count, &template->piece_size,
				     sizeof *template->pieces);
	template->pieces[template->piece_count++] = *piece;
}

static void add_text(struct template *template, const char *text, size_t len)
{
	if (len > 0)
		add_piece(template, &(struct template_piece){.text = text, .len = len});
}

static unsigned number_of_name(struct template *template, const char *text, size_t len)
{
	for (unsigned i = 0; i < template->name_count; i++)
		if (strncmp(template->names[i].text, text, len) == 0 &&
		    template->names[i].text[len] == '\0')
			return i;
	template->names = base_grow(template->names, template->name_count, &template->name_size,
				    sizeof *template->names);
	template->names[template->name_count] =
		(struct template_name){.text = base_strndup(text, len)};
	return (unsigned)template->name_count++;
}

static struct template_line *add_line(struct reader *reader, enum template_line_kind kind)
{
	struct template *template = reader->template;
	struct template_line *line;

	template->lines = base_grow(template->lines, template->line_count, &template->line_size,
				    sizeof *template->lines);
	line = &template->lines[template->line_count++];
	*line = (struct template_line){.kind = kind,
				       .first = template->piece_count,
				       .file = reader->path,
				       .number = reader->number};
	return line;
}

static int fail_at_line(const struct reader *reader, const char *what)
{
	return reason_fail(reader->reason, "%s:%u: %s", reader->path, reader->number, what);
}

/* Reads a name and its closing brace, and advances *cursor past them. */
static int read_name(const struct reader *reader, const char **cursor, struct template_piece *name)
{
	size_t len = strspn(*cursor, name_characters);

	if (len == 0 || (*cursor)[len] != '}')
		return fail_at_line(reader,
				    "after \"{\" a name of small letters, digits and hyphens and "
				    "then \"}\" is needed; a brace itself is written \"{{\"");
	*name = (struct template_piece){
		.text = *cursor,
		.len = len,
		.is_name = true,
		.name = number_of_name(reader->template, *cursor, len),
	};
	*cursor += len + 1;
	return 0;
}

static int read_pieces(const struct reader *reader, const char *cursor)
{
	struct template *template = reader->template;

	while (*cursor != '\0') {
		size_t len = strcspn(cursor, "{");
		struct template_piece name;

		add_text(template, cursor, len);
		cursor += len;
		if (*cursor == '\0')
			break;
		cursor++;
		if (*cursor == '{') {
			add_text(template, cursor++, 1);
			continue;
		}
		if (read_name(reader, &cursor, &name) != 0)
			return -1;
		add_piece(template, &name);
	}
	return 0;
}

/* Reports whether a line is one name, or an indented line that ends with its only name. */
static bool is_block(const struct template *template, const struct template_line *line,
		     bool indented)
{
	const struct template_piece *pieces = template->pieces + line->first;
	size_t names = 0;

	for (size_t i = 0; i < line->count; i++)
		names += pieces[i].is_name;
	return names == 1 && pieces[line->count - 1].is_name && (indented || line->count == 1);
}

static bool may_join(const struct template *template, const struct template_line *line,
		     bool indented)
{
	const struct template_line *before;

	if (indented || line->condition_count > 0 || line == template->lines)
		return false;
	before = line - 1;
	return before->kind == TEMPLATE_TEXT && before->count > 0 &&
	       template->pieces[before->first].text[0] != ' ';
}

/* Reads the conditions at the start of a line. */
static int read_conditions(const struct reader *reader, const char **cursor,
			   struct template_line *line)
{
	while ((*cursor)[0] == '{' && ((*cursor)[1] == '?' || (*cursor)[1] == '!')) {
		struct template_condition *condition = &line->conditions[line->condition_count];

		if (line->condition_count == TEMPLATE_CONDITIONS)
			return fail_at_line(reader, "a line has at most three conditions");
		condition->sign = (*cursor)[1];
		*cursor += 2;
		if (read_name(reader, cursor, &condition->name) != 0)
			return -1;
		line->condition_count++;
	}
	return 0;
}

/* Reads a line with "Subject: " or "First: " after its conditions. */
static int read_subject(struct reader *reader, const char *text)
{
	static const char start[] = "Subject: ", first[] = "First: ";
	struct template_line *line = add_line(reader, TEMPLATE_SUBJECT);

	if (read_conditions(reader, &text, line) != 0)
		return -1;
	if (strbuf_starts(text, first) && line > reader->template->lines) {
		line->kind = TEMPLATE_FIRST_LINE;
		reader->template->has_first_line = true;
		text += sizeof first - 1;
	} else if (strbuf_starts(text, start)) {
		text += sizeof start - 1;
	} else {
		return fail_at_line(
			reader,
			"a template begins with \"Subject: \" and what the letter is about, "
			"then \"First: \" and its first line, then a blank line");
	}
	if (read_pieces(reader, text) != 0)
		return -1;
	line->count = reader->template->piece_count - line->first;
	return 0;
}

static int read_text(struct reader *reader, const char *text)
{
	struct template *template = reader->template;
	struct template_line *line = add_line(reader, TEMPLATE_TEXT);
	bool indented;

	if (read_conditions(reader, &text, line) != 0)
		return -1;
	indented = *text == ' ' || *text == '\t';
	if (read_pieces(reader, text) != 0)
		return -1;
	line->count = template->piece_count - line->first;
	if (line->count > 0 && is_block(template, line, indented))
		line->kind = TEMPLATE_BLOCK;
	else
		line->joins = may_join(template, line, indented);
	return 0;
}

static int read_include(struct reader *reader, const char *text)
{
	struct reader inner = *reader;
	const char *name = text + sizeof include_start - 1;
	size_t len = strspn(name, name_characters);
	char *plain;

	if (len == 0 || strcmp(name + len, "}") != 0)
		return fail_at_line(reader, "an include is alone on its line: {include foot}");
	if (reader->depth == INCLUDE_DEPTH_MAX)
		return fail_at_line(reader, "templates include each other in a circle");
	plain = base_strndup(name, len);
	inner.path = own_string(reader->template, template_path(reader->folders, plain));
	free(plain);
	inner.depth++;
	return read_file(&inner);
}

static int read_line(struct reader *reader, char *text)
{
	size_t len = strlen(text);

	while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t' || text[len - 1] == '\r'))
		text[--len] = '\0';
	if (!g_utf8_validate(text, -1, NULL))
		return fail_at_line(reader,
				    "this line is not UTF-8; save the file in that encoding");
	if (len == 0) {
		if (reader->in_subject && reader->template->line_count == 0)
			return read_subject(reader, text); /* reports what was expected */
		if (!reader->in_subject)
			add_line(reader, TEMPLATE_BLANK);
		reader->in_subject = false;
		return 0;
	}
	if (reader->in_subject)
		return read_subject(reader, text);
	if (strbuf_starts(text, include_start))
		return read_include(reader, text);
	return read_text(reader, text);
}

/* Reports whether the error is temporary; otherwise a person has to fix it. */
static bool is_temporary(const GError *error)
{
	static const int LASTING[] = {
		G_FILE_ERROR_NOENT,	  G_FILE_ERROR_NOTDIR, G_FILE_ERROR_ISDIR,
		G_FILE_ERROR_ACCES,	  G_FILE_ERROR_PERM,   G_FILE_ERROR_LOOP,
		G_FILE_ERROR_NAMETOOLONG,
	};

	for (size_t i = 0; i < ARRAY_LEN(LASTING); i++)
		if (g_error_matches(error, G_FILE_ERROR, LASTING[i]))
			return false;
	return true;
}

/* Reports whether template_path has found the file, or couldn't know whether it is there. Otherwise
 * the path is the last resort, directly in the shipped folder. */
static bool was_found(const struct reader *reader)
{
	const char *shipped = reader->folders->shipped;
	size_t len = strlen(shipped);

	return strncmp(reader->path, shipped, len) != 0 ||
	       strchr(reader->path + len + 1, '/') != NULL;
}

static int read_file(struct reader *reader)
{
	char *bytes, *next;
	GError *error = NULL;
	gsize len;

	if (!g_file_get_contents(reader->path, &bytes, &len, &error)) {
		reason_set(reader->reason, "%s: this template is missing or can't be read",
			   reader->path);
		if (is_temporary(error) ||
		    (g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT) && was_found(reader)))
			reason_make_temporary(reader->reason);
		g_error_free(error);
		return -1;
	}
	own_string(reader->template, bytes);
	reader->number = 1;
	if (len > FILE_MAX || memchr(bytes, '\0', len) != NULL)
		return fail_at_line(reader,
				    "this is no template: larger than 64 KiB, or not a text");
	while (*bytes != '\0') {
		next = strchr(bytes, '\n');
		if (next != NULL)
			*next++ = '\0';
		else
			next = bytes + strlen(bytes);
		if (read_line(reader, bytes) != 0)
			return -1;
		bytes = next;
		reader->number++;
	}
	return 0;
}

/* Reports whether the text begins with the cut mark, on a line of its own. */
static bool begins_with_cut_mark(const struct template *template)
{
	const struct template_piece *piece;
	size_t i = 0;

	while (i < template->line_count && template->lines[i].kind <= TEMPLATE_BLANK)
		i++;
	if (i == template->line_count || template->lines[i].count != 1 ||
	    template->lines[i].condition_count > 0)
		return false;
	if (i + 1 < template->line_count && template->lines[i + 1].joins)
		return false;
	piece = &template->pieces[template->lines[i].first];
	return strip_quotes_is_mark(piece->text, piece->len);
}

struct template *template_parse(const char *path, const struct template_folders *folders,
				struct reason *reason)
{
	struct template *template = base_zalloc(1, sizeof *template);
	struct reader reader = {
		.template = template, .folders = folders, .in_subject = true, .reason = reason};
	int failed;

	reader.path = own_string(template, base_strdup(path));
	failed = read_file(&reader);
	if (failed == 0 && template->line_count == 0)
		failed = fail_at_line(&reader, "the template is empty");
	if (failed != 0) {
		template_free(template);
		return NULL;
	}
	template->has_cut_mark = begins_with_cut_mark(template);
	return template;
}

void template_free(struct template *template)
{
	if (template == NULL)
		return;
	for (size_t i = 0; i < template->owned_count; i++)
		free(template->owned[i]);
	for (size_t i = 0; i < template->name_count; i++)
		free(template->names[i].text);
	free(template->owned);
	free(template->names);
	free(template->lines);
	free(template->pieces);
	free(template);
}
