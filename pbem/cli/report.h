/* SPDX-License-Identifier: MIT */
/* The report of a command, made once for people and programs. Without --json, each line is printed
 * at once. With --json, one object is printed at the end. */
#ifndef PBEM_CLI_REPORT_H
#define PBEM_CLI_REPORT_H

#include <stdbool.h>

#include "core/util/base.h"
#include "core/util/json.h"
#include "core/util/strbuf.h"
#include "pbem/args/args.h"

struct report {
	const char *command; /* its name */
	struct json json;    /* values are added here, whether they will be printed or not */
	struct strbuf out;
	bool as_json;
	int code; /* the exit code: EX_OK until a fault is reported */
};

/* Begins a report with an open JSON object, and prints the report's end. The latter returns the
 * exit code. */
void report_begin(struct report *report, const struct args *args);
int report_end(struct report *report);

/* Prints text for people, unless the report is JSON. */
void report_say(const struct report *report, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Counts a fault with that exit code, such as 65 for a damaged file. Something that can't be known
 * now (75) counts only if there is no other fault. */
void report_count(struct report *report, int code);

/* Prints and counts a fault that JSON has no member for: in JSON, on standard error. */
void report_fault(struct report *report, int code, const struct reason *reason);

#endif
