/* SPDX-License-Identifier: MIT */
/*
 * Reads definition files: a keyword and its words on each line, indented lines
 * belonging to the line above them, '#' beginning a comment, `like PARENT` as the first
 * line taking over another file of the folder, and `when KEY=VALUE ...` in front of a line
 * letting it count only under these options (unless that kind of file has a keyword `when` of
 * its own). Every fault names file and line, and a keyword nobody asked for is a fault.
 */
#ifndef PBEM_CORE_BASE_DEFFILE_H
#define PBEM_CORE_BASE_DEFFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/base/text.h"

/* One line that says something. Lives as long as its deffile. */
struct deffile_line {
	const char *path;
	unsigned number;		 /* in its file, from 1 */
	unsigned generation;		 /* of its file: 0 the eldest ancestor */
	const struct deffile_line *head; /* the line it is indented under, or NULL */
	char **words;			 /* words[0] is the keyword */
	size_t count;			 /* keyword included */
	char **conditions;		 /* the words behind `when`, each KEY=VALUE or KEY!=VALUE */
	size_t condition_count;
	char **all_words; /* where the words are kept */
	bool replaced;	  /* a descendant's file says otherwise */
};

/* The faults found, each a line: "games/x.variant:12: no square k9". */
struct deffile_faults {
	struct text lines;
	size_t count;
	bool passing; /* one is a file that can't be read just now */
	bool asked;   /* one is of what was asked for, not of a file */
};

void deffile_faults_init(struct deffile_faults *faults);
void deffile_faults_done(struct deffile_faults *faults);

/* The first fault alone, as a reason. */
void deffile_faults_first(const struct deffile_faults *faults, struct reason *reason);

/* Adds a fault of a file's line; 0: of the file, or of a folder, as a whole. */
void deffile_faults_add(struct deffile_faults *faults, const char *path, unsigned number,
			const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same, of a line that was read. */
void deffile_fault(struct deffile_faults *faults, const struct deffile_line *line,
		   const char *format, ...) __attribute__((format(printf, 3, 4)));

/*
 * A keyword of a kind of file. A table of them ends with a NULL name. Lines are read in the order
 * of the table, so that what a keyword builds upon stands above it there, wherever it is in a file.
 */
struct deffile_keyword {
	const char *name;
	const char *form; /* the whole line, for messages: "board WIDTHxHEIGHT" */
	size_t min, max;  /* how many words behind the keyword; DEF_MANY: any number */
	/*
	 * A child's line replaces all its parent's lines of the same keyword; with `named` only
	 * those with the same first word too. `replaces` are further keywords, separated by blanks,
	 * whose lines of the parent it replaces: they would make no sense any more.
	 */
	bool named;
	const char *replaces;
	bool required;
	bool once;	 /* a second line would silently win, and is a fault */
	bool for_people; /* no game depends on what it says, or what it names has a digest of its
			    own: it counts for no digest of games */
	const struct deffile_keyword
		*block; /* the keywords of the lines indented under it, or NULL */
	/* Takes the line over; -1 with what is wrong with it. NULL: the head alone says nothing. */
	int (*read)(void *target, const struct deffile_line *line, struct reason *reason);
};

enum { DEF_MANY = 10000 };

struct deffile;

/* What makes files of a kind: where they are, what their names end in, what may stand in them. */
struct deffile_kind {
	const char *folder;
	const char *suffix; /* ".variant" */
	const char *what;   /* "variant", for messages */
	const struct deffile_keyword *keywords;
	/* Whether a condition holds: 1, 0, or -1 with what is wrong with it. May be NULL: then no
	 * line may have any. */
	int (*holds)(void *target, const char *condition, struct reason *reason);
};

/* Reads the file `name` of that kind and all it inherits from. NULL, with faults, when a file can't
 * be read or inherits from itself; a file with other faults is returned all the same. */
struct deffile *deffile_load(const struct deffile_kind *kind, const char *name,
			     struct deffile_faults *faults);
void deffile_free(struct deffile *file);

/* Hands every line that counts to its keyword's function, and reports what no keyword wants. */
void deffile_read(const struct deffile *file, void *target, struct deffile_faults *faults);

/* SHA-256 of what games depend on: the lines that count, their words parted by single blanks, the
 * eldest file's first. Comments, and lines for people, may be mended and change nothing. */
void deffile_digest(const struct deffile *file, struct digest *digest_out);

/* SHA-256 of every byte of the file and all it inherits from, the eldest first: what game files of
 * format 1 tell. */
void deffile_digest_whole(const struct deffile *file, struct digest *digest_out);

/* The path of the file itself. */
const char *deffile_path(const struct deffile *file);

/* The names of all files of that kind, sorted; NULL after the last. The caller frees the array and
 * each name. Of a folder that can't be read, or not to its end, `errno` says why; else it is 0. */
char **deffile_names(const struct deffile_kind *kind);

/*
 * The word of a list (NULL after the last) that `word` was probably meant to be, or NULL when none
 * is near: at most one letter in three wrong, missing, doubled or swapped.
 */
const char *deffile_nearest(const char *word, const char *const *words);

#endif
