/* SPDX-License-Identifier: MIT */
/* What the files that read and write game files share; for gamefile*.c alone. */
#ifndef PBEM_CORE_RECORD_GAMEFILE_INNER_H
#define PBEM_CORE_RECORD_GAMEFILE_INNER_H

#include "core/record/gamefile.h"
#include "core/record/gamefile_state.h"

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
	char *seats[MAX_SEATS];
	size_t seat_count;
};
int gamefile_read_header_line(struct header_reader *reader, const char *line,
			      struct reason *reason);

/* Finds the variant and gives the names their seats. NULL with the reason. */
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

/* A fact's line without what stands in front of it, as a file of that format has it; and back. */
void gamefile_print_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out);
int gamefile_parse_fact(const struct variant *variant, unsigned format, const char *line,
			struct event_list *list, struct reason *reason);

/* The whole line, or lines. */
void gamefile_write_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out);

/* Compares an entry's lines, diagrams aside, with the facts that today's rules find. NULL when they
 * are the same; else what is wrong, which the caller frees, and *at_out is where. */
char *gamefile_compare(const struct gamefile *file, const struct log_entry *entry,
		       const struct event_list *today, const char **at_out);

/* Reads the facts of an entry; diagrams are left out. -1 with the reason; *line_out is the byte
 * where the faulty line begins. */
int gamefile_read_facts(const struct gamefile *file, const struct log_entry *entry,
			struct event_list *events, const char **fault_out, struct reason *reason);

/* Applies an entry that has been read. -1 with the reason. */
int gamefile_apply_entry(struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *events, struct reason *reason);

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

/* Whether an entry's diagram, if it has one, is the position of the game after it. */
void gamefile_check_diagram(const struct gamefile *file, const struct log_entry *entry,
			    const struct gamefile_say *say);

/* What a diagram shows: the board, of several that of the last turn. */
void gamefile_draw(const struct game *game, struct text *out);

/* Seats that were drawn by lot are those that follow from the secret. */
bool gamefile_seats_are_drawn(const struct gamefile *file);

/* At the end of a file: whether the secret of a game that is over was published. */
void gamefile_check_secret(const struct gamefile *file, bool published, bool has_sealed,
			   const char *end, const struct gamefile_say *say);

/* Decides again an entry that records no order, but a seat that was put out of the game. False: it
 * records no such thing, or today's rules refuse it. */
bool gamefile_forfeit_again(const struct game *game, const struct event_list *logged,
			    struct event_list *today);

/* What is wrong with an entry that records no order and no forfeit; NULL: nothing. */
const char *gamefile_missing_order(const struct game *game, const struct log_entry *entry);

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

/* An entry's text, all but its end line. */
void gamefile_write_entry(const struct gamefile *file, const struct game *before,
			  const struct entry_head *head, const struct event_list *events,
			  struct text *out);

/* The end line of what was added to `out` since `start`; the chain's new head. */
void gamefile_write_end(unsigned number, const struct digest *previous, size_t start,
			struct text *out, struct digest *hash_out);

/* Whether a game read from a file can be worked with, at the end of an entry: every number in it
 * names something. */
bool gamefile_is_sound(const struct game *game);

/* The state a snapshot holds, its own sum checked; NULL when it isn't sound. `file->size`, `hash`
 * and `head` tell which log it belongs to. */
struct gamefile *gamefile_read_snapshot(const char *bytes, size_t len,
					struct variant_library *library);

#endif
