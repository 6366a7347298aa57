/* SPDX-License-Identifier: MIT */
/*
 * A kind of game: standard, a ring, or with cards. The position, the orders, the drawing and the
 * saved form differ between kinds, and a table of operations for each kind covers these
 * differences. Other code calls an operation of game->variant->kind, or reads its properties
 * (`boards`). Only the files of a kind know which kind it is. Each operation is called through the
 * function that its comment names, which documents it.
 *
 * A new kind is a folder in core/gametype and a row in core/gametype/gametypes.c. Other layers have
 * tables of their own for what differs there (such as letters), with a row for each kind. The row
 * is found by comparing the pointer, table[i].kind == game->variant->kind. A kind without a row is
 * treated as a standard game, so that a new kind works before it has letters of its own.
 *
 * The comment of an operation that may be NULL says what NULL means.
 */
#ifndef PBEM_CORE_VARIANT_GAMETYPE_H
#define PBEM_CORE_VARIANT_GAMETYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"

struct sha256;
struct choice_list;
struct entry_head;
struct event;
struct event_list;
struct game;
struct game_pending_turn;
struct order;
struct order_list;
struct packed;
struct packing;
struct question;
struct scene;
struct strbuf;
struct variant;
struct view_choice;
struct view_reader;

/* How a board is drawn (core/view/game_text.h). */
enum board_style { BOARD_FULL, BOARD_COMPACT };

/* Lists of orders: moves; payments of a debt with the moves that may follow; card plays, now or in
 * the seat's own next turn; answers to a card; ways to resign. */
enum choice_kind {
	CHOICE_MOVES,
	CHOICE_PAYMENTS,
	CHOICE_PLAYS,
	CHOICE_NEXT_PLAYS,
	CHOICE_ANSWERS,
	CHOICE_RESIGN
};

struct gametype {
	const char *name; /* for developers */

	/*
	 * Reports whether a variant is of this kind. A variant is of the first kind in the list
	 * that claims it.
	 */
	bool (*claims)(const struct variant *variant);

	/* ---- orders ---- */
	bool boards;	    /* there are several boards: moves and events name theirs (2:e2-e4) */
	bool cards;	    /* PLAY and similar orders are allowed, and PASS */
	bool from_anywhere; /* a game may begin from another position than the array (EVENT_FROM) */
	/*
	 * Returns the number of sequences of `depth` moves from the starting position. NULL:
	 * calculated by the rules of one board (core/rules/perft.h).
	 */
	uint64_t (*perft)(const struct variant *variant, unsigned depth);

	/* ---- the kind's own state of a game; NULL: there is none ---- */
	void (*init)(struct game *game); /* game_init, after everything else is initialised */
	void (*done)(struct game *game);
	void (*copy)(struct game *to, const struct game *from); /* `to` is still a bytewise copy */
	/* game_set_lots. NULL: nothing is drawn at random. */
	void (*set_lots)(struct game *game, const char *id, const char *secret);
	/* Returns the set of seats in play. NULL: those of the position. */
	uint16_t (*in_play)(const struct game *game);

	/* ---- events ---- */
	/* Reports whether the event may come before the start of the game. NULL: none may. */
	bool (*precedes)(const struct event *event);
	/* game_apply. The seats of the event are known to exist. */
	int (*apply)(struct game *game, const struct entry_head *head, const struct event *event,
		     struct reason *reason);
	/*
	 * game_close_entry, for references to entries in the kind's own state. NULL: there are
	 * none.
	 */
	void (*close_entry)(struct game *game, unsigned entry, const struct sha256 *digest);

	/* ---- turns ---- */
	void (*start)(const struct game *game, struct event_list *events); /* turn_start */
	/* turn_start_lots. NULL: the same as `start`. */
	void (*start_lots)(const struct game *game, struct event_list *events);
	/*
	 * turn_start_now; returns false and adds nothing if the game waits for nothing. NULL: it
	 * never waits.
	 */
	bool (*start_now)(const struct game *game, struct event_list *events);
	enum verdict (*decide)(const struct game *game, uint8_t seat,
			       const struct order_list *orders, struct event_list *events,
			       struct reason *why); /* turn_decide */
	/* turn_forfeit, of a seat in play. `board` is 0 unless the kind has several. */
	enum verdict (*forfeit)(const struct game *game, uint8_t seat, unsigned board,
				struct event_list *events, struct reason *why);
	/*
	 * turn_end_run, while the game is being played. NULL: nothing waits for the end of a run.
	 */
	bool (*end_run)(const struct game *game, struct event_list *events);
	/* game_pending_turn, of a game that is being played. NULL: turns are final at once. */
	bool (*standing)(const struct game *game, struct game_pending_turn *standing_out);
	/* turn_order_is_secret. NULL: no order is secret. */
	bool (*is_secret)(const struct game *game, const struct order *order);
	/*
	 * Reports whether the words are only a card and its targets, as written after PLAY
	 * (turn_allow_bare_plays). NULL: they never are.
	 */
	bool (*is_play)(const struct game *game, const char *words);

	/* ---- undoing (core/game/takeback.h); NULL: nothing is secret ---- */
	/* Reports whether an event, in its public form, shows that a player learned something
	 * secret. */
	bool (*shows)(const struct event *event);
	/* Adds the events of entry `number` that draw again what nobody knows. */
	void (*reshuffle)(const struct game *then, unsigned number, struct event_list *events);

	/* ---- clocks; NULL: responses have no time limit ---- */
	/* clock_deadline, of a seat that is asked something in a game that is being played. */
	int64_t (*deadline)(const struct game *game, unsigned seat);
	/* Returns when the seat loses its turn, not before its deadline; 0: it doesn't. */
	int64_t (*turn_deadline)(const struct game *game, unsigned seat);
	/*
	 * Adds the events that follow when the time of these seats is over. With `lost` they lose
	 * their turns.
	 */
	void (*lapse)(const struct game *game, uint16_t seats, bool lost,
		      struct event_list *events);

	/*
	 * Finds the seat whose turn a clock measures (struct turn_clock), and its question with
	 * entry and time. Returns false if there is none. NULL: the seat whose turn it is, or its
	 * conqueror.
	 */
	bool (*turn_asked)(const struct game *game, unsigned clock, uint8_t *seat_out,
			   struct question *question_out);

	/* ---- views; NULL: as for a position on one board ---- */
	void (*board)(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		      struct strbuf *out); /* view_board_for */
	/* scene_new (core/image/scene.h). */
	struct scene *(*scene)(const struct game *game, uint8_t from, uint8_t seat);
	/*
	 * Describes what a game waits for before it begins. NULL: nothing. `reader` is as in
	 * view_status_to.
	 */
	void (*waiting)(const struct game *game, const struct view_reader *reader,
			struct strbuf *out);
	/*
	 * Describes whose turn it is in a game that is being played, and what follows from the
	 * rules.
	 */
	void (*status)(const struct game *game, const struct view_reader *reader,
		       struct strbuf *out);
	/* Lists orders, except payments (view_choices). */
	void (*choices)(const struct game *game, uint8_t seat, enum choice_kind which,
			unsigned most, struct choice_list *list);
	void (*since)(const struct game *game, uint8_t seat, struct strbuf *out); /* view_since */
	/*
	 * Chooses a move for examples, of a seat that is asked for one, on the first board where it
	 * has one.
	 */
	void (*choose)(const struct game *game, uint8_t seat, struct view_choice *choice);
	/*
	 * Calls `note` with the name of each thing that the seat holds unseen by others, once per
	 * copy. NULL: it holds nothing.
	 */
	void (*held)(const struct game *game, uint8_t seat,
		     void (*note)(void *context, const char *name), void *context);
	/* view_example_placement. NULL: no pieces are placed. */
	void (*placement)(const struct game *game, uint8_t seat, struct strbuf *out);
	/*
	 * Removes what the seat may not know (NO_SIDE: what nobody knows) from a copy of the game.
	 * Orders are judged on such a copy first, so that a refusal reveals nothing. NULL:
	 * everything is public.
	 */
	void (*conceal)(struct game *seen, uint8_t seat);

	/* ---- stored data ---- */
	/*
	 * Returns the digest of data other than the definition that the rules depend on; NULL with
	 * the reason if it can't be calculated. NULL: there is no such data.
	 */
	const struct sha256 *(*extra_digest)(const struct variant *variant, struct reason *reason);
	/*
	 * Such digests by which games may have been begun, today or earlier, and are still played;
	 * NULL after the last. NULL: only today's.
	 */
	const char *const *known_extra_digests;
	/*
	 * Reports whether a round ended with an entry that ended a turn, so that a diagram is due.
	 * NULL: a round ends when the next seat isn't later in the order.
	 */
	bool (*goes_round)(const struct game *before, const struct game *after);
	/*
	 * Draws the board for an entry: in a ring the board with that number (0: that of the last
	 * turn), with its name before it. NULL: the standard board.
	 */
	void (*diagram)(const struct game *game, unsigned number, struct strbuf *out);
	/*
	 * Returns the number of the board that an entry's diagram names with its first bytes, if
	 * the entry itself is about no board; else 0. The entry is the last one applied. NULL:
	 * there is one board.
	 */
	unsigned (*diagram_of)(const struct game *game, unsigned entry, const char *bytes,
			       const char *end);
	/*
	 * Reports whether the state is consistent: every number refers to something that exists.
	 * NULL: checked by the position.
	 */
	bool (*is_sound)(const struct game *game);
	/*
	 * Draws the places of the players who joined, if seats are drawn at random. NULL: they
	 * never are.
	 */
	void (*draw_seats)(const struct game *game, uint8_t *places_out);
	/* ---- snapshots (core/gamefile/gamefile_packing.h) ---- */
	/* The members of the kind's state that a snapshot has. NULL: there is no state. */
	const struct packing *packing;
	/* Adds what a table of members can't describe. NULL: nothing. */
	void (*save)(const struct game *game, struct strbuf *out);
	/*
	 * Reads what `save` wrote, and derives the members that aren't saved; returns false if
	 * these bytes are impossible. NULL: there are no such members. Later `is_sound` is called.
	 */
	bool (*restore)(struct game *game, struct packed *bytes);
};

#endif
