/* SPDX-License-Identifier: MIT */
/*
 * The game file: append-only plain text, hash-chained (pbem-game(5)); and the snapshot beside it,
 * which saves the replay and may be deleted at any time. Nothing here writes: it makes the bytes,
 * the journal appends them.
 */
#ifndef PBEM_CORE_RECORD_GAMEFILE_H
#define PBEM_CORE_RECORD_GAMEFILE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/turn/game.h"
#include "core/record/sealed.h"
#include "core/variant/variant.h"

struct text;

enum {
	GAME_ID_MAX = 31,
	MAX_OPTIONS = 32,
	IMPORTED_MAX = 84,
	TAGS_MAX = 4000,
	MAX_TAGS = 24, /* lines of them, each of at most TAG_LINE_MAX bytes */
	TAG_LINE_MAX = 190,
};

/* What stands in the header: fixed when the game is made. */
struct game_header {
	char id[GAME_ID_MAX +
		1];	 /* letters, digits and '-', begins with a letter; its folder's name */
	uint32_t number; /* its number in tokens, unique in the site */
	char variant[NAME_MAX_LEN + 1];
	struct option options[MAX_OPTIONS];
	size_t option_count;
	char names[MAX_SEATS][64]; /* players as they choose to be shown, UTF-8, by seat; of the
				      present players, where a seat was given to another since */
	int64_t created;	   /* seconds since 1970, UTC */
	struct digest lot; /* what seats or an option were drawn by in public; "": nothing was */
	char lot_option[NAME_MAX_LEN + 1]; /* the option that was; "": none */
	struct digest commit;	     /* of the game's secret; "" when it has none (sealed.h) */
	char imported[IMPORTED_MAX]; /* of a game that wasn't played here: the format and digest of
					what it was read from, "pgn sha256:HEX"; else "" */
	char tags[TAGS_MAX]; /* what that said of the game, a line each: "Event Reykjavik 1972" */
	uint8_t drawn[MAX_SEATS]; /* where seats were drawn by lot: of each seat's player the place,
				     from 1, among those who joined; else 0 */
};

/* What a header's public lot gives: the number from `low` to `high` of its option; the places of
 * `count` players who joined, seat by seat (pbem-shuffle(7)). */
unsigned gamefile_lot_number(const struct game_header *header, unsigned low, unsigned high);
void gamefile_lot_seats(const struct game_header *header, unsigned count,
			uint8_t places_out[MAX_SEATS]);

/* A game and where its file stands. */
struct gamefile {
	struct game_header header;
	unsigned format; /* of its file: EVENT_FORMAT, or an older one, in which it is continued */
	struct game game;
	struct digest root;   /* of the header: no other game has it */
	unsigned head;	      /* number of the last entry; 0 after the header alone */
	struct digest hash;   /* of the last entry: the chain's head */
	uint64_t size;	      /* bytes of game.txt up to the end of the last whole entry */
	unsigned shown;	      /* the last entry, undone or not, by which somebody came to know what
				 others can't know [secrets-and-undo]; or 0 */
	struct sealed sealed; /* where its file `sealed` stands; no secret: not known here */
};

/* What the program calls its rules; a change of the rules that changes games changes it. 2: ten
 * rulings on cards [rules-by-number]. */
#define GAMEFILE_RULES "2"

/* The header of a new game, its end line included. */
void gamefile_header(const struct game_header *header, const struct variant *variant,
		     struct text *out);

/* A new gamefile in memory, as if the header had just been written. */
struct gamefile *gamefile_new(const struct game_header *header, const struct variant *variant);

/* Begins the sealed file of a new game whose header commits to the secret; its bytes go to `out`.
 */
void gamefile_seal(struct gamefile *file, const char *secret, struct text *out);

/*
 * The game in `folder`: its snapshot if that is sound and belongs to the log, then whatever the log
 * has beyond it; without a sound snapshot the whole log. A tail without its end line is no entry
 * and is ignored. NULL with the reason, naming file and line, when the file is damaged or
 * unreadable. Costs the log's tail only, while a snapshot is there. A game with secrets is read
 * with its sealed file, without which it is damaged until they are published.
 */
struct gamefile *gamefile_load(const char *folder, struct variant_library *library,
			       struct reason *reason);
void gamefile_free(struct gamefile *file);

/*
 * Adds an entry: applies its facts to the game, appends its text (with diagram, end line and hash)
 * to `out`, the sealed facts' to `sealed_out`, and moves heads, hashes and sizes on. The caller
 * sees to it that both reach the disk, the sealed file's first. -1 if a fact can't be true: then
 * nothing is changed. `sealed_out` may be NULL for a game without secrets.
 */
int gamefile_add(struct gamefile *file, const struct entry_head *head,
		 const struct event_list *events, struct text *out, struct text *sealed_out,
		 struct reason *reason);

/* ---- undoing (core/turn/undo.h) ---- */

/* A game file and its sealed file as they are in memory, entries included that aren't on the disk
 * yet. */
struct gamefile_bytes {
	const char *path;	  /* of the game file, for faults */
	const char *log, *sealed; /* NULL: there is no sealed file */
	size_t log_len, sealed_len;
};

/* All finished turns of the log in order: calls `turn` with each that stands, `undone` with each
 * that doesn't, of which only the entry and the seat are told. -1 when unreadable. */
int gamefile_history(const struct gamefile_bytes *bytes, struct variant_library *library,
		     void (*turn)(void *context, const struct turn_record *record),
		     void (*undone)(void *context, const struct turn_record *record), void *context,
		     struct reason *reason);

/* The game as it stood after that entry, whether it is undone by now or not. NULL with the reason:
 * there is no such entry, or the file is damaged. */
struct gamefile *gamefile_load_entry(const struct gamefile_bytes *bytes,
				     struct variant_library *library, unsigned entry,
				     struct reason *reason);

/* The number of the entry with which a game began: no undo goes back further. 0: it hasn't. */
unsigned gamefile_start_of(const struct gamefile_bytes *bytes);

/* The game as everybody may see it, as it stood after `turns` finished turns that stand (SIZE_MAX:
 * now): nothing of the sealed file is read. NULL when it is damaged. */
struct gamefile *gamefile_load_seen(const struct gamefile_bytes *bytes,
				    struct variant_library *library, size_t turns,
				    struct reason *reason);

/* Who looks on while a log is read from its beginning. `header` is told when that is read; `fact`
 * of each fact when it is applied, of an entry that is undone with `file` NULL; `entry` of each
 * entry that stands, behind its last fact. `file->size` and `head` are those of the entry before
 * until then. */
struct gamefile_looker {
	void (*header)(void *context, const struct gamefile *file);
	void (*fact)(void *context, const struct gamefile *file, const struct entry_head *head,
		     const struct event *event);
	void (*entry)(void *context, const struct gamefile *file);
	void *context;
};

/* gamefile_load_seen of all turns, with somebody looking on: of a damaged file he is told what
 * stands before the damage. */
struct gamefile *gamefile_load_watched(const struct gamefile_bytes *bytes,
				       struct variant_library *library,
				       const struct gamefile_looker *looker, struct reason *reason);

/* Adds to `events` the facts by which the game becomes again what it was after that entry, loaded
 * in `then`. -1 with the reason, REASON_ASKED, when it can't: it hadn't begun yet, nothing was done
 * since, or its secrets are published. */
int gamefile_undo(const struct gamefile *file, const struct gamefile *then,
		  struct event_list *events, struct reason *reason);

/* gamefile_add of an entry with those facts; the game becomes a copy of `then` first. */
int gamefile_add_undo(struct gamefile *file, const struct game *then, const struct entry_head *head,
		      const struct event_list *events, struct text *out, struct text *sealed_out,
		      struct reason *reason);

/* The digest of an entry, as its end line among these bytes of a log has it. False when none is
 * there. */
bool gamefile_find_digest(const char *bytes, size_t len, unsigned number,
			  struct digest *digest_out);

/* The snapshot of the present state, as it goes to the file `snapshot` in the game's folder. */
void gamefile_snapshot(const struct gamefile *file, struct text *out);

/* The entry that the game's snapshot in `folder` is of, where that is of this game and of later
 * than the file: then entries are gone. Else, and without a sound snapshot, 0. */
unsigned gamefile_snapshot_beyond(const char *folder, const struct gamefile *file,
				  struct variant_library *library);

/* What a file is checked for, and who is told. */
struct gamefile_wish {
	int64_t now;	  /* entries of later times are noted; 0: that isn't looked at */
	const char *head; /* a digest that one of its entries must have, in lower case; or NULL */
	void (*fault)(void *context, const char *line);
	void (*note)(void *context,
		     const char *line); /* of what couldn't be checked; NULL: nobody */
	void *context;
	size_t *unread; /* is raised by each fault that is only a file that can't be read just now;
			   NULL: by none */
};

/*
 * Checks a game file from its first byte: form, header, hash chain, every diagram, and every order
 * re-decided by today's rules and compared with the facts logged. Each fault, and each thing that
 * couldn't be checked, is handed on as a line with file and line number. Returns the number of
 * faults.
 */
size_t gamefile_check(const char *path, struct variant_library *library,
		      const struct gamefile_wish *wish);

/* The game as it stood after `turns` finished turns that stand (SIZE_MAX: now), replayed from the
 * log alone. */
struct gamefile *gamefile_load_at(const char *folder, struct variant_library *library, size_t turns,
				  struct reason *reason);

/* The same of one file by itself, whatever it is called: as far as it is public. */
struct gamefile *gamefile_load_public(const char *path, struct variant_library *library,
				      size_t turns, struct reason *reason);

#endif
