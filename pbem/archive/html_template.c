/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "pbem/archive/html_template.h"
#include "pbem/sys/files.h"

enum { DEPTH = 4, FORM_BYTES = 1 << 20 };

struct html_template {
	char *folder, *site_folder, *language;
	GHashTable *files; /* struct strbuf by name */
};

/* ---- text ---- */

void html_template_add_bytes(const char *plain, size_t len, struct strbuf *out)
{
	for (const char *end = plain + len; plain < end; plain++) {
		const unsigned char c = (unsigned char)*plain;

		if (c == '<')
			strbuf_add(out, "&lt;");
		else if (c == '>')
			strbuf_add(out, "&gt;");
		else if (c == '&')
			strbuf_add(out, "&amp;");
		else if (c == '"')
			strbuf_add(out, "&quot;");
		else if (c == '\'')
			strbuf_add(out, "&#39;");
		else if ((c >= ' ' && c != 0x7f) || c == '\n')
			strbuf_add_char(out, (char)c);
	}
}

void html_template_add(const char *plain, struct strbuf *out)
{
	html_template_add_bytes(plain, strlen(plain), out);
}

void html_template_addf(struct strbuf *out, const char *format, ...)
{
	va_list args;
	char *plain;

	va_start(args, format);
	plain = base_vprintf(format, args);
	va_end(args);
	html_template_add(plain, out);
	free(plain);
}

/* ---- files ---- */

static void free_file(gpointer file)
{
	strbuf_done(file);
	free(file);
}

struct html_template *html_template_new(const char *folder, const char *site_folder,
					const char *language)
{
	struct html_template *forms = base_zalloc(1, sizeof *forms);

	forms->folder = base_strdup(folder);
	forms->site_folder = base_strdup(site_folder);
	forms->language = base_strdup(language);
	forms->files = g_hash_table_new_full(g_str_hash, g_str_equal, free, free_file);
	return forms;
}

void html_template_free(struct html_template *forms)
{
	if (forms == NULL)
		return;
	g_hash_table_destroy(forms->files);
	free(forms->folder);
	free(forms->site_folder);
	free(forms->language);
	free(forms);
}

/* Returns the path of the first file of that name that exists, or else the path in pbem's own
 * folder. The caller frees it. */
static char *find_template_path(const struct html_template *forms, const char *name)
{
	const char *const folders[] = {forms->site_folder, forms->folder};
	const bool foreign =
		*forms->language != '\0' && strcmp(forms->language, VOCABULARY_ENGLISH) != 0;

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

const struct strbuf *html_template_file(struct html_template *forms, const char *name,
					struct reason *reason)
{
	struct strbuf *file = g_hash_table_lookup(forms->files, name);
	char *path;

	if (file != NULL)
		return file;
	file = base_alloc(sizeof *file);
	strbuf_init(file, FORM_BYTES);
	path = find_template_path(forms, name);
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
	struct html_template *forms;
	const char *name; /* name of the present template's file */
	const struct value *values;
	size_t count;
	struct strbuf *out;
	unsigned depth;
};

static int set_template_error(const struct filling *filling, const char *start, const char *at,
			      const char *what, const char *word, struct reason *reason)
{
	char *path = find_template_path(filling->forms, filling->name);
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

static int fill_template(struct filling *filling, const char *name, struct reason *reason);

/* Handles what is between braces, with `at` after the first brace: a name, a condition, an end, an
 * include. Returns where the text continues; NULL with the reason if it is invalid. */
static const char *fill_brace(struct filling *filling, const char *start, const char *at,
			      struct reason *reason)
{
	const char kind = strchr("?!/", *at) != NULL ? *at : '\0';
	const char *name = kind != '\0' ? at + 1 : at, *end = strchr(at, '}'), *value;
	char word[64], *closing;

	if (end == NULL || (size_t)(end - name) >= sizeof word) {
		set_template_error(filling, start, at, "expected a name and '}' after", "{",
				   reason);
		return NULL;
	}
	snprintf(word, sizeof word, "%.*s", (int)(end - name), name);
	if (strbuf_starts(word, "include ")) {
		snprintf(word, sizeof word, "%.*s", (int)(end - name - 8), name + 8);
		return fill_template(filling, word, reason) == 0 ? end + 1 : NULL;
	}
	value = value_of(filling, word);
	if (value == NULL) {
		set_template_error(filling, start, at, "this page has no value", word, reason);
		return NULL;
	}
	if (kind == '\0')
		strbuf_add(filling->out, value);
	if (kind == '\0' || kind == '/' || (kind == '?') == (*value != '\0'))
		return end + 1;
	closing = base_printf("{/%s}", word);
	value = strstr(end, closing);
	if (value == NULL)
		set_template_error(filling, start, at, "expected later in the file", closing,
				   reason);
	else
		value += strlen(closing);
	free(closing);
	return value;
}

static int fill_template(struct filling *filling, const char *name, struct reason *reason)
{
	char *file_name = base_printf("%s.html", name);
	const char *outer = filling->name;
	const struct strbuf *form = html_template_file(filling->forms, file_name, reason);
	const char *at = form != NULL ? form->bytes : NULL;

	if (form != NULL && ++filling->depth > DEPTH)
		at = (set_template_error(filling, form->bytes, form->bytes,
					 "too many nested templates in", name, reason),
		      NULL);
	filling->name = file_name;
	while (at != NULL && *at != '\0') {
		size_t len = strcspn(at, "{");

		strbuf_add_bytes(filling->out, at, len);
		at += len;
		if (at[0] == '{' && at[1] == '{') {
			strbuf_add_char(filling->out, '{');
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

int html_template_fill(struct html_template *forms, const char *name, const struct value *values,
		       size_t count, struct strbuf *out, struct reason *reason)
{
	struct filling filling = {forms, name, values, count, out, 0};
	const size_t before = out->len;

	if (fill_template(&filling, name, reason) == 0)
		return 0;
	out->bytes[out->len = before] = '\0';
	return -1;
}
