/* SPDX-License-Identifier: MIT */
/*
 * Runs a harness on files, without a fuzzer: `fuzz_again [long] HARNESS FILE...`. With `long` each
 * file's bytes are repeated until FUZZ_LONG is full, so that code that takes more than its share of
 * time is found.
 */
#include <stdio.h>

#include "tests/fuzz/fuzz.h"

enum { FILE_MAX = 1 << 20 };

/* Reads a file, and prints its name, in case the program dies. */
static char *read_file(const char *path, size_t *len_out)
{
	char *bytes = base_alloc(FILE_MAX), *fitting;
	FILE *stream = fopen(path, "rb");

	if (stream == NULL) {
		perror(path);
		exit(66);
	}
	*len_out = fread(bytes, 1, FILE_MAX, stream);
	fclose(stream);
	/* Allocated with exactly that size, so that reading too far is detected. */
	fitting = base_alloc(*len_out + (*len_out == 0));
	memcpy(fitting, bytes, *len_out);
	free(bytes);
	return fitting;
}

static char *repeat(char *bytes, size_t *len)
{
	size_t times = *len == 0 ? 0 : FUZZ_LONG / *len;
	char *many;

	if (times < 2)
		return bytes;
	many = base_alloc(times * *len);
	for (size_t i = 0; i < times; i++)
		memcpy(many + i * *len, bytes, *len);
	*len *= times;
	free(bytes);
	return many;
}

int main(int argc, char **argv)
{
	bool longer = argc > 1 && strcmp(argv[1], "long") == 0;
	int first = longer ? 2 : 1, slowest = 0;
	const struct fuzz *harness = argc > first ? fuzz_named(argv[first]) : NULL;
	double most = 0;

	if (harness == NULL) {
		fputs("usage: fuzz_again [long] HARNESS FILE...\n", stderr);
		return 64;
	}
	if (harness->start != NULL)
		harness->start();
	for (int i = first + 1; i < argc; i++) {
		size_t len;
		char *bytes = read_file(argv[i], &len);
		double seconds;

		fprintf(stderr, "%s\n", argv[i]);
		if (longer)
			bytes = repeat(bytes, &len);
		seconds = fuzz_run(harness, bytes, len);
		if (seconds >= most) {
			most = seconds;
			slowest = i;
		}
		free(bytes);
	}
	fprintf(stderr, "%d files, the slowest in %.3f s: %s\n", argc - first - 1, most,
		slowest > 0 ? argv[slowest] : "none");
	return 0;
}
