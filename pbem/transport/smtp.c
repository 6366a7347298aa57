/* SPDX-License-Identifier: MIT */
/* Sends to smtp:// and smtps://. libcurl connects and logs in, and pbem sends the messages itself:
 * one recipient each, over a few connections at a time. */
#include <stdlib.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/address.h"
#include "pbem/sys/config.h"
#include "pbem/sys/step.h"
#include "pbem/sys/tls.h"
#include "pbem/transport/smtp_internal.h"

enum {
	UNUSED_MAX = 3,
	SLICE_MS = 1000,   /* TLS may have data although the socket is silent */
	WORTH_LETTERS = 16 /* as many waiting messages are worth the log-in of another connection */
};

static void close_smtp(struct sink *sink)
{
	struct smtp *smtp = (struct smtp *)sink;

	for (size_t i = 0; i < smtp->lane_count; i++)
		smtp_disconnect(&smtp->lanes[i]);
	if (smtp->multi != NULL)
		curl_multi_cleanup(smtp->multi);
	smtp_forget_secret(smtp);
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
	smtp->tls = strbuf_starts(config->outgoing, smtp_tls_kind.scheme);
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

/* ---- messages ---- */

static void report_result(struct smtp_lane *lane, const struct sink_letter *letter,
			  const struct sink_result *fate)
{
	struct smtp *smtp = lane->smtp;

	if (fate->down)
		*smtp->why = fate->why;
	smtp->round->fate(smtp->round->context, letter, fate);
}

/* Gives back the messages that were to be sent again, if that is no longer possible in this
 * round. */
static void return_unsent(struct smtp_lane *lane)
{
	struct sink_result fate = {.result = WIRE_LATER, .down = true, .why = *lane->smtp->why};

	for (size_t i = 0; i < lane->again_count; i++)
		report_result(lane, lane->again[i], &fate);
	lane->again_count = 0;
}

/* Puts a message before those that an earlier connection of the lane has left to be sent again. */
static void queue_again(struct smtp_lane *lane, const struct sink_letter *letter)
{
	for (size_t i = lane->again_count++; i > lane->again_new; i--)
		lane->again[i] = lane->again[i - 1];
	lane->again[lane->again_new++] = letter;
}

/* Reports the fates of messages that are known. Returns whether there were any. */
static bool collect_results(struct smtp_lane *lane)
{
	struct smtp_result fate;
	struct sink_result told;
	bool any = false;

	while (lane->dialog != NULL && smtp_dialog_take_result(lane->dialog, &fate)) {
		any = true;
		if (fate.again) {
			queue_again(lane, fate.letter);
			continue;
		}
		smtp_judge(lane, &fate, &told);
		lane->unused = 0;
		lane->proven = lane->proven || told.result == WIRE_DONE;
		report_result(lane, fate.letter, &told);
	}
	return any;
}

/* Closes a connection that takes no more messages. Its remaining messages are sent again over
 * another connection. */
static void close_used_up(struct smtp_lane *lane)
{
	if (lane->state != SMTP_OPEN || (lane->lost == NULL && !smtp_dialog_is_over(lane->dialog)))
		return;
	if (lane->lost == NULL)
		smtp_dialog_cut(lane->dialog, step_ms());
	collect_results(lane);
	/* A server may end a connection that was idle for long. If it does so again and again
	 * before anything is sent, something is wrong. */
	if (!lane->given && ++lane->unused >= UNUSED_MAX) {
		reason_set(lane->smtp->why, "%s ends the connection: %s", lane->smtp->host,
			   smtp_dialog_said(lane->dialog));
		lane->smtp->sink.down = true;
	}
	smtp_disconnect(lane);
}

static bool is_lane_needed(const struct smtp_lane *lane)
{
	const struct smtp *smtp = lane->smtp;
	size_t left = smtp->round->left(smtp->round->context);

	if (smtp->sink.down || lane->state != SMTP_UNUSED)
		return false;
	if (lane->again_count > 0)
		return true;
	return lane == smtp->lanes ? left > 0 : lane[-1].proven && left >= WORTH_LETTERS;
}

static const struct sink_letter *next_message(struct smtp_lane *lane)
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

/* Refuses an address that needs SMTPUTF8 if the server doesn't offer that: the server might take it
 * for another address. Returns whether the message was refused. */
static bool refuse_address(struct smtp_lane *lane, const struct sink_letter *letter)
{
	struct sink_result never = {.result = WIRE_NEVER, .theirs = true};

	if (lane->offer.utf8 || address_is_ascii(letter->to))
		return false;
	reason_set(&never.why, "%s doesn't offer SMTPUTF8, which the address %s needs",
		   lane->smtp->host, letter->to);
	lane->smtp->round->fate(lane->smtp->round->context, letter, &never);
	return true;
}

/* Gives the connection as many messages as it takes. Returns whether there were any. */
static bool feed_messages(struct smtp_lane *lane)
{
	const struct sink_letter *letter;
	bool given = false;

	while (!lane->smtp->sink.down && smtp_dialog_has_room(lane->dialog) &&
	       (letter = next_message(lane)) != NULL) {
		given = true;
		if (refuse_address(lane, letter))
			continue;
		smtp_dialog_add_message(lane->dialog, letter, step_ms());
		lane->given = true;
	}
	return given;
}

/* Connects the lane if there is work for it, and sends and receives. */
static void run_lane(struct smtp_lane *lane)
{
	struct smtp *smtp = lane->smtp;
	bool moved, final;

	if (is_lane_needed(lane) && smtp_connect(lane, smtp->why) != 0)
		smtp->sink.down = true;
	if (lane->state != SMTP_OPEN)
		return;
	/* A quick server may have answered already. */
	do {
		moved = feed_messages(lane);
		smtp_talk(lane);
		moved = collect_results(lane) || moved;
	} while (moved && !smtp_dialog_waits(lane->dialog, &final));
}

/* ---- all lanes ---- */

/* Handles a connection that couldn't be made. If it is the first one, or replaces one of this
 * round, the sink is down. Otherwise there is only one connection fewer. */
static void note_failed_connection(struct smtp_lane *lane, CURLcode code, long answer)
{
	struct smtp *smtp = lane->smtp;

	if (lane != smtp->lanes && !lane->was_open)
		return;
	smtp->sink.broken = smtp_explain(lane, code, answer, lane->said, smtp->why) == WIRE_NEVER;
	smtp->sink.down = true;
}

/* Reports whether to wait for this connection. A connection that is being made is waited for as
 * long as there are messages for it. */
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
static void wait_for_sockets(struct smtp *smtp)
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

static bool run_lanes(struct smtp *smtp)
{
	struct smtp_lane *barred;
	CURLcode code;
	long answer;
	bool busy = false;

	while ((barred = smtp_connect_on(smtp, &code, &answer)) != NULL)
		note_failed_connection(barred, code, answer);
	for (size_t i = 0; i < smtp->lane_count; i++) {
		if (smtp->lanes[i].state == SMTP_OPEN) {
			smtp_talk(&smtp->lanes[i]);
			collect_results(&smtp->lanes[i]);
		}
		close_used_up(&smtp->lanes[i]);
		run_lane(&smtp->lanes[i]);
		close_used_up(&smtp->lanes[i]);
		busy = busy || is_busy(&smtp->lanes[i]) || is_lane_needed(&smtp->lanes[i]);
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
		if (smtp->lanes[i].state == SMTP_UNREACHABLE)
			smtp->lanes[i].state = SMTP_UNUSED;
	}
	while (run_lanes(smtp))
		wait_for_sockets(smtp);
	for (size_t i = 0; i < smtp->lane_count; i++)
		return_unsent(&smtp->lanes[i]);
	smtp->round = NULL;
	smtp->why = NULL;
	return sink->down ? WIRE_LATER : WIRE_DONE;
}

/* ---- probing ---- */

/* Waits for the connection, or for the server's answer to the sender's address. */
static enum wire wait_for_probe(struct smtp_lane *lane, struct smtp_result *fate_out,
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
			if (smtp_dialog_take_result(lane->dialog, fate_out))
				return WIRE_DONE;
		}
		wait_for_sockets(smtp);
	}
}

/* Probes the server up to the sender's address, without a message, because some servers require a
 * log-in only at that point. */
static enum wire probe_smtp(struct sink *sink, struct reason *reason)
{
	struct smtp *smtp = (struct smtp *)sink;
	struct smtp_lane *lane = smtp->lanes;
	struct smtp_result fate = {.stage = SMTP_CONNECT};
	enum wire result;

	if (smtp_get_ready(smtp, reason) != 0)
		return reason_is_temporary(reason) ? WIRE_LATER : WIRE_NEVER;
	smtp_disconnect(lane);
	if (smtp_connect(lane, reason) != 0)
		return WIRE_LATER;
	result = wait_for_probe(lane, &fate, reason);
	if (result == WIRE_DONE && fate.answer / 100 != 2)
		result = smtp_explain(lane, CURLE_OK, fate.answer, fate.said, reason);
	else if (result == WIRE_DONE)
		sink->certificate = tls_until(lane->curl);
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
