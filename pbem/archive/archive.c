/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#include "core/image/piece_set.h"
#include "core/notation/vocabulary.h"
#include "pbem/archive/archive_internal.h"
#include "pbem/compose/image_file.h"
#include "pbem/sys/files.h"

enum {
	HEADER_LINES = 300, /* a game's header has no more lines */
	LINE_BYTES = 256,
	FRESH_SECONDS = 10, /* a younger file may still be in the middle of an entry */
	NANO = 1000000000,
};

/* Files that are copied as they are. */
static const char *const copied[] = {"archive.css", "archive.js", "icon.svg"};

static int64_t changed_at(const struct stat *status)
{
	return (int64_t)status->st_mtim.tv_sec * NANO + status->st_mtim.tv_nsec;
}

/* ---- publication ---- */

/* The lines of a game's file about its publication. */
struct published {
	bool whole_header, says;
};

/* Reads the lines that matter for publication. The rest of the header is checked later. A
 * moderator's line counts wherever it is, taken back or not; no line that a player has written
 * begins like that. */
static struct published read_publish_lines(FILE *file)
{
	struct published published = {false, false};
	char line[LINE_BYTES];
	bool begins = true;

	for (unsigned number = 0; fgets(line, sizeof line, file) != NULL; number++) {
		const bool header = !published.whole_header;

		if (header &&
		    ((number == 0 && !strbuf_starts(line, "pbem-game ")) || number == HEADER_LINES))
			break;
		if (begins &&
		    strcmp(line, header ? "option publish yes\n" : "  publish yes\n") == 0)
			published.says = true;
		else if (begins && !header && strcmp(line, "  publish no\n") == 0)
			published.says = false;
		published.whole_header |= begins && strbuf_starts(line, "end 0 ");
		begins = line[strlen(line) - (*line != '\0')] == '\n';
	}
	return published;
}

/* Reads whether a game is published. *foreign_out is set when the file doesn't look like a game's
 * at all. Returns -1 when the file can't be read now: that is no reason to remove its page. */
static int read_published(const char *path, bool *published_out, bool *foreign_out,
			  struct reason *reason)
{
	struct published published = {false, false};
	FILE *file = fopen(path, "re");
	int result = 0;

	if (file != NULL)
		published = read_publish_lines(file);
	if (file == NULL || ferror(file)) {
		reason_set_errno(reason, "can't read %s", path);
		result = reason_set_kind(reason, REASON_TEMPORARY);
	}
	if (file != NULL)
		fclose(file);
	*published_out = result == 0 && published.says;
	*foreign_out = result == 0 && !published.whole_header;
	return result;
}

/* ---- which games ---- */

/* Reports whether a file ends with the end of an entry. Otherwise somebody may be writing one. */
static bool ends_with_whole_entry(const struct strbuf *bytes)
{
	size_t at = bytes->len;

	if (at == 0 || bytes->bytes[--at] != '\n')
		return false;
	while (at > 0 && bytes->bytes[at - 1] != '\n')
		at--;
	return strbuf_starts(bytes->bytes + at, "end ");
}

static int read_source(struct archive_source *source, struct reason *reason)
{
	struct stat status;

	strbuf_clear(&source->bytes);
	if (stat(source->path, &status) != 0)
		return reason_fail_errno(reason, "%s", source->path);
	source->size = (uint64_t)status.st_size;
	source->changed = changed_at(&status);
	if (files_read(source->path, &source->bytes, reason) != 0)
		return -1;
	sha256_bytes(source->bytes.bytes, source->bytes.len, &source->digest);
	return 0;
}

/* Reports whether the game's page exists and is still up to date. */
static bool has_valid_page(struct archive *archive, const struct game_catalog_game *before,
			   const char *id)
{
	char *name = base_printf("games/%s.html", id);
	char *path = output_dir_path(&archive->output, name);
	const bool made = before != NULL && !before->fault && !archive->request->rebuild &&
			  access(path, F_OK) == 0;

	free(path);
	free(name);
	return made;
}

/* Keeps the row of a game whose contents are unchanged, with the new time of its file. */
static void report_unchanged(struct archive *archive, const struct game_catalog_game *before,
			     const struct archive_source *source)
{
	struct game_catalog_game game = *before;

	game.changed = source->changed;
	archive_report_game(archive, &game);
}

/* Reads a game whose file is new or has changed, and publishes it. */
static int update_changed_game(struct archive *archive, struct archive_source *source,
			       const struct game_catalog_game *before, bool made,
			       struct reason *reason)
{
	if (read_source(source, reason) != 0)
		return -1;
	if (!ends_with_whole_entry(&source->bytes) &&
	    source->changed / NANO + FRESH_SECONDS > time(NULL)) {
		g_usleep(G_USEC_PER_SEC);
		if (read_source(source, reason) != 0)
			return -1;
	}
	if (made && strcmp(before->digest.hex, source->digest.hex) == 0) {
		report_unchanged(archive, before, source);
		return 0;
	}
	return archive_publish_game(archive, source, reason);
}

/* Informs the moderator; the game gets no page. */
static void report_foreign(struct archive *archive, const char *path)
{
	char *line = base_printf("%s:1: the header is incomplete", path);

	archive_report_damage(archive, line);
	archive_report_fault(archive);
	free(line);
}

int archive_update_game(struct archive *archive, const char *id, struct reason *reason)
{
	const struct game_catalog_game *before = game_catalog_find(&archive->before, id);
	const bool made = has_valid_page(archive, before, id);
	struct archive_source source = {.id = id};
	bool there = false, published = false, foreign = false;
	struct stat status;
	int result = 0;

	source.path = base_printf("%s/games/%s/game.txt", archive->request->site, id);
	strbuf_init(&source.bytes, SIZE_MAX);
	if (strlen(id) <= GAME_ID_MAX)
		result = files_is_there(source.path, &there, reason);
	if (result != 0 || !there)
		goto out;
	if (stat(source.path, &status) != 0) {
		reason_set_errno(reason, "%s", source.path);
		result = reason_set_kind(reason, REASON_TEMPORARY);
		goto out;
	}
	source.changed = changed_at(&status);
	if (made && before->size == (uint64_t)status.st_size && before->changed == source.changed) {
		report_unchanged(archive, before, &source);
		goto out;
	}
	result = read_published(source.path, &published, &foreign, reason);
	/* Only a game that is published, or was published before, may appear as damaged. */
	if (result == 0 && (published || (foreign && before != NULL)))
		result = update_changed_game(archive, &source, before, made, reason);
	else if (result == 0 && foreign)
		report_foreign(archive, source.path);
out:
	strbuf_done(&source.bytes);
	free(source.path);
	return result;
}

/* ---- the whole archive ---- */

static int copy_template_files(struct archive *archive, struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(copied); i++) {
		const struct strbuf *file = html_template_file(archive->forms, copied[i], reason);

		result = file != NULL ? output_dir_put(&archive->output, copied[i], file->bytes,
						       file->len, reason)
				      : -1;
	}
	return result;
}

/* Writes the catalogue, last of all files, so that everything in the catalogue exists. */
static int write_catalog(struct archive *archive, struct reason *reason)
{
	struct strbuf out;
	int result;

	strbuf_init(&out, SIZE_MAX);
	game_catalog_print(&archive->now, &archive->stamp, &out);
	result = output_dir_put(&archive->output, GAME_CATALOG_FILE, out.bytes, out.len, reason);
	strbuf_done(&out);
	return result;
}

static int fill_archive(struct archive *archive, struct reason *reason)
{
	if (image_file_set(archive->request->site, &archive->pieces, reason) != 0 ||
	    archive_hash_inputs(archive, reason) != 0)
		return -1;
	if (game_catalog_read(archive->request->folder, &archive->stamp, &archive->before,
			      reason) != 0)
		return -1;
	if (copy_template_files(archive, reason) != 0 ||
	    archive_update_games(archive, reason) != 0 || archive_put_lists(archive, reason) != 0 ||
	    write_catalog(archive, reason) != 0)
		return -1;
	archive_remove_gone(archive);
	return 0;
}

int archive_make(const struct archive_request *request, struct variant_library *library,
		 struct archive_count *count_out, struct reason *reason)
{
	struct archive archive = {.request = request, .library = library, .count = count_out};
	const char *language = request->language != NULL ? request->language : VOCABULARY_ENGLISH;
	const struct vocabulary *spoken;
	int result;

	*count_out = (struct archive_count){.games = 0};
	if (vocabulary_push(language, &spoken, reason) < 0 ||
	    output_dir_open(request->folder, &archive.output, reason) != 0) {
		vocabulary_pop(spoken);
		return -1;
	}
	archive.language = base_strdup(language);
	archive.forms = html_template_new(request->templates, request->site_templates, language);
	result = fill_archive(&archive, reason);
	count_out->games = archive.now.count;
	count_out->written = archive.output.written;
	game_catalog_done(&archive.before);
	game_catalog_done(&archive.now);
	html_template_free(archive.forms);
	piece_set_free(archive.pieces);
	free(archive.language);
	output_dir_close(&archive.output);
	vocabulary_pop(spoken);
	return result;
}
