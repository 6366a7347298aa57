/* SPDX-License-Identifier: MIT */
/* Fetches messages, from an IMAP mailbox or a Maildir. */
#ifndef PBEM_TRANSPORT_SOURCE_H
#define PBEM_TRANSPORT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "pbem/sys/transport.h"

struct config;
struct source;

/* Opens the mailbox that the configuration names: connects and logs in. The caller closes it with
 * source_close. */
enum wire source_open(const struct config *config, struct source **source_out,
		      struct reason *reason);

/*
 * Lists the messages that aren't marked as done, at most the oldest `max`, in the order of their
 * arrival. Messages whose time is unknown come last. The caller calls transport_free_list.
 *
 * The list is complete, or the function fails: only a list without a message shows that it is gone.
 * Reads no message and changes nothing on the server.
 */
enum wire source_list(struct source *source, size_t max, struct waiting_list *list_out,
		      struct reason *reason);

/* Fetches the messages, in order, and passes each to `take`. The memory is limited by the largest
 * message within max_message_bytes, not by their sum. Marks nothing, not even as seen. If this
 * fails, the messages that weren't passed to `take` have not been read. */
enum wire source_fetch(struct source *source, const struct waiting *letters, size_t count,
		       source_take take, void *context, struct reason *reason);

/* Requests messages that are fetched next, so that the server sends them while something else is
 * done. Doesn't wait; source_fetch of these messages reports errors. Messages that are marked
 * meanwhile are marked after them: source_await_marks reports the result. */
void source_prefetch(struct source *source, const struct waiting *letters, size_t count);

/*
 * ---- one of two hosts on one mailbox ----
 *
 * These functions do nothing if the site claims nothing (instance.h), or if the mailbox can't store
 * claims (source_unclaimed). WIRE_NEVER with a source_another means that another host has the
 * mailbox: then no message may be decided and none sent.
 */

/* Checks that the mailbox is free, or belongs to this host. With SOURCE_HOLD a Maildir then belongs
 * to this host. With SOURCE_TAKE_OVER the mailbox does in any case; in IMAP a message shows that,
 * if necessary one that is added. */
enum wire source_hold(struct source *source, enum source_hold how, struct reason *reason);

/* Claims messages that were listed, all or none, before any is decided. Messages that are claimed
 * already cost nothing; the others take one command for many. With SOURCE_TAKE_OVER messages of
 * other hosts are claimed, too. */
enum wire source_claim(struct source *source, const struct waiting *letters, size_t count,
		       enum source_hold how, struct reason *reason);

/* Reports whether claims now show other hosts that the mailbox is this host's. A mailbox without
 * messages shows nothing. */
bool source_claimed(const struct source *source);

/* Returns the name of another host whose claim was found, or NULL. */
const char *source_another(const struct source *source);

/* Returns the names of all other hosts that have claimed here and that this site hasn't replaced,
 * separated by spaces, or NULL if there are none. Only messages that were listed count. */
const char *source_others(struct source *source);

/* Returns why messages can't be claimed here, or not reliably, in words for people. Returns NULL if
 * they can. */
const char *source_unclaimed(struct source *source);

/* Marks messages as done (flag or move, as configured), in as few commands as possible. Repeating
 * this does no harm, and a message that is gone is no error. After source_prefetch,
 * source_await_marks reports the result. */
enum wire source_mark(struct source *source, const struct waiting *letters, size_t count,
		      struct reason *reason);

/* Returns the result of marks that source_mark sent after a source_prefetch, once the requested
 * messages are fetched. Returns WIRE_DONE if there were none. */
enum wire source_await_marks(struct source *source, struct reason *reason);

/* Opens the mailbox in reverse: it lists the messages that are marked as done. source_mark takes
 * their marks away, so that they wait again, claimed for this host. Returns WIRE_NEVER if the
 * configuration marks no messages. */
enum wire source_open_done(const struct config *config, struct source **source_out,
			   struct reason *reason);

/* Lists messages that are marked as done and that a ledger with that past may not know, because an
 * earlier state of it was restored. Normally there are none, and finding that out costs next to
 * nothing. The ledger may know some of them all the same. */
enum wire source_list_strays(struct source *source, const struct source_past *past,
			     struct waiting_list *list_out, struct reason *reason);

/* Records the ledger's last batch in the mailbox, for source_list_strays, if the mailbox can store
 * it. A record that can't be written is left out. */
void source_note(struct source *source, uint64_t batch);

/* Returns when the server's certificate expires, in seconds since 1970, or 0 if there is none. */
int64_t source_certificate(const struct source *source);

/* Finds when the server received its newest message, in seconds since 1970: 0 if there is no
 * message or no server. */
enum wire source_newest(struct source *source, int64_t *when_out, struct reason *reason);

/* Finds the server's time, in seconds since 1970, by adding a message without text and removing it.
 * The result is 0 if that can't be done. A process that is killed meanwhile leaves the message,
 * which is marked as deleted so that no run lists it. */
enum wire source_clock(struct source *source, int64_t *now_out, struct reason *reason);

/*
 * ---- for pbem watch ----
 *
 * From now on new messages are noticed: the server or the system reports them, or the mailbox is
 * checked again and again. After this only source_check_new, source_poll_fd and source_close may be
 * called.
 */
enum wire source_watch(struct source *source, struct reason *reason);

/* Returns the descriptor to wait on with poll(2); when it is readable, call source_check_new.
 * Returns -1 if there is none. */
int source_poll_fd(const struct source *source);

/* Finds whether messages have come since the last call, or may have come. Doesn't wait for any.
 * With `ask` it also queries the mailbox, which shows whether the mailbox is still there and keeps
 * the connection alive. After any result other than WIRE_DONE the source must be opened again. */
enum wire source_check_new(struct source *source, bool ask, bool *came_out, struct reason *reason);

/* Ends the connection and frees the source. Accepts NULL. */
void source_close(struct source *source);

/* Returns a line for `pbem doctor` about what was found: "IMAP4rev1, TLSv1.3, marks by keyword". It
 * is valid until the next call. */
const char *source_describe(struct source *source);

#endif
