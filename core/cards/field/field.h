/* SPDX-License-Identifier: MIT */
/*
 * The field: the board of a game with cards and everything on it that a position doesn't know:
 * marks, merged men, walls, effects, and what this turn has brought so far. A plain value without
 * pointers: `struct field next = *now;` tries a card. It changes only by the facts below, each with
 * its event, so that what the rules do and what a replay does are the same code.
 */
#ifndef PBEM_CORE_CARDS_FIELD_FIELD_H
#define PBEM_CORE_CARDS_FIELD_FIELD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/field/lasting.h"

enum {
	MAX_EFFECTS = 64,
	MAX_TAKEN = 48, /* pieces captured in one turn */
	MAX_GONE = 16,	/* displacements in one turn */
	MAX_LOST = 8,	/* effects that ended with their piece in one turn */
};

/* One displacement of this turn, or of an earlier one. */
struct displacement {
	uint8_t piece, type; /* type: the kind it went as */
	uint16_t marks;	     /* it had then [doppelganger-copies] */
	square from, to;
	bool by_card; /* made by a card's own words, not by a regular move */
	bool castled; /* the rook of a castling, or its king */
};

/* One piece captured in this turn. */
struct taken {
	uint8_t piece, by; /* `by`: the captor's index, NO_PIECE when no piece took it */
	square at;	   /* where it stood */
	uint16_t marks;	   /* it had [marks-return] */
	bool regular;	   /* taken by the regular move [cardless-capture] */
	uint8_t action;	   /* which action of the turn did it */
};

/* What a turn has brought so far; and, for the turns before, what memory is needed of them. */
struct story {
	struct displacement gone[MAX_GONE];
	uint8_t gone_count;
	struct taken taken[MAX_TAKEN];
	uint8_t taken_count;
	struct effect lost[MAX_LOST]; /* what sat on captured pieces, for one that returns
					 [marks-return] */
	uint8_t lost_count;
	uint8_t action; /* number of the action being done, from 0 */
	bool moved;	/* a regular move or an instead-card has been made */
	bool by_card;	/* ... by an instead-card */
};

struct field {
	struct position position;
	struct effect effects[MAX_EFFECTS]; /* oldest first */
	uint8_t effect_count;
	uint16_t serial; /* of the next effect */
	uint16_t marks[MAX_PIECES];
	uint8_t partner[MAX_PIECES]; /* of a composite or a split pair: the other's index */
	square_set closed;	     /* Forbidden Cities */
	square_set held;	     /* beside a magnet */
	uint8_t walls[CARD_SQUARES]; /* directions that a wall closes to steps and slides */
	uint8_t quarter;	     /* how often the board was turned left, modulo 4 */
	bool truce, vendetta;
	struct story story, before; /* of this turn, and of the one before it */
	/* The last piece each seat displaced in its last turn (Doppelganger); `when` tells the
	 * latest. */
	struct displacement last[MAX_SIDES];
	uint32_t last_when[MAX_SIDES];
	uint8_t last_card;    /* the last card anybody put down, Haunting Memories skipped */
	uint8_t last_card_by; /* whose deck it came from */
	bool last_card_unique;
};

/* The array, or a position set up by hand; no effects. */
void field_init(const struct book *book, const struct position *position, struct field *field);

/* ---- asking ---- */

/* The kind a piece is for cards: crab and prince as such; a promoted pawn is its present kind
 * [promoted-pawn].
 */
unsigned field_kind(const struct field *field, unsigned piece);

/* Whether the piece is of one of these kinds for a card that names them: a composite is either of
 * its parts, a crab a pawn too, a prince a king too, and with bishops = queen a queen a bishop. */
bool field_is(const struct book *book, const struct field *field, unsigned piece, uint32_t kinds);

/* Whether the piece is of that present kind, or either part of a composite is (C-Challenge). */
bool field_is_of_kind(const struct field *field, unsigned piece, unsigned kind);

/* The index of the piece on the square, or NO_PIECE. Of a split pair the greater one. */
unsigned field_at(const struct field *field, square at);

/* Whether an effect on the one piece is on the other: it is the same, or the other part of a
 * composite. */
bool field_is_same(const struct field *field, unsigned piece, unsigned other);

/* The seat that commands the piece's army, neutral or not; NO_SIDE when nobody does. */
uint8_t field_owner(const struct field *field, unsigned piece);

/* Whether the piece counts as the seat's own / as an enemy's for cards: a neutral one is both;
 * a partner's is neither; a beaten seat's nobody's. */
bool field_is_own(const struct field *field, unsigned piece, uint8_t seat);
bool field_is_enemy(const struct book *book, const struct field *field, unsigned piece,
		    uint8_t seat);

/* Whether two seats are opponents, both in play. */
bool field_opposes(const struct book *book, const struct field *field, uint8_t a, uint8_t b);

/* The seat's royal piece: its king, or the piece of a Coup; NO_PIECE while it is away or gone. It
 * is position.king[seat], too. */
unsigned field_royal(const struct field *field, uint8_t seat);

/* Whether the piece is exempt wherever cards exempt kings: a king, a royal piece, a Prince
 * ([royal-is-exempt], [prince-like-king]; what a card says of Princes itself comes first). */
bool field_is_kingly(const struct book *book, const struct field *field, unsigned piece);

/* Goes through its effects, oldest first; none may begin or end meanwhile. */
#define FIELD_EFFECTS(each, field)                                                                 \
	for (const struct effect *each = (field)->effects;                                         \
	     each < (field)->effects + (field)->effect_count; each++)

/* The first unsuspended effect of that kind, or NULL. */
const struct effect *field_effect(const struct field *field, enum effect_kind what);

/* The first that binds the seat: of that kind; that calls for pieces of a kind (Challenge). */
const struct effect *field_effect_on(const struct field *field, enum effect_kind what,
				     uint8_t seat);
const struct effect *field_challenge(const struct book *book, const struct field *field,
				     uint8_t seat);

/* The first whose card asks the seat for an ANSWER: as its turn begins, being due then (Under Elf
 * Hill), else because it has heard something (Doomsayer). */
const struct effect *field_asking(const struct book *book, const struct field *field, uint8_t seat,
				  bool due);

/* How the board lies now (Earthquake, [earthquake-boards]): the seat's rank of a square from 0
 * counted from its own side (a corner has no ranks); whether the square lies in its territory, is a
 * starting square of that kind for it, lets its pawns promote, lets its pawns step twice
 * [first-rank-steps]. */
unsigned field_rank(const struct book *book, const struct field *field, uint8_t side, square at);
bool field_in_territory(const struct book *book, const struct field *field, uint8_t side,
			square at);
bool field_starts(const struct book *book, const struct field *field, uint8_t side, unsigned type,
		  square at);
bool field_promotes(const struct book *book, const struct field *field, uint8_t side, square at);
bool field_steps_twice(const struct book *book, const struct field *field, uint8_t side, square at);

/* The set of directions that are ahead for the side, as the board lies now. */
uint8_t field_forward(const struct book *book, const struct field *field, uint8_t side);

/* How the piece goes now, marks counted; a composite like either part. */
struct reach field_reach(const struct book *book, const struct field *field, unsigned piece);

/* The square one step away, or NO_SQUARE at an edge, a wall, or a Forbidden City. */
square field_step(const struct book *book, const struct field *field, square from,
		  enum direction direction);

/* Whether a magnet beside it, a Dungeon or a split pair keeps the seat from moving, swapping or
 * pushing the piece now [swap-is-no-move]. */
bool field_is_held(const struct book *book, const struct field *field, unsigned piece,
		   uint8_t seat);

/* Whether nothing bars a card from putting a piece on the square: it is on the board, empty, and no
 * Forbidden City. */
bool field_is_free(const struct book *book, const struct field *field, square at);

/* Whether the piece stands on the board, alone or with another. */
bool field_is_there(const struct field *field, unsigned piece);

/* Whether the piece may be captured at all now: no pacifist, no shield, no Truce; kings not. */
bool field_may_be_taken(const struct book *book, const struct field *field, unsigned piece);

/* Whether it can be worked with, whatever file it was read from: every index, square, kind, seat
 * and card is one, pieces and pairs stand where the board says, and marks are what follows from the
 * effects. The same of one effect; and whether a kind is one of the variant's, or of cards. */
bool field_is_sound(const struct book *book, const struct field *field);
bool field_effect_is_sound(const struct book *book, const struct field *field,
			   const struct effect *effect);
bool field_is_kind(const struct book *book, unsigned kind);

/* Makes what follows from the pieces and effects of a field that was read from a file: the
 * position's tables, marks, walls. False, and it isn't to be used, when they aren't sound. */
bool field_complete(const struct book *book, struct field *field);

/* ---- facts: each changes the field and, unless `record` is NULL, adds its event ---- */

/* The piece goes to an empty square. `by_card`: displaced by a card's own words. Opens and closes
 * no en passant rights but closes those against it; effects that end by it (magnet) end. */
void field_move(const struct book *book, struct field *field, unsigned piece, square to,
		bool by_card, struct event_list *record);

/* Two pieces change places: not a move [swap-is-no-move], but a magnet's swap ends it. */
void field_swap(const struct book *book, struct field *field, unsigned a, unsigned b,
		struct event_list *record);

/* The one of two on a square that something is done with stands in front. */
void field_bring_to_front(const struct book *book, struct field *field, unsigned piece,
			  struct event_list *record);

/* The piece is put on an empty square without a move of its own: pushed (Cowardice, Irresistible
 * Force), danced (Figure Dance). As a swap: no displacement in the story, but a magnet ends by it.
 */
void field_shift(const struct book *book, struct field *field, unsigned piece, square to,
		 struct event_list *record);

/* Takes the piece off, returnable; noted in the story. A composite: both parts [merged-are-two].
 * Effects that sat on it end and their cards go (ends are facts of their own). `by`: the captor, or
 * NO_PIECE. */
void field_capture(const struct book *book, struct field *field, unsigned piece, unsigned by,
		   bool regular, struct event_list *record);

/* Takes it off for good (dead), or makes a captured piece dead (No Quarter). */
void field_kill(const struct book *book, struct field *field, unsigned piece,
		struct event_list *record);

/* Takes it off for a while (Under Elf Hill, Abduction). */
void field_send_away(const struct book *book, struct field *field, unsigned piece,
		     struct event_list *record);

/* How a piece comes back: as its original kind; as that with the marks it had [marks-return], but
 * alone if it was part of a composite [merged-are-two]; or as it was, a promoted pawn too
 * [promoted-pawn], with the other part [marks-return]. It never castles [returned-never-castles].
 */
enum field_comeback { RETURN_ANEW, RETURN_ALONE, RETURN_WHOLE };

/* A captured or absent piece comes back on an empty square. */
void field_return(const struct book *book, struct field *field, unsigned piece, square at,
		  enum field_comeback how, struct event_list *record);

/* A captured piece of `by`'s stands where `piece` stood, which is dead (Betrayal). What sat on the
 * one sits on the other now; of a composite both parts die. */
void field_replace(const struct book *book, struct field *field, unsigned piece, unsigned by,
		   struct event_list *record);

/* The pawn becomes another kind (a normal promotion, or one a card allows). */
void field_promote(const struct book *book, struct field *field, unsigned piece, uint8_t type,
		   struct event_list *record);

/* Adds an effect (its `serial` is set here) and refreshes the marks. Ends or suspends one. */
void field_add_effect(const struct book *book, struct field *field, struct effect effect,
		      struct event_list *record);
void field_end_effect(const struct book *book, struct field *field, uint16_t serial,
		      struct event_list *record);

/* Ends all effects of a kind. */
void field_end_all(const struct book *book, struct field *field, enum effect_kind what,
		   struct event_list *record);

/* The effect binds that seat now, with that kind (Doomsayer has heard it); NO_SIDE: nobody. */
void field_bind_effect(const struct book *book, struct field *field, uint16_t serial, uint8_t seat,
		       uint8_t type, struct event_list *record);

/* Bookkeeping of the turn: a turn of position.turn begins (the story becomes `before`; shields of
 * the seat run out); the regular move or an instead-card has been made; action number. */
void field_begin_turn(const struct book *book, struct field *field, uint8_t seat,
		      struct event_list *record);
void field_note_move(struct field *field, bool by_card, struct event_list *record);
void field_begin_action(struct field *field, uint8_t number, struct event_list *record);

/* The mover's piece goes onto another of his own, and they are one from now on (Confabulation).
 * `effect` is its EFFECT_COMPOSITE; `piece` and `other` are set here. */
void field_merge(const struct book *book, struct field *field, unsigned mover, unsigned onto,
		 struct effect effect, struct event_list *record);

/* The last two displacements were one castling, the king's first for what is copied of it. */
void field_note_castling(struct field *field, struct event_list *record);

/* Makes marks, walls, closed squares, suspensions anew from the effects: after each change of them.
 */
void field_refresh(const struct book *book, struct field *field);

/* Applies one recorded fact; kinds that don't touch the field are ignored. -1 when it can't be
 * true. */
int field_apply(const struct book *book, struct field *field, const struct event *event,
		struct reason *reason);

/* "Q", "P:crab", "K:prince", "N:royal", "R+N": how `show pieces` names a piece [trial-names]. */
struct text;
void field_piece_name(const struct book *book, const struct field *field, unsigned piece,
		      struct text *out);

#endif
