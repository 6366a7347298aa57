/* SPDX-License-Identifier: MIT */
/* The state of one game; game_apply is the only function that changes it. */
#ifndef PBEM_CORE_GAME_GAME_H
#define PBEM_CORE_GAME_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/game/game_options.h"
#include "core/position/position.h"
#include "core/rules/rules.h"
#include "core/util/sha256.h"

struct strbuf;

enum {
	GAME_ABSENCES = 8, /* remembered vacations of a seat */
	GAME_RECENT = 16,
	TURN_TEXT_MAX = 480, /* enough for the removal of every pawn of an army, and three moves */
	TURN_STEPS = 4,	     /* the most moves in a turn, with a castling rook's */
};

/* A move of a piece, marked on the board. */
struct turn_step {
	square from, to;
};

/*
 * A finished turn, kept for what has happened since a player's last turn, and for the marks on the
 * board.
 */
struct turn_record {
	unsigned entry;	 /* the entry that has it */
	unsigned number; /* turns from 1 */
	unsigned round;	 /* rounds of the game from 1; in a ring, rounds of its board */
	uint8_t seat;	 /* whose turn it was; another seat may have played it [beaten-armies] */
	uint8_t step_count;
	struct turn_step steps[TURN_STEPS];
	char text[TURN_TEXT_MAX]; /* "e2e4 e4": canonical text, then text for people */
};

/*
 * The entry that asked a seat something. Tokens are bound to its number and its digest, so that a
 * token doesn't fit another entry that later got the same number.
 */
struct question {
	unsigned entry;	      /* 0: the seat is asked nothing */
	int64_t asked;	      /* when the time to answer began, in seconds since 1970, UTC */
	int64_t when;	      /* the time of the entry, which never changes */
	struct sha256 digest; /* of the entry; "" while the entry is still being written */
};

/* A question that was not answered in time. */
struct lapse {
	unsigned entry;
	char until[32]; /* the deadline, for people */
};

/*
 * The time limit of a turn. Each seat has a clock, or in a ring each board, where one seat at a
 * time is to move. A clock counts only while its question is the current one (turn_clock.h).
 */
struct turn_clock {
	unsigned entry; /* of the question; 0: none */
	uint8_t seat;
	int64_t asked; /* when the turn's time began */
	int64_t main; /* from then on the turn uses the time bank; same as `until`: it never does */
	int64_t until;	   /* the last moment at which the turn is in time */
	unsigned reminded; /* number of reminders sent */
	unsigned missed;   /* how often this question's time has ended */
	bool over;	   /* the time has ended, and nothing more follows automatically */
	int64_t stopped;   /* when the clock was stopped, because the seat has answered and will be
			      asked for the same turn later; 0: it isn't stopped */
};

/*
 * When a seat is away: first and last days, counted since 1970. The latest GAME_ABSENCES vacations
 * are kept, the latest first.
 */
struct seat_away {
	uint32_t from[GAME_ABSENCES], to[GAME_ABSENCES];
};

/* How a seat left the game. */
struct departure {
	unsigned round; /* 0: it is in play */
	uint8_t by;	/* the seat that beat it, or NO_SIDE */
	char how[16];	/* "checkmate", "resigned", "forfeited" */
};

/* Background of a seat's debts, which are in position.debts [debt-payment]. */
struct owing {
	unsigned round;	   /* when the debt began; 0: no debt */
	uint16_t involved; /* set of the seats involved in the exchanges */
};

/* The request to all seats to take the game back (core/game/takeback.h). */
struct undo_request {
	uint8_t seat;	 /* the seat that requests it, or NO_SIDE */
	uint16_t agreed; /* set of the seats that agree, including the requesting seat */
	unsigned entry;	 /* of the request */
	unsigned to;	 /* the entry that would be the last one kept */
};

/* Why a seat's conditional moves became void; the player is told. */
enum intent_void {
	INTENT_LOST, /* unknown */
	INTENT_UNDONE,
	INTENT_PAUSED,
	INTENT_OFFERED, /* a draw was offered, which the player must answer */
	INTENT_FRESH,	/* a board of a ring was reset or closed */
	INTENT_CARD,	/* a card was played, or a card's question answered */
	INTENT_RENEWED, /* the seat has new keys */
	INTENT_ENDED,	/* the game is over, or the seat is out of it */
};

/*
 * The public part of a seat's conditional moves (core/game/conditional.h): one plan for each of its
 * boards.
 */
enum { GAME_PLANS = 2 };
struct game_intent {
	struct sha256 of; /* the commitment to the remaining lines; "": there are none */
	unsigned board;	  /* of a ring, from 1; 0: the only board, or any board in games from an
			     earlier version */
};

/* The last undo that led to the present state, and the entry to which it went back. */
struct undone {
	unsigned by, to; /* 0: none */
};

struct game {
	const struct variant *variant; /* borrowed */
	struct position position;
	struct history history;
	void *state; /* other data of the kind of game, which may copy or replace the position and
			history (core/variant/gametype.h); NULL: none. Only the kind's own code
			reads it */
	struct outcome outcome;
	struct question questions[MAX_SEATS];
	int64_t counted; /* outages up to this time have been counted */
	/* The last question of each seat that wasn't answered in time. */
	struct lapse lapsed[MAX_SEATS];
	struct game_options terms; /* from the header */
	struct turn_clock clocks[MAX_SEATS];
	uint32_t bank[MAX_SEATS]; /* seconds left */
	struct seat_away away[MAX_SEATS];
	int64_t paused;				 /* since when the game is paused; 0: it isn't */
	struct seat_away paused_away[MAX_SEATS]; /* absences when the game was paused */
	int64_t late; /* seconds by which the questions of entry `late_entry` count later */
	unsigned late_entry;
	struct departure out[MAX_SEATS];
	uint8_t offering; /* the seat with an open draw offer, or NO_SIDE */
	uint16_t agreed;  /* set of the seats that agree to it, including that seat */
	struct owing owing[MAX_SIDES];
	uint16_t exchanged; /* set of the seats involved in the latest round of exchange */
	struct undo_request undo_request;
	struct undone undone;
	struct game_intent intents[MAX_SEATS][GAME_PLANS];
	enum intent_void intents_void[MAX_SEATS]; /* for seats without conditional moves: why they
						     became void since the game was read */
	unsigned sent[MAX_SEATS]; /* the entry with each seat's last own turn, or 0 */
	bool started;
	unsigned first_round;			/* the number of the round with the first turn */
	unsigned turns;				/* finished turns */
	struct turn_record recent[GAME_RECENT]; /* turn n is at (n - 1) % GAME_RECENT */
	/* The turn being applied, until its event `played`. */
	uint8_t step_count;		    /* moves so far: only the first, or all if a turn */
	struct turn_step steps[TURN_STEPS]; /* may have several */
	bool restarted;	 /* a capture or pawn move was made, so earlier positions can't recur */
	unsigned judged; /* the entry in which a turn has just begun, or 0. Its position may still
			    lose rights, or be passed through */
};

/*
 * game_init makes a game that has not started: the starting position is set up, no turn has begun.
 * For a game with cards the card book must be available (effects_book_of). game_copy initialises
 * `to`, which must not hold a game. game_done also accepts a zeroed struct.
 */
void game_init(struct game *game, const struct variant *variant);
void game_done(struct game *game);
void game_copy(struct game *to, const struct game *from);

/* Sets the terms of the game. Must be called before its first entry. */
void game_set_terms(struct game *game, const struct game_options *terms);

/*
 * Returns how many days a turn has if an option names `days`: twice as many in a ring begun by
 * rules 3 or later [ring-deadlines].
 */
unsigned game_real_days(const struct game *game, unsigned days);

/* Returns the days that each turn of a seat has; 0: no limit. */
unsigned game_turn_days(const struct game *game, unsigned seat);

/* Gives a game with cards the input of its shuffles: its id, and its secret if known. */
void game_set_lots(struct game *game, const char *id, const char *secret);

/* The data of an entry other than its events. */
struct entry_head {
	unsigned number;   /* from 1, never used again */
	int64_t when;	   /* seconds since 1970, UTC */
	const char *cause; /* one word: "sha256:HEX" of the message, "moderator", "clock" */
};

/*
 * Applies an event of the entry. Returns -1 with the reason if the event is impossible in this
 * game.
 */
int game_apply(struct game *game, const struct entry_head *head, const struct event *event,
	       struct reason *reason);

/* Ends the entry: its questions get its digest. */
void game_close_entry(struct game *game, unsigned entry, const struct sha256 *digest);

/*
 * Returns the seat that plays the current turn: the seat to move, or the conqueror of its army
 * [beaten-armies]. Returns NO_SIDE before and after the game.
 */
uint8_t game_player(const struct game *game);

/* A pending turn: sent, but seats may still respond to it. */
struct game_pending_turn {
	uint8_t seat;	/* whose turn it is */
	uint8_t next;	/* the seat that plays the next turn as things are; NO_SIDE: unknown */
	uint16_t asked; /* set of the seats that may still respond */
	char text[TURN_TEXT_MAX]; /* the text that EVENT_PLAYED would have if the turn were final
				     now */
};

/*
 * Describes the pending turn. Returns false if there is none, as in games whose turns are final at
 * once.
 */
bool game_pending_turn(const struct game *game, struct game_pending_turn *standing_out);

/* Calculates the commitment to a conditional line: SHA-256 of SALT|LINE|NEXT, where NEXT is the
 * commitment to the lines after it, or "-". */
void game_intent_link(const char *salt, const char *line, const char *next,
		      struct sha256 *digest_out);

bool game_intends(const struct game *game, uint8_t seat);

/* Reports whether a seat is still in play. */
bool game_in_play(const struct game *game, unsigned seat);

/* Reports whether more than two seats take part. */
bool game_has_many_seats(const struct game *game);

/*
 * Returns the number of the round that a turn of that seat would be in. A new round begins when
 * every seat has had its turn.
 */
unsigned game_round_of(const struct game *game, uint8_t seat);

/* Returns the number of the current round. A round begins with the first seat that moves. */
unsigned game_round(const struct game *game);

/*
 * Returns one of the last finished turns, 0 the latest. Returns NULL if there were not as many, or
 * only GAME_RECENT are kept.
 */
const struct turn_record *game_recent(const struct game *game, unsigned back);

#endif
