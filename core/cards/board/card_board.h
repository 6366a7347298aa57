/* SPDX-License-Identifier: MIT */
/*
 * The board of a game with cards, with everything on it that a position doesn't contain: marks,
 * merged pieces, walls, effects, and what has happened in this turn. It is a plain value without
 * pointers: `struct card_board next = *now;` makes a copy on which to try a card. It changes only
 * through the functions under "events" below. Each adds its event, so that the rules and a replay
 * run the same code.
 */
#ifndef PBEM_CORE_CARDS_BOARD_CARD_BOARD_H
#define PBEM_CORE_CARDS_BOARD_CARD_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/board/continuous_effect.h"

struct strbuf;

enum {
	MAX_EFFECTS = 64,
	MAX_TAKEN = 48, /* pieces captured in one turn */
	MAX_GONE = 16,	/* displacements in one turn */
	MAX_LOST = 8,	/* effects that ended with their piece in one turn */
};

/* One displacement of this turn, or of an earlier one. */
struct displacement {
	uint8_t piece, type; /* type: the kind it was when it was displaced */
	uint16_t marks;	     /* the marks it had then [doppelganger-copies] */
	square from, to;
	bool by_card; /* made by a card's own words, not by a regular move */
	bool castled; /* the rook of a castling, or its king */
};

/* One piece captured in this turn. */
struct taken {
	uint8_t piece, by; /* `by`: the captor's index, NO_PIECE if no piece captured it */
	square at;	   /* where it was captured */
	uint16_t marks;	   /* the marks it had [marks-return] */
	bool regular;	   /* captured by the regular move [cardless-capture] */
	uint8_t action;	   /* number of the action of the turn that captured it */
};

/* The log of a turn so far, and what has to be remembered of earlier turns. */
struct turn_log {
	struct displacement gone[MAX_GONE];
	uint8_t gone_count;
	struct taken taken[MAX_TAKEN];
	uint8_t taken_count;
	struct effect lost[MAX_LOST]; /* effects that were on captured pieces, for a piece that
					 returns [marks-return] */
	uint8_t lost_count;
	uint8_t action; /* number of the action being done, from 0 */
	bool moved;	/* a regular move or an instead-card has been made */
	bool by_card;	/* the move was an instead-card */
};

struct card_board {
	struct position position;
	struct effect effects[MAX_EFFECTS]; /* oldest first */
	uint8_t effect_count;
	uint16_t serial; /* serial number of the next effect */
	uint16_t marks[MAX_PIECES];
	uint8_t partner[MAX_PIECES]; /* for a composite or a split pair: the index of the other
					piece */
	square_set closed;	     /* Forbidden Cities */
	square_set held;	     /* squares beside a magnet */
	uint8_t walls[CARD_SQUARES]; /* directions in which a wall stops steps and slides */
	uint8_t quarter;	     /* quarter turns to the left, modulo 4 */
	bool truce, vendetta;
	struct turn_log turn_log, before; /* the log of this turn, and of the one before it */
	/* The last piece that each seat displaced in its last turn (Doppelganger); `last_when`
	 * shows which was the latest. */
	struct displacement last[MAX_SIDES];
	uint32_t last_when[MAX_SIDES];
	uint8_t last_card;    /* the last card that anybody played, except Haunting Memories */
	uint8_t last_card_by; /* the seat from whose deck it came */
	bool last_card_unique;
};

/* Fills the board with the starting position, or with a position set up by hand; no effects. */
void card_board_init(const struct card_ruleset *book, const struct position *position,
		     struct card_board *field);

/* ---- queries ---- */

/* Returns the kind of a piece as cards see it: crab and prince are kinds of their own; a promoted
 * pawn is of its present kind [promoted-pawn]. */
unsigned card_board_kind(const struct card_board *field, unsigned piece);

/* Reports whether the piece is of one of these kinds for a card that names them. A composite is
 * either of its parts, a crab also a pawn, a prince also a king, and with bishops = queen a
 * queen also a bishop. */
bool card_board_is(const struct card_ruleset *book, const struct card_board *field, unsigned piece,
		   uint32_t kinds);

/* Reports whether the piece is of that present kind, or either part of a composite is
 * (C-Challenge). */
bool card_board_is_of_kind(const struct card_board *field, unsigned piece, unsigned kind);

/* Returns the index of the piece on the square, or NO_PIECE; for a split pair that of the
 * greater one. */
unsigned card_board_at(const struct card_board *field, square at);

/* Returns the piece that shares the square with the front one, or NO_PIECE. */
unsigned card_board_behind(const struct card_board *field, square at);

/* Reports whether an effect on the one piece is on the other: it is the same, or the other part
 * of a composite. */
bool card_board_is_same(const struct card_board *field, unsigned piece, unsigned other);

/* Returns the seat that commands the piece's army, neutral or not; NO_SIDE if nobody does. */
uint8_t card_board_owner(const struct card_board *field, unsigned piece);

/* Report whether the piece counts as the seat's own / as an enemy's for cards. A neutral piece is
 * both, a partner's is neither, and a piece of a seat that is out belongs to nobody. */
bool card_board_is_own(const struct card_board *field, unsigned piece, uint8_t seat);
bool card_board_is_enemy(const struct card_ruleset *book, const struct card_board *field,
			 unsigned piece, uint8_t seat);

/* Reports whether two seats are opponents and both in play. */
bool card_board_opposes(const struct card_ruleset *book, const struct card_board *field, uint8_t a,
			uint8_t b);

/* Returns the seat's royal piece: its king, or the piece of a Coup; NO_PIECE while it is away or
 * captured. It is also in position.king[seat]. */
unsigned card_board_royal(const struct card_board *field, uint8_t seat);

/* Reports whether the piece is exempt wherever cards exempt kings: a king, a royal piece, a
 * Prince ([royal-is-exempt], [prince-like-king]; a card's own rule about Princes comes first). */
bool card_board_is_kingly(const struct card_ruleset *book, const struct card_board *field,
			  unsigned piece);

/* Loops over the effects, oldest first. None may begin or end meanwhile. */
#define CARD_BOARD_EFFECTS(each, field)                                                            \
	for (const struct effect *each = (field)->effects;                                         \
	     each < (field)->effects + (field)->effect_count; each++)

/* Returns the first unsuspended effect of that kind, or NULL. */
const struct effect *card_board_effect(const struct card_board *field, enum effect_kind what);

/* Return the first unsuspended effect that binds the seat: an effect of that kind; an effect that
 * requires pieces of a certain kind to move (Challenge). */
const struct effect *card_board_effect_on(const struct card_board *field, enum effect_kind what,
					  uint8_t seat);
const struct effect *card_board_challenge(const struct card_ruleset *book,
					  const struct card_board *field, uint8_t seat);

/* Returns the first effect whose card asks the seat for an ANSWER. With `due`, the question is
 * asked as the seat's turn begins (Under Elf Hill), otherwise because of words that the seat has
 * said (Doomsayer). */
const struct effect *card_board_asking(const struct card_ruleset *book,
				       const struct card_board *field, uint8_t seat, bool due);

/* Describe the board as it is turned now (Earthquake, [earthquake-boards]). They return the
 * seat's rank of a square from 0, counted from its own side (a corner has no ranks). They report
 * whether the square is in its territory, is a starting square of that kind for it, lets its
 * pawns promote, or lets its pawns step twice [first-rank-steps]. */
unsigned card_board_rank(const struct card_ruleset *book, const struct card_board *field,
			 uint8_t side, square at);
bool card_board_in_territory(const struct card_ruleset *book, const struct card_board *field,
			     uint8_t side, square at);
bool card_board_starts(const struct card_ruleset *book, const struct card_board *field,
		       uint8_t side, unsigned type, square at);
bool card_board_promotes(const struct card_ruleset *book, const struct card_board *field,
			 uint8_t side, square at);
bool card_board_steps_twice(const struct card_ruleset *book, const struct card_board *field,
			    uint8_t side, square at);

/* Returns the directions that are forward for the side, with the board turned as it is now. */
uint8_t card_board_forward(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t side);

/* Returns how the piece moves now, its marks included; a composite moves like either part. */
struct reach card_board_reach(const struct card_ruleset *book, const struct card_board *field,
			      unsigned piece);

/* Returns the square one step away, or NO_SQUARE at an edge, a wall, or a Forbidden City. */
square card_board_step(const struct card_ruleset *book, const struct card_board *field, square from,
		       enum direction direction);

/* Reports whether a magnet beside the piece, a Dungeon, or a return from Under Elf Hill keeps the
 * seat from moving, swapping or pushing the piece now [swap-is-no-move]. */
bool card_board_is_held(const struct card_ruleset *book, const struct card_board *field,
			unsigned piece, uint8_t seat);

/* Reports whether a card may put a piece on the square: it is on the board, empty, and no
 * Forbidden City. */
bool card_board_is_free(const struct card_ruleset *book, const struct card_board *field, square at);

/* Reports whether the piece is on the board, alone or with another. */
bool card_board_is_there(const struct card_board *field, unsigned piece);

/* Reports whether the piece may be captured now: it is no king and no pacifist, and has no shield
 * and no Truce. */
bool card_board_may_be_taken(const struct card_ruleset *book, const struct card_board *field,
			     unsigned piece);

/* Reports whether the contents of a board are valid, whatever file they were read from. Every
 * index, square, kind, seat and card is valid, pieces and pairs are where the board says, and marks
 * follow from the effects. The other functions check one effect, and whether a kind is one of the
 * variant's, or of cards. */
bool card_board_is_sound(const struct card_ruleset *book, const struct card_board *field);
bool card_board_effect_is_sound(const struct card_ruleset *book, const struct card_board *field,
				const struct effect *effect);
bool card_board_is_kind(const struct card_ruleset *book, unsigned kind);

/* Derives what follows from the pieces and effects of a board that was read from a file: the
 * position's tables, marks and walls. Returns false if they aren't valid; the board must not be
 * used then. */
bool card_board_complete(const struct card_ruleset *book, struct card_board *field);

/* ---- events: each function changes the board and, unless `record` is NULL, adds its event ---- */

/* Moves the piece to an empty square. `by_card`: displaced by a card's own words. Creates no right
 * to capture en passant, and removes those against the piece. Effects that end when it moves
 * (magnet) end. */
void card_board_move(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		     square to, bool by_card, struct event_list *record);

/* Swaps two pieces. This isn't a move [swap-is-no-move], but a swap of a magnet ends its effect. */
void card_board_swap(const struct card_ruleset *book, struct card_board *field, unsigned a,
		     unsigned b, struct event_list *record);

/* Brings the piece to the front of the two on its square, so that actions there concern it. */
void card_board_bring_to_front(const struct card_ruleset *book, struct card_board *field,
			       unsigned piece, struct event_list *record);

/* Puts the piece on an empty square without a move of its own: pushed (Cowardice, Irresistible
 * Force) or danced (Figure Dance). As with a swap, the turn log has no displacement, but a magnet
 * ends. */
void card_board_shift(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		      square to, struct event_list *record);

/* Takes the piece off the board; it can return. The turn log records it. A composite loses both
 * parts [merged-are-two]. Effects on it end, each with an event of its own, and their cards leave
 * play. `by`: the captor, or NO_PIECE. */
void card_board_capture(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			unsigned by, bool regular, struct event_list *record);

/* Takes the piece off for good (dead), or makes a captured piece dead (No Quarter). */
void card_board_kill(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		     struct event_list *record);

/* Takes the piece off for a while (Under Elf Hill, Abduction). */
void card_board_send_away(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			  struct event_list *record);

/* How a piece comes back. It never castles [returned-never-castles]. It is one of:
 * - `RETURN_ANEW`: of its original kind, without marks
 * - `RETURN_ALONE`: of the kind and with the marks it had [marks-return], but alone if it was part
 *   of a composite [merged-are-two]
 * - `RETURN_WHOLE`: as it was, with the other part [marks-return], promoted or not [promoted-pawn]
 */
enum card_board_comeback { RETURN_ANEW, RETURN_ALONE, RETURN_WHOLE };

/* Puts a captured or absent piece back on an empty square. */
void card_board_return(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		       square at, enum card_board_comeback how, struct event_list *record);

/* Puts a captured piece, `by`, in place of `piece`, which dies (Betrayal). Effects on `piece` pass
 * to `by`. Both parts of a composite die. */
void card_board_replace(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			unsigned by, struct event_list *record);

/* Turns the pawn into another kind (a normal promotion, or one that a card allows). */
void card_board_promote(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			uint8_t type, struct event_list *record);

/* card_board_add_effect adds an effect (`serial` is set here) and refreshes the marks.
 * card_board_end_effect ends one. */
void card_board_add_effect(const struct card_ruleset *book, struct card_board *field,
			   struct effect effect, struct event_list *record);
void card_board_end_effect(const struct card_ruleset *book, struct card_board *field,
			   uint16_t serial, struct event_list *record);

/* Ends all effects of a kind. */
void card_board_end_all(const struct card_ruleset *book, struct card_board *field,
			enum effect_kind what, struct event_list *record);

/* Makes the effect bind that seat from now on, with that kind (a Doomsayer has heard it). NO_SIDE:
 * nobody. */
void card_board_bind_effect(const struct card_ruleset *book, struct card_board *field,
			    uint16_t serial, uint8_t seat, uint8_t type, struct event_list *record);

/* Record the progress of the turn. When a turn begins, the turn log becomes `before`, and shields
 * of the seat end. A move is the regular move or an instead-card. An action is recorded when it
 * begins. */
void card_board_begin_turn(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			   struct event_list *record);
void card_board_note_move(struct card_board *field, bool by_card, struct event_list *record);
void card_board_begin_action(struct card_board *field, uint8_t number, struct event_list *record);

/* Merges a piece with another one of the same player, on whose square it is put (Confabulation).
 * `effect` is the EFFECT_COMPOSITE; its `piece` and `other` are set here. */
void card_board_merge(const struct card_ruleset *book, struct card_board *field, unsigned mover,
		      unsigned onto, struct effect effect, struct event_list *record);

/* Records that the last two displacements were one castling. For cards that copy the castling, the
 * king's displacement counts. */
void card_board_note_castling(struct card_board *field, struct event_list *record);

/* Derives marks, walls, closed squares and suspensions from the effects. Called after each change
 * of effects. */
void card_board_refresh(const struct card_ruleset *book, struct card_board *field);

/* Applies one recorded event. Events that don't concern the board are ignored. Returns -1 if the
 * event can't be true. */
int card_board_apply(const struct card_ruleset *book, struct card_board *field,
		     const struct event *event, struct reason *reason);

/* Adds the piece's name as `show pieces` prints it: "Q", "P:crab", "K:prince", "N:royal", "R+N"
 * [trial-names]. */
void card_board_piece_name(const struct card_ruleset *book, const struct card_board *field,
			   unsigned piece, struct strbuf *out);

#endif
