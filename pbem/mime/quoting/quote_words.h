/* SPDX-License-Identifier: MIT */
/* Recognises the words by which mail programs announce a quote, a forwarded message or
 * themselves. */
#ifndef PBEM_MIME_QUOTING_QUOTE_WORDS_H
#define PBEM_MIME_QUOTING_QUOTE_WORDS_H

#include <stdbool.h>

#include "pbem/mime/quoting/span.h"

/* The fields of a head above a quote, as Outlook and similar programs write it, as bits. */
enum head_field {
	FIELD_NONE = 0,
	FIELD_FROM = 1,
	FIELD_DATE = 2,
	FIELD_TO = 4,
	FIELD_SUBJECT = 8,
	FIELD_OTHER = 16, /* Cc, Reply-To, Importance, attachments */
};

/* Returns which field has that name ("Von", "Enviado el"), in any known language. */
enum head_field quote_words_field(struct span name);

/* Report whether the text ends with a verb such as "wrote", "a écrit" or "schrieb", and whether it
 * contains one as a word. */
bool quote_words_end_in_verb(struct span span);
bool quote_words_have_verb(struct span span);

/* Reports whether the text begins like a line that dates a quote: "On 3 May", "Am 3.", "Le 3". */
bool quote_words_start_date(struct span span);

/* Reports whether the text begins like a head with the writer first: "Wiadomość napisana przez",
 * "Missatge de". */
bool quote_words_start_head(struct span span);

/* Reports whether the text is one that programs put between dashes: "Original Message",
 * "Weitergeleitete Nachricht". */
bool quote_words_are_original(struct span span);

/* Reports whether the text is one that is alone on a line, before a colon: "Begin forwarded
 * message". */
bool quote_words_are_forward(struct span span);

/* Reports whether the line is one that a mail program adds: "Sent from my iPhone", "Von meinem
 * Handy gesendet". */
bool quote_words_are_advertisement(struct span line);

#endif
