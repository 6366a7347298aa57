/* SPDX-License-Identifier: MIT */
/*
 * Reads messages in a confined process. Code that parses a stranger's bytes (MIME, charsets, HTML)
 * runs in a separate process, called a reader. A reader has its messages, a channel for the
 * results, and nothing else: no file, network or key.
 *
 * A supervisor process forks a new reader for each message, or for several messages if the site
 * wants that. The supervisor itself is forked before this process reads anything secret. The
 * reader's result is checked as strictly as if the sender of the message had written it.
 */
#ifndef PBEM_SANDBOX_SANDBOX_H
#define PBEM_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "pbem/mime/message.h"

/* The result of giving a message to a reader. */
enum sandbox {
	SANDBOX_READ,
	SANDBOX_REFUSED, /* message_read refused it; the reason is for player and moderator */
	SANDBOX_FAILED,	 /* the message can't be read: two readers that had only this message
			    crashed, computed too long, took too much memory, didn't answer in time
			    or answered nonsense. The reason is for the moderator */
	SANDBOX_LATER,	 /* no reader could be started just now, so nothing is known about the
			    message. The reason is a transient one */
};

/* The data that readers need. Everything is copied. */
struct sandbox_setup {
	struct message_limits limits;
	const char *own_address;      /* as message_read takes it */
	const char *games;	      /* as vocabulary_set_folder takes it */
	const char *mailers;	      /* as mail_clients_set_folders takes them */
	const char *site_mailers;     /* may be NULL */
	unsigned messages_per_reader; /* 1 to SANDBOX_READER_MAX */
};

/* Forks the supervisor. Must be called first, before any key, secret or game is read. From then
 * on other processes of the same user can't inspect this one. If it fails, sandbox_ready reports
 * why. */
void sandbox_start(void);

/* Makes the supervisor read what readers need, unless it has done so. Returns -1 if it can't; the
 * reason is a transient one if that can't be known now. */
int sandbox_ready(const struct sandbox_setup *setup, struct reason *reason);

/* Read a message, as message_read and message_read_whole do. May be called only between
 * sandbox_ready and sandbox_stop. */
enum sandbox sandbox_read(const char *bytes, size_t len, struct message **letter_out,
			  struct reason *reason);
enum sandbox sandbox_read_whole(const char *bytes, size_t len, struct message **letter_out,
				char **whole_out, struct reason *reason);

enum {
	SANDBOX_AHEAD = 4,	       /* readers that read in advance */
	SANDBOX_AHEAD_BYTES = 1 << 16, /* the largest message that is read in advance */
	SANDBOX_READER_MAX = 64,       /* messages of one reader */
};

/* Returns how many messages should be expected in advance, at most SANDBOX_READER_MAX. */
size_t sandbox_ahead(void);

/* Announces that sandbox_read will be called for these bytes, so that a reader may parse them
 * meanwhile, together with others if readers get several messages. The bytes must stay in place
 * until then, or until sandbox_unexpect, which drops all messages if its argument is NULL. */
void sandbox_expect(const char *bytes, size_t len);
void sandbox_unexpect(const char *bytes);

/* Reads a message in part, as message_sample does. */
enum sandbox sandbox_sample(const char *bytes, size_t len, struct message **letter_out,
			    struct reason *reason);

/* Returns how the last message's reader was confined, in words for people. */
const char *sandbox_doors(void);

/* Reports whether the last message's reader was confined well enough, which needs seccomp. */
bool sandbox_are_closed(void);

/* Ends the supervisor. No message can be read after this. */
void sandbox_stop(void);

#endif
