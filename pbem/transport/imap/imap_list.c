/* SPDX-License-Identifier: MIT */
/* Which letters wait: numbers first, then the size and date of each. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/wire/imap/imap.h"
#include "pbem/wire/imap/imap_items.h"

enum {
	SET_CHARS = 6000,   /* of a set in a command: servers take lines of 8,000 */
	LIST_LETTERS = 5000 /* of one command that asks for sizes and dates */
};

/* 16 MiB hold the numbers of a million letters, on one line as the protocol wants it. */
static const struct imap_limits search_limits = {(size_t)16 << 20, (size_t)16 << 20, 0, 1024};

struct search {
	struct imap_set *set;
	bool answered; /* it may have found none */
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

/* Letters flagged as deleted are on their way out: moved by us, or thrown away by hand. A server
 * that ends well without an answer is asked once more: what it said may have been lost, but some
 * say nothing when there is nothing. */
enum wire imap_search(struct imap *imap, const char *criteria, struct imap_set *set,
		      struct reason *reason)
{
	char *command = base_printf("UID SEARCH %s%sUNDELETED",
				    imap->has_esearch ? "RETURN (ALL) " : "", criteria);
	struct search search = {.set = set};
	struct imap_result result;
	enum wire outcome;
	int tries = 0;

	do
		outcome = imap_run(imap, &search_limits, command, on_search, &search, &result,
				   reason);
	while (outcome == WIRE_DONE && result.kind == IMAP_OK && !search.answered && ++tries < 2);
	free(command);
	if (outcome == WIRE_DONE && result.kind != IMAP_OK)
		outcome = imap_refused(&result, "can't list the letters", reason);
	imap_set_sort(set);
	return outcome;
}

/* The letters being listed: their numbers, and what is known of each so far. */
struct listing {
	const struct imap_set *set;
	struct waiting
		*letters; /* an entry for each number; without size and date until answered for */
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
		return wire_later(reason, "the server's list of sizes can't be read");
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

static enum wire ask_sizes(struct imap *imap, struct listing *listing, const struct imap_set *asked,
			   struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	size_t done = 0;

	while (outcome == WIRE_DONE && done < asked->count) {
		size_t count = asked->count - done;
		struct imap_result result;
		struct text command;

		text_init(&command, 0);
		done += imap_set_fetch(asked->uids + done,
				       count < LIST_LETTERS ? count : LIST_LETTERS, SET_CHARS,
				       imap->claims.looking ? "RFC822.SIZE INTERNALDATE FLAGS"
							    : "RFC822.SIZE INTERNALDATE",
				       &command);
		outcome = imap_run(imap, &imap_wire_small, command.bytes, on_size, listing, &result,
				   reason);
		text_done(&command);
		/* A server that refuses over one letter has told of others; of the rest fetching
		 * will show what there is. */
		if (outcome == WIRE_DONE &&
		    (result.kind == IMAP_BAD ||
		     (result.kind == IMAP_NO && result.passing && !result.gone)))
			outcome = imap_refused(&result, "can't ask for the letters' sizes", reason);
	}
	imap_claims_sort(imap);
	imap_set_sort(&listing->answered);
	return outcome;
}

/* A letter that is found, but whose line was left out or lost, would come last: behind what it
 * precedes. So it is asked for once more, if it isn't one that the server can't tell of. */
static enum wire ask_again(struct imap *imap, struct listing *listing, struct reason *reason)
{
	struct imap_set missing;
	enum wire outcome;

	imap_set_init(&missing);
	for (size_t i = 0; i < listing->set->count; i++)
		if (!imap_set_has(&listing->answered, listing->set->uids[i]))
			imap_set_add(&missing, listing->set->uids[i]);
	outcome = ask_sizes(imap, listing, &missing, reason);
	imap_set_done(&missing);
	return outcome;
}

/* By the time they came, which for some the server may not tell: they come last; those of the same
 * second in the mailbox's order. */
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

/* "N:*" finds the newest letter though its number is below N. */
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
		for (size_t i = 0; i < set.count; i++)
			snprintf(listing.letters[i].id, sizeof listing.letters[i].id,
				 "imap:%" PRIu32 ".%" PRIu32, imap->uidvalidity, set.uids[i]);
		outcome = ask_sizes(imap, &listing, &set, reason);
		if (outcome == WIRE_DONE)
			outcome = ask_again(imap, &listing, reason);
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
