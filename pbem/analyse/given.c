/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/position/move.h"
#include "core/rules/peterson.h"
#include "core/base/text.h"
#include "pbem/analyse/given.h"

int given_wrong(const struct given *given, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "pbem %s: ", given->command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return WRONG_USE;
}

int given_input_end(const struct given *given, FILE *input, int result)
{
	if (!ferror(input))
		return result;
	return given_wrong(given, "standard input can't be read to its end: %s", strerror(errno));
}

int given_option(struct given *given, const char *text)
{
	struct option *option = &given->options[given->option_count];
	const char *equals = strchr(text, '=');
	size_t len = equals ? (size_t)(equals - text) : 0;

	if (len == 0 || len > NAME_MAX_LEN || strlen(equals + 1) > OPTION_VALUE_MAX ||
	    given->option_count == MAX_GIVEN)
		return given_wrong(given, "--option %s: expected KEY=VALUE, at most %d times", text,
				   MAX_GIVEN);
	memcpy(option->key, text, len);
	option->key[len] = '\0';
	strcpy(option->value, equals + 1);
	for (size_t i = 0; i < given->option_count; i++)
		if (strcmp(given->options[i].key, option->key) == 0)
			return given_wrong(given, "--option %s is given twice", option->key);
	given->option_count++;
	return DONE;
}

/* Takes one option: "--fen TEXT" or "--fen=TEXT". Returns how many words it was, 0 if unknown. */
static int take_flag(struct given *given, const struct flag *flag, char **argv, int *result)
{
	size_t len = strlen(flag->name);
	const char *value = NULL;

	if (strncmp(argv[0], flag->name, len) != 0 || (argv[0][len] != '\0' && argv[0][len] != '='))
		return 0;
	if (argv[0][len] == '=')
		value = argv[0] + len + 1;
	else if (flag->value != NULL)
		value = argv[1];
	if ((value != NULL) != (flag->value != NULL)) {
		*result = given_wrong(given, "expected %s%s%s", flag->name, flag->value ? " " : "",
				      flag->value ? flag->value : ", without anything behind it");
		return 1;
	}
	*result = flag->take(given, value);
	return argv[0][len] == '=' || flag->value == NULL ? 1 : 2;
}

int given_read(struct given *given, char **argv, size_t words, const struct flag *flags)
{
	*given = (struct given){.command = *argv++};
	while (*argv != NULL) {
		const struct flag *flag = flags;
		int used = 0, result = DONE;

		while (flag->name != NULL && (used = take_flag(given, flag, argv, &result)) == 0)
			flag++;
		if (result != DONE)
			return result;
		if (used == 0 && argv[0][0] == '-' && argv[0][1] == '-')
			return given_wrong(given, "unknown option %s", argv[0]);
		if (used == 0 && given->word_count == words)
			return given_wrong(given, "'%s' is one word too many", argv[0]);
		if (used == 0)
			given->words[given->word_count++] = argv[0];
		argv += used ? used : 1;
	}
	if (given->word_count < words)
		return given_wrong(given, "expected VARIANT%s%s", words > 1 ? " DEPTH" : "",
				   " (see pbem help)");
	return DONE;
}

int given_variant(const struct given *given, struct variant_library *library,
		  const struct variant **variant_out)
{
	struct reason reason;

	*variant_out =
		variant_get(library, given->words[0], given->options, given->option_count, &reason);
	return *variant_out == NULL ? given_wrong(given, "%s", reason.text) : DONE;
}

/* Turns of several moves or after payments, until there are too many to be listed. */
struct turn_texts {
	const struct variant *variant;
	char *texts[TURNS_MANY];
	size_t count;
	bool many;
};

static bool add_turn(void *context, const struct party_turn *turn, const struct position *after)
{
	struct turn_texts *turns = context;
	struct text text;

	(void)after;
	turns->many = turns->count == TURNS_MANY;
	if (turns->many)
		return false;
	text_init(&text, 0);
	peterson_print(turns->variant, turn, &text);
	turns->texts[turns->count++] = text.bytes;
	return true;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_turns(const struct variant *variant, const struct position *position,
			struct text *out)
{
	struct turn_texts *turns = base_alloc(sizeof *turns);

	turns->variant = variant;
	turns->count = 0;
	turns->many = false;
	peterson_turns(variant, position, add_turn, turns);
	if (turns->many)
		text_add(out, " many");
	else
		qsort(turns->texts, turns->count, sizeof *turns->texts, compare_texts);
	for (size_t i = 0; i < turns->count; i++) {
		if (!turns->many) {
			text_add_char(out, ' ');
			text_add(out, turns->texts[i]);
		}
		free(turns->texts[i]);
	}
	free(turns);
}

void given_print_legal(const struct variant *variant, const struct position *position,
		       const struct outcome *outcome, struct move_list *legal, struct text *out)
{
	char name[MOVE_TEXT_MAX];

	if (outcome->status != STATUS_PLAYING) {
		text_add(out, "- over:");
		rules_result(variant, outcome, out);
	} else {
		text_add(out, variant_seat_name(variant, position->turn));
		text_add(out,
			 movegen_in_check(variant, position, position->turn) ? " check" : " -");
	}
	if (peterson_has_long_turns(variant) && outcome->status == STATUS_PLAYING) {
		print_turns(variant, position, out);
	} else {
		move_list_sort(variant, legal);
		for (unsigned i = 0; i < legal->count; i++) {
			move_text(variant, &legal->moves[i], name);
			text_add_char(out, ' ');
			text_add(out, name);
		}
	}
	text_add_char(out, '\n');
}

void given_print_seats(const struct variant *variant, uint16_t seats, struct text *out)
{
	if (seats == 0)
		text_add_char(out, '-');
	variant_print_seats(variant, seats, out);
}

void given_print_ring(const struct variant *variant, const struct ring *ring,
		      const struct outcome *outcome, struct text *out)
{
	uint16_t checked = ring_checked(variant, ring);
	struct ring_list legal;

	given_print_seats(variant, ring_to_move(ring), out);
	if (outcome->status != STATUS_PLAYING) {
		text_add(out, " over:");
		rules_result(variant, outcome, out);
	} else {
		text_add(out, checked ? " check:" : " ");
		given_print_seats(variant, checked, out);
	}
	ring_list_init(&legal);
	ring_legal_all(variant, ring, &legal);
	ring_list_sort(variant, &legal);
	for (unsigned i = 0; i < legal.count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(variant, &legal.moves[i], name);
		text_addf(out, " %s", name);
	}
	ring_list_done(&legal);
	text_add_char(out, '\n');
}
