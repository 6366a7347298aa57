/* SPDX-License-Identifier: MIT */
/* SVG files that a picture accepts as a site's own piece. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/image/piece_set.h"
#include "core/util/base.h"

#define ROOT "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">"

static void what_is_no_plain_drawing_is_no_piece(void **state)
{
	static const struct {
		const char *svg, *why;
	} bad[] = {
		{"<svg><g/></svg>", "viewBox"},
		{ROOT "<script>alert(1)</script></svg>", "<script>"},
		{ROOT "<g onload=\"x()\"/></svg>", "on..."},
		{ROOT "<g\nonload='x()'/></svg>", "on..."},
		{ROOT "<path d=\"M0 0\" style=\"fill:red\"/></svg>", "style"},
		{ROOT "<path fill=\"url(http://x)\"/></svg>", "url("},
		{ROOT "<g xlink:href=\"http://x\"/></svg>", "href"},
		{ROOT "<image/></svg>", "<image>"},
		{ROOT "<g></svg>", "</svg> closes nothing"},
		{ROOT "<g>", "doesn't end"},
		{ROOT "<g/", "doesn't end"},
		{ROOT "</svg><g/>", "end with"},
		{ROOT "<svg/></svg>", "one <svg>"},
		{"<svg viewBox=\"0 0 10 10\"/>", "one <svg>"},
		{ROOT "<title>&nbsp;</title></svg>", "&"},
		{ROOT "<!-- <script> --></svg>", "comment"},
		{"<!DOCTYPE svg>" ROOT "</svg>", "can't be"},
	};
	static const char good[] =
		"<?xml version=\"1.0\"?>\n" ROOT
		"<!-- a circle --><g fill=\"#fff\"><circle r=\"5\"/></g></svg>\n";
	struct reason why = {.text = ""};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		if (piece_set_check_svg(bad[i].svg, strlen(bad[i].svg), &why) == 0)
			fail_msg("%s is taken", bad[i].svg);
		if (strstr(why.text, bad[i].why) == NULL)
			fail_msg("%s: %s", bad[i].svg, why.text);
	}
	if (piece_set_check_svg(good, strlen(good), &why) < 0)
		fail_msg("%s", why.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_plain_drawing_is_no_piece),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
