/* SPDX-License-Identifier: MIT */
/* Connects to the server that `outgoing` names, with its log-in and certificates. */
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/sys/step.h"
#include "pbem/sys/tls.h"
#include "pbem/transport/smtp_internal.h"

enum {
	STEPS_OF_A_LETTER = 4
}; /* connecting may take as long as that many answers of timeout_seconds each */

static bool is_loopback(const char *host)
{
	return strbuf_same(host, "localhost") || strbuf_same(host, "[::1]") ||
	       (strbuf_starts(host, "127.") && strspn(host, "0123456789.") == strlen(host));
}

/* Returns a part of a URL, which the caller frees, or NULL if there is none. */
static char *url_part(CURLU *url, CURLUPart part)
{
	char *value = NULL, *copy;

	if (curl_url_get(url, part, &value, CURLU_URLDECODE) != CURLUE_OK)
		return NULL;
	copy = base_strdup(value);
	curl_free(value);
	return copy;
}

int smtp_read_url(struct smtp *smtp, const char *outgoing, struct reason *reason)
{
	CURLU *url = curl_url();
	char *password = NULL, *port = NULL;
	int result = -1;

	if (url == NULL || curl_url_set(url, CURLUPART_URL, outgoing, 0) != CURLUE_OK) {
		reason_set(reason,
			   "expected smtps://USER@HOST or smtp://USER@HOST:PORT, not \"%s\"; in "
			   "the user's name, write %%40 for @",
			   outgoing);
		goto out;
	}
	password = url_part(url, CURLUPART_PASSWORD);
	if (password != NULL) {
		reason_set(reason, "the URL must not contain a password; use "
				   "outgoing-password-file or outgoing-password-command instead");
		goto out;
	}
	smtp->user = url_part(url, CURLUPART_USER);
	smtp->options = url_part(url, CURLUPART_OPTIONS);
	smtp->host = url_part(url, CURLUPART_HOST);
	port = url_part(url, CURLUPART_PORT);
	smtp->url = base_printf("%s://%s%s%s/", smtp->tls ? "smtps" : "smtp", smtp->host,
				port != NULL ? ":" : "", port != NULL ? port : "");
	smtp->loopback = is_loopback(smtp->host);
	result = 0;
out:
	if (password != NULL)
		explicit_bzero(password, strlen(password));
	free(password);
	free(port);
	curl_url_cleanup(url);
	return result;
}

int smtp_get_ready(struct smtp *smtp, struct reason *reason)
{
	const struct config *config = smtp->config;
	const char *user = config->outgoing_user != NULL ? config->outgoing_user : smtp->user;

	if (smtp->ready)
		return 0;
	if (config_secret(config, &config->outgoing_login, &smtp->secret, &smtp->bearer, reason) !=
	    0) {
		reason_prefix(reason, "outgoing: ");
		return -1;
	}
	if ((user == NULL) != (smtp->secret == NULL)) {
		reason_set(
			reason,
			user != NULL
				? "outgoing: there is a user but no password; add "
				  "outgoing-password-file, outgoing-password-command or "
				  "outgoing-oauth-command"
				: "outgoing: there is a password but no user; add outgoing-user");
		smtp_forget_secret(smtp);
		return -1;
	}
	smtp->login_user = user != NULL ? base_strdup(user) : NULL;
	if (smtp->multi == NULL)
		smtp->multi = curl_multi_init();
	if (smtp->multi == NULL) {
		smtp_forget_secret(smtp);
		return reason_fail(
			reason,
			"libcurl can't start; nothing is lost, and the next run will try again");
	}
	smtp->ready = true;
	return 0;
}

void smtp_forget_secret(struct smtp *smtp)
{
	if (smtp->secret != NULL)
		explicit_bzero(smtp->secret, strlen(smtp->secret));
	free(smtp->secret);
	free(smtp->login_user);
	smtp->secret = smtp->login_user = NULL;
	smtp->ready = false;
}

/* ---- connecting ---- */

/* Notes an extension from a line of EHLO's answer: "250-PIPELINING", "250 SIZE 10240000". */
static void note_extension(struct smtp_offer *offer, const char *line, size_t len)
{
	static const char PIPELINING[] = "PIPELINING", CHUNKING[] = "CHUNKING", SIZE[] = "SIZE",
			  UTF8[] = "SMTPUTF8";
	size_t word = 0;

	if (len < 4)
		return;
	line += 4;
	len -= 4;
	while (word < len && line[word] > ' ')
		word++;
	if (word == strlen(PIPELINING) && strncasecmp(line, PIPELINING, word) == 0)
		offer->pipelining = true;
	else if (word == strlen(CHUNKING) && strncasecmp(line, CHUNKING, word) == 0)
		offer->chunking = true;
	else if (word == strlen(SIZE) && strncasecmp(line, SIZE, word) == 0)
		offer->size = true;
	else if (word == strlen(UTF8) && strncasecmp(line, UTF8, word) == 0)
		offer->utf8 = true;
}

/* Receives from libcurl the commands that it sends, and the lines of the answers. */
static int on_curl_debug(CURL *curl, curl_infotype type, char *data, size_t len, void *context)
{
	struct smtp_lane *lane = context;

	(void)curl;
	if (type == CURLINFO_HEADER_OUT) {
		lane->capable = len > 5 && memcmp(data, "EHLO ", 5) == 0;
		/* Offers before TLS may come from anybody. */
		if (lane->capable)
			lane->offer = (struct smtp_offer){.pipelining = false};
	} else if (type == CURLINFO_HEADER_IN) {
		if (lane->capable && len > 3 && memcmp(data, "250", 3) == 0)
			note_extension(&lane->offer, data, len);
		while (len > 0 && (data[len - 1] == '\r' || data[len - 1] == '\n'))
			len--;
		smtp_dialog_note(lane->said, &lane->said_more, data, len);
	}
	return 0;
}

/* Sets libcurl's options. CURLOPT_NOSIGNAL stays off, so that libcurl keeps SIGPIPE away from us;
 * we have no threads. */
static void set_connection(struct smtp_lane *lane)
{
	const struct smtp *smtp = lane->smtp;
	const long seconds = smtp->config->timeout_seconds;
	CURL *curl = lane->curl;

	curl_easy_setopt(curl, CURLOPT_URL, smtp->url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
	tls_set(curl, smtp->config, smtp->tls, smtp->loopback);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, seconds);
	curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, seconds);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, STEPS_OF_A_LETTER * seconds);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, lane->detail);
	curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, on_curl_debug);
	curl_easy_setopt(curl, CURLOPT_DEBUGDATA, lane);
	curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(curl, CURLOPT_PRIVATE, (void *)lane);
	if (smtp->login_user == NULL)
		return;
	/* AUTH is sent with its initial response (RFC 4954), which saves waiting for an answer. */
	curl_easy_setopt(curl, CURLOPT_SASL_IR, 1L);
	curl_easy_setopt(curl, CURLOPT_USERNAME, smtp->login_user);
	curl_easy_setopt(curl, smtp->bearer ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD,
			 smtp->secret);
	if (smtp->options != NULL)
		curl_easy_setopt(curl, CURLOPT_LOGIN_OPTIONS, smtp->options);
}

int smtp_connect(struct smtp_lane *lane, struct reason *reason)
{
	int running;

	lane->said[0] = lane->detail[0] = '\0';
	lane->capable = lane->given = lane->said_more = false;
	lane->again_new = 0;
	lane->lost = NULL;
	lane->curl = curl_easy_init();
	if (lane->curl == NULL ||
	    (set_connection(lane), curl_multi_add_handle(lane->smtp->multi, lane->curl)) != 0) {
		curl_easy_cleanup(lane->curl);
		lane->curl = NULL;
		return reason_fail(
			reason,
			"libcurl can't start; nothing is lost, and the next run will try again");
	}
	lane->state = SMTP_CONNECTING;
	curl_multi_perform(lane->smtp->multi, &running);
	return 0;
}

static void open_lane(struct smtp_lane *lane)
{
	/* libcurl's log isn't needed any more. */
	curl_easy_setopt(lane->curl, CURLOPT_VERBOSE, 0L);
	lane->state = SMTP_OPEN;
	lane->was_open = true;
	lane->last_traffic = step_ms();
	lane->dialog = smtp_dialog_new(&lane->offer, smtp_dialog_share(lane->smtp->lane_count));
}

struct smtp_lane *smtp_connect_on(struct smtp *smtp, CURLcode *code_out, long *answer_out)
{
	int running, left;
	CURLMsg *message;

	curl_multi_perform(smtp->multi, &running);
	while ((message = curl_multi_info_read(smtp->multi, &left)) != NULL) {
		struct smtp_lane *lane = NULL;
		CURLcode code = message->data.result;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&lane);
		if (code == CURLE_OK && lane->state == SMTP_CONNECTING) {
			open_lane(lane);
		} else if (lane->state == SMTP_CONNECTING) {
			*code_out = code;
			*answer_out = 0;
			curl_easy_getinfo(lane->curl, CURLINFO_RESPONSE_CODE, answer_out);
			smtp_disconnect(lane);
			lane->state = SMTP_UNREACHABLE;
			return lane;
		}
	}
	return NULL;
}

void smtp_disconnect(struct smtp_lane *lane)
{
	static const char QUIT[] = "QUIT\r\n";
	size_t sent, left;

	/* All messages are answered, so the answer to QUIT doesn't matter. */
	if (lane->dialog != NULL && lane->lost == NULL &&
	    smtp_dialog_out(lane->dialog, &left) == NULL)
		(void)curl_easy_send(lane->curl, QUIT, sizeof QUIT - 1, &sent);
	smtp_dialog_free(lane->dialog);
	lane->dialog = NULL;
	if (lane->curl != NULL) {
		curl_multi_remove_handle(lane->smtp->multi, lane->curl);
		curl_easy_setopt(lane->curl, CURLOPT_ERRORBUFFER, NULL);
		curl_easy_cleanup(lane->curl);
		lane->curl = NULL;
	}
	lane->state = SMTP_UNUSED;
}
