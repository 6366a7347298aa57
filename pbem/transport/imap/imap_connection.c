/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include <curl/curl.h>

#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/sys/step.h"
#include "pbem/transport/imap/imap_connect.h"
#include "pbem/transport/imap/imap_connection.h"
#include "pbem/transport/imap/imap_url.h"

#define BUFFER_SIZE ((size_t)64 << 10)
#define RESPONSE_MAX ((size_t)1 << 30) /* never reached: the limits of an answer are lower */

enum {
	TAG_SIZE = 24,
	SLICE_MS = 1000,  /* TLS may have data although the socket is silent */
	GOODBYE_MS = 500, /* most time for sending LOGOUT */
	BYTES_PER_MS = 16 /* a server that sends slower than this for long counts as silent */
};

struct imap_wire {
	struct imap_connection connection;
	char *host;
	char *buffer; /* bytes received and not read yet: [start, end) */
	size_t start, end;
	struct strbuf text; /* the response being read */
	struct imap_limits limits;
	size_t chatter;		  /* so far, of the present answer */
	uint64_t literals;	  /* so far, of the present answer */
	int64_t timeout;	  /* in ms, of waiting for one answer */
	int64_t waited;		  /* in ms, for this answer */
	uint64_t received;	  /* in bytes, for this answer */
	char tag[TAG_SIZE];	  /* of the command whose answer is read */
	char pipelined[TAG_SIZE]; /* of a command sent after it; "": none */
	bool more_allowed;	  /* a response may be "+" */
	bool broken;
};

const struct imap_limits imap_wire_small = {(size_t)64 << 10, (size_t)4 << 20, 0,
					    (uint64_t)1 << 20};

void imap_wire_break(struct imap_wire *wire)
{
	wire->broken = true;
}

static enum wire break_connection(struct imap_wire *wire, struct reason *reason, const char *why)
{
	wire->broken = true;
	return wire_later(reason, "%s: %s", wire->host, why);
}

enum wire imap_wire_open(const struct config *config, const struct imap_url *url,
			 struct imap_wire **wire_out, struct reason *reason)
{
	struct imap_wire *wire = base_zalloc(1, sizeof *wire);
	enum wire result = imap_connect_open(config, url, &wire->connection, reason);

	if (result != WIRE_DONE) {
		free(wire);
		return result;
	}
	strbuf_init(&wire->text, RESPONSE_MAX);
	wire->buffer = base_alloc(BUFFER_SIZE);
	wire->host = base_strdup(url->host);
	wire->timeout = (int64_t)config->timeout_seconds * 1000;
	*wire_out = wire;
	return WIRE_DONE;
}

const char *imap_wire_protection(const struct imap_wire *wire)
{
	return wire->connection.protection;
}

const char *imap_wire_offer(const struct imap_wire *wire)
{
	return wire->connection.offer;
}

int64_t imap_wire_certificate(const struct imap_wire *wire)
{
	return wire->connection.certificate;
}

/* Waits for the socket, and returns false when the time for an answer is over. Only time spent
 * waiting counts, because a caller that is slow with its messages isn't the server's fault. */
static bool wait_for_socket(struct imap_wire *wire, short events)
{
	struct pollfd pollfd = {.fd = wire->connection.socket, .events = events};
	int64_t left = wire->timeout + (int64_t)(wire->received / BYTES_PER_MS) - wire->waited;
	int64_t before = step_ms();

	if (left <= 0)
		return false;
	poll(&pollfd, 1, left < SLICE_MS ? (int)left : SLICE_MS);
	wire->waited += step_ms() - before;
	return true;
}

/* Reads at least one byte into the empty buffer. */
static enum wire fill_buffer(struct imap_wire *wire, struct reason *reason)
{
	for (;;) {
		size_t got = 0;
		CURLcode code =
			curl_easy_recv(wire->connection.curl, wire->buffer, BUFFER_SIZE, &got);

		if (code == CURLE_OK && got > 0) {
			wire->start = 0;
			wire->end = got;
			wire->received += got;
			return WIRE_DONE;
		}
		if (code == CURLE_OK)
			return break_connection(wire, reason, "the server closed the connection");
		if (code != CURLE_AGAIN)
			return break_connection(wire, reason, "the connection was lost");
		if (!wait_for_socket(wire, POLLIN))
			return break_connection(wire, reason, "the server doesn't answer in time");
	}
}

static enum wire send_all(struct imap_wire *wire, const char *bytes, size_t len,
			  struct reason *reason)
{
	while (len > 0) {
		size_t sent = 0;
		CURLcode code = curl_easy_send(wire->connection.curl, bytes, len, &sent);

		if (code == CURLE_OK) {
			bytes += sent;
			len -= sent;
		} else if (code != CURLE_AGAIN) {
			return break_connection(wire, reason, "the connection was lost");
		} else if (!wait_for_socket(wire, POLLOUT)) {
			return break_connection(wire, reason, "the server takes no command");
		}
	}
	return WIRE_DONE;
}

static void reset_answer_limits(struct imap_wire *wire, const struct imap_limits *limits)
{
	wire->limits = *limits;
	wire->chatter = 0;
	wire->literals = wire->received = 0;
	wire->waited = 0;
}

enum wire imap_wire_ready(struct imap_wire *wire, bool *ready_out, struct reason *reason)
{
	size_t got = 0;
	CURLcode code;

	if (wire->broken)
		return break_connection(wire, reason, "the connection is at its end");
	reset_answer_limits(wire, &imap_wire_small);
	*ready_out = wire->start < wire->end;
	if (*ready_out)
		return WIRE_DONE;
	code = curl_easy_recv(wire->connection.curl, wire->buffer, BUFFER_SIZE, &got);
	if (code == CURLE_AGAIN)
		return WIRE_DONE;
	if (code != CURLE_OK || got == 0)
		return break_connection(wire, reason, "the server closed the connection");
	wire->start = 0;
	wire->end = got;
	*ready_out = true;
	return WIRE_DONE;
}

enum wire imap_wire_send_line(struct imap_wire *wire, const char *line, struct reason *reason)
{
	enum wire result;

	if (wire->broken)
		return break_connection(wire, reason, "the connection is at its end");
	reset_answer_limits(wire, &imap_wire_small);
	result = send_all(wire, line, strlen(line), reason);
	return result == WIRE_DONE ? send_all(wire, "\r\n", 2, reason) : result;
}

void imap_wire_allow_more(struct imap_wire *wire, bool allowed)
{
	wire->more_allowed = allowed;
}

int imap_wire_socket(const struct imap_wire *wire)
{
	return wire->connection.socket;
}

/* Makes a random tag. Nobody can guess it, so no text written in advance can look like the end of
 * an answer. */
static void new_tag(char tag[TAG_SIZE])
{
	uint64_t random;

	if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
		random = (uint64_t)step_ms();
	snprintf(tag, TAG_SIZE, "P%016" PRIx64, random);
}

static enum wire send_tagged(struct imap_wire *wire, char tag[TAG_SIZE], const char *command,
			     size_t len, struct reason *reason)
{
	struct strbuf line;
	enum wire result;

	if (wire->broken)
		return break_connection(wire, reason, "the connection is at its end");
	new_tag(tag);
	strbuf_init(&line, 0);
	strbuf_addf(&line, "%s ", tag);
	strbuf_add_bytes(&line, command, len);
	strbuf_add(&line, "\r\n");
	result = send_all(wire, line.bytes, line.len, reason);
	strbuf_done(&line);
	return result;
}

enum wire imap_wire_send(struct imap_wire *wire, const struct imap_limits *limits,
			 const char *command, size_t len, struct reason *reason)
{
	reset_answer_limits(wire, limits);
	return send_tagged(wire, wire->tag, command, len, reason);
}

enum wire imap_wire_send_pipelined(struct imap_wire *wire, const char *command, size_t len,
				   struct reason *reason)
{
	return send_tagged(wire, wire->pipelined, command, len, reason);
}

void imap_wire_begin_pipelined(struct imap_wire *wire)
{
	reset_answer_limits(wire, &imap_wire_small);
	memcpy(wire->tag, wire->pipelined, sizeof wire->tag);
	wire->pipelined[0] = '\0';
}

/* Appends the next line, without its end, to the response. */
static enum wire read_line(struct imap_wire *wire, struct reason *reason)
{
	size_t line = wire->text.len;

	for (;;) {
		const char *from = wire->buffer + wire->start;
		size_t len = wire->end - wire->start;
		const char *newline = memchr(from, '\n', len);
		enum wire result;

		if (newline != NULL)
			len = (size_t)(newline - from);
		wire->chatter += len + 1;
		if (wire->text.len - line + len > wire->limits.line ||
		    wire->chatter > wire->limits.chatter)
			return break_connection(wire, reason,
						"the server sends far more than pbem requested");
		strbuf_add_bytes(&wire->text, from, len);
		wire->start += len;
		if (newline != NULL)
			break;
		result = fill_buffer(wire, reason);
		if (result != WIRE_DONE)
			return result;
	}
	wire->start++;
	if (wire->text.len > line && wire->text.bytes[wire->text.len - 1] == '\r')
		wire->text.bytes[--wire->text.len] = '\0';
	return WIRE_DONE;
}

/* Reads a literal's bytes, and keeps or discards them. */
static enum wire read_bytes(struct imap_wire *wire, uint64_t size, bool keep, struct reason *reason)
{
	while (size > 0) {
		size_t len = wire->end - wire->start;

		if (len == 0) {
			enum wire result = fill_buffer(wire, reason);

			if (result != WIRE_DONE)
				return result;
			continue;
		}
		if (len > size)
			len = (size_t)size;
		if (keep)
			strbuf_add_bytes(&wire->text, wire->buffer + wire->start, len);
		wire->start += len;
		size -= len;
	}
	return WIRE_DONE;
}

static void replace_announcement(struct strbuf *text, size_t at, const char *by)
{
	text->len = at;
	text->bytes[at] = '\0';
	strbuf_add(text, by);
}

/* Reads the literal that is announced at `at`, the end of the response so far. */
static enum wire read_literal(struct imap_wire *wire, size_t at, uint64_t size,
			      struct imap_read *out, struct reason *reason)
{
	bool keep = size <= wire->limits.keep;

	if (!keep && size > out->dropped)
		out->dropped = size;
	if (size > wire->limits.literals - wire->literals) {
		out->dropped = size;
		out->cut = wire->broken = true;
		replace_announcement(&wire->text, at, "NIL)");
		return WIRE_DONE;
	}
	wire->literals += size;
	if (keep)
		strbuf_add(&wire->text, "\r\n");
	else
		replace_announcement(&wire->text, at, "NIL");
	return read_bytes(wire, size, keep, reason);
}

static enum wire check_response(struct imap_wire *wire, struct imap_read *out,
				struct reason *reason)
{
	char said[200];

	imap_parse_response(wire->text.bytes, wire->text.len, wire->tag, &out->response);
	if (out->response.kind == IMAP_BROKEN && wire->pipelined[0] != '\0') {
		imap_parse_response(wire->text.bytes, wire->text.len, wire->pipelined,
				    &out->response);
		out->pipelined = out->response.tagged;
	}
	if (out->pipelined)
		wire->pipelined[0] = '\0';
	if (out->response.kind != IMAP_BROKEN && out->response.kind != IMAP_BYE &&
	    (out->response.kind != IMAP_CONTINUE || wire->more_allowed))
		return WIRE_DONE;
	imap_parse_text(out->response.rest, out->response.rest_len, said, sizeof said);
	wire->broken = true;
	return wire_later(reason, "%s %s: %s", wire->host,
			  out->response.kind == IMAP_BYE ? "ends the connection"
							 : "doesn't answer in IMAP",
			  said);
}

enum wire imap_wire_next(struct imap_wire *wire, struct imap_read *out, struct reason *reason)
{
	bool may_have_literals = false;

	if (wire->broken)
		return break_connection(wire, reason, "the connection is at its end");
	memset(out, 0, sizeof *out);
	strbuf_clear(&wire->text);
	for (;;) {
		size_t line = wire->text.len, at;
		uint64_t size;
		enum wire result = read_line(wire, reason);

		if (result != WIRE_DONE)
			return result;
		if (line == 0)
			may_have_literals =
				imap_parse_holds_literals(wire->text.bytes, wire->text.len);
		if (!may_have_literals ||
		    !imap_parse_literal(wire->text.bytes + line, wire->text.len - line, &size, &at))
			break;
		result = read_literal(wire, line + at, size, out, reason);
		if (result != WIRE_DONE)
			return result;
		if (out->cut)
			break;
	}
	return check_response(wire, out, reason);
}

/* Sends LOGOUT. Its answer isn't needed, because all commands before it were answered. */
static void send_logout(struct imap_wire *wire)
{
	wire->timeout = GOODBYE_MS;
	(void)imap_wire_send(wire, &imap_wire_small, "LOGOUT", 6, NULL);
}

void imap_wire_close(struct imap_wire *wire)
{
	if (wire == NULL)
		return;
	if (!wire->broken)
		send_logout(wire);
	imap_connect_close(&wire->connection);
	strbuf_done(&wire->text);
	free(wire->buffer);
	free(wire->host);
	free(wire);
}
