/* SPDX-License-Identifier: MIT */
/* Extracts the new text of a reply. Cuts quotes, forwarded heads and signatures of the common mail
 * programs in the common languages, and undoes format=flowed. Takes and returns plain text, without
 * any MIME. */
#ifndef PBEM_MIME_QUOTING_STRIP_QUOTES_H
#define PBEM_MIME_QUOTING_STRIP_QUOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/mime/quoting/join_lines.h"

/*
 * The cut mark of every letter of ours that can be answered. Any text below it, or below a line
 * with its words, is ours, whether the player's program marked it as quoted or not. Only unmarked
 * lines below a *marked* copy of it are the player's (interleaved orders).
 *
 * Our letters have one line above it, which also cuts, since mail programs show the first line of a
 * letter in a list. The line begins with QUOTE_FIRST and the game's name and colon: "=== Game g12:
 * Your move". Other languages have their own words for both, `mark` and `opening` of
 * mail_clients.h.
 */
#define QUOTE_MARK "=== Write your orders above this line ==="
#define QUOTE_FIRST "=== Game "

/* Reports whether a line of that many bytes is the cut mark in English or in a language that
 * mail_clients.h knows: "=== ", its words, " ===". */
bool strip_quotes_is_mark(const char *line, size_t len);

/*
 * Returns the new text of a reply (UTF-8, LF), without quoted lines, heads of quotes, signatures
 * and the text below QUOTE_MARK. Orders between or below quoted lines stay. There are no blank
 * lines at the start or the end.
 *
 * A line may look like the head of a quote whose lines aren't marked. If nothing that could be an
 * order precedes that line, nothing after it is new.
 *
 * Quotes may be of any length: only the new text is limited to `most` bytes. Takes linear time.
 * *why_out is why nothing can be read, for the player, or NULL if the text is good or nothing is
 * new. The caller frees both.
 */
char *strip_quotes_new_text(const char *body, size_t most, char **why_out);

/* Does the same for a body with joins, and adds the joins of the new text to `joins_out`. */
char *strip_quotes_new_text_joined(const char *body, const struct join_lines *joins, size_t most,
				   struct join_lines *joins_out, char **why_out);

/*
 * Undoes format=flowed (RFC 3676): quote depth first, space-stuffing, DelSp. Joined lines have a
 * QUOTE_JOIN between them. The caller frees the result.
 *
 * Keyboards of phones put a space after each word, and so before line ends that people type. A soft
 * line end that no program needed, because the next word would have fitted on the line, may be such
 * a line end. It ends the line if the line above or below could be an order.
 */
char *format_flowed_join(const char *body, bool delsp);

#endif
