/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/base.h"
#include "core/words/words.h"
#include "pbem/writing/letters_table.h"

/* What every letter to a seat can tell. */
#define SEAT_NAMES                                                                                 \
	"site", "address", "moderator", "game", "variant", "name", "seat", "opponent", "players",  \
		"status", "result", "awaited", "several", "ring", "partner", "playing", "out",     \
		"left", "token", "cards", "gathering", "joins", "builds", "arranges", "note",      \
		"brief", "moves-now", "place-now", "own-board"

/* What lies before who plays with cards. */
#define CARDS                                                                                      \
	"hand", "held", "plays", "table", "window", "own-turn", "demand", "kept", "follows",       \
		"choice", "open", "answered", "deadline", "panic", "clock", "stacked", "deck",     \
		"move-now", "to-move", "next", "next-plays", "open-turn", "undone"

/* What a turn may and must hold besides one move. */
#define DUTIES "several-moves", "debt", "payment", "trade"

static const char *const welcome[] = {SEAT_NAMES, "peterson", CARDS, "commit",
				      "board",	  "legal",    NULL};
static const char *const your_turn[] = {SEAT_NAMES, "said",	    "news", "last", "since",
					"offer",    "common-offer", "army", DUTIES, CARDS,
					"board",    "legal",	    NULL};
static const char *const lost_turn[] = {SEAT_NAMES, "since", "board", NULL};
static const char *const news[] = {SEAT_NAMES, "news", "since", "board", NULL};
static const char *const beaten[] = {SEAT_NAMES, "news", "since", "board", NULL};
static const char *const watch[] = {SEAT_NAMES, "news", "last", "since", "board", NULL};
static const char *const offer[] = {SEAT_NAMES, "common-offer", "board", NULL};
static const char *const wish[] = {SEAT_NAMES, "own",  "first", "leave", "watch",
				   "short",    "long", "board", NULL};
static const char *const help_rules[] = {SEAT_NAMES, "rules", "additions", NULL};
static const char *const accepted[] = {SEAT_NAMES, "sender", "orders", "since", DUTIES, CARDS,
				       "board",	   "legal",  "entry",  "when",	"hash", NULL};
static const char *const refused[] = {SEAT_NAMES, "why", "nearest", "choices", "orders",
				      DUTIES,	  CARDS, "board",   "legal",   NULL};
static const char *const dead_token[] = {SEAT_NAMES, "why",   "since", DUTIES,
					 CARDS,	     "board", "legal", NULL};
static const char *const keyless[] = {SEAT_NAMES, "others", DUTIES, CARDS, "board", "legal", NULL};
static const char *const repeat[] = {SEAT_NAMES, "done", "when", NULL};
static const char *const board[] = {SEAT_NAMES, "last", DUTIES, CARDS, "board", "legal", NULL};
static const char *const status[] = {SEAT_NAMES, "circle", CARDS,  "last",
				     "entry",	 "when",   "hash", NULL};
static const char *const history[] = {SEAT_NAMES, "history", "news", NULL};
static const char *const help[] = {SEAT_NAMES, "why",	     "variants",   "peterson",
				   "pawn",     "pawn-short", "piece",	   "piece-short",
				   "castling", "promotion",  "other-seat", NULL};
static const char *const try[] = {SEAT_NAMES, CARDS, "orders", "why", "since", "board", NULL};
static const char *const window[] = {SEAT_NAMES, "said",  CARDS,   "news",
				     "since",	 "board", "legal", NULL};
static const char *const demand[] = {SEAT_NAMES, "said",  CARDS,   "answers",
				     "asking",	 "since", "board", NULL};
static const char *const late[] = {SEAT_NAMES, CARDS, "late", "since", "board", NULL};
static const char *const hand[] = {SEAT_NAMES, CARDS, "share", NULL};
static const char *const gather[] = {SEAT_NAMES, "said",     CARDS, "share",
				     "commit",	 "peterson", NULL};
static const char *const sheet[] = {SEAT_NAMES, "sheet", NULL};
static const char *const said[] = {SEAT_NAMES, "from", "said", NULL};
static const char *const game_over[] = {SEAT_NAMES, "said", "news", "since", "board",
					"entry",    "when", "hash", NULL};
static const char *const unreadable[] = {SEAT_NAMES, "why", DUTIES, "board", "legal", NULL};
static const char *const damaged[] = {"site", "address", "moderator", "game", "name", NULL};
static const char *const moderator_report[] = {"site", "address", "when", "count", "notices", NULL};

static const char *const test[] = {"site", "address", NULL};

static const struct template_names letters[] = {
	{"welcome", welcome},
	{"gather", gather},
	{"your-turn", your_turn},
	{"news", news},
	{"beaten", beaten},
	{"lost-turn", lost_turn},
	{"watch", watch},
	{"offer", offer},
	{"wish", wish},
	{"accepted", accepted},
	{"refused", refused},
	{"dead-token", dead_token},
	{"keyless", keyless},
	{"repeat", repeat},
	{"board", board},
	{"status", status},
	{"history", history},
	{"help", help},
	{"help-moves", help},
	{"help-draws", help},
	{"help-about", help},
	{"help-rules", help_rules},
	{"try", try},
	{"window", window},
	{"demand", demand},
	{"turn-late", late},
	{"answer-late", late},
	{"hand", hand},
	{"card", sheet},
	{"plays", sheet},
	{"said", said},
	{"game-over", game_over},
	{"unreadable", unreadable},
	{"damaged", damaged},
	{"moderator-report", moderator_report},
	{"test", test},
};

const struct template_names *letters_table(size_t *count_out)
{
	*count_out = ARRAY_LEN(letters);
	return letters;
}

const char *const *letters_table_names(const char *letter)
{
	for (size_t i = 0; i < ARRAY_LEN(letters); i++)
		if (strcmp(letters[i].template, letter) == 0)
			return letters[i].names;
	return NULL;
}

const char *letters_table_help(const char *topic)
{
	const struct words_topic *found = words_topic(topic);

	if (*topic == '\0')
		return "help";
	return found != NULL ? found->letter : NULL;
}
