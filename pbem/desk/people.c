/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/desk/people.h"
#include "pbem/promise/journal.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

enum {
	PEOPLE_FILE_MAX = 1 << 28,
	LINES_MIN = 64, /* fewer are not worth writing the file anew */
	TOLD_MAX = 3,	/* damaged lines told one by one */
};

#define FILE_NAME "people"

/* ---- asking and saying ---- */

/* As this batch's are found: address and key; for g_free. */
static char *name_of(const char *address, const char *key)
{
	char *small = g_ascii_strdown(address, -1), *name = g_strdup_printf("%s\t%s", small, key);

	g_free(small);
	return name;
}

/* What an address has said under a key, this batch's included; "" when nothing. */
static void get(struct desk *desk, const char *address, const char *key,
		char value_out[PERSON_VALUE_MAX + 1])
{
	char *name = name_of(address, key);
	const char *said = g_hash_table_lookup(desk->people, name);

	value_out[0] = '\0';
	if (said != NULL) {
		snprintf(value_out, PERSON_VALUE_MAX + 1, "%s", said);
	} else {
		*strchr(name, '\t') = '\0';
		(void)ledger_person(desk->site->ledger, name, key, value_out);
	}
	g_free(name);
}

void people_set(struct desk *desk, const char *address, const char *key, const char *value)
{
	char before[PERSON_VALUE_MAX + 1];

	get(desk, address, key, before);
	if (strncmp(before, value, PERSON_VALUE_MAX) == 0)
		return;
	g_hash_table_replace(desk->people, name_of(address, key),
			     base_printf("%.*s", PERSON_VALUE_MAX, value));
}

enum { BRIEF, HTML, LINKS, CALENDAR, ZONE, LANGUAGE };

static const char *const keys[] = {
	[BRIEF] = PEOPLE_SHORT,	      [HTML] = PEOPLE_HTML, [LINKS] = PEOPLE_LINKS,
	[CALENDAR] = PEOPLE_CALENDAR, [ZONE] = PEOPLE_ZONE, [LANGUAGE] = PEOPLE_LANGUAGE,
};

/* What an address has said under each of them; "" when nothing. */
struct said {
	char values[ARRAY_LEN(keys)][PERSON_VALUE_MAX + 1];
};

static void note_said(void *context, const char *key, const char *value)
{
	struct said *said = context;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (strcmp(keys[i], key) == 0)
			snprintf(said->values[i], PERSON_VALUE_MAX + 1, "%s", value);
}

/* All of it, which is asked of whomever a letter goes to. */
static void get_all(struct desk *desk, const char *address, struct said *said_out)
{
	char *small = g_ascii_strdown(address, -1);

	memset(said_out, 0, sizeof *said_out);
	ledger_person_all(desk->site->ledger, small, note_said, said_out);
	for (size_t i = 0; i < ARRAY_LEN(keys) && g_hash_table_size(desk->people) > 0; i++)
		get(desk, address, keys[i], said_out->values[i]);
	g_free(small);
}

void people_of_address(struct desk *desk, const char *address, struct person *person_out)
{
	const char *standard = desk->site->config->language;
	struct said said = {.values = {""}};
	const char *brief = said.values[BRIEF], *html = said.values[HTML];
	const char *calendar = said.values[CALENDAR], *language = said.values[LANGUAGE];

	if (address != NULL)
		get_all(desk, address, &said);
	memset(person_out, 0, sizeof *person_out);
	person_out->calendar =
		*calendar != '\0' ? strcmp(calendar, "on") == 0 : desk->site->config->calendar;
	person_out->html = *html != '\0' ? strcmp(html, "on") == 0 : desk->site->config->html;
	person_out->links = strcmp(said.values[LINKS], "on") == 0;
	if (*brief != '\0')
		person_out->brevity = strcmp(brief, "on") == 0 ? BREVITY_SHORT : BREVITY_LONG;
	snprintf(person_out->zone, sizeof person_out->zone, "%s", said.values[ZONE]);
	if (*language == '\0')
		language = standard != NULL ? standard : "";
	if (strcmp(language, WORDS_ENGLISH) != 0)
		snprintf(person_out->language, sizeof person_out->language, "%.*s",
			 PEOPLE_LANGUAGE_MAX, language);
}

void people_of(struct desk *desk, const struct seat *seat, struct person *person_out)
{
	people_of_address(desk, seat->address_count > 0 ? seat->addresses[0] : NULL, person_out);
	if (person_out->brevity == BREVITY_OWN)
		person_out->brevity = seat->brevity;
}

bool people_is_brief(const struct person *person, const struct seat *seat)
{
	return person->brevity == BREVITY_SHORT ||
	       (person->brevity == BREVITY_OWN && seat->letters >= LETTERS_COUNTED);
}

void people_move(struct desk *desk, const char *from, const char *to)
{
	char value[PERSON_VALUE_MAX + 1];

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		get(desk, to, keys[i], value);
		if (value[0] != '\0')
			continue;
		get(desk, from, keys[i], value);
		if (value[0] != '\0')
			people_set(desk, to, keys[i], value);
	}
}

/* ---- the file ---- */

static void add_line(struct text *out, const char *address, const char *key, const char *value)
{
	text_addf(out, "%s\t%s\t%s\n", address, key, value);
}

/* How a file stands: all 0 when it isn't there. */
struct measure {
	bool there;
	uint64_t size;
	int64_t changed; /* when its bytes or what is known of it last were, in nanoseconds */
	bool ended;	 /* the last byte ends a line */
};

/* -1 when nobody can tell now. */
static int measure(const char *path, struct measure *measure_out, struct reason *reason)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	struct stat status;
	char last = '\n';
	int result = 0;

	*measure_out = (struct measure){.ended = true};
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

/* What the whole file would say: what the ledger knows, but for what is said anew. */
struct whole {
	struct desk *desk;
	struct text lines;
	unsigned count;
};

static void add_known(void *context, const char *address, const char *key, const char *value)
{
	struct whole *whole = context;
	char *name = name_of(address, key);

	if (!g_hash_table_contains(whole->desk->people, name)) {
		add_line(&whole->lines, address, key, value);
		whole->count++;
	}
	g_free(name);
}

static void set_count(struct desk *desk, const char *name, int64_t value)
{
	desk_add_count(desk, name, value - desk_count(desk, name));
}

static void note_counts(struct desk *desk, uint64_t bytes, int64_t lines, int64_t overtaken)
{
	set_count(desk, LEDGER_PEOPLE_BYTES, (int64_t)bytes);
	set_count(desk, LEDGER_PEOPLE_LINES, lines);
	set_count(desk, LEDGER_PEOPLE_OVERTAKEN, overtaken);
}

static void write_whole(struct desk *desk, const struct text *said, int64_t count)
{
	struct whole whole = {.desk = desk};

	text_init(&whole.lines, PEOPLE_FILE_MAX);
	ledger_people(desk->site->ledger, add_known, &whole);
	text_add_bytes(&whole.lines, said->bytes, said->len);
	batch_write(&desk->batch, FILE_NAME, whole.lines.bytes, whole.lines.len);
	note_counts(desk, whole.lines.len, whole.count + count, 0);
	text_done(&whole.lines);
}

static int append(struct desk *desk, const struct text *said, int64_t lines, int64_t overtaken,
		  struct reason *reason)
{
	char *path = config_path(desk->site->config, FILE_NAME);
	struct text bytes;
	struct measure file;
	int result = measure(path, &file, reason);

	text_init(&bytes, PEOPLE_FILE_MAX);
	if (result == 0) {
		text_addf(&bytes, "%s%s", file.ended ? "" : "\n", said->bytes);
		batch_append(&desk->batch, FILE_NAME, file.size, bytes.bytes, bytes.len, 0600);
		note_counts(desk, file.size + bytes.len, lines, overtaken);
	}
	text_done(&bytes);
	free(path);
	return result;
}

int people_write(struct desk *desk, struct reason *reason)
{
	int64_t lines = desk_count(desk, LEDGER_PEOPLE_LINES), count = 0;
	int64_t overtaken = desk_count(desk, LEDGER_PEOPLE_OVERTAKEN);
	char value[PERSON_VALUE_MAX + 1];
	gpointer name, said;
	GHashTableIter each;
	struct text text;
	int result = 0;

	if (g_hash_table_size(desk->people) == 0)
		return 0;
	text_init(&text, PEOPLE_FILE_MAX);
	g_hash_table_iter_init(&each, desk->people);
	while (g_hash_table_iter_next(&each, &name, &said)) {
		char *address = g_strdup(name), *key = strchr(address, '\t');

		*key++ = '\0';
		overtaken += ledger_person(desk->site->ledger, address, key, value);
		add_line(&text, address, key, said);
		ledger_line_person(&desk->batch.ledger, address, key, said);
		count++;
		g_free(address);
	}
	if (lines + count >= LINES_MIN && 2 * overtaken > lines + count)
		write_whole(desk, &text, count);
	else
		result = append(desk, &text, lines + count, overtaken, reason);
	text_done(&text);
	return result;
}

/* ---- telling the ledger ---- */

struct telling {
	const char *path;
	struct batch batch;
	GHashTable *names; /* of what was said */
	int64_t lines, overtaken;
	unsigned faults;
};

static void tell_fault(struct telling *telling, unsigned number)
{
	char *notice;

	if (telling->faults++ >= TOLD_MAX)
		return;
	notice = base_printf("%s:%u: expected an address, a key and a value of at most %d bytes, "
			     "parted by tabs; this line is left out. Mend it, or take it away",
			     telling->path, number, PERSON_VALUE_MAX);
	ledger_line_notice(&telling->batch.ledger, step_time(), notice);
	free(notice);
}

static void read_line(struct telling *telling, const char *line, size_t len, unsigned number)
{
	char *copy = base_strndup(line, len), *key = strchr(copy, '\t');
	char *value = key != NULL ? strchr(key + 1, '\t') : NULL, *name;

	telling->lines++;
	if (len == 0 || memchr(line, '\0', len) != NULL || value == NULL || key == copy ||
	    value == key + 1 || strlen(value + 1) > PERSON_VALUE_MAX || value[1] == '\0' ||
	    strchr(value + 1, '\t') != NULL || !g_utf8_validate(copy, -1, NULL)) {
		tell_fault(telling, number);
		telling->overtaken++;
	} else {
		*key = *value = '\0';
		name = g_ascii_strdown(copy, -1);
		ledger_line_person(&telling->batch.ledger, name, key + 1, value + 1);
		g_free(name);
		telling->overtaken += !g_hash_table_add(telling->names, name_of(copy, key + 1));
	}
	free(copy);
}

static void tell_counts(struct telling *telling, uint64_t bytes, int64_t changed)
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
		ledger_line_no_count(&telling->batch.ledger, counts[i].name);
		ledger_line_count(&telling->batch.ledger, counts[i].name, counts[i].value);
	}
}

static int tell_all(struct site *site, const char *path, int64_t changed, struct reason *reason)
{
	struct telling telling = {.path = path};
	const char *cursor, *line;
	struct text file;
	unsigned number = 0;
	bool there;
	size_t len;
	int result;

	batch_init(&telling.batch);
	telling.names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	text_init(&file, PEOPLE_FILE_MAX);
	result = files_read_if_there(path, &file, &there, reason);
	ledger_line_no_people(&telling.batch.ledger);
	cursor = file.bytes;
	while (text_next_line(&cursor, file.bytes + file.len, &line, &len))
		read_line(&telling, line, len, ++number);
	tell_counts(&telling, file.len, changed);
	if (result == 0)
		result = journal_commit(site->config->folder, site->ledger, &telling.batch, reason);
	text_done(&file);
	g_hash_table_destroy(telling.names);
	batch_done(&telling.batch);
	return result;
}

/* Whether it isn't there, and by what the ledger knows said something: nobody has taken that back.
 */
static bool is_lost(const struct site *site, const struct measure *file)
{
	return !file->there && ledger_count(site->ledger, LEDGER_PEOPLE_BYTES) > 0;
}

static void add_row(void *context, const char *address, const char *key, const char *value)
{
	add_line(context, address, key, value);
}

/* The file as the ledger has it. */
static int write_lost(struct site *site, const char *path, struct reason *reason)
{
	struct batch batch;
	struct text lines;
	char *notice;
	int result;

	batch_init(&batch);
	text_init(&lines, PEOPLE_FILE_MAX);
	ledger_people(site->ledger, add_row, &lines);
	batch_write(&batch, FILE_NAME, lines.bytes, lines.len);
	notice = base_printf("%s, where what people have chosen for their letters stands, wasn't "
			     "there any more, and was written anew of what the ledger knows. If "
			     "nobody is to have chosen anything, leave an empty file there",
			     path);
	ledger_line_notice(&batch.ledger, step_time(), notice);
	/* Half of it would be the rest forgotten. */
	result = ledger_check(site->ledger, reason);
	if (result == 0)
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	free(notice);
	text_done(&lines);
	batch_done(&batch);
	return result;
}

int people_complete(struct site *site, struct reason *reason)
{
	char *path = config_path(site->config, FILE_NAME);
	struct measure file;
	int result = measure(path, &file, reason);

	if (result == 0 && is_lost(site, &file)) {
		result = write_lost(site, path, reason);
		if (result == 0)
			result = measure(path, &file, reason);
	}
	if (result == 0 && ((int64_t)file.size != ledger_count(site->ledger, LEDGER_PEOPLE_BYTES) ||
			    file.changed != ledger_count(site->ledger, LEDGER_PEOPLE_CHANGED)))
		result = tell_all(site, path, file.changed, reason);
	free(path);
	return result;
}

int people_note(struct desk *desk, struct reason *reason)
{
	const struct site *site = desk->site;
	char *path;
	struct measure file;
	struct batch batch;
	int result;

	if (g_hash_table_size(desk->people) == 0)
		return 0;
	path = config_path(site->config, FILE_NAME);
	result = measure(path, &file, reason);
	batch_init(&batch);
	ledger_line_no_count(&batch.ledger, LEDGER_PEOPLE_CHANGED);
	ledger_line_count(&batch.ledger, LEDGER_PEOPLE_CHANGED, file.changed);
	if (result == 0)
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	batch_done(&batch);
	free(path);
	return result;
}

/* ---- languages ---- */

/* "English, German". */
static void list_languages(char *const *languages, struct text *out)
{
	for (char *const *language = languages; *language != NULL; language++)
		text_addf(out, "%s%s", language == languages ? "" : ", ",
			  words_language_name(*language));
}

enum verdict people_find_language(const struct desk *desk, const char *text,
				  char language_out[WORDS_LANGUAGE_MAX + 1], struct reason *why)
{
	char **languages = template_set_languages(desk->site->templates);
	const char *known = words_language(text);
	enum verdict verdict = REFUSED;
	struct text list;

	for (char **language = languages; *language != NULL; language++) {
		if (!text_same(*language, known != NULL ? known : text))
			continue;
		snprintf(language_out, WORDS_LANGUAGE_MAX + 1, "%s", *language);
		verdict = ACCEPTED;
	}
	if (verdict == REFUSED) {
		text_init(&list, 600);
		list_languages(languages, &list);
		reason_set(why,
			   "There are no letters here in a language called \"%.40s\". Write "
			   "LANGUAGE and one of these: %s.",
			   text, list.bytes);
		text_done(&list);
	}
	g_strfreev(languages);
	return verdict;
}
