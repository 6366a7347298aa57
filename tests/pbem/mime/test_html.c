/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mime/html_to_text.h"
#include "pbem/mime/quoting/join_lines.h"
#include "tests/lib/pace.h"

static void expect_text(const char *html, const char *expected)
{
	char *text = html_to_text(html, strlen(html));
	struct join_lines joins = {NULL, 0, 0};

	assert_non_null(text);
	join_lines_extract(text, &joins);
	assert_string_equal(text, expected);
	join_lines_done(&joins);
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

/* Comments that HTML calls bogus end at their ">", and no parser may swallow the text after
 * that. */
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
	struct strbuf text;

	strbuf_init(&text, 0);
	while (text.len < bytes)
		strbuf_add(&text, unit);
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

/* Two lines as pages make them; @ stands between them. Each is tried with several pairs of lines.
 */
static void expect_two_lines(const char *page, const char *above, const char *below)
{
	char *expected = base_printf("%s\n%s\n", above, below), *text;
	struct join_lines joins = {NULL, 0, 0};
	struct strbuf html;

	strbuf_init(&html, 0);
	for (const char *c = page; *c != '\0'; c++) {
		if (*c == '@' && c[1] != 'm' && c[1] != 'i')
			strbuf_add(&html, above);
		else if (*c == '^')
			strbuf_add(&html, below);
		else
			strbuf_add_char(&html, *c);
	}
	text = html_to_text(html.bytes, html.len);
	assert_non_null(text);
	join_lines_extract(text, &joins);
	/* Empty lines in front and behind are no question here. */
	while (text[strlen(text) - 1] == '\n' && strlen(text) > 1 && text[strlen(text) - 2] == '\n')
		text[strlen(text) - 1] = '\0';
	if (strcmp(text + strspn(text, "\n"), expected) != 0)
		fail_msg("%s\nis read as\n%s", html.bytes, text);
	join_lines_done(&joins);
	strbuf_done(&html);
	free(text);
	free(expected);
}

static const char *const pages_of_two_lines[] = {
	"<div style='white-space: pre-wrap'>@\n^</div>",
	"<div style='white-space:pre'>@\n^</div>",
	"<div style='WHITE-SPACE : Pre-Line'>@\n^</div>",
	"<div style='white-space:break-spaces'>@\n^</div>",
	"<div style='white-space: preserve nowrap'>@\n^</div>",
	"<div style='white-space-collapse: preserve'>@\n^</div>",
	"<div style='white-space-collapse:preserve-breaks'>@\n^</div>",
	"<div style='white-space-collapse:break-spaces'>@\n^</div>",
	"<div style='color:red;white-space:pre-wrap "
	"!important;white-space:normal'>@\n^</div>",
	"<body style='white-space:pre-wrap'><div><span>@\n^</span></div></body>",
	"<style>body { white-space: pre-wrap }</style><body>@\n^</body>",
	"<head><style><!--\n/* a */ .x, "
	".m{margin:0;white-space:pre-line}\n--></style></head>"
	"<p class='y m'>@\n^</p>",
	"<style>#id{white-space:pre}</style><p id=id>@\n^</p>",
	"<style>p.a{white-space:pre}</style><p class=a>@\n^</p>",
	"<style>div p > "
	"span{white-space:pre}</style><div><b><p><span>@\n^</span></p></b></div>",
	"<style>*{white-space:pre-wrap}</style><p>@\n^</p>",
	"<style>@media screen{ p{white-space:pre-wrap} }</style><p>@\n^</p>",
	"<style>@import url(x.css); @media print{p{color:red}} "
	"p{white-space:pre}</style><p>@\n^</p>",
	"<style>p{white-space:normal} p.x{white-space:pre} p{white-space:normal}</style><p "
	"class=x>@\n^</p>",
	"<p>@\n^</p><style>p{white-space:pre-wrap}</style>",
	"<pre>@\n^</pre>",
	"<pre wrap>@\n^</pre>",
	"<listing>@\n^</listing>",
	"<xmp>@\n^</xmp>",
	"<plaintext>@\n^",
	"<textarea>@\n^</textarea>",
	"<p>@&#8232;^</p>",
	"<p>@&#x2029;^</p>",
	"<span style='display:block'>@</span><span style='display:block'>^</span>",
	"<b style='display: table'>@</b><b style='display: table'>^</b>",
	"<i style='display:list-item'>@</i><i style='display:list-item'>^</i>",
	"<style>.l{display:block}</style><span class=l>@</span> <span class=l>^</span>",
	"<div "
	"style='display:flex;flex-direction:column'><span>@</span><span>^</span></div>",
	"<div style='display:flex; flex-flow: column wrap'><b>@</b> <b>^</b></div>",
	"<div style='display:grid'><span>@</span><span>^</span></div>",
	"<style>.c{display:flex;flex-direction:column}</style><div "
	"class=c><a>@</a><a>^</a></div>",
	"<span style='display:inline-block;width:100%'>@</span><span "
	"style='display:inline-block; "
	"width:100%'>^</span>",
	"@<br>^",
	"@<br/>^",
	"@<br />^",
	"@<BR CLEAR=all>^",
	"@</br>^",
	"@<br\n>^",
	"@<p>^",
	"<p>@</p>^",
	"@</p>^",
	"@<div>^</div>",
	"@<hr style='display:none'>^",
	"<table><tr><td>@<tr><td>^</table>",
	"<table><tbody><tr><td>@</td></tr></tbody><tfoot><tr><td>^</td></tr></tfoot></"
	"table>",
	"<td style='display:block'>@</td><td style='display:block'>^</td>",
	"<details><summary>@</summary>^</details>",
	"<figure>@<figcaption>^</figcaption></figure>",
	"<menu><li>@<li>^</menu>",
	"<dir><li>@<li>^</dir>",
	"<dl><dt>@<dd>^</dl>",
};

static void what_a_reader_sees_as_two_lines_is_two_lines(void **state)
{
	static const char *const lines[][2] = {
		{"SAY Good luck", "MOVE e-e"},
		{"MOVE e-e", "SAY Good luck"},
		{"SAY Gruß", "Nf"},
		{"Nf", "Have a nice day"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pages_of_two_lines); i++)
		for (size_t j = 0; j < ARRAY_LEN(lines); j++)
			expect_two_lines(pages_of_two_lines[i], lines[j][0], lines[j][1]);
}

/* Reports whether a QUOTE_JOIN is between SAY and MOVE, which are on one line. */
static bool is_joined(const char *page)
{
	char *text = html_to_text(page, strlen(page)), *join;
	bool joined;

	assert_non_null(text);
	join = strchr(text, QUOTE_JOIN);
	joined = join != NULL && join[1] == 'M' && strchr(text, '\n') == text + strlen(text) - 1;
	free(text);
	return joined;
}

static void what_may_have_been_two_lines_leaves_a_join(void **state)
{
	static const char *const pages[] = {
		"<p>SAY hi\nMOVE e2-e4</p>",
		"<p>SAY hi \r\n MOVE e2-e4</p>",
		"<table><tr><td>SAY hi</td><td>MOVE e2-e4</td></tr></table>",
		"<div style='display:flex'><span>SAY hi</span><span>MOVE e2-e4</span></div>",
		"<div style='display:grid;grid-template-columns:1fr 1fr'><b>SAY hi</b><b>MOVE "
		"e2-e4</b></div>",
		"<span style='display:inline-block'>SAY hi</span> <span>MOVE e2-e4</span>",
		"<span style='float:left'>SAY hi</span><span>MOVE e2-e4</span>",
		"<style>p{display:inline}</style><p>SAY hi </p><p>MOVE e2-e4</p>",
		"<style>br{display:none}</style>SAY hi<br>MOVE e2-e4",
		"<style>pre{white-space:normal}</style><pre>SAY hi\nMOVE e2-e4</pre>",
		"<style>@media print{p{white-space:pre}}</style><p>SAY hi\nMOVE e2-e4</p>",
		"<style>@media (max-width:1px){p{white-space:pre}}</style><p>SAY hi\nMOVE "
		"e2-e4</p>",
		"<style>p:hover{white-space:pre}</style><p>SAY hi\nMOVE e2-e4</p>",
		"<style>div>p{white-space:pre}</style><div><section><p>SAY hi\nMOVE "
		"e2-e4</p></section></div>",
		"<style>.a{white-space:pre}</style><p class=ab>SAY hi\nMOVE e2-e4</p>",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pages); i++)
		if (!is_joined(pages[i]))
			fail_msg("no join: %s", pages[i]);
	assert_false(is_joined("<p>SAY hi MOVE e2-e4</p>"));
	assert_false(is_joined("<p>SAY hi <b>MOVE</b> e2-e4</p>"));
}

static void tags_are_text_where_nobody_looks_for_them(void **state)
{
	(void)state;
	expect_text("<xmp><b>a</b> &amp;\n&lt;</xmp><i>c</i>", "<b>a</b> &amp;\n&lt;\nc\n");
	expect_text("x<plaintext>a</plaintext>\n<b>b", "x\na</plaintext>\n<b>b\n");
}

static void hostile_styles_take_linear_time(void **state)
{
	static const char *const pieces[] = {"p{white-space:pre}",
					     ".a .b .c .d{display:block}",
					     "{",
					     "/*",
					     "@media{",
					     "a{b:'",
					     "@media screen{p{display:block}}"};
	clock_t start = clock();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
		struct strbuf page;

		strbuf_init(&page, 0);
		strbuf_add(&page, "<style>");
		while (page.len < 500000)
			strbuf_add(&page, pieces[i]);
		strbuf_add(&page, "</style>");
		while (page.len < 1000000)
			strbuf_add(&page, "<p class='a b c d'>x</p>");
		free(html_to_text(page.bytes, page.len));
		strbuf_done(&page);
	}
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < pace_seconds(10.0));
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
		cmocka_unit_test(what_a_reader_sees_as_two_lines_is_two_lines),
		cmocka_unit_test(what_may_have_been_two_lines_leaves_a_join),
		cmocka_unit_test(tags_are_text_where_nobody_looks_for_them),
		cmocka_unit_test(hostile_styles_take_linear_time),
	};

	return cmocka_run_group_tests_name("html", tests, NULL, NULL);
}
