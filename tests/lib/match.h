/* SPDX-License-Identifier: MIT */
/* A game, mostly with cards, as letters and files make it: random play, both files read again, the
 * snapshot. */
#ifndef PBEM_TESTS_MATCH_H
#define PBEM_TESTS_MATCH_H

#include <stdio.h>
#include <unistd.h>

#include "tests/lib/chess.h"
#include "core/cards/deck/deck.h"
#include "core/cards/message/message.h"
#include "core/cards/lists/plays.h"
#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/record/gamefile.h"
#include "core/order/order.h"
#include "core/turn/turn.h"
#include "core/view/view.h"
#include "core/kind/cards/cards_view.h"
#include "tests/lib/seed.h"
#include "tests/lib/match_same.h"
#include "tests/lib/scratch.h"
#include "tests/lib/pace.h"
#include "tests/lib/views.h"

extern const char match_secret[];

/* A game being played, its files' bytes beside it. */
struct match {
	struct gamefile *file;
	struct text public, sealed;
	struct text seen; /* what everybody saw of it now and then */
	char folder[SCRATCH_MAX];
	unsigned seed, accepted, reactions, lapses;
	bool published; /* the game is over, and its secrets are told */
	bool damaged;	/* facts that rules find may be untrue of what it has become */
	int64_t now;
	unsigned cards[MAX_CARD_KINDS]; /* how many there are of each kind */
};

struct table *match_table_of(const struct match *play);

void match_add(struct match *play, const char *cause, const struct event_list *events);

/* Every card is still there, and in one place of one pile. */
void match_assert_cards(const struct match *play);

void match_begin(struct match *play, const char *name, const struct option *options, size_t count,
		 unsigned seed);

/* The same of a game of another name than g1, with players (names by seat). */
void match_begin_named(struct match *play, const char *id, const char *const *players,
		       const char *name, const struct option *options, size_t count, unsigned seed);

void match_end(struct match *play);

/* One message of a seat; whether it was accepted. */
bool match_send(struct match *play, uint8_t seat, const char *letter);

uint8_t match_someone_awaited(struct match *play);

bool match_play_card(struct match *play, uint8_t seat, const struct move *after);

bool match_make_move(struct match *play, uint8_t seat, bool with_card);

/* PASS; where the deck is everybody's, a card may be discarded with it. */
bool match_pass(struct match *play, uint8_t seat);

/* What a seat that is waited for does; false when nothing it tried was accepted. */
bool match_act(struct match *play);

void match_write_file(const struct match *play, const char *name, const struct text *text);

void match_remove_file(const struct match *play, const char *name);

/* `alone`: as anybody reads it who has a copy of the public file and nothing else. */
struct gamefile *match_load(const struct match *play, bool alone);

void match_fail_with(void *context, const char *line);

/* Today's rules say the same of every entry, the shuffles too. */
void match_assert_verifies(const struct match *play);

/* Both files read again make the same game, with a snapshot of now and without; the public one
 * alone is read too, and knows the same board. */
void match_assert_comes_back(struct match *play);

unsigned match_play_games(const char *name, const struct option *options, size_t count,
			  unsigned games);

#endif
