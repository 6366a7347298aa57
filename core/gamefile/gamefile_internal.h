/* SPDX-License-Identifier: MIT */
/* Shared by the code that reads and writes game files; only for gamefile*.c. */
#ifndef PBEM_CORE_GAMEFILE_GAMEFILE_INTERNAL_H
#define PBEM_CORE_GAMEFILE_GAMEFILE_INTERNAL_H

#include "core/gamefile/gamefile.h"
#include "core/gamefile/gamefile_packing.h"
#include "core/util/strbuf.h"
#include "core/view/board_text.h"

struct order_list;

/* Lines in memory, which are not changed. */
struct lines {
	const char *cursor, *end;
};

/* A buffer for a copy of one line with a NUL, valid until the next line is read. */
struct line_buffer {
	char *bytes;
	size_t size;
};

/*
 * Calculates the digest of a game's rules: the variant's definition, and other data of its kind of
 * game such as card files. Texts for people don't count.
 */
void gamefile_definition(const struct variant *variant, struct sha256 *digest_out);

/*
 * Reports whether a header's digest is that of the present definition, or of an earlier one by
 * which games may have been begun (gamefile_known_rulesets.h).
 */
bool gamefile_definition_is_known(const struct variant *variant, const struct sha256 *digest);

/*
 * Adds the lines that headers and snapshots have in common: id, number, variant, options, names,
 * created.
 */
void gamefile_write_header_lines(const struct game_header *header, const struct variant *variant,
				 struct strbuf *out);

/*
 * State of reading such lines. Names of seats can only be assigned when the variant is known, so
 * `seats` has the text of those lines ("white Alice").
 */
struct header_reader {
	struct game_header header;
	struct game_options terms; /* set by gamefile_finish_header */
	char *seats[MAX_SEATS];
	size_t seat_count;
};
/* A whole entry of a log in memory. Entry 0 is the header. */
struct log_entry {
	unsigned number;
	const char *start;	/* its first byte */
	const char *body, *end; /* its events, and the byte after its last */
	const char *events_end; /* the beginning of its end line */
	const char *diagram;	/* the first line of its diagram, or NULL */
	const char *behind;	/* the first event after the diagram, where none may be, or NULL */
	struct sha256 hash;
	int64_t when;
	char cause[160];
};

/*
 * Reads the next whole entry. Returns 1 if its hash follows from `previous`; 0 if the rest isn't a
 * whole entry; -1 with the reason if it is damaged, and then `cursor` is at the damaged line. If
 * only the hash is wrong, *entry_out is set nevertheless, with the hash in the file.
 */
int gamefile_next_entry(struct lines *lines, unsigned number, const struct sha256 *previous,
			struct log_entry *entry_out, struct reason *reason);

/* Reads the header into a new gamefile. Returns NULL with the reason. */
struct gamefile *gamefile_read_header(const struct log_entry *entry,
				      struct variant_library *library, struct reason *reason);

/* Adds the lines of an event. */
void gamefile_write_event(const struct variant *variant, const struct event *event,
			  struct strbuf *out);

/*
 * Entries are read in batches before they are checked, because a processor is faster when it
 * repeats one task than when it runs through the whole program for each entry.
 */
enum { GAMEFILE_BATCH = 16 };
struct batch_entry {
	int found;	/* the result of gamefile_next_entry; only the last may differ from 1 */
	const char *at; /* if `found` is -1: the damaged line */
	struct log_entry entry; /* `end` is NULL if there is none */
	struct event_list events;
	const char *unread; /* the first line that can't be read as an event, or NULL */
	bool plain;	    /* as in gamefile_read_events */
};
struct gamefile_batch {
	struct batch_entry entries[GAMEFILE_BATCH];
	unsigned count;
	struct reason damaged, unread; /* reasons for `found` and `unread` */
};
void gamefile_batch_init(struct gamefile_batch *stock);
void gamefile_batch_done(struct gamefile_batch *stock);

/*
 * Reads the next entries, from that number on. If only an entry's hash is wrong, reading can
 * continue after that entry.
 */
void gamefile_batch_read(struct gamefile_batch *stock, const struct gamefile *file,
			 struct lines *lines, unsigned number);

/*
 * Records changes to the header, which no undo reverts: the player of a seat, and whether everybody
 * may read the game.
 */
void gamefile_note_header(struct gamefile *file, const struct event_list *events);

/*
 * Applies an entry that has been read, and calls `looker` (may be NULL). Returns -1 with the
 * reason.
 */
int gamefile_apply_entry(struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *events, const struct gamefile_callbacks *looker,
			 struct reason *reason);

/*
 * Applies an entry like gamefile_apply_entry, whose events the rules have just produced, without
 * checking that the game is sound.
 */
int gamefile_apply_decided(struct gamefile *file, const struct log_entry *entry,
			   const struct event_list *events, const struct gamefile_callbacks *looker,
			   struct reason *reason);

/* Records whether the events show somebody what others can't know. */
void gamefile_note_shown(struct gamefile *file, unsigned number, const struct event_list *events);

/* Returns the entry to which these events take the game back, or 0. */
unsigned gamefile_undo_of(const struct event_list *events);

/* Receives the faults that a check finds, and notes on what couldn't be checked. */
struct gamefile_reporter {
	void (*say)(void *context, const char *at, const char *what, bool is_fault);
	void *context;
};

/*
 * Adds the sealed file beside a game file to `out`. Returns false if there is none. A copy of a
 * game file is checked without its sealed file. But a game file beside a list of seats is the
 * site's own and needs its secrets: then *reason says what is wrong. Otherwise *reason is empty.
 */
bool gamefile_read_sealed(const char *path, const struct gamefile *file, struct strbuf *out,
			  struct reason *reason);

/*
 * Compares the header with what pbem would write for the game, and checks whether its rules are
 * known here.
 */
void gamefile_check_header(const struct gamefile *file, const struct log_entry *entry,
			   const struct gamefile_reporter *say);

/*
 * Compares the time of an entry with that of the entry before and with the present time (`now`; 0:
 * unknown).
 */
void gamefile_check_time(const struct log_entry *entry, int64_t before, int64_t now,
			 const struct gamefile_reporter *say);

/*
 * A template for diagrams: the lines of an empty board, into which the pieces of a position are
 * put. It saves drawing the whole board for each of a game's hundreds of diagrams.
 */
struct gamefile_stencil {
	bool usable; /* otherwise each board is drawn separately */
	struct strbuf lines;
	uint16_t at[MAX_SQUARES]; /* the offset of each square's letter in `lines` */
	struct board_text sheet;
};
enum { STENCIL_MAX = 2048 };
void gamefile_stencil_init(struct gamefile_stencil *stencil, const struct game *game);
void gamefile_stencil_done(struct gamefile_stencil *stencil);

/* Checks that an entry's diagram, if any, shows the position after the entry. */
void gamefile_check_diagram(const struct gamefile *file, const struct gamefile_stencil *stencil,
			    const struct log_entry *entry, const struct gamefile_reporter *say);

/* Draws the board; in a ring the board with that number, 0: the board of the last turn. */
void gamefile_draw(const struct game *game, unsigned number, struct strbuf *out);

/* Adds the diagram as lines of an entry. */
void gamefile_write_diagram(const struct game *game, struct strbuf *out);

/* Reports whether seats that were drawn at random follow from the secret. */
bool gamefile_seats_are_drawn(const struct gamefile *file);

/* Checks, at the end of a file, whether the secret of a finished game was published. */
void gamefile_check_secret(const struct gamefile *file, bool published, bool has_sealed,
			   const char *end, const struct gamefile_reporter *say);

/*
 * Reads the orders that an entry records. Returns -1 with the reason if one can't be read any more.
 * *seat_out is NO_SIDE if there are none.
 */
int gamefile_reread_orders(const struct variant *variant, const struct event_list *logged,
			   struct order_list *orders, uint8_t *seat_out, struct reason *reason);

/* Reports whether two events have the same text. Either may be NULL. */
bool gamefile_is_same_event(const struct variant *variant, const struct event *a,
			    const struct event *b);

/*
 * gamefile_first_of returns the index of an entry's first decision, after outages and a moderator's
 * events. The function gamefile_begins reports whether the first decision is of this kind. The
 * function gamefile_is_of_turns reports whether it is an act of the turn clock.
 */
size_t gamefile_first_of(const struct event_list *logged);
bool gamefile_begins(const struct event_list *logged, enum event_kind kind);
bool gamefile_is_of_turns(const struct event_list *logged);

/* Checks the times of an entry in a game with time limits, given the game before the entry. */
void gamefile_check_times(const struct gamefile *file, const struct log_entry *entry,
			  const struct event_list *logged, const struct gamefile_reporter *say);

/*
 * Reports whether the entry only records a seat's absence or return by its own message, and the
 * resulting deadlines.
 */
bool gamefile_is_of_absence(const struct log_entry *entry, const struct event_list *logged);

/* Reads all bytes of a file from `offset` on. The caller frees them. Returns -1 with the reason. */
int gamefile_read_bytes(const char *path, uint64_t offset, char **bytes_out, size_t *len_out,
			struct reason *reason);

/*
 * Reports whether a game read from a file is sound at the end of an entry: every number refers to
 * something that exists.
 */
bool gamefile_is_sound(const struct game *game);

/*
 * Reads the state in a snapshot and checks its sum. Returns NULL if it isn't sound. `file->size`,
 * `hash` and `head` identify the log that the snapshot belongs to.
 */
struct gamefile *gamefile_read_snapshot(const char *bytes, size_t len,
					struct variant_library *library);

#endif
