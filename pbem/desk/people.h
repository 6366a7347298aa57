/* SPDX-License-Identifier: MIT */
/*
 * What people want of their letters, by their address on this site, whatever games they play:
 * SITE/people, mode 0600. A line says one thing: address, key and value, parted by tabs; a later
 * one of the same address and key wins. The journal adds lines, and writes the file whole when more
 * than half of them are overtaken. The ledger has an index of it, so that a run costs its letters,
 * not the number of people; of that it is written when it isn't there any more.
 */
#ifndef PBEM_DESK_PEOPLE_H
#define PBEM_DESK_PEOPLE_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/words/words.h"
#include "pbem/desk/desk.h"
#include "pbem/desk/seats.h"
#include "pbem/promise/ledger.h"

/* The keys there are. */
#define PEOPLE_SHORT "short"	   /* "on", "off" */
#define PEOPLE_CALENDAR "calendar" /* "on", "off" */
#define PEOPLE_HTML "html"	   /* "on", "off" */
#define PEOPLE_LINKS "links"	   /* "on", "off" */
#define PEOPLE_ZONE "zone"	   /* "Europe/Berlin" */
#define PEOPLE_LANGUAGE "language" /* "de" */

enum { PEOPLE_LANGUAGE_MAX = 7 };

/* What counts for the letters to one seat. */
struct person {
	enum brevity brevity;
	bool calendar;			 /* letters bring the deadlines as a file for a calendar */
	bool html;			 /* letters have a part to look at, with links */
	bool links;			 /* their text has links, too */
	char zone[PERSON_VALUE_MAX + 1]; /* "": none but UTC */
	char language[PEOPLE_LANGUAGE_MAX + 1]; /* "": English */
};

/* An address, in any case, says that under a key from now on. A value of more than PERSON_VALUE_MAX
 * bytes is cut. */
void people_set(struct desk *desk, const char *address, const char *key, const char *value);

/* What counts for a seat: what the address has said that its letters go to, else what the seat has
 * of before addresses had anything, else what the site has for all. */
void people_of(struct desk *desk, const struct seat *seat, struct person *person_out);

/* The same of an address that has no seat; may be NULL: of nobody in particular. */
void people_of_address(struct desk *desk, const char *address, struct person *person_out);

/* The language of that name that there are letters in; REFUSED with why, in words for who asks. */
enum verdict people_find_language(const struct desk *desk, const char *text,
				  char language_out[WORDS_LANGUAGE_MAX + 1], struct reason *why);

/* Whether the seat's letters end with the short help. */
bool people_is_brief(const struct person *person, const struct seat *seat);

/* What an address has said holds for another, as far as that one has said nothing. */
void people_move(struct desk *desk, const char *from, const char *to);

/* Before a batch is committed: puts what was said in it into it, as lines of the file, or as the
 * file written whole. -1 with a passing reason when nobody can tell now how long the file is. */
int people_write(struct desk *desk, struct reason *reason);

/* When the batch is committed: keeps when the file was changed by that, so that whoever else does
 * is found out. A crash before that only has the ledger told the file once more. */
int people_note(struct desk *desk, struct reason *reason);

/*
 * Before anything else is done: tells the ledger what the file says, if it knows of another one, or
 * none. A line that is damaged is left out, and the moderator told. Where there is no file, and
 * the ledger knows of one, that is written; where it doesn't nobody has said anything. -1 with a
 * passing reason when nobody can tell now.
 */
int people_complete(struct site *site, struct reason *reason);

#endif
