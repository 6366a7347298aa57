/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/sys/files.h"
#include "pbem/sys/recurring_errors.h"
#include "pbem/sys/step.h"

enum { MAX_BYTES = 4096, CALM_SECONDS = SECONDS_AN_HOUR };

static const char *const names[RECURRING_ERRORS_KINDS] = {
	[RECURRING_ERRORS_SITE] = "site",   [RECURRING_ERRORS_ROOM] = "room",
	[RECURRING_ERRORS_FILES] = "files", [RECURRING_ERRORS_MAILBOX] = "mailbox",
	[RECURRING_ERRORS_POST] = "post",   [RECURRING_ERRORS_TIME] = "time",
};

/* Returns the earlier time. A recorded time can be in the future if the clock was set back. */
static int64_t earlier_time(int64_t when, int64_t now)
{
	return when < now ? when : now;
}

/* Reads a line such as "mailbox 75 FIRST LAST TOLD". Ignores all other lines, which may be from a
 * newer pbem. */
static void read_line(struct recurring_errors_record *troubles, const char *line)
{
	char name[16];
	int64_t first, last, told;
	int code;

	if (sscanf(line, "%15s %d %" SCNd64 " %" SCNd64 " %" SCNd64, name, &code, &first, &last,
		   &told) != 5 ||
	    first <= 0 || last < first)
		return;
	for (unsigned kind = 0; kind < RECURRING_ERRORS_KINDS; kind++)
		if (strcmp(names[kind], name) == 0)
			troubles->states[kind][code != EX_TEMPFAIL] =
				(struct recurring_errors_state){
					.first = earlier_time(first, troubles->now),
					.last = earlier_time(last, troubles->now),
					.told = earlier_time(told, troubles->now),
				};
}

static void read_file(struct recurring_errors_record *troubles)
{
	struct reason reason;
	struct strbuf text;
	const char *cursor, *line;
	size_t len;
	bool there;

	strbuf_init(&text, MAX_BYTES);
	if (files_read_if_there(troubles->path, &text, &there, &reason) == 0 && text.len > 0) {
		cursor = text.bytes;
		while (strbuf_next_line(&cursor, text.bytes + text.len, &line, &len)) {
			char *copy = base_strndup(line, len);

			read_line(troubles, copy);
			free(copy);
		}
	}
	strbuf_done(&text);
}

void recurring_errors_init(struct recurring_errors_record *troubles, const char *folder,
			   bool watched)
{
	*troubles = (struct recurring_errors_record){
		.path = base_printf("%s/troubles", folder),
		.watched = watched,
		.now = step_time(),
	};
	read_file(troubles);
}

bool recurring_errors_note(struct recurring_errors_record *troubles, enum recurring_errors kind,
			   int code)
{
	struct recurring_errors_state *state;

	if (troubles == NULL)
		return true;
	state = &troubles->states[kind][code != EX_TEMPFAIL];
	if (!state->now) {
		state->now = true;
		state->say = troubles->watched || state->told == 0 ||
			     troubles->now - state->told >= SECONDS_A_DAY;
		if (state->first == 0)
			state->first = troubles->now;
		if (state->say && !troubles->watched)
			state->told = troubles->now;
		state->last = troubles->now;
		troubles->changed = true;
	}
	return state->say;
}

void recurring_errors_well(struct recurring_errors_record *troubles, enum recurring_errors kind)
{
	if (troubles != NULL)
		troubles->well |= 1u << kind;
}

bool recurring_errors_over(const struct recurring_errors_record *troubles,
			   enum recurring_errors kind, int64_t *since_out)
{
	const struct recurring_errors_state *states = troubles->states[kind];
	int64_t since = 0;

	for (unsigned i = 0; i < 2; i++) {
		if (states[i].first == 0)
			continue;
		if (troubles->now - states[i].last < CALM_SECONDS)
			return false;
		if (since == 0 || states[i].first < since)
			since = states[i].first;
	}
	*since_out = since;
	return since != 0 && (troubles->well >> kind & 1);
}

void recurring_errors_forget(struct recurring_errors_record *troubles, enum recurring_errors kind)
{
	memset(troubles->states[kind], 0, sizeof troubles->states[kind]);
	troubles->changed = true;
}

static void write_lines(const struct recurring_errors_record *troubles, struct strbuf *out)
{
	for (unsigned kind = 0; kind < RECURRING_ERRORS_KINDS; kind++)
		for (unsigned mending = 0; mending < 2; mending++) {
			const struct recurring_errors_state *state =
				&troubles->states[kind][mending];

			if (state->first != 0)
				strbuf_addf(out, "%s %d %" PRId64 " %" PRId64 " %" PRId64 "\n",
					    names[kind], mending ? EX_CONFIG : EX_TEMPFAIL,
					    state->first, state->last, state->told);
		}
}

/* Prints that an error is reported only once a day, so that nobody takes a day without mail for a
 * good sign. */
static void report_repetition(const struct recurring_errors_record *troubles)
{
	int64_t since = 0;
	char stamp[TIMESTAMP_SIZE];

	if (troubles->watched)
		return;
	for (unsigned i = 0; i < RECURRING_ERRORS_KINDS * 2; i++) {
		const struct recurring_errors_state *state = &troubles->states[i / 2][i % 2];

		if (state->now && state->say && (since == 0 || state->first < since))
			since = state->first;
	}
	if (since == 0)
		return;
	timestamp_print(since, stamp);
	fprintf(stderr,
		"pbem: this fault has lasted since %s; pbem reports it once a day, and the site's "
		"log contains each time\n",
		stamp);
}

static void write_file(struct recurring_errors_record *troubles)
{
	struct strbuf text;
	struct reason reason;

	strbuf_init(&text, MAX_BYTES);
	write_lines(troubles, &text);
	/* An error that can't be recorded is reported again the next time. */
	if (troubles->changed && text.len > 0)
		(void)files_write(troubles->path, text.bytes, text.len, &reason);
	else if (troubles->changed)
		(void)files_remove(troubles->path, &reason);
	troubles->changed = false;
	strbuf_done(&text);
}

void recurring_errors_pause(struct recurring_errors_record *troubles)
{
	if (troubles == NULL || troubles->away)
		return;
	write_file(troubles);
	troubles->away = true;
}

void recurring_errors_resume(struct recurring_errors_record *troubles)
{
	struct recurring_errors_state before[RECURRING_ERRORS_KINDS][2];

	if (troubles == NULL || !troubles->away)
		return;
	memcpy(before, troubles->states, sizeof before);
	memset(troubles->states, 0, sizeof troubles->states);
	read_file(troubles);
	for (unsigned i = 0; i < RECURRING_ERRORS_KINDS * 2; i++) {
		struct recurring_errors_state *state = &troubles->states[i / 2][i % 2];

		/* An error that could not be recorded isn't forgotten. */
		if (state->first == 0 && before[i / 2][i % 2].now)
			*state = before[i / 2][i % 2];
		state->now = before[i / 2][i % 2].now;
		state->say = before[i / 2][i % 2].say;
	}
	troubles->away = false;
}

void recurring_errors_done(struct recurring_errors_record *troubles)
{
	report_repetition(troubles);
	if (!troubles->away)
		write_file(troubles);
	free(troubles->path);
}
