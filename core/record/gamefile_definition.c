/* SPDX-License-Identifier: MIT */
/* What a game is played by, as a digest; and the digests of former versions, which say the same of
 * the rules. */
#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/variant/variant_data.h"

/*
 * Files of format 1 tell the digest of every byte of the definitions, comments and texts too. These
 * are of those that games were made by before; today's rules decide them as they were decided.
 */
static const struct {
	const char *variant, *digest;
} former_variants[] = {
	{"chess", "0bb3f7dce713b065884485319f2bd5636398e6093079364bb414a4d7682f5aa7"},
	{"four-player", "587907a5e806b3a7fd90bab09005f5afbc4a0fda17559e12c8ed007a3a1f8639"},
	{"four-player-team", "034880754a32588cf95aff63d3b7e9a05115e71f3f6d82ef6a206bdca27cf6f7"},
	{"four-player-team", "c506ff0325bc1b9ac6d0ccb5a72ba5a278639da03a09050c00b672542c84446b"},
	{"fourteen", "ccdd33ad58e134ab847ae310bdec6de0420c79120ae1596eb55d5b4302c25201"},
	{"kingdom", "4e506ea4fac331a1cc66c59016bca51b2b5fea4c239a2d2e7398e363c515238a"},
	{"knightmare", "372f13760a32f74268429f66cf20ed466f282af8e517e11acfdb7f0cb1d5030b"},
	{"ring", "0cac0fb23cb7e0a1462706d7702ff1ed7e43cf719adfc5f5cb6d8bfc7fcd813a"},
	{"three-player", "19fe29c6a0a0a7dc3280dc8936c2dd35db85ae62b59faf82e49f8645b5200fbd"},
};

/* The same of all files of the cards. */
static const char *const former_cards[] = {
	"445f7d026e78d332d6aa1db5567b1c64972bb1010308b91c1f120828375d346d",
	"77880bc8a0f840e7f177bf4f1aa32d5eb542d95c762171716fb43cffd7196aae",
	"1a093c3ff8006a91fef3e8f630e7b08345ee15d2772e30b2d34b4c80ca9a87ab",
};

/* What games depended on in all files of the cards before their effects were called otherwise. */
static const char *const former_sets[] = {
	"f6a70105b9a4a7e155b43d2e094ed19b017bdf5957f09dd84da9d5582e422320",
};

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

/* Whether it is the digest of a variant's definition that was `whole`, and of any cards known. */
static bool is_made_of(const char *whole, const struct digest *beside, const struct digest *digest)
{
	struct digest pair;

	if (beside == NULL)
		return strcmp(whole, digest->hex) == 0;
	digest_pair(whole, DIGEST_HEX, beside->hex, DIGEST_HEX, &pair);
	if (strcmp(pair.hex, digest->hex) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_LEN(former_cards); i++) {
		digest_pair(whole, DIGEST_HEX, former_cards[i], DIGEST_HEX, &pair);
		if (strcmp(pair.hex, digest->hex) == 0)
			return true;
	}
	return false;
}

/* Whether it is the digest of today's definition and of cards that were. */
static bool has_former_cards(const struct variant *variant, const struct digest *digest)
{
	struct digest pair;

	for (size_t i = 0; i < ARRAY_LEN(former_sets); i++) {
		digest_pair(variant_digest(variant)->hex, DIGEST_HEX, former_sets[i], DIGEST_HEX,
			    &pair);
		if (strcmp(pair.hex, digest->hex) == 0)
			return true;
	}
	return false;
}

bool gamefile_definition_is_known(const struct variant *variant, const struct digest *digest)
{
	const struct digest *beside = outfit(variant, true);
	struct digest today;

	gamefile_definition(variant, &today);
	if (strcmp(today.hex, digest->hex) == 0 ||
	    is_made_of(variant->whole_digest.hex, beside, digest) ||
	    (beside != NULL && has_former_cards(variant, digest)))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(former_variants); i++)
		if (strcmp(former_variants[i].variant, variant->name) == 0 &&
		    is_made_of(former_variants[i].digest, beside, digest))
			return true;
	return false;
}
