/* SPDX-License-Identifier: MIT */
#include "core/gametype/cards/cards_gametype.h"

const char *const cards_outfits[] = {
	/* The oldest first: from before effects had words of their own, */
	"f6a70105b9a4a7e155b43d2e094ed19b017bdf5957f09dd84da9d5582e422320",
	/* from before Earthquake and Abduction said what they need, */
	"1acbbb7404c3b26be229296db58d51953ec9368e4ae61b4bf0261d8b13f3e6a8",
	/* and the present one. */
	"6f6dce3bf4e2bee21540b14e1ba72fbd3faea5476d32cdb62026f7a806b6a6a2",
	NULL,
};
