/* SPDX-License-Identifier: MIT */
/* Collections in PGN and PGN4: a game taken in is a sound game file, and written out again the same
 * moves. */
#include "tests/fuzz/fuzz.h"

#include "core/formats/import.h"
#include "core/formats/jsonl.h"
#include "core/formats/pgn.h"

typedef int importer(const struct pgn_parse_game *, struct imported *, struct variant_library *,
		     struct strbuf *, unsigned *, struct reason *);
typedef int writer(const struct movelist *, const struct pgn_style *, struct strbuf *,
		   struct reason *);

static void write_out(const struct strbuf *file, writer *write, importer *import, unsigned depth);

/* The first game of a collection. */
static void take_in(const char *bytes, size_t len, writer *write, importer *import, unsigned depth)
{
	struct pgn_parse text;
	struct pgn_parse_game game;
	struct reason reason = {.text = ""};
	unsigned line = 0, games = 0;
	int more = 1;

	pgn_parse_open(&text, bytes, len);
	while (games++ < 4 && (more = pgn_parse_next(&text, &game, &line, &reason)) != 0) {
		struct imported imported = {.id = "g1"};
		struct strbuf file;

		strbuf_init(&file, 0);
		if (more > 0 &&
		    import(&game, &imported, fuzz_library(), &file, &line, &reason) == 0)
			write_out(&file, write, import, depth);
		else if (reason.text[0] == '\0' || depth > 0)
			fuzz_fail("what was written isn't read: %s\n%s", reason.text, bytes);
		strbuf_done(&file);
		pgn_parse_done(&game);
	}
	if (more == 0)
		pgn_parse_done(&game);
}

static void write_out(const struct strbuf *file, writer *write, importer *import, unsigned depth)
{
	const struct gamefile_bytes log = {.path = "g1", .log = file->bytes, .log_len = file->len};
	struct pgn_style style = {0};
	struct movelist score;
	struct reason reason = {.text = ""};
	struct strbuf out;

	strbuf_init(&out, 0);
	if (jsonl_write(&log, fuzz_library(), &out, &reason) < 0)
		fuzz_fail("what was taken in is no game: %s", reason.text);
	strbuf_clear(&out);
	if (movelist_read(&log, fuzz_library(), &score, &reason) < 0)
		fuzz_fail("what was taken in has no score: %s", reason.text);
	if (write(&score, &style, &out, &reason) == 0 && depth == 0)
		take_in(out.bytes, out.len, write, import, depth + 1);
	movelist_done(&score);
	strbuf_done(&out);
}

static void pgn_once(const char *bytes, size_t len)
{
	unsigned kind = fuzz_pick(&bytes, &len, 2);
	char *text = fuzz_string(bytes, len);

	if (kind == 0)
		take_in(text, strlen(text), pgn_write, import_pgn, 0);
	else
		take_in(text, strlen(text), pgn4_write, import_pgn4, 0);
	free(text);
}

const struct fuzz fuzz_pgn = {"pgn", NULL, pgn_once};
