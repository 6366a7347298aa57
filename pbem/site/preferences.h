/* SPDX-License-Identifier: MIT */
/*
 * People's settings for their mail, by address, for all their games at this site: SITE/people, mode
 * 0600. A line has one setting: address, key and value, separated by tabs; a later line of the same
 * address and key wins. The journal adds lines, and rewrites the file when more than half of them
 * are replaced. No other file has these settings, so a rebuilt ledger doesn't lose them. A process
 * reads the whole file when it opens the site.
 */
#ifndef PBEM_SITE_PREFERENCES_H
#define PBEM_SITE_PREFERENCES_H

#include <stdbool.h>

#include "core/notation/vocabulary.h"
#include "core/util/base.h"
#include "pbem/site/seats.h"
#include "pbem/site/workspace.h"
#include "pbem/store/ledger.h"

/* The keys. */
#define PREFERENCES_SHORT "short"	/* "on", "off" */
#define PREFERENCES_CALENDAR "calendar" /* "on", "off" */
#define PREFERENCES_HTML "html"		/* "on", "off" */
#define PREFERENCES_LINKS "links"	/* "on", "off" */
#define PREFERENCES_ZONE "zone"		/* "Europe/Berlin" */
#define PREFERENCES_LANGUAGE "language" /* "de" */

enum { PERSON_VALUE_MAX = 63, PREFERENCES_LANGUAGE_MAX = 7 };

/* The settings for the mail to one seat. */
struct person {
	enum brevity brevity;
	bool calendar;				     /* mail has the deadlines as a calendar file */
	bool html;				     /* mail has an HTML part with links */
	bool links;				     /* the plain text has links, too */
	char zone[PERSON_VALUE_MAX + 1];	     /* "": none was chosen */
	char language[PREFERENCES_LANGUAGE_MAX + 1]; /* "": English */
	bool english;				     /* English was chosen */
};

/* Sets the value of an address, in any case, under a key, with this batch. Cuts a value of more
 * than PERSON_VALUE_MAX bytes. */
void preferences_set(struct workspace *workspace, const char *address, const char *key,
		     const char *value);

/* Sets the value unless the address has one under the key. */
void preferences_add(struct workspace *workspace, const char *address, const char *key,
		     const char *value);

/* Finds the settings for a seat: those of its first address, else those that the seat has from an
 * earlier version, else the site's defaults. */
void preferences_of(struct workspace *workspace, const struct seat *seat,
		    struct person *person_out);

/* Finds the settings for an address without a seat, or the site's defaults if it is NULL. */
void preferences_of_address(struct workspace *workspace, const char *address,
			    struct person *person_out);

/* Finds the language of that name, if there is mail in it. Returns REFUSED with the reason in words
 * for the player. */
enum verdict preferences_find_language(const struct workspace *workspace, const char *text,
				       char language_out[VOCABULARY_LANGUAGE_MAX + 1],
				       struct reason *why);

/* Finds the language of that name, if its letters for pieces are known, even without mail in it.
 * Returns REFUSED if there is none. */
enum verdict preferences_find_pieces(const char *text,
				     char language_out[VOCABULARY_LANGUAGE_MAX + 1]);

/* Reports whether the seat's mail ends with the short help. */
bool preferences_is_brief(const struct person *person, const struct seat *seat);

/* Copies the settings of an address to another, except those that the other has chosen itself. */
void preferences_move(struct workspace *workspace, const char *from, const char *to);

/* Adds the settings of an address to `out`, as lines of the file. */
void preferences_print(struct site *site, const char *address, struct strbuf *out);

/* Puts this batch's settings into the batch, as lines of the file, or as the whole file. Call it
 * before a batch is committed. Returns -1 with the reason if the file can't be read now. */
int preferences_write(struct workspace *workspace, struct reason *reason);

/* Reads the file. Call it before anything else is done. Damaged lines are left out, and the
 * moderator is notified once. Returns -1 with the reason if the file can't be read now. */
int preferences_load(struct site *site, struct reason *reason);

/* Drops what was read of the file, so that the next look-up reads it again. Call it whenever the
 * file may have changed. */
void preferences_forget(struct site *site);

#endif
