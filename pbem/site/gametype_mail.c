/* SPDX-License-Identifier: MIT */
#include <assert.h>

#include "core/variant/variant_data.h"
#include "pbem/site/gametype_mail.h"

static const struct gametype_mail *const *known;

void gametype_mail_use(const struct gametype_mail *const *kinds)
{
	known = kinds;
}

const struct gametype_mail *gametype_mail_of(const struct variant *variant)
{
	assert(known != NULL);
	for (const struct gametype_mail *const *kind = known; *kind != NULL; kind++)
		if ((*kind)->kind == variant->kind)
			return *kind;
	return known[0];
}
