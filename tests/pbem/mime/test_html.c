/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "pbem/reading/html.h"
#include "tests/lib/pace.h"

static void expect_text(const char *html, const char *expected)
{
	char *text = html_to_text(html, strlen(html));

	assert_non_null(text);
	assert_string_equal(text, expected);
	free(text);
}

static void blocks_rows_and_breaks_end_lines(void **state)
{
	(void)state;
	expect_text("<div>MOVE e2-e4</div><div>SAY hi</div>", "MOVE e2-e4\nSAY hi\n");
	expect_text("MOVE e2-e4<br>SAY hi<br/><br>x", "MOVE e2-e4\nSAY hi\n\nx\n");
	expect_text("<p>MOVE e2-e4</p>\n<p>SAY hi</p>", "MOVE e2-e4\nSAY hi\n");
	expect_text("<p>DECK Bog, Bog,</p><p>Truce</p><p>&nbsp;</p><p>x</p>",
		    "DECK Bog, Bog,\nTruce\n\u00a0\nx\n");
	expect_text("<table><tr><td>MOVE</td><td>e2-e4</td></tr><tr><td>SAY hi</td></tr></table>",
		    "MOVE e2-e4\nSAY hi\n");
	expect_text("<ol><li>MOVE e2-e4<li>SAY hi</ol>", "MOVE e2-e4\nSAY hi\n");
	expect_text("<div><div><div>one</div></div></div><div><br></div><div>two</div>",
		    "one\n\ntwo\n");
}

static void blanks_are_one_and_preformatted_text_keeps_its_own(void **state)
{
	(void)state;
	expect_text("  MOVE \n\t e2-e4  <b> now</b> ", "MOVE e2-e4 now\n");
	expect_text("<span>MOVE</span> <span>e2</span><span>-e4</span>", "MOVE e2-e4\n");
	expect_text("<pre>a  b\n c</pre>d", "a  b\n c\nd\n");
}

static void entities_are_characters(void **state)
{
	(void)state;
	expect_text("SAY &lt;b&gt; &amp; &eacute; &#x4f60; &nosuch;", "SAY <b> & é 你 &nosuch;\n");
	expect_text("<p>Привет 你好</p>", "Привет 你好\n");
}

static void what_nobody_sees_is_gone(void **state)
{
	(void)state;
	expect_text("<html><head><title>t</title><style>p{}</style></head><body>a<script>b</script>"
		    "<!-- c --><div style='x:y; DISPLAY: none'>d</div>e</body></html>",
		    "ae\n");
	expect_text("<!--[if gte mso 9]><xml>a</xml><![endif]--><o:p>MOVE e2-e4</o:p>",
		    "MOVE e2-e4\n");
}

/* What HTML calls bogus comments end at their ">", and no parser may eat what stands behind. */
static void outlooks_marks_take_no_text_with_them(void **state)
{
	(void)state;
	expect_text("<p><![if !supportLists]>MOVE e2-e4<![endif]></p><p>DRAW</p>",
		    "MOVE e2-e4\nDRAW\n");
	expect_text("<![if !vml]><p>DRAW</p><![endif]>", "DRAW\n");
	expect_text("<!--[if !mso]><!--><p>DRAW</p><!--<![endif]-->", "DRAW\n");
	expect_text("a<!-->DRAW<br>b", "aDRAW\nb\n");
	expect_text("a<!--->DRAW", "aDRAW\n");
	expect_text("a<!-- x --!>DRAW<!-- -->", "aDRAW\n");
	expect_text("<?xml:namespace prefix = o />DRAW", "DRAW\n");
	expect_text("<p>MOVE e2-e4</p></ x>DRAW<!ELEMENT x>", "MOVE e2-e4\nDRAW\n");
	expect_text("MOVE e2-e4<br><a title=\"<!-- x\">DRAW</a>", "MOVE e2-e4\nDRAW\n");
	expect_text("<style><!-- p {}</style>DRAW<script>'<!--'</script>", "DRAW\n");
	/* No end: it could be anybody's text. */
	expect_text("MOVE e2-e4<br><!-- DRAW", "MOVE e2-e4\n<!-- DRAW\n");
	expect_text("SAY 1 < 2 <3<br>DRAW", "SAY 1 < 2 <3\nDRAW\n");
}

static void quotes_of_the_mail_programs_are_marked(void **state)
{
	(void)state;
	expect_text("new<blockquote>old<blockquote>older</blockquote></blockquote>new",
		    "new\n> old\n>> older\nnew\n");
	expect_text("new<div class='moz-cite-prefix'>A wrote:</div>", "new\n> A wrote:\n");
	expect_text("new<div id='yahoo_quoted_1'>old</div>", "new\n> old\n");
	expect_text("new<div name='quote'>old</div>", "new\n> old\n");
	expect_text("new<div class='gmail_quote'>old</div>", "new\n> old\n");
	/* Answers stand between the blockquotes of Gmail's block. */
	expect_text("<div class='x gmail_quote'><div class='gmail_attr'>A wrote:</div>"
		    "<blockquote>old</blockquote>new<blockquote>old</blockquote></div>",
		    "> A wrote:\n> old\nnew\n> old\n");
	/* With Outlook all that follows is the quote, wherever it stands. */
	expect_text("<div><p>new</p><div id='appendonsend'></div><hr></div>"
		    "<div id='divRplyFwdMsg'>From: A</div><p>old</p>",
		    "new\n> -----\n>> From: A\n>> old\n");
}

static char *repeat(const char *unit, size_t bytes)
{
	struct text text;

	text_init(&text, 0);
	while (text.len < bytes)
		text_add(&text, unit);
	return text.bytes;
}

static void hostile_pages_are_refused_or_read_in_little_time(void **state)
{
	static const char *const units[] = {
		"<div>",
		"<b><i>",
		"<blockquote>",
		"<table><tr><td>",
		"</zz>",
		"<a></b>",
		"<br>",
		"<div class=gmail_quote>",
		"<p>&#0;&#8203;",
		"<![CDATA[",
		"<!--",
		"&amp",
		"<",
		"<pre>\n",
		"<a href=x",
		"<select><option>",
		"<svg>",
		"<div id=appendonsend>",
		"&#x110000;",
		"\x01",
		"<!-->",
		"<!--->",
		"<!-- --!>",
		"<![if x]>",
		"<style>",
		"<a x='",
		"</style",
		"<!-- <!",
	};

	(void)state;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		char *html = repeat(units[i], pace(256, 32) * 1024);
		clock_t start = clock();

		free(html_to_text(html, strlen(html)));
		free(html);
		assert_true((double)(clock() - start) / CLOCKS_PER_SEC < pace_seconds(5.0));
	}
}

static void pages_nested_too_deeply_are_not_read_in_part(void **state)
{
	char *deep = repeat("<div>x", 20000);

	(void)state;
	assert_null(html_to_text(deep, strlen(deep)));
	assert_null(html_to_text("", 0));
	free(deep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_rows_and_breaks_end_lines),
		cmocka_unit_test(blanks_are_one_and_preformatted_text_keeps_its_own),
		cmocka_unit_test(entities_are_characters),
		cmocka_unit_test(what_nobody_sees_is_gone),
		cmocka_unit_test(outlooks_marks_take_no_text_with_them),
		cmocka_unit_test(quotes_of_the_mail_programs_are_marked),
		cmocka_unit_test(hostile_pages_are_refused_or_read_in_little_time),
		cmocka_unit_test(pages_nested_too_deeply_are_not_read_in_part),
	};

	return cmocka_run_group_tests_name("html", tests, NULL, NULL);
}
