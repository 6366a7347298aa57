/* SPDX-License-Identifier: MIT */
#include "core/variant/variant_data.h"
#include "pbem/kind/mail_kinds.h"

static const struct mail_kind *const kinds[] = {&mail_circle, &mail_cards};

const struct mail_kind *mail_kind_of(const struct variant *variant)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (kinds[i]->kind == variant->kind)
			return kinds[i];
	return &mail_single;
}
