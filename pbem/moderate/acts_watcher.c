/* SPDX-License-Identifier: MIT */
/* Who may watch a game: where `watch` is "ask" the moderator says so; and in all that may be
 * watched he can end it. And whether everybody may read it, in the archive. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/gallery/gallery.h"
#include "pbem/moderate/acts.h"

enum { NUMBER_MAX = 0xffff };

static const char *const said[] = {"allow", "refuse", "remove"};
enum { SAID_ALLOW, SAID_REFUSE, SAID_REMOVE, SAID };

static int asked_wrongly(struct reason *reason)
{
	return reason_is(reason, REASON_ASKED);
}

/* By his number, or his address. */
static struct watcher *find(const struct gallery *gallery, const char *who, struct reason *reason)
{
	long number = text_number(who, NUMBER_MAX);
	struct watcher *watcher = number > 0
					  ? audience_numbered(&gallery->audience, (unsigned)number)
					  : audience_at(&gallery->audience, who);

	if (watcher == NULL) {
		reason_set(reason,
			   "%s has no watcher '%s'; 'pbem status %s' lists them with numbers and "
			   "addresses",
			   gallery->game->id, who, gallery->game->id);
		(void)asked_wrongly(reason);
	}
	return watcher;
}

static int check(const struct watcher *watcher, unsigned what, struct reason *reason)
{
	if (what == SAID_REMOVE || watcher->state == WATCHER_WAITS)
		return 0;
	return reason_fail_as(
		reason, REASON_ASKED,
		watcher->state == WATCHER_ASKED
			? "number %u hasn't confirmed yet that he wants to watch; one who "
			  "watches can be removed"
			: "number %u watches already; one who watches can be removed",
		watcher->serial);
}

static int act(struct desk *desk, struct gallery *gallery, struct watcher *watcher, unsigned what,
	       struct reason *reason)
{
	char *digest = base_printf("%llx%u", (unsigned long long)desk->now, watcher->serial);
	const struct gallery_cause cause = {NULL, digest, desk->now};
	int result = 0;

	if (what == SAID_ALLOW)
		result = gallery_allow(desk, gallery, watcher, &cause, reason);
	else if (watcher->state == WATCHER_ASKED)
		gallery_drop(desk, gallery, watcher); /* he may not have written at all */
	else
		result = gallery_leave(desk, gallery, watcher,
				       what == SAID_REFUSE
					       ? "The moderator doesn't let you watch this game."
					       : "The moderator has ended your watching this game.",
				       &cause, reason);
	free(digest);
	return result;
}

int acts_watcher(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	struct gallery *gallery = gallery_of(desk, request->game);
	struct watcher *watcher;
	unsigned what = 0;

	while (what < SAID && strcmp(request->given->words[1], said[what]) != 0)
		what++;
	if (what == SAID)
		return reason_fail_as(reason, REASON_ASKED,
				      "expected allow, refuse or remove, not '%s'",
				      request->given->words[1]);
	if (!gallery->there) {
		*reason = gallery->why;
		return -1;
	}
	watcher = find(gallery, request->given->words[2], reason);
	if (watcher == NULL || check(watcher, what, reason) != 0)
		return -1;
	return act(desk, gallery, watcher, what, reason);
}

/* ---- in the archive ---- */

static bool is_published(const struct game_header *header)
{
	for (size_t i = 0; i < header->option_count; i++)
		if (strcmp(header->options[i].key, TERMS_PUBLISH) == 0)
			return strcmp(header->options[i].value, "yes") == 0;
	return false;
}

int acts_publish(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const char *id = request->game->id, *word = request->given->words[1];
	const bool yes = strcmp(word, "yes") == 0;
	struct event_list events;
	int result;

	if (is_published(&request->game->file->header) == yes)
		return reason_fail_as(reason, REASON_ASKED,
				      yes ? "everybody may read %s already"
					  : "%s isn't to be published anyway",
				      id);
	event_list_init(&events);
	event_add(&events, event_about(EVENT_PUBLISH, NO_SIDE, 0, word));
	result = moderate_enter(desk, request, &events,
				yes ? "The moderator lets everybody read this game in the site's "
				      "archive"
				    : "The moderator takes this game out of the site's archive, "
				      "when that is made the next time",
				reason);
	event_list_done(&events);
	return result;
}
