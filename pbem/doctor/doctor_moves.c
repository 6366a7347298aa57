/* SPDX-License-Identifier: MIT */
#include <glib.h>

#include "pbem/doctor/doctor.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/moving/handing.h"

/* Whether its move is to be finished. */
static bool is_leaving(struct visit *visit, const char *id)
{
	const char *folder = visit->site->config->folder;
	struct elsewhere elsewhere;
	struct reason reason;
	bool leaving = false;

	if (elsewhere_load(folder, id, &elsewhere, &reason) != 0 ||
	    elsewhere_is_leaving(folder, &elsewhere, &leaving, &reason) != 0)
		visit_ill(visit, "moves", "%s", reason.text);
	else if (leaving)
		visit_ill(
			visit, "moves",
			"game %s is on its way to %s and stands still until that is finished: pbem "
			"move %s %s",
			id, elsewhere.to, id, elsewhere.to);
	elsewhere_done(&elsewhere);
	return leaving;
}

static unsigned count_letters(struct visit *visit, const char *folder)
{
	struct reason reason;
	struct handing_letter *list = handing_list(visit->site, folder, &reason);
	unsigned count = 0;

	if (list == NULL)
		visit_ill(visit, "moves", "%s", reason.text);
	for (const struct handing_letter *each = list; each != NULL && each->name != NULL; each++)
		count++;
	handing_free(list);
	return count;
}

void doctor_moves(struct visit *visit)
{
	struct reason reason;
	char **ids = elsewhere_list(visit->site->config->folder, &reason);
	unsigned gone = 0, leaving = 0, waiting = count_letters(visit, "handing");

	if (ids == NULL)
		visit_ill(visit, "moves", "%s", reason.text);
	for (char **id = ids; ids != NULL && *id != NULL; id++, gone++)
		leaving += is_leaving(visit, *id);
	g_strfreev(ids);
	if (waiting > 0)
		visit_note(
			"moves",
			"letters for games at other sites wait here, %u of them; the next run that "
			"finds those sites hands them on",
			waiting);
	if (gone > leaving)
		visit_well("moves",
			   "games that were here and are at other sites: %u; 'pbem "
			   "status' names them",
			   gone - leaving);
}
