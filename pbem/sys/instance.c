/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"
#include "pbem/sys/recordfile.h"

#define MAILDIR "maildir:"
#define NAMELESS "another"

/* The identification of a machine that has none. */
#define MACHINE_ID_UNKNOWN "-"

enum {
	NAME_LEN_MAX = 40,
	INSTANCE_MAX = 65536,
	NAMES_OVER = 100,
	MACHINE_ID_WORD = 64,
	SHOWN_NAME = 20,
	CHANCE = 8,
	MACHINE_ID_HEX = 16,
	LEAST_ID = 8,
};

/* ---- identifying machines and folders ---- */

/* Reads the first of these files that contains an identification. `out` stays empty if none
 * does. */
static int read_id(struct strbuf *out, struct reason *reason)
{
	const char *given = getenv("PBEM_MACHINE_ID");
	const char *const places[] = {given != NULL ? given : "/etc/machine-id",
				      "/var/lib/dbus/machine-id", "/etc/hostid"};
	size_t count = given != NULL ? 1 : ARRAY_LEN(places);
	bool there;

	for (size_t i = 0; i < count; i++) {
		strbuf_clear(out);
		if (files_read_if_there(places[i], out, &there, reason) != 0)
			return -1;
		/* At the first start of a system the file contains "uninitialized". */
		if (there && out->len >= LEAST_ID && !strbuf_starts(out->bytes, "uninit"))
			return 0;
	}
	strbuf_clear(out);
	return 0;
}

/* Writes a digest of the machine's number, which itself must not be shown to others. The number is
 * in machine-id(5), or in the file that the environment's PBEM_MACHINE_ID names. Returns -1 with a
 * temporary reason if it can't be read now. */
static int find_machine(char out[MACHINE_ID_WORD], struct reason *reason)
{
	struct sha256 digest;
	struct strbuf id;
	int result;

	strbuf_init(&id, 4096);
	result = read_id(&id, reason);
	if (result == 0 && id.len > 0) {
		sha256_keyed("pbem", 4, id.bytes, strcspn(id.bytes, "\n"), &digest);
		snprintf(out, MACHINE_ID_WORD, "%.*s", MACHINE_ID_HEX, digest.hex);
	} else if (result == 0) {
		strcpy(out, MACHINE_ID_UNKNOWN);
	}
	strbuf_done(&id);
	return result;
}

/* Writes a property that a folder keeps when it is moved, and that no copy of it has. This is the
 * time when it was made, or its inode number if the file system doesn't record that time. Returns
 * -1 with the reason. */
static int find_folder(const char *path, char out[MACHINE_ID_WORD], struct reason *reason)
{
	struct statx status;

	if (statx(AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &status) != 0) {
		const int number = errno;

		reason_set(reason, "can't read the site's folder %s: %s", path, strerror(number));
		reason_judge_errno(reason, number);
		return -1;
	}
	if ((status.stx_mask & STATX_BTIME) != 0 && status.stx_btime.tv_sec != 0)
		snprintf(out, MACHINE_ID_WORD, "made-%" PRId64 ".%09" PRIu32,
			 (int64_t)status.stx_btime.tv_sec, (uint32_t)status.stx_btime.tv_nsec);
	else
		snprintf(out, MACHINE_ID_WORD, "number-%" PRIu64, (uint64_t)status.stx_ino);
	return 0;
}

/* Returns a unique name: the start of the host's name, as far as it fits in a word of IMAP, and
 * eight random letters. The caller frees it. */
static char *make_name(void)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	char name[SHOWN_NAME + 1] = "", chance[CHANCE + 1] = "";
	unsigned char bytes[CHANCE];
	size_t len = 0;

	if (gethostname(name, sizeof name - 1) != 0)
		name[0] = '\0';
	for (; isalnum((unsigned char)name[len]) || name[len] == '-'; len++)
		name[len] = (char)tolower((unsigned char)name[len]);
	name[len] = '\0';
	if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
		const int64_t moment = (int64_t)time(NULL) * 100000 + getpid();

		memcpy(bytes, &moment, sizeof bytes);
	}
	for (size_t i = 0; i < CHANCE; i++)
		chance[i] = letters[bytes[i] % 32];
	return base_printf("%s-%s", len > 0 ? name : "host", chance);
}

/* The lines of SITE/host. Those about the site's home are first. */
struct home {
	char machine[MACHINE_ID_WORD], folder[MACHINE_ID_WORD];
	char path[PATH_MAX]; /* shown to people, and compared to find a folder that replaced
				another */
	char name[NAME_LEN_MAX + 1], met[NAME_LEN_MAX + 1];
	bool owes;
	char over[NAMES_OVER][NAME_LEN_MAX + 1];
};

/* ---- the file ---- */

static bool is_name(const char *word)
{
	size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return len > 0 && len <= NAME_LEN_MAX && word[len] == '\0';
}

static int check_home(void *file, struct reason *reason)
{
	const struct home *home = file;
	bool sound = is_name(home->name) && (home->met[0] == '\0' || is_name(home->met)) &&
		     home->machine[0] != '\0' && home->folder[0] != '\0' && home->path[0] != '\0';

	for (size_t i = 0; i < NAMES_OVER && home->over[i][0] != '\0'; i++)
		sound = sound && is_name(home->over[i]);
	return sound ? 0 : reason_fail(reason, "expected name, machine, folder and path");
}

#define HOME(member) RECORDFILE_MEMBER(struct home, member)

static const char *const debts[] = {"", "sign", NULL};

static const struct recordfile_row rows[] = {
	{"name NAME", .fields = {{RECORDFILE_TEXT, HOME(name)}}},
	{"machine WORD", .fields = {{RECORDFILE_TEXT, HOME(machine)}}},
	{"folder WORD", .fields = {{RECORDFILE_TEXT, HOME(folder)}}},
	{"path FOLDER", .fields = {{RECORDFILE_TEXT, HOME(path)}}},
	{"met NAME", .fields = {{RECORDFILE_TEXT, HOME(met)}}},
	{"owes sign", .fields = {{RECORDFILE_WORD, HOME(owes), .words = debts}}},
	{"over NAME", .fields = {{RECORDFILE_TEXT, RECORDFILE_LINES(struct home, over)}}},
};

static const struct recordfile form = {"pbem-host", INSTANCE_MAX,   rows,	   ARRAY_LEN(rows),
				       check_home,  .shared = true, .headed = true};

/* Adds a name to a list of words. */
static void add_over(struct strbuf *over, const char *name)
{
	if (over->len > 0)
		strbuf_add_char(over, ' ');
	strbuf_add(over, name);
}

static void store_in_config(struct config *config, const struct home *home)
{
	struct strbuf over;

	free(config->host);
	free(config->host_over);
	free(config->instance_met);
	strbuf_init(&over, INSTANCE_MAX);
	for (size_t i = 0; i < NAMES_OVER && home->over[i][0] != '\0'; i++)
		add_over(&over, home->over[i]);
	config->host = base_strdup(home->name);
	config->host_over = over.len > 0 ? base_strdup(over.bytes) : NULL;
	config->instance_met = home->met[0] != '\0' ? base_strdup(home->met) : NULL;
	config->host_owes = home->owes;
	strbuf_done(&over);
}

/* Reads SITE/host. */
static int read_home(struct config *config, struct home *home_out, bool *there_out,
		     struct reason *reason)
{
	char *path = config_path(config, "host");
	struct reason why;
	int result;

	memset(home_out, 0, sizeof *home_out);
	result = recordfile_load(&form, path, home_out, there_out, &why);
	if (result == 0 && *there_out)
		store_in_config(config, home_out);
	else if (result != 0 && why.kind == REASON_DAMAGED)
		(void)reason_fail_as(reason, REASON_DAMAGED,
				     "%s. It is damaged; remove it: should another copy of this "
				     "site have its mailbox the next run says so",
				     why.text);
	else if (result != 0 && reason != NULL)
		*reason = why;
	free(path);
	return result;
}

static int find_home(const struct config *config, struct home *out, struct reason *reason)
{
	snprintf(out->path, sizeof out->path, "%s", config->folder);
	return find_machine(out->machine, reason) == 0
		       ? find_folder(config->folder, out->folder, reason)
		       : -1;
}

/* Writes SITE/host, with the home, and with what config has about this copy. */
static int write_home(const struct config *config, struct home *home, struct reason *reason)
{
	char *path = config_path(config, "host");
	const char *cursor = config->host_over != NULL ? config->host_over : "", *word;
	struct strbuf out;
	size_t len;
	int result;

	strbuf_init(&out, INSTANCE_MAX);
	snprintf(home->name, sizeof home->name, "%s", config->host);
	snprintf(home->met, sizeof home->met, "%s",
		 config->instance_met != NULL ? config->instance_met : "");
	home->owes = config->host_owes;
	memset(home->over, 0, sizeof home->over);
	for (size_t i = 0; i < NAMES_OVER && strbuf_next_word(&cursor, &word, &len); i++)
		snprintf(home->over[i], sizeof home->over[i], "%.*s", (int)len, word);
	recordfile_print(&form, home, &out);
	result = files_replace(path, out.bytes, out.len, reason);
	/* A full disk may have room again later. */
	if (result != 0)
		(void)reason_set_kind(reason, REASON_TEMPORARY);
	strbuf_done(&out);
	free(path);
	return result;
}

int instance_load(struct config *config, bool write, struct reason *reason)
{
	struct home home;
	bool there = false;

	if (!config->one_host)
		return 0;
	if (read_home(config, &home, &there, reason) != 0)
		return -1;
	if (there || !write)
		return 0;
	if (find_home(config, &home, reason) != 0)
		return -1;
	config->host = make_name();
	return write_home(config, &home, reason);
}

/* ---- replacing another copy ---- */

/* Returns the names that this copy replaces, at most the last NAMES_OVER, or NULL if there are
 * none. A copy that was replaced before so many others won't come back. */
static char *join_over(const struct config *config, const char *others)
{
	char *all =
		base_printf("%s %s %s", config->host_over != NULL ? config->host_over : "",
			    others != NULL ? others : "", config->host != NULL ? config->host : "");
	char *words[4 * NAMES_OVER];
	size_t count = strbuf_split(all, words, ARRAY_LEN(words));
	size_t from = count > NAMES_OVER ? count - NAMES_OVER : 0;
	struct strbuf over;
	char *joined;

	strbuf_init(&over, INSTANCE_MAX);
	for (size_t i = from; i < count; i++) {
		bool before = false;

		for (size_t k = from; k < i; k++)
			before = before || strbuf_same(words[k], words[i]);
		if (!before && is_name(words[i]))
			add_over(&over, words[i]);
	}
	joined = over.len > 0 ? strbuf_take(&over) : NULL;
	strbuf_done(&over);
	free(all);
	return joined;
}

/* Gives this copy a new name, which replaces its former name and `others`. */
static int rename_to_new(struct config *config, const char *others, struct home *here,
			 struct reason *reason)
{
	char *over = join_over(config, others);

	free(config->host);
	free(config->host_over);
	config->host = make_name();
	config->host_over = over;
	config->host_owes = true;
	return find_home(config, here, reason) == 0 ? write_home(config, here, reason) : -1;
}

/* ---- checking the home ---- */

bool instance_is_apart(const struct config *config)
{
	const char *path = config->mailbox + strlen(MAILDIR);
	size_t len = strlen(config->folder);

	if (strncasecmp(config->mailbox, MAILDIR, strlen(MAILDIR)) != 0)
		return true;
	return *path == '/' && !(strncmp(path, config->folder, len) == 0 && path[len] == '/');
}

static bool is_other_machine(const struct home *was, const struct home *is)
{
	return !strbuf_same(was->machine, MACHINE_ID_UNKNOWN) &&
	       !strbuf_same(is->machine, MACHINE_ID_UNKNOWN) &&
	       !strbuf_same(was->machine, is->machine);
}

static int refuse_other_home(const struct config *config, const struct home *was, bool machine,
			     struct reason *reason)
{
	int shown = (int)strlen(config->host);
	const char *last = strrchr(config->host, '-');

	if (last != NULL)
		shown = (int)(last - config->host);
	return reason_fail(reason,
			   "this site runs in %s%s%.*s, and this copy is on %s%s. Two copies would "
			   "both answer letters, so pbem did nothing. Let pbem run only there. If "
			   "pbem will never run there again, run: pbem adopt",
			   was->path, machine ? " of another machine, " : " on ", shown,
			   config->host, config->folder, machine ? " here" : "");
}

int instance_check(struct config *config, bool write, struct reason *reason)
{
	struct home was, here = {.name = ""};
	bool there = false;
	int result = 0;

	if (!config->one_host || config->host == NULL)
		return 0;
	if (read_home(config, &was, &there, reason) != 0 || find_home(config, &here, reason) != 0)
		return -1;
	if (!there)
		return 0;
	if (is_other_machine(&was, &here))
		result = refuse_other_home(config, &was, true, reason);
	else if (strbuf_same(was.folder, here.folder) && strcmp(was.path, here.path) == 0)
		result = 0;
	else if (!instance_is_apart(config))
		result = 0;
	else if (strbuf_same(was.folder, here.folder))
		result = write ? write_home(config, &here, reason) : 0;
	else if (strcmp(was.path, here.path) == 0)
		/* This folder replaced the other one, so it claims by a new name. */
		result = write ? rename_to_new(config, NULL, &here, reason) : 0;
	else
		result = refuse_other_home(config, &was, false, reason);
	return result;
}

/* ---- claims in the mailbox ---- */

int instance_adopt(struct config *config, const char *others, struct reason *reason)
{
	struct home here = {.name = ""};
	char *all = base_printf("%s %s", others != NULL ? others : "",
				config->instance_met != NULL ? config->instance_met : "");
	int result;

	free(config->instance_met);
	config->instance_met = NULL;
	result = rename_to_new(config, all, &here, reason);
	free(all);
	return result;
}

/* Writes SITE/host again, with this folder as the site's home. */
static int write_again(struct config *config, struct reason *reason)
{
	struct home home = {.name = ""};
	int result = find_home(config, &home, reason);

	return result == 0 ? write_home(config, &home, reason) : -1;
}

int instance_met(struct config *config, const char *name, struct reason *reason)
{
	char *small = base_strdup(name);
	bool known;

	for (char *at = small; *at != '\0'; at++)
		*at = (char)tolower((unsigned char)*at);
	/* Anybody who can write into the mailbox can use any name. */
	if (!is_name(small)) {
		free(small);
		small = base_strdup(NAMELESS);
	}
	known = config->instance_met != NULL && strbuf_same(config->instance_met, small);
	if (config->host == NULL || known) {
		free(small);
		return 0;
	}
	free(config->instance_met);
	config->instance_met = small;
	return write_again(config, reason);
}

int instance_claimed(struct config *config, struct reason *reason)
{
	if (config->instance_met == NULL && !config->host_owes)
		return 0;
	free(config->instance_met);
	config->instance_met = NULL;
	config->host_owes = false;
	return write_again(config, reason);
}

int instance_check_met(const struct config *config, struct reason *reason)
{
	if (config->instance_met == NULL)
		return 0;
	return reason_fail(
		reason,
		"another host has claimed letters of this site's mailbox: %s. Two hosts would both "
		"answer letters, so pbem did nothing. If pbem runs on the other host, stop pbem "
		"here. If pbem will never run there again, run: pbem adopt",
		config->instance_met);
}

bool instance_is_over(const struct config *config, const char *name, size_t len)
{
	const char *at = config->host_over;

	while (at != NULL && *at != '\0') {
		size_t word = strcspn(at, " ");

		if (word == len && strncasecmp(at, name, len) == 0)
			return true;
		at += word + strspn(at + word, " ");
	}
	return false;
}
