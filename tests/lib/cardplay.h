/* SPDX-License-Identifier: MIT */
/* A field set up by hand, and cards played on it, for tests of what cards do. */
#ifndef PBEM_TESTS_LIB_CARDPLAY_H
#define PBEM_TESTS_LIB_CARDPLAY_H

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/cards/board/card_board.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

struct cardplay {
	const struct card_set *set;
	const struct card_ruleset *book;
	const struct variant *variant;
	struct card_board field;
	uint8_t seat; /* who plays */
};

/* The variant with these options, and its cards; no field yet. */
void cardplay_choose(struct cardplay *play, const char *variant, const struct option *options,
		     size_t count);

/* An empty field of that variant, with cards on. */
void cardplay_open(struct cardplay *play, const char *variant);

/* Puts pieces on an empty field: "Kg1 Nb1 / Kg8", the seats' in turn order. */
void cardplay_put(struct cardplay *play, const char *pieces);

/* The field as cardplay_put takes it, each seat's pieces sorted. */
const char *cardplay_pieces(const struct cardplay *play);

/* The moment at which the card would be played now. */
struct effect_context cardplay_moment(struct cardplay *play, uint8_t card,
				      struct card_board *field);

/* Plays what stands behind PLAY: "ok", "spent", or "refused" with the reason in *why. */
const char *cardplay_play(struct cardplay *play, const char *order, struct reason *why);

#endif
