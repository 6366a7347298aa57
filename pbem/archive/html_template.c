/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/archive/parts/forms.h"
#include "pbem/site/files.h"

enum { DEPTH = 4, FORM_BYTES = 1 << 20 };

struct forms {
	char *folder, *site_folder, *language;
	GHashTable *files; /* struct text by name */
};

/* ---- text ---- */

void forms_add_bytes(const char *plain, size_t len, struct text *out)
{
	for (const char *end = plain + len; plain < end; plain++) {
		const unsigned char c = (unsigned char)*plain;

		if (c == '<')
			text_add(out, "&lt;");
		else if (c == '>')
			text_add(out, "&gt;");
		else if (c == '&')
			text_add(out, "&amp;");
		else if (c == '"')
			text_add(out, "&quot;");
		else if (c == '\'')
			text_add(out, "&#39;");
		else if ((c >= ' ' && c != 0x7f) || c == '\n')
			text_add_char(out, (char)c);
	}
}

void forms_add(const char *plain, struct text *out)
{
	forms_add_bytes(plain, strlen(plain), out);
}

void forms_addf(struct text *out, const char *format, ...)
{
	va_list args;
	char *plain;

	va_start(args, format);
	plain = base_vprintf(format, args);
	va_end(args);
	forms_add(plain, out);
	free(plain);
}

/* ---- files ---- */

static void free_file(gpointer file)
{
	text_done(file);
	free(file);
}

struct forms *forms_new(const char *folder, const char *site_folder, const char *language)
{
	struct forms *forms = base_zalloc(1, sizeof *forms);

	forms->folder = base_strdup(folder);
	forms->site_folder = base_strdup(site_folder);
	forms->language = base_strdup(language);
	forms->files = g_hash_table_new_full(g_str_hash, g_str_equal, free, free_file);
	return forms;
}

void forms_free(struct forms *forms)
{
	if (forms == NULL)
		return;
	g_hash_table_destroy(forms->files);
	free(forms->folder);
	free(forms->site_folder);
	free(forms->language);
	free(forms);
}

/* Where the file is: the first of these that is there, else where pbem's own should be. */
static char *path_of(const struct forms *forms, const char *name)
{
	const char *const folders[] = {forms->site_folder, forms->folder};
	const bool foreign =
		*forms->language != '\0' && strcmp(forms->language, WORDS_ENGLISH) != 0;

	for (int own = foreign; own >= 0; own--)
		for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
			char *path = base_printf("%s/%s%sarchive/%s", folders[i],
						 own ? forms->language : "", own ? "/" : "", name);

			if (access(path, R_OK) == 0)
				return path;
			free(path);
		}
	return base_printf("%s/archive/%s", forms->folder, name);
}

const struct text *forms_file(struct forms *forms, const char *name, struct reason *reason)
{
	struct text *file = g_hash_table_lookup(forms->files, name);
	char *path;

	if (file != NULL)
		return file;
	file = base_alloc(sizeof *file);
	text_init(file, FORM_BYTES);
	path = path_of(forms, name);
	if (files_read(path, file, reason) != 0 ||
	    (!g_utf8_validate(file->bytes, (gssize)file->len, NULL) &&
	     reason_fail(reason, "%s: expected text in UTF-8", path) != 0)) {
		free_file(file);
		file = NULL;
	} else {
		g_hash_table_insert(forms->files, base_strdup(name), file);
	}
	free(path);
	return file;
}

/* ---- filling ---- */

struct filling {
	struct forms *forms;
	const char *name; /* of the form in hand */
	const struct value *values;
	size_t count;
	struct text *out;
	unsigned depth;
};

static int fault(const struct filling *filling, const char *start, const char *at, const char *what,
		 const char *word, struct reason *reason)
{
	char *path = path_of(filling->forms, filling->name);
	unsigned line = 1;

	for (; start < at; start++)
		line += *start == '\n';
	reason_set(reason, "%s:%u: %s '%s'", path, line, what, word);
	free(path);
	return -1;
}

static const char *value_of(const struct filling *filling, const char *name)
{
	for (size_t i = 0; i < filling->count; i++)
		if (strcmp(filling->values[i].name, name) == 0)
			return filling->values[i].text;
	return NULL;
}

static int fill(struct filling *filling, const char *name, struct reason *reason);

/* What stands between braces, `at` behind the first: a name, a condition, an end, an include.
 * Returns where to go on, NULL with the reason. */
static const char *fill_brace(struct filling *filling, const char *start, const char *at,
			      struct reason *reason)
{
	const char kind = strchr("?!/", *at) != NULL ? *at : '\0';
	const char *name = kind != '\0' ? at + 1 : at, *end = strchr(at, '}'), *value;
	char word[64], *closing;

	if (end == NULL || (size_t)(end - name) >= sizeof word) {
		fault(filling, start, at, "expected a name and '}' behind", "{", reason);
		return NULL;
	}
	snprintf(word, sizeof word, "%.*s", (int)(end - name), name);
	if (text_starts(word, "include ")) {
		snprintf(word, sizeof word, "%.*s", (int)(end - name - 8), name + 8);
		return fill(filling, word, reason) == 0 ? end + 1 : NULL;
	}
	value = value_of(filling, word);
	if (value == NULL) {
		fault(filling, start, at, "this page offers no", word, reason);
		return NULL;
	}
	if (kind == '\0')
		text_add(filling->out, value);
	if (kind == '\0' || kind == '/' || (kind == '?') == (*value != '\0'))
		return end + 1;
	closing = base_printf("{/%s}", word);
	value = strstr(end, closing);
	if (value == NULL)
		fault(filling, start, at, "expected further down", closing, reason);
	else
		value += strlen(closing);
	free(closing);
	return value;
}

static int fill(struct filling *filling, const char *name, struct reason *reason)
{
	char *file_name = base_printf("%s.html", name);
	const char *outer = filling->name;
	const struct text *form = forms_file(filling->forms, file_name, reason);
	const char *at = form != NULL ? form->bytes : NULL;

	if (form != NULL && ++filling->depth > DEPTH)
		at = (fault(filling, form->bytes, form->bytes, "too many forms within", name,
			    reason),
		      NULL);
	filling->name = file_name;
	while (at != NULL && *at != '\0') {
		size_t len = strcspn(at, "{");

		text_add_bytes(filling->out, at, len);
		at += len;
		if (at[0] == '{' && at[1] == '{') {
			text_add_char(filling->out, '{');
			at += 2;
		} else if (*at == '{') {
			at = fill_brace(filling, form->bytes, at + 1, reason);
		}
	}
	filling->depth--;
	filling->name = outer;
	free(file_name);
	return at != NULL ? 0 : -1;
}

int forms_fill(struct forms *forms, const char *name, const struct value *values, size_t count,
	       struct text *out, struct reason *reason)
{
	struct filling filling = {forms, name, values, count, out, 0};
	const size_t before = out->len;

	if (fill(&filling, name, reason) == 0)
		return 0;
	out->bytes[out->len = before] = '\0';
	return -1;
}
