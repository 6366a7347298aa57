/* SPDX-License-Identifier: MIT */
/*
 * Drives a source by hand: fetchprobe SITE COMMAND...  Commands, in turn on one connection:
 *   describe   prints the description of the source
 *   list       lists what is there; one line per message: id, size, time
 *   fetch      fetches what was listed; one line per message: id, size listed, size got, SHA-256 or
 *              "-"; or id and "not now: WHY"; "start SHA-256" after an oversized one, of
 *              its start
 *   first=N    the same, and stops after N messages
 *   count      the same, and prints only how many came and how many bytes
 *   mark       marks what was listed
 *   reopen     closes and opens again
 *   max=N      lists at most N from now on
 * Exits with 0, with 75 when trying again may help, with 78 when a person must look.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sysexits.h>

#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/sys/core_context.h"
#include "pbem/transport/source.h"

struct probe {
	struct config *config;
	struct source *source;
	struct waiting_list list;
	size_t max;
	long stop; /* letters to go; -1: all */
	bool quiet;
	uint64_t count, bytes;
};

static int print_letter(void *context, const struct waiting *letter, const struct handed *handed)
{
	struct probe *probe = context;
	struct sha256 digest = {"-"};

	if (handed->how == HANDED_NOT_NOW) {
		printf("%s not now: %s\n", letter->id, handed->why);
		return 0;
	}
	probe->count++;
	probe->bytes += handed->how == HANDED_OVER ? handed->len : 0;
	if (!probe->quiet) {
		if (handed->how == HANDED_OVER)
			sha256_bytes(handed->bytes, handed->len, &digest);
		printf("%s %" PRIu64 " %zu %s", letter->id, letter->bytes, handed->len, digest.hex);
		if (handed->how == HANDED_TOO_LARGE && handed->bytes != NULL) {
			sha256_bytes(handed->bytes,
				     handed->len < SOURCE_START ? handed->len : SOURCE_START,
				     &digest);
			printf(" start %s", digest.hex);
		}
		putchar('\n');
		fflush(stdout);
	}
	return probe->stop > 0 && --probe->stop == 0;
}

static enum wire fetch(struct probe *probe, long stop, bool quiet, struct reason *reason)
{
	enum wire outcome;

	probe->stop = stop;
	probe->quiet = quiet;
	probe->count = probe->bytes = 0;
	outcome = source_fetch(probe->source, probe->list.letters, probe->list.count, print_letter,
			       probe, reason);
	if (quiet)
		printf("%" PRIu64 " letters, %" PRIu64 " bytes\n", probe->count, probe->bytes);
	return outcome;
}

static enum wire list(struct probe *probe, struct reason *reason)
{
	enum wire outcome;

	transport_free_list(&probe->list);
	outcome = source_list(probe->source, probe->max, &probe->list, reason);
	for (size_t i = 0; outcome == WIRE_DONE && i < probe->list.count; i++)
		printf("%s %" PRIu64 " %" PRId64 "\n", probe->list.letters[i].id,
		       probe->list.letters[i].bytes, probe->list.letters[i].received);
	return outcome;
}

static enum wire reopen(struct probe *probe, struct reason *reason)
{
	source_close(probe->source);
	probe->source = NULL;
	return source_open(probe->config, &probe->source, reason);
}

static enum wire command(struct probe *probe, const char *name, struct reason *reason)
{
	if (strcmp(name, "describe") == 0) {
		puts(source_describe(probe->source));
		return WIRE_DONE;
	}
	if (strcmp(name, "list") == 0)
		return list(probe, reason);
	if (strcmp(name, "fetch") == 0)
		return fetch(probe, -1, false, reason);
	if (strbuf_starts(name, "first="))
		return fetch(probe, strbuf_number(name + 6, 1000), false, reason);
	if (strcmp(name, "count") == 0)
		return fetch(probe, -1, true, reason);
	if (strcmp(name, "mark") == 0)
		return source_mark(probe->source, probe->list.letters, probe->list.count, reason);
	if (strcmp(name, "reopen") == 0)
		return reopen(probe, reason);
	if (strbuf_starts(name, "max=")) {
		probe->max = (size_t)strbuf_number(name + 4, 1000000);
		return WIRE_DONE;
	}
	reason_set(reason, "no command '%s'", name);
	return WIRE_NEVER;
}

/* Writes the most memory we ever had, in KiB, where FETCHPROBE_PEAK says. */
static void tell_peak(void)
{
	const char *path = getenv("FETCHPROBE_PEAK");
	FILE *file = path != NULL ? fopen(path, "w") : NULL;
	struct rusage usage;

	if (file == NULL)
		return;
	if (getrusage(RUSAGE_SELF, &usage) == 0)
		fprintf(file, "%ld\n", usage.ru_maxrss);
	fclose(file);
}

int main(int argc, char *argv[])
{
	static const int EXITS[] = {
		[WIRE_DONE] = EX_OK, [WIRE_LATER] = EX_TEMPFAIL, [WIRE_NEVER] = EX_CONFIG};
	struct probe probe = {.max = SIZE_MAX};
	struct reason reason = {.text = ""};
	enum wire outcome = WIRE_NEVER;

	core_context_enter();
	if (argc < 2)
		return EX_USAGE;
	probe.config = config_load(argv[1], &reason);
	if (probe.config != NULL)
		outcome = source_open(probe.config, &probe.source, &reason);
	for (int i = 2; i < argc && outcome == WIRE_DONE; i++)
		outcome = command(&probe, argv[i], &reason);
	if (outcome != WIRE_DONE)
		fprintf(stderr, "%s\n", reason.text);
	tell_peak();
	source_close(probe.source);
	transport_free_list(&probe.list);
	config_free(probe.config);
	return EXITS[outcome];
}
