/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/maintenance/repair_internal.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/open_game.h"
#include "pbem/store/crash_notes.h"
#include "pbem/store/ledger.h"
#include "pbem/store/worklist.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"

/* ---- findings ---- */

void repair_add_as(struct repair *repair, const char *name, enum repair_state state,
		   enum repair_cure cure, const char *why, const char *what)
{
	static const char *const nothing_now[] = {
		[REPAIR_NEWER] = "The file seems to be valid. Use the newer pbem again",
		[REPAIR_UNKNOWN] = "This may be temporary. Check the disk and the permissions of "
				   "the file, then run 'pbem repair' again",
	};
	const bool told = state != REPAIR_NEWER && state != REPAIR_UNKNOWN;

	repair->findings =
		base_realloc(repair->findings, (repair->count + 1) * sizeof *repair->findings);
	repair->findings[repair->count++] = (struct repair_finding){
		.name = base_strdup(name),
		.state = state,
		.cure = told ? cure : REPAIR_NONE,
		.why = base_strdup(why),
		.what = base_strdup(told ? what : nothing_now[state]),
	};
}

enum repair_state repair_state_of(const struct reason *reason)
{
	switch (reason->kind) {
	case REASON_TEMPORARY:
		return REPAIR_UNKNOWN;
	case REASON_NEWER:
		return REPAIR_NEWER;
	case REASON_MISSING:
		return REPAIR_MISSING;
	case REASON_DAMAGED:
		return REPAIR_DAMAGED;
	default:
		return REPAIR_UNFIT;
	}
}

/* Returns whether the batch in the journal writes the whole file, whatever the file contains now.
 */
static bool has_whole(const struct repair *repair, const char *name)
{
	struct strbuf bytes;
	bool whole;

	strbuf_init(&bytes, 0);
	whole = journal_preview(&repair->waiting, name, &bytes) == JOURNAL_WHOLE;
	strbuf_done(&bytes);
	return whole;
}

const char repair_of_rights[] =
	"The file isn't damaged. Find out who has read it, and change its permissions as shown";

void repair_add(struct repair *repair, const char *name, const struct reason *why,
		enum repair_cure cure, const char *what)
{
	if (why->kind == REASON_RIGHTS)
		repair_add_as(repair, name, REPAIR_UNFIT, REPAIR_NONE, why->text, repair_of_rights);
	else if (has_whole(repair, name))
		repair_add_as(
			repair, name, repair_state_of(why), REPAIR_JOURNAL, why->text,
			"The journal contains the whole file, so pbem can write the file again");
	else
		repair_add_as(repair, name, repair_state_of(why), cure, why->text, what);
}

/* ---- the files of a site ---- */

static void check_host(struct repair *repair)
{
	struct reason reason;

	if (instance_load(repair->site->config, false, &reason) != 0)
		repair_add(repair, "host", &reason, REPAIR_ASIDE,
			   "pbem can move the file away and give this copy of the site a new name. "
			   "If letters are claimed under the old name, the next run reports this, "
			   "and 'pbem adopt' takes the letters over");
}

static void check_keys(struct repair *repair)
{
	struct reason reason;
	struct keyring *keys = keyring_load(repair->site->config->folder, &reason);

	if (keys == NULL)
		repair_add(repair, "keys", &reason, REPAIR_NONE,
			   "pbem can't make the same keys again. Restore this folder from a backup "
			   "of any age. Without a backup, 'pbem key new' makes a new key. Then "
			   "players can't reply to their old letters, and 'pbem resend' sends them "
			   "new letters");
	keyring_free(keys);
}

static void check_journal(struct repair *repair)
{
	const char *folder = repair->site->config->folder;
	struct reason reason;

	switch (journal_inspect(folder, &repair->waiting, &reason)) {
	case JOURNAL_EMPTY:
	case JOURNAL_WAITS: /* left by a run that was killed */
		return;
	case JOURNAL_TORN:
		repair_add_as(repair, "journal", REPAIR_DAMAGED, REPAIR_BY_RUN,
			      "the journal is incomplete, because a run was killed while writing; "
			      "nothing in the journal has happened",
			      "The next run empties the journal, and decides these letters again");
		return;
	case JOURNAL_UNKNOWN:
		repair_add(repair, "journal", &reason, REPAIR_NONE,
			   "pbem can't do anything before it can read this file");
	}
}

static void check_worklist(struct repair *repair)
{
	struct worklist worklist = {0};
	struct reason reason;
	bool there;

	if (worklist_read(repair->site->config->folder, &worklist, &there, &reason) != 0)
		repair_add(repair, "worklist", &reason, REPAIR_ASIDE,
			   "pbem can move the file away. The next run lists the mailbox again, and "
			   "the ledger shows which letters were processed");
	else if (there)
		worklist_done(&worklist);
}

/* Looks at the crash notes. Any line in the file counts as a message's id, so no contents can be
 * wrong. */
static void check_crash_notes(struct repair *repair)
{
	struct reason reason;
	struct strbuf text;

	strbuf_init(&text, 0);
	if (crash_read(repair->site->config->folder, &text, &reason) != 0)
		repair_add(repair, "crashed", &reason, REPAIR_NONE,
			   "Find out what is wrong with it");
	strbuf_done(&text);
}

/* Looks at the folders of raw messages. Their files may contain any byte, so only the folders can
 * be unreadable. */
static void check_folders(struct repair *repair)
{
	static const char *const names[] = {"forwarding", "forwarded", "moving-out", "quarantine"};
	struct reason reason;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char *path = config_path(repair->site->config, names[i]);
		char **found = files_list(path, true, &reason);

		if (found == NULL)
			repair_add(repair, names[i], &reason, REPAIR_NONE,
				   "Find out what is wrong with it");
		g_strfreev(found);
		free(path);
	}
}

static void check_open_games(struct repair *repair)
{
	const char *folder = repair->site->config->folder;
	struct reason reason;
	char **ids = open_game_list(folder, &reason);

	if (ids == NULL)
		repair_add(repair, "offers", &reason, REPAIR_NONE,
			   "Find out what is wrong with it");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		char *name = base_printf("offers/%s", *id);
		struct open_game offer;

		if (open_game_load(folder, *id, &offer, &reason) == 0)
			open_game_done(&offer);
		else
			repair_add(repair, name, &reason, REPAIR_NONE,
				   "No other file contains the persons who joined and the game's "
				   "keys. Restore this file from a backup, or correct the line. "
				   "Otherwise close the game with 'pbem close', and ask these "
				   "persons to join again");
		free(name);
	}
	g_strfreev(ids);
}

static void check_moved_games(struct repair *repair)
{
	const char *folder = repair->site->config->folder;
	struct reason reason;
	char **ids = moved_game_list(folder, &reason);

	if (ids == NULL)
		repair_add(repair, "moved", &reason, REPAIR_NONE, "Find out what is wrong with it");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		char *name = base_printf("moved/%s", *id);
		struct moved_game elsewhere;

		if (moved_game_load(folder, *id, &elsewhere, &reason) != 0)
			repair_add(repair, name, &reason, REPAIR_NONE,
				   "No other file contains the site to which the game has moved. "
				   "Restore this file from a backup, or correct its five lines "
				   "after the example of the other files in this folder. Until "
				   "then, letters for the game wait");
		free(name);
	}
	g_strfreev(ids);
}

/* Looks for files that the ledger knows. With a sound ledger, and no batch waiting in the journal,
 * they must be there. */
static void check_files_of_ledger(struct repair *repair)
{
	struct ledger *ledger;
	struct reason reason;

	if (repair->waiting.body == NULL &&
	    ledger_open(repair->site->config->folder, false, &ledger, &reason) == LEDGER_OPEN) {
		repair_check_missing(repair, ledger);
		ledger_close(ledger);
	}
}

static void check_ledger(struct repair *repair)
{
	struct reason reason;

	if (ledger_examine(repair->site->config->folder, &reason) == LEDGER_OPEN)
		check_files_of_ledger(repair);
	else if (reason.kind == REASON_MISSING)
		repair_add(repair, "ledger", &reason, REPAIR_BY_RUN,
			   "The next run rebuilds the ledger from the games. Letters that were "
			   "waiting to be sent are lost, and 'pbem resend' sends them again");
	else
		repair_add(repair, "ledger", &reason, REPAIR_LEDGER,
			   "pbem can move the ledger away and rebuild it from the games and the "
			   "journal. Three things will be lost: letters that were waiting to be "
			   "sent ('pbem resend' sends a player's letters again), chat that was not "
			   "delivered yet, and the list of processed letters. If such a letter "
			   "comes again, the answer says that it is late");
}

/* Delays making a new ledger while files can't be read: the new one would lack their contents for
 * ever. */
static void delay_ledger_rebuild(struct repair *repair)
{
	bool all = true;

	for (size_t i = 0; i < repair->count; i++)
		all = all && (repair->findings[i].cure != REPAIR_NONE);
	for (size_t i = 0; i < repair->count && !all; i++) {
		struct repair_finding *finding = &repair->findings[i];

		if (finding->cure != REPAIR_LEDGER)
			continue;
		finding->cure = REPAIR_NONE;
		free(finding->what);
		finding->what = base_strdup("pbem can rebuild the ledger from the games, but only "
					    "after you have repaired all other files in this list. "
					    "Otherwise the new ledger would lack their contents");
	}
}

void repair_inspect(struct site *site, const char *game, struct repair *repair_out)
{
	*repair_out = (struct repair){.site = site};
	if (game != NULL) {
		struct reason reason;

		(void)journal_inspect(site->config->folder, &repair_out->waiting, &reason);
		repair_check_game(repair_out, game);
		return;
	}
	check_journal(repair_out);
	check_host(repair_out);
	check_keys(repair_out);
	check_worklist(repair_out);
	check_crash_notes(repair_out);
	check_ledger(repair_out);
	check_open_games(repair_out);
	check_moved_games(repair_out);
	check_folders(repair_out);
	repair_check_games(repair_out);
	delay_ledger_rebuild(repair_out);
}

void repair_done(struct repair *repair)
{
	for (size_t i = 0; i < repair->count; i++) {
		free(repair->findings[i].name);
		free(repair->findings[i].why);
		free(repair->findings[i].what);
	}
	free(repair->findings);
	free(repair->waiting.body);
}

size_t repair_count(const struct repair *repair)
{
	size_t count = 0;

	for (size_t i = 0; i < repair->count; i++)
		count += repair->findings[i].state != REPAIR_UNKNOWN &&
			 repair->findings[i].state != REPAIR_NEWER;
	return count;
}

bool repair_can(const struct repair *repair)
{
	for (size_t i = 0; i < repair->count; i++)
		if (repair->findings[i].cure != REPAIR_NONE &&
		    repair->findings[i].cure != REPAIR_BY_RUN)
			return true;
	return false;
}
