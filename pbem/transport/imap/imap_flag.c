/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/wire/imap/imap.h"

enum {
	MARK_LETTERS = 1000, /* of one command */
	SET_CHARS = 6000,    /* servers take lines of 8,000 */
	TRIES = 4,	     /* when letters vanish under our hands */
	STRAYS = 100000	     /* listed at once */
};

static void create_done_folder(struct imap *imap)
{
	char *command = base_printf("CREATE %s", imap->done_folder);
	struct imap_result result;

	/* If it fails, the next attempt to move says why. */
	imap_run(imap, &imap_wire_small, command, NULL, NULL, &result, NULL);
	free(command);
}

/*
 * Runs a command that changes letters. Repeating it is harmless, so it is repeated when letters
 * vanished meanwhile, and once after making the folder it goes to, which may be missing.
 */
static enum wire change(struct imap *imap, const char *command, bool to_folder,
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
		return wire_never(
			reason,
			"the server doesn't keep our flag " IMAP_KEYWORD
			" (%s), so letters can't be marked as done; set mailbox-done = move "
			"Done in pbem.conf",
			result.said);
	return imap_refused(&result, "can't mark letters as done", reason);
}

static char *flag_command(const struct imap *imap, const char *set, const char *flags)
{
	return base_printf("UID STORE %s %cFLAGS.SILENT (%s)", set,
			   imap->turned && imap->done == IMAP_DONE_FLAG ? '-' : '+', flags);
}

static enum wire flag(struct imap *imap, const char *set, const char *flags, struct reason *reason)
{
	char *command = flag_command(imap, set, flags);
	enum wire outcome = change(imap, command, false, reason);

	free(command);
	return outcome;
}

static char *move_command(const struct imap *imap, const char *set)
{
	return base_printf("UID %s %s %s", imap->has_move ? "MOVE" : "COPY", set,
			   imap->done_folder);
}

/* Without MOVE (RFC 6851) a letter is copied, then removed. Never by EXPUNGE alone, which would
 * remove what somebody else had flagged. */
static enum wire move(struct imap *imap, const char *set, struct reason *reason)
{
	char *command = move_command(imap, set);
	enum wire outcome = change(imap, command, true, reason);

	free(command);
	if (outcome != WIRE_DONE || imap->has_move)
		return outcome;
	outcome = flag(imap, set, "\\Deleted", reason);
	if (outcome != WIRE_DONE || !imap->has_uidplus)
		return outcome;
	command = base_printf("UID EXPUNGE %s", set);
	outcome = change(imap, command, false, reason);
	free(command);
	return outcome;
}

/* The first of a set that one command takes; returns how many. */
static size_t write_some(const struct imap_set *set, size_t done, struct text *ranges)
{
	const size_t some = set->count - done < MARK_LETTERS ? set->count - done : MARK_LETTERS;

	return imap_set_write(set->uids + done, some, SET_CHARS, ranges);
}

static enum wire mark(struct imap *imap, const struct imap_set *set, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	size_t done = 0;

	while (outcome == WIRE_DONE && done < set->count) {
		struct text ranges;

		text_init(&ranges, 0);
		done += write_some(set, done, &ranges);
		outcome = imap->done == IMAP_DONE_FLAG
				  ? flag(imap, ranges.bytes, IMAP_KEYWORD, reason)
				  : move(imap, ranges.bytes, reason);
		text_done(&ranges);
	}
	return outcome;
}

/* While letters are on their way that were asked for ahead: if one command does it, it is sent
 * behind; else imap_settle does it all. */
static enum wire mark_behind(struct imap *imap, struct reason *reason)
{
	const bool flags = imap->done == IMAP_DONE_FLAG;
	enum wire outcome = WIRE_DONE;
	struct text ranges;

	text_init(&ranges, 0);
	if (write_some(&imap->ahead.marks, 0, &ranges) == imap->ahead.marks.count &&
	    (flags || imap->has_move)) {
		char *command = flags ? flag_command(imap, ranges.bytes, IMAP_KEYWORD)
				      : move_command(imap, ranges.bytes);

		outcome = imap_wire_send_behind(imap->wire, command, strlen(command), reason);
		imap->ahead.sent = outcome == WIRE_DONE;
		free(command);
	}
	text_done(&ranges);
	return outcome;
}

enum wire imap_settle(struct source *source, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct imap_set *marks = &imap->ahead.marks;
	enum wire outcome = imap_ahead_end(imap, reason);

	/* Whatever was the matter: doing it once more tells, and does no harm. */
	if (outcome == WIRE_DONE && marks->count > 0 && !imap->ahead.marked)
		outcome = mark(imap, marks, reason);
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
	/* What waits again may have been another's once. */
	if (imap->turned)
		outcome = imap_claim(source, letters, count, SOURCE_TAKE_OVER, reason);
	else if (marks->count > 0)
		outcome = imap_settle(source, reason);
	if (outcome != WIRE_DONE)
		return outcome;
	for (size_t i = 0; i < count; i++)
		if (imap_read_id(imap, letters[i].id, &uid))
			imap_set_add(marks, uid);
	imap_set_sort(marks);
	imap->ahead.marked = false;
	return imap->ahead.asked ? mark_behind(imap, reason) : imap_settle(source, reason);
}

/* Letters are marked in the order they came: what is marked behind the newest that the ledger knows
 * was marked by a run it doesn't know. What was moved away isn't looked for. */
enum wire imap_list_strays(struct source *source, const struct source_past *past,
			   struct waiting_list *list_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	char *mailbox = base_printf("imap:%u", (unsigned)imap->uidvalidity);
	uint32_t behind = (uint32_t)past->newest(past->context, mailbox);
	char *criteria = base_printf("UID %u:* KEYWORD " IMAP_KEYWORD " ", (unsigned)behind + 1);
	enum wire outcome = WIRE_DONE;

	if (imap->done == IMAP_DONE_FLAG)
		outcome = imap_list_found(imap, criteria, behind + 1, STRAYS, list_out, reason);
	free(criteria);
	free(mailbox);
	return outcome;
}
