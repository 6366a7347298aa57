/* SPDX-License-Identifier: MIT */
/*
 * A table with cards in a snapshot: its bytes as hexadecimal lines, what is not in use left out.
 * They mean something only to a program whose struct table is the same, so a change of it raises
 * the snapshot's version; pointers are not kept.
 */
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/record/gamefile_inner.h"
#include "core/base/text.h"

enum { BYTES_A_LINE = 512 };

/* Zeros are most of it: a run of them is one '-' and its length. */
static void write_bytes(const unsigned char *bytes, size_t len, struct text *out)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < len;) {
		size_t zeros = 0;

		while (i + zeros < len && bytes[i + zeros] == 0)
			zeros++;
		if (zeros > 4) {
			text_addf(out, "-%zu-", zeros);
			i += zeros;
			continue;
		}
		text_add_char(out, digits[bytes[i] >> 4]);
		text_add_char(out, digits[bytes[i] & 15]);
		i++;
	}
}

/* What the clock knows of the game. */
static void write_times(const struct game *game, struct text *out)
{
	if (game->opened_to != NO_SIDE)
		text_addf(out, "opened %u %u %lld\n", game->opened_to, game->opened.entry,
			  (long long)game->opened.asked);
	if (game->counted != 0)
		text_addf(out, "counted %lld\n", (long long)game->counted);
	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		if (game->lapsed[seat].entry != 0)
			text_addf(out, "lapsed %u %u %s\n", seat, game->lapsed[seat].entry,
				  game->lapsed[seat].until);
}

void cards_write(const struct game *game, struct text *out)
{
	const struct table *table = game->table;
	struct table *copy = base_alloc(sizeof *copy);
	const unsigned char *bytes = (const unsigned char *)copy;

	table_copy(copy, table);
	copy->book = NULL;
	copy->history = NULL;
	/* Of the outcome the table needs no more than whether there is one. */
	memset(&copy->outcome, 0, sizeof copy->outcome);
	copy->outcome.status = table->outcome.status;
	memset(copy->actions + copy->action_count, 0,
	       (MAX_ACTIONS - copy->action_count) * sizeof *copy->actions);
	write_times(game, out);
	text_addf(out, "table %zu\n", sizeof *copy);
	for (size_t at = 0; at < sizeof *copy; at += BYTES_A_LINE) {
		size_t len = sizeof *copy - at < BYTES_A_LINE ? sizeof *copy - at : BYTES_A_LINE;

		if (memcmp(bytes + at, (const unsigned char[BYTES_A_LINE]){0}, len) == 0)
			continue;
		text_addf(out, "bytes %zu ", at);
		write_bytes(bytes + at, len, out);
		text_add_char(out, '\n');
	}
	free(copy);
}

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_bytes(const char *text, unsigned char *bytes, size_t len)
{
	size_t at = 0;

	while (*text != '\0') {
		if (*text == '-') {
			char *end;
			unsigned long zeros = strtoul(text + 1, &end, 10);

			if (*end != '-' || zeros > len - at)
				return false;
			at += zeros;
			text = end + 1;
		} else if (at < len && digit(text[0]) >= 0 && digit(text[1]) >= 0) {
			bytes[at++] = (unsigned char)(digit(text[0]) << 4 | digit(text[1]));
			text += 2;
		} else {
			return false;
		}
	}
	return true;
}

static bool read_opened(struct game *game, const char *rest)
{
	uint64_t n[3];

	if (gamefile_read_numbers(rest, 10, 3, n) == NULL || n[0] >= MAX_SEATS)
		return false;
	game->opened_to = (uint8_t)n[0];
	game->opened = (struct question){.entry = (unsigned)n[1], .asked = (int64_t)n[2]};
	return true;
}

static bool read_lapsed(struct game *game, const char *rest)
{
	uint64_t n[2];

	rest = gamefile_read_numbers(rest, 10, 2, n);
	if (rest == NULL || n[0] >= MAX_SEATS || *rest != ' ' ||
	    strlen(rest + 1) >= sizeof game->lapsed[0].until)
		return false;
	game->lapsed[n[0]].entry = (unsigned)n[1];
	strcpy(game->lapsed[n[0]].until, rest + 1);
	return true;
}

bool cards_read(struct game *game, const char *word, const char *rest)
{
	struct table *table = game->table;
	const struct book *book = table->book;
	uint64_t n[1];

	if (strcmp(word, "opened") == 0)
		return read_opened(game, rest);
	if (strcmp(word, "lapsed") == 0)
		return read_lapsed(game, rest);
	rest = gamefile_read_numbers(rest, 10, 1, n);
	if (rest == NULL)
		return false;
	if (strcmp(word, "counted") == 0) {
		game->counted = (int64_t)n[0];
		return *rest == '\0';
	}
	if (strcmp(word, "table") == 0) {
		memset(table, 0, sizeof *table);
		table->book = book;
		return n[0] == sizeof *table;
	}
	if (strcmp(word, "bytes") != 0 || n[0] >= sizeof *table || *rest != ' ' ||
	    !read_bytes(rest + 1, (unsigned char *)table + n[0], sizeof *table - n[0]))
		return false;
	table->book = book;
	table->history = NULL;
	return true;
}
