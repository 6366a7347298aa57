/* SPDX-License-Identifier: MIT */
/*
 * usage: refusal TOKENS: measures how long a forged token takes to be refused, by the place where
 * it differs from the genuine one. If a token that is right further took longer, somebody could
 * find a proof character by character. The mean of each place is compared with that of all others
 * (Welch's t, without the slowest tenth, which are interrupts); above 4.5 it isn't chance. To show
 * that a difference would be found, the same is done with an added comparison that stops at the
 * first difference.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "core/util/base.h"
#include "pbem/auth/keyring.h"
#include "pbem/auth/token.h"
#include "tests/lib/scratch.h"

enum {
	FIRST = 1, /* the first letter says which version and key it is: no secret, and each takes
		      its way */
	KEPT_PERCENT = 90
};

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
static const double beyond_chance = 4.5;

struct sample {
	unsigned char position;
	float ns;
};

struct bench {
	struct keyring *keys;
	struct sample *samples;
	size_t rounds;
};

struct moments {
	double count, sum, squares;
};

/* Changes a letter into another letter, and a digit into a digit. Reading one takes longer than
 * reading the other, but that reveals only the forger's own text. The last character has only three
 * bits of its own, and 'y' one digit near. */
static void change(char text[TOKEN_TEXT + 1], size_t position)
{
	const size_t value = (size_t)(strchr(letters, text[position]) - letters);
	const size_t last = text[position] == 'y' ? 16u : 4u;

	text[position] = letters[value ^ (position == TOKEN_TEXT - 1 ? last : 1u)];
}

static double now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* As no comparison of a proof may be. */
static bool is_same(const char *text, const char *genuine)
{
	const volatile char *at = text;

	while (*at != '\0' && *at == *genuine)
		at++, genuine++;
	return *at == '\0';
}

static bool refuse(struct bench *bench, const char *genuine, size_t position, bool naive,
		   struct sample *out)
{
	char text[TOKEN_TEXT + 1];
	struct token token;
	bool taken;
	double began;

	memcpy(text, genuine, sizeof text);
	change(text, position);
	began = now_ns();
	taken = token_read(bench->keys, text, &token) || (naive && is_same(text, genuine));
	*out = (struct sample){(unsigned char)position, (float)(now_ns() - began)};
	return !taken;
}

/* All positions of a token, another for each round, in an order by chance. */
static int measure(struct bench *bench, bool naive)
{
	const struct sha256 asking = {
		"3fa29c1755d0e4b8a6f1c2d3e4f5061728394a5b6c7d8e9f0011223344556677"};
	struct sample *next = bench->samples;

	for (size_t round = 0; round < bench->rounds; round++) {
		struct token token = {.game = (uint32_t)rand() % TOKEN_MAX_GAME,
				      .seat = (uint8_t)(rand() % 32),
				      .question = (uint16_t)rand(),
				      .purpose = TOKEN_TURN,
				      .expires = 20800};
		char genuine[TOKEN_TEXT + 1];

		/* The only digit that a token ends with. */
		do {
			token.generation++;
			token_write(bench->keys, &token, &asking, genuine);
		} while (genuine[TOKEN_TEXT - 1] == '4');
		for (size_t i = 0; i < TOKEN_TEXT; i++)
			if (!refuse(bench, genuine, FIRST + (size_t)rand() % (TOKEN_TEXT - FIRST),
				    naive, next++))
				return -1;
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct sample *one = a, *other = b;

	return (one->ns > other->ns) - (one->ns < other->ns);
}

static double mean(const struct moments *moments)
{
	return moments->sum / moments->count;
}

/* Returns the variance of the mean. */
static double doubt(const struct moments *moments)
{
	const double middle = mean(moments);

	return (moments->squares / moments->count - middle * middle) / moments->count;
}

static void add(struct moments *to, double ns)
{
	to->count++;
	to->sum += ns;
	to->squares += ns * ns;
}

static void report(struct bench *bench, const char *what)
{
	const size_t count = bench->rounds * TOKEN_TEXT, kept = count * KEPT_PERCENT / 100;
	struct moments of[TOKEN_TEXT] = {{0, 0, 0}}, all = {0, 0, 0};
	double worst = 0, apart = 0, seen = 0;
	size_t where = 0;

	qsort(bench->samples, count, sizeof *bench->samples, compare);
	for (size_t i = 0; i < kept; i++) {
		add(&of[bench->samples[i].position], bench->samples[i].ns);
		add(&all, bench->samples[i].ns);
	}
	for (size_t i = FIRST; i < TOKEN_TEXT; i++) {
		const struct moments rest = {all.count - of[i].count, all.sum - of[i].sum,
					     all.squares - of[i].squares};
		const double error = sqrt(doubt(&of[i]) + doubt(&rest)),
			     off = mean(&of[i]) - mean(&rest);

		if (fabs(off / error) > fabs(worst)) {
			worst = off / error;
			apart = off;
			where = i + 1;
		}
		seen = fmax(seen, beyond_chance * error);
	}
	printf("  %-34s median %.0f ns; most apart letter %zu, by %+.2f ns, t = %+.1f: %s; %.2f ns "
	       "would be seen\n",
	       what, (double)bench->samples[count / 2].ns, where, apart, worst,
	       fabs(worst) > beyond_chance ? "not chance" : "chance", seen);
}

int main(int argc, char **argv)
{
	const size_t tokens = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	struct bench bench = {.rounds = tokens / TOKEN_TEXT + 1};
	struct reason reason = {.text = ""};
	char folder[SCRATCH_MAX], *path;
	int result = 1;

	if (!scratch_make(folder))
		return 1;
	path = base_printf("%s/keys", folder);
	if (mkdir(path, 0700) == 0 && keyring_add(folder, &reason) == 1)
		bench.keys = keyring_load(folder, &reason);
	free(path);
	bench.samples = base_zalloc(bench.rounds * TOKEN_TEXT, sizeof *bench.samples);
	if (bench.keys == NULL) {
		fprintf(stderr, "refusal: %s\n", reason.text);
	} else {
		printf("time to refuse %zu forged tokens, by the letter that differs\n",
		       bench.rounds * TOKEN_TEXT);
		result = measure(&bench, false);
		report(&bench, "as pbem compares");
		result = result == 0 ? measure(&bench, true) : result;
		report(&bench, "stopping at the first difference");
	}
	if (result != 0)
		fprintf(stderr, "refusal: a forged token was taken\n");
	free(bench.samples);
	keyring_free(bench.keys);
	(void)scratch_remove(folder);
	return result != 0;
}
