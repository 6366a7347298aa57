/* SPDX-License-Identifier: MIT */
/*
 * Handles all games, several at a time. The process that handles a game puts its files into the
 * archive. The first process enters the game into the catalogue and reports what was found, game
 * after game. So the catalogue never has a game whose files aren't there.
 */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "pbem/archive/archive_internal.h"
#include "pbem/site/site.h"
#include "pbem/sys/worker_pool.h"

/* The findings about a game. Each is stored as a letter, a line and a zero. */
enum found {
	FOUND_DAMAGE = 'D',
	FOUND_FAULT = 'X',
	FOUND_MADE = 'M',
	FOUND_GAME = 'G',
	FOUND_WRITTEN = 'W', /* a file has changed */
	FOUND_FAILURE = '0'  /* and the following characters, one for each kind of reason */
};

struct taking {
	struct archive *archive;
	char **ids;
	struct reason *reason;
	bool failed; /* a game failed, and with it the whole archive */
	bool over;   /* in this process: a game failed, and the others needn't be tried */
};

/* ---- findings, in any process ---- */

static void append_finding(struct archive *archive, int found, const char *line)
{
	strbuf_add_char(archive->found, (char)found);
	strbuf_add_bytes(archive->found, line, strlen(line) + 1);
}

void archive_report_damage(struct archive *archive, const char *line)
{
	append_finding(archive, FOUND_DAMAGE, line);
}

void archive_report_made(struct archive *archive)
{
	append_finding(archive, FOUND_MADE, "");
}

void archive_report_fault(struct archive *archive)
{
	append_finding(archive, FOUND_FAULT, "");
}

void archive_report_game(struct archive *archive, const struct game_catalog_game *game)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	game_catalog_print_game(game, &line);
	append_finding(archive, FOUND_GAME, line.bytes);
	strbuf_done(&line);
}

static void update_game(void *context, size_t piece, struct strbuf *out)
{
	struct taking *taking = context;
	struct archive *archive = taking->archive;
	const size_t written = archive->output.written;
	struct reason reason;

	if (taking->over)
		return;
	archive->found = out;
	taking->over = archive_update_game(archive, taking->ids[piece], &reason) != 0;
	/* The files are counted where the findings are collected. */
	for (; archive->output.written > written; archive->output.written--)
		append_finding(archive, FOUND_WRITTEN, "");
	if (taking->over)
		append_finding(archive, FOUND_FAILURE + (int)reason.kind, reason.text);
}

/* ---- collecting the findings ---- */

static void fail_archive(struct taking *taking, enum reason_kind kind, const char *why)
{
	reason_set(taking->reason, "%s", why);
	if (kind != REASON_PLAIN)
		(void)reason_set_kind(taking->reason, kind);
	taking->failed = true;
}

static void apply_finding(struct taking *taking, char found, const char *line)
{
	struct archive *archive = taking->archive;

	switch (found) {
	case FOUND_DAMAGE:
		archive->request->damaged(archive->request->context, line);
		break;
	case FOUND_FAULT:
		archive->count->damaged++;
		break;
	case FOUND_MADE:
		archive->count->made++;
		break;
	case FOUND_GAME:
		(void)game_catalog_add_line(&archive->now, line);
		break;
	case FOUND_WRITTEN:
		archive->output.written++;
		break;
	default:
		fail_archive(taking, (enum reason_kind)(found - FOUND_FAILURE), line);
	}
}

/* Handles a game whose process ended early. Its row stays as it was, and the next run tries
 * again. */
static void handle_unfinished_game(struct archive *archive, const char *id, const char *why)
{
	const struct game_catalog_game *before = game_catalog_find(&archive->before, id);
	char *line = base_printf("%s/games/%s/game.txt: pbem could not make the game's page, "
				 "because the process ended early (%s); run 'pbem archive' again",
				 archive->request->site, id, why);

	if (before != NULL) {
		struct game_catalog_game game = *before;

		game.fault = true;
		game_catalog_add_copy(&archive->now, &game);
	}
	archive->request->damaged(archive->request->context, line);
	archive->count->undone++;
	free(line);
}

static void collect_findings(void *context, size_t piece, const struct strbuf *out, const char *why)
{
	struct taking *taking = context;

	/* After a failure some processes leave out the games that follow, others don't. */
	if (taking->failed)
		return;
	if (out == NULL) {
		handle_unfinished_game(taking->archive, taking->ids[piece], why);
		return;
	}
	for (const char *at = out->bytes; at < out->bytes + out->len; at += strlen(at) + 1)
		apply_finding(taking, *at, at + 1);
}

int archive_update_games(struct archive *archive, struct reason *reason)
{
	struct taking taking = {.archive = archive,
				.reason = reason,
				.ids = site_games(archive->request->site, reason)};
	const struct worker_pool_task task = {
		.count = taking.ids != NULL ? g_strv_length(taking.ids) : 0,
		.work = update_game,
		.take = collect_findings,
		.context = &taking,
	};

	if (taking.ids == NULL)
		return -1;
	worker_pool_do(&task, archive->request->jobs, "archive");
	g_strfreev(taking.ids);
	return taking.failed ? -1 : 0;
}
