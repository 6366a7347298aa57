/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/util/strbuf.h"
#include "pbem/run/refused_messages.h"

enum {
	MIN_ALIKE_RECIPIENTS = 20, /* refused for one reason, after which sending stops */
	REFUSALS_IN_A_ROW = 100,   /* for any reason, after which sending stops */
};

void refused_messages_done(struct refused_messages *held)
{
	for (size_t i = 0; i < held->count; i++) {
		outbox_letter_done(&held->letters[i].letter);
		free(held->letters[i].why);
		free(held->letters[i].alike);
	}
	free(held->letters);
	*held = (struct refused_messages){.count = 0};
}

void refused_messages_accept(struct refused_messages *held)
{
	held->accepted++;
	held->in_a_row = 0;
}

/* Returns the words without addresses, and without numbers that servers give each message. */
static char *comparable_words(const char *why)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	while (*why != '\0') {
		const size_t len = strcspn(why, " ,;:()[]<>\"'");
		size_t digits = 0;

		for (size_t i = 0; i < len; i++)
			digits += isdigit((unsigned char)why[i]) != 0;
		if (memchr(why, '@', len) == NULL && (digits == 0 || len <= 9))
			for (size_t i = 0; i < len; i++)
				strbuf_add_char(&text, (char)tolower((unsigned char)why[i]));
		why += len;
		if (*why != '\0')
			strbuf_add_char(&text, *why++);
	}
	return text.bytes;
}

static bool is_alike(const struct refused_messages_letter *a,
		     const struct refused_messages_letter *b)
{
	return strcmp(a->alike, b->alike) == 0;
}

static bool is_to_same(const struct refused_messages_letter *a,
		       const struct refused_messages_letter *b)
{
	return strcasecmp(a->letter.to, b->letter.to) == 0;
}

/* Reports whether the last message's recipient hasn't been refused like that before. */
static bool is_of_new_recipient(const struct refused_messages *held)
{
	const struct refused_messages_letter *last = &held->letters[held->count - 1];

	for (size_t i = 0; i + 1 < held->count; i++)
		if (is_to_same(&held->letters[i], last) && is_alike(&held->letters[i], last))
			return false;
	return true;
}

void refused_messages_add(struct refused_messages *held, const struct outbox_place *place,
			  struct outbox_letter *letter, const struct sink_result *fate)
{
	struct refused_messages_letter *one;

	held->letters = base_grow(held->letters, held->count, &held->size, sizeof *held->letters);
	one = &held->letters[held->count++];
	held->in_a_row++;
	*one = (struct refused_messages_letter){
		.place = place,
		.letter = *letter,
		.why = base_strdup(fate->why.text),
		.alike = comparable_words(fate->why.text),
		.theirs = fate->theirs,
		.after = held->accepted,
	};
	free(one->letter.bytes);
	one->letter.bytes = NULL;
	letter->name = letter->to = letter->bytes = NULL;
	one->first = held->accepted == 0 && is_of_new_recipient(held);
}

/* Reports whether several recipients were refused like that message. *accepted_since_out reports
 * whether any message was accepted after the last of these refusals. */
static bool is_refused_to_several(const struct refused_messages *held, size_t i,
				  bool *accepted_since_out)
{
	const struct refused_messages_letter *one = &held->letters[i];
	size_t last = one->after;
	bool several = false;

	for (size_t j = 0; j < held->count; j++) {
		const struct refused_messages_letter *other = &held->letters[j];

		if (!is_alike(one, other))
			continue;
		several = several || !is_to_same(one, other);
		if (other->after > last)
			last = other->after;
	}
	*accepted_since_out = held->accepted > last;
	return several;
}

bool refused_messages_is_blocked(const struct refused_messages *held)
{
	const struct refused_messages_letter *last = &held->letters[held->count - 1];
	size_t recipients = 0;

	for (size_t i = 0; i < held->count && held->accepted == 0; i++)
		recipients += held->letters[i].first && is_alike(&held->letters[i], last);
	return recipients >= MIN_ALIKE_RECIPIENTS;
}

bool refused_messages_are_enough(const struct refused_messages *held)
{
	return held->in_a_row >= REFUSALS_IN_A_ROW;
}

bool refused_messages_is_common(const struct refused_messages *held, size_t i)
{
	bool accepted_since;

	return is_refused_to_several(held, i, &accepted_since) && held->accepted == 0;
}

bool refused_messages_is_its_fault(const struct refused_messages *held, size_t i)
{
	bool accepted_since;
	const bool several = is_refused_to_several(held, i, &accepted_since);

	if (held->letters[i].theirs)
		return !several || held->accepted > 0;
	return several ? accepted_since : held->accepted > 0;
}
