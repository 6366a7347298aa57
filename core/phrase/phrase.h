/* SPDX-License-Identifier: MIT */
/*
 * What the program says in sentences, in another language: a catalogue as GNU gettext has them
 * (NAME.po), from the English text, a format of printf, to the other. The language is a letter's,
 * not the machine's, so neither locales nor libintl serve; the files are read as they are, and
 * msgfmt(1), msgmerge(1) and editors of them can be used all the same.
 *
 * Reasons (reason.h) are looked up by their formats; what else is said is by who says it. What
 * stands in game files and logs never is.
 */
#ifndef PBEM_CORE_PHRASE_PHRASE_H
#define PBEM_CORE_PHRASE_PHRASE_H

#include <stddef.h>

struct phrases;
struct reason;

/*
 * Reads a catalogue. Where there is no such file it is an empty one. NULL with file, line and what
 * is wrong when it can't be read, isn't one, or has a text whose %s, %u and so on are not those of
 * the English one in number, order (`%2$s` may change it) and kind. The caller calls phrase_free,
 * which takes NULL.
 */
struct phrases *phrase_load(const char *path, struct reason *reason);
void phrase_free(struct phrases *phrases);

/* Adds another catalogue to it; what the first says goes before. -1 as phrase_load. */
int phrase_load_more(struct phrases *phrases, const char *path, struct reason *reason);

/* Speaks by that catalogue from now on, which must live as long; NULL: English. Returns what was
 * spoken before. */
const struct phrases *phrase_speak(const struct phrases *phrases);

/* The text for an English one in the language spoken; the English one where none is known. */
const char *phrase(const char *english) __attribute__((format_arg(1)));

/* The same of a text that stands behind that `msgctxt`: "card" the names of cards, "on card" what
 * else they say, "word" what players write behind their names. Not a format. */
const char *phrase_of(const char *context, const char *english);

/*
 * The other way round: the English text whose text in the language spoken `written` begins with, in
 * any case, accents and marks left off, up to a word's end; of several the longest. *used_out: how
 * many bytes that took. NULL where there is none.
 */
const char *phrase_back(const char *context, const char *written, size_t *used_out);

/* The English texts there are behind that `msgctxt` in the language spoken, one by one: *at is 0
 * first. NULL behind the last. */
const char *phrase_next(const char *context, size_t *at);

#endif
