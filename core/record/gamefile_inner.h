/* SPDX-License-Identifier: MIT */
/* What the files that read and write game files share; for gamefile*.c alone. */
#ifndef PBEM_CORE_RECORD_GAMEFILE_INNER_H
#define PBEM_CORE_RECORD_GAMEFILE_INNER_H

#include "core/record/gamefile.h"
#include "core/record/gamefile_state.h"
#include "core/base/text.h"
#include "core/view/sheet.h"

struct order_list;

/* A run of lines in memory. Nothing in it is changed. */
struct lines {
	const char *cursor, *end;
};

/* A line cut out of such a run, NUL-terminated, for as long as its buffer holds no other. */
struct line_buffer {
	char *bytes;
	size_t size;
};

/* The next line, copied; NULL at the end. */
const char *gamefile_line(struct lines *lines, struct line_buffer *buffer);

/* The digest of what a game is played by: its variant's definition, and what its kind has beside
 * it, such as card files. Texts for people count for nothing. */
void gamefile_definition(const struct variant *variant, struct digest *digest_out);

/* Whether a header's digest is that of today's definition, or one that was told of it before: of
 * format 1, whose digests covered texts and comments, too. */
bool gamefile_definition_is_known(const struct variant *variant, const struct digest *digest);

/* The lines a header has in common with a snapshot: id, number, variant, options, names, created.
 */
void gamefile_write_header_lines(const struct game_header *header, const struct variant *variant,
				 struct text *out);

/* Reads one such line. 1: done; 0: it isn't one of them; -1: it is one, and wrong. Seats' lines
 * wait for the variant, so `seats` takes their text ("white Alice"), MAX_SEATS at most. */
struct header_reader {
	struct game_header header;
	struct terms terms; /* known when it is finished */
	char *seats[MAX_SEATS];
	size_t seat_count;
};
int gamefile_read_header_line(struct header_reader *reader, const char *line,
			      struct reason *reason);

/* Finds the variant, by its own options, reads the terms, and gives the names their seats. NULL
 * with the reason. */
const struct variant *gamefile_finish_header(struct header_reader *reader,
					     struct variant_library *library,
					     struct reason *reason);
void gamefile_drop_header(struct header_reader *reader);

/* One whole entry of a log in memory. Entry 0 is the header. */
struct log_entry {
	unsigned number;
	const char *start;	/* its first byte */
	const char *body, *end; /* its facts, and its last byte + 1 */
	const char *facts_end;	/* where its end line begins */
	const char *diagram;	/* the first line of its diagram, or NULL */
	const char *behind;	/* the first fact behind that, where none should stand, or NULL */
	struct digest hash;
	int64_t when;
	char cause[160];
};

/*
 * The next whole entry. 1: found, its hash checked against `previous`; 0: what is left is not a
 * whole entry; -1: damaged, and `cursor` stays at the line that is. When only the hash is wrong,
 * the entry is written all the same, with the hash it claims.
 */
int gamefile_next_entry(struct lines *lines, unsigned number, const struct digest *previous,
			struct log_entry *entry_out, struct reason *reason);

/* Reads the header entry into a new gamefile. NULL with the reason. */
struct gamefile *gamefile_read_header(const struct log_entry *entry,
				      struct variant_library *library, struct reason *reason);

/* A fact's line without what stands in front of it, as a file of that format has it. */
void gamefile_print_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out);

/* The whole line, or lines. */
void gamefile_write_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out);

/* Compares an entry's lines, diagrams aside, with the facts that today's rules find. NULL when they
 * are the same; else what is wrong, which the caller frees, and *at_out is where. */
char *gamefile_compare(const struct gamefile *file, const struct log_entry *entry,
		       const struct event_list *today, const char **at_out);

/* Reads the facts of an entry; diagrams are left out. *plain_out (may be NULL): each is spelled
 * just as gamefile_write_fact would spell what was read. -1 with the reason; *fault_out is the byte
 * where the faulty line begins. */
int gamefile_read_facts(const struct gamefile *file, const struct log_entry *entry,
			struct event_list *events, bool *plain_out, const char **fault_out,
			struct reason *reason);

/*
 * Entries that are read before they are judged, some at a time: a processor is quicker that does
 * one thing over and over than one that runs through all of the program for each entry.
 */
enum { GAMEFILE_STOCK = 16 };
struct stocked_entry {
	int found;		/* as gamefile_next_entry has it; what isn't 1 is the last */
	const char *at;		/* if it is -1: the line that is damaged */
	struct log_entry entry; /* its `end` is NULL when there is none */
	struct event_list facts;
	const char *unread; /* the line that is no fact, where they end; or NULL */
	bool plain;	    /* as gamefile_read_facts has it */
};
struct gamefile_stock {
	struct stocked_entry entries[GAMEFILE_STOCK];
	unsigned count;
	struct reason damaged, unread; /* why, where there is one */
};
void gamefile_stock_init(struct gamefile_stock *stock);
void gamefile_stock_done(struct gamefile_stock *stock);

/* Reads the next entries, from that number on, and goes on behind one whose hash alone is wrong. */
void gamefile_stock_up(struct gamefile_stock *stock, const struct gamefile *file,
		       struct lines *lines, unsigned number);

/* What of the header is otherwise from this entry on, and stays so whatever is undone later: who
 * plays a seat, and whether everybody may read the game. */
void gamefile_note_header(struct gamefile *file, const struct event_list *events);

/* Applies an entry that has been read, `looker` (may be NULL) looking on. -1 with the reason. */
int gamefile_apply_entry(struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *events, const struct gamefile_looker *looker,
			 struct reason *reason);

/* The same of facts that are what rules have just come to, so that the game can't but be sound. */
int gamefile_apply_decided(struct gamefile *file, const struct log_entry *entry,
			   const struct event_list *events, const struct gamefile_looker *looker,
			   struct reason *reason);

/* Goes on behind an entry: of one that is undone, and isn't applied, that is all. What it
 * says of the header doesn't go back. */
void gamefile_pass_entry(struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *events);

/* Notes whether an entry's facts show somebody what others can't know. */
void gamefile_note_shown(struct gamefile *file, unsigned number, const struct event_list *facts);

/* The entry to which an entry with these facts takes the game back; 0: none. */
unsigned gamefile_undo_of(const struct event_list *facts);

/* To whom a check tells what it finds, and where: a fault, or what couldn't be checked. */
struct gamefile_say {
	void (*say)(void *context, const char *at, const char *what, bool is_fault);
	void *context;
};

/* Adds the sealed file beside a game file to `out`; false when there is none. A copy by itself is
 * checked without; but where the list of seats lies beside it, it is the site's own, and needs its
 * secrets: then the reason, else empty, says what is wrong. */
bool gamefile_read_sealed(const char *path, const struct gamefile *file, struct text *out,
			  struct reason *reason);

/* The header as it stands against what pbem would write for the game, and whether its rules are
 * known here. */
void gamefile_check_header(const struct gamefile *file, const struct log_entry *entry,
			   const struct gamefile_say *say);

/* The time of an entry, against that of the one before and the present one; `now` 0: not known. */
void gamefile_check_time(const struct log_entry *entry, int64_t before, int64_t now,
			 const struct gamefile_say *say);

/* Of a file with faults, its bytes up to `end`: says so when it was begun by rules that decided
 * cards otherwise. */
void gamefile_check_differing(const struct gamefile *file, const char *start, const char *end,
			      const struct gamefile_say *say);

/* The lines of an entry that show an empty board, into which the pieces of a position are put: a
 * game has hundreds of diagrams, which differ in nothing else. */
struct gamefile_stencil {
	bool usable; /* else boards of the game are drawn one by one */
	struct text lines;
	uint16_t at[MAX_SQUARES]; /* where in them the letter on a square stands */
	struct sheet sheet;
};
enum { STENCIL_MAX = 2048 };
void gamefile_stencil_init(struct gamefile_stencil *stencil, const struct game *game);
void gamefile_stencil_done(struct gamefile_stencil *stencil);

/* Whether an entry's diagram, if it has one, is the position of the game after it. */
void gamefile_check_diagram(const struct gamefile *file, const struct gamefile_stencil *stencil,
			    const struct log_entry *entry, const struct gamefile_say *say);

/* What a diagram shows: the board, of several that of the last turn. */
void gamefile_draw(const struct game *game, struct text *out);

/* The same as an entry's lines. */
void gamefile_write_diagram(const struct game *game, struct text *out);

/* Seats that were drawn by lot are those that follow from the secret. */
bool gamefile_seats_are_drawn(const struct gamefile *file);

/* At the end of a file: whether the secret of a game that is over was published. */
void gamefile_check_secret(const struct gamefile *file, bool published, bool has_sealed,
			   const char *end, const struct gamefile_say *say);

/* The orders an entry records, read again; -1 when one can't be read any more. *seat_out is NO_SIDE
 * when there are none. */
int gamefile_reread_orders(const struct variant *variant, const struct event_list *logged,
			   struct order_list *orders, uint8_t *seat_out, struct reason *reason);

/* Decides them again. What is refused of a letter by now though it could change nothing was taken
 * when it was written: then they are `recorded`, and accepted. REFUSED with today's reason. */
enum verdict gamefile_obey_again(const struct game *game, uint8_t seat, struct order_list *orders,
				 struct event_list *today, struct reason *reason);

/* Whether two facts are one in what lines tell; either may be NULL. */
bool gamefile_is_same_fact(const struct variant *variant, const struct event *a,
			   const struct event *b);

/* Where what was decided in an entry begins: outages stand before it, and what a moderator says.
 * Whether it begins so; and
 * whether it is what the clock has done of a turn. */
size_t gamefile_first_of(const struct event_list *logged);
bool gamefile_begins(const struct event_list *logged, enum event_kind kind);
bool gamefile_is_of_turns(const struct event_list *logged);

/* The times of an entry, in a game in which somebody's time is limited, as it was before it. */
void gamefile_check_times(const struct gamefile *file, const struct log_entry *entry,
			  const struct event_list *logged, const struct gamefile_say *say);

/* Whether the moderator has set the time: he may, and no rule says how. */
bool gamefile_sets_time(const struct log_entry *entry, const struct event_list *logged);

/* Whether by its own letter a seat is away, or back, and nothing else follows but until when its
 * turns have time. */
bool gamefile_is_of_absence(const struct log_entry *entry, const struct event_list *logged);

/* Whether a player's letter made the entry that changes what he is called, or where his letters go,
 * and nothing else; outages are counted in front of it. */
bool gamefile_changes_own_seat(const struct log_entry *entry, const struct event_list *logged);

/* Decides again that a moderator has put a seat out of the game; false when the entry tells no such
 * thing, or today's rules refuse it. */
bool gamefile_forfeit_again(const struct game *game, const struct event_list *logged,
			    struct event_list *today);

/* The same of how he has decided that the game ends. */
bool gamefile_adjudicate_again(const struct game *game, const struct event_list *logged,
			       struct event_list *today);

/* Moves given in advance: by letters alone, and played as they were, in entries of a cause of their
 * own. And whether a letter's entry does nothing else. */
void gamefile_check_intents(const struct gamefile *file, const struct log_entry *entry,
			    const struct event_list *logged, const struct gamefile_say *say);
bool gamefile_only_intends(const struct log_entry *entry, const struct event_list *logged);

/* All seats but those that an entry reminds: by the calendar of the zone they may have been away.
 */
uint16_t gamefile_unreminded(const struct event_list *logged);

/* All bytes of a file from `offset` on; the caller frees them. -1 with the reason. */
int gamefile_read_bytes(const char *path, uint64_t offset, char **bytes_out, size_t *len_out,
			struct reason *reason);

/* The same of the file of that name in the folder of `path`. 1: read; 0: there is none; -1 with the
 * reason when it can't be read. */
int gamefile_read_beside(const char *path, const char *name, uint64_t offset, char **bytes_out,
			 size_t *len_out, struct reason *reason);

/* Whether the game file at `path`, whose sealed file is missing, can do without: it has no secrets,
 * or has published them. -1 with the reason: it is damaged. */
int gamefile_check_unsealed(const char *path, const struct gamefile *file, struct reason *reason);

/* Whether a game read from a file can be worked with, at the end of an entry: every number in it
 * names something. */
bool gamefile_is_sound(const struct game *game);

/* The state a snapshot holds, its own sum checked; NULL when it isn't sound. `file->size`, `hash`
 * and `head` tell which log it belongs to. */
struct gamefile *gamefile_read_snapshot(const char *bytes, size_t len,
					struct variant_library *library);

/* The same of the file in that folder; NULL too when there is none that can be read. */
struct gamefile *gamefile_read_beside_snapshot(const char *folder, struct variant_library *library);

#endif
