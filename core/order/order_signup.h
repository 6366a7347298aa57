/* SPDX-License-Identifier: MIT */
/*
 * Reads messages about a game whose variant is unknown, because it has not begun: JOIN, LEAVE,
 * REMATCH and REMATCH NO. Also reads the orders of people without a seat.
 */
#ifndef PBEM_CORE_ORDER_ORDER_SIGNUP_H
#define PBEM_CORE_ORDER_ORDER_SIGNUP_H

#include <stdbool.h>
#include <stddef.h>

enum signup_kind { SIGNUP_NOTHING, SIGNUP_JOIN, SIGNUP_LEAVE, SIGNUP_REMATCH };

enum {
	SIGNUP_WORD_MAX = 31,  /* of a game's id, or of a seat's name */
	SIGNUP_NAME_MAX = 63,  /* bytes of a seat's display name */
	SIGNUP_WORDS_MAX = 80, /* bytes: more than the words for the shuffles may have */
	LOOK_TEXT_MAX = 60
};

/* A sign-up; strings are UTF-8, and "" where the text has no such part. */
struct order_signup {
	enum signup_kind kind;
	bool no; /* REMATCH NO */
	/*
	 * JOIN [FIRST [SECOND]] [AS NAME] [WORDS WORDS], the first two in small letters: a game's
	 * id, a seat, or both in that order.
	 */
	char first[SIGNUP_WORD_MAX + 1];
	char second[SIGNUP_WORD_MAX + 1];
	char name[SIGNUP_NAME_MAX + 1];
	char words[SIGNUP_WORDS_MAX + 1];
	size_t at, len; /* the place of the order's line in the text */
};

/*
 * Finds the first line of a message's new text that is such an order. SIGNUP_NOTHING if there is
 * none: "Join us for dinner tomorrow" isn't one. Strings that are too long are cut at the end of a
 * character.
 */
void order_signup_read(const char *new_text, struct order_signup *signup_out);

/*
 * Orders about watching a game, from people without a seat in it. The game may be any game. The
 * last four are settings for the watcher's letters.
 */
enum look_kind {
	LOOK_NOTHING,
	LOOK_BEGIN,
	LOOK_END,
	LOOK_STATUS,
	LOOK_HELP,
	LOOK_GAMES,
	LOOK_SHORT,
	LOOK_HTML,
	LOOK_ZONE,
	LOOK_LANGUAGE
};

struct order_look {
	enum look_kind kind;
	char game[SIGNUP_WORD_MAX + 1]; /* in small letters, after WATCH and UNWATCH; or "" */
	char text[LOOK_TEXT_MAX + 1]; /* HELP: the topic or ""; SHORT and HTML: "on" or "off"; ZONE
					 and LANGUAGE: as written */
	size_t at, len;		      /* the place of the order's line in the text */
};

/*
 * Finds the first line that is such an order. LOOK_NOTHING if there is none. These orders are WATCH
 * or UNWATCH, with or without a game's id; STATUS, BOARD or GAMES alone; HELP or HELP RULES; SHORT
 * ON, HTML ON, ZONE Europe/Berlin or LANGUAGE English.
 */
void order_look_read(const char *new_text, struct order_look *look_out);

#endif
