/* SPDX-License-Identifier: MIT */
/* A lane's conversation on the wire: what libcurl's connection takes and gives, and how long the
 * server is waited for. */
#include "pbem/site/config.h"
#include "pbem/site/step.h"
#include "pbem/wire/smtp_inner.h"

enum {
	STEPS_OF_A_LETTER =
		4,	   /* answers before the letter is given away, of timeout_seconds each */
	GOODBYE_MS = 5000, /* how long one who has said that he goes is waited for */
	BLOCK = 16384
};

static void lose(struct smtp_lane *lane, const char *why)
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
			lose(lane, code == CURLE_OK ? "the server closed the connection"
						    : "the connection was lost");
			return;
		}
		lane->heard = step_ms();
		if (!smtp_dialog_heard(lane->dialog, block, got, lane->heard))
			lose(lane, smtp_dialog_is_early(lane->dialog)
					   ? "it answers before it has heard what it answers"
					   : "it doesn't answer in SMTP");
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
			lose(lane, "the connection was lost");
			return;
		}
		lane->heard = step_ms();
		smtp_dialog_written(lane->dialog, sent);
	}
}

/* How long the server may take from now on, in ms; `final`: over a letter given away whole. */
static int64_t patience(const struct smtp_lane *lane, bool final, int64_t now)
{
	int64_t answer = lane->smtp->config->timeout_seconds * (int64_t)1000, left;

	if (smtp_dialog_is_going(lane->dialog))
		return lane->heard + (answer < GOODBYE_MS ? answer : GOODBYE_MS) - now;
	if (final)
		return lane->heard + step_final_seconds() * (int64_t)1000 - now;
	left = smtp_dialog_since(lane->dialog) + STEPS_OF_A_LETTER * answer - now;
	return lane->heard + answer - now < left ? lane->heard + answer - now : left;
}

static void tell_waiting(struct smtp_lane *lane)
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

	/* Who has gone has said so before we speak. */
	read_all(lane);
	write_all(lane);
	waits = smtp_dialog_waits(lane->dialog, &final);
	now = step_ms();
	if (lane->lost != NULL || !waits)
		return;
	if (final && now - lane->heard >= SINK_NOTED_MS)
		tell_waiting(lane);
	if (patience(lane, final, now) <= 0)
		lose(lane, final ? "it took too long to answer (ten minutes)"
				 : "it took longer than timeout-seconds to answer");
}
