/* SPDX-License-Identifier: MIT */
#include "tests/lib/scores.h"
#include "tests/lib/verify.h"

/* -1 as the reader has it. */
static int enter(scores_reader *reader, const char *collection, struct text *out,
		 unsigned *line_out, struct reason *reason)
{
	struct imported imported = {.id = "old"};
	struct movetext_game game;
	struct movetext text;
	int result;

	movetext_open(&text, collection, strlen(collection));
	if (movetext_next(&text, &game, line_out, reason) != 1)
		fail_msg("line %u: %s", *line_out, reason->text);
	result = reader(&game, &imported, library, out, line_out, reason);
	movetext_done(&game);
	return result;
}

void scores_enter(scores_reader *reader, const char *collection, struct text *file_out)
{
	struct reason reason = {""};
	unsigned line = 0;

	text_init(file_out, 0);
	if (enter(reader, collection, file_out, &line, &reason) != 0)
		fail_msg("line %u: %s", line, reason.text);
}

void scores_refuse(scores_reader *reader, const char *collection, unsigned line, const char *said)
{
	struct reason reason = {""};
	unsigned found = 0;
	struct text file;

	text_init(&file, 0);
	if (enter(reader, collection, &file, &found, &reason) == 0)
		fail_msg("entered: %s", collection);
	if (found != line || strstr(reason.text, said) == NULL)
		fail_msg("line %u: %s", found, reason.text);
	text_done(&file);
}

void scores_read(const struct text *file, struct score *score)
{
	const struct gamefile_bytes bytes = {
		.path = "game.txt", .log = file->bytes, .log_len = file->len};
	struct reason reason = {""};

	if (score_read(&bytes, library, score, &reason) != 0)
		fail_msg("%s", reason.text);
}

char *scores_turns(scores_writer *writer, const struct score *score)
{
	const struct pgn_style style = {.event = NULL};
	struct reason reason = {""};
	struct text out;
	char *turns;

	text_init(&out, 0);
	if (writer(score, &style, &out, &reason) != 0)
		fail_msg("%s", reason.text);
	turns = strstr(out.bytes, "]\n\n");
	assert_non_null(turns);
	turns = base_strdup(turns + strlen("]\n\n"));
	text_done(&out);
	return turns;
}

void scores_expect(scores_writer *writer, const struct text *file, const struct pgn_style *style,
		   const char *expected)
{
	for (unsigned time = 0; time < 2; time++) {
		struct reason reason = {""};
		struct score score;
		struct text out;

		scores_read(file, &score);
		text_init(&out, 0);
		if (writer(&score, style, &out, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_string_equal(out.bytes, expected);
		text_done(&out);
		score_done(&score);
	}
}

void scores_verify(const struct text *file)
{
	char folder[SCRATCH_MAX];

	assert_true(scratch_make(folder));
	write_file(folder, "game.txt", file->bytes, file->len);
	assert_verifies(folder);
	assert_int_equal(scratch_remove(folder), 0);
}
