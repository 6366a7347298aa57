/* SPDX-License-Identifier: MIT */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/gamefile/gamefile_internal.h"
#include "core/gamefile/gamefile_packing.h"
#include "core/gamefile/lineage.h"
#include "core/util/fold_lines.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* Applies the events of entries to a game, and checks that the resulting game is possible. */

static bool is_step_sound(const struct game *game, const struct turn_step *step)
{
	return position_is_square_or_none(game->variant, step->from) &&
	       position_is_square_or_none(game->variant, step->to);
}

static bool is_record_sound(const struct game *game, const struct turn_record *record)
{
	if (record->seat >= variant_seats(game->variant))
		return false;
	for (unsigned i = 0; i < record->step_count; i++)
		if (!is_step_sound(game, &record->steps[i]))
			return false;
	return true;
}

static bool are_turns_sound(const struct game *game)
{
	for (unsigned i = 0; i < GAME_RECENT; i++)
		if (!is_record_sound(game, &game->recent[i]))
			return false;
	for (unsigned i = 0; i < game->step_count; i++)
		if (!is_step_sound(game, &game->steps[i]))
			return false;
	return true;
}

bool gamefile_is_time_sound(const struct question *question)
{
	return question->asked >= 0 && question->asked <= GAMEFILE_LAST_TIME;
}

static bool is_clock_sound(const struct game *game, const struct turn_clock *clock)
{
	return clock->seat < variant_seats(game->variant) && clock->asked >= 0 &&
	       clock->asked <= clock->main && clock->main <= clock->until &&
	       clock->until <= GAMEFILE_LAST_TIME;
}

static bool are_clocks_sound(const struct game *game)
{
	for (unsigned i = 0; i < MAX_SEATS; i++)
		if (!is_clock_sound(game, &game->clocks[i]))
			return false;
	return game->paused >= 0 && game->paused <= GAMEFILE_LAST_TIME;
}

static bool are_seats_sound(const struct game *game)
{
	uint16_t others = game->agreed | game->undo_request.agreed | game->exchanged |
			  game->position.exchange.lost | game->position.exchange.involved;

	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		if (!position_is_seat_or_none(game->variant, game->out[seat].by) ||
		    !gamefile_is_time_sound(&game->questions[seat]))
			return false;
	for (unsigned side = 0; side < MAX_SIDES; side++)
		others |= game->owing[side].involved;
	return (others >> variant_seats(game->variant)) == 0 &&
	       position_is_seat_or_none(game->variant, game->offering) &&
	       position_is_seat_or_none(game->variant, game->undo_request.seat) &&
	       game->counted >= 0 && game->counted <= GAMEFILE_LAST_TIME &&
	       game->position.exchange.left <= MAX_SIDES;
}

bool gamefile_is_sound(const struct game *game)
{
	if (!are_turns_sound(game) || !are_seats_sound(game) || !are_clocks_sound(game))
		return false;
	if (game->variant->kind->is_sound != NULL)
		return game->variant->kind->is_sound(game);
	return position_is_sound(game->variant, &game->position) &&
	       (game->outcome.status != STATUS_PLAYING || game->position.turn != NO_SIDE);
}

static void gamefile_pass_entry(struct gamefile *file, const struct log_entry *entry,
				const struct event_list *events);

static int apply_events(struct gamefile *file, const struct log_entry *entry,
			const struct event_list *events, const struct gamefile_callbacks *looker,
			bool doubted, struct reason *reason)
{
	struct entry_head head = {entry->number, entry->when, entry->cause};

	for (size_t i = 0; i < events->count; i++) {
		if (game_apply(&file->game, &head, &events->events[i], reason) < 0) {
			reason_prefix(reason, "entry %u: ", entry->number);
			return -1;
		}
		if (looker != NULL)
			looker->event(looker->context, file, &head, &events->events[i]);
	}
	if (doubted && !gamefile_is_sound(&file->game))
		return reason_fail(reason, "entry %u: the game can't be as it would be after it",
				   entry->number);
	game_close_entry(&file->game, entry->number, &entry->hash);
	gamefile_pass_entry(file, entry, events);
	if (looker != NULL)
		looker->entry(looker->context, file);
	return 0;
}

int gamefile_apply_decided(struct gamefile *file, const struct log_entry *entry,
			   const struct event_list *events, const struct gamefile_callbacks *looker,
			   struct reason *reason)
{
	return apply_events(file, entry, events, looker, false, reason);
}

int gamefile_apply_entry(struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *events, const struct gamefile_callbacks *looker,
			 struct reason *reason)
{
	return apply_events(file, entry, events, looker, true, reason);
}

/*
 * Moves on to the next entry and records changes to the header. For an undone entry nothing else is
 * done.
 */
static void gamefile_pass_entry(struct gamefile *file, const struct log_entry *entry,
				const struct event_list *events)
{
	gamefile_note_header(file, events);
	file->head = entry->number;
	file->hash = entry->hash;
	file->size += (uint64_t)(entry->end - entry->start);
}

/* Reads and writes the lines of events in game files. */

void gamefile_write_event(const struct variant *variant, const struct event *event,
			  struct strbuf *out)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	strbuf_add(&line, "  ");
	event_print(variant, event, &line);
	fold_add(&line, out);
	strbuf_done(&line);
}

/* Reports whether the next line continues this one (core/util/fold_lines.h). */
static bool continues_line(const char *next, const char *end)
{
	return end - next >= FOLD_INDENT && memcmp(next, "    ", FOLD_INDENT) == 0;
}

/* Reads a line of an entry and adds its event, unless it is a line of a diagram. */
static int read_line(const struct gamefile *file, const char *line, size_t len, bool *plain_io,
		     struct event_list *events, struct reason *reason)
{
	const size_t indent = len < 2 ? 0 : 2;
	bool plain;

	if (len > 2 && memcmp(line, "  |", 3) == 0)
		return 0;
	if (event_parse_line(file->game.variant, line + indent, len - indent, events, &plain,
			     reason) < 0)
		return -1;
	*plain_io &= plain && line[0] == ' ' && line[1] == ' ' && len <= FOLD_WIDTH;
	return 0;
}

/* Reads the line at *cursor with its continuation lines. A line without them isn't copied. */
static int read_next(const struct gamefile *file, const char **cursor, const char *end,
		     bool *plain_io, struct event_list *events, struct reason *reason)
{
	const char *line = *cursor, *after = memchr(line, '\n', (size_t)(end - line));
	struct strbuf whole;
	int result;

	if (after != NULL && !continues_line(after + 1, end)) {
		*cursor = after + 1;
		return read_line(file, line, (size_t)(after - line), plain_io, events, reason);
	}
	strbuf_init(&whole, 0);
	*plain_io = false;
	(void)fold_next(cursor, end, &whole);
	result = read_line(file, whole.bytes, whole.len, plain_io, events, reason);
	strbuf_done(&whole);
	return result;
}

/*
 * Reads the events of an entry without diagrams. *plain_out (may be NULL) reports whether each is
 * spelled exactly as gamefile_write_event would write it. Returns -1 with the reason; *fault_out is
 * then the beginning of the faulty line.
 */
static int gamefile_read_events(const struct gamefile *file, const struct log_entry *entry,
				struct event_list *events, bool *plain_out, const char **fault_out,
				struct reason *reason)
{
	const bool drawn = entry->diagram != NULL && entry->behind == NULL;
	const char *end = drawn ? entry->diagram : entry->events_end;
	const char *cursor = entry->body, *at = cursor;
	bool plain = true;
	int result = 0;

	while (result == 0 && at < end) {
		result = read_next(file, &cursor, end, &plain, events, reason);
		if (result < 0)
			*fault_out = at;
		at = cursor;
	}
	if (plain_out != NULL)
		*plain_out = plain;
	return result;
}

/* ---- batches of entries ---- */

void gamefile_batch_init(struct gamefile_batch *stock)
{
	stock->count = 0;
	for (unsigned i = 0; i < GAMEFILE_BATCH; i++)
		event_list_init(&stock->entries[i].events);
}

void gamefile_batch_done(struct gamefile_batch *stock)
{
	for (unsigned i = 0; i < GAMEFILE_BATCH; i++)
		event_list_done(&stock->entries[i].events);
}

static void find_entries(struct gamefile_batch *stock, struct lines *lines, unsigned number,
			 const struct sha256 *previous)
{
	struct batch_entry *each;

	stock->count = 0;
	do {
		each = &stock->entries[stock->count];
		each->entry.end = NULL;
		each->found = gamefile_next_entry(lines, number + stock->count, previous,
						  &each->entry, &stock->damaged);
		each->at = lines->cursor;
		previous = &each->entry.hash;
	} while (++stock->count < GAMEFILE_BATCH && each->found > 0);
	if (each->found < 0 && each->entry.end != NULL)
		lines->cursor = each->entry.end;
}

void gamefile_batch_read(struct gamefile_batch *stock, const struct gamefile *file,
			 struct lines *lines, unsigned number)
{
	find_entries(stock, lines, number, &file->hash);
	for (unsigned i = 0; i < stock->count; i++) {
		struct batch_entry *each = &stock->entries[i];

		event_list_clear(&each->events);
		each->unread = NULL;
		if (each->entry.end != NULL &&
		    gamefile_read_events(file, &each->entry, &each->events, &each->plain,
					 &each->unread, &stock->unread) < 0)
			return; /* the rest can't be judged */
	}
}

/* The files beside a game file: its snapshot, and the sealed file of a game with secrets. */

static char *path_beside(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	return base_printf("%.*s%s", slash != NULL ? (int)(slash - path) + 1 : 0, path, name);
}

/*
 * Reads the file `name` in the folder of `path` like gamefile_read_bytes. Returns 1 if read, 0 if
 * there is none, -1 with the reason if it can't be read.
 */
static int gamefile_read_beside(const char *path, const char *name, uint64_t offset,
				char **bytes_out, size_t *len_out, struct reason *reason)
{
	char *other = path_beside(path, name);
	int result = 0;

	if (access(other, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR))
		result =
			gamefile_read_bytes(other, offset, bytes_out, len_out, reason) < 0 ? -1 : 1;
	free(other);
	return result;
}

/*
 * Reads the snapshot file in that folder. Returns NULL also if there is none or it can't be read.
 */
static struct gamefile *gamefile_read_beside_snapshot(const char *folder,
						      struct variant_library *library)
{
	char *path = base_printf("%s/snapshot", folder), *bytes = NULL;
	struct gamefile *file = NULL;
	size_t len = 0;

	if (gamefile_read_bytes(path, 0, &bytes, &len, NULL) == 0)
		file = gamefile_read_snapshot(bytes, len, library);
	free(bytes);
	free(path);
	return file;
}

unsigned gamefile_snapshot_beyond(const char *folder, const struct gamefile *file,
				  struct variant_library *library)
{
	struct gamefile *snapshot = gamefile_read_beside_snapshot(folder, library);
	unsigned head = 0;

	if (snapshot != NULL && snapshot->head > file->head &&
	    strcmp(snapshot->root.hex, file->root.hex) == 0)
		head = snapshot->head;
	gamefile_free(snapshot);
	return head;
}

/* Finds whether the log publishes its secrets, so that the sealed file isn't needed any more. */
static int is_published(const char *path, const struct gamefile *file, bool *published_out,
			struct reason *reason)
{
	char *bytes = NULL;
	struct strbuf sealed;
	size_t len;

	if (gamefile_read_bytes(path, 0, &bytes, &len, reason) != 0)
		return -1;
	strbuf_init(&sealed, 0);
	*published_out = sealed_rebuild(file->header.id, bytes, len, &sealed);
	strbuf_done(&sealed);
	free(bytes);
	return 0;
}

/*
 * Checks that a game file whose sealed file is missing doesn't need it, because the game has no
 * secrets or has published them. Returns -1 with the reason otherwise, or if the file can't be
 * read.
 */
static int gamefile_check_unsealed(const char *path, const struct gamefile *file,
				   struct reason *reason)
{
	bool published;
	char *sealed;

	if (file->header.commit.hex[0] == '\0')
		return 0;
	if (is_published(path, file, &published, reason) != 0)
		return -1;
	if (published)
		return 0;
	sealed = path_beside(path, "sealed");
	reason_set(reason,
		   "%s is missing: the game has secrets, hands and traps among them, and has "
		   "published none; put back a good copy of it",
		   sealed);
	free(sealed);
	return -1;
}

bool gamefile_read_sealed(const char *path, const struct gamefile *file, struct strbuf *out,
			  struct reason *reason)
{
	char *bytes = NULL;
	size_t len;
	int found;

	*reason = (struct reason){.text = ""};
	found = gamefile_read_beside(path, "sealed", 0, &bytes, &len, reason);

	if (found > 0)
		strbuf_add_bytes(out, bytes, len);
	else if (found == 0 && gamefile_read_beside(path, "seats", 0, &bytes, &len, NULL) != 0)
		(void)gamefile_check_unsealed(path, file, reason);
	free(bytes);
	return found > 0;
}

/* A log opened for reading. */
struct log {
	char *path;
	char *bytes; /* of the file from `offset` on */
	size_t len;
	uint64_t offset;
	struct lines lines;
	struct lineage lineage;		    /* parents of its entries */
	const struct gamefile_bytes *given; /* the source of its bytes; NULL: the file at `path` */
	char *sealed_bytes;		    /* of its sealed file, or NULL */
	struct sealed_reader sealed;
};

typedef void (*take_turn)(void *context, const struct turn_record *record);

/* The part of a game's log to be read. */
struct wanted {
	bool alone;	  /* without sealed events */
	size_t turns;	  /* stop after that many finished turns; SIZE_MAX: never */
	take_turn take;	  /* called for each finished turn that isn't undone, or NULL */
	take_turn undone; /* called for each undone turn, or NULL */
	void *context;
	const struct gamefile_callbacks *looker; /* or NULL */
};

static int read_all(int fd, uint64_t offset, char *bytes, size_t len)
{
	size_t have = 0;

	while (have < len) {
		ssize_t got = pread(fd, bytes + have, len - have, (off_t)(offset + have));

		if (got < 0 && errno == EINTR)
			continue;
		if (got == 0)
			errno = EIO; /* the file became shorter while it was read */
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
		size_t len = (uint64_t)status.st_size > offset
				     ? (size_t)((uint64_t)status.st_size - offset)
				     : 0;

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
	lineage_done(&log->lineage);
	free(log->path);
	free(log->bytes);
	free(log->sealed_bytes);
}

/* Prefixes a fault with file and line. Only now are the lines counted. */
static void prefix_place(const struct log *log, const char *at, struct reason *reason)
{
	char *bytes = NULL;
	const char *start = log->given != NULL ? log->given->log : NULL;
	unsigned line = 1;
	size_t len = log->given != NULL ? log->given->log_len : 0;
	uint64_t offset = log->offset + (uint64_t)(at - log->bytes);

	if (start == NULL && gamefile_read_bytes(log->path, 0, &bytes, &len, NULL) == 0)
		start = bytes;
	for (size_t i = 0; start != NULL && i < len && i < offset; i++)
		line += start[i] == '\n';
	free(bytes);
	reason_prefix(reason, "%s:%u: ", log->path, line);
}

/* Reports whether the log has the snapshot's end line at the place that the snapshot names. */
static bool log_has_snapshot_end(const char *path, const struct gamefile *file)
{
	char wanted[SHA256_HEX + 32], found[sizeof wanted];
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
	struct gamefile *file = gamefile_read_beside_snapshot(folder, library);

	if (file != NULL && !log_has_snapshot_end(log_path, file)) {
		gamefile_free(file);
		file = NULL;
	}
	return file;
}

/* Opens the log after the state in `file`; NULL: the whole log. */
static int open_log(const char *path, const struct gamefile *file, struct log *log,
		    struct reason *reason)
{
	*log = (struct log){.path = base_strdup(path), .offset = file != NULL ? file->size : 0};
	if (gamefile_read_bytes(path, log->offset, &log->bytes, &log->len, reason) < 0)
		return -1;
	log->lines = (struct lines){log->bytes, log->bytes + log->len};
	lineage_read(&log->lineage, file != NULL ? file->head : 0, log->bytes, log->len);
	return 0;
}

static struct gamefile *load_header(struct log *log, struct variant_library *library,
				    struct reason *reason)
{
	const struct sha256 none = {""};
	struct log_entry entry;
	struct gamefile *file = NULL;
	int found = gamefile_next_entry(&log->lines, 0, &none, &entry, reason);

	if (found > 0) {
		file = gamefile_read_header(&entry, library, reason);
		if (file == NULL)
			prefix_place(log, entry.start, reason);
	} else if (found == 0) {
		reason_set(reason, "%s:1: no whole header", log->path);
	} else {
		prefix_place(log, log->lines.cursor, reason);
	}
	return file;
}

/* Copies all bytes. A damaged file may contain NULs. */
static char *copy_bytes(const char *bytes, size_t len)
{
	char *whole = base_alloc(len + 1);

	memcpy(whole, bytes, len);
	whole[len] = '\0';
	return whole;
}

/*
 * Opens the sealed file of a game with secrets. The file is needed unless the secrets are
 * published, because the public file doesn't show the hands.
 */
static int open_sealed(struct log *log, const struct gamefile *file, struct reason *reason)
{
	const struct sealed *from = file->sealed.secret[0] != '\0' ? &file->sealed : NULL;
	const char *folder;
	size_t len;
	int found;

	if (file->header.commit.hex[0] == '\0')
		return 0;
	if (log->given != NULL) {
		len = log->given->sealed_len;
		found = log->given->sealed != NULL;
		log->sealed_bytes = found ? copy_bytes(log->given->sealed, len) : NULL;
	} else {
		found = gamefile_read_beside(log->path, "sealed", from ? from->size : 0,
					     &log->sealed_bytes, &len, reason);
	}
	if (found < 0)
		return -1;
	if (found == 0)
		return gamefile_check_unsealed(log->path, file, reason);
	if (sealed_open(&log->sealed, log->sealed_bytes, len, from, reason) == 0)
		return 0;
	folder = strrchr(log->path, '/');
	reason_prefix(reason, "%.*ssealed: ", folder != NULL ? (int)(folder + 1 - log->path) : 0,
		      log->path);
	return -1;
}

/*
 * Removes the events after the last turn wanted. In games with cards, a turn is only finished by
 * the message that begins the next turn.
 */
static void cut_after_turns(struct event_list *events, const struct game *game, size_t turns)
{
	size_t finished = game->turns, at = 0;

	while (at < events->count && (finished < turns || events->events[at].kind != EVENT_SCRIPT))
		finished += events->events[at++].kind == EVENT_PLAYED;
	event_list_cut(events, at);
}

static void report_undone(const struct wanted *wanted, const struct log_entry *entry,
			  const struct event_list *events)
{
	const struct entry_head head = {entry->number, entry->when, entry->cause};

	for (size_t i = 0; wanted->looker != NULL && i < events->count; i++)
		wanted->looker->event(wanted->looker->context, NULL, &head, &events->events[i]);
	for (size_t i = 0; wanted->undone != NULL && i < events->count; i++)
		if (events->events[i].kind == EVENT_PLAYED) {
			const struct turn_record record = {.entry = entry->number,
							   .seat = events->events[i].seat};

			wanted->undone(wanted->context, &record);
		}
}

/*
 * Applies an entry of the present game. For an undone entry only the number and the hash are
 * recorded.
 */
static int apply_or_skip_entry(struct log *log, struct gamefile *file, const struct wanted *wanted,
			       const struct log_entry *entry, struct event_list *events,
			       struct reason *reason)
{
	gamefile_note_shown(file, entry->number, events);
	if (lineage_is_current(&log->lineage, entry->number)) {
		cut_after_turns(events, &file->game, wanted->turns);
		return gamefile_apply_entry(file, entry, events, wanted->looker, reason);
	}
	report_undone(wanted, entry, events);
	gamefile_pass_entry(file, entry, events);
	return 0;
}

/*
 * Reads the next entry and applies or skips it. Returns 1 if done, 0 if there is none, -1 if it is
 * damaged.
 */
static int load_entry(struct log *log, struct gamefile *file, const struct wanted *wanted,
		      struct event_list *events, struct reason *reason)
{
	struct log_entry entry;
	const char *fault;
	int found = gamefile_next_entry(&log->lines, file->head + 1, &file->hash, &entry, reason);

	if (found == 0)
		return 0;
	fault = found < 0 ? log->lines.cursor : entry.start;
	if (found < 0 || gamefile_read_events(file, &entry, events, NULL, &fault, reason) < 0 ||
	    (log->sealed_bytes != NULL &&
	     sealed_merge(&log->sealed, file->game.variant, entry.number, events, reason) < 0) ||
	    apply_or_skip_entry(log, file, wanted, &entry, events, reason) < 0) {
		prefix_place(log, fault, reason);
		return -1;
	}
	return 1;
}

/*
 * Applies the entries of the log up to `last`. Frees the gamefile and returns NULL if that fails.
 */
static struct gamefile *load_entries(struct log *log, struct gamefile *file, unsigned last,
				     const struct wanted *wanted, struct reason *reason)
{
	int found = file != NULL && (wanted->alone || open_sealed(log, file, reason) == 0) ? 1 : -1;

	if (found > 0)
		game_set_lots(&file->game, file->header.id,
			      log->sealed_bytes != NULL ? log->sealed.sealed.secret : "");
	if (found > 0)
		(void)lineage_trace(&log->lineage, last);
	if (found > 0 && wanted->looker != NULL)
		wanted->looker->header(wanted->looker->context, file);
	while (found > 0 && file->head < last &&
	       !(wanted->turns == 0 ? file->game.started : file->game.turns >= wanted->turns)) {
		unsigned before = file->game.turns;
		struct event_list events;

		event_list_init(&events);
		found = load_entry(log, file, wanted, &events, reason);
		event_list_done(&events);
		while (found > 0 && wanted->take != NULL && before < file->game.turns)
			wanted->take(wanted->context,
				     game_recent(&file->game, file->game.turns - ++before));
	}
	if (found < 0) {
		gamefile_free(file);
		return NULL;
	}
	if (log->sealed_bytes != NULL)
		file->sealed = log->sealed.sealed;
	return file;
}

static struct gamefile *load_log(const char *path, const struct wanted *wanted,
				 struct variant_library *library, struct reason *reason)
{
	struct gamefile *file = NULL;
	struct log log;

	if (open_log(path, NULL, &log, reason) == 0) {
		file = load_header(&log, library, reason);
		file = load_entries(&log, file, lineage_last(&log.lineage), wanted, reason);
	}
	log_done(&log);
	return file;
}

static const struct wanted all = {.turns = SIZE_MAX};

/*
 * Loads the entries after a snapshot. Returns NULL with *behind_out if the snapshot's last entry
 * was undone later.
 */
static struct gamefile *load_after_snapshot(const char *path, struct gamefile *file,
					    bool *behind_out, struct reason *reason)
{
	struct log log;

	*behind_out = false;
	if (open_log(path, file, &log, reason) < 0) {
		gamefile_free(file);
		file = NULL;
	} else if (lineage_trace(&log.lineage, lineage_last(&log.lineage))) {
		file = load_entries(&log, file, lineage_last(&log.lineage), &all, reason);
	} else {
		gamefile_free(file);
		file = NULL;
		*behind_out = true;
	}
	log_done(&log);
	return file;
}

struct gamefile *gamefile_load(const char *folder, struct variant_library *library,
			       struct reason *reason)
{
	char *path = base_printf("%s/game.txt", folder);
	struct gamefile *file = load_snapshot(folder, path, library);
	bool whole = file == NULL;

	if (!whole)
		file = load_after_snapshot(path, file, &whole, reason);
	if (whole)
		file = load_log(path, &all, library, reason);
	/* An imported game has no players to ask or to send letters to. */
	if (file != NULL && file->header.imported[0] != '\0') {
		reason_set(reason,
			   "%s: this game was imported and not played here: a site's folder of "
			   "games is no place for it",
			   path);
		gamefile_free(file);
		file = NULL;
	}
	free(path);
	return file;
}

struct gamefile *gamefile_load_at(const char *folder, struct variant_library *library, size_t turns,
				  struct reason *reason)
{
	const struct wanted wanted = {.turns = turns};
	char *path = base_printf("%s/game.txt", folder);
	struct gamefile *file = load_log(path, &wanted, library, reason);

	free(path);
	return file;
}

struct gamefile *gamefile_load_public(const char *path, struct variant_library *library,
				      size_t turns, struct reason *reason)
{
	const struct wanted wanted = {.alone = true, .turns = turns};

	return load_log(path, &wanted, library, reason);
}

static void open_bytes(const struct gamefile_bytes *bytes, struct log *log)
{
	*log = (struct log){
		.path = base_strdup(bytes->path),
		.given = bytes,
		.bytes = copy_bytes(bytes->log, bytes->log_len),
		.len = bytes->log_len,
	};
	log->lines = (struct lines){log->bytes, log->bytes + log->len};
	lineage_read(&log->lineage, 0, log->bytes, log->len);
}

/* Loads the game as of an entry; 0: the last. */
static struct gamefile *load_bytes(const struct gamefile_bytes *bytes,
				   struct variant_library *library, unsigned entry,
				   const struct wanted *wanted, struct reason *reason)
{
	struct gamefile *file;
	struct log log;

	open_bytes(bytes, &log);
	file = load_header(&log, library, reason);
	if (file != NULL && entry > lineage_last(&log.lineage)) {
		reason_set(reason, "there is no entry %u, the last one is %u", entry,
			   lineage_last(&log.lineage));
		(void)reason_set_kind(reason, REASON_USAGE);
		gamefile_free(file);
		file = NULL;
	} else {
		file = load_entries(&log, file, entry != 0 ? entry : lineage_last(&log.lineage),
				    wanted, reason);
	}
	log_done(&log);
	return file;
}

struct gamefile *gamefile_load_entry(const struct gamefile_bytes *bytes,
				     struct variant_library *library, unsigned entry,
				     struct reason *reason)
{
	if (entry > 0)
		return load_bytes(bytes, library, entry, &all, reason);
	reason_set(reason, "entries are numbered from 1");
	(void)reason_set_kind(reason, REASON_USAGE);
	return NULL;
}

struct gamefile *gamefile_load_bytes(const struct gamefile_bytes *bytes,
				     struct variant_library *library, struct reason *reason)
{
	return load_bytes(bytes, library, 0, &all, reason);
}

struct gamefile *gamefile_load_seen(const struct gamefile_bytes *bytes,
				    struct variant_library *library, size_t turns,
				    struct reason *reason)
{
	const struct wanted wanted = {.alone = true, .turns = turns};

	return load_bytes(bytes, library, 0, &wanted, reason);
}

struct gamefile *gamefile_load_watched(const struct gamefile_bytes *bytes,
				       struct variant_library *library,
				       const struct gamefile_callbacks *looker,
				       struct reason *reason)
{
	const struct wanted wanted = {.alone = true, .turns = SIZE_MAX, .looker = looker};

	return load_bytes(bytes, library, 0, &wanted, reason);
}

int gamefile_history(const struct gamefile_bytes *bytes, struct variant_library *library,
		     take_turn turn, take_turn undone, void *context, struct reason *reason)
{
	const struct wanted wanted = {
		.turns = SIZE_MAX, .take = turn, .undone = undone, .context = context};
	struct gamefile *file = load_bytes(bytes, library, 0, &wanted, reason);

	if (file == NULL)
		return -1;
	gamefile_free(file);
	return 0;
}

void gamefile_free(struct gamefile *file)
{
	if (file == NULL)
		return;
	game_done(&file->game);
	free(file);
}
