/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/reading/reply/reply.h"
#include "pbem/writing/template.h"
#include "pbem/writing/template_parse.h"

/* A hanging indent for what an indented line of text runs over. */
enum { HANGING = 2, INDENT_MAX = 40 };

struct template_set {
	struct template_folders folders;
	GHashTable *templates; /* name to struct template */
};

/* The body being written. */
struct page {
	struct text *out;
	bool begun, blank; /* something stands; a blank line is due before the next thing */
	struct text line;  /* scratch */
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

static struct template *get_template(struct template_set *set, const char *name,
				     struct reason *reason)
{
	struct template *template = g_hash_table_lookup(set->templates, name);
	char *path;

	if (template != NULL)
		return template;
	path = template_path(&set->folders, name);
	template = template_parse(path, &set->folders, reason);
	free(path);
	if (template != NULL)
		g_hash_table_insert(set->templates, base_strdup(name), template);
	return template;
}

static const char *find_value(const struct template_piece *name, const struct value *values,
			      size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(values[i].name, name->text, name->len) == 0 &&
		    values[i].name[name->len] == '\0')
			return values[i].text;
	return NULL;
}

static int set_value(struct template_piece *name, const struct template_line *line,
		     const struct value *values, size_t count, struct reason *reason)
{
	name->value = find_value(name, values, count);
	if (name->value != NULL)
		return 0;
	reason_set(reason, "%s:%u: {%.*s} is not among the names this letter offers", line->file,
		   line->number, (int)name->len, name->text);
	return -1;
}

/* Gives every name its value before anything is written. */
static int set_values(struct template *template, const struct value *values, size_t count,
		      struct reason *reason)
{
	for (size_t i = 0; i < template->line_count; i++) {
		struct template_line *line = &template->lines[i];

		for (size_t j = 0; j < line->condition_count; j++)
			if (set_value(&line->conditions[j].name, line, values, count, reason) != 0)
				return -1;
		for (size_t j = line->first; j < line->first + line->count; j++)
			if (template->pieces[j].is_name &&
			    set_value(&template->pieces[j], line, values, count, reason) != 0)
				return -1;
	}
	return 0;
}

static bool stands(const struct template_line *line)
{
	for (size_t i = 0; i < line->condition_count; i++) {
		const struct template_condition *condition = &line->conditions[i];

		if ((condition->name.value[0] == '\0') != (condition->sign == '!'))
			return false;
	}
	return true;
}

/* Adds a value that has to go on one line: one of its lines from the next is parted by `between`,
 * but for a blank behind what ends a sentence. */
static void add_joined(const char *value, const char *between, struct text *out)
{
	for (const char *c = value; *c != '\0'; c++) {
		if (*c != '\n')
			text_add_char(out, *c);
		else if (c[1] != '\0')
			text_add(out, c > value && strchr(".!?", c[-1]) != NULL ? " " : between);
	}
}

/* Adds the pieces of a line, the lines of a value so parted. */
static void add_pieces(const struct template *template, const struct template_line *line,
		       const char *between, struct text *out)
{
	for (size_t i = line->first; i < line->first + line->count; i++) {
		const struct template_piece *piece = &template->pieces[i];

		if (!piece->is_name)
			text_add_bytes(out, piece->text, piece->len);
		else
			add_joined(piece->value, between, out);
	}
}

/* Begins something new on the page, after the blank line that may be due. */
static void page_begin(struct page *page)
{
	if (page->begun && page->blank)
		text_add_char(page->out, '\n');
	page->begun = true;
	page->blank = false;
}

/* Wraps the line in hand: what runs over stands below its first `columns` bytes, as blanks but for
 * bars. */
static void wrap_behind(struct page *page, size_t columns)
{
	char hanging[INDENT_MAX + 1];
	size_t len = MIN(columns, INDENT_MAX);

	for (size_t i = 0; i < len; i++)
		hanging[i] = i < page->line.len && page->line.bytes[i] == '|' ? '|' : ' ';
	hanging[len] = '\0';
	template_wrap(page->line.bytes, hanging, page->out);
}

/* Adds the paragraph that begins with line `i`; returns the line after it. */
static size_t add_paragraph(const struct template *template, size_t i, struct page *page)
{
	size_t indent;

	text_clear(&page->line);
	add_pieces(template, &template->lines[i++], " ", &page->line);
	while (i < template->line_count && template->lines[i].joins) {
		text_add_char(&page->line, ' ');
		add_pieces(template, &template->lines[i++], " ", &page->line);
	}
	indent = strspn(page->line.bytes, " \t");
	if (indent == page->line.len)
		return i; /* nothing but empty values */
	page_begin(page);
	wrap_behind(page, indent > 0 ? indent + HANGING : 0);
	return i;
}

/* How many blanks all lines of a value begin with. */
static size_t common_indent(const char *cursor, const char *end)
{
	size_t common = SIZE_MAX, len;
	const char *text;

	while (text_next_line(&cursor, end, &text, &len)) {
		size_t indent = 0;

		while (indent < len && text[indent] == ' ')
			indent++;
		if (indent < len)
			common = MIN(common, indent);
	}
	return common;
}

/* Adds a value of many lines, each with what stands before the name, which takes the place of the
 * blanks that all of them begin with. */
static void add_block(const struct template *template, const struct template_line *line,
		      struct page *page)
{
	const struct template_piece *pieces = template->pieces + line->first;
	const struct template_piece *name = &pieces[line->count - 1];
	const char *cursor = name->value, *end = cursor + strlen(cursor), *text;
	size_t len, before = 0, common;

	while (end > cursor && end[-1] == '\n')
		end--;
	if (end == cursor)
		return;
	page_begin(page);
	for (size_t i = 0; i + 1 < line->count; i++)
		before += pieces[i].len;
	common = before > 0 ? common_indent(cursor, end) : 0;
	while (text_next_line(&cursor, end, &text, &len)) {
		text_clear(&page->line);
		for (size_t i = 0; i + 1 < line->count; i++)
			text_add_bytes(&page->line, pieces[i].text, pieces[i].len);
		if (len > common)
			text_add_bytes(&page->line, text + common, len - common);
		wrap_behind(page, before);
	}
}

static void add_body(const struct template *template, struct text *out)
{
	struct page page = {.out = out};
	size_t i = 0;

	text_init(&page.line, 0);
	while (i < template->line_count) {
		const struct template_line *line = &template->lines[i];

		if (line->kind == TEMPLATE_SUBJECT || line->kind == TEMPLATE_FIRST_LINE) {
			i++;
		} else if (line->kind == TEMPLATE_BLANK) {
			page.blank = true;
			i++;
		} else if (!stands(line)) {
			do
				i++;
			while (i < template->line_count && template->lines[i].joins);
		} else if (line->kind == TEMPLATE_BLOCK) {
			add_block(template, line, &page);
			i++;
		} else {
			i = add_paragraph(template, i, &page);
		}
	}
	text_done(&page.line);
}

/* The first line of that kind that stands, on one line; a value may have left blanks at its ends or
 * doubled. False when there is none. */
static bool add_head(const struct template *template, enum template_line_kind kind,
		     struct text *out)
{
	struct text line;
	const char *cursor, *word;
	size_t len, i = 0;
	bool first = true;

	while (i < template->line_count &&
	       (template->lines[i].kind != kind || !stands(&template->lines[i])))
		i++;
	if (i == template->line_count)
		return false;
	text_init(&line, 0);
	add_pieces(template, &template->lines[i], kind == TEMPLATE_FIRST_LINE ? "; " : " ", &line);
	cursor = line.bytes;
	while (text_next_word(&cursor, &word, &len)) {
		if (!first)
			text_add_char(out, ' ');
		/* Nothing parts what a colon announces from it. */
		if (len > 1 && strncmp(word + len - 2, ":;", 2) == 0)
			len--;
		text_add_bytes(out, word, len);
		first = false;
	}
	text_done(&line);
	return true;
}

/* Whether the letter is about a game, or the site's own. */
static bool is_of_game(const struct value *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(values[i].name, "game") == 0)
			return true;
	return false;
}

/* What a list of letters shows of this one. */
static void add_first_line(const struct template *template, bool of_game, struct text *out)
{
	struct text line;

	text_init(&line, 0);
	text_add(&line, of_game ? REPLY_FIRST : "=== ");
	if (add_head(template, TEMPLATE_FIRST_LINE, &line)) {
		template_cut(line.bytes, out);
		/* In the others the mark stands below it. */
		if (!of_game)
			text_add_char(out, '\n');
	}
	text_done(&line);
}

int template_fill(struct template_set *set, const char *name, const struct value *values,
		  size_t count, struct text *subject_out, struct text *body_out,
		  struct reason *reason)
{
	struct template *template = get_template(set, name, reason);

	if (template == NULL || set_values(template, values, count, reason) != 0)
		return -1;
	add_head(template, TEMPLATE_SUBJECT, subject_out);
	add_first_line(template, is_of_game(values, count), body_out);
	add_body(template, body_out);
	return 0;
}

/* The faults found so far: each is told once, though many letters include the same foot. */
struct checking {
	struct template_set *set;
	GHashTable *told, *used,
		*named; /* lines reported; paths read; their names without a folder */
	void (*report)(void *context, const char *line);
	void *context;
};

static void tell(struct checking *checking, char *line)
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
	struct text offered;

	if (is_offered(names, name))
		return;
	text_init(&offered, 0);
	for (const char *const *each = names->names; *each != NULL; each++)
		text_addf(&offered, "%s%s", each == names->names ? "" : ", ", *each);
	tell(checking,
	     base_printf("%s:%u: {%.*s} is not among the names the letter \"%s\" offers: %s",
			 line->file, line->number, (int)name->len, name->text, names->template,
			 offered.bytes));
	text_done(&offered);
}

/* A file is no stray where the site's own file of that name is read in its stead. */
static void note_used(struct checking *checking, const char *path)
{
	g_hash_table_add(checking->used, base_strdup(path));
	g_hash_table_add(checking->named, g_path_get_basename(path));
}

static void check_file(struct checking *checking, const struct template_names *names,
		       const char *path)
{
	struct template_piece token = {.text = "token", .len = 5};
	struct template *template;
	struct reason reason;

	note_used(checking, path);
	template = template_parse(path, &checking->set->folders, &reason);
	if (template == NULL) {
		tell(checking, base_strdup(reason.text));
		return;
	}
	if (is_offered(names, &token) && !template->has_cut_mark)
		tell(checking,
		     base_printf("%s: the text must begin with the line \"%s\": what a reply "
				 "quotes of this letter could be taken for orders",
				 path, REPLY_MARK));
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

/* Files nobody reads are mostly misspelt overrides. */
static void check_strays(struct checking *checking, const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *file;

	while (dir != NULL && (file = g_dir_read_name(dir)) != NULL) {
		char *path = base_printf("%s/%s", folder, file);

		if (g_str_has_suffix(file, ".txt") && !g_hash_table_contains(checking->named, file))
			tell(checking,
			     base_printf("%s: no letter has this name, and none includes it",
					 path));
		free(path);
	}
	if (dir != NULL)
		g_dir_close(dir);
}

size_t template_check(struct template_set *set, const struct template_names *table, size_t count,
		      void (*report)(void *context, const char *line), void *context)
{
	struct checking checking = {.set = set, .report = report, .context = context};
	size_t faults;

	checking.told = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	checking.used = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	checking.named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (size_t i = 0; i < count; i++) {
		char *path = base_printf("%s/%s.txt", set->folders.shipped, table[i].template);

		check_file(&checking, &table[i], path);
		free(path);
		path = template_path(&set->folders, table[i].template);
		if (!g_hash_table_contains(checking.used, path))
			check_file(&checking, &table[i], path);
		free(path);
	}
	check_strays(&checking, set->folders.shipped);
	if (set->folders.site != NULL)
		check_strays(&checking, set->folders.site);
	faults = g_hash_table_size(checking.told);
	g_hash_table_destroy(checking.told);
	g_hash_table_destroy(checking.used);
	g_hash_table_destroy(checking.named);
	return faults;
}
