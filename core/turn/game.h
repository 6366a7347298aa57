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
#include "core/turn/terms.h"

struct text;

enum {
	GAME_ABSENCES = 8, /* vacations of a seat that are remembered */
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

/*
 * How long a turn may take. There is one of each seat, and in a ring one of each board, where one
 * seat at a time is to move; it means something as long as its question is the one that is asked
 * there (clock_turns.h).
 */
struct turn_clock {
	unsigned entry; /* of the question; 0: none yet */
	uint8_t seat;
	int64_t asked;	   /* since when its time runs */
	int64_t main;	   /* from then on it takes of the bank; `until`: it never does */
	int64_t until;	   /* the last moment at which the turn is in time */
	unsigned reminded; /* so many reminders have gone out */
	unsigned missed;   /* so often the time was over for this very question */
	bool over;	   /* it is, and nothing more follows by itself */
	int64_t stopped;   /* since when it stands still: the seat has answered, and is asked for
			      the very turn later; 0: it doesn't */
};

/* When a seat is away: days since 1970, the last included; in the order they were told, the latest
 * GAME_ABSENCES of them. */
struct seat_away {
	uint32_t from[GAME_ABSENCES], to[GAME_ABSENCES];
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

/* What all are asked: to take the game back (core/turn/undo.h). */
struct undo_request {
	uint8_t seat;	 /* who asks, or NO_SIDE: nobody */
	uint16_t agreed; /* set of the seats that agree, his own included */
	unsigned entry;	 /* by which he asks */
	unsigned to;	 /* the entry that would be the last that stays */
};

/* Why what a seat has given in advance is void; for who is told. */
enum intent_void {
	INTENT_LOST, /* nobody knows */
	INTENT_UNDONE,
	INTENT_PAUSED,
	INTENT_OFFERED, /* a draw, which is the player's to answer */
	INTENT_FRESH,	/* a board of a ring begins anew, or closes */
	INTENT_CARD,	/* a card was played, or answered what it asked */
	INTENT_RENEWED, /* its seat has new keys */
	INTENT_ENDED,	/* the game is over, or the seat out of it */
};

/* What a seat has given in advance for its turns to come, as far as everybody may know
 * (core/intent/intent.h): a plan a board, where it plays on two of them. */
enum { GAME_PLANS = 2 };
struct game_intent {
	struct digest of; /* the commitment to what is left of it; "": nothing is */
	unsigned board; /* of a ring, from 1; 0: the only one, or as of before boards had theirs */
};

/* The last entry that took the game back, on the way to how it stands, and where to. */
struct undone {
	unsigned by, to; /* 0: none did */
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
	struct terms terms;	   /* of the header */
	struct turn_clock clocks[MAX_SEATS];
	uint32_t bank[MAX_SEATS]; /* seconds left */
	struct seat_away away[MAX_SEATS];
	int64_t paused;				 /* since when no time runs; 0: it does */
	struct seat_away paused_away[MAX_SEATS]; /* as it was told by then */
	int64_t late; /* of entry `late_entry`: what it asks is asked so many seconds later */
	unsigned late_entry;
	struct departure out[MAX_SEATS];
	uint8_t offering; /* the seat whose draw offer stands, or NO_SIDE */
	uint16_t agreed;  /* set of the seats that agree to it, its own included */
	struct owing owing[MAX_SIDES];
	uint16_t exchanged; /* set of the seats involved in the latest round of exchange */
	struct undo_request undo_request;
	struct undone undone;
	struct game_intent intents[MAX_SEATS][GAME_PLANS];
	enum intent_void intents_void[MAX_SEATS]; /* of who has none any more since the game was
						     read */
	unsigned sent[MAX_SEATS]; /* the entry by which each seat's last own turn came in; or 0 */
	bool started;
	unsigned first_round; /* the number of the round in which the first turn falls */
	unsigned turns;	      /* finished turns */
	struct turn_record recent[GAME_RECENT]; /* turn n stands at (n - 1) % GAME_RECENT */
	/* Of the turn being applied, until its `played` line. */
	uint8_t step_count; /* what has moved: the first piece, or all where a turn may */
	struct turn_step steps[TURN_STEPS]; /* hold several moves */
	bool restarted;	 /* a capture or pawn move: earlier positions can't recur */
	unsigned judged; /* the entry in which a turn has just begun: its position may
			    yet lose rights, or turn out to be passed through; or 0 */
};

/* A game not yet started: the array stands, no turn has begun. For a game with cards its book must
 * be there to be had (effects_book_of). game_copy makes `to` anew; it must not hold a game yet. */
void game_init(struct game *game, const struct variant *variant);
void game_done(struct game *game); /* also of zeros, which hold no game yet */
void game_copy(struct game *to, const struct game *from);

/* The terms it is played on; to be told before its first entry. */
void game_set_terms(struct game *game, const struct terms *terms);

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

/* A turn that is in, and may still be answered. */
struct game_standing {
	uint8_t seat;	/* whose turn it is */
	uint8_t next;	/* who plays the turn behind it, as things stand; NO_SIDE: nobody knows */
	uint16_t asked; /* set of the seats that may still answer it */
	char text[TURN_TEXT_MAX]; /* as EVENT_PLAYED would have it now */
};

/* Whether there is such a turn: false, and nothing is told, where turns are final at once. */
bool game_standing(const struct game *game, struct game_standing *standing_out);

/* The commitment to a line given in advance: SHA-256 of SALT|LINE|NEXT, NEXT being that to the
 * lines behind it, or "-". */
void game_intent_link(const char *salt, const char *line, const char *next,
		      struct digest *digest_out);

/* Whether the seat has given anything in advance that is left. */
bool game_intends(const struct game *game, uint8_t seat);

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
