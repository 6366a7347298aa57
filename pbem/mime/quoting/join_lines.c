/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/util/base.h"
#include "pbem/mime/quoting/join_lines.h"

void join_lines_add(struct join_lines *joins, size_t at)
{
	if (joins->count > 0 && joins->at[joins->count - 1] == at)
		return;
	joins->at = base_grow(joins->at, joins->count, &joins->size, sizeof *joins->at);
	joins->at[joins->count++] = at;
}

void join_lines_extract(char *text, struct join_lines *joins)
{
	size_t len = 0;

	for (const char *from = text; *from != '\0'; from++) {
		if (*from == QUOTE_JOIN)
			join_lines_add(joins, len);
		else
			text[len++] = *from;
	}
	text[len] = '\0';
}

void join_lines_done(struct join_lines *joins)
{
	free(joins->at);
	*joins = (struct join_lines){NULL, 0, 0};
}
