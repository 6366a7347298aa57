/* SPDX-License-Identifier: MIT */
/* The table of commands: what each is called and takes, what help says of it. */
#include <assert.h>

#include "pbem/analyse/analyse.h"
#include "pbem/command/commands.h"
#include "pbem/moderate/moderate.h"

/* An option by itself, and one that takes something. */
#define FLAG(what, line)                                                                           \
	{                                                                                          \
		.name = what, .help = line                                                         \
	}
#define TAKES(what, it, line)                                                                      \
	{                                                                                          \
		.name = what, .value = it, .help = line                                            \
	}
#define OPTIONS(...)                                                                               \
	(const struct given_option[])                                                              \
	{                                                                                          \
		__VA_ARGS__,                                                                       \
		{                                                                                  \
			.name = NULL                                                               \
		}                                                                                  \
	}

/* The options several have. */
#define OPTION_OPTION                                                                              \
	TAKES("--option", "KEY=VALUE", "an option of the variant; 'pbem variants' lists them")
#define OPTION_VERBOSE FLAG("--verbose", "print a line a letter, and what each phase took")
#define OPTION_JSON FLAG("--json", "as JSON, for other programs")
#define OPTION_JOBS TAKES("--jobs", "N", "so many at a time; one a core without it")
#define OPTION_NO_SEND FLAG("--no-send", "leave the answers in the outbox")

/* What makes a game. */
#define WORDS_NEW "[VARIANT] [[SEAT=]PERSON]..."
#define OPTIONS_NEW                                                                                \
	TAKES("--players", "FILE", "read the persons from a file, one a line"),                    \
		FLAG("--lot", "draw the seats by lot"),                                            \
		TAKES("--fen", "FEN", "begin from this position, in FEN or FEN4"),                 \
		TAKES("--odds", "SEAT=MEN", "begin without these men of a seat, as white=Qd1"),    \
		FLAG("--open", "offer it: players join by mail, and it begins when all seats "     \
			       "are taken"),                                                       \
		TAKES("--until", "DATE", "the last day to join an open game: 2026-12-01"),         \
		TAKES("--id", "ID", "call the game so, not g and its number"), OPTION_OPTION

const struct given_command commands_listed = {
	.name = "new",
	.words = WORDS_NEW,
	.options = OPTIONS(OPTIONS_NEW),
};

static const struct given_command own_rows[] = {
	{.name = "init",
	 .group = GIVEN_SETUP,
	 .run = command_init,
	 .words = "",
	 .help = "Make a new site in the folder.",
	 .example = "--site chess init --address games@example.org",
	 .options = OPTIONS(TAKES("--address", "ADDRESS", "the site's own mail address"),
			    TAKES("--moderator", "ADDRESS", "who gets the reports"))},
	{.name = "doctor",
	 .group = GIVEN_SETUP,
	 .run = command_doctor,
	 .words = "",
	 .help = "Try mailbox, mail server, disk and the rest; say what to mend.",
	 .example = "doctor --send-test",
	 .options = OPTIONS(FLAG("--send-test", "send the moderator a letter to try with"))},
	{.name = "adopt",
	 .group = GIVEN_SETUP,
	 .run = command_adopt,
	 .words = "",
	 .help = "Make this copy of a site the one that runs; those it was copied from are "
		 "refused.",
	 .example = "adopt --yes",
	 .options = OPTIONS(FLAG("--yes", "nothing runs on any other copy any more"))},
	{.name = "key",
	 .group = GIVEN_SETUP,
	 .run = command_key,
	 .words = "new",
	 .help = "Make a new key for tokens; the old ones stay good.",
	 .example = "key new"},

	{.name = "new",
	 .group = GIVEN_GAMES,
	 .run = command_new,
	 .words = WORDS_NEW,
	 .help = "Begin a game, or one for every line of a list.",
	 .example = "new chess 'white=Anna <anna@example.org>' 'black=Bob <bob@example.org>'",
	 .options = OPTIONS(OPTIONS_NEW,
			    TAKES("--list", "FILE",
				  "a game for every line of the file; - is standard input"))},
	{.name = "close",
	 .group = GIVEN_GAMES,
	 .run = command_close,
	 .words = "GAME",
	 .help = "End signing-up for an open game; all who have joined are told.",
	 .example = "close g12"},
	{.name = "games",
	 .group = GIVEN_GAMES,
	 .run = command_games,
	 .words = "",
	 .help = "List the games, those that wait longest first.",
	 .example = "games",
	 .options = OPTIONS(OPTION_JSON)},
	{.name = "status",
	 .group = GIVEN_GAMES,
	 .run = command_status,
	 .words = "[GAME]...",
	 .help = "Show how games and site stand.",
	 .example = "status g1",
	 .options = OPTIONS(OPTION_JSON)},
	{.name = "show",
	 .group = GIVEN_GAMES,
	 .run = command_show,
	 .words = "GAME|FILE",
	 .help = "Show how a game stands, or stood after N turns, from a seat's side.",
	 .example = "show g1 --ply 12 --seat black",
	 .options = OPTIONS(
		 TAKES("--ply", "N", "as it stood after N turns"),
		 TAKES("--seat", "SEAT", "from that seat's side"),
		 FLAG("--fen", "only the position, in FEN or FEN4"),
		 TAKES("--format", "svg|png|gif", "a picture of the board; gif: of the whole game"),
		 TAKES("--output", "FILE", "write the picture there"), OPTION_JSON)},
	{.name = "verify",
	 .group = GIVEN_GAMES,
	 .run = command_verify,
	 .words = "[GAME|FILE]...",
	 .help = "Check game files from the first byte; print a line for each fault.",
	 .example = "verify g1",
	 .options = OPTIONS(TAKES("--head", "DIGEST", "an entry of the game must have that digest"),
			    OPTION_JOBS, OPTION_JSON)},
	{.name = "prove",
	 .group = GIVEN_GAMES,
	 .run = command_prove,
	 .words = "GAME|FILE LETTERS...",
	 .help = "Compare a game's record with letters that a player has kept.",
	 .example = "prove g1.txt mail/cur",
	 .options = OPTIONS(FLAG("--verbose", "print a line for each letter"))},
	{.name = "repair",
	 .group = GIVEN_GAMES,
	 .run = command_repair,
	 .words = "[GAME]",
	 .help = "Say what of the site is damaged, and make anew what can be.",
	 .example = "repair --yes",
	 .options = OPTIONS(FLAG("--yes", "set aside what can be made anew, and make it"))},
	{.name = "archive",
	 .group = GIVEN_GAMES,
	 .run = command_archive,
	 .words = "DIR",
	 .help = "Make pages of all games that are to be published, or bring them up to date.",
	 .example = "archive /var/www/chess",
	 .options = OPTIONS(TAKES("--now", "TIME", "as if it were then: 2026-11-23T12:00:00Z"),
			    FLAG("--anew", "make all pages, changed or not"), OPTION_JOBS,
			    FLAG("--verbose", "print how much was made"))},
	{.name = "export",
	 .group = GIVEN_GAMES,
	 .run = command_export,
	 .words = "[GAME|FILE]...",
	 .help = "Write games as other programs read them; only what everybody may know.",
	 .example = "export --all-finished --format pgn --output games.pgn",
	 .options = OPTIONS(
		 TAKES("--format", "pgn|pgn4|fen4|bpgn|jsonl", "as what; pgn without it"),
		 FLAG("--all-finished", "all games of the site that are over and have that form"),
		 TAKES("--output", "FILE", "into that file, not on standard output"),
		 TAKES("--event", "TEXT", "the tag Event of games that were played here"),
		 TAKES("--place", "TEXT", "their tag Site"),
		 FLAG("--addresses", "tell the players' addresses, too"))},
	{.name = "import",
	 .group = GIVEN_GAMES,
	 .run = command_import,
	 .words = "FILE...",
	 .help = "Read games of other programs, to be shown and verified; a file each.",
	 .example = "import fischer.pgn --to fischer",
	 .options = OPTIONS(TAKES("--format", "pgn|pgn4", "what they are; pgn without it"),
			    TAKES("--to", "DIR", "where the game files go"))},
	{.name = "calendar",
	 .group = GIVEN_GAMES,
	 .run = command_calendar,
	 .words = "GAME|ADDRESS [SEAT]",
	 .help = "Print a player's deadlines for a calendar: of a seat, or of an address.",
	 .example = "calendar g1 white"},
	{.name = "move",
	 .group = GIVEN_GAMES,
	 .run = command_move,
	 .words = "GAME SITE",
	 .help = "Move a game to another site, its keys and letters under way included.",
	 .example = "move g12 /srv/chess-b"},
	{.name = "retake",
	 .group = GIVEN_GAMES,
	 .run = command_retake,
	 .words = "",
	 .help = "After a backup was put back: list letters it doesn't know, and take them again.",
	 .example = "retake --yes",
	 .options = OPTIONS(FLAG("--yes", "let the next run take them again"))},

	{.name = "run",
	 .group = GIVEN_LETTERS,
	 .run = command_run,
	 .words = "",
	 .help = "Fetch the letters that wait, play them, send the answers.",
	 .example = "run --verbose",
	 .options = OPTIONS(OPTION_VERBOSE, OPTION_NO_SEND,
			    FLAG("--wait", "let another run end before, for up to a minute"))},
	{.name = "watch",
	 .group = GIVEN_LETTERS,
	 .run = command_watch,
	 .words = "",
	 .help = "Wait for letters, and do a run as soon as one comes.",
	 .example = "watch --verbose",
	 .options = OPTIONS(OPTION_VERBOSE)},
	{.name = "deliver",
	 .group = GIVEN_LETTERS,
	 .run = command_deliver,
	 .words = "[GAME]",
	 .help = "Take one letter from standard input, or enter orders for a player.",
	 .example = "deliver <letter",
	 .options =
		 OPTIONS(OPTION_VERBOSE, OPTION_NO_SEND,
			 TAKES("--as", "SEAT", "enter what it orders for that player of GAME"),
			 TAKES("--at", "ENTRY", "with --as, only if that is still the last entry"),
			 TAKES("--reason", "TEXT", "with --as, why; all players read it"))},
	{.name = "send",
	 .group = GIVEN_LETTERS,
	 .run = command_send,
	 .words = "",
	 .help = "Send what waits in the outbox.",
	 .example = "send",
	 .options = OPTIONS(OPTION_VERBOSE)},

	{.name = "moves",
	 .group = GIVEN_RULES,
	 .run = command_moves,
	 .words = "VARIANT",
	 .help = "Read lists of moves, a line each; print who is to move and what is legal.",
	 .example = "moves chess <moves",
	 .options = OPTIONS(OPTION_OPTION),
	 .misuse = ANALYSE_WRONG_USE},
	{.name = "perft",
	 .group = GIVEN_RULES,
	 .run = command_perft,
	 .words = "VARIANT DEPTH",
	 .help = "Count the sequences of DEPTH moves.",
	 .example = "perft chess 3 --divide",
	 .options = OPTIONS(OPTION_OPTION, TAKES("--fen", "FEN", "from this position"),
			    TAKES("--moves", "MOVES", "behind these moves, blanks between them"),
			    FLAG("--divide", "a line for each first move")),
	 .misuse = ANALYSE_WRONG_USE},
	{.name = "try",
	 .group = GIVEN_RULES,
	 .run = command_try,
	 .words = "VARIANT",
	 .help = "An analysis board: read a script from standard input and answer it.",
	 .example = "try knightmare <script",
	 .options = OPTIONS(OPTION_OPTION),
	 .misuse = ANALYSE_WRONG_USE},
	{.name = "check",
	 .group = GIVEN_RULES,
	 .run = command_check,
	 .words = "",
	 .help = "Check all variants, cards, words and templates; print a line for each fault.",
	 .example = "check"},
	{.name = "variants",
	 .group = GIVEN_RULES,
	 .run = command_variants,
	 .words = "[VARIANT]",
	 .help = "List what can be played, or the seats and options of one of them.",
	 .example = "variants ring",
	 .options = OPTIONS(OPTION_OPTION)},
	{.name = "cards",
	 .group = GIVEN_RULES,
	 .run = command_cards,
	 .words = "",
	 .help = "List the cards: points, name, when they are played.",
	 .example = "cards"},
	{.name = "card",
	 .group = GIVEN_RULES,
	 .run = command_card,
	 .words = "CARD...",
	 .help = "Show what a card does, and how it is played.",
	 .example = "card long jump"},

	{.name = "complete",
	 .group = GIVEN_HELP,
	 .run = command_complete,
	 .words = "[WORD]...",
	 .help = "List what may stand next, for the completion of shells.",
	 .example = "complete -- show --s"},
	{.name = "help",
	 .group = GIVEN_HELP,
	 .run = command_help,
	 .words = "[COMMAND]",
	 .help = "List the commands, or show how one is used.",
	 .example = "help new"},
	{.name = NULL},
};

const struct given_command *commands_rows(void)
{
	static struct given_command rows[128];
	size_t count = 0;

	if (rows[0].name != NULL)
		return rows;
	for (const struct given_command *row = own_rows; row->name != NULL; row++)
		rows[count++] = *row;
	for (const struct act *act = moderate_acts; act->command.name != NULL; act++) {
		assert(count + 1 < ARRAY_LEN(rows));
		rows[count] = act->command;
		rows[count++].run = command_moderate;
	}
	return rows;
}
