/* SPDX-License-Identifier: MIT */
/* Files of words, of mail programs' words, and catalogues of phrases. The first byte selects one of
 * them. */
#include "tests/fuzz/fuzz.h"

#include <sys/stat.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/util/deffile.h"
#include "core/util/translate.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "tests/lib/source.h"

static char *mailers, *games;

static void words_start(void)
{
	char *path = base_printf("%s/words", fuzz_folder());

	mkdir(path, 0700);
	free(path);
	path = base_printf("%s/mailers", fuzz_folder());
	mkdir(path, 0700);
	free(path);
	mailers = source_path("mailers");
	games = source_path("games");
}

/* Checks that a vocabulary that stays in force reads an order as before. */
static void read_words(const char *bytes, size_t len)
{
	struct deffile_faults faults;

	deffile_faults_init(&faults);
	fuzz_write("words/orders.words", bytes, len);
	if ((vocabulary_load(fuzz_folder(), &faults) < 0) != (faults.count > 0))
		fuzz_fail("%zu faults", faults.count);
	if (faults.count == 0) {
		struct order_list list;
		struct reason why = {.text = ""};

		order_list_init(&list);
		(void)order_read_message(fuzz_variant(0), "MOVE e2-e4\n", &list, &why);
		order_list_done(&list);
		if (vocabulary_load(games, &faults) < 0)
			fuzz_fail("%s", faults.lines.bytes);
	}
	deffile_faults_done(&faults);
}

static void read_mailers(const char *bytes, size_t len)
{
	struct deffile_faults faults;
	char *path = base_printf("%s/mailers", fuzz_folder());

	deffile_faults_init(&faults);
	fuzz_write("mailers/x.words", bytes, len);
	mail_clients_set_folders(mailers, path);
	if ((mail_clients_load(&faults) < 0) != (faults.count > 0))
		fuzz_fail("%zu faults", faults.count);
	deffile_faults_done(&faults);
	free(path);
}

static void read_phrases(const char *bytes, size_t len)
{
	char *path = base_printf("%s/x.po", fuzz_folder());
	struct reason reason = {.text = ""};
	struct phrases *phrases;

	fuzz_write("x.po", bytes, len);
	phrases = translate_load(path, &reason);
	if (phrases == NULL && reason.text[0] == '\0')
		fuzz_fail("refused without a reason");
	translate_free(phrases);
	free(path);
}

static void words_once(const char *bytes, size_t len)
{
	switch (fuzz_pick(&bytes, &len, 3)) {
	case 0:
		read_words(bytes, len);
		break;
	case 1:
		read_mailers(bytes, len);
		break;
	default:
		read_phrases(bytes, len);
	}
}

const struct fuzz fuzz_words = {"words", words_start, words_once};
