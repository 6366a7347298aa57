/* SPDX-License-Identifier: MIT */
/*
 * Sends letters the way pbem does, for tests of sending alone:
 *   sendprobe SITE probe                  what `pbem doctor` asks of the server
 *   sendprobe SITE send FROM TO COUNT     that many letters on one connection; with BYTES after it
 *                                         each has that many more, as lines of dots
 *   sendprobe SITE fill TO... COUNT       puts them into the outbox instead
 *   sendprobe SITE outbox NOW             one pass over the outbox
 * A line says how each of these ended: "done", "later", "later doubt", "later down", "never",
 * and why.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/compose.h"
#include "pbem/run/outbox_pass.h"
#include "pbem/store/ledger.h"
#include "pbem/sys/config.h"
#include "pbem/sys/core_context.h"
#include "pbem/transport/sink.h"

static const char *const results[] = {"done", "later", "never"};

/* A letter with everything in it that a careless sender spoils. */
static void write_letter(const char *to, long number, struct strbuf *out)
{
	struct reason reason;
	char *id = base_printf("letter.%ld@pbem.test", number);
	const struct outgoing letter = {
		.from_name = "Chess by mail",
		.from_address = "game@example.org",
		.to_address = to,
		.subject = "[g12] Your move",
		.message_id = id,
		.date = 1778580672,
		.text = ".\n..\nFrom the start\n\n.\nQUIT\nZo\xc3\xab \n-- \nend\n",
	};

	/* An address that isn't one is for the sink to refuse. */
	if (compose_message(&letter, out, &reason) != 0)
		strbuf_add(out, "Subject: x\r\n\r\nx\r\n");
	free(id);
}

static int send_letters(struct sink *sink, const char *from, const char *to, long count, long bytes)
{
	struct strbuf letter;

	strbuf_init(&letter, 0);
	for (long i = 1; i <= count; i++) {
		struct sink_result fate = {.why = {.text = ""}};
		char name[32];
		enum wire result;

		strbuf_clear(&letter);
		write_letter(to, i, &letter);
		for (long more = 0; more < bytes; more += 40)
			strbuf_addf(&letter, "%s%036ld\r\n", more % 80 == 0 ? ".." : "x.", more);
		snprintf(name, sizeof name, "letter-%ld", i);
		result = sink_send(sink,
				   &(struct sink_letter){from, to, name, letter.bytes, letter.len},
				   &fate);
		printf("%s%s%s%s%s\n", results[result], fate.in_doubt ? " doubt" : "",
		       fate.down ? " down" : "", result == WIRE_DONE ? "" : ": ",
		       result == WIRE_DONE ? "" : fate.why.text);
	}
	strbuf_done(&letter);
	return 0;
}

/* Makes changes of the outbox, as a batch does. */
static int change_outbox(struct ledger *ledger, const struct strbuf *lines)
{
	const struct ledger_changes changes = {
		.lines = "", .letters = lines->bytes, .letters_len = lines->len};
	struct reason reason;

	return ledger_apply(ledger, ledger_batch(ledger) + 1, &changes, &reason);
}

static int fill_outbox(struct ledger *ledger, const char *to, long count)
{
	struct strbuf letter, lines;
	int result;

	strbuf_init(&letter, 0);
	strbuf_init(&lines, 0);
	for (long i = 1; i <= count; i++) {
		char name[64];

		snprintf(name, sizeof name, "letter-%u.%ld", (unsigned)ledger_batch(ledger), i);
		strbuf_clear(&letter);
		write_letter(to, i, &letter);
		outbox_line_put(&lines, name, to, 1778580672, letter.bytes, letter.len);
	}
	result = change_outbox(ledger, &lines);
	strbuf_done(&lines);
	strbuf_done(&letter);
	return result;
}

struct telling {
	struct outbox *outbox;
	struct strbuf told; /* the lines that say so */
};

static void print_finding(void *context, const struct outbox_finding *finding)
{
	struct telling *telling = context;
	struct outbox_letter letter;

	outbox_line_reported(&telling->told, finding->number);
	if (finding->row == 0) {
		printf("in doubt %s <%s>: %s\n", finding->name, finding->to, finding->why);
	} else if (outbox_read(telling->outbox, finding->row, &letter, NULL) == 0) {
		printf("given up %s <%s> %zu: %s\n", letter.name, letter.to, letter.len,
		       finding->why);
		outbox_letter_done(&letter);
	}
}

/* All that a run does with the outbox when it is over. */
static int send_outbox(const struct config *config, struct ledger *ledger, struct sink *sink,
		       long now)
{
	struct telling telling = {.outbox = ledger_outbox(ledger)};
	struct outbox_report report = {.sent = 0};
	struct outbox_list list;
	struct reason reason = {.text = ""};
	enum wire result;
	int status;

	if (outbox_begin(telling.outbox, &reason) != 0 ||
	    outbox_list(telling.outbox, 0, &list, &reason) != 0)
		return 1;
	strbuf_init(&telling.told, 0);
	result = run_outbox(config, telling.outbox, &list, sink, now, &report, &reason);
	status = outbox_findings(telling.outbox, print_finding, &telling, &reason);
	printf("%s: %zu sent, %zu waiting, %zu given up%s%s\n", results[result], report.sent,
	       report.waiting, report.given_up, reason.text[0] ? ": " : "", reason.text);
	if (status == 0)
		status = change_outbox(ledger, &telling.told);
	if (status == 0)
		status = outbox_release(telling.outbox, &reason);
	outbox_list_free(&list);
	strbuf_done(&telling.told);
	return status;
}

static int probe(struct sink *sink)
{
	struct reason reason = {.text = ""};
	enum wire result = sink_probe(sink, &reason);

	printf("%s%s%s\n", results[result], result == WIRE_DONE ? "" : ": ", reason.text);
	return 0;
}

static int run(const struct config *config, struct ledger *ledger, int count, char **words)
{
	struct reason reason = {.text = ""};
	struct sink *sink;
	enum wire result;
	int status = 2;

	if (count >= 3 && strcmp(words[0], "fill") == 0) {
		for (int i = 1; i < count - 1; i++)
			if (fill_outbox(ledger, words[i], atol(words[count - 1])) != 0)
				return 2;
		return 0;
	}
	result = sink_open(config, &sink, &reason);
	if (result != WIRE_DONE) {
		printf("%s: %s\n", results[result], reason.text);
		return 1;
	}
	if (count == 1 && strcmp(words[0], "probe") == 0)
		status = probe(sink);
	else if ((count == 4 || count == 5) && strcmp(words[0], "send") == 0)
		status = send_letters(sink, words[1], words[2], atol(words[3]),
				      count == 5 ? atol(words[4]) : 0);
	else if (count == 2 && strcmp(words[0], "outbox") == 0)
		status = send_outbox(config, ledger, sink, atol(words[1]));
	sink_close(sink);
	return status;
}

int main(int argc, char **argv)
{
	struct ledger *ledger = NULL;
	struct reason reason;
	struct config *config;
	int status;

	core_context_enter();
	umask(077);
	setvbuf(stdout, NULL, _IOLBF, 0);
	config = argc > 2 ? config_load(argv[1], &reason) : NULL;
	if (config == NULL || ledger_open(config->folder, true, &ledger, &reason) != 0) {
		fprintf(stderr, "sendprobe: %s\n", argc > 2 ? reason.text : "wrong use");
		return 2;
	}
	status = run(config, ledger, argc - 2, argv + 2);
	ledger_close(ledger);
	config_free(config);
	return status;
}
