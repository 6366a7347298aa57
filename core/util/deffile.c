/* SPDX-License-Identifier: MIT */

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/context.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"

/* Collects the faults of definition files, one line per fault. */

void deffile_faults_init(struct deffile_faults *faults)
{
	strbuf_init(&faults->lines, 0);
	faults->count = 0;
	faults->passing = faults->asked = false;
}

void deffile_faults_done(struct deffile_faults *faults)
{
	strbuf_done(&faults->lines);
}

void deffile_faults_first(const struct deffile_faults *faults, struct reason *reason)
{
	const char *cursor = faults->lines.bytes, *line = "";
	size_t len = 0;

	strbuf_next_line(&cursor, cursor + faults->lines.len, &line, &len);
	reason_set(reason, "%.*s", (int)len, line);
	(void)reason_set_kind(reason, faults->passing ? REASON_TEMPORARY
				      : faults->asked ? REASON_USAGE
						      : REASON_DAMAGED);
}

static void __attribute__((format(printf, 4, 0)))
add_fault(struct deffile_faults *faults, const char *path, unsigned number, const char *format,
	  va_list args)
{
	char *what = base_vprintf(format, args);

	if (number > 0)
		strbuf_addf(&faults->lines, "%s:%u: %s\n", path, number, what);
	else
		strbuf_addf(&faults->lines, "%s: %s\n", path, what);
	free(what);
	faults->count++;
}

/* Adds a fault of a line that was read. */
static void __attribute__((format(printf, 3, 4)))
deffile_fault(struct deffile_faults *faults, const struct deffile_line *line, const char *format,
	      ...)
{
	va_list args;

	va_start(args, format);
	add_fault(faults, line->path, line->number, format, args);
	va_end(args);
}

void deffile_faults_add(struct deffile_faults *faults, const char *path, unsigned number,
			const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_fault(faults, path, number, format, args);
	va_end(args);
}

/* Longer words never match. */
enum { MAX_WORD = 31 };

/*
 * Returns how many letters must be changed, added, dropped or swapped with the next to turn one
 * word into the other.
 */
static size_t edit_distance(const char *a, const char *b)
{
	size_t rows[3][MAX_WORD + 1], a_len = strlen(a), b_len = strlen(b);

	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		size_t *now = rows[i % 3], *last = rows[(i + 2) % 3];

		now[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    rows[(i + 1) % 3][j - 2] + 1 < best)
				best = rows[(i + 1) % 3][j - 2] + 1;
			now[j] = best;
		}
	}
	return rows[a_len % 3][b_len];
}

const char *deffile_nearest(const char *word, const char *const *words)
{
	const char *nearest = NULL;
	size_t least = strlen(word) / 3 + 1;

	if (strlen(word) > MAX_WORD)
		return NULL;
	for (; *words != NULL; words++) {
		size_t far;

		if (strlen(*words) > MAX_WORD)
			continue;
		far = edit_distance(word, *words);
		if (far < least || (far == least && nearest == NULL && far < strlen(*words))) {
			least = far;
			nearest = *words;
		}
	}
	return nearest;
}

enum {
	MAX_FILE_BYTES = 1 << 20,
	MAX_GENERATIONS = 8,
};

/* A file in memory. */
struct deffile_kept {
	char *path, *text;
	struct deffile_kept *next;
};

struct deffile {
	const struct deffile_keyword *keywords;
	int (*holds)(void *target, const char *condition, struct reason *reason);
	struct deffile_line **lines;
	size_t count, size;
	char *paths[MAX_GENERATIONS]; /* the file itself, then its ancestors */
	char *bytes[MAX_GENERATIONS]; /* split into words */
	size_t files;
};

static const struct deffile_keyword *find_keyword(const struct deffile_keyword *table,
						  const char *word)
{
	for (; table != NULL && table->name != NULL; table++)
		if (strcmp(table->name, word) == 0)
			return table;
	return NULL;
}

static int read_file(const char *path, struct strbuf *out, struct reason *reason)
{
	FILE *stream = fopen(path, "r");
	char buffer[4096];
	size_t got;
	int result = 0;

	if (stream == NULL) {
		reason_set_errno(reason, "can't be read");
		return -1;
	}
	while ((got = fread(buffer, 1, sizeof buffer, stream)) > 0)
		strbuf_add_bytes(out, buffer, got);
	if (ferror(stream)) {
		reason_set_errno(reason, "can't be read");
		result = -1;
	} else if (out->overflow || memchr(out->bytes, '\0', out->len) != NULL) {
		reason_set(reason, "can't be read: not a text file of at most %d bytes",
			   MAX_FILE_BYTES);
		result = -1;
	}
	fclose(stream);
	return result;
}

/* Ends the line at a comment: a '#' that begins a word. */
static void cut_comment(char *line)
{
	for (char *at = line; *at != '\0'; at++) {
		if (*at == '#' && (at == line || at[-1] == ' ' || at[-1] == '\t')) {
			*at = '\0';
			return;
		}
		if (*at == '\r')
			*at = ' ';
	}
}

static struct deffile_line *add_line(struct deffile *file, const char *path, unsigned number,
				     char *text)
{
	struct deffile_line *line = base_zalloc(1, sizeof *line);

	line->path = path;
	line->number = number;
	line->words = line->all_words = base_alloc((strlen(text) / 2 + 1) * sizeof *line->words);
	line->count = strbuf_split(text, line->words, strlen(text) / 2 + 1);
	for (size_t i = 0; i < line->count; i++)
		line->words[i][strcspn(line->words[i], " \t")] = '\0';
	file->lines = base_grow(file->lines, file->count, &file->size, sizeof(void *));
	file->lines[file->count++] = line;
	return line;
}

/* Removes `when` and its conditions from the beginning of the line. */
static void parse_conditions(struct deffile_line *line, struct deffile_faults *faults)
{
	size_t count = 1;

	if (line->count == 0 || strcmp(line->words[0], "when") != 0)
		return;
	while (count < line->count && strchr(line->words[count], '=') != NULL)
		count++;
	if (count == 1 || count == line->count) {
		deffile_fault(faults, line,
			      "expected: when KEY=VALUE... and the line that then counts");
		return;
	}
	line->conditions = line->words + 1;
	line->condition_count = count - 1;
	line->words += count;
	line->count -= count;
}

/* Splits a file's bytes into lines and words, added after those before. */
static void split_file(struct deffile *file, const char *path, char *bytes,
		       struct deffile_faults *faults)
{
	const struct deffile_line *head = NULL;
	unsigned number = 0;

	for (char *next = bytes; next != NULL && *next != '\0';) {
		char *text = next, *end = strchr(next, '\n');
		bool indented = *text == ' ' || *text == '\t';
		struct deffile_line *line;

		next = end ? end + 1 : NULL;
		if (end != NULL)
			*end = '\0';
		number++;
		cut_comment(text);
		if (text[strspn(text, " \t")] == '\0')
			continue;
		line = add_line(file, path, number, text);
		if (find_keyword(file->keywords, "when") == NULL)
			parse_conditions(line, faults);
		if (indented && head == NULL)
			deffile_fault(faults, line,
				      "indented, but there is no line above it to belong to");
		if (indented)
			line->head = head;
		else
			head = line;
	}
}

static bool same_head(const struct deffile_line *a, const struct deffile_line *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return strcmp(a->words[0], b->words[0]) == 0 && a->count > 1 && b->count > 1 &&
	       strcmp(a->words[1], b->words[1]) == 0;
}

/* Reports whether `word` is one of the words of `list`, which are separated by spaces. */
static bool is_listed(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = list; at != NULL && (at = strstr(at, word)) != NULL; at += len)
		if ((at == list || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
			return true;
	return false;
}

static const struct deffile_keyword *keywords_of(const struct deffile *file,
						 const struct deffile_line *line)
{
	const struct deffile_keyword *keyword;

	if (line->head == NULL)
		return file->keywords;
	keyword = find_keyword(file->keywords, line->head->words[0]);
	return keyword ? keyword->block : NULL;
}

/* Reports whether the descendant's line replaces the ancestor's line. */
static bool replaces_line(const struct deffile *file, const struct deffile_line *line,
			  const struct deffile_line *elder)
{
	const struct deffile_keyword *keyword =
		find_keyword(keywords_of(file, line), line->words[0]);

	if (keyword == NULL)
		return false;
	if (line->head == NULL &&
	    is_listed(keyword->replaces, (elder->head ? elder->head : elder)->words[0]))
		return true;
	if (keyword->block != NULL || !same_head(line->head, elder->head) ||
	    strcmp(line->words[0], elder->words[0]) != 0)
		return false;
	return !keyword->named || (line->count > 1 && elder->count > 1 &&
				   strcmp(line->words[1], elder->words[1]) == 0);
}

static void mark_replaced_lines(struct deffile *file)
{
	if (file->files == 1)
		return;
	for (size_t i = 0; i < file->count; i++)
		for (size_t j = 0; j < i; j++)
			if (file->lines[j]->generation < file->lines[i]->generation &&
			    replaces_line(file, file->lines[i], file->lines[j]))
				file->lines[j]->replaced = true;
}

/* Returns the parent's name if the file's first line is `like PARENT`, which is then removed. */
static char *parse_like(struct deffile *file, struct deffile_faults *faults)
{
	struct deffile_line *line = file->count > 0 ? file->lines[0] : NULL;

	if (line == NULL || strcmp(line->words[0], "like") != 0)
		return NULL;
	line->replaced = true;
	if (line->count != 2 || strchr(line->words[1], '/') != NULL) {
		deffile_fault(faults, line, "expected: like PARENT");
		return NULL;
	}
	return line->words[1];
}

static const struct deffile_kept *kept_files(void)
{
	const struct context *context = context_in_force();

	return context != NULL ? context->files : NULL;
}

void deffile_keep(const struct deffile_kind *kind, const char *name, const char *text)
{
	struct context *context = context_in_force();
	struct deffile_kept *kept = base_alloc(sizeof *kept);

	*kept = (struct deffile_kept){
		.path = base_printf("%s/%s%s", kind->folder, name, kind->suffix),
		.text = base_strdup(text),
		.next = context->files,
	};
	context->files = kept;
}

void deffile_drop(void)
{
	struct context *context = context_in_force();
	struct deffile_kept *kept = context->files;

	if (kept == NULL)
		return;
	context->files = kept->next;
	free(kept->path);
	free(kept->text);
	free(kept);
}

/* Reads a file, from memory if it is kept there. */
static int read_or_copy(const char *path, struct strbuf *out, struct reason *reason)
{
	for (const struct deffile_kept *kept = kept_files(); kept != NULL; kept = kept->next) {
		if (strcmp(kept->path, path) == 0) {
			strbuf_add(out, kept->text);
			return 0;
		}
	}
	return read_file(path, out, reason);
}

/* Reads a file and inserts its lines before those of its descendants. */
static int load_one(struct deffile *file, const struct deffile_kind *kind, const char *name,
		    const struct deffile_line *from, struct deffile_faults *faults)
{
	size_t at = file->files, before = file->count;
	char *path = base_printf("%s/%s%s", kind->folder, name, kind->suffix);
	struct deffile_line **reordered;
	struct reason reason;
	struct strbuf bytes;

	file->paths[at] = path;
	strbuf_init(&bytes, MAX_FILE_BYTES);
	file->files++;
	if (read_or_copy(path, &bytes, &reason) < 0) {
		strbuf_done(&bytes);
		faults->passing = faults->passing || reason_is_temporary(&reason);
		if (from != NULL)
			deffile_fault(faults, from, "%s %s", path, reason.text);
		else
			deffile_faults_add(faults, path, 1, "%s", reason.text);
		return -1;
	}
	file->bytes[at] = strbuf_take(&bytes);
	split_file(file, path, file->bytes[at], faults);
	if (file->count == 0)
		return 0;
	reordered = base_alloc((file->count + 1) * sizeof *reordered);
	memcpy(reordered, file->lines + before, (file->count - before) * sizeof *reordered);
	memcpy(reordered + file->count - before, file->lines, before * sizeof *reordered);
	memcpy(file->lines, reordered, file->count * sizeof *reordered);
	free(reordered);
	for (size_t i = 0; i < file->count - before; i++)
		file->lines[i]->generation = (unsigned)(MAX_GENERATIONS - at);
	return 0;
}

struct deffile *deffile_load(const struct deffile_kind *kind, const char *name,
			     struct deffile_faults *faults)
{
	struct deffile *file = base_zalloc(1, sizeof *file);
	const struct deffile_line *from = NULL;

	file->keywords = kind->keywords;
	file->holds = kind->holds;
	for (;;) {
		if (load_one(file, kind, name, from, faults) < 0)
			break;
		from = file->count > 0 ? file->lines[0] : NULL;
		name = parse_like(file, faults);
		if (name == NULL) {
			mark_replaced_lines(file);
			return file;
		}
		if (file->files == MAX_GENERATIONS) {
			deffile_fault(faults, from,
				      "inherits from itself, or over more than %d files",
				      MAX_GENERATIONS);
			break;
		}
	}
	deffile_free(file);
	return NULL;
}

void deffile_free(struct deffile *file)
{
	if (file == NULL)
		return;
	for (size_t i = 0; i < file->count; i++) {
		free(file->lines[i]->all_words);
		free(file->lines[i]);
	}
	for (size_t i = 0; i < file->files; i++) {
		free(file->paths[i]);
		free(file->bytes[i]);
	}
	free(file->lines);
	free(file);
}

static void report_unknown(const struct deffile *file, const struct deffile_line *line,
			   struct deffile_faults *faults)
{
	const struct deffile_keyword *table = keywords_of(file, line);
	const char *names[64] = {NULL}, *nearest;

	if (line->head != NULL && table == NULL) {
		if (find_keyword(file->keywords, line->head->words[0]) != NULL)
			deffile_fault(faults, line, "no lines may be indented under '%s'",
				      line->head->words[0]);
		return;
	}
	for (size_t i = 0; table[i].name != NULL && i + 1 < ARRAY_LEN(names); i++)
		names[i] = table[i].name;
	nearest = deffile_nearest(line->words[0], names);
	if (strcmp(line->words[0], "like") == 0)
		deffile_fault(faults, line, "'like' must be the first line");
	else if (nearest != NULL)
		deffile_fault(faults, line, "unknown keyword '%s'; did you mean '%s'?",
			      line->words[0], nearest);
	else
		deffile_fault(faults, line, "unknown keyword '%s'", line->words[0]);
}

static void read_line(const struct deffile_keyword *keyword, const struct deffile_line *line,
		      bool again, void *target, struct deffile_faults *faults)
{
	struct reason reason;

	if (line->count - 1 < keyword->min || line->count - 1 > keyword->max)
		deffile_fault(faults, line, "expected: %s", keyword->form);
	else if (keyword->once && again)
		deffile_fault(faults, line, "'%s' was said above", keyword->name);
	else if (keyword->read != NULL && keyword->read(target, line, &reason) < 0)
		deffile_fault(faults, line, "%s", reason.text);
}

/* Reports whether all the line's conditions hold, and those of the line it is indented under. */
static bool conditions_hold(const struct deffile *file, const struct deffile_line *line,
			    void *target, struct deffile_faults *faults)
{
	struct reason reason;
	bool all = true;

	if (line->head != NULL && !conditions_hold(file, line->head, target, NULL))
		return false;
	for (size_t i = 0; i < line->condition_count; i++) {
		int holds = -1;

		if (file->holds != NULL)
			holds = file->holds(target, line->conditions[i], &reason);
		else
			reason_set(&reason, "there are no options here to depend on");
		if (holds < 0 && faults != NULL)
			deffile_fault(faults, line, "%s", reason.text);
		all = all && holds > 0;
	}
	return all;
}

/* Reads all lines with that keyword. `known` has the keyword of each line. */
static void read_keyword(const struct deffile *file, const struct deffile_keyword *const *known,
			 const struct deffile_keyword *keyword, const char *head, void *target,
			 struct deffile_faults *faults)
{
	bool found = false;

	for (size_t i = 0; i < file->count; i++) {
		const struct deffile_line *line = file->lines[i];

		if (line->replaced || known[i] != keyword)
			continue;
		if (head == NULL ? line->head != NULL
				 : line->head == NULL || strcmp(line->head->words[0], head) != 0)
			continue;
		if (!conditions_hold(file, line, target, faults))
			continue;
		read_line(keyword, line, found, target, faults);
		found = true;
	}
	if (keyword->required && !found)
		deffile_faults_add(faults, deffile_path(file), 1, "a line is missing: %s",
				   keyword->form);
}

void deffile_read(const struct deffile *file, void *target, struct deffile_faults *faults)
{
	const struct deffile_keyword **known = base_zalloc(file->count + 1, sizeof(void *));

	for (size_t i = 0; i < file->count; i++) {
		const struct deffile_line *line = file->lines[i];

		known[i] = find_keyword(keywords_of(file, line), line->words[0]);
		if (!line->replaced && known[i] == NULL)
			report_unknown(file, line, faults);
	}
	for (const struct deffile_keyword *keyword = file->keywords; keyword->name != NULL;
	     keyword++) {
		read_keyword(file, known, keyword, NULL, target, faults);
		for (const struct deffile_keyword *inner = keyword->block;
		     inner != NULL && inner->name != NULL; inner++)
			read_keyword(file, known, inner, keyword->name, target, faults);
	}
	free(known);
}

static void add_words(char *const *words, size_t count, struct strbuf *out)
{
	for (size_t i = 0; i < count; i++)
		strbuf_addf(out, " %s", words[i]);
}

void deffile_digest(const struct deffile *file, struct sha256 *digest_out)
{
	struct strbuf all;

	strbuf_init(&all, 0);
	for (size_t i = 0; i < file->count; i++) {
		const struct deffile_line *line = file->lines[i];
		const struct deffile_keyword *keyword =
			find_keyword(keywords_of(file, line), line->words[0]);

		if (line->replaced || (keyword != NULL && keyword->for_people))
			continue;
		if (line->head != NULL)
			strbuf_addf(&all, "%s: ", line->head->words[0]);
		add_words(line->words, line->count, &all);
		strbuf_add(&all, line->condition_count > 0 ? " when" : "");
		add_words(line->conditions, line->condition_count, &all);
		strbuf_add_char(&all, '\n');
	}
	sha256_bytes(all.bytes, all.len, digest_out);
	strbuf_done(&all);
}

const char *deffile_path(const struct deffile *file)
{
	return file->paths[0];
}

/* Adds a name, unless it is there already. */
static char **add_name(char **names, size_t *count, const char *name, size_t len)
{
	for (size_t i = 0; i < *count; i++)
		if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
			return names;
	names = base_realloc(names, (*count + 2) * sizeof *names);
	names[(*count)++] = base_strndup(name, len);
	names[*count] = NULL;
	return names;
}

/* Adds the names of files of that kind in memory. */
static char **add_kept(char **names, size_t *count, const struct deffile_kind *kind)
{
	const size_t folder = strlen(kind->folder), suffix = strlen(kind->suffix);

	for (const struct deffile_kept *kept = kept_files(); kept != NULL; kept = kept->next) {
		const char *name = kept->path + folder + 1;

		if (strbuf_starts(kept->path, kind->folder) && kept->path[folder] == '/' &&
		    strlen(name) > suffix &&
		    strcmp(name + strlen(name) - suffix, kind->suffix) == 0)
			names = add_name(names, count, name, strlen(name) - suffix);
	}
	return names;
}

char **deffile_names(const struct deffile_kind *kind)
{
	size_t count = 0, suffix = strlen(kind->suffix);
	char **names = add_kept(base_zalloc(1, sizeof *names), &count, kind);
	DIR *folder = opendir(kind->folder);
	struct dirent *entry;
	int fault = folder == NULL ? errno : 0;

	while (folder != NULL && (errno = 0, entry = readdir(folder)) != NULL) {
		size_t len = strlen(entry->d_name);

		if (entry->d_name[0] == '.' || len <= suffix ||
		    strcmp(entry->d_name + len - suffix, kind->suffix) != 0)
			continue;
		names = add_name(names, &count, entry->d_name, len - suffix);
	}
	if (folder != NULL) {
		fault = errno;
		closedir(folder);
	}
	qsort(names, count, sizeof *names, strbuf_compare);
	errno = fault;
	return names;
}
