/* SPDX-License-Identifier: MIT */
/* Records the owner of a Maildir. The file with the host's name is made only once. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"
#include "pbem/transport/maildir_owner.h"

#define OWNER "pbem-host" /* one line: the host's name */

enum { TRIES = 3, NAME_ROOM = 256 };

static enum wire fail_other_owner(const char *path, const char *name, char **another_out,
				  struct reason *reason)
{
	free(*another_out);
	*another_out = base_strdup(name);
	return wire_never(
		reason,
		"another host has this mailbox: %s names %s. Two hosts would both answer letters, "
		"so pbem does nothing on this host. If pbem runs on the other host, stop pbem "
		"here. If pbem will never run there again, run: pbem adopt",
		path, name);
}

/* Makes the file, unless another host has just made it. A file that is linked appears whole and
 * only once, even on a disk that several machines share. */
static enum wire make_owner_file(const struct config *config, const char *path,
				 struct reason *reason)
{
	char *own = base_printf("%s.%s", path, config->host),
	     *line = base_printf("%s\n", config->host);
	enum wire outcome = WIRE_DONE;

	if (files_write(own, line, strlen(line), reason) != 0) {
		outcome = WIRE_LATER;
	} else if (link(own, path) != 0 && errno != EEXIST) {
		/* A disk without hard links is used by one machine only. */
		if (rename(own, path) != 0) {
			reason_set_change(reason, "%s", path);
			outcome = WIRE_LATER;
		}
	}
	(void)unlink(own);
	free(line);
	free(own);
	return outcome;
}

static enum wire replace_owner_file(const struct config *config, const char *path,
				    struct reason *reason)
{
	char *line = base_printf("%s\n", config->host);
	int result = files_replace(path, line, strlen(line), reason);

	free(line);
	return result == 0 ? WIRE_DONE : WIRE_LATER;
}

/* Reads the first word of the file, or "" if there is none. */
static int read_owner(const char *path, char name[NAME_ROOM], struct reason *reason)
{
	struct strbuf bytes;
	bool there;
	int result;

	strbuf_init(&bytes, 4096);
	result = files_read_if_there(path, &bytes, &there, reason);
	name[0] = '\0';
	if (result == 0 && there)
		(void)sscanf(bytes.bytes, "%255s", name);
	strbuf_done(&bytes);
	return result;
}

enum wire maildir_owner_hold(const struct config *config, const char *folder, enum source_hold how,
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
		else if (strbuf_same(name, config->host))
			outcome = WIRE_DONE;
		else if (how == SOURCE_TAKE_OVER)
			outcome = replace_owner_file(config, path, reason);
		else if (name[0] == '\0')
			again = how == SOURCE_HOLD && tries++ < TRIES &&
				(outcome = make_owner_file(config, path, reason)) == WIRE_DONE;
		else if (!instance_is_over(config, name, strlen(name)))
			outcome = fail_other_owner(path, name, another_out, reason);
		else if (how == SOURCE_HOLD)
			outcome = replace_owner_file(config, path, reason);
	} while (again);
	if (tries > TRIES)
		outcome = wire_later(reason, "pbem can't make the file %s, or the file is empty",
				     path);
	free(path);
	return outcome;
}
