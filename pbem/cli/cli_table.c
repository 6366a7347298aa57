/* SPDX-License-Identifier: MIT */
/* The table of commands: each one's name, its arguments, and its text in help. */
#include <assert.h>

#include "pbem/analysis/analysis.h"
#include "pbem/cli/cli.h"
#include "pbem/moderator/moderator.h"

/* An option without a value, and one with a value. */
#define FLAG(what, line)                                                                           \
	{                                                                                          \
		.name = what, .help = line                                                         \
	}
#define TAKES(what, it, line)                                                                      \
	{                                                                                          \
		.name = what, .value = it, .help = line                                            \
	}
#define OPTIONS(...)                                                                               \
	(const struct args_option[])                                                               \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			.name = NULL                                                               \
		}                                                                                  \
	}

/* Options of several commands. */
#define OPTION_OPTION                                                                              \
	TAKES("--option", "KEY=VALUE", "an option of the variant; 'pbem variants' lists them")
#define OPTION_VERBOSE FLAG("--verbose", "print one line per letter, and the time of each phase")
#define OPTION_JSON FLAG("--json", "print JSON, for other programs")
#define OPTION_JOBS TAKES("--jobs", "N", "number of processes; by default one per processor core")
#define OPTION_NO_SEND FLAG("--no-send", "leave the answers in the outbox")

/* Words and options for a new game. */
#define WORDS_NEW "[VARIANT] [[SEAT=]PERSON]..."
#define OPTIONS_NEW                                                                                \
	TAKES("--players", "FILE", "read the players from a file, one per line"),                  \
		FLAG("--lot", "assign the seats at random"),                                       \
		TAKES("--fen", "FEN", "start from this position, in FEN or FEN4"),                 \
		TAKES("--odds", "SEAT=PIECES",                                                     \
		      "start without these pieces of a seat, such as white=Qd1"),                  \
		FLAG("--open", "players join by mail, and the game begins when all seats "         \
			       "are taken"),                                                       \
		TAKES("--until", "DATE", "the last day to join an open game, such as 2026-12-01"), \
		TAKES("--id", "ID", "the name of the game, instead of g and its number"),          \
		OPTION_OPTION

const struct args_command cli_listed = {
	.name = "new",
	.words = WORDS_NEW,
	.options = OPTIONS(OPTIONS_NEW),
};

static const struct args_command own_rows[] = {
	{.name = "init",
	 .group = ARGS_SETUP,
	 .run = cmd_init,
	 .words = "",
	 .help = "Make a new site in the folder.",
	 .example = "--site chess init --address games@example.org",
	 .options = OPTIONS(TAKES("--address", "ADDRESS", "the site's own mail address"),
			    TAKES("--moderator", "ADDRESS",
				  "the moderator's address, which gets the reports"))},
	{.name = "doctor",
	 .group = ARGS_SETUP,
	 .run = cmd_doctor,
	 .words = "",
	 .help = "Check the mailbox, mail server, disk and settings, and report all faults.",
	 .example = "doctor --send-test",
	 .options = OPTIONS(FLAG("--send-test", "send a test letter to the moderator"))},
	{.name = "adopt",
	 .group = ARGS_SETUP,
	 .run = cmd_adopt,
	 .words = "",
	 .help = "Let this copy of a site run, and refuse to run the other copies.",
	 .example = "adopt --yes",
	 .options = OPTIONS(FLAG("--yes", "do it; no other copy of the site is running"))},
	{.name = "key",
	 .group = ARGS_SETUP,
	 .run = cmd_key,
	 .words = "new",
	 .help = "Make a new key for reply keys; earlier reply keys stay valid.",
	 .example = "key new"},

	{.name = "new",
	 .group = ARGS_GAMES,
	 .run = cmd_new,
	 .words = WORDS_NEW,
	 .help = "Begin a game, or one for every line of a list.",
	 .example = "new chess 'white=Anna <anna@example.org>' 'black=Bob <bob@example.org>'",
	 .options = OPTIONS(OPTIONS_NEW,
			    TAKES("--list", "FILE",
				  "begin one game per line of the file; - is standard input"))},
	{.name = "close",
	 .group = ARGS_GAMES,
	 .run = cmd_close,
	 .words = "GAME",
	 .help = "Close an open game, and send a letter to everybody who has joined.",
	 .example = "close g12"},
	{.name = "games",
	 .group = ARGS_GAMES,
	 .run = cmd_games,
	 .words = "",
	 .help = "List the games; the games that have waited longest come first.",
	 .example = "games",
	 .options = OPTIONS(OPTION_JSON)},
	{.name = "status",
	 .group = ARGS_GAMES,
	 .run = cmd_status,
	 .words = "[GAME]...",
	 .help = "Show the state of games and of the site.",
	 .example = "status g1",
	 .options = OPTIONS(OPTION_JSON)},
	{.name = "show",
	 .group = ARGS_GAMES,
	 .run = cmd_show,
	 .words = "GAME|FILE",
	 .help = "Show a game's position, now or after N turns, from a seat's side.",
	 .example = "show g1 --ply 12 --seat black",
	 .options =
		 OPTIONS(TAKES("--ply", "N", "the position after N turns"),
			 TAKES("--seat", "SEAT", "from that seat's side"),
			 FLAG("--fen", "only the position, in FEN or FEN4"),
			 TAKES("--format", "svg|png|gif",
			       "a picture of the board; gif shows the whole game"),
			 TAKES("--output", "FILE", "write the picture to this file"), OPTION_JSON)},
	{.name = "verify",
	 .group = ARGS_GAMES,
	 .run = cmd_verify,
	 .words = "[GAME|FILE]...",
	 .help = "Check game files from the first byte, and print one line per fault.",
	 .example = "verify g1",
	 .options = OPTIONS(TAKES("--head", "DIGEST",
				  "also check that an entry of the game has this fingerprint"),
			    OPTION_JOBS, OPTION_JSON)},
	{.name = "prove",
	 .group = ARGS_GAMES,
	 .run = cmd_prove,
	 .words = "GAME|FILE LETTERS...",
	 .help = "Compare a game's record with letters that a player has kept.",
	 .example = "prove g1.txt mail/cur",
	 .options = OPTIONS(FLAG("--verbose", "print one line per letter"))},
	{.name = "repair",
	 .group = ARGS_GAMES,
	 .run = cmd_repair,
	 .words = "[GAME]",
	 .help = "List damaged files of the site, and rebuild files that pbem can rebuild.",
	 .example = "repair --yes",
	 .options = OPTIONS(FLAG("--yes", "move damaged files away and rebuild them"))},
	{.name = "archive",
	 .group = ARGS_GAMES,
	 .run = cmd_archive,
	 .words = "DIR",
	 .help = "Make or update the web pages of all published games.",
	 .example = "archive /var/www/chess",
	 .options =
		 OPTIONS(TAKES("--now", "TIME",
			       "use this time as the present, such as 2026-11-23T12:00:00Z"),
			 FLAG("--anew", "make all pages again, also unchanged pages"), OPTION_JOBS,
			 FLAG("--verbose", "print the numbers of games and files"))},
	{.name = "export",
	 .group = ARGS_GAMES,
	 .run = cmd_export,
	 .words = "[GAME|FILE]...",
	 .help = "Write games in other programs' formats, without any secrets.",
	 .example = "export --all-finished --format pgn --output games.pgn",
	 .options = OPTIONS(
		 TAKES("--format", "pgn|pgn4|fen4|bpgn|jsonl", "the format; pgn by default"),
		 FLAG("--all-finished",
		      "all finished games of the site that this format can express"),
		 TAKES("--output", "FILE", "write to this file instead of standard output"),
		 TAKES("--event", "TEXT", "the tag Event of games of this site"),
		 TAKES("--place", "TEXT", "the tag Site of games of this site"),
		 FLAG("--addresses", "include the players' mail addresses"))},
	{.name = "import",
	 .group = ARGS_GAMES,
	 .run = cmd_import,
	 .words = "FILE...",
	 .help = "Read games of other programs, and write one game file per game.",
	 .example = "import fischer.pgn --to fischer",
	 .options =
		 OPTIONS(TAKES("--format", "pgn|pgn4", "the format of the files; pgn by default"),
			 TAKES("--to", "DIR", "the folder for the game files"))},
	{.name = "calendar",
	 .group = ARGS_GAMES,
	 .run = cmd_calendar,
	 .words = "GAME|ADDRESS [SEAT]",
	 .help = "Print the deadlines of a seat or of an address as a calendar file.",
	 .example = "calendar g1 white"},
	{.name = "move",
	 .group = ARGS_GAMES,
	 .run = cmd_move,
	 .words = "GAME SITE",
	 .help = "Move a game to another site, with its keys and waiting letters.",
	 .example = "move g12 /srv/chess-b"},
	{.name = "retake",
	 .group = ARGS_GAMES,
	 .run = cmd_retake,
	 .words = "",
	 .help = "After restoring a backup, list newer letters and process them again.",
	 .example = "retake --yes",
	 .options = OPTIONS(FLAG("--yes", "let the next run process these letters again"))},

	{.name = "run",
	 .group = ARGS_LETTERS,
	 .run = cmd_run,
	 .words = "",
	 .help = "Fetch all waiting letters, process them, and send the answers.",
	 .example = "run --verbose",
	 .options = OPTIONS(OPTION_VERBOSE, OPTION_NO_SEND,
			    FLAG("--wait", "wait up to one minute for another run to end"))},
	{.name = "watch",
	 .group = ARGS_LETTERS,
	 .run = cmd_watch,
	 .words = "",
	 .help = "Wait for letters, and start a run as soon as a letter comes.",
	 .example = "watch --verbose",
	 .options = OPTIONS(OPTION_VERBOSE)},
	{.name = "deliver",
	 .group = ARGS_LETTERS,
	 .run = cmd_deliver,
	 .words = "[GAME]",
	 .help = "Process one letter from standard input, or enter orders for a player.",
	 .example = "deliver <letter",
	 .options = OPTIONS(
		 OPTION_VERBOSE, OPTION_NO_SEND,
		 TAKES("--as", "SEAT", "enter the orders for this player of GAME"),
		 TAKES("--at", "ENTRY", "with --as, only if this is still the game's last entry"),
		 TAKES("--reason", "TEXT", "with --as, the reason; all players can read it"))},
	{.name = "send",
	 .group = ARGS_LETTERS,
	 .run = cmd_send,
	 .words = "",
	 .help = "Send the letters that are waiting in the outbox.",
	 .example = "send",
	 .options = OPTIONS(OPTION_VERBOSE)},

	{.name = "moves",
	 .group = ARGS_RULES,
	 .run = cmd_moves,
	 .words = "VARIANT",
	 .help = "Read lists of moves, one per line; print the next player and the legal moves.",
	 .example = "moves chess <moves",
	 .options = OPTIONS(OPTION_OPTION),
	 .misuse = ANALYSIS_WRONG_USE},
	{.name = "perft",
	 .group = ARGS_RULES,
	 .run = cmd_perft,
	 .words = "VARIANT DEPTH",
	 .help = "Count the sequences of DEPTH moves.",
	 .example = "perft chess 3 --divide",
	 .options =
		 OPTIONS(OPTION_OPTION, TAKES("--fen", "FEN", "from this position"),
			 TAKES("--moves", "MOVES", "after these moves, with spaces between them"),
			 FLAG("--divide", "print one line per first move")),
	 .misuse = ANALYSIS_WRONG_USE},
	{.name = "try",
	 .group = ARGS_RULES,
	 .run = cmd_try,
	 .words = "VARIANT",
	 .help = "An analysis board: read a script from standard input and answer it.",
	 .example = "try knightmare <script",
	 .options = OPTIONS(OPTION_OPTION),
	 .misuse = ANALYSIS_WRONG_USE},
	{.name = "check",
	 .group = ARGS_RULES,
	 .run = cmd_check,
	 .words = "",
	 .help = "Check all variants, cards, words and templates; print one line per fault.",
	 .example = "check"},
	{.name = "variants",
	 .group = ARGS_RULES,
	 .run = cmd_variants,
	 .words = "[VARIANT]",
	 .help = "List all variants, or show the seats and options of one variant.",
	 .example = "variants ring",
	 .options = OPTIONS(OPTION_OPTION)},
	{.name = "cards",
	 .group = ARGS_RULES,
	 .run = cmd_cards,
	 .words = "",
	 .help = "List the cards with their points, names and times of play.",
	 .example = "cards"},
	{.name = "card",
	 .group = ARGS_RULES,
	 .run = cmd_card,
	 .words = "CARD...",
	 .help = "Show the effect of a card, and how to play the card.",
	 .example = "card long jump"},

	{.name = "complete",
	 .group = ARGS_HELP,
	 .run = cmd_complete,
	 .words = "[WORD]...",
	 .help = "List the possible next words, for completion in a shell.",
	 .example = "complete -- show --s"},
	{.name = "help",
	 .group = ARGS_HELP,
	 .run = cli_help,
	 .words = "[COMMAND]",
	 .help = "List all commands, or show how to use one command.",
	 .example = "help new"},
	{.name = NULL},
};

const struct args_command *cli_rows(void)
{
	static struct args_command rows[128];
	size_t count = 0;

	if (rows[0].name != NULL)
		return rows;
	for (const struct args_command *row = own_rows; row->name != NULL; row++)
		rows[count++] = *row;
	for (const struct moderator_action *act = moderator_action_table; act->command.name != NULL;
	     act++) {
		assert(count + 1 < ARRAY_LEN(rows));
		rows[count] = act->command;
		rows[count++].run = cmd_moderate;
	}
	return rows;
}
