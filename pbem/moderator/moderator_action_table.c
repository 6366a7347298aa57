/* SPDX-License-Identifier: MIT */
/* The table of acts: what each is called and takes, what help says of it, who does it. */
#include "pbem/moderate/acts.h"

#define AT                                                                                         \
	{                                                                                          \
		.name = "--at", .value = "ENTRY",                                                  \
		.help = "only if that is still the last entry of the game"                         \
	}

/* The options of acts that make an entry, and of those that only send. */
static const struct given_option entering[] = {
	AT,
	{.name = "--reason", .value = "TEXT", .help = "why; all players read it"},
	{.name = NULL},
};

static const struct given_option sending[] = {
	AT,
	{.name = NULL},
};

/* What makes an entry, and what only sends letters. */
#define ENTERS .command.group = GIVEN_MODERATOR, .command.options = entering
#define SENDS .command.group = GIVEN_MODERATOR, .command.options = sending

const struct act moderate_acts[] = {
	{SENDS, .command.name = "say", .command.words = "GAME TEXT...",
	 .command.help = "Write something to all players of a game.",
	 .command.example = "say g1 'The site moves on Sunday; nothing will be lost.'",
	 .by_mail = true, .act = acts_say},
	{SENDS, .command.name = "resend", .command.words = "GAME SEAT",
	 .command.help = "Send a player the present board once more.",
	 .command.example = "resend g1 white", .by_mail = true, .act = acts_resend},
	{ENTERS, .command.name = "begin", .command.words = "GAME",
	 .command.help = "Wait no longer for words or decks of a game with cards.",
	 .command.example = "begin g1", .by_mail = true, .act = acts_begin},
	{SENDS, .command.name = "remind", .command.words = "GAME SEAT",
	 .command.help = "Remind a player that the game waits for him.",
	 .command.example = "remind g1 black", .by_mail = true, .act = acts_remind},
	{ENTERS, .command.name = "pause", .command.words = "GAME",
	 .command.help = "Stop the clocks of a game.",
	 .command.example = "pause g1 --reason 'until the festival is over'", .by_mail = true,
	 .act = acts_pause},
	{ENTERS, .command.name = "resume", .command.words = "GAME",
	 .command.help = "Let the clocks of a game run again.", .command.example = "resume g1",
	 .by_mail = true, .act = acts_resume},
	{ENTERS, .command.name = "extend", .command.words = "GAME SEAT DAYS",
	 .command.help = "Give a player some days more for his turn.",
	 .command.example = "extend g1 black 3 --reason 'ill'", .by_mail = true,
	 .act = acts_extend},
	{ENTERS, .command.name = "away", .command.words = "GAME SEAT FROM TO",
	 .command.help = "Enter a vacation of a player: days that don't count for him.",
	 .command.example = "away g1 black 2026-12-24 2027-01-06", .by_mail = true,
	 .act = acts_away},
	{ENTERS, .command.name = "forfeit", .command.words = "GAME SEAT [BOARD]",
	 .command.help = "Put a player who is gone out of a game.",
	 .command.example = "forfeit g1 black --reason 'no word since May'", .by_mail = true,
	 .act = acts_forfeit},
	{ENTERS, .command.name = "rule", .command.words = "GAME win|draw|void [SEAT]...",
	 .command.help = "Decide how a game ends: who wins, a draw, or that it counts for nothing.",
	 .command.example = "rule g1 win white --reason 'both have agreed by telephone'",
	 .by_mail = true, .act = acts_rule},
	{ENTERS, .command.name = "cancel", .command.words = "GAME",
	 .command.help = "Call a game off: it ends without a result.",
	 .command.example = "cancel g1 --reason 'a test'", .by_mail = true, .act = acts_cancel},
	{ENTERS, .command.name = "replace", .command.words = "GAME SEAT PERSON",
	 .command.help = "Give a seat to another player; who played it has no say any more.",
	 .command.example = "replace g1 black 'Carl <carl@example.org>'", .act = acts_replace},
	{ENTERS, .command.name = "token", .command.words = "GAME SEAT",
	 .command.help = "Give a player new keys; letters of before can't be answered any more.",
	 .command.example = "token g1 white --reason 'a letter was passed on'", .act = acts_token},
	{ENTERS, .command.name = "address", .command.words = "GAME SEAT ADDRESS",
	 .command.help = "Write to a player at another address, with new keys.",
	 .command.example = "address g1 white anna@example.net", .act = acts_address},
	{SENDS, .command.name = "watcher", .command.words = "GAME allow|refuse|remove WHO",
	 .command.help = "Say whether somebody may watch a game, by his number or address.",
	 .command.example = "watcher g1 allow 3", .by_mail = true, .act = acts_watcher},
	{ENTERS, .command.name = "publish", .command.words = "GAME yes|no",
	 .command.help = "Say whether everybody may read a game in the site's archive.",
	 .command.example = "publish g1 no --reason 'both have asked for it'", .by_mail = true,
	 .act = acts_publish},
	{ENTERS, .command.name = "undo", .command.words = "GAME ENTRY",
	 .command.help = "Take a game back: that entry is the last that stays.",
	 .command.example = "undo g1 12 --reason 'the rook had gone astray'", .by_mail = true,
	 .act = acts_undo},
	{ENTERS, .command.name = "reject", .command.words = "GAME",
	 .command.help = "Take back the last turn that was made.",
	 .command.example = "reject g1 --at 12 --reason 'sent by mistake'", .by_mail = true,
	 .act = acts_reject},
	{.act = NULL},
};
