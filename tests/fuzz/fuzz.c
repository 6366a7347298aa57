/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "core/gametype/gametypes.h"
#include "tests/lib/scratch.h"
#include "tests/lib/source.h"

/* Sanitizers and what libFuzzer counts cost a few times as much. */
#if defined(__SANITIZE_ADDRESS__)
#define SECONDS_MOST 6.0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SECONDS_MOST 6.0
#endif
#endif
#ifndef SECONDS_MOST
#define SECONDS_MOST 1.0
#endif

double fuzz_run(const struct fuzz *fuzz, const char *bytes, size_t len)
{
	clock_t start = clock();
	double seconds;

	fuzz->once(bytes, len);
	seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	if (seconds > SECONDS_MOST && len <= FUZZ_LONG)
		fuzz_fail("%s took %.1f s over %zu bytes", fuzz->name, seconds, len);
	return seconds;
}

void fuzz_fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("BROKEN PROMISE: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	abort();
}

void fuzz_same(const char *what, const char *one, const char *other)
{
	if (strcmp(one, other) != 0)
		fuzz_fail("%s: '%s' became '%s'", what, one, other);
}

/* ---- taking bytes apart ---- */

unsigned fuzz_pick(const char **bytes, size_t *len, unsigned count)
{
	unsigned number;

	if (*len == 0)
		return 0;
	number = (unsigned char)((unsigned char)**bytes - 'a') % count;
	++*bytes;
	--*len;
	return number;
}

char *fuzz_string(const char *bytes, size_t len)
{
	return base_strndup(bytes, len);
}

bool fuzz_part(const char **bytes, size_t *len, const char *mark, const char **part_out,
	       size_t *part_len_out)
{
	const char *cursor = *bytes, *end = *bytes + *len, *line;
	size_t line_len;

	if (*len == 0)
		return false;
	*part_out = *bytes;
	*part_len_out = *len;
	while (strbuf_next_line(&cursor, end, &line, &line_len)) {
		if (line_len != strlen(mark) || memcmp(line, mark, line_len) != 0)
			continue;
		*part_len_out = (size_t)(line - *bytes);
		*bytes = cursor;
		*len = (size_t)(end - cursor);
		return true;
	}
	*bytes = end;
	*len = 0;
	return true;
}

/* ---- files ---- */

static char folder[SCRATCH_MAX];

static void remove_folder(void)
{
	scratch_remove(folder);
}

const char *fuzz_folder(void)
{
	if (folder[0] == '\0') {
		if (!scratch_make(folder))
			fuzz_fail("no folder can be made");
		atexit(remove_folder);
	}
	return folder;
}

void fuzz_write(const char *name, const char *bytes, size_t len)
{
	char *path = base_printf("%s/%s", fuzz_folder(), name);
	FILE *stream;

	unlink(path);
	stream = fopen(path, "wb");
	if (stream == NULL || fwrite(bytes, 1, len, stream) != len || fclose(stream) != 0)
		fuzz_fail("%s can't be written", path);
	free(path);
}

/* ---- games ---- */

/* In the order in which seeds.py counts them. */
static const struct {
	const char *name;
	struct option options[4];
	size_t count;
} games[FUZZ_GAMES] = {
	{"chess", {{"", ""}}, 0},
	{"chess960", {{"position", "518"}}, 1},
	{"three-player", {{"", ""}}, 0},
	{"three-player",
	 {{"peterson.defense", "on"}, {"peterson.exchange", "on"}, {"peterson.capture", "on"}},
	 3},
	{"four-player", {{"", ""}}, 0},
	{"four-player-team", {{"cards", "on"}, {"bishops", "redraw"}}, 2},
	{"kingdom", {{"", ""}}, 0},
	{"fourteen", {{"", ""}}, 0},
	{"ring", {{"", ""}}, 0},
	{"knightmare", {{"", ""}}, 0},
	{"knightmare", {{"deck", "common"}}, 1},
	{"three-player", {{"cards", "on"}}, 1},
	{"four-player", {{"cards", "on"}, {"bishops", "queen"}}, 2},
};

struct variant_library *fuzz_library(void)
{
	static struct variant_library *library;

	if (library == NULL) {
		char *path = source_path("games");

		library = variant_library_new(path, gametypes_all);
		free(path);
	}
	return library;
}

const char *fuzz_game(unsigned number, struct option options_out[4], size_t *count_out)
{
	memcpy(options_out, games[number].options, sizeof games[number].options);
	*count_out = games[number].count;
	return games[number].name;
}

const struct variant *fuzz_variant(unsigned number)
{
	struct reason reason = {.text = ""};
	const struct variant *variant =
		variant_get(fuzz_library(), games[number].name, games[number].options,
			    games[number].count, &reason);

	if (variant == NULL)
		fuzz_fail("%s", reason.text);
	return variant;
}
