/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/mailing/draft_strings.h"

#define OF_MAIL(member) offsetof(struct mail, member)

const struct draft_string draft_strings[] = {
	{"done", OF_MAIL(done)},       {"first", OF_MAIL(wish)},
	{"from", OF_MAIL(from)},       {"history", OF_MAIL(history)},
	{"leave", OF_MAIL(wish)},      {"long", OF_MAIL(wish)},
	{"nearest", OF_MAIL(nearest)}, {"orders", OF_MAIL(orders)},
	{"others", OF_MAIL(others)},   {"own", OF_MAIL(wish)},
	{"rules", OF_MAIL(rules)},     {"said", OF_MAIL(said)},
	{"sheet", OF_MAIL(sheet)},     {"short", OF_MAIL(wish)},
	{"watch", OF_MAIL(wish)},      {0},
};

bool draft_add_string(const struct mail *mail, const char *name, struct text *out)
{
	const struct draft_string *row = draft_strings;
	const char *string;

	while (row->name != NULL && strcmp(row->name, name) != 0)
		row++;
	if (row->name == NULL)
		return false;
	string = *(const char *const *)(const void *)((const char *)mail + row->member);
	if (string != NULL && row->member == OF_MAIL(wish))
		string = strcmp(string, name) == 0 ? "yes" : NULL;
	if (string != NULL)
		text_add(out, string);
	return true;
}
