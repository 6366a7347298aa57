/* SPDX-License-Identifier: MIT */
/* What is new in a reply: cuts quotes, forwarded heads and signatures of the common mail programs
 * in the common languages, and undoes format=flowed. Plain text in and out; knows no MIME. */
#ifndef PBEM_READING_REPLY_REPLY_H
#define PBEM_READING_REPLY_REPLY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The cut mark of every letter of ours that can be answered. Whatever stands below it, or below a
 * line that has its words, is ours, whether the player's program marked it as quoted or not; only
 * unmarked lines below a *marked* copy of it are the player's (interleaved orders). Letters of
 * today have one line above it, which begins with REPLY_FIRST and the game's name and colon, "===
 * Game g12: Your move", and cuts as well: what a program shows of a letter in a list is its first
 * line. Other languages have words of their own for both, `mark` and `opening` of mailers.h.
 */
#define REPLY_MARK "=== Write your orders above this line ==="
#define REPLY_FIRST "=== Game "

/* Whether a line of that many bytes is the cut mark, or that of a language that mailers.h knows of:
 * "=== ", its words, " ===". */
bool reply_is_mark(const char *line, size_t len);

/*
 * The new text of a reply (UTF-8, LF): quoted lines, heads of quotes, signatures and what stands
 * below REPLY_MARK are gone; orders between or below quoted lines stay. No blank lines at its
 * start and none at its end. With nothing that could be an order above what looks like the head of
 * a quote without marks, nothing below it is new. Quotes may be of any length: only what would be
 * new is limited to `most` bytes. Time linear in the body. The caller frees it. *why_out (the
 * caller's too): why nothing can be read, for the player; NULL when the text is good, or nothing is
 * new.
 */
char *reply_new_text(const char *body, size_t most, char **why_out);

/* Undoes format=flowed (RFC 3676): quote depth first, space-stuffing, DelSp. The caller frees it.
 */
char *reply_unflow(const char *body, bool delsp);

#endif
