/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/record/gamefile_inner.h"
#include "core/base/text.h"

/* A log opened for reading: what of it has to be looked at. */
struct log {
	char *path;
	char *bytes; /* from `offset` on */
	size_t len;
	uint64_t offset;
	struct lines lines;
	char *sealed_bytes; /* of its sealed file, or NULL */
	struct sealed_reader sealed;
};

static int read_all(int fd, uint64_t offset, char *bytes, size_t len)
{
	size_t have = 0;

	while (have < len) {
		ssize_t got = pread(fd, bytes + have, len - have, (off_t)(offset + have));

		if (got < 0 && errno == EINTR)
			continue;
		if (got == 0)
			errno = EIO; /* it was cut while it was read */
		if (got <= 0)
			return -1;
		have += (size_t)got;
	}
	return 0;
}

int gamefile_read_bytes(const char *path, uint64_t offset, char **bytes_out, size_t *len_out,
			struct reason *reason)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), result = -1;
	struct stat status;
	char *bytes = NULL;

	if (fd >= 0 && fstat(fd, &status) == 0) {
		size_t len =
			(uint64_t)status.st_size > offset ? (size_t)status.st_size - offset : 0;

		bytes = base_alloc(len + 1);
		result = read_all(fd, offset, bytes, len);
		bytes[len] = '\0';
		*len_out = len;
	}
	if (result < 0) {
		reason_set_errno(reason, "%s", path);
		free(bytes);
	} else {
		*bytes_out = bytes;
	}
	if (fd >= 0)
		close(fd);
	return result;
}

static void log_done(struct log *log)
{
	free(log->path);
	free(log->bytes);
	free(log->sealed_bytes);
}

/* Puts file and line in front of a fault; the line is counted only now. */
static void name_place(const struct log *log, const char *at, struct reason *reason)
{
	char *bytes = NULL;
	unsigned line = 1;
	size_t len;
	uint64_t offset = log->offset + (uint64_t)(at - log->bytes);

	if (gamefile_read_bytes(log->path, 0, &bytes, &len, NULL) == 0) {
		for (size_t i = 0; i < len && i < offset; i++)
			line += bytes[i] == '\n';
	}
	free(bytes);
	reason_prefix(reason, "%s:%u: ", log->path, line);
}

/* Whether the log has, where the snapshot says it ends, the end line the snapshot names. */
static bool belongs(const char *path, const struct gamefile *file)
{
	char wanted[DIGEST_HEX + 32], found[sizeof wanted];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t len;
	bool same;

	snprintf(wanted, sizeof wanted, "\nend %u %s\n", file->head, file->hash.hex);
	len = strlen(wanted);
	same = fd >= 0 && file->size >= len && read_all(fd, file->size - len, found, len) == 0 &&
	       memcmp(wanted, found, len) == 0;
	if (fd >= 0)
		close(fd);
	return same;
}

static struct gamefile *load_snapshot(const char *folder, const char *log_path,
				      struct variant_library *library)
{
	char *path = base_printf("%s/snapshot", folder), *bytes = NULL;
	struct gamefile *file = NULL;
	size_t len = 0;

	if (gamefile_read_bytes(path, 0, &bytes, &len, NULL) == 0)
		file = gamefile_read_snapshot(bytes, len, library);
	if (file != NULL && !belongs(log_path, file)) {
		gamefile_free(file);
		file = NULL;
	}
	free(bytes);
	free(path);
	return file;
}

static int open_log(const char *path, uint64_t offset, struct log *log, struct reason *reason)
{
	log->path = base_strdup(path);
	log->bytes = log->sealed_bytes = NULL;
	log->offset = offset;
	if (gamefile_read_bytes(path, offset, &log->bytes, &log->len, reason) < 0)
		return -1;
	log->lines = (struct lines){log->bytes, log->bytes + log->len};
	return 0;
}

static struct gamefile *load_header(struct log *log, struct variant_library *library,
				    struct reason *reason)
{
	const struct digest none = {""};
	struct log_entry entry;
	struct gamefile *file = NULL;
	int found = gamefile_next_entry(&log->lines, 0, &none, &entry, reason);

	if (found > 0) {
		file = gamefile_read_header(&entry, library, reason);
		if (file == NULL)
			name_place(log, entry.start, reason);
	} else if (found == 0) {
		reason_set(reason, "%s:1: no whole header", log->path);
	} else {
		name_place(log, log->lines.cursor, reason);
	}
	return file;
}

/* Opens the sealed file of a game with secrets. Without one the game has lost them, unless they are
 * published: hands can't be told from the public file. */
static int open_sealed(struct log *log, const struct gamefile *file, struct reason *reason)
{
	const struct sealed *from = file->sealed.secret[0] != '\0' ? &file->sealed : NULL;
	size_t len;
	int found;

	if (file->header.commit.hex[0] == '\0')
		return 0;
	found = gamefile_read_beside(log->path, "sealed", from ? from->size : 0, &log->sealed_bytes,
				     &len, reason);
	if (found < 0)
		return -1;
	if (found == 0)
		return gamefile_check_unsealed(log->path, file, reason);
	if (sealed_open(&log->sealed, log->sealed_bytes, len, from, reason) == 0)
		return 0;
	reason_prefix(reason, "%.*ssealed: ", (int)(strrchr(log->path, '/') + 1 - log->path),
		      log->path);
	return -1;
}

/* In a game with cards a turn is finished by the letter that begins the next one: what follows its
 * last fact is left out where the game is wanted as it stood then. */
static void cut_behind(struct event_list *events, const struct game *game, size_t turns)
{
	size_t finished = game->turns, at = 0;

	while (at < events->count && (finished < turns || events->events[at].kind != EVENT_SCRIPT))
		finished += events->events[at++].kind == EVENT_PLAYED;
	event_list_cut(events, at);
}

/* Reads and applies the next entry. 1: done; 0: there is none; -1: damaged. */
static int load_entry(struct log *log, struct gamefile *file, size_t turns,
		      struct event_list *events, struct reason *reason)
{
	struct log_entry entry;
	const char *fault;
	int found = gamefile_next_entry(&log->lines, file->head + 1, &file->hash, &entry, reason);

	if (found == 0)
		return 0;
	fault = found < 0 ? log->lines.cursor : entry.start;
	if (found < 0 || gamefile_read_facts(file, &entry, events, &fault, reason) < 0 ||
	    (log->sealed_bytes != NULL &&
	     sealed_merge(&log->sealed, file->game.variant, entry.number, events, reason) < 0)) {
		name_place(log, fault, reason);
		return -1;
	}
	cut_behind(events, &file->game, turns);
	if (gamefile_apply_entry(file, &entry, events, reason) < 0) {
		name_place(log, fault, reason);
		return -1;
	}
	return 1;
}

/* Whether loading stops here: exactly so many turns are finished. */
static bool stands_at(const struct game *game, size_t turns)
{
	return turns == 0 ? game->started : game->turns >= turns;
}

typedef void (*take_turn)(void *context, const struct turn_record *record);

/* Applies what the log holds to a gamefile, which is freed when that fails; `alone`: without what
 * is sealed. */
static struct gamefile *load_entries(struct log *log, struct gamefile *file, bool alone,
				     size_t turns, take_turn take, void *context,
				     struct reason *reason)
{
	int found = file != NULL && (alone || open_sealed(log, file, reason) == 0) ? 1 : -1;

	if (found > 0)
		game_know_lots(&file->game, file->header.id,
			       log->sealed_bytes != NULL ? log->sealed.sealed.secret : "");
	while (found > 0 && !stands_at(&file->game, turns)) {
		unsigned before = file->game.turns;
		struct event_list events;

		event_list_init(&events);
		found = load_entry(log, file, turns, &events, reason);
		event_list_done(&events);
		while (found > 0 && take != NULL && before < file->game.turns)
			take(context, game_recent(&file->game, file->game.turns - ++before));
	}
	if (found < 0) {
		gamefile_free(file);
		return NULL;
	}
	if (log->sealed_bytes != NULL)
		file->sealed = log->sealed.sealed;
	return file;
}

struct gamefile *gamefile_load(const char *folder, struct variant_library *library,
			       struct reason *reason)
{
	char *path = base_printf("%s/game.txt", folder);
	struct gamefile *file = load_snapshot(folder, path, library);
	struct log log;

	if (open_log(path, file ? file->size : 0, &log, reason) < 0) {
		gamefile_free(file);
		file = NULL;
	} else {
		if (file == NULL)
			file = load_header(&log, library, reason);
		file = load_entries(&log, file, false, SIZE_MAX, NULL, NULL, reason);
	}
	log_done(&log);
	free(path);
	return file;
}

static struct gamefile *load_log(const char *path, bool alone, struct variant_library *library,
				 size_t turns, take_turn take, void *context, struct reason *reason)
{
	struct gamefile *file = NULL;
	struct log log;

	if (open_log(path, 0, &log, reason) == 0) {
		file = load_header(&log, library, reason);
		file = load_entries(&log, file, alone, turns, take, context, reason);
	}
	log_done(&log);
	return file;
}

struct gamefile *gamefile_load_at(const char *folder, struct variant_library *library, size_t turns,
				  struct reason *reason)
{
	char *path = base_printf("%s/game.txt", folder);
	struct gamefile *file = load_log(path, false, library, turns, NULL, NULL, reason);

	free(path);
	return file;
}

struct gamefile *gamefile_load_public(const char *path, struct variant_library *library,
				      size_t turns, struct reason *reason)
{
	return load_log(path, true, library, turns, NULL, NULL, reason);
}

int gamefile_history(const char *folder, struct variant_library *library,
		     void (*turn)(void *context, const struct turn_record *record), void *context,
		     struct reason *reason)
{
	char *path = base_printf("%s/game.txt", folder);
	struct gamefile *file = load_log(path, false, library, SIZE_MAX, turn, context, reason);
	int result = file ? 0 : -1;

	free(path);
	gamefile_free(file);
	return result;
}

void gamefile_free(struct gamefile *file)
{
	if (file == NULL)
		return;
	game_done(&file->game);
	free(file);
}

/* An entry's facts as the game file has them: what is sealed goes to the sealed file, and a
 * commitment to it stands in its place. */
static void seal(struct gamefile *file, unsigned number, const struct event_list *events,
		 struct text *sealed_out, struct event_list *public)
{
	struct digest commitment;
	char *text;

	for (size_t i = 0; i < events->count; i++)
		if (!events->events[i].sealed)
			event_add(public, events->events[i]);
	if (sealed_out == NULL ||
	    !sealed_add(&file->sealed, file->game.variant, number, events, sealed_out, &commitment))
		return;
	text = base_printf("sha256:%s", commitment.hex);
	event_add(public, event_about(EVENT_SEALED, NO_SIDE, 0, text));
	free(text);
}

int gamefile_add(struct gamefile *file, const struct entry_head *head,
		 const struct event_list *events, struct text *out, struct text *sealed_out,
		 struct reason *reason)
{
	size_t start = out->len;
	struct event_list public;
	struct game before;

	if (head->number != file->head + 1) {
		reason_set(reason, "entry %u can't follow entry %u", head->number, file->head);
		return -1;
	}
	game_copy(&before, &file->game);
	for (size_t i = 0; i < events->count; i++) {
		if (game_apply(&file->game, head, &events->events[i], reason) < 0) {
			game_done(&file->game);
			file->game = before;
			return -1;
		}
	}
	event_list_init(&public);
	seal(file, head->number, events, sealed_out, &public);
	gamefile_write_entry(file, &before, head, &public, out);
	gamefile_write_end(head->number, &file->hash, start, out, &file->hash);
	game_close_entry(&file->game, head->number, &file->hash);
	file->head = head->number;
	file->size += out->len - start;
	event_list_done(&public);
	game_done(&before);
	return 0;
}
