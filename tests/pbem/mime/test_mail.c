/* SPDX-License-Identifier: MIT */
/*
 * Letters as mail programs send them, from their bytes to the orders read out of them. In
 * tests/mail, and in a folder for each program, lie NAME.eml and NAME.expect: what the person
 * meant. It has
 *
 *   class, tokens, why, from, subject, bounced: of the letter (group: through a group address)
 *   game: knightmare             where it isn't chess
 *   order: MOVE Nf3 = g1f3       each order, and the move it is in the opening
 *   refused: WORDS               or these words in what the player is told
 *
 * then a blank line and the new text. Letters in folders are named LANGUAGE-POSITION[-MORE].
 */
#include "tests/lib/chess.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include "core/notation/notation.h"
#include "core/order/order_parse.h"
#include "core/position/position.h"
#include "core/rules/movegen.h"
#include "tests/lib/inbox.h"
#include "tests/lib/source.h"

enum { SHOWN_MAX = 12, TALLIES_MAX = 256, LETTERS_MIN = 800 };

/* The outcomes of messages. */
struct ignored_counts {
	char name[64];
	unsigned letters, right, refused, wrong, silent;
};

/* By one thing they have in common. */
struct tallies {
	const char *by;
	struct ignored_counts tallies[TALLIES_MAX];
	size_t count;
};

static struct tallies programs = {.by = "By program"};
static struct tallies languages = {.by = "By language"};
static struct tallies positions = {.by = "By where the order stands"};
static struct tallies all = {.by = "All"};
static unsigned mismatches;

/* ---- files ---- */

static char *read_file(const char *path, size_t *len_out)
{
	FILE *file = fopen(path, "rb");
	struct strbuf text;
	char chunk[4096];
	size_t len;

	if (file == NULL)
		fail_msg("%s can't be opened", path);
	strbuf_init(&text, 0);
	while ((len = fread(chunk, 1, sizeof chunk, file)) > 0)
		strbuf_add_bytes(&text, chunk, len);
	fclose(file);
	*len_out = text.len;
	return text.bytes;
}

/* The value of a line "key: value" in the head of an expectation, allocated; NULL if there is none.
 */
static char *expected_value(const char *expected, const char *key)
{
	const char *cursor = expected, *end = expected + strlen(expected), *line;
	size_t len, want = strlen(key);

	while (strbuf_next_line(&cursor, end, &line, &len) && len > 0) {
		if (len > want + 1 && strncmp(line, key, want) == 0 &&
		    strncmp(line + want, ": ", 2) == 0)
			return base_strndup(line + want + 2, len - want - 2);
	}
	return NULL;
}

/* ---- a letter in words ---- */

/* Adds " = g1f3" after a move: its only legal meaning among the moves of the opening. Adds nothing
 * for rings, which have several boards. */
static void add_meaning(const struct variant *variant, const struct order *order,
			struct strbuf *out)
{
	char readings[NOTATION_READINGS][NOTATION_MAX], canonical[MOVE_TEXT_MAX];
	struct position position;
	struct move_list legal;
	struct move move;
	struct reason why = {.text = ""};
	unsigned count, found = 0;

	if (order->kind != ORDER_MOVE || variant_has_boards(variant))
		return;
	position_start(variant, &position);
	movegen_generate(variant, &position, &legal);
	count = notation_readings_by(variant, order->text, order->hand, readings);
	for (unsigned i = 0; i < count; i++) {
		if (notation_read(variant, &position, &legal, readings[i], &move, &why) == REFUSED)
			continue;
		move_text(variant, &move, canonical);
		strbuf_addf(out, " = %s", canonical);
		found++;
	}
	if (found != 1)
		strbuf_addf(out, " = %u moves of the opening: %s", found, why.text);
}

/* The lines "order:", or "refused:" with all that the player is told. True when orders were read.
 */
static bool describe_orders(const struct variant *variant, const struct message *letter,
			    struct strbuf *out)
{
	struct reason why = {.text = ""};
	struct order_list list;
	bool read;

	if (*letter->unreadable != '\0') {
		strbuf_addf(out, "refused: %s\n", letter->unreadable);
		return false;
	}
	order_list_init(&list);
	list.joins = letter->joins;
	list.join_count = letter->join_count;
	read = order_read_message(variant, letter->text, &list, &why) == ACCEPTED;
	if (!read)
		strbuf_addf(out, "refused: %s\n", why.text);
	if (read && list.dry_run)
		strbuf_add(out, "order: TRY\n");
	for (size_t i = 0; read && i < list.count; i++) {
		strbuf_add(out, "order: ");
		order_print(variant, &list.orders[i], out);
		add_meaning(variant, &list.orders[i], out);
		strbuf_add_char(out, '\n');
	}
	order_list_done(&list);
	return read;
}

static void describe_head(const struct message *letter, struct strbuf *out)
{
	static const char *const classes[] = {"plain", "automatic", "bounce", "group", "away"};

	strbuf_addf(out, "class: %s\ntokens: %u\n", classes[letter->class], letter->token_count);
	if (*letter->why_automatic != '\0')
		strbuf_addf(out, "why: %s\n", letter->why_automatic);
	strbuf_addf(out, "from:%s%s\n", *letter->from ? " " : "", letter->from);
	strbuf_addf(out, "subject:%s%s\n", *letter->subject ? " " : "", letter->subject);
	if (letter->class == MESSAGE_BOUNCE)
		strbuf_addf(out, "bounced: %s %s\n", letter->bounced_id,
			    letter->bounce_permanent ? "for good" : "for now");
}

/* ---- comparing ---- */

static struct ignored_counts *tally_of(struct tallies *tallies, const char *name, size_t len)
{
	struct ignored_counts *tally;

	for (size_t i = 0; i < tallies->count; i++) {
		tally = &tallies->tallies[i];
		if (strlen(tally->name) == len && strncmp(tally->name, name, len) == 0)
			return tally;
	}
	assert_true(tallies->count < TALLIES_MAX && len < sizeof tally->name);
	tally = &tallies->tallies[tallies->count++];
	memcpy(tally->name, name, len);
	return tally;
}

/* Where a refusal was expected to have some words and has them, they stand for all of it. */
static void shorten_refusal(struct strbuf *orders, const char *words)
{
	if (words == NULL || strncmp(orders->bytes, "refused: ", 9) != 0 ||
	    strstr(orders->bytes, words) == NULL)
		return;
	strbuf_clear(orders);
	strbuf_addf(orders, "refused: %s\n", words);
}

/* The lines "order:" and "refused:" of an expectation, allocated. */
static char *expected_orders(const char *expected)
{
	const char *cursor = expected, *end = expected + strlen(expected), *line;
	struct strbuf orders;
	size_t len;

	strbuf_init(&orders, 0);
	while (strbuf_next_line(&cursor, end, &line, &len) && len > 0) {
		if (strncmp(line, "order: ", 7) == 0 || strncmp(line, "refused: ", 9) == 0) {
			strbuf_add_bytes(&orders, line, len);
			strbuf_add_char(&orders, '\n');
		}
	}
	return orders.bytes;
}

/* From a person; one that came through a group address proves so by its token, which all of them
 * here have. */
static bool is_answered(const struct message *letter)
{
	return letter->class == MESSAGE_PLAIN ||
	       (letter->class == MESSAGE_GROUP && letter->token_count > 0);
}

static void count_letter(struct ignored_counts *tally, const struct message *letter,
			 const char *expected, const struct strbuf *orders, bool read)
{
	char *meant = expected_orders(expected);
	bool person = strstr(expected, "class: plain\n") == expected ||
		      strstr(expected, "class: group\n") == expected;
	bool answered = is_answered(letter);
	bool same = strcmp(meant, orders->bytes) == 0;

	tally->letters++;
	if (person && (!answered || orders->len <= strlen("refused: \n")))
		tally->silent++;
	else if (person && !read)
		tally->refused++;
	else if (person != answered || !same)
		tally->wrong++;
	else
		tally->right++;
	free(meant);
}

/* Counts it where it belongs: "gmail", "de", "above". */
static void count_everywhere(const char *folder, const char *name, const struct message *letter,
			     const char *expected, const struct strbuf *orders, bool read)
{
	size_t language = strcspn(name, "-"), stem = strlen(name) - strlen(".eml");
	const char *program = strrchr(folder, '/') + 1;

	count_letter(tally_of(&all, "in all", 6), letter, expected, orders, read);
	count_letter(tally_of(&programs, program, strlen(program)), letter, expected, orders, read);
	if (strcmp(program, "mail") == 0 || language != 2)
		return;
	count_letter(tally_of(&languages, name, language), letter, expected, orders, read);
	if (strcmp(program, "html") != 0 && strcmp(program, "automatic") != 0)
		count_letter(tally_of(&positions, name + 3, stem - 3), letter, expected, orders,
			     read);
}

static void check_letter(const char *folder, const char *name)
{
	size_t stem = strlen(name) - strlen(".eml"), len, expected_len;
	char *path = base_printf("%s/%s", folder, name);
	char *expected_path = base_printf("%s/%.*s.expect", folder, (int)stem, name);
	char *bytes = read_file(path, &len), *expected = read_file(expected_path, &expected_len);
	char *game = expected_value(expected, "game"), *words = expected_value(expected, "refused");
	const struct variant *variant;
	struct reason reason = {.text = ""};
	struct message *letter = NULL;
	struct strbuf found, orders;
	bool read = false, same;

	variant = variant_get(library, game != NULL ? game : "chess", NULL, 0, &reason);
	if (variant == NULL ||
	    message_read(bytes, len, &inbox_limits, "game@example.org", &letter, &reason) < 0)
		fail_msg("%s: %s", path, reason.text);
	strbuf_init(&found, 0);
	strbuf_init(&orders, 0);
	describe_head(letter, &found);
	if (game != NULL)
		strbuf_addf(&found, "game: %s\n", game);
	if (is_answered(letter))
		read = describe_orders(variant, letter, &orders);
	shorten_refusal(&orders, words);
	strbuf_addf(&found, "%s\n%s%s", orders.bytes, letter->text, *letter->text ? "\n" : "");
	same = strcmp(found.bytes, expected) == 0;
	count_everywhere(folder, name, letter, expected, &orders, read);
	if (!same && mismatches++ < SHOWN_MAX)
		print_message("%s: found\n%s\nexpected\n%s\n", path, found.bytes, expected);
	message_free(letter);
	strbuf_done(&found);
	strbuf_done(&orders);
	free(game);
	free(words);
	free(expected);
	free(bytes);
	free(expected_path);
	free(path);
}

static bool is_folder(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static void check_folder(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	assert_non_null(dir);
	while ((entry = readdir(dir)) != NULL) {
		char *inner = base_printf("%s/%s", path, entry->d_name);
		size_t len = strlen(entry->d_name);

		if (entry->d_name[0] != '.' && is_folder(inner))
			check_folder(inner);
		else if (len > 4 && strcmp(entry->d_name + len - 4, ".eml") == 0)
			check_letter(path, entry->d_name);
		free(inner);
	}
	closedir(dir);
}

/* ---- the set ---- */

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct ignored_counts *)a)->name,
		      ((const struct ignored_counts *)b)->name);
}

static void print_tallies(struct tallies *tallies)
{
	print_message("%s: letters, read rightly, kindly refused, wrongly read, silent\n",
		      tallies->by);
	qsort(tallies->tallies, tallies->count, sizeof *tallies->tallies, by_name);
	for (size_t i = 0; i < tallies->count; i++) {
		const struct ignored_counts *tally = &tallies->tallies[i];

		print_message("  %-24s %4u  %4u (%5.1f %%)  %4u (%5.1f %%)  %u  %u\n", tally->name,
			      tally->letters, tally->right, 100.0 * tally->right / tally->letters,
			      tally->refused, 100.0 * tally->refused / tally->letters, tally->wrong,
			      tally->silent);
	}
}

static void letters_of_many_programs_give_the_orders_that_were_meant(void **state)
{
	char *folder = source_path("tests/mail");

	(void)state;
	check_folder(folder);
	free(folder);
	print_tallies(&programs);
	print_tallies(&languages);
	print_tallies(&positions);
	print_tallies(&all);
	assert_int_equal(mismatches, 0);
	assert_int_equal(all.tallies[0].wrong, 0);
	assert_int_equal(all.tallies[0].silent, 0);
	assert_true(all.tallies[0].letters >= LETTERS_MIN);
}

static int start(void **state)
{
	return inbox_open(state) != 0 ? -1 : chess_set_up(state);
}

static int stop(void **state)
{
	chess_tear_down(state);
	return inbox_close(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_of_many_programs_give_the_orders_that_were_meant),
	};

	return cmocka_run_group_tests_name("mail", tests, start, stop);
}
