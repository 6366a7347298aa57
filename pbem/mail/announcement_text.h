/* SPDX-License-Identifier: MIT */
/* Sentences of announcements, in a form that can be printed in each player's language. */
#ifndef PBEM_MAIL_ANNOUNCEMENT_TEXT_H
#define PBEM_MAIL_ANNOUNCEMENT_TEXT_H

struct strbuf;

/* The separators: between the parts of a sentence, which are translated separately; before a
 * person's reason, which isn't translated; and between sentences. */
enum { ANNOUNCEMENT_PART = '\x1e', ANNOUNCEMENT_REASON = '\x1d', ANNOUNCEMENT_SENTENCE = '\x1c' };

/* The sentence that a player is away, with name, first and last day. */
#define REMARK_AWAY "%s is away from %s to %s. On these days this player's clock is stopped"

/*
 * Returns a part of a sentence: a format with up to three %s and their values, NULL after the last.
 * The caller frees it. A text without values can be used as a part directly.
 */
char *announcement_words(const char *format, const char *first, const char *second,
			 const char *third);

/* Adds the sentences of `remark`, each with its full stop, in the language in use. */
void announcement_render(const char *remark, struct strbuf *out);

#endif
