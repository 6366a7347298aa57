/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sysexits.h>

#include "pbem/cli/cli.h"
#include "pbem/cli/report.h"

void report_begin(struct report *report, const struct args *args)
{
	*report = (struct report){
		.command = args->command->name,
		.as_json = args_has(args, "--json"),
		.code = EX_OK,
	};
	strbuf_init(&report->out, SIZE_MAX);
	json_init(&report->json, &report->out);
	json_object(&report->json, NULL);
}

int report_end(struct report *report)
{
	json_object_end(&report->json);
	if (report->as_json)
		fputs(report->out.bytes, stdout);
	strbuf_done(&report->out);
	return report->code;
}

void report_say(const struct report *report, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	if (!report->as_json)
		vprintf(format, values);
	va_end(values);
}

void report_count(struct report *report, int code)
{
	if (report->code == EX_OK || (report->code == EX_TEMPFAIL && code != EX_OK))
		report->code = code;
}

void report_fault(struct report *report, int code, const struct reason *reason)
{
	report_count(report, cli_code(code, reason));
	if (report->as_json)
		(void)cli_fail(report->command, code, reason);
	else
		printf("%s.\n", reason->text);
}
