/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"
#include "pbem/host/host.h"
#include "pbem/host/machine.h"
#include "pbem/site/files.h"

#define FIRST_WORD "pbem-host"
#define MAILDIR "maildir:"
#define NAMELESS "another"

/* 2: with one of the lines that 1 hasn't, "met NAME" and "owes sign"; without them it is written as
 * 1. */
enum { FORMAT = 2, NAME_LEN_MAX = 40, HOST_MAX = 65536, NAMES_OVER = 100 };

/* What SITE/host says of where the site is at home. */
struct home {
	char machine[MACHINE_WORD], folder[MACHINE_WORD];
	char *path; /* for a person, and to know what was put in another's place */
};

/* And all else that it says. */
struct told {
	char *name, *met;
	struct text over;
	bool owes;
};

/* ---- the file ---- */

static bool is_name(const char *word)
{
	size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return len > 0 && len <= NAME_LEN_MAX && word[len] == '\0';
}

/* "over NAME" lines become words of one string. */
static void add_over(struct text *over, const char *name)
{
	if (over->len > 0)
		text_add_char(over, ' ');
	text_add(over, name);
}

/* A line that has a name, into *name_inout. */
static bool take_name(const char *value, char **name_inout)
{
	if (!is_name(value))
		return false;
	free(*name_inout);
	*name_inout = base_strdup(value);
	return true;
}

static bool read_line(char *line, struct home *home, struct told *told)
{
	char *value = strchr(line, ' ');

	if (value == NULL)
		return false;
	*value++ = '\0';
	if (text_same(line, "name"))
		return take_name(value, &told->name);
	if (text_same(line, "met"))
		return take_name(value, &told->met);
	if (text_same(line, "machine") && strlen(value) < MACHINE_WORD) {
		strcpy(home->machine, value);
	} else if (text_same(line, "folder") && strlen(value) < MACHINE_WORD) {
		strcpy(home->folder, value);
	} else if (text_same(line, "path")) {
		free(home->path);
		home->path = base_strdup(value);
	} else if (text_same(line, "over") && is_name(value)) {
		add_over(&told->over, value);
	} else if (text_same(line, "owes") && text_same(value, "sign")) {
		told->owes = true;
	} else {
		return false;
	}
	return true;
}

/* Of `bytes`, whose first line says of which format they are; false when anything is amiss. */
static bool read_lines(const struct text *bytes, struct home *home, struct told *told)
{
	const char *cursor = bytes->bytes, *end = cursor + bytes->len, *line;
	bool sound;
	size_t len;

	sound = text_next_line(&cursor, end, &line, &len) && len == strlen(FIRST_WORD " 1") &&
		text_starts(line, FIRST_WORD " ") && line[len - 1] >= '1' &&
		line[len - 1] <= '0' + FORMAT;
	while (sound && text_next_line(&cursor, end, &line, &len)) {
		char *copy = base_strndup(line, len);

		sound = read_line(copy, home, told);
		free(copy);
	}
	return sound && told->name != NULL && home->machine[0] != '\0' && home->folder[0] != '\0' &&
	       home->path != NULL;
}

static void keep(struct config *config, const struct told *told)
{
	free(config->host);
	free(config->host_over);
	free(config->host_met);
	config->host = base_strdup(told->name);
	config->host_over = told->over.len > 0 ? base_strdup(told->over.bytes) : NULL;
	config->host_met = told->met != NULL ? base_strdup(told->met) : NULL;
	config->host_owes = told->owes;
}

/* Reads SITE/host; *home_out is the caller's, with its path. */
static int read_home(struct config *config, struct home *home_out, bool *there_out,
		     struct reason *reason)
{
	char *path = config_path(config, "host");
	struct home home = {.path = NULL};
	struct told told = {.name = NULL};
	struct text bytes;
	int result;

	text_init(&bytes, HOST_MAX);
	text_init(&told.over, HOST_MAX);
	result = files_read_if_there(path, &bytes, there_out, reason);
	if (result == 0 && text_check_format(bytes.bytes, FIRST_WORD, FORMAT, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		result = -1;
	}
	if (result == 0 && *there_out && !read_lines(&bytes, &home, &told)) {
		reason_set(reason,
			   "%s is damaged; remove it: should another copy of this site have its "
			   "mailbox the next run says so",
			   path);
		result = reason_is(reason, REASON_DAMAGED);
	}
	if (result == 0 && *there_out) {
		keep(config, &told);
		*home_out = home;
	} else {
		free(home.path);
	}
	free(told.met);
	free(told.name);
	text_done(&told.over);
	text_done(&bytes);
	free(path);
	return result;
}

static int find_home(const struct config *config, struct home *out, struct reason *reason)
{
	if (machine_word(out->machine, reason) != 0 ||
	    machine_folder(config->folder, out->folder, reason) != 0)
		return -1;
	out->path = config->folder;
	return 0;
}

static int write_home(const struct config *config, const struct home *home, struct reason *reason)
{
	char *path = config_path(config, "host"), *over, *words;
	struct text out;
	int result;

	over = base_strdup(config->host_over != NULL ? config->host_over : "");
	text_init(&out, HOST_MAX);
	text_addf(&out, FIRST_WORD " %d\nname %s\nmachine %s\nfolder %s\npath %s\n",
		  config->host_met != NULL || config->host_owes ? FORMAT : 1, config->host,
		  home->machine, home->folder, home->path);
	if (config->host_met != NULL)
		text_addf(&out, "met %s\n", config->host_met);
	if (config->host_owes)
		text_add(&out, "owes sign\n");
	words = over;
	for (char *name; (name = strsep(&words, " ")) != NULL;)
		if (*name != '\0')
			text_addf(&out, "over %s\n", name);
	result = files_replace(path, out.bytes, out.len, reason);
	/* There may be room another time. */
	if (result != 0)
		(void)reason_is(reason, REASON_PASSING);
	text_done(&out);
	free(over);
	free(path);
	return result;
}

int host_load(struct config *config, bool write, struct reason *reason)
{
	struct home home = {.path = NULL};
	bool there = false;

	if (!config->one_host)
		return 0;
	if (read_home(config, &home, &there, reason) != 0)
		return -1;
	if (there) {
		free(home.path);
		return 0;
	}
	if (!write)
		return 0;
	if (find_home(config, &home, reason) != 0)
		return -1;
	config->host = machine_new_name();
	return write_home(config, &home, reason);
}

/* ---- putting it in another's place ---- */

/* The last so many names: who has been out of it for that long won't come back. */
static char *join_over(const struct config *config, const char *others)
{
	char *all =
		base_printf("%s %s %s", config->host_over != NULL ? config->host_over : "",
			    others != NULL ? others : "", config->host != NULL ? config->host : "");
	char *words[4 * NAMES_OVER];
	size_t count = text_split(all, words, ARRAY_LEN(words));
	size_t from = count > NAMES_OVER ? count - NAMES_OVER : 0;
	struct text over;
	char *joined;

	text_init(&over, HOST_MAX);
	for (size_t i = from; i < count; i++) {
		bool before = false;

		for (size_t k = from; k < i; k++)
			before = before || text_same(words[k], words[i]);
		if (!before && is_name(words[i]))
			add_over(&over, words[i]);
	}
	joined = over.len > 0 ? text_take(&over) : NULL;
	text_done(&over);
	free(all);
	return joined;
}

/* By a new name, in the place of the one it was and of `others`. */
static int rename_to_new(struct config *config, const char *others, struct home *here,
			 struct reason *reason)
{
	char *over = join_over(config, others);

	free(config->host);
	free(config->host_over);
	config->host = machine_new_name();
	config->host_over = over;
	config->host_owes = true;
	return find_home(config, here, reason) == 0 ? write_home(config, here, reason) : -1;
}

/* ---- whether this is its home ---- */

bool host_is_apart(const struct config *config)
{
	const char *path = config->mailbox + strlen(MAILDIR);
	size_t len = strlen(config->folder);

	if (strncasecmp(config->mailbox, MAILDIR, strlen(MAILDIR)) != 0)
		return true;
	return *path == '/' && !(strncmp(path, config->folder, len) == 0 && path[len] == '/');
}

static bool is_other_machine(const struct home *was, const struct home *is)
{
	return !text_same(was->machine, MACHINE_UNKNOWN) &&
	       !text_same(is->machine, MACHINE_UNKNOWN) && !text_same(was->machine, is->machine);
}

static int refuse(const struct config *config, const struct home *was, bool machine,
		  struct reason *reason)
{
	int shown = (int)strlen(config->host);
	const char *last = strrchr(config->host, '-');

	if (last != NULL)
		shown = (int)(last - config->host);
	return reason_fail(
		reason,
		"this site is at home in %s%s%.*s, and this is %s%s: two copies at work "
		"would both answer. Nothing was done. Let runs go on there alone; or, if "
		"none will run there any more: pbem adopt",
		was->path, machine ? " of another machine, " : " on ", shown, config->host,
		config->folder, machine ? " here" : "");
}

int host_check(struct config *config, bool write, struct reason *reason)
{
	struct home was = {.path = NULL}, here = {.path = NULL};
	bool there = false;
	int result = -1;

	if (!config->one_host || config->host == NULL)
		return 0;
	if (read_home(config, &was, &there, reason) != 0 || find_home(config, &here, reason) != 0)
		goto out;
	result = 0;
	if (!there)
		goto out;
	if (is_other_machine(&was, &here))
		result = refuse(config, &was, true, reason);
	else if (text_same(was.folder, here.folder) && strcmp(was.path, here.path) == 0)
		result = 0;
	else if (!host_is_apart(config))
		result = 0;
	else if (text_same(was.folder, here.folder))
		result = write ? write_home(config, &here, reason) : 0;
	else if (strcmp(was.path, here.path) == 0)
		/* It was put there in the other's place, and claims by a name of its own. */
		result = write ? rename_to_new(config, NULL, &here, reason) : 0;
	else
		result = refuse(config, &was, false, reason);
out:
	free(was.path);
	return result;
}

/* ---- what the mailbox shows ---- */

int host_adopt(struct config *config, const char *others, struct reason *reason)
{
	struct home here = {.path = NULL};
	char *all = base_printf("%s %s", others != NULL ? others : "",
				config->host_met != NULL ? config->host_met : "");
	int result;

	free(config->host_met);
	config->host_met = NULL;
	result = rename_to_new(config, all, &here, reason);
	free(all);
	return result;
}

/* The file anew, where it says the site is at home. */
static int write_again(struct config *config, struct reason *reason)
{
	struct home home = {.path = NULL};
	int result = find_home(config, &home, reason);

	return result == 0 ? write_home(config, &home, reason) : -1;
}

int host_met(struct config *config, const char *name, struct reason *reason)
{
	char *small = base_strdup(name);
	bool known;

	for (char *at = small; *at != '\0'; at++)
		*at = (char)tolower((unsigned char)*at);
	/* Whoever can write into the mailbox can call himself anything. */
	if (!is_name(small)) {
		free(small);
		small = base_strdup(NAMELESS);
	}
	known = config->host_met != NULL && text_same(config->host_met, small);
	if (config->host == NULL || known) {
		free(small);
		return 0;
	}
	free(config->host_met);
	config->host_met = small;
	return write_again(config, reason);
}

int host_claimed(struct config *config, struct reason *reason)
{
	if (config->host_met == NULL && !config->host_owes)
		return 0;
	free(config->host_met);
	config->host_met = NULL;
	config->host_owes = false;
	return write_again(config, reason);
}

int host_check_met(const struct config *config, struct reason *reason)
{
	if (config->host_met == NULL)
		return 0;
	return reason_fail(
		reason,
		"another host, %s, has claimed letters of this site's mailbox: two at "
		"work would both answer. Nothing was done, and nothing is sent. If pbem "
		"runs there let it, and stop it here; if it never will again: pbem adopt",
		config->host_met);
}

bool host_is_over(const struct config *config, const char *name, size_t len)
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
