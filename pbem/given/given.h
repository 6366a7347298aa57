/* SPDX-License-Identifier: MIT */
/*
 * The command line. What a command takes is told once, in its row: the words behind its name and
 * its options. Reading, help, completion and the tests go by that.
 */
#ifndef PBEM_GIVEN_GIVEN_H
#define PBEM_GIVEN_GIVEN_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/base/text.h"

struct given;

/*
 * An option of a command. What it takes is named as help names it, and the name tells completion
 * what to offer: GAME, SEAT, VARIANT, CARD, FILE, DIR, KEY=VALUE, or a choice such as "bash|zsh";
 * for any other, such as N or TEXT, it offers nothing. A list of them ends with no name.
 */
struct given_option {
	const char *name;  /* "--ply" */
	const char *value; /* what it takes: "N"; NULL: nothing */
	const char *help;  /* a line */
	char letter;	   /* its short form; 0: it has none */
};

/* What commands are about, in the order help lists them. */
enum given_group {
	GIVEN_SETUP,
	GIVEN_GAMES,
	GIVEN_MODERATOR,
	GIVEN_LETTERS,
	GIVEN_RULES,
	GIVEN_HELP
};

/* The row of a command. A table of them ends with no name. */
struct given_command {
	const char *name;
	enum given_group group;
	int (*run)(const struct given *given); /* the exit code of the program */
	/* What stands behind the name: "GAME SEAT [BOARD]", "[GAME|FILE]...", "bash|zsh". What is
	 * in brackets may be missing, what has dots may stand there many times, small letters are
	 * meant as they are. */
	const char *words;
	const char *help;		    /* a line */
	const char *example;		    /* what stands behind "pbem" */
	const struct given_option *options; /* or NULL */
	int misuse;			    /* its exit code when it is used wrongly; 0: EX_USAGE */
};

/* The options of all commands: --site DIR, -h or --help, -V or --version. */
extern const struct given_option given_common[];

/* An option that was given. */
struct given_taken {
	const struct given_option *option;
	const char *value; /* NULL when it takes none */
};

/* What stood on a command line. The strings are borrowed from it. */
struct given {
	const struct given_command *command;
	char **words; /* behind the command's name, without the options; NULL after the last */
	size_t count;
	struct given_taken *taken; /* in the order they stood in */
	size_t taken_count;
};

/*
 * Reads what stands behind argv[0]: options of the command, and those of `common` (or NULL), as
 * getopt_long(3) has them, `--ply=3` and `--ply 3`, anywhere, and none behind `--`. A command
 * without a name is `pbem` itself, whose options end where the first word is. -1 with the faulty
 * word. The caller calls given_done, whichever it is.
 */
int given_read(const struct given_command *command, const struct given_option *common, int argc,
	       char **argv, struct given *given, struct reason *reason);
void given_done(struct given *given);

/* Whether the words are so many, and such, as the command's row has them; -1 with what isn't. */
int given_check_words(const struct given *given, struct reason *reason);

/* Whether an option of the row was given; what stood behind it, the last time, or NULL. */
bool given_has(const struct given *given, const char *option);
const char *given_value(const struct given *given, const char *option);

/* What stood behind the option one after the other: *at begins with 0; NULL behind the last. */
const char *given_next(const struct given *given, const char *option, size_t *at);

/* The number up to `max` behind the option, *number_out as it was when the option isn't given; -1
 * with the reason when it is none. */
int given_number(const struct given *given, const char *option, long max, long *number_out,
		 struct reason *reason);

/* Says "pbem NAME: ..." on standard error; returns the exit code of using that command wrongly. */
int given_wrong(const struct given_command *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- the row's words ---- */

/* One of what may stand behind a command's name. */
struct given_word {
	char name[40]; /* without brackets and dots: "GAME|FILE" */
	bool may_miss; /* in brackets */
	bool many;     /* with dots */
};

enum { GIVEN_WORDS = 8 };

/* Takes a row's words apart; how many there are. */
size_t given_parse_words(const char *words, struct given_word parsed[GIVEN_WORDS]);

/* Whether the name is a choice of words that are meant as they are, and which: the caller frees
 * them with g_strfreev. NULL: it is not. */
char **given_choices(const char *name);

/* ---- help ---- */

/* The commands, group by group, a line each. */
void given_tell_all(const struct given_command *commands, struct text *out);

/* How one is used: what it takes, an option a line, an example. */
void given_tell(const struct given_command *command, struct text *out);

/* ---- completion ---- */

/* Where on a command line the next word is wanted. Strings are borrowed from it. */
struct given_point {
	const struct given_command *command; /* NULL: none stands there yet */
	const char *site;		     /* the value of --site, or NULL */
	char **words;			     /* behind the command, without its options */
	size_t count;
	const char *in_front; /* "--seat=", or "": stands before what is offered */
	const char *begun;    /* what is typed of it */
};

/*
 * What the last of the words, which is being typed and may be empty, can become: a line each, with
 * a tab and a line of help behind it; ":file" or ":dir" where it is any file or folder. What stands
 * for games, seats and the like `offer` adds, by given_offer.
 */
void given_complete(const struct given_command *commands, char **words, size_t count,
		    void (*offer)(const struct given_point *point, const char *kind,
				  struct text *out),
		    struct text *out);

/* Adds the word, if it goes on what is begun. */
void given_offer(const struct given_point *point, const char *word, const char *help,
		 struct text *out);

/* ---- the table ---- */

/* The command of that name; NULL when there is none. */
const struct given_command *given_find(const struct given_command *commands, const char *name);

/* That there is none, and which is near. */
void given_unknown(const struct given_command *commands, const char *name, struct reason *reason);

#endif
