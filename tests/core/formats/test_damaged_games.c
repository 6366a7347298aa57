/* SPDX-License-Identifier: MIT */
/*
 * Collections with one damaged game, in every place and in many ways. All other games are imported
 * as before; the damaged one is reported, or imported as a game from its own position.
 */
#include "core/util/sha256.h"
#include "tests/lib/pace.h"
#include "tests/lib/scores.h"

enum { GAMES = 3, MIDDLE = 1 };

/* A collection in parts; the second is damaged. */
struct collection {
	const char *games[GAMES];
	scores_reader *reader;
};

static const struct collection collections[] = {
	{{"[Event \"One\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n"
	  "1. e4 e5 {a comment} 2. Nf3 (2. f4 exf4) 2... Nc6 1-0\n\n",
	  "[Event \"Two \\\"Cup\\\"\"]\n[Site \"Ulm\"]\n[White \"Cid\"]\n[Black \"Dan\"]\n"
	  "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n"
	  "[FEN \"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\"]\n\n"
	  "1. e4 $1 e5 {with 1-0 in it\nand [%clk 1:30:57]} 2. O-O (2. d4 (2. c4 c5) d5) 2... d5 ; "
	  "so\n"
	  "3. exd5 Rd8 4. d3 Rxd5 1/2-1/2\n\n",
	  "[Event \"Three\"]\n[White \"Eve\"]\n[Black \"Fay\"]\n[Result \"0-1\"]\n\n"
	  "1. f3 e5 2. g4 Qh4# 0-1\n"},
	 import_pgn},
	/* Without empty lines between the games, and with DOS line ends. */
	{{"[Event \"One\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 e5 1-0\r\n",
	  "[Event \"Two\"]\r\n[Result \"0-1\"]\r\n[SetUp \"1\"]\r\n"
	  "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\r\n\r\n"
	  "1... Kd7 {why\r\nnot?} 2. e4 Ke6 3. Ke2 Ke5 0-1\r\n",
	  "[Event \"Three\"]\r\n[Result \"*\"]\r\n\r\n1. c4 *\r\n\x1a"},
	 import_pgn},
	/* A game of PGN4 ends only where the next one begins. */
	{{"[GameNr \"1\"]\n[Variant \"Teams\"]\n[Result \"0-1\"]\n[StartFen4 "
	  "\"4PCo\"]\n[CurrentMove "
	  "\"4\"]\n\n1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n2. R\n\n",
	  "[GameNr \"2\"]\n[Variant \"Teams\"]\n[Red \"Ann\"]\n[Result \"1-0\"]\n"
	  "[StartFen4 \"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\n"
	  "3,yR,yN,yB,yK,1,yB,yN,yR,3/\n3,yP,yP,yP,yP,yP,yP,yP,yP,3/\n14/\nbR,bP,10,gP,gR/\n"
	  "bN,bP,10,gP,gN/\nbB,bP,10,gP,gB/\nbQ,bP,10,gP,gK/\nbK,bP,10,gP,gQ/\nbB,bP,10,gP,gB/\n"
	  "bN,bP,10,gP,gN/\nbR,bP,10,gP,gR/\n14/\n3,rP,rP,rP,rP,rP,rP,rP,rP,3/\n"
	  "3,rR,rN,rB,1,rK,rB,rN,rR,3\"]\n[RuleVariants \"EnPassant\"]\n[CurrentMove \"5\"]\n\n"
	  "1. h2-h3 .. b7-c7 { so } .. g13-g12 .. m8-l8\n2. d2-d4 .. R\n\n",
	  "[GameNr \"3\"]\n[Variant \"Teams\"]\n[Result \"0-1\"]\n[StartFen4 \"4PCo\"]\n\n"
	  "1. h2-h4 .. b7-c7 .. g13-g12 .. m8-l8\n2. R\n"},
	 import_pgn4},
};

/* ---- reading a collection ---- */

/* A game as it was read: its number, whether it could be read, and a digest of its contents. */
struct found {
	int read;
	unsigned number;
	struct sha256 says;
};

static void note_game(int read, const struct pgn_parse_game *game, struct found *found)
{
	struct strbuf all;

	found->read = read;
	found->number = game->number;
	strbuf_init(&all, 0);
	for (size_t i = 0; i < game->tag_count; i++)
		strbuf_addf(&all, "%s=%s\n", game->names[i], game->values[i]);
	for (size_t i = 0; i < game->count; i++)
		strbuf_addf(&all, "%u %s\n", game->words[i].number, game->words[i].text);
	strbuf_add(&all, game->result);
	sha256_bytes(all.bytes, all.len, &found->says);
	strbuf_done(&all);
}

/* Returns whether a game is imported, and its file. */
static bool enters(const struct collection *collection, const struct pgn_parse_game *game,
		   struct strbuf *file, struct strbuf *notes)
{
	struct imported imported = {.id = "g1", .notes = notes};
	struct reason reason = {.text = ""};
	unsigned line = 0;

	if (collection->reader(game, &imported, library, file, &line, &reason) == 0)
		return true;
	assert_true(strncmp(reason.text, "game 2", 6) == 0);
	assert_true(line > 0);
	return false;
}

/* Checks a game that was imported although it was damaged: it begins from a position, as all games
 * do. */
static void check_entered(const struct collection *collection, const struct pgn_parse_game *game,
			  const char *bytes)
{
	struct strbuf file, notes;

	strbuf_init(&file, 0);
	strbuf_init(&notes, 0);
	if (enters(collection, game, &file, &notes) && strstr(file.bytes, "\n  from ") == NULL)
		fail_msg("this came in from elsewhere:\n%s", bytes);
	strbuf_done(&notes);
	strbuf_done(&file);
}

static void read_all(const struct collection *collection, const char *bytes, size_t len,
		     struct found found[GAMES], bool damaged)
{
	struct pgn_parse text;
	struct pgn_parse_game game;
	struct reason reason = {.text = ""};
	unsigned count = 0, line = 0;
	int read;

	pgn_parse_open(&text, bytes, len);
	while ((read = pgn_parse_next(&text, &game, &line, &reason)) != 0) {
		if (count == GAMES)
			fail_msg("a game too many:\n%s", bytes);
		note_game(read, &game, &found[count++]);
		if (damaged && count == MIDDLE + 1 && read > 0)
			check_entered(collection, &game, bytes);
		pgn_parse_done(&game);
	}
	pgn_parse_done(&game);
	if (count != GAMES)
		fail_msg("%u games:\n%s", count, bytes);
}

/* ---- damage ---- */

static void try(const struct collection *collection, const struct found whole[GAMES],
		const struct strbuf *text)
{
	struct found found[GAMES];

	read_all(collection, text->bytes, text->len, found, true);
	for (unsigned i = 0; i < GAMES; i++) {
		if (i == MIDDLE && found[i].number == i + 1)
			continue;
		if (found[i].read != 1 || found[i].number != i + 1 ||
		    strcmp(found[i].says.hex, whole[i].says.hex) != 0)
			fail_msg("game %u isn't what it was:\n%s", i + 1, text->bytes);
	}
}

/* Makes the collection with `cut` bytes less from `at` on, and with other text there. */
static void make(const struct collection *collection, size_t at, size_t cut, const char *put,
		 size_t put_len, struct strbuf *out)
{
	const char *middle = collection->games[MIDDLE];

	strbuf_clear(out);
	for (unsigned i = 0; i < MIDDLE; i++)
		strbuf_add(out, collection->games[i]);
	strbuf_add_bytes(out, middle, at);
	strbuf_add_bytes(out, put, put_len);
	strbuf_add(out, middle + at + cut);
	for (unsigned i = MIDDLE + 1; i < GAMES; i++)
		strbuf_add(out, collection->games[i]);
}

static void damage(const struct collection *collection)
{
	static const char bytes[] = "\0 \t\n\r\x1a{}()[]<>\"\\;%$*.:-=#/01x\xbd\xe2";
	const char *middle = collection->games[MIDDLE];
	const size_t len = strlen(middle);
	struct found whole[GAMES];
	struct strbuf text;
	const unsigned step = pace(1, 7);

	strbuf_init(&text, 0);
	make(collection, 0, 0, "", 0, &text);
	read_all(collection, text.bytes, text.len, whole, true);
	for (unsigned i = 0; i < GAMES; i++)
		assert_int_equal(whole[i].read, 1);
	/* The end of the last line also belongs to the next game. */
	for (size_t at = 0, line; at + 2 < len; at += step) {
		make(collection, at, 1, "", 0, &text);
		try(collection, whole, &text);
		make(collection, at, 0, middle + at, 1, &text);
		try(collection, whole, &text);
		line = strcspn(middle + at, "\r\n");
		make(collection, at, at + line + 2 < len ? line + 1 : line, "", 0, &text);
		try(collection, whole, &text);
		for (size_t i = 0; i + 1 < sizeof bytes; i++) {
			make(collection, at, 0, bytes + i, 1, &text);
			try(collection, whole, &text);
			make(collection, at, 1, bytes + i, 1, &text);
			try(collection, whole, &text);
		}
	}
	strbuf_done(&text);
}

static void what_is_wrong_in_one_game_stays_in_it(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(collections); i++)
		damage(&collections[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_wrong_in_one_game_stays_in_it),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
