/* SPDX-License-Identifier: MIT */
/*
 * Conversations by SMTP with a server that is strict, and fails in every way at every place, cut at
 * every byte. A letter is sent once, or known to be refused, or known not to be sent, or its
 * outcome is unknown. The result never contradicts what the server has of the letter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/smtp_session.h"
#include "tests/lib/pace.h"
#include "tests/lib/strictpost.h"

enum { NEVER = 1 << 30 };

struct scene {
	struct strictpost server;
	struct smtp_dialog *dialog;
	struct sink_letter letters[LETTERS_MAX];
	char to[LETTERS_MAX][32], bytes[LETTERS_MAX][64];
	size_t count, given, told;
	struct smtp_result fates[LETTERS_MAX];
	int64_t now, slow; /* ms; and so long an answer takes */
	size_t most;	   /* letters on their way at a time */
	size_t joined;	   /* writes that end a letter and begin the next */
};

/* ---- a conversation ---- */

static void begin_over(struct scene *scene, size_t connections, const struct smtp_offer *offer,
		       const char *faults)
{
	memset(scene, 0, sizeof *scene);
	scene->server.offer = *offer;
	scene->server.faults = faults;
	scene->server.last = scene->server.now = -1;
	scene->count = strlen(faults);
	strbuf_init(&scene->server.in, 0);
	strbuf_init(&scene->server.out, 0);
	strbuf_init(&scene->server.letter, 0);
	scene->dialog = smtp_dialog_new(offer, smtp_dialog_share(connections));
	for (size_t i = 0; i < scene->count; i++) {
		char *from = base_printf("from.%zu@x", i);

		snprintf(scene->to[i], sizeof scene->to[i], "to.%zu@y", i);
		snprintf(scene->bytes[i], sizeof scene->bytes[i],
			 "Letter %zu\r\n\r\n.\r\n..two\r\n", i);
		scene->letters[i] = (struct sink_letter){from, scene->to[i], "n", scene->bytes[i],
							 strlen(scene->bytes[i])};
	}
}

static void begin(struct scene *scene, const struct smtp_offer *offer, const char *faults)
{
	begin_over(scene, 2, offer, faults);
}

static void done(struct scene *scene)
{
	for (size_t i = 0; i < scene->count; i++)
		free((char *)(uintptr_t)scene->letters[i].from);
	smtp_dialog_free(scene->dialog);
	strbuf_done(&scene->server.in);
	strbuf_done(&scene->server.out);
	strbuf_done(&scene->server.letter);
}

static void collect(struct scene *scene)
{
	struct smtp_result fate;

	while (smtp_dialog_take_result(scene->dialog, &fate)) {
		assert_ptr_equal(fate.letter, &scene->letters[scene->told]);
		scene->fates[scene->told++] = fate;
	}
}

/* Passes what the client sends to the server, except everything after its first `bytes`. */
static size_t pass_on(struct scene *scene, size_t bytes)
{
	const char *out;
	size_t len, passed = 0;

	while (scene->given < scene->count && smtp_dialog_has_room(scene->dialog))
		smtp_dialog_add_message(scene->dialog, &scene->letters[scene->given++], scene->now);
	if (scene->given - scene->told > scene->most)
		scene->most = scene->given - scene->told;
	while (passed < bytes && (out = smtp_dialog_out(scene->dialog, &len)) != NULL) {
		len = len < bytes - passed ? len : bytes - passed;
		strbuf_add_bytes(&scene->server.in, out, len);
		scene->joined += memmem(out, len, "\r\n.\r\nMAIL", 9) != NULL;
		smtp_dialog_written(scene->dialog, len);
		passed += len;
	}
	return passed;
}

/*
 * The line is cut behind so many bytes of the client's, and so many of the server's; pieces of so
 * many bytes reach the client at a time.
 */
static void converse(struct scene *scene, size_t up, size_t down, size_t piece)
{
	struct strictpost *server = &scene->server;
	bool sound = true;
	size_t moved = 1;

	while (sound && moved > 0) {
		moved = pass_on(scene, up);
		up -= moved;
		while (!server->gone && strictpost_serve(server))
			continue;
		scene->now += scene->slow;
		while (sound && server->out.len > 0 && down > 0) {
			size_t len = server->out.len < piece ? server->out.len : piece;

			len = len < down ? len : down;
			sound = smtp_dialog_receive(scene->dialog, server->out.bytes, len,
						    scene->now);
			strictpost_drop(&server->out, len);
			down -= len;
			moved += len;
			collect(scene);
			if (piece == 1)
				pass_on(scene, 0);
		}
		if (smtp_dialog_is_over(scene->dialog))
			break;
	}
	smtp_dialog_cut(scene->dialog, scene->now);
	collect(scene);
	assert_int_equal(scene->told, scene->given);
}

/* Checks that the known outcome of each letter is right. */
static void check(const struct scene *scene, const char *what)
{
	for (size_t i = 0; i < scene->count; i++) {
		const struct smtp_result *fate = &scene->fates[i];
		const int here = scene->server.delivered[i];
		bool so;

		if (i >= scene->told)
			so = here == 0;
		else if (fate->again)
			so = here == 0;
		else if (fate->answer / 100 == 2)
			so = here == 1;
		else
			so = here == 0 || (here == 1 && fate->answer == 0 && fate->whole);
		if (!so)
			fail_msg("%s, letter %zu is %d times there: answer %ld, stage %d%s%s", what,
				 i, here, fate->answer, fate->stage, fate->again ? ", again" : "",
				 fate->whole ? ", whole" : "");
	}
}

static const struct smtp_offer offers[] = {
	{.size = false},
	{.pipelining = true, .size = true},
	{.chunking = true, .size = true},
	{.pipelining = true, .chunking = true},
};

static void run_one(const char *faults, const struct smtp_offer *offer, size_t up, size_t down,
		    size_t piece)
{
	struct scene scene;
	char what[200];

	snprintf(what, sizeof what, "%s%s%s, cut at %zu %zu", faults,
		 offer->pipelining ? " pipelining" : "", offer->chunking ? " chunking" : "", up,
		 down);
	begin(&scene, offer, faults);
	converse(&scene, up, down, piece);
	check(&scene, what);
	done(&scene);
}

/* Every row of `len` of these faults behind two letters that go well, and before one; or of the
 * rows a part, evenly spread, in which each fault is in each place. */
static void for_all(const char *faults, size_t len,
		    void (*each)(const char *row, const struct smtp_offer *offer))
{
	size_t kinds = strlen(faults), rows = 1;

	for (size_t i = 0; i < len; i++)
		rows *= kinds;
	for (size_t n = 0; n < pace((unsigned)rows, (unsigned)(12 + rows / 24)); n++) {
		char row[LETTERS_MAX] = "oo";
		size_t rest = n * 31 % rows;

		for (size_t i = 0; i < len; i++, rest /= kinds)
			row[2 + i] = faults[rest % kinds];
		strcat(row, "o");
		for (size_t i = 0; i < ARRAY_LEN(offers); i++)
			each(row, &offers[i]);
	}
}

static void run_whole(const char *row, const struct smtp_offer *offer)
{
	run_one(row, offer, NEVER, NEVER, NEVER);
	run_one(row, offer, NEVER, NEVER, 1);
}

static void whatever_goes_wrong_what_is_known_of_each_letter_is_so(void **state)
{
	(void)state;
	for_all(STRICTPOST_FAULTS, 3, run_whole);
	/* In the first letter of a connection, too. */
	for (size_t i = 0; i < strlen(STRICTPOST_FAULTS) * strlen(STRICTPOST_FAULTS); i++) {
		const char row[] = {STRICTPOST_FAULTS[i % strlen(STRICTPOST_FAULTS)],
				    STRICTPOST_FAULTS[i / strlen(STRICTPOST_FAULTS)], 'o', '\0'};

		for (size_t k = 0; k < ARRAY_LEN(offers); k++)
			run_whole(row, &offers[k]);
	}
}

static void run_cut(const char *row, const struct smtp_offer *offer)
{
	/* The number of bytes to cut at: no conversation has more than this. */
	const size_t said = strlen(row) * 160, heard = strlen(row) * 70;

	for (size_t i = 0; i < heard; i++)
		run_one(row, offer, NEVER, i, NEVER);
	for (size_t i = 0; i < said; i += 3)
		run_one(row, offer, i, NEVER, NEVER);
}

static void wherever_the_line_is_cut_what_is_known_of_each_letter_is_so(void **state)
{
	(void)state;
	for_all("orTf4y", 2, run_cut);
}

/* ---- what must be known, of good servers ---- */

static const char *told(const struct scene *scene)
{
	static char fates[LETTERS_MAX + 1];

	for (size_t i = 0; i < scene->told; i++) {
		const struct smtp_result *fate = &scene->fates[i];

		fates[i] = fate->again		     ? 'a'
			   : fate->answer / 100 == 2 ? 'o'
			   : fate->answer != 0	     ? (char)('0' + fate->answer / 100)
			   : fate->whole	     ? '?'
						     : '-';
	}
	fates[scene->told] = '\0';
	return fates;
}

static void a_letters_failure_is_its_own(void **state)
{
	static const struct {
		const char *faults, *fates[4]; /* by offer */
	} rows[] = {
		{"oooooooooooooooooooooooo",
		 {"oooooooooooooooooooooooo", "oooooooooooooooooooooooo",
		  "oooooooooooooooooooooooo", "oooooooooooooooooooooooo"}},
		{"oororto", {"oo5o54o", "oo5o54o", "oo5o54o", "oo5o54o"}},
		{"ooodfgo", {"ooo554o", "ooo554o", "ooo554o", "ooo554o"}},
		{"oosoTo", {"oo5o4o", "oo5o4o", "oo5o4o", "oo5o4o"}},
		/* Its connection is used up, and nothing is known to be wrong with the letter. */
		{"ooomo", {"oooa", "oooaa", "oooa", "oooao"}},
		{"ooo1o", {"oooa", "oooaa", "oooa", "oooaa"}},
		{"ooo2o", {"oooa", "oooaa", "oooa", "oooaa"}},
		{"oooxo", {"oooa", "oooaa", "oooa", "ooo??"}},
		/* The server has the letter, and closes the connection without a reply; the letter
		 * begun after it is sent again. */
		{"oooyo", {"ooo?", "ooo?a", "ooo?", "ooo??"}},
		/* On a first letter it is the letter's matter, or the server's. */
		{"mo", {"4o", "4o", "4o", "4o"}},
		{"1o", {"4", "4", "4", "4"}},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		for (size_t k = 0; k < ARRAY_LEN(offers); k++) {
			struct scene scene;

			begin(&scene, &offers[k], rows[i].faults);
			converse(&scene, NEVER, NEVER, NEVER);
			assert_string_equal(told(&scene), rows[i].fates[k]);
			done(&scene);
		}
}

static void letters_follow_each_other_without_waiting_as_far_as_is_offered(void **state)
{
	static const size_t most[] = {1, 3, 1, 16};

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(offers); k++) {
		struct scene scene;

		begin_over(&scene, 16, &offers[k], "oooooooooooooooooooooooooooooooooooooo");
		converse(&scene, NEVER, NEVER, NEVER);
		assert_int_equal(scene.most, most[k]);
		/* Except for the first ones. */
		assert_int_equal(scene.joined, k == 1 ? 36 : 0);
		done(&scene);
		/* With a slow server the outcome of no more than one may be unknown. */
		begin(&scene, &offers[k], "oooooooooooooooo");
		scene.slow = 1000;
		converse(&scene, NEVER, NEVER, NEVER);
		assert_int_equal(scene.most, 1);
		done(&scene);
	}
}

/* Checks that pbem(1) says how many letters are on their way, and how many have an unknown outcome,
 * when the connection is cut. */
static void of_more_connections_each_has_less_in_doubt(void **state)
{
	static const struct {
		size_t connections, most;
	} rows[] = {{1, 48}, {2, 48}, {3, 32}, {4, 24}, {6, 16}, {7, 16}, {16, 16}};
	char faults[LETTERS_MAX + 1] = "";

	(void)state;
	memset(faults, 'o', LETTERS_MAX);
	for (size_t i = 0; i < ARRAY_LEN(rows); i += pace(1, 3)) {
		size_t doubts_most = 0;
		struct scene scene;

		begin_over(&scene, rows[i].connections, &offers[3], faults);
		converse(&scene, NEVER, NEVER, NEVER);
		assert_int_equal(scene.most, rows[i].most);
		done(&scene);
		for (size_t down = 0; down < 2000; down += 7) {
			size_t doubts = 0;

			begin_over(&scene, rows[i].connections, &offers[3], faults);
			converse(&scene, NEVER, down, NEVER);
			check(&scene, "cut");
			for (size_t k = 0; k < scene.told; k++)
				doubts += !scene.fates[k].again && scene.fates[k].answer == 0;
			doubts_most = doubts > doubts_most ? doubts : doubts_most;
			done(&scene);
		}
		assert_int_equal(doubts_most, rows[i].most);
		/* With the 32 that leave the outbox at a time, no more than when they did so by the
		 * hundred and sixteen were on their way over each. */
		assert_true(32 + rows[i].connections * rows[i].most <=
			    100 + rows[i].connections * 16);
	}
}

/* A letter that ends without a line's end has one on its way behind DATA. */
static void what_has_no_end_gets_one(void **state)
{
	static const struct sink_letter letter = {"a@b", "c@d", "n", ".x\r\ny", 5};
	static const char wanted[] = "..x\r\ny\r\n.\r\n";
	struct smtp_dialog *dialog = smtp_dialog_new(&offers[1], 16);
	const char *out;
	size_t len;

	(void)state;
	smtp_dialog_add_message(dialog, &letter, 0);
	assert_non_null(out = smtp_dialog_out(dialog, &len));
	assert_memory_equal(out, "MAIL FROM:<a@b> SIZE=5\r\nRCPT TO:<c@d>\r\nDATA\r\n", len);
	smtp_dialog_written(dialog, len);
	assert_true(smtp_dialog_receive(dialog, "250 a\r\n250 b\r\n354 c\r\n", 21, 0));
	assert_non_null(out = smtp_dialog_out(dialog, &len));
	assert_int_equal(len, sizeof wanted - 1);
	assert_memory_equal(out, wanted, len);
	smtp_dialog_free(dialog);
}

/* Sends what the server waits for, and reads its answers, until `bytes` bytes of a letter of 40,000
 * are written. With `more`, further bytes are then given to be written, and it is unknown how many
 * of them are. */
static void write_much(struct smtp_dialog *dialog, size_t answers_before, size_t bytes, bool more)
{
	static const char *const answers[] = {"250 s\r\n", "250 r\r\n", "354 d\r\n"};
	size_t heard = 0, done = 0, len;
	const char *out;

	while (done < bytes) {
		out = smtp_dialog_out(dialog, &len);
		if (out == NULL && heard == answers_before)
			return;
		if (out == NULL) {
			assert_true(smtp_dialog_receive(dialog, answers[heard++], 7, 0));
			continue;
		}
		len = len < bytes - done ? len : bytes - done;
		smtp_dialog_written(dialog, len);
		/* No command is that long. */
		done += len > 100 || done > 0 ? len : 0;
	}
	for (; heard < answers_before; heard++)
		assert_true(smtp_dialog_receive(dialog, answers[heard], 7, 0));
	while (more && (out = smtp_dialog_out(dialog, &len)) != NULL && len == 16384)
		smtp_dialog_written(dialog, len);
}

static void what_comes_before_a_letters_end_is_no_yes_to_it(void **state)
{
	static const struct {
		const char *said;
		size_t bytes; /* of the letter, written */
		bool more, sound, doubt;
		long answer;
	} rows[] = {
		{"250 taken\r\n", 500, false, false, false, 0},
		{"250 taken\r\n", 30000, false, false, false, 0},
		{"250 taken\r\n", 39900, true, false, true, 0},
		{"354 go ahead\r\n", 500, false, false, false, 0},
		{"250-it\r\n250 is\r\n", 500, false, false, false, 0},
		{"250 taken\r\n", NEVER, false, true, false, 250},
		/* A refusal may come early; but not what follows it. */
		{"552 too large\r\n250 next\r\n", 500, false, false, false, 552},
		{"452 full\r\n", 39900, true, false, false, 452},
		{"421 I go\r\n", 500, false, true, false, 421},
	};
	static char bytes[40000];
	static const struct sink_letter letter = {"a@b", "c@d", "n", bytes, sizeof bytes};

	(void)state;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = i % 50 == 48 ? '\r' : i % 50 == 49 ? '\n' : 'x';
	for (size_t k = 0; k < ARRAY_LEN(offers); k++)
		for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
			struct smtp_dialog *dialog = smtp_dialog_new(&offers[k], 16);
			struct smtp_result fate;

			smtp_dialog_add_message(dialog, &letter, 0);
			write_much(dialog, offers[k].chunking ? 2 : 3, rows[i].bytes, rows[i].more);
			assert_int_equal(
				rows[i].sound,
				smtp_dialog_receive(dialog, rows[i].said, strlen(rows[i].said), 0));
			assert_int_equal(!rows[i].sound, smtp_dialog_is_early(dialog));
			smtp_dialog_cut(dialog, 0);
			assert_true(smtp_dialog_take_result(dialog, &fate));
			assert_int_equal(fate.answer, rows[i].answer);
			/* Then it is in doubt. */
			assert_int_equal(fate.answer == 0 && fate.whole, rows[i].doubt);
			assert_false(fate.again);
			smtp_dialog_free(dialog);
		}
}

/* One that says everything twice is found out before it is taken at its word. */
static void what_is_said_twice_answers_nothing_else(void **state)
{
	static const char *const said[] = {"250 s\r\n250 s\r\n", "250 r\r\n250 r\r\n",
					   "354 d\r\n354 d\r\n", "354 d\r\n250 d\r\n"};
	static const struct sink_letter letter = {"a@b", "c@d", "n", "x\r\n", 3};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(said); i++) {
		struct smtp_dialog *dialog = smtp_dialog_new(&offers[0], 16);
		struct smtp_result fate;
		size_t len;

		smtp_dialog_add_message(dialog, &letter, 0);
		for (size_t k = 0; k <= i && k < 3; k++) {
			assert_non_null(smtp_dialog_out(dialog, &len));
			smtp_dialog_written(dialog, len);
			if (k < i && k < 2)
				assert_true(smtp_dialog_receive(dialog, said[k], 7, 0));
		}
		assert_false(smtp_dialog_receive(dialog, said[i], strlen(said[i]), 0));
		assert_true(smtp_dialog_is_early(dialog));
		smtp_dialog_cut(dialog, 0);
		assert_true(smtp_dialog_take_result(dialog, &fate));
		assert_int_equal(fate.answer, 0);
		assert_false(fate.whole);
		smtp_dialog_free(dialog);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whatever_goes_wrong_what_is_known_of_each_letter_is_so),
		cmocka_unit_test(wherever_the_line_is_cut_what_is_known_of_each_letter_is_so),
		cmocka_unit_test(a_letters_failure_is_its_own),
		cmocka_unit_test(letters_follow_each_other_without_waiting_as_far_as_is_offered),
		cmocka_unit_test(of_more_connections_each_has_less_in_doubt),
		cmocka_unit_test(what_has_no_end_gets_one),
		cmocka_unit_test(what_comes_before_a_letters_end_is_no_yes_to_it),
		cmocka_unit_test(what_is_said_twice_answers_nothing_else),
	};

	return cmocka_run_group_tests_name("smtp_dialog", tests, NULL, NULL);
}
