/* SPDX-License-Identifier: MIT */
/*
 * The game file: append-only plain text, hash-chained (pbem-game(5)). Beside it is a snapshot,
 * which saves replaying the game and may be deleted at any time. This code writes no files: it
 * produces the bytes that the journal appends.
 */
#ifndef PBEM_CORE_GAMEFILE_GAMEFILE_H
#define PBEM_CORE_GAMEFILE_GAMEFILE_H

#include <stddef.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/gamefile/sealed_events.h"
#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/variant/variant.h"

struct strbuf;

enum {
	GAME_ID_MAX = 31,
	MAX_OPTIONS = 32,
	IMPORTED_MAX = 84,
	TAGS_MAX = 4000,
	MAX_TAGS = 24, /* lines, each of at most TAG_LINE_MAX bytes */
	TAG_LINE_MAX = 190,
};

/* The header, fixed when the game is created. */
struct game_header {
	char id[GAME_ID_MAX +
		1]; /* letters, digits and '-', begins with a letter; also the name of the folder */
	uint32_t number; /* the game's number in tokens, unique in the site */
	char variant[NAME_MAX_LEN + 1];
	struct option options[MAX_OPTIONS];
	size_t option_count;
	char names[MAX_SEATS][64]; /* of the present players, as they want to be shown */
	int64_t created;	   /* seconds since 1970, UTC */
	struct sha256 lot; /* the lot by which seats or an option were drawn in public; "": nothing
			      was drawn */
	char lot_option[NAME_MAX_LEN + 1]; /* the option that was drawn; "": none */
	struct sha256 commit;		   /* to the game's secret; "" if none (sealed_events.h) */
	char imported[IMPORTED_MAX];	   /* for a game not played here: format and digest of the
					      imported file, "pgn sha256:HEX"; else "" */
	bool played_on;			   /* it went on where games here are drawn automatically */
	char tags[TAGS_MAX]; /* tags of the imported file, one per line: "Event Reykjavik 1972" */
	unsigned rules; /* the rules by which the game was begun ("rules N"); 0: the file has no
			   such line */
	uint8_t drawn[MAX_SEATS]; /* if seats were drawn at random: for each seat the place of its
				     player, from 1, among those who joined; else 0 */
};

/*
 * Calculate the results of a header's public draw (pbem-shuffle(7)): the number of its option, from
 * `low` to `high`, and for each seat the place among the `count` players who joined.
 */
unsigned gamefile_lot_number(const struct game_header *header, unsigned low, unsigned high);
void gamefile_lot_seats(const struct game_header *header, unsigned count,
			uint8_t places_out[MAX_SEATS]);

/*
 * Draws the option of the variant that must be drawn, from the header's lot, and adds it to the
 * header. Returns the variant with that option, or NULL with the reason. Returns `variant` itself
 * if no option must be drawn.
 */
const struct variant *gamefile_draw_option(struct variant_library *library,
					   const struct variant *variant,
					   struct game_header *header, struct reason *reason);

/* A game and the state of its file. */
struct gamefile {
	struct game_header header;
	struct game game;
	struct sha256 root; /* digest of the header, unique to the game */
	unsigned head;	    /* number of the last entry; 0: only the header */
	struct sha256 hash; /* of the last entry: the end of the chain */
	uint64_t size;	    /* bytes of game.txt up to the end of the last whole entry */
	unsigned shown; /* the last entry, undone or not, that showed somebody something that others
			   can't know [secrets-and-undo]; or 0 */
	struct sealed sealed; /* the state of its sealed file; without a secret if unknown here */
};

/* Today's rules as text (RULES_TODAY). */
#define GAMEFILE_RULES "3"

/*
 * Adds the header of a new game, including its end line. The game begins by today's rules;
 * `header->rules` is ignored.
 */
void gamefile_header(const struct game_header *header, const struct variant *variant,
		     struct strbuf *out);

/* Returns a new gamefile in memory with the header that gamefile_header writes. */
struct gamefile *gamefile_new(const struct game_header *header, const struct variant *variant);

/*
 * Begins the sealed file of a new game whose header commits to the secret. Its bytes go to `out`.
 */
void gamefile_seal(struct gamefile *file, const char *secret, struct strbuf *out);

/*
 * Loads the game in `folder`: its snapshot, if sound and part of the log, and the entries of the
 * log after it; otherwise the whole log. With a snapshot, only the end of the log is read. Bytes at
 * the end that aren't a whole entry are ignored. Returns NULL with the reason, which names file and
 * line, if the file is damaged or can't be read. A game with secrets needs its sealed file until
 * they are published.
 */
struct gamefile *gamefile_load(const char *folder, struct variant_library *library,
			       struct reason *reason);
void gamefile_free(struct gamefile *file);

/*
 * Adds an entry: applies its events to the game, appends its text (with diagram, end line and hash)
 * to `out` and that of sealed events to `sealed_out`, and updates the state of both files. The
 * caller writes both to disk, the sealed file first. Returns -1 and changes nothing if an event is
 * impossible. `sealed_out` may be NULL for a game without secrets.
 */
int gamefile_add(struct gamefile *file, const struct entry_head *head,
		 const struct event_list *events, struct strbuf *out, struct strbuf *sealed_out,
		 struct reason *reason);

/* ---- undoing (core/game/takeback.h) ---- */

/*
 * The bytes of a game file and its sealed file in memory, which may include entries that aren't on
 * disk yet.
 */
struct gamefile_bytes {
	const char *path;	  /* of the game file, for error messages */
	const char *log, *sealed; /* `sealed` is NULL without a sealed file */
	size_t log_len, sealed_len;
};

/*
 * Calls `turn` for each finished turn of the log that is part of the present game, and `undone` for
 * each undone one, of which only the entry and the seat are set. Returns -1 with the reason if the
 * file can't be read.
 */
int gamefile_history(const struct gamefile_bytes *bytes, struct variant_library *library,
		     void (*turn)(void *context, const struct turn_record *record),
		     void (*undone)(void *context, const struct turn_record *record), void *context,
		     struct reason *reason);

/* Loads the present game. Returns NULL with the reason if the file is damaged. */
struct gamefile *gamefile_load_bytes(const struct gamefile_bytes *bytes,
				     struct variant_library *library, struct reason *reason);

/*
 * Loads the game as it was after that entry, even if the entry is undone by now. Returns NULL with
 * the reason if there is no such entry, or the file is damaged.
 */
struct gamefile *gamefile_load_entry(const struct gamefile_bytes *bytes,
				     struct variant_library *library, unsigned entry,
				     struct reason *reason);

/*
 * Returns the number of the entry with which the game began, the earliest that an undo can go back
 * to; 0 if it hasn't begun.
 */
unsigned gamefile_start_of(const struct gamefile_bytes *bytes);

/*
 * Loads the game as everybody may see it after `turns` finished turns (SIZE_MAX: all), without its
 * sealed file. Undone turns don't count. Returns NULL with the reason if the file is damaged.
 */
struct gamefile *gamefile_load_seen(const struct gamefile_bytes *bytes,
				    struct variant_library *library, size_t turns,
				    struct reason *reason);

/*
 * Callbacks while a log is read from its beginning. `header` is called when the header is read.
 * `event` is called for each applied event, and with `file` NULL for events of undone entries.
 * `entry` is called for each entry that isn't undone, after its last event. Until then `file->size`
 * and `file->head` are those of the entry before.
 */
struct gamefile_callbacks {
	void (*header)(void *context, const struct gamefile *file);
	void (*event)(void *context, const struct gamefile *file, const struct entry_head *head,
		      const struct event *event);
	void (*entry)(void *context, const struct gamefile *file);
	void *context;
};

/*
 * Loads a game like gamefile_load_seen with all turns, and calls the callbacks. If the file is
 * damaged, they are called for everything before the damage.
 */
struct gamefile *gamefile_load_watched(const struct gamefile_bytes *bytes,
				       struct variant_library *library,
				       const struct gamefile_callbacks *looker,
				       struct reason *reason);

/*
 * Adds the events that restore the game to its state after an entry, which `then` has. Returns -1
 * with a reason of kind REASON_USAGE if this is impossible: the game hadn't begun by then, nothing
 * was done since, or its secrets are published.
 */
int gamefile_undo(const struct gamefile *file, const struct gamefile *then,
		  struct event_list *events, struct reason *reason);

/* Adds an entry as gamefile_add does, after making the game a copy of `then`. */
int gamefile_add_undo(struct gamefile *file, const struct game *then, const struct entry_head *head,
		      const struct event_list *events, struct strbuf *out,
		      struct strbuf *sealed_out, struct reason *reason);

/*
 * Finds the digest of an entry in the bytes of a log, from the entry's end line. Returns false if
 * the entry isn't there.
 */
bool gamefile_find_digest(const char *bytes, size_t len, unsigned number,
			  struct sha256 *digest_out);

/* Adds the snapshot of the present state, for the file `snapshot` in the game's folder. */
void gamefile_snapshot(const struct gamefile *file, struct strbuf *out);

/*
 * Returns the last entry of the snapshot in `folder` if the snapshot is sound, is of this game, and
 * is newer than the file. Then the file has lost entries. Returns 0 otherwise.
 */
unsigned gamefile_snapshot_beyond(const char *folder, const struct gamefile *file,
				  struct variant_library *library);

/* Options of a check, and its callbacks. */
struct gamefile_check_options {
	int64_t now;	  /* later entries are reported; 0: they aren't */
	const char *head; /* a digest that an entry must have, in lower case; or NULL */
	void (*fault)(void *context, const char *line);
	void (*note)(void *context,
		     const char *line); /* called for what couldn't be checked, or NULL */
	void *context;
	size_t *unread; /* counts faults that only mean a file can't be read now, or NULL */
};

/*
 * Checks a game file from its first byte: form, header, hash chain and diagrams. Decides every
 * order again by today's rules and compares the result with the logged events. Passes each fault,
 * and each thing that couldn't be checked, to a callback as a line with file and line number.
 * Returns the number of faults.
 */
size_t gamefile_check(const char *path, struct variant_library *library,
		      const struct gamefile_check_options *options);

/*
 * Loads the game after `turns` finished turns (SIZE_MAX: all) by replaying the log. Undone turns
 * don't count.
 */
struct gamefile *gamefile_load_at(const char *folder, struct variant_library *library, size_t turns,
				  struct reason *reason);

/* Loads the public part of a single file like gamefile_load_at, whatever the name of the file. */
struct gamefile *gamefile_load_public(const char *path, struct variant_library *library,
				      size_t turns, struct reason *reason);

#endif
