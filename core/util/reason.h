/* SPDX-License-Identifier: MIT */
/* Sentences that say why something did not happen, and who must deal with it. */
#ifndef PBEM_CORE_UTIL_REASON_H
#define PBEM_CORE_UTIL_REASON_H

#include <stdbool.h>

/* The result of a player's request. */
enum verdict { ACCEPTED, REFUSED };

/*
 * The kind of a reason shows who must deal with it, if known. A program that ends for a reason
 * reports the kind by its exit code.
 */
enum reason_kind {
	REASON_PLAIN,	  /* the caller knows who must deal with it */
	REASON_TEMPORARY, /* temporary: the same may succeed another time, so that nothing may be
			     concluded from it */
	REASON_USAGE,	  /* the request itself is wrong */
	REASON_MISSING,	  /* what the request names doesn't exist */
	REASON_DAMAGED,	  /* a file has impossible content */
	REASON_EXISTS,	  /* it exists already, so it can't be created */
	REASON_NEWER,	  /* only a newer version of pbem can read it */
	REASON_RIGHTS,	  /* not permitted by the system: a person must check permissions */
	REASON_SITE, /* the whole site is affected: something that all letters need is missing or
			faulty */
};

/* Why something was refused or failed: one or more sentences for a person, and the kind. */
struct reason {
	char text[1024];
	enum reason_kind kind;
};

/*
 * Writes the reason, cut to the space available, in the language in use (translate.h). `reason` may
 * be NULL if nobody needs it.
 */
void reason_set(struct reason *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Set a reason and yield -1 or REFUSED, which the caller returns. They are macros so that compilers
 * see the value.
 */
#define reason_fail(...) (reason_set(__VA_ARGS__), -1)
#define reason_refuse(...) (reason_set(__VA_ARGS__), REFUSED)
#define reason_fail_errno(...) (reason_set_errno(__VA_ARGS__), -1)
#define reason_fail_change(...) (reason_set_change(__VA_ARGS__), -1)
/* Sets a reason and its kind. */
#define reason_fail_as(reason, kind, ...)                                                          \
	(reason_set(reason, __VA_ARGS__), reason_set_kind(reason, kind))

/*
 * Sets a reason that ends with the text for errno: "can't read x: Input/output error". The reason
 * is permanent if the file isn't there (ENOENT, ENOTDIR). After any other error nobody can know
 * what is there, so the reason is temporary.
 */
void reason_set_errno(struct reason *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Sets a reason like reason_set_errno, for a file or folder that couldn't be written, created,
 * renamed or removed: "can't write x: No space left on device". The reason is temporary if the
 * error may go away, such as a full disk. Otherwise a person must act (reason_judge_errno), and the
 * caller sets the kind.
 */
void reason_set_change(struct reason *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Makes a reason temporary unless errno's `number` says that a person must act: the file isn't
 * there, or pbem may not use it. For files and folders that the site needs.
 */
void reason_judge_errno(struct reason *reason, int number);

/* Prefixes a reason with its context, such as "games/x.variant:12: ". */
void reason_prefix(struct reason *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Sets the kind of a reason that has none yet. Returns -1 for use in a return statement. */
int reason_set_kind(struct reason *reason, enum reason_kind kind);

/* Makes a reason temporary (exit code 75). */
void reason_make_temporary(struct reason *reason);

/*
 * Reports whether a reason is temporary or says that a newer pbem is needed. A missing file, a
 * damaged file and one that can't be read now are three different cases.
 */
bool reason_is_temporary(const struct reason *reason);

#endif
