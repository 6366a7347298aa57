/* SPDX-License-Identifier: MIT */
/* Answers of an IMAP server: each response on lines of its own, after a line "--"; and the place of
 * a mailbox. */
#include "tests/fuzz/fuzz.h"

#include "pbem/transport/imap/imap_fetch_parse.h"
#include "pbem/transport/imap/imap_parse.h"
#include "pbem/transport/imap/imap_uid_set.h"
#include "pbem/transport/imap/imap_url.h"

/* Writes the numbers of a set as commands contain them, and checks that they are read the same. */
static void write_set(struct imap_set *set)
{
	struct imap_set again;
	struct strbuf out;
	size_t first;

	imap_set_sort(set);
	if (set->count == 0)
		return;
	strbuf_init(&out, 0);
	imap_set_init(&again);
	first = imap_set_write(set->uids, set->count, 6000, &out);
	if (!imap_set_add_ranges(&again, out.bytes, out.len) || again.count != first ||
	    memcmp(again.uids, set->uids, first * sizeof *set->uids) != 0)
		fuzz_fail("a set became '%s'", out.bytes);
	imap_set_done(&again);
	strbuf_done(&out);
}

static void read_list(const struct imap_response *response)
{
	struct imap_set set;

	imap_set_init(&set);
	if (response->kind == IMAP_SEARCH
		    ? imap_set_add_numbers(&set, response->rest, response->rest_len)
		    : imap_items_esearch(response->rest, response->rest_len, &set))
		write_set(&set);
	imap_set_done(&set);
}

static void read_letter(const struct imap_response *response)
{
	struct imap_fetch fetch;
	struct strbuf body;

	strbuf_init(&body, 0);
	if (imap_items_fetch(response->rest, response->rest_len, &fetch) && fetch.body != NULL) {
		if (fetch.body < response->rest ||
		    fetch.body + fetch.body_len > response->rest + response->rest_len)
			fuzz_fail("a letter outside of its response");
		imap_items_unquote(fetch.body, fetch.body_len, &body);
	}
	strbuf_done(&body);
}

static void read_response(const char *bytes, size_t len)
{
	struct imap_response response;
	char said[200];
	const char *argument;
	uint64_t size;
	size_t at, argument_len;

	(void)imap_parse_literal(bytes, len, &size, &at);
	(void)imap_parse_holds_literals(bytes, len);
	imap_parse_text(bytes, len, said, sizeof said);
	imap_parse_response(bytes, len, "P01", &response);
	if (imap_parse_code(&response, "PERMANENTFLAGS", &argument, &argument_len))
		(void)imap_parse_has_word(argument, argument_len, "\\*");
	if (response.kind == IMAP_SEARCH || response.kind == IMAP_ESEARCH)
		read_list(&response);
	else if (response.kind == IMAP_FETCH)
		read_letter(&response);
}

static void imap_once(const char *bytes, size_t len)
{
	char *url = fuzz_string(bytes, len < 300 ? len : 300);
	struct imap_url read;
	struct reason reason = {.text = ""};
	const char *part;
	size_t part_len;

	if (imap_url_parse(url, &read, &reason) == 0) {
		struct strbuf folder;

		strbuf_init(&folder, 0);
		(void)imap_url_quote_folder(read.folder, &folder, &reason);
		strbuf_done(&folder);
		imap_url_done(&read);
	}
	free(url);
	while (fuzz_part(&bytes, &len, "--", &part, &part_len)) {
		/* Without the end of its line, and with exactly its size. */
		size_t whole = part_len > 0 && part[part_len - 1] == '\n' ? part_len - 1 : part_len;
		char *copy = base_alloc(whole + (whole == 0));

		memcpy(copy, part, whole);
		read_response(copy, whole);
		free(copy);
	}
}

const struct fuzz fuzz_imap = {"imap", NULL, imap_once};
