/* SPDX-License-Identifier: MIT */
/* Runs a harness for libFuzzer: PBEM_FUZZ names it. Its output is dropped. */
#include <stdio.h>

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static const struct fuzz *harness;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("PBEM_FUZZ");

	(void)argc;
	(void)argv;
	harness = name != NULL ? fuzz_named(name) : NULL;
	if (harness == NULL) {
		fputs("PBEM_FUZZ names no harness; there are:\n", stderr);
		for (size_t i = 0; fuzz_all[i] != NULL; i++)
			fprintf(stderr, "%s\n", fuzz_all[i]->name);
		exit(64);
	}
	if (freopen("/dev/null", "w", stdout) == NULL)
		abort();
	if (harness->start != NULL)
		harness->start();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	fuzz_run(harness, (const char *)bytes, len);
	return 0;
}
