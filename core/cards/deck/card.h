/* SPDX-License-Identifier: MIT */
/*
 * The data of a card, read from its file games/cards/SET/NAME.card: its cost, when and on what it
 * may be played, its effect, and its text for players. Read-only.
 */
#ifndef PBEM_CORE_CARDS_DECK_CARD_H
#define PBEM_CORE_CARDS_DECK_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/util/sha256.h"

struct deffile_faults;
struct deffile_keyword;
struct effect_rules;
struct strbuf;

enum {
	MAX_CARD_KINDS = 240, /* in all sets of a game together */
	MAX_CARD_SETS = 8,
	MAX_CARD_TARGETS = 8,
	MAX_CARD_ARGUMENTS = 6,
	CARD_NAME_MAX = 31,
	NO_CARD = 0xff,	  /* no kind of card */
	NO_COPY = 0xffff, /* no physical card (piles.h) */
};

/* The kinds of piece that cards name. Every variant with cards numbers its pieces in this order. */
enum card_man {
	CARD_KING,
	CARD_QUEEN,
	CARD_ROOK,
	CARD_BISHOP,
	CARD_KNIGHT,
	CARD_PAWN,
	CARD_MEN,
	ANY_MAN = (1 << CARD_MEN) - 1,
};

/* The English names of these kinds; NULL after the last. */
extern const char *const card_men[CARD_MEN + 1];

/* The moments at which a card may be played, as a set. */
enum card_when {
	WHEN_BEFORE = 1,   /* B: on one's own turn, before the move */
	WHEN_INSTEAD = 2,  /* I: instead of the move */
	WHEN_AFTER = 4,	   /* A: after the move */
	WHEN_CAPTURED = 8, /* OX: on another's turn, after the capture of one's own piece */
	WHEN_MOVED = 16,   /* OM: on another's turn, after the mover has moved */
	WHEN_TURN = 32,	   /* OT: on another's turn, when the turn is complete */
	WHEN_CARD = 64,	   /* OC: another has just played a card */
	WHEN_ANY = 127,
	WHEN_OWN = WHEN_BEFORE | WHEN_INSTEAD | WHEN_AFTER,
};

/* The form of a word after PLAY Card. */
enum target_form {
	TARGET_SQUARE,	  /* e4 */
	TARGET_MOVE,	  /* e2-e4 */
	TARGET_CHAIN,	  /* d4-f6-h8: a start and at least one more square */
	TARGET_EDGE,	  /* d4|d5 */
	TARGET_KIND,	  /* N or knight, crab, prince */
	TARGET_CARD,	  /* the name of a card */
	TARGET_SEAT,	  /* red */
	TARGET_TURN,	  /* LEFT or RIGHT */
	TARGET_PROMOTION, /* h8=Q: the piece that a pawn there becomes [promotion-by-card] */
};

/* The required owner of the piece on a named square. */
enum target_whose {
	WHOSE_ANY, /* any owner */
	WHOSE_OWN,
	WHOSE_ENEMY,
	WHOSE_NOBODY, /* the square must be empty and no Forbidden City */
	WHOSE_OURS,   /* the player's own, or a partner's [opponent-of-choice] */
	WHOSE_OPEN,   /* any square: the effect checks it */
};

/* The rule for one word of a card's order: "own knight", "enemy bishop or rook", "empty". */
struct target_rule {
	enum target_form form;
	enum target_whose whose; /* the owner of the piece on the (first) square */
	uint16_t kinds; /* allowed kinds, a set of enum card_man (a crab counts as a pawn, a prince
			   or royal piece as a king); 0: any */
	bool or_move;	/* a square, or FROM-TO where there is a choice (C: two ways ahead) */
	bool optional;
	bool repeats; /* any number of such words, at least one unless optional */
};

struct card {
	char name[CARD_NAME_MAX + 1]; /* "Fog of War" */
	char set[CARD_NAME_MAX + 1];  /* the folder of the card's file */
	uint16_t points;
	bool unique;	 /* at most once in a deck */
	uint8_t when;	 /* set of enum card_when; 0: the moments of the copied card */
	bool continuing; /* stays in play until something ends it */
	char *lasts;	 /* until when it lasts, for people; NULL unless continuing */
	char needs[2 * CARD_NAME_MAX]; /* "bishop", "turning", "abduction=honour", or "": games
					  without this leave the card out */
	bool needs_bishop;	       /* needs a bishop [without-bishops] */
	bool needs_turning;	       /* needs a board that can be turned [earthquake-boards] */
	bool unordered; /* its squares may come in any order; they are printed in square order */
	struct target_rule targets[MAX_CARD_TARGETS];
	unsigned target_count;
	const struct effect_rules *effect; /* the card's own row, owned */
	char arguments[MAX_CARD_ARGUMENTS]
		      [CARD_NAME_MAX + 1]; /* the words after the effect's name in the file */
	unsigned argument_count;
	char *plays; /* the words after its name in an order, for people */
	char *text;  /* what the card does, for people; one paragraph */
};

/* The cards of one or more sets, sorted by name. They have this order before a shuffle
 * [fair-shuffles]. */
struct card_set {
	struct card cards[MAX_CARD_KINDS];
	unsigned count;
	struct sha256 digest; /* over the digests of all its files, in order; every game file
				 contains it and the variant's */
};

/*
 * Reads all *.card files of `sets`, which are folders of `folder`: "first", or several in any
 * order, "first,second". `keywords` defines the lines of a file. Returns NULL, with faults, if a
 * set has no cards, a file is wrong, or two sets have a card of the same name.
 */
struct card_set *card_set_load(const char *folder, const char *sets,
			       const struct deffile_keyword *keywords,
			       struct deffile_faults *faults);
void card_set_free(struct card_set *set);

/* Returns the names of the sets in the folder, sorted; NULL after the last. The caller frees the
 * array and each name. The array is empty if the folder can't be read. */
char **card_set_names(const char *folder);

/* Reads the word of a `needs` line. Returns -1 with the reason if the word is not allowed. */
int card_read_needs(struct card *card, const char *word, struct reason *reason);

/*
 * Returns the kind of card whose name `text` begins with: the longest name that fits and ends at a
 * word's end. Returns NO_CARD if there is none. Case doesn't matter, '!' and apostrophes may be
 * missing, and hyphens and spaces are the same. If a name is found, *used_out (may be NULL) is its
 * length in bytes.
 */
uint8_t card_named(const struct card_set *set, const char *text, size_t *used_out);

/* Adds when the card may be played, in words: "instead of your move". */
void card_when_words(const struct card *card, struct strbuf *out);

/* Adds the whole card as people read it: several lines of at most 72 columns. */
void card_sheet(const struct card *card, struct strbuf *out);

/* Returns the name nearest to the text, for "did you mean", or NULL. */
const char *card_nearest(const struct card_set *set, const char *text);

#endif
