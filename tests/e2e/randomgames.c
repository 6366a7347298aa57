/* SPDX-License-Identifier: MIT */
/*
 * randomgames FOLDER COUNT SEED VARIANT [KEY=VALUE]...: writes finished games of random legal
 * moves, as a site has them, to FOLDER/games/rN/game.txt. Prints one line per game: its id, and its
 * moves in UCI's notation, which other programs print, too.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/turn.h"
#include "core/gamefile/gamefile.h"
#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/order/order_list.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/sys/core_context.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"

static uint64_t seed;

static unsigned below(unsigned count)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 33) % count;
}

static void stop(const struct reason *reason)
{
	fprintf(stderr, "randomgames: %s\n", reason->text);
	exit(1);
}

struct making {
	struct gamefile *file;
	struct strbuf out, uci;
};

static void enter(struct making *making, const char *cause, const struct event_list *events)
{
	const struct entry_head head = {making->file->head + 1,
					1700000000 + 60 * (int64_t)making->file->head, cause};
	struct reason reason;

	if (gamefile_add(making->file, &head, events, &making->out, NULL, &reason) != 0)
		stop(&reason);
}

static bool decide(struct making *making, unsigned seat, const struct order_list *orders)
{
	static const char cause[] =
		"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
	struct event_list events;
	bool accepted;

	event_list_init(&events);
	accepted = turn_decide(&making->file->game, seat, orders, &events, NULL) == ACCEPTED;
	if (accepted)
		enter(making, cause, &events);
	event_list_done(&events);
	return accepted;
}

static void order(struct making *making, unsigned seat, enum order_kind kind)
{
	struct order_list orders;

	order_list_init(&orders);
	order_list_add(&orders, kind, 1, NO_SIDE, "");
	decide(making, seat, &orders);
	order_list_done(&orders);
}

static void add_uci(struct making *making, const struct move *move)
{
	const struct variant *variant = making->file->game.variant;

	strbuf_addf(&making->uci, " %s", board_name(&variant->board, move->from).text);
	strbuf_add(&making->uci, board_name(&variant->board, move->to).text);
	if (move->promotion != NO_TYPE)
		strbuf_add_char(&making->uci,
				(char)tolower(variant->types[move->promotion].letter));
}

/* Chooses a random move, except that it gives a possible mate now and then: otherwise few games
 * would end by one. */
static void move(struct making *making, bool draw)
{
	const struct game *game = &making->file->game;
	struct move_list *list = base_alloc(sizeof *list);
	struct order_list orders;
	char text[MOVE_TEXT_MAX];
	const struct move *chosen;

	movegen_generate(game->variant, &game->position, list);
	chosen = &list->moves[below(list->count)];
	move_text(game->variant, chosen, text);
	add_uci(making, chosen);
	order_list_init(&orders);
	order_list_add(&orders, ORDER_MOVE, 1, NO_SIDE, text);
	if (draw)
		order_list_add(&orders, ORDER_DRAW, 1, NO_SIDE, "");
	if (!decide(making, game_player(game), &orders))
		stop(&(struct reason){.text = "a legal move is refused"});
	order_list_done(&orders);
	free(list);
}

static bool goes_on(const struct making *making)
{
	return making->file->game.outcome.status == STATUS_PLAYING;
}

static void play(struct making *making)
{
	const struct game *game = &making->file->game;
	unsigned length = below(8) == 0 ? 2000 : below(250), seats = variant_seats(game->variant);

	for (unsigned i = 0; i < length && goes_on(making); i++) {
		move(making, false);
		/* A player resigns, on that player's turn or on another's. */
		if (seats > 2 && goes_on(making) && below(60) == 0)
			order(making, below(3) == 0 ? game->position.turn : below(seats),
			      ORDER_RESIGN);
	}
	while (goes_on(making) && below(2) == 0 && seats == 2) {
		move(making, true);
		if (goes_on(making))
			order(making, game_player(game), ORDER_DRAW);
	}
	while (goes_on(making))
		order(making, game_player(game), ORDER_RESIGN);
}

static void make(const char *folder, unsigned number, const struct game_header *like,
		 struct variant_library *library)
{
	struct game_header header = *like;
	const struct variant *variant;
	struct making making;
	struct event_list events;
	struct reason reason;
	char *path;

	snprintf(header.id, sizeof header.id, "r%u", number);
	header.number = number;
	variant =
		variant_get(library, header.variant, header.options, header.option_count, &reason);
	if (variant == NULL)
		stop(&reason);
	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		snprintf(header.names[seat], sizeof header.names[seat], "Pl\xc3\xa4yer \"%u\"",
			 below(100));
	strbuf_init(&making.out, 0);
	strbuf_init(&making.uci, 0);
	gamefile_header(&header, variant, &making.out);
	making.file = gamefile_new(&header, variant);
	event_list_init(&events);
	turn_start(&making.file->game, &events);
	enter(&making, "moderator", &events);
	event_list_done(&events);
	play(&making);
	path = base_printf("%s/games/%s", folder, header.id);
	if (files_make_folder(path, 0700, &reason) != 0)
		stop(&reason);
	free(path);
	path = base_printf("%s/games/%s/game.txt", folder, header.id);
	if (files_write(path, making.out.bytes, making.out.len, &reason) != 0)
		stop(&reason);
	free(path);
	printf("%s%s\n", header.id, making.uci.bytes);
	gamefile_free(making.file);
	strbuf_done(&making.uci);
	strbuf_done(&making.out);
}

int main(int argc, char **argv)
{
	struct variant_library *library;
	struct game_header like = {.created = 1700000000};

	core_context_enter();
	if (argc < 5)
		return 64;
	vocabulary_set_folder(paths_games());
	seed = strtoull(argv[3], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
	snprintf(like.variant, sizeof like.variant, "%s", argv[4]);
	for (int i = 5; i < argc; i++) {
		struct option *option = &like.options[like.option_count++];
		const char *value = strchr(argv[i], '=');

		snprintf(option->key, sizeof option->key, "%.*s", (int)(value - argv[i]), argv[i]);
		snprintf(option->value, sizeof option->value, "%s", value + 1);
	}
	library = variant_library_new(paths_games(), gametypes_all);
	for (unsigned i = 1; i <= (unsigned)atoi(argv[2]); i++)
		make(argv[1], i, &like, library);
	variant_library_free(library);
	return 0;
}
