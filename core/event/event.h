/* SPDX-License-Identifier: MIT */
/*
 * An event is something that happened in a game, written as one line of text. A game file is a list
 * of events. A replay applies them without consulting the rules, so that a later correction of a
 * rule never changes an old game.
 */
#ifndef PBEM_CORE_EVENT_EVENT_H
#define PBEM_CORE_EVENT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/variant/board.h"

struct variant;
struct strbuf;

enum { NO_SIDE = 0xff, NO_TYPE = 0xff };

/* The number of an event that could name a card or a board but doesn't. */
enum { EVENT_NO_NUMBER = 0xffff };

/*
 * The kinds of events. The comment names the fields of a line, and the members of struct event that
 * hold them. event.c and pbem-game(5) have the spelling of the lines. SIDE and SEAT are names in
 * the variant, K is a piece's letter, SET is the number of the board where a piece was first.
 */
/* clang-format off */
enum event_kind {
	/* Events about pieces, which change the position. */
	EVENT_MOVE,     /* move SIDE K FROM TO        side type from to */
	EVENT_CASTLE,   /* castle SIDE FROM ROOK TO TO side from to=ROOK text="TO TO": king and rook
	                                              at once, if one of them stays or they change
	                                              places */
	EVENT_CAPTURE,  /* capture SIDE K SQUARE      side type from: captured, may come back */
	EVENT_PROMOTE,  /* promote SIDE K SQUARE      side type to: the pawn becomes a K */
	EVENT_PASSANT,  /* passant SIDE OVER PAWN     side from=OVER to=PAWN: the right to capture
	                                              SIDE's pawn opens */
	EVENT_NO_PASSANT, /* no-passant SIDE          side: that right ends */
	EVENT_REMOVE,   /* remove SIDE K SQUARE       side type from: leaves the board without being
	                                              captured */
	EVENT_FREE,     /* free SIDE K SQUARE         side type from: [pawn-truce] no longer binds
	                                              the pawn */
	EVENT_CONQUER,  /* conquer SEAT SIDE          seat side: the seat commands that army from
	                                              now on */
	EVENT_ARMY,     /* army SIDE HOW              side text: nobody commands the army any more;
	                                              its pieces become dead, inert, obstacles, or
	                                              removed [beaten-armies] */
	EVENT_TRADE,    /* trade SIDE K SQUARE        side type from: the piece there is gone, and
	                                              the side's captured K replaces it
	                                              [paid-by-queen] */
	EVENT_EXCHANGE, /* exchange N TEXT            number text="WEAKEST LOST INVOLVED": the state
	                                              of the running [exchange-round]: turns left,
	                                              the least worth captured, the seats that lost
	                                              pieces and those involved, joined by +, or
	                                              - */
	/* Events about turns. */
	EVENT_ORDER,    /* order SEAT TEXT            seat text: an order as it was read */
	EVENT_PLAYED,   /* played SEAT CANONICAL SAN  seat text: a finished turn */
	EVENT_QUIET,    /* quiet ROUNDS               number: rounds without capture or pawn move */
	EVENT_TURN,     /* turn SEAT                  seat: the seat is to move */
	EVENT_OCCURS,   /* occurs TIMES               number: this position occurs for the 2nd, 3rd
	                                              ... time */
	EVENT_CHECK,    /* check SEAT                 seat: its king is attacked */
	EVENT_PASS,     /* pass SEAT                  seat: it has no move and stays in play
	                                              [stalemate-passes] */
	EVENT_BEATEN,   /* beaten SEAT HOW [BY]       seat text by: mate, resigned, forfeited; by
	                                              may be missing */
	EVENT_FREEZE,   /* freeze SEAT                seat: mated; it loses its turn, and until its
	                                              next turn its pieces except its king can't be
	                                              captured [frozen-seat] */
	EVENT_THAW,     /* thaw SEAT                  seat: its next turn begins, and it is no
	                                              longer mated */
	EVENT_OWE,      /* owe SEAT N                 seat number: its debt from now on
	                                              [debt-payment]; 0: paid */
	EVENT_STALEMATE,/* stalemate SEAT             seat */
	EVENT_OFFER,    /* offer SEAT                 seat: offers a draw */
	EVENT_AGREE,    /* agree SEAT                 seat: agrees to the draw offered; others are
	                                              still asked */
	EVENT_NO_OFFER, /* no-offer SEAT              seat: the offer is declined or has lapsed */
	EVENT_SAY,      /* say SEAT TEXT              seat text */
	EVENT_ASK,      /* ask SEAT                   seat: it is asked a question, to which tokens
	                                              are bound */
	EVENT_RESULT,   /* result RESULT REASON       text: "draw repetition", "white checkmate" */
	EVENT_START,    /* start                      the array is set up, and the first turn
	                                              begins */
	EVENT_FROM,     /* from FEN                   text: the game begins from that position and
	                                              not from the array; the first event, in a
	                                              separate entry */
	/* Events about taking turns back (core/game/takeback.h). */
	EVENT_UNDO,     /* undo N                     number: restores the game as it was after
	                                              entry N, the parent of this entry; what was
	                                              done since is undone */
	EVENT_UNDO_ASKED, /* undo-asked SEAT N        seat number: asks all to go back to entry N */
	EVENT_UNDO_AGREED, /* undo-agreed SEAT        seat: agrees */
	EVENT_UNDO_REFUSED, /* undo-refused SEAT      seat: declines, or withdraws its request */
	/* Events about conditional moves (core/game/conditional.h). */
	EVENT_INTENDS,  /* intends SEAT [on board N] sha256:HEX seat number text: the commitment to
	                                              its conditional moves, which replaces an older
	                                              one for that board */
	EVENT_INTENDED, /* intended SEAT SALT NEXT LINE seat text: this entry plays a line of them;
	                                              the digest of the remaining lines, or "-" */
	/* Events of a ring (core/ring/ring.h). */
	EVENT_BOARD,    /* board N                    number: the board that the following events
	                                              are about */
	EVENT_STOCK,    /* stock SEAT SIDE K SET      seat side type number: such a piece comes into
	                                              its stockpile */
	EVENT_PLACE,    /* place SIDE K SET SQUARE    side type number to: placed from the stockpile
	                                              of the seat that plays that side */
	EVENT_MATED,    /* mated SEAT HOW BY          seat text by: has lost on this board, which is
	                                              called when the run ends */
	EVENT_RUN_END,  /* sitting                    a round of mail has ended; the consequences
	                                              for all of it follow */
	EVENT_CLOSE,    /* close                      this board is out of the game */
	EVENT_FRESH,    /* fresh HOW                  text: this board is set up again, after a draw
	                                              for that reason, or "gap": two neighbours had
	                                              no board left [both-boards-lost] */
	/* Events of moderators (pbem/moderator), which come first in their entry. */
	EVENT_MODERATOR, /* moderator TEXT            text: the moderator's reason; "" if there is
	                                              none */
	EVENT_AS,       /* as SEAT                    seat: the moderator entered this for that
	                                              seat, from a message of its player */
	EVENT_SEAT_CHANGED, /* seat-changed SEAT WHAT seat text: "player NAME": its player from now
	                                              on; "address" or "keys": these have changed,
	                                              and aren't named */
	EVENT_PUBLISH,  /* publish yes|no             text: whether everybody may read the game from
	                                              now on, whatever its header says */
	EVENT_SEALED,   /* sealed sha256:HEX          text: the commitment to the sealed events of
	                                              this entry (sealed_events.h) */
	/*
	 * Events on a board with cards (core/cards/board/card_board.h). INDEX numbers the pieces
	 * from 0.
	 */
	EVENT_CARRY,    /* carry SIDE K FROM TO       side type from to: moved by the words of a
	                                              card */
	EVENT_CASTLED,  /* castled                    the last two moves were one castling */
	EVENT_SHIFT,    /* shift SIDE K FROM TO       side type from to: put there, without a
	                                              move */
	EVENT_SWAP,     /* swap SQUARE SQUARE         from to: the pieces there change places */
	EVENT_TAKE,     /* take SIDE K SQUARE BY HOW  side type from, to=BY: the captor's square or
	                                              "-"; text: move, or card */
	EVENT_KILL,     /* kill SIDE K SQUARE         side type from: removed for ever, not
	                                              captured */
	EVENT_BURY,     /* bury SIDE K INDEX          side type number: captured before, dead from
	                                              now on */
	EVENT_AWAY,     /* away SIDE K SQUARE         side type from: removed for a while */
	EVENT_RETURN,   /* return SIDE K INDEX HOW SQUARE side type number text to: comes back; HOW:
	                                              "as-it-was", "anew" */
	EVENT_REPLACE,  /* replace SIDE K SQUARE INDEX side type from number: dead; that other piece
	                                              replaces it */
	EVENT_MERGE,    /* merge SIDE K FROM TO       side type from to: moves onto the other part
	                                              of its composite piece */
	EVENT_FRONT,    /* front SIDE K SQUARE        side type from: of two pieces on the square,
	                                              this one is shown */
	EVENT_EFFECT,   /* effect SEAT SERIAL TEXT    seat number text: an effect of SEAT's card
	                                              begins */
	EVENT_EFFECT_ENDS, /* effect-ends SERIAL      number */
	EVENT_EFFECT_BINDS, /* effect-binds SERIAL SEAT KIND number seat text: it now binds that
	                                              seat, with that kind of piece, by number or
	                                              "-" */
	EVENT_MOVED,    /* moved HOW                  text: move, card: the required part of a turn
	                                              has been done */
	EVENT_ACTION,   /* action NUMBER              number: the turn's next action begins */
	/*
	 * Events of turns with cards (core/cards/state/card_state.h). N is the number of an action
	 * of the open turn.
	 */
	EVENT_ANEW,     /* anew                       the turn is evaluated again from the board and
	                                              piles at its beginning */
	EVENT_SETTLE,   /* settle HOW                 text: what is final: the "turn", so that the
	                                              next one is open; the "attempt"; or only the
	                                              "board", because a seat has left */
	EVENT_SCRIPT,   /* script SEAT N TEXT         seat number text: an action, and its place in
	                                              the turn */
	EVENT_ANSWER,    /* reply SEAT N TEXT         seat number text: its answer to what that
	                                              action asks */
	EVENT_FATE,     /* fate N WORD                number text: the state of the action: stands,
	                                              spent ... */
	EVENT_PLAYS,    /* plays SEAT N               seat number: the action's card leaves the
	                                              hand */
	EVENT_DRAWS,    /* draws SEAT N               seat number: it draws a card in exchange for
	                                              that of the action */
	EVENT_TOP,      /* top SEAT                   seat: it draws the top card of its pile */
	EVENT_UNDER,    /* under SEAT COPY            seat number: that card of its hand goes under
	                                              the pile [without-bishops] and it draws the
	                                              top card */
	EVENT_MILLS,    /* mills SEAT N               seat number: it discards the top card of its
	                                              pile */
	EVENT_DISCARD,  /* discard COPY               number: that card goes to the discards */
	EVENT_FALLS,    /* falls COPY N               number text: that card, which was in play,
	                                              goes to the discards, above those that action
	                                              N and earlier ones put there */
	EVENT_GETS,     /* gets SEAT COPY             seat number: it takes that card into its
	                                              hand */
	EVENT_LAST,     /* last N                     number: that action's card is the last one
	                                              played */
	EVENT_ASIDE,    /* aside COPY                 number: that card leaves the game with its
	                                              seat [hand-of-who-left] */
	EVENT_HAD_TURN, /* had-turn SEAT              seat: it has had its turn in the running
	                                              round */
	EVENT_UNDONE,   /* undone KEY                 text: a board that the turn may not lead to
	                                              again */
	EVENT_HOLD,     /* hold SEAT KEY TEXT         seat text: its turn waits until response times
	                                              are over; sealed */
	EVENT_LET_GO,   /* let-go SEAT HOW            seat text: it no longer waits: "taken", or
	                                              "returned" */
	EVENT_WILL_DISCARD, /* will-discard SEAT COPY seat number: a card it discards when the turn
	                                              is final; sealed */
	EVENT_AHEAD,    /* ahead FOGGED CHAOS         text: what the mover does if fogged or undone;
	                                              sealed */
	EVENT_AUTOPASS, /* autopass SEAT TEXT         seat text: ON, OFF, or UNLESS and conditions:
	                                              when it passes automatically */
	/*
	 * Events before a game with cards begins, while words and decks are gathered
	 * (core/cards/deck/setup_phase.h).
	 */
	EVENT_GATHER,   /* gather WHAT                text: "words" or "decks" are gathered now; or
	                                              "close": the game waits for nobody any more */
	EVENT_WORDS,    /* words SEAT TEXT            seat text: its words, mixed into the shuffles;
	                                              sealed */
	EVENT_SHARE,    /* share SEAT CARDS           seat text: the cards from which it may build
	                                              its deck; sealed */
	EVENT_DECK,     /* deck SEAT CARDS            seat text: its deck; sealed */
	EVENT_READY,    /* ready SEAT                 seat: it has sent what is gathered, perhaps
	                                              again */
	EVENT_PILE,     /* pile SEAT NUMBER           seat number: the number of cards, face down,
	                                              in its draw pile; "-": that of a common
	                                              deck */
	EVENT_RESHUFFLE, /* reshuffle NUMBER          number: the discards at the beginning of the
	                                              turn that are still there, that many cards,
	                                              become the draw pile of a common deck, face
	                                              down with new numbers */
	EVENT_SHUFFLED, /* shuffled SEAT N            seat number: the undrawn cards of its draw
	                                              pile ("-": the common one) are shuffled with
	                                              that number, because an undo took back what
	                                              somebody had seen */
	EVENT_FACE,     /* face COPY CARD             number text: which card it is; sealed while
	                                              only its holder may know */
	EVENT_NAMES,    /* names N TARGETS            number text: the targets of a card played in
	                                              secret; sealed */
	EVENT_LIES,     /* lies SERIAL SQUARE         number to: the square of that effect, a trap;
	                                              sealed */
	EVENT_STATE,    /* state TEXT                 text: phase, response times, who has played,
	                                              who must answer */
	EVENT_LAPSE,    /* lapse SEAT TIME            seat text: its time to respond ended then */
	EVENT_LATE,     /* late MINUTES               number: the questions of this entry count that
	                                              much later, because letters had to wait */
	EVENT_OUTAGE,   /* outage TIME TIME           text: when the program did not run, which
	                                              doesn't count for seats asked before */
	/*
	 * Events about time limits, by the terms of the game (core/game/game_options.h). BOARD is a
	 * board of a ring.
	 */
	EVENT_UNTIL,    /* until SEAT BOARD TIME      seat number text: the deadline of its turn,
	                                              and a second time from which on it uses the
	                                              time bank; calculated once, by the calendar */
	EVENT_BANK,     /* bank SEAT SECONDS          seat number: the time left in its time bank */
	EVENT_VACATION, /* vacation SEAT DATE DATE    seat text: away from the first to the last of
	                                              these days */
	EVENT_BACK,     /* back SEAT DATE             seat text: not away after that day, contrary
	                                              to earlier events */
	EVENT_REMINDED, /* reminded SEAT BOARD N      seat number text: the number of reminders sent
	                                              for this turn */
	EVENT_MISSED,   /* missed SEAT BOARD TIME     seat number text: its turn wasn't there by
	                                              then, nor in the hours of grace; the
	                                              consequences follow */
	EVENT_PAUSE,    /* pause                      time stops for all seats */
	EVENT_RESUME,   /* resume                     time runs again, and deadlines are calculated
	                                              again */
	/* Events that publish the secrets of a finished game (sealed_events.h). */
	EVENT_SECRET,   /* secret HEX                 text: the secret to which the header has
	                                              committed itself */
	EVENT_UNSEALED, /* unsealed N PLACE FACT      number text="PLACE FACT": a sealed event of
	                                              entry N */
	EVENT_DIAGRAM,  /* | TEXT                     text: a line of the board, for people; replays
	                                              skip it */
	EVENT_KINDS
};
/* clang-format on */

/* Traits of kinds of events that restrict where they may occur. */
enum event_trait {
	EVENT_ANYWHERE,
	EVENT_OF_A_SEAT,     /* only with a seat */
	EVENT_OF_RING,	     /* only in the file of a ring */
	EVENT_BEFORE_START,  /* only before the game has begun, or as its beginning */
	EVENT_OF_THE_END,    /* only when the game is over: former secrets */
	EVENT_OUTSIDE_RULES, /* anywhere, even before the start, because rules don't depend on it */
};
enum event_trait event_trait(enum event_kind kind);

/* An event, which can be copied. The list owns `text`. */
struct event {
	enum event_kind kind;
	uint8_t side, type; /* NO_SIDE and NO_TYPE if unused */
	uint8_t seat, by;   /* NO_SIDE if unused */
	square from, to;
	uint32_t number;
	const char *text;
	bool sealed; /* only for the sealed file until the game is over: hands, piles, traps */
};

struct event_list {
	struct event *events;
	size_t count, size;
	struct event_texts *texts; /* own the texts of the events */
};

/* Returns an event of that kind with all members unused. */
static inline struct event event_of(enum event_kind kind)
{
	return (struct event){
		.kind = kind,
		.side = NO_SIDE,
		.type = NO_TYPE,
		.seat = NO_SIDE,
		.by = NO_SIDE,
		.from = NO_SQUARE,
		.to = NO_SQUARE,
	};
}

/* Returns an event with a seat (or NO_SIDE), a number, and a text (may be NULL). */
static inline struct event event_about(enum event_kind kind, uint8_t seat, uint32_t number,
				       const char *text)
{
	struct event event = event_of(kind);

	event.seat = seat;
	event.number = number;
	event.text = text;
	return event;
}

void event_list_init(struct event_list *list);
void event_list_done(struct event_list *list);

/* Empties the list and keeps its memory. */
void event_list_clear(struct event_list *list);

/* Keeps the first `count` events and drops the others. */
void event_list_cut(struct event_list *list, size_t count);

/*
 * Adds a copy of the event and its text. If `list` is NULL nothing is recorded, so that counting
 * moves uses the same code as games do.
 */
void event_add(struct event_list *list, struct event event);

/* Adds copies of a list's events to another list, which may be NULL. */
void event_append(struct event_list *list, const struct event_list *events);

/*
 * The format of game files, which is in their first line. It is the only one so far, because format
 * 1 was never released.
 */
enum { EVENT_FORMAT = 2 };

/* Adds the event's line without newline, in the spelling of the table in event.c. */
void event_print(const struct variant *variant, const struct event *event, struct strbuf *out);

/* Reads such a line and adds the event. Returns -1 with the reason. */
int event_parse(const struct variant *variant, const char *line, struct event_list *list,
		struct reason *reason);

/*
 * Does the same with the `len` bytes of a line, which a LF or NUL follows. *plain_out reports
 * whether event_print would write the same bytes. For some lines that it would write, *plain_out is
 * false, too.
 */
int event_parse_line(const struct variant *variant, const char *line, size_t len,
		     struct event_list *list, bool *plain_out, struct reason *reason);

/*
 * Reports whether two events have the same values, and therefore the same line. Events with
 * different values may still have the same line.
 */
bool event_is_same(const struct event *a, const struct event *b);

/*
 * Write and read a piece by its index, as its square in the array: "e2". event_read_piece returns
 * -1 if there is none.
 */
void event_print_piece(const struct variant *variant, unsigned piece, struct strbuf *out);
int event_read_piece(const struct variant *variant, const char *word, uint32_t *piece_out);

#endif
