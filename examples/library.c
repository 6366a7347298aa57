/* SPDX-License-Identifier: MIT */
/*
 * library DATA VARIANT SEED: plays a game with libpbc, in which each seat plays one of its legal
 * orders, chosen by a simple rule. Prints the board as the first seat sees it, the result, and
 * checks that the game can be loaded again from its bytes.
 *
 *     cc library.c $(pkg-config --cflags --libs pbc) -o library
 */
#include <pbc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS_MAX = 400 };

/* Called when memory runs out. A program with windows would use longjmp. */
static void give_up(void *host, const char *what)
{
	fprintf(stderr, "%s: %s\n", (const char *)host, what);
	exit(75);
}

static int fail(const struct pbc_error *error)
{
	fprintf(stderr, "%s\n", error->text);
	return 1;
}

/* Plays the first of the seat's legal orders, from line `wanted` on, that is accepted. */
static int play_seat(struct pbc_game *game, unsigned seat, unsigned wanted, int64_t when)
{
	char *choices = pbc_game_choices(game, seat), *line = choices, *end;
	struct pbc_error error;
	unsigned count = 0;
	int played = 0;

	for (end = choices; *end != '\0'; end++)
		count += *end == '\n';
	for (unsigned skip = count > 0 ? wanted % count : 0; skip > 0; skip--)
		line = strchr(line, '\n') + 1;
	for (; !played && (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		played = pbc_game_check(game, seat, line, NULL) == PBC_OK &&
			 pbc_game_play(game, seat, line, when, &error) == PBC_OK;
	}
	pbc_free(choices);
	/* With cards, a seat may be asked for a response that it needn't give. */
	return played || pbc_game_play(game, seat, "PASS", when, &error) == PBC_OK ||
	       pbc_game_forfeit(game, seat, when, &error) == PBC_OK;
}

/* Plays until the game is over; after ORDERS_MAX orders all seats resign. */
static int play(struct pbc_game *game, struct pbc_error *error)
{
	int64_t when = 1700000000;

	for (unsigned i = 0; !pbc_game_is_over(game); i++, when += 60) {
		const uint32_t asked = pbc_game_waits_for(game);
		unsigned seat = 0;

		while (seat < pbc_game_seats(game) && (asked >> seat & 1) == 0)
			seat++;
		if (i >= ORDERS_MAX ? pbc_game_forfeit(game, seat, when, error) != PBC_OK
				    : !play_seat(game, seat, 7 * i, when))
			return 1;
		if (pbc_game_end_round(game, when, error) != PBC_OK)
			return 1;
	}
	return 0;
}

static int show(struct pbc_context *context, struct pbc_game *game, struct pbc_error *error)
{
	size_t len, sealed_len;
	const char *record = pbc_game_record(game, &len), *sealed = pbc_game_sealed(game, &sealed_len);
	struct pbc_game *again = pbc_game_load(context, record, len, sealed_len > 0 ? sealed : NULL,
					       sealed_len, error);
	char *board = pbc_game_board(game, 0), *result = pbc_game_result(game);
	char *result_again = again != NULL ? pbc_game_result(again) : NULL;
	int same = result_again != NULL && strcmp(result, result_again) == 0;

	printf("%s%s\n", board, result);
	fwrite(record, 1, len, stdout);
	pbc_free(board);
	pbc_free(result);
	pbc_free(result_again);
	pbc_game_free(again);
	return same ? 0 : 1;
}

int main(int argc, char **argv)
{
	struct pbc_error error = {.text = "usage: library DATA VARIANT SEED"};
	struct pbc_context *context;
	struct pbc_game *game;
	int result;

	if (argc != 4)
		return fail(&error);
	context = pbc_context_new(argv[1], give_up, argv[0]);
	game = pbc_game_new(context, argv[2], NULL, argv[3], 1700000000, &error);
	result = game == NULL || play(game, &error) || show(context, game, &error) ? fail(&error) : 0;
	pbc_game_free(game);
	pbc_context_free(context);
	return result;
}
