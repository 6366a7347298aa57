/* SPDX-License-Identifier: MIT */
/* The sentence that says why something did not happen, and whose matter that is. */
#ifndef PBEM_CORE_BASE_REASON_H
#define PBEM_CORE_BASE_REASON_H

#include <stdbool.h>

/* What became of something a player asked for. */
enum verdict { ACCEPTED, REFUSED };

/* Why something was refused or failed, as one or more sentences for a person. The last byte is none
 * of them: reason_kind knows what it means. */
struct reason {
	char text[1024];
};

/* Whose matter it is, where that is known: a program that ends for it says so by its exit code. */
enum reason_kind {
	REASON_PLAIN,	/* of what asked for it */
	REASON_PASSING, /* nobody's: the same may go well another time, and nothing may be concluded
			   from it */
	REASON_ASKED,	/* of who asked: it was asked wrongly */
	REASON_MISSING, /* what was named isn't there */
	REASON_DAMAGED, /* a file says what it can't */
	REASON_TAKEN,	/* what is to be made can't be */
	REASON_NEWER,	/* nobody's either: a later version of pbem can tell */
};

/* Reasons are written by what this makes of their formats from now on, which must take the same;
 * NULL: as they are, in English. */
void reason_speak(const char *(*in_language)(const char *format));

/* Writes the reason, cut to what fits. `reason` may be NULL: nobody asked. */
void reason_set(struct reason *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same, and -1, or REFUSED: what who gives the reason returns. Macros, so that a compiler sees
 * which. */
#define reason_fail(...) (reason_set(__VA_ARGS__), -1)
#define reason_refuse(...) (reason_set(__VA_ARGS__), REFUSED)
#define reason_fail_errno(...) (reason_set_errno(__VA_ARGS__), -1)
/* And whose matter it is. */
#define reason_fail_as(reason, kind, ...) (reason_set(reason, __VA_ARGS__), reason_is(reason, kind))

/*
 * The same, with what errno says behind it: "can't read x: Input/output error". What isn't there
 * (ENOENT, ENOTDIR) is one thing; with any other error nobody can tell now what there is, so the
 * reason is a passing one.
 */
void reason_set_errno(struct reason *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Makes a reason that was set, for a file or folder the site can't do without, a passing one unless
 * errno's `number` says what only a person mends: that it isn't there, or that pbem may not use it.
 */
void reason_judge_errno(struct reason *reason, int number);

/* Puts context in front of a reason: "games/x.variant:12: " and the like. */
void reason_prefix(struct reason *reason, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Says of which kind a reason is that was set; one that is said already stands. Returns -1, as who
 * gives it. */
int reason_is(struct reason *reason, enum reason_kind kind);
enum reason_kind reason_kind(const struct reason *reason);

/* Makes a reason that was set a passing one: the same may go well another time, and nothing may be
 * concluded from it (exit code 75). */
void reason_make_passing(struct reason *reason);

/* Whether a reason that was set is one, or says that a newer pbem is needed: not there, damaged and
 * can't tell now are three things. */
bool reason_is_passing(const struct reason *reason);

#endif
