/* SPDX-License-Identifier: MIT */
#include "core/gamefile/gamefile_internal.h"
#include "core/rules/movegen.h"
#include "tests/lib/gameplay.h"
#include "tests/lib/seed.h"
#include "tests/lib/verify.h"

const struct game_header gameplay_header = {
	.id = "demo-1",
	.number = 7,
	.variant = "chess",
	.options = {{"stalemate", "pass"}},
	.option_count = 1,
	.names = {"Ann Ö.", "Bob"},
	.created = 1795228000,
};

int write_file(const char *folder, const char *name, const char *bytes, size_t len)
{
	char *path = base_printf("%s/%s", folder, name);
	FILE *stream = fopen(path, "wb");

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, len, stream), len);
	fclose(stream);
	free(path);
	return 0;
}

void gameplay_add(struct play *play, const char *cause, const struct event_list *events)
{
	struct entry_head head = {play->file->head + 1, 1795228000 + 60 * (int64_t)play->file->head,
				  cause};
	struct reason reason = {.text = ""};

	if (gamefile_add(play->file, &head, events, &play->bytes, NULL, &reason) < 0)
		fail_msg("%s", reason.text);
}

void gameplay_start(struct play *play)
{
	const struct variant *variant =
		variant_get(library, "chess", gameplay_header.options, 1, NULL);
	struct event_list events;

	assert_true(scratch_make(play->folder));
	strbuf_init(&play->bytes, 0);
	play->file = gamefile_new(&gameplay_header, variant);
	gamefile_header(&gameplay_header, variant, &play->bytes);
	event_list_init(&events);
	turn_start(&play->file->game, &events);
	gameplay_add(play, "moderator", &events);
	event_list_done(&events);
}

void gameplay_stop(struct play *play)
{
	gamefile_free(play->file);
	strbuf_done(&play->bytes);
	assert_int_equal(scratch_remove(play->folder), 0);
}

void gameplay_send(struct play *play, const char *letter)
{
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};

	order_list_init(&orders);
	event_list_init(&events);
	if (order_read_message(chess, letter, &orders, &why) == REFUSED ||
	    turn_decide(&play->file->game, play->file->game.position.turn, &orders, &events,
			&why) == REFUSED)
		fail_msg("%s: %s", letter, why.text);
	gameplay_add(play, "sha256:0123456789abcdef", &events);
	event_list_done(&events);
	order_list_done(&orders);
}

void gameplay_save(struct play *play, bool snapshot)
{
	struct gamefile *read;
	struct strbuf text;

	write_file(play->folder, "game.txt", play->bytes.bytes, play->bytes.len);
	if (!snapshot)
		return;
	strbuf_init(&text, 0);
	gamefile_snapshot(play->file, &text);
	read = gamefile_read_snapshot(text.bytes, text.len, library);
	assert_non_null(read);
	gamefile_free(read);
	write_file(play->folder, "snapshot", text.bytes, text.len);
	strbuf_done(&text);
}

struct gamefile *gameplay_load(const char *folder)
{
	struct reason reason = {.text = ""};
	struct gamefile *file = gamefile_load(folder, library, &reason);

	if (file == NULL)
		fail_msg("%s", reason.text);
	return file;
}

void print_fault(void *context, const char *line)
{
	strbuf_addf(context, "%s\n", line);
}

void assert_verifies(const char *folder)
{
	char *path = base_printf("%s/game.txt", folder);
	struct strbuf faults;

	strbuf_init(&faults, 0);
	if (verify_game(path, library, print_fault, &faults) != 0)
		fail_msg("%s", faults.bytes);
	strbuf_done(&faults);
	free(path);
}

void send_random(struct play *play, unsigned *seed)
{
	struct move_list legal;
	char move[MOVE_TEXT_MAX];

	movegen_generate(chess, &play->file->game.position, &legal);
	move_text(chess, &legal.moves[seed_below(seed, legal.count)], move);
	gameplay_send(play, move);
}
