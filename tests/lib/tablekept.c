/* SPDX-License-Identifier: MIT */
#include "tests/lib/tablekept.h"
#include "tests/lib/source.h"

/* FNV-1a: nobody means any harm here. */
static uint64_t tablekept_sum(const struct text *text)
{
	uint64_t sum = 14695981039346656037u;

	for (size_t i = 0; i < text->len; i++)
		sum = (sum ^ (unsigned char)text->bytes[i]) * 1099511628211u;
	return sum;
}

static FILE *tablekept_open(const char *mode)
{
	char *path = source_path("tests/core/cards/table/kept.txt");
	FILE *file = fopen(path, mode);

	if (file == NULL)
		fail_msg("%s can't be opened", path);
	free(path);
	return file;
}

static void tablekept_tell(const struct tableplay *play, const char *folder, const char *variant,
			   unsigned seed)
{
	char *path = base_printf("%s/%s-%u", folder, variant, seed);
	FILE *file = fopen(path, "w");

	if (file == NULL || fwrite(play->came.bytes, 1, play->came.len, file) != play->came.len ||
	    fclose(file) != 0)
		fail_msg("%s can't be written", path);
	free(path);
}

void tablekept_compare(const struct tableplay *play, const char *variant, unsigned seed)
{
	const char *wish = getenv("PBEM_KEPT");
	bool writes = wish != NULL && strcmp(wish, "write") == 0;
	FILE *file = tablekept_open(writes ? "a" : "r");
	char *head = base_printf("%s %u ", variant, seed), line[200];
	char *tail = base_printf("%016llx\n", (unsigned long long)tablekept_sum(&play->came));

	if (writes)
		fprintf(file, "%s%s", head, tail);
	else if (wish != NULL)
		tablekept_tell(play, wish, variant, seed);
	while (wish == NULL && fgets(line, sizeof line, file) != NULL)
		if (strncmp(line, head, strlen(head)) == 0 &&
		    strcmp(line + strlen(head), tail) != 0)
			tableplay_fail(play, "the game isn't what it was kept as",
				       "tests/lib/tablekept.h says what to do");
	free(tail);
	free(head);
	fclose(file);
}
