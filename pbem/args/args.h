/* SPDX-License-Identifier: MIT */
/*
 * The command line. A command's row describes its arguments once: the words after its name and its
 * options. Parsing, help, completion and the tests use that row.
 */
#ifndef PBEM_ARGS_ARGS_H
#define PBEM_ARGS_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"

struct args;

/*
 * An option of a command. The name of its value is shown in help and determines what completion
 * offers: GAME, SEAT, VARIANT, CARD, FILE, DIR, KEY=VALUE, or a choice such as "bash|zsh". For any
 * other name, such as N or TEXT, nothing is offered. A list of options ends with a row without a
 * name.
 */
struct args_option {
	const char *name;  /* "--ply" */
	const char *value; /* its value: "N"; NULL: it has none */
	const char *help;  /* one line */
	char letter;	   /* its short form; 0: none */
};

/* The subjects of commands, in the order of help. */
enum args_group { ARGS_SETUP, ARGS_GAMES, ARGS_MODERATOR, ARGS_LETTERS, ARGS_RULES, ARGS_HELP };

/* The row of a command. A table of commands ends with a row without a name. */
struct args_command {
	const char *name;
	enum args_group group;
	int (*run)(const struct args *given); /* the exit code of the program */
	/* The words after the name: "GAME SEAT [BOARD]", "[GAME|FILE]...", "bash|zsh". A word in
	 * brackets may be missing, one with dots may be repeated, and small letters are literal. */
	const char *words;
	const char *help;		   /* one line */
	const char *example;		   /* the text after "pbem" */
	const struct args_option *options; /* or NULL */
	int misuse;			   /* its exit code for wrong usage; 0: EX_USAGE */
};

/* The options of all commands: --site DIR, -h or --help, -V or --version. */
extern const struct args_option args_common[];

/* An option that was given. */
struct args_taken {
	const struct args_option *option;
	const char *value; /* NULL if the option has no value */
};

/* The contents of a command line. The strings are borrowed from it. */
struct args {
	const struct args_command *command;
	char **words; /* those after the command's name, without the options; NULL after the last */
	size_t count;
	struct args_taken *taken; /* in the order of the line */
	size_t taken_count;
};

/*
 * Reads the arguments after argv[0]. The options of the command, and those of `common` (or NULL),
 * are read as by getopt_long(3): `--ply=3` and `--ply 3`, anywhere, and none after `--`. A command
 * without a name is `pbem` itself, whose options end at the first word. Returns -1 with the faulty
 * word. The caller calls args_done in both cases.
 */
int args_read(const struct args_command *command, const struct args_option *common, int argc,
	      char **argv, struct args *args, struct reason *reason);
void args_done(struct args *args);

/* Checks the number and form of the words against the command's row. Returns -1 with the fault. */
int args_check_words(const struct args *args, struct reason *reason);

/* Report whether an option of the row was given; return its last value, or NULL. */
bool args_has(const struct args *args, const char *option);
const char *args_value(const struct args *args, const char *option);

/* Returns the option's values one after the other: *at begins with 0; NULL after the last. */
const char *args_next(const struct args *args, const char *option, size_t *at);

/* Reads the number up to `max` after the option. *number_out is unchanged if the option isn't
 * given. Returns -1 with the reason if the value is no such number. */
int args_number(const struct args *args, const char *option, int32_t max, long *number_out,
		struct reason *reason);

/* Prints "pbem NAME: ..." on standard error; returns the exit code for wrong usage of that command.
 */
int args_wrong(const struct args_command *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- the row's words ---- */

/* One of the words that may follow a command's name. */
struct args_word {
	char name[40]; /* without brackets and dots: "GAME|FILE" */
	bool may_miss; /* in brackets */
	bool many;     /* with dots */
};

enum { ARGS_WORDS = 8 };

/* Parses the words of a row; returns how many there are. */
size_t args_parse_words(const char *words, struct args_word parsed[ARGS_WORDS]);

/* ---- help ---- */

/* Adds the commands, group by group, one per line. */
void args_append_overview(const struct args_command *commands, struct strbuf *out);

/* Adds how a command is used: its arguments, one line per option, an example. */
void args_append_help(const struct args_command *command, struct strbuf *out);

/* ---- completion ---- */

/* The place on a command line where the next word is wanted. Strings are borrowed from it. */
struct args_point {
	const struct args_command *command; /* NULL: not there yet */
	const char *site;		    /* the value of --site, or NULL */
	char **words;			    /* those after the command, without its options */
	size_t count;
	const char *in_front; /* "--seat=", or "": the text before what is offered */
	const char *begun;    /* the typed part of the word */
};

/*
 * Completes the last of the words, which is being typed and may be empty. Adds one line per
 * possible word, with a tab and a line of help after it; ":file" or ":dir" if it is any file or
 * folder. For games, seats and the like it calls `offer`, which adds words by args_offer.
 */
void args_complete(const struct args_command *commands, char **words, size_t count,
		   void (*offer)(const struct args_point *point, const char *kind,
				 struct strbuf *out),
		   struct strbuf *out);

/* Adds the word if it begins with the typed part. */
void args_offer(const struct args_point *point, const char *word, const char *help,
		struct strbuf *out);

/* ---- the table ---- */

/* Returns the command of that name; NULL if there is none. */
const struct args_command *args_find(const struct args_command *commands, const char *name);

/* Sets the reason that there is no such command, and suggests a similar one. */
void args_unknown(const struct args_command *commands, const char *name, struct reason *reason);

#endif
