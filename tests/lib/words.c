/* SPDX-License-Identifier: MIT */
/* Linked into every test: the words are known before it begins, as they are to the program. */
#include <stdio.h>
#include <stdlib.h>

#include "core/notation/vocabulary.h"
#include "core/util/deffile.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/sys/core_context.h"
#include "tests/lib/source.h"

static void __attribute__((constructor)) load_words(void)
{
	char *folder = source_path("games"), *mailers = source_path("mailers");
	struct deffile_faults faults;

	core_context_enter();
	deffile_faults_init(&faults);
	mail_clients_set_folders(mailers, NULL);
	if (vocabulary_load(folder, &faults) < 0 || mail_clients_load(&faults) < 0)
		fputs(faults.lines.bytes, stderr);
	deffile_faults_done(&faults);
	free(mailers);
	free(folder);
}
