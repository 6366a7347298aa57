/* SPDX-License-Identifier: MIT */
/*
 * The words that people write: words that orders begin with, words for moves in any language,
 * topics of HELP. The files games/words/NAME.words define them (pbem-words(5)). They are read when
 * first needed and kept in the context (core/util/context.h). This code knows orders only by name,
 * not what they do.
 */
#ifndef PBEM_CORE_NOTATION_VOCABULARY_H
#define PBEM_CORE_NOTATION_VOCABULARY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/notation/order_kind.h"
#include "core/util/base.h"

struct deffile_faults;
struct vocabulary;

/*
 * The language whose words are always known, and the length of other languages' names: the words of
 * "de" are in games/words/de.words.
 */
#define VOCABULARY_ENGLISH "en"
enum { VOCABULARY_LANGUAGE_MIN = 2, VOCABULARY_LANGUAGE_MAX = 3 };

enum word_use {
	WORD_ALONE, /* nothing after it */
	WORD_MOVE,  /* a move after it */
	WORD_SAY,   /* the rest of the line is the message */
	WORD_RESIGN,
	WORD_DRAW,	/* nothing, or NO */
	WORD_UNDO,	/* nothing, or NO */
	WORD_CLAIM,	/* DRAW */
	WORD_HELP,	/* nothing, or a topic */
	WORD_BOARD,	/* nothing, COMPACT, FULL or a seat */
	WORD_VIEW,	/* OWN, or a seat */
	WORD_SWITCH,	/* ON or OFF */
	WORD_NAMED,	/* a name as written: one word, or more after an order in capitals */
	WORD_TRY,	/* nothing, or an order */
	WORD_REMOVE,	/* squares; refused with `why` in games without debts */
	WORD_TRADE,	/* a square and a kind; refused in the same way */
	WORD_PLAY,	/* a card and its targets, in games with cards */
	WORD_ANSWER,	/* a choice, in games with cards */
	WORD_DISCARD,	/* a card, in games with cards */
	WORD_AUTOPASS,	/* ON, OFF, or UNLESS and conditions, in games with cards */
	WORD_IF,	/* FOGGED or CHAOS and a move, in games with cards */
	WORD_JOIN,	/* nothing, or words for the shuffles, in games with cards */
	WORD_REMATCH,	/* nothing, or NO */
	WORD_VACATION,	/* days, two dates, or NO */
	WORD_DECK,	/* cards, in games with cards */
	WORD_CARDS,	/* a query in games with cards: nothing, a card's name, or a move */
	WORD_ELSEWHERE, /* an order of other games, refused with `why` */
};

/* A word that orders begin with. */
struct order_word {
	const char *word; /* in capitals */
	enum word_use use;
	enum order_kind kind;
	const char *form; /* its syntax, for people */
	const char *why;  /* why other games refuse it */
};

/*
 * The kinds of words in a line with a move. Files define the kinds up to TALK_POLITE. A word of
 * several kinds counts as the first of them.
 */
enum talk {
	TALK_NONE,   /* any other word */
	TALK_PIECE,  /* "knight", "Springer" */
	TALK_TO,     /* "to", "nach", "from" */
	TALK_TAKES,  /* "takes", "x" */
	TALK_SELF,   /* "I", "my" */
	TALK_MOVES,  /* "move", "play", "ziehe" */
	TALK_ASIDE,  /* "check", "castles", "the": other words that accompany a move */
	TALK_POLITE, /* "please", "ok", "accept": no meaning alone */
	TALK_LETTER, /* a single letter: a piece's, a file's */
	TALK_NUMBER, /* "12", "12." */
	TALK_SIGN,   /* "-", "!?", an emoji, ":-)" */
	TALK_MOVE,   /* has the form of a move, right or wrong: "e2-e9", "Sf3", "1...e5" */
	TALK_ORDER,  /* an order word */
};

/* Lists of words with the same use. */
enum vocabulary_list {
	VOCABULARY_BESIDE,   /* words beside an order that don't change its meaning */
	VOCABULARY_FILLER,   /* words between squares that have no meaning */
	VOCABULARY_GREETING, /* after PLAY: "well" */
	VOCABULARY_IDLE,     /* whole lines without a meaning: "play on" */
	VOCABULARY_NO,	     /* "nein", folded */
	VOCABULARY_YES,	     /* "ja", folded */
	VOCABULARY_THANKS,   /* words beside "yes" or "no", folded */
	VOCABULARY_PICTURE,  /* ":-)" */
	VOCABULARY_MONTHS,   /* "Jan": twelve, then twelve for a language */
	VOCABULARY_MOMENT,   /* the format of a time: a whole line */
	VOCABULARY_DAY,	     /* the format of a date: a whole line */
	VOCABULARY_LISTS,
};

/*
 * Changes the language in which the context in force (core/util/context.h) reads orders and writes
 * texts. The words in LANGUAGE.words are added to the words of all languages, and its letters for
 * pieces replace the letters of other languages. With "", or a language without a file, only the
 * words for all languages are known, and texts are English. Returns -1 as vocabulary_ensure_loaded
 * does, and then changes nothing. In both cases the caller later passes *before_out to
 * vocabulary_pop, which restores the language used before.
 */
int vocabulary_push(const char *language, const struct vocabulary **before_out,
		    struct reason *reason);
void vocabulary_pop(const struct vocabulary *before);

/* Returns the language in use, "" for none. */
const char *vocabulary_spoken(void);

/* Reports whether the text has the form of a language's name: two or three small letters. */
bool vocabulary_is_language(const char *name);

/*
 * Returns the language with that name ("German"), in any case, according to the lines `language`.
 * Returns NULL if it is unknown. vocabulary_language_name returns the first name of a language, or
 * `language` itself if it has no name.
 */
const char *vocabulary_language(const char *name);
const char *vocabulary_language_name(const char *language);

/*
 * Returns the languages that have a file in `games`/words, sorted, with NULL after the last. The
 * caller frees the array and each name.
 */
char **vocabulary_languages(const char *games);

/*
 * Reads the words of every language for `pbem check`, each together with the words of all
 * languages. Returns -1 with faults.
 */
int vocabulary_try_languages(const char *games, struct deffile_faults *faults);

/*
 * Return the name of a month, counted from 0, and the formats of a time and a date, "{day} {month}
 * {year}, {time} {zone}". The last definition in the files counts.
 */
const char *vocabulary_month(unsigned month);
const char *vocabulary_moment(void);
const char *vocabulary_day(void);

/*
 * Reads the *.words files of `games`/words, except those of single languages, and replaces the
 * words known before. Returns -1 with faults, and changes nothing, if there are no files or one is
 * wrong or can't be read.
 */
int vocabulary_load(const char *games, struct deffile_faults *faults);

/*
 * Sets the folder that the words are read from when they are first needed. Reads nothing.
 * vocabulary_forget frees the words and the folder of the context.
 */
void vocabulary_set_folder(const char *games);
void vocabulary_forget(void);

/*
 * Reads the words from their folder, unless they were read before. Returns -1 with the first fault,
 * a temporary one if the files can't be read now. Code that reads or writes letters calls this
 * first, because it can report the fault. A look-up before that reads the words, and ends the
 * program if they can't be read (base_give_up). Without vocabulary_set_folder no word is known.
 */
int vocabulary_ensure_loaded(struct reason *reason);

/* Returns the words that orders begin with, in the order of the files. */
const struct order_word *vocabulary_orders(size_t *count_out);

/*
 * Returns the kind of a folded word (utf8_fold) in a line with a move, at most TALK_POLITE. Writes
 * the letter of the piece that the word means to *kind_out; '\0' if it means none or several.
 */
enum talk vocabulary_talk(const char *folded, char *kind_out);

/*
 * Reports whether the first `len` bytes of `word` are a word of the list. Case doesn't matter,
 * except in pictures.
 */
bool vocabulary_has(enum vocabulary_list list, const char *word, size_t len);

/*
 * Returns the answer for a person who wrote this line, with single spaces between words, or NULL if
 * there is none.
 */
const char *vocabulary_answer(const char *line);

struct vocabulary_topic {
	const char *word;   /* "castling", in any case; "claim draw" */
	const char *letter; /* the letter that answers it; NULL if a page does */
	const char *page;   /* the page that answers it */
	bool shouted;	    /* only after HELP in capitals */
	const char *file;   /* where the topic is defined */
	unsigned line;
};

/* Returns the topic of that name, or NULL. */
const struct vocabulary_topic *vocabulary_topic(const char *text);

const struct vocabulary_topic *vocabulary_topics(size_t *count_out);

#endif
