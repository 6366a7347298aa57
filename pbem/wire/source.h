/* SPDX-License-Identifier: MIT */
/* Where letters come from: an IMAP mailbox, a Maildir. */
#ifndef PBEM_WIRE_SOURCE_H
#define PBEM_WIRE_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/site/wire.h"

struct config;
struct source;

/* Connects and logs in. */
enum wire source_open(const struct config *config, struct source **source_out,
		      struct reason *reason);

/*
 * All letters not yet marked done, in the order they arrived (behind them those of which that isn't
 * known); a complete list or none. Reads no letter and changes nothing on the server. At most `max`
 * letters, the oldest. What such a list lacks is gone: nothing else says so.
 */
enum wire source_list(struct source *source, size_t max, struct waiting_list *list_out,
		      struct reason *reason);

void source_free_list(struct waiting_list *list); /* the array only */

/*
 * Fetches the letters given, in order, and hands each to `take`; memory stays bounded by the
 * largest letter within max_letter_bytes, not by their sum. Nothing is marked, not even as seen.
 * A letter not handed to it when this fails has not been read.
 */
enum wire source_fetch(struct source *source, const struct waiting *letters, size_t count,
		       source_take take, void *context, struct reason *reason);

/*
 * Asks for letters that are fetched next, so that the server sends them while something else is
 * done; nothing is waited for, and what goes wrong source_fetch of these letters finds. Letters
 * that are marked meanwhile are so behind them: what came of it source_settle tells.
 */
void source_ask(struct source *source, const struct waiting *letters, size_t count);

/*
 * ---- of two hosts on one mailbox one alone ----
 *
 * Each does nothing where the site claims nothing (host.h) or the mailbox has no room for it:
 * source_unclaimed. NEVER with source_another: another host has the mailbox, and neither may a
 * letter be decided nor one be sent.
 */

/* Whether the mailbox is free, or this host's already; a Maildir it takes with that. With
 * SOURCE_TAKE_OVER it is told that it is this host's, by a letter of ours where it has none. */
enum wire source_hold(struct source *source, enum source_hold how, struct reason *reason);

/*
 * Claims letters that were listed, all or none, before any is decided; what is claimed already
 * costs nothing, the rest one command of many letters. With SOURCE_TAKE_OVER those of others too.
 */
enum wire source_claim(struct source *source, const struct waiting *letters, size_t count,
		       enum source_hold how, struct reason *reason);

/* Whether what was held, or claimed, shows others now that it is this host's: a mailbox without
 * letters shows nothing. */
bool source_claimed(const struct source *source);

/* The name of the other host that was met; NULL: none was. */
const char *source_another(const struct source *source);

/* Names of all others that have claimed here and in whose place this site wasn't put, blanks
 * between; NULL: none has. Of letters, those that were listed. */
const char *source_others(struct source *source);

/* Why letters can't be claimed here, or not surely, for a person; NULL when they can. */
const char *source_unclaimed(struct source *source);

/* Marks letters as done (flag or move, as configured), in as few commands as possible. Doing it
 * again does no harm; letters that are gone are no fault. After source_ask see source_settle. */
enum wire source_mark(struct source *source, const struct waiting *letters, size_t count,
		      struct reason *reason);

/* How the marking ended that source_mark has left behind letters asked for, once these are fetched.
 * DONE when there was none. */
enum wire source_settle(struct source *source, struct reason *reason);

/*
 * The same source turned around: it lists the letters marked done, and to mark one is to take its
 * mark away, so that it waits again, claimed for this host. NEVER where letters aren't marked.
 */
enum wire source_open_done(const struct config *config, struct source **source_out,
			   struct reason *reason);

/*
 * Letters marked done of which a ledger with that past can't know, because it was put back to an
 * earlier state; in the ordinary case none, and that costs next to nothing. Some it may know all
 * the same.
 */
enum wire source_list_strays(struct source *source, const struct source_past *past,
			     struct waiting_list *list_out, struct reason *reason);

/* Where a source has room for it, notes the ledger's last batch beside the letters, for
 * source_list_strays. What can't be written is left. */
void source_note(struct source *source, uint64_t batch);

/* Until when the server's certificate is good, seconds since 1970; 0: there is none. */
int64_t source_certificate(const struct source *source);

/* When the server says it got its newest letter; 0: there is none, or no server. */
enum wire source_newest(struct source *source, int64_t *when_out, struct reason *reason);

/*
 * What time the server has it, by a letter without words that is put beside the others and taken
 * away: 0 where that can't be done. Killed meanwhile it leaves the letter there, marked as deleted,
 * as no run lists it.
 */
enum wire source_clock(struct source *source, int64_t *now_out, struct reason *reason);

/*
 * ---- for pbem watch ----
 *
 * From now on letters that come are noticed, by an ear that the server, or the system, has given
 * us, or by asking again and again. Nothing else may be done with the source any more, but to close
 * it.
 */
enum wire source_watch(struct source *source, struct reason *reason);

/* What to wait on with poll(2): readable, source_heard is worth asking. -1: there is none. */
int source_ear(const struct source *source);

/*
 * Whether letters have come since it was asked last, or may have; this waits for nobody. With `ask`
 * the mailbox itself is asked, which shows whether it is still there, and keeps the connection
 * alive. Other than DONE: open it anew.
 */
enum wire source_heard(struct source *source, bool ask, bool *came_out, struct reason *reason);

/* Says goodbye and frees; accepts NULL. */
void source_close(struct source *source);

/* For `pbem doctor`: one line of what was found ("IMAP4rev1, TLSv1.3, marks by keyword"). */
const char *source_describe(struct source *source);

#endif
