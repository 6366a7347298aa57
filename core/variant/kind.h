/* SPDX-License-Identifier: MIT */
/*
 * A kind of game: plain, a ring, with cards. What a position is, what may be ordered, how it is
 * drawn and saved differs from kind to kind, and all of that is one table of operations. Who works
 * with games calls an operation of game->variant->kind, or asks what it has (`boards`); nobody but
 * the files of a kind asks which one it is, and no operation is called past the function that is
 * named with it here, which says what it promises.
 *
 * A new kind is a folder in core/kind and a row in core/kind/kinds.c. What another layer has to
 * know of a kind (its letters, say) is a table of that layer's own, with a row for each kind: it is
 * found by the pointer, table[i].kind == game->variant->kind, and a kind without a row gets what is
 * done for a plain game. So a new kind works there, too, before anybody has written its letters.
 *
 * An operation that may be NULL says what then is so.
 */
#ifndef PBEM_CORE_VARIANT_KIND_H
#define PBEM_CORE_VARIANT_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"

struct digest;
struct entry_head;
struct event;
struct event_list;
struct game;
struct game_standing;
struct gamefile_state;
struct order;
struct order_list;
struct question;
struct scene;
struct text;
struct variant;
struct view_choice;

/* How a board is drawn (core/view/view.h). */
enum board_style { BOARD_FULL, BOARD_COMPACT };

struct kind {
	const char *name; /* for who works on the program */

	/* Whether a variant is of this kind: of a list of kinds the first that says so has it. */
	bool (*claims)(const struct variant *variant);

	/* ---- what is ordered ---- */
	bool boards;	    /* there are several: a move names its own, and so do facts (2:e2-e4) */
	bool cards;	    /* PLAY and its like are orders, and so is PASS */
	bool from_anywhere; /* a game may begin from a position that isn't the array (EVENT_FROM) */
	/* How many sequences of so many moves lead from the array. NULL: as the rules of one board
	 * have it (core/rules/perft.h). */
	uint64_t (*perft)(const struct variant *variant, unsigned depth);

	/* ---- the state of a game, beside what all games have; NULL: there is none ---- */
	void (*init)(struct game *game); /* game_init: the rest of it is there */
	void (*done)(struct game *game);
	void (*copy)(struct game *to, const struct game *from); /* `to` has the same bytes yet */
	/* game_know_lots. NULL: nothing is drawn by lot. */
	void (*know_lots)(struct game *game, const char *id, const char *secret);
	/* The set of seats in play. NULL: those of the position. */
	uint16_t (*in_play)(const struct game *game);

	/* ---- facts ---- */
	/* Whether the fact may stand before the game's start. NULL: none may. */
	bool (*precedes)(const struct event *event);
	/* game_apply, of a fact whose seats are known to be of the game. */
	int (*apply)(struct game *game, const struct entry_head *head, const struct event *event,
		     struct reason *reason);
	/* game_close_entry, for what the kind's own state tells of entries. NULL: nothing. */
	void (*close_entry)(struct game *game, unsigned entry, const struct digest *digest);

	/* ---- turns ---- */
	void (*start)(const struct game *game, struct event_list *events); /* turn_start */
	/* turn_start_lots. NULL: as `start`. */
	void (*start_lots)(const struct game *game, struct event_list *events);
	/* turn_start_now; false, and no facts, when the game waits for nothing. NULL: it never
	 * does. */
	bool (*start_now)(const struct game *game, struct event_list *events);
	enum verdict (*decide)(const struct game *game, uint8_t seat,
			       const struct order_list *orders, struct event_list *events,
			       struct reason *why); /* turn_decide */
	/* turn_forfeit, of a seat that is in play; `board` 0 unless the kind has several. */
	enum verdict (*forfeit)(const struct game *game, uint8_t seat, unsigned board,
				struct event_list *events, struct reason *why);
	/* turn_end_run, while the game is being played. NULL: nothing waits for it. */
	bool (*end_run)(const struct game *game, struct event_list *events);
	/* game_standing, of a game that is being played. NULL: turns are final at once. */
	bool (*standing)(const struct game *game, struct game_standing *standing_out);
	/* turn_order_is_secret. NULL: no order is. */
	bool (*is_secret)(const struct game *game, const struct order *order);

	/* ---- undoing (core/turn/undo.h); NULL: nothing is secret ---- */
	/* Whether a fact, as everybody can read it, tells that somebody came to know what others
	 * can't know. */
	bool (*shows)(const struct event *event);
	/* The facts of entry `number` by which what nobody knows is drawn by lot anew. */
	void (*reshuffle)(const struct game *then, unsigned number, struct event_list *events);

	/* ---- clocks; NULL: nobody's time is limited ---- */
	/* clock_deadline, of a seat that is asked something in a game that is being played. */
	int64_t (*deadline)(const struct game *game, unsigned seat);
	/* The moment at which it loses its turn, no earlier one than that; 0: it doesn't. */
	int64_t (*turn_deadline)(const struct game *game, unsigned seat);
	/* What follows when the time of these seats is over; with `lost` the next turn is. */
	void (*lapse)(const struct game *game, uint16_t seats, bool lost,
		      struct event_list *events);

	/* Which seat is waited for on a clock (struct turn_clock) to send its turn, and since which
	 * question, of which entry and time are filled in; false: none. NULL: whoever plays the
	 * turn in hand, on his own. */
	bool (*turn_asked)(const struct game *game, unsigned clock, uint8_t *seat_out,
			   struct question *question_out);

	/* ---- what is seen, as lines; NULL: as it is seen of a position on one board ---- */
	void (*board)(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		      struct text *out); /* view_board_for */
	/* scene_new (core/picture/scene.h). */
	struct scene *(*scene)(const struct game *game, uint8_t from, uint8_t seat);
	/* What a game waits for before it begins. NULL: for nothing. */
	void (*waiting)(const struct game *game, struct text *out);
	/* Whose turn it is in a game that is being played, and all that follows from the rules. */
	void (*status)(const struct game *game, struct text *out);
	void (*legal)(const struct game *game, uint8_t seat, struct text *out); /* view_legal_for */
	void (*since)(const struct game *game, uint8_t seat, struct text *out); /* view_since */
	/* What the seat, which is asked, can move, for examples; on the first board where it can.
	 */
	void (*choose)(const struct game *game, uint8_t seat, struct view_choice *choice);
	/* Hands on what the seat holds that others don't see, by name, each once a copy. NULL: it
	 * holds nothing. */
	void (*held)(const struct game *game, uint8_t seat,
		     void (*note)(void *context, const char *name), void *context);
	/* view_example_placement. NULL: nothing is ever placed. */
	void (*placement)(const struct game *game, uint8_t seat, struct text *out);

	/* ---- what is kept ---- */
	/* The digest of what a game is played by beside its definition: of what its rules depend
	 * on, or of all of it (`whole`). NULL with the reason when it can't be had. NULL: there is
	 * nothing such. */
	const struct digest *(*outfit)(const struct variant *variant, bool whole,
				       struct reason *reason);
	/* Such digests of what games may have been begun by, today or formerly, and still are
	 * played by; NULL behind the last. NULL: only today's. */
	const char *const *known_outfits;
	/* What of it the rules of today decide otherwise than the first did, as a note for who
	 * verifies a game that was begun by those. NULL: nothing. */
	const char *decided_otherwise;
	/* The text of a fact as game files of that format have it, and back: 1, and it is added to
	 * `text`; 0: it is the same; -1 when it can't be told. NULL: it always is. */
	int (*print_as)(const struct variant *variant, unsigned format, const struct event *event,
			struct text *text);
	int (*read_as)(const struct variant *variant, unsigned format, const struct event *event,
		       struct text *text, struct reason *reason);
	/* Whether a turn has gone round with an entry that has ended one: then a diagram is due.
	 * NULL: when the turn has come to a seat that is no later one. */
	bool (*goes_round)(const struct game *before, const struct game *after);
	void (*diagram)(const struct game *game, struct text *out); /* NULL: the board */
	/* Whether the state can be worked with: every number in it names something. NULL: when the
	 * position is sound. */
	bool (*is_sound)(const struct game *game);
	/* The places of the players who joined, where seats are drawn by lot. NULL: they never are.
	 */
	void (*draw_seats)(const struct game *game, uint8_t *places_out);
	/*
	 * The lines of its state in a snapshot, behind those of all games (gamefile_state.h).
	 * Before the first of them is read `read_begin` empties it and tells how many positions
	 * there are beside the game's; `read` is false when the line is none of these, or wrong;
	 * `read_end` makes what follows from what was read: false when it can't be. NULL: there are
	 * none.
	 */
	void (*write)(const struct game *game, struct text *out);
	unsigned (*read_begin)(struct game *game);
	bool (*read)(struct game *game, struct gamefile_state *state, const char *word,
		     const char *rest);
	bool (*read_end)(struct game *game);
};

#endif
