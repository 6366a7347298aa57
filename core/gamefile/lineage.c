/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/record/lineage.h"

enum { ENTRIES_AT_FIRST = 64 };

static const struct lineage_entry *entry_of(const struct lineage *lineage, unsigned entry)
{
	return &lineage->entries[entry - lineage->before - 1];
}

static void add(struct lineage *lineage, const struct lineage_entry *entry)
{
	if (lineage->count == lineage->size) {
		lineage->size = lineage->size != 0 ? 2 * lineage->size : ENTRIES_AT_FIRST;
		lineage->entries =
			base_realloc(lineage->entries, lineage->size * sizeof *lineage->entries);
	}
	lineage->entries[lineage->count++] = *entry;
}

/* An entry of that parent, of which no facts are known yet. */
static struct lineage_entry behind(const struct lineage *lineage, unsigned parent)
{
	struct lineage_entry entry = {.parent = parent};

	if (parent > lineage->before && parent <= lineage_last(lineage)) {
		entry.turns = entry_of(lineage, parent)->turns;
		entry.over = entry_of(lineage, parent)->over;
	}
	return entry;
}

/* "  undo 12", in format 2 "  undo to entry 12"; nothing else in a log begins so. */
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
	*parent_out = (unsigned)text_number(number, 1000000000);
	return true;
}

/* "end 12 ". */
static bool is_end(const char *line, size_t len, unsigned number)
{
	char start[32];
	size_t start_len;

	if (len < 4 || memcmp(line, "end ", 4) != 0)
		return false;
	start_len = (size_t)snprintf(start, sizeof start, "end %u ", number);
	return len > start_len && memcmp(line, start, start_len) == 0;
}

static bool is_fact(const char *line, size_t len, const char *fact)
{
	return len >= strlen(fact) && memcmp(line, fact, strlen(fact)) == 0;
}

void lineage_read(struct lineage *lineage, unsigned before, const char *bytes, size_t len)
{
	const char *cursor = bytes, *end = bytes + len, *line;
	struct lineage_entry entry = {.parent = before};
	unsigned parent;
	size_t line_len;

	*lineage = (struct lineage){.before = before};
	while (text_next_line(&cursor, end, &line, &line_len) && line + line_len < end) {
		unsigned number = lineage_last(lineage) + 1;

		if (read_undo(line, line_len, &parent)) {
			entry = behind(lineage, parent);
		} else if (is_end(line, line_len, number)) {
			add(lineage, &entry);
			entry = behind(lineage, number);
		}
		entry.turns += is_fact(line, line_len, "  played ");
		entry.over |= is_fact(line, line_len, "  result");
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

/* An undo to an entry that isn't before it is damage: it is applied, and named there. */
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

bool lineage_stands(const struct lineage *lineage, unsigned entry)
{
	return entry_of(lineage, entry)->stands;
}

/* ---- seen some turns later ---- */

void lineage_lag(const char *bytes, size_t len, unsigned delay, unsigned earlier,
		 struct lineage_lag *lag_out)
{
	struct lineage_lag lag = {0};
	struct lineage lineage;

	lineage_read(&lineage, 0, bytes, len);
	for (unsigned number = 1; number <= lineage_last(&lineage); number++) {
		const struct lineage_entry *entry = entry_of(&lineage, number);
		const unsigned stood = behind(&lineage, entry->parent).turns;
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

/* ---- games that are gone back to ---- */

static struct lineage_game *find(const struct lineage_kept *kept, unsigned entry)
{
	for (size_t i = 0; i < kept->count; i++)
		if (kept->games[i].entry == entry)
			return &kept->games[i];
	return NULL;
}

static void want(struct lineage_kept *kept, unsigned entry, unsigned until)
{
	struct lineage_game *game = find(kept, entry);

	if (game == NULL) {
		kept->games = base_realloc(kept->games, (kept->count + 1) * sizeof *kept->games);
		game = &kept->games[kept->count++];
		*game = (struct lineage_game){.entry = entry};
	}
	game->until = until;
}

/* Whether any fact takes the game back: looked for by a letter that few lines have. */
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

void lineage_keep(struct lineage_kept *kept, const char *bytes, size_t len)
{
	struct lineage lineage;

	*kept = (struct lineage_kept){.games = NULL};
	if (!has_undo(bytes, len))
		return;
	lineage_read(&lineage, 0, bytes, len);
	for (unsigned entry = 1; entry <= lineage_last(&lineage); entry++)
		if (entry_of(&lineage, entry)->parent != entry - 1)
			want(kept, entry_of(&lineage, entry)->parent, entry);
	lineage_done(&lineage);
}

static void drop(struct lineage_game *game)
{
	if (game->there)
		game_done(&game->game);
	game->there = false;
}

void lineage_kept_done(struct lineage_kept *kept)
{
	for (size_t i = 0; i < kept->count; i++)
		drop(&kept->games[i]);
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
			drop(wanted);
		}
	}
}

const struct game *lineage_find(const struct lineage_kept *kept, unsigned entry)
{
	const struct lineage_game *game = find(kept, entry);

	return game != NULL && game->there ? &game->game : NULL;
}
