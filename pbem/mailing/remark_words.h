/* SPDX-License-Identifier: MIT */
/* What all players are told of an act, kept so that each can be told it in his own language. */
#ifndef PBEM_MAILING_REMARK_WORDS_H
#define PBEM_MAILING_REMARK_WORDS_H

struct text;

/* Between the parts of a sentence, each with words of its own; in front of somebody's reason, which
 * stays as it was written; and between sentences. */
enum { REMARK_PART = '\x1e', REMARK_REASON = '\x1d', REMARK_SENTENCE = '\x1c' };

/*
 * A part of a sentence: a format that takes up to three %s, and what they stand for, NULL behind
 * the last. The caller frees it. A text without any may be given as it is.
 */
char *remark_words(const char *format, const char *first, const char *second, const char *third);

/* Adds such sentences, each with its full stop, in the language spoken. */
void remark_render(const char *remark, struct text *out);

#endif
