/* SPDX-License-Identifier: MIT */
/* The state of one game; game_apply is the only function that changes it. */
#ifndef PBEM_CORE_TURN_GAME_H
#define PBEM_CORE_TURN_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/position/event.h"
#include "core/position/position.h"
#include "core/rules/rules.h"

struct text;

enum {
	GAME_RECENT = 16,
	TURN_TEXT_MAX = 480, /* every pawn of an army removed, and three moves */
	TURN_STEPS = 4,	     /* as many moves as a turn may hold, and a castling rook's */
};

/* Where a piece went, for the mark on the board. */
struct turn_step {
	square from, to;
};

/* One finished turn, kept for "what happened since" and for the mark on the board. */
struct turn_record {
	unsigned entry;	 /* the entry it stands in */
	unsigned number; /* turns from 1 */
	unsigned round;	 /* rounds of the table from 1; in a ring those of its board */
	uint8_t seat;	 /* whose turn it was; another may have played it [beaten-armies] */
	uint8_t step_count;
	struct turn_step steps[TURN_STEPS];
	char text[TURN_TEXT_MAX]; /* "e2e4 e4": canonical, then for people */
};

/*
 * A question is the entry that asked a seat something; tokens are bound to its number and its
 * digest, so that none fits another entry which came to bear the same number.
 */
struct question {
	unsigned entry;	      /* 0: nothing is asked of this seat */
	int64_t asked;	      /* since when it may answer, in seconds since 1970, UTC */
	int64_t when;	      /* the time of the entry, which nothing moves */
	struct digest digest; /* of the entry; "" while its facts are still being gathered */
};

/* A question whose time ran out. */
struct lapse {
	unsigned entry;
	char until[32]; /* when, for people */
};

/* How a seat went out of the game. */
struct departure {
	unsigned round; /* 0: it is in play */
	uint8_t by;	/* who beat it, or NO_SIDE */
	char how[16];	/* "checkmate", "resigned", "forfeited" */
};

/* What a seat owes [debt-payment] is position.debts; this is why. */
struct owing {
	unsigned round;	   /* since when; 0: it owes nothing */
	uint16_t involved; /* set of the seats whose exchanges it was */
};

struct game {
	const struct variant *variant; /* borrowed */
	struct position position;
	struct history history;
	void *state; /* what its kind has beside these, which may make them meaningless, or copies
			(core/variant/kind.h); NULL: nothing. For the kind's own files */
	struct outcome outcome;
	struct question questions[MAX_SEATS];
	int64_t counted; /* outages up to then have moved what was asked before */
	struct lapse
		lapsed[MAX_SEATS]; /* the last question of each seat that wasn't answered in time */
	struct departure out[MAX_SEATS];
	uint8_t offering; /* the seat whose draw offer stands, or NO_SIDE */
	uint16_t agreed;  /* set of the seats that agree to it, its own included */
	struct owing owing[MAX_SIDES];
	uint16_t exchanged; /* set of the seats involved in the latest round of exchange */
	bool started;
	unsigned turns;				/* finished turns */
	struct turn_record recent[GAME_RECENT]; /* turn n stands at (n - 1) % GAME_RECENT */
	/* Of the turn being applied, until its `played` line. */
	uint8_t step_count; /* what has moved: the first piece, or all where a turn may */
	struct turn_step steps[TURN_STEPS]; /* hold several moves */
	bool restarted;	 /* a capture or pawn move: earlier positions can't recur */
	unsigned judged; /* the entry in which a turn has just begun: its position may
			    yet lose rights, or turn out to be passed through; or 0 */
};

/* A game not yet started: the array stands, no turn has begun. For a game with cards its book must
 * be there to be had (book_of). game_copy makes `to` anew; it must not hold a game yet. */
void game_init(struct game *game, const struct variant *variant);
void game_done(struct game *game); /* also of zeros, which hold no game yet */
void game_copy(struct game *to, const struct game *from);

/* Tells a game with cards what its shuffles follow from: its id, and its secret where that is
 * known. */
void game_know_lots(struct game *game, const char *id, const char *secret);

/* What an entry knows beside its events. */
struct entry_head {
	unsigned number;   /* from 1, never repeats */
	int64_t when;	   /* seconds since 1970, UTC */
	const char *cause; /* "sha256:HEX" of the message, "moderator", "clock"; one word */
};

/* Applies one fact of the entry given. -1 when it can't be true of this game. */
int game_apply(struct game *game, const struct entry_head *head, const struct event *event,
	       struct reason *reason);

/* The entry of that number has all its facts and this digest: what it asked is known by both now.
 */
void game_close_entry(struct game *game, unsigned entry, const struct digest *digest);

/* The seat that plays the turn in hand: the one to move, or who has conquered its army
 * [beaten-armies]. NO_SIDE before the game and after it. */
uint8_t game_player(const struct game *game);

/* Whether a seat is still in play. */
bool game_in_play(const struct game *game, unsigned seat);

/* Whether more than two seats take part: then the others needn't wait for their turn to speak. */
bool game_is_crowded(const struct game *game);

/* The number of the round in which a turn of that seat would fall: a new one begins when the turn
 * has come round. */
unsigned game_round_of(const struct game *game, uint8_t seat);

/* The number of the round in hand: they are counted by the table's first seat that moves. */
unsigned game_round(const struct game *game);

/* The last finished turns, newest first: 0 is the last. NULL when there are no more or they are
 * forgotten. */
const struct turn_record *game_recent(const struct game *game, unsigned back);

#endif
