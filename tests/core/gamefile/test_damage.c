/* SPDX-License-Identifier: MIT */
/*
 * Damaged files of all kinds of games, their chain made to fit again: they are read, verified and
 * played on, or refused with a reason, and nothing worse. PBEM_DAMAGE: how many of each game;
 * PBEM_DAMAGE_SEED: other games; PBEM_DAMAGE_FIRST: the number of the first case. Means most in a
 * build with sanitizers.
 */
#include <inttypes.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "core/kind/cards/cards_state.h"
#include "core/kind/circle/circle_state.h"
#include "tests/lib/kept.h"
#include "tests/lib/match_any.h"
#include "tests/lib/spoil.h"
#include "tests/lib/verify.h"

#include "core/kind/circle/circle_view.h"
#include "core/record/gamefile_inner.h"

enum { SECONDS = 60, CHILD_CASES = 200 };

struct sort {
	const char *name;
	struct option options[5];
	size_t option_count;
	unsigned steps; /* letters in it */
	bool ends;	/* it is over */
};

static const struct sort kinds[] = {
	{"knightmare", {{"", ""}}, 0, 25, false},
	{"knightmare", {{"abduction", "honour"}}, 1, 40, true},
	{"knightmare", {{"deck", "common"}}, 1, 40, false},
	{"three-player", {{"cards", "on"}}, 1, 50, false},
	{"four-player", {{"cards", "on"}, {"bishops", "queen"}}, 2, 50, false},
	{"four-player-team", {{"cards", "on"}, {"bishops", "redraw"}}, 2, 50, true},
	{"ring", {{"", ""}}, 0, 40, false},
	{"three-player",
	 {{"peterson.defense", "on"}, {"peterson.exchange", "on"}, {"peterson.capture", "on"}},
	 3,
	 40,
	 false},
	{"four-player", {{"peterson.exchange", "on"}, {"beaten", "role"}}, 2, 60, false},
	{"kingdom", {{"peterson.capture", "on"}}, 1, 30, false},
	{"chess", {{"", ""}}, 0, 60, true},
};

/* A sound game: its files. */
struct sample {
	const struct sort *kind;
	struct text public, sealed, snapshot;
};

/* What is being tried, where the parent process reads it when the child dies. */
struct note {
	unsigned number;
	char text[SPOIL_STORY_MAX];
	unsigned read, refused,
		letters; /* of all cases: files read, refused; letters accepted after it */
	uint64_t sum;	 /* of what all cases of this kind have come to */
};

static struct note *note;

/* ---- sound games ---- */

static void publish(struct match *match)
{
	struct event_list events;
	struct reason reason;

	event_list_init(&events);
	assert_int_equal(sealed_publish(match->sealed.bytes, match->sealed.len, &events, &reason),
			 0);
	match_add(match, "end", &events);
	event_list_done(&events);
}

/* All but the last seat give up. */
static void finish(struct match *match)
{
	for (uint8_t seat = 0; match->file->game.outcome.status == STATUS_PLAYING; seat++) {
		struct event_list events;

		event_list_init(&events);
		if (turn_forfeit(&match->file->game, seat, 0, &events, NULL) == ACCEPTED)
			match_add(match, "moderator", &events);
		event_list_done(&events);
	}
	if (variant_has_cards(match->file->game.variant))
		publish(match);
}

static void make_sample(const struct sort *kind, uint32_t seed, struct match *match,
			struct sample *sample)
{
	match_begin(match, kind->name, kind->options, kind->option_count, seed);
	for (unsigned i = 0; i < kind->steps && match_act_any(match); i++)
		assert_true(gamefile_is_sound(&match->file->game));
	if (kind->ends)
		finish(match);
	sample->kind = kind;
	sample->public = match->public;
	sample->sealed = match->sealed;
	text_init(&sample->snapshot, 0);
	gamefile_snapshot(match->file, &sample->snapshot);
	text_init(&match->public, 0);
	text_init(&match->sealed, 0);
}

/* ---- using it ---- */

static void look_at_seat(const struct game *game, uint8_t seat, struct text *out)
{
	view_board_for(game, seat, seat, BOARD_FULL, out);
	view_board(game, seat, BOARD_COMPACT, out);
	view_since(game, seat, out);
	view_departure(game, seat, out);
	view_legal_for(game, seat, out);
	if (variant_has_cards(game->variant)) {
		struct table *table = base_alloc(sizeof *table);
		struct play_list plays;

		table_copy(table, cards_state(game));
		table_conceal(table, seat);
		cards_table(game, seat, out);
		table_effects(table, out);
		table_tell(table, out);
		play_list_init(&plays);
		plays_list(table, seat, NULL, &plays);
		play_list_done(&plays);
		free(table);
	}
}

/* What letters and commands would read of it. */
static void look(const struct game *game)
{
	struct text out;

	text_init(&out, 0);
	for (uint8_t seat = 0;
	     seat < variant_seats(game->variant) && !variant_has_boards(game->variant); seat++)
		look_at_seat(game, seat, &out);
	for (unsigned board = 0;
	     variant_has_boards(game->variant) && board < circle_state(game)->boards; board++)
		circle_sheet(game, board, NO_SIDE, BOARD_FULL, &out);
	view_status(game, &out);
	view_recent(game, 0, &out);
	view_last(game, &out);
	view_result(game, &out);
	kept_add(&note->sum, out.bytes);
	text_done(&out);
}

static void look_on(struct match *match)
{
	struct text snapshot;

	look(&match->file->game);
	text_init(&snapshot, 0);
	gamefile_snapshot(match->file, &snapshot);
	kept_add(&note->sum, snapshot.bytes);
	text_done(&snapshot);
}

/* What is said of a file is the same wherever that lies. */
static void add_said(const char *folder, const char *said)
{
	const char *at = strstr(said, folder);

	kept_add(&note->sum, at != NULL ? at + strlen(folder) : said);
}

/* Reads it, looks at it, plays on. */
static void use(struct match *match)
{
	struct reason reason = {""};
	const char *says;
	uint8_t seat;

	match->file = gamefile_load(match->folder, library, &reason);
	if (match->file == NULL) {
		if (reason.text[0] == '\0')
			abort();
		add_said(match->folder, reason.text);
		note->refused++;
		return;
	}
	note->read++;
	match->accepted = 0;
	match->now = 1800000000;
	look_on(match);
	for (unsigned i = 0; i < 6 && match_act_any(match); i++)
		continue;
	says = seed_below(&match->seed, 2) ? "RESIGN" : "SAY pawns and queens";
	seat = (uint8_t)seed_below(&match->seed, variant_seats(match->file->game.variant));
	(void)match_send(match, seat, says);
	note->letters += match->accepted;
	look_on(match);
	gamefile_free(match->file);
	match->file = NULL;
}

static void add_fault(void *context, const char *line)
{
	add_said(context, line);
}

static void verify(struct match *match)
{
	char *path = base_printf("%s/game.txt", match->folder);

	(void)verify_game(path, library, add_fault, match->folder);
	free(path);
}

/* Which file is spoilt: the public one most often. */
static void spoil_sample(struct match *match, const struct sample *sample)
{
	struct text public, sealed, snapshot;
	unsigned which = seed_below(&match->seed, 8);

	text_init(&public, 0);
	text_init(&sealed, 0);
	text_init(&snapshot, 0);
	text_add_bytes(&public, sample->public.bytes, sample->public.len);
	text_add_bytes(&sealed, sample->sealed.bytes, sample->sealed.len);
	text_add_bytes(&snapshot, sample->snapshot.bytes, sample->snapshot.len);
	if (which == 0)
		spoil_some(match, &snapshot, true);
	else if (which < 3 && sealed.len > 0)
		spoil_some(match, &sealed, false);
	else
		spoil_some(match, &public, which == 7 && seed_below(&match->seed, 4) == 0);
	spoil_fit_sum(&snapshot);
	spoil_chain(&sealed);
	spoil_commit(&public, &sealed);
	spoil_chain(&public);
	match_write_file(match, "game.txt", &public);
	if (sealed.len > 0 && seed_below(&match->seed, 6) > 0)
		match_write_file(match, "sealed", &sealed);
	else
		match_remove_file(match, "sealed");
	if (which == 0)
		match_write_file(match, "snapshot", &snapshot);
	else
		match_remove_file(match, "snapshot");
	text_done(&public);
	text_done(&sealed);
	text_done(&snapshot);
}

static void try_case(struct match *match, const struct sample *sample, unsigned number)
{
	note->number = number;
	note->text[0] = '\0';
	match->seed = number * 2654435761u + 12345;
	alarm(SECONDS);
	spoil_sample(match, sample);
	use(match);
	if (seed_below(&match->seed, 8) == 0)
		verify(match);
	text_clear(&match->public);
	text_clear(&match->sealed);
}

/* What kills a child is for the parent to tell, not for cmocka. */
static void die_plainly(void)
{
	static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

	for (size_t i = 0; i < ARRAY_LEN(signals); i++)
		signal(signals[i], SIG_DFL);
}

/* Tries some cases in a process of their own; how many faults it found. */
static unsigned try_cases(struct match *match, const struct sample *sample, unsigned first,
			  unsigned end)
{
	unsigned faults = 0;

	while (first < end) {
		int status = 0;
		pid_t child;

		fflush(NULL);
		child = fork();
		if (child == 0) {
			die_plainly();
			for (unsigned i = first; i < end; i++)
				try_case(match, sample, i);
			exit(0);
		}
		assert_true(child > 0);
		assert_int_equal(waitpid(child, &status, 0), child);
		if (status == 0)
			break;
		fprintf(stderr, "# %s, case %u: %s %d\n%s\n", sample->kind->name, note->number,
			WIFSIGNALED(status) ? "signal" : "exit",
			WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), note->text);
		faults++;
		first = note->number + 1;
	}
	return faults;
}

/* What so many cases of each kind come to is kept. */
static void assert_kept(const struct sort *kind, size_t number, unsigned cases)
{
	char *name = base_printf("damage:%u:%zu:%s", cases, number, kind->name);
	struct text sum;

	text_init(&sum, 0);
	text_addf(&sum, "%" PRIu64, note->sum);
	if (!kept_is_same(name, 1, &sum))
		fail_msg("%s: %s", name, kept_is_not);
	text_done(&sum);
	free(name);
}

static void damaged_files_are_refused_or_played_on(void **state)
{
	unsigned cases = pace_wanted("PBEM_DAMAGE", pace(120, 2)),
		 first = pace_wanted("PBEM_DAMAGE_FIRST", 1);
	unsigned seed = pace_wanted("PBEM_DAMAGE_SEED", 1), faults = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		struct sample sample;
		struct match match;

		make_sample(&kinds[i], seed + (uint32_t)i, &match, &sample);
		gamefile_free(match.file);
		match.file = NULL;
		match.damaged = true;
		note->sum = 0;
		for (unsigned done = 0; done < cases; done += CHILD_CASES)
			faults += try_cases(
				&match, &sample, first + done,
				first + (done + CHILD_CASES < cases ? done + CHILD_CASES : cases));
		if (first == 1 && seed == 1 && faults == 0)
			assert_kept(&kinds[i], i, cases);
		text_done(&sample.public);
		text_done(&sample.sealed);
		text_done(&sample.snapshot);
		match_end(&match);
	}
	print_message("%u damaged games read, %u refused; %u letters taken\n", note->read,
		      note->refused, note->letters);
	assert_int_equal(faults, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_files_are_refused_or_played_on),
	};

	void *shared =
		mmap(NULL, sizeof *note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 99;
	note = shared;
	spoil_story = note->text;
	return cmocka_run_group_tests_name("damage", tests, chess_set_up, chess_tear_down);
}
