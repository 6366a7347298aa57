/* SPDX-License-Identifier: MIT */
/* Reads and writes the conversation of a lane over libcurl's connection, and limits the time for
 * the server's answers. */
#include "pbem/sys/config.h"
#include "pbem/sys/step.h"
#include "pbem/transport/smtp_internal.h"

enum {
	STEPS_OF_A_LETTER = 4, /* answers before a message is sent whole, of timeout_seconds each */
	GOODBYE_MS = 5000, /* time for the last answers of a server that has announced its leave */
	BLOCK = 16384
};

static void drop_connection(struct smtp_lane *lane, const char *why)
{
	lane->lost = why;
	smtp_dialog_cut(lane->dialog, step_ms());
}

static void read_all(struct smtp_lane *lane)
{
	char block[BLOCK];

	while (lane->lost == NULL) {
		size_t got = 0;
		CURLcode code = curl_easy_recv(lane->curl, block, sizeof block, &got);

		if (code == CURLE_AGAIN)
			return;
		if (code != CURLE_OK || got == 0) {
			drop_connection(lane, code == CURLE_OK ? "the server closed the connection"
							       : "the connection was lost");
			return;
		}
		lane->last_traffic = step_ms();
		if (!smtp_dialog_receive(lane->dialog, block, got, lane->last_traffic))
			drop_connection(
				lane, smtp_dialog_is_early(lane->dialog)
					      ? "the server answered a command before pbem sent it"
					      : "the server's answer is not SMTP");
	}
}

static void write_all(struct smtp_lane *lane)
{
	const char *bytes;
	size_t len;

	while (lane->lost == NULL && (bytes = smtp_dialog_out(lane->dialog, &len)) != NULL) {
		size_t sent = 0;
		CURLcode code = curl_easy_send(lane->curl, bytes, len, &sent);

		if (code == CURLE_AGAIN)
			return;
		if (code != CURLE_OK) {
			drop_connection(lane, "the connection was lost");
			return;
		}
		lane->last_traffic = step_ms();
		smtp_dialog_written(lane->dialog, sent);
	}
}

/* Returns how many more ms the server may take for an answer. `final`: the answer decides about a
 * message that was sent whole. */
static int64_t time_left_ms(const struct smtp_lane *lane, bool final, int64_t now)
{
	int64_t answer = lane->smtp->config->timeout_seconds * (int64_t)1000, left;

	if (smtp_dialog_is_going(lane->dialog))
		return lane->last_traffic + (answer < GOODBYE_MS ? answer : GOODBYE_MS) - now;
	if (final)
		return lane->last_traffic + step_final_seconds() * (int64_t)1000 - now;
	left = smtp_dialog_since(lane->dialog) + STEPS_OF_A_LETTER * answer - now;
	return lane->last_traffic + answer - now < left ? lane->last_traffic + answer - now : left;
}

static void report_waiting(struct smtp_lane *lane)
{
	const struct sink_round *round = lane->smtp->round;
	const struct sink_letter *letter;

	if (round == NULL || round->waiting == NULL)
		return;
	while ((letter = smtp_dialog_unanswered(lane->dialog)) != NULL)
		round->waiting(round->context, letter);
}

void smtp_talk(struct smtp_lane *lane)
{
	bool final = false, waits;
	int64_t now;

	/* If the server has left, its announcement must be read before anything is written. */
	read_all(lane);
	write_all(lane);
	waits = smtp_dialog_waits(lane->dialog, &final);
	now = step_ms();
	if (lane->lost != NULL || !waits)
		return;
	if (final && now - lane->last_traffic >= SINK_NOTED_MS)
		report_waiting(lane);
	if (time_left_ms(lane, final, now) <= 0)
		drop_connection(lane, final ? "the server did not answer within ten minutes"
					    : "the server did not answer within timeout-seconds");
}
