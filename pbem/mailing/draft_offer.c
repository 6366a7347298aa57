/* SPDX-License-Identifier: MIT */
/* Makes the values that a letter's template may tell, and no others. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/mailing/draft.h"
#include "pbem/writing/letters_table.h"

enum { VALUE_MAX = 1 << 20 };

static const struct mail_value *find(const struct mail_value *values, const char *name)
{
	for (; values != NULL && values->name != NULL; values++)
		if (strcmp(values->name, name) == 0)
			return values;
	return NULL;
}

static const char *string_at(const void *object, size_t member)
{
	return *(const char *const *)(const void *)((const char *)object + member);
}

/* What site or mail holds, of its wish "yes" where that is the name; and "yes" without either. */
static const char *string_of(const struct draft *draft, const struct mail_value *value)
{
	const char *string = "yes";

	if (value->setting != 0)
		string = string_at(draft->desk->site->config, value->setting);
	else if (value->member != 0)
		string = string_at(draft->mail, value->member);
	if (string != NULL && value->member == offsetof(struct mail, wish))
		string = strcmp(string, value->name) == 0 ? "yes" : NULL;
	return string != NULL ? string : "";
}

/* What no game of its kind has is empty. */
static void make_value(const struct draft *draft, const char *name, struct text *out)
{
	const struct mail_value *value = find(draft->kind->values, name);

	if (value == NULL)
		value = find(draft_values, name);
	if (value == NULL || (value->when != NULL && !value->when(draft)))
		return;
	if (value->add != NULL)
		value->add(draft, out);
	else if (value->of_game != NULL)
		value->of_game(draft->game, out);
	else if (value->of_seat != NULL)
		value->of_seat(draft->game, (uint8_t)draft->mail->seat, out);
	else
		text_add(out, string_of(draft, value));
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
}

void draft_offer_values(struct draft *draft)
{
	const char *const *names = letters_table_names(draft->mail->template);

	assert(names != NULL);
	for (; *names != NULL; names++) {
		struct text made;

		assert(draft->count < DRAFT_VALUES);
		text_init(&made, VALUE_MAX);
		make_value(draft, *names, &made);
		draft->owned[draft->count] = made.bytes;
		draft->values[draft->count].name = *names;
		draft->values[draft->count++].text = made.bytes;
	}
}
