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
#include "core/base/deffile.h"
#include "core/kind/kinds.h"
#include "core/variant/variant.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/writing/letters_table.h"
#include "pbem/mailing/pages.h"

/* Move counts bigger than this are trusted: the command is to take seconds. */
static const uint64_t check_nodes = 20 * 1000 * 1000;

static void print_fault(void *context, const char *line)
{
	(void)context;
	puts(line);
}

/* The definitions of all variants. */
static size_t check_variants(void)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	size_t words, faults = kinds_check(library, check_nodes, print_fault, NULL);

	/* Without words every line of them would look wrong. */
	(void)words_orders(&words);
	if (words > 0)
		faults += pages_check(library, print_fault, NULL);
	variant_library_free(library);
	return faults;
}

/* What a topic is answered with must be there. */
static size_t check_topics(void)
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
		if (topic->page != NULL) {
			char *path = base_printf("%s/%s.txt", places_games(), topic->page);

			if (access(path, R_OK) != 0) {
				printf("%s:%u: HELP %s: %s %s\n", topic->file, topic->line,
				       topic->word,
				       errno == ENOENT ? "there is no page" : "can't read the page",
				       path);
				faults++;
			}
			free(path);
		}
	}
	return faults;
}

/* The words of orders, moves and HELP. */
static size_t check_words(void)
{
	struct deffile_faults faults;
	size_t count;

	deffile_faults_init(&faults);
	count = words_load(places_games(), &faults) == 0 ? check_topics() : faults.count;
	fputs(faults.lines.bytes, stdout);
	deffile_faults_done(&faults);
	return count;
}

/* The cards of every set; and that the variants are played with sets that go together. */
static size_t check_cards(void)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	char *folder = base_printf("%s/cards", places_games());
	char **sets = card_set_names(folder), **variants = variant_names(library);
	static const struct option on = {"cards", "on"};
	struct deffile_faults faults;
	size_t count = 0;

	deffile_faults_init(&faults);
	for (char **set = sets; *set != NULL; set++) {
		card_set_free(card_set_load(folder, *set, &faults));
		free(*set);
	}
	fputs(faults.lines.bytes, stdout);
	count = faults.count;
	for (char **name = variants; *name != NULL; name++) {
		struct reason reason;
		const struct variant *variant = variant_get(library, *name, &on, 1, NULL);

		if (count == 0 && variant != NULL && book_of(variant, &reason) == NULL) {
			puts(reason.text);
			count++;
		}
		free(*name);
	}
	deffile_faults_done(&faults);
	variant_library_free(library);
	free(variants);
	free(sets);
	free(folder);
	return count;
}

/* The wording of all letters, and what the site puts in its place, if we are at a site. */
static size_t check_templates(void)
{
	char *own = base_printf("%s/templates", places_site());
	struct template_set *set = template_set_new(places_templates(), own);
	size_t count, faults;
	const struct template_names *table = letters_table(&count);

	faults = template_check(set, table, count, print_fault, NULL);
	template_set_free(set);
	free(own);
	return faults;
}

int command_check(int argc, char **argv)
{
	struct reason reason;
	size_t faults;

	if (argc > 1)
		return command_usage(argv[0]);
	if (commands_check_games_folder(&reason) != 0)
		return commands_fail(argv[0], EX_NOINPUT, &reason);
	faults = check_words();
	faults += check_variants();
	faults += check_cards();
	faults += check_templates();
	return faults > 0 ? EX_DATAERR : EX_OK;
}
