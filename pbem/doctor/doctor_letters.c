/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "pbem/doctor/doctor.h"

/* A letter is read, as a run does it. */
void doctor_letters(struct visit *visit)
{
	static const char bytes[] = "From: doctor@localhost\nSubject: trial\n\nHELP\n";
	struct letter *letter = NULL;
	struct reason reason;

	/* That is told with the templates. */
	if (site_need_words(visit->site, &reason) != 0)
		return;
	if (apart_read(bytes, strlen(bytes), &letter, &reason) != APART_READ)
		visit_ill(visit, "letters", "none can be read: %s", reason.text);
	else if (apart_are_closed())
		visit_well("letters", "who reads them is held by %s", apart_doors());
	else
		visit_note("letters", "who reads them is held by %s", apart_doors());
	letter_free(letter);
}
