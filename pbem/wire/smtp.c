/* SPDX-License-Identifier: MIT */
/* smtp:// and smtps://: libcurl speaks, one connection for all letters, one recipient a letter. */
#include <stdlib.h>
#include <sys/socket.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/site/trust.h"
#include "pbem/wire/smtp_inner.h"

static void close_smtp(struct sink *sink)
{
	struct smtp *smtp = (struct smtp *)sink;

	if (smtp->curl != NULL) {
		curl_socket_t socket = CURL_SOCKET_BAD;

		/* libcurl sends QUIT and would wait for an answer, up to timeout_seconds. All
		 * letters are answered by now: we don't listen any more, and it doesn't wait. */
		curl_easy_getinfo(smtp->curl, CURLINFO_ACTIVESOCKET, &socket);
		if (socket != CURL_SOCKET_BAD)
			shutdown(socket, SHUT_RD);
		curl_easy_setopt(smtp->curl, CURLOPT_ERRORBUFFER, NULL);
		curl_easy_cleanup(smtp->curl);
	}
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
	if (smtp_read_url(smtp, config->outgoing, reason) != 0) {
		close_smtp(&smtp->sink);
		return WIRE_NEVER;
	}
	*sink_out = &smtp->sink;
	return WIRE_DONE;
}

/* Whether a connection that served letters before has had its day: none of this one was sent yet,
 * so a fresh one may be tried. */
static bool is_worn_out(const struct smtp *smtp, CURLcode code, long answer)
{
	long connects = 1;

	curl_easy_getinfo(smtp->curl, CURLINFO_NUM_CONNECTS, &connects);
	return code != CURLE_OK && connects == 0 &&
	       (smtp->stage <= STAGE_SENDER || (smtp->stage == STAGE_RECIPIENT && answer == 421)) &&
	       answer != 552;
}

static enum wire send_by_smtp(struct sink *sink, const struct sink_letter *letter,
			      struct reason *reason)
{
	struct smtp *smtp = (struct smtp *)sink;
	struct curl_slist *to;
	char *from, *recipient;
	CURLcode code;
	long answer;

	if (smtp_get_ready(smtp, reason) != 0) {
		sink->down = sink->broken = true;
		return WIRE_LATER;
	}
	from = base_printf("<%s>", letter->from);
	recipient = base_printf("<%s>", letter->to);
	to = curl_slist_append(NULL, recipient);
	curl_easy_setopt(smtp->curl, CURLOPT_CUSTOMREQUEST, NULL);
	curl_easy_setopt(smtp->curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(smtp->curl, CURLOPT_MAIL_FROM, from);
	curl_easy_setopt(smtp->curl, CURLOPT_MAIL_RCPT, to);
	curl_easy_setopt(smtp->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)letter->len);
	for (int fresh = 0; fresh < 2; fresh++) {
		curl_easy_setopt(smtp->curl, CURLOPT_FRESH_CONNECT, (long)fresh);
		smtp_give(smtp, letter->bytes, letter->len);
		code = smtp_converse(smtp, &answer);
		if (!is_worn_out(smtp, code, answer))
			break;
	}
	curl_easy_setopt(smtp->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(to);
	free(recipient);
	free(from);
	return smtp_judge(smtp, code, answer, reason);
}

/* Some servers ask who we are only when it comes to sending; so it comes to it, but for a letter.
 */
static enum wire probe_smtp(struct sink *sink, struct reason *reason)
{
	struct smtp *smtp = (struct smtp *)sink;
	char *command;
	CURLcode code;
	long answer;

	if (smtp_get_ready(smtp, reason) != 0)
		return WIRE_NEVER;
	curl_easy_setopt(smtp->curl, CURLOPT_UPLOAD, 0L);
	curl_easy_setopt(smtp->curl, CURLOPT_NOBODY, 1L); /* its answer isn't for standard output */
	command = base_printf("MAIL FROM:<%s>", smtp->config->address);
	curl_easy_setopt(smtp->curl, CURLOPT_CUSTOMREQUEST, command);
	code = smtp_converse(smtp, &answer);
	free(command);
	if (code != CURLE_OK)
		return smtp_explain(smtp, code, answer, reason);
	sink->certificate = trust_until(smtp->curl);
	curl_easy_setopt(smtp->curl, CURLOPT_CUSTOMREQUEST, "RSET");
	(void)smtp_converse(smtp, &answer);
	return WIRE_DONE;
}

const struct sink_kind smtp_kind = {
	.scheme = "smtp://",
	.open = open_smtp,
	.send = send_by_smtp,
	.probe = probe_smtp,
	.close = close_smtp,
};

const struct sink_kind smtp_tls_kind = {
	.scheme = "smtps://",
	.open = open_smtp,
	.send = send_by_smtp,
	.probe = probe_smtp,
	.close = close_smtp,
};
