/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/util/strbuf.h"
#include "pbem/site/preferences.h"
#include "pbem/store/journal.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

enum {
	PREFERENCES_FILE_MAX = 1 << 28,
	LINES_MIN = 64, /* fewer are not worth rewriting the file */
	TOLD_MAX = 3,	/* damaged lines that are reported one by one */
};

#define FILE_NAME "people"

/* ---- settings ---- */

/* Returns the key of a setting in workspace->people, made of address and key; for g_free. */
static char *name_of(const char *address, const char *key)
{
	char *small = g_ascii_strdown(address, -1), *name = g_strdup_printf("%s\t%s", small, key);

	g_free(small);
	return name;
}

/* Finds the setting of an address under a key, this batch's included; "" if there is none. */
static void get_setting(struct workspace *workspace, const char *address, const char *key,
			char value_out[PERSON_VALUE_MAX + 1])
{
	char *name = name_of(address, key);
	const char *said = g_hash_table_lookup(workspace->people, name);

	value_out[0] = '\0';
	if (said != NULL) {
		snprintf(value_out, PERSON_VALUE_MAX + 1, "%s", said);
	} else {
		*strchr(name, '\t') = '\0';
		(void)ledger_person(workspace->site->ledger, name, key, value_out);
	}
	g_free(name);
}

void preferences_set(struct workspace *workspace, const char *address, const char *key,
		     const char *value)
{
	char before[PERSON_VALUE_MAX + 1];

	get_setting(workspace, address, key, before);
	if (strncmp(before, value, PERSON_VALUE_MAX) == 0)
		return;
	g_hash_table_replace(workspace->people, name_of(address, key),
			     base_printf("%.*s", PERSON_VALUE_MAX, value));
}

enum { BRIEF, HTML, LINKS, CALENDAR, ZONE, LANGUAGE };

static const char *const keys[] = {
	[BRIEF] = PREFERENCES_SHORT, [HTML] = PREFERENCES_HTML,
	[LINKS] = PREFERENCES_LINKS, [CALENDAR] = PREFERENCES_CALENDAR,
	[ZONE] = PREFERENCES_ZONE,   [LANGUAGE] = PREFERENCES_LANGUAGE,
};

/* The settings of an address under all keys; "" if there is none. */
struct address_settings {
	char values[ARRAY_LEN(keys)][PERSON_VALUE_MAX + 1];
};

static void note_setting(void *context, const char *key, const char *value)
{
	struct address_settings *said = context;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (strcmp(keys[i], key) == 0)
			snprintf(said->values[i], PERSON_VALUE_MAX + 1, "%s", value);
}

/* Finds all settings of an address at once, because every message needs them. */
static void get_settings(struct workspace *workspace, const char *address,
			 struct address_settings *said_out)
{
	char *small = g_ascii_strdown(address, -1);

	memset(said_out, 0, sizeof *said_out);
	ledger_person_all(workspace->site->ledger, small, note_setting, said_out);
	for (size_t i = 0; i < ARRAY_LEN(keys) && g_hash_table_size(workspace->people) > 0; i++)
		get_setting(workspace, address, keys[i], said_out->values[i]);
	g_free(small);
}

void preferences_of_address(struct workspace *workspace, const char *address,
			    struct person *person_out)
{
	const char *standard = workspace->site->config->language;
	struct address_settings said = {.values = {""}};
	const char *brief = said.values[BRIEF], *html = said.values[HTML];
	const char *calendar = said.values[CALENDAR], *language = said.values[LANGUAGE];

	if (address != NULL)
		get_settings(workspace, address, &said);
	memset(person_out, 0, sizeof *person_out);
	person_out->calendar =
		*calendar != '\0' ? strcmp(calendar, "on") == 0 : workspace->site->config->calendar;
	person_out->html = *html != '\0' ? strcmp(html, "on") == 0 : workspace->site->config->html;
	person_out->links = strcmp(said.values[LINKS], "on") == 0;
	if (*brief != '\0')
		person_out->brevity = strcmp(brief, "on") == 0 ? BREVITY_SHORT : BREVITY_LONG;
	snprintf(person_out->zone, sizeof person_out->zone, "%s", said.values[ZONE]);
	person_out->english = strcmp(language, VOCABULARY_ENGLISH) == 0;
	if (*language == '\0')
		language = standard != NULL ? standard : "";
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

void preferences_move(struct workspace *workspace, const char *from, const char *to)
{
	char value[PERSON_VALUE_MAX + 1];

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		get_setting(workspace, to, keys[i], value);
		if (value[0] != '\0')
			continue;
		get_setting(workspace, from, keys[i], value);
		if (value[0] != '\0')
			preferences_set(workspace, to, keys[i], value);
	}
}

/* ---- the file ---- */

static void add_line(struct strbuf *out, const char *address, const char *key, const char *value)
{
	strbuf_addf(out, "%s\t%s\t%s\n", address, key, value);
}

/* The state of a file; `there` is false if it is missing. */
struct file_measure {
	bool there;
	uint64_t size;
	int64_t changed; /* its ctime in nanoseconds */
	bool ended;	 /* the last byte ends a line */
};

/* Returns -1 with the reason if the file can't be read now. */
static int measure_file(const char *path, struct file_measure *measure_out, struct reason *reason)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	struct stat status;
	char last = '\n';
	int result = 0;

	*measure_out = (struct file_measure){.ended = true};
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0 || fstat(fd, &status) != 0 ||
	    (status.st_size > 0 && pread(fd, &last, 1, status.st_size - 1) != 1)) {
		reason_set_errno(reason, "can't read %s", path);
		result = -1;
	} else {
		measure_out->there = true;
		measure_out->size = (uint64_t)status.st_size;
		measure_out->changed =
			(int64_t)status.st_ctim.tv_sec * 1000000000 + status.st_ctim.tv_nsec;
		measure_out->ended = last == '\n';
	}
	if (fd >= 0)
		close(fd);
	return result;
}

/* The whole new file: the ledger's lines, except those that this batch replaces, and new ones. */
struct whole {
	struct workspace *workspace;
	struct strbuf lines;
	unsigned count;
};

static void add_known(void *context, const char *address, const char *key, const char *value)
{
	struct whole *whole = context;
	char *name = name_of(address, key);

	if (!g_hash_table_contains(whole->workspace->people, name)) {
		add_line(&whole->lines, address, key, value);
		whole->count++;
	}
	g_free(name);
}

static void set_count(struct workspace *workspace, const char *name, int64_t value)
{
	workspace_add_count(workspace, name, value - workspace_count(workspace, name));
}

static void note_counts(struct workspace *workspace, uint64_t bytes, int64_t lines,
			int64_t overtaken)
{
	set_count(workspace, LEDGER_PEOPLE_BYTES, (int64_t)bytes);
	set_count(workspace, LEDGER_PEOPLE_LINES, lines);
	set_count(workspace, LEDGER_PEOPLE_OVERTAKEN, overtaken);
}

static void write_whole(struct workspace *workspace, const struct strbuf *said, int64_t count)
{
	struct whole whole = {.workspace = workspace};

	strbuf_init(&whole.lines, PREFERENCES_FILE_MAX);
	ledger_people(workspace->site->ledger, add_known, &whole);
	strbuf_add_bytes(&whole.lines, said->bytes, said->len);
	transaction_write(&workspace->batch, FILE_NAME, whole.lines.bytes, whole.lines.len);
	note_counts(workspace, whole.lines.len, whole.count + count, 0);
	strbuf_done(&whole.lines);
}

static int append_settings(struct workspace *workspace, const struct strbuf *said, int64_t lines,
			   int64_t overtaken, struct reason *reason)
{
	char *path = config_path(workspace->site->config, FILE_NAME);
	struct strbuf bytes;
	struct file_measure file;
	int result = measure_file(path, &file, reason);

	strbuf_init(&bytes, PREFERENCES_FILE_MAX);
	if (result == 0) {
		strbuf_addf(&bytes, "%s%s", file.ended ? "" : "\n", said->bytes);
		transaction_append(&workspace->batch, FILE_NAME, file.size, bytes.bytes, bytes.len,
				   0600);
		note_counts(workspace, file.size + bytes.len, lines, overtaken);
	}
	strbuf_done(&bytes);
	free(path);
	return result;
}

int preferences_write(struct workspace *workspace, struct reason *reason)
{
	int64_t lines = workspace_count(workspace, LEDGER_PEOPLE_LINES), count = 0;
	int64_t overtaken = workspace_count(workspace, LEDGER_PEOPLE_OVERTAKEN);
	char value[PERSON_VALUE_MAX + 1];
	gpointer name, said;
	GHashTableIter each;
	struct strbuf text;
	int result = 0;

	if (g_hash_table_size(workspace->people) == 0)
		return 0;
	strbuf_init(&text, PREFERENCES_FILE_MAX);
	g_hash_table_iter_init(&each, workspace->people);
	while (g_hash_table_iter_next(&each, &name, &said)) {
		char *address = g_strdup(name), *key = strchr(address, '\t');

		*key++ = '\0';
		overtaken += ledger_person(workspace->site->ledger, address, key, value);
		add_line(&text, address, key, said);
		ledger_put(&workspace->batch.ledger, CHANGE_PERSON, address, key,
			   (const char *)said);
		count++;
		g_free(address);
	}
	if (lines + count >= LINES_MIN && 2 * overtaken > lines + count)
		write_whole(workspace, &text, count);
	else
		result = append_settings(workspace, &text, lines + count, overtaken, reason);
	strbuf_done(&text);
	return result;
}

/* ---- indexing the file in the ledger ---- */

struct reindexing {
	const char *path;
	struct transaction batch;
	GHashTable *names; /* addresses and keys that were read */
	int64_t lines, overtaken;
	unsigned faults;
};

static void report_fault(struct reindexing *telling, unsigned number)
{
	char *notice;

	if (telling->faults++ >= TOLD_MAX)
		return;
	notice = base_printf(
		"%s:%u: expected an address, a key and a value of at most %d bytes, with tabs "
		"between them; pbem ignores this line. Correct the line, or delete it",
		telling->path, number, PERSON_VALUE_MAX);
	ledger_put(&telling->batch.ledger, CHANGE_NOTICE, step_time(), notice);
	free(notice);
}

static void read_line(struct reindexing *telling, const char *line, size_t len, unsigned number)
{
	char *copy = base_strndup(line, len), *key = strchr(copy, '\t');
	char *value = key != NULL ? strchr(key + 1, '\t') : NULL, *name;

	telling->lines++;
	if (len == 0 || memchr(line, '\0', len) != NULL || value == NULL || key == copy ||
	    value == key + 1 || strlen(value + 1) > PERSON_VALUE_MAX || value[1] == '\0' ||
	    strchr(value + 1, '\t') != NULL || !g_utf8_validate(copy, -1, NULL)) {
		report_fault(telling, number);
		telling->overtaken++;
	} else {
		*key = *value = '\0';
		name = g_ascii_strdown(copy, -1);
		ledger_put(&telling->batch.ledger, CHANGE_PERSON, name, key + 1, value + 1);
		g_free(name);
		telling->overtaken += !g_hash_table_add(telling->names, name_of(copy, key + 1));
	}
	free(copy);
}

static void record_counts(struct reindexing *telling, uint64_t bytes, int64_t changed)
{
	const struct {
		const char *name;
		int64_t value;
	} counts[] = {
		{LEDGER_PEOPLE_BYTES, (int64_t)bytes},
		{LEDGER_PEOPLE_CHANGED, changed},
		{LEDGER_PEOPLE_LINES, telling->lines},
		{LEDGER_PEOPLE_OVERTAKEN, telling->overtaken},
	};

	for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
		ledger_put(&telling->batch.ledger, CHANGE_NO_COUNT, counts[i].name);
		ledger_put(&telling->batch.ledger, CHANGE_COUNT, counts[i].name, counts[i].value);
	}
}

static int reindex_file(struct site *site, const char *path, int64_t changed, struct reason *reason)
{
	struct reindexing telling = {.path = path};
	const char *cursor, *line;
	struct strbuf file;
	unsigned number = 0;
	bool there;
	size_t len;
	int result;

	transaction_init(&telling.batch);
	telling.names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	strbuf_init(&file, PREFERENCES_FILE_MAX);
	result = files_read_if_there(path, &file, &there, reason);
	ledger_put(&telling.batch.ledger, CHANGE_NO_PEOPLE, 0);
	cursor = file.bytes;
	while (strbuf_next_line(&cursor, file.bytes + file.len, &line, &len))
		read_line(&telling, line, len, ++number);
	record_counts(&telling, file.len, changed);
	if (result == 0)
		result = journal_commit(site->config->folder, site->ledger, &telling.batch, reason);
	strbuf_done(&file);
	g_hash_table_destroy(telling.names);
	transaction_done(&telling.batch);
	return result;
}

/* Reports whether the file was lost: it is missing, but the ledger has lines of it. */
static bool is_file_lost(const struct site *site, const struct file_measure *file)
{
	return !file->there && ledger_count(site->ledger, LEDGER_PEOPLE_BYTES) > 0;
}

static void add_row(void *context, const char *address, const char *key, const char *value)
{
	add_line(context, address, key, value);
}

/* Writes the file again from the ledger's lines. */
static int rewrite_lost_file(struct site *site, const char *path, struct reason *reason)
{
	struct transaction batch;
	struct strbuf lines;
	char *notice;
	int result;

	transaction_init(&batch);
	strbuf_init(&lines, PREFERENCES_FILE_MAX);
	ledger_people(site->ledger, add_row, &lines);
	transaction_write(&batch, FILE_NAME, lines.bytes, lines.len);
	notice = base_printf(
		"%s, which contains the settings of all persons, was missing, and pbem wrote it "
		"again from the ledger. To delete all settings, leave an empty file there",
		path);
	ledger_put(&batch.ledger, CHANGE_NOTICE, step_time(), notice);
	/* If a look-up has failed, lines are missing, and the file would lose them. */
	result = ledger_check(site->ledger, reason);
	if (result == 0)
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	free(notice);
	strbuf_done(&lines);
	transaction_done(&batch);
	return result;
}

int preferences_complete(struct site *site, struct reason *reason)
{
	char *path = config_path(site->config, FILE_NAME);
	struct file_measure file;
	int result = measure_file(path, &file, reason);

	if (result == 0 && is_file_lost(site, &file)) {
		result = rewrite_lost_file(site, path, reason);
		if (result == 0)
			result = measure_file(path, &file, reason);
	}
	if (result == 0 && ((int64_t)file.size != ledger_count(site->ledger, LEDGER_PEOPLE_BYTES) ||
			    file.changed != ledger_count(site->ledger, LEDGER_PEOPLE_CHANGED)))
		result = reindex_file(site, path, file.changed, reason);
	free(path);
	return result;
}

int preferences_note(struct workspace *workspace, struct reason *reason)
{
	const struct site *site = workspace->site;
	char *path;
	struct file_measure file;
	struct transaction batch;
	int result;

	if (g_hash_table_size(workspace->people) == 0)
		return 0;
	path = config_path(site->config, FILE_NAME);
	result = measure_file(path, &file, reason);
	transaction_init(&batch);
	ledger_put(&batch.ledger, CHANGE_NO_COUNT, LEDGER_PEOPLE_CHANGED);
	ledger_put(&batch.ledger, CHANGE_COUNT, LEDGER_PEOPLE_CHANGED, file.changed);
	if (result == 0)
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	transaction_done(&batch);
	free(path);
	return result;
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
