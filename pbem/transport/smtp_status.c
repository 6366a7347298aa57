/* SPDX-License-Identifier: MIT */
/* Decides whose fault it is that a message wasn't accepted: the message's, its recipient's, the
 * server's or ours. */
#include "pbem/transport/smtp_internal.h"

enum { UNCLEAR_MAX = 3 }; /* after as many messages without an answer the server counts as down */

/* Returns the cause of an error on the connection, apart from the server's words. */
static const char *describe_error(const struct smtp_lane *lane, CURLcode code)
{
	if (code == CURLE_OPERATION_TIMEDOUT)
		return "the server did not answer within timeout-seconds";
	if (lane->lost != NULL)
		return lane->lost;
	return lane->detail[0] != '\0' ? lane->detail : curl_easy_strerror(code);
}

/* Reports whether a refusal is about the account's limits for today, which is temporary. A wrong
 * password or a missing log-in isn't. */
static bool is_limit(long answer, const char *said)
{
	return answer != 530 && answer != 534 && answer != 535 && answer != 538 &&
	       sink_classify_reply(said) == SINK_ABOUT_US;
}

enum wire smtp_explain(const struct smtp_lane *lane, CURLcode code, long answer, const char *said,
		       struct reason *reason)
{
	const char *why = describe_error(lane, code), *host = lane->smtp->host;

	switch (code) {
	case CURLE_LOGIN_DENIED:
		if (answer / 100 == 4 || is_limit(answer, said))
			return wire_later(reason, "%s refuses the login for now: %s", host, said);
		return wire_never(
			reason,
			"%s refuses the login: %s; check outgoing-user and outgoing-password-file, "
			"outgoing-password-command or outgoing-oauth-command",
			host, said);
	case CURLE_PEER_FAILED_VERIFICATION:
		return wire_never(reason,
				  "the certificate of %s can't be trusted: %s. If the server is "
				  "your own, set ca-file to the certificate of its authority",
				  host, why);
	case CURLE_USE_SSL_FAILED:
		return wire_never(reason,
				  "%s doesn't offer TLS, so pbem sent nothing. Use smtps://, or "
				  "set insecure = yes, which lets others read the connection",
				  host);
	case CURLE_SSL_CACERT_BADFILE:
		return wire_never(reason, "can't read the ca-file: %s", why);
	default:
		break;
	}
	if (code != CURLE_OK && answer / 100 != 4 && answer / 100 != 5)
		return wire_later(reason, "can't reach the mail server at %s: %s", host, why);
	reason_set(
		reason, "%s accepts no letters from this site: %s%s", host,
		said[0] != '\0' ? said : why,
		answer == 530
			? "; the server requires a login (outgoing-user, outgoing-password-file) "
			  "or TLS (for a server on this machine, set ca-file to its certificate)"
			: "");
	return answer / 100 == 5 && !is_limit(answer, said) ? WIRE_NEVER : WIRE_LATER;
}

/* Reports whether an answer is about us, whatever the command was: the server leaves (421), or
 * requires another log-in. */
static bool is_about_us(long answer)
{
	return answer == 421 || answer == 503 || answer == 530 || answer == 534 || answer == 535 ||
	       answer == 538;
}

void smtp_judge(struct smtp_lane *lane, const struct smtp_result *fate, struct sink_result *out)
{
	struct smtp *smtp = lane->smtp;
	const long answer = fate->answer;

	*out = (struct sink_result){.result = WIRE_LATER, .took_ms = fate->took_ms};
	if (answer / 100 == 2) {
		smtp->unclear = 0;
		out->result = WIRE_DONE;
	} else if ((fate->stage == SMTP_SENDER && answer != 552) || is_about_us(answer)) {
		out->down = smtp->sink.down = true;
		smtp->sink.broken =
			smtp_explain(lane, CURLE_OK, answer, fate->said, &out->why) == WIRE_NEVER;
	} else if ((answer / 100 == 4 || answer / 100 == 5) &&
		   sink_classify_reply(fate->said) == SINK_ABOUT_US) {
		out->refused = out->down = smtp->sink.down = true;
		reason_set(&out->why, "%s accepts no letters from the site's account for now: %s",
			   smtp->host, fate->said);
	} else if (answer / 100 == 4 || answer / 100 == 5) {
		smtp->unclear = 0;
		out->theirs = answer == 552 || sink_classify_reply(fate->said) == SINK_ABOUT_THEM;
		reason_set(&out->why, "%s answers: %s", smtp->host, fate->said);
		out->result = answer / 100 == 4 ? WIRE_LATER : WIRE_NEVER;
	} else {
		/* No answer came. Only a message whose last byte is written may have been accepted
		 * all the same. */
		out->in_doubt = fate->whole;
		out->down = ++smtp->unclear >= UNCLEAR_MAX;
		smtp->sink.down = smtp->sink.down || out->down;
		reason_set(&out->why, "%s did not answer whether it accepts the letter: %s",
			   smtp->host, describe_error(lane, CURLE_OK));
	}
}
