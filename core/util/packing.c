/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/base.h"
#include "core/util/packing.h"
#include "core/util/strbuf.h"

static uint64_t get_number(const void *at, size_t size)
{
	uint64_t eight;
	uint32_t four;
	uint16_t two;

	switch (size) {
	case sizeof eight:
		memcpy(&eight, at, size);
		return eight;
	case sizeof four:
		memcpy(&four, at, size);
		return four;
	case sizeof two:
		memcpy(&two, at, size);
		return two;
	default:
		return *(const uint8_t *)at;
	}
}

static size_t get_count(const struct packing_member *member, const void *value)
{
	return member->counter_size == 0 ? member->count
					 : (size_t)get_number((const char *)value + member->counter,
							      member->counter_size);
}

/* ---- writing ---- */

void packing_write_text(const char *text, struct strbuf *out)
{
	const uint16_t len = (uint16_t)strlen(text);

	strbuf_add_bytes(out, (const char *)&len, sizeof len);
	strbuf_add_bytes(out, text, len);
}

void packing_write(const struct packing *packing, const void *value, struct strbuf *out)
{
	for (size_t i = 0; i < packing->count; i++) {
		const struct packing_member *member = &packing->members[i];
		const size_t count = get_count(member, value);
		const char *at = (const char *)value + member->offset;

		if (member->stored)
			strbuf_add_bytes(out, (const char *)value + member->counter,
					 member->counter_size);
		if (member->room != 0)
			memcpy(&at, (const void *)at, sizeof at);
		if (member->form == PACKING_NUMBERS && count > 0)
			strbuf_add_bytes(out, at, count * member->size);
		for (size_t k = 0; member->form != PACKING_NUMBERS && k < count; k++)
			if (member->form == PACKING_STRUCTS)
				packing_write(member->of, at + k * member->size, out);
			else
				packing_write_text(at + k * member->size, out);
	}
}

/* ---- reading ---- */

bool packing_take(struct packed *bytes, void *out, size_t len)
{
	if (len > (size_t)(bytes->end - bytes->cursor))
		return false;
	memcpy(out, bytes->cursor, len);
	bytes->cursor += len;
	return true;
}

bool packing_read_text(struct packed *bytes, char *text_out, size_t size)
{
	uint16_t len;

	if (!packing_take(bytes, &len, sizeof len) || len >= size ||
	    !packing_take(bytes, text_out, len) || memchr(text_out, '\0', len) != NULL)
		return false;
	memset(text_out + len, 0, size - len);
	return true;
}

static bool is_word(const char *text, size_t size)
{
	size_t len = 0;

	while (text[len] > ' ' && text[len] <= '~')
		len++;
	return text[len] == '\0' && (len == 0 || len == size - 1);
}

static bool read_element(const struct packing_member *member, struct packed *bytes, char *at)
{
	switch (member->form) {
	case PACKING_STRUCTS:
		return packing_read(member->of, bytes, at);
	case PACKING_TEXT:
		return packing_read_text(bytes, at, member->size);
	case PACKING_WORD:
		return packing_read_text(bytes, at, member->size) && is_word(at, member->size);
	default:
		return packing_take(bytes, at, member->size) &&
		       (member->most == UINT64_MAX || get_number(at, member->size) <= member->most);
	}
}

/* Makes room for the elements of a growing array. Returns NULL if the bytes don't have as many. */
static char *make_room(const struct packing_member *member, const struct packed *bytes, char *value,
		       size_t count)
{
	char *array;

	memcpy(&array, value + member->offset, sizeof array);
	if (count > (size_t)(bytes->end - bytes->cursor) / member->size)
		return NULL;
	array = base_realloc(array, (count + 1) * member->size);
	memcpy(value + member->offset, &array, sizeof array);
	count++;
	memcpy(value + member->room, &count, sizeof count);
	return array;
}

/*
 * Reads the counter of a member, which the value gets only when its elements are there: if reading
 * fails, a growing array must not claim more than it has.
 */
static bool read_count(const struct packing_member *member, struct packed *bytes, const char *value,
		       size_t *count_out)
{
	char counter[sizeof(uint64_t)];

	*count_out = get_count(member, value);
	if (!member->stored)
		return true;
	if (!packing_take(bytes, counter, member->counter_size))
		return false;
	*count_out = (size_t)get_number(counter, member->counter_size);
	return *count_out <= member->count;
}

bool packing_read(const struct packing *packing, struct packed *bytes, void *value)
{
	for (size_t i = 0; i < packing->count; i++) {
		const struct packing_member *member = &packing->members[i];
		const char *counter = bytes->cursor;
		char *at = (char *)value + member->offset;
		size_t count;

		if (!read_count(member, bytes, value, &count))
			return false;
		if (member->room != 0)
			at = make_room(member, bytes, value, count);
		else if (member->stored)
			memset(at, 0, member->count * member->size);
		if (at == NULL)
			return false;
		for (size_t k = 0; k < count; k++)
			if (!read_element(member, bytes, at + k * member->size))
				return false;
		if (member->stored)
			memcpy((char *)value + member->counter, counter, member->counter_size);
	}
	return true;
}

static uint64_t continue_sum(uint64_t sum, uint64_t number)
{
	return (sum ^ number) * 0x9e3779b97f4a7c15u + (sum >> 29);
}

uint64_t packing_sum(const struct packing *packing, uint64_t sum)
{
	for (size_t i = 0; i < packing->count; i++) {
		const struct packing_member *member = &packing->members[i];
		const uint64_t facts[] = {member->offset,  member->size,	 member->count,
					  member->form,	   member->stored,	 member->most,
					  member->counter, member->counter_size, member->room};

		for (const char *c = member->name; *c != '\0'; c++)
			sum = continue_sum(sum, (unsigned char)*c);
		for (size_t k = 0; k < ARRAY_LEN(facts); k++)
			sum = continue_sum(sum, facts[k]);
		if (member->of != NULL)
			sum = packing_sum(member->of, sum);
	}
	return sum;
}
