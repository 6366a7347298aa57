/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/host/host.h"
#include "pbem/keys/keys.h"
#include "pbem/offer/offer.h"
#include "pbem/promise/crash.h"
#include "pbem/promise/ledger.h"
#include "pbem/promise/sitting.h"
#include "pbem/repair/repair_inner.h"
#include "pbem/site/files.h"

/* ---- findings ---- */

void repair_add_as(struct repair *repair, const char *name, enum repair_state state,
		   enum repair_cure cure, const char *why, const char *what)
{
	static const char *const nothing_now[] = {
		[REPAIR_NEWER] = "Nothing is amiss with it as far as anybody can tell: go on with "
				 "that pbem",
		[REPAIR_UNTOLD] = "It may go well another time: look whether the disk and the "
				  "rights of the file are sound, and ask again",
	};
	const bool told = state != REPAIR_NEWER && state != REPAIR_UNTOLD;

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
	switch (reason_kind(reason)) {
	case REASON_PASSING:
		return REPAIR_UNTOLD;
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

/* Whether the batch that waits writes all of that file, whatever stands there now. */
static bool has_whole(const struct repair *repair, const char *name)
{
	struct text bytes;
	bool whole;

	text_init(&bytes, 0);
	whole = journal_foretell(&repair->waiting, name, &bytes) == JOURNAL_WHOLE;
	text_done(&bytes);
	return whole;
}

void repair_add(struct repair *repair, const char *name, const struct reason *why,
		enum repair_cure cure, const char *what)
{
	if (has_whole(repair, name))
		repair_add_as(repair, name, repair_state_of(why), REPAIR_JOURNAL, why->text,
			      "The journal has all of it, and can be made true");
	else
		repair_add_as(repair, name, repair_state_of(why), cure, why->text, what);
}

/* ---- the files of a site ---- */

static void look_at_host(struct repair *repair)
{
	struct reason reason;

	if (host_load(repair->site->config, false, &reason) != 0)
		repair_add(repair, "host", &reason, REPAIR_ASIDE,
			   "It can be set aside, and the site gets a new name; should letters be "
			   "claimed by its old one, the next run says so and 'pbem adopt' takes "
			   "them");
}

static void look_at_keys(struct repair *repair)
{
	struct reason reason;
	struct keys *keys = keys_load(repair->site->config->folder, &reason);

	if (keys == NULL)
		repair_add(repair, "keys", &reason, REPAIR_NONE,
			   "Keys can't be made again of anything: put the folder back from a "
			   "backup of any age. Without one 'pbem key new' makes a key, no letter "
			   "that is out can be answered any more, and 'pbem resend' sends players "
			   "new ones");
	keys_free(keys);
}

static void look_at_journal(struct repair *repair)
{
	const char *folder = repair->site->config->folder;
	struct reason reason;

	switch (journal_look(folder, &repair->waiting, &reason)) {
	case JOURNAL_EMPTY:
	case JOURNAL_WAITS: /* as a run that was killed leaves it */
		return;
	case JOURNAL_TORN:
		repair_add_as(repair, "journal", REPAIR_DAMAGED, REPAIR_BY_RUN,
			      "it isn't whole, as a run leaves it that is killed while it writes: "
			      "nothing of it has happened",
			      "The next run empties it, and decides its letters again");
		return;
	case JOURNAL_UNTOLD:
		repair_add(repair, "journal", &reason, REPAIR_NONE,
			   "Nothing can be done before it is read");
	}
}

static void look_at_sitting(struct repair *repair)
{
	struct sitting sitting = {0};
	struct reason reason;
	bool there;

	if (sitting_read(repair->site->config->folder, &sitting, &there, &reason) != 0)
		repair_add(repair, "sitting", &reason, REPAIR_ASIDE,
			   "It can be set aside: the next run lists the mailbox anew, and the "
			   "ledger knows which letters were dealt with");
	else if (there)
		sitting_done(&sitting);
}

/* Any line in it is a letter's id: nothing that stands there can be wrong. */
static void look_at_crashed(struct repair *repair)
{
	struct reason reason;
	struct text text;

	text_init(&text, 0);
	if (crash_read(repair->site->config->folder, &text, &reason) != 0)
		repair_add(repair, "crashed", &reason, REPAIR_NONE, "Look what it is");
	text_done(&text);
}

/* Letters as they came lie there, of which any byte may be: the folders alone can be unreadable. */
static void look_at_folders(struct repair *repair)
{
	static const char *const names[] = {"handing", "handed", "leaving", "aside"};
	struct reason reason;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char *path = config_path(repair->site->config, names[i]);
		char **found = files_list(path, true, &reason);

		if (found == NULL)
			repair_add(repair, names[i], &reason, REPAIR_NONE, "Look what it is");
		g_strfreev(found);
		free(path);
	}
}

static void look_at_offers(struct repair *repair)
{
	const char *folder = repair->site->config->folder;
	struct reason reason;
	char **ids = offer_list(folder, &reason);

	if (ids == NULL)
		repair_add(repair, "offers", &reason, REPAIR_NONE, "Look what it is");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		char *name = base_printf("offers/%s", *id);
		struct offer offer;

		if (offer_load(folder, *id, &offer, &reason) == 0)
			offer_done(&offer);
		else
			repair_add(repair, name, &reason, REPAIR_NONE,
				   "Nothing else has who joined and its keys: put that file back "
				   "from a backup, or mend the line; else 'pbem close' drops it, "
				   "and those who joined must be asked again");
		free(name);
	}
	g_strfreev(ids);
}

static void look_at_moved(struct repair *repair)
{
	const char *folder = repair->site->config->folder;
	struct reason reason;
	char **ids = elsewhere_list(folder, &reason);

	if (ids == NULL)
		repair_add(repair, "moved", &reason, REPAIR_NONE, "Look what it is");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		char *name = base_printf("moved/%s", *id);
		struct elsewhere elsewhere;

		if (elsewhere_load(folder, *id, &elsewhere, &reason) == 0)
			elsewhere_done(&elsewhere);
		else
			repair_add(repair, name, &reason, REPAIR_NONE,
				   "Nothing else has where the game went: put that file back from "
				   "a backup, or mend its five lines, as those beside it have "
				   "them; letters for the game wait meanwhile");
		free(name);
	}
	g_strfreev(ids);
}

/* With a sound ledger, and nothing on its way into it, what it knows must be there. */
static void look_behind_ledger(struct repair *repair)
{
	struct ledger *ledger;
	struct reason reason;

	if (repair->waiting.body == NULL &&
	    ledger_open(repair->site->config->folder, false, &ledger, &reason) == LEDGER_OPEN) {
		repair_look_for_missing(repair, ledger);
		ledger_close(ledger);
	}
}

static void look_at_ledger(struct repair *repair)
{
	struct reason reason;

	if (ledger_examine(repair->site->config->folder, &reason) == LEDGER_OPEN)
		look_behind_ledger(repair);
	else if (reason_kind(&reason) == REASON_MISSING)
		repair_add(repair, "ledger", &reason, REPAIR_BY_RUN,
			   "The next run makes it anew of the games; letters that waited to be "
			   "sent are lost, and 'pbem resend' sends them again");
	else
		repair_add(repair, "ledger", &reason, REPAIR_LEDGER,
			   "It can be set aside, and is made anew of the games and of the "
			   "journal. Lost are letters that waited to be sent ('pbem resend' sends "
			   "a player his), what was said and not yet told, and the memory of "
			   "which letters were dealt with: one that comes again is answered as "
			   "late");
}

/* A ledger that is made anew leaves out for ever what can't be read when it is made. */
static void hold_back(struct repair *repair)
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
		finding->what = base_strdup("It could be made anew of the games, but not before "
					    "all else that is named here is sound, or it would be "
					    "made without");
	}
}

void repair_look(struct site *site, const char *game, struct repair *repair_out)
{
	*repair_out = (struct repair){.site = site};
	if (game != NULL) {
		struct reason reason;

		(void)journal_look(site->config->folder, &repair_out->waiting, &reason);
		repair_look_at_game(repair_out, game);
		return;
	}
	look_at_journal(repair_out);
	look_at_host(repair_out);
	look_at_keys(repair_out);
	look_at_sitting(repair_out);
	look_at_crashed(repair_out);
	look_at_ledger(repair_out);
	look_at_offers(repair_out);
	look_at_moved(repair_out);
	look_at_folders(repair_out);
	repair_look_at_games(repair_out);
	hold_back(repair_out);
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
		count += repair->findings[i].state != REPAIR_UNTOLD &&
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
