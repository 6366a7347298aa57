/* SPDX-License-Identifier: MIT */
/* The table of actions: name, words and options, help text, function. */
#include "pbem/moderator/moderator_actions.h"

#define AT                                                                                         \
	{                                                                                          \
		.name = "--at", .value = "ENTRY",                                                  \
		.help = "only if this is still the last entry of the game"                         \
	}

/* The options of actions that make an entry, and of those that only send. */
static const struct args_option entering[] = {
	AT,
	{.name = "--reason", .value = "TEXT", .help = "the reason; all players can read it"},
	{.name = NULL},
};

static const struct args_option sending[] = {
	AT,
	{.name = NULL},
};

/* Actions that make an entry, and actions that only send messages. */
#define ENTERS .command.group = ARGS_MODERATOR, .command.options = entering
#define SENDS .command.group = ARGS_MODERATOR, .command.options = sending

const struct moderator_action moderator_action_table[] = {
	{SENDS, .command.name = "say", .command.words = "GAME TEXT...",
	 .command.help = "Send a message to all players of a game.",
	 .command.example = "say g1 'The site moves on Sunday; nothing will be lost.'",
	 .by_mail = true, .act = moderator_action_say},
	{SENDS, .command.name = "resend", .command.words = "GAME SEAT",
	 .command.help = "Send the current board to a player again.",
	 .command.example = "resend g1 white", .by_mail = true, .act = moderator_action_resend},
	{ENTERS, .command.name = "begin", .command.words = "GAME",
	 .command.help = "Start a game with cards without waiting for more words or decks.",
	 .command.example = "begin g1", .by_mail = true, .act = moderator_action_begin},
	{SENDS, .command.name = "remind", .command.words = "GAME SEAT",
	 .command.help = "Remind a player that the game is waiting for an answer.",
	 .command.example = "remind g1 black", .by_mail = true, .act = moderator_action_remind},
	{ENTERS, .command.name = "pause", .command.words = "GAME",
	 .command.help = "Stop the clocks of a game.",
	 .command.example = "pause g1 --reason 'until the festival is over'", .by_mail = true,
	 .act = moderator_action_pause},
	{ENTERS, .command.name = "resume", .command.words = "GAME",
	 .command.help = "Start the clocks of a game again.", .command.example = "resume g1",
	 .by_mail = true, .act = moderator_action_resume},
	{ENTERS, .command.name = "extend", .command.words = "GAME SEAT DAYS",
	 .command.help = "Give a player more days for the current turn.",
	 .command.example = "extend g1 black 3 --reason 'ill'", .by_mail = true,
	 .act = moderator_action_extend},
	{ENTERS, .command.name = "away", .command.words = "GAME SEAT FROM TO",
	 .command.help = "Enter a player's vacation, whose days don't count for deadlines.",
	 .command.example = "away g1 black 2026-12-24 2027-01-06", .by_mail = true,
	 .act = moderator_action_away},
	{ENTERS, .command.name = "forfeit", .command.words = "GAME SEAT [BOARD]",
	 .command.help = "Remove a player who doesn't answer from a game.",
	 .command.example = "forfeit g1 black --reason 'no word since May'", .by_mail = true,
	 .act = moderator_action_forfeit},
	{ENTERS, .command.name = "rule", .command.words = "GAME win|draw|void [SEAT]...",
	 .command.help = "Decide the result of a game: a win, a draw, or no result.",
	 .command.example = "rule g1 win white --reason 'both have agreed by telephone'",
	 .by_mail = true, .act = moderator_action_rule},
	{ENTERS, .command.name = "cancel", .command.words = "GAME",
	 .command.help = "End a game without a result.",
	 .command.example = "cancel g1 --reason 'a test'", .by_mail = true,
	 .act = moderator_action_cancel},
	{ENTERS, .command.name = "replace", .command.words = "GAME SEAT PERSON",
	 .command.help = "Give a seat to another player.",
	 .command.example = "replace g1 black 'Carl <carl@example.org>'",
	 .act = moderator_action_replace},
	{ENTERS, .command.name = "token", .command.words = "GAME SEAT",
	 .command.help = "Give a player new reply keys, and refuse replies to earlier letters.",
	 .command.example = "token g1 white --reason 'a letter was passed on'",
	 .act = moderator_action_token},
	{ENTERS, .command.name = "address", .command.words = "GAME SEAT ADDRESS",
	 .command.help = "Change a player's mail address, and give the player new reply keys.",
	 .command.example = "address g1 white anna@example.net", .act = moderator_action_address},
	{SENDS, .command.name = "watcher", .command.words = "GAME allow|refuse|remove WHO",
	 .command.help = "Allow, refuse or remove a watcher, by number or address.",
	 .command.example = "watcher g1 allow 3", .by_mail = true, .act = moderator_action_watcher},
	{ENTERS, .command.name = "publish", .command.words = "GAME yes|no",
	 .command.help = "Choose whether the site's archive contains a game.",
	 .command.example = "publish g1 no --reason 'both have asked for it'", .by_mail = true,
	 .act = moderator_action_publish},
	{ENTERS, .command.name = "undo", .command.words = "GAME ENTRY",
	 .command.help = "Take a game back to an entry, which becomes the last entry.",
	 .command.example = "undo g1 12 --reason 'the rook had gone astray'", .by_mail = true,
	 .act = moderator_action_undo},
	{ENTERS, .command.name = "reject", .command.words = "GAME",
	 .command.help = "Take back the last turn of a game.",
	 .command.example = "reject g1 --at 12 --reason 'sent by mistake'", .by_mail = true,
	 .act = moderator_action_reject},
	{.act = NULL},
};
