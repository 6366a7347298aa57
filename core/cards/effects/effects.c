/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/cards/effects/effect_tables.h"
#include "core/cards/effects/effects.h"
#include "core/util/strbuf.h"

#define EFFECTS_TABLE(name) effects_##name##_rules,
static const struct effect_rules *const tables[] = {EFFECTS_TABLES(EFFECTS_TABLE)};
#undef EFFECTS_TABLE

const struct effect_rules *effects_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(tables); i++)
		for (const struct effect_rules *rules = tables[i]; rules->name != NULL; rules++)
			if (strcmp(rules->name, name) == 0)
				return rules;
	return NULL;
}

void effects_names(const char *names_out[EFFECTS_NAMES_MAX + 1])
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_LEN(tables); i++)
		for (const struct effect_rules *rules = tables[i]; rules->name != NULL; rules++)
			if (count < EFFECTS_NAMES_MAX)
				names_out[count++] = rules->name;
	names_out[count] = NULL;
}

/* Returns which word of `form`, "a|b|c", the word is, from 0. If `form` is in capitals, every word
 * is word 0. Returns -1 for none. *count_out: the number of words in `form`. */
static int find_word(const char *word, const char *form, size_t len, unsigned *count_out)
{
	int found = isupper((unsigned char)*form) ? 0 : -1;
	unsigned count = 0;

	for (const char *at = form; at < form + len; count++) {
		const char *bar = memchr(at, '|', (size_t)(form + len - at));
		size_t part = (size_t)((bar ? bar : form + len) - at);

		if (part == strlen(word) && memcmp(at, word, part) == 0)
			found = (int)count;
		at += part + 1;
	}
	*count_out = count;
	return found;
}

static bool read_arguments(const struct card *card, const char *form, uint32_t *said_out)
{
	unsigned used = 0, first = 0, count;
	const char *word;
	size_t len;

	for (; form != NULL && strbuf_next_word(&form, &word, &len); first += count) {
		bool optional = *word == '[';
		int found = find_word(used < card->argument_count ? card->arguments[used] : "",
				      word + optional, len - 2 * optional, &count);

		if (found >= 0 && used < card->argument_count) {
			*said_out |= 1u << (first + (unsigned)found);
			used++;
		} else if (!optional) {
			return false;
		}
	}
	return used == card->argument_count;
}

/* Adds the forms of the card's targets: "s s?", "m+". */
static void write_forms(const struct card *card, struct strbuf *out)
{
	static const char letters[] = {
		[TARGET_SQUARE] = 's', [TARGET_MOVE] = 'm', [TARGET_CHAIN] = 'c',
		[TARGET_EDGE] = 'e',   [TARGET_KIND] = 'k', [TARGET_CARD] = 'a',
		[TARGET_SEAT] = 'S',   [TARGET_TURN] = 't', [TARGET_PROMOTION] = 'p',
	};

	for (unsigned i = 0; i < card->target_count; i++) {
		const struct target_rule *rule = &card->targets[i];

		strbuf_addf(out, "%s%c", i > 0 ? " " : "", letters[rule->form]);
		if (rule->repeats)
			strbuf_add_char(out, rule->optional ? '*' : '+');
		else if (rule->optional)
			strbuf_add_char(out, '?');
	}
}

int effects_fit(struct card *card, const struct effect_rules *named, struct reason *reason)
{
	struct effect_rules *rules = base_alloc(sizeof *rules);
	uint32_t said = 0;
	struct strbuf forms;
	int result = 0;

	*rules = *named;
	card->effect = rules;
	if (!read_arguments(card, rules->arguments, &said))
		return reason_fail(reason, "expected: effect %s%s%s", rules->name,
				   rules->arguments ? " " : "",
				   rules->arguments ? rules->arguments : "");
	if (named->words != NULL && said != 0)
		*rules = named->words[__builtin_ctz(said)];
	rules->name = named->name;
	rules->said = said;
	rules->laid = EFFECT_KINDS;
	if (rules->read != NULL && rules->read(card, rules, reason) < 0)
		return -1;
	strbuf_init(&forms, 0);
	strbuf_add(&forms, "");
	write_forms(card, &forms);
	if (rules->targets != NULL && strcmp(rules->targets, forms.bytes) != 0) {
		reason_set(reason, "the effect '%s' wants targets of the forms '%s', not '%s'",
			   rules->name, rules->targets, forms.bytes);
		result = -1;
	}
	strbuf_done(&forms);
	return result;
}
