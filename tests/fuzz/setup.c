/* SPDX-License-Identifier: MIT */
/* FEN and FEN4: a position read is written, and read the same. */
#include "tests/fuzz/fuzz.h"

#include "core/notation/start_position.h"
#include "core/rules/movegen.h"

/* FEN has words for these, FEN4 for the last three. */
static const unsigned games[] = {0, 1, 9, 4, 6, 7};

static void read_again(const struct variant *variant, const struct position *position,
		       unsigned round, const char *text)
{
	struct position other;
	struct reason reason = {.text = ""};
	struct strbuf once, twice;
	unsigned other_round;

	strbuf_init(&once, 0);
	strbuf_init(&twice, 0);
	if (start_position_write(variant, position, round, &once)) {
		if (start_position_read(variant, once.bytes, &other, &other_round, &reason) < 0)
			fuzz_fail("'%s' was written as '%s': %s", text, once.bytes, reason.text);
		if (!start_position_write(variant, &other, other_round, &twice))
			fuzz_fail("'%s' can't be written again", once.bytes);
		fuzz_same("a position", once.bytes, twice.bytes);
		if (round != other_round)
			fuzz_fail("round %u became %u", round, other_round);
	}
	strbuf_done(&once);
	strbuf_done(&twice);
}

static void setup_once(const char *bytes, size_t len)
{
	const struct variant *variant =
		fuzz_variant(games[fuzz_pick(&bytes, &len, ARRAY_LEN(games))]);
	char *text = fuzz_string(bytes, len);
	struct position position;
	struct reason reason = {.text = ""};
	struct move_list *list = base_alloc(sizeof *list);
	unsigned round;

	if (start_position_read(variant, text, &position, &round, &reason) == 0) {
		if (!position_is_sound(variant, &position))
			fuzz_fail("'%s' is no sound position", text);
		movegen_generate(variant, &position, list);
		if (movegen_count(variant, &position) != list->count)
			fuzz_fail("'%s': moves are counted otherwise than listed", text);
		read_again(variant, &position, round, text);
	} else if (reason.text[0] == '\0') {
		fuzz_fail("refused without a reason");
	}
	free(list);
	free(text);
}

const struct fuzz fuzz_setup = {"setup", NULL, setup_once};
