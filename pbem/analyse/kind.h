/* SPDX-License-Identifier: MIT */
/*
 * What differs in the analysis of one kind of game from that of another, as a table of operations:
 * plain.c, ring.c and cards.c have one each, and nothing else here asks for a kind. Where an
 * operation may be NULL, that is nothing.
 */
#ifndef PBEM_ANALYSE_KIND_H
#define PBEM_ANALYSE_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ring/ring.h"
#include "core/turn/game.h"

struct text;
struct trial_cards;
struct trial_past;
struct intent;

/* ---- moves and perft ---- */

/* A game as these commands follow it: nobody plays it, nothing is recorded. */
struct line {
	const struct variant *variant;
	struct position position;
	struct history history;
	struct move_list legal;
	struct ring *ring; /* instead of these, in a ring */
	struct outcome outcome;
};

/* Counts of fewer turns ahead are done before anybody would look how far they are. */
enum { ANALYSE_WATCHED_DEPTH = 3 };

/* The first moves, and how many sequences each begins. */
struct division;

struct line_kind {
	bool one_board; /* a FEN can tell its positions */

	/* The game at its beginning, judged; `start` is the position on its only board. */
	void (*begin)(struct line *line, const struct position *start);
	void (*end)(struct line *line);

	/* Makes the move of that text, and what follows from it; false when it isn't legal. */
	bool (*play)(struct line *line, const char *text);

	/* "white - a2a3 a2a4 ...", "- over:draw": a line, with its newline. */
	void (*print)(struct line *line, struct text *out);

	/* How many sequences of so many moves there are; and the same behind each first move, where
	 * there is at least one. */
	uint64_t (*count)(const struct line *line, unsigned depth);
	void (*divide)(const struct line *line, unsigned depth, struct division *division);
};

/* Adds a row; its text is the division's from now on. */
void analyse_divide(struct division *division, char *text, uint64_t nodes);

/* ---- try ---- */

/* The analysis board: a game without players, set up and played by a script. */
struct trial {
	const struct variant *variant;
	const struct analyse_kind *kind;
	struct game game;
	struct trial_cards *cards; /* what the script gives; NULL in games without */
	bool pieces_given; /* a `pieces` line: the array is gone, seats without one aren't in play
			    */
	bool turn_given;
	bool begun;	/* an order was given or something shown: the set-up is over */
	unsigned entry; /* the number of the last one; each message is one */
	struct intent *intents[MAX_SEATS][GAME_PLANS]; /* what each has given in advance, or NULL */
	struct trial_past *past; /* as it stood after the latest of them (past.h) */
};

/* What `show status` tells; all of it is nothing unless a kind says otherwise. */
struct trial_status {
	const char *phase;	      /* NULL: "move" */
	uint16_t turn, check, window; /* sets of seats */
	const char *card;	      /* that a choice is demanded for, */
	uint8_t demanded;	      /* of whom */
};

/* Something that is shown otherwise than in other games. */
struct analyse_show {
	const char *word; /* NULL ends the list */
	void (*show)(const struct trial *trial);
	void (*list)(const struct trial *trial, int what); /* instead: of several such */
	int what;
};

struct analyse_kind {
	const struct kind *kind; /* whose games these are */
	const struct line_kind *line;

	const char *no_set_up; /* why a script can set nothing up; NULL: it can */

	/* Before the game is made, -1 when what it needs is faulty; and after it is gone. */
	int (*open)(struct trial *trial, struct reason *reason);
	void (*close)(struct trial *trial);

	/* "hand", "deck" or "discards" of a seat; `list` is cut up. Never NULL but where nothing
	 * can be set up. */
	int (*give)(struct trial *trial, const char *word, unsigned seat, char *list,
		    struct reason *reason);

	/* The set-up is over. */
	void (*start)(struct trial *trial);

	/* Before a message is judged, and when it was taken. */
	void (*listen)(struct trial *trial);
	void (*tell)(const struct trial *trial);

	/* Adds how a piece is written, with its square: "Ke1"; nothing when it isn't shown. Never
	 * NULL. */
	void (*piece)(const struct trial *trial, const struct position *position, unsigned piece,
		      struct text *out);

	/* The line that tells what is legal, with its newline; and how the game stands. Never NULL.
	 */
	void (*legal)(const struct trial *trial, struct text *out);
	void (*status)(const struct trial *trial, struct trial_status *status_out);

	/* What can be played by the seat now, or with `after` behind that move, of which it must
	 * have one. */
	int (*plays)(const struct trial *trial, uint8_t seat, const char *after,
		     struct reason *reason);

	const struct analyse_show *shows;
};

/* How the variant's games are analysed: as those of its kind, or as plain ones where that has no
 * row in analyse.c. */
const struct analyse_kind *analyse_kind_of(const struct variant *variant);

extern const struct analyse_kind analyse_single, analyse_circle, analyse_cards;

/* Followed without its cards: what moves there are before any is played. */
extern const struct line_kind analyse_single_line;

/* How a piece is written in a game that does nothing to it. */
void analyse_single_piece(const struct trial *trial, const struct position *position,
			  unsigned piece, struct text *out);

#endif
