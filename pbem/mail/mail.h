/* SPDX-License-Identifier: MIT */
/* Messages to players: their contents, recipients and tokens. Each is put into the outbox of the
 * batch. */
#ifndef PBEM_MAIL_MAIL_H
#define PBEM_MAIL_MAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mail/draft.h"
#include "pbem/site/workspace.h"
#include "pbem/store/ledger.h"

/* Writes the message into the batch. Returns -1 with the reason if a template is missing or
 * faulty. */
int mail_send(struct workspace *workspace, const struct mail *mail, struct reason *reason);

/*
 * Writes the messages that follow from a batch whose incoming messages are decided, for a game that
 * doesn't wait for the end of the worklist. Each seat gets its news (gametype_mail.h); if the game
 * is over, all seats get a message. Withdraws unsent messages whose question has been answered
 * meanwhile. Returns -1 with the reason.
 */
int mail_ask(struct workspace *workspace, struct workspace_game *game, struct reason *reason);

/* Does the same for a game that waits for the end of the worklist (end_of_run.h), when the worklist
 * ends. `due` is what the ledger knows about the game. */
int mail_settle(struct workspace *workspace, struct workspace_game *game, const struct due *due,
		struct reason *reason);

/* Sends a message about the game itself. Its cause is an entry, and it is named by the entry's
 * number. */
int mail_about(struct workspace *workspace, struct workspace_game *game, unsigned seat,
	       const char *template, const char *slot, unsigned entry, struct reason *reason);

/* Sends the welcome to every seat of a new game, or the request for what the game gathers before it
 * begins. */
int mail_welcome(struct workspace *workspace, struct workspace_game *game, struct reason *reason);

struct vocabulary;

/* The cause of a message or of a change. */
struct mail_cause {
	const struct message *letter; /* the message that is answered; NULL: none */
	const char *digest;	      /* digest of the message, or any other unique text, hex */
	int64_t when;		      /* when it was received */
};

enum { MAIL_VALUES = 32 };

/* A message to somebody without a seat, such as a watcher. Strings are borrowed, except those that
 * the message owns. */
struct mail_plain {
	struct workspace *workspace;
	const char *template, *to;
	const struct mail_cause *cause;
	struct person person;		 /* the reader's settings */
	const struct vocabulary *spoken; /* the language before */
	struct value values[MAIL_VALUES];
	struct strbuf texts[MAIL_VALUES];
	size_t count;

	/* Set by the caller. The message owns its name and its thread. */
	char *name;   /* in the outbox: a newer message of that name replaces an unsent one */
	char *thread; /* its messages are a conversation; NULL: it belongs to none */
	const char *to_name;	    /* NULL: "" */
	char token[TOKEN_TEXT + 1]; /* for the reply; "": no reply is expected */
	const struct game *show; /* as everybody may see it, to draw the board for readers who want
				    HTML; NULL: none */
	/* a finished game, which the picture shows as an animation; NULL: none */
	const struct workspace_game *film;
};

/* Begins a message and adds the values of the site. From here on, its reader's language is in use.
 * NULL as address: the site's own language. mail_plain_send ends the message in any case. Returns
 * -1 with the reason if the language can't be used. */
int mail_plain_begin(struct mail_plain *mail, struct workspace *workspace, const char *template,
		     const char *to, const struct mail_cause *cause, struct reason *reason);

/* Add a value. The first returns its text for the caller to fill. Newlines at its end don't count.
 * Values that the template may use and that aren't added are "". */
struct strbuf *mail_plain_add(struct mail_plain *mail, const char *name);
void mail_plain_add_text(struct mail_plain *mail, const char *name, const char *text);

/* If `result` is 0, writes the message into the batch. Then frees it, and uses the earlier language
 * again. Returns `result`, or -1 with the reason if a template is missing or faulty. The second
 * function only ends the message. */
int mail_plain_send(struct mail_plain *mail, int result, struct reason *reason);
void mail_plain_end(struct mail_plain *mail);

/* Adds values that the template may use and that the message doesn't have, as "". */
void mail_plain_complete(struct mail_plain *mail);

/* Returns the Message-ID of a message without a token. It is derived from the contents and from a
 * key of the site. So it is unique among all sites, and the same for the same message made again.
 * The caller frees it. */
char *mail_id(const struct site *site, const char *name, const char *to, const char *cause,
	      const struct value *values, size_t count);

/* Informs every seat that the game can't be read and is suspended. Does nothing if the seats can't
 * be read either; the moderator is informed in any case. `digest` is that of the message that
 * found the damage. */
int mail_damaged(struct workspace *workspace, const char *game_id, const char *digest,
		 struct reason *reason);

/* Sends the last message to the player who had a seat before it was given to another. It has no
 * key. `why` is the moderator's reason, or "". */
int mail_farewell(struct workspace *workspace, const struct workspace_game *game, unsigned seat,
		  const struct seat *before, const char *why, struct reason *reason);

/* Sends the report with `count` notices to each of the site's moderators. `cause` determines its
 * Message-ID. */
int mail_report(struct workspace *workspace, const char *notices, unsigned count, const char *cause,
		struct reason *reason);

#endif
