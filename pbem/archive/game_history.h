/* SPDX-License-Identifier: MIT */
/*
 * A game read from its public file, turn by turn, as the archive shows it: what was played, the
 * board after it, which cards were played, what was said. From a damaged file, it has what comes
 * before the damage.
 */
#ifndef PBEM_ARCHIVE_GAME_HISTORY_H
#define PBEM_ARCHIVE_GAME_HISTORY_H

#include <stdint.h>

#include "core/cards/deck/card.h"
#include "core/gamefile/gamefile.h"
#include "core/util/strbuf.h"

struct piece_set;

/* The game after a turn. The first element is the game before all turns. */
struct game_history_turn {
	unsigned round;
	uint8_t seat;		 /* NO_SIDE for the first */
	int64_t when;		 /* its entry's time */
	char *told;		 /* "Nf3; Black: Bog", in the language in use; "" for the first */
	uint64_t from, end;	 /* where its entry begins and ends in the file */
	bool later;		 /* its entry has also begun the next turn */
	size_t board, board_end; /* its range of bytes in `boards` */
};

struct game_history_chat {
	unsigned turn; /* how many turns were finished then */
	uint8_t seat;
	int64_t when;
	char *text;
};

struct game_history_card {
	unsigned turn; /* the turn that it belongs to, from 1 */
	uint8_t seat;
	uint8_t card; /* index in the game's set of cards */
};

struct game_history {
	struct gamefile *file;	       /* the game at the end; NULL: it is damaged */
	const struct variant *variant; /* NULL: not even the header could be read */
	struct game_header header;
	struct game_options terms;
	struct outcome outcome; /* if nothing is damaged */
	unsigned entries;
	uint64_t size;	    /* size of the sound part, in bytes */
	struct sha256 hash; /* of the last sound entry */
	int64_t last;	    /* time of the last sound entry */
	struct game_history_turn *turns;
	size_t count; /* 0: the game hasn't begun */
	struct game_history_chat *said;
	size_t said_count;
	struct game_history_card *cards;
	size_t card_count;
	const struct card_set *set;	 /* NULL: it has no cards */
	struct strbuf boards;		 /* the boards of all turns, as HTML */
	struct board_sequence *sequence; /* definitions that the boards share; owned */
	size_t turn_size, said_size, card_size;
	bool due; /* the board of the last turn isn't drawn yet */
};

/* Reads the bytes of a game file. Boards are drawn with those pieces (NULL: pbem's own), which must
 * stay valid as long as *out. For a damaged file, returns -1 with `path` and the line in the
 * reason, and the sound part is still available. The caller calls game_history_done in any case. */
int game_history_read(const char *path, const char *bytes, size_t len,
		      struct variant_library *library, const struct piece_set *pieces,
		      struct game_history *out, struct reason *reason);
void game_history_done(struct game_history *history);

/*
 * Returns the number of bytes of the game file that everybody may read now. For a finished game
 * that is the whole file. For any other game it ends after the turn `publish-delay` turns ago
 * (`watch-delay` if that is more), and excludes an entry that also contains a later turn.
 */
uint64_t game_history_public(const struct game_history *history);

#endif
