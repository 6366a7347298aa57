/* SPDX-License-Identifier: MIT */
/*
 * The words mail programs write by themselves, in the languages they are sold in, as the files
 * mailers/NAME.words tell them, and those a site adds (pbem-words(5)): heads of quotes, lines that
 * advertise the program, subjects of those that answer for people away. Read once, when the first
 * letter is, and kept as long as the program runs.
 */
#ifndef PBEM_READING_REPLY_MAILERS_H
#define PBEM_READING_REPLY_MAILERS_H

#include <stddef.h>

#include "pbem/reading/reply/span.h"

struct deffile_faults;
struct reason;

/* Phrases that mean one thing each. */
enum mailers_list {
	MAILERS_WROTE,	  /* "schrieb", "a écrit" */
	MAILERS_WRITER,	  /* "Missatge de": begins a head that names its writer first */
	MAILERS_DATED,	  /* "On", "Am": in front of a day */
	MAILERS_ORIGINAL, /* "Original Message": between dashes */
	MAILERS_FORWARD,  /* "Begin forwarded message": alone, with a colon */
	MAILERS_FROM,	  /* "Von": the fields above a quote */
	MAILERS_DATE,
	MAILERS_TO,
	MAILERS_SUBJECT,
	MAILERS_FIELD,	  /* "Reply-To": any other */
	MAILERS_SENT,	  /* "Sent from ": begins a program's own line */
	MAILERS_SENT_END, /* " gesendet": ends one */
	MAILERS_AWAY,	  /* "Out of office": begins a subject */
	MAILERS_ROBOT,	  /* "no-reply": where programs write from */
	MAILERS_FAILED,	  /* "User unknown": in bounces, for good */
	MAILERS_DELAYED,  /* "delay": in their subjects, not yet */
	MAILERS_MARK,	  /* the words of our own cut mark, in other languages than English */
	MAILERS_OPENING,  /* "Partie": what our first line begins with there */
	MAILERS_HAND,	  /* "your hand, from the left": what our line above a hand begins with */
	MAILERS_LISTS,
};

/* Names the folder of the program's own files, and that of the site's (NULL, or not there: none).
 * Nothing is read, and what was is forgotten. */
void mailers_from(const char *folder, const char *site_folder);

/*
 * Reads all files of both folders, unless that was done. -1, and nothing known, when the program's
 * own has none, one can't be read or is wrong, or a list of what others write is empty; the reason
 * is a passing one when nobody can tell now.
 */
int mailers_need(struct reason *reason);

/* The same with all faults, whether it was done or not; what was known is forgotten. */
int mailers_load(struct deffile_faults *faults);

/* The phrases of a list, in the order of the files. Until they were read there are none. */
const struct span *mailers_phrases(enum mailers_list list, size_t *count_out);

#endif
