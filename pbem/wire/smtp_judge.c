/* SPDX-License-Identifier: MIT */
/* Whose fault it is that a letter wasn't accepted: the letter's, its recipient's, the server's,
 * ours.
 */
#include "pbem/wire/smtp_inner.h"

enum { UNCLEAR_MAX = 3 }; /* letters in a row that got no answer: then nobody is there */

/* What went wrong below the server's words. */
static const char *problem(const struct smtp *smtp, CURLcode code)
{
	if (smtp->late)
		return smtp->stage == STAGE_FINAL ? "it took too long to answer (ten minutes)"
						  : "it took longer than timeout-seconds to answer";
	return smtp->detail[0] != '\0' ? smtp->detail : curl_easy_strerror(code);
}

enum wire smtp_explain(const struct smtp *smtp, CURLcode code, long answer, struct reason *reason)
{
	const char *why = problem(smtp, code);

	switch (code) {
	case CURLE_LOGIN_DENIED:
		reason_set(reason,
			   "%s refuses to log us in: %s; check outgoing-user and "
			   "outgoing-password-file, -command or outgoing-oauth-command",
			   smtp->host, smtp->said);
		return answer / 100 == 4 ? WIRE_LATER : WIRE_NEVER;
	case CURLE_PEER_FAILED_VERIFICATION:
		return wire_never(
			reason,
			"the certificate of %s can't be trusted: %s. If it is your own server, "
			"name its authority's certificate as ca-file",
			smtp->host, why);
	case CURLE_USE_SSL_FAILED:
		return wire_never(
			reason,
			"%s offers no TLS, and nothing was sent to it. Use smtps://, or allow a "
			"connection anybody can read with insecure = yes",
			smtp->host);
	case CURLE_SSL_CACERT_BADFILE:
		return wire_never(reason, "the ca-file can't be read: %s", why);
	default:
		break;
	}
	if (smtp->stage == STAGE_CONNECT && answer / 100 != 4 && answer / 100 != 5)
		return wire_later(reason, "can't reach the mail server at %s: %s", smtp->host, why);
	reason_set(reason, "%s accepts no letters from us: %s%s", smtp->host,
		   smtp->said[0] != '\0' ? smtp->said : why,
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

enum wire smtp_judge(struct smtp *smtp, CURLcode code, long answer, struct reason *reason)
{
	if (code == CURLE_OK && answer / 100 == 2) {
		smtp->unclear = 0;
		return WIRE_DONE;
	}
	/* RFC 1870 6.1: the letter's size is told with the sender. */
	if (answer == 552 && smtp->stage == STAGE_SENDER)
		smtp->stage = STAGE_LETTER;
	if (smtp->stage < STAGE_RECIPIENT || is_about_us(answer)) {
		smtp->sink.down = true;
		smtp->sink.broken = smtp_explain(smtp, code, answer, reason) == WIRE_NEVER;
		return WIRE_LATER;
	}
	if (answer / 100 == 4 || answer / 100 == 5) {
		smtp->unclear = 0;
		reason_set(reason, "%s answers: %s", smtp->host, smtp->said);
		return answer / 100 == 4 ? WIRE_LATER : WIRE_NEVER;
	}
	/* The answer can only be missing once the letter's last byte is written, the dot behind it
	 * included. */
	smtp->sink.in_doubt = smtp->stage == STAGE_FINAL && code != CURLE_SEND_ERROR;
	smtp->sink.down = ++smtp->unclear >= UNCLEAR_MAX;
	return wire_later(reason, "%s did not say whether it accepts the letter: %s", smtp->host,
			  problem(smtp, code));
}
