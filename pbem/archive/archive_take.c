/* SPDX-License-Identifier: MIT */
/* A game, from its file to its place in the archive. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/view/view.h"
#include "pbem/archive/archive_inner.h"

/* What checking found, without the path in front, which nobody else can do anything with. */
struct finding {
	struct archive *archive;
	const struct archive_source *source;
	const char *path;
	struct text faults, notes;
};

static const char *without_path(const char *line, const char *path)
{
	return text_starts(line, path) && line[strlen(path)] == ':' ? line + strlen(path) + 1
								    : line;
}

static void note_fault(void *context, const char *line)
{
	struct finding *finding = context;
	const char *rest = without_path(line, finding->path);
	char *whole = base_printf("%s:%s", finding->source->path, rest);

	text_addf(&finding->faults, "%s.txt:%s\n", finding->source->id, rest);
	archive_find_damage(finding->archive, whole);
	free(whole);
}

static void note_note(void *context, const char *line)
{
	struct finding *finding = context;

	text_addf(&finding->notes, "%s.txt:%s\n", finding->source->id,
		  without_path(line, finding->path));
}

/* Puts what is public of it beside its page, and checks that as anybody can. */
static int put_file(struct archive *archive, const struct archive_source *source, size_t len,
		    struct finding *finding, struct reason *reason)
{
	char *name = base_printf("games/%s.txt", source->id);
	char *path = shelf_path(&archive->shelf, name);
	const struct gamefile_wish wish = {
		.now = archive->wish->now,
		.fault = note_fault,
		.note = note_note,
		.context = finding,
	};
	int result = shelf_put(&archive->shelf, name, source->bytes.bytes, len, reason);
	const struct phrases *spoken;

	finding->path = path;
	/* What verify says is English. */
	spoken = phrase_speak(NULL);
	if (result == 0)
		(void)gamefile_check(path, archive->library, &wish);
	(void)phrase_speak(spoken);
	free(path);
	free(name);
	return result;
}

/* The place where what is sound of it ends. */
static unsigned line_at(const struct archive_source *source, uint64_t at)
{
	unsigned line = 1;

	for (uint64_t i = 0; i < at && i < source->bytes.len; i++)
		line += source->bytes.bytes[i] == '\n';
	return line;
}

/* What is wrong with the file as a whole; NULL: nothing. The caller frees it. */
static char *damage_of(const struct archive_source *source, const struct chronicle *chronicle,
		       const struct reason *reason)
{
	if (chronicle->file == NULL)
		return base_strdup(reason->text);
	if (strcmp(chronicle->header.id, source->id) != 0)
		return base_printf(phrase("%s:1: this is the file of game %s, not of %s"),
				   source->path, chronicle->header.id, source->id);
	if (chronicle->size < source->bytes.len)
		return base_printf(phrase("%s:%u: from here on there is no whole entry"),
				   source->path, line_at(source, chronicle->size));
	return NULL;
}

static void fill_seats(const struct chronicle *chronicle, struct catalogue_game *row)
{
	row->seat_count = variant_seats(chronicle->variant);
	for (unsigned i = 0; i < row->seat_count; i++)
		row->seats[i] = (struct catalogue_seat){
			.title = base_strdup(phrase(variant_seat_title(chronicle->variant, i))),
			.name = base_strdup(chronicle->header.names[i]),
			.won = row->status == STATUS_WON && chronicle->outcome.winners >> i & 1,
		};
}

/* The first line of what there is to say of how it stands. */
static char *say_result(const struct chronicle *chronicle, const char *damage)
{
	struct text out;
	char *result;

	text_init(&out, 0);
	if (damage != NULL)
		text_add(&out, phrase("The game's file is damaged."));
	else if (chronicle->outcome.status != STATUS_PLAYING)
		view_result(&chronicle->file->game, &out);
	else
		view_status(&chronicle->file->game, &out);
	result = base_strndup(out.bytes, strcspn(out.bytes, "\n"));
	text_done(&out);
	return result;
}

static void add_row(struct archive *archive, const struct archive_source *source,
		    const struct chronicle *chronicle, const char *damage, bool fault)
{
	struct catalogue_game row = {
		.size = source->size,
		.changed = source->changed,
		.digest = source->digest,
		.fault = fault,
		.turns = chronicle->count > 0 ? (unsigned)chronicle->count - 1 : 0,
		.begun = chronicle->header.created,
		.last = chronicle->last,
		.variant = base_strdup(chronicle->header.variant),
		.result = say_result(chronicle, damage),
		.status = damage != NULL ? STATUS_PLAYING : chronicle->outcome.status,
	};

	snprintf(row.id, sizeof row.id, "%s", source->id);
	if (chronicle->variant != NULL)
		fill_seats(chronicle, &row);
	archive_find_game(archive, &row);
	catalogue_drop_game(&row);
}

/* Of a damaged one there is no file to be had: it would be taken for the game's. */
static int put_damaged(struct archive *archive, const struct archive_source *source,
		       const struct chronicle *chronicle, const char *damage,
		       struct finding *finding, struct reason *reason)
{
	char *told = base_printf("%s.txt:%s", source->id, without_path(damage, source->path));
	const struct archive_told page = {
		.damage = told, .files = "", .faults = &finding->faults, .notes = &finding->notes};
	int result = archive_put_game(archive, source->id, chronicle, &page, reason);

	archive_remove_files(archive, source->id);
	archive_find_damage(archive, damage);
	free(told);
	return result;
}

/* Leaves what everybody may read by now. Whether that isn't all tells *delayed_out. */
static void cut_to_public(struct archive *archive, const struct archive_source *source,
			  struct chronicle *chronicle, bool *delayed_out)
{
	const uint64_t shown = chronicle_public(chronicle);

	*delayed_out = shown < chronicle->size;
	if (!*delayed_out)
		return;
	chronicle_done(chronicle);
	(void)chronicle_read(source->path, source->bytes.bytes, (size_t)shown, archive->library,
			     archive->pieces, chronicle, NULL);
}

/* Of another game's file nothing is shown. */
static void drop_foreign(const struct archive_source *source, struct chronicle *chronicle)
{
	if (chronicle->variant == NULL || strcmp(chronicle->header.id, source->id) == 0)
		return;
	chronicle_done(chronicle);
	*chronicle = (struct chronicle){.file = NULL};
	text_init(&chronicle->boards, 0);
}

static int put_game(struct archive *archive, const struct archive_source *source,
		    struct chronicle *chronicle, const char *damage, struct finding *finding,
		    struct reason *reason)
{
	struct archive_told told = {
		.damage = "",
		.faults = &finding->faults,
		.notes = &finding->notes,
		.checked = true,
	};
	struct text files;
	int result = -1;

	cut_to_public(archive, source, chronicle, &told.delayed);
	if (damage != NULL)
		return put_damaged(archive, source, chronicle, damage, finding, reason);
	if (put_file(archive, source, (size_t)chronicle->size, finding, reason) != 0)
		return -1;
	text_init(&files, 0);
	if (archive_put_files(archive, source, chronicle, &files, reason) == 0) {
		told.files = files.bytes;
		result = archive_put_game(archive, source->id, chronicle, &told, reason);
	}
	text_done(&files);
	return result;
}

int archive_take(struct archive *archive, const struct archive_source *source,
		 struct reason *reason)
{
	struct finding finding = {.archive = archive, .source = source};
	struct chronicle chronicle;
	struct reason why = {""};
	char *damage;
	int result = 0;
	bool fault;

	(void)chronicle_read(source->path, source->bytes.bytes, source->bytes.len, archive->library,
			     archive->pieces, &chronicle, &why);
	damage = damage_of(source, &chronicle, &why);
	drop_foreign(source, &chronicle);
	text_init(&finding.faults, 0);
	text_init(&finding.notes, 0);
	if (damage != NULL || chronicle.count > 0) {
		result = put_game(archive, source, &chronicle, damage, &finding, reason);
		fault = damage != NULL || finding.faults.len > 0;
		if (result == 0)
			add_row(archive, source, &chronicle, damage, fault);
		if (fault)
			archive_find_fault(archive);
		archive_find_made(archive);
	}
	text_done(&finding.faults);
	text_done(&finding.notes);
	free(damage);
	chronicle_done(&chronicle);
	return result;
}
