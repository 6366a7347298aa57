/* SPDX-License-Identifier: MIT */
/* Whose fault it is that a letter wasn't accepted: the letter's, its recipient's, the server's,
 * ours.
 */
#include "pbem/wire/smtp_inner.h"

enum { UNCLEAR_MAX = 3 }; /* letters in a row that got no answer: then nobody is there */

/* What went wrong below the server's words. */
static const char *problem(const struct smtp_lane *lane, CURLcode code)
{
	if (code == CURLE_OPERATION_TIMEDOUT)
		return "it took longer than timeout-seconds to answer";
	if (lane->lost != NULL)
		return lane->lost;
	return lane->detail[0] != '\0' ? lane->detail : curl_easy_strerror(code);
}

enum wire smtp_explain(const struct smtp_lane *lane, CURLcode code, long answer, const char *said,
		       struct reason *reason)
{
	const char *why = problem(lane, code), *host = lane->smtp->host;

	switch (code) {
	case CURLE_LOGIN_DENIED:
		reason_set(reason,
			   "%s refuses to log us in: %s; check outgoing-user and "
			   "outgoing-password-file, -command or outgoing-oauth-command",
			   host, said);
		return answer / 100 == 4 ? WIRE_LATER : WIRE_NEVER;
	case CURLE_PEER_FAILED_VERIFICATION:
		return wire_never(
			reason,
			"the certificate of %s can't be trusted: %s. If it is your own server, "
			"name its authority's certificate as ca-file",
			host, why);
	case CURLE_USE_SSL_FAILED:
		return wire_never(
			reason,
			"%s offers no TLS, and nothing was sent to it. Use smtps://, or allow a "
			"connection anybody can read with insecure = yes",
			host);
	case CURLE_SSL_CACERT_BADFILE:
		return wire_never(reason, "the ca-file can't be read: %s", why);
	default:
		break;
	}
	if (code != CURLE_OK && answer / 100 != 4 && answer / 100 != 5)
		return wire_later(reason, "can't reach the mail server at %s: %s", host, why);
	reason_set(reason, "%s accepts no letters from us: %s%s", host,
		   said[0] != '\0' ? said : why,
		   answer == 530 ? "; it wants a log-in (outgoing-user, outgoing-password-file) or "
				   "TLS (on this machine: name its certificate as ca-file)"
				 : "");
	return answer / 100 == 5 ? WIRE_NEVER : WIRE_LATER;
}

/* An answer that is about us, whatever was asked: going (421), or wanting another log-in. */
static bool is_about_us(long answer)
{
	return answer == 421 || answer == 503 || answer == 530 || answer == 534 || answer == 535 ||
	       answer == 538;
}

void smtp_judge(struct smtp_lane *lane, const struct smtp_fate *fate, struct sink_fate *out)
{
	struct smtp *smtp = lane->smtp;
	const long answer = fate->answer;

	*out = (struct sink_fate){.result = WIRE_LATER, .took_ms = fate->took_ms};
	if (answer / 100 == 2) {
		smtp->unclear = 0;
		out->result = WIRE_DONE;
	} else if ((fate->stage == SMTP_SENDER && answer != 552) || is_about_us(answer)) {
		out->down = smtp->sink.down = true;
		smtp->sink.broken =
			smtp_explain(lane, CURLE_OK, answer, fate->said, &out->why) == WIRE_NEVER;
	} else if (answer / 100 == 4 || answer / 100 == 5) {
		smtp->unclear = 0;
		reason_set(&out->why, "%s answers: %s", smtp->host, fate->said);
		out->result = answer / 100 == 4 ? WIRE_LATER : WIRE_NEVER;
	} else {
		/* The answer can only be missing once the letter's last byte is written. */
		out->in_doubt = fate->whole;
		out->down = ++smtp->unclear >= UNCLEAR_MAX;
		smtp->sink.down = smtp->sink.down || out->down;
		reason_set(&out->why, "%s did not say whether it accepts the letter: %s",
			   smtp->host, problem(lane, CURLE_OK));
	}
}
