/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/formats/jsonl.h"
#include "core/formats/movelist.h"
#include "core/util/json.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

struct writer {
	const struct movelist *score;
	struct strbuf *out;
	size_t ply; /* plies written */
};

/*
 * Begins an object, which is written as one line. JSON strings contain no newlines, so all newlines
 * can be removed.
 */
static void begin_object(struct json *json, struct strbuf *text, const char *type)
{
	strbuf_init(text, 0);
	json_init(json, text);
	json_object(json, NULL);
	json_string(json, "type", type);
}

static void end_object(struct json *json, struct strbuf *text, struct strbuf *out)
{
	const char *cursor, *line;
	size_t len;

	json_object_end(json);
	cursor = text->bytes;
	while (strbuf_next_line(&cursor, text->bytes + text->len, &line, &len)) {
		size_t blanks = strspn(line, " ");

		strbuf_add_bytes(out, line + blanks, len - blanks);
	}
	strbuf_add_char(out, '\n');
	strbuf_done(text);
}

static void add_head(const struct movelist *score, struct strbuf *out)
{
	const struct game_header *header = &score->file->header;
	const struct variant *variant = score->file->game.variant;
	struct json json;
	struct strbuf text;

	begin_object(&json, &text, "game");
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
	end_object(&json, &text, out);
}

/* ---- events ---- */

/*
 * Reports whether the event is left out: commitments, published sealed events (the game file has
 * both for checks), diagrams (other events have their content), and the like.
 */
static bool is_left_out(enum event_kind kind)
{
	return kind == EVENT_SEALED || kind == EVENT_SECRET || kind == EVENT_UNSEALED ||
	       kind == EVENT_INTENDS || kind == EVENT_INTENDED || kind == EVENT_DIAGRAM ||
	       kind == EVENT_ASK || kind == EVENT_START;
}

static void add_entry_fields(struct json *json, const struct writer *writer,
			     const struct entry_head *head)
{
	json_string(json, "game", writer->score->file->header.id);
	json_number(json, "entry", head->number);
	json_time(json, "time", head->when);
}

static void add_ply(struct writer *writer, const struct entry_head *head)
{
	const struct movelist *score = writer->score;
	const struct movelist_ply *ply = &score->plies[writer->ply++];
	const struct variant *variant = score->file->game.variant;
	struct json json;
	struct strbuf text;

	begin_object(&json, &text, "ply");
	add_entry_fields(&json, writer, head);
	json_number(&json, "ply", (int64_t)writer->ply);
	json_number(&json, "round", ply->round);
	if (ply->board != 0)
		json_number(&json, "board", ply->board);
	json_string(&json, "seat", variant_seat_name(variant, ply->seat));
	json_string(&json, "move", strcmp(ply->move, "-") != 0 ? ply->move : NULL);
	json_string(&json, "text", ply->text[0] != '\0' ? ply->text : NULL);
	if (ply->beside[0] != '\0')
		json_string(&json, "beside", ply->beside);
	end_object(&json, &text, writer->out);
}

static void add_event(struct writer *writer, const struct gamefile *file,
		      const struct entry_head *head, const struct event *event)
{
	struct strbuf text, line;
	struct json json;
	char *word;
	size_t len;

	strbuf_init(&line, 0);
	event_print(file->game.variant, event, &line);
	len = strcspn(line.bytes, " ");
	word = base_strndup(line.bytes, len);
	begin_object(&json, &text, "fact");
	add_entry_fields(&json, writer, head);
	json_string(&json, "fact", word);
	json_string(&json, "says", line.bytes[len] == ' ' ? line.bytes + len + 1 : "");
	end_object(&json, &text, writer->out);
	free(word);
	strbuf_done(&line);
}

static void jsonl_event(void *context, const struct gamefile *file, const struct entry_head *head,
			const struct event *event)
{
	struct writer *writer = context;

	if (file == NULL)
		return;
	if (event->kind == EVENT_PLAYED && writer->ply < writer->score->count)
		add_ply(writer, head);
	else if (!is_left_out(event->kind))
		add_event(writer, file, head, event);
}

static void do_nothing(void *context, const struct gamefile *file)
{
	(void)context;
	(void)file;
}

static void add_end(const struct movelist *score, struct strbuf *out)
{
	const struct game *game = &score->file->game;
	const bool over = game->outcome.status != STATUS_PLAYING;
	struct strbuf text, result;
	struct json json;

	strbuf_init(&result, 0);
	if (over)
		rules_result(game->variant, &game->outcome, &result);
	begin_object(&json, &text, "end");
	json_string(&json, "game", score->file->header.id);
	json_number(&json, "plies", (int64_t)score->count);
	json_bool(&json, "over", over);
	json_string(&json, "result", over ? result.bytes : NULL);
	json_string(&json, "how", over ? game->outcome.how : NULL);
	json_string(&json, "digest", score->file->hash.hex);
	end_object(&json, &text, out);
	strbuf_done(&result);
}

int jsonl_write(const struct gamefile_bytes *bytes, struct variant_library *library,
		struct strbuf *out, struct reason *reason)
{
	struct movelist score;
	struct writer writer = {&score, out, 0};
	const struct gamefile_callbacks looker = {do_nothing, jsonl_event, do_nothing, &writer};
	struct gamefile *again = NULL;

	if (movelist_read(bytes, library, &score, reason) == 0) {
		add_head(&score, out);
		again = gamefile_load_watched(bytes, library, &looker, reason);
		if (again != NULL)
			add_end(&score, out);
	}
	gamefile_free(again);
	movelist_done(&score);
	return again != NULL ? 0 : -1;
}
