/* SPDX-License-Identifier: MIT */
/*
 * usage: cards HANDS: measures the time for listing all plays of a hand of five in the middle of a
 * game. Also measures the search for a play that saves a mated king [saved-by-a-card], with Plots
 * Within Plots among the cards. Hands are drawn at random, with a fixed seed; the time is the
 * processor's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/cards/deck/card_ruleset.h"
#include "core/cards/effects/effects_load.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/mate_escape.h"
#include "core/cards/submit/submit.h"
#include "core/gametype/gametypes.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "tests/lib/source.h"

enum { HAND = 5 };

struct bench {
	const struct card_ruleset *book;
	struct card_state table;
	uint64_t chance;
	double *times;
	unsigned hands, count;
	double worst;
	char worst_hand[200];
};

/* Many pieces, much room: as full as games get. */
static const char *const middle_games[] = {
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 1",
	"r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1",
	"2rq1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/1QPBPN2/PP1N1PPP/R4RK1 w - - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 1",
};

/* White is mated and could use any card. */
static const char *const mates[] = {
	"r1bqk2r/pppp1ppp/2n5/2b1p3/2B1n3/3P1N2/PPP2qPP/RNBQK2R w KQkq - 0 1",
	"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1",
	"r1bq1rk1/ppp2ppp/2n5/3p4/3P4/2N5/PPP2nPP/R1BQ2RK w - - 0 1",
	"2k1r3/pppq1ppp/2n5/8/2P5/1P6/P4PPP/RN2r1K1 w - - 0 1",
	"r4rk1/ppp2ppp/8/4n3/4b3/2P5/PP1B1PqP/R3R1K1 w - - 0 1",
};

static unsigned below(struct bench *bench, unsigned limit)
{
	bench->chance = bench->chance * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(bench->chance >> 33) % limit;
}

/* A hand of different cards that may be played in this game; the first is `first` unless NO_CARD.
 */
static void deal(struct bench *bench, uint8_t first, struct piles *piles, struct strbuf *names)
{
	bool taken[MAX_CARD_KINDS] = {false};

	piles_init(piles, false);
	strbuf_clear(names);
	for (unsigned i = 0; i < HAND; i++) {
		uint8_t kind = i == 0 && first != NO_CARD
				       ? first
				       : (uint8_t)below(bench, bench->book->set->count);

		if (taken[kind] || card_ruleset_bars(bench->book, kind, NULL)) {
			i--;
			continue;
		}
		taken[kind] = true;
		piles_add(piles, kind, 0, ZONE_HAND, 0);
		strbuf_addf(names, "%s%s", i > 0 ? ", " : "", bench->book->set->cards[kind].name);
	}
}

static int set_up(struct bench *bench, const char *fen, const struct piles *piles)
{
	struct position position;
	struct history history;
	struct reason reason;
	struct event_list events;

	if (position_from_fen(bench->book->variant, fen, &position, &reason) != 0) {
		fprintf(stderr, "%s: %s\n", fen, reason.text);
		return -1;
	}
	repetition_init(&history);
	card_state_init(&bench->table, bench->book, &position, &history);
	bench->table.piles = *piles;
	bench->table.start_piles = *piles;
	event_list_init(&events);
	submit_start(&bench->table, &events);
	event_list_done(&events);
	repetition_done(&history);
	bench->table.history = NULL;
	return 0;
}

static void note(struct bench *bench, clock_t from, const char *hand)
{
	double took = (double)(clock() - from) * 1e3 / CLOCKS_PER_SEC;

	bench->times[bench->count++] = took;
	if (took > bench->worst || bench->count == 1) {
		bench->worst = took;
		snprintf(bench->worst_hand, sizeof bench->worst_hand, "%s", hand);
	}
}

static int compare(const void *a, const void *b)
{
	const double *one = a, *other = b;

	return (*one > *other) - (*one < *other);
}

static void report(struct bench *bench, const char *what)
{
	qsort(bench->times, bench->count, sizeof *bench->times, compare);
	printf("  %-44s median %7.2f, worst %7.2f ms (%s)\n", what, bench->times[bench->count / 2],
	       bench->worst, bench->worst_hand);
	bench->count = 0;
}

/* The plays before and instead of a move, or those after one. */
static int bench_plays(struct bench *bench, bool after)
{
	struct strbuf names;
	struct piles piles;
	int result = 0;

	strbuf_init(&names, 0);
	for (unsigned i = 0; i < bench->hands && result == 0; i++) {
		const char *fen = middle_games[i % ARRAY_LEN(middle_games)];
		struct move_list *moves = base_alloc(sizeof *moves);
		struct play_list list;
		clock_t from;

		deal(bench, NO_CARD, &piles, &names);
		result = set_up(bench, fen, &piles);
		submit_legal(&bench->table, moves);
		play_list_init(&list);
		from = clock();
		legal_plays_list(&bench->table, 0,
				 after ? &moves->moves[below(bench, moves->count)] : NULL, &list);
		note(bench, from, names.bytes);
		play_list_done(&list);
		free(moves);
	}
	report(bench, after ? "all plays after a move" : "all plays before or instead of a move");
	strbuf_done(&names);
	return result;
}

/* A king that can't be saved takes longest: every pair of cards is tried. */
static int bench_rescue(struct bench *bench)
{
	uint8_t plots = card_named(bench->book->set, "Plots Within Plots", NULL);
	struct strbuf names;
	struct piles piles;
	unsigned saved = 0;
	int result = 0;

	strbuf_init(&names, 0);
	for (unsigned i = 0; i < bench->hands && result == 0; i++) {
		clock_t from;

		deal(bench, plots, &piles, &names);
		result = set_up(bench, mates[i % ARRAY_LEN(mates)], &piles);
		from = clock();
		saved += mate_escape_exists(&bench->table, 0);
		note(bench, from, names.bytes);
	}
	report(bench, "whether a hand with Plots Within Plots saves");
	printf("  %u of %u hands save the king\n", saved, bench->hands);
	strbuf_done(&names);
	return result;
}

/* The hand that took longest of all that were ever found. */
static int bench_hardest(struct bench *bench)
{
	static const char *const hand[HAND] = {"Plots Within Plots", "Earthquake", "Vendetta",
					       "Treason", "Forbidden City"};
	struct piles piles;
	clock_t from;

	piles_init(&piles, false);
	for (unsigned i = 0; i < HAND; i++)
		piles_add(&piles, card_named(bench->book->set, hand[i], NULL), 0, ZONE_HAND, 0);
	if (set_up(bench, mates[0], &piles) != 0)
		return -1;
	from = clock();
	(void)mate_escape_exists(&bench->table, 0);
	printf("  whether %s, %s, %s, %s and %s save: %.2f ms\n", hand[0], hand[1], hand[2],
	       hand[3], hand[4], (double)(clock() - from) * 1e3 / CLOCKS_PER_SEC);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct option on = {"cards", "on"};
	char *games = source_path("games");
	struct variant_library *library = variant_library_new(games, gametypes_all);
	struct bench *bench = base_zalloc(1, sizeof *bench);
	struct reason reason = {.text = ""};
	const struct variant *variant = variant_get(library, "knightmare", &on, 1, &reason);
	int result = -1;

	bench->chance = 5;
	bench->hands = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2000;
	bench->times = base_zalloc(bench->hands + 1, sizeof *bench->times);
	if (variant != NULL)
		bench->book = effects_book_of(variant, &reason);
	if (bench->book == NULL || bench->hands == 0)
		fprintf(stderr, "%s\n", bench->hands == 0 ? "usage: cards HANDS" : reason.text);
	else
		printf("%u hands of %d in %zu positions of knightmare, processor's time:\n",
		       bench->hands, HAND, ARRAY_LEN(middle_games));
	if (bench->book != NULL && bench->hands > 0)
		result = bench_plays(bench, false) | bench_plays(bench, true) |
			 bench_rescue(bench) | bench_hardest(bench);
	free(bench->times);
	free(bench);
	variant_library_free(library);
	free(games);
	return result == 0 ? 0 : 1;
}
