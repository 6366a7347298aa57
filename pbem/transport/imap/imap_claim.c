/* SPDX-License-Identifier: MIT */
/* Claims messages, so that only one of two hosts on one mailbox answers (see imap.h). */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/sys/instance.h"
#include "pbem/transport/imap/imap.h"

enum {
	CLAIM_LETTERS = 5000, /* most messages of one command: each is answered by a line with all
				 its flags */
	SET_CHARS = 6000,     /* servers accept lines of 8,000 */
	TRIES = 4,	      /* attempts while others change the messages */
	OTHERS_MAX = 4096
};

bool imap_can_claim(const struct imap *imap)
{
	return imap->config->host != NULL && imap->done != IMAP_DONE_NONE && imap->any_keyword &&
	       !imap->read_only;
}

const char *imap_unclaimed(struct source *source)
{
	const struct imap *imap = (struct imap *)source;

	if (imap->done == IMAP_DONE_NONE)
		return "mailbox-done is none, so pbem can't write a claim into the mailbox";
	if (!imap->any_keyword || imap->read_only)
		return "the server doesn't keep pbem's keywords";
	if (imap->modseq == 0)
		return "the server has no CONDSTORE, so pbem sets each claim and reads it again, "
		       "which is reliable only if the server is a single machine";
	return NULL;
}

/* ---- names of hosts in lists of flags ---- */

/* Finds the next claim in a list of flags, and the name of its host. */
static bool next_claim(const char **at, const char *end, const char **name_out, size_t *len_out)
{
	const size_t mark = strlen(IMAP_CLAIM);

	while (*at < end) {
		const char *word = *at;

		while (*at < end && strchr(" ()", **at) == NULL)
			(*at)++;
		*len_out = (size_t)(*at - word);
		if (*at < end)
			(*at)++;
		if (*len_out > mark && strncasecmp(word, IMAP_CLAIM, mark) == 0) {
			*name_out = word + mark;
			*len_out -= mark;
			return true;
		}
	}
	return false;
}

static bool is_our_name(const struct imap *imap, const char *name, size_t len)
{
	return imap->config->host != NULL && strlen(imap->config->host) == len &&
	       strncasecmp(imap->config->host, name, len) == 0;
}

/* Reports whether a keyword with that name can be used in a command. */
static bool is_plain_keyword(const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (name[i] <= ' ' || name[i] > '~' || strchr("(){%*\"\\]", name[i]) != NULL)
			return false;
	return len < 100;
}

static void add_other(struct imap *imap, const char *name, size_t len)
{
	const char *others = imap->source.others != NULL ? imap->source.others : "";
	char *word = base_strndup(name, len), *longer;

	if (is_plain_keyword(name, len) && strlen(others) + len < OTHERS_MAX &&
	    !imap_parse_has_word(others, strlen(others), word)) {
		longer = base_printf("%s%s%s", others, *others != '\0' ? " " : "", word);
		free(imap->source.others);
		imap->source.others = longer;
	}
	free(word);
}

void imap_claims_note(struct imap *imap, const char *flags, size_t len)
{
	const char *end = flags + len, *name;

	while (next_claim(&flags, end, &name, &len))
		if (!is_our_name(imap, name, len) && !instance_is_over(imap->config, name, len))
			add_other(imap, name, len);
}

static void note_other_host(struct imap *imap, const char *name, size_t len)
{
	if (imap->source.another == NULL)
		imap->source.another = base_strndup(name, len);
	add_other(imap, name, len);
}

/* Records the claims on a message. The message counts as another host's if any other host has
 * claimed it. A host that this copy has replaced counts only if we haven't claimed the message:
 * then that host has claimed it after it was replaced. */
void imap_claims_note_letter(struct imap *imap, const struct imap_fetch *fetch)
{
	const char *at, *end, *name;
	bool ours = false;
	size_t len;

	if (fetch->flags == NULL || fetch->uid == 0)
		return;
	at = fetch->flags;
	end = at + fetch->flags_len;
	while (next_claim(&at, end, &name, &len))
		ours = ours || is_our_name(imap, name, len);
	at = fetch->flags;
	while (next_claim(&at, end, &name, &len))
		if (!is_our_name(imap, name, len) &&
		    (!ours || !instance_is_over(imap->config, name, len)))
			note_other_host(imap, name, len);
	imap_set_add(&imap->claims.seen, fetch->uid);
	if (ours)
		imap_set_add(&imap->claims.ours, fetch->uid);
}

void imap_claims_sort(struct imap *imap)
{
	imap_set_sort(&imap->claims.seen);
	imap_set_sort(&imap->claims.ours);
}

void imap_claims_clear(struct imap *imap)
{
	imap->claims.seen.count = imap->claims.ours.count = 0;
}

/* ---- the mailbox ---- */

static enum wire fail_other_host(const struct imap *imap, struct reason *reason)
{
	return wire_never(
		reason,
		"another host has letters of this mailbox: they are claimed as " IMAP_CLAIM
		"%s. Two at work would both answer, so this one takes none and sends none. If "
		"pbem runs there let it, and stop it here; if it never will again: pbem adopt",
		imap->source.another);
}

/* Finds whether any message has a claim by that name. FLAGS may contain names of claims that no
 * message has any more. */
static enum wire has_claimed_messages(struct imap *imap, const char *name, bool *has_out,
				      struct reason *reason)
{
	char *criteria = base_printf("KEYWORD " IMAP_CLAIM "%s ", name);
	struct imap_set found;
	enum wire outcome;

	imap_set_init(&found);
	outcome = imap_search(imap, criteria, &found, reason);
	*has_out = outcome == WIRE_DONE && found.count > 0;
	imap_set_done(&found);
	free(criteria);
	return outcome;
}

/* Finds the same for the folder to which done messages are moved, which is opened for this purpose.
 * If it is missing, no message was done. */
static enum wire has_claimed_moved(struct imap *imap, const char *name, bool *has_out,
				   struct reason *reason)
{
	const uint64_t uidvalidity = imap->uidvalidity;
	char *command = base_printf("EXAMINE %s", imap->done_folder);
	struct imap_result result;
	enum wire outcome;

	/* The other folder has its own UIDVALIDITY and messages. */
	imap->has_uidvalidity = imap->told_exists = false;
	outcome = imap_run(imap, &imap_wire_small, command, NULL, NULL, &result, reason);
	free(command);
	if (outcome == WIRE_DONE && result.kind == IMAP_OK)
		outcome = has_claimed_messages(imap, name, has_out, reason);
	imap->uidvalidity = uidvalidity;
	imap->has_uidvalidity = true;
	return outcome == WIRE_DONE ? imap_select(imap, reason) : outcome;
}

/* Adds a message to an empty mailbox to carry our claim. The next run treats it like any other
 * message, and has no answer to it. */
static enum wire append_claimed_message(struct imap *imap, struct reason *reason)
{
	const struct config *config = imap->config;
	char *flags = base_printf("\\Seen " IMAP_CLAIM "%s", config->host);
	char *letter = base_printf(
		"From: %s\r\nTo: %s\r\nSubject: pbem runs as %s\r\nAuto-Submitted: "
		"auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; "
		"charset=us-ascii\r\n\r\nThis copy of the site replaced another copy while no "
		"letter was here.\r\nThe claim on this letter stops the other copy.\r\n",
		config->address, config->address, config->host);
	struct imap_result result;
	uint32_t uid;
	enum wire outcome = imap_append(imap, flags, letter, &uid, &result, reason);

	free(letter);
	free(flags);
	if (outcome == WIRE_DONE && result.kind != IMAP_OK) {
		reason_set(reason,
			   "pbem needs a letter in the mailbox to show other copies that this copy "
			   "replaces them, but the server refuses to store one: %s. Send any "
			   "letter to %s, wait until it arrives, and run the command again",
			   result.said, config->address);
		outcome = WIRE_LATER;
	}
	return outcome;
}

/* Claims the newest message, even a done one, to show other hosts that this copy has replaced
 * them. */
static enum wire show_claim(struct imap *imap, struct reason *reason)
{
	char *command;
	struct imap_result result;
	enum wire outcome;

	if (imap->exists == 0)
		return append_claimed_message(imap, reason);
	command = base_printf("UID STORE * +FLAGS.SILENT (" IMAP_CLAIM "%s)", imap->config->host);
	outcome = imap_run(imap, &imap_wire_small, command, NULL, NULL, &result, reason);
	free(command);
	if (outcome == WIRE_DONE && result.kind != IMAP_OK) {
		(void)imap_refused(&result, "can't claim the newest letter", reason);
		outcome = WIRE_LATER;
	}
	return outcome;
}

enum wire imap_hold(struct source *source, enum source_hold how, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	enum wire outcome = WIRE_DONE;
	char *names, *next, *name;
	bool has = false;

	if (imap_can_claim(imap) && how == SOURCE_TAKE_OVER) {
		outcome = show_claim(imap, reason);
		source->claimed = outcome == WIRE_DONE;
		return outcome;
	}
	if (!imap_can_claim(imap) || source->others == NULL)
		return WIRE_DONE;
	names = next = base_strdup(source->others);
	while (outcome == WIRE_DONE && !has && (name = strsep(&next, " ")) != NULL) {
		outcome = has_claimed_messages(imap, name, &has, reason);
		if (outcome == WIRE_DONE && !has && imap->done == IMAP_DONE_MOVE)
			outcome = has_claimed_moved(imap, name, &has, reason);
		if (has)
			note_other_host(imap, name, strlen(name));
	}
	free(names);
	return outcome == WIRE_DONE && has ? fail_other_host(imap, reason) : outcome;
}

/* ---- messages ---- */

static enum wire on_flags(struct imap *imap, const struct imap_read *read, void *context,
			  struct reason *reason)
{
	struct imap_fetch fetch;

	(void)context;
	if (read->response.kind != IMAP_FETCH)
		return WIRE_DONE;
	if (!imap_items_fetch(read->response.rest, read->response.rest_len, &fetch))
		return wire_later(reason, "pbem can't read the server's list of flags");
	imap_claims_note_letter(imap, &fetch);
	return WIRE_DONE;
}

/* Fetches the flags of the messages whose flags aren't known yet. */
static enum wire fetch_claims(struct imap *imap, const struct imap_set *letters,
			      struct reason *reason)
{
	struct imap_set set;
	enum wire outcome = WIRE_DONE;
	size_t done = 0;

	imap_set_init(&set);
	for (size_t i = 0; i < letters->count; i++)
		if (!imap_set_has(&imap->claims.seen, letters->uids[i]))
			imap_set_add(&set, letters->uids[i]);
	while (outcome == WIRE_DONE && done < set.count) {
		size_t some = set.count - done < CLAIM_LETTERS ? set.count - done : CLAIM_LETTERS;
		struct imap_result result;
		struct strbuf command;

		strbuf_init(&command, 0);
		done += imap_set_fetch(set.uids + done, some, SET_CHARS, "FLAGS", &command);
		outcome = imap_run(imap, &imap_wire_small, command.bytes, on_flags, NULL, &result,
				   reason);
		strbuf_done(&command);
		if (outcome == WIRE_DONE && result.kind != IMAP_OK && !result.gone) {
			(void)imap_refused(&result, "can't look whose letters are", reason);
			outcome = WIRE_LATER;
		}
	}
	imap_claims_sort(imap);
	imap_set_done(&set);
	return outcome;
}

/*
 * Adds our claim to the first messages of a set, or removes it (`back`); *done_out is how many
 * messages the command named. A refusal counts as temporary: waiting loses nothing, but going on
 * without a claim may lose much. With CONDSTORE the answer contains the flags that the messages
 * have now.
 */
static enum wire store_claims(struct imap *imap, const uint32_t *uids, size_t count, bool back,
			      size_t *done_out, struct reason *reason)
{
	const bool tells = imap->modseq != 0 && !back;
	char *since = base_printf(" (UNCHANGEDSINCE %llu)", (unsigned long long)imap->modseq);
	struct imap_result result = {.gone = false};
	struct strbuf command;
	enum wire outcome;

	strbuf_init(&command, 0);
	strbuf_add(&command, "UID STORE ");
	*done_out = imap_set_write(uids, count < CLAIM_LETTERS ? count : CLAIM_LETTERS, SET_CHARS,
				   &command);
	strbuf_addf(&command, "%s %cFLAGS%s (" IMAP_CLAIM "%s)", tells ? since : "",
		    back ? '-' : '+', tells ? "" : ".SILENT", imap->config->host);
	outcome = imap_run(imap, &imap_wire_small, command.bytes, tells ? on_flags : NULL, NULL,
			   &result, reason);
	if (outcome == WIRE_DONE && result.kind != IMAP_OK && !result.gone) {
		reason_set(reason,
			   "can't claim letters, because the server answered: %s. If this happens "
			   "in each run, and no other host reads this mailbox, set one-host = no "
			   "in pbem.conf",
			   result.said);
		outcome = WIRE_LATER;
	}
	strbuf_done(&command);
	free(since);
	return outcome;
}

/* Removes the claims on messages, none of which has been decided. A claim that can't be removed
 * does no harm: a later run claims the message again. */
static void release_claims(struct imap *imap, struct imap_set *taken)
{
	struct reason reason;
	size_t done = 0, some;

	imap_set_sort(taken);
	while (done < taken->count && store_claims(imap, taken->uids + done, taken->count - done,
						   true, &some, &reason) == WIRE_DONE)
		done += some;
}

/*
 * Claims the messages of a set, and leaves in it those that aren't known to be ours afterwards. It
 * isn't enough that the server has set a claim, not even with UNCHANGEDSINCE. Dovecot (2.3) may
 * accept both of two hosts whose keywords are new to it. Only the keywords seen afterwards count.
 */
static enum wire claim_set(struct imap *imap, struct imap_set *set, struct imap_set *taken,
			   struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	size_t done = 0, some;

	imap_claims_clear(imap);
	for (size_t i = 0; i < set->count; i++)
		imap_set_add(taken, set->uids[i]);
	while (outcome == WIRE_DONE && done < set->count) {
		outcome = store_claims(imap, set->uids + done, set->count - done, false, &some,
				       reason);
		done += some;
	}
	imap_claims_sort(imap);
	imap_set_leave_out(set, &imap->claims.ours);
	return outcome;
}

/* Leaves out messages that are gone, which need no claim. */
static void leave_out_gone(struct imap *imap, struct imap_set *set)
{
	size_t kept = 0;

	for (size_t i = 0; i < set->count; i++)
		if (imap_set_has(&imap->claims.seen, set->uids[i]))
			set->uids[kept++] = set->uids[i];
	set->count = kept;
}

static enum wire claim_messages(struct imap *imap, struct imap_set *set, struct imap_set *taken,
				enum source_hold how, struct reason *reason)
{
	for (int tries = 0;; tries++) {
		enum wire outcome = fetch_claims(imap, set, reason);

		if (outcome != WIRE_DONE)
			return outcome;
		if (imap->source.another != NULL && how != SOURCE_TAKE_OVER) {
			release_claims(imap, taken);
			return fail_other_host(imap, reason);
		}
		imap_set_leave_out(set, &imap->claims.ours);
		if (tries > 0)
			leave_out_gone(imap, set);
		if (set->count == 0)
			return WIRE_DONE;
		if (tries == TRIES)
			return wire_later(
				reason, "letters change while we claim them; the next run goes on");
		outcome = claim_set(imap, set, taken, reason);
		/* UNCHANGEDSINCE uses the HIGHESTMODSEQ from the opening of the folder, so it must
		 * be opened again. */
		if (outcome == WIRE_DONE && imap->modseq != 0 && set->count > 0)
			outcome = imap_select(imap, reason);
		if (outcome != WIRE_DONE)
			return outcome;
	}
}

enum wire imap_claim(struct source *source, const struct waiting *letters, size_t count,
		     enum source_hold how, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct imap_set set, taken;
	enum wire outcome;
	uint32_t uid;

	if (!imap_can_claim(imap) || how == SOURCE_LOOK)
		return WIRE_DONE;
	/* Our name may have changed since they were listed. */
	if (how == SOURCE_TAKE_OVER)
		imap_claims_clear(imap);
	imap_set_init(&set);
	imap_set_init(&taken);
	for (size_t i = 0; i < count; i++)
		if (imap_read_id(imap, letters[i].id, &uid))
			imap_set_add(&set, uid);
	imap_set_sort(&set);
	outcome = claim_messages(imap, &set, &taken, how, reason);
	source->claimed = outcome == WIRE_DONE && imap->claims.ours.count > 0;
	imap_set_done(&taken);
	imap_set_done(&set);
	return outcome;
}
