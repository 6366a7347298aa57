/* SPDX-License-Identifier: MIT */
/*
 * Translates the program's sentences. A catalogue in the form of GNU gettext (NAME.po) has the
 * translations of English texts, which are printf formats. The language is that of a letter and not
 * of the computer, so neither locales nor libintl are used. The files are read directly; msgfmt(1),
 * msgmerge(1) and editors for such files work as usual.
 *
 * Reasons (reason.h) are translated by their formats, other texts by the code that writes them.
 * Game files and logs are never translated.
 */
#ifndef PBEM_CORE_UTIL_TRANSLATE_H
#define PBEM_CORE_UTIL_TRANSLATE_H

#include <stddef.h>

struct phrases;
struct reason;

/*
 * Reads a catalogue. A missing file counts as an empty one. Returns NULL with a reason that names
 * file and line if the file can't be read or isn't a catalogue. The %s, %u and so on of a
 * translation must also agree with the English text in number, kind and order (`%2$s` may change
 * the order). The caller calls translate_free, which accepts NULL.
 */
struct phrases *translate_load(const char *path, struct reason *reason);
void translate_free(struct phrases *phrases);

/*
 * Adds another catalogue. Translations of the first one have precedence. Returns -1 in the same
 * cases.
 */
int translate_load_more(struct phrases *phrases, const char *path, struct reason *reason);

/*
 * Uses a catalogue in the context in force (context.h); NULL: English. It must exist until another
 * is used. Returns the one used before, which the caller passes to translate_speak when it is done.
 */
const struct phrases *translate_speak(const struct phrases *phrases);

/* Returns the translation of an English text, or the text itself if there is none. */
const char *translate(const char *english) __attribute__((format_arg(1)));

/*
 * Returns the translation of a text with that `msgctxt`: "card" for names of cards, "on card" for
 * their other texts, "word" for words that players write after such names. The text isn't a format.
 */
const char *translate_of(const char *context, const char *english);

/*
 * Returns the English text whose translation `written` begins with, up to the end of a word, or
 * NULL. Case, accents and punctuation are ignored. The longest match counts, and *used_out is its
 * length in bytes.
 */
const char *translate_back(const char *context, const char *written, size_t *used_out);

/*
 * Returns the next English text that has a translation with that `msgctxt`, or NULL after the last.
 * *at must be 0 for the first.
 */
const char *translate_next(const char *context, size_t *at);

#endif
