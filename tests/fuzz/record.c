/* SPDX-License-Identifier: MIT */
/*
 * Game files, with the files beside them after lines "%sealed" and "%snapshot". The first byte
 * selects: 'b' makes chain, commitments and sums fit, as somebody would who changes a file on
 * purpose; 'c' also verifies the game. A game that can be read makes a snapshot, which is read the
 * same.
 */
#include "tests/fuzz/fuzz.h"

#include "core/formats/jsonl.h"
#include "core/gamefile/gamefile_internal.h"
#include "tests/lib/spoil.h"
#include "tests/lib/verify.h"

static void count_fault(void *context, const char *line)
{
	(void)line;
	++*(unsigned *)context;
}

static struct gamefile *load(void)
{
	struct reason reason = {.text = ""};
	struct gamefile *file = gamefile_load(fuzz_folder(), fuzz_library(), &reason);

	if (file == NULL && reason.text[0] == '\0')
		fuzz_fail("refused without a reason");
	return file;
}

/* Checks that the game is the same with its snapshot; without `snapshot` the whole log is read. */
static void read_again(const struct gamefile *file)
{
	struct strbuf once, twice;
	struct gamefile *again;

	strbuf_init(&once, 0);
	strbuf_init(&twice, 0);
	gamefile_snapshot(file, &once);
	fuzz_write("snapshot", once.bytes, once.len);
	again = load();
	if (again == NULL)
		fuzz_fail("with its own snapshot it can't be read");
	gamefile_snapshot(again, &twice);
	fuzz_same("a game and its snapshot", once.bytes + once.len - SHA256_HEX,
		  twice.bytes + twice.len - SHA256_HEX);
	gamefile_free(again);
	strbuf_done(&once);
	strbuf_done(&twice);
}

static void use(const struct strbuf *log, bool verifies)
{
	const struct gamefile_bytes bytes = {.path = "g1", .log = log->bytes, .log_len = log->len};
	char *path = base_printf("%s/game.txt", fuzz_folder());
	struct gamefile *file = load();
	struct reason reason = {.text = ""};
	unsigned faults = 0;
	struct strbuf out;

	strbuf_init(&out, 0);
	if (file != NULL)
		read_again(file);
	gamefile_free(file);
	file = gamefile_load_seen(&bytes, fuzz_library(), SIZE_MAX, &reason);
	gamefile_free(file);
	(void)jsonl_write(&bytes, fuzz_library(), &out, &reason);
	if (verifies)
		(void)verify_game(path, fuzz_library(), count_fault, &faults);
	strbuf_done(&out);
	free(path);
}

static void record_once(const char *bytes, size_t len)
{
	static const char *const marks[] = {"%sealed", "%snapshot", "%end"};
	static const char *const names[] = {"game.txt", "sealed", "snapshot"};
	unsigned how = fuzz_pick(&bytes, &len, 3);
	struct strbuf texts[3];
	const char *part;
	size_t part_len;

	for (unsigned i = 0; i < 3; i++) {
		strbuf_init(&texts[i], 0);
		if (fuzz_part(&bytes, &len, marks[i], &part, &part_len))
			strbuf_add_bytes(&texts[i], part, part_len);
		if (texts[i].len == 0)
			strbuf_add(&texts[i], "\n");
	}
	if (how > 0) {
		snapshots_fit_sum(&texts[2]);
		spoil_chain(&texts[1]);
		spoil_commit(&texts[0], &texts[1]);
		spoil_chain(&texts[0]);
	}
	for (unsigned i = 0; i < 3; i++)
		fuzz_write(names[i], texts[i].bytes, texts[i].len);
	use(&texts[0], how == 2);
	for (unsigned i = 0; i < 3; i++)
		strbuf_done(&texts[i]);
}

const struct fuzz fuzz_record = {"record", NULL, record_once};
