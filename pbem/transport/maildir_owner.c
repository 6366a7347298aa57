/* SPDX-License-Identifier: MIT */
/* Whose a Maildir is: a file beside its letters names the host, and is made once only. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/host/host.h"
#include "pbem/host/owner.h"
#include "pbem/site/files.h"

#define OWNER "pbem-host" /* one line, its name */

enum { TRIES = 3, NAME_ROOM = 256 };

static enum wire refuse(const char *path, const char *name, char **another_out,
			struct reason *reason)
{
	free(*another_out);
	*another_out = base_strdup(name);
	return wire_never(
		reason,
		"another host has this mailbox: %s names %s. Two at work would both answer, so "
		"this one takes no letter and sends none. If pbem runs there let it, and stop it "
		"here; if it never will again: pbem adopt",
		path, name);
}

/* Makes the file, unless somebody else has just done so. Linked it is there whole, or not, and
 * once, on a disk that machines share too. */
static enum wire make(const struct config *config, const char *path, struct reason *reason)
{
	char *own = base_printf("%s.%s", path, config->host),
	     *line = base_printf("%s\n", config->host);
	enum wire outcome = WIRE_DONE;

	if (files_write(own, line, strlen(line), reason) != 0) {
		outcome = WIRE_LATER;
	} else if (link(own, path) != 0 && errno != EEXIST) {
		/* No links there: then it is one machine's disk. */
		if (rename(own, path) != 0) {
			reason_set(reason, "%s: %s", path, strerror(errno));
			outcome = WIRE_LATER;
		}
	}
	(void)unlink(own);
	free(line);
	free(own);
	return outcome;
}

static enum wire take_over(const struct config *config, const char *path, struct reason *reason)
{
	char *line = base_printf("%s\n", config->host);
	int result = files_replace(path, line, strlen(line), reason);

	free(line);
	return result == 0 ? WIRE_DONE : WIRE_LATER;
}

/* The first word of the file, empty without one. */
static int read_owner(const char *path, char name[NAME_ROOM], struct reason *reason)
{
	struct text bytes;
	bool there;
	int result;

	text_init(&bytes, 4096);
	result = files_read_if_there(path, &bytes, &there, reason);
	name[0] = '\0';
	if (result == 0 && there)
		(void)sscanf(bytes.bytes, "%255s", name);
	text_done(&bytes);
	return result;
}

enum wire owner_hold(const struct config *config, const char *folder, enum source_hold how,
		     char **another_out, struct reason *reason)
{
	char *path = base_printf("%s/" OWNER, folder), name[NAME_ROOM];
	enum wire outcome = WIRE_DONE;
	int tries = 0;
	bool again;

	do {
		again = false;
		if (read_owner(path, name, reason) != 0)
			outcome = WIRE_LATER;
		else if (text_same(name, config->host))
			outcome = WIRE_DONE;
		else if (how == SOURCE_TAKE_OVER)
			outcome = take_over(config, path, reason);
		else if (name[0] == '\0')
			again = how == SOURCE_HOLD && tries++ < TRIES &&
				(outcome = make(config, path, reason)) == WIRE_DONE;
		else if (!host_is_over(config, name, strlen(name)))
			outcome = refuse(path, name, another_out, reason);
		else if (how == SOURCE_HOLD)
			outcome = take_over(config, path, reason);
	} while (again);
	if (tries > TRIES)
		outcome = wire_later(reason, "%s can't be made, or is empty", path);
	free(path);
	return outcome;
}
