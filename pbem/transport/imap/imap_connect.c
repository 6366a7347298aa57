/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "pbem/sys/config.h"
#include "pbem/sys/tls.h"
#include "pbem/transport/imap/imap_connect.h"
#include "pbem/transport/imap/imap_parse.h"
#include "pbem/transport/imap/imap_url.h"

/* Records the capabilities from the lines after the last command, which is the log-in. Some servers
 * send them in the answer (RFC 3501, 7.1), some before it; Dovecot sends them if it was asked
 * before. */
static void note_capability_line(struct imap_connection *connection, const char *line, size_t len)
{
	static const char CODE[] = " OK [CAPABILITY ", ALONE[] = "* CAPABILITY ";
	const char *start = memmem(line, len, CODE, sizeof CODE - 1), *end = NULL;

	if (start != NULL) {
		start += sizeof CODE - 1;
		end = memchr(start, ']', (size_t)(line + len - start));
	} else if (len > sizeof ALONE && strncasecmp(line, ALONE, sizeof ALONE - 1) == 0) {
		start = line + sizeof ALONE - 1;
		end = start + strcspn(start, "\r\n");
	}
	if (end == NULL)
		return;
	free(connection->offer);
	connection->offer = base_strndup(start, (size_t)(end - start));
}

/* Records whether a refusal is temporary, even one that comes untagged before the answer to our
 * log-in. */
static void note_refusal(struct imap_connection *connection, const char *line, size_t len)
{
	char tag[32];
	struct imap_response response;

	while (len > 0 && (line[len - 1] == '\r' || line[len - 1] == '\n'))
		len--;
	snprintf(tag, sizeof tag, "%.*s", (int)strcspn(connection->said, " "), connection->said);
	imap_parse_response(line, len, tag, &response);
	connection->passing = connection->passing || imap_parse_passing(&response);
}

/* Forgets what the server sent before our command, which isn't the answer to it. */
static void forget_replies(struct imap_connection *connection)
{
	free(connection->offer);
	connection->offer = NULL;
	connection->passing = false;
}

/* Receives from libcurl information for which it has no function: the TLS version, why a log-in was
 * refused, and which capabilities the server has after the log-in. */
static int on_curl_debug(CURL *curl, curl_infotype type, char *data, size_t len, void *context)
{
	static const char TLS[] = "SSL connection using ";
	struct imap_connection *connection = context;

	(void)curl;
	if (type == CURLINFO_HEADER_OUT) {
		forget_replies(connection);
	} else if (type == CURLINFO_HEADER_IN) {
		imap_parse_text(data, len, connection->said, sizeof connection->said);
		note_capability_line(connection, data, len);
		note_refusal(connection, data, len);
	} else if (type == CURLINFO_TEXT && len > sizeof TLS &&
		   memcmp(data, TLS, sizeof TLS - 1) == 0) {
		imap_parse_text(data + sizeof TLS - 1, len - (sizeof TLS - 1),
				connection->protection, sizeof connection->protection);
		connection->protection[strcspn(connection->protection, " ")] = '\0';
	}
	return 0;
}

static enum wire set_login(CURL *curl, const struct config *config, const struct imap_url *url,
			   struct reason *reason)
{
	const char *user = config->mailbox_user != NULL ? config->mailbox_user : url->user;
	char *secret = NULL;
	bool bearer;

	if (config_secret(config, &config->mailbox_login, &secret, &bearer, reason) != 0) {
		reason_prefix(reason, "mailbox: ");
		return reason_is_temporary(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	if (user == NULL || secret == NULL) {
		reason_set(
			reason,
			"mailbox: %s needs a user and a password; set mailbox-user, and "
			"mailbox-password-file, mailbox-password-command or mailbox-oauth-command",
			url->host);
		if (secret != NULL)
			explicit_bzero(secret, strlen(secret));
		free(secret);
		return WIRE_NEVER;
	}
	curl_easy_setopt(curl, CURLOPT_USERNAME, user);
	curl_easy_setopt(curl, bearer ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD, secret);
	if (url->auth != NULL)
		curl_easy_setopt(curl, CURLOPT_LOGIN_OPTIONS, url->auth);
	explicit_bzero(secret, strlen(secret));
	free(secret);
	return WIRE_DONE;
}

/* Sets libcurl's options. CURLOPT_NOSIGNAL stays off, so that libcurl keeps SIGPIPE away from us;
 * we have no threads. */
static void set_connection(struct imap_connection *connection, const struct config *config,
			   const struct imap_url *url)
{
	char *address =
		base_printf("%s://%s:%u/", url->tls ? "imaps" : "imap", url->host, url->port);

	curl_easy_setopt(connection->curl, CURLOPT_URL, address);
	curl_easy_setopt(connection->curl, CURLOPT_PROTOCOLS_STR, "imap,imaps");
	curl_easy_setopt(connection->curl, CURLOPT_CONNECT_ONLY, 1L);
	curl_easy_setopt(connection->curl, CURLOPT_CONNECTTIMEOUT, config->timeout_seconds);
	curl_easy_setopt(connection->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT,
			 config->timeout_seconds);
	curl_easy_setopt(connection->curl, CURLOPT_TIMEOUT, 2 * config->timeout_seconds);
	curl_easy_setopt(connection->curl, CURLOPT_DEBUGFUNCTION, on_curl_debug);
	curl_easy_setopt(connection->curl, CURLOPT_DEBUGDATA, connection);
	curl_easy_setopt(connection->curl, CURLOPT_VERBOSE, 1L);
	tls_set(connection->curl, config, url->tls, url->loopback);
	free(address);
}

/* Returns the server's text without our tag: "NO ... failed". */
static const char *without_tag(char *said)
{
	size_t len = strlen(said), tag = strcspn(said, " ");

	while (len > 0 && said[len - 1] == '.')
		said[--len] = '\0';
	return said[tag] == ' ' ? said + tag + 1 : said;
}

static enum wire set_connect_error(struct imap_connection *connection, const struct imap_url *url,
				   CURLcode code, const char *detail, struct reason *reason)
{
	const char *why = *detail != '\0' ? detail : curl_easy_strerror(code);

	switch (code) {
	case CURLE_LOGIN_DENIED:
		if (connection->passing)
			return wire_later(reason, "%s refuses the login for now: %s", url->host,
					  without_tag(connection->said));
		return wire_never(
			reason,
			"%s refuses the login: %s; check mailbox-user and mailbox-password-file, "
			"mailbox-password-command or mailbox-oauth-command",
			url->host, without_tag(connection->said));
	case CURLE_PEER_FAILED_VERIFICATION:
		return wire_never(reason,
				  "the certificate of %s can't be trusted: %s. If the server is "
				  "your own, set ca-file to the certificate of its authority",
				  url->host, why);
	case CURLE_USE_SSL_FAILED:
		return wire_never(reason,
				  "%s doesn't offer TLS, so pbem sent nothing. Use imaps://, or "
				  "set insecure = yes, which lets others read the connection",
				  url->host);
	case CURLE_SSL_CACERT_BADFILE:
		return wire_never(reason, "can't read the ca-file: %s", why);
	default:
		return wire_later(reason, "can't reach the mailbox at %s: %s", url->host, why);
	}
}

static enum wire connect_and_log_in(struct imap_connection *connection, const struct imap_url *url,
				    struct reason *reason)
{
	char detail[CURL_ERROR_SIZE] = "";
	curl_socket_t socket = CURL_SOCKET_BAD;
	CURLcode code;

	curl_easy_setopt(connection->curl, CURLOPT_ERRORBUFFER, detail);
	code = curl_easy_perform(connection->curl);
	curl_easy_setopt(connection->curl, CURLOPT_ERRORBUFFER, NULL);
	curl_easy_setopt(connection->curl, CURLOPT_VERBOSE, 0L);
	if (code == CURLE_OK)
		code = curl_easy_getinfo(connection->curl, CURLINFO_ACTIVESOCKET, &socket);
	if (code == CURLE_OK && socket == CURL_SOCKET_BAD)
		code = CURLE_COULDNT_CONNECT;
	if (code == CURLE_OK) {
		connection->socket = socket;
		connection->certificate = tls_until(connection->curl);
		return WIRE_DONE;
	}
	return set_connect_error(connection, url, code, detail, reason);
}

enum wire imap_connect_open(const struct config *config, const struct imap_url *url,
			    struct imap_connection *connection, struct reason *reason)
{
	enum wire result;

	memset(connection, 0, sizeof *connection);
	strcpy(connection->protection, "no TLS");
	connection->curl = curl_easy_init();
	if (connection->curl == NULL)
		return wire_later(
			reason,
			"libcurl can't start; nothing is lost, and the next run will try again");
	set_connection(connection, config, url);
	result = set_login(connection->curl, config, url, reason);
	if (result == WIRE_DONE)
		result = connect_and_log_in(connection, url, reason);
	if (result != WIRE_DONE)
		imap_connect_close(connection);
	return result;
}

void imap_connect_close(struct imap_connection *connection)
{
	curl_easy_cleanup(connection->curl);
	free(connection->offer);
	connection->curl = NULL;
	connection->offer = NULL;
}
