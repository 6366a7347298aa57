/* SPDX-License-Identifier: MIT */
/* Linked into every test: the words are known before it begins, as they are to the program. */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/deffile.h"
#include "core/words/words.h"
#include "pbem/reading/reply/mailers.h"
#include "tests/lib/source.h"

static void __attribute__((constructor)) load_words(void)
{
	char *folder = source_path("games"), *mailers = source_path("mailers");
	struct deffile_faults faults;

	deffile_faults_init(&faults);
	mailers_from(mailers, NULL);
	if (words_load(folder, &faults) < 0 || mailers_load(&faults) < 0)
		fputs(faults.lines.bytes, stderr);
	deffile_faults_done(&faults);
	free(mailers);
	free(folder);
}
