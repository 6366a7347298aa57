/* SPDX-License-Identifier: MIT */
/* Decides what a refusal is about: our account and its limits, or the recipient or the message. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "pbem/transport/sink_ops.h"

/* Words about what the account may send, whatever status comes with them, in lower case. */
static const char *const OUR_LIMITS[] = {
	"sending limit",
	"sending quota",
	"send limit",
	"send quota",
	"sending rate",
	"send rate",
	"sending message rate",
	"submission quota",
	"submissionquota",
	"submission limit",
	"outbound limit",
	"outbound quota",
	"outbound message",
	"outgoing limit",
	"outgoing quota",
	"outgoing mail",
	"outgoing message",
	"smtp limit",
	"smtp quota",
	"relay limit",
	"relay quota",
	"relaying quota",
	"daily",
	"hourly",
	"monthly",
	"per day",
	"per hour",
	"per minute",
	"per second",
	"24 hours",
	"24-hour",
	"one day",
	"for today",
};

/* Words about the account that sends, its address or its host. Every other message would be
 * refused, too, so this one isn't at fault. */
static const char *const OURS[] = {
	"message limit",
	"messages limit",
	"messaging limit",
	"mail limit",
	"mails limit",
	"email limit",
	"emails limit",
	"recipient limit",
	"recipients limit",
	"message quota",
	"message rate",
	"mail rate",
	"rate limit",
	"rate-limit",
	"ratelimit",
	"rate exceeded",
	"throttl",
	"limit on the number",
	"limit exceeded",
	"limits exceeded",
	"quota exceeded",
	"exceeded the limit",
	"exceeded its limit",
	"exceeded your",
	"exceeded the maximum",
	"exceeded its maximum",
	"exceeds your",
	"limit reached",
	"limit has been reached",
	"limit was reached",
	"reached your",
	"reached the limit",
	"reached its",
	"reached the maximum",
	"over limit",
	"over your",
	"over the limit",
	"out of credit",
	"insufficient credit",
	"maximum credits",
	"no credits",
	"too many messages",
	"too many emails",
	"too many mails",
	"too many e-mails",
	"too many letters",
	"too many recipients",
	"too many connections",
	"too many sessions",
	"too many concurrent",
	"too many errors",
	"too much mail",
	"bad outbound sender",
	"outbound spam",
	"tenant has exceeded",
	"plan limit",
	"upgrade your plan",
	"your plan",
	"your account",
	"your email account",
	"your e-mail account",
	"sender account",
	"sending account",
	"account is suspended",
	"account suspended",
	"account has been suspended",
	"account is not allowed",
	"account is restricted",
	"sending paused",
	"sending is paused",
	"sending disabled",
	"sending is disabled",
	"sending suspended",
	"sending has been",
	"sender blocked",
	"sender is blocked",
	"sender has been blocked",
	"sender address rejected",
	"sender rejected",
	"sender denied",
	"not allowed to send",
	"not authorized to send",
	"not authorised to send",
	"not permitted to send",
	"permissions to send",
	"permission to send",
	"sender verification",
	"sender verify failed",
	"client host rejected",
	"client host blocked",
	"client host [",
	"your ip",
	"your host",
	"ip address blocked",
	"ip has been blocked",
	"ip is blocked",
	"ip blocked",
	"authentication required",
	"authentication is required",
	"must authenticate",
	"must be authenticated",
	"not authenticated",
	"client was not authenticated",
	"basic authentication",
	"relay access denied",
	"relaying denied",
	"relay denied",
	"relay not permitted",
	"relaying not allowed",
	"unable to relay",
	"not permitted to relay",
	"we do not relay",
	"payment",
	"unpaid",
	"billing",
};

/* Words about the recipient's mailbox, or about the message itself. */
static const char *const NOT_OURS[] = {
	"mailbox",	"storage",	     "disk",
	"message size", "size limit",	     "size exceed",
	"exceeds size", "too large",	     "too big",
	"maximum size", "message exceeds",   "inbox",
	"user is over", "user over quota",   "tried to reach",
	"recipient's",	"recipient is over", "recipient over",
	"receiving",
};

static const char *const THEIRS[] = {
	"user unknown",
	"unknown user",
	"unknown recipient",
	"recipient unknown",
	"no such user",
	"no such recipient",
	"no such mailbox",
	"no such address",
	"no such account",
	"unknown address",
	"unknown mailbox",
	"does not exist",
	"doesn't exist",
	"invalid recipient",
	"invalid mailbox",
	"invalid address",
	"recipient rejected",
	"recipient address",
	"mailbox unavailable",
	"mailbox not found",
	"user not found",
	"address not found",
	"recipient not found",
	"not a valid",
	"no mailbox",
	"mailbox full",
	"mailbox is full",
	"over quota",
	"bad destination",
	"unrouteable address",
	"unroutable address",
	"user disabled",
	"tried to reach",
	"too large",
	"too big",
	"size limit",
	"nobody here",
};

static bool has_any(const char *said, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcasestr(said, words[i]) != NULL)
			return true;
	return false;
}

/* Finds the enhanced status (RFC 3463) in the words, and its subject and detail: 4 and 5 of
 * "5.4.5". Returns false if there is none. */
static bool find_status(const char *said, int *subject_out, int *detail_out)
{
	for (const char *at = said; (at = strpbrk(at, "45")) != NULL; at++) {
		int subject = 0, detail = 0, digits = 0;
		const char *c = at + 2;

		if ((at > said && (isalnum((unsigned char)at[-1]) || at[-1] == '.')) ||
		    at[1] != '.')
			continue;
		for (; isdigit((unsigned char)*c) && digits < 4; c++, digits++)
			subject = 10 * subject + (*c - '0');
		if (digits == 0 || *c != '.' || !isdigit((unsigned char)c[1]))
			continue;
		digits = 0;
		for (c++; isdigit((unsigned char)*c) && digits < 4; c++, digits++)
			detail = 10 * detail + (*c - '0');
		if (*c == '.')
			continue;
		*subject_out = subject;
		*detail_out = detail;
		return true;
	}
	return false;
}

/*
 * Reports whether a status is about our account, by the codes of large providers:
 * - too many messages today (4.5, 1.90)
 * - bad outbound sender (1.8)
 * - a kind of log-in that is no longer accepted (7.3x)
 * - tenants over a threshold or banned (7.5xx, 7.7xx)
 */
static bool is_our_status(int subject, int detail)
{
	return (subject == 4 && detail == 5) || (subject == 1 && (detail == 90 || detail == 8)) ||
	       (subject == 7 &&
		((detail >= 30 && detail <= 39) || (detail >= 500 && detail <= 508) ||
		 (detail >= 700 && detail <= 799)));
}

/* Reports whether a status is about a mailbox or its address (RFC 3463 X.1.1 to X.1.6, X.1.10,
 * X.2.x), or about the message's size (X.3.4). */
static bool is_their_status(int subject, int detail)
{
	return (subject == 1 && ((detail >= 1 && detail <= 6) || detail == 10)) ||
	       (subject == 2 && detail >= 1) || (subject == 3 && detail == 4);
}

/* Returns the words without addresses, which strangers choose. The caller frees it. */
static char *without_addresses(const char *said)
{
	char *out = base_alloc(strlen(said) + 1);
	size_t used = 0;

	while (*said != '\0') {
		const size_t len = strcspn(said, " <>"), rest = len == 0 ? 1 : len;

		if (memchr(said, '@', len) == NULL) {
			memcpy(out + used, said, rest);
			used += rest;
		}
		said += rest;
	}
	out[used] = '\0';
	return out;
}

/* Classifies a refusal by its status, if that is clear, and then by its words. */
static enum sink_about classify_reply(const char *said)
{
	int subject = 0, detail = 0;
	const bool any = find_status(said, &subject, &detail);
	const bool not_ours = has_any(said, NOT_OURS, ARRAY_LEN(NOT_OURS));

	if (any && is_our_status(subject, detail))
		return SINK_ABOUT_US;
	if (any && subject != 2 && is_their_status(subject, detail))
		return SINK_ABOUT_THEM;
	if (has_any(said, THEIRS, ARRAY_LEN(THEIRS)))
		return SINK_ABOUT_THEM;
	if (!not_ours && has_any(said, OUR_LIMITS, ARRAY_LEN(OUR_LIMITS)))
		return SINK_ABOUT_US;
	if (any && is_their_status(subject, detail))
		return SINK_ABOUT_THEM;
	if (!not_ours && has_any(said, OURS, ARRAY_LEN(OURS)))
		return SINK_ABOUT_US;
	return not_ours ? SINK_ABOUT_THEM : SINK_ABOUT_UNKNOWN;
}

enum sink_about sink_classify_reply(const char *said)
{
	char *words = without_addresses(said);
	const enum sink_about about = classify_reply(words);

	free(words);
	return about;
}
