/* SPDX-License-Identifier: MIT */
#include "tests/lib/postscene.h"

static enum wire pretend_to_send(struct sink *sink, const struct sink_letter *letter,
				 struct reason *reason)
{
	struct post *post = (struct post *)sink;

	strbuf_addf(&post->log, "%s from <%s> to <%s>: %.*s\n", letter->name, letter->from,
		    letter->to, (int)letter->len - 2, letter->bytes);
	reason_set(reason, "451 or so");
	if (strbuf_starts(letter->to, "slow"))
		g_usleep(SLOW_US);
	if (post->meanwhile != NULL) {
		char *lines = post->meanwhile;

		post->meanwhile = NULL;
		change(post, lines);
	}
	sink->in_doubt = strbuf_starts(letter->to, "doubt");
	sink->theirs = strbuf_starts(letter->to, "never");
	if (sink->in_doubt)
		return WIRE_LATER;
	if (strbuf_starts(letter->to, "down"))
		sink->down = true;
	if (strbuf_starts(letter->to, "later") || sink->down)
		return WIRE_LATER;
	return strbuf_starts(letter->to, "never") ? WIRE_NEVER : WIRE_DONE;
}

static const struct sink_kind pretence = {.scheme = "pretence:", .send = pretend_to_send};

int post_open(void **state)
{
	struct post *post = base_zalloc(1, sizeof *post);

	umask(077);
	setenv("PBEM_FINAL_SECONDS", FINAL, 1);
	post->sink.kind = &pretence;
	post->config.folder = g_dir_make_tmp("pbem-outbox-XXXXXX", NULL);
	post->config.retry_days = 5;
	strbuf_init(&post->log, 0);
	strbuf_init(&post->told, 0);
	post->config.address = (char *)"game@example.org";
	*state = post;
	return ledger_open(post->config.folder, true, &post->ledger, &post->reason) == LEDGER_OPEN
		       ? 0
		       : -1;
}

static void remove_tree(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *inner = base_printf("%s/%s", path, name);

		if (g_file_test(inner, G_FILE_TEST_IS_DIR))
			remove_tree(inner);
		else
			g_unlink(inner);
		free(inner);
	}
	if (dir != NULL)
		g_dir_close(dir);
	g_rmdir(path);
}

int post_close(void **state)
{
	struct post *post = *state;

	ledger_close(post->ledger);
	remove_tree(post->config.folder);
	g_free(post->config.folder);
	strbuf_done(&post->log);
	strbuf_done(&post->told);
	free(post);
	return 0;
}

void change(struct post *post, const char *lines)
{
	const struct ledger_changes changes = {
		.lines = "", .letters = lines, .letters_len = strlen(lines)};

	if (ledger_apply(post->ledger, ++post->batch, &changes, &post->reason) != 0)
		fail_msg("%s", post->reason.text);
}

void put_letter(struct post *post, const char *name, const char *to)
{
	char *bytes = base_printf("letter to %s\r\n", to);
	struct strbuf lines;

	strbuf_init(&lines, 0);
	outbox_line_put(&lines, name, to, NOW - DAY, bytes, strlen(bytes));
	change(post, lines.bytes);
	strbuf_done(&lines);
	free(bytes);
}

size_t waiting(struct post *post)
{
	int64_t since;

	return outbox_count(ledger_outbox(post->ledger), &since);
}

static void note_found(void *context, const struct outbox_finding *finding)
{
	struct post *post = context;
	struct outbox_letter letter;

	outbox_line_reported(&post->told, finding->number);
	if (finding->row == 0) {
		strbuf_addf(&post->log, "in doubt %s <%s>: %s\n", finding->name, finding->to,
			    finding->why);
		return;
	}
	assert_int_equal(
		outbox_read(ledger_outbox(post->ledger), finding->row, &letter, &post->reason), 0);
	strbuf_addf(&post->log, "given up %s <%s> (%.*s): %s\n", letter.name, letter.to,
		    (int)strcspn(letter.bytes, "\r\n"), letter.bytes, finding->why);
	assert_int_equal(strlen(letter.bytes), letter.len);
	outbox_letter_done(&letter);
}

enum wire send_only(struct post *post, int64_t now)
{
	struct outbox *outbox = ledger_outbox(post->ledger);
	struct outbox_list list;
	enum wire result;

	strbuf_clear(&post->log);
	post->report = (struct outbox_report){.sent = 0};
	assert_int_equal(outbox_begin(outbox, &post->reason), 0);
	assert_int_equal(outbox_list(outbox, 0, &list, &post->reason), 0);
	result = run_outbox(&post->config, outbox, &list, &post->sink, now, &post->report,
			    &post->reason);
	outbox_list_free(&list);
	return result;
}

enum wire send_all(struct post *post, int64_t now)
{
	enum wire result = send_only(post, now);

	wind_up(post);
	return result;
}

void wind_up(struct post *post)
{
	struct outbox *outbox = ledger_outbox(post->ledger);

	strbuf_clear(&post->told);
	assert_int_equal(outbox_findings(outbox, note_found, post, NULL), 0);
	if (post->told.len > 0)
		change(post, post->told.bytes);
	assert_int_equal(outbox_release(outbox, NULL), 0);
}

const char *seen(const struct post *post)
{
	static char names[200];
	const char *cursor = post->log.bytes, *end = cursor + post->log.len, *line;
	size_t len;

	names[0] = '\0';
	while (strbuf_next_line(&cursor, end, &line, &len))
		if (memmem(line, len, " from <", 7) != NULL)
			snprintf(names + strlen(names), sizeof names - strlen(names), "%.*s",
				 (int)(strcspn(line, " ") + 1), line);
	return names;
}
