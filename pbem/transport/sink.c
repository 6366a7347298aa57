/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/address.h"
#include "pbem/sys/config.h"
#include "pbem/sys/step.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/sink_ops.h"

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

		if (!strbuf_starts(config->outgoing, kinds[i]->scheme))
			continue;
		result = kinds[i]->open(config, &sink, reason);
		if (result != WIRE_DONE) {
			reason_prefix(reason, "outgoing: ");
			return result;
		}
		sink->kind = kinds[i];
		sink->in_doubt = sink->down = sink->broken = sink->is_waiting = false;
		sink->round = NULL;
		*sink_out = sink;
		return WIRE_DONE;
	}
	return wire_never(reason,
			  "outgoing: expected smtps://, smtp://, sendmail: or maildir: at the "
			  "beginning of \"%s\"",
			  config->outgoing);
}

/* Reports whether all lines end with CR LF. Some servers take a lone CR or LF for the end of a line
 * and others don't, which lets attackers smuggle messages in. */
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

static bool can_be_sent(const struct sink_letter *letter, struct reason *reason)
{
	if (!address_is_good(letter->to) ||
	    (*letter->from != '\0' && !address_is_good(letter->from)))
		reason_set(reason, "\"%.80s\" is not a mail address",
			   address_is_good(letter->to) ? letter->from : letter->to);
	else if (letter->len == 0 || !has_only_crlf(letter->bytes, letter->len))
		reason_set(reason, "the letter is empty, or has lines that don't end with CR LF");
	else
		return true;
	return false;
}

const struct sink_letter *sink_next(const struct sink_round *round, size_t lane)
{
	const struct sink_letter *letter;
	struct sink_result never = {.result = WIRE_NEVER, .theirs = true};

	while ((letter = round->next(round->context, lane)) != NULL) {
		if (can_be_sent(letter, &never.why))
			return letter;
		round->fate(round->context, letter, &never);
	}
	return NULL;
}

/* Sends one message after the other, for kinds without `post`. */
static enum wire send_one_by_one(struct sink *sink, const struct sink_round *round,
				 struct reason *reason)
{
	const struct sink_letter *letter;

	while (!sink->down && (letter = sink_next(round, 0)) != NULL) {
		struct sink_result fate = {.result = WIRE_DONE};
		int64_t before = step_ms();

		sink->in_doubt = sink->is_waiting = sink->theirs = false;
		sink->letter = letter;
		fate.result = sink->kind->send(sink, letter, &fate.why);
		fate.in_doubt = sink->in_doubt;
		fate.down = sink->down;
		fate.theirs = sink->theirs;
		fate.refused = sink->down && !sink->broken;
		fate.took_ms = step_ms() - before;
		*reason = fate.why;
		round->fate(round->context, letter, &fate);
	}
	return sink->down ? WIRE_LATER : WIRE_DONE;
}

enum wire sink_send_all(struct sink *sink, const struct sink_round *round, struct reason *reason)
{
	enum wire result;

	sink->in_doubt = sink->down = sink->broken = false;
	sink->round = round;
	result = sink->kind->post != NULL ? sink->kind->post(sink, round, reason)
					  : send_one_by_one(sink, round, reason);
	sink->round = NULL;
	return result;
}

/* A round with one message. */
struct lone {
	const struct sink_letter *letter; /* NULL: it has been taken */
	struct sink_result *fate;
	bool told;
};

static const struct sink_letter *next_lone(void *context, size_t lane)
{
	struct lone *lone = context;
	const struct sink_letter *letter = lone->letter;

	(void)lane;
	lone->letter = NULL;
	return letter;
}

static size_t lone_left(void *context)
{
	const struct lone *lone = context;

	return lone->letter != NULL;
}

static void note_lone(void *context, const struct sink_letter *letter,
		      const struct sink_result *fate)
{
	struct lone *lone = context;

	(void)letter;
	*lone->fate = *fate;
	lone->told = true;
}

enum wire sink_send(struct sink *sink, const struct sink_letter *letter,
		    struct sink_result *fate_out)
{
	struct lone lone = {.letter = letter, .fate = fate_out};
	const struct sink_round round = {
		.next = next_lone, .left = lone_left, .fate = note_lone, .context = &lone};

	*fate_out = (struct sink_result){.result = WIRE_NEVER, .theirs = true};
	if (!can_be_sent(letter, &fate_out->why))
		return WIRE_NEVER;
	(void)sink_send_all(sink, &round, &fate_out->why);
	if (!lone.told) {
		fate_out->result = WIRE_LATER;
		fate_out->down = true;
	}
	return fate_out->result;
}

void sink_note_wait(struct sink *sink, int64_t ms)
{
	if (ms < SINK_NOTED_MS || sink->is_waiting || sink->round == NULL ||
	    sink->round->waiting == NULL)
		return;
	sink->is_waiting = true;
	sink->round->waiting(sink->round->context, sink->letter);
}

bool sink_needs_repair(const struct sink *sink)
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

void sink_add_local(const char *bytes, size_t len, struct strbuf *out)
{
	const char *end = bytes + len, *line;
	size_t line_len;

	while (strbuf_next_line(&bytes, end, &line, &line_len)) {
		if (line_len > 0 && line[line_len - 1] == '\r')
			line_len--;
		strbuf_add_bytes(out, line, line_len);
		strbuf_add_char(out, '\n');
	}
}

int64_t sink_certificate(const struct sink *sink)
{
	return sink->certificate;
}
