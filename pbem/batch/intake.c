/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/batch/alarm.h"
#include "pbem/batch/aside.h"
#include "pbem/answer/deeds.h"
#include "pbem/batch/intake.h"
#include "pbem/reception/player.h"
#include "pbem/desk/registry.h"
#include "pbem/answer/sender.h"
#include "pbem/promise/journal.h"
#include "pbem/batch/settle.h"
#include "pbem/reception/stranger.h"
#include "pbem/reception/unread.h"

enum { MAX_TEXT = 65536 };

void intake_init(struct intake *intake, struct site *site, int64_t now, const struct run_log *log)
{
	const struct config *config = site->config;

	memset(intake, 0, sizeof *intake);
	intake->site = site;
	intake->log = log;
	intake->mailing = (struct mailing){.site = site, .batch = &intake->batch, .now = now};
	intake->limits = (struct letter_limits){
		.max_bytes = (size_t)config->max_letter_bytes,
		.max_header_bytes = (size_t)config->max_header_bytes,
		.max_parts = (unsigned)config->max_parts,
		.max_depth = (unsigned)config->max_depth,
		.max_text_bytes = MAX_TEXT,
	};
	desk_init(&intake->desk, site);
	batch_init(&intake->batch);
	intake->deeds = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	intake->counts = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
}

void intake_done(struct intake *intake)
{
	g_hash_table_destroy(intake->counts);
	g_hash_table_destroy(intake->deeds);
	batch_done(&intake->batch);
	desk_done(&intake->desk);
}

/* ---- counts and notices ---- */

int64_t intake_count(struct intake *intake, const char *name)
{
	const int64_t *added = g_hash_table_lookup(intake->counts, name);

	return ledger_count(intake->site->ledger, name) + (added != NULL ? *added : 0);
}

static void note_added(struct intake *intake, const char *name, int64_t add)
{
	int64_t *added = g_hash_table_lookup(intake->counts, name);

	if (added == NULL) {
		added = base_zalloc(1, sizeof *added);
		g_hash_table_insert(intake->counts, base_strdup(name), added);
	}
	*added += add;
}

void intake_add_count(struct intake *intake, const char *name, int64_t add)
{
	note_added(intake, name, add);
	ledger_line_count(&intake->batch.ledger, name, add);
}

void intake_drop_count(struct intake *intake, const char *name)
{
	int64_t count = intake_count(intake, name);

	if (count == 0)
		return;
	note_added(intake, name, -count);
	ledger_line_no_count(&intake->batch.ledger, name);
}

void intake_notice(struct intake *intake, int64_t when, const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = base_vprintf(format, args);
	va_end(args);
	ledger_line_notice(&intake->batch.ledger, when, line);
	free(line);
}

/* ---- one letter ---- */

int intake_set_aside(struct intake *intake, const struct waiting *waiting, const char *bytes,
		     size_t len, const char *why, struct reason *reason)
{
	bool put_off = false;

	/* Of one that is too large no more is there. */
	if (len > intake->limits.max_bytes && len > SOURCE_START)
		len = SOURCE_START;
	return unread_take(intake, waiting, bytes, len, UNREAD_FAILED, why, &put_off, reason);
}

/* One of which no more than its start was fetched. */
static int take_large(struct intake *intake, const struct waiting *waiting, const char *start,
		      size_t len, bool *put_off_out, struct reason *reason)
{
	const bool delivered = text_starts(waiting->id, "deliver:");
	char *why = base_printf("it has %zu bytes, more than max-letter-bytes (%ld) allows; it %s",
				len, intake->site->config->max_letter_bytes,
				delivered ? "was left with the program that delivered it"
					  : "stays in the mailbox, marked as done");
	int result = unread_take(intake, waiting, start, len < SOURCE_START ? len : SOURCE_START,
				 UNREAD_LARGE, why, put_off_out, reason);

	free(why);
	return result;
}

/* What came through a group address is a person's when it bears a live key. */
static bool is_of_person(struct matter *matter)
{
	if (matter->letter->class != LETTER_GROUP)
		return matter->letter->class == LETTER_PLAIN;
	return sender_known(matter) && (matter->live || matter->game->file == NULL);
}

static int take_letter(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	struct deed earlier;

	if (deeds_digest(matter->intake, matter->letter->digest.hex, &earlier)) {
		matter->deed = earlier;
		matter->repeated = true;
		if (earlier.seat < 0 || !is_of_person(matter) || !sender_known(matter) ||
		    matter->game->file == NULL)
			return 0;
		return player_repeat(matter, reason);
	}
	if (sender_is_own(matter)) {
		matter_set_what(matter, "a letter of ours that came back");
		return 0;
	}
	switch (is_of_person(matter) ? LETTER_PLAIN : matter->letter->class) {
	case LETTER_GROUP:
	case LETTER_AUTOMATIC:
		unread_automatic(matter);
		snprintf(matter->deed.what, sizeof matter->deed.what, "automatic mail (%.100s)",
			 matter->letter->why_automatic);
		return 0;
	case LETTER_BOUNCE:
		stranger_bounce(matter);
		return 0;
	case LETTER_PLAIN:
		break;
	}
	if (sender_known(matter))
		return player_take(matter, put_off_out, reason);
	return stranger_take(matter, put_off_out, reason);
}

int intake_letter(struct intake *intake, const struct waiting *waiting, const char *bytes,
		  size_t len, bool *put_off_out, struct reason *reason)
{
	struct matter matter = {.intake = intake, .waiting = waiting};
	struct letter *letter = NULL;
	struct reason why;
	int result;

	*put_off_out = false;
	if (bytes == NULL || len > intake->limits.max_bytes)
		return take_large(intake, waiting, bytes, len, put_off_out, reason);
	if (letter_read(bytes, len, &intake->limits, intake->site->config->address, &letter,
			&why) != 0)
		return unread_take(intake, waiting, bytes, len, UNREAD_REFUSED, why.text,
				   put_off_out, reason);
	matter.letter = letter;
	matter.deed.when = waiting->received;
	matter.deed.seat = -1;
	memcpy(matter.deed.digest, letter->digest.hex, sizeof letter->digest.hex);
	result = take_letter(&matter, put_off_out, reason);
	if (result == 0 && !*put_off_out)
		deeds_note(&matter);
	letter_free(letter);
	return result;
}

int intake_commit(struct intake *intake, struct reason *reason)
{
	struct desk *desk = &intake->desk;
	int result = desk->unsound.text[0] == '\0' ? 0 : -1;

	if (result != 0)
		*reason = desk->unsound; /* a passing one stays one */
	for (struct desk_game *game = desk->first; result == 0 && game != NULL; game = game->next)
		if (game->file != NULL)
			result = mailing_ask(&intake->mailing, game, reason);
	settle_note(intake);
	alarm_note(intake);
	registry_note(intake);
	if (result == 0)
		aside_prune(intake);
	if (result == 0)
		desk_write(desk, &intake->batch);
	if (result == 0 && !batch_is_empty(&intake->batch))
		result = journal_commit(intake->site->config->folder, intake->site->ledger,
					&intake->batch, reason);
	if (result != 0)
		return result;
	desk_snapshots(desk);
	desk_clear(desk);
	batch_clear(&intake->batch);
	g_hash_table_remove_all(intake->deeds);
	g_hash_table_remove_all(intake->counts);
	memset(intake->aside, 0, sizeof intake->aside);
	intake->letters = 0;
	return 0;
}
