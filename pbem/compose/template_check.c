/* SPDX-License-Identifier: MIT */
/* Finds faults in templates, for `pbem check`. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/compose/template_internal.h"
#include "pbem/mime/quoting/strip_quotes.h"

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
