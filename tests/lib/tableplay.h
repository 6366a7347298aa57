/* SPDX-License-Identifier: MIT */
/* A table of cards played at random, and what must hold of it at every step. */
#ifndef PBEM_TESTS_TABLEPLAY_H
#define PBEM_TESTS_TABLEPLAY_H

#include <signal.h>

#include "core/cards/lists/plays.h"
#include "tests/lib/cardplay.h"
#include "core/cards/play/moment.h"
#include "core/cards/message/message.h"
#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/order/order.h"

struct tableplay {
	struct cardplay cards;
	struct table table,
		shadow; /* the shadow knows nothing but the recorded facts, read back as text */
	struct history history, shadow_history;
	uint64_t chance;
	struct text story; /* the messages so far, as `pbem try` would take them */
	struct text came;  /* what they came to: facts, refusals, lists of plays */
	unsigned accepted, refused, plays, reactions, demands, steps;
	unsigned listed, unlisted, mates; /* how often these were looked at */
	uint8_t kinds[MAX_COPIES];	  /* what each card is */
};

uint32_t tableplay_below(struct tableplay *play, uint32_t limit);

/* Tells the whole game so far, and what went wrong. */
void tableplay_fail(const struct tableplay *play, const char *what, const char *more);

/* The game being played, to be told when the program itself breaks off. */
extern struct tableplay *tableplay_aborted;

/* An assertion of the program's fails, or a sanitizer finds something (abort_on_error=1). */
void tableplay_tell_aborted(void);

/* The same of a message that was only tried: the story goes on with it. */
void tableplay_refute(struct tableplay *play, uint8_t seat, const char *what, const char *message,
		      const char *more);

#define tableplay_assert(play, condition)                                                          \
	do {                                                                                       \
		if (!(condition))                                                                  \
			tableplay_fail(play, #condition, "");                                      \
	} while (0)

/* ---- what must hold ---- */

/* Whether the mover's own turn has called up a trap or a Doomsayer, which may bare his king. */
bool tableplay_is_bared(const struct table *table);

bool tableplay_same_piles(const struct piles *a, const struct piles *b);

bool tableplay_same_field(const struct field *a, const struct field *b);

/* ---- playing ---- */

/* The orders between semicolons; false with why when one can't be read. */
bool tableplay_read(const struct tableplay *play, const char *message, struct order_list *orders,
		    struct reason *why);

void tableplay_check(struct tableplay *play, const struct event_list *events);

/* Whether the seat's message is taken; it is told and what comes of it checked. */
bool tableplay_send(struct tableplay *play, uint8_t seat, const char *message, struct reason *why);

/* ---- beginning and end ---- */

/* Variant, cards and story are there: a table with this board, and no card yet. */
void tableplay_lay(struct tableplay *play, const struct position *position);

/* All cards are dealt: the shadow sees them so, and nothing after that but facts. */
void tableplay_start(struct tableplay *play);

void tableplay_close(struct tableplay *play);

#endif
