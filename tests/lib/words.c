/* SPDX-License-Identifier: MIT */
/* Linked into every test: the words are known before it begins, as they are to the program. */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/deffile.h"
#include "core/words/words.h"

static void __attribute__((constructor)) load_words(void)
{
	const char *source = getenv("srcdir");
	char *folder = base_printf("%s/games", source != NULL ? source : ".");
	struct deffile_faults faults;

	deffile_faults_init(&faults);
	if (words_load(folder, &faults) < 0)
		fputs(faults.lines.bytes, stderr);
	deffile_faults_done(&faults);
	free(folder);
}
