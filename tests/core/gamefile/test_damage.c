/* SPDX-License-Identifier: MIT */
/*
 * Damaged files of all kinds of games, with a chain that fits. They are read, verified and played
 * on, or refused with a reason, and nothing worse happens. PBEM_DAMAGE: how many of each game;
 * PBEM_DAMAGE_SEED: other games; PBEM_DAMAGE_FIRST: number of the first case. Most useful in a
 * build with sanitizers.
 */
#include <inttypes.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "core/gametype/cards/cards_state.h"
#include "core/gametype/ring/ring_game_state.h"
#include "tests/lib/kept.h"
#include "tests/lib/match_any.h"
#include "tests/lib/spoil.h"
#include "tests/lib/verify.h"

#include "core/gamefile/gamefile_internal.h"
#include "core/gametype/ring/ring_game_text.h"

enum { SECONDS = 60, CHILD_CASES = 200 };

struct sort {
	const char *name;
	struct option options[5];
	size_t option_count;
	unsigned steps; /* messages in it */
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
	struct strbuf public, sealed, snapshot;
};

/* The present case, which the parent process reads if the child dies. */
struct note {
	unsigned number;
	char text[SPOIL_STORY_MAX];
	unsigned read, refused,
		letters; /* of all cases: files read, refused; messages accepted afterwards */
	uint64_t sum;	 /* sum of the results of all cases of this kind */
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

/* Lets all but the last seat resign. */
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
	strbuf_init(&sample->snapshot, 0);
	gamefile_snapshot(match->file, &sample->snapshot);
	strbuf_init(&match->public, 0);
	strbuf_init(&match->sealed, 0);
}

/* ---- using it ---- */

static void look_at_seat(const struct game *game, uint8_t seat, struct strbuf *out)
{
	view_board_for(game, seat, seat, BOARD_FULL, out);
	view_board(game, seat, BOARD_COMPACT, out);
	view_since(game, seat, out);
	view_departure(game, seat, out);
	view_legal_for(game, seat, out);
	if (variant_has_cards(game->variant)) {
		struct card_state *table = base_alloc(sizeof *table);
		struct play_list plays;

		card_state_copy(table, cards_state(game));
		card_state_conceal(table, seat);
		cards_table(game, seat, out);
		card_state_effects(table, out);
		card_state_describe_turn(table, out);
		play_list_init(&plays);
		legal_plays_list(table, seat, NULL, &plays);
		play_list_done(&plays);
		free(table);
	}
}

/* Reads the game as messages and commands would. */
static void look(const struct game *game)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	for (uint8_t seat = 0;
	     seat < variant_seats(game->variant) && !variant_has_boards(game->variant); seat++)
		look_at_seat(game, seat, &out);
	for (unsigned board = 0;
	     variant_has_boards(game->variant) && board < ring_game_state(game)->boards; board++)
		ring_game_sheet(game, board, NO_SIDE, BOARD_FULL, &out);
	view_status(game, &out);
	view_recent(game, 0, &out);
	view_last(game, &out);
	view_result(game, &out);
	kept_add(&note->sum, out.bytes);
	strbuf_done(&out);
}

static void look_on(struct match *match)
{
	struct strbuf snapshot;
	struct sha256 state;
	size_t start;

	look(&match->file->game);
	strbuf_init(&snapshot, 0);
	gamefile_snapshot(match->file, &snapshot);
	start = snapshots_state(&snapshot);
	sha256_bytes(snapshot.bytes + start, snapshot.len - SHA256_HEX - start, &state);
	kept_add(&note->sum, state.hex);
	strbuf_done(&snapshot);
}

/* Adds a report on a file, which must not depend on the file's place. */
static void add_said(const char *folder, const char *said)
{
	const char *at = strstr(said, folder);

	kept_add(&note->sum, at != NULL ? at + strlen(folder) : said);
}

/* Reads the game, looks at it, plays on. */
static void use(struct match *match)
{
	struct reason reason = {.text = ""};
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

/* Damages one of the files, most often the public one. */
static void spoil_sample(struct match *match, const struct sample *sample)
{
	struct strbuf public, sealed, snapshot;
	unsigned which = seed_below(&match->seed, 8);

	strbuf_init(&public, 0);
	strbuf_init(&sealed, 0);
	strbuf_init(&snapshot, 0);
	strbuf_add_bytes(&public, sample->public.bytes, sample->public.len);
	strbuf_add_bytes(&sealed, sample->sealed.bytes, sample->sealed.len);
	strbuf_add_bytes(&snapshot, sample->snapshot.bytes, sample->snapshot.len);
	if (which == 0)
		spoil_state(match, &snapshot);
	else if (which < 3 && sealed.len > 0)
		spoil_some(match, &sealed, false);
	else
		spoil_some(match, &public, which == 7 && seed_below(&match->seed, 4) == 0);
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
	strbuf_done(&public);
	strbuf_done(&sealed);
	strbuf_done(&snapshot);
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
	strbuf_clear(&match->public);
	strbuf_clear(&match->sealed);
}

/* Restores signals, so that the parent reports what kills a child, not cmocka. */
static void die_plainly(void)
{
	static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

	for (size_t i = 0; i < ARRAY_LEN(signals); i++)
		signal(signals[i], SIG_DFL);
}

/* Tries some cases in a process of their own; returns how many faults it found. */
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

/* Asserts that the results of that many cases of each kind are those in kept.txt. */
static void assert_kept(const struct sort *kind, size_t number, unsigned cases)
{
	char *name = base_printf("damage:%u:%zu:%s", cases, number, kind->name);
	struct strbuf sum;

	strbuf_init(&sum, 0);
	strbuf_addf(&sum, "%" PRIu64, note->sum);
	if (!kept_is_same(name, 1, &sum))
		fail_msg("%s: %s", name, kept_is_not);
	strbuf_done(&sum);
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
		strbuf_done(&sample.public);
		strbuf_done(&sample.sealed);
		strbuf_done(&sample.snapshot);
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
