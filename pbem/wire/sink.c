/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/writing/compose.h"
#include "pbem/site/config.h"
#include "pbem/wire/sink.h"
#include "pbem/wire/sink_kind.h"

enum { NOTED_MS = 1000 };

static const struct sink_kind *const kinds[] = {
	&smtp_tls_kind,
	&smtp_kind,
	&sendmail_kind,
	&sink_maildir_kind,
};

enum wire sink_open(const struct config *config, struct sink **sink_out, struct reason *reason)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		struct sink *sink;
		enum wire result;

		if (!text_starts(config->outgoing, kinds[i]->scheme))
			continue;
		result = kinds[i]->open(config, &sink, reason);
		if (result != WIRE_DONE) {
			reason_prefix(reason, "outgoing: ");
			return result;
		}
		sink->kind = kinds[i];
		sink->in_doubt = sink->down = sink->broken = sink->is_waiting = false;
		sink->waiting = NULL;
		*sink_out = sink;
		return WIRE_DONE;
	}
	return wire_never(
		reason,
		"outgoing: \"%s\" should begin with smtps://, smtp://, sendmail: or maildir:",
		config->outgoing);
}

/* A lone CR or LF is what one server takes for a line's end and the next doesn't: so letters are
 * smuggled in. None is ever sent. */
static bool has_only_crlf(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '\n' || bytes[i] == '\0')
			return false;
		if (bytes[i] == '\r' && (++i == len || bytes[i] != '\n'))
			return false;
	}
	return true;
}

enum wire sink_send(struct sink *sink, const char *from, const char *to, const char *name,
		    const char *bytes, size_t len, struct reason *reason)
{
	const struct sink_letter letter = {from, to, name, bytes, len};

	sink->in_doubt = sink->down = sink->broken = sink->is_waiting = false;
	if (!compose_is_address(to) || (*from != '\0' && !compose_is_address(from)))
		return wire_never(reason, "\"%.80s\" is not a mail address",
				  compose_is_address(to) ? from : to);
	if (len == 0 || !has_only_crlf(bytes, len))
		return wire_never(reason,
				  "the letter is empty, or has lines that don't end with CR LF");
	return sink->kind->send(sink, &letter, reason);
}

void sink_on_waiting(struct sink *sink, void (*waiting)(void *context), void *context)
{
	sink->waiting = waiting;
	sink->context = context;
}

void sink_has_waited(struct sink *sink, int64_t ms)
{
	if (sink->is_waiting || sink->waiting == NULL || ms < NOTED_MS)
		return;
	sink->is_waiting = true;
	sink->waiting(sink->context);
}

bool sink_is_in_doubt(const struct sink *sink)
{
	return sink->in_doubt;
}

bool sink_is_down(const struct sink *sink)
{
	return sink->down;
}

bool sink_needs_mending(const struct sink *sink)
{
	return sink->down && sink->broken;
}

enum wire sink_probe(struct sink *sink, struct reason *reason)
{
	return sink->kind->probe(sink, reason);
}

void sink_close(struct sink *sink)
{
	if (sink != NULL)
		sink->kind->close(sink);
}

void sink_add_local(const char *bytes, size_t len, struct text *out)
{
	const char *end = bytes + len, *line;
	size_t line_len;

	while (text_next_line(&bytes, end, &line, &line_len)) {
		if (line_len > 0 && line[line_len - 1] == '\r')
			line_len--;
		text_add_bytes(out, line, line_len);
		text_add_char(out, '\n');
	}
}

int64_t sink_certificate(const struct sink *sink)
{
	return sink->certificate;
}
