/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/wire/imap/imap.h"
#include "pbem/wire/imap/imap_items.h"

/* Round trips decide how fast a mailbox is read, so a command asks for many letters. */
enum {
	BATCH_LETTERS = 1000,
	BATCH_BYTES = 8 << 20,
	BATCH_LARGE = BATCH_BYTES / SOURCE_START,
	SET_CHARS = 6000,	 /* servers take lines of 8,000 */
	LARGER_BYTES = 16 << 20, /* what a server may send beyond twice the sizes it told */
	MAX_EXCUSES = 3		 /* of a server that hands over nothing */
};

/* What the server gave for one letter. */
struct answer {
	uint32_t uid;
	bool here;
	bool grown; /* larger than listed and than may be: here once its start was asked for */
	struct handed handed; /* once it is here */
	char *bytes, *why;    /* what of that is ours, only while it must wait for its turn */
};

struct batch {
	const struct waiting *letters;
	struct answer answers[BATCH_LETTERS];
	size_t count, next; /* [0, next) are handed over */
	uint64_t claimed;   /* sum of the sizes listed */
	size_t large;	    /* letters of which only the start is had */
	uint64_t held;	    /* bytes waiting for their turn */
	source_take take;
	void *context;
	bool stopped; /* take has had enough: read on, but hand nothing over */
	/* Of all batches: */
	size_t came;	/* letters that did */
	size_t excused; /* refused one by one, with a sentence that speaks of the server */
};

static void hand_over(struct batch *batch, const struct handed *handed)
{
	if (!batch->stopped &&
	    batch->take(batch->context, &batch->letters[batch->next], handed) != 0)
		batch->stopped = true;
	batch->next++;
}

/* Hands over what stands next in the order asked for. */
static void catch_up(struct batch *batch)
{
	while (batch->next < batch->count && batch->answers[batch->next].here) {
		struct answer *answer = &batch->answers[batch->next];

		hand_over(batch, &answer->handed);
		if (answer->bytes != NULL && answer->handed.how == HANDED_OVER)
			batch->held -= answer->handed.len;
		free(answer->bytes);
		free(answer->why);
		answer->bytes = answer->why = NULL;
	}
}

static void batch_done(struct batch *batch)
{
	for (size_t i = 0; i < batch->count; i++) {
		free(batch->answers[i].bytes);
		free(batch->answers[i].why);
	}
}

/*
 * Takes letters from the front for one command; returns how many. One whose id is of another
 * mailbox, or of before the mailbox numbered its letters anew (UIDVALIDITY), is gone: listing again
 * finds it under its new id.
 */
static size_t batch_fill(struct batch *batch, const struct imap *imap,
			 const struct waiting *letters, size_t count)
{
	batch->letters = letters;
	batch->count = batch->next = 0;
	batch->claimed = batch->held = batch->large = 0;
	while (batch->count < count && batch->count < BATCH_LETTERS) {
		const struct waiting *letter = &letters[batch->count];
		struct answer *answer = &batch->answers[batch->count];

		memset(answer, 0, sizeof *answer);
		if (!imap_read_id(imap, letter->id, &answer->uid)) {
			answer->here = true;
			answer->handed.how = HANDED_GONE;
		} else if (letter->bytes > imap->max_letter_bytes) {
			if (batch->large == BATCH_LARGE)
				break;
			batch->large++;
			answer->here = true;
			answer->handed.how = HANDED_TOO_LARGE;
			answer->handed.len = (size_t)letter->bytes;
		} else if (batch->count > 0 && batch->claimed + letter->bytes > BATCH_BYTES) {
			break;
		} else {
			batch->claimed += letter->bytes;
		}
		batch->count++;
	}
	return batch->count;
}

/* A letter too large that hasn't been asked for its start: one that is listed so isn't handed over
 * before, and one that has grown isn't here. */
static bool wants_start(const struct batch *batch, size_t i, bool grown)
{
	const struct answer *answer = &batch->answers[i];

	return answer->handed.how == HANDED_TOO_LARGE && answer->grown == grown &&
	       (!grown || !answer->here);
}

/* Of letters too large their starts: of those listed so before the others are asked for, of those
 * that have grown behind them. What the server doesn't give stays NULL. */
static enum wire add_starts(struct imap *imap, struct batch *batch, bool grown,
			    struct reason *reason)
{
	struct imap_start *starts = base_zalloc(batch->count, sizeof *starts);
	size_t count = 0, next = 0;
	enum wire outcome;

	for (size_t i = 0; i < batch->count; i++)
		if (wants_start(batch, i, grown))
			starts[count++] =
				(struct imap_start){.uid = batch->answers[i].uid,
						    .listed = batch->answers[i].handed.len};
	outcome = imap_fetch_starts(imap, starts, count, reason);
	for (size_t i = 0; i < batch->count; i++) {
		if (!wants_start(batch, i, grown))
			continue;
		batch->answers[i].handed.bytes = batch->answers[i].bytes = starts[next++].bytes;
		batch->answers[i].here = true;
	}
	free(starts);
	return outcome;
}

static bool is_missing(const struct answer *answer)
{
	return !answer->here && !answer->grown;
}

static struct answer *find(struct batch *batch, uint32_t uid)
{
	for (size_t i = batch->next; i < batch->count; i++)
		if (batch->answers[i].uid == uid && is_missing(&batch->answers[i]))
			return &batch->answers[i];
	return NULL;
}

/* A letter that is next is handed over from where it lies; another is kept until its turn. */
static enum wire put(struct imap *imap, struct batch *batch, struct answer *answer,
		     const struct handed *handed, struct reason *reason)
{
	answer->here = true;
	answer->handed = *handed;
	batch->came += handed->how == HANDED_OVER;
	if (answer == &batch->answers[batch->next]) {
		hand_over(batch, handed);
		catch_up(batch);
		return WIRE_DONE;
	}
	if (handed->why != NULL)
		answer->handed.why = answer->why = base_strdup(handed->why);
	if (handed->bytes == NULL || batch->stopped)
		return WIRE_DONE;
	batch->held += handed->len;
	if (batch->held > 2 * BATCH_BYTES + imap->max_letter_bytes)
		return wire_later(reason,
				  "the server sends letters in an order, and of sizes, that "
				  "aren't what it said");
	answer->bytes = base_alloc(handed->len);
	memcpy(answer->bytes, handed->bytes, handed->len);
	answer->handed.bytes = answer->bytes;
	return WIRE_DONE;
}

static enum wire put_body(struct imap *imap, struct batch *batch, struct answer *answer,
			  const struct imap_fetch *fetch, struct reason *reason)
{
	struct handed handed = {HANDED_OVER, fetch->body, fetch->body_len, NULL, false};
	struct text plain;
	enum wire outcome;

	if (fetch->body == NULL) {
		handed.how = HANDED_NOT_NOW;
		handed.len = 0;
		handed.why = "the server has nothing where its text should be (NIL)";
	}
	if (!fetch->body_quoted)
		return put(imap, batch, answer, &handed, reason);
	text_init(&plain, 0);
	imap_items_unquote(fetch->body, fetch->body_len, &plain);
	handed.bytes = plain.bytes;
	handed.len = plain.len;
	outcome = put(imap, batch, answer, &handed, reason);
	text_done(&plain);
	return outcome;
}

static enum wire on_letter(struct imap *imap, const struct imap_read *read, void *context,
			   struct reason *reason)
{
	struct batch *batch = context;
	struct answer *answer = NULL;
	struct imap_fetch fetch;
	enum wire outcome = WIRE_DONE;

	if (read->response.kind == IMAP_FETCH) {
		if (!imap_items_fetch(read->response.rest, read->response.rest_len, &fetch))
			return wire_later(reason,
					  "what the server sends as a letter can't be read");
		if (fetch.has_body && fetch.uid != 0)
			answer = find(batch, fetch.uid);
	}
	if (answer != NULL && read->dropped > 0) {
		const struct handed handed = {HANDED_TOO_LARGE, NULL, (size_t)read->dropped, NULL,
					      false};

		/* Where the connection ends with it, it is handed over as it is: it would end the
		 * next one, too. */
		if (read->cut || batch->large == BATCH_LARGE) {
			outcome = put(imap, batch, answer, &handed, reason);
		} else {
			answer->handed = handed;
			answer->grown = true;
			batch->large++;
		}
	} else if (answer != NULL) {
		outcome = put_body(imap, batch, answer, &fetch, reason);
	}
	if (outcome != WIRE_DONE || !read->cut)
		return outcome;
	return wire_later(reason,
			  "the server announced %" PRIu64
			  " bytes where it had listed far fewer; the "
			  "connection was closed, the next run goes on",
			  read->dropped);
}

/* Answers for those still missing among [first, end): the server has answered, but without them.
 * That they are gone only a list without them says. */
static enum wire close_gaps(struct imap *imap, struct batch *batch, size_t first, size_t end,
			    const struct imap_result *result, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	char *why = base_printf("the server says: %s", result->said);
	const struct handed handed = {
		.how = HANDED_NOT_NOW,
		.why = result->kind == IMAP_OK ? "the server's answer leaves it out" : why,
		.passing = result->kind != IMAP_OK && result->passing && !result->gone,
	};

	for (size_t i = first; i < end && outcome == WIRE_DONE; i++)
		if (is_missing(&batch->answers[i]))
			outcome = put(imap, batch, &batch->answers[i], &handed, reason);
	free(why);
	return outcome;
}

static struct imap_limits limits_of(const struct imap *imap, const struct batch *batch)
{
	return (struct imap_limits){
		.line = (size_t)64 << 10,
		.chatter = (size_t)4 << 20,
		.keep = imap->max_letter_bytes,
		.literals = 2 * batch->claimed + imap->max_letter_bytes + LARGER_BYTES,
	};
}

/* Whether just these letters were asked for ahead, and their answer is the next. */
static bool was_asked(const struct imap *imap, const struct imap_set *set)
{
	const struct imap_set *letters = &imap->ahead.letters;

	return imap->ahead.asked && letters->count == set->count &&
	       memcmp(letters->uids, set->uids, set->count * sizeof *set->uids) == 0;
}

/* All of the set, in as many commands as that needs; a refused one is the last. */
static enum wire ask_once(struct imap *imap, struct batch *batch, const struct imap_set *set,
			  struct imap_result *result, struct reason *reason)
{
	const struct imap_limits limits = limits_of(imap, batch);
	enum wire outcome = WIRE_DONE;
	size_t asked = 0;

	if (was_asked(imap, set)) {
		imap->ahead.asked = false;
		return imap_await(imap, on_letter, batch, result, reason);
	}
	while (asked < set->count && outcome == WIRE_DONE && result->kind == IMAP_OK) {
		struct text command;

		text_init(&command, 0);
		asked += imap_set_fetch(set->uids + asked, set->count - asked, SET_CHARS,
					"BODY.PEEK[]", &command);
		outcome = imap_run(imap, &limits, command.bytes, on_letter, batch, result, reason);
		text_done(&command);
	}
	return outcome;
}

static void add_missing(const struct batch *batch, size_t first, size_t end, struct imap_set *set)
{
	for (size_t i = first; i < end; i++)
		if (is_missing(&batch->answers[i]))
			imap_set_add(set, batch->answers[i].uid);
	imap_set_sort(set);
}

/* Whether the server is ill, rather than a letter: it excuses itself again and again, and hands
 * over none. */
static bool is_ill(struct batch *batch, const struct imap_result *result)
{
	if (result->kind == IMAP_NO && result->passing && !result->gone)
		batch->excused++;
	return batch->came == 0 && batch->excused >= MAX_EXCUSES;
}

/*
 * Asks for those of [first, end) that are not here yet. A server may refuse a whole command for one
 * letter it can't read; so that this one doesn't keep the others away, they are asked for by
 * halves, down to single ones.
 */
static enum wire ask(struct imap *imap, struct batch *batch, size_t first, size_t end,
		     struct reason *reason)
{
	struct imap_result result = {.kind = IMAP_OK};
	struct imap_set set;
	enum wire outcome = WIRE_DONE;
	size_t asked;

	imap_set_init(&set);
	add_missing(batch, first, end, &set);
	asked = set.count;
	if (asked > 0)
		outcome = ask_once(imap, batch, &set, &result, reason);
	imap_set_done(&set);
	if (outcome != WIRE_DONE)
		return outcome;
	if (asked > 0 && result.kind == IMAP_BAD)
		return imap_refused(&result, "can't fetch letters", reason);
	if (asked > 1 && result.kind == IMAP_NO) {
		outcome = ask(imap, batch, first, (first + end) / 2, reason);
		if (outcome == WIRE_DONE && !batch->stopped)
			outcome = ask(imap, batch, (first + end) / 2, end, reason);
		return outcome;
	}
	if (asked > 0 && is_ill(batch, &result))
		return imap_refused(&result, "can't fetch letters", reason);
	return close_gaps(imap, batch, first, end, &result, reason);
}

/* The letters of a command whose starts are here, then the starts of those that have grown. */
static enum wire ask_all(struct imap *imap, struct batch *batch, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;

	catch_up(batch);
	if (!batch->stopped)
		outcome = ask(imap, batch, 0, batch->count, reason);
	if (outcome == WIRE_DONE && !batch->stopped)
		outcome = add_starts(imap, batch, true, reason);
	/* What came before a connection broke is had, if without a start. */
	for (size_t i = 0; i < batch->count; i++)
		batch->answers[i].here = batch->answers[i].here || batch->answers[i].grown;
	catch_up(batch);
	return outcome;
}

enum wire imap_fetch(struct source *source, const struct waiting *letters, size_t count,
		     source_take take, void *context, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct batch *batch;
	enum wire outcome = WIRE_DONE;

	batch = base_zalloc(1, sizeof *batch);
	batch->take = take;
	batch->context = context;
	while (count > 0 && outcome == WIRE_DONE && !batch->stopped) {
		size_t taken = batch_fill(batch, imap, letters, count);

		outcome = add_starts(imap, batch, false, reason);
		if (outcome == WIRE_DONE)
			outcome = ask_all(imap, batch, reason);
		batch_done(batch);
		letters += taken;
		count -= taken;
	}
	free(batch);
	return outcome;
}

/* The first command that imap_fetch would send. Starts come before others, and are waited for. */
void imap_ask(struct source *source, const struct waiting *letters, size_t count)
{
	struct imap *imap = (struct imap *)source;
	struct batch *batch = base_zalloc(1, sizeof *batch);
	struct imap_set *set = &imap->ahead.letters;
	struct imap_limits limits = imap_wire_small;
	struct text command;
	struct reason reason;

	text_init(&command, 0);
	set->count = 0;
	if (imap_ahead_end(imap, &reason) == WIRE_DONE) {
		(void)batch_fill(batch, imap, letters, count);
		add_missing(batch, 0, batch->count, set);
		limits = limits_of(imap, batch);
	}
	if (set->count > 0 && batch->large == 0 &&
	    imap_set_fetch(set->uids, set->count, SET_CHARS, "BODY.PEEK[]", &command) == set->count)
		imap->ahead.asked = imap_wire_send(imap->wire, &limits, command.bytes, command.len,
						   &reason) == WIRE_DONE;
	text_done(&command);
	free(batch);
}
