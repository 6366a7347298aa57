/* SPDX-License-Identifier: MIT */
/* What kinds of orders there are. */
#ifndef PBEM_CORE_WORDS_ORDER_KIND_H
#define PBEM_CORE_WORDS_ORDER_KIND_H

enum order_kind {
	/* Orders proper: they change the game. */
	ORDER_MOVE, /* text: the move as written */
	/* In a ring these four may name a board, counted from 1: it is their text. */
	ORDER_RESIGN,
	ORDER_DRAW, /* offer, or accept the offer that stands */
	ORDER_DRAW_NO,
	ORDER_CLAIM_DRAW,
	ORDER_PASS,
	ORDER_UNDO, /* ask to take one's last turn back, or agree that another's is */
	ORDER_UNDO_NO,
	ORDER_REMOVE, /* text: squares, "a2 b2": pieces given up to pay a debt [debt-payment] */
	ORDER_TRADE,  /* text: "d1=R": a queen for a captured rook or bishop [paid-by-queen] */
	/* Only in games with cards, in the order they stand: the order of play. */
	ORDER_PLAY,    /* text: card and targets, "Holy War b1 f4" */
	ORDER_ANSWER,  /* text: a choice another's card asks for [cards-that-ask], "b2", "NO", "a7a8
			  c1=Q" */
	ORDER_DISCARD, /* text: the card */
	ORDER_AUTOPASS,	 /* text: "ON", "OFF", "UNLESS CHECK, CAPTURE, CARD" or some of these
			    [standing-pass] */
	ORDER_IF_FOGGED, /* text: a move, should Fog of War take the turn's own one away
			    [said-ahead] */
	ORDER_IF_CHAOS,	 /* text: a move, should the turn be undone */
	ORDER_JOIN, /* text: words for the shuffles, perhaps behind WORDS; before the game begins */
	ORDER_DECK, /* text: "Fog of War, Bog, Bog": the deck; before the game begins */
	/* Of turns to come (core/intent). */
	ORDER_AHEAD, /* text: "black MOVE e7-e5 THEN MOVE g1-f3": moves of others, and the answer */
	ORDER_AHEAD_NO, /* no more of what was said so before */
	ORDER_SAY,	/* text: what is said to all */
	ORDER_SAY_TO,	/* text: what is said; seat: to whom; never published */
	/* Queries: they change nothing. */
	QUERY_STATUS,
	QUERY_BOARD, /* text: what follows the word, may be empty; in a ring a number too */
	QUERY_HISTORY,
	QUERY_GAMES,
	QUERY_QUIT,  /* what resigning would do, and how */
	QUERY_HELP,  /* text: the topic, may be empty */
	QUERY_HAND,  /* these three in games with cards */
	QUERY_CARD,  /* text: the card's name */
	QUERY_PLAYS, /* text: a move after which, may be empty */
	/* Wishes: they change nothing but what this seat gets. */
	WISH_VIEW,     /* text: "own", or the first seat's name */
	WISH_SHORT,    /* text: "on" or "off" */
	WISH_CALENDAR, /* text: "on" or "off" */
	WISH_HTML,     /* text: "on" or "off" */
	WISH_LINKS,    /* text: "on" or "off" */
	WISH_ZONE,     /* text: as written, "Europe/Berlin": the time zone of letters */
	WISH_LANGUAGE, /* text: as written, "German": the language of letters */
	WISH_NAME,     /* text: what the player is called from now on */
	WISH_ADDRESS,  /* text: where letters are to go from now on */
	WISH_LEAVE,    /* no more letters */
	WISH_WATCH,    /* letters again */
	WISH_REMATCH,  /* once the game is over; text: "", or "no" */
	WISH_VACATION, /* text: "10" days, "2026-12-24 2027-01-06", or "no" */
	ORDER_TRY,     /* dry run: the rest is judged and not applied */
	ORDER_KINDS
};

#endif
