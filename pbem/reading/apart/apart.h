/* SPDX-License-Identifier: MIT */
/*
 * Letters are read apart: what touches a stranger's bytes (MIME, charsets, HTML) is a process that
 * has them, one channel to answer by, and nothing else: no file, no network, no key, no other
 * letter. It is made anew for each letter, by a warden that is forked before this process holds
 * anything worth having. What it answers is one reading, and is looked at as if the letter had
 * written it.
 */
#ifndef PBEM_READING_APART_APART_H
#define PBEM_READING_APART_APART_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "pbem/reading/letter.h"

/* What became of a letter that was given to a reader. */
enum apart {
	APART_READ,
	APART_REFUSED, /* letter_read refused it: the reason is for player and moderator */
	APART_FAILED,  /* its reader crashed over it, computed for ever, took too much memory, or
			  answered nonsense: the letter can't be read. The reason is for the
			  moderator */
	APART_LATER,   /* no reader could be had just now, or it was ended from outside: nothing is
			  known of the letter. The reason is a passing one */
};

/* What a reader needs to know. All is copied. */
struct apart_setup {
	struct letter_limits limits;
	const char *own_address;  /* as letter_read takes it */
	const char *games;	  /* as words_from takes it */
	const char *mailers;	  /* as mailers_from takes them */
	const char *site_mailers; /* may be NULL */
};

/* Forks the warden: at the very beginning, before any key, secret or game is read. From now on this
 * process can't be looked into by others of its user. What goes wrong apart_ready tells. */
void apart_start(void);

/* Has the warden read what readers need, unless that was done. -1 when it can't; the reason is a
 * passing one when nobody can tell now. */
int apart_ready(const struct apart_setup *setup, struct reason *reason);

/* Reads a letter, as letter_read and letter_read_whole do. Between apart_ready and apart_stop. */
enum apart apart_read(const char *bytes, size_t len, struct letter **letter_out,
		      struct reason *reason);
enum apart apart_read_whole(const char *bytes, size_t len, struct letter **letter_out,
			    char **whole_out, struct reason *reason);

/* So many letters are read ahead, none larger. */
enum { APART_AHEAD = 4, APART_AHEAD_BYTES = 1 << 16 };

/* apart_read will be asked for just these bytes, which stay where they are until then, or until
 * apart_unexpect (NULL: of all): somebody reads them meanwhile, if that can be had. */
void apart_expect(const char *bytes, size_t len);
void apart_unexpect(const char *bytes);

/* As letter_sample. */
enum apart apart_sample(const char *bytes, size_t len, struct letter **letter_out,
			struct reason *reason);

/* By what the last letter's reader was held, for people; and whether that is enough. */
const char *apart_doors(void);
bool apart_are_closed(void);

/* No letter is read any more. */
void apart_stop(void);

#endif
