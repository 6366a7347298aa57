/* SPDX-License-Identifier: MIT */
/*
 * A struct as a line of text, "piece 3 at=12 side=0 moved=1": a word, a number where there are
 * several, then its fields by their names, each once and in their order. A table says which; what
 * it leaves out isn't kept. The text knows nothing of how the struct lies in memory.
 */
#ifndef PBEM_CORE_BASE_ROW_H
#define PBEM_CORE_BASE_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

enum row_form {
	ROW_UNSIGNED, /* numbers; of an array the last zeros are left out */
	ROW_SIGNED,
	ROW_WORD, /* as long as its room, without blanks, or empty: a digest */
	ROW_TEXT, /* the rest of the line, so the last field; lines' ends in it are "\n" */
};

struct row_field {
	const char *name;
	size_t offset, count; /* of an array: how many */
	uint8_t size;	      /* of one number, in bytes */
	uint8_t form;	      /* enum row_form */
	uint64_t most;	      /* a number's greatest; of a string: its room */
};

#define ROW_SIZE(type, member) sizeof(((type *)NULL)->member)

/* A number, a bool, or an enum; the greatest it may be. Under another name than the member's: */
#define ROW_NUMBER_AS(word, type, member, greatest)                                                \
	{                                                                                          \
		.name = word, .offset = offsetof(type, member), .count = 1,                        \
		.size = ROW_SIZE(type, member), .form = ROW_UNSIGNED, .most = greatest             \
	}
#define ROW_NUMBER(type, member, greatest) ROW_NUMBER_AS(#member, type, member, greatest)
#define ROW_INTEGER(type, member, greatest)                                                        \
	{                                                                                          \
		.name = #member, .offset = offsetof(type, member), .count = 1,                     \
		.size = ROW_SIZE(type, member), .form = ROW_SIGNED, .most = greatest               \
	}
/* An array of numbers, or of structs of them of one size. */
#define ROW_NUMBERS(type, member, of, greatest)                                                    \
	{                                                                                          \
		.name = #member, .offset = offsetof(type, member),                                 \
		.count = ROW_SIZE(type, member) / (sizeof(of)), .size = sizeof(of),                \
		.form = ROW_UNSIGNED, .most = greatest                                             \
	}
#define ROW_STRING(type, member, how)                                                              \
	{                                                                                          \
		.name = #member, .offset = offsetof(type, member), .count = 1, .form = how,        \
		.most = ROW_SIZE(type, member)                                                     \
	}

struct row {
	const char *word;
	const struct row_field *fields;
	size_t count;
};

#define ROW(word, fields)                                                                          \
	{                                                                                          \
		word, fields, ARRAY_LEN(fields)                                                    \
	}

enum { ROW_ALONE = -1 };

/* Structs in an array, of which a uint8_t counts how many there are; a line each. */
struct row_list {
	struct row row;
	size_t array, size, end; /* where they lie, how long one is, how many there may be */
	size_t count;		 /* where their count lies */
};

#define ROW_LIST(word, fields, type, member, counter)                                              \
	{                                                                                          \
		ROW(word, fields), offsetof(type, member), ROW_SIZE(type, member[0]),              \
			ROW_SIZE(type, member) / ROW_SIZE(type, member[0]),                        \
			offsetof(type, counter)                                                    \
	}

/* Writes the line of a value, `number` of several or ROW_ALONE. */
void row_write(const struct row *row, int number, const void *value, struct text *out);

/*
 * Reads what follows the word, as row_write writes it and in no other way, into the value; false
 * when it is anything else, and then the value may hold a part of it. Of one of several the number
 * is read before, with the blank in front of it: false unless it is below `end`.
 */
bool row_read(const struct row *row, const char *rest, void *value);
bool row_read_number(const char **rest, unsigned end, unsigned *number_out);

/* All of the value's list; and one more of it from what follows the word. */
void row_write_list(const struct row_list *list, const void *value, struct text *out);
bool row_read_next(const struct row_list *list, const char *rest, void *value);

#endif
