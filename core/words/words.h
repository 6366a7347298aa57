/* SPDX-License-Identifier: MIT */
/*
 * The words people write, as the files games/words/NAME.words tell them (pbem-words(5)): those
 * orders begin with, those moves are written with in any language, what HELP is asked about. Read
 * once, when the program starts, and kept as long as it runs; what an order does is known here by
 * its name alone.
 */
#ifndef PBEM_CORE_WORDS_WORDS_H
#define PBEM_CORE_WORDS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/words/order_kind.h"

struct deffile_faults;

enum word_use {
	WORD_ALONE, /* nothing behind it */
	WORD_MOVE,  /* a move behind it */
	WORD_SAY,   /* the rest of the line is what is said */
	WORD_RESIGN,
	WORD_DRAW,	/* nothing, or NO */
	WORD_CLAIM,	/* DRAW */
	WORD_HELP,	/* nothing, or a topic */
	WORD_BOARD,	/* nothing, COMPACT, FULL or a seat */
	WORD_VIEW,	/* OWN, or a seat */
	WORD_SHORT,	/* ON or OFF */
	WORD_TRY,	/* nothing, or an order */
	WORD_REMOVE,	/* squares; known and refused with `why` where nothing is owed */
	WORD_TRADE,	/* a square and a kind; refused likewise */
	WORD_PLAY,	/* a card and its targets, in games with cards */
	WORD_ANSWER,	/* a choice, in games with cards */
	WORD_DISCARD,	/* a card, in games with cards */
	WORD_AUTOPASS,	/* ON, OFF, or UNLESS and what then, in games with cards */
	WORD_IF,	/* FOGGED or CHAOS and a move, in games with cards */
	WORD_JOIN,	/* nothing, or words for the shuffles, in games with cards */
	WORD_DECK,	/* cards, in games with cards */
	WORD_CARDS,	/* a question in games with cards: nothing, a card's name, or a move */
	WORD_ELSEWHERE, /* an order of other games: known, and refused with `why` */
};

/* One word that orders begin with. */
struct order_word {
	const char *word; /* in capitals */
	enum word_use use;
	enum order_kind kind;
	const char *form; /* how it is written, for people */
	const char *why;  /* why it is refused, where it is an order of other games */
};

/* What a word of a line with a move in it is. Files tell those up to TALK_POLITE; a word that is
 * several of them is the first. */
enum talk {
	TALK_NONE,   /* any other word */
	TALK_PIECE,  /* "knight", "Springer" */
	TALK_TO,     /* "to", "nach", "from" */
	TALK_TAKES,  /* "takes", "x" */
	TALK_SELF,   /* "I", "my" */
	TALK_MOVES,  /* "move", "play", "ziehe" */
	TALK_ASIDE,  /* "check", "castles", "the": what else stands beside a move */
	TALK_POLITE, /* "please", "ok", "accept": says nothing by itself */
	TALK_LETTER, /* a letter by itself: a piece's, a file */
	TALK_NUMBER, /* "12", "12." */
	TALK_SIGN,   /* "-", "!?", a picture, ":-)" */
	TALK_MOVE,   /* with the look of a move, right or wrong: "e2-e9", "Sf3", "1...e5" */
	TALK_ORDER,  /* an order word */
};

/* Lists of words that mean one thing each. */
enum words_list {
	WORDS_BESIDE,	/* what is said beside an order without meaning anything else by it */
	WORDS_GREETING, /* behind PLAY: "well" */
	WORDS_IDLE,	/* whole lines: "play on" */
	WORDS_NO,	/* "nein", folded */
	WORDS_THANKS,	/* what may stand beside it, folded */
	WORDS_PICTURE,	/* ":-)" */
	WORDS_LISTS,
};

/*
 * Reads all *.words files of `games`/words in the place of what was known before. -1 with faults,
 * and nothing changed, when there are none, one can't be read or is wrong. Until it was called no
 * word is known: who runs tests or commands calls it first.
 */
int words_load(const char *games, struct deffile_faults *faults);

/* The same, with the first fault as the reason. */
int words_read(const char *games, struct reason *reason);

/* The words that orders begin with, in the order of the files. */
const struct order_word *words_orders(size_t *count_out);

/* What a folded word (plain_fold) is beside a move: at most TALK_POLITE. *kind_out: the
 * letter of the one kind of piece it means, else '\0'. */
enum talk words_talk(const char *folded, char *kind_out);

/* Whether the first `len` letters of `word` are one of the list. In any case, but for pictures. */
bool words_has(enum words_list list, const char *word, size_t len);

/* What a person is told who wrote this line, its words parted by one blank; NULL: nothing is known.
 */
const char *words_answer(const char *line);

/* A topic of HELP. */
struct words_topic {
	const char *word;   /* "castling", in any case; "claim draw" */
	const char *letter; /* the letter that answers it; NULL: a page does */
	const char *page;   /* the page that does */
	bool shouted;	    /* only where HELP stands in capitals */
	const char *file;   /* where that stands */
	unsigned line;
};

/* The topic of that name, or NULL. */
const struct words_topic *words_topic(const char *text);

/* All of them. */
const struct words_topic *words_topics(size_t *count_out);

#endif
