/* SPDX-License-Identifier: MIT */
/* smtp:// and smtps://: libcurl speaks, one connection for all letters, one recipient a letter. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <curl/curl.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/wire/sink.h"
#include "pbem/site/step.h"
#include "pbem/site/trust.h"

enum {
	SAID_MAX = 300,
	UNCLEAR_MAX = 3, /* letters in a row that got no answer: then nobody is there */
	STEPS_OF_A_LETTER =
		4,	  /* answers before the letter is given away, of timeout_seconds each */
	GOODBYE_MS = 5000 /* QUIT's answer explains nothing */
};

/* How far the conversation has come: whose fault a refusal is depends on it. */
enum stage { STAGE_CONNECT, STAGE_SENDER, STAGE_RECIPIENT, STAGE_LETTER, STAGE_FINAL };

struct smtp {
	struct sink sink;
	const struct config *config;
	CURL *curl;
	char *url, *user, *options, *host;
	bool tls, loopback;
	bool ready;   /* the handle knows how to log in */
	bool leaving; /* QUIT was said on this connection */
	unsigned unclear;
	enum stage stage;
	int64_t began, heard; /* ms: this letter, and the last that happened */
	bool late;	      /* given up for taking too long */
	char said[SAID_MAX];  /* the server's last line */
	char detail[CURL_ERROR_SIZE];
	const char *rest; /* of the letter being sent */
	size_t rest_len;
	size_t unwritten; /* bytes that are still to go over the wire before its last dot */
};

/* How long the server may take from now on, in ms. */
static int64_t patience(const struct smtp *smtp, int64_t now)
{
	int64_t answer = smtp->config->timeout_seconds * (int64_t)1000, left;

	if (smtp->leaving)
		return smtp->heard + (answer < GOODBYE_MS ? answer : GOODBYE_MS) - now;
	if (smtp->stage == STAGE_FINAL)
		return smtp->heard + step_final_seconds() * (int64_t)1000 - now;
	left = smtp->began + STEPS_OF_A_LETTER * answer - now;
	return smtp->heard + answer - now < left ? smtp->heard + answer - now : left;
}

/* libcurl asks every second or sooner whether to go on: of its own limits it has one for all
 * answers. */
static int watch(void *context, curl_off_t all_down, curl_off_t down, curl_off_t all_up,
		 curl_off_t up)
{
	struct smtp *smtp = context;

	(void)all_down, (void)down, (void)all_up, (void)up;
	if (smtp->stage == STAGE_FINAL && !smtp->leaving)
		sink_has_waited(&smtp->sink, step_ms() - smtp->heard);
	smtp->late = smtp->late || patience(smtp, step_ms()) <= 0;
	return smtp->late;
}

/* libcurl tells here which command is on its way, and the words of an answer beside its code. */
static int overhear(CURL *curl, curl_infotype type, char *data, size_t len, void *context)
{
	struct smtp *smtp = context;
	size_t said = 0;

	(void)curl;
	smtp->heard = step_ms();
	if (type == CURLINFO_HEADER_OUT) {
		if (len > 5 && memcmp(data, "MAIL ", 5) == 0)
			smtp->stage = STAGE_SENDER;
		else if (len > 5 && memcmp(data, "RCPT ", 5) == 0)
			smtp->stage = STAGE_RECIPIENT;
		else if (len > 4 && memcmp(data, "DATA", 4) == 0)
			smtp->stage = STAGE_LETTER;
		else if (len > 4 && memcmp(data, "QUIT", 4) == 0)
			smtp->leaving = true; /* the answer to that explains nothing */
	} else if (type == CURLINFO_DATA_OUT) {
		smtp->unwritten -= len < smtp->unwritten ? len : smtp->unwritten;
		/* The dot goes now, with nothing said about it. */
		if (smtp->unwritten == 0)
			smtp->stage = STAGE_FINAL;
	} else if (type == CURLINFO_HEADER_IN && !smtp->leaving) {
		while (said < len && said < SAID_MAX - 1 && data[said] != '\r' &&
		       data[said] != '\n') {
			smtp->said[said] =
				data[said] >= ' ' && data[said] <= '~' ? data[said] : '?';
			said++;
		}
		smtp->said[said] = '\0';
	}
	return 0;
}

static size_t read_letter(char *buffer, size_t size, size_t count, void *context)
{
	struct smtp *smtp = context;
	size_t len = size * count;

	if (len > smtp->rest_len)
		len = smtp->rest_len;
	memcpy(buffer, smtp->rest, len);
	smtp->rest += len;
	smtp->rest_len -= len;
	return len;
}

/* How many bytes the letter has on its way, where a dot stands before each that begins a line. */
static size_t wire_len(const char *bytes, size_t len)
{
	size_t count = len;

	for (size_t i = 0; i < len; i++)
		count += bytes[i] == '.' && (i == 0 || bytes[i - 1] == '\n');
	return count;
}

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

/* Takes smtp://[USER[;AUTH=MECHANISM]@]HOST[:PORT] apart. */
static int read_url(struct smtp *smtp, const char *outgoing, struct reason *reason)
{
	CURLU *url = curl_url();
	char *password = NULL, *port = NULL;
	int result = -1;

	if (url == NULL || curl_url_set(url, CURLUPART_URL, outgoing, 0) != CURLUE_OK) {
		reason_set(
			reason,
			"expected smtps://USER@HOST or smtp://USER@HOST:PORT, not \"%s\"; in the "
			"user's name write %%40 for @",
			outgoing);
		goto out;
	}
	password = url_part(url, CURLUPART_PASSWORD);
	if (password != NULL) {
		reason_set(reason,
			   "a password doesn't belong in the URL: give outgoing-password-file or "
			   "outgoing-password-command");
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
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, smtp);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, smtp->detail);
	curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, overhear);
	curl_easy_setopt(curl, CURLOPT_DEBUGDATA, smtp);
	curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_letter);
	curl_easy_setopt(curl, CURLOPT_READDATA, smtp);
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
				  "outgoing-password-file, "
				  "outgoing-password-command or outgoing-oauth-command"
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

/* Before the first letter, not when the sink is opened: most runs of a quiet site send nothing, and
 * then no command for a password need run. */
static int get_ready(struct smtp *smtp, struct reason *reason)
{
	if (smtp->ready)
		return 0;
	smtp->curl = curl_easy_init();
	if (smtp->curl == NULL) {
		reason_set(reason, "libcurl can't start; nothing is lost, run again");
		return -1;
	}
	set_connection(smtp);
	if (set_login(smtp, reason) != 0) {
		curl_easy_cleanup(smtp->curl);
		smtp->curl = NULL;
		return -1;
	}
	smtp->ready = true;
	return 0;
}

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
	if (read_url(smtp, config->outgoing, reason) != 0) {
		close_smtp(&smtp->sink);
		return WIRE_NEVER;
	}
	*sink_out = &smtp->sink;
	return WIRE_DONE;
}

static CURLcode converse(struct smtp *smtp, long *answer_out)
{
	CURLcode code;

	smtp->stage = STAGE_CONNECT;
	smtp->leaving = smtp->late = false;
	smtp->began = smtp->heard = step_ms();
	smtp->said[0] = smtp->detail[0] = '\0';
	code = curl_easy_perform(smtp->curl);
	*answer_out = 0;
	curl_easy_getinfo(smtp->curl, CURLINFO_RESPONSE_CODE, answer_out);
	return code;
}

/* What went wrong below the server's words. */
static const char *problem(const struct smtp *smtp, CURLcode code)
{
	if (smtp->late)
		return smtp->stage == STAGE_FINAL ? "it took too long to answer (ten minutes)"
						  : "it took longer than timeout-seconds to answer";
	return smtp->detail[0] != '\0' ? smtp->detail : curl_easy_strerror(code);
}

/* Says why the server can't be used at all. Returns NEVER when a person must look. */
static enum wire explain(const struct smtp *smtp, CURLcode code, long answer, struct reason *reason)
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
		reason_set(reason,
			   "the certificate of %s can't be trusted: %s. If it is your own server, "
			   "name its authority's certificate as ca-file",
			   smtp->host, why);
		return WIRE_NEVER;
	case CURLE_USE_SSL_FAILED:
		reason_set(reason,
			   "%s offers no TLS, and nothing was sent to it. Use smtps://, or allow a "
			   "connection anybody can read with insecure = yes",
			   smtp->host);
		return WIRE_NEVER;
	case CURLE_SSL_CACERT_BADFILE:
		reason_set(reason, "the ca-file can't be read: %s", why);
		return WIRE_NEVER;
	default:
		break;
	}
	if (smtp->stage == STAGE_CONNECT && answer / 100 != 4 && answer / 100 != 5) {
		reason_set(reason, "can't reach the mail server at %s: %s", smtp->host, why);
		return WIRE_LATER;
	}
	reason_set(reason, "%s accepts no letters from us: %s%s", smtp->host,
		   smtp->said[0] != '\0' ? smtp->said : why,
		   answer == 530 ? "; it wants a log-in (outgoing-user, outgoing-password-file) or "
				   "TLS (on this "
				   "machine: name its certificate as ca-file)"
				 : "");
	return answer / 100 == 5 ? WIRE_NEVER : WIRE_LATER;
}

/* An answer that is about us, whatever was asked: going (421), or wanting another log-in. */
static bool is_about_us(long answer)
{
	return answer == 421 || answer == 503 || answer == 530 || answer == 534 || answer == 535 ||
	       answer == 538;
}

/* What became of the letter, by how far the conversation came and the last answer's class. */
static enum wire judge(struct smtp *smtp, CURLcode code, long answer, struct reason *reason)
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
		smtp->sink.broken = explain(smtp, code, answer, reason) == WIRE_NEVER;
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
	reason_set(reason, "%s did not say whether it accepts the letter: %s", smtp->host,
		   problem(smtp, code));
	return WIRE_LATER;
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

	if (get_ready(smtp, reason) != 0) {
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
		smtp->rest = letter->bytes;
		smtp->rest_len = letter->len;
		smtp->unwritten = wire_len(letter->bytes, letter->len);
		code = converse(smtp, &answer);
		if (!is_worn_out(smtp, code, answer))
			break;
	}
	curl_easy_setopt(smtp->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(to);
	free(recipient);
	free(from);
	return judge(smtp, code, answer, reason);
}

/* Some servers ask who we are only when it comes to sending; so it comes to it, but for a letter.
 */
static enum wire probe_smtp(struct sink *sink, struct reason *reason)
{
	struct smtp *smtp = (struct smtp *)sink;
	char *command;
	CURLcode code;
	long answer;

	if (get_ready(smtp, reason) != 0)
		return WIRE_NEVER;
	curl_easy_setopt(smtp->curl, CURLOPT_UPLOAD, 0L);
	curl_easy_setopt(smtp->curl, CURLOPT_NOBODY, 1L); /* its answer isn't for standard output */
	command = base_printf("MAIL FROM:<%s>", smtp->config->address);
	curl_easy_setopt(smtp->curl, CURLOPT_CUSTOMREQUEST, command);
	code = converse(smtp, &answer);
	free(command);
	if (code != CURLE_OK)
		return explain(smtp, code, answer, reason);
	curl_easy_setopt(smtp->curl, CURLOPT_CUSTOMREQUEST, "RSET");
	(void)converse(smtp, &answer);
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
