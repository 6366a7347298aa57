/* SPDX-License-Identifier: MIT */
/*
 * The messages between the three processes of the sandbox. The main process and the supervisor
 * exchange packets over a socket: the setup and then requests in one direction, notes in the other.
 * The main process has a channel to each reader. It sends a job and the message's bytes, and
 * receives the packed result (sandbox_protocol.h).
 */
#ifndef PBEM_SANDBOX_SANDBOX_INTERNAL_H
#define PBEM_SANDBOX_SANDBOX_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "pbem/sandbox/sandbox.h"

enum {
	SANDBOX_SETUP_MAX = 32768, /* bytes of paths and an address */
	SANDBOX_PATIENCE =
		300, /* seconds after which a supervisor that doesn't answer counts as lost */
	SANDBOX_TAKES = 30, /* seconds in which a reader has to receive its message, */
	SANDBOX_ANSWERS =
		90, /* and in which its whole answer has to arrive. A message that is tried twice,
		       and sampled twice, takes less than CRASH_WAIT_SECONDS */
};

/* Requests to the supervisor. */
enum sandbox_request_kind {
	SANDBOX_PLAIN,	 /* start a reader */
	SANDBOX_STOCKED, /* start one with all charsets and libxml2; all later readers have them,
			    too */
	SANDBOX_END,	 /* end that reader, unless it has ended, and report how it ended */
};

struct sandbox_request {
	enum sandbox_request_kind want;
	pid_t pid;
};

/* The packet with the setup. The strings follow it, each with its NUL. */
struct sandbox_packet {
	struct message_limits limits;
	bool has_site_mailers;
};

enum sandbox_note_kind {
	SANDBOX_IS_READY, /* what readers need has been read, or `why` says why not */
	SANDBOX_IS_MADE,  /* here is the channel to a new reader with pid `number`; on failure that
			     is the errno */
	SANDBOX_IS_OVER,  /* the reader has ended, and `number` is its status from waitpid */
};

/* A note from the supervisor. */
struct sandbox_note {
	enum sandbox_note_kind told;
	bool well;     /* for SANDBOX_IS_READY and SANDBOX_IS_MADE: it succeeded */
	bool passing;  /* for SANDBOX_IS_READY: it failed for a transient reason */
	bool stocked;  /* for SANDBOX_IS_MADE: the reader has all libraries */
	bool computed; /* for SANDBOX_IS_OVER: it computed as long as a reader may */
	int number;
	char why[1024];
};

/* The part of a message that a reader should read. */
enum sandbox_mode { SANDBOX_MODE_READ, SANDBOX_MODE_WHOLE, SANDBOX_MODE_SAMPLE };

struct sandbox_job {
	uint32_t wish;
	uint32_t len; /* bytes of the message */
};

/* The head of a reader's answer. The packed result follows it. */
struct sandbox_answer {
	uint32_t len; /* bytes of the result, or SANDBOX_LACKS */
};

/* The whole answer of a reader without all libraries that can't read the message. */
#define SANDBOX_LACKS UINT32_MAX

/* ---- in the main process ---- */

/* A reader, as the main process sees it. */
struct sandbox_reader {
	int channel;
	pid_t pid;
	bool stocked;
};

/* Takes the next reader, which reads one message (sandbox.c). Returns SANDBOX_LATER if there is
 * none. */
enum sandbox sandbox_acquire_reader(struct sandbox_reader *reader_out, struct reason *reason);

/* Requires that all readers from now on have all libraries. */
void sandbox_need_stocked(void);

/* Ends the reader, unless it has ended, so that it uses no memory and no computing time any more.
 * Fills in how it ended. Returns -1 if the supervisor doesn't answer. */
int sandbox_end_reader(pid_t pid, struct sandbox_note *over_out);

/* Records that the supervisor is gone or no longer answers. No message is read any more, because
 * another supervisor can't be forked from a process that has keys. */
enum sandbox sandbox_lose_supervisor(struct reason *reason, int number);

/* Sets a temporary reason for a failure between the main process and a reader, which says nothing
 * about the message. Returns SANDBOX_LATER. */
enum sandbox sandbox_later(struct reason *reason, const char *what, int number);

/* Reports whether sandbox_ready has succeeded. */
bool sandbox_is_ready(void);

/* Returns the longest new text that a message may have, in bytes, from the setup. */
size_t sandbox_max_text(void);

/* ---- in the supervisor and in readers ---- */

/* Runs the supervisor, at the other end of the socket (sandbox_supervisor.c). */
__attribute__((noreturn)) void sandbox_run_supervisor(int control);

/* Runs a reader at its end of the channel (sandbox_child.c). */
__attribute__((noreturn)) void sandbox_run_reader(int channel, const struct sandbox_setup *setup,
						  bool stocked);

#endif
