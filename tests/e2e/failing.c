/* SPDX-License-Identifier: MIT */
/*
 * pbem that fails: these functions are linked in place of its own and fail where FAIL says so,
 * "FUNCTION HOW WHERE" as in "workspace_enter plain M000002". A function that handles a message
 * fails for a message whose id contains WHERE. A function that changes a game fails if WHERE is
 * that game (the commit: if the game has grown). HOW is the kind of the reason, "plain", "passing",
 * "damaged" or none, or "crash".
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pbem/batch/conditional_play.h"
#include "pbem/batch/timeout.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/mail/announcement.h"
#include "pbem/mail/enqueue.h"
#include "pbem/mail/mail.h"
#include "pbem/request/request.h"
#include "pbem/site/workspace.h"
#include "pbem/store/crash_notes.h"
#include "pbem/watchers/watchers.h"

static const struct {
	const char *how;
	enum reason_kind kind;
} hows[] = {
	{"plain", REASON_PLAIN},
	{"passing", REASON_TEMPORARY},
	{"damaged", REASON_DAMAGED},
};

static char in_hand[1024];

void __real_crash_in_hand(const char *id);
void __wrap_crash_in_hand(const char *id);

void __wrap_crash_in_hand(const char *id)
{
	snprintf(in_hand, sizeof in_hand, "%s", id != NULL ? id : "");
	__real_crash_in_hand(id);
}

/* A game with which a message has led to something; "": another. */
static const char *grown(const struct workspace_game *game)
{
	return game->added.len > 0 ? game->id : "";
}

/* Reports whether that function fails now, with the reason set. */
static bool fails(const char *function, const char *with, struct reason *reason)
{
	const char *fail = getenv("FAIL");
	char name[64], how[16], where[256];

	if (fail == NULL || sscanf(fail, "%63s %15s %255s", name, how, where) != 3 ||
	    strcmp(name, function) != 0 || strstr(with, where) == NULL)
		return false;
	if (strcmp(how, "crash") == 0)
		abort();
	reason_set(reason, "%s was made to fail", function);
	for (size_t i = 0; i < ARRAY_LEN(hows); i++)
		if (strcmp(how, hows[i].how) == 0)
			(void)reason_set_kind(reason, hows[i].kind);
	return true;
}

/* The function in two forms: the program's own, and the one that replaces it. */
#define FAILING(name, with, parameters, arguments)                                                 \
	int __real_##name parameters;                                                              \
	int __wrap_##name parameters;                                                              \
	int __wrap_##name parameters                                                               \
	{                                                                                          \
		return fails(#name, with, reason) ? -1 : __real_##name arguments;                  \
	}

FAILING(from_player_handle, in_hand,
	(struct incoming * incoming, bool *put_off_out, struct reason *reason),
	(incoming, put_off_out, reason))
FAILING(request_answer, in_hand, (struct incoming * incoming, struct reason *reason),
	(incoming, reason))
FAILING(from_joiner_ask, in_hand,
	(struct incoming * incoming, bool *put_off_out, struct reason *reason),
	(incoming, put_off_out, reason))
FAILING(from_watcher_ask, in_hand,
	(struct incoming * incoming, bool *put_off_out, struct reason *reason),
	(incoming, put_off_out, reason))
FAILING(from_known_address_answer, in_hand, (struct incoming * incoming, struct reason *reason),
	(incoming, reason))
FAILING(workspace_enter, in_hand,
	(struct workspace_game * game, int64_t when, const char *cause,
	 const struct event_list *events, struct reason *reason),
	(game, when, cause, events, reason))
FAILING(mail_send, in_hand,
	(struct workspace * workspace, const struct mail *mail, struct reason *reason),
	(workspace, mail, reason))
FAILING(enqueue_send, in_hand,
	(struct workspace * workspace, struct outgoing *outgoing, const struct enqueue *posting,
	 struct reason *reason),
	(workspace, outgoing, posting, reason))
FAILING(mail_ask, grown(game),
	(struct workspace * workspace, struct workspace_game *game, struct reason *reason),
	(workspace, game, reason))
FAILING(announcement_send, grown(game),
	(struct workspace * workspace, struct workspace_game *game, struct reason *reason),
	(workspace, game, reason))
FAILING(watchers_notify, grown(game),
	(struct workspace * workspace, struct workspace_game *game, const struct due *due,
	 struct reason *reason),
	(workspace, game, due, reason))
FAILING(conditional_play_follow, grown(game),
	(struct workspace * workspace, struct workspace_game *game, struct reason *reason),
	(workspace, game, reason))
FAILING(mail_settle, game->id,
	(struct workspace * workspace, struct workspace_game *game, const struct due *due,
	 struct reason *reason),
	(workspace, game, due, reason))
FAILING(timeout_game, game->id,
	(struct workspace * workspace, struct workspace_game *game, int64_t until,
	 struct reason *reason),
	(workspace, game, until, reason))
