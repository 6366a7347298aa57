/* SPDX-License-Identifier: MIT */
/*
 * A game read from its public file, turn by turn, as the archive shows it: what was played and how
 * the board stood then, which cards were played, what was said. Of a damaged file it is what stands
 * before the damage.
 */
#ifndef PBEM_ARCHIVE_CHRONICLE_H
#define PBEM_ARCHIVE_CHRONICLE_H

#include <stdint.h>

#include "core/base/text.h"
#include "core/cards/deck/card.h"
#include "core/record/gamefile.h"

struct piece_set;

/* The game as it stood after a turn; the first of them is before all turns. */
struct chronicle_turn {
	unsigned round;
	uint8_t seat;		 /* NO_SIDE: of the first */
	int64_t when;		 /* its entry's time */
	char *told;		 /* "Nf3; Black: Bog", in the language spoken; of the first "" */
	uint64_t from, end;	 /* where its entry begins and ends in the file */
	bool later;		 /* that entry has begun the next turn, too */
	size_t board, board_end; /* in `boards` */
};

struct chronicle_said {
	unsigned turn; /* so many turns were finished then */
	uint8_t seat;
	int64_t when;
	char *text;
};

struct chronicle_card {
	unsigned turn; /* to which it belongs, from 1 */
	uint8_t seat;
	uint8_t card; /* in the game's set */
};

struct chronicle {
	struct gamefile *file;	       /* as it stands at the end; NULL: it is damaged */
	const struct variant *variant; /* NULL: not even the header could be read */
	struct game_header header;
	struct terms terms;
	struct outcome outcome; /* where nothing is damaged */
	unsigned entries;
	uint64_t size;	    /* of all that is sound */
	struct digest hash; /* of the last sound entry */
	int64_t last;	    /* its time */
	struct chronicle_turn *turns;
	size_t count; /* 0: it hasn't begun */
	struct chronicle_said *said;
	size_t said_count;
	struct chronicle_card *cards;
	size_t card_count;
	const struct card_set *set; /* NULL: it has no cards */
	struct text boards;	    /* of each turn, as HTML */
	struct strip *strip;	    /* what they use; owned */
	size_t turn_size, said_size, card_size;
	bool due; /* the board of the last turn isn't drawn yet */
};

/* Reads the bytes of a game file; boards are drawn with those pieces (NULL: ours), which must live
 * as long. Of a damaged one -1, the reason telling `path` and the line, and
 * what is sound is there all the same. The caller calls chronicle_done either way. */
int chronicle_read(const char *path, const char *bytes, size_t len, struct variant_library *library,
		   const struct piece_set *pieces, struct chronicle *out, struct reason *reason);
void chronicle_done(struct chronicle *chronicle);

/*
 * How many of its bytes everybody may read by now: all of a game that is over; of another those up
 * to the end of the turn `publish-delay` turns ago (`watch-delay`, if that is more), without an
 * entry that tells of a later one, too.
 */
uint64_t chronicle_public(const struct chronicle *chronicle);

#endif
