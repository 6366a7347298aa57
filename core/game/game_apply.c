/* SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game_bookkeeping.h"
#include "core/game/game_question_times.h"
#include "core/game/game_time_limits.h"
#include "core/notation/start_position.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"

/* Reports whether events of that kind concern time limits only. */
static bool game_limits_has(enum event_kind kind)
{
	switch (kind) {
	case EVENT_UNTIL:
	case EVENT_BANK:
	case EVENT_VACATION:
	case EVENT_BACK:
	case EVENT_REMINDED:
	case EVENT_MISSED:
		return true;
	default:
		return false;
	}
}

bool game_limits_slot(const struct game *game, unsigned clock, uint8_t *seat_out,
		      struct question *question_out)
{
	if (!game->started || game->outcome.status != STATUS_PLAYING)
		return false;
	if (game->variant->kind->turn_asked != NULL)
		return game->variant->kind->turn_asked(game, clock, seat_out, question_out);
	if (game_player(game) != clock || game->questions[clock].entry == 0)
		return false;
	*seat_out = (uint8_t)clock;
	*question_out = game->questions[clock];
	return true;
}

const struct turn_clock *game_limits_clock(const struct game *game, unsigned clock)
{
	const struct turn_clock *running = &game->clocks[clock];
	struct question question;
	uint8_t seat;

	return running->entry != 0 && game_limits_slot(game, clock, &seat, &question) &&
			       question.entry == running->entry && seat == running->seat
		       ? running
		       : NULL;
}

/* ---- days ---- */

int64_t game_limits_day(const char *text)
{
	char stamp[TIMESTAMP_SIZE];
	int64_t when;

	if (strlen(text) != 10)
		return -1;
	snprintf(stamp, sizeof stamp, "%sT00:00:00Z", text);
	when = timestamp_read(stamp);
	return when < 0 ? -1 : when / SECONDS_A_DAY;
}

void game_limits_print_day(int64_t day, char out[GAME_LIMITS_DAY])
{
	char stamp[TIMESTAMP_SIZE];

	timestamp_print(day * SECONDS_A_DAY, stamp);
	snprintf(out, GAME_LIMITS_DAY, "%.10s", stamp);
}

int64_t game_limits_in_year(int64_t from, int64_t to, int year)
{
	char first[TIMESTAMP_SIZE], last[TIMESTAMP_SIZE];
	int64_t begin, end;

	snprintf(first, sizeof first, "%04d-01-01", year);
	snprintf(last, sizeof last, "%04d-12-31", year);
	begin = game_limits_day(first);
	end = game_limits_day(last);
	from = from > begin ? from : begin;
	to = to < end ? to : end;
	return to >= from ? to - from + 1 : 0;
}

unsigned game_limits_away(const struct game *game, unsigned seat, int year)
{
	const struct seat_away *away = &game->away[seat];
	int64_t days = 0;

	for (unsigned i = 0; i < GAME_ABSENCES; i++)
		if (away->to[i] != 0)
			days += game_limits_in_year(away->from[i], away->to[i], year);
	return (unsigned)days;
}

/* ---- events ---- */

int64_t game_limits_asked(const struct game *game, const struct entry_head *head)
{
	return head->when + (game->late_entry == head->number ? game->late : 0);
}

/*
 * Returns the clock that an event is about; NULL with the reason if the event's seat isn't asked
 * for a turn there.
 */
static struct turn_clock *clock_of(struct game *game, const struct event *event,
				   struct question *question_out, struct reason *reason)
{
	unsigned clock = game->variant->kind->boards ? event->number - 1 : event->seat;
	uint8_t seat;

	if (clock < MAX_SEATS &&
	    (event->number == EVENT_NO_NUMBER) != game->variant->kind->boards &&
	    game_limits_slot(game, clock, &seat, question_out) && seat == event->seat)
		return &game->clocks[clock];
	reason_set(reason, "a turn's time is told of who isn't asked for a turn");
	return NULL;
}

/* Reads "2026-12-01T18:00:00Z", or such a time, ", bank from " and another. */
static bool read_until(const char *text, int64_t *until_out, int64_t *main_out)
{
	const char *bank = strchr(text, ',');
	char first[TIMESTAMP_SIZE] = "";
	size_t len = bank != NULL ? (size_t)(bank - text) : strlen(text);

	if (len >= sizeof first)
		return false;
	memcpy(first, text, len);
	*until_out = *main_out = timestamp_read(first);
	if (bank != NULL && strbuf_skip(&bank, ", bank from "))
		*main_out = timestamp_read(bank);
	return *until_out >= 0 && *main_out >= 0 && *main_out <= *until_out;
}

static int note_until(struct game *game, const struct entry_head *head, const struct event *event,
		      struct reason *reason)
{
	struct question question;
	struct turn_clock *clock = clock_of(game, event, &question, reason), now;

	if (clock == NULL)
		return -1;
	now = (struct turn_clock){.entry = question.entry, .seat = event->seat};
	if (!read_until(event->text, &now.until, &now.main) || now.until < head->when)
		return reason_fail(reason, "a turn's time ends after it has begun, not at \"%s\"",
				   event->text);
	now.asked = game_limits_asked(game, head);
	if (now.asked > now.main)
		now.asked = now.main;
	/* Keep how often the time of this question has ended. */
	if (clock->entry == now.entry && clock->seat == now.seat)
		now.missed = clock->missed;
	*clock = now;
	return 0;
}

static int note_reminded(struct game *game, const struct event *event, struct reason *reason)
{
	struct question question;
	struct turn_clock *clock = clock_of(game, event, &question, reason);
	long count = strbuf_number(event->text, GAME_OPTIONS_REMINDERS);

	if (clock == NULL)
		return -1;
	if (clock->entry != question.entry || count < 1)
		return reason_fail(reason, "who has no limited time can't be reminded of it");
	clock->reminded = (unsigned)count;
	return 0;
}

static int note_missed(struct game *game, const struct event *event, struct reason *reason)
{
	struct question question;
	struct turn_clock *clock = clock_of(game, event, &question, reason);

	if (clock == NULL)
		return -1;
	if (clock->entry != question.entry)
		return reason_fail(reason, "a turn is missed that may take as long as it likes");
	clock->missed++;
	clock->over = true;
	return 0;
}

/* Adds the vacation "2026-12-24 2027-01-06". */
static int note_vacation(struct game *game, const struct event *event, struct reason *reason)
{
	struct seat_away *away = &game->away[event->seat];
	const char *blank = strchr(event->text, ' ');
	char first[TIMESTAMP_SIZE] = "";
	int64_t from, to;

	if (blank != NULL && blank - event->text == 10)
		memcpy(first, event->text, 10);
	from = game_limits_day(first);
	to = blank != NULL ? game_limits_day(blank + 1) : -1;
	if (from <= 0 || to < from)
		return reason_fail(reason,
				   "a vacation is from one date to another, as in 2026-12-24 "
				   "2027-01-06, not \"%s\"",
				   event->text);
	memmove(away->from + 1, away->from, (GAME_ABSENCES - 1) * sizeof *away->from);
	memmove(away->to + 1, away->to, (GAME_ABSENCES - 1) * sizeof *away->to);
	away->from[0] = (uint32_t)from;
	away->to[0] = (uint32_t)to;
	return 0;
}

/* Ends vacations on a day: later ones are forgotten, longer ones end then. */
static int note_back(struct game *game, const struct event *event, struct reason *reason)
{
	const struct seat_away before = game->away[event->seat];
	struct seat_away *away = &game->away[event->seat];
	int64_t last = event->text != NULL ? game_limits_day(event->text) : -1;
	unsigned kept = 0;
	bool changed = false;

	memset(away, 0, sizeof *away);
	for (unsigned i = 0; i < GAME_ABSENCES; i++) {
		changed |= before.to[i] > last;
		if (before.to[i] == 0 || before.from[i] > last)
			continue;
		away->from[kept] = before.from[i];
		away->to[kept++] = before.to[i] < last ? before.to[i] : (uint32_t)last;
	}
	if (last < 0 || !changed)
		return reason_fail(reason, "who isn't away behind a day can't be back after it");
	return 0;
}

/* Applies an event about time limits. Returns -1 if it is impossible. */
static int game_limits_note(struct game *game, const struct entry_head *head,
			    const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_UNTIL:
		return note_until(game, head, event, reason);
	case EVENT_BANK:
		game->bank[event->seat] = event->number;
		return 0;
	case EVENT_VACATION:
		return note_vacation(game, event, reason);
	case EVENT_BACK:
		return note_back(game, event, reason);
	case EVENT_REMINDED:
		return note_reminded(game, event, reason);
	case EVENT_MISSED:
		return note_missed(game, event, reason);
	default:
		return 0;
	}
}

/*
 * Moves clocks by an outage. An outage that goes on is counted several times, each time up to a
 * later moment.
 */
static void move_clocks(struct game *game, const struct outage *outage)
{
	int64_t from = outage->from > game->counted ? outage->from : game->counted;

	/* Deadlines in a pause are calculated again when the game goes on. */
	for (unsigned i = 0; game->paused == 0 && outage->to > from && i < MAX_SEATS; i++) {
		struct turn_clock *clock = &game->clocks[i];
		int64_t start = clock->asked > from ? clock->asked : from;

		if (clock->entry == 0 || clock->stopped != 0 || clock->asked >= outage->to)
			continue;
		clock->asked += outage->to - start;
		clock->main += outage->to - start;
		clock->until += outage->to - start;
	}
}

/* Applies `late` and `outage` to clocks. Must be called before the outage is counted. */
static void game_limits_move(struct game *game, const struct entry_head *head,
			     const struct event *event)
{
	struct outage outage;

	if (event->kind == EVENT_LATE) {
		game->late_entry = head->number;
		game->late = SECONDS_A_MINUTE * (int64_t)event->number;
	} else if (game_times_outage(event, &outage) == 0) {
		move_clocks(game, &outage);
	}
}

void game_note_turn(struct game *game, const struct entry_head *head, const struct event *event,
		    unsigned round)
{
	struct turn_record *record = &game->recent[game->turns++ % GAME_RECENT];

	*record = (struct turn_record){
		.entry = head->number,
		.number = game->turns,
		.round = round,
		.seat = event->seat,
		.step_count = game->step_count,
	};
	memcpy(record->steps, game->steps, game->step_count * sizeof *record->steps);
	if (event->text != NULL)
		strncat(record->text, event->text, sizeof record->text - 1);
	game->step_count = 0;
	game->questions[event->seat].entry = 0;
}

void game_note_sent(struct game *game, const struct entry_head *head, unsigned seat)
{
	if (seat < MAX_SEATS)
		game->sent[seat] = head->number;
}

/* Returns the player of that seat's turn, who may be its conqueror [beaten-armies]. */
static uint8_t player_of(const struct game *game, uint8_t seat)
{
	uint8_t player = game->position.controller[seat];

	return player < MAX_SEATS ? player : seat;
}

void game_note_beaten(struct game *game, const struct event *event)
{
	struct departure *out = &game->out[event->seat];

	out->round = game_round(game);
	out->by = event->by;
	snprintf(out->how, sizeof out->how, "%s", event->text ? event->text : "");
	game->questions[event->seat].entry = 0;
	game->offering = NO_SIDE;
	game->agreed = 0;
}

static void note_debt(struct game *game, const struct event *event)
{
	struct owing *owing = &game->owing[event->seat];
	const struct turn_record *last = game_recent(game, 0);

	if (event->number == 0) {
		*owing = (struct owing){.round = 0};
		return;
	}
	if (owing->round == 0)
		owing->round = last != NULL ? last->round : 1;
	owing->involved |= game->exchanged;
}

static int note_result(struct game *game, const struct event *event, struct reason *reason)
{
	struct outcome outcome;

	if (rules_read_outcome(game->variant, event->text ? event->text : "", &outcome, reason) < 0)
		return -1;
	game->outcome = outcome;
	game->position.turn = NO_SIDE;
	game->offering = NO_SIDE;
	game->agreed = 0;
	memset(game->questions, 0, sizeof game->questions);
	return 0;
}

/* Marks the king's move, or the rook's if the king doesn't move. */
static void note_castle(struct game *game, const struct event *event)
{
	const struct position *position = &game->position;
	square at = position->pieces[position->king[event->side]].at;

	if (game->step_count == 0 && at != event->from)
		game->steps[game->step_count++] = (struct turn_step){event->from, at};
	else if (game->step_count == 0)
		game->steps[game->step_count++] = (struct turn_step){
			event->to,
			board_square_at(&game->variant->board, strchr(event->text, ' ') + 1, NULL)};
}

/*
 * Counts the position in which a seat's turn begins [same-position]. It is forgotten again if the
 * seat turns out to have no move.
 */
static void note_position(struct game *game, const struct entry_head *head)
{
	repetition_add(&game->history, repetition_key(game->variant, &game->position),
		       game->restarted);
	game->restarted = false;
	game->judged = head->number;
}

static void forget_position(struct game *game, const struct entry_head *head)
{
	if (game->judged == head->number && game->history.count > 0)
		game->history.count--;
	game->judged = 0;
}

int game_note(struct game *game, const struct entry_head *head, const struct event *event,
	      struct reason *reason)
{
	switch (event->kind) {
	case EVENT_START:
		game->started = true;
		break;
	case EVENT_MOVE:
		/*
		 * Applies what a move means apart from the board: earlier positions that can't
		 * recur, and the marks of the turn.
		 */
		game->restarted |= event->type == game->variant->pawn;
		if (game->step_count < (variant_turn_moves(game->variant) > 1 ? TURN_STEPS : 1))
			game->steps[game->step_count++] =
				(struct turn_step){event->from, event->to};
		break;
	case EVENT_CASTLE:
		note_castle(game, event);
		break;
	case EVENT_CAPTURE:
		game->restarted = true;
		break;
	case EVENT_NO_PASSANT:
		if (game->judged == head->number && game->history.count > 0)
			game->history.keys[game->history.count - 1] =
				repetition_key(game->variant, &game->position);
		break;
	case EVENT_PLAYED:
		game_note_turn(game, head, event, game_round_of(game, event->seat));
		game_note_sent(game, head, player_of(game, event->seat));
		game->questions[player_of(game, event->seat)].entry = 0;
		break;
	case EVENT_TURN:
		if (event->seat != NO_SIDE)
			note_position(game, head);
		break;
	case EVENT_PASS:
	case EVENT_FREEZE:
	case EVENT_STALEMATE:
		forget_position(game, head);
		game->questions[event->seat].entry = 0;
		break;
	case EVENT_BEATEN:
		forget_position(game, head);
		game_note_beaten(game, event);
		break;
	case EVENT_EXCHANGE:
		if (game->position.exchange.involved != 0)
			game->exchanged = game->position.exchange.involved;
		break;
	case EVENT_OWE:
		note_debt(game, event);
		break;
	case EVENT_OFFER:
		game->offering = event->seat;
		game->agreed = (uint16_t)(1u << event->seat);
		break;
	case EVENT_AGREE:
		game->agreed |= (uint16_t)(1u << event->seat);
		break;
	case EVENT_NO_OFFER:
		game->offering = NO_SIDE;
		game->agreed = 0;
		break;
	case EVENT_ASK:
		game->questions[event->seat] = (struct question){
			.entry = head->number, .asked = head->when, .when = head->when};
		break;
	case EVENT_RESULT:
		return note_result(game, event, reason);
	default:
		break;
	}
	return 0;
}

static bool may_precede(const struct game *game, const struct event *event, enum event_trait trait)
{
	return event->kind == EVENT_START || event->kind == EVENT_FROM ||
	       event->kind == EVENT_RESULT || trait == EVENT_OUTSIDE_RULES ||
	       trait == EVENT_OF_THE_END ||
	       (game->variant->kind->precedes != NULL && game->variant->kind->precedes(event));
}

static int check_seats(const struct game *game, const struct event *event, enum event_trait trait,
		       struct reason *reason)
{
	unsigned seats = variant_seats(game->variant);

	if (((trait == EVENT_OF_A_SEAT || event->kind == EVENT_AS ||
	      event->kind == EVENT_SEAT_CHANGED) &&
	     event->seat >= seats) ||
	    (event->seat != NO_SIDE && event->seat >= seats))
		return reason_fail(reason, "an event names no seat of this game");
	if (game->started ? trait == EVENT_BEFORE_START : !may_precede(game, event, trait))
		return reason_fail(reason, game->started
						   ? "an event of before the game's start, or "
						     "the start itself, comes after it"
						   : "an event comes before the game's start");
	if (trait == EVENT_OF_THE_END && game->outcome.status == STATUS_PLAYING)
		return reason_fail(reason, "secrets are published before the game is over");
	return 0;
}

/* ---- taking turns back (takeback.h) ---- */

static void clear_undo_request(struct game *game)
{
	game->undo_request = (struct undo_request){.seat = NO_SIDE};
}

/* Undoes turns. Outages up to now no longer move the new questions. */
static int apply_undo(struct game *game, const struct entry_head *head, const struct event *event,
		      struct reason *reason)
{
	if (event->number == 0 || event->number >= head->number)
		return reason_fail(reason, "an undo goes back to an entry before its own");
	memset(game->questions, 0, sizeof game->questions);
	game->judged = 0;
	if (game->counted < head->when)
		game->counted = head->when;
	game->undone = (struct undone){.by = head->number, .to = event->number};
	clear_undo_request(game);
	return 0;
}

static int apply_undo_reply(struct game *game, const struct event *event, struct reason *reason)
{
	struct undo_request *request = &game->undo_request;

	if (request->seat == NO_SIDE)
		return reason_fail(reason, "a word on an undo that nobody asks for");
	if (event->kind == EVENT_UNDO_REFUSED)
		clear_undo_request(game);
	else
		request->agreed |= (uint16_t)(1u << event->seat);
	return 0;
}

/* Applies what an event means for requests to undo, in every kind of game. */
static int apply_undo_event(struct game *game, const struct entry_head *head,
			    const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_UNDO:
		return apply_undo(game, head, event, reason);
	case EVENT_UNDO_ASKED:
		if (event->number == 0 || event->number >= head->number)
			return reason_fail(reason, "an undo goes back to an entry before its own");
		game->undo_request = (struct undo_request){
			.seat = event->seat,
			.agreed = (uint16_t)(1u << event->seat),
			.entry = head->number,
			.to = event->number,
		};
		return 0;
	case EVENT_UNDO_AGREED:
	case EVENT_UNDO_REFUSED:
		return apply_undo_reply(game, event, reason);
	case EVENT_PLAYED:
	case EVENT_SCRIPT:
	case EVENT_BEATEN:
	case EVENT_MATED:
	case EVENT_RESULT:
		clear_undo_request(game);
		return 0;
	default:
		return 0;
	}
}

/* ---- conditional moves (core/game/conditional.h) ---- */

void game_intent_link(const char *salt, const char *line, const char *next,
		      struct sha256 *digest_out)
{
	char *text = base_printf("%s|%s|%s", salt, line, next);

	sha256_bytes(text, strlen(text), digest_out);
	free(text);
}

bool game_intends(const struct game *game, uint8_t seat)
{
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (game->intents[seat][i].of.hex[0] != '\0')
			return true;
	return false;
}

static void clear_intents(struct game *game, unsigned seat)
{
	memset(game->intents[seat], 0, sizeof game->intents[seat]);
}

/*
 * Voids all conditional moves of these seats. After an undo the reason is set for every seat,
 * because the moves may be missing from the state restored.
 */
static void void_intents(struct game *game, uint16_t seats, enum intent_void why)
{
	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		if (!(seats >> seat & 1))
			continue;
		if (why == INTENT_UNDONE || game_intends(game, (uint8_t)seat))
			game->intents_void[seat] = why;
		clear_intents(game, seat);
	}
}

/* Reads a digest, or "-" for none. */
static int read_digest(const char *text, size_t len, struct sha256 *digest_out,
		       struct reason *reason)
{
	*digest_out = (struct sha256){""};
	if (len == 1 && *text == '-')
		return 0;
	if (len != SHA256_HEX || strspn(text, "0123456789abcdef") < len)
		return reason_fail(reason, "expected a digest of moves given in advance, or -");
	memcpy(digest_out->hex, text, SHA256_HEX);
	return 0;
}

/*
 * Finds the place for a plan for that board. It replaces the plan for the same board, and any plan
 * without a board.
 */
static struct game_intent *make_plan_slot(struct game_intent *plans, unsigned board)
{
	unsigned place = 0;

	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (plans[i].board == 0)
			plans[i] = (struct game_intent){.board = 0};
	for (unsigned i = GAME_PLANS; i-- > 0;)
		if (plans[i].of.hex[0] == '\0')
			place = i;
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (plans[i].of.hex[0] != '\0' && plans[i].board == board)
			place = i;
	return &plans[place];
}

/* Applies a commitment, "sha256:HEX" or "-". Without a board it replaces all plans. */
static int apply_commitment(struct game *game, const struct event *event, struct reason *reason)
{
	const unsigned board = event->number == EVENT_NO_NUMBER ? 0 : event->number;
	const char *text = event->text != NULL ? event->text : "";
	const bool given = strbuf_skip(&text, "sha256:");
	struct sha256 digest;

	if (given != (strcmp(text, "-") != 0))
		return reason_fail(reason, "expected sha256: and a digest, or -");
	if (read_digest(text, strlen(text), &digest, reason) < 0)
		return -1;
	if (event->number != EVENT_NO_NUMBER &&
	    (!game->variant->kind->boards || board == 0 || board > variant_seats(game->variant)))
		return reason_fail(reason,
				   "moves are given in advance on a board that isn't there");
	if (board == 0)
		clear_intents(game, event->seat);
	*make_plan_slot(game->intents[event->seat], board) = (struct game_intent){digest, board};
	return 0;
}

static struct game_intent *find_intent(struct game *game, uint8_t seat, const struct sha256 *of)
{
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (game->intents[seat][i].of.hex[0] != '\0' &&
		    strcmp(game->intents[seat][i].of.hex, of->hex) == 0)
			return &game->intents[seat][i];
	return NULL;
}

/* Applies a played line, "SALT NEXT LINE", which must agree with a commitment of the seat. */
static int use_intent(struct game *game, const struct event *event, struct reason *reason)
{
	const char *text = event->text != NULL ? event->text : "", *next = strchr(text, ' ');
	const char *line = next != NULL ? strchr(next + 1, ' ') : NULL;
	struct game_intent *intent;
	struct sha256 left, found;
	char *salt, *link;

	if (line == NULL || read_digest(next + 1, (size_t)(line - next - 1), &left, reason) < 0)
		return reason_fail(reason, "expected a salt, a commitment and moves");
	salt = base_strndup(text, (size_t)(next - text));
	link = base_strndup(next + 1, (size_t)(line - next - 1));
	game_intent_link(salt, line + 1, link, &found);
	free(link);
	free(salt);
	intent = find_intent(game, event->seat, &found);
	if (intent == NULL)
		return reason_fail(reason, "that isn't what this seat has given in advance");
	intent->of = left;
	return 0;
}

static int apply_intent_event(struct game *game, const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_INTENDS:
		return apply_commitment(game, event, reason);
	case EVENT_INTENDED:
		return use_intent(game, event, reason);
	case EVENT_UNDO:
		void_intents(game, UINT16_MAX, INTENT_UNDONE);
		return 0;
	case EVENT_PAUSE:
		void_intents(game, UINT16_MAX, INTENT_PAUSED);
		return 0;
	case EVENT_OFFER:
		void_intents(game, (uint16_t) ~(1u << event->seat), INTENT_OFFERED);
		return 0;
	case EVENT_FRESH:
	case EVENT_CLOSE:
		void_intents(game, UINT16_MAX, INTENT_FRESH);
		return 0;
	case EVENT_PLAYS:
	case EVENT_ANSWER:
		void_intents(game, UINT16_MAX, INTENT_CARD);
		return 0;
	case EVENT_BEATEN:
	case EVENT_MATED:
		if (event->seat < MAX_SEATS)
			void_intents(game, (uint16_t)(1u << event->seat), INTENT_ENDED);
		return 0;
	case EVENT_SEAT_CHANGED:
		void_intents(game, (uint16_t)(1u << event->seat), INTENT_RENEWED);
		return 0;
	case EVENT_RESULT:
		void_intents(game, UINT16_MAX, INTENT_ENDED);
		return 0;
	default:
		return 0;
	}
}

/* Reports whether the seat has a new player or new keys, rather than just a new name. */
static bool begins_generation(const struct entry_head *head, const struct event *event)
{
	return event->kind == EVENT_SEAT_CHANGED && strcmp(head->cause, "moderator") == 0;
}

static int begin_from_position(struct game *game, const struct entry_head *head,
			       const struct event *event, struct reason *reason)
{
	if (!game->variant->kind->from_anywhere)
		return reason_fail(reason, "a game of %s begins from its array",
				   variant_name(game->variant));
	if (head->number != 1)
		return reason_fail(reason, "where the game begins from is its first entry");
	return start_position_read(game->variant, event->text ? event->text : "", &game->position,
				   &game->first_round, reason);
}

int game_apply(struct game *game, const struct entry_head *head, const struct event *event,
	       struct reason *reason)
{
	const enum event_trait trait = event_trait(event->kind);

	if (event->kind == EVENT_DIAGRAM)
		return 0;
	if (check_seats(game, event, trait, reason) < 0)
		return -1;
	if (trait == EVENT_OUTSIDE_RULES)
		return begins_generation(head, event) ? apply_intent_event(game, event, reason) : 0;
	if (apply_intent_event(game, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_INTENDS || event->kind == EVENT_INTENDED)
		return 0;
	if (event->kind == EVENT_ORDER || event->kind == EVENT_MOVE ||
	    event->kind == EVENT_CASTLE || event->kind == EVENT_CAPTURE)
		game->judged = 0;
	if (event->kind == EVENT_FROM)
		return begin_from_position(game, head, event, reason);
	if (!game->variant->kind->boards && trait == EVENT_OF_RING)
		return reason_fail(reason, "an event of a ring is in the file of another game");
	if (game_limits_has(event->kind))
		return game_limits_note(game, head, event, reason);
	if (event->kind == EVENT_LATE || event->kind == EVENT_OUTAGE)
		game_limits_move(game, head, event);
	if (apply_undo_event(game, head, event, reason) < 0)
		return -1;
	if (game->variant->kind->deadline == NULL &&
	    game_times_note(game, NULL, head, event, reason) < 0)
		return -1;
	return game->variant->kind->apply(game, head, event, reason);
}
