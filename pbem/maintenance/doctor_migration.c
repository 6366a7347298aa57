/* SPDX-License-Identifier: MIT */
#include <glib.h>

#include "pbem/maintenance/doctor.h"
#include "pbem/migrate/forward.h"
#include "pbem/site/moved_game.h"

/* Returns whether the game's move to another site is unfinished. */
static bool is_leaving(struct doctor_report *visit, const char *id)
{
	const char *folder = visit->site->config->folder;
	struct moved_game elsewhere;
	struct reason reason;
	bool leaving = false;

	if (moved_game_load(folder, id, &elsewhere, &reason) != 0 ||
	    moved_game_is_leaving(folder, &elsewhere, &leaving, &reason) != 0)
		doctor_report_fault(visit, "moves", "%s", reason.text);
	else if (leaving)
		doctor_report_fault(visit, "moves",
				    "the move of game %s to %s isn't finished, and nobody can play "
				    "the game until then; run: pbem move %s %s",
				    id, elsewhere.to, id, elsewhere.to);
	return leaving;
}

static unsigned count_letters(struct doctor_report *visit, const char *folder)
{
	struct reason reason;
	struct forward_letter *list = forward_list(visit->site, folder, &reason);
	unsigned count = 0;

	if (list == NULL)
		doctor_report_fault(visit, "moves", "%s", reason.text);
	for (const struct forward_letter *each = list; each != NULL && each->name != NULL; each++)
		count++;
	forward_free(list);
	return count;
}

void doctor_moves(struct doctor_report *visit)
{
	struct reason reason;
	char **ids = moved_game_list(visit->site->config->folder, &reason);
	unsigned gone = 0, leaving = 0, waiting = count_letters(visit, "forwarding");

	if (ids == NULL)
		doctor_report_fault(visit, "moves", "%s", reason.text);
	for (char **id = ids; ids != NULL && *id != NULL; id++, gone++)
		leaving += is_leaving(visit, *id);
	g_strfreev(ids);
	if (waiting > 0)
		doctor_report_note("moves",
				   "letters for games that have moved to other sites: %u; the next "
				   "run that finds these sites forwards the letters",
				   waiting);
	if (gone > leaving)
		doctor_report_ok("moves",
				 "games that have moved from here to other sites: %u; 'pbem "
				 "status' lists them",
				 gone - leaving);
}
