/* SPDX-License-Identifier: MIT */
/* pbem check: everything that is data, variants, cards, words and templates, is without a fault. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/base.h"
#include "core/cards/deck/book.h"
#include "core/cards/effects/effects_load.h"
#include "core/base/deffile.h"
#include "core/base/text.h"
#include "core/kind/kinds.h"
#include "core/phrase/phrase.h"
#include "core/variant/variant.h"
#include "core/words/words.h"
#include "pbem/archive/archive.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/site/terminal.h"
#include "pbem/writing/letters_table.h"
#include "pbem/mailing/pages.h"
#include "pbem/reading/reply/mailers.h"

/* Move counts bigger than this are trusted: the command is to take seconds. */
static const uint64_t check_nodes = 20 * 1000 * 1000;

static void print_fault(void *context, const char *line)
{
	(void)context;
	terminal_clear();
	puts(line);
}

/* Of pages: the context keeps what was told. */
static void print_page_fault(void *context, const char *line)
{
	puts(line);
	text_addf(context, "%s\n", line);
}

/* The definitions of all variants; and their pages, of which faults are kept, when there are words:
 * without them every line of a page would look wrong. */
static size_t check_variants(bool words_known, struct text *told)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	size_t faults;

	terminal_begin("variants checked");
	faults = kinds_check(library, check_nodes, print_fault, NULL, terminal_tick);
	terminal_end();
	if (words_known)
		faults += pages_check(library, print_page_fault, told);
	variant_library_free(library);
	return faults;
}

/* Whether a fault of the page, "PATH: ...", was told. */
static bool page_was_told(const struct text *told, const char *path)
{
	const char *cursor = told->bytes, *line;
	size_t len, path_len = strlen(path);

	while (text_next_line(&cursor, told->bytes + told->len, &line, &len))
		if (text_starts(line, path) && line[path_len] == ':')
			return true;
	return false;
}

/* The page that a topic is answered with, unless it was found missing before. */
static size_t check_topic_page(const struct words_topic *topic, struct text *told)
{
	char *path = base_printf("%s/%s.txt", places_games(), topic->page);
	size_t faults = 0;

	if (access(path, R_OK) != 0 && !page_was_told(told, path)) {
		printf("%s:%u: HELP %s: %s %s\n", topic->file, topic->line, topic->word,
		       errno == ENOENT ? "there is no page" : "can't read the page", path);
		text_addf(told, "%s:\n", path);
		faults++;
	}
	free(path);
	return faults;
}

/* What a topic is answered with must be there. */
static size_t check_topics(struct text *told)
{
	size_t count, faults = 0;
	const struct words_topic *topics = words_topics(&count);

	for (size_t i = 0; i < count; i++) {
		const struct words_topic *topic = &topics[i];

		if (topic->letter != NULL && (strncmp(topic->letter, "help", 4) != 0 ||
					      letters_table_names(topic->letter) == NULL)) {
			printf("%s:%u: HELP %s: there is no letter '%s' that gives help\n",
			       topic->file, topic->line, topic->word, topic->letter);
			faults++;
		}
		if (topic->page != NULL)
			faults += check_topic_page(topic, told);
	}
	return faults;
}

/* The words of orders, moves and HELP; *known: whether they can be used. */
static size_t check_words(bool *known)
{
	struct deffile_faults faults;
	size_t count;

	words_from(places_games());
	deffile_faults_init(&faults);
	*known = words_load(places_games(), &faults) == 0;
	if (*known)
		(void)words_try_languages(places_games(), &faults);
	count = faults.count;
	fputs(faults.lines.bytes, stdout);
	deffile_faults_done(&faults);
	return count;
}

/* The words of mail programs, and what the site adds to them, if we are at a site. */
static size_t check_mailers(void)
{
	char *own = base_printf("%s/mailers", places_site());
	struct deffile_faults faults;
	size_t count;

	deffile_faults_init(&faults);
	mailers_from(places_mailers(), own);
	(void)mailers_load(&faults);
	count = faults.count;
	fputs(faults.lines.bytes, stdout);
	deffile_faults_done(&faults);
	free(own);
	return count;
}

/* Whether any of the variants can have what a card needs, "abduction=honour"; of a box without a
 * game with cards there is no telling. */
static bool is_offered(struct variant_library *library, char **variants, const char *needed)
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

/* A card whose need no game meets would never be dealt, and nobody would be told why. */
static size_t check_needs(struct variant_library *library, char **variants, const char *path,
			  const struct card_set *set)
{
	size_t faults = 0;

	for (unsigned i = 0; i < set->count; i++) {
		const struct card *card = &set->cards[i];

		if (strchr(card->needs, '=') == NULL || is_offered(library, variants, card->needs))
			continue;
		printf("%s: %s needs %s: no game with cards has such an option, or such a value "
		       "for it\n",
		       path, card->name, card->needs);
		faults++;
	}
	return faults;
}

/* The contexts of what cards say (phrase.h): a name is read, too. */
static const char of_name[] = "card", of_rest[] = "on card";

/* Whether a set has a card that says so. */
static bool is_said(const struct card_set *set, const char *context, const char *english)
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

static void note_unsaid(const char *file, struct card_set *const *sets, const char *context)
{
	const char *english;
	size_t at = 0;

	while ((english = phrase_next(context, &at)) != NULL) {
		struct card_set *const *set = sets;

		while (*set != NULL && !is_said(*set, context, english))
			set++;
		if (*set == NULL)
			printf("%s: note: no card says '%.60s%s'\n", file, english,
			       strlen(english) > 60 ? "..." : "");
	}
}

/* Whether all that a card says is known in the language spoken. */
static bool is_translated(const struct card *card)
{
	const char *const rest[] = {card->plays, card->lasts, card->text};
	bool all = phrase_of(of_name, card->name) != card->name;

	for (size_t k = 0; k < ARRAY_LEN(rest); k++)
		all = all && (rest[k] == NULL || phrase_of(of_rest, rest[k]) != rest[k]);
	return all;
}

static void note_card(const char *file, const struct card *card)
{
	size_t used;
	const char *other = phrase_back(of_name, card->name, &used);

	if (!is_translated(card))
		printf("%s: note: not all that %s, of the set %s, says is there; the rest is sent "
		       "in English\n",
		       file, card->name, card->set);
	if (other != NULL && strcmp(other, card->name) != 0)
		printf("%s: note: %s is the name of a card, and that of %s here\n", file,
		       card->name, other);
}

/* What the language spoken has for cards: no fault, for all of it can be read in English; as in one
 * that has no names of cards at all. */
static void note_translation(const char *file, struct card_set *const *sets)
{
	size_t at = 0;

	if (phrase_next(of_name, &at) == NULL)
		return;
	for (struct card_set *const *set = sets; *set != NULL; set++)
		for (unsigned i = 0; i < (*set)->count; i++)
			note_card(file, &(*set)->cards[i]);
	note_unsaid(file, sets, of_name);
	note_unsaid(file, sets, of_rest);
}

/* What every language has for the cards of these sets. */
static void note_translations(struct card_set **sets)
{
	char **languages = words_languages(places_games());

	for (char **language = languages; *language != NULL; language++) {
		char *file = base_printf("%s/words/%s-cards.po", places_games(), *language);
		struct reason reason;

		if (sets[0] != NULL && words_speak(*language, &reason) == 0)
			note_translation(file, sets);
		free(file);
		free(*language);
	}
	free(languages);
	(void)words_speak("", NULL);
}

/* The cards of every set; and that the variants are played with sets that go together. */
static size_t check_cards(bool words_known)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	char *folder = base_printf("%s/cards", places_games());
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
	if (words_known && count == 0)
		note_translations(loaded);
	for (size_t i = 0; i < kept; i++)
		card_set_free(loaded[i]);
	free(loaded);
	free(variants);
	free(sets);
	free(folder);
	return count;
}

/* The wording of all letters and pages, and what the site puts in its place, if we are at a site.
 */
static size_t check_templates(void)
{
	char *own = base_printf("%s/templates", places_site());
	struct template_set *set = template_set_new(places_templates(), own);
	size_t count, faults;
	const struct template_names *table = letters_table(&count);

	faults = template_check(set, table, count, print_fault, NULL);
	faults += archive_check(places_templates(), own, print_fault, NULL);
	template_set_free(set);
	free(own);
	return faults;
}

int command_check(const struct given *given)
{
	struct reason reason;
	struct text told;
	size_t faults;
	bool words_known;

	if (commands_check_games_folder(&reason) != 0)
		return commands_fail(given->command->name, EX_NOINPUT, &reason);
	text_init(&told, 0);
	faults = check_words(&words_known);
	faults += check_mailers();
	faults += check_variants(words_known, &told);
	if (words_known)
		faults += check_topics(&told);
	text_done(&told);
	faults += check_cards(words_known);
	if (words_known) /* whose lines they must have */
		faults += check_templates();
	return faults > 0 ? EX_DATAERR : EX_OK;
}
