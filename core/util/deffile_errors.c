/* SPDX-License-Identifier: MIT */
/* Collects the faults of definition files, one line per fault. */
#include <stdarg.h>
#include <stdlib.h>

#include "core/util/deffile.h"

void deffile_faults_init(struct deffile_faults *faults)
{
	strbuf_init(&faults->lines, 0);
	faults->count = 0;
	faults->passing = faults->asked = false;
}

void deffile_faults_done(struct deffile_faults *faults)
{
	strbuf_done(&faults->lines);
}

void deffile_faults_first(const struct deffile_faults *faults, struct reason *reason)
{
	const char *cursor = faults->lines.bytes, *line = "";
	size_t len = 0;

	strbuf_next_line(&cursor, cursor + faults->lines.len, &line, &len);
	reason_set(reason, "%.*s", (int)len, line);
	(void)reason_set_kind(reason, faults->passing ? REASON_TEMPORARY
				      : faults->asked ? REASON_USAGE
						      : REASON_DAMAGED);
}

static void __attribute__((format(printf, 4, 0)))
add_fault(struct deffile_faults *faults, const char *path, unsigned number, const char *format,
	  va_list args)
{
	char *what = base_vprintf(format, args);

	if (number > 0)
		strbuf_addf(&faults->lines, "%s:%u: %s\n", path, number, what);
	else
		strbuf_addf(&faults->lines, "%s: %s\n", path, what);
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
