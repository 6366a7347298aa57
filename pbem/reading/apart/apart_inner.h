/* SPDX-License-Identifier: MIT */
/*
 * What the three processes tell each other. The one that wants letters read, and its warden, talk
 * in packets over a socket of their own: the setup, then what is asked; back come notes. A reader
 * is talked to over a channel that it shares with nobody: an errand and the letter's bytes go in, a
 * parcel comes out.
 */
#ifndef PBEM_READING_APART_APART_INNER_H
#define PBEM_READING_APART_APART_INNER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "pbem/reading/apart/apart.h"

enum {
	APART_SETUP_MAX = 32768, /* paths and an address */
	APART_PATIENCE = 300,	 /* seconds without an answer, and nobody waits any longer */
};

/* What is asked of it. */
enum apart_want {
	APART_PLAIN,   /* a reader */
	APART_STOCKED, /* one with all charsets and libxml2, as all will be from then on */
	APART_END,     /* how that one has ended: waited for, unless it has */
};

struct apart_ask {
	enum apart_want want;
	pid_t pid;
};

/* The setup's packet; behind it the strings, each with its NUL. */
struct apart_packet {
	struct letter_limits limits;
	bool has_site_mailers;
};

enum apart_told {
	APART_IS_READY, /* what readers need is read, or why not */
	APART_IS_MADE,	/* here is the channel to a new reader, whose pid is `number`, or that is
			   errno's */
	APART_IS_OVER,	/* the reader has ended, and `number` is what waitpid tells */
};

/* What the warden says. */
struct apart_note {
	enum apart_told told;
	bool well;	      /* ready; made */
	bool passing;	      /* not ready: nobody can tell now */
	bool stocked;	      /* made: it has all */
	bool memory_is_short; /* over: the machine itself hasn't what a reader may take */
	bool computed;	      /* over: as long as a reader may */
	int number;
	char why[1024];
};

/* What is wanted of a reader. */
enum apart_wish { APART_WISH_READ, APART_WISH_WHOLE, APART_WISH_SAMPLE };

struct apart_errand {
	uint32_t wish;
	uint32_t len; /* of the letter */
};

/* In front of its parcel. */
struct apart_answer {
	uint32_t len; /* or APART_LACKS */
};

/* Nothing else comes: a reader that isn't stocked can't read the letter. */
#define APART_LACKS UINT32_MAX

/* ---- in the process that wants letters read ---- */

/* A reader, as it has it. */
struct apart_reader {
	int channel;
	pid_t pid;
	bool stocked;
};

/* apart.c: the next reader, which reads one letter. APART_LATER when none can be had. */
enum apart apart_take_reader(struct apart_reader *reader_out, struct reason *reason);

/* From now on only stocked ones. */
void apart_need_stocked(void);

/* How it has ended; -1 when the warden doesn't tell. */
int apart_ask_end(pid_t pid, struct apart_note *over_out);

/* A warden that is gone, or says nothing any more: without it no letter is read, for another can't
 * be forked from a process that holds keys. */
enum apart apart_lose_warden(struct reason *reason, int number);

/* What stands between a letter and a reader says nothing of the letter. */
enum apart apart_later(struct reason *reason, const char *what, int number);

bool apart_is_ready(void);
size_t apart_max_text(void);

/* ---- the other two ---- */

/* apart_warden.c: the warden's life, at the other end of the socket. */
__attribute__((noreturn)) void apart_be_warden(int control);

/* apart_reader.c: a reader's life; `channel` is its end. */
__attribute__((noreturn)) void apart_be_reader(int channel, const struct apart_setup *setup,
					       bool stocked);

#endif
