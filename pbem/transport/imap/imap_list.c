/* SPDX-License-Identifier: MIT */
/* Lists the waiting messages: first their numbers, then the size and date of each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap.h"
#include "pbem/transport/imap/imap_fetch_parse.h"

enum {
	SET_CHARS = 6000,   /* of a set in a command: servers accept lines of 8,000 */
	LIST_LETTERS = 5000 /* most messages of one command that requests sizes and dates */
};

/* 16 MiB are enough for the numbers of a million messages, which the protocol puts on one line. */
static const struct imap_limits search_limits = {(size_t)16 << 20, (size_t)16 << 20, 0, 1024};

struct search {
	struct imap_set *set;
	bool answered; /* the server answered, perhaps with no numbers */
};

static enum wire on_search(struct imap *imap, const struct imap_read *read, void *context,
			   struct reason *reason)
{
	const struct imap_response *response = &read->response;
	struct search *search = context;
	bool good = true;

	(void)imap;
	if (response->kind == IMAP_SEARCH)
		good = imap_set_add_numbers(search->set, response->rest, response->rest_len);
	else if (response->kind == IMAP_ESEARCH)
		good = imap_items_esearch(response->rest, response->rest_len, search->set);
	else
		return WIRE_DONE;
	search->answered = true;
	if (good)
		return WIRE_DONE;
	return wire_later(
		reason, "the server's list of letters can't be read, or is longer than a million");
}

/* Sends a search and reads its results. */
static enum wire search_once(struct imap *imap, const char *command, struct search *search,
			     struct reason *reason)
{
	struct imap_result result;
	enum wire outcome =
		imap_run(imap, &search_limits, command, on_search, search, &result, reason);

	if (outcome == WIRE_DONE && result.kind != IMAP_OK)
		outcome = imap_refused(&result, "can't list the letters", reason);
	return outcome;
}

/* Checks a search that ended well but without an answer. Some servers send nothing if they find
 * nothing. That is credible if the folder is empty, or if the server answers a search that finds
 * all messages. */
static enum wire check_empty_search(struct imap *imap, struct reason *reason)
{
	struct imap_set all;
	struct search search = {.set = &all};
	enum wire outcome = WIRE_DONE;

	if (imap->told_exists && imap->exists == 0)
		return WIRE_DONE;
	imap_set_init(&all);
	for (int tries = 0; tries < 2 && outcome == WIRE_DONE && !search.answered; tries++)
		outcome = search_once(imap, "UID SEARCH ALL", &search, reason);
	imap_set_done(&all);
	if (outcome != WIRE_DONE || search.answered)
		return outcome;
	return wire_later(reason, "the server doesn't list the letters (SEARCH); nothing is lost, "
				  "and the next run requests the list again");
}

/* Messages flagged as deleted are left out: we have moved them, or somebody has thrown them away. A
 * server that ends the search well without an answer is asked once more, because the answer may
 * have been lost. */
enum wire imap_search(struct imap *imap, const char *criteria, struct imap_set *set,
		      struct reason *reason)
{
	char *command = base_printf("UID SEARCH %s%sUNDELETED",
				    imap->has_esearch ? "RETURN (ALL) " : "", criteria);
	struct search search = {.set = set};
	enum wire outcome = WIRE_DONE;

	for (int tries = 0; tries < 2 && outcome == WIRE_DONE && !search.answered; tries++)
		outcome = search_once(imap, command, &search, reason);
	free(command);
	if (outcome == WIRE_DONE && !search.answered)
		outcome = check_empty_search(imap, reason);
	imap_set_sort(set);
	return outcome;
}

/* The messages being listed: their numbers, and what is known of each so far. */
struct listing {
	const struct imap_set *set;
	/* one entry per number, without size and date until the server sends them */
	struct waiting *letters;
	struct imap_set answered;
};

static int compare_uids(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	return (one > other) - (one < other);
}

static enum wire on_size(struct imap *imap, const struct imap_read *read, void *context,
			 struct reason *reason)
{
	struct listing *listing = context;
	struct imap_fetch fetch;
	const uint32_t *found;
	struct waiting *letter;

	if (read->response.kind != IMAP_FETCH)
		return WIRE_DONE;
	if (!imap_items_fetch(read->response.rest, read->response.rest_len, &fetch))
		return wire_later(reason, "pbem can't read the server's list of sizes");
	if (fetch.uid == 0)
		return WIRE_DONE;
	found = bsearch(&fetch.uid, listing->set->uids, listing->set->count, sizeof *found,
			compare_uids);
	if (found == NULL)
		return WIRE_DONE;
	imap_set_add(&listing->answered, fetch.uid);
	letter = &listing->letters[found - listing->set->uids];
	if (fetch.has_size)
		letter->bytes = fetch.size;
	if (fetch.has_date)
		letter->received = fetch.date;
	if (imap->claims.looking)
		imap_claims_note_letter(imap, &fetch);
	return WIRE_DONE;
}

static enum wire fetch_sizes(struct imap *imap, struct listing *listing,
			     const struct imap_set *asked, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	size_t done = 0;

	while (outcome == WIRE_DONE && done < asked->count) {
		size_t count = asked->count - done;
		struct imap_result result;
		struct strbuf command;

		strbuf_init(&command, 0);
		done += imap_set_fetch(asked->uids + done,
				       count < LIST_LETTERS ? count : LIST_LETTERS, SET_CHARS,
				       imap->claims.looking ? "RFC822.SIZE INTERNALDATE FLAGS"
							    : "RFC822.SIZE INTERNALDATE",
				       &command);
		outcome = imap_run(imap, &imap_wire_small, command.bytes, on_size, listing, &result,
				   reason);
		strbuf_done(&command);
		/* A server that refuses because of one message has reported others; fetching will
		 * show what the rest is. */
		if (outcome == WIRE_DONE &&
		    (result.kind == IMAP_BAD ||
		     (result.kind == IMAP_NO && result.passing && !result.gone)))
			outcome = imap_refused(&result, "can't ask for the letters' sizes", reason);
	}
	imap_claims_sort(imap);
	imap_set_sort(&listing->answered);
	return outcome;
}

/* Requests the sizes and dates once more that were left out or lost. Without its date a message
 * would come last in the list, after messages that it precedes. */
static enum wire fetch_missing_sizes(struct imap *imap, struct listing *listing,
				     struct reason *reason)
{
	struct imap_set missing;
	enum wire outcome;

	imap_set_init(&missing);
	for (size_t i = 0; i < listing->set->count; i++)
		if (!imap_set_has(&listing->answered, listing->set->uids[i]))
			imap_set_add(&missing, listing->set->uids[i]);
	outcome = fetch_sizes(imap, listing, &missing, reason);
	imap_set_done(&missing);
	return outcome;
}

/* Compares messages by the time of their arrival. Those without a known time come last, and those
 * of the same second are in the mailbox's order. */
static int compare_waiting(const void *a, const void *b)
{
	const struct waiting *one = a, *other = b;

	if (one->received != other->received)
		return one->received != 0 &&
				       (other->received == 0 || one->received < other->received)
			       ? -1
			       : 1;
	if (strlen(one->id) != strlen(other->id))
		return strlen(one->id) < strlen(other->id) ? -1 : 1;
	return strcmp(one->id, other->id);
}

/* Leaves out numbers below `from`: a search for "N:*" also finds the newest message if its number
 * is below N. */
static void leave_out_below(struct imap_set *set, uint32_t from)
{
	size_t below = 0;

	while (below < set->count && set->uids[below] < from)
		below++;
	if (below == 0)
		return;
	set->count -= below;
	memmove(set->uids, set->uids + below, set->count * sizeof *set->uids);
}

enum wire imap_list_found(struct imap *imap, const char *criteria, uint32_t from, size_t max,
			  struct waiting_list *list_out, struct reason *reason)
{
	struct listing listing = {0};
	struct imap_set set;
	enum wire outcome;

	imap_set_init(&set);
	outcome = imap_search(imap, criteria, &set, reason);
	if (outcome == WIRE_DONE) {
		leave_out_below(&set, from);
		if (set.count > max)
			set.count = max;
		listing.set = &set;
		listing.letters = base_zalloc(set.count, sizeof *listing.letters);
		for (size_t i = 0; i < set.count; i++) {
			listing.letters[i].bytes = IMAP_BODY_SOME;
			snprintf(listing.letters[i].id, sizeof listing.letters[i].id,
				 "imap:%" PRIu64 ".%" PRIu32, imap->uidvalidity, set.uids[i]);
		}
		outcome = fetch_sizes(imap, &listing, &set, reason);
		if (outcome == WIRE_DONE)
			outcome = fetch_missing_sizes(imap, &listing, reason);
		imap_set_done(&listing.answered);
	}
	if (outcome == WIRE_DONE) {
		qsort(listing.letters, set.count, sizeof *listing.letters, compare_waiting);
		list_out->count = set.count;
		list_out->letters = listing.letters;
	} else {
		free(listing.letters);
	}
	imap_set_done(&set);
	return outcome;
}

enum wire imap_list(struct source *source, size_t max, struct waiting_list *list_out,
		    struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	const char *criteria = "";
	enum wire outcome;

	if (imap->done == IMAP_DONE_FLAG)
		criteria =
			imap->turned ? "KEYWORD " IMAP_KEYWORD " " : "UNKEYWORD " IMAP_KEYWORD " ";
	imap->claims.looking = imap_can_claim(imap) && !imap->turned;
	outcome = imap_list_found(imap, criteria, 0, max, list_out, reason);
	imap->claims.looking = false;
	return outcome;
}
