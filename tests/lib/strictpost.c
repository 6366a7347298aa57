/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/strictpost.h"

void strictpost_letter(int number, char *out, size_t size)
{
	snprintf(out, size, "Letter %d\r\n\r\n.\r\n..two\r\n", number);
}

static char fault_of(const struct strictpost *server)
{
	return server->now >= 0 ? server->faults[server->now] : 'o';
}

static void say(struct strictpost *server, const char *line)
{
	strbuf_addf(&server->out, "%s\r\n", line);
	if (strncmp(line, "421", 3) == 0)
		server->gone = true;
}

static void reset(struct strictpost *server)
{
	server->sender = server->recipient = server->dirty = false;
}

/* Accepts the message, which has arrived completely. */
static void take(struct strictpost *server)
{
	const char fault = fault_of(server);
	char wanted[64];

	if (!server->recipient) {
		say(server, "503 no recipient");
		return;
	}
	strictpost_letter(server->now, wanted, sizeof wanted);
	if (fault == 'f' || fault == 'g' || fault == '4') {
		say(server, fault == 'f'   ? "554-no\r\n554 never"
			    : fault == 'g' ? "451 l"
					   : "421 x");
		server->dirty = server->offer.chunking;
		return;
	}
	assert_string_equal(server->letter.bytes, wanted);
	assert_true(server->now > server->last); /* in their order */
	server->last = server->now;
	server->delivered[server->now]++;
	reset(server);
	if (fault == 'y')
		server->gone = true;
	else
		say(server, "250 ok");
}

static void mail(struct strictpost *server, const char *line)
{
	char fault;

	if (server->sender || server->dirty) {
		say(server, "503 nested");
		return;
	}
	assert_int_equal(sscanf(line, "MAIL FROM:<from.%d@", &server->now), 1);
	assert_true((strstr(line, " SIZE=") != NULL) == server->offer.size);
	fault = fault_of(server);
	server->gone = fault == 'x';
	if (server->gone)
		return;
	server->sender = strchr("ms1", fault) == NULL;
	say(server, fault == 'm'   ? "451 l"
		    : fault == 's' ? "552 n"
		    : fault == '1' ? "421 g"
				   : "250 o");
}

static void rcpt(struct strictpost *server, const char *line)
{
	const char fault = fault_of(server);
	int number;

	assert_int_equal(sscanf(line, "RCPT TO:<to.%d@", &number), 1);
	if (!server->sender) {
		say(server, "503 no sender");
		return;
	}
	assert_int_equal(number, server->now);
	server->recipient = strchr("rtT2z", fault) == NULL;
	say(server, fault == 'r'		   ? "550-no\r\n550 n"
		    : fault == 't' || fault == 'T' ? "451 l"
		    : fault == '2'		   ? "421 g"
		    : fault == 'z'		   ? "what?"
						   : "250-a\r\n250 o");
}

static void data(struct strictpost *server)
{
	const char fault = fault_of(server);

	assert_false(server->offer.chunking);
	assert_int_equal(server->in.len, 0); /* nothing may follow it before its answer */
	if (!server->recipient && (fault != 'T' || !server->sender))
		say(server, "503 no recipient");
	else if (fault == 'd' || fault == '3' || fault == 'D')
		say(server, fault == 'd' ? "554 n" : fault == 'D' ? "250 ?" : "421 g");
	else
		server->in_letter = (say(server, "354 go"), true);
	strbuf_clear(&server->letter);
}

static void command(struct strictpost *server, const char *line)
{
	size_t len;

	if (strncmp(line, "MAIL ", 5) == 0) {
		mail(server, line);
	} else if (strncmp(line, "RCPT ", 5) == 0) {
		rcpt(server, line);
	} else if (strcmp(line, "DATA") == 0) {
		data(server);
	} else if (sscanf(line, "BDAT %zu LAST", &len) == 1) {
		assert_true(server->offer.chunking);
		server->chunk = len + 1;
		strbuf_clear(&server->letter);
	} else if (strcmp(line, "RSET") == 0) {
		reset(server);
		say(server, "250 r");
	} else {
		fail_msg("no command: %s", line);
	}
}

/* Takes a whole BDAT. Without a recipient its bytes are dropped, and the state after that is
 * undefined (RFC 3030). */
static void end_chunk(struct strictpost *server)
{
	server->chunk = 0;
	if (!server->recipient)
		server->dirty = true;
	if (server->recipient && fault_of(server) == 'd')
		say(server, "554 n"), server->dirty = true;
	else if (server->recipient && fault_of(server) == '3')
		say(server, "421 g");
	else
		take(server);
}

void strictpost_drop(struct strbuf *text, size_t len)
{
	memmove(text->bytes, text->bytes + len, text->len - len + 1);
	text->len -= len;
}

/* Processes one line or one chunk; returns false if none is complete. */
bool strictpost_serve(struct strictpost *server)
{
	const char *newline = memchr(server->in.bytes, '\n', server->in.len);
	char line[128];
	size_t len;

	if (server->chunk > 0) {
		len = server->chunk - 1;
		if (server->in.len < len)
			return false;
		strbuf_add_bytes(&server->letter, server->in.bytes, len);
		strictpost_drop(&server->in, len);
		end_chunk(server);
		return true;
	}
	if (newline == NULL)
		return false;
	len = (size_t)(newline - server->in.bytes) + 1;
	assert_true(len >= 2 && len < sizeof line && newline[-1] == '\r');
	snprintf(line, sizeof line, "%.*s", (int)len - 2, server->in.bytes);
	strictpost_drop(&server->in, len);
	if (!server->in_letter) {
		/* A client that wasn't offered PIPELINING waits for each answer. */
		if (!server->offer.pipelining && strncmp(line, "BDAT", 4) != 0)
			assert_int_equal(server->in.len, 0);
		command(server, line);
	} else if (strcmp(line, ".") == 0) {
		server->in_letter = false;
		take(server);
		reset(server);
	} else {
		strbuf_addf(&server->letter, "%s\r\n", line + (line[0] == '.'));
	}
	return true;
}
