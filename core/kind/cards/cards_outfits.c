/* SPDX-License-Identifier: MIT */
#include "core/kind/cards/cards_kind.h"

const char *const cards_outfits[] = {
	/* Of every byte of the files, as games of format 1 tell it. */
	"445f7d026e78d332d6aa1db5567b1c64972bb1010308b91c1f120828375d346d",
	"77880bc8a0f840e7f177bf4f1aa32d5eb542d95c762171716fb43cffd7196aae",
	"1a093c3ff8006a91fef3e8f630e7b08345ee15d2772e30b2d34b4c80ca9a87ab",
	/* Of what games depend on, the oldest first: before effects had words of their own, */
	"f6a70105b9a4a7e155b43d2e094ed19b017bdf5957f09dd84da9d5582e422320",
	/* before Earthquake and Abduction said what they need, */
	"1acbbb7404c3b26be229296db58d51953ec9368e4ae61b4bf0261d8b13f3e6a8",
	/* and today. */
	"6f6dce3bf4e2bee21540b14e1ba72fbd3faea5476d32cdb62026f7a806b6a6a2",
	NULL,
};
