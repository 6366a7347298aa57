/* SPDX-License-Identifier: MIT */
/*
 * A seat's view of a game with cards, apart from the board, as lines of at most 72 columns. It
 * contains only what the seat may know (card_state_conceal). No line reads as an order.
 */
#ifndef PBEM_CORE_GAMETYPE_CARDS_CARDS_TEXT_H
#define PBEM_CORE_GAMETYPE_CARDS_CARDS_TEXT_H

#include "core/game/game.h"
#include "core/variant/gametype.h"
#include "core/view/board_text.h"

struct card;
struct card_state;
struct move;
struct strbuf;
struct variant;
struct view_choice;
struct view_reader;

enum { CARDS_PLAYS_FEW = 6, CARDS_PLAYS_ALL = 200 };

/* Draws the board as the seat may know it; see view_board_for. */
void cards_board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		 struct strbuf *out);

/* Builds the scene; see scene_new. */
struct scene *cards_scene(const struct game *game, uint8_t from, uint8_t seat);

/* Returns a copy of the game's table with only what the seat may know. The caller frees it. */
struct card_state *cards_seen(const struct game *game, uint8_t seat);

/* Adds a text in lines that each begin with `head`; none reads as an order. */
void cards_lines(const struct variant *variant, const char *text, const char *head,
		 struct strbuf *out);

/* Adds whose turn it is, or the pending turn and who may respond to it; also checks. */
void cards_status(const struct game *game, const struct view_reader *reader, struct strbuf *out);

/* Adds a newline and the AUTOPASS order for what the seat has chosen [standing-pass]. */
void cards_standing(const struct game *game, uint8_t seat, struct strbuf *out);

/* Adds, in short, what the mover did in the open turn: "Qh5, Truce". Adds nothing if no turn is
 * open. */
void cards_open(const struct game *game, struct strbuf *out);

/* Lists the seat's orders; see view_choices. Its moves are those without a card, now or as if all
 * had passed. */
void cards_choices(const struct game *game, uint8_t seat, enum choice_kind which, unsigned most,
		   struct choice_list *list);

/* Finds the same moves for examples: as if all had passed, because a turn that is next can be sent
 * in advance. */
void cards_choose(const struct game *game, uint8_t seat, struct view_choice *choice);

/* Adds the seat's hand, from the left: each card whole; a card that was drawn in a trial is "?".
 * `seen`: the names of the cards it has seen, each followed by a LF. If there are any, the others
 * are marked "new". `brief`: cards seen before only in short. */
void cards_known(const struct game *game, uint8_t seat, const char *seen, bool brief,
		 struct strbuf *out);

/* Calls `note` with the name of each card that the seat holds, once for each copy. */
void cards_names(const struct game *game, uint8_t seat,
		 void (*note)(void *context, const char *name), void *context);

/* Adds the hand in short, one line per card: name, points, when it may be played. New cards are
 * marked as in cards_known. */
void cards_held(const struct game *game, uint8_t seat, const char *seen, struct strbuf *out);

/* Lists what the seat can play now, at most `most` plays for each card, as they are written; with
 * `after` (may be NULL), after that move of its own. If no regular move is legal, also lists moves
 * that a card below them makes legal. Adds nothing if it can play nothing. */
void cards_plays(const struct game *game, uint8_t seat, const struct move *after, unsigned most,
		 struct choice_list *list);

/* Adds the attempt that was undone of a turn that must be played again, and by what: "Nf3; Black:
 * Chaos". Adds nothing if there is none. */
void cards_undone(const struct game *game, struct strbuf *out);

/* Add the seat's possible answers to the card that asks it, squares and NO, as orders and as lines.
 * Add nothing if the answer has other words. */
void cards_answers(const struct game *game, uint8_t seat, struct strbuf *out);

/* Adds the card that asks for an answer, whole. */
void cards_asking(const struct game *game, struct strbuf *out);

/* Adds news that the seat may have missed: a turn it sent in advance was given back; in a game
 * that is over, the last turn if it was never finished. NO_SIDE: public news. */
void cards_news(const struct game *game, uint8_t seat, struct strbuf *out);

/* Lists the effects in play, captured pieces, the number of cards of each seat, piles, discards. */
void cards_table(const struct game *game, uint8_t seat, struct strbuf *out);

/* ---- while words and decks are gathered ---- */

/* Adds whose words or decks the game waits for. Adds nothing if it waits for none. */
void cards_gather_status(const struct game *game, const struct view_reader *reader,
			 struct strbuf *out);

/* Adds the cards of the seat's share, whole, in the set's order. Adds nothing if none is dealt. */
void cards_gather_share(const struct game *game, uint8_t seat, struct strbuf *out);

/* Adds the cards of the deck that the seat has sent, in its order, with their points and the total.
 * Adds nothing if it has sent none. */
void cards_gather_deck(const struct game *game, uint8_t seat, struct strbuf *out);

/* Adds the text of a whole card in a game of that variant. */
void cards_card(const struct variant *variant, const struct card *card, struct strbuf *out);

/* ---- what cards have changed on the board: signs beside its pieces and words below it ---- */

/* Adds which side or corner each seat has once the board is turned a quarter more, LEFT or RIGHT:
 * "White's side is file a, Black's side is file h" [earthquake-boards]. */
void cards_marks_turning(const struct card_state *table, bool left, struct strbuf *out);

/* Reports whether an Abduction asks the seat to remember where a piece was. The seat then gets no
 * board. */
bool cards_marks_blind(const struct game *game, uint8_t seat);

#endif
