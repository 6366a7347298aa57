/* SPDX-License-Identifier: MIT */
/*
 * The facts of a card, as its file games/cards/SET/NAME.card tells them: what it costs, when it may
 * be played and on what, which effect it has, and its text for players. Read-only.
 */
#ifndef PBEM_CORE_CARDS_DECK_CARD_H
#define PBEM_CORE_CARDS_DECK_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"

struct deffile_faults;
struct deffile_keyword;
struct effect_rules;
struct text;

enum {
	MAX_CARD_KINDS = 240, /* of all sets of a game together */
	MAX_CARD_SETS = 8,
	MAX_CARD_TARGETS = 8,
	MAX_CARD_ARGUMENTS = 6,
	CARD_NAME_MAX = 31,
	NO_CARD = 0xff,	  /* no kind of card */
	NO_COPY = 0xffff, /* no physical card (piles.h) */
};

/* The kinds of piece that cards name, as every variant with cards numbers its own. */
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

/* Their names in English; NULL after the last. */
extern const char *const card_men[CARD_MEN + 1];

/* The moments at which a card may be played, as a set. */
enum card_when {
	WHEN_BEFORE = 1,   /* B: on one's own turn, before the move */
	WHEN_INSTEAD = 2,  /* I: instead of it */
	WHEN_AFTER = 4,	   /* A: after it */
	WHEN_CAPTURED = 8, /* OX: on another's turn, a piece of mine was taken */
	WHEN_MOVED = 16,   /* OM: on another's turn, he has moved */
	WHEN_TURN = 32,	   /* OT: on another's turn, it is complete */
	WHEN_CARD = 64,	   /* OC: another has just played a card */
	WHEN_ANY = 127,
	WHEN_OWN = WHEN_BEFORE | WHEN_INSTEAD | WHEN_AFTER,
};

/* What a word behind PLAY Card must be. */
enum target_form {
	TARGET_SQUARE,	  /* e4 */
	TARGET_MOVE,	  /* e2-e4 */
	TARGET_CHAIN,	  /* d4-f6-h8: one square or more behind the first */
	TARGET_EDGE,	  /* d4|d5 */
	TARGET_KIND,	  /* N or knight, crab, prince */
	TARGET_CARD,	  /* the name of a card */
	TARGET_SEAT,	  /* red */
	TARGET_TURN,	  /* LEFT or RIGHT */
	TARGET_PROMOTION, /* h8=Q: what a pawn there becomes [promotion-by-card] */
};

/* Whose piece must stand on a square named. */
enum target_whose {
	WHOSE_ANY, /* somebody's */
	WHOSE_OWN,
	WHOSE_ENEMY,
	WHOSE_NOBODY, /* the square is empty, and no Forbidden City */
	WHOSE_OURS,   /* own, or a partner's [opponent-of-choice] */
	WHOSE_OPEN,   /* any square: the effect looks itself */
};

/* One kind of word in a card's order. "own knight", "enemy bishop or rook", "empty". */
struct target_rule {
	enum target_form form;
	enum target_whose whose; /* of what stands on the (first) square */
	uint16_t kinds;		 /* set of enum card_man it may be (a crab is a pawn, a prince or
				    royal piece a king); 0: any */
	bool or_move; /* a square; but FROM-TO too where one has the choice (C: two ways ahead) */
	bool optional;
	bool repeats; /* any number of them, at least one unless optional */
};

struct card {
	char name[CARD_NAME_MAX + 1]; /* "Fog of War" */
	char set[CARD_NAME_MAX + 1];  /* the set it is of: its file's folder */
	uint16_t points;
	bool unique;		       /* at most once in a deck */
	uint8_t when;		       /* set of enum card_when; 0: as the card copied */
	bool continuing;	       /* lies in play until something ends it */
	char *lasts;		       /* until what, for people; NULL unless continuing */
	char needs[2 * CARD_NAME_MAX]; /* "bishop", "turning", "abduction=honour", or "": it is left
					  out where that isn't there */
	bool needs_bishop;	       /* where `bishops = drop` [without-bishops] */
	bool needs_turning;	       /* a board that can be turned [earthquake-boards] */
	bool unordered; /* its squares may come in any order; printed in square order */
	struct target_rule targets[MAX_CARD_TARGETS];
	unsigned target_count;
	const struct effect_rules *effect; /* its own row, owned */
	char arguments[MAX_CARD_ARGUMENTS]
		      [CARD_NAME_MAX + 1]; /* behind the effect's name in the file */
	unsigned argument_count;
	char *plays; /* what stands behind its name in an order, for people */
	char *text;  /* what it does, for people; one paragraph */
};

/* The cards of one set or of several, sorted by name: the order in which they lie before a shuffle
 * [fair-shuffles]. */
struct card_set {
	struct card cards[MAX_CARD_KINDS];
	unsigned count;
	struct digest digest; /* of what games depend on in all its files, in order; stands, with
				 the variant's, in every game file */
	struct digest whole_digest; /* of every byte of them, as files of format 1 tell it */
};

/*
 * Reads all *.card files of the sets, folders of `folder`: "first", or several, "first,second", in
 * whatever order, each by the keywords given. NULL, with faults, when there are none, one is wrong,
 * or two sets have a card of the same name.
 */
struct card_set *card_set_load(const char *folder, const char *sets,
			       const struct deffile_keyword *keywords,
			       struct deffile_faults *faults);
void card_set_free(struct card_set *set);

/* The sets there are in the folder, sorted; NULL after the last. The caller frees the array and
 * each name. Of a folder that can't be read none. */
char **card_set_names(const char *folder);

/* Reads the word of its line `needs`. -1 when it is none that can be needed. */
int card_read_needs(struct card *card, const char *word, struct reason *reason);

/*
 * The kind of card whose name `text` begins with, the longest that fits and ends at a word's end;
 * NO_CARD when there is none. Any case; '!' and apostrophes may be missing, a hyphen may be a blank
 * or the other way round. *used_out (may be NULL): how many bytes the name took.
 */
uint8_t card_named(const struct card_set *set, const char *text, size_t *used_out);

/* When it may be played, in words: "instead of your move". */
void card_when_words(const struct card *card, struct text *out);

/* The whole card as people read it: several lines of at most 72 columns. */
void card_sheet(const struct card *card, struct text *out);

/* The name nearest to what was written, or NULL: for "did you mean". */
const char *card_nearest(const struct card_set *set, const char *text);

#endif
