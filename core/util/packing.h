/* SPDX-License-Identifier: MIT */
/*
 * Writes a struct as bytes that only the same build of the program reads, and reads it again. A
 * table lists the members; others aren't saved. The bytes of each member are as in memory, without
 * the padding between members, and without unused elements of arrays and ends of strings.
 */
#ifndef PBEM_CORE_UTIL_PACKING_H
#define PBEM_CORE_UTIL_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strbuf;

enum packing_form {
	PACKING_NUMBERS, /* each at most `most`, as an unsigned number */
	PACKING_TEXT,	 /* strings */
	PACKING_WORD,	 /* strings without spaces, empty or as long as their space: digests */
	PACKING_STRUCTS,
};

struct packing_member {
	const char *name;
	size_t offset, size; /* of the first element */
	size_t count;	     /* elements; the greatest number of elements if there is a counter */
	uint8_t form;	     /* enum packing_form */
	uint8_t stored;	     /* 1: the counter is saved; 0: reading finds it in the value */
	uint64_t most;
	/* The member with the number of elements; size 0: there are always `count`. */
	size_t counter, counter_size;
	/* The member with the size in elements of a growing array. 0: the array doesn't grow. */
	size_t room;
	const struct packing *of; /* of structs */
};

struct packing {
	const struct packing_member *members;
	size_t count;
};

#define PACKING(members)                                                                           \
	{                                                                                          \
		members, sizeof(members) / sizeof((members)[0])                                    \
	}

/*
 * Rows of a table about the struct that the macro THIS names. PACK_RAW is for numbers that may have
 * any value, and for arrays of these. A bool needs PACK_MOST(member, 1).
 */
#define PACK_OF(member) ((THIS *)NULL)->member
#define PACK_ROW(member, element)                                                                  \
	.name = #member, .offset = offsetof(THIS, member), .size = sizeof(element),                \
	.count = sizeof PACK_OF(member) / (sizeof(element))
#define PACK_COUNTED(counted)                                                                      \
	.counter = offsetof(THIS, counted), .counter_size = sizeof PACK_OF(counted)

#define PACK_RAW(member)                                                                           \
	{                                                                                          \
		PACK_ROW(member, PACK_OF(member)), .most = UINT64_MAX                              \
	}
#define PACK_MOST(member, greatest)                                                                \
	{                                                                                          \
		PACK_ROW(member, PACK_OF(member)), .most = greatest                                \
	}
/* An array of numbers of that type, or of structs of such numbers. */
#define PACK_EACH(member, type, greatest)                                                          \
	{                                                                                          \
		PACK_ROW(member, type), .most = greatest                                           \
	}
/* A string; several strings. */
#define PACK_TEXT(member)                                                                          \
	{                                                                                          \
		PACK_ROW(member, PACK_OF(member)), .form = PACKING_TEXT                            \
	}
#define PACK_TEXTS(member)                                                                         \
	{                                                                                          \
		PACK_ROW(member, PACK_OF(member)[0]), .form = PACKING_TEXT                         \
	}
#define PACK_WORD(member)                                                                          \
	{                                                                                          \
		PACK_ROW(member, PACK_OF(member)), .form = PACKING_WORD                            \
	}
/* Structs of that type, alone or in an array of any dimensions. */
#define PACK_STRUCTS(member, type, packing)                                                        \
	{                                                                                          \
		PACK_ROW(member, type), .form = PACKING_STRUCTS, .of = &(packing)                  \
	}
/* An array of which the first elements are used, as many as the counter says. */
#define PACK_LIST(member, counted, packing)                                                        \
	{                                                                                          \
		PACK_ROW(member, PACK_OF(member)[0]), PACK_COUNTED(counted),                       \
			.stored = 1, .form = PACKING_STRUCTS, .of = &(packing)                     \
	}
#define PACK_LIST_EACH(member, counted, greatest)                                                  \
	{                                                                                          \
		PACK_ROW(member, PACK_OF(member)[0]), PACK_COUNTED(counted), .stored = 1,          \
									     .most = greatest      \
	}
/* The other members of the struct, if that bool is set. */
#define PACK_IF(flag, packing)                                                                     \
	{                                                                                          \
		.name = #flag, .size = sizeof(THIS), .count = 1, PACK_COUNTED(flag), .stored = 1,  \
		.form = PACKING_STRUCTS, .of = &(packing)                                          \
	}
/* An array with as many elements as the value has before it is read. */
#define PACK_KNOWN(member, counted, packing)                                                       \
	{                                                                                          \
		.name = #member, .offset = offsetof(THIS, member),                                 \
		.size = sizeof PACK_OF(member)[0], .count = SIZE_MAX, PACK_COUNTED(counted),       \
		.form = PACKING_STRUCTS, .of = &(packing)                                          \
	}
/* A growing array of numbers (base_grow): the pointer, the used elements, and the size. */
#define PACK_GROWN(member, counted, sized)                                                         \
	{                                                                                          \
		.name = #member, .offset = offsetof(THIS, member),                                 \
		.size = sizeof PACK_OF(member)[0], .count = SIZE_MAX, PACK_COUNTED(counted),       \
		.stored = 1, .most = UINT64_MAX, .room = offsetof(THIS, sized)                     \
	}

/* Adds the members of a value. */
void packing_write(const struct packing *packing, const void *value, struct strbuf *out);

/* Bytes that are being read. */
struct packed {
	const char *cursor, *end;
};

/*
 * Reads the members of a value, and fills unused elements and ends of strings with zeros. Returns
 * false if bytes are missing, or a number, count or string isn't one that the table allows. The
 * value may then be partly read. The value must be valid before, as its growing arrays are kept.
 */
bool packing_read(const struct packing *packing, struct packed *bytes, void *value);

/* Take some bytes, and a string as packing_write_text writes it, which must fit. */
bool packing_take(struct packed *bytes, void *out, size_t len);
bool packing_read_text(struct packed *bytes, char *text_out, size_t size);
void packing_write_text(const char *text, struct strbuf *out);

/* Continues `sum` (0 to begin with) by all names and numbers of a table and of the tables in it,
 * and returns it. The sum differs if a struct has other members or another layout. */
uint64_t packing_sum(const struct packing *packing, uint64_t sum);

#endif
