/* SPDX-License-Identifier: MIT */
/* Any text that a player or a moderator writes leaves a game file that verifies and reads back the
 * same. */
#include "tests/lib/gameplay.h"
#include "tests/lib/seed.h"

#include "core/util/utf8.h"

enum { GAMES = 12, LETTERS = 40 };

static const char *const pieces[] = {
	"hello",
	"entry 7 2026-01-01T00:00:00Z moderator",
	"end 7 ",
	"say white hi",
	"  order white MOVE e2-e4",
	"\\",
	"a\\",
	"  |",
	"    ",
	" ",
	"\t",
	"\x01",
	"\x1b[2J",
	"\x7f",
	"\xc2\x80",
	"\xc2\x85",
	"\xe2\x80\xa8",
	"\xe2\x80\xa9",
	"\xe2\x80\xae",
	"\xe2\x81\xa6",
	"\xef\xbb\xbf",
	"\xc2\xa0",
	"\xff",
	"\xc3",
	"\xf0\x9f\x99\x82",
	"caf\xc3\xa9",
	"\r",
	"\v",
	"\f",
	"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
	"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
};

/* Adds at most 500 bytes, the limit for a line of a message. */
static void add_line(unsigned *seed, struct strbuf *out)
{
	const size_t start = out->len;

	for (unsigned i = 1 + seed_below(seed, 9); i > 0; i--) {
		const char *piece = pieces[seed_below(seed, ARRAY_LEN(pieces))];

		if (out->len - start + strlen(piece) < 480)
			strbuf_add(out, piece);
	}
}

static void what_is_said_is_one_line_and_stays_as_it_is(void **state)
{
	unsigned seed = 1;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		struct strbuf line;
		char *said, *again;

		strbuf_init(&line, 0);
		add_line(&seed, &line);
		said = utf8_clean_line(line.bytes);
		again = utf8_clean_line(said);
		assert_string_equal(said, again);
		assert_int_not_equal(*said, ' ');
		for (const char *c = said; *c != '\0'; c++) {
			uint32_t code = 0;
			const size_t len = (*c & 0xc0) == 0x80 ? 1 : utf8_decode(c, &code);

			if (len == 0 || (unsigned char)*c < ' ' || *c == 0x7f)
				fail_msg("'%s' becomes '%s'", line.bytes, said);
		}
		free(again);
		free(said);
		strbuf_done(&line);
	}
}

/* Notes the texts and reasons in a game file, one per line. */
static void note_text(void *context, const struct gamefile *file, const struct entry_head *head,
		      const struct event *event)
{
	(void)file;
	(void)head;
	if (event->kind == EVENT_SAY || event->kind == EVENT_MODERATOR)
		strbuf_addf(context, "%s\n", event->text != NULL ? event->text : "");
}

static void pass_over(void *context, const struct gamefile *file)
{
	(void)context;
	(void)file;
}

/* Sends a message of several lines, and notes its text. */
static void send_said(struct play *play, unsigned *seed, struct strbuf *noted)
{
	struct reason why = {.text = ""};
	struct order_list orders;
	struct event_list events;
	struct strbuf letter;

	strbuf_init(&letter, 0);
	order_list_init(&orders);
	event_list_init(&events);
	strbuf_add(&letter, "SAY ");
	for (unsigned i = 1 + seed_below(seed, 4); i > 0; i--) {
		add_line(seed, &letter);
		strbuf_add_char(&letter, '\n');
	}
	if (order_read_message(chess, letter.bytes, &orders, &why) == ACCEPTED &&
	    turn_decide(&play->file->game, seed_below(seed, 2), &orders, &events, &why) ==
		    ACCEPTED) {
		for (size_t i = 0; i < events.count; i++)
			note_text(noted, NULL, NULL, &events.events[i]);
		gameplay_add(play, "sha256:0123", &events);
	}
	strbuf_done(&letter);
	event_list_done(&events);
	order_list_done(&orders);
}

/* Adds a moderator's reason, of which commands make one line. */
static void add_reason(struct play *play, unsigned *seed, struct strbuf *noted)
{
	struct event_list events;
	struct strbuf line;
	char *said;

	strbuf_init(&line, 0);
	add_line(seed, &line);
	said = utf8_clean_line(line.bytes);
	event_list_init(&events);
	event_add(&events, event_about(EVENT_MODERATOR, NO_SIDE, 0, said));
	event_add(&events, event_about(EVENT_PUBLISH, NO_SIDE, 0, "yes"));
	note_text(noted, NULL, NULL, &events.events[0]);
	gameplay_add(play, "moderator", &events);
	event_list_done(&events);
	free(said);
	strbuf_done(&line);
}

static void whatever_is_written_verifies_and_reads_back_the_same(void **state)
{
	unsigned seed = 7;

	(void)state;
	for (unsigned game = 0; game < GAMES; game++) {
		struct strbuf noted, read;
		struct play play;
		const struct gamefile_callbacks looker = {pass_over, note_text, pass_over, &read};
		struct gamefile_bytes bytes = {.path = "game.txt"};
		struct reason reason = {.text = ""};
		struct gamefile *file;

		strbuf_init(&noted, 0);
		strbuf_init(&read, 0);
		gameplay_start(&play);
		for (unsigned i = 0; i < LETTERS; i++)
			(seed_below(&seed, 4) > 0 ? send_said : add_reason)(&play, &seed, &noted);
		gameplay_save(&play, false);
		assert_verifies(play.folder);
		bytes.log = play.bytes.bytes;
		bytes.log_len = play.bytes.len;
		file = gamefile_load_watched(&bytes, library, &looker, &reason);
		if (file == NULL)
			fail_msg("%s", reason.text);
		assert_string_equal(read.bytes, noted.bytes);
		gamefile_free(file);
		gameplay_stop(&play);
		strbuf_done(&noted);
		strbuf_done(&read);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_said_is_one_line_and_stays_as_it_is),
		cmocka_unit_test(whatever_is_written_verifies_and_reads_back_the_same),
	};

	return cmocka_run_group_tests_name("texts", tests, chess_set_up, chess_tear_down);
}
