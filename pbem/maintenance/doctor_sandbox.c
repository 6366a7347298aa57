/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "pbem/maintenance/doctor.h"

/* Reads a message, as a run does. */
void doctor_letters(struct doctor_report *visit)
{
	static const char bytes[] = "From: doctor@localhost\nSubject: trial\n\nHELP\n";
	struct message *letter = NULL;
	struct reason reason;

	/* The check of templates reports this fault. */
	if (site_need_words(visit->site, &reason) != 0)
		return;
	if (sandbox_read(bytes, strlen(bytes), &letter, &reason) != SANDBOX_READ)
		doctor_report_fault(visit, "letters", "pbem can't read any letter: %s",
				    reason.text);
	else if (sandbox_are_closed())
		doctor_report_ok("letters", "the process that reads them is confined by %s",
				 sandbox_doors());
	else
		doctor_report_note("letters", "the process that reads them is confined by %s",
				   sandbox_doors());
	if (visit->site->config->messages_per_reader > 1)
		doctor_report_note(
			"letters",
			"a process reads up to %ld of them (messages-per-reader): an attack "
			"by one could read and change the others",
			visit->site->config->messages_per_reader);
	message_free(letter);
}
