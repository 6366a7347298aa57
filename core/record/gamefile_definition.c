/* SPDX-License-Identifier: MIT */
/* What a game is played by, as a digest; and whether another one says the same of the rules. */
#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/record/gamefile_known.h"
#include "core/variant/variant_data.h"

/* Of what a kind of game is played by beside the definition; NULL: nothing. */
static const struct digest *outfit(const struct variant *variant, bool whole)
{
	struct reason unused;

	return variant->kind->outfit != NULL ? variant->kind->outfit(variant, whole, &unused)
					     : NULL;
}

void gamefile_definition(const struct variant *variant, struct digest *digest_out)
{
	const struct digest *beside = outfit(variant, false);

	*digest_out = *variant_digest(variant);
	if (beside != NULL)
		digest_pair(variant_digest(variant)->hex, DIGEST_HEX, beside->hex, DIGEST_HEX,
			    digest_out);
}

static bool is_pair(const char *definition, const char *outfit, const struct digest *digest)
{
	struct digest pair;

	digest_pair(definition, DIGEST_HEX, outfit, DIGEST_HEX, &pair);
	return strcmp(pair.hex, digest->hex) == 0;
}

/* Whether it is the digest of that definition, with anything that such games are known to have been
 * played by beside it. */
static bool is_made_of(const struct variant *variant, const char *definition,
		       const struct digest *digest)
{
	const char *const *known = variant->kind->known_outfits;
	const struct digest *beside = outfit(variant, false);

	if (beside == NULL)
		return strcmp(definition, digest->hex) == 0;
	if (is_pair(definition, beside->hex, digest) ||
	    is_pair(definition, outfit(variant, true)->hex, digest))
		return true;
	for (; known != NULL && *known != NULL; known++)
		if (is_pair(definition, *known, digest))
			return true;
	return false;
}

bool gamefile_definition_is_known(const struct variant *variant, const struct digest *digest)
{
	if (is_made_of(variant, variant_digest(variant)->hex, digest) ||
	    is_made_of(variant, variant->whole_digest.hex, digest))
		return true;
	for (const struct gamefile_known *known = gamefile_known; known->variant != NULL; known++)
		if (strcmp(known->variant, variant->name) == 0 &&
		    is_made_of(variant, known->digest, digest))
			return true;
	return false;
}
