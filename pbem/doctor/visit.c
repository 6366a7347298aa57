/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include "pbem/doctor/visit.h"
#include "pbem/site/terminal.h"

static void report(enum terminal_colour colour, const char *mark, const char *what,
		   const char *format, va_list args)
{
	printf("%s%-4s%s %-12s ", terminal_colour(stdout, colour), mark,
	       terminal_colour(stdout, TERMINAL_PLAIN), what);
	vprintf(format, args);
	printf("\n");
}

void visit_well(const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(TERMINAL_GOOD, "ok", what, format, args);
	va_end(args);
}

void visit_note(const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(TERMINAL_PLAIN, "note", what, format, args);
	va_end(args);
}

void visit_ill(struct visit *visit, const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report(TERMINAL_BAD, "BAD", what, format, args);
	va_end(args);
	visit->faults++;
}
