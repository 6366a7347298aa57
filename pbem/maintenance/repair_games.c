/* SPDX-License-Identifier: MIT */
/* Looks at the files of games, and whether all games of the ledger are there. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/gamefile/gamefile.h"
#include "core/util/strbuf.h"
#include "pbem/maintenance/repair_internal.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/site_faults.h"
#include "pbem/store/ledger.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

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
		repair_add_as(
			repair, name, state, REPAIR_JOURNAL, why,
			"The journal contains all missing entries, so pbem can write them again");
	else
		repair_add_as(repair, name, state, REPAIR_NONE, why, what);
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
			repair_add(search->repair, name, why, rows[i].cure, rows[i].what);
			return;
		}
	add_file_fault(search->repair, search->id, file, repair_state_of(why), why->text,
		       why->kind == REASON_RIGHTS ? repair_of_rights : from_backup);
}

/* Looks at the other files without which a sound game isn't played on. */
static void check_other_files(struct repair *repair, const char *id, const char *folder)
{
	struct game_search search = {repair, id};
	struct reason reason;
	struct gamefile *file = gamefile_load(folder, repair->site->library, &reason);

	if (file == NULL)
		add_file_fault(repair, id, "game.txt", repair_state_of(&reason), reason.text,
			       from_backup);
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
	char *count = base_printf(LEDGER_STUCK "%s", id);
	struct reason reason;
	struct ledger *ledger;

	if (ledger_open(repair->site->config->folder, false, &ledger, &reason) == LEDGER_OPEN) {
		if (ledger_count(ledger, count) != 0)
			add_file_fault(repair, id, "game.txt", REPAIR_UNFIT,
				       "the file isn't damaged, but pbem fails at this game in "
				       "each run; the reason is in SITE/log",
				       "Please report this. pbem still decides letters for this "
				       "game, but no deadline ends. With 'pbem undo' you may "
				       "return the game to an entry from which pbem can continue");
		ledger_close(ledger);
	}
	free(count);
}

void repair_check_game(struct repair *repair, const char *id)
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

void repair_check_games(struct repair *repair)
{
	struct reason reason;
	char **ids = site_games(repair->site->config->folder, &reason);

	if (ids == NULL)
		repair_add(repair, "games", &reason, REPAIR_NONE, from_backup);
	for (char **id = ids; ids != NULL && *id != NULL; id++)
		repair_check_game(repair, *id);
	g_strfreev(ids);
}

/* ---- missing games ---- */

static void check_exists(struct repair *repair, const char *name, enum repair_cure cure,
			 const char *what)
{
	char *path = config_path(repair->site->config, name);
	struct reason reason;
	bool there;

	if (files_is_there(path, &there, &reason) != 0)
		repair_add(repair, name, &reason, REPAIR_NONE, "");
	else if (!there)
		repair_add_as(repair, name, REPAIR_MISSING, cure,
			      "the file is recorded in the ledger, but is missing", what);
	free(path);
}

static void check_game_exists(struct repair *repair, const char *folder, const char *id,
			      const char *what)
{
	char *name = base_printf("%s/%s", folder, id);

	check_exists(repair, name, REPAIR_NONE, what);
	free(name);
}

/* Looks for the keys of the earlier site, if the game came from one. */
static void check_foreign_keys_exist(struct repair *repair, struct ledger *ledger, uint32_t number,
				     const char *id)
{
	char *came = base_printf(LEDGER_CAME "%u", (unsigned)number);
	char *name = base_printf("games/%s/" MOVED_GAME_KEYS, id);

	if (ledger_count(ledger, came) != 0)
		check_exists(repair, name, REPAIR_NONE, foreign_keys);
	free(name);
	free(came);
}

void repair_check_missing(struct repair *repair, struct ledger *ledger)
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
	if (ledger_count(ledger, LEDGER_PEOPLE_BYTES) > 0)
		check_exists(repair, "people", REPAIR_PEOPLE,
			     "The ledger also contains the settings of all persons, so pbem can "
			     "write the file again. The next run does this, too");
}
