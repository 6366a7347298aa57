/* SPDX-License-Identifier: MIT */
/* A game comes to its new site. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/index.h"
#include "pbem/desk/people.h"
#include "pbem/desk/seats.h"
#include "pbem/moving/moving_inner.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

enum { FILE_MAX = 1 << 30 };

int moving_has_come(const struct site *to, const struct elsewhere *elsewhere, bool *come_out,
		    struct reason *reason)
{
	char *path = site_game_file(to, elsewhere->id, ELSEWHERE_KEYS);
	struct elsewhere gone = {.to = NULL};
	struct reason none;
	struct text keys;
	bool there;
	int result;

	text_init(&keys, FILE_MAX);
	result = files_read_if_there(path, &keys, &there, reason);
	*come_out = result == 0 && elsewhere_moves(keys.bytes) >= elsewhere->moves;
	text_done(&keys);
	free(path);
	/* It may have gone on since. */
	if (result == 0 && !*come_out) {
		result = elsewhere_load(to->config->folder, elsewhere->id, &gone, &none);
		*come_out = result == 0 && gone.moves > elsewhere->moves;
		if (result != 0 && reason_kind(&none) != REASON_MISSING)
			*reason = none;
		else
			result = 0;
		elsewhere_done(&gone);
	}
	return result;
}

/* ---- what it takes in ---- */

/* Where things go. */
struct coming {
	struct desk *desk;
	const struct elsewhere *elsewhere;
	const char *folder; /* what was put away */
};

/* Adds what a file holds; one that is needed and missing is a fault. */
static int read_beside(const struct coming *coming, const char *name, bool needed, struct text *out,
		       bool *there_out, struct reason *reason)
{
	char *path = base_printf("%s/%s", coming->folder, name);
	int result = files_read_if_there(path, out, there_out, reason);

	if (result == 0 && !*there_out && needed)
		result = reason_fail(reason, "%s is missing", path);
	free(path);
	return result;
}

static int take_file(const struct coming *coming, const char *name, unsigned mode, bool needed,
		     struct reason *reason)
{
	char *path = base_printf("games/%s/%s", coming->elsewhere->id, name);
	struct text text;
	bool there;
	int result;

	text_init(&text, FILE_MAX);
	result = read_beside(coming, name, needed, &text, &there, reason);
	if (result == 0 && there)
		batch_append(&coming->desk->batch, path, 0, text.bytes, text.len, mode);
	text_done(&text);
	free(path);
	return result;
}

/* Whoever has said something to this site already is heard rather. */
static int take_people(const struct coming *coming, struct reason *reason)
{
	char value[PERSON_VALUE_MAX + 1];
	const char *cursor, *line;
	struct text text;
	size_t len;
	bool there;
	int result;

	text_init(&text, FILE_MAX);
	result = read_beside(coming, MOVING_PEOPLE, true, &text, &there, reason);
	cursor = text.bytes;
	while (result == 0 && text_next_line(&cursor, text.bytes + text.len, &line, &len)) {
		char *copy = base_strndup(line, len), *key = strchr(copy, '\t');
		char *said = key != NULL ? strchr(key + 1, '\t') : NULL;

		if (said != NULL) {
			*key++ = *said++ = '\0';
			if (!ledger_person(coming->desk->site->ledger, copy, key, value))
				people_set(coming->desk, copy, key, said);
		}
		free(copy);
	}
	text_done(&text);
	return result;
}

/* What the old site's ledger had, and what can be seen of the game itself. */
static int take_index(const struct coming *coming, struct reason *reason)
{
	struct desk *desk = coming->desk;
	struct gamefile *file = gamefile_load(coming->folder, desk->site->library, reason);
	char *came = base_printf(LEDGER_CAME "%u", (unsigned)coming->elsewhere->number);
	struct text *lines = &desk->batch.ledger;
	struct seats seats;
	bool there;
	int result =
		file != NULL ? read_beside(coming, MOVING_LEDGER, true, lines, &there, reason) : -1;

	if (result == 0)
		result = seats_load(coming->folder, file->game.variant, &seats, reason);
	if (result == 0) {
		ledger_line_no_moved(lines, coming->elsewhere->number);
		ledger_line_count(lines, came, desk->now);
		index_come(file, &seats, lines);
		seats_done(&seats);
	}
	gamefile_free(file);
	free(came);
	return result;
}

/* It isn't elsewhere any more. */
static void drop_note(const struct coming *coming)
{
	char *note = base_printf("moved/%s", coming->elsewhere->id);
	char *keys = base_printf("%s.%s", note, ELSEWHERE_KEYS);

	batch_remove(&coming->desk->batch, note);
	batch_remove(&coming->desk->batch, keys);
	free(keys);
	free(note);
}

int moving_come(struct site *to, const struct site *from, const struct elsewhere *elsewhere,
		struct reason *reason)
{
	char *name = elsewhere_folder(elsewhere), *folder = config_path(from->config, name);
	struct desk desk;
	const struct coming coming = {&desk, elsewhere, folder};
	int result;

	desk_init(&desk, to, step_time(), NULL);
	result = take_file(&coming, "sealed", 0600, false, reason) == 0 &&
				 take_file(&coming, "seats", 0600, true, reason) == 0 &&
				 take_file(&coming, "watchers", 0600, false, reason) == 0 &&
				 take_file(&coming, ELSEWHERE_KEYS, 0600, true, reason) == 0 &&
				 take_file(&coming, "game.txt", 0644, true, reason) == 0 &&
				 take_people(&coming, reason) == 0 &&
				 take_index(&coming, reason) == 0
			 ? 0
			 : -1;
	drop_note(&coming);
	if (result == 0)
		result = commit_batch(&desk, reason);
	desk_done(&desk);
	free(folder);
	free(name);
	return result;
}
