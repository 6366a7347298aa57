/* SPDX-License-Identifier: MIT */
/*
 * Which letters there are, and what each has to tell: the one table that the rendering of letters,
 * `pbem check` and the authors of templates go by.
 *
 * Every value is UTF-8 text, lines separated by LF, "" when there is nothing to tell.
 *
 * In every letter to a seat:
 *   site       the site's name, as in its letters' From
 *   address    the site's address, where orders go
 *   moderator  the address of the person in charge; may be empty
 *   game       the game's name: g12
 *   variant    chess
 *   name       the player this letter goes to
 *   seat       what that player plays: White
 *   opponent   the other player; with more than two, their names in a row
 *   players    a line a seat: "White: Anna"
 *   status     whose turn, check, draw offer, as sentences (view_status)
 *   result     how the game ended, as a sentence (view_result); empty while it is played
 *   awaited    the player whose move is awaited, when it is another; may be several names
 *   note       what the program has to tell besides: a letter of the seat that was not read,
 *              and why
 *   sender     the address the letter came from, when it is none of the seat's
 *   token      the 42 characters of the key that makes a reply to this letter count; may be
 *              empty
 *
 * Besides, as the table says:
 *   board      the board as lines (view_board)
 *   legal      the legal moves (view_legal); empty when it isn't this seat's turn
 *   last       the last move for people, numbered: 14... Nf6; empty before the first
 *   since      what has happened or would happen, a line each (view_recent and the like)
 *   said       what was said to the player, in the words of who said it, whose name may stand
 *              in front
 *   offer      the name of the player who offers this one a draw; empty when there is no offer
 *   several-moves  why the turn may hold several moves; empty when it may not [several-moves]
 *   debt       what the player owes, as a sentence [debt-payment]; payment: orders that would
 *              pay it, a line each, for example; trade: others [paid-by-queen], empty when
 *              there are none
 *   peterson   Peterson's additions the game has, in words; additions: the same, in answer to
 *              HELP RULES
 *   cards      "yes" in games with cards; the names that follow are empty in others
 *   hand       the cards the player holds, whole (cards_hand); plays: what of them can be
 *              played now (cards_plays); table: what everybody sees of the cards (cards_table)
 *   window     "yes" when the player may answer a turn; demand: when a card waits for his
 *              choice, and choice: an ANSWER that would do; kept: when a turn of his is kept
 *              until others have answered
 *   next       "yes" when the player may answer a turn and is the next to move; next-plays:
 *              what he can play in that turn of his own; open-turn: what may be answered,
 *              "Bob's turn"; to-move: "yes" as well when it is his turn already
 *   undone     what was undone of a turn that he plays again, and by what
 *   gathering  "yes" while words or decks are gathered before the game begins; joins: while
 *              words are; builds: the most points of a deck, while this seat builds one;
 *              arranges: "yes" while it puts its deck in order; stacked: when decks lie as they
 *              are sent; deck: what it has sent; share: the cards it has
 *   moves-now  how moves are written, by such as can be made now: "MOVE e2-e4, or in short Nf3,
 *              O-O"; move-now: one of them, e2-e4; place-now: a man placed in a ring;
 *              own-board: the number of a board of a ring; empty when there is nothing such
 *   brief      "yes" when the player knows how letters are answered, or wants them short
 *   pawn       a move of a pawn from the array, e2-e4; pawn-short: e4; piece, piece-short:
 *              another man's; castling: the squares of king and rook; promotion: e8=Q;
 *              other-seat: an opponent's, BLACK
 *   commit     the digest of the secret that all shuffles follow from
 *   sheet      a card, or what can be played, as lines
 *   deadline   until when an answer may come, with zone; empty in games without a clock
 *   orders     the orders as they were read, a line each, canonical
 *   why        the reason, as one or more sentences
 *   entry      number of the record's last entry
 *   hash       the record's hash after it, all 64 characters
 *   when       the time of what the letter tells of, for people, with zone
 *   others     the player's other games of this site that go on, a line each: "g7  waits for
 *              you since 20 Nov 2026"
 *   done       what the letter did the first time, as a sentence
 *   history    all moves, as lines
 *   from       the player who says something
 *   count      "3 notices", "1 notice"
 *   notices    what the moderator must know, a line each
 */
#ifndef PBEM_WRITING_LETTERS_TABLE_H
#define PBEM_WRITING_LETTERS_TABLE_H

#include <stddef.h>

#include "pbem/writing/template.h"

/* All letters, for template_check. */
const struct template_names *letters_table(size_t *count_out);

/* The names one letter offers, NULL after the last; NULL when there is no such letter. */
const char *const *letters_table_names(const char *letter);

/*
 * The letter that answers HELP with this topic, as the files of words tell it: "help" or another of
 * that kind, "help-rules" when the page of the game that is played is meant. NULL when nothing is
 * known of it.
 */
const char *letters_table_help(const char *topic);

#endif
