/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pbem/site/step.h"
#include "pbem/site/terminal.h"

/* In milliseconds: what is done by then needs no line; and how often a line changes. */
enum { PATIENCE = 1000, REDRAWN = 200 };

/* The work in hand. The terminal is one, and so is this. */
static struct {
	const char *what; /* NULL: none */
	int64_t began, drawn_at;
	bool drawn;
} work;

/* One on which a line can be written anew, and which knows colours. */
static bool can_move(FILE *stream)
{
	const char *kind = getenv("TERM");

	return kind != NULL && *kind != '\0' && strcmp(kind, "dumb") != 0 && isatty(fileno(stream));
}

bool terminal_is_watched(void)
{
	return can_move(stderr);
}

void terminal_begin(const char *what)
{
	terminal_clear();
	work.what = terminal_is_watched() ? what : NULL;
	work.began = step_ms();
	work.drawn_at = work.began + PATIENCE - REDRAWN;
}

void terminal_tick(size_t done, size_t total)
{
	int64_t now;

	if (work.what == NULL)
		return;
	now = step_ms();
	if (now - work.drawn_at < REDRAWN)
		return;
	work.drawn_at = now;
	work.drawn = true;
	/* What was printed before stands above it. */
	(void)fflush(stdout);
	fprintf(stderr, "\r%s: %zu", work.what, done);
	if (total > 0)
		fprintf(stderr, " of %zu", total);
	fputs("\033[K", stderr);
}

void terminal_clear(void)
{
	if (work.drawn)
		fputs("\r\033[K", stderr);
	work.drawn = false;
}

void terminal_end(void)
{
	terminal_clear();
	work.what = NULL;
}

const char *terminal_colour(FILE *stream, enum terminal_colour colour)
{
	static const char *const codes[] = {
		[TERMINAL_PLAIN] = "\033[0m",
		[TERMINAL_GOOD] = "\033[32m",
		[TERMINAL_BAD] = "\033[1;31m",
	};
	const char *none = getenv("NO_COLOR");

	return (none == NULL || *none == '\0') && can_move(stream) ? codes[colour] : "";
}
