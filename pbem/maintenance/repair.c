/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib.h>

#include "core/gamefile/gamefile.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/auth/keyring.h"
#include "pbem/maintenance/repair.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/open_game.h"
#include "pbem/site/site_faults.h"
#include "pbem/store/crash_notes.h"
#include "pbem/store/ledger.h"
#include "pbem/store/sender_lock.h"
#include "pbem/store/worklist.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"
#include "pbem/sys/step.h"

/* ---- findings ---- */

static void add_as(struct repair *repair, const char *name, enum repair_state state,
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

static enum repair_state state_of(const struct reason *reason)
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

static const char of_rights[] =
	"The file isn't damaged. Find out who has read it, and change its permissions as shown";

static void add_finding(struct repair *repair, const char *name, const struct reason *why,
			enum repair_cure cure, const char *what)
{
	if (why->kind == REASON_RIGHTS)
		add_as(repair, name, REPAIR_UNFIT, REPAIR_NONE, why->text, of_rights);
	else if (has_whole(repair, name))
		add_as(repair, name, state_of(why), REPAIR_JOURNAL, why->text,
		       "The journal contains the whole file, so pbem can write the file again");
	else
		add_as(repair, name, state_of(why), cure, why->text, what);
}

static const char from_backup[] =
	"No other file contains the lost entries. Restore the whole site from a backup (RESTORING "
	"A BACKUP in pbem-sites(7)); then 'pbem retake' lets pbem decide newer letters again. Or "
	"remove the game's folder from the site and begin the game again";

static const char foreign_keys[] =
	"Restore this file from a backup that was made after the game came here. Without this "
	"file, players can't reply to letters of the other site";

/* ---- the journal's contents ---- */

/* Reads the file's bytes with the changes that the batch in the journal makes. Returns false if it
 * changes nothing. */
static bool read_with_journal(const struct repair *repair, const char *id, const char *file,
			      struct strbuf *bytes)
{
	char *name = base_printf("games/%s/%s", id, file);
	char *path = config_path(repair->site->config, name);
	bool there, told;

	told = files_read_if_there(path, bytes, &there, NULL) == 0 &&
	       journal_preview(&repair->waiting, name, bytes) != JOURNAL_NOTHING;
	free(path);
	free(name);
	return told;
}

/* Returns whether the game file ends with a whole entry. A sound one has nothing after it. */
static bool ends_with_entry(const struct strbuf *log)
{
	const char *line = log->len > 1 ? memrchr(log->bytes, '\n', log->len - 1) : NULL;

	return line != NULL && log->bytes[log->len - 1] == '\n' && strbuf_starts(line + 1, "end ");
}

/* Returns whether the game file and its sealed file are whole with the journal's changes. */
static bool is_whole_with_journal(const struct repair *repair, const char *id)
{
	struct strbuf log, sealed;
	bool whole;

	strbuf_init(&log, (size_t)1 << 30);
	strbuf_init(&sealed, (size_t)1 << 30);
	whole = read_with_journal(repair, id, "game.txt", &log) && ends_with_entry(&log);
	(void)read_with_journal(repair, id, "sealed", &sealed);
	if (whole) {
		const struct gamefile_bytes bytes = {
			.path = id,
			.log = log.bytes,
			.log_len = log.len,
			.sealed = sealed.len > 0 ? sealed.bytes : NULL,
			.sealed_len = sealed.len,
		};

		whole = gamefile_history(&bytes, repair->site->library, NULL, NULL, NULL, NULL) ==
			0;
	}
	strbuf_done(&sealed);
	strbuf_done(&log);
	return whole;
}

/* Adds a fault of the game file or its sealed file. */
static void add_file_fault(struct repair *repair, const char *id, const char *file,
			   enum repair_state state, const char *why, const char *what)
{
	char *name = base_printf("games/%s/%s", id, file);

	if (state != REPAIR_UNKNOWN && state != REPAIR_NEWER && is_whole_with_journal(repair, id))
		add_as(repair, name, state, REPAIR_JOURNAL, why,
		       "The journal contains all missing entries, so pbem can write them again");
	else
		add_as(repair, name, state, REPAIR_NONE, why, what);
	free(name);
}

/* ---- one game ---- */

struct game_search {
	struct repair *repair;
	const char *id;
};

/* Adds a fault of a game whose record is sound. */
static void add_game_fault(void *context, const char *name, const struct reason *why)
{
	static const struct {
		const char *file, *what;
		enum repair_cure cure;
	} rows[] = {
		{"seats",
		 "No other file contains all of this, such as a seat's revoked keys. "
		 "Restore only this file from a backup that was made after the game "
		 "began, or correct the line",
		 REPAIR_NONE},
		{"watchers",
		 "pbem can move the file away, but then the game has no watchers. "
		 "Restore the file from a backup, or let the watchers ask again",
		 REPAIR_ASIDE},
		{MOVED_GAME_KEYS, foreign_keys, REPAIR_NONE},
	};
	const struct game_search *search = context;
	const char *file = strrchr(name, '/') + 1;

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (strcmp(rows[i].file, file) == 0) {
			add_finding(search->repair, name, why, rows[i].cure, rows[i].what);
			return;
		}
	add_file_fault(search->repair, search->id, file, state_of(why), why->text,
		       why->kind == REASON_RIGHTS ? of_rights : from_backup);
}

/* Looks at the other files without which a sound game isn't played on. */
static void check_other_files(struct repair *repair, const char *id, const char *folder)
{
	struct game_search search = {repair, id};
	struct reason reason;
	struct gamefile *file = gamefile_load(folder, repair->site->library, &reason);

	if (file == NULL)
		add_file_fault(repair, id, "game.txt", state_of(&reason), reason.text, from_backup);
	else
		site_faults_of_game(repair->site, file, add_game_fault, &search);
	gamefile_free(file);
}

/* ---- the record ---- */

struct checking {
	char *first; /* the first of the faults */
};

static void copy_first_line(void *context, const char *line)
{
	struct checking *checking = context;

	if (checking->first == NULL)
		checking->first = base_strdup(line);
}

/* Returns whether the public part can be read, and with the sealed part it can't. *state_inout
 * becomes exact if only reading shows that a newer pbem wrote it. */
static bool is_sealed_file(const struct repair *repair, const char *folder, const char *path,
			   enum repair_state *state_inout)
{
	struct variant_library *library = repair->site->library;
	struct reason reason;
	struct gamefile *seen = gamefile_load_public(path, library, SIZE_MAX, &reason), *whole;
	const bool is_public = seen != NULL;

	whole = is_public ? gamefile_load_at(folder, library, SIZE_MAX, &reason) : NULL;
	if (whole == NULL && reason.kind == REASON_NEWER)
		*state_inout = REPAIR_NEWER;
	gamefile_free(whole);
	gamefile_free(seen);
	return is_public && whole == NULL;
}

/* Checks the game file as 'pbem verify' does. Returns whether it is sound. */
static bool check_record(struct repair *repair, const char *id, const char *folder,
			 const char *path)
{
	struct checking checking = {NULL};
	size_t faults, unread = 0;
	const struct gamefile_check_options options = {.now = step_time(),
						       .fault = copy_first_line,
						       .context = &checking,
						       .unread = &unread};
	enum repair_state state;
	bool sound;

	faults = gamefile_check(path, repair->site->library, &options);
	sound = checking.first == NULL;
	state = faults == unread ? REPAIR_UNKNOWN : REPAIR_DAMAGED;
	if (!sound && is_sealed_file(repair, folder, path, &state))
		add_file_fault(repair, id, "sealed", state, checking.first,
			       "No other file contains the game's secrets. Restore only this file "
			       "from a backup that was made after its last entry, or restore the "
			       "whole site (RESTORING A BACKUP in pbem-sites(7))");
	else if (!sound)
		add_file_fault(repair, id, "game.txt", state, checking.first, from_backup);
	free(checking.first);
	return sound;
}

/* Looks whether runs fail over the game although its files are sound. */
static void check_stuck(struct repair *repair, const char *id)
{
	struct reason reason;
	struct ledger *ledger;

	if (ledger_open(repair->site->config->folder, false, &ledger, &reason) == LEDGER_OPEN) {
		if (ledger_count(ledger, COUNT(COUNT_STUCK, .game = id)) != 0)
			add_file_fault(repair, id, "game.txt", REPAIR_UNFIT,
				       "the file isn't damaged, but pbem fails at this game in "
				       "each run; the reason is in SITE/log",
				       "Please report this. pbem still decides letters for this "
				       "game, but no deadline ends. With 'pbem undo' you may "
				       "return the game to an entry from which pbem can continue");
		ledger_close(ledger);
	}
}

static void check_game(struct repair *repair, const char *id)
{
	char *path = site_game_file(repair->site, id, "game.txt");
	char *folder = site_game_folder(repair->site, id);
	struct reason reason;
	bool there;

	if (files_is_there(path, &there, &reason) != 0)
		add_file_fault(repair, id, "game.txt", REPAIR_UNKNOWN, reason.text, "");
	else if (!there)
		add_file_fault(repair, id, "game.txt", REPAIR_MISSING, "the file is missing",
			       from_backup);
	else if (check_record(repair, id, folder, path)) {
		check_other_files(repair, id, folder);
		check_stuck(repair, id);
	}
	free(folder);
	free(path);
}

static void check_games(struct repair *repair)
{
	struct reason reason;
	char **ids = site_games(repair->site->config->folder, &reason);

	if (ids == NULL)
		add_finding(repair, "games", &reason, REPAIR_NONE, from_backup);
	for (char **id = ids; ids != NULL && *id != NULL; id++)
		check_game(repair, *id);
	g_strfreev(ids);
}

/* ---- missing games ---- */

static void check_exists(struct repair *repair, const char *name, const char *what)
{
	char *path = config_path(repair->site->config, name);
	struct reason reason;
	bool there;

	if (files_is_there(path, &there, &reason) != 0)
		add_finding(repair, name, &reason, REPAIR_NONE, "");
	else if (!there)
		add_as(repair, name, REPAIR_MISSING, REPAIR_NONE,
		       "the file is recorded in the ledger, but is missing", what);
	free(path);
}

static void check_game_exists(struct repair *repair, const char *folder, const char *id,
			      const char *what)
{
	char *name = base_printf("%s/%s", folder, id);

	check_exists(repair, name, what);
	free(name);
}

/* Looks for the keys of the earlier site, if the game came from one. */
static void check_foreign_keys_exist(struct repair *repair, struct ledger *ledger, uint32_t number,
				     const char *id)
{
	char *name = base_printf("games/%s/" MOVED_GAME_KEYS, id);

	if (ledger_count(ledger, COUNT(COUNT_CAME, .number = number)) != 0)
		check_exists(repair, name, foreign_keys);
	free(name);
}

static void check_missing(struct repair *repair, struct ledger *ledger)
{
	const uint32_t last = ledger_last_game(ledger);
	struct ledger_offer offer = {.number = 0};
	char id[GAME_ID_MAX + 1];

	for (uint32_t number = 1; number <= last; number++) {
		if (ledger_game(ledger, number, id)) {
			check_game_exists(repair, "games", id, from_backup);
			check_foreign_keys_exist(repair, ledger, number, id);
		}
		if (ledger_moved(ledger, number, id))
			check_game_exists(repair, "moved", id,
					  "No other file contains the site to which the game has "
					  "moved. Restore this file from a backup");
	}
	while (ledger_next_offer(ledger, offer.number, &offer))
		check_game_exists(repair, "offers", offer.id,
				  "No other file contains the persons who joined and the game's "
				  "keys. Restore this file from a backup. Otherwise close the game "
				  "with 'pbem close'");
}

/* ---- the files of a site ---- */

static void check_host(struct repair *repair)
{
	struct reason reason;

	if (instance_load(repair->site->config, false, &reason) != 0)
		add_finding(
			repair, "host", &reason, REPAIR_ASIDE,
			"pbem can move the file away and give this copy of the site a new name. "
			"If letters are claimed under the old name, the next run reports this, "
			"and 'pbem adopt' takes the letters over");
}

static void check_keys(struct repair *repair)
{
	struct reason reason;
	struct keyring *keys = keyring_load(repair->site->config->folder, &reason);

	if (keys == NULL)
		add_finding(
			repair, "keys", &reason, REPAIR_NONE,
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
		add_as(repair, "journal", REPAIR_DAMAGED, REPAIR_BY_RUN,
		       "the journal is incomplete, because a run was killed while writing; "
		       "nothing in the journal has happened",
		       "The next run empties the journal, and decides these letters again");
		return;
	case JOURNAL_UNKNOWN:
		add_finding(repair, "journal", &reason, REPAIR_NONE,
			    "pbem can't do anything before it can read this file");
	}
}

static void check_worklist(struct repair *repair)
{
	struct worklist worklist = {0};
	struct reason reason;
	bool there;

	if (worklist_read(repair->site->config->folder, &worklist, &there, &reason) != 0)
		add_finding(
			repair, "worklist", &reason, REPAIR_ASIDE,
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
		add_finding(repair, "crashed", &reason, REPAIR_NONE,
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
			add_finding(repair, names[i], &reason, REPAIR_NONE,
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
		add_finding(repair, "offers", &reason, REPAIR_NONE,
			    "Find out what is wrong with it");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		char *name = base_printf("offers/%s", *id);
		struct open_game offer;

		if (open_game_load(folder, *id, &offer, &reason) == 0)
			open_game_done(&offer);
		else
			add_finding(repair, name, &reason, REPAIR_NONE,
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
		add_finding(repair, "moved", &reason, REPAIR_NONE,
			    "Find out what is wrong with it");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		char *name = base_printf("moved/%s", *id);
		struct moved_game elsewhere;

		if (moved_game_load(folder, *id, &elsewhere, &reason) != 0)
			add_finding(repair, name, &reason, REPAIR_NONE,
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
		check_missing(repair, ledger);
		if (ledger_check(ledger, &reason) != 0)
			add_finding(repair, "ledger", &reason, REPAIR_NONE,
				    "pbem can't find out which files are missing");
		ledger_close(ledger);
	}
}

static void check_ledger(struct repair *repair)
{
	struct reason reason;

	if (ledger_examine(repair->site->config->folder, &reason) == LEDGER_OPEN)
		check_files_of_ledger(repair);
	else if (reason.kind == REASON_MISSING)
		add_finding(repair, "ledger", &reason, REPAIR_BY_RUN,
			    "The next run rebuilds the ledger from the games. Letters that were "
			    "waiting to be sent are lost, and 'pbem resend' sends them again");
	else
		add_finding(
			repair, "ledger", &reason, REPAIR_LEDGER,
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
		check_game(repair_out, game);
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
	check_games(repair_out);
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

/* ---- moving files away ---- */

static bool is_folder(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Gives the file a second name, in the folder; a missing file needs none. On a bad disk a file that
 * can't be copied can still have a second name. A folder in place of a file can have one name only.
 */
static int link_into_folder(const char *from, const char *to, struct reason *reason)
{
	bool there = false;
	int result = files_is_there(from, &there, reason);

	if (result == 0 && there && !is_folder(from) && link(from, to) != 0) {
		reason_set_errno(reason, "can't keep %s as %s", from, to);
		result = -1;
	}
	step();
	return result;
}

/* Makes the folders of a path: "games/g1/watchers" has the same path in the folder as in the site.
 */
static int make_folder_of(const char *path, struct reason *reason)
{
	char *folder = base_strndup(path, (size_t)(strrchr(path, '/') - path));
	int result = files_make_folder(folder, 0700, reason);

	free(folder);
	return result;
}

/* Copies a file that others overwrite in place, as the journal does, and SQLite with its log. */
static int copy_into_folder(const struct config *config, const char *folder, const char *name,
			    struct reason *reason)
{
	char *from = config_path(config, name), *to = base_printf("%s/%s", folder, name);
	struct strbuf bytes;
	bool there = false;
	int result;

	strbuf_init(&bytes, (size_t)1 << 30);
	result = files_read_if_there(from, &bytes, &there, reason);
	if (result == 0 && there)
		result = make_folder_of(to, reason);
	if (result == 0 && there)
		result = files_replace(to, bytes.bytes, bytes.len, reason);
	step();
	strbuf_done(&bytes);
	free(to);
	free(from);
	return result;
}

/* Removes the first name. A folder has no second name, so it is renamed. */
static int remove_original(const char *from, const char *to, struct reason *reason)
{
	if (!is_folder(from))
		return files_remove(from, reason);
	return rename(from, to) == 0 ? 0 : reason_fail_change(reason, "can't rename %s", from);
}

/*
 * Moves the files away. All of them have their second name on the disk before the first loses its
 * own. A ledger goes before its log: without the log it would look sound but lack the latest
 * changes, while SQLite ignores a log without a ledger.
 */
static int move_away(const struct config *config, const char *folder, const char *const *names,
		     struct reason *reason)
{
	int result = 0;

	for (const char *const *name = names; result == 0 && *name != NULL; name++) {
		char *from = config_path(config, *name), *to = base_printf("%s/%s", folder, *name);

		result = make_folder_of(to, reason);
		if (result == 0 && (strcmp(*name, "ledger-wal") != 0 ||
				    copy_into_folder(config, folder, *name, reason) != 0))
			result = link_into_folder(from, to, reason);
		free(to);
		free(from);
	}
	if (result == 0)
		result = files_flush(config->folder, reason);
	for (const char *const *name = names; result == 0 && *name != NULL; name++) {
		char *from = config_path(config, *name), *to = base_printf("%s/%s", folder, *name);

		result = remove_original(from, to, reason);
		step();
		free(to);
		free(from);
	}
	return result == 0 ? files_flush(config->folder, reason) : -1;
}

/* Makes a folder such as "quarantine/repair-20261124T153000Z", a new one at each call. */
static int make_folder(const struct config *config, char **folder_out, struct reason *reason)
{
	char stamp[TIMESTAMP_SIZE], *folder = NULL;
	bool there = true;
	int result = 0;

	timestamp_print(step_time(), stamp);
	for (unsigned number = 1; result == 0 && there; number++) {
		free(folder);
		folder = base_printf("%s/quarantine/repair-%s-%u", config->folder, stamp, number);
		result = files_is_there(folder, &there, reason);
	}
	if (result == 0)
		result = files_make_folder(folder, 0700, reason);
	if (result == 0)
		*folder_out = folder;
	else
		free(folder);
	return result;
}

static int apply_cure(const struct config *config, const char *folder,
		      const struct repair_finding *finding, struct reason *reason)
{
	static const char *const ledger[] = {"ledger", "ledger-wal", "ledger-shm", NULL};
	const char *const alone[] = {finding->name, NULL};

	switch (finding->cure) {
	case REPAIR_NONE:
	case REPAIR_BY_RUN:
		return 0;
	case REPAIR_JOURNAL:
		return copy_into_folder(config, folder, finding->name, reason);
	case REPAIR_LEDGER:
		return move_away(config, folder, ledger, reason);
	case REPAIR_ASIDE:
		break;
	}
	return move_away(config, folder, alone, reason);
}

int repair_do(const struct repair *repair, char **folder_out, struct reason *reason)
{
	const struct config *config = repair->site->config;
	int lock, result;
	bool busy;

	/* A process that sends has the ledger open, and records what it has sent: none may start
	 * now. */
	if (sender_lock_take(config->folder, &lock, &busy, reason) != 0)
		return -1;
	if (busy) {
		reason_set(reason, "another process is sending letters; run 'pbem repair' again in "
				   "a few minutes");
		return reason_set_kind(reason, REASON_TEMPORARY);
	}
	result = make_folder(config, folder_out, reason);
	for (size_t i = 0; result == 0 && i < repair->count; i++)
		result = apply_cure(config, *folder_out, &repair->findings[i], reason);
	sender_lock_done(lock);
	return result;
}
