/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/base.h"
#include "pbem/compose/template_catalog.h"

/* The values of every message to a seat. */
#define SEAT_NAMES                                                                                 \
	"links", "site", "address", "moderator", "game", "variant", "name", "seat", "opponent",    \
		"players", "status", "result", "awaited", "several", "ring", "partner", "playing", \
		"out", "left", "token", "cards", "gathering", "joins", "builds", "arranges",       \
		"note", "brief", "moves-now", "place-now", "own-board", "until", "bank-from",      \
		"bank", "overdue", "paused", "asked-turn", "asked-card", "asked-draw"

/* The values for a player with cards. */
#define CARDS                                                                                      \
	"hand", "held", "plays", "table", "window", "own-turn", "demand", "kept", "follows",       \
		"choice", "open", "answered", "deadline", "panic", "clock", "stacked", "deck",     \
		"move-now", "to-move", "next", "next-plays", "open-turn", "undone"

/* The values for a person who has no seat yet. */
#define OPEN_GAME                                                                                  \
	"site", "address", "moderator", "game", "variant", "seated", "free", "choose", "closes",   \
		"lot", "words"

/* The values for a watcher. */
#define WATCHED_GAME "site", "address", "moderator", "game", "variant", "token", "links"

/* Further duties and rights of a turn beside one move. */
#define DUTIES "several-moves", "debt", "payment", "trade", "payments"

/* The values of messages that have several names. */
static const char *const help[] = {SEAT_NAMES,	  "why",      "variants",   "languages",
				   "peterson",	  "pawn",     "pawn-short", "piece",
				   "piece-short", "castling", "promotion",  "other-seat",
				   "told-seat",	  "vacation", NULL};
static const char *const late[] = {SEAT_NAMES, CARDS, "late", "since", "board", NULL};
static const char *const sheet[] = {SEAT_NAMES, "sheet", NULL};

#define NAMES(...)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

static const struct template_names letters[] = {
	{"welcome",
	 NAMES(SEAT_NAMES, "terms", "handicap", "peterson", CARDS, "commit", "board", "legal")},
	{"gather",
	 NAMES(SEAT_NAMES, "handicap", "said", CARDS, "words-due", "share", "commit", "peterson")},
	{"your-turn", NAMES(SEAT_NAMES, "gone-back", "said", "news", "last", "since", "offer",
			    "common-offer", "army", DUTIES, CARDS, "board", "legal")},
	{"news", NAMES(SEAT_NAMES, "news", "since", "board")},
	{"beaten", NAMES(SEAT_NAMES, "news", "since", "board")},
	{"lost-turn", NAMES(SEAT_NAMES, "since", "board")},
	{"watch", NAMES(SEAT_NAMES, "news", "last", "since", "board")},
	{"offer", NAMES(SEAT_NAMES, "common-offer", "board")},
	{"undo-asked", NAMES(SEAT_NAMES, "asker", "board")},
	{"undo-refused", NAMES(SEAT_NAMES, "refuser")},
	{"wish", NAMES(SEAT_NAMES, "own", "first", "leave", "watch", "short", "long", "html",
		       "no-html", "linked", "no-linked", "calendar", "no-calendar", "zone-set",
		       "language-set", "pieces-set", "stays", "named", "away", "back", "clocks",
		       "zone", "language", "when", "board")},
	{"accepted", NAMES(SEAT_NAMES, "undo-waits", "entered", "sender", "orders", "since", DUTIES,
			   CARDS, "board", "legal", "entry", "when", "hash")},
	{"refused",
	 NAMES(SEAT_NAMES, "why", "nearest", "choices", "orders", DUTIES, CARDS, "board", "legal")},
	{"dead-token", NAMES(SEAT_NAMES, "why", "since", DUTIES, CARDS, "board", "legal")},
	{"keyless", NAMES(SEAT_NAMES, "others", DUTIES, CARDS, "board", "legal")},
	{"repeat", NAMES(SEAT_NAMES, "done", "when")},
	{"board", NAMES(SEAT_NAMES, "asked-board", "last", DUTIES, CARDS, "board", "legal")},
	{"status", NAMES(SEAT_NAMES, "clocks", "terms", "handicap", "circle", "asker", "ahead",
			 CARDS, "last", "entry", "when", "hash", "preferences")},
	{"address", NAMES("site", "address", "moderator", "game", "variant", "name", "seat",
			  "opponent", "moving", "ask-old", "ask-new", "half", "token")},
	{"moved", NAMES(SEAT_NAMES, DUTIES, CARDS, "board", "legal")},
	{"games", NAMES(SEAT_NAMES, "waiting", "others", "watched", "offers")},
	{"quit", NAMES(SEAT_NAMES, "resigning", "board")},
	{"history", NAMES(SEAT_NAMES, "history", "news")},
	{"help", help},
	{"help-moves", help},
	{"help-draws", help},
	{"help-about", help},
	{"help-rules", NAMES(SEAT_NAMES, "rules", "additions")},
	{"try", NAMES(SEAT_NAMES, CARDS, "orders", "why", "since", "board")},
	{"window",
	 NAMES(SEAT_NAMES, "gone-back", "said", CARDS, "news", "since", "board", "legal")},
	{"demand", NAMES(SEAT_NAMES, "said", CARDS, "answers", "asking", "since", "board")},
	{"reminder", NAMES(SEAT_NAMES, "since", DUTIES, CARDS, "board", "legal")},
	{"turn-missed", NAMES(SEAT_NAMES, "again", "since", DUTIES, CARDS, "board", "legal")},
	{"turn-late", late},
	{"answer-late", late},
	{"hand", NAMES(SEAT_NAMES, CARDS, "share")},
	{"card", sheet},
	{"plays", NAMES(SEAT_NAMES, "sheet", "board")},
	{"ahead", NAMES(SEAT_NAMES, "own-remark", "ahead", "since", "board")},
	{"said", NAMES(SEAT_NAMES, "from", "said")},
	{"moderated", NAMES(SEAT_NAMES, "remark", "board")},
	{"game-over", NAMES(SEAT_NAMES, "said", "news", "since", "board", "entry", "when", "hash")},
	{"unreadable", NAMES(SEAT_NAMES, "why", DUTIES, "board", "legal")},
	{"taken-over", NAMES(SEAT_NAMES, "last", "peterson", DUTIES, CARDS, "board", "legal")},
	{"new-keys", NAMES(SEAT_NAMES, "last", DUTIES, CARDS, "board", "legal")},
	{"farewell",
	 NAMES("site", "address", "moderator", "game", "variant", "name", "seat", "why")},
	{"damaged", NAMES("site", "address", "moderator", "game", "name")},
	{"moderator-report", NAMES("site", "address", "when", "count", "notices")},
	{"digest", NAMES("site", "address", "when", "behind", "overdue", "waiting", "bounces",
			 "ignored", "state")},
	{"command", NAMES("site", "address", "token", "game", "variant", "act", "command", "does",
			  "entry", "last", "until", "done", "why", "dropped", "commands")},
	{"test", NAMES("site", "address")},
	{"join", NAMES(OPEN_GAME, "token", "links", "why")},
	{"joined", NAMES(OPEN_GAME, "token", "links", "why", "name", "seat")},
	{"rematch", NAMES(OPEN_GAME, "token", "links", "name", "seat", "invites", "of")},
	{"unjoined", NAMES("site", "address", "moderator", "game", "why", "offers")},
	{"notice", NAMES(OPEN_GAME)},
	{"watcher-asked", NAMES(WATCHED_GAME)},
	{"watcher", NAMES(WATCHED_GAME, "players", "status", "result", "last", "since", "board",
			  "gone-back", "delay", "why")},
	{"watcher-told", NAMES(WATCHED_GAME, "why", "lists", "watched", "rules", "short", "long",
			       "html", "no-html", "zone", "language")},
	{"unwatched", NAMES("site", "address", "moderator", "game", "why")},
};

const struct template_names *template_catalog_table(size_t *count_out)
{
	*count_out = ARRAY_LEN(letters);
	return letters;
}

const char *const *template_catalog_table_names(const char *letter)
{
	for (size_t i = 0; i < ARRAY_LEN(letters); i++)
		if (strcmp(letters[i].template, letter) == 0)
			return letters[i].names;
	return NULL;
}

const char *template_catalog_table_help(const char *topic)
{
	const struct vocabulary_topic *found = vocabulary_topic(topic);

	if (*topic == '\0')
		return "help";
	return found != NULL ? found->letter : NULL;
}
