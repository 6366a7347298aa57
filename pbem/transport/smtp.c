/* SPDX-License-Identifier: MIT */
/* smtp:// and smtps://: libcurl connects and logs in, letters are our own matter: one recipient
 * each, over a few connections at a time. */
#include <stdlib.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/site/step.h"
#include "pbem/site/trust.h"
#include "pbem/wire/smtp_inner.h"

enum {
	UNUSED_MAX = 3,
	SLICE_MS = 1000,   /* TLS may have to be asked again although the socket is silent */
	WORTH_LETTERS = 16 /* so many must wait before another connection is worth its log-in */
};

static void close_smtp(struct sink *sink)
{
	struct smtp *smtp = (struct smtp *)sink;

	for (size_t i = 0; i < smtp->lane_count; i++)
		smtp_disconnect(&smtp->lanes[i]);
	if (smtp->multi != NULL)
		curl_multi_cleanup(smtp->multi);
	smtp_forget(smtp);
	free(smtp->url);
	free(smtp->user);
	free(smtp->options);
	free(smtp->host);
	free(smtp);
}

static enum wire open_smtp(const struct config *config, struct sink **sink_out,
			   struct reason *reason)
{
	struct smtp *smtp = base_zalloc(1, sizeof *smtp);

	smtp->config = config;
	smtp->tls = text_starts(config->outgoing, smtp_tls_kind.scheme);
	smtp->lane_count = (size_t)config->connections;
	for (size_t i = 0; i < smtp->lane_count; i++)
		smtp->lanes[i].smtp = smtp;
	if (smtp_read_url(smtp, config->outgoing, reason) != 0) {
		close_smtp(&smtp->sink);
		return WIRE_NEVER;
	}
	*sink_out = &smtp->sink;
	return WIRE_DONE;
}

/* ---- letters ---- */

static void tell_fate(struct smtp_lane *lane, const struct sink_letter *letter,
		      const struct sink_fate *fate)
{
	struct smtp *smtp = lane->smtp;

	if (fate->down)
		*smtp->why = fate->why;
	smtp->round->fate(smtp->round->context, letter, fate);
}

/* Gives back what goes again, when it can't any more in this round. */
static void give_back(struct smtp_lane *lane)
{
	struct sink_fate fate = {.result = WIRE_LATER, .down = true, .why = *lane->smtp->why};

	for (size_t i = 0; i < lane->again_count; i++)
		tell_fate(lane, lane->again[i], &fate);
	lane->again_count = 0;
}

/* Before those that were to go over this connection after it. */
static void put_again(struct smtp_lane *lane, const struct sink_letter *letter)
{
	for (size_t i = lane->again_count++; i > lane->again_new; i--)
		lane->again[i] = lane->again[i - 1];
	lane->again[lane->again_new++] = letter;
}

/* Whether there were any. */
static bool take_fates(struct smtp_lane *lane)
{
	struct smtp_fate fate;
	struct sink_fate told;
	bool any = false;

	while (lane->dialog != NULL && smtp_dialog_fate(lane->dialog, &fate)) {
		any = true;
		if (fate.again) {
			put_again(lane, fate.letter);
			continue;
		}
		smtp_judge(lane, &fate, &told);
		lane->unused = 0;
		lane->proven = lane->proven || told.result == WIRE_DONE;
		tell_fate(lane, fate.letter, &told);
	}
	return any;
}

/* Closes a connection that serves no more letters; what is left to it goes again over another. */
static void end_worn(struct smtp_lane *lane)
{
	if (lane->state != SMTP_OPEN || (lane->lost == NULL && !smtp_dialog_is_over(lane->dialog)))
		return;
	if (lane->lost == NULL)
		smtp_dialog_cut(lane->dialog, step_ms());
	take_fates(lane);
	/* A server may end what was long idle, but not again and again before anything is sent. */
	if (!lane->given && ++lane->unused >= UNUSED_MAX) {
		reason_set(lane->smtp->why, "%s ends the connection: %s", lane->smtp->host,
			   smtp_dialog_said(lane->dialog));
		lane->smtp->sink.down = true;
	}
	smtp_disconnect(lane);
}

static bool is_wanted(const struct smtp_lane *lane)
{
	const struct smtp *smtp = lane->smtp;
	size_t left = smtp->round->left(smtp->round->context);

	if (smtp->sink.down || lane->state != SMTP_UNUSED)
		return false;
	if (lane->again_count > 0)
		return true;
	return lane == smtp->lanes ? left > 0 : lane[-1].proven && left >= WORTH_LETTERS;
}

static const struct sink_letter *next_letter(struct smtp_lane *lane)
{
	const struct sink_letter *letter;

	if (lane->again_count == 0)
		return sink_next(lane->smtp->round, (size_t)(lane - lane->smtp->lanes));
	letter = lane->again[0];
	lane->again_count--;
	for (size_t i = 0; i < lane->again_count; i++)
		lane->again[i] = lane->again[i + 1];
	return letter;
}

/* Gives it as many letters as it takes; whether there were any. */
static bool give_letters(struct smtp_lane *lane)
{
	const struct sink_letter *letter;
	bool given = false;

	while (!lane->smtp->sink.down && smtp_dialog_has_room(lane->dialog) &&
	       (letter = next_letter(lane)) != NULL) {
		smtp_dialog_give(lane->dialog, letter, step_ms());
		lane->given = given = true;
	}
	return given;
}

/* Connects it if there is work for it, and lets it work. */
static void feed(struct smtp_lane *lane)
{
	struct smtp *smtp = lane->smtp;
	bool moved, final;

	if (is_wanted(lane) && smtp_connect(lane, smtp->why) != 0)
		smtp->sink.down = true;
	if (lane->state != SMTP_OPEN)
		return;
	/* A quick server has answered before we are back. */
	do {
		moved = give_letters(lane);
		smtp_talk(lane);
		moved = take_fates(lane) || moved;
	} while (moved && !smtp_dialog_waits(lane->dialog, &final));
}

/* ---- all lanes ---- */

/* A first connection that can't be had is the end of it; another's is only not had. */
static void note_barred(struct smtp_lane *lane, CURLcode code, long answer)
{
	struct smtp *smtp = lane->smtp;

	if (lane != smtp->lanes && !lane->was_open)
		return;
	smtp->sink.broken = smtp_explain(lane, code, answer, lane->said, smtp->why) == WIRE_NEVER;
	smtp->sink.down = true;
}

/* A connection in the making is waited for as long as there is anything for it. */
static bool is_busy(const struct smtp_lane *lane)
{
	const struct sink_round *round = lane->smtp->round;
	bool final;

	if (lane->state == SMTP_CONNECTING)
		return !lane->smtp->sink.down &&
		       (lane->again_count > 0 || round->left(round->context) > 0);
	return lane->state == SMTP_OPEN && smtp_dialog_waits(lane->dialog, &final);
}

/* Waits until something can be read or written. */
static void await(struct smtp *smtp)
{
	struct curl_waitfd ears[SINK_LANES_MAX];
	unsigned count = 0;

	for (size_t i = 0; i < smtp->lane_count; i++) {
		struct smtp_lane *lane = &smtp->lanes[i];
		curl_socket_t socket = CURL_SOCKET_BAD;
		size_t len;

		if (lane->state != SMTP_OPEN)
			continue;
		curl_easy_getinfo(lane->curl, CURLINFO_ACTIVESOCKET, &socket);
		if (socket == CURL_SOCKET_BAD)
			continue;
		ears[count].fd = socket;
		ears[count].events = CURL_WAIT_POLLIN;
		if (smtp_dialog_out(lane->dialog, &len) != NULL)
			ears[count].events |= CURL_WAIT_POLLOUT;
		ears[count++].revents = 0;
	}
	curl_multi_poll(smtp->multi, ears, count, SLICE_MS, NULL);
}

static bool go_on(struct smtp *smtp)
{
	struct smtp_lane *barred;
	CURLcode code;
	long answer;
	bool busy = false;

	while ((barred = smtp_connect_on(smtp, &code, &answer)) != NULL)
		note_barred(barred, code, answer);
	for (size_t i = 0; i < smtp->lane_count; i++) {
		if (smtp->lanes[i].state == SMTP_OPEN) {
			smtp_talk(&smtp->lanes[i]);
			take_fates(&smtp->lanes[i]);
		}
		end_worn(&smtp->lanes[i]);
		feed(&smtp->lanes[i]);
		end_worn(&smtp->lanes[i]);
		busy = busy || is_busy(&smtp->lanes[i]) || is_wanted(&smtp->lanes[i]);
	}
	return busy;
}

static enum wire post_by_smtp(struct sink *sink, const struct sink_round *round,
			      struct reason *reason)
{
	struct smtp *smtp = (struct smtp *)sink;

	if (round->left(round->context) == 0)
		return WIRE_DONE;
	if (smtp_get_ready(smtp, reason) != 0) {
		sink->down = sink->broken = true;
		return WIRE_LATER;
	}
	smtp->round = round;
	smtp->why = reason;
	for (size_t i = 0; i < smtp->lane_count; i++) {
		smtp->lanes[i].was_open = smtp->lanes[i].state == SMTP_OPEN;
		smtp->lanes[i].proven = false;
		smtp->lanes[i].unused = 0;
		if (smtp->lanes[i].state == SMTP_BARRED)
			smtp->lanes[i].state = SMTP_UNUSED;
	}
	while (go_on(smtp))
		await(smtp);
	for (size_t i = 0; i < smtp->lane_count; i++)
		give_back(&smtp->lanes[i]);
	smtp->round = NULL;
	smtp->why = NULL;
	return sink->down ? WIRE_LATER : WIRE_DONE;
}

/* ---- trying it ---- */

/* Waits for the connection, or for what becomes of the sender's address. */
static enum wire wait_for_probe(struct smtp_lane *lane, struct smtp_fate *fate_out,
				struct reason *reason)
{
	struct smtp *smtp = lane->smtp;
	CURLcode code;
	long answer;

	for (;;) {
		if (smtp_connect_on(smtp, &code, &answer) != NULL)
			return smtp_explain(lane, code, answer, lane->said, reason);
		if (lane->state == SMTP_OPEN) {
			if (lane->dialog != NULL && fate_out->stage == SMTP_CONNECT)
				smtp_dialog_probe(lane->dialog, smtp->config->address, step_ms());
			fate_out->stage = SMTP_SENDER;
			smtp_talk(lane);
			if (smtp_dialog_fate(lane->dialog, fate_out))
				return WIRE_DONE;
		}
		await(smtp);
	}
}

/* Some servers ask who we are only when it comes to sending; so it comes to it, but for a letter.
 */
static enum wire probe_smtp(struct sink *sink, struct reason *reason)
{
	struct smtp *smtp = (struct smtp *)sink;
	struct smtp_lane *lane = smtp->lanes;
	struct smtp_fate fate = {.stage = SMTP_CONNECT};
	enum wire result;

	if (smtp_get_ready(smtp, reason) != 0)
		return reason_is_passing(reason) ? WIRE_LATER : WIRE_NEVER;
	smtp_disconnect(lane);
	if (smtp_connect(lane, reason) != 0)
		return WIRE_LATER;
	result = wait_for_probe(lane, &fate, reason);
	if (result == WIRE_DONE && fate.answer / 100 != 2)
		result = smtp_explain(lane, CURLE_OK, fate.answer, fate.said, reason);
	else if (result == WIRE_DONE)
		sink->certificate = trust_until(lane->curl);
	smtp_disconnect(lane);
	return result;
}

const struct sink_kind smtp_kind = {
	.scheme = "smtp://",
	.open = open_smtp,
	.post = post_by_smtp,
	.probe = probe_smtp,
	.close = close_smtp,
};

const struct sink_kind smtp_tls_kind = {
	.scheme = "smtps://",
	.open = open_smtp,
	.post = post_by_smtp,
	.probe = probe_smtp,
	.close = close_smtp,
};
