/* SPDX-License-Identifier: MIT */
/* pbem check: finds faults in variants, cards, words and templates. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/cards/deck/card_ruleset.h"
#include "core/cards/effects/effects_load.h"
#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/util/base.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant.h"
#include "pbem/archive/archive.h"
#include "pbem/cli/cli.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/rules_pages.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"

/* Greater move counts are trusted, because the command should take only seconds. */
static const uint64_t check_nodes = 20 * 1000 * 1000;

static void print_fault(void *context, const char *line)
{
	(void)context;
	progress_clear();
	puts(line);
}

/* Prints a fault of a page; the context collects what was printed. */
static void print_page_fault(void *context, const char *line)
{
	puts(line);
	strbuf_addf(context, "%s\n", line);
}

/* Checks the definitions of all variants, and their pages if there are words: without words every
 * line of a page would look wrong. Faults of pages are collected in `told`. */
static size_t check_variants(bool vocabulary_known, struct strbuf *told)
{
	struct variant_library *library = variant_library_new(paths_games(), gametypes_all);
	size_t faults;

	progress_begin("variants checked");
	faults = gametypes_check(library, check_nodes, print_fault, NULL, progress_tick);
	progress_end();
	if (vocabulary_known)
		faults += rules_pages_check(library, print_page_fault, told);
	variant_library_free(library);
	return faults;
}

/* Returns whether a fault of the page, "PATH: ...", was printed. */
static bool page_was_reported(const struct strbuf *told, const char *path)
{
	const char *cursor = told->bytes, *line;
	size_t len, path_len = strlen(path);

	while (strbuf_next_line(&cursor, told->bytes + told->len, &line, &len))
		if (strbuf_starts(line, path) && line[path_len] == ':')
			return true;
	return false;
}

/* Checks the page that answers a topic, unless it was found missing before. */
static size_t check_topic_page(const struct vocabulary_topic *topic, struct strbuf *told)
{
	char *path = base_printf("%s/%s.txt", paths_games(), topic->page);
	size_t faults = 0;

	if (access(path, R_OK) != 0 && !page_was_reported(told, path)) {
		printf("%s:%u: HELP %s needs a page, but %s %s\n", topic->file, topic->line,
		       topic->word, errno == ENOENT ? "there is no file" : "pbem can't read", path);
		strbuf_addf(told, "%s:\n", path);
		faults++;
	}
	free(path);
	return faults;
}

/* Checks that the page or message that answers each topic is there. */
static size_t check_topics(struct strbuf *told)
{
	size_t count, faults = 0;
	const struct vocabulary_topic *topics = vocabulary_topics(&count);

	for (size_t i = 0; i < count; i++) {
		const struct vocabulary_topic *topic = &topics[i];

		if (topic->letter != NULL &&
		    (strncmp(topic->letter, "help", 4) != 0 ||
		     template_catalog_table_names(topic->letter) == NULL)) {
			printf("%s:%u: HELP %s needs a letter, but there is no help letter '%s'\n",
			       topic->file, topic->line, topic->word, topic->letter);
			faults++;
		}
		if (topic->page != NULL)
			faults += check_topic_page(topic, told);
	}
	return faults;
}

/* Checks the words of orders, moves and HELP; *known: whether they can be used. */
static size_t check_words(bool *known)
{
	struct deffile_faults faults;
	size_t count;

	vocabulary_set_folder(paths_games());
	deffile_faults_init(&faults);
	*known = vocabulary_load(paths_games(), &faults) == 0;
	if (*known)
		(void)vocabulary_try_languages(paths_games(), &faults);
	count = faults.count;
	fputs(faults.lines.bytes, stdout);
	deffile_faults_done(&faults);
	return count;
}

/* Checks the words of mail programs, and the site's additions to them if we are at a site. */
static size_t check_mail_clients(void)
{
	char *own = base_printf("%s/mailers", paths_site());
	struct deffile_faults faults;
	size_t count;

	deffile_faults_init(&faults);
	mail_clients_set_folders(paths_mailers(), own);
	(void)mail_clients_load(&faults);
	count = faults.count;
	fputs(faults.lines.bytes, stdout);
	deffile_faults_done(&faults);
	free(own);
	return count;
}

/* Returns whether any variant can have what a card needs, such as "abduction=honour". If there are
 * no games with cards, that can't be known, and it returns true. */
static bool is_need_met(struct variant_library *library, char **variants, const char *needed)
{
	static const struct option on = {"cards", "on"};
	const char *equals = strchr(needed, '=');
	char *key = base_strndup(needed, (size_t)(equals - needed));
	bool offered = false, none = true;

	for (char **name = variants; !offered && *name != NULL; name++) {
		const struct variant *variant = variant_get(library, *name, &on, 1, NULL);

		none = none && variant == NULL;
		offered = variant != NULL && variant_can_have(variant, key, equals + 1);
	}
	free(key);
	return offered || none;
}

/* Checks the needs of cards: a card whose need no game meets would never be dealt, and nobody would
 * learn why. */
static size_t check_needs(struct variant_library *library, char **variants, const char *path,
			  const struct card_set *set)
{
	size_t faults = 0;

	for (unsigned i = 0; i < set->count; i++) {
		const struct card *card = &set->cards[i];

		if (strchr(card->needs, '=') == NULL || is_need_met(library, variants, card->needs))
			continue;
		printf("%s: %s needs %s, but no game with cards has this option with this value\n",
		       path, card->name, card->needs);
		faults++;
	}
	return faults;
}

/* The contexts of the sentences on cards (translate.h). Names of cards are read, too. */
static const char of_name[] = "card", of_rest[] = "on card";

/* Returns whether a set has a card with that sentence. */
static bool has_sentence(const struct card_set *set, const char *context, const char *english)
{
	for (unsigned i = 0; i < set->count; i++) {
		const struct card *card = &set->cards[i];
		const char *const rest[] = {card->plays, card->lasts, card->text};

		if (context == of_name && strcmp(card->name, english) == 0)
			return true;
		for (size_t k = 0; k < ARRAY_LEN(rest); k++)
			if (context == of_rest && rest[k] != NULL && strcmp(rest[k], english) == 0)
				return true;
	}
	return false;
}

static void note_unused_translations(const char *file, struct card_set *const *sets,
				     const char *context)
{
	const char *english;
	size_t at = 0;

	while ((english = translate_next(context, &at)) != NULL) {
		struct card_set *const *set = sets;

		while (*set != NULL && !has_sentence(*set, context, english))
			set++;
		if (*set == NULL)
			printf("%s: note: no card contains the sentence '%.60s%s'\n", file, english,
			       strlen(english) > 60 ? "..." : "");
	}
}

/* Returns whether all sentences of a card are translated into the current language. */
static bool is_translated(const struct card *card)
{
	const char *const rest[] = {card->plays, card->lasts, card->text};
	bool all = translate_of(of_name, card->name) != card->name;

	for (size_t k = 0; k < ARRAY_LEN(rest); k++)
		all = all && (rest[k] == NULL || translate_of(of_rest, rest[k]) != rest[k]);
	return all;
}

static void note_card_translation(const char *file, const struct card *card)
{
	size_t used;
	const char *other = translate_back(of_name, card->name, &used);

	if (!is_translated(card))
		printf("%s: note: the card %s of the set %s is not fully translated; letters "
		       "contain the remaining sentences in English\n",
		       file, card->name, card->set);
	if (other != NULL && strcmp(other, card->name) != 0)
		printf("%s: note: %s is the name of a card, but also the translated name of the "
		       "card %s\n",
		       file, card->name, other);
}

/* Reports which sentences of cards the current language translates. Missing ones are no fault,
 * because they appear in English, as they do in a language without any names of cards. */
static void note_translation(const char *file, struct card_set *const *sets)
{
	size_t at = 0;

	if (translate_next(of_name, &at) == NULL)
		return;
	for (struct card_set *const *set = sets; *set != NULL; set++)
		for (unsigned i = 0; i < (*set)->count; i++)
			note_card_translation(file, &(*set)->cards[i]);
	note_unused_translations(file, sets, of_name);
	note_unused_translations(file, sets, of_rest);
}

/* Does the same for every language and the cards of these sets. */
static void note_translations(struct card_set **sets)
{
	char **languages = vocabulary_languages(paths_games());

	for (char **language = languages; *language != NULL; language++) {
		char *file = base_printf("%s/words/%s-cards.po", paths_games(), *language);
		const struct vocabulary *spoken;
		struct reason reason;

		if (sets[0] != NULL) {
			if (vocabulary_push(*language, &spoken, &reason) == 0)
				note_translation(file, sets);
			vocabulary_pop(spoken);
		}
		free(file);
		free(*language);
	}
	free(languages);
}

/* Checks the cards of every set, and that each variant is played with sets that fit together. */
static size_t check_cards(bool vocabulary_known)
{
	struct variant_library *library = variant_library_new(paths_games(), gametypes_all);
	char *folder = base_printf("%s/cards", paths_games());
	char **sets = card_set_names(folder), **variants = variant_names(library);
	static const struct option on = {"cards", "on"};
	struct deffile_faults faults;
	struct card_set **loaded;
	size_t count = 0, kept = 0;

	while (sets[kept] != NULL)
		kept++;
	loaded = base_zalloc(kept + 1, sizeof *loaded);
	kept = 0;
	deffile_faults_init(&faults);
	for (char **name = sets; *name != NULL; name++) {
		struct card_set *set = effects_set_load(folder, *name, &faults);
		char *path = base_printf("%s/%s", folder, *name);

		count += set != NULL ? check_needs(library, variants, path, set) : 0;
		if (set != NULL)
			loaded[kept++] = set;
		free(path);
		free(*name);
	}
	fputs(faults.lines.bytes, stdout);
	count += faults.count;
	for (char **name = variants; *name != NULL; name++) {
		struct reason reason;
		const struct variant *variant = variant_get(library, *name, &on, 1, NULL);

		if (count == 0 && variant != NULL && effects_book_of(variant, &reason) == NULL) {
			puts(reason.text);
			count++;
		}
		free(*name);
	}
	deffile_faults_done(&faults);
	variant_library_free(library);
	if (vocabulary_known && count == 0)
		note_translations(loaded);
	for (size_t i = 0; i < kept; i++)
		card_set_free(loaded[i]);
	free(loaded);
	free(variants);
	free(sets);
	free(folder);
	return count;
}

/* Checks the text of all messages and pages, and the site's replacements for them if we are at a
 * site. */
static size_t check_templates(void)
{
	char *own = base_printf("%s/templates", paths_site());
	struct template_set *set = template_set_new(paths_templates(), own);
	size_t count, faults;
	const struct template_names *table = template_catalog_table(&count);

	faults = template_check(set, table, count, print_fault, NULL);
	faults += archive_check(paths_templates(), own, print_fault, NULL);
	template_set_free(set);
	free(own);
	return faults;
}

int cmd_check(const struct args *args)
{
	struct reason reason;
	struct strbuf told;
	size_t faults;
	bool vocabulary_known;

	if (cli_check_games_folder(&reason) != 0)
		return cli_fail(args->command->name, EX_NOINPUT, &reason);
	strbuf_init(&told, 0);
	faults = check_words(&vocabulary_known);
	faults += check_mail_clients();
	faults += check_variants(vocabulary_known, &told);
	if (vocabulary_known)
		faults += check_topics(&told);
	strbuf_done(&told);
	faults += check_cards(vocabulary_known);
	if (vocabulary_known) /* the pages need the words */
		faults += check_templates();
	return faults > 0 ? EX_DATAERR : EX_OK;
}
