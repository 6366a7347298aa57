/* SPDX-License-Identifier: MIT */
/* Random games with cards on every board that has them: what must hold at each step. */
#include "tests/tableplay.h"
#include "tests/pace.h"

enum { MAX_STEPS = 90, DECK = 24 };

/* All cards of the set by chance: five in the hand, the rest in the pile. */
static void
deal(struct tableplay *play)
{
	const struct card_set *set = play->cards.set;
	struct piles *piles = &play->table.piles;
	unsigned seats = play->cards.variant->side_count;

	for (uint8_t seat = 0; seat < seats; seat++) {
		text_addf(&play->story, "hand %s: ", variant_seat_name(play->cards.variant, seat));
		for (unsigned i = 0; i < DECK; i++) {
			uint8_t kind = (uint8_t)tableplay_below(play, set->count);

			/* Two cards at once are the rarest thing. */
			if (i == 0 && tableplay_below(play, 3) == 0)
				kind = card_named(set, "Plots Within Plots", NULL);
			if (i == HAND_SIZE)
				text_addf(&play->story, "\ndeck %s: ",
				          variant_seat_name(play->cards.variant, seat));
			text_addf(&play->story, "%s%s", i == 0 || i == HAND_SIZE ? "" : ", ",
			          set->cards[kind].name);
			piles_add(piles, kind, piles->common ? NO_SIDE : seat,
			          i < HAND_SIZE ? ZONE_HAND : ZONE_DRAW, seat);
		}
		text_add_char(&play->story, '\n');
	}
}

static void
open_table(struct tableplay *play, const char *variant, uint64_t seed)
{
	struct position position;
	struct event_list events;

	memset(play, 0, sizeof *play);
	tableplay_aborted = play;
	cardplay_open(&play->cards, variant);
	play->chance = seed * 7919 + 1;
	text_init(&play->story, 0);
	text_addf(&play->story, "# %s, seed %llu\n", variant, (unsigned long long)seed);
	history_init(&play->history);
	history_init(&play->shadow_history);
	position_start(play->cards.variant, &position);
	table_init(&play->table, play->cards.book, &position, &play->history);
	deal(play);
	play->shadow = play->table;
	play->shadow.history = &play->shadow_history;
	event_list_init(&events);
	table_start(&play->table, &events);
	tableplay_check_replay(play, &events);
	event_list_done(&events);
}

static void
close_table(struct tableplay *play)
{
	history_done(&play->history);
	history_done(&play->shadow_history);
	text_done(&play->story);
	cardplay_close(&play->cards);
}

static void
print_play(const struct tableplay *play, const struct play *one, struct text *out)
{
	play_print(play->cards.book, one, out);
}

/* Adds one of the plays listed; false when there are none. */
static bool
add_some_play(struct tableplay *play, uint8_t seat, const struct move *after, struct text *message,
              struct play *chosen)
{
	struct play_list list;
	bool any;

	play_list_init(&list);
	table_plays(&play->table, seat, after, &list);
	any = list.count > 0;
	if (any) {
		*chosen = list.plays[tableplay_below(play, list.count)];
		print_play(play, chosen, message);
	}
	play_list_done(&list);
	return any;
}

static bool
is_plots(const struct tableplay *play, const struct play *one)
{
	return play->cards.set->cards[one->card].effect->verb == VERB_PLOTS;
}

/* ---- what is listed is taken, nothing else is ---- */

/* Whether the message would be taken; nothing comes of it. */
static bool
would_take(const struct tableplay *play, uint8_t seat, const char *message)
{
	struct table *copy = base_alloc(sizeof *copy);
	struct order_list orders;
	struct reason why = {""};
	bool taken = true;
	char line[512];

	*copy = play->table;
	copy->history = NULL;
	order_list_init(&orders);
	while (*message != '\0' && taken) {
		size_t len = strcspn(message, ";");

		memcpy(line, message, len);
		line[len] = '\0';
		taken = order_read(play->cards.variant, line, 1, &orders, &why) == ACCEPTED;
		message += len + strspn(message + len, "; ");
	}
	taken = taken && table_decide(copy, seat, &orders, NULL, &why) == ACCEPTED;
	order_list_done(&orders);
	free(copy);
	return taken;
}

/* Whether an order of the card has but one form: then what isn't listed is another. */
static bool
has_one_form(const struct card *card)
{
	for (unsigned i = 0; i < card->target_count; i++) {
		if (card->targets[i].or_move || card->targets[i].repeats || card->targets[i].optional ||
		    (card->targets[i].form != TARGET_SQUARE && card->targets[i].form != TARGET_MOVE))
			return false;
	}
	return card->target_count > 0 && !card->unordered && card->when != 0;
}

static bool
is_listed(const struct tableplay *play, const struct play_list *list, const char *text)
{
	bool found = false;

	for (unsigned i = 0; i < list->count && !found; i++) {
		struct text other;

		text_init(&other, 0);
		play_print(play->cards.book, &list->plays[i], &other);
		found = strcmp(other.bytes, text) == 0;
		text_done(&other);
	}
	return found;
}

/* A listed play with one square changed is listed too, or refused. */
static void
check_unlisted(struct tableplay *play, uint8_t seat, const struct move *after, const char *before)
{
	struct play_list list;
	struct text text;

	play_list_init(&list);
	text_init(&text, 0);
	table_plays(&play->table, seat, after, &list);
	for (unsigned tries = 0; tries < 4 && list.count > 0; tries++) {
		struct play other = list.plays[tableplay_below(play, list.count)];
		struct target *target;
		struct text message;

		if (!has_one_form(&play->cards.set->cards[other.card]) ||
		    play->cards.set->cards[other.card].when & WHEN_BEFORE)
			continue;
		target = &other.targets[tableplay_below(play, other.target_count)];
		target->squares[tableplay_below(play, target->square_count)] =
			(square)tableplay_below(play, CARD_SQUARES);
		text_clear(&text);
		text_add(&text, "");
		play_print(play->cards.book, &other, &text);
		if (is_listed(play, &list, text.bytes))
			continue;
		text_init(&message, 0);
		text_addf(&message, "%s%s", before, text.bytes);
		if (would_take(play, seat, message.bytes))
			tableplay_fail(play, "an unlisted play is taken", message.bytes);
		text_done(&message);
	}
	text_done(&text);
	play_list_done(&list);
}

/* ---- the Checkmate Rule ---- */

/* Whoever is mated now was mated before: a card that doesn't last mates nobody (K4, K5). */
static void
check_no_mate(struct tableplay *play, const struct field *before, uint8_t seat)
{
	const struct table *table = &play->table;
	struct field ended = *before;

	/* What bound the seat ends with its turn whatever it plays. */
	effects_after_turn(table->book, &ended, seat, NULL);
	for (uint8_t other = 0; other < play->cards.variant->side_count; other++) {
		if (other != seat && table->phase == PHASE_WINDOW && table->state == TURN_IN &&
		    before->position.in_play >> other & 1 && !ways_is_mated(table->book, before, other) &&
		    !ways_is_mated(table->book, &ended, other))
			tableplay_assert(play, !ways_is_mated(table->book, &table->field, other));
	}
}

/* A listed play that is a whole message is taken (T13). */
static void
assert_taken(struct tableplay *play, uint8_t seat, const struct text *message)
{
	struct reason why = {""};

	if (!tableplay_send(play, seat, message->bytes, &why))
		tableplay_fail(play, "a listed play is refused", why.text);
}

/* Plots Within Plots with two of the plays listed: taken or refused, nothing else may go wrong. */
static bool
try_plots(struct tableplay *play, uint8_t seat, const struct move *after, const char *before)
{
	struct text message;
	struct play chosen;
	struct reason why = {""};
	bool taken;

	text_init(&message, 0);
	text_addf(&message, "%sPLAY Plots Within Plots", before);
	for (unsigned i = 0; i < 2; i++) {
		text_add(&message, "; ");
		add_some_play(play, seat, after, &message, &chosen);
	}
	taken = tableplay_send(play, seat, message.bytes, &why);
	text_done(&message);
	return taken;
}

static void
add_move(const struct tableplay *play, const struct move *move, struct text *message)
{
	char name[MOVE_TEXT_MAX];

	move_text(play->cards.variant, move, name);
	text_addf(message, "MOVE %s", name);
}

/* Before- and instead-cards; a move behind those that leave it. */
static bool
try_early_card(struct tableplay *play, uint8_t seat, const struct move_list *legal)
{
	struct reason why = {""};
	struct play chosen;
	struct text message;
	bool taken = false, any;

	text_init(&message, 0);
	any = add_some_play(play, seat, NULL, &message, &chosen);
	if (any && is_plots(play, &chosen)) {
		taken = try_plots(play, seat, NULL, "");
	} else if (any) {
		uint8_t when = play->cards.set->cards[chosen.card].when;

		play->plays++;
		if (when & WHEN_INSTEAD) {
			const struct field before = play->table.field;

			check_unlisted(play, seat, NULL, "");
			assert_taken(play, seat, &message);
			if (!play->cards.set->cards[chosen.card].continuing)
				check_no_mate(play, &before, seat);
			taken = true;
		} else {
			if (legal->count > 0) {
				text_add(&message, "; ");
				add_move(play, &legal->moves[tableplay_below(play, legal->count)], &message);
			}
			taken = tableplay_send(play, seat, message.bytes, &why);
		}
	}
	text_done(&message);
	return taken;
}

static void
make_move(struct tableplay *play, uint8_t seat, const struct move_list *legal)
{
	const struct move *move = &legal->moves[tableplay_below(play, legal->count)];
	struct play chosen;
	struct text message, card;
	bool some;

	text_init(&message, 0);
	text_init(&card, 0);
	add_move(play, move, &message);
	some = tableplay_below(play, 3) > 0 && add_some_play(play, seat, move, &card, &chosen) &&
	       !is_plots(play, &chosen);
	if (some) {
		struct text start;

		text_init(&start, 0);
		text_addf(&start, "%s; ", message.bytes);
		check_unlisted(play, seat, move, start.bytes);
		text_done(&start);
		play->plays++;
		text_addf(&message, "; %s", card.bytes);
	}
	assert_taken(play, seat, &message);
	text_done(&card);
	text_done(&message);
}

static void
take_turn(struct tableplay *play)
{
	static struct move_list legal;
	struct reason why = {""};
	uint8_t seat = table_legal(&play->table, &legal);

	for (unsigned i = 0; i < 3; i++) {
		if (tableplay_below(play, 3) == 0 && try_early_card(play, seat, &legal))
			return;
	}
	if (legal.count > 0) {
		make_move(play, seat, &legal);
		return;
	}
	/* Nothing but a card is left, or PASS. */
	for (unsigned i = 0; i < 20; i++) {
		if (try_early_card(play, seat, &legal))
			return;
	}
	if (!tableplay_send(play, seat, "PASS", &why))
		table_pass_all(&play->table);
	play->steps = MAX_STEPS;
}

static uint8_t
some_seat_of(struct tableplay *play, uint16_t seats)
{
	unsigned skip = tableplay_below(play, (uint32_t)__builtin_popcount(seats));

	for (uint8_t seat = 0;; seat++) {
		if (seats >> seat & 1 && skip-- == 0)
			return seat;
	}
}

/* A turn undone leaves the board as it was found, but for what a Doomsayer has claimed, and for the first
 * of two cards instead of the move. */
static void
check_undone(struct tableplay *play)
{
	const struct table *table = &play->table;

	for (unsigned i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->kind == ACTION_SAID ||
		    (action->fate == ACTION_STANDS && action->when == WHEN_INSTEAD))
			return;
	}
	if (table->state == TURN_AGAIN && table->chaos)
		tableplay_assert(play, memcmp(table->field.position.piece_at, table->start.position.piece_at,
		                              sizeof table->start.position.piece_at) == 0);
}

static void
answer_window(struct tableplay *play)
{
	uint8_t seat = some_seat_of(play, play->table.window);
	struct text message;
	struct play chosen;
	struct reason why = {""};

	text_init(&message, 0);
	if (tableplay_below(play, 8) > 0 && add_some_play(play, seat, NULL, &message, &chosen) &&
	    !is_plots(play, &chosen)) {
		play->reactions++;
		if (tableplay_below(play, 4) == 0 && try_plots(play, seat, NULL, "")) {
			text_done(&message);
			return;
		}
		check_unlisted(play, seat, NULL, "");
		assert_taken(play, seat, &message);
		check_undone(play);
	} else if (!tableplay_send(play, seat, "PASS", &why)) {
		tableplay_fail(play, "PASS is refused", why.text);
	}
	text_done(&message);
}

static void
answer_demand(struct tableplay *play)
{
	struct event_list events;

	event_list_init(&events);
	play->demands++;
	text_addf(&play->story, "# %s's answer to %s is overdue\n",
	          variant_seat_name(play->cards.variant, play->table.demanded),
	          play->cards.set->cards[table_demand_card(&play->table)].name);
	table_answer_overdue(&play->table, &events);
	tableplay_check_pieces(play);
	tableplay_check_cards(play);
	tableplay_check_replay(play, &events);
	event_list_done(&events);
}

static void
say_something(struct tableplay *play)
{
	struct reason why = {""};
	uint8_t seat = (uint8_t)tableplay_below(play, play->cards.variant->side_count);

	tableplay_send(play, seat, "SAY pawns, knights and queens", &why);
}

static void
play_game(struct tableplay *play)
{
	for (play->steps = 0; play->steps < MAX_STEPS && play->table.phase != PHASE_OVER; play->steps++) {
		if (tableplay_below(play, 12) == 0 && play->table.phase != PHASE_DEMAND)
			say_something(play);
		if (play->table.phase == PHASE_MOVE)
			take_turn(play);
		else if (play->table.phase == PHASE_WINDOW)
			answer_window(play);
		else if (play->table.phase == PHASE_DEMAND)
			answer_demand(play);
	}
}

static unsigned
wanted_games(unsigned usual)
{
	const char *wanted = getenv("PBEM_CARD_GAMES");

	return wanted != NULL ? (unsigned)strtoul(wanted, NULL, 10) : pace(usual, 2);
}

static void
run_games(const char *variant, unsigned usual)
{
	static struct tableplay play;
	const char *first = getenv("PBEM_CARD_SEED");
	uint64_t seed = first != NULL ? strtoull(first, NULL, 10) : 1;
	unsigned plays = 0, reactions = 0, demands = 0;

	for (unsigned game = 0; game < wanted_games(usual); game++) {
		open_table(&play, variant, seed + game);
		play_game(&play);
		plays += play.plays;
		reactions += play.reactions;
		demands += play.demands;
		close_table(&play);
	}
	print_message("%s: %u plays, %u reactions, %u demands\n", variant, plays, reactions, demands);
}

static void
random_games_hold_together(void **state)
{
	(void)state;
	run_games("knightmare", 60);
}

static void
random_games_of_three_hold_together(void **state)
{
	(void)state;
	run_games("three-player", 30);
}

static void
random_games_of_four_hold_together(void **state)
{
	(void)state;
	run_games("four-player", 25);
	run_games("four-player-team", 25);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_games_hold_together),
		cmocka_unit_test(random_games_of_three_hold_together),
		cmocka_unit_test(random_games_of_four_hold_together),
	};

	tableplay_tell_aborted();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
