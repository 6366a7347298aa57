/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"
#include "pbem/site/trouble.h"

enum { MAX_BYTES = 4096, CALM_SECONDS = SECONDS_AN_HOUR };

static const char *const names[TROUBLE_KINDS] = {
	[TROUBLE_SITE] = "site",       [TROUBLE_ROOM] = "room", [TROUBLE_FILES] = "files",
	[TROUBLE_MAILBOX] = "mailbox", [TROUBLE_POST] = "post", [TROUBLE_TIME] = "time",
};

/* The clock may have been set back: nothing was later than now. */
static int64_t earlier(int64_t when, int64_t now)
{
	return when < now ? when : now;
}

/* "mailbox 75 FIRST LAST TOLD": what isn't such a line is none of ours, or of a newer pbem. */
static void read_line(struct troubles *troubles, const char *line)
{
	char name[16];
	int64_t first, last, told;
	int code;

	if (sscanf(line, "%15s %d %" SCNd64 " %" SCNd64 " %" SCNd64, name, &code, &first, &last,
		   &told) != 5 ||
	    first <= 0 || last < first)
		return;
	for (unsigned kind = 0; kind < TROUBLE_KINDS; kind++)
		if (strcmp(names[kind], name) == 0)
			troubles->states[kind][code != EX_TEMPFAIL] = (struct trouble_state){
				.first = earlier(first, troubles->now),
				.last = earlier(last, troubles->now),
				.told = earlier(told, troubles->now),
			};
}

static void read_file(struct troubles *troubles)
{
	struct reason reason;
	struct text text;
	const char *cursor, *line;
	size_t len;
	bool there;

	text_init(&text, MAX_BYTES);
	if (files_read_if_there(troubles->path, &text, &there, &reason) == 0 && text.len > 0) {
		cursor = text.bytes;
		while (text_next_line(&cursor, text.bytes + text.len, &line, &len)) {
			char *copy = base_strndup(line, len);

			read_line(troubles, copy);
			free(copy);
		}
	}
	text_done(&text);
}

void trouble_init(struct troubles *troubles, const char *folder, bool watched)
{
	*troubles = (struct troubles){
		.path = base_printf("%s/troubles", folder),
		.watched = watched,
		.now = step_time(),
	};
	read_file(troubles);
}

bool trouble_note(struct troubles *troubles, enum trouble kind, int code)
{
	struct trouble_state *state;

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

void trouble_well(struct troubles *troubles, enum trouble kind)
{
	if (troubles != NULL)
		troubles->well |= 1u << kind;
}

bool trouble_over(const struct troubles *troubles, enum trouble kind, int64_t *since_out)
{
	const struct trouble_state *states = troubles->states[kind];
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

void trouble_forget(struct troubles *troubles, enum trouble kind)
{
	memset(troubles->states[kind], 0, sizeof troubles->states[kind]);
	troubles->changed = true;
}

static void write_lines(const struct troubles *troubles, struct text *out)
{
	for (unsigned kind = 0; kind < TROUBLE_KINDS; kind++)
		for (unsigned mending = 0; mending < 2; mending++) {
			const struct trouble_state *state = &troubles->states[kind][mending];

			if (state->first != 0)
				text_addf(out, "%s %d %" PRId64 " %" PRId64 " %" PRId64 "\n",
					  names[kind], mending ? EX_CONFIG : EX_TEMPFAIL,
					  state->first, state->last, state->told);
		}
}

/* For who gets no other mail of it today: that there is none doesn't mean that it is well. */
static void say_how_often(const struct troubles *troubles)
{
	int64_t since = 0;
	char stamp[STAMP_SIZE];

	if (troubles->watched)
		return;
	for (unsigned i = 0; i < TROUBLE_KINDS * 2; i++) {
		const struct trouble_state *state = &troubles->states[i / 2][i % 2];

		if (state->now && state->say && (since == 0 || state->first < since))
			since = state->first;
	}
	if (since == 0)
		return;
	stamp_print(since, stamp);
	fprintf(stderr,
		"pbem: so since %s; while it lasts this is said once a day, and the site's log has "
		"it each time\n",
		stamp);
}

static void write_file(struct troubles *troubles)
{
	struct text text;
	struct reason reason;

	text_init(&text, MAX_BYTES);
	write_lines(troubles, &text);
	/* What can't be written is said again the next time. */
	if (troubles->changed && text.len > 0)
		(void)files_write(troubles->path, text.bytes, text.len, &reason);
	else if (troubles->changed)
		(void)files_remove(troubles->path, &reason);
	troubles->changed = false;
	text_done(&text);
}

void trouble_pause(struct troubles *troubles)
{
	if (troubles == NULL || troubles->away)
		return;
	write_file(troubles);
	troubles->away = true;
}

void trouble_resume(struct troubles *troubles)
{
	struct trouble_state before[TROUBLE_KINDS][2];

	if (troubles == NULL || !troubles->away)
		return;
	memcpy(before, troubles->states, sizeof before);
	memset(troubles->states, 0, sizeof troubles->states);
	read_file(troubles);
	for (unsigned i = 0; i < TROUBLE_KINDS * 2; i++) {
		struct trouble_state *state = &troubles->states[i / 2][i % 2];

		/* What could not be written isn't forgotten. */
		if (state->first == 0 && before[i / 2][i % 2].now)
			*state = before[i / 2][i % 2];
		state->now = before[i / 2][i % 2].now;
		state->say = before[i / 2][i % 2].say;
	}
	troubles->away = false;
}

void trouble_done(struct troubles *troubles)
{
	say_how_often(troubles);
	if (!troubles->away)
		write_file(troubles);
	free(troubles->path);
}
