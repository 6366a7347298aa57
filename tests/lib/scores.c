/* SPDX-License-Identifier: MIT */
#include "tests/lib/scores.h"
#include "tests/lib/verify.h"

/* -1 as the reader has it. */
static int enter(scores_reader *reader, const char *collection, struct strbuf *out,
		 unsigned *line_out, struct reason *reason)
{
	struct imported imported = {.id = "old"};
	struct pgn_parse_game game;
	struct pgn_parse text;
	int result;

	pgn_parse_open(&text, collection, strlen(collection));
	if (pgn_parse_next(&text, &game, line_out, reason) != 1)
		fail_msg("line %u: %s", *line_out, reason->text);
	result = reader(&game, &imported, library, out, line_out, reason);
	pgn_parse_done(&game);
	return result;
}

void scores_enter(scores_reader *reader, const char *collection, struct strbuf *file_out)
{
	struct reason reason = {.text = ""};
	unsigned line = 0;

	strbuf_init(file_out, 0);
	if (enter(reader, collection, file_out, &line, &reason) != 0)
		fail_msg("line %u: %s", line, reason.text);
}

void scores_refuse(scores_reader *reader, const char *collection, unsigned line, const char *said)
{
	struct reason reason = {.text = ""};
	unsigned found = 0;
	struct strbuf file;

	strbuf_init(&file, 0);
	if (enter(reader, collection, &file, &found, &reason) == 0)
		fail_msg("entered: %s", collection);
	if (found != line || strstr(reason.text, said) == NULL)
		fail_msg("line %u: %s", found, reason.text);
	strbuf_done(&file);
}

void scores_read(const struct strbuf *file, struct movelist *score)
{
	const struct gamefile_bytes bytes = {
		.path = "game.txt", .log = file->bytes, .log_len = file->len};
	struct reason reason = {.text = ""};

	if (movelist_read(&bytes, library, score, &reason) != 0)
		fail_msg("%s", reason.text);
}

char *scores_turns(scores_writer *writer, const struct movelist *score)
{
	const struct pgn_style style = {.event = NULL};
	struct reason reason = {.text = ""};
	struct strbuf out;
	char *turns;

	strbuf_init(&out, 0);
	if (writer(score, &style, &out, &reason) != 0)
		fail_msg("%s", reason.text);
	turns = strstr(out.bytes, "]\n\n");
	assert_non_null(turns);
	turns = base_strdup(turns + strlen("]\n\n"));
	strbuf_done(&out);
	return turns;
}

void scores_expect(scores_writer *writer, const struct strbuf *file, const struct pgn_style *style,
		   const char *expected)
{
	for (unsigned time = 0; time < 2; time++) {
		struct reason reason = {.text = ""};
		struct movelist score;
		struct strbuf out;

		scores_read(file, &score);
		strbuf_init(&out, 0);
		if (writer(&score, style, &out, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_string_equal(out.bytes, expected);
		strbuf_done(&out);
		movelist_done(&score);
	}
}

void scores_verify(const struct strbuf *file)
{
	char folder[SCRATCH_MAX];

	assert_true(scratch_make(folder));
	write_file(folder, "game.txt", file->bytes, file->len);
	assert_verifies(folder);
	assert_int_equal(scratch_remove(folder), 0);
}
