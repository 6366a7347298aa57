/* SPDX-License-Identifier: MIT */
/*
 * A moderator's action as a message asks for it. It has the words that follow `pbem` in a shell,
 * and AT ENTRY and REASON TEXT for the options: "PBEM UNDO g12 14 AT 17 REASON the rook had gone
 * astray". Case doesn't matter. AT comes before free text, which continues to the end. Hyphens
 * before an option are ignored, because phones turn them into dashes.
 */
#ifndef PBEM_MODERATOR_MAIL_COMMAND_H
#define PBEM_MODERATOR_MAIL_COMMAND_H

#include <stddef.h>

#include "pbem/moderator/moderator.h"

struct mail_command {
	const struct moderator_action *act; /* an action that may be asked for by mail */
	struct args given;
	char *canonical; /* "undo g12 14 AT 17 REASON ...": reading it again gives the same
			  * command */
	char **argv;	 /* ends with NULL */
};

/* Returns what follows the first PBEM at the start of a line, up to the end of its paragraph, as
 * one line. The caller frees it. Returns NULL if there is no such line. */
char *mail_command_find(const char *text);

/* Reads a command. Returns -1 with what doesn't fit the action's row, or that AT is missing:
 * REASON_USAGE. The caller calls mail_command_done in either case. */
int mail_command_read(const char *line, struct mail_command *read, struct reason *reason);
void mail_command_done(struct mail_command *read);

/* Adds how actions are written in a message, one per line. */
void mail_command_list(struct strbuf *out);

#endif
