/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/util/base.h"
#include "tests/lib/kept.h"
#include "tests/lib/source.h"

const char kept_is_not[] =
	"the game isn't what it was kept as: tests/lib/kept.h says what to do if that is meant";

/* FNV-1a: nobody means any harm here. */
void kept_add(uint64_t *sum, const char *text)
{
	if (*sum == 0)
		*sum = 14695981039346656037u;
	for (; *text != '\0'; text++)
		*sum = (*sum ^ (unsigned char)*text) * 1099511628211u;
}

static FILE *kept_open(char *path, const char *mode)
{
	FILE *file = fopen(path, mode);

	if (file == NULL)
		fail_msg("%s can't be opened", path);
	free(path);
	return file;
}

static void kept_tell(const char *folder, const char *name, unsigned seed,
		      const struct strbuf *came)
{
	FILE *file = kept_open(base_printf("%s/%s-%u", folder, name, seed), "w");

	assert_int_equal(fwrite(came->bytes, 1, came->len, file), came->len);
	fclose(file);
}

bool kept_is_same(const char *name, unsigned seed, const struct strbuf *came)
{
	const char *wish = getenv("PBEM_KEPT");
	bool writes = wish != NULL && strcmp(wish, "write") == 0, same = true;
	FILE *file = kept_open(source_path("tests/core/cards/kept.txt"), writes ? "a" : "r");
	char *head = base_printf("%s %u ", name, seed), line[200];
	uint64_t sum = 0;
	char *tail;

	kept_add(&sum, came->bytes);
	tail = base_printf("%016" PRIx64 "\n", sum);
	if (writes)
		fprintf(file, "%s%s", head, tail);
	else if (wish != NULL)
		kept_tell(wish, name, seed, came);
	while (wish == NULL && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, head, strlen(head)) == 0)
			same &= strcmp(line + strlen(head), tail) == 0;
	free(tail);
	free(head);
	fclose(file);
	return same;
}
