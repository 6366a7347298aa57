/* SPDX-License-Identifier: MIT */
/* The files of games, and whether all are there that the ledger knows of. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/record/gamefile.h"
#include "pbem/audience/audience.h"
#include "pbem/desk/seats.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/promise/ledger.h"
#include "pbem/repair/repair_inner.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

static const char from_backup[] =
	"Nothing else in the site has what the record had: put the whole site back from a backup "
	"(RESTORE in pbem-moderator(7)), and 'pbem retake' has letters of since decided again. Or "
	"take the game's folder out of the site and begin the game again";

/* ---- what the journal has of it ---- */

/* The file's bytes, and what the batch that waits makes of them; false when it doesn't. */
static bool foretell(const struct repair *repair, const char *id, const char *file,
		     struct text *bytes)
{
	char *name = base_printf("games/%s/%s", id, file);
	char *path = config_path(repair->site->config, name);
	bool there, told;

	told = files_read_if_there(path, bytes, &there, NULL) == 0 &&
	       journal_foretell(&repair->waiting, name, bytes) != JOURNAL_NOTHING;
	free(path);
	free(name);
	return told;
}

/* Behind its last whole entry a sound record has nothing. */
static bool ends_with_entry(const struct text *log)
{
	const char *line = log->len > 1 ? memrchr(log->bytes, '\n', log->len - 1) : NULL;

	return line != NULL && log->bytes[log->len - 1] == '\n' && text_starts(line + 1, "end ");
}

/* Whether the record, and its sealed file, are whole with what the journal has. */
static bool is_whole_then(const struct repair *repair, const char *id)
{
	struct text log, sealed;
	bool whole;

	text_init(&log, (size_t)1 << 30);
	text_init(&sealed, (size_t)1 << 30);
	whole = foretell(repair, id, "game.txt", &log) && ends_with_entry(&log);
	(void)foretell(repair, id, "sealed", &sealed);
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
	text_done(&sealed);
	text_done(&log);
	return whole;
}

/* What is wrong with the record or its sealed file. */
static void add_record(struct repair *repair, const char *id, const char *file,
		       enum repair_state state, const char *why, const char *what)
{
	char *name = base_printf("games/%s/%s", id, file);

	if (state != REPAIR_UNTOLD && state != REPAIR_NEWER && is_whole_then(repair, id))
		repair_add_as(repair, name, state, REPAIR_JOURNAL, why,
			      "The journal has what it lacks, to its end, and can be made true");
	else
		repair_add_as(repair, name, state, REPAIR_NONE, why, what);
	free(name);
}

/* ---- one game ---- */

static void look_at_seats(struct repair *repair, const char *id, const char *folder,
			  const struct gamefile *file)
{
	char *name = base_printf("games/%s/seats", id);
	struct reason reason;
	struct seats seats;

	if (seats_load(folder, file->game.variant, &seats, &reason) == 0)
		seats_done(&seats);
	else
		repair_add(repair, name, &reason, REPAIR_NONE,
			   "Nothing else has all of it, such as which of a seat's keys were "
			   "called back: put that file alone back from a backup made since the "
			   "game began, or mend the line");
	free(name);
}

static void look_at_watchers(struct repair *repair, const char *id, const char *folder)
{
	char *name = base_printf("games/%s/watchers", id);
	struct audience audience;
	struct reason reason;

	if (audience_load(folder, &audience, &reason) == 0)
		audience_done(&audience);
	else
		repair_add(repair, name, &reason, REPAIR_ASIDE,
			   "It can be set aside, and nobody watches then: put it back from a "
			   "backup, or those who did ask anew");
	free(name);
}

/* Those of before, where it came from another site. */
static void look_at_foreign_keys(struct repair *repair, const char *id)
{
	char *name = base_printf("games/%s/" ELSEWHERE_KEYS, id);
	char *path = config_path(repair->site->config, name);
	struct reason reason;
	struct text text;
	bool there;

	text_init(&text, 0);
	if (files_read_if_there(path, &text, &there, &reason) != 0)
		repair_add(repair, name, &reason, REPAIR_NONE, "Look what it is");
	else if (there && elsewhere_moves(text.bytes) == 0)
		repair_add_as(repair, name, REPAIR_DAMAGED, REPAIR_NONE,
			      "it doesn't begin with how often the game has moved",
			      "Put that file back from a backup made since the game came here; "
			      "letters of the other site can't be answered without");
	text_done(&text);
	free(path);
	free(name);
}

/* A snapshot may be deleted at any time, and one that doesn't fit is left aside; but one that is of
 * later than the record tells that entries are gone. */
static void look_at_end(struct repair *repair, const char *id, const char *folder,
			const struct gamefile *file)
{
	unsigned beyond = gamefile_snapshot_beyond(folder, file, repair->site->library);
	char *why;

	if (beyond == 0)
		return;
	why = base_printf("it ends with entry %u, and the snapshot beside it is of entry %u: what "
			  "came between is gone",
			  file->head, beyond);
	add_record(repair, id, "game.txt", REPAIR_DAMAGED, why, from_backup);
	free(why);
}

/* What a sound record isn't played on without. */
static void look_beside(struct repair *repair, const char *id, const char *folder)
{
	struct reason reason;
	struct gamefile *file = gamefile_load(folder, repair->site->library, &reason);

	if (file == NULL) {
		add_record(repair, id, "game.txt", repair_state_of(&reason), reason.text,
			   from_backup);
	} else {
		look_at_end(repair, id, folder, file);
		look_at_seats(repair, id, folder, file);
	}
	look_at_watchers(repair, id, folder);
	look_at_foreign_keys(repair, id);
	gamefile_free(file);
}

/* ---- the record ---- */

struct checking {
	char *first; /* of the faults */
};

static void keep_first(void *context, const char *line)
{
	struct checking *checking = context;

	if (checking->first == NULL)
		checking->first = base_strdup(line);
}

/* Whether what is public can be read, and with what is sealed it can't; *state_inout is known
 * better where only the reading tells of a newer pbem. */
static bool is_sealed_file(const struct repair *repair, const char *folder, const char *path,
			   enum repair_state *state_inout)
{
	struct variant_library *library = repair->site->library;
	struct reason reason;
	struct gamefile *seen = gamefile_load_public(path, library, SIZE_MAX, &reason), *whole;
	const bool is_public = seen != NULL;

	whole = is_public ? gamefile_load_at(folder, library, SIZE_MAX, &reason) : NULL;
	if (whole == NULL && reason_kind(&reason) == REASON_NEWER)
		*state_inout = REPAIR_NEWER;
	gamefile_free(whole);
	gamefile_free(seen);
	return is_public && whole == NULL;
}

/* As 'pbem verify' does; whether it is sound. */
static bool check_record(struct repair *repair, const char *id, const char *folder,
			 const char *path)
{
	struct checking checking = {NULL};
	size_t faults, unread = 0;
	const struct gamefile_wish wish = {
		.now = step_time(), .fault = keep_first, .context = &checking, .unread = &unread};
	enum repair_state state;
	bool sound;

	faults = gamefile_check(path, repair->site->library, &wish);
	sound = checking.first == NULL;
	state = faults == unread ? REPAIR_UNTOLD : REPAIR_DAMAGED;
	if (!sound && is_sealed_file(repair, folder, path, &state))
		add_record(repair, id, "sealed", state, checking.first,
			   "Nothing else has what is sealed: put that file alone back from a "
			   "backup made since its last entry, or the whole site (RESTORE in "
			   "pbem-moderator(7))");
	else if (!sound)
		add_record(repair, id, "game.txt", state, checking.first, from_backup);
	free(checking.first);
	return sound;
}

void repair_look_at_game(struct repair *repair, const char *id)
{
	char *path = site_game_file(repair->site, id, "game.txt");
	char *folder = site_game_folder(repair->site, id);
	struct reason reason;
	bool there;

	if (files_is_there(path, &there, &reason) != 0)
		add_record(repair, id, "game.txt", REPAIR_UNTOLD, reason.text, "");
	else if (!there)
		add_record(repair, id, "game.txt", REPAIR_MISSING, "there is no such file",
			   from_backup);
	else if (check_record(repair, id, folder, path))
		look_beside(repair, id, folder);
	free(folder);
	free(path);
}

void repair_look_at_games(struct repair *repair)
{
	struct reason reason;
	char **ids = site_games(repair->site->config->folder, &reason);

	if (ids == NULL)
		repair_add(repair, "games", &reason, REPAIR_NONE, from_backup);
	for (char **id = ids; ids != NULL && *id != NULL; id++)
		repair_look_at_game(repair, *id);
	g_strfreev(ids);
}

/* ---- what isn't there ---- */

static void look_for(struct repair *repair, const char *name, enum repair_cure cure,
		     const char *what)
{
	char *path = config_path(repair->site->config, name);
	struct reason reason;
	bool there;

	if (files_is_there(path, &there, &reason) != 0)
		repair_add(repair, name, &reason, REPAIR_NONE, "");
	else if (!there)
		repair_add_as(repair, name, REPAIR_MISSING, cure,
			      "the ledger knows of it, and it isn't there", what);
	free(path);
}

static void look_for_game(struct repair *repair, const char *folder, const char *id,
			  const char *what)
{
	char *name = base_printf("%s/%s", folder, id);

	look_for(repair, name, REPAIR_NONE, what);
	free(name);
}

/* Of a game that came from another site: those it had there. */
static void look_for_foreign_keys(struct repair *repair, struct ledger *ledger, uint32_t number,
				  const char *id)
{
	char *came = base_printf(LEDGER_CAME "%u", (unsigned)number);
	char *name = base_printf("games/%s/" ELSEWHERE_KEYS, id);

	if (ledger_count(ledger, came) != 0)
		look_for(repair, name, REPAIR_NONE,
			 "Put that file back from a backup made since the game came here; letters "
			 "of the other site can't be answered without");
	free(name);
	free(came);
}

void repair_look_for_missing(struct repair *repair, struct ledger *ledger)
{
	const uint32_t last = ledger_last_game(ledger);
	struct ledger_offer offer = {.number = 0};
	char id[GAME_ID_MAX + 1];

	for (uint32_t number = 1; number <= last; number++) {
		if (ledger_game(ledger, number, id)) {
			look_for_game(repair, "games", id, from_backup);
			look_for_foreign_keys(repair, ledger, number, id);
		}
		if (ledger_moved(ledger, number, id))
			look_for_game(repair, "moved", id,
				      "Nothing else has where the game went: put that file back "
				      "from a backup");
	}
	while (ledger_next_offer(ledger, offer.number, &offer))
		look_for_game(repair, "offers", offer.id,
			      "Nothing else has who joined and its keys: put that file back from "
			      "a backup");
	if (ledger_count(ledger, LEDGER_PEOPLE_BYTES) > 0)
		look_for(repair, "people", REPAIR_PEOPLE,
			 "The ledger knows what people have chosen, and the file can be written "
			 "of that; the next run does so, too");
}
