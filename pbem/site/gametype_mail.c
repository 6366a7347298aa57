/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "core/variant/variant_data.h"
#include "pbem/desk/mail_kind.h"

static const struct mail_kind *const *known;

void desk_use_mail_kinds(const struct mail_kind *const *kinds)
{
	known = kinds;
}

const struct mail_kind *desk_mail_kind(const struct variant *variant)
{
	assert(known != NULL);
	for (const struct mail_kind *const *kind = known; *kind != NULL; kind++)
		if ((*kind)->kind == variant->kind)
			return *kind;
	return known[0];
}
