/* SPDX-License-Identifier: MIT */
/*
 * Reads and prints small files of records, such as games/ID/seats. The first line has the file's
 * kind and format ("pbem-seats 1"). Every other line has a keyword and its values. Lines of a
 * repeated record follow the line that begins it. One table describes the lines for both reading
 * and printing. Empty lines and lines that begin with '#' are ignored.
 */
#ifndef PBEM_SYS_RECORDFILE_H
#define PBEM_SYS_RECORDFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"

struct strbuf;

enum { RECORDFILE_FIELDS = 5 };

enum recordfile_type {
	RECORDFILE_END,	    /* no further value */
	RECORDFILE_NUMBER,  /* an integer of 1, 4 or 8 bytes, from 0 to `limit`; empty: 0 */
	RECORDFILE_INDEX,   /* an int from 0 to `limit`; empty: -1 */
	RECORDFILE_HEX,	    /* a uint32_t up to `limit`, in hexadecimal; empty: 0 */
	RECORDFILE_MOMENT,  /* an int64_t; empty: 0 */
	RECORDFILE_WORD,    /* a bool or an enum, by its place in `words`; empty: 0 */
	RECORDFILE_LEAD,    /* the same, by the word that begins the line */
	RECORDFILE_FLAG,    /* a bool: whether there is such a line */
	RECORDFILE_TEXT,    /* an array of char; the last value of a line may have spaces */
	RECORDFILE_CUT,	    /* the same, cut between two characters if it is too long */
	RECORDFILE_ADDRESS, /* an array of char, for a mail address */
	RECORDFILE_TEXTS,   /* an array of char, with a newline after each line's value */
};

struct recordfile_field {
	enum recordfile_type type;
	size_t offset, size; /* of the member in the record: RECORDFILE_MEMBER */
	int64_t limit;
	const char *const *words; /* ended by NULL; if the first is "", the value may be missing */
	unsigned lines; /* the member is an array, and each element has a line: RECORDFILE_LINES */
};

#define RECORDFILE_MEMBER(type, member)                                                            \
	.offset = offsetof(type, member), .size = sizeof(((type *)NULL)->member)
#define RECORDFILE_LINES(type, member)                                                             \
	RECORDFILE_MEMBER(type, member[0]), .lines = ARRAY_LEN(((type *)NULL)->member)

/* A repeated record: an array in the struct of the whole file, or a pointer to an allocated array,
 * and the member that counts its elements (RECORDFILE_LIST). */
struct recordfile_list {
	size_t items, count, count_size, width;
	unsigned max;	   /* 0: an allocated array, which grows */
	const void *fresh; /* a new record; NULL: all zero */
	/* Select the record for the value of a line, instead of adding one, and print this value.
	 * `begin` returns NULL with the reason if there is none. Both may be NULL. */
	void *(*begin)(void *file, const char *value, struct reason *reason);
	void (*print)(const void *file, const void *record, struct strbuf *out);
};

#define RECORDFILE_LIST(type, array, number)                                                       \
	.items = offsetof(type, array), .count = offsetof(type, number),                           \
	.count_size = sizeof(((type *)NULL)->number), .width = sizeof *((type *)NULL)->array

/* One kind of line. A line whose first value is empty isn't printed. */
struct recordfile_row {
	const char *form; /* the keyword and its values, for errors: "option KEY VALUE" */
	const struct recordfile_list *list; /* NULL: the line belongs to the whole file */
	bool begins;			    /* begins a record of the list */
	bool always; /* printed even if it is empty; a text may then be missing when it is read */
	struct recordfile_field fields[RECORDFILE_FIELDS];
};

struct recordfile {
	const char *kind; /* the first word of the file */
	size_t max_bytes;
	const struct recordfile_row *rows;
	size_t row_count;
	/* Checks that a file is complete, and completes what isn't in it. May be NULL. */
	int (*check)(void *file, struct reason *reason);
	bool shared; /* it is read even if other users may read it, too */
	bool headed; /* the first line must be there; otherwise it may be missing */
};

/*
 * Reads a file into the struct of its table, which has the values of an empty file. If the file is
 * missing, returns 0 and *there_out is false; with a `there_out` of NULL a missing file is an
 * error of the kind REASON_MISSING. If the file can't be read now, or a newer pbem wrote it, the
 * reason is temporary (reason_is_temporary). If other users can read the file, the kind is
 * REASON_RIGHTS. If a line is
 * faulty, the reason names the line and what was expected, and its kind is REASON_DAMAGED. The
 * reason never has a value of the file, which may be an address or a secret. After an error the
 * struct has what was read before. The caller frees it in any case.
 */
int recordfile_load(const struct recordfile *form, const char *path, void *file, bool *there_out,
		    struct reason *reason);

/* Adds the text of the file. */
void recordfile_print(const struct recordfile *form, const void *file, struct strbuf *out);

#endif
