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

#include "core/picture/pieces.h"
#include "core/words/words.h"
#include "pbem/archive/archive_inner.h"
#include "pbem/drawing/drawing.h"
#include "pbem/site/files.h"

enum {
	HEADER_LINES = 300, /* a game's header has no more */
	LINE_BYTES = 256,
	FRESH_SECONDS = 10, /* so long somebody may still be writing an entry */
	NANO = 1000000000,
};

/* Files that are copied as they are. */
static const char *const copied[] = {"archive.css", "archive.js", "icon.svg"};

static int64_t changed_at(const struct stat *status)
{
	return (int64_t)status->st_mtim.tv_sec * NANO + status->st_mtim.tv_nsec;
}

/* ---- is it to be published? ---- */

/* What the file of a game says of it. */
struct published {
	bool whole_header, says;
};

/* Whether the header is sound, and what else stands there, is looked at later. A moderator's word
 * counts wherever it stands, undone or not; no line that a player has written begins so. */
static struct published read_lines(FILE *file)
{
	struct published published = {false, false};
	char line[LINE_BYTES];
	bool begins = true;

	for (unsigned number = 0; fgets(line, sizeof line, file) != NULL; number++) {
		const bool header = !published.whole_header;

		if (header &&
		    ((number == 0 && !text_starts(line, "pbem-game ")) || number == HEADER_LINES))
			break;
		if (begins &&
		    strcmp(line, header ? "option publish yes\n" : "  publish yes\n") == 0)
			published.says = true;
		else if (begins && !header && strcmp(line, "  publish no\n") == 0)
			published.says = false;
		published.whole_header |= begins && text_starts(line, "end 0 ");
		begins = line[strlen(line) - (*line != '\0')] == '\n';
	}
	return published;
}

/* *foreign_out: it is no game's file as far as can be seen. -1 when its file can't be read now:
 * that is no reason to take its page away. */
static int read_published(const char *path, bool *published_out, bool *foreign_out,
			  struct reason *reason)
{
	struct published published = {false, false};
	FILE *file = fopen(path, "re");
	int result = 0;

	if (file != NULL)
		published = read_lines(file);
	if (file == NULL || ferror(file)) {
		reason_set_errno(reason, "%s can't be read", path);
		result = reason_is(reason, REASON_PASSING);
	}
	if (file != NULL)
		fclose(file);
	*published_out = result == 0 && published.says;
	*foreign_out = result == 0 && !published.whole_header;
	return result;
}

/* ---- which games ---- */

/* Whether a file ends with an entry's end: else somebody may be writing one. */
static bool ends_whole(const struct text *bytes)
{
	size_t at = bytes->len;

	if (at == 0 || bytes->bytes[--at] != '\n')
		return false;
	while (at > 0 && bytes->bytes[at - 1] != '\n')
		at--;
	return text_starts(bytes->bytes + at, "end ");
}

static int read_source(struct archive_source *source, struct reason *reason)
{
	struct stat status;

	text_clear(&source->bytes);
	if (stat(source->path, &status) != 0)
		return reason_fail_errno(reason, "%s", source->path);
	source->size = (uint64_t)status.st_size;
	source->changed = changed_at(&status);
	if (files_read(source->path, &source->bytes, reason) != 0)
		return -1;
	digest_bytes(source->bytes.bytes, source->bytes.len, &source->digest);
	return 0;
}

/* Whether the game's page is there and still right. */
static bool is_made(struct archive *archive, const struct catalogue_game *before, const char *id)
{
	char *name = base_printf("games/%s.html", id);
	char *path = shelf_path(&archive->shelf, name);
	const bool made =
		before != NULL && !before->fault && !archive->wish->anew && access(path, F_OK) == 0;

	free(path);
	free(name);
	return made;
}

/* It is the same, only its file is newer. */
static void keep(struct archive *archive, const struct catalogue_game *before,
		 const struct archive_source *source)
{
	struct catalogue_game game = *before;

	game.changed = source->changed;
	archive_find_game(archive, &game);
}

/* A game whose file has changed, or is new here. */
static int look_at(struct archive *archive, struct archive_source *source,
		   const struct catalogue_game *before, bool made, struct reason *reason)
{
	if (read_source(source, reason) != 0)
		return -1;
	if (!ends_whole(&source->bytes) && source->changed / NANO + FRESH_SECONDS > time(NULL)) {
		g_usleep(G_USEC_PER_SEC);
		if (read_source(source, reason) != 0)
			return -1;
	}
	if (made && strcmp(before->digest.hex, source->digest.hex) == 0) {
		keep(archive, before, source);
		return 0;
	}
	return archive_take(archive, source, reason);
}

/* Its moderator learns of it, and there is no page. */
static void tell_foreign(struct archive *archive, const char *path)
{
	char *line = base_printf("%s:1: no whole header", path);

	archive_find_damage(archive, line);
	archive_find_fault(archive);
	free(line);
}

int archive_look(struct archive *archive, const char *id, struct reason *reason)
{
	const struct catalogue_game *before = catalogue_find(&archive->before, id);
	const bool made = is_made(archive, before, id);
	struct archive_source source = {.id = id};
	bool there = false, published = false, foreign = false;
	struct stat status;
	int result = 0;

	source.path = base_printf("%s/games/%s/game.txt", archive->wish->site, id);
	text_init(&source.bytes, SIZE_MAX);
	if (strlen(id) <= GAME_ID_MAX)
		result = files_is_there(source.path, &there, reason);
	if (result != 0 || !there)
		goto out;
	if (stat(source.path, &status) != 0) {
		reason_set_errno(reason, "%s", source.path);
		result = reason_is(reason, REASON_PASSING);
		goto out;
	}
	source.changed = changed_at(&status);
	if (made && before->size == (uint64_t)status.st_size && before->changed == source.changed) {
		keep(archive, before, &source);
		goto out;
	}
	result = read_published(source.path, &published, &foreign, reason);
	/* What was published stands there as damaged; of anything else nobody is to learn. */
	if (result == 0 && (published || (foreign && before != NULL)))
		result = look_at(archive, &source, before, made, reason);
	else if (result == 0 && foreign)
		tell_foreign(archive, source.path);
out:
	text_done(&source.bytes);
	free(source.path);
	return result;
}

/* ---- the whole ---- */

static int copy_files(struct archive *archive, struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(copied); i++) {
		const struct text *file = forms_file(archive->forms, copied[i], reason);

		result = file != NULL ? shelf_put(&archive->shelf, copied[i], file->bytes,
						  file->len, reason)
				      : -1;
	}
	return result;
}

/* What stands in the catalogue is there: it is written last. */
static int put_catalogue(struct archive *archive, struct reason *reason)
{
	struct text out;
	int result;

	text_init(&out, SIZE_MAX);
	catalogue_print(&archive->now, &archive->stamp, &out);
	result = shelf_put(&archive->shelf, CATALOGUE_FILE, out.bytes, out.len, reason);
	text_done(&out);
	return result;
}

static int fill(struct archive *archive, struct reason *reason)
{
	if (drawing_set(archive->wish->site, &archive->pieces, reason) != 0 ||
	    archive_stamp(archive, reason) != 0)
		return -1;
	if (catalogue_read(archive->wish->folder, &archive->stamp, &archive->before, reason) != 0)
		return -1;
	if (copy_files(archive, reason) != 0 || archive_take_games(archive, reason) != 0 ||
	    archive_put_lists(archive, reason) != 0 || put_catalogue(archive, reason) != 0)
		return -1;
	archive_remove_gone(archive);
	return 0;
}

int archive_make(const struct archive_wish *wish, struct variant_library *library,
		 struct archive_count *count_out, struct reason *reason)
{
	struct archive archive = {.wish = wish, .library = library, .count = count_out};
	const char *language = wish->language != NULL ? wish->language : WORDS_ENGLISH;
	int result;

	*count_out = (struct archive_count){.games = 0};
	if (words_need(reason) < 0 || words_speak(language, reason) < 0 ||
	    shelf_open(wish->folder, &archive.shelf, reason) != 0)
		return -1;
	archive.language = base_strdup(language);
	archive.forms = forms_new(wish->templates, wish->site_templates, language);
	result = fill(&archive, reason);
	count_out->games = archive.now.count;
	count_out->written = archive.shelf.written;
	catalogue_done(&archive.before);
	catalogue_done(&archive.now);
	forms_free(archive.forms);
	pieces_free(archive.pieces);
	free(archive.language);
	shelf_close(&archive.shelf);
	return result;
}
