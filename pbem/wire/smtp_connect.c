/* SPDX-License-Identifier: MIT */
/* What outgoing names: the server, how to log in there, whom to trust. */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/site/step.h"
#include "pbem/site/trust.h"
#include "pbem/wire/smtp_inner.h"

static bool is_loopback(const char *host)
{
	return text_same(host, "localhost") || text_same(host, "[::1]") ||
	       (text_starts(host, "127.") && strspn(host, "0123456789.") == strlen(host));
}

/* The part of a URL, ours to free; NULL when it has none. */
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
			   "the user's name write %%40 for @",
			   outgoing);
		goto out;
	}
	password = url_part(url, CURLUPART_PASSWORD);
	if (password != NULL) {
		reason_set(reason, "a password doesn't belong in the URL: give "
				   "outgoing-password-file or outgoing-password-command");
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

static long longer(long a, long b)
{
	return a > b ? a : b;
}

/* CURLOPT_NOSIGNAL stays off: without it libcurl keeps SIGPIPE away from us, and we have no
 * threads. */
static void set_connection(struct smtp *smtp)
{
	const struct config *config = smtp->config;
	CURL *curl = smtp->curl;

	curl_easy_setopt(curl, CURLOPT_URL, smtp->url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	trust_set(curl, config, smtp->tls, smtp->loopback);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, config->timeout_seconds);
	curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT,
			 longer(config->timeout_seconds, step_final_seconds()) + 1);
	smtp_listen(smtp);
}

static int set_login(struct smtp *smtp, struct reason *reason)
{
	const struct config *config = smtp->config;
	const char *user = config->outgoing_user != NULL ? config->outgoing_user : smtp->user;
	char *secret = NULL;
	bool bearer;

	if (config_secret(config, &config->outgoing_login, &secret, &bearer, reason) != 0) {
		reason_prefix(reason, "outgoing: ");
		return -1;
	}
	if ((user == NULL) != (secret == NULL)) {
		reason_set(
			reason,
			user != NULL
				? "outgoing: there is a user but no password: give "
				  "outgoing-password-file, outgoing-password-command or "
				  "outgoing-oauth-command"
				: "outgoing: there is a password but no user: give outgoing-user");
		if (secret != NULL)
			explicit_bzero(secret, strlen(secret));
		free(secret);
		return -1;
	}
	if (user == NULL)
		return 0;
	curl_easy_setopt(smtp->curl, CURLOPT_USERNAME, user);
	curl_easy_setopt(smtp->curl, bearer ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD, secret);
	if (smtp->options != NULL)
		curl_easy_setopt(smtp->curl, CURLOPT_LOGIN_OPTIONS, smtp->options);
	explicit_bzero(secret, strlen(secret));
	free(secret);
	return 0;
}

int smtp_get_ready(struct smtp *smtp, struct reason *reason)
{
	if (smtp->ready)
		return 0;
	smtp->curl = curl_easy_init();
	if (smtp->curl == NULL)
		return reason_fail(reason, "libcurl can't start; nothing is lost, run again");
	set_connection(smtp);
	if (set_login(smtp, reason) != 0) {
		curl_easy_cleanup(smtp->curl);
		smtp->curl = NULL;
		return -1;
	}
	smtp->ready = true;
	return 0;
}
