/* SPDX-License-Identifier: MIT */
/* Plays a game with cards at random, and checks invariants at every step. */
#ifndef PBEM_TESTS_LIB_TABLEPLAY_H
#define PBEM_TESTS_LIB_TABLEPLAY_H

#include <signal.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/submit.h"
#include "core/order/order_parse.h"
#include "tests/lib/cardplay.h"

struct tableplay {
	struct cardplay cards;
	struct card_state table,
		shadow; /* a state that follows only the recorded events, read back as text */
	struct history history, shadow_history;
	uint64_t chance;
	struct strbuf turn_log; /* the messages so far, as `pbem try` reads them */
	struct strbuf came;	/* their results: events, refusals, lists of plays */
	unsigned accepted, refused, plays, reactions, demands, steps;
	unsigned listed, unlisted, mates; /* how often these were checked */
	uint8_t kinds[MAX_COPIES];	  /* the kind of each card */
};

uint32_t tableplay_below(struct tableplay *play, uint32_t limit);

/* Fails, and prints the whole game so far and the fault. */
void tableplay_fail(const struct tableplay *play, const char *what, const char *more);

/* The game being played, to be printed if the program itself aborts. */
extern struct tableplay *tableplay_aborted;

/* Prints the game if an assertion in the program fails, or a sanitizer finds something
 * (abort_on_error=1). */
void tableplay_tell_aborted(void);

/* Fails at a message that was only tried, and adds it to the script. */
void tableplay_refute(struct tableplay *play, uint8_t seat, const char *what, const char *message,
		      const char *more);

#define tableplay_assert(play, condition)                                                          \
	do {                                                                                       \
		if (!(condition))                                                                  \
			tableplay_fail(play, #condition, "");                                      \
	} while (0)

/* ---- invariants ---- */

/* Returns whether the mover's own turn has set off a trap or a Doomsayer, which may expose the
 * mover's king. */
bool tableplay_is_bared(const struct card_state *table);

bool tableplay_same_piles(const struct piles *a, const struct piles *b);

bool tableplay_same_field(const struct card_board *a, const struct card_board *b);

/* ---- playing ---- */

/* Reads the orders between semicolons; returns false with the reason if one can't be read. */
bool tableplay_read(const struct tableplay *play, const char *message, struct order_list *orders,
		    struct reason *why);

void tableplay_check(struct tableplay *play, const struct event_list *events);

/* Sends the seat's message, adds it to the script and checks its results. Returns whether it was
 * accepted. */
bool tableplay_send(struct tableplay *play, uint8_t seat, const char *message, struct reason *why);

/* ---- beginning and end ---- */

/* Makes the state with this board and without cards. Variant, cards and script must be there. */
void tableplay_lay(struct tableplay *play, const struct position *position);

/* Starts the game after all cards are dealt: the shadow gets the same deal, and after that only
 * events. */
void tableplay_start(struct tableplay *play);

void tableplay_close(struct tableplay *play);

#endif
