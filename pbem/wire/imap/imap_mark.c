/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

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

static enum wire flag(struct imap *imap, const char *set, const char *flags, struct reason *reason)
{
	char *command =
		base_printf("UID STORE %s %cFLAGS.SILENT (%s)", set,
			    imap->turned && imap->done == IMAP_DONE_FLAG ? '-' : '+', flags);
	enum wire outcome = change(imap, command, false, reason);

	free(command);
	return outcome;
}

/* Without MOVE (RFC 6851) a letter is copied, then removed. Never by EXPUNGE alone, which would
 * remove what somebody else had flagged. */
static enum wire move(struct imap *imap, const char *set, struct reason *reason)
{
	char *command = base_printf("UID %s %s %s", imap->has_move ? "MOVE" : "COPY", set,
				    imap->done_folder);
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

enum wire imap_mark(struct source *source, const struct waiting *letters, size_t count,
		    struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	enum wire outcome = WIRE_DONE;
	struct imap_set set;
	size_t done = 0;
	uint32_t uid;

	if (imap->done == IMAP_DONE_NONE)
		return WIRE_DONE;
	/* What waits again may have been another's once. */
	if (imap->turned)
		outcome = imap_claim(source, letters, count, SOURCE_TAKE_OVER, reason);
	imap_set_init(&set);
	for (size_t i = 0; i < count; i++)
		if (imap_read_id(imap, letters[i].id, &uid))
			imap_set_add(&set, uid);
	imap_set_sort(&set);
	while (outcome == WIRE_DONE && done < set.count) {
		size_t some = set.count - done < MARK_LETTERS ? set.count - done : MARK_LETTERS;
		struct text ranges;

		text_init(&ranges, 0);
		done += imap_set_write(set.uids + done, some, SET_CHARS, &ranges);
		outcome = imap->done == IMAP_DONE_FLAG
				  ? flag(imap, ranges.bytes, IMAP_KEYWORD, reason)
				  : move(imap, ranges.bytes, reason);
		text_done(&ranges);
	}
	imap_set_done(&set);
	return outcome;
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
