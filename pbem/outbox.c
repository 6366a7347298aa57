/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base.h"
#include "core/text.h"
#include "pbem/config.h"
#include "pbem/files.h"
#include "pbem/outbox.h"
#include "pbem/step.h"

#define SECONDS_A_DAY 86400
#define LAST_SECOND 253402300799 /* of the year 9999 */

typedef void (*give_up_function)(void *context, const char *name, const char *to,
                                 const char *bytes, size_t len, const char *why);

/* One pass over the outbox. */
struct pass {
	const struct config *config;
	struct sink *sink;
	int64_t now;
	give_up_function give_up;
	void *context;
	struct outbox_report report;
	char *folder;
	char **names;
	size_t count, size;
	struct text file;  /* scratch */
};

/* An outbox file taken apart, in place. */
struct envelope {
	const char *from, *to;
	int64_t since;
	const char *bytes;
	size_t len;
};

void
outbox_write_envelope(const char *from, const char *to, int64_t since, struct text *out)
{
	text_addf(out, "from: %s\nto: %s\nsince: %" PRId64 "\n\n", from, to, since);
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What is being written (.tmp) or hidden is not a letter yet. */
static bool
is_letter(const char *name)
{
	size_t len = strlen(name);

	return name[0] != '.' && (len < 4 || strcmp(name + len - 4, ".tmp") != 0);
}

static int
list_letters(struct pass *pass, struct reason *reason)
{
	DIR *dir = opendir(pass->folder);
	struct dirent *entry;

	if (dir == NULL && errno == ENOENT)
		return 0; /* nothing was ever sent */
	if (dir == NULL) {
		reason_set(reason, "can't read the folder %s: %s", pass->folder, strerror(errno));
		return -1;
	}
	while ((entry = readdir(dir)) != NULL) {
		if (!is_letter(entry->d_name))
			continue;
		if (pass->count == pass->size) {
			pass->size = pass->size ? 2 * pass->size : 64;
			pass->names = base_realloc(pass->names, pass->size * sizeof *pass->names);
		}
		pass->names[pass->count++] = base_strdup(entry->d_name);
	}
	closedir(dir);
	if (pass->count > 0)
		qsort(pass->names, pass->count, sizeof *pass->names, compare_names);
	return 0;
}

/* Takes a line "KEY: value" off the front of *rest and gives its value; false when it isn't one. */
static bool
take_value(char **rest, const char *key, char **value_out, char **end_out)
{
	size_t len = strlen(key);
	char *line = *rest, *newline = strchr(line, '\n');

	if (newline == NULL || strncmp(line, key, len) != 0 || line[len] != ':' ||
	    line[len + 1] != ' ')
		return false;
	*value_out = line + len + 2;
	*end_out = newline;
	*rest = newline + 1;
	return true;
}

/* Takes the file apart; one that is no letter stays as it is. */
static bool
read_envelope(struct text *file, struct envelope *envelope)
{
	char *rest = file->bytes, *from, *to, *since, *ends[3], *end;

	if (!take_value(&rest, "from", &from, &ends[0]) || !take_value(&rest, "to", &to, &ends[1]) ||
	    !take_value(&rest, "since", &since, &ends[2]) || *rest != '\n')
		return false;
	errno = 0;
	envelope->since = strtoll(since, &end, 10);
	if (errno != 0 || end == since || end != ends[2] || envelope->since < 0 ||
	    envelope->since > LAST_SECOND)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		*ends[i] = '\0';
	envelope->from = from;
	envelope->to = to;
	envelope->bytes = rest + 1;
	envelope->len = file->len - (size_t)(envelope->bytes - file->bytes);
	return true;
}

/* The folder isn't flushed: a letter that comes back after a power cut is sent again as it was, with
 * the same Message-ID. */
static void
take_out(const char *path)
{
	unlink(path);
	step();
}

static bool
is_too_old(const struct pass *pass, const struct envelope *envelope)
{
	return pass->config->retry_days * (int64_t)SECONDS_A_DAY < pass->now - envelope->since;
}

/* Tries one letter. WIRE_LATER: it still waits. */
static enum wire
try_letter(struct pass *pass, const char *name, const char *path, struct reason *reason)
{
	struct envelope envelope = { .to = "" };
	enum wire result;

	text_clear(&pass->file);
	if (files_read(path, &pass->file, reason) != 0)
		return WIRE_LATER;
	if (!read_envelope(&pass->file, &envelope)) {
		reason_set(reason, "%s is not a letter of the outbox: the lines \"from:\", \"to:\" and "
		                   "\"since:\" and a blank line come first", path);
		pass->give_up(pass->context, name, "", pass->file.bytes, pass->file.len, reason->text);
		pass->report.given_up++;
		take_out(path);
		return WIRE_NEVER;
	}
	result = sink_send(pass->sink, envelope.from, envelope.to, name, envelope.bytes, envelope.len,
	                   reason);
	if (result == WIRE_DONE) {
		step();
		pass->report.sent++;
		take_out(path);
		return WIRE_DONE;
	}
	if (result == WIRE_LATER && !sink_is_down(pass->sink) && is_too_old(pass, &envelope)) {
		reason_prefix(reason, "not accepted for more than %ld days: ", pass->config->retry_days);
		result = WIRE_NEVER;
	}
	if (result == WIRE_NEVER) {
		pass->give_up(pass->context, name, envelope.to, envelope.bytes, envelope.len, reason->text);
		pass->report.given_up++;
		take_out(path);
	}
	return result;
}

static void
try_letters(struct pass *pass, struct reason *reason)
{
	for (size_t i = 0; i < pass->count; i++) {
		char *path = base_printf("%s/%s", pass->folder, pass->names[i]);
		struct reason why = { "" };
		enum wire result = try_letter(pass, pass->names[i], path, &why);

		free(path);
		if (result == WIRE_LATER) {
			pass->report.waiting++;
			reason_set(reason, "%s", why.text);
			if (sink_is_down(pass->sink)) {
				pass->report.waiting += pass->count - i - 1;
				return;
			}
		}
	}
}

enum wire
outbox_send(const struct config *config, struct sink *sink, int64_t now, give_up_function give_up,
            void *context, struct outbox_report *report_out, struct reason *reason)
{
	struct pass pass = { .config = config, .sink = sink, .now = now, .give_up = give_up,
	                     .context = context };
	enum wire result = WIRE_NEVER;

	pass.folder = config_path(config, "outbox");
	text_init(&pass.file, 0);
	if (list_letters(&pass, reason) == 0) {
		try_letters(&pass, reason);
		*report_out = pass.report;
		result = pass.report.waiting == 0 ? WIRE_DONE : WIRE_LATER;
	}
	for (size_t i = 0; i < pass.count; i++)
		free(pass.names[i]);
	free(pass.names);
	free(pass.folder);
	text_done(&pass.file);
	return result;
}
