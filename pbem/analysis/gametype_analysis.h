/* SPDX-License-Identifier: MIT */
/*
 * The differences between kinds of games in analysis, as a table of operations.
 * analysis_standard.c, analysis_ring.c and analysis_cards.c have one each, and no other code here
 * tests for a kind. An operation that may be NULL then does nothing.
 */
#ifndef PBEM_ANALYSIS_GAMETYPE_ANALYSIS_H
#define PBEM_ANALYSIS_GAMETYPE_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/ring/ring.h"

struct conditional;
struct division;
struct strbuf;
struct trial_cards;
struct trial_past;

/* ---- moves and perft ---- */

/* A game as these commands follow it, without players and without a game file. */
struct line {
	const struct variant *variant;
	struct position position;
	struct history history;
	struct move_list legal;
	struct ring *ring; /* used in a ring instead of the members above */
	struct outcome outcome;
};

/* Counts of fewer moves than this finish too quickly for a progress line. */
enum { ANALYSE_WATCHED_DEPTH = 3 };

/* The first moves, with the number of sequences that each begins. */

struct line_kind {
	bool one_board; /* a FEN can describe its positions */

	/* Begin the game, with its first turn judged and `start` as the position on its only board;
	 * and end the game. */
	void (*begin)(struct line *line, const struct position *start);
	void (*end)(struct line *line);

	/* Makes the move of that text, and its consequences. Returns false if it is illegal. */
	bool (*play)(struct line *line, const char *text);

	/* Adds a line, with its newline: "white - a2a3 a2a4 ...", or "- over:draw". */
	void (*print)(struct line *line, struct strbuf *out);

	/* Count the sequences of that many moves; and the same after each first move, with at least
	 * one move. */
	uint64_t (*count)(const struct line *line, unsigned depth);
	void (*divide)(const struct line *line, unsigned depth, struct division *division);
};

/* Adds a row, which owns its text from now on. */
void analysis_divide(struct division *division, char *text, uint64_t nodes);

/* ---- try ---- */

/* The analysis board: a game without players, set up and played by a script. */
struct trial {
	const struct variant *variant;
	const struct analyse_kind *kind;
	struct game game;
	struct trial_cards *cards; /* cards that the script gives; NULL in games without */
	bool pieces_given; /* there was a `pieces` line: the starting position is gone, seats
			      without such a line aren't in play */
	bool turn_given;
	bool begun;	/* an order was given or something shown, so the set-up is over */
	unsigned entry; /* number of the last entry; each message is one */
	/* the conditional moves of each seat, or NULL */
	struct conditional *conditionals[MAX_SEATS][GAME_PLANS];
	struct trial_past *past; /* the games after the latest entries (analysis_undo.h) */
};

/* The contents of `show status`; empty unless the kind of game fills it in. */
struct trial_status {
	const char *phase;	      /* NULL: "move" */
	uint16_t turn, check, window; /* sets of seats */
	const char *card;	      /* the card that demands a choice, */
	uint8_t demanded;	      /* and the seat that has to choose */
};

/* A thing that this kind of game shows differently. */
struct analyse_show {
	const char *word; /* NULL ends the list */
	void (*show)(const struct trial *trial);
	void (*list)(const struct trial *trial,
		     int what); /* used instead of `show`, with the thing in `what` */
	int what;
};

struct analyse_kind {
	const struct gametype *kind; /* the kind of these games */
	const struct line_kind *line;

	const char *no_set_up; /* why a script can set nothing up; NULL: it can */

	/* Called before the game is made, returns -1 if its data are faulty; and after the game is
	 * gone. */
	int (*open)(struct trial *trial, struct reason *reason);
	void (*close)(struct trial *trial);

	/* Sets up "hand", "deck" or "discards" of a seat; cuts up `list`. NULL only if nothing can
	 * be set up. */
	int (*set_cards)(struct trial *trial, const char *word, unsigned seat, char *list,
			 struct reason *reason);

	/* Called when the set-up is over. */
	void (*start)(struct trial *trial);

	/* Called before a message is judged, and after it was applied. */
	void (*begin_message)(struct trial *trial);
	void (*print_returned)(const struct trial *trial);

	/* Adds the text of a piece with its square: "Ke1"; nothing if it isn't shown. Never NULL.
	 */
	void (*piece)(const struct trial *trial, const struct position *position, unsigned piece,
		      struct strbuf *out);

	/* Add the line of legal moves, with its newline; and fill in the status. Never NULL. */
	void (*legal)(const struct trial *trial, struct strbuf *out);
	void (*status)(const struct trial *trial, struct trial_status *status_out);

	/* Prints what the seat can play now, or, with `after`, after that move, which must be legal
	 * for it. */
	int (*plays)(const struct trial *trial, uint8_t seat, const char *after,
		     struct reason *reason);

	const struct analyse_show *shows;
};

/* Returns the table by which the variant's games are analysed: that of its kind, or the one of
 * standard games if the kind has no row in analysis.c. */
const struct analyse_kind *analysis_kind_of(const struct variant *variant);

extern const struct analyse_kind analysis_standard, analysis_ring, analysis_cards;

/* Follows a game without its cards: only the moves that exist before any card is played. */
extern const struct line_kind analysis_standard_line;

/* Adds the text of a piece in a game that has no special pieces. */
void analysis_standard_piece(const struct trial *trial, const struct position *position,
			     unsigned piece, struct strbuf *out);

#endif
