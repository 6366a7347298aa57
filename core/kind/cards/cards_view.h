/* SPDX-License-Identifier: MIT */
/*
 * What a seat sees of a game with cards beside the board, as lines at most 72 columns wide. All of
 * it is told from what that seat may know (table_conceal). No line reads as an order.
 */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_VIEW_H
#define PBEM_CORE_KIND_CARDS_CARDS_VIEW_H

#include "core/turn/game.h"
#include "core/variant/kind.h"

struct card;
struct move;
struct table;
struct text;

enum { CARDS_PLAYS_FEW = 6, CARDS_PLAYS_ALL = 200 };

/* The board as the seat may know it: view_board_for. */
void cards_board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		 struct text *out);

/* What is to be seen of it: scene_new. */
struct scene *cards_scene(const struct game *game, uint8_t from, uint8_t seat);

/* The move of the turn that stands open, or of the last one; and where the pawns of who looks go
 * now: up the page, however the board was turned. */
struct turn_record cards_latest(const struct game *game);
uint8_t cards_forward_now(const struct game *game, uint8_t from);

/* A copy of the game's table with only what the seat may know. To be freed. */
struct table *cards_seen(const struct game *game, uint8_t seat);

/* The same once all have passed; and whether the seat is to move at a table. */
struct table *cards_then(const struct game *game, uint8_t seat);
bool cards_moves(const struct table *table, uint8_t seat);

/* A text in lines, every one with `head` in front; none reads as an order. */
void cards_lines(const struct variant *variant, const char *text, const char *head,
		 struct text *out);

/* Whose turn it is, or what was done in the turn that stands open and who may answer; checks. */
void cards_status(const struct game *game, struct text *out);

/* A newline, and the AUTOPASS by which a seat has said what it has [standing-pass]. */
void cards_standing(const struct game *game, uint8_t seat, struct text *out);

/* In short what its mover did in the turn that stands open, "Qh5, Truce"; nothing when none does.
 */
void cards_open(const struct game *game, struct text *out);

/* The moves without a card of the seat, now or as if all had passed. Nothing when its turn isn't
 * next. */
void cards_legal(const struct game *game, uint8_t seat, struct text *out);

/* The same for examples: as if all had passed; an own turn that is next can be sent ahead. */
struct view_choice;
void cards_choose(const struct game *game, uint8_t seat, struct view_choice *choice);

/* The seat's hand, from the left: each card whole; one that was drawn in a trial is "?". `seen`:
 * the names of those it has seen, a LF behind each; if there are any, the others bear "new".
 * `brief`: those seen before only in short. */
void cards_known(const struct game *game, uint8_t seat, const char *seen, bool brief,
		 struct text *out);

/* The names of the cards the seat holds: handed to `note`, each once a copy. */
void cards_names(const struct game *game, uint8_t seat,
		 void (*note)(void *context, const char *name), void *context);

/* The hand in short, a line each: name, points, when it may be played; new ones marked as above. */
void cards_held(const struct game *game, uint8_t seat, const char *seen, struct text *out);

/* What the seat can play now, by card at most so many plays, each as it is written; `after` (may be
 * NULL): after that move of its own. Where no regular move is legal also moves that a card below
 * them makes so. Nothing when it can play none. */
void cards_plays(const struct game *game, uint8_t seat, const struct move *after, unsigned most,
		 struct text *out);

/* The same of its own turn that comes next, if nobody answers the one that stands open. */
void cards_next_plays(const struct game *game, uint8_t seat, unsigned most, struct text *out);

/* What was undone of the turn that is to be played again, and by what: "Nf3; Black: Chaos". Nothing
 * when none was. */
void cards_undone(const struct game *game, struct text *out);

/* What the seat can answer to the card that asks it, squares and NO; nothing where the answer has
 * other words. */
void cards_answers(const struct game *game, uint8_t seat, struct text *out);

/* The card that asks for an answer, whole. */
void cards_asking(const struct game *game, struct text *out);

/* What the seat may have missed: that a turn it sent ahead was given back; in a game that is over
 * the last turn, if it was never finished. NO_SIDE: what everybody may know. */
void cards_news(const struct game *game, uint8_t seat, struct text *out);

/* What lies on the table: effects that last, what was captured, how many cards each seat holds,
 * piles, discards. */
void cards_table(const struct game *game, uint8_t seat, struct text *out);

/* ---- while words and decks are gathered ---- */

/* Whose words or decks the game waits for; nothing when it waits for none. */
void cards_gather_status(const struct game *game, struct text *out);

/* The cards of the seat's share, whole, in the set's order; nothing while none is dealt. */
void cards_gather_share(const struct game *game, uint8_t seat, struct text *out);

/* The cards of the deck it has sent, in that order, with their points and what they come to;
 * nothing while it has sent none. */
void cards_gather_deck(const struct game *game, uint8_t seat, struct text *out);

/* Of a card that is to be seen whole: its sheet, in a game of that variant. */
struct variant;
void cards_card(const struct variant *variant, const struct card *card, struct text *out);

#endif
