/* SPDX-License-Identifier: MIT */
/* A card's file, in a set of its own. */
#include "tests/fuzz/fuzz.h"

#include <sys/stat.h>

#include "core/cards/effects/effects_load.h"
#include "core/util/deffile.h"

static void card_start(void)
{
	char *path = base_printf("%s/fuzz", fuzz_folder());

	mkdir(path, 0700);
	free(path);
}

static void card_once(const char *bytes, size_t len)
{
	struct deffile_faults faults;
	struct card_set *set;
	struct strbuf out;

	strbuf_init(&out, 0);
	deffile_faults_init(&faults);
	fuzz_write("fuzz/one.card", bytes, len);
	set = effects_set_load(fuzz_folder(), "fuzz", &faults);
	if ((set == NULL) != (faults.count > 0))
		fuzz_fail("%zu faults, and %s", faults.count, set != NULL ? "read" : "not read");
	if (set != NULL) {
		size_t used;

		card_sheet(&set->cards[0], &out);
		card_when_words(&set->cards[0], &out);
		if (card_named(set, set->cards[0].name, &used) != 0 ||
		    used != strlen(set->cards[0].name))
			fuzz_fail("'%s' isn't found by its name", set->cards[0].name);
	}
	card_set_free(set);
	deffile_faults_done(&faults);
	strbuf_done(&out);
}

const struct fuzz fuzz_card = {"card", card_start, card_once};
