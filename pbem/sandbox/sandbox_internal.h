/* SPDX-License-Identifier: MIT */
/*
 * The messages between the three processes of the sandbox. The main process and the supervisor
 * exchange packets over a socket: the setup and then requests in one direction, notes in the other.
 * The main process has a channel to each reader. It sends a batch of messages, and receives the
 * packed result of each (sandbox_protocol.h).
 */
#ifndef PBEM_SANDBOX_SANDBOX_INTERNAL_H
#define PBEM_SANDBOX_SANDBOX_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "pbem/sandbox/sandbox.h"

enum {
	SANDBOX_SETUP_MAX = 32768, /* bytes of paths and an address */
	SANDBOX_PATIENCE =
		300, /* seconds after which a supervisor that doesn't answer counts as lost */
	SANDBOX_TAKES = 30,   /* seconds in which a reader has to receive its messages, */
	SANDBOX_ANSWERS = 90, /* and in which its whole answer has to arrive, or */
	SANDBOX_SHARED_ANSWERS =
		45, /* those of a reader with several messages, up to the one that is wanted. A
		       message that two of these fail over, and that is then tried twice and
		       sampled twice, takes less than CRASH_WAIT_SECONDS */
};

/* Requests to the supervisor. Only the last one is answered. */
enum sandbox_request_kind {
	SANDBOX_PLAIN,	 /* start a reader, whose end of a channel comes with the request */
	SANDBOX_STOCKED, /* start one with all charsets and libxml2; all later readers have them,
			    too */
	SANDBOX_END,	 /* end that reader, unless it has ended */
	SANDBOX_END_AND_TELL, /* end it and report how it ended */
};

struct sandbox_request {
	enum sandbox_request_kind want;
	unsigned reader; /* its number, up to SANDBOX_AHEAD */
};

/* The packet with the setup. The strings follow it, each with its NUL. */
struct sandbox_packet {
	struct message_limits limits;
	bool has_site_mailers;
};

/* A note from the supervisor. */
struct sandbox_note {
	/* The setup succeeded, or `why` says why not, perhaps for a transient reason. */
	bool well, passing;
	char why[1024];
	/* How a reader ended: the errno if it was never started, or its status from waitpid, and
	 * whether it computed as long as a reader may. */
	int error, status;
	bool computed;
};

/* The part of a message that a reader should read. */
enum sandbox_mode { SANDBOX_MODE_READ, SANDBOX_MODE_WHOLE, SANDBOX_MODE_SAMPLE };

struct sandbox_job {
	uint32_t wish;
	uint32_t len; /* bytes of the message */
};

/* The messages of a reader. Their bytes follow. Their answers have the same order. */
struct sandbox_batch {
	uint32_t count;
	struct sandbox_job jobs[SANDBOX_READER_MAX];
};

/* The head of a reader's answer. The packed result follows it. */
struct sandbox_answer {
	uint32_t len; /* bytes of the result, or SANDBOX_LACKS */
};

/* The whole answer of a reader without all libraries that can't read the message. */
#define SANDBOX_LACKS UINT32_MAX

/* Runs the supervisor, at the other end of the socket (sandbox_supervisor.c). */
__attribute__((noreturn)) void sandbox_run_supervisor(int control);

#endif
