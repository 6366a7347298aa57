/* SPDX-License-Identifier: MIT */
/*
 * Reads definition files. Each line has a keyword and its words; indented lines belong to the line
 * above; '#' begins a comment. `like PARENT` as the first line includes another file of the folder.
 * With `when KEY=VALUE ...` before it, a line only counts under these options, unless that kind of
 * file has its own keyword `when`. Every fault names file and line, and an unknown keyword is a
 * fault.
 */
#ifndef PBEM_CORE_UTIL_DEFFILE_H
#define PBEM_CORE_UTIL_DEFFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"

struct deffile;

/* A line with words, valid as long as its deffile. */
struct deffile_line {
	const char *path;
	unsigned number;		 /* in its file, from 1 */
	unsigned generation;		 /* of its file: 0 is the oldest ancestor */
	const struct deffile_line *head; /* the line above it that it is indented under, or NULL */
	char **words;			 /* words[0] is the keyword */
	size_t count;			 /* including the keyword */
	char **conditions;		 /* the words after `when`, each KEY=VALUE or KEY!=VALUE */
	size_t condition_count;
	char **all_words; /* the allocated array of words */
	bool replaced;	  /* a descendant's file replaces it */
};

/* The faults found, one per line: "games/x.variant:12: no square k9". */
struct deffile_faults {
	struct strbuf lines;
	size_t count;
	bool passing; /* one is a file that can't be read now */
	bool asked;   /* one is in the request and not in a file */
};

void deffile_faults_init(struct deffile_faults *faults);
void deffile_faults_done(struct deffile_faults *faults);

/* Writes only the first fault as a reason. */
void deffile_faults_first(const struct deffile_faults *faults, struct reason *reason);

/* Adds a fault of a line. `number` is 0 for a fault of the whole file or folder. */
void deffile_faults_add(struct deffile_faults *faults, const char *path, unsigned number,
			const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * A keyword of a kind of file. A table of keywords ends with a NULL name. Lines are read in the
 * order of the table, so that a keyword comes after those that it depends on, wherever they are in
 * the file.
 */
struct deffile_keyword {
	const char *name;
	const char *form; /* the whole line for messages: "board WIDTHxHEIGHT" */
	size_t min, max;  /* the number of words after the keyword; DEF_MANY: any number */
	/*
	 * A child's line replaces all its parent's lines with the same keyword, or with `named`
	 * only those with the same first word too. It also replaces the parent's lines with the
	 * keywords in `replaces`, separated by spaces, which would make no sense any more.
	 */
	bool named;
	const char *replaces;
	bool required;
	bool once;	 /* a second line, which would silently replace the first, is a fault */
	bool for_people; /* games don't depend on the line, or its subject has its own digest: the
			    digest of games ignores it */
	/* the keywords of lines indented under it, or NULL */
	const struct deffile_keyword *block;
	/*
	 * Reads the line; -1 with the reason if it is wrong. NULL: the line has no meaning without
	 * its block.
	 */
	int (*read)(void *target, const struct deffile_line *line, struct reason *reason);
};

enum { DEF_MANY = 10000 };

/* A kind of definition file: folder, suffix, keywords. */
struct deffile_kind {
	const char *folder;
	const char *suffix; /* ".variant" */
	const char *what;   /* "variant", for messages */
	const struct deffile_keyword *keywords;
	/*
	 * Reports whether a condition holds: 1, 0, or -1 with the reason if it can't be read. NULL:
	 * lines have no conditions.
	 */
	int (*holds)(void *target, const char *condition, struct reason *reason);
};

/*
 * Reads the file `name` of that kind and all files that it inherits from. Returns NULL, with
 * faults, if a file can't be read or inherits from itself. A file with other faults is returned
 * nevertheless.
 */
struct deffile *deffile_load(const struct deffile_kind *kind, const char *name,
			     struct deffile_faults *faults);
void deffile_free(struct deffile *file);

/*
 * Passes every line that counts to the function of its keyword, and reports lines with unknown
 * keywords.
 */
void deffile_read(const struct deffile *file, void *target, struct deffile_faults *faults);

/*
 * Calculates the SHA-256 of what games depend on: the lines that count, with single spaces between
 * words, beginning with the oldest ancestor. Comments and lines for people don't affect it.
 */
void deffile_digest(const struct deffile *file, struct sha256 *digest_out);

/* Returns the path of the file. */
const char *deffile_path(const struct deffile *file);

/*
 * Returns the names of all files of that kind, sorted, with NULL after the last. The caller frees
 * the array and each name. `errno` is 0, or says why the folder couldn't be read completely.
 */
char **deffile_names(const struct deffile_kind *kind);

/*
 * Keeps a file of that kind in the context in force (context.h), instead of one in the kind's
 * folder. deffile_drop forgets the file that was kept last, if there is one.
 */
void deffile_keep(const struct deffile_kind *kind, const char *name, const char *text);
void deffile_drop(void);

/*
 * Returns the word of a list (NULL after the last) that `word` was probably meant to be, or NULL.
 * At most one letter in three may be wrong, missing, doubled or swapped.
 */
const char *deffile_nearest(const char *word, const char *const *words);

#endif
