/* SPDX-License-Identifier: MIT */
/*
 * Events are facts: what happened in a game, one line of text each. A game file is
 * a list of them, and replaying applies them without asking any rule, so that a
 * rule mended later never changes an old game.
 */
#ifndef PBEM_CORE_POSITION_EVENT_H
#define PBEM_CORE_POSITION_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/variant/board.h"

struct variant;
struct text;

enum { NO_SIDE = 0xff, NO_TYPE = 0xff };

/* The number of a fact that could name a card, or a board, and doesn't. */
enum { EVENT_NO_NUMBER = 0xffff };

/*
 * The kinds. The comment names the fields of a line, in the order in which files of format 1 have
 * them, and which fields of struct event carry them; event.c has how the lines are spelled,
 * pbem-game(5) tells it. SIDE and SEAT are names of the variant, K a piece letter, SET the number
 * of the board a man first stood on.
 */
/* clang-format off */
enum event_kind {
	/* Facts about pieces: the only changes a position knows. */
	EVENT_MOVE,     /* move SIDE K FROM TO        side type from to */
	EVENT_CASTLE,   /* castle SIDE FROM ROOK TO TO side from to=ROOK text="TO TO": king and rook at once,
	                                              where one of them stays or they change places */
	EVENT_CAPTURE,  /* capture SIDE K SQUARE      side type from: taken off, returnable */
	EVENT_PROMOTE,  /* promote SIDE K SQUARE      side type to: that pawn is a K now */
	EVENT_PASSANT,  /* passant SIDE OVER PAWN     side from=OVER to=PAWN: a right against SIDE's pawn opens */
	EVENT_NO_PASSANT, /* no-passant SIDE          side: that right is gone */
	EVENT_REMOVE,   /* remove SIDE K SQUARE       side type from: off the board, and not captured */
	EVENT_FREE,     /* free SIDE K SQUARE         side type from: [pawn-truce] binds that pawn no more */
	EVENT_CONQUER,  /* conquer SEAT SIDE          seat side: it commands that army from now on */
	EVENT_ARMY,     /* army SIDE HOW              side text: nobody commands it any more; its pieces
	                                              are dead, inert, obstacles, or removed [beaten-armies] */
	EVENT_TRADE,    /* trade SIDE K SQUARE        side type from: the piece there is gone, and in its place
	                                              stands a K of the side's that was captured [paid-by-queen] */
	EVENT_EXCHANGE, /* exchange N TEXT            number text="WEAKEST LOST INVOLVED": the running round of
	                                              [exchange-round]: turns left, the least worth captured, who lost and
	                                              who took part: seats joined by +, or - */
	/* Facts about the turn. */
	EVENT_ORDER,    /* order SEAT TEXT            seat text: what was asked, as it was read */
	EVENT_PLAYED,   /* played SEAT CANONICAL SAN  seat text: one finished turn */
	EVENT_QUIET,    /* quiet ROUNDS               number: rounds without capture or pawn move */
	EVENT_TURN,     /* turn SEAT                  seat: it is to move now */
	EVENT_OCCURS,   /* occurs TIMES               number: this position, for the 2nd, 3rd ... time */
	EVENT_CHECK,    /* check SEAT                 seat: its king is attacked */
	EVENT_PASS,     /* pass SEAT                  seat: it had no move and stays in [stalemate-passes] */
	EVENT_BEATEN,   /* beaten SEAT HOW [BY]       seat text by: mate, resigned, forfeited; by may be none */
	EVENT_FREEZE,   /* freeze SEAT                seat: mated, it loses its turn, and until its next one its
	                                              pieces can't be captured, its king apart [frozen-seat] */
	EVENT_THAW,     /* thaw SEAT                  seat: its turn has come, and it is mated no more */
	EVENT_OWE,      /* owe SEAT N                 seat number: so much it owes from now on [debt-payment]; 0: paid */
	EVENT_STALEMATE,/* stalemate SEAT             seat */
	EVENT_OFFER,    /* offer SEAT                 seat: offers a draw */
	EVENT_AGREE,    /* agree SEAT                 seat: agrees to the draw offered, others are still asked */
	EVENT_NO_OFFER, /* no-offer SEAT              seat: declined, or the offer lapsed */
	EVENT_SAY,      /* say SEAT TEXT              seat text */
	EVENT_ASK,      /* ask SEAT                   seat: a question is open to it; tokens are bound to it */
	EVENT_RESULT,   /* result RESULT REASON       text: "draw repetition", "white checkmate" */
	EVENT_START,    /* start                      the array stands, the first turn begins */
	EVENT_FROM,     /* from FEN                   text: the game begins from that position, and not from the
	                                              array; the first fact, in an entry of its own */
	/* Facts about taking turns back (core/turn/undo.h). */
	EVENT_UNDO,     /* undo N                     number: the game stands as it did after entry N, which
	                                              is this entry's parent; what was done since is undone */
	EVENT_UNDO_ASKED, /* undo-asked SEAT N        seat number: asks all to go back to entry N */
	EVENT_UNDO_AGREED, /* undo-agreed SEAT        seat: agrees to that */
	EVENT_UNDO_REFUSED, /* undo-refused SEAT      seat: doesn't, or takes its wish back */
	/* Facts about moves given in advance (core/intent/intent.h). */
	EVENT_INTENDS,  /* intends SEAT [on board N] sha256:HEX  seat number text: it has said what it does in
	                                              turns to come; the commitment to that, which takes the
	                                              place of an older one on that board */
	EVENT_INTENDED, /* intended SEAT SALT NEXT LINE seat text: this entry is a line of it; the digest of what
	                                              is left, or "-" */
	/* Facts of a ring (core/ring/ring.h). */
	EVENT_BOARD,    /* board N                    number: the board that the facts below are about */
	EVENT_STOCK,    /* stock SEAT SIDE K SET      seat side type number: such a man lies in its stockpile now */
	EVENT_PLACE,    /* place SIDE K SET SQUARE    side type number to: put there from the stockpile of who
	                                              plays that side */
	EVENT_MATED,    /* mated SEAT HOW BY          seat text by: has lost on this board; called when the run ends */
	EVENT_SITTING,  /* sitting                    a run has ended, and what follows is called for all of it */
	EVENT_CLOSE,    /* close                      this board is out of the game */
	EVENT_FRESH,    /* fresh HOW                  text: the array stands anew on this board; it was drawn so,
	                                              or "gap": two neighbours had no board left [both-boards-lost] */
	/* Facts of what a moderator does (pbem/moderate); they stand first in their entry. */
	EVENT_MODERATOR, /* moderator TEXT            text: why, in his words; "" when he gave no reason */
	EVENT_AS,       /* as SEAT                    seat: he entered this for that seat, from a letter of its player */
	EVENT_SEAT_CHANGED, /* seat-changed SEAT WHAT  seat text: "player NAME", who plays it from now on; its
	                                              "address", never which; its "keys" */
	EVENT_PUBLISH,  /* publish yes|no             text: whether everybody may read the game from now on, whatever its
	                                              header says */
	EVENT_SEALED,   /* sealed sha256:HEX          text: the commitment to the facts of this entry that are
	                                              sealed (sealed.h) */
	/* Facts of a field with cards (core/cards/field/field.h). INDEX numbers the pieces from 0. */
	EVENT_CARRY,    /* carry SIDE K FROM TO       side type from to: moved, by a card's own words */
	EVENT_CASTLED,  /* castled                    the last two moves were one castling */
	EVENT_SHIFT,    /* shift SIDE K FROM TO       side type from to: put there without a move of its own */
	EVENT_SWAP,     /* swap SQUARE SQUARE         from to: what stands there changes places */
	EVENT_TAKE,     /* take SIDE K SQUARE BY HOW  side type from, to=BY: the captor's square or "-";
	                                              text: move, or card */
	EVENT_KILL,     /* kill SIDE K SQUARE         side type from: off for good, not captured */
	EVENT_BURY,     /* bury SIDE K INDEX          side type number: captured before, and dead now */
	EVENT_AWAY,     /* away SIDE K SQUARE         side type from: off for a while */
	EVENT_RETURN,   /* return SIDE K INDEX HOW SQUARE side type number text to: stands there again; HOW:
	                                              as-it-was, anew */
	EVENT_REPLACE,  /* replace SIDE K SQUARE INDEX side type from number: dead; that piece stands there */
	EVENT_MERGE,    /* merge SIDE K FROM TO       side type from to: goes onto its composite's other part */
	EVENT_FRONT,    /* front SIDE K SQUARE        side type from: of two on one square this is shown now */
	EVENT_EFFECT,   /* effect SEAT SERIAL TEXT    seat number text: an effect, made by SEAT's card, begins */
	EVENT_EFFECT_ENDS, /* effect-ends SERIAL      number */
	EVENT_EFFECT_BINDS, /* effect-binds SERIAL SEAT KIND number seat text: it binds that seat now, with that
	                                              kind of piece, by number or "-" */
	EVENT_MOVED,    /* moved HOW                  text: move, card: what a turn must have is made */
	EVENT_ACTION,   /* action NUMBER              number: the next of this turn's actions begins */
	/* Facts of a table of cards (core/cards/table/table.h). N is the number of an action of the open turn. */
	EVENT_ANEW,     /* anew                       the turn is run anew: field and piles as it found them */
	EVENT_SETTLE,   /* settle HOW                 text: what was done so far is closed; the "turn" is over and
	                                              the next one open, or the "attempt"; or the "board"
	                                              alone is settled, as a seat has left */
	EVENT_SCRIPT,   /* script SEAT N TEXT         seat number text: what is done, and where in the turn */
	EVENT_ANSWER,    /* reply SEAT N TEXT          seat number text: what it answers to that action's demand */
	EVENT_FATE,     /* fate N WORD                number text: what became of the action: stands, spent ... */
	EVENT_PLAYS,    /* plays SEAT N               seat number: the action's card leaves the hand */
	EVENT_DRAWS,    /* draws SEAT N               seat number: it draws a card for it */
	EVENT_TOP,      /* top SEAT                   seat: it draws the top card of its pile */
	EVENT_UNDER,    /* under SEAT COPY            seat number: that card of its hand goes under the pile [without-bishops] and
	                                              the top one is drawn */
	EVENT_MILLS,    /* mills SEAT N               seat number: the top card of its pile is discarded */
	EVENT_DISCARD,  /* discard COPY               number: that card goes to the discards */
	EVENT_FALLS,    /* falls COPY N               number text: that card, which lay in play, goes to the discards,
	                                              above those that action N and earlier ones brought there */
	EVENT_GETS,     /* gets SEAT COPY             seat number: it takes that card into the hand */
	EVENT_LAST,     /* last N                     number: that action's card is the last one put down */
	EVENT_ASIDE,    /* aside COPY                 number: that card leaves the game with its seat [hand-of-who-left] */
	EVENT_HAD_TURN, /* had-turn SEAT              seat: it has had its turn of the running round */
	EVENT_UNDONE,   /* undone KEY                 text: a board that the turn may not have again */
	EVENT_HOLD,     /* hold SEAT KEY TEXT         seat text: its turn waits for windows to close; sealed */
	EVENT_LET_GO,   /* let-go SEAT HOW            seat text: it waits no more: "taken", or "returned" */
	EVENT_WILL_DISCARD, /* will-discard SEAT COPY seat number: a card it discards when the turn is final; sealed */
	EVENT_AHEAD,    /* ahead FOGGED CHAOS         text: what the mover does if fogged, or undone; sealed */
	EVENT_AUTOPASS, /* autopass SEAT TEXT         seat text: ON, OFF, or UNLESS and what: when it passes by itself */
	/* Facts of a game with cards that gathers words and decks before it begins (core/cards/deck/gather.h). */
	EVENT_GATHER,   /* gather WHAT                text: what is gathered now, "words" or "decks"; or "close":
	                                              nobody is waited for any more */
	EVENT_WORDS,    /* words SEAT TEXT            seat text: its words, mixed into the shuffles; sealed */
	EVENT_SHARE,    /* share SEAT CARDS           seat text: what it may build its deck from; sealed */
	EVENT_DECK,     /* deck SEAT CARDS            seat text: its deck; sealed */
	EVENT_READY,    /* ready SEAT                 seat: it has sent what is gathered, or has sent it anew */
	EVENT_PILE,     /* pile SEAT NUMBER           seat number: so many cards, face down, are its draw pile; "-":
	                                              that of a common deck */
	EVENT_RESHUFFLE, /* reshuffle NUMBER          number: so many cards, all that lay in the discards when the
	                                              turn began and still do, are the draw pile of a common
	                                              deck, face down under new numbers */
	EVENT_SHUFFLED, /* shuffled SEAT N            seat number: the undrawn cards of its draw pile ("-": the common
	                                              one) are shuffled under that number, and face down: an
	                                              undo took back what somebody had seen */
	EVENT_FACE,     /* face COPY CARD             number text: which card that is; sealed while nobody but its
	                                              holder may know */
	EVENT_NAMES,    /* names N TARGETS            number text: what a card played in secret names; sealed */
	EVENT_LIES,     /* lies SERIAL SQUARE         number to: where that effect, a trap, lies; sealed */
	EVENT_STATE,    /* state TEXT                 text: phase, windows, who has played, whose answer is due */
	EVENT_LAPSE,    /* lapse SEAT TIME            seat text: its time to act ran out then; the clock goes on */
	EVENT_LATE,     /* late MINUTES               number: what this entry asks is asked so much later than it was
	                                              caused: letters had to wait */
	EVENT_OUTAGE,   /* outage TIME TIME           text: from when to when the program stood still; that doesn't
	                                              count for who had been asked before */
	/* Facts of a turn's time, by the terms of the game (core/turn/terms.h). BOARD is one of a ring. */
	EVENT_UNTIL,    /* until SEAT BOARD TIME      seat number text: its turn must be here by then, and from a second
	                                              time on it takes of the bank; reckoned once, by the calendar */
	EVENT_BANK,     /* bank SEAT SECONDS          seat number: so much is left in its time bank */
	EVENT_VACATION, /* vacation SEAT DATE DATE    seat text: it is away from the first to the last of these days */
	EVENT_BACK,     /* back SEAT DATE             seat text: behind that day it isn't away, as was told before */
	EVENT_REMINDED, /* reminded SEAT BOARD N      seat number text: it has got so many reminders of this turn */
	EVENT_MISSED,   /* missed SEAT BOARD TIME     seat number text: its turn wasn't there by then, nor in the hours
	                                              of grace; what follows stands behind it */
	EVENT_PAUSE,    /* pause                      nobody's time runs from here on */
	EVENT_RESUME,   /* resume                     it runs again; until when is reckoned anew */
	/* Facts of the publication, when a game with secrets is over (sealed.h). */
	EVENT_SECRET,   /* secret HEX                 text: what the header has committed itself to */
	EVENT_UNSEALED, /* unsealed N PLACE FACT      number text="PLACE FACT": a sealed fact of entry N */
	EVENT_DIAGRAM,  /* | TEXT                     text: a line of the board, for people; replay skips it */
	EVENT_KINDS
};
/* clang-format on */

/* What a kind's facts have in common that decides where they may stand. */
enum event_trait {
	EVENT_ANYWHERE,
	EVENT_OF_A_SEAT,      /* means nothing without the seat it is about */
	EVENT_OF_RING,	      /* in the file of a ring only */
	EVENT_BEFORE_START,   /* before the game has begun only, or what begins it */
	EVENT_OF_THE_END,     /* when the game is over only: what was secret */
	EVENT_ASIDE_OF_RULES, /* anywhere, even before the start: it changes nothing that rules ask
			       */
};
enum event_trait event_trait(enum event_kind kind);

/* A plain value. `text` belongs to the list that holds the event. */
struct event {
	enum event_kind kind;
	uint8_t side, type; /* NO_SIDE, NO_TYPE when unused */
	uint8_t seat, by;   /* NO_SIDE when unused */
	square from, to;
	uint32_t number;
	const char *text;
	bool sealed; /* for the sealed file alone until the game is over: hands, piles, traps */
};

struct event_list {
	struct event *events;
	size_t count, size;
	struct event_texts *texts; /* theirs */
};

/* An event of that kind of which nothing is said yet. */
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

/* One of a seat (NO_SIDE: of none), a number and a text, which may be NULL. */
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

/* Empties it and keeps memory for the next that come. */
void event_list_clear(struct event_list *list);

/* Leaves the first `count` events and drops the others. */
void event_list_cut(struct event_list *list, size_t count);

/*
 * Adds a copy of the event, its text copied too. `list` may be NULL: then nobody keeps
 * a record, which is how move counting runs the very code that games run.
 */
void event_add(struct event_list *list, struct event event);

/* A copy of the text that lives as long as the list's own, for an event in it. */
const char *event_list_keep(struct event_list *list, const char *text);

/* Adds copies of all events of one list to another, which may be NULL. */
void event_append(struct event_list *list, const struct event_list *events);

/* The format of new game files; those of format 1 are read, and continued as they are. */
enum { EVENT_FORMAT = 2 };

/* One line, without newline, as in the table above; or as files of that format have it. The texts
 * of some facts of cards differ, too, and must be in that format already
 * (core/record/gamefile_facts.c). */
void event_print(const struct variant *variant, const struct event *event, struct text *out);
void event_print_as(const struct variant *variant, unsigned format, const struct event *event,
		    struct text *out);

/* Reads such a line of a file of that format and adds the event. -1 names what was expected. */
int event_parse_as(const struct variant *variant, unsigned format, const char *line,
		   struct event_list *list, struct reason *reason);

/* The same of a line that is spelled just as event_print_as spells the fact it means: nothing is
 * copied on the way. False when it may be another, or isn't such a line: then nothing is added. */
bool event_read_quick(const struct variant *variant, unsigned format, const char *line, size_t len,
		      struct event_list *list);

/* Whether two facts are one, value by value: then they are one line, too. Two that differ may still
 * be one in what lines tell. */
bool event_is_same(const struct event *a, const struct event *b);

/* A piece by its number, told by the square on which it stands in the array: "e2"; and back, -1 if
 * it is none. */
void event_print_piece(const struct variant *variant, unsigned piece, struct text *out);
int event_read_piece(const struct variant *variant, const char *word, uint32_t *piece_out);

#endif
