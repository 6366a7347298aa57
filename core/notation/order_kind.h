/* SPDX-License-Identifier: MIT */
/* The kinds of orders. */
#ifndef PBEM_CORE_NOTATION_ORDER_KIND_H
#define PBEM_CORE_NOTATION_ORDER_KIND_H

enum order_kind {
	/* Orders that change the game. */
	ORDER_MOVE, /* text: the move as written */
	/* In a ring the text of the next four may be the number of a board, counted from 1. */
	ORDER_RESIGN,
	ORDER_DRAW, /* offer a draw, or accept an open offer */
	ORDER_DRAW_NO,
	ORDER_CLAIM_DRAW,
	ORDER_PASS,
	ORDER_UNDO, /* ask to take back one's last turn, or agree to such a request */
	ORDER_UNDO_NO,
	ORDER_REMOVE, /* text: squares, "a2 b2": pieces removed to pay a debt [debt-payment] */
	ORDER_TRADE,  /* text: "d1=R": a queen exchanged for a captured rook or bishop
			 [paid-by-queen] */
	/* Only in games with cards. They are played in this order. */
	ORDER_PLAY,    /* text: card and targets, "Holy War b1 f4" */
	ORDER_ANSWER,  /* text: the choice that another seat's card requires [cards-that-ask], "b2",
			  "NO", "a7a8 c1=Q" */
	ORDER_DISCARD, /* text: the card */
	ORDER_AUTOPASS,	 /* text: "ON", "OFF", "UNLESS CHECK, CAPTURE, CARD" or some of these
			    [standing-pass] */
	ORDER_IF_FOGGED, /* text: a move, in case Fog of War cancels the turn's own move
			    [said-ahead] */
	ORDER_IF_CHAOS,	 /* text: a move, in case the turn is undone */
	ORDER_JOIN, /* text: words for the shuffles, perhaps after WORDS; before the game begins */
	ORDER_DECK, /* text: "Fog of War, Bog, Bog": the deck; before the game begins */
	/* For future turns (core/game). */
	ORDER_CONDITIONAL,    /* text: "black MOVE e7-e5 THEN MOVE g1-f3": expected moves of others,
				 and the answer */
	ORDER_CONDITIONAL_NO, /* withdraws all conditional moves */
	ORDER_SAY,	      /* text: a message to all */
	ORDER_SAY_TO,	      /* text: a message that is never published; seat: its recipient */
	/* Queries, which change nothing. */
	QUERY_STATUS,
	QUERY_BOARD, /* text: what follows the word, may be empty; in a ring also a number */
	QUERY_HISTORY,
	QUERY_GAMES,
	QUERY_QUIT,  /* what resigning would do, and how to resign */
	QUERY_HELP,  /* text: the topic, may be empty */
	QUERY_HAND,  /* this and the next two only in games with cards */
	QUERY_CARD,  /* text: the card's name */
	QUERY_PLAYS, /* text: the move after which plays are listed, may be empty */
	/* Settings, which change only what this seat receives. */
	SETTING_VIEW,	  /* text: "own", or the first seat's name */
	SETTING_SHORT,	  /* text: "on" or "off" */
	SETTING_CALENDAR, /* text: "on" or "off" */
	SETTING_HTML,	  /* text: "on" or "off" */
	SETTING_LINKS,	  /* text: "on" or "off" */
	SETTING_ZONE, /* text: as written, "Europe/Berlin": the time zone of the seat's letters */
	SETTING_LANGUAGE, /* text: as written, "German": the language of the seat's letters */
	SETTING_NAME,	  /* text: the player's new name */
	SETTING_ADDRESS,  /* text: the player's new address */
	SETTING_LEAVE,	  /* stop sending letters */
	SETTING_WATCH,	  /* send letters again */
	SETTING_REMATCH,  /* after the game; text: "" or "no" */
	SETTING_VACATION, /* text: "10" days, "2026-12-24 2027-01-06", or "no" */
	ORDER_TRY,	  /* dry run: the rest is judged but not applied */
	ORDER_KINDS
};

#endif
