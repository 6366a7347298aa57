/* SPDX-License-Identifier: MIT */
/* Permission to watch a game: where `watch` is "ask" the moderator decides, and in all games that
 * may be watched the moderator can end it. Also whether everybody may read the game, in the
 * archive. */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/moderator/moderator_actions.h"
#include "pbem/watchers/watchers.h"

enum { NUMBER_MAX = 0xffff };

static const char *const said[] = {"allow", "refuse", "remove"};
enum { WATCHER_ALLOW, WATCHER_REFUSE, WATCHER_REMOVE, WATCHER_DECISIONS };

static int mark_as_user_error(struct reason *reason)
{
	return reason_set_kind(reason, REASON_USAGE);
}

/* Finds a watcher by number or by address. */
static struct watcher *find_watcher(const struct watchers *watchers, const char *who,
				    struct reason *reason)
{
	long number = strbuf_number(who, NUMBER_MAX);
	struct watcher *watcher =
		number > 0 ? watcher_list_numbered(&watchers->audience, (unsigned)number)
			   : watcher_list_at(&watchers->audience, who);

	if (watcher == NULL) {
		reason_set(reason,
			   "%s has no watcher '%s'; 'pbem status %s' lists the watchers with "
			   "numbers and addresses",
			   watchers->game->id, who, watchers->game->id);
		(void)mark_as_user_error(reason);
	}
	return watcher;
}

static int check_watcher_state(const struct watcher *watcher, unsigned what, struct reason *reason)
{
	if (what == WATCHER_REMOVE || watcher->state == WATCHER_WAITS)
		return 0;
	return reason_fail_as(
		reason, REASON_USAGE,
		watcher->state == WATCHER_ASKED
			? "watcher %u has not confirmed the request to watch yet; only 'remove' is "
			  "possible"
			: "watcher %u already watches the game; only 'remove' is possible",
		watcher->serial);
}

static int apply_decision(struct workspace *workspace, struct watchers *watchers,
			  struct watcher *watcher, unsigned what, struct reason *reason)
{
	char *digest = base_printf("%llx%u", (unsigned long long)workspace->now, watcher->serial);
	const struct mail_cause cause = {NULL, digest, workspace->now};
	int result = 0;

	if (what == WATCHER_ALLOW)
		result = watchers_allow(workspace, watchers, watcher, &cause, reason);
	else if (watcher->state == WATCHER_ASKED)
		watchers_drop(workspace, watchers, watcher); /* the owner of the address may never
							      * have written */
	else
		result = watchers_leave(workspace, watchers, watcher,
					what == WATCHER_REFUSE
						? "The moderator doesn't let you watch this game."
						: "The moderator has removed you from the watchers "
						  "of this game.",
					&cause, reason);
	free(digest);
	return result;
}

int moderator_action_watcher(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason)
{
	struct watchers *watchers = watchers_of(workspace, request->game);
	struct watcher *watcher;
	unsigned what = 0;

	while (what < WATCHER_DECISIONS && strcmp(request->given->words[1], said[what]) != 0)
		what++;
	if (what == WATCHER_DECISIONS)
		return reason_fail_as(reason, REASON_USAGE,
				      "expected allow, refuse or remove, not '%s'",
				      request->given->words[1]);
	if (!watchers->there) {
		*reason = watchers->why;
		return -1;
	}
	watcher = find_watcher(watchers, request->given->words[2], reason);
	if (watcher == NULL || check_watcher_state(watcher, what, reason) != 0)
		return -1;
	return apply_decision(workspace, watchers, watcher, what, reason);
}

/* ---- in the archive ---- */

static bool is_published(const struct game_header *header)
{
	for (size_t i = 0; i < header->option_count; i++)
		if (strcmp(header->options[i].key, GAME_OPTIONS_PUBLISH) == 0)
			return strcmp(header->options[i].value, "yes") == 0;
	return false;
}

int moderator_action_publish(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason)
{
	const char *id = request->game->id, *word = request->given->words[1];
	const bool yes = strcmp(word, "yes") == 0;
	struct event_list events;
	int result;

	if (is_published(&request->game->file->header) == yes)
		return reason_fail_as(reason, REASON_USAGE,
				      yes ? "the archive already contains %s"
					  : "the archive already leaves out %s",
				      id);
	event_list_init(&events);
	event_add(&events, event_about(EVENT_PUBLISH, NO_SIDE, 0, word));
	result =
		moderator_enter(workspace, request, &events,
				yes ? "The moderator lets everybody read this game in the site's "
				      "archive"
				    : "The moderator takes this game out of the site's archive the "
				      "next time the archive is made",
				reason);
	event_list_done(&events);
	return result;
}
