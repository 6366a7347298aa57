/* SPDX-License-Identifier: MIT */
#include "core/cards/effects/effects_load.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/gametype/cards/cards_state.h"
#include "tests/lib/kept.h"
#include "tests/lib/match.h"
#include "tests/lib/verify.h"

const char match_secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

struct card_state *match_table_of(const struct match *play)
{
	return cards_state(&play->file->game);
}

static void match_publish(struct match *play)
{
	const struct entry_head head = {play->file->head + 1, play->now, "end"};
	struct event_list events;
	struct reason reason = {.text = ""};

	if (!variant_has_cards(play->file->game.variant) || play->damaged || play->published ||
	    play->file->game.outcome.status == STATUS_PLAYING)
		return;
	play->published = true;
	event_list_init(&events);
	if (sealed_publish(play->sealed.bytes, play->sealed.len, &events, &reason) < 0 ||
	    gamefile_add(play->file, &head, &events, &play->public, NULL, &reason) < 0)
		fail_msg("%s", reason.text);
	event_list_done(&events);
}

void match_add(struct match *play, const char *cause, const struct event_list *events)
{
	const struct entry_head head = {play->file->head + 1, play->now, cause};
	struct reason reason = {.text = ""};

	if (gamefile_add(play->file, &head, events, &play->public,
			 variant_has_cards(play->file->game.variant) ? &play->sealed : NULL,
			 &reason) < 0 &&
	    !play->damaged)
		fail_msg("%s", reason.text);
	match_publish(play);
}

/* Deals decks as the game's options define them. */
static void match_start(struct match *play)
{
	struct event_list events;

	event_list_init(&events);
	if (!variant_has_cards(play->file->game.variant))
		turn_start(&play->file->game, &events);
	else
		turn_start_lots(&play->file->game, &events);
	match_add(play, "moderator", &events);
	event_list_done(&events);
}

static void match_count_cards(const struct match *play, unsigned cards_out[MAX_CARD_KINDS])
{
	const struct piles *piles = &match_table_of(play)->piles;

	memset(cards_out, 0, MAX_CARD_KINDS * sizeof *cards_out);
	for (unsigned i = 0; i < piles->count; i++) {
		assert_true(piles->copies[i].kind < MAX_CARD_KINDS);
		cards_out[piles->copies[i].kind]++;
	}
}

void match_assert_cards(const struct match *play)
{
	const struct piles *piles = &match_table_of(play)->piles;
	unsigned cards[MAX_CARD_KINDS];

	match_count_cards(play, cards);
	assert_memory_equal(cards, play->cards, sizeof cards);
	for (unsigned i = 0; i < piles->count; i++)
		for (unsigned j = 0; j < i; j++)
			assert_false(piles->copies[i].zone == piles->copies[j].zone &&
				     piles->copies[i].seat == piles->copies[j].seat &&
				     piles->copies[i].place == piles->copies[j].place);
}

void match_begin(struct match *play, const char *name, const struct option *options, size_t count,
		 unsigned seed)
{
	match_begin_named(play, "g1", NULL, name, options, count, seed);
}

void match_begin_named(struct match *play, const char *id, const char *const *players,
		       const char *name, const struct option *options, size_t count, unsigned seed)
{
	struct game_header header = {.number = 1, .created = 1795228000};
	struct reason reason = {.text = ""};
	struct option own[MAX_OPTIONS];
	const size_t own_count = game_options_leave_out(options, count, own);
	const struct variant *variant = variant_get(library, name, own, own_count, &reason);

	if (variant == NULL)
		fail_msg("%s", reason.text);
	memset(play, 0, sizeof *play);
	play->seed = seed;
	play->now = header.created;
	snprintf(header.id, sizeof header.id, "%s", id);
	strcpy(header.variant, name);
	for (unsigned i = 0; players != NULL && i < variant_seats(variant); i++)
		snprintf(header.names[i], sizeof header.names[i], "%s", players[i]);
	for (size_t i = 0; i < count; i++)
		header.options[i] = options[i];
	header.option_count = count;
	strbuf_init(&play->public, 0);
	strbuf_init(&play->sealed, 0);
	strbuf_init(&play->seen, 0);
	assert_true(scratch_make(play->folder));
	if (variant_has_cards(variant)) {
		sealed_commit(match_secret, &header.commit);
		assert_non_null(effects_book_of(variant, NULL));
	}
	play->file = gamefile_new(&header, variant);
	gamefile_header(&header, variant, &play->public);
	if (variant_has_cards(variant))
		gamefile_seal(play->file, match_secret, &play->sealed);
	match_start(play);
	if (variant_has_cards(variant))
		match_count_cards(play, play->cards);
}

void match_end(struct match *play)
{
	gamefile_free(play->file);
	strbuf_done(&play->public);
	strbuf_done(&play->seen);
	strbuf_done(&play->sealed);
	assert_int_equal(scratch_remove(play->folder), 0);
}

bool match_send(struct match *play, uint8_t seat, const char *letter)
{
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};
	bool accepted;

	order_list_init(&orders);
	event_list_init(&events);
	play->now += 1000;
	accepted =
		order_read_message(play->file->game.variant, letter, &orders, &why) == ACCEPTED &&
		clock_admit(&play->file->game, seat, &orders, play->now, &why) == ACCEPTED &&
		turn_decide(&play->file->game, seat, &orders, &events, &why) == ACCEPTED;
	if (accepted && events.count > 0)
		match_add(play, "sha256:letter", &events);
	event_list_done(&events);
	order_list_done(&orders);
	play->accepted += accepted;
	return accepted;
}

uint8_t match_someone_awaited(struct match *play)
{
	uint16_t awaited = card_state_awaited(match_table_of(play));
	unsigned choice = seed_below(&play->seed, (unsigned)__builtin_popcount(awaited));

	while (choice-- > 0)
		awaited &= (uint16_t)(awaited - 1);
	return (uint8_t)__builtin_ctz(awaited);
}

bool match_play_card(struct match *play, uint8_t seat, const struct move *after)
{
	struct play_list list;
	struct strbuf letter;
	bool done = false;

	play_list_init(&list);
	legal_plays_list(match_table_of(play), seat, after, &list);
	strbuf_init(&letter, 0);
	if (list.count > 0) {
		char move[MOVE_TEXT_MAX];

		if (after != NULL) {
			move_text(play->file->game.variant, after, move);
			strbuf_addf(&letter, "MOVE %s\n", move);
		}
		play_print(match_table_of(play)->book,
			   &list.plays[seed_below(&play->seed, list.count)], &letter);
		done = match_send(play, seat, letter.bytes);
	}
	strbuf_done(&letter);
	play_list_done(&list);
	return done;
}

bool match_make_move(struct match *play, uint8_t seat, bool with_card)
{
	struct move_list *list = base_alloc(sizeof *list);
	char letter[MOVE_TEXT_MAX + 8] = "PASS";
	bool done = false;

	submit_legal(match_table_of(play), list);
	if (list->count > 0) {
		const struct move *move = &list->moves[seed_below(&play->seed, list->count)];

		strcpy(letter, "MOVE ");
		move_text(play->file->game.variant, move, letter + 5);
		done = with_card && match_play_card(play, seat, move);
	}
	done = done || match_send(play, seat, letter);
	free(list);
	return done;
}

/* Returns a random card of the hand; NULL if it is empty or unknown. */
static const char *match_some_card(struct match *play, uint8_t seat)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&match_table_of(play)->piles, ZONE_HAND, seat, copies);
	const struct card_state *table = match_table_of(play);
	uint8_t kind = count == 0
			       ? NO_CARD
			       : table->piles.copies[copies[seed_below(&play->seed, count)]].kind;

	return kind == NO_CARD ? NULL : table->book->set->cards[kind].name;
}

bool match_pass(struct match *play, uint8_t seat)
{
	bool gives = match_table_of(play)->piles.common && seed_below(&play->seed, 3) == 0;
	const char *card = gives ? match_some_card(play, seat) : NULL;
	char *letter = base_printf("%s%s%s", card ? "DISCARD " : "", card ? card : "",
				   card ? "\nPASS" : "PASS");
	bool done = match_send(play, seat, letter);

	if (!done)
		done = match_send(play, seat, "PASS");
	free(letter);
	return done;
}

/* Lets the time pass until the first deadline is over; false if there is none. */
static bool match_let_time_pass(struct match *play)
{
	int64_t next = clock_next(&play->file->game);
	struct event_list events;

	if (next == 0)
		return false;
	assert_int_equal(clock_overdue(&play->file->game, next), 0);
	play->now = next > play->now ? next + 1 : play->now + 1;
	event_list_init(&events);
	assert_true(clock_decide(&play->file->game, play->now, &events));
	match_add(play, "clock", &events);
	event_list_done(&events);
	/* The new questions have their full time; only the ones that were asked before are over. */
	assert_int_equal(clock_overdue(&play->file->game, play->now), 0);
	play->lapses++;
	return true;
}

bool match_act(struct match *play)
{
	uint8_t seat = match_someone_awaited(play);

	if (seed_below(&play->seed, 5) == 0 && match_let_time_pass(play))
		return true;
	switch (match_table_of(play)->now.phase) {
	case PHASE_WINDOW:
		if (seed_below(&play->seed, 3) > 0 && match_play_card(play, seat, NULL)) {
			play->reactions++;
			return true;
		}
		return match_pass(play, seat);
	case PHASE_DEMAND:
		assert_true(match_let_time_pass(play));
		return true;
	default:
		if (seed_below(&play->seed, 2) > 0 && match_play_card(play, seat, NULL))
			return true;
		return match_make_move(play, seat, seed_below(&play->seed, 2) > 0);
	}
}

void match_write_file(const struct match *play, const char *name, const struct strbuf *text)
{
	char *path = base_printf("%s/%s", play->folder, name);
	FILE *stream;

	/* A new file, because truncating an old one would flush it, thousands of times. */
	unlink(path);
	stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_int_equal(fwrite(text->bytes, 1, text->len, stream), text->len);
	fclose(stream);
	free(path);
}

void match_remove_file(const struct match *play, const char *name)
{
	char *path = base_printf("%s/%s", play->folder, name);

	unlink(path);
	free(path);
}

struct gamefile *match_load(const struct match *play, bool alone)
{
	char *path = base_printf("%s/game.txt", play->folder);
	struct reason reason = {.text = ""};
	struct gamefile *file = alone ? gamefile_load_public(path, library, SIZE_MAX, &reason)
				      : gamefile_load(play->folder, library, &reason);

	if (file == NULL)
		fail_msg("%s", reason.text);
	free(path);
	return file;
}

void match_fail_with(void *context, const char *line)
{
	(void)context;
	fail_msg("%s", line);
}

void match_assert_verifies(const struct match *play)
{
	char *path = base_printf("%s/game.txt", play->folder);

	assert_int_equal(verify_game(path, library, match_fail_with, NULL), 0);
	free(path);
}

/* Asserts that the parts that a snapshot leaves out follow from the rest. */
static void assert_kept(const struct gamefile *file, const struct strbuf *snapshot)
{
	struct gamefile *again = gamefile_read_snapshot(snapshot->bytes, snapshot->len, library);

	assert_non_null(again);
	match_assert_same_field(&cards_state(&again->game)->field,
				&cards_state(&file->game)->field);
	match_assert_same_field(&cards_state(&again->game)->start,
				&cards_state(&file->game)->start);
	assert_memory_equal(&cards_state(&again->game)->piles, &cards_state(&file->game)->piles,
			    sizeof cards_state(&file->game)->piles);
	snapshots_assert_is(snapshot, again);
	gamefile_free(again);
}

void match_assert_comes_back(struct match *play)
{
	struct strbuf snapshot;
	struct gamefile *file;

	strbuf_init(&snapshot, 0);
	gamefile_snapshot(play->file, &snapshot);
	match_write_file(play, "game.txt", &play->public);
	match_write_file(play, "sealed", &play->sealed);
	match_assert_verifies(play);
	file = match_load(play, false);
	match_assert_same_game(file, play->file);
	gamefile_free(file);
	assert_kept(play->file, &snapshot);
	match_write_file(play, "snapshot", &snapshot);
	file = match_load(play, false);
	snapshots_assert_is(&snapshot, file);
	gamefile_free(file);
	match_remove_file(play, "snapshot");
	match_remove_file(play, "sealed");
	file = match_load(play, true);
	match_assert_verifies(play);
	assert_memory_equal(&file->game.position, &play->file->game.position,
			    sizeof file->game.position);
	/* The public view shows whom the game waits for, and for how long. */
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		assert_int_equal(clock_deadline(&file->game, seat),
				 clock_deadline(&play->file->game, seat));
	gamefile_free(file);
	strbuf_done(&snapshot);
}

/* Asserts that nothing shown can be played or breaks a letter, and that what a seat sees follows
 * from what it may know. */
static void match_assert_seen_safely(struct match *play)
{
	const struct game *game = &play->file->game;
	unsigned seats = variant_seats(game->variant);

	for (unsigned i = 0; i <= seats; i++) {
		uint8_t seat = i < seats ? (uint8_t)i : NO_SIDE;
		enum board_style style = seat % 2 == 0 ? BOARD_FULL : BOARD_COMPACT;
		struct strbuf whole, known;
		struct game seen;

		strbuf_init(&whole, 0);
		strbuf_init(&known, 0);
		game_copy(&seen, game);
		card_state_conceal(cards_state(&seen), seat);
		view_board_for(game, seat, seat, style, &whole);
		view_board_for(&seen, seat, seat, style, &known);
		cards_table(game, seat, &whole);
		cards_table(&seen, seat, &known);
		assert_string_equal(whole.bytes, known.bytes);
		strbuf_add(&play->seen, whole.bytes);
		view_recent(game, 0, &whole);
		assert_safe(game->variant, whole.bytes);
		game_done(&seen);
		strbuf_done(&known);
		strbuf_done(&whole);
	}
}

/* Compares both files and the views with tests/core/cards/kept.txt. */
static void match_assert_kept(struct match *play, const char *name, const struct option *options,
			      size_t count, unsigned seed)
{
	struct strbuf row;

	strbuf_init(&row, 0);
	strbuf_addf(&row, "mail:%s", name);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&row, ":%s=%s", options[i].key, options[i].value);
	strbuf_add(&play->seen, play->public.bytes);
	strbuf_add(&play->seen, play->sealed.bytes);
	if (!kept_is_same(row.bytes, seed, &play->seen))
		fail_msg("%s, seed %u: %s", row.bytes, seed, kept_is_not);
	strbuf_done(&row);
}

unsigned match_play_games(const char *name, const struct option *options, size_t count,
			  unsigned games)
{
	unsigned shuffles = 0, lapses = 0, letters = 0, first = pace_wanted("PBEM_CARD_SEED", 1);
	unsigned wanted = pace_wanted("PBEM_CARD_GAMES", pace(games, 2));

	for (unsigned seed = first; seed < first + wanted; seed++) {
		struct match play;

		match_begin(&play, name, options, count, seed);
		for (unsigned i = 0; i < 60 && match_table_of(&play)->now.phase != PHASE_OVER;
		     i++) {
			if (!match_act(&play))
				break;
			match_assert_cards(&play);
			if (i % 10 == 9)
				match_assert_seen_safely(&play);
			if (i % 20 == 19)
				match_assert_comes_back(&play);
		}
		match_assert_comes_back(&play);
		assert_true(play.accepted > 0);
		match_assert_kept(&play, name, options, count, seed);
		shuffles += match_table_of(&play)->piles.shuffles[0];
		lapses += play.lapses;
		letters += play.accepted;
		match_end(&play);
	}
	print_message("%s by mail: %u games, %u letters\n", name, wanted, letters);
	assert_true(lapses > 0 || wanted < games);
	return shuffles;
}
