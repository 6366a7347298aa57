/* SPDX-License-Identifier: MIT */
/* What is wrong with definition files, a line a fault. */
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/deffile.h"

void deffile_faults_init(struct deffile_faults *faults)
{
	text_init(&faults->lines, 0);
	faults->count = 0;
	faults->passing = faults->asked = false;
}

void deffile_faults_done(struct deffile_faults *faults)
{
	text_done(&faults->lines);
}

void deffile_faults_first(const struct deffile_faults *faults, struct reason *reason)
{
	const char *cursor = faults->lines.bytes, *line = "";
	size_t len = 0;

	text_next_line(&cursor, cursor + faults->lines.len, &line, &len);
	reason_set(reason, "%.*s", (int)len, line);
	(void)reason_is(reason, faults->passing ? REASON_PASSING
				: faults->asked ? REASON_ASKED
						: REASON_DAMAGED);
}

static void __attribute__((format(printf, 4, 0)))
add_fault(struct deffile_faults *faults, const char *path, unsigned number, const char *format,
	  va_list args)
{
	char *what = base_vprintf(format, args);

	if (number > 0)
		text_addf(&faults->lines, "%s:%u: %s\n", path, number, what);
	else
		text_addf(&faults->lines, "%s: %s\n", path, what);
	free(what);
	faults->count++;
}

void deffile_fault(struct deffile_faults *faults, const struct deffile_line *line,
		   const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_fault(faults, line->path, line->number, format, args);
	va_end(args);
}

void deffile_faults_add(struct deffile_faults *faults, const char *path, unsigned number,
			const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_fault(faults, path, number, format, args);
	va_end(args);
}
