/* SPDX-License-Identifier: MIT */
/*
 * The words that mail programs write by themselves, in the languages of these programs: heads of
 * quotes, lines that advertise the program, subjects of automatic answers. They are read from the
 * files mailers/NAME.words and from those that a site adds (pbem-words(5)). This happens once, for
 * the first message.
 */
#ifndef PBEM_MIME_QUOTING_MAIL_CLIENTS_H
#define PBEM_MIME_QUOTING_MAIL_CLIENTS_H

#include <stddef.h>

#include "pbem/mime/quoting/span.h"

struct deffile_faults;
struct reason;

/* Lists of phrases with the same meaning. */
enum mail_clients_list {
	MAIL_CLIENTS_WROTE,    /* "schrieb", "a écrit" */
	MAIL_CLIENTS_WRITER,   /* "Missatge de": begins a head with the writer first */
	MAIL_CLIENTS_DATED,    /* "On", "Am": before a day */
	MAIL_CLIENTS_ORIGINAL, /* "Original Message": between dashes */
	MAIL_CLIENTS_FORWARD,  /* "Begin forwarded message": alone, with a colon */
	MAIL_CLIENTS_FROM,     /* "Von": the fields of a head above a quote */
	MAIL_CLIENTS_DATE,
	MAIL_CLIENTS_TO,
	MAIL_CLIENTS_SUBJECT,
	MAIL_CLIENTS_FIELD,    /* "Reply-To": any other field */
	MAIL_CLIENTS_SENT,     /* "Sent from ": begins a program's own line */
	MAIL_CLIENTS_SENT_END, /* " gesendet": ends such a line */
	MAIL_CLIENTS_AWAY,     /* "Out of office": begins a subject */
	MAIL_CLIENTS_ROBOT,    /* "no-reply": an address from which programs write */
	MAIL_CLIENTS_FAILED,   /* "User unknown": in bounces, permanent */
	MAIL_CLIENTS_DELAYED,  /* "delay": in subjects of bounces, temporary */
	MAIL_CLIENTS_TRYING,   /* "will keep trying": in texts of bounces, temporary */
	MAIL_CLIENTS_REACTED,  /* "reacted to your message": after a name, instead of an answer */
	MAIL_CLIENTS_LIKED,    /* "Liked": likewise, before a quotation */
	MAIL_CLIENTS_MARK,     /* the words of our own cut mark in other languages than English */
	MAIL_CLIENTS_OPENING,  /* "Partie": begins our first line in such a language */
	MAIL_CLIENTS_HAND,     /* "your hand, from the left": begins our line above a hand */
	MAIL_CLIENTS_LISTS,
};

/* Sets the folder of the program's own files, and that of the site's files (NULL or missing: none).
 * Reads nothing, and forgets what was read before. */
void mail_clients_set_folders(const char *folder, const char *site_folder);

/* Reads all files of both folders, unless that was done. Returns -1, with no phrases known, if the
 * program's own folder has none, if a file can't be read or is wrong, or if a list of other
 * programs' words is empty. The reason is a temporary one if the files can't be read now. */
int mail_clients_need(struct reason *reason);

/* Does the same again and reports all faults. Forgets what was read before. */
int mail_clients_load(struct deffile_faults *faults);

/* Returns the phrases of a list, in the order of the files. There are none before they are read. */
const struct span *mail_clients_phrases(enum mail_clients_list list, size_t *count_out);

#endif
