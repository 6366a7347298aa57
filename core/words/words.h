/* SPDX-License-Identifier: MIT */
/*
 * The words people write, as the files games/words/NAME.words tell them (pbem-words(5)): those
 * orders begin with, those moves are written with in any language, what HELP is asked about. Read
 * once, when they are first needed, and kept as long as the program runs; what an order does is
 * known here by its name alone.
 */
#ifndef PBEM_CORE_WORDS_WORDS_H
#define PBEM_CORE_WORDS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/words/order_kind.h"

struct deffile_faults;

/* The language whose words are always known, and how long the name of another may be: games/words/
 * de.words has the words of "de". */
#define WORDS_ENGLISH "en"
enum { WORDS_LANGUAGE_MIN = 2, WORDS_LANGUAGE_MAX = 3 };

enum word_use {
	WORD_ALONE, /* nothing behind it */
	WORD_MOVE,  /* a move behind it */
	WORD_SAY,   /* the rest of the line is what is said */
	WORD_RESIGN,
	WORD_DRAW,	/* nothing, or NO */
	WORD_UNDO,	/* the same */
	WORD_CLAIM,	/* DRAW */
	WORD_HELP,	/* nothing, or a topic */
	WORD_BOARD,	/* nothing, COMPACT, FULL or a seat */
	WORD_VIEW,	/* OWN, or a seat */
	WORD_SWITCH,	/* ON or OFF */
	WORD_NAMED,	/* a name as it is written: one word, or more where it is shouted */
	WORD_TRY,	/* nothing, or an order */
	WORD_REMOVE,	/* squares; known and refused with `why` where nothing is owed */
	WORD_TRADE,	/* a square and a kind; refused likewise */
	WORD_PLAY,	/* a card and its targets, in games with cards */
	WORD_ANSWER,	/* a choice, in games with cards */
	WORD_DISCARD,	/* a card, in games with cards */
	WORD_AUTOPASS,	/* ON, OFF, or UNLESS and what then, in games with cards */
	WORD_IF,	/* FOGGED or CHAOS and a move, in games with cards */
	WORD_JOIN,	/* nothing, or words for the shuffles, in games with cards */
	WORD_REMATCH,	/* nothing, or NO */
	WORD_VACATION,	/* days, a date and another, or NO */
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
	WORDS_FILLER,	/* what is said between squares without meaning anything by it */
	WORDS_GREETING, /* behind PLAY: "well" */
	WORDS_IDLE,	/* whole lines: "play on" */
	WORDS_NO,	/* "nein", folded */
	WORDS_THANKS,	/* what may stand beside it, folded */
	WORDS_PICTURE,	/* ":-)" */
	WORDS_MONTHS,	/* "Jan": twelve, or twelve again of a language */
	WORDS_MOMENT,	/* how a moment is written: a whole line */
	WORDS_DAY,	/* the same of a day */
	WORDS_LISTS,
};

/*
 * The language letters are read and written in from now on: its own words, of LANGUAGE.words, are
 * known beside those of all other files, and its letters of pieces stand in the place of those of
 * other languages. "", or one without a file: only what all know. -1 as words_need, and nothing
 * changed. Who sets it puts back afterwards what words_spoken said before.
 */
int words_speak(const char *language, struct reason *reason);
const char *words_spoken(void);

/* Whether that can be the name of a language: two or three small letters. */
bool words_is_language(const char *name);

/* The language of that name, in any case, as a line `language` tells it ("German"), or that is
 * called so itself; NULL: nothing is known of it. And what it is called, its first name, or the
 * language itself where no line has any. */
const char *words_language(const char *name);
const char *words_language_name(const char *language);

/* The languages that have a file of their own there, sorted; NULL after the last. The caller frees
 * the array and each name. */
char **words_languages(const char *games);

/* For `pbem check`: reads the words of every language, each beside those of all. -1 with faults. */
int words_try_languages(const char *games, struct deffile_faults *faults);

/* The name of a month, from 0; and how a moment and a day are written, the last that files say:
 * "{day} {month} {year}, {time} {zone}". */
const char *words_month(unsigned month);
const char *words_moment(void);
const char *words_day(void);

/*
 * Reads all *.words files of `games`/words but those of languages in the place of what was known
 * before. -1 with faults, and nothing changed, when there are none, one can't be read or is wrong.
 */
int words_load(const char *games, struct deffile_faults *faults);

/* Names the folder they are to be read from once they are needed; it is kept, and nothing read. */
void words_from(const char *games);

/*
 * Reads them from there, unless some are known. -1 with the first fault, a passing one when nobody
 * can tell now. Who reads or writes a letter calls it first, and can say what is wrong; who looks a
 * word up before reads them then, and gives up when they can't be read (base_give_up). Where
 * words_from was never called no word is known.
 */
int words_need(struct reason *reason);

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
