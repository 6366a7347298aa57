/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gamefile/lineage.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

enum { ENTRIES_AT_FIRST = 64 };

static const struct lineage_entry *entry_of(const struct lineage *lineage, unsigned entry)
{
	return &lineage->entries[entry - lineage->before - 1];
}

static void add_entry(struct lineage *lineage, const struct lineage_entry *entry)
{
	if (lineage->count == lineage->size) {
		lineage->size = lineage->size != 0 ? 2 * lineage->size : ENTRIES_AT_FIRST;
		lineage->entries =
			base_realloc(lineage->entries, lineage->size * sizeof *lineage->entries);
	}
	lineage->entries[lineage->count++] = *entry;
}

/* Returns an entry with that parent and no events yet. */
static struct lineage_entry make_child_entry(const struct lineage *lineage, unsigned parent)
{
	struct lineage_entry entry = {.parent = parent};

	if (parent > lineage->before && parent <= lineage_last(lineage)) {
		entry.turns = entry_of(lineage, parent)->turns;
		entry.over = entry_of(lineage, parent)->over;
	}
	return entry;
}

/* Reads "  undo to entry 12". No other line of a log begins like this. */
static bool read_undo(const char *line, size_t len, unsigned *parent_out)
{
	static const char word[] = "  undo ";
	char number[16] = "";
	size_t digits = 0;

	if (len < sizeof word || memcmp(line, word, sizeof word - 1) != 0)
		return false;
	while (digits < len && line[len - 1 - digits] >= '0' && line[len - 1 - digits] <= '9')
		digits++;
	if (digits < sizeof number)
		memcpy(number, line + len - digits, digits);
	*parent_out = (unsigned)strbuf_number(number, 1000000000);
	return true;
}

/* Reports whether the line begins with "end 12 ". */
static bool is_end_line(const char *line, size_t len, unsigned number)
{
	char start[32];
	size_t start_len;

	if (len < 4 || memcmp(line, "end ", 4) != 0)
		return false;
	start_len = (size_t)snprintf(start, sizeof start, "end %u ", number);
	return len > start_len && memcmp(line, start, start_len) == 0;
}

static bool is_event(const char *line, size_t len, const char *event)
{
	return len >= strlen(event) && memcmp(line, event, strlen(event)) == 0;
}

void lineage_read(struct lineage *lineage, unsigned before, const char *bytes, size_t len)
{
	const char *cursor = bytes, *end = bytes + len, *line;
	struct lineage_entry entry = {.parent = before};
	unsigned parent;
	size_t line_len;

	*lineage = (struct lineage){.before = before};
	while (strbuf_next_line(&cursor, end, &line, &line_len) && line + line_len < end) {
		unsigned number = lineage_last(lineage) + 1;

		if (read_undo(line, line_len, &parent)) {
			entry = make_child_entry(lineage, parent);
		} else if (is_end_line(line, line_len, number)) {
			add_entry(lineage, &entry);
			entry = make_child_entry(lineage, number);
		}
		entry.turns += is_event(line, line_len, "  played ");
		entry.over |= is_event(line, line_len, "  result");
	}
}

void lineage_done(struct lineage *lineage)
{
	free(lineage->entries);
	*lineage = (struct lineage){.count = 0};
}

unsigned lineage_last(const struct lineage *lineage)
{
	return lineage->before + lineage->count;
}

/* An undo to a later entry is damage. It is ignored here and reported when the entry is applied. */
bool lineage_trace(struct lineage *lineage, unsigned entry)
{
	for (unsigned i = 0; i < lineage->count; i++)
		lineage->entries[i].stands = false;
	while (entry > lineage->before) {
		struct lineage_entry *each = &lineage->entries[entry - lineage->before - 1];

		each->stands = true;
		entry = each->parent < entry ? each->parent : entry - 1;
	}
	return entry == lineage->before;
}

bool lineage_is_current(const struct lineage *lineage, unsigned entry)
{
	return entry_of(lineage, entry)->stands;
}

/* ---- the delay for watchers ---- */

void lineage_lag(const char *bytes, size_t len, unsigned delay, unsigned earlier,
		 struct lineage_lag *lag_out)
{
	struct lineage_lag lag = {0};
	struct lineage lineage;

	lineage_read(&lineage, 0, bytes, len);
	for (unsigned number = 1; number <= lineage_last(&lineage); number++) {
		const struct lineage_entry *entry = entry_of(&lineage, number);
		const unsigned stood = make_child_entry(&lineage, entry->parent).turns;
		const unsigned hidden = entry->over ? 0 : delay;
		const unsigned due = entry->turns > hidden ? entry->turns - hidden : 0;

		lag.now = lag.now < stood ? lag.now : stood;
		lag.kept = lag.kept < lag.now ? lag.kept : lag.now;
		lag.now = lag.now > due ? lag.now : due;
		if (number <= earlier)
			lag.before = lag.kept = lag.now;
	}
	lineage_done(&lineage);
	*lag_out = lag;
}

/* ---- games that an undo goes back to ---- */

static struct lineage_game *find_kept_game(const struct lineage_kept *kept, unsigned entry)
{
	for (size_t i = 0; i < kept->count; i++)
		if (kept->games[i].entry == entry)
			return &kept->games[i];
	return NULL;
}

static void request_game(struct lineage_kept *kept, unsigned entry, unsigned until)
{
	struct lineage_game *game = find_kept_game(kept, entry);

	if (game == NULL) {
		kept->games = base_realloc(kept->games, (kept->count + 1) * sizeof *kept->games);
		game = &kept->games[kept->count++];
		*game = (struct lineage_game){.entry = entry};
	}
	game->until = until;
}

/* Reports whether any event is an undo. Searches for 'u' first, which few lines contain. */
static bool has_undo(const char *bytes, size_t len)
{
	static const char line[] = "\n  undo ";
	const size_t before = (size_t)(strchr(line, 'u') - line), whole = sizeof line - 1;
	const char *end = bytes + len;

	for (const char *at = bytes; (at = memchr(at, 'u', (size_t)(end - at))) != NULL; at++)
		if ((size_t)(at - bytes) >= before && (size_t)(end - at) >= whole - before &&
		    memcmp(at - before, line, whole) == 0)
			return true;
	return false;
}

void lineage_kept_init(struct lineage_kept *kept, const char *bytes, size_t len)
{
	struct lineage lineage;

	*kept = (struct lineage_kept){.games = NULL};
	if (!has_undo(bytes, len))
		return;
	lineage_read(&lineage, 0, bytes, len);
	for (unsigned entry = 1; entry <= lineage_last(&lineage); entry++)
		if (entry_of(&lineage, entry)->parent != entry - 1)
			request_game(kept, entry_of(&lineage, entry)->parent, entry);
	lineage_done(&lineage);
}

static void drop_game(struct lineage_game *game)
{
	if (game->there)
		game_done(&game->game);
	game->there = false;
}

void lineage_kept_done(struct lineage_kept *kept)
{
	for (size_t i = 0; i < kept->count; i++)
		drop_game(&kept->games[i]);
	free(kept->games);
}

void lineage_note(struct lineage_kept *kept, unsigned entry, const struct game *game)
{
	for (size_t i = 0; i < kept->count; i++) {
		struct lineage_game *wanted = &kept->games[i];

		if (wanted->entry == entry && !wanted->there) {
			game_copy(&wanted->game, game);
			wanted->there = true;
		} else if (wanted->until <= entry) {
			drop_game(wanted);
		}
	}
}

const struct game *lineage_find(const struct lineage_kept *kept, unsigned entry)
{
	const struct lineage_game *game = find_kept_game(kept, entry);

	return game != NULL && game->there ? &game->game : NULL;
}
