/* SPDX-License-Identifier: MIT */
/* The words by which mail programs announce a quote, a forwarded letter or themselves. */
#ifndef PBEM_READING_REPLY_REPLY_WORDS_H
#define PBEM_READING_REPLY_REPLY_WORDS_H

#include <stdbool.h>

#include "pbem/reading/reply/span.h"

/* The fields of a head as Outlook and its kin put it above a quote, as bits. */
enum head_field {
	FIELD_NONE = 0,
	FIELD_FROM = 1,
	FIELD_DATE = 2,
	FIELD_TO = 4,
	FIELD_SUBJECT = 8,
	FIELD_OTHER = 16, /* Cc, Reply-To, Importance, attachments */
};

/* Which field the name ("Von", "Enviado el") is, in any of the languages known. */
enum head_field reply_words_field(struct span name);

/* "wrote", "a écrit", "schrieb": at the very end, or as a word anywhere. */
bool reply_words_end_in_verb(struct span span);
bool reply_words_have_verb(struct span span);

/* "On 3 May", "Am 3.", "Le 3": the first word of a line that dates a quote. */
bool reply_words_start_date(struct span span);

/* "Wiadomość napisana przez", "Missatge de": how a head begins that names its writer first. */
bool reply_words_start_head(struct span span);

/* "Original Message", "Weitergeleitete Nachricht": what stands between dashes. */
bool reply_words_are_original(struct span span);

/* "Begin forwarded message": what stands alone on a line, before its colon. */
bool reply_words_are_forward(struct span span);

/* "Sent from my iPhone", "Von meinem Handy gesendet": the line a mail program adds. */
bool reply_words_are_advertisement(struct span line);

#endif
