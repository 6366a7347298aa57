/* SPDX-License-Identifier: MIT */
/*
 * All games, several at a time. A game's files are put into the archive by the process that has it
 * in hand; its place in the catalogue, and what is told of it, by the one that was asked, game
 * after game. So the catalogue never has a game whose files aren't there.
 */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "pbem/archive/archive_inner.h"
#include "pbem/desk/site.h"
#include "pbem/workers/workers.h"

/* What is found of a game is kept as a letter and a line each, with a zero behind. */
enum found {
	FOUND_DAMAGE = 'D',
	FOUND_FAULT = 'X',
	FOUND_MADE = 'M',
	FOUND_GAME = 'G',
	FOUND_WRITTEN = 'W', /* a file has become another */
	FOUND_FAILURE = '0'  /* and on, by the kind of its reason */
};

struct taking {
	struct archive *archive;
	char **ids;
	struct reason *reason;
	bool failed; /* so is the whole */
	bool over;   /* in this process: one couldn't be taken, and no other need be */
};

/* ---- finding, in whatever process ---- */

static void note(struct archive *archive, int found, const char *line)
{
	text_add_char(archive->found, (char)found);
	text_add_bytes(archive->found, line, strlen(line) + 1);
}

void archive_find_damage(struct archive *archive, const char *line)
{
	note(archive, FOUND_DAMAGE, line);
}

void archive_find_made(struct archive *archive)
{
	note(archive, FOUND_MADE, "");
}

void archive_find_fault(struct archive *archive)
{
	note(archive, FOUND_FAULT, "");
}

void archive_find_game(struct archive *archive, const struct catalogue_game *game)
{
	struct text line;

	text_init(&line, 0);
	catalogue_print_game(game, &line);
	note(archive, FOUND_GAME, line.bytes);
	text_done(&line);
}

static void look_at(void *context, size_t piece, struct text *out)
{
	struct taking *taking = context;
	struct archive *archive = taking->archive;
	const size_t written = archive->shelf.written;
	struct reason reason;

	if (taking->over)
		return;
	archive->found = out;
	taking->over = archive_look(archive, taking->ids[piece], &reason) != 0;
	/* They are counted where they are taken. */
	for (; archive->shelf.written > written; archive->shelf.written--)
		note(archive, FOUND_WRITTEN, "");
	if (taking->over)
		note(archive, FOUND_FAILURE + (int)reason_kind(&reason), reason.text);
}

/* ---- taking ---- */

static void fail(struct taking *taking, enum reason_kind kind, const char *why)
{
	reason_set(taking->reason, "%s", why);
	if (kind != REASON_PLAIN)
		(void)reason_is(taking->reason, kind);
	taking->failed = true;
}

static void take_found(struct taking *taking, char found, const char *line)
{
	struct archive *archive = taking->archive;

	switch (found) {
	case FOUND_DAMAGE:
		archive->wish->damaged(archive->wish->context, line);
		break;
	case FOUND_FAULT:
		archive->count->damaged++;
		break;
	case FOUND_MADE:
		archive->count->made++;
		break;
	case FOUND_GAME:
		(void)catalogue_add_line(&archive->now, line);
		break;
	case FOUND_WRITTEN:
		archive->shelf.written++;
		break;
	default:
		fail(taking, (enum reason_kind)(found - FOUND_FAILURE), line);
	}
}

/* What became of it nobody knows. It stays as it was, to be looked at the next time. */
static void take_undone(struct archive *archive, const char *id, const char *why)
{
	const struct catalogue_game *before = catalogue_find(&archive->before, id);
	char *line = base_printf("%s/games/%s/game.txt: its page can't be made now: the process "
				 "that made it ended before it was done (%s)",
				 archive->wish->site, id, why);

	if (before != NULL) {
		struct catalogue_game game = *before;

		game.fault = true;
		catalogue_add_copy(&archive->now, &game);
	}
	archive->wish->damaged(archive->wish->context, line);
	archive->count->undone++;
	free(line);
}

static void take(void *context, size_t piece, const struct text *out, const char *why)
{
	struct taking *taking = context;

	/* Those behind one that failed are left out by some processes, by others not. */
	if (taking->failed)
		return;
	if (out == NULL) {
		take_undone(taking->archive, taking->ids[piece], why);
		return;
	}
	for (const char *at = out->bytes; at < out->bytes + out->len; at += strlen(at) + 1)
		take_found(taking, *at, at + 1);
}

int archive_take_games(struct archive *archive, struct reason *reason)
{
	struct taking taking = {.archive = archive,
				.reason = reason,
				.ids = site_games(archive->wish->site, reason)};
	const struct workers_task task = {
		.count = taking.ids != NULL ? g_strv_length(taking.ids) : 0,
		.work = look_at,
		.take = take,
		.context = &taking,
	};

	if (taking.ids == NULL)
		return -1;
	workers_do(&task, archive->wish->jobs, "archive");
	g_strfreev(taking.ids);
	return taking.failed ? -1 : 0;
}
