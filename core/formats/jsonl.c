/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/exchange/jsonl.h"
#include "core/exchange/score.h"
#include "core/variant/variant_data.h"

struct lining {
	const struct score *score;
	struct text *out;
	size_t ply; /* that were told */
};

/* Writes one object as one line: a newline in what is written is never part of a string. */
static void begin(struct json *json, struct text *text, const char *type)
{
	text_init(text, 0);
	json_init(json, text);
	json_object(json, NULL);
	json_string(json, "type", type);
}

static void end(struct json *json, struct text *text, struct text *out)
{
	const char *cursor, *line;
	size_t len;

	json_object_end(json);
	cursor = text->bytes;
	while (text_next_line(&cursor, text->bytes + text->len, &line, &len)) {
		size_t blanks = strspn(line, " ");

		text_add_bytes(out, line + blanks, len - blanks);
	}
	text_add_char(out, '\n');
	text_done(text);
}

static void add_head(const struct score *score, struct text *out)
{
	const struct game_header *header = &score->file->header;
	const struct variant *variant = score->file->game.variant;
	struct json json;
	struct text text;

	begin(&json, &text, "game");
	json_number(&json, "schema", JSONL_SCHEMA);
	json_string(&json, "game", header->id);
	json_string(&json, "digest", score->file->root.hex);
	json_string(&json, "variant", header->variant);
	json_time(&json, "created", header->created);
	json_object(&json, "options");
	for (size_t i = 0; i < header->option_count; i++)
		json_string(&json, header->options[i].key, header->options[i].value);
	json_object_end(&json);
	json_array(&json, "seats");
	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		json_object(&json, NULL);
		json_string(&json, "seat", variant_seat_name(variant, seat));
		json_string(&json, "name", header->names[seat]);
		json_object_end(&json);
	}
	json_array_end(&json);
	json_string(&json, "start", score->start[0] != '\0' ? score->start : NULL);
	json_string(&json, "imported", header->imported[0] != '\0' ? header->imported : NULL);
	json_lines(&json, "tags", header->tags);
	end(&json, &text, out);
}

/* ---- facts ---- */

/* Proofs of what isn't public yet, and what was sealed and is published with them: who checks those
 * needs the game file. What stands in diagrams stands in facts. */
static bool is_left_out(enum event_kind kind)
{
	return kind == EVENT_SEALED || kind == EVENT_SECRET || kind == EVENT_UNSEALED ||
	       kind == EVENT_INTENDS || kind == EVENT_INTENDED || kind == EVENT_DIAGRAM ||
	       kind == EVENT_ASK || kind == EVENT_START;
}

static void add_where(struct json *json, const struct lining *lining, const struct entry_head *head)
{
	json_string(json, "game", lining->score->file->header.id);
	json_number(json, "entry", head->number);
	json_time(json, "time", head->when);
}

static void add_ply(struct lining *lining, const struct entry_head *head)
{
	const struct score *score = lining->score;
	const struct score_ply *ply = &score->plies[lining->ply++];
	const struct variant *variant = score->file->game.variant;
	struct json json;
	struct text text;

	begin(&json, &text, "ply");
	add_where(&json, lining, head);
	json_number(&json, "ply", (int64_t)lining->ply);
	json_number(&json, "round", ply->round);
	if (ply->board != 0)
		json_number(&json, "board", ply->board);
	json_string(&json, "seat", variant_seat_name(variant, ply->seat));
	json_string(&json, "move", strcmp(ply->move, "-") != 0 ? ply->move : NULL);
	json_string(&json, "text", ply->text[0] != '\0' ? ply->text : NULL);
	if (ply->beside[0] != '\0')
		json_string(&json, "beside", ply->beside);
	end(&json, &text, lining->out);
}

static void add_fact(struct lining *lining, const struct gamefile *file,
		     const struct entry_head *head, const struct event *event)
{
	struct text text, line;
	struct json json;
	char *word;
	size_t len;

	text_init(&line, 0);
	event_print(file->game.variant, event, &line);
	len = strcspn(line.bytes, " ");
	word = base_strndup(line.bytes, len);
	begin(&json, &text, "fact");
	add_where(&json, lining, head);
	json_string(&json, "fact", word);
	json_string(&json, "says", line.bytes[len] == ' ' ? line.bytes + len + 1 : "");
	end(&json, &text, lining->out);
	free(word);
	text_done(&line);
}

static void take_fact(void *context, const struct gamefile *file, const struct entry_head *head,
		      const struct event *event)
{
	struct lining *lining = context;

	if (file == NULL)
		return;
	if (event->kind == EVENT_PLAYED && lining->ply < lining->score->count)
		add_ply(lining, head);
	else if (!is_left_out(event->kind))
		add_fact(lining, file, head, event);
}

static void pass(void *context, const struct gamefile *file)
{
	(void)context;
	(void)file;
}

static void add_end(const struct score *score, struct text *out)
{
	const struct game *game = &score->file->game;
	const bool over = game->outcome.status != STATUS_PLAYING;
	struct text text, result;
	struct json json;

	text_init(&result, 0);
	if (over)
		rules_result(game->variant, &game->outcome, &result);
	begin(&json, &text, "end");
	json_string(&json, "game", score->file->header.id);
	json_number(&json, "plies", (int64_t)score->count);
	json_bool(&json, "over", over);
	json_string(&json, "result", over ? result.bytes : NULL);
	json_string(&json, "how", over ? game->outcome.how : NULL);
	json_string(&json, "digest", score->file->hash.hex);
	end(&json, &text, out);
	text_done(&result);
}

int jsonl_write(const struct gamefile_bytes *bytes, struct variant_library *library,
		struct text *out, struct reason *reason)
{
	struct score score;
	struct lining lining = {&score, out, 0};
	const struct gamefile_looker looker = {pass, take_fact, pass, &lining};
	struct gamefile *again = NULL;

	if (score_read(bytes, library, &score, reason) == 0) {
		add_head(&score, out);
		again = gamefile_load_watched(bytes, library, &looker, reason);
		if (again != NULL)
			add_end(&score, out);
	}
	gamefile_free(again);
	score_done(&score);
	return again != NULL ? 0 : -1;
}
