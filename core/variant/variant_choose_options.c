/* SPDX-License-Identifier: MIT */
/* Checks that the variant has the requested options. */
#include <stdlib.h>
#include <string.h>

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

static int refuse_value(const struct variant_option *option, const char *value,
			struct reason *reason)
{
	struct strbuf list;

	strbuf_init(&list, 512);
	variant_values(option, &list);
	if (strcmp(option->values[option->value_count - 1], SET_NAMES) == 0)
		strbuf_add(&list, ". The name of a set is its folder's, " SET_LETTERS);
	reason_set(reason, "option '%s' can't be '%s'; it can be: %s", option->key, value,
		   list.bytes);
	strbuf_done(&list);
	return -1;
}

/* Returns why a game can't have an option of Peterson's additions [peterson-where]; NULL if the
 * option isn't one of these. */
static const char *peterson_barred(const struct variant *variant, const char *key)
{
	static const char *const keys[] = {"peterson.defense", "peterson.exchange",
					   "peterson.capture"};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		if (strcmp(keys[i], key) != 0)
			continue;
		if (variant->side_count <= 2)
			return "Peterson's rules are for one board with more than two sides";
		if (variant_has_teams(variant))
			return "in Peterson's rules every side plays for itself, and here sides "
			       "are teams";
		if (variant_option_is(variant, "cards", "on"))
			return "Peterson's rules and cards don't go together";
		return "its definition doesn't offer Peterson's rules";
	}
	return NULL;
}

static int check_option(const struct variant *variant, const struct option *option,
			struct reason *reason)
{
	const char *keys[MAX_VARIANT_OPTIONS + 1] = {NULL}, *nearest;
	struct strbuf list;

	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *known = &variant->options[i];

		keys[i] = known->key;
		if (strcmp(known->key, option->key) != 0)
			continue;
		if (strcmp(known->value, option->value) == 0)
			return 0;
		return refuse_value(known, option->value, reason);
	}
	if (peterson_barred(variant, option->key) != NULL)
		return reason_fail(reason, "%s can't have option '%s': %s", variant->name,
				   option->key, peterson_barred(variant, option->key));
	nearest = deffile_nearest(option->key, keys);
	strbuf_init(&list, 512);
	for (unsigned i = 0; i < variant->option_count; i++)
		strbuf_addf(&list, "%s%s", i ? ", " : "", keys[i]);
	if (nearest != NULL)
		reason_set(reason, "%s has no option '%s'; did you mean '%s'?", variant->name,
			   option->key, nearest);
	else
		reason_set(reason,
			   "%s has no option '%s'; it has: %s, and those that every game has",
			   variant->name, option->key, list.len ? list.bytes : "none");
	strbuf_done(&list);
	return -1;
}

static bool offers_cards(const char *folder, const char *name)
{
	struct deffile_faults faults;
	struct variant *variant;
	bool offers;

	deffile_faults_init(&faults);
	variant = variant_load(folder, name, NULL, 0, &faults);
	offers = variant != NULL && variant_option(variant, "cards") != NULL;
	variant_free(variant);
	deffile_faults_done(&faults);
	return offers;
}

static int refuse_cards(const struct variant *variant, struct reason *reason)
{
	const struct deffile_kind kind = {.folder = variant->folder, .suffix = ".variant"};
	char **names = deffile_names(&kind);
	struct strbuf list;

	strbuf_init(&list, 512);
	for (char **name = names; *name != NULL; name++) {
		if (offers_cards(variant->folder, *name))
			strbuf_addf(&list, "%s%s", list.len > 0 ? ", " : "", *name);
		free(*name);
	}
	free(names);
	reason_set(reason, "%s isn't played with cards; these are: %s", variant->name, list.bytes);
	strbuf_done(&list);
	return -1;
}

/*
 * Checks that the variant can be played with cards, and doesn't combine them with Peterson's
 * additions [where-cards-are-played].
 */
static int check_cards_allowed(const struct variant *variant, const struct option *option,
			       struct reason *reason)
{
	if (strcmp(option->key, "cards") == 0 && strcmp(option->value, "on") == 0 &&
	    variant_option(variant, "cards") == NULL)
		return refuse_cards(variant, reason);
	if (variant->cards && strncmp(option->key, "peterson.", 9) == 0 &&
	    strcmp(option->value, "on") == 0)
		return reason_fail(reason, "%s=on: Peterson's rules and cards don't go together",
				   option->key);
	return 0;
}

int variant_options_taken(const struct variant *variant, const struct option *options,
			  size_t option_count, struct reason *reason)
{
	for (size_t i = 0; i < option_count; i++)
		if (check_cards_allowed(variant, &options[i], reason) < 0)
			return -1;
	for (size_t i = 0; i < option_count; i++)
		if (check_option(variant, &options[i], reason) < 0)
			return -1;
	return 0;
}
