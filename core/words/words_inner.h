/* SPDX-License-Identifier: MIT */
/* The words in force, between words_load.c, which reads them, and words.c, which looks them up. */
#ifndef PBEM_CORE_WORDS_WORDS_INNER_H
#define PBEM_CORE_WORDS_WORDS_INNER_H

#include <stdint.h>

#include "core/base/deffile.h"
#include "core/words/words.h"

enum { WORDS_A_YEAR = 12 }; /* months */

/* A list that grows; what its items are is their owner's business. */
struct list {
	void *items;
	size_t count, size;
};

struct row {
	char *word;
	enum talk talk;
	char kind;
};

struct answer {
	char *phrase, *text;
};

struct behind {
	const char *word;
	uint8_t meaning; /* enum words_behind */
};

struct letter {
	const char *language, *written;
	char kind;
};

/* A name of a language. */
struct language {
	const char *language, *name;
};

struct words {
	char language[WORDS_LANGUAGE_MAX + 1]; /* "": those of all */
	struct phrases *phrases;	       /* what is said in that language; NULL: English */
	struct words *next;		       /* of another language */
	struct list orders;		       /* of struct order_word */
	struct list talk;		       /* of struct row, sorted once all are read */
	struct list topics;		       /* of struct words_topic */
	struct list answers;		       /* of struct answer */
	struct list behind;		       /* of struct behind */
	struct list letters;		       /* of struct letter */
	struct list languages;		       /* of struct language */
	struct list lists[WORDS_LISTS];	       /* of char * */
	struct list files; /* of struct deffile *: words are kept as these have them */
	struct list texts; /* of char *: what else is owned */
};

/* Those of all, and behind them those of languages that were read; NULL until some were. And those
 * in force among them. */
extern struct words *words_known, *words_current;

/* Where they are read from, once they are needed; NULL: nobody said. */
extern char *words_folder;

/* Those to look up in, read now if they must be; NULL where nobody said where they are. */
const struct words *words_in_force(void);

/* One more item of that many bytes at the list's end. */
void *words_list_add(struct list *list, size_t item);

/* Of words_behind.c: the lines `behind` and `letter`, and that no meaning is without a word. */
int words_read_behind(void *target, const struct deffile_line *line, struct reason *reason);
int words_read_letter(void *target, const struct deffile_line *line, struct reason *reason);
void words_check_behind(const struct words *words, const char *path, struct deffile_faults *faults);

/* Of words_language.c: a line `language`; that it is said once at least how a moment is written;
 * and the letters of the set's own language put before others. */
int words_read_language(void *target, const struct deffile_line *line, struct reason *reason);
void words_check_languages(const struct words *words, const char *path,
			   struct deffile_faults *faults);
void words_sort_letters(struct words *words);

/* Of words_load.c: what files of words in a folder are; and all of games/words with those of one
 * language, "" for none. NULL with faults. For words_free. */
struct deffile_kind words_files(const char *folder);
struct words *words_read(const char *games, const char *language, struct deffile_faults *faults);

/* Also those that follow it. Accepts NULL. */
/* Of words_language.c: what is said in the set's language. */
void words_read_phrases(const char *folder, struct words *words, struct deffile_faults *faults);

void words_free(struct words *words);

#endif
