/* SPDX-License-Identifier: MIT */
/*
 * Games by messages, from a game of any kind that has gone on for a while: the first byte selects
 * the kind, the second how long. Then come messages, each after a line "--". A message's first byte
 * is its seat, or '!' for the clock. Accepted messages must be read back from the file, and be
 * decided in the same way again.
 */
#include "tests/fuzz/fuzz.h"

#include "core/gamefile/gamefile_internal.h"
#include "pbem/mime/charset.h"
#include "tests/lib/match_any.h"
#include "tests/lib/verify.h"

enum { LENGTHS = 4, STEPS = 9, LETTERS = 12 };

static struct match prepared[FUZZ_GAMES][LENGTHS];

static const struct match *prepare(unsigned game, unsigned length)
{
	struct match *match = &prepared[game][length];

	if (match->file == NULL) {
		struct option options[4];
		size_t count;
		const char *name = fuzz_game(game, options, &count);

		library = fuzz_library();
		match_begin(match, name, options, count, 1 + game);
		for (unsigned i = 0; i < length * STEPS && match_act_any(match); i++)
			continue;
		scratch_remove(match->folder);
	}
	return match;
}

static void copy_match(struct match *to, const struct match *from)
{
	*to = *from;
	to->file = base_alloc(sizeof *to->file);
	*to->file = *from->file;
	game_copy(&to->file->game, &from->file->game);
	strbuf_init(&to->public, 0);
	strbuf_init(&to->sealed, 0);
	strbuf_add_bytes(&to->public, from->public.bytes, from->public.len);
	strbuf_add_bytes(&to->sealed, from->sealed.bytes, from->sealed.len);
	snprintf(to->folder, sizeof to->folder, "%s", fuzz_folder());
}

static void look(const struct game *game)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++) {
		if (!variant_has_boards(game->variant))
			view_board_for(game, seat, seat, BOARD_FULL, &out);
		view_since(game, seat, &out);
		view_legal_for(game, seat, &out);
	}
	view_status(game, &out);
	view_result(game, &out);
	strbuf_done(&out);
}

static void fail_with(void *context, const char *line)
{
	(void)context;
	fuzz_fail("%s", line);
}

/* Checks that both files make the same game, and that today's rules decide it the same. */
static void come_back(const struct match *match)
{
	char *path = base_printf("%s/game.txt", match->folder);
	struct gamefile *file;
	struct reason reason = {.text = ""};
	struct strbuf once, twice;

	strbuf_init(&once, 0);
	strbuf_init(&twice, 0);
	match_write_file(match, "game.txt", &match->public);
	match_write_file(match, "sealed", &match->sealed);
	file = gamefile_load(match->folder, fuzz_library(), &reason);
	if (file == NULL)
		fuzz_fail("what was written isn't read: %s", reason.text);
	gamefile_snapshot(match->file, &once);
	gamefile_snapshot(file, &twice);
	fuzz_same("a game", once.bytes + once.len - SHA256_HEX,
		  twice.bytes + twice.len - SHA256_HEX);
	(void)verify_game(path, fuzz_library(), fail_with, NULL);
	gamefile_free(file);
	strbuf_done(&once);
	strbuf_done(&twice);
	free(path);
}

static void strike(struct match *match)
{
	struct event_list events;

	event_list_init(&events);
	match->now += 500000;
	if (clock_decide(&match->file->game, match->now, &events))
		match_add(match, "clock", &events);
	event_list_done(&events);
}

static void turns_once(const char *bytes, size_t len)
{
	unsigned game = fuzz_pick(&bytes, &len, FUZZ_GAMES);
	const struct match *from = prepare(game, fuzz_pick(&bytes, &len, LENGTHS));
	const char *part;
	struct match match;
	size_t part_len;
	unsigned accepted = from->accepted;

	copy_match(&match, from);
	for (unsigned i = 0; i < LETTERS && fuzz_part(&bytes, &len, "--", &part, &part_len); i++) {
		unsigned seats = variant_seats(match.file->game.variant), seat;
		bool clock = part_len > 0 && *part == '!';
		char *letter;

		seat = fuzz_pick(&part, &part_len, seats);
		letter = charset_text(part, part_len, NULL);
		if (clock)
			strike(&match);
		else
			(void)match_send(&match, (uint8_t)seat, letter);
		free(letter);
	}
	if (!gamefile_is_sound(&match.file->game))
		fuzz_fail("the game is not sound");
	look(&match.file->game);
	if (match.accepted > accepted)
		come_back(&match);
	gamefile_free(match.file);
	strbuf_done(&match.public);
	strbuf_done(&match.sealed);
}

const struct fuzz fuzz_turns = {"turns", NULL, turns_once};
