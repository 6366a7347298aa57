/* SPDX-License-Identifier: MIT */
/* Publishes one game: reads its file, checks it and writes its page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/translate.h"
#include "core/view/game_text.h"
#include "pbem/archive/archive_internal.h"

/* Collects what checking found, without the file's path, which is of no use to readers. */
struct finding {
	struct archive *archive;
	const struct archive_source *source;
	const char *path;
	struct strbuf faults, notes;
};

static const char *without_path(const char *line, const char *path)
{
	return strbuf_starts(line, path) && line[strlen(path)] == ':' ? line + strlen(path) + 1
								      : line;
}

static void add_fault(void *context, const char *line)
{
	struct finding *finding = context;
	const char *rest = without_path(line, finding->path);
	char *whole = base_printf("%s:%s", finding->source->path, rest);

	strbuf_addf(&finding->faults, "%s.txt:%s\n", finding->source->id, rest);
	archive_report_damage(finding->archive, whole);
	free(whole);
}

static void add_note(void *context, const char *line)
{
	struct finding *finding = context;

	strbuf_addf(&finding->notes, "%s.txt:%s\n", finding->source->id,
		    without_path(line, finding->path));
}

/* Puts the public part of the file beside its page, and checks that part as anybody can. */
static int put_public_file(struct archive *archive, const struct archive_source *source, size_t len,
			   struct finding *finding, struct reason *reason)
{
	char *name = base_printf("games/%s.txt", source->id);
	char *path = output_dir_path(&archive->output, name);
	const struct gamefile_check_options options = {
		.now = archive->request->now,
		.fault = add_fault,
		.note = add_note,
		.context = finding,
	};
	int result = output_dir_put(&archive->output, name, source->bytes.bytes, len, reason);
	const struct phrases *spoken;

	finding->path = path;
	/* The messages of verify are English. */
	spoken = translate_speak(NULL);
	if (result == 0)
		(void)gamefile_check(path, archive->library, &options);
	(void)translate_speak(spoken);
	free(path);
	free(name);
	return result;
}

/* Returns the number of the line where the sound part of the file ends. */
static unsigned line_number_at(const struct archive_source *source, uint64_t at)
{
	unsigned line = 1;

	for (uint64_t i = 0; i < at && i < source->bytes.len; i++)
		line += source->bytes.bytes[i] == '\n';
	return line;
}

/* Returns what is wrong with the file as a whole, or NULL if nothing is. The caller frees it. */
static char *describe_damage(const struct archive_source *source,
			     const struct game_history *history, const struct reason *reason)
{
	if (history->file == NULL)
		return base_strdup(reason->text);
	if (strcmp(history->header.id, source->id) != 0)
		return base_printf(translate("%s:1: this file belongs to game %s, not to %s"),
				   source->path, history->header.id, source->id);
	if (history->size < source->bytes.len)
		return base_printf(translate("%s:%u: there is no complete entry from this line on"),
				   source->path, line_number_at(source, history->size));
	return NULL;
}

static void fill_seats(const struct game_history *history, struct game_catalog_game *row)
{
	row->seat_count = variant_seats(history->variant);
	for (unsigned i = 0; i < row->seat_count; i++)
		row->seats[i] = (struct game_catalog_seat){
			.title = base_strdup(translate(variant_seat_title(history->variant, i))),
			.name = base_strdup(history->header.names[i]),
			.won = row->status == STATUS_WON && history->outcome.winners >> i & 1,
		};
}

/* Returns the first line about the state of the game. */
static char *format_result(const struct game_history *history, const char *damage)
{
	struct strbuf out;
	char *result;

	strbuf_init(&out, 0);
	if (damage != NULL)
		strbuf_add(&out, translate("The game's file is damaged."));
	else if (history->outcome.status != STATUS_PLAYING)
		view_result(&history->file->game, &out);
	else
		view_status(&history->file->game, &out);
	result = base_strndup(out.bytes, strcspn(out.bytes, "\n"));
	strbuf_done(&out);
	return result;
}

static void add_catalog_row(struct archive *archive, const struct archive_source *source,
			    const struct game_history *history, const char *damage, bool fault)
{
	struct game_catalog_game row = {
		.size = source->size,
		.changed = source->changed,
		.digest = source->digest,
		.fault = fault,
		.turns = history->count > 0 ? (unsigned)history->count - 1 : 0,
		.begun = history->header.created,
		.last = history->last,
		.variant = base_strdup(history->header.variant),
		.result = format_result(history, damage),
		.status = damage != NULL ? STATUS_PLAYING : history->outcome.status,
	};

	snprintf(row.id, sizeof row.id, "%s", source->id);
	if (history->variant != NULL)
		fill_seats(history, &row);
	archive_report_game(archive, &row);
	game_catalog_drop_game(&row);
}

/* Puts a damaged game into the archive, without its file: readers would take that for the game. */
static int put_damaged(struct archive *archive, const struct archive_source *source,
		       const struct game_history *history, const char *damage,
		       struct finding *finding, struct reason *reason)
{
	char *told = base_printf("%s.txt:%s", source->id, without_path(damage, source->path));
	const struct archive_game_extra page = {
		.damage = told, .files = "", .faults = &finding->faults, .notes = &finding->notes};
	int result = archive_put_game(archive, source->id, history, &page, reason);

	archive_remove_files(archive, source->id);
	archive_report_damage(archive, damage);
	free(told);
	return result;
}

/* Cuts the game to what everybody may read now. Sets *delayed_out to whether something was cut
 * off. */
static void cut_to_public(struct archive *archive, const struct archive_source *source,
			  struct game_history *history, bool *delayed_out)
{
	const uint64_t shown = game_history_public(history);

	*delayed_out = shown < history->size;
	if (!*delayed_out)
		return;
	game_history_done(history);
	(void)game_history_read(source->path, source->bytes.bytes, (size_t)shown, archive->library,
				archive->pieces, history, NULL);
}

/* Drops everything that was read from another game's file, so that nothing of it is shown. */
static void drop_foreign(const struct archive_source *source, struct game_history *history)
{
	if (history->variant == NULL || strcmp(history->header.id, source->id) == 0)
		return;
	game_history_done(history);
	*history = (struct game_history){.file = NULL};
	strbuf_init(&history->boards, 0);
}

static int put_game(struct archive *archive, const struct archive_source *source,
		    struct game_history *history, const char *damage, struct finding *finding,
		    struct reason *reason)
{
	struct archive_game_extra told = {
		.damage = "",
		.faults = &finding->faults,
		.notes = &finding->notes,
		.checked = true,
	};
	struct strbuf files;
	int result = -1;

	cut_to_public(archive, source, history, &told.delayed);
	if (damage != NULL)
		return put_damaged(archive, source, history, damage, finding, reason);
	if (put_public_file(archive, source, (size_t)history->size, finding, reason) != 0)
		return -1;
	strbuf_init(&files, 0);
	if (archive_put_files(archive, source, history, &files, reason) == 0) {
		told.files = files.bytes;
		result = archive_put_game(archive, source->id, history, &told, reason);
	}
	strbuf_done(&files);
	return result;
}

int archive_publish_game(struct archive *archive, const struct archive_source *source,
			 struct reason *reason)
{
	struct finding finding = {.archive = archive, .source = source};
	struct game_history history;
	struct reason why = {.text = ""};
	char *damage;
	int result = 0;
	bool fault;

	(void)game_history_read(source->path, source->bytes.bytes, source->bytes.len,
				archive->library, archive->pieces, &history, &why);
	damage = describe_damage(source, &history, &why);
	drop_foreign(source, &history);
	strbuf_init(&finding.faults, 0);
	strbuf_init(&finding.notes, 0);
	if (damage != NULL || history.count > 0) {
		result = put_game(archive, source, &history, damage, &finding, reason);
		fault = damage != NULL || finding.faults.len > 0;
		if (result == 0)
			add_catalog_row(archive, source, &history, damage, fault);
		if (fault)
			archive_report_fault(archive);
		archive_report_made(archive);
	}
	strbuf_done(&finding.faults);
	strbuf_done(&finding.notes);
	free(damage);
	game_history_done(&history);
	return result;
}
