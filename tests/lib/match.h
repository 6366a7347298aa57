/* SPDX-License-Identifier: MIT */
/* A game, mostly with cards, played by messages and stored in files: random play, reading both
 * files again, the snapshot. */
#ifndef PBEM_TESTS_LIB_MATCH_H
#define PBEM_TESTS_LIB_MATCH_H

#include <stdio.h>
#include <unistd.h>

#include "core/cards/deck/deck.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/submit.h"
#include "core/game/clock.h"
#include "core/game/turn.h"
#include "core/gamefile/gamefile.h"
#include "core/gametype/cards/cards_text.h"
#include "core/order/order_parse.h"
#include "core/view/game_text.h"
#include "tests/lib/chess.h"
#include "tests/lib/match_same.h"
#include "tests/lib/pace.h"
#include "tests/lib/scratch.h"
#include "tests/lib/seed.h"
#include "tests/lib/snapshots.h"
#include "tests/lib/views.h"

extern const char match_secret[];

/* A game being played, with the bytes of its files. */
struct match {
	struct gamefile *file;
	struct strbuf public, sealed;
	struct strbuf seen; /* the public view at various times */
	char folder[SCRATCH_MAX];
	unsigned seed, accepted, reactions, lapses;
	bool published; /* the game is over, and its secrets are published */
	bool damaged;	/* the files were damaged on purpose, so that results of the rules may be
			   false */
	int64_t now;
	unsigned cards[MAX_CARD_KINDS]; /* number of each kind of card */
};

struct card_state *match_table_of(const struct match *play);

void match_add(struct match *play, const char *cause, const struct event_list *events);

/* Asserts that every card is in exactly one place of one pile. */
void match_assert_cards(const struct match *play);

void match_begin(struct match *play, const char *name, const struct option *options, size_t count,
		 unsigned seed);

/* Begins a game with another name than g1 and with players (names by seat). */
void match_begin_named(struct match *play, const char *id, const char *const *players,
		       const char *name, const struct option *options, size_t count, unsigned seed);

void match_end(struct match *play);

/* Processes one message of a seat; returns whether it was accepted. */
bool match_send(struct match *play, uint8_t seat, const char *letter);

uint8_t match_someone_awaited(struct match *play);

bool match_play_card(struct match *play, uint8_t seat, const struct move *after);

bool match_make_move(struct match *play, uint8_t seat, bool with_card);

/* Sends PASS; with a common deck, a card may be discarded with it. */
bool match_pass(struct match *play, uint8_t seat);

/* Acts for a seat that the game waits for; returns false if nothing it tried was accepted. */
bool match_act(struct match *play);

void match_write_file(const struct match *play, const char *name, const struct strbuf *text);

void match_remove_file(const struct match *play, const char *name);

/* Loads the game. `alone`: from the public file only, as anybody reads it who has a copy. */
struct gamefile *match_load(const struct match *play, bool alone);

void match_fail_with(void *context, const char *line);

/* Asserts that today's rules decide every entry alike, shuffles included. */
void match_assert_verifies(const struct match *play);

/* Asserts that both files make the same game when they are read again, with a new snapshot and
 * without one; and that the public file alone can be read and has the same board. */
void match_assert_comes_back(struct match *play);

unsigned match_play_games(const char *name, const struct option *options, size_t count,
			  unsigned games);

#endif
