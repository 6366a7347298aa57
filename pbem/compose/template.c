/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/notation/vocabulary.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/compose/html_body.h"
#include "pbem/compose/template.h"
#include "pbem/compose/template_parse.h"
#include "pbem/mime/quoting/strip_quotes.h"

struct template_set {
	struct template_folders folders;
	GHashTable *templates; /* "LANGUAGE/NAME" to struct template */
};

/* The hanging indent for the rest of an indented line that is too long. */
enum { HANGING = 2, INDENT_MAX = 40 };

/* The body being written. */
struct page {
	struct strbuf *out;
	bool begun, blank;  /* something was written; a blank line is due before the next text */
	struct strbuf line; /* scratch */
	const struct template_html *wanted; /* NULL: no HTML is wanted */
	struct html_body looks;
};

static void free_value(gpointer template)
{
	template_free(template);
}

struct template_set *template_set_new(const char *folder, const char *site_folder)
{
	struct template_set *set = base_alloc(sizeof *set);

	set->folders.shipped = base_strdup(folder);
	set->folders.site = site_folder != NULL ? base_strdup(site_folder) : NULL;
	set->folders.language = "";
	set->templates = g_hash_table_new_full(g_str_hash, g_str_equal, free, free_value);
	return set;
}

void template_set_free(struct template_set *set)
{
	if (set == NULL)
		return;
	g_hash_table_destroy(set->templates);
	free(set->folders.shipped);
	free(set->folders.site);
	free(set);
}

static struct template *get_template(struct template_set *set, const char *language,
				     const char *name, struct reason *reason)
{
	char *key = base_printf("%s/%s", language, name), *path;
	struct template *template = g_hash_table_lookup(set->templates, key);
	struct template_folders folders = set->folders;

	if (template == NULL) {
		folders.language = language;
		path = template_path(&folders, name);
		template = template_parse(path, &folders, reason);
		free(path);
		if (template != NULL) {
			g_hash_table_insert(set->templates, key, template);
			key = NULL;
		}
	}
	free(key);
	return template;
}

static void add_languages(const char *folder, GPtrArray *languages)
{
	GDir *dir = folder != NULL ? g_dir_open(folder, 0, NULL) : NULL;
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *path = base_printf("%s/%s", folder, name);
		bool is_new = vocabulary_is_language(name) && g_file_test(path, G_FILE_TEST_IS_DIR);

		for (guint i = 0; is_new && i < languages->len; i++)
			is_new = strcmp(languages->pdata[i], name) != 0;
		if (is_new)
			g_ptr_array_add(languages, g_strdup(name));
		free(path);
	}
	if (dir != NULL)
		g_dir_close(dir);
}

char **template_set_languages(const struct template_set *set)
{
	GPtrArray *languages = g_ptr_array_new();

	g_ptr_array_add(languages, g_strdup(VOCABULARY_ENGLISH));
	add_languages(set->folders.shipped, languages);
	add_languages(set->folders.site, languages);
	qsort(languages->pdata + 1, languages->len - 1, sizeof *languages->pdata, strbuf_compare);
	g_ptr_array_add(languages, NULL);
	return (char **)g_ptr_array_free(languages, FALSE);
}

bool template_mentions(struct template_set *set, const char *language, const char *template,
		       const char *name)
{
	const struct template *found = get_template(set, language, template, NULL);

	for (size_t i = 0; found != NULL && i < found->name_count; i++)
		if (strcmp(found->names[i].text, name) == 0)
			return true;
	return found == NULL;
}

/* Returns the index of a name among values; `count` if it isn't there. Messages of one kind have
 * their values in the same order, so the search begins at the index of the last message. */
static size_t find_value(const char *name, size_t place, const struct value *values, size_t count)
{
	if (place < count && strcmp(values[place].name, name) == 0)
		return place;
	for (place = 0; place < count && strcmp(values[place].name, name) != 0;)
		place++;
	return place;
}

static const char *value_of(const struct template *template, const struct template_piece *piece)
{
	return template->names[piece->name].value;
}

static int check_value_given(const struct template *template, const struct template_piece *piece,
			     const struct template_line *line, struct reason *reason)
{
	if (!piece->is_name || value_of(template, piece) != NULL)
		return 0;
	return reason_fail(reason, "%s:%u: {%.*s} is not among the names this letter offers",
			   line->file, line->number, (int)piece->len, piece->text);
}

/* Returns -1 with the line that uses a name without a value in the reason; 0 if there is none. */
static int find_missing(const struct template *template, struct reason *reason)
{
	for (size_t i = 0; i < template->line_count; i++) {
		const struct template_line *line = &template->lines[i];

		for (size_t j = 0; j < line->condition_count; j++)
			if (check_value_given(template, &line->conditions[j].name, line, reason) !=
			    0)
				return -1;
		for (size_t j = line->first; j < line->first + line->count; j++)
			if (check_value_given(template, &template->pieces[j], line, reason) != 0)
				return -1;
	}
	return 0;
}

/* Gives every name its value before anything is written. Returns -1 with the reason if one has
 * none. */
static int set_values(struct template *template, const struct value *values, size_t count,
		      struct reason *reason)
{
	bool complete = true;

	for (size_t i = 0; i < template->name_count; i++) {
		struct template_name *name = &template->names[i];

		name->place = find_value(name->text, name->place, values, count);
		name->value = name->place < count ? values[name->place].text : NULL;
		complete &= name->value != NULL;
	}
	return complete ? 0 : find_missing(template, reason);
}

static bool is_line_shown(const struct template *template, const struct template_line *line)
{
	for (size_t i = 0; i < line->condition_count; i++) {
		const struct template_condition *condition = &line->conditions[i];

		if ((value_of(template, &condition->name)[0] == '\0') != (condition->sign == '!'))
			return false;
	}
	return true;
}

/* Adds a value that has to continue on one line: `between` separates its lines, or a space after
 * the end of a sentence. */
static void add_joined(const char *value, const char *between, struct strbuf *out)
{
	for (const char *c = value; *c != '\0'; c++) {
		if (*c != '\n')
			strbuf_add_char(out, *c);
		else if (c[1] != '\0')
			strbuf_add(out, c > value && strchr(".!?", c[-1]) != NULL ? " " : between);
	}
}

/* Adds the pieces of a line, with `between` between the lines of a value. */
static void add_pieces(const struct template *template, const struct template_line *line,
		       const char *between, struct strbuf *out)
{
	for (size_t i = line->first; i < line->first + line->count; i++) {
		const struct template_piece *piece = &template->pieces[i];

		if (!piece->is_name)
			strbuf_add_bytes(out, piece->text, piece->len);
		else
			add_joined(value_of(template, piece), between, out);
	}
}

/* Begins something new on the page, after the blank line that may be due. */
static void page_begin(struct page *page)
{
	if (page->begun && page->blank)
		strbuf_add_char(page->out, '\n');
	page->begun = true;
	page->blank = false;
}

/* Wraps the present line. The lines after the first begin with as many spaces as its first
 * `columns` bytes, and keep the bars among those. */
static void wrap_with_indent(struct page *page, size_t columns)
{
	char hanging[INDENT_MAX + 1];
	size_t len = MIN(columns, INDENT_MAX);

	for (size_t i = 0; i < len; i++)
		hanging[i] = i < page->line.len && page->line.bytes[i] == '|' ? '|' : ' ';
	hanging[len] = '\0';
	template_wrap(page->line.bytes, hanging, page->out);
}

/* Adds the paragraph that begins with line `i`. Returns the line after it. */
static size_t add_paragraph(const struct template *template, size_t i, struct page *page)
{
	size_t indent;

	strbuf_clear(&page->line);
	add_pieces(template, &template->lines[i++], " ", &page->line);
	while (i < template->line_count && template->lines[i].joins) {
		strbuf_add_char(&page->line, ' ');
		add_pieces(template, &template->lines[i++], " ", &page->line);
	}
	indent = strspn(page->line.bytes, " \t");
	if (indent == page->line.len)
		return i; /* nothing but empty values */
	page_begin(page);
	if (page->wanted != NULL && indent > 0)
		html_body_line(&page->looks, page->line.bytes);
	else if (page->wanted != NULL)
		html_body_paragraph(&page->looks, page->line.bytes);
	wrap_with_indent(page, indent > 0 ? indent + HANGING : 0);
	return i;
}

/* Returns the number of spaces at the beginning of all lines of a value. */
static size_t common_indent(const char *cursor, const char *end)
{
	size_t common = SIZE_MAX, len;
	const char *text;

	while (strbuf_next_line(&cursor, end, &text, &len)) {
		size_t indent = 0;

		while (indent < len && text[indent] == ' ')
			indent++;
		if (indent < len)
			common = MIN(common, indent);
	}
	return common;
}

/* Adds the HTML of a block: the value's own HTML if it has any, otherwise each line after the text
 * before the name. */
static void add_block_html(const struct template *template, const struct template_line *line,
			   struct page *page)
{
	const struct template_piece *pieces = template->pieces + line->first;
	const struct template_piece *name = &pieces[line->count - 1];
	const char *cursor = value_of(template, name), *end = cursor + strlen(cursor), *text;
	size_t len, common = common_indent(cursor, end), html;

	if (page->wanted == NULL)
		return;
	html = find_value(template->names[name->name].text, 0, page->wanted->values,
			  page->wanted->count);
	if (html < page->wanted->count || line->count == 1) {
		if (html < page->wanted->count)
			html_body_add(&page->looks, page->wanted->values[html].text);
		else
			html_body_lines(&page->looks, cursor);
		return;
	}
	while (strbuf_next_line(&cursor, end, &text, &len)) {
		strbuf_clear(&page->line);
		for (size_t i = 0; i + 1 < line->count; i++)
			strbuf_add_bytes(&page->line, pieces[i].text, pieces[i].len);
		if (len > common)
			strbuf_add_bytes(&page->line, text + common, len - common);
		html_body_line(&page->looks, page->line.bytes);
	}
}

/* Adds a value of many lines, each after the text before the name, which replaces the spaces
 * that all of them begin with. */
static void add_block(const struct template *template, const struct template_line *line,
		      struct page *page)
{
	const struct template_piece *pieces = template->pieces + line->first;
	const struct template_piece *name = &pieces[line->count - 1];
	const char *cursor = value_of(template, name), *end = cursor + strlen(cursor), *text;
	size_t len, before = 0, common;

	while (end > cursor && end[-1] == '\n')
		end--;
	if (end == cursor)
		return;
	page_begin(page);
	for (size_t i = 0; i + 1 < line->count; i++)
		before += pieces[i].len;
	common = before > 0 ? common_indent(cursor, end) : 0;
	while (strbuf_next_line(&cursor, end, &text, &len)) {
		strbuf_clear(&page->line);
		for (size_t i = 0; i + 1 < line->count; i++)
			strbuf_add_bytes(&page->line, pieces[i].text, pieces[i].len);
		if (len > common)
			strbuf_add_bytes(&page->line, text + common, len - common);
		wrap_with_indent(page, before);
	}
}

static void add_body(const struct template *template, struct page *page)
{
	size_t i = 0;

	strbuf_init(&page->line, 0);
	while (i < template->line_count) {
		const struct template_line *line = &template->lines[i];

		if (line->kind == TEMPLATE_SUBJECT || line->kind == TEMPLATE_FIRST_LINE) {
			i++;
		} else if (line->kind == TEMPLATE_BLANK) {
			page->blank = true;
			i++;
		} else if (!is_line_shown(template, line)) {
			do
				i++;
			while (i < template->line_count && template->lines[i].joins);
		} else if (line->kind == TEMPLATE_BLOCK) {
			add_block(template, line, page);
			add_block_html(template, line, page);
			i++;
		} else {
			i = add_paragraph(template, i, page);
		}
	}
	strbuf_done(&page->line);
}

/* Adds the first applicable line of that kind, as one line. Removes spaces at its ends and doubled
 * ones, which values may leave. Returns false if there is no such line. */
static bool add_first_of_kind(const struct template *template, enum template_line_kind kind,
			      struct strbuf *out)
{
	struct strbuf line;
	const char *cursor, *word;
	size_t len, i = 0;
	bool first = true;

	while (i < template->line_count &&
	       (template->lines[i].kind != kind || !is_line_shown(template, &template->lines[i])))
		i++;
	if (i == template->line_count)
		return false;
	strbuf_init(&line, 0);
	add_pieces(template, &template->lines[i], kind == TEMPLATE_FIRST_LINE ? "; " : " ", &line);
	cursor = line.bytes;
	while (strbuf_next_word(&cursor, &word, &len)) {
		if (!first)
			strbuf_add_char(out, ' ');
		/* Nothing comes between a colon and what it announces. */
		if (len > 1 && strncmp(word + len - 2, ":;", 2) == 0)
			len--;
		strbuf_add_bytes(out, word, len);
		first = false;
	}
	strbuf_done(&line);
	return true;
}

/* Returns the game that the message is about; "" for the site's own messages. */
static const char *game_of(const struct value *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(values[i].name, "game") == 0)
			return values[i].text;
	return "";
}

/* Reports whether the line begins with the game, "g12: Your move", and not with the site's name. */
static bool begins_with_game(const char *head, const char *game)
{
	return *game != '\0' && strbuf_starts(head, game) && head[strlen(game)] == ':';
}

/* Reports whether the text begins with a line of the form of a cut mark, in any language: the
 * words of marks are known only where messages are read. */
static bool has_mark(const struct template *template)
{
	size_t i = 0;

	while (i < template->line_count && template->lines[i].kind <= TEMPLATE_BLANK)
		i++;
	return i<template->line_count &&template->lines[i].count> 0 &&
	       strbuf_starts(template->pieces[template->lines[i].first].text, "===");
}

/* Adds the line that lists of messages show. */
static void add_first_line(const struct template *template, const char *game, struct page *page)
{
	struct strbuf *out = page->out;
	const size_t before = out->len;
	struct strbuf line, head;

	strbuf_init(&line, 0);
	strbuf_init(&head, 0);
	if (add_first_of_kind(template, TEMPLATE_FIRST_LINE, &head)) {
		strbuf_addf(&line, "%s%s",
			    begins_with_game(head.bytes, game) ? translate(QUOTE_FIRST) : "=== ",
			    head.bytes);
		template_cut(line.bytes, out);
		/* If there is a mark, it follows directly. */
		if (!has_mark(template))
			strbuf_add_char(out, '\n');
	}
	if (page->wanted != NULL && out->len > before)
		html_body_small(&page->looks, out->bytes + before, out->len - before);
	strbuf_done(&head);
	strbuf_done(&line);
}

int template_fill(struct template_set *set, const char *language, const char *name,
		  const struct value *values, size_t count, struct strbuf *subject_out,
		  struct strbuf *body_out, const struct template_html *looks, struct reason *reason)
{
	struct template *template = get_template(set, language, name, reason);
	struct page page = {.out = body_out, .wanted = looks};

	/* No wrapped line may begin with a word of an order, so the words are needed. */
	if (template == NULL || vocabulary_ensure_loaded(reason) < 0 ||
	    set_values(template, values, count, reason) != 0)
		return -1;
	add_first_of_kind(template, TEMPLATE_SUBJECT, subject_out);
	if (looks != NULL)
		html_body_begin(&page.looks, looks->out, language, subject_out->bytes);
	add_first_line(template, game_of(values, count), &page);
	add_body(template, &page);
	if (looks != NULL)
		html_body_end(&page.looks);
	return 0;
}

/* Finds faults in templates, for `pbem check`. */

/* The faults found so far. Each is reported once, although many messages include the same foot. */
struct checking {
	struct template_set *set;
	GHashTable *told, *used,
		*named; /* reported lines; paths that were read; names of those files */
	void (*report)(void *context, const char *line);
	void *context;
};

static void report_once(struct checking *checking, char *line)
{
	if (g_hash_table_contains(checking->told, line)) {
		free(line);
		return;
	}
	checking->report(checking->context, line);
	g_hash_table_add(checking->told, line);
}

static bool is_offered(const struct template_names *names, const struct template_piece *name)
{
	for (const char *const *offered = names->names; *offered != NULL; offered++)
		if (strncmp(*offered, name->text, name->len) == 0 && (*offered)[name->len] == '\0')
			return true;
	return false;
}

static void check_name(struct checking *checking, const struct template_names *names,
		       const struct template_line *line, const struct template_piece *name)
{
	struct strbuf offered;

	if (is_offered(names, name))
		return;
	strbuf_init(&offered, 0);
	for (const char *const *each = names->names; *each != NULL; each++)
		strbuf_addf(&offered, "%s%s", each == names->names ? "" : ", ", *each);
	report_once(checking,
		    base_printf("%s:%u: {%.*s} is not among the names the letter \"%s\" offers: %s",
				line->file, line->number, (int)name->len, name->text,
				names->template, offered.bytes));
	strbuf_done(&offered);
}

/* Records that a file is used. A shipped file of the same name isn't a stray, although the site's
 * own is read instead. */
static void note_used(struct checking *checking, const char *path)
{
	g_hash_table_add(checking->used, base_strdup(path));
	g_hash_table_add(checking->named, g_path_get_basename(path));
}

static void check_file(struct checking *checking, const struct template_folders *folders,
		       const struct template_names *names, const char *path)
{
	struct template_piece token = {.text = "token", .len = 5};
	struct template *template;
	struct reason reason;

	note_used(checking, path);
	template = template_parse(path, folders, &reason);
	if (template == NULL) {
		report_once(checking, base_strdup(reason.text));
		return;
	}
	if (is_offered(names, &token) && !template->has_cut_mark)
		report_once(checking,
			    base_printf("%s: the text must begin with the line \"%s\": what a "
					"reply quotes of this letter could be taken for orders",
					path, QUOTE_MARK));
	for (size_t i = 0; i < template->line_count; i++) {
		const struct template_line *line = &template->lines[i];

		if (!g_hash_table_contains(checking->used, line->file))
			note_used(checking, line->file);
		for (size_t j = 0; j < line->condition_count; j++)
			check_name(checking, names, line, &line->conditions[j].name);
		for (size_t j = line->first; j < line->first + line->count; j++)
			if (template->pieces[j].is_name)
				check_name(checking, names, line, &template->pieces[j]);
	}
	template_free(template);
}

/* Reports files that nobody reads: most are misspelt overrides. */
static void check_strays(struct checking *checking, const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *file;

	while (dir != NULL && (file = g_dir_read_name(dir)) != NULL) {
		char *path = base_printf("%s/%s", folder, file);

		if (g_str_has_suffix(file, ".txt") && !g_hash_table_contains(checking->named, file))
			report_once(checking,
				    base_printf("%s: no letter has this name, and none includes it",
						path));
		free(path);
	}
	if (dir != NULL)
		g_dir_close(dir);
}

/* Checks each message as it is sent in one language. */
static void check_language(struct checking *checking, const char *language,
			   const struct template_names *table, size_t count)
{
	struct template_folders folders = checking->set->folders;

	folders.language = language;
	for (size_t i = 0; i < count; i++) {
		char *path = template_path(&folders, table[i].template);

		if (!g_hash_table_contains(checking->used, path))
			check_file(checking, &folders, &table[i], path);
		free(path);
	}
}

static void check_strays_of(struct checking *checking, const char *folder, const char *language)
{
	char *path =
		*language != '\0' ? base_printf("%s/%s", folder, language) : base_strdup(folder);

	check_strays(checking, path);
	free(path);
}

static void check_all(struct checking *checking, const struct template_names *table, size_t count)
{
	const struct template_folders *folders = &checking->set->folders;
	char **languages = template_set_languages(checking->set);

	for (size_t i = 0; i < count; i++) {
		char *path = base_printf("%s/%s.txt", folders->shipped, table[i].template);

		check_file(checking, folders, &table[i], path);
		free(path);
	}
	for (char **language = languages; *language != NULL; language++)
		check_language(checking, language == languages ? "" : *language, table, count);
	for (char **language = languages; *language != NULL; language++) {
		const char *name = language == languages ? "" : *language;

		check_strays_of(checking, folders->shipped, name);
		if (folders->site != NULL)
			check_strays_of(checking, folders->site, name);
	}
	g_strfreev(languages);
}

size_t template_check(struct template_set *set, const struct template_names *table, size_t count,
		      void (*report)(void *context, const char *line), void *context)
{
	struct checking checking = {.set = set, .report = report, .context = context};
	size_t faults;

	checking.told = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	checking.used = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	checking.named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	check_all(&checking, table, count);
	faults = g_hash_table_size(checking.told);
	g_hash_table_destroy(checking.told);
	g_hash_table_destroy(checking.used);
	g_hash_table_destroy(checking.named);
	return faults;
}
