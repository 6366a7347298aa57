/* SPDX-License-Identifier: MIT */
/* Makes the values that a message's template uses, and no others. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/draft.h"

enum { VALUE_MAX = 1 << 20 };

static const struct mail_value *find_value(const struct mail_value *values, const char *name)
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

/* Returns the string of a value. A value of the site or of the request has its string there; of
 * `wish`, "yes" if that has the value's name. Any other value is "yes". */
static const char *string_of(const struct draft *draft, const struct mail_value *value)
{
	const char *string = "yes";

	if (value->setting != 0)
		string = string_at(draft->workspace->site->config, value->setting);
	else if (value->member != 0)
		string = string_at(draft->mail, value->member);
	if (string != NULL && value->member == offsetof(struct mail, wish))
		string = strcmp(string, value->name) == 0 ? "yes" : NULL;
	return string != NULL ? string : "";
}

/* Makes a value. A value that this kind of game doesn't have is empty. */
static void make_value(const struct draft *draft, const struct mail_value *value,
		       struct strbuf *out)
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
		strbuf_add(out, string_of(draft, value));
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
}

/* The functions that make the values of messages of one kind. They are the same for thousands of
 * messages, and are found once. */
struct plan {
	const char *names[DRAFT_VALUES];
	const struct mail_value *rows[DRAFT_VALUES]; /* NULL: the value is empty */
	size_t count;
};

/* Reports whether the message has links, which may use values that its template doesn't mention. */
static bool has_links(const struct draft *draft)
{
	return draft->person.html || draft->person.links;
}

static struct plan *make_plan(const struct draft *draft)
{
	const char *const *name = template_catalog_table_names(draft->mail->template);
	struct plan *plan = base_zalloc(1, sizeof *plan);

	assert(name != NULL);
	for (; *name != NULL; name++) {
		const struct mail_value *row = find_value(draft->kind->values, *name);

		/* By this value other code recognises messages about a game, whether their template
		 * mentions it or not. */
		if (!has_links(draft) && strcmp(*name, "game") != 0 &&
		    !template_mentions(draft->workspace->site->templates, draft->person.language,
				       draft->mail->template, *name))
			continue;
		assert(plan->count < DRAFT_VALUES);
		plan->names[plan->count] = *name;
		plan->rows[plan->count++] = row != NULL ? row : find_value(draft_values, *name);
	}
	return plan;
}

static const struct plan *plan_of(const struct draft *draft)
{
	struct workspace *workspace = draft->workspace;
	struct plan *plan;
	char *key = base_printf("%p %d %s %s", (const void *)draft->kind, has_links(draft),
				draft->mail->template, draft->person.language);

	if (workspace->plans == NULL)
		workspace->plans = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	plan = g_hash_table_lookup(workspace->plans, key);
	if (plan == NULL) {
		plan = make_plan(draft);
		g_hash_table_insert(workspace->plans, key, plan);
	} else {
		free(key);
	}
	return plan;
}

void draft_offer_values(struct draft *draft)
{
	const struct plan *plan = plan_of(draft);

	for (size_t i = 0; i < plan->count; i++) {
		struct strbuf made;

		strbuf_init(&made, VALUE_MAX);
		make_value(draft, plan->rows[i], &made);
		draft->owned[i] = made.bytes;
		draft->values[i] = (struct value){plan->names[i], made.bytes};
	}
	draft->count = plan->count;
}
