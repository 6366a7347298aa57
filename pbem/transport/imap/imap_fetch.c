/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap.h"
#include "pbem/transport/imap/imap_fetch_parse.h"

/* The time for a mailbox depends on the number of round trips, so one command requests many
 * messages. */
enum {
	BATCH_LETTERS = 1000,
	BATCH_BYTES = 8 << 20,
	BATCH_LARGE = BATCH_BYTES / SOURCE_START,
	SET_CHARS = 6000,	 /* servers accept lines of 8,000 */
	LARGER_BYTES = 16 << 20, /* bytes that a server may send beyond twice the listed sizes */
	MAX_EXCUSES = 3		 /* temporary refusals of a server that sends no message at all */
};

/* The server's answer about one message. */
struct answer {
	uint32_t uid;
	bool here;
	bool grown;   /* larger than listed and than the limit: `here` only after its start was
			 requested */
	bool doubted; /* it came shorter than listed, and is requested once more */
	struct sha256 first;  /* digest of the bytes that came first */
	struct handed handed; /* valid when `here` */
	char *bytes, *why;    /* its contents that we own, while it waits for its turn */
};

struct fetch_batch {
	const struct waiting *letters;
	struct answer answers[BATCH_LETTERS];
	size_t count, next; /* messages in [0, next) are handed over */
	uint64_t claimed;   /* sum of the sizes listed */
	size_t large;	    /* messages of which only the start is fetched */
	uint64_t held;	    /* bytes of messages that wait for their turn */
	source_take take;
	void *context;
	bool stopped; /* `take` wants no more: read on, but hand nothing over */
	/* For all batches: */
	size_t came;	/* messages that came */
	size_t excused; /* messages refused singly, with words about the server */
};

static void hand_over(struct fetch_batch *batch, const struct handed *handed)
{
	if (!batch->stopped &&
	    batch->take(batch->context, &batch->letters[batch->next], handed) != 0)
		batch->stopped = true;
	batch->next++;
}

/* Hands over the messages that are next in the requested order. */
static void hand_over_ready(struct fetch_batch *batch)
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

static void fetch_batch_done(struct fetch_batch *batch)
{
	for (size_t i = 0; i < batch->count; i++) {
		free(batch->answers[i].bytes);
		free(batch->answers[i].why);
	}
}

/* Takes messages from the start of the list for one command, and returns how many. A message whose
 * id is of another mailbox, or of an earlier UIDVALIDITY, is gone; a new list shows it with its new
 * id. */
static size_t fetch_batch_fill(struct fetch_batch *batch, const struct imap *imap,
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
		} else if (letter->bytes > imap->max_message_bytes) {
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

/* Reports whether the start of a message must be requested: of a message listed as too large
 * (before it is handed over), or with `grown` of a message that turned out too large. */
static bool wants_start(const struct fetch_batch *batch, size_t i, bool grown)
{
	const struct answer *answer = &batch->answers[i];

	return answer->handed.how == HANDED_TOO_LARGE && answer->grown == grown &&
	       (!grown || !answer->here);
}

/* Fetches the starts of messages that are too large: before the other messages if they are listed
 * so, or with `grown` after them. A start that the server doesn't send stays NULL. */
static enum wire add_starts(struct imap *imap, struct fetch_batch *batch, bool grown,
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

static struct answer *find_answer(struct fetch_batch *batch, uint32_t uid)
{
	for (size_t i = batch->next; i < batch->count; i++)
		if (batch->answers[i].uid == uid && is_missing(&batch->answers[i]))
			return &batch->answers[i];
	return NULL;
}

/* Hands a message over at once if it is next; otherwise keeps it until its turn. */
static enum wire accept_answer(struct imap *imap, struct fetch_batch *batch, struct answer *answer,
			       const struct handed *handed, struct reason *reason)
{
	answer->here = true;
	answer->handed = *handed;
	batch->came += handed->how == HANDED_OVER;
	if (answer == &batch->answers[batch->next]) {
		hand_over(batch, handed);
		hand_over_ready(batch);
		return WIRE_DONE;
	}
	if (handed->why != NULL)
		answer->handed.why = answer->why = base_strdup(handed->why);
	if (handed->bytes == NULL || batch->stopped)
		return WIRE_DONE;
	batch->held += handed->len;
	if (batch->held > 2 * BATCH_BYTES + imap->max_message_bytes)
		return wire_later(reason, "the server sends letters in another order and with "
					  "other sizes than it listed");
	answer->bytes = base_alloc(handed->len);
	memcpy(answer->bytes, handed->bytes, handed->len);
	answer->handed.bytes = answer->bytes;
	return WIRE_DONE;
}

static bool is_same_as_first(const struct answer *answer, const char *bytes, size_t len)
{
	struct sha256 digest;

	sha256_bytes(bytes, len, &digest);
	return strcmp(digest.hex, answer->first.hex) == 0;
}

/* Accepts the bytes of a message, unless they are only a part of it. A message that is shorter than
 * listed stays missing, so that it is requested again. If the same bytes come again, the listed
 * size is wrong, as it often is by a little. */
static enum wire accept_bytes(struct imap *imap, struct fetch_batch *batch, struct answer *answer,
			      const char *bytes, size_t len, struct reason *reason)
{
	const uint64_t listed = batch->letters[answer - batch->answers].bytes;
	const enum imap_body body = imap_items_body(listed, bytes, len);
	struct handed handed = {HANDED_OVER, bytes, len, NULL, false};
	char why[128];

	if (body == IMAP_BODY_SHORT && !answer->doubted) {
		answer->doubted = true;
		sha256_bytes(bytes, len, &answer->first);
		return WIRE_DONE;
	}
	if (body == IMAP_BODY_NONE ||
	    (body == IMAP_BODY_SHORT && !is_same_as_first(answer, bytes, len))) {
		snprintf(why, sizeof why,
			 "the server delivers only %zu of the %" PRIu64 " bytes that it lists", len,
			 listed);
		handed = (struct handed){.how = HANDED_NOT_NOW, .why = why};
	}
	return accept_answer(imap, batch, answer, &handed, reason);
}

static enum wire accept_body(struct imap *imap, struct fetch_batch *batch, struct answer *answer,
			     const struct imap_fetch *fetch, struct reason *reason)
{
	static const struct handed nothing = {
		.how = HANDED_NOT_NOW,
		.why = "the server has nothing where its text should be (NIL)",
	};
	struct strbuf plain;
	enum wire outcome;

	if (fetch->body == NULL)
		return accept_answer(imap, batch, answer, &nothing, reason);
	if (!fetch->body_quoted)
		return accept_bytes(imap, batch, answer, fetch->body, fetch->body_len, reason);
	strbuf_init(&plain, 0);
	imap_items_unquote(fetch->body, fetch->body_len, &plain);
	outcome = accept_bytes(imap, batch, answer, plain.bytes, plain.len, reason);
	strbuf_done(&plain);
	return outcome;
}

static enum wire on_message(struct imap *imap, const struct imap_read *read, void *context,
			    struct reason *reason)
{
	struct fetch_batch *batch = context;
	struct answer *answer = NULL;
	struct imap_fetch fetch;
	enum wire outcome = WIRE_DONE;

	if (read->response.kind == IMAP_FETCH) {
		if (!imap_items_fetch(read->response.rest, read->response.rest_len, &fetch))
			return wire_later(reason, "pbem can't read the server's data for a letter");
		if (fetch.has_body && fetch.uid != 0)
			answer = find_answer(batch, fetch.uid);
	}
	if (answer != NULL && read->dropped > 0) {
		const struct handed handed = {HANDED_TOO_LARGE, NULL, (size_t)read->dropped, NULL,
					      false};

		/* If the connection ends with this message, it is handed over without its start,
		 * whose request would end the next connection, too. */
		if (read->cut || batch->large == BATCH_LARGE) {
			outcome = accept_answer(imap, batch, answer, &handed, reason);
		} else {
			answer->handed = handed;
			answer->grown = true;
			batch->large++;
		}
	} else if (answer != NULL) {
		outcome = accept_body(imap, batch, answer, &fetch, reason);
	}
	if (outcome != WIRE_DONE || !read->cut)
		return outcome;
	return wire_later(reason,
			  "the server announced %" PRIu64
			  " bytes, but had listed far fewer; pbem closed the connection, and the "
			  "next run continues",
			  read->dropped);
}

/* Hands over the messages still missing in [first, end), which the server's answer lacks. They may
 * still be there: only a list without them shows that they are gone. */
static enum wire answer_missing(struct imap *imap, struct fetch_batch *batch, size_t first,
				size_t end, const struct imap_result *result, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	char *why = base_printf("the server answered: %s", result->said);
	const struct handed handed = {
		.how = HANDED_NOT_NOW,
		.why = result->kind == IMAP_OK ? "the server's answer leaves it out" : why,
		.passing = result->kind != IMAP_OK && result->passing && !result->gone,
	};

	for (size_t i = first; i < end && outcome == WIRE_DONE; i++)
		if (is_missing(&batch->answers[i]))
			outcome = accept_answer(imap, batch, &batch->answers[i], &handed, reason);
	free(why);
	return outcome;
}

static struct imap_limits limits_of(const struct imap *imap, const struct fetch_batch *batch)
{
	return (struct imap_limits){
		.line = (size_t)64 << 10,
		.chatter = (size_t)4 << 20,
		.keep = imap->max_message_bytes,
		.literals = 2 * batch->claimed + imap->max_message_bytes + LARGER_BYTES,
	};
}

/* Reports whether exactly these messages were requested in advance, so that their answer comes
 * next. */
static bool was_prefetched(const struct imap *imap, const struct imap_set *set)
{
	const struct imap_set *letters = &imap->ahead.letters;

	return imap->ahead.asked && letters->count == set->count &&
	       memcmp(letters->uids, set->uids, set->count * sizeof *set->uids) == 0;
}

/* Requests all messages of the set, in as many commands as needed, up to a command that is
 * refused. */
static enum wire fetch_once(struct imap *imap, struct fetch_batch *batch,
			    const struct imap_set *set, struct imap_result *result,
			    struct reason *reason)
{
	const struct imap_limits limits = limits_of(imap, batch);
	enum wire outcome = WIRE_DONE;
	size_t asked = 0;

	if (was_prefetched(imap, set)) {
		imap->ahead.asked = false;
		return imap_await(imap, on_message, batch, result, reason);
	}
	while (asked < set->count && outcome == WIRE_DONE && result->kind == IMAP_OK) {
		struct strbuf command;

		strbuf_init(&command, 0);
		asked += imap_set_fetch(set->uids + asked, set->count - asked, SET_CHARS,
					"BODY.PEEK[]", &command);
		outcome = imap_run(imap, &limits, command.bytes, on_message, batch, result, reason);
		strbuf_done(&command);
	}
	return outcome;
}

/* Adds to the set the messages in [first, end) that are missing, or only those that came shorter
 * than listed. */
static void add_missing(const struct fetch_batch *batch, size_t first, size_t end, bool doubted,
			struct imap_set *set)
{
	for (size_t i = first; i < end; i++)
		if (is_missing(&batch->answers[i]) && (!doubted || batch->answers[i].doubted))
			imap_set_add(set, batch->answers[i].uid);
	imap_set_sort(set);
}

/* Requests the missing messages in [first, end), and then those that came too short once more.
 * *asked_out is how many were requested first. */
static enum wire fetch_twice(struct imap *imap, struct fetch_batch *batch, size_t first, size_t end,
			     size_t *asked_out, struct imap_result *result, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;

	*asked_out = 0;
	for (int again = 0; again < 2; again++) {
		struct imap_set set;

		imap_set_init(&set);
		if (outcome == WIRE_DONE && result->kind == IMAP_OK && !batch->stopped)
			add_missing(batch, first, end, again, &set);
		if (again == 0)
			*asked_out = set.count;
		if (set.count > 0)
			outcome = fetch_once(imap, batch, &set, result, reason);
		imap_set_done(&set);
	}
	return outcome;
}

/* Reports whether the server, not a message, is at fault: it refuses temporarily again and again,
 * and sends no message. */
static bool is_server_faulty(struct fetch_batch *batch, const struct imap_result *result)
{
	if (result->kind == IMAP_NO && result->passing && !result->gone)
		batch->excused++;
	return batch->came == 0 && batch->excused >= MAX_EXCUSES;
}

/* Requests the missing messages in [first, end). A server may refuse a whole command because of one
 * message that it can't read. So that the others arrive, they are then requested by halves, down to
 * single messages. */
static enum wire fetch_range(struct imap *imap, struct fetch_batch *batch, size_t first, size_t end,
			     struct reason *reason)
{
	struct imap_result result = {.kind = IMAP_OK};
	size_t asked;
	enum wire outcome = fetch_twice(imap, batch, first, end, &asked, &result, reason);

	if (outcome != WIRE_DONE)
		return outcome;
	if (asked > 0 && result.kind == IMAP_BAD)
		return imap_refused(&result, "can't fetch letters", reason);
	if (asked > 1 && result.kind == IMAP_NO) {
		outcome = fetch_range(imap, batch, first, (first + end) / 2, reason);
		if (outcome == WIRE_DONE && !batch->stopped)
			outcome = fetch_range(imap, batch, (first + end) / 2, end, reason);
		return outcome;
	}
	if (asked > 0 && is_server_faulty(batch, &result))
		return imap_refused(&result, "can't fetch letters", reason);
	return answer_missing(imap, batch, first, end, &result, reason);
}

/* Fetches the messages of a command, then the starts of those that have grown. */
static enum wire fetch_all(struct imap *imap, struct fetch_batch *batch, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;

	hand_over_ready(batch);
	if (!batch->stopped)
		outcome = fetch_range(imap, batch, 0, batch->count, reason);
	if (outcome == WIRE_DONE && !batch->stopped)
		outcome = add_starts(imap, batch, true, reason);
	/* Messages that came before the connection broke are kept, but not starts. */
	for (size_t i = 0; i < batch->count; i++)
		batch->answers[i].here = batch->answers[i].here || batch->answers[i].grown;
	hand_over_ready(batch);
	return outcome;
}

enum wire imap_fetch(struct source *source, const struct waiting *letters, size_t count,
		     source_take take, void *context, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct fetch_batch *batch;
	enum wire outcome = WIRE_DONE;

	batch = base_zalloc(1, sizeof *batch);
	batch->take = take;
	batch->context = context;
	while (count > 0 && outcome == WIRE_DONE && !batch->stopped) {
		size_t taken = fetch_batch_fill(batch, imap, letters, count);

		outcome = add_starts(imap, batch, false, reason);
		if (outcome == WIRE_DONE)
			outcome = fetch_all(imap, batch, reason);
		fetch_batch_done(batch);
		letters += taken;
		count -= taken;
	}
	free(batch);
	return outcome;
}

/* Sends the first command that imap_fetch would send. If that would be for starts, nothing is sent,
 * because imap_fetch fetches starts first and waits for them. */
void imap_prefetch(struct source *source, const struct waiting *letters, size_t count)
{
	struct imap *imap = (struct imap *)source;
	struct fetch_batch *batch = base_zalloc(1, sizeof *batch);
	struct imap_set *set = &imap->ahead.letters;
	struct imap_limits limits = imap_wire_small;
	struct strbuf command;
	struct reason reason;

	strbuf_init(&command, 0);
	set->count = 0;
	if (imap_ahead_end(imap, &reason) == WIRE_DONE) {
		(void)fetch_batch_fill(batch, imap, letters, count);
		add_missing(batch, 0, batch->count, false, set);
		limits = limits_of(imap, batch);
	}
	if (set->count > 0 && batch->large == 0 &&
	    imap_set_fetch(set->uids, set->count, SET_CHARS, "BODY.PEEK[]", &command) == set->count)
		imap->ahead.asked = imap_wire_send(imap->wire, &limits, command.bytes, command.len,
						   &reason) == WIRE_DONE;
	strbuf_done(&command);
	free(batch);
}
