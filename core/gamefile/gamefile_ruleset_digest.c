/* SPDX-License-Identifier: MIT */
/* Digests of the rules of a game, and whether another digest stands for the same rules. */
#include <string.h>

#include "core/gamefile/gamefile_internal.h"
#include "core/gamefile/gamefile_known_rulesets.h"
#include "core/variant/variant_data.h"

/* Returns the digest of other data that the kind of game depends on, or NULL. */
static const struct sha256 *extra_data_digest(const struct variant *variant)
{
	struct reason unused;

	return variant->kind->extra_digest != NULL ? variant->kind->extra_digest(variant, &unused)
						   : NULL;
}

void gamefile_definition(const struct variant *variant, struct sha256 *digest_out)
{
	const struct sha256 *beside = extra_data_digest(variant);

	*digest_out = *variant_digest(variant);
	if (beside != NULL)
		sha256_pair(variant_digest(variant)->hex, SHA256_HEX, beside->hex, SHA256_HEX,
			    digest_out);
}

static bool is_pair(const char *definition, const char *outfit, const struct sha256 *digest)
{
	struct sha256 pair;

	sha256_pair(definition, SHA256_HEX, outfit, SHA256_HEX, &pair);
	return strcmp(pair.hex, digest->hex) == 0;
}

/*
 * Reports whether the digest is that of the definition combined with known other data of the kind
 * of game.
 */
static bool is_digest_of(const struct variant *variant, const char *definition,
			 const struct sha256 *digest)
{
	const char *const *known = variant->kind->known_extra_digests;
	const struct sha256 *beside = extra_data_digest(variant);

	if (beside == NULL)
		return strcmp(definition, digest->hex) == 0;
	if (is_pair(definition, beside->hex, digest))
		return true;
	for (; known != NULL && *known != NULL; known++)
		if (is_pair(definition, *known, digest))
			return true;
	return false;
}

bool gamefile_definition_is_known(const struct variant *variant, const struct sha256 *digest)
{
	if (is_digest_of(variant, variant_digest(variant)->hex, digest))
		return true;
	for (const struct gamefile_known *known = gamefile_known; known->variant != NULL; known++)
		if (strcmp(known->variant, variant->name) == 0 &&
		    is_digest_of(variant, known->digest, digest))
			return true;
	return false;
}
