/* SPDX-License-Identifier: MIT */
/* Makes the values that a letter's template tells, and no others. */
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
static void make_value(const struct draft *draft, const struct mail_value *value, struct text *out)
{
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

/* What makes the values of letters of one kind, which are alike in thousands: what there is to look
 * up for that is looked up once. */
struct plan {
	const char *names[DRAFT_VALUES];
	const struct mail_value *rows[DRAFT_VALUES]; /* NULL: it is empty */
	size_t count;
};

/* Whether the letter tells in links what its template may not mention. */
static bool tells_all(const struct draft *draft)
{
	return draft->person.html || draft->person.links;
}

static struct plan *make_plan(const struct draft *draft)
{
	const char *const *name = letters_table_names(draft->mail->template);
	struct plan *plan = base_zalloc(1, sizeof *plan);

	assert(name != NULL);
	for (; *name != NULL; name++) {
		const struct mail_value *row = find(draft->kind->values, *name);

		/* By that letters about a game are known, whether they name it or not. */
		if (!tells_all(draft) && strcmp(*name, "game") != 0 &&
		    !template_mentions(draft->desk->site->templates, draft->person.language,
				       draft->mail->template, *name))
			continue;
		assert(plan->count < DRAFT_VALUES);
		plan->names[plan->count] = *name;
		plan->rows[plan->count++] = row != NULL ? row : find(draft_values, *name);
	}
	return plan;
}

static const struct plan *plan_of(const struct draft *draft)
{
	struct desk *desk = draft->desk;
	struct plan *plan;
	char *key = base_printf("%p %d %s %s", (const void *)draft->kind, tells_all(draft),
				draft->mail->template, draft->person.language);

	if (desk->plans == NULL)
		desk->plans = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	plan = g_hash_table_lookup(desk->plans, key);
	if (plan == NULL) {
		plan = make_plan(draft);
		g_hash_table_insert(desk->plans, key, plan);
	} else {
		free(key);
	}
	return plan;
}

void draft_offer_values(struct draft *draft)
{
	const struct plan *plan = plan_of(draft);

	for (size_t i = 0; i < plan->count; i++) {
		struct text made;

		text_init(&made, VALUE_MAX);
		make_value(draft, plan->rows[i], &made);
		draft->owned[i] = made.bytes;
		draft->values[i] = (struct value){plan->names[i], made.bytes};
	}
	draft->count = plan->count;
}
