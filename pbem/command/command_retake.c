/* SPDX-License-Identifier: MIT */
/* pbem retake [--yes]: after a backup was put back, which letters were dealt with that the ledger
 * doesn't know; and taking them again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/base/plain.h"
#include "core/base/stamp.h"
#include "pbem/command/commands.h"
#include "pbem/reading/letter.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/restore.h"
#include "pbem/wire/source.h"
#include "pbem/answer/sender.h"
#include "pbem/site/step.h"

enum { MAX_LISTED = 1000000, SUBJECT_SHOWN = 60 };

struct retake {
	struct site *site;
	struct desk desk;      /* nothing of it is committed but restore_forget's */
	struct source *source; /* turned around: it lists what is marked as done */
	GArray *unknown;       /* struct waiting */
	unsigned seen;	       /* answers to what isn't there, listed */
};

/* ---- letters marked as done ---- */

/* "2026-11-22T16:01:00Z g1 white: Re: [g1] Your move, Anna". Orders stay untold: the moderator may
 * play. */
static void print_letter(struct retake *retake, const struct waiting *waiting, const char *bytes,
			 size_t len)
{
	struct matter matter = {.desk = &retake->desk, .waiting = waiting};
	struct letter *letter = NULL;
	char when[STAMP_SIZE];
	struct reason why;

	stamp_print(waiting->received, when);
	if (bytes == NULL || site_read_letter(retake->site, bytes, len, &letter, &why) != 0) {
		printf("  %s %s: can't be read\n", when, waiting->id);
		return;
	}
	matter.letter = letter;
	if (sender_known(&matter) && matter.game->file != NULL)
		printf("  %s %s %s: ", when, matter.game->id,
		       variant_seat_name(matter.game->file->game.variant, matter.seat));
	else
		printf("  %s no key of a game of this site: ", when);
	token_hide(letter->subject);
	printf("%.*s\n", (int)plain_cut(letter->subject, strlen(letter->subject), SUBJECT_SHOWN),
	       letter->subject);
	letter_free(letter);
}

/* source_fetch hands over one letter: what it is known by, its id apart, is its bytes. */
static int look_at(void *context, const struct waiting *waiting, const struct handed *handed)
{
	struct retake *retake = context;
	struct digest digest;

	if (handed->how == HANDED_GONE)
		return 0;
	if (handed->how == HANDED_OVER) {
		digest_bytes(handed->bytes, handed->len, &digest);
		if (ledger_knows_digest(retake->site->ledger, digest.hex, NULL))
			return 0;
	}
	if (retake->unknown->len == 0)
		printf("Marked as done, and unknown to this site:\n");
	print_letter(retake, waiting, handed->how == HANDED_OVER ? handed->bytes : NULL,
		     handed->len);
	g_array_append_val(retake->unknown, *waiting);
	return 0;
}

static enum wire list_unknown(struct retake *retake, struct reason *reason)
{
	struct ledger *ledger = retake->site->ledger;
	struct waiting_list list = {0};
	enum wire wire = source_open_done(retake->site->config, &retake->source, reason);
	size_t kept = 0;

	if (wire == WIRE_DONE && site_need_words(reason) != 0)
		wire = reason_is_passing(reason) ? WIRE_LATER : WIRE_NEVER;
	if (wire == WIRE_DONE)
		wire = source_list(retake->source, MAX_LISTED, &list, reason);
	for (size_t i = 0; wire == WIRE_DONE && i < list.count; i++)
		if (restore_is_unknown(ledger, &list.letters[i]))
			list.letters[kept++] = list.letters[i];
	if (wire == WIRE_DONE)
		wire = source_fetch(retake->source, list.letters, kept, look_at, retake, reason);
	source_free_list(&list);
	return wire;
}

/* ---- answers to what isn't there ---- */

static void print_lost(void *context, const char *name, int64_t when)
{
	char *words = base_strdup(name + strlen(LEDGER_LOST)), *word[3], stamp[STAMP_SIZE];
	struct retake *retake = context;

	stamp_print(when, stamp);
	if (when != 0 && text_split(words, word, 3) == 3) {
		if (retake->seen++ == 0)
			printf("Answered, and not there when the answer came:\n");
		if (word[0][0] == '#')
			printf("  %s game number %s\n", stamp, word[0] + 1);
		else
			printf("  %s %s %s: entry %s\n", stamp, word[0], word[1], word[2]);
	}
	free(words);
}

/* ---- the command ---- */

static int take_again(struct retake *retake, struct reason *reason)
{
	enum wire wire = WIRE_DONE;

	restore_forget(&retake->desk);
	if (commit_batch(&retake->desk, reason) != 0)
		return EX_TEMPFAIL;
	if (retake->unknown->len > 0)
		wire = source_mark(retake->source,
				   (const struct waiting *)(void *)retake->unknown->data,
				   retake->unknown->len, reason);
	if (wire != WIRE_DONE)
		return wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
	if (retake->unknown->len > 0)
		printf("%u letter%s again; the next 'pbem run' takes %s.\n", retake->unknown->len,
		       retake->unknown->len == 1 ? " waits" : "s wait",
		       retake->unknown->len == 1 ? "it" : "them in the order of their coming");
	return EX_OK;
}

static int run_retake(struct retake *retake, bool yes, struct reason *reason)
{
	enum wire wire = list_unknown(retake, reason);

	if (wire != WIRE_DONE)
		return wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
	/* What was found out about tokens on the way is no letter's that came. */
	batch_clear(&retake->desk.batch);
	g_hash_table_remove_all(retake->desk.counts);
	ledger_counts(retake->site->ledger, LEDGER_LOST, print_lost, retake);
	if (retake->unknown->len == 0)
		printf("Every letter that is marked as done is known to this site: there is none "
		       "to take "
		       "again.\n");
	if (yes)
		return take_again(retake, reason);
	if (retake->unknown->len > 0)
		printf("To take them again: pbem retake --yes\n");
	else if (retake->seen > 0)
		printf("To have no more said of that: pbem retake --yes\n");
	return EX_OK;
}

int command_retake(const struct given *given)
{
	const char *name = given->command->name;
	struct retake retake = {.site = NULL};
	struct reason reason;
	int code;

	code = commands_open(name, SITE_WAIT, &retake.site);
	if (code != EX_OK)
		return code;
	letter_library_start();
	desk_init(&retake.desk, retake.site, step_time(), NULL);
	retake.unknown = g_array_new(FALSE, FALSE, sizeof(struct waiting));
	code = run_retake(&retake, given_has(given, "--yes"), &reason);
	if (code != EX_OK)
		code = commands_fail(name, code, &reason);
	g_array_free(retake.unknown, TRUE);
	source_close(retake.source);
	desk_done(&retake.desk);
	letter_library_stop();
	site_close(retake.site);
	return code;
}
