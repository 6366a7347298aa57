/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/util/strbuf.h"
#include "pbem/site/preferences.h"
#include "pbem/store/journal.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

enum {
	FILE_MAX = 1 << 28,
	LINES_MIN = 64, /* fewer are not worth rewriting the file */
	TOLD_MAX = 3,	/* damaged lines that are reported one by one */
};

#define FILE_NAME "people"

/* ---- the file ---- */

/* A line that isn't a setting. */
struct bad_line {
	unsigned number; /* from 1 on */
	struct sha256 digest;
};

/* The contents of SITE/people. */
struct people {
	GTree *values; /* by address, a tab and the key */
	size_t size;   /* bytes */
	bool ended;    /* the last byte ends a line */
	unsigned lines, overtaken;
	struct bad_line bad[TOLD_MAX];
	unsigned bad_count; /* may be more than TOLD_MAX */
};

/* Returns the key of a setting in workspace->people and people->values; for g_free. */
static char *name_of(const char *address, const char *key)
{
	char *small = g_ascii_strdown(address, -1), *name = g_strdup_printf("%s\t%s", small, key);

	g_free(small);
	return name;
}

static int compare_names(const void *name, const void *other, void *context)
{
	(void)context;
	return strcmp(name, other);
}

static void read_line(struct people *people, const char *line, size_t len)
{
	char *copy = base_strndup(line, len), *key = strchr(copy, '\t');
	char *value = key != NULL ? strchr(key + 1, '\t') : NULL, *name;

	people->lines++;
	if (memchr(line, '\0', len) != NULL || value == NULL || key == copy || value == key + 1 ||
	    strlen(value + 1) > PERSON_VALUE_MAX || value[1] == '\0' ||
	    strchr(value + 1, '\t') != NULL || !g_utf8_validate(copy, -1, NULL)) {
		if (people->bad_count < TOLD_MAX) {
			struct bad_line *bad = &people->bad[people->bad_count];

			bad->number = people->lines;
			sha256_bytes(line, len, &bad->digest);
		}
		people->bad_count++;
		people->overtaken++;
	} else {
		*key = *value = '\0';
		name = name_of(copy, key + 1);
		people->overtaken += g_tree_lookup(people->values, name) != NULL;
		g_tree_replace(people->values, name, base_strdup(value + 1));
	}
	free(copy);
}

void preferences_forget(struct site *site)
{
	if (site->people != NULL)
		g_tree_destroy(site->people->values);
	free(site->people);
	site->people = NULL;
}

/* Reads the file. Returns -1 with the reason if it can't be read now. */
static int load_file(struct site *site, struct reason *reason)
{
	char *path = config_path(site->config, FILE_NAME);
	struct people *people = base_zalloc(1, sizeof *people);
	const char *cursor, *line;
	struct strbuf file;
	size_t len;
	bool there;
	int result;

	preferences_forget(site);
	strbuf_init(&file, FILE_MAX);
	people->values = g_tree_new_full(compare_names, NULL, g_free, free);
	site->people = people;
	result = files_read_if_there(path, &file, &there, reason);
	people->size = file.len;
	people->ended = file.len == 0 || file.bytes[file.len - 1] == '\n';
	cursor = file.bytes;
	while (strbuf_next_line(&cursor, file.bytes + file.len, &line, &len))
		read_line(people, line, len);
	strbuf_done(&file);
	free(path);
	return result;
}

/* Returns the contents of the file. If the file can't be read now, nothing may be committed. */
static struct people *people_of(struct site *site)
{
	struct reason why;

	if (site->people == NULL && load_file(site, &why) != 0)
		ledger_doubt(site->ledger, &why);
	return site->people;
}

int preferences_load(struct site *site, struct reason *reason)
{
	char *path = config_path(site->config, FILE_NAME);
	struct transaction batch;
	int result = load_file(site, reason);

	transaction_init(&batch);
	for (unsigned i = 0; result == 0 && i < site->people->bad_count && i < TOLD_MAX; i++) {
		const struct bad_line *bad = &site->people->bad[i];
		const struct count told = COUNT(COUNT_BAD_SETTING, .subject = bad->digest.hex);
		char *notice;

		if (ledger_count(site->ledger, told) != 0)
			continue;
		notice = base_printf(
			"%s:%u: expected an address, a key and a value of at most %d bytes, with "
			"tabs between them; pbem ignores this line. Correct the line, or delete it",
			path, bad->number, PERSON_VALUE_MAX);
		ledger_put_count(&batch.ledger, told, 1);
		ledger_put(&batch.ledger, CHANGE_NOTICE, step_time(), notice);
		free(notice);
	}
	if (result == 0 && !transaction_is_empty(&batch))
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	transaction_done(&batch);
	free(path);
	return result;
}

/* ---- settings ---- */

/* Returns the setting of an address under a key, this batch's included; "" if there is none. The
 * text is valid until a setting is made. */
static const char *get_setting(struct workspace *workspace, const char *address, const char *key)
{
	char *name = name_of(address, key);
	const char *value = g_hash_table_lookup(workspace->people, name);

	if (value == NULL)
		value = g_tree_lookup(people_of(workspace->site)->values, name);
	g_free(name);
	return value != NULL ? value : "";
}

void preferences_set(struct workspace *workspace, const char *address, const char *key,
		     const char *value)
{
	if (strncmp(get_setting(workspace, address, key), value, PERSON_VALUE_MAX) == 0)
		return;
	g_hash_table_replace(workspace->people, name_of(address, key),
			     base_printf("%.*s", PERSON_VALUE_MAX, value));
}

static const char *const keys[] = {PREFERENCES_SHORT,	 PREFERENCES_HTML, PREFERENCES_LINKS,
				   PREFERENCES_CALENDAR, PREFERENCES_ZONE, PREFERENCES_LANGUAGE};

/* Reports whether a setting is on; `standard` if there is none. */
static bool is_on(const char *value, bool standard)
{
	return value[0] != '\0' ? strcmp(value, "on") == 0 : standard;
}

void preferences_of_address(struct workspace *workspace, const char *address,
			    struct person *person_out)
{
	const struct config *config = workspace->site->config;
	const char *values[ARRAY_LEN(keys)], *language;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		values[i] = address != NULL ? get_setting(workspace, address, keys[i]) : "";
	*person_out = (struct person){
		.html = is_on(values[1], config->html),
		.links = is_on(values[2], false),
		.calendar = is_on(values[3], config->calendar),
	};
	if (values[0][0] != '\0')
		person_out->brevity = is_on(values[0], false) ? BREVITY_SHORT : BREVITY_LONG;
	snprintf(person_out->zone, sizeof person_out->zone, "%s", values[4]);
	language = values[5];
	person_out->english = strcmp(language, VOCABULARY_ENGLISH) == 0;
	if (*language == '\0' && config->language != NULL)
		language = config->language;
	if (strcmp(language, VOCABULARY_ENGLISH) != 0)
		snprintf(person_out->language, sizeof person_out->language, "%.*s",
			 PREFERENCES_LANGUAGE_MAX, language);
}

void preferences_of(struct workspace *workspace, const struct seat *seat, struct person *person_out)
{
	preferences_of_address(workspace, seat->address_count > 0 ? seat->addresses[0] : NULL,
			       person_out);
	if (person_out->brevity == BREVITY_OWN)
		person_out->brevity = seat->brevity;
}

bool preferences_is_brief(const struct person *person, const struct seat *seat)
{
	return person->brevity == BREVITY_SHORT ||
	       (person->brevity == BREVITY_OWN && seat->letters >= LETTERS_COUNTED);
}

void preferences_add(struct workspace *workspace, const char *address, const char *key,
		     const char *value)
{
	if (get_setting(workspace, address, key)[0] == '\0')
		preferences_set(workspace, address, key, value);
}

void preferences_move(struct workspace *workspace, const char *from, const char *to)
{
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		const char *value = get_setting(workspace, from, keys[i]);

		if (value[0] != '\0')
			preferences_add(workspace, to, keys[i], value);
	}
}

/* ---- changing the file ---- */

static void add_line(struct strbuf *out, const char *name, const char *value)
{
	strbuf_addf(out, "%s\t%s\n", name, value);
}

void preferences_print(struct site *site, const char *address, struct strbuf *out)
{
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		char *name = name_of(address, keys[i]);
		const char *value = g_tree_lookup(people_of(site)->values, name);

		if (value != NULL)
			add_line(out, name, value);
		g_free(name);
	}
}

/* The lines of the file that a batch keeps. */
struct kept_lines {
	GHashTable *replaced;
	struct strbuf *out;
};

static gboolean add_kept(void *name, void *value, void *context)
{
	struct kept_lines *kept = context;

	if (!g_hash_table_contains(kept->replaced, name))
		add_line(kept->out, name, value);
	return FALSE;
}

int preferences_write(struct workspace *workspace, struct reason *reason)
{
	unsigned count = g_hash_table_size(workspace->people), overtaken;
	struct site *site = workspace->site;
	gpointer name, value;
	GHashTableIter each;
	struct strbuf text;
	bool whole;

	/* Somebody may have edited the file since it was loaded. */
	if (count == 0 || load_file(site, reason) != 0)
		return count == 0 ? 0 : -1;
	overtaken = site->people->overtaken;
	g_hash_table_iter_init(&each, workspace->people);
	while (g_hash_table_iter_next(&each, &name, &value))
		overtaken += g_tree_lookup(site->people->values, name) != NULL;
	count += site->people->lines;
	whole = count >= LINES_MIN && 2 * overtaken > count;
	strbuf_init(&text, FILE_MAX);
	if (whole)
		g_tree_foreach(site->people->values, add_kept,
			       &(struct kept_lines){workspace->people, &text});
	else if (!site->people->ended)
		strbuf_add_char(&text, '\n');
	g_hash_table_iter_init(&each, workspace->people);
	while (g_hash_table_iter_next(&each, &name, &value))
		add_line(&text, name, value);
	if (whole)
		transaction_write(&workspace->batch, FILE_NAME, text.bytes, text.len);
	else
		transaction_append(&workspace->batch, FILE_NAME, site->people->size, text.bytes,
				   text.len, 0600);
	strbuf_done(&text);
	return 0;
}

/* ---- languages ---- */

/* Adds the names of the languages: "English, German". */
static void list_languages(char *const *languages, struct strbuf *out)
{
	for (char *const *language = languages; *language != NULL; language++)
		strbuf_addf(out, "%s%s", language == languages ? "" : ", ",
			    vocabulary_language_name(*language));
}

enum verdict preferences_find_language(const struct workspace *workspace, const char *text,
				       char language_out[VOCABULARY_LANGUAGE_MAX + 1],
				       struct reason *why)
{
	char **languages = template_set_languages(workspace->site->templates);
	const char *known = vocabulary_language(text);
	enum verdict verdict = REFUSED;
	struct strbuf list;

	for (char **language = languages; *language != NULL; language++) {
		if (!strbuf_same(*language, known != NULL ? known : text))
			continue;
		snprintf(language_out, VOCABULARY_LANGUAGE_MAX + 1, "%s", *language);
		verdict = ACCEPTED;
	}
	if (verdict == REFUSED) {
		strbuf_init(&list, 600);
		list_languages(languages, &list);
		reason_set(why,
			   "There are no letters here in a language called \"%.40s\". Write "
			   "LANGUAGE and one of these: %s.",
			   text, list.bytes);
		strbuf_done(&list);
	}
	g_strfreev(languages);
	return verdict;
}

enum verdict preferences_find_pieces(const char *text,
				     char language_out[VOCABULARY_LANGUAGE_MAX + 1])
{
	const char *known = vocabulary_language(text);

	if (known == NULL || !vocabulary_has_letters(known))
		return REFUSED;
	snprintf(language_out, VOCABULARY_LANGUAGE_MAX + 1, "%s", known);
	return ACCEPTED;
}
