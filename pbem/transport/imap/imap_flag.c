/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap.h"

enum {
	MARK_LETTERS = 1000, /* most messages of one command */
	SET_CHARS = 6000,    /* servers accept lines of 8,000 */
	TRIES = 4,	     /* attempts while others remove messages */
	STRAYS = 100000	     /* most messages in one list of strays */
};

static void create_done_folder(struct imap *imap)
{
	char *command = base_printf("CREATE %s", imap->done_folder);
	struct imap_result result;

	/* If this fails, the next attempt to move shows why. */
	imap_run(imap, &imap_wire_small, command, NULL, NULL, &result, NULL);
	free(command);
}

/* Runs a command that changes messages. Repeating it does no harm. So it is repeated if messages
 * have vanished meanwhile, and once after making the folder it moves to, which may be missing. */
static enum wire run_change(struct imap *imap, const char *command, bool to_folder,
			    struct reason *reason)
{
	bool created = !to_folder;
	struct imap_result result;

	for (int tries = TRIES;;) {
		enum wire outcome =
			imap_run(imap, &imap_wire_small, command, NULL, NULL, &result, reason);

		if (outcome != WIRE_DONE)
			return outcome;
		if (result.kind == IMAP_OK)
			return WIRE_DONE;
		if (result.gone && --tries > 0)
			continue;
		if (created || result.kind != IMAP_NO || (result.passing && !result.try_create))
			break;
		create_done_folder(imap);
		created = true;
	}
	if (imap->done == IMAP_DONE_FLAG && !result.passing)
		return wire_never(reason,
				  "the server doesn't keep pbem's flag " IMAP_KEYWORD
				  " (%s), so pbem can't mark letters as done; set mailbox-done = "
				  "move Done in pbem.conf",
				  result.said);
	return imap_refused(&result, "can't mark letters as done", reason);
}

static char *flag_command(const struct imap *imap, const char *set, const char *flags)
{
	return base_printf("UID STORE %s %cFLAGS.SILENT (%s)", set,
			   imap->turned && imap->done == IMAP_DONE_FLAG ? '-' : '+', flags);
}

static enum wire store_flags(struct imap *imap, const char *set, const char *flags,
			     struct reason *reason)
{
	char *command = flag_command(imap, set, flags);
	enum wire outcome = run_change(imap, command, false, reason);

	free(command);
	return outcome;
}

static char *move_command(const struct imap *imap, const char *set)
{
	return base_printf("UID %s %s %s", imap->has_move ? "MOVE" : "COPY", set,
			   imap->done_folder);
}

/* Moves messages. Without MOVE (RFC 6851) they are copied, then removed. A plain EXPUNGE is never
 * used, since it would also remove messages that somebody else has flagged. */
static enum wire move_messages(struct imap *imap, const char *set, struct reason *reason)
{
	char *command = move_command(imap, set);
	enum wire outcome = run_change(imap, command, true, reason);

	free(command);
	if (outcome != WIRE_DONE || imap->has_move)
		return outcome;
	outcome = store_flags(imap, set, "\\Deleted", reason);
	if (outcome != WIRE_DONE || !imap->has_uidplus)
		return outcome;
	command = base_printf("UID EXPUNGE %s", set);
	outcome = run_change(imap, command, false, reason);
	free(command);
	return outcome;
}

/* Writes the first messages of a set that one command can name. Returns how many. */
static size_t write_next_ranges(const struct imap_set *set, size_t done, struct strbuf *ranges)
{
	const size_t some = set->count - done < MARK_LETTERS ? set->count - done : MARK_LETTERS;

	return imap_set_write(set->uids + done, some, SET_CHARS, ranges);
}

static enum wire mark_messages(struct imap *imap, const struct imap_set *set, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	size_t done = 0;

	while (outcome == WIRE_DONE && done < set->count) {
		struct strbuf ranges;

		strbuf_init(&ranges, 0);
		done += write_next_ranges(set, done, &ranges);
		outcome = imap->done == IMAP_DONE_FLAG
				  ? store_flags(imap, ranges.bytes, IMAP_KEYWORD, reason)
				  : move_messages(imap, ranges.bytes, reason);
		strbuf_done(&ranges);
	}
	return outcome;
}

/* Sends the marks while messages that were requested in advance are on their way. If this takes
 * more than one command, nothing is sent, and imap_await_marks does all of it. */
static enum wire send_marks_pipelined(struct imap *imap, struct reason *reason)
{
	const bool flags = imap->done == IMAP_DONE_FLAG;
	enum wire outcome = WIRE_DONE;
	struct strbuf ranges;

	strbuf_init(&ranges, 0);
	if (write_next_ranges(&imap->ahead.marks, 0, &ranges) == imap->ahead.marks.count &&
	    (flags || imap->has_move)) {
		char *command = flags ? flag_command(imap, ranges.bytes, IMAP_KEYWORD)
				      : move_command(imap, ranges.bytes);

		outcome = imap_wire_send_pipelined(imap->wire, command, strlen(command), reason);
		imap->ahead.sent = outcome == WIRE_DONE;
		free(command);
	}
	strbuf_done(&ranges);
	return outcome;
}

enum wire imap_await_marks(struct source *source, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct imap_set *marks = &imap->ahead.marks;
	enum wire outcome = imap_ahead_end(imap, reason);

	/* Marking again shows any error, and does no harm. */
	if (outcome == WIRE_DONE && marks->count > 0 && !imap->ahead.marked)
		outcome = mark_messages(imap, marks, reason);
	marks->count = 0;
	return outcome;
}

enum wire imap_mark(struct source *source, const struct waiting *letters, size_t count,
		    struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct imap_set *marks = &imap->ahead.marks;
	enum wire outcome = WIRE_DONE;
	uint32_t uid;

	if (imap->done == IMAP_DONE_NONE)
		return WIRE_DONE;
	/* Another host may have claimed a message that is to wait again. */
	if (imap->turned)
		outcome = imap_claim(source, letters, count, SOURCE_TAKE_OVER, reason);
	else if (marks->count > 0)
		outcome = imap_await_marks(source, reason);
	if (outcome != WIRE_DONE)
		return outcome;
	for (size_t i = 0; i < count; i++)
		if (imap_read_id(imap, letters[i].id, &uid))
			imap_set_add(marks, uid);
	imap_set_sort(marks);
	imap->ahead.marked = false;
	return imap->ahead.asked ? send_marks_pipelined(imap, reason)
				 : imap_await_marks(source, reason);
}

/* Messages are marked in the order in which they came. A marked message that is newer than all
 * messages in the ledger was marked by a run that the ledger doesn't know. Moved messages aren't
 * searched. */
enum wire imap_list_strays(struct source *source, const struct source_past *past,
			   struct waiting_list *list_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	char *mailbox = base_printf("imap:%" PRIu64, imap->uidvalidity);
	uint32_t behind = (uint32_t)past->newest(past->context, mailbox);
	char *criteria = base_printf("UID %u:* KEYWORD " IMAP_KEYWORD " ", (unsigned)behind + 1);
	enum wire outcome = WIRE_DONE;

	if (imap->done == IMAP_DONE_FLAG)
		outcome = imap_list_found(imap, criteria, behind + 1, STRAYS, list_out, reason);
	free(criteria);
	free(mailbox);
	return outcome;
}
