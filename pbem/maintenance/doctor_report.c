/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include "pbem/maintenance/doctor_report.h"
#include "pbem/sys/progress.h"

static void print_report_line(enum progress_colour colour, const char *mark, const char *what,
			      const char *format, va_list args)
{
	printf("%s%-4s%s %-12s ", progress_colour(stdout, colour), mark,
	       progress_colour(stdout, PROGRESS_PLAIN), what);
	vprintf(format, args);
	printf("\n");
}

void doctor_report_ok(const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_report_line(PROGRESS_GOOD, "ok", what, format, args);
	va_end(args);
}

void doctor_report_note(const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_report_line(PROGRESS_PLAIN, "note", what, format, args);
	va_end(args);
}

void doctor_report_full(struct doctor_report *visit, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_report_line(PROGRESS_BAD, "BAD", "disk", format, args);
	va_end(args);
	visit->faults++;
	visit->later++;
}

void doctor_report_fault(struct doctor_report *visit, const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_report_line(PROGRESS_BAD, "BAD", what, format, args);
	va_end(args);
	visit->faults++;
}
