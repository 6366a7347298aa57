/* SPDX-License-Identifier: MIT */
/* What time a server has it, by what it says of when letters came. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/wire/imap/imap.h"
#include "pbem/wire/imap/imap_items.h"

static enum wire on_date(struct imap *imap, const struct imap_read *read, void *context,
			 struct reason *reason)
{
	int64_t *when = context;
	struct imap_fetch fetch;

	(void)imap;
	(void)reason;
	if (read->response.kind == IMAP_FETCH &&
	    imap_items_fetch(read->response.rest, read->response.rest_len, &fetch) &&
	    fetch.has_date)
		*when = fetch.date;
	return WIRE_DONE;
}

/* When a letter came, "*" being the newest; 0 when the server doesn't tell. */
static enum wire ask_date(struct imap *imap, const char *which, int64_t *when_out,
			  struct reason *reason)
{
	char *command = base_printf("UID FETCH %s (UID INTERNALDATE)", which);
	struct imap_result result;
	enum wire outcome;

	*when_out = 0;
	outcome = imap_run(imap, &imap_wire_small, command, on_date, when_out, &result, reason);
	free(command);
	return outcome;
}

enum wire imap_newest(struct source *source, int64_t *when_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;

	*when_out = 0;
	return imap->exists > 0 ? ask_date(imap, "*", when_out, reason) : WIRE_DONE;
}

/* Reads "APPENDUID 38505 3955" of the letter just put there. */
static uint32_t read_uid(const struct imap *imap, const struct imap_response *response)
{
	const char *argument, *blank;
	uint64_t uidvalidity, uid;
	size_t len, first;

	if (response->kind != IMAP_OK || !imap_parse_code(response, "APPENDUID", &argument, &len) ||
	    (blank = memchr(argument, ' ', len)) == NULL)
		return 0;
	first = (size_t)(blank - argument);
	if (!imap_parse_number(argument, first, UINT32_MAX, &uidvalidity) ||
	    !imap_parse_number(blank + 1, len - first - 1, UINT32_MAX, &uid) ||
	    uidvalidity != imap->uidvalidity)
		return 0;
	return (uint32_t)uid;
}

/* Puts it there, deleted from the beginning: no run lists it. *uid_out 0: the server won't have it.
 */
static enum wire put(struct imap *imap, uint32_t *uid_out, struct reason *reason)
{
	static const char letter[] = "Subject: what time is it?\r\n\r\n";
	char *command =
		base_printf("APPEND %s (\\Seen \\Deleted) {%zu}", imap->folder, sizeof letter - 1);
	struct imap_read read = {.dropped = 0};
	enum wire outcome =
		imap_wire_send(imap->wire, &imap_wire_small, command, strlen(command), reason);

	free(command);
	imap_wire_allow_more(imap->wire, true);
	while (outcome == WIRE_DONE && !read.response.tagged) {
		outcome = imap_wire_next(imap->wire, &read, reason);
		if (outcome == WIRE_DONE && read.response.kind == IMAP_CONTINUE)
			outcome = imap_wire_say(imap->wire, letter, reason);
	}
	imap_wire_allow_more(imap->wire, false);
	*uid_out = outcome == WIRE_DONE ? read_uid(imap, &read.response) : 0;
	return outcome;
}

enum wire imap_clock(struct source *source, int64_t *now_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct imap_result result;
	enum wire outcome;
	uint32_t uid = 0;
	char which[16];
	char *command;

	*now_out = 0;
	/* Without it the letter could not be found again, nor taken away alone. */
	if (!imap->has_uidplus)
		return WIRE_DONE;
	outcome = put(imap, &uid, reason);
	if (outcome != WIRE_DONE || uid == 0)
		return outcome;
	snprintf(which, sizeof which, "%" PRIu32, uid);
	outcome = ask_date(imap, which, now_out, reason);
	if (outcome != WIRE_DONE)
		return outcome;
	command = base_printf("UID EXPUNGE %s", which);
	outcome = imap_run(imap, &imap_wire_small, command, NULL, NULL, &result, reason);
	free(command);
	return outcome;
}
