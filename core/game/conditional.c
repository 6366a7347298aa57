/* SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/conditional.h"
#include "core/game/turn.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* Turns sent in advance may follow each other for a round or two without a response. */
enum { MOST_SETTLED = 2 * MAX_SEATS };

/* Decides the turn with that move by that player. */
static enum verdict conditional_decide(const struct game *game, uint8_t player, const char *move,
				       struct event_list *events, struct reason *why)
{
	struct order_list orders;
	enum verdict verdict;

	order_list_init(&orders);
	order_list_add(&orders, ORDER_MOVE, 1, NO_SIDE, move);
	verdict = turn_decide(game, player, &orders, events, why);
	order_list_done(&orders);
	return verdict;
}

/* Applies the events in an entry with a number in which no turn has begun. */
static void conditional_apply_events(struct game *game, const struct event_list *events)
{
	const struct entry_head head = {game->judged + 1, 0, "-"};

	for (size_t i = 0; i < events->count; i++)
		(void)game_apply(game, &head, &events->events[i], NULL);
}

/*
 * Makes the pending turn final as if nobody responded, and the same for the conditional moves that
 * then follow.
 */
static void conditional_settle(struct game *game)
{
	struct game_pending_turn standing;

	for (unsigned i = 0; i < MOST_SETTLED && game_pending_turn(game, &standing); i++) {
		struct event_list events;

		event_list_init(&events);
		game->variant->kind->lapse(game, standing.asked, false, &events);
		conditional_apply_events(game, &events);
		event_list_done(&events);
	}
}

static void digest_board(const struct game *game, struct sha256 *out)
{
	const struct position *position = &game->position;
	struct strbuf text;

	strbuf_init(&text, 0);
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->at != NO_SQUARE)
			strbuf_addf(&text, "%u %u %u %u %u;", i, (unsigned)piece->side,
				    (unsigned)piece->type, (unsigned)piece->at,
				    (unsigned)piece->fate);
	}
	sha256_bytes(text.bytes, text.len, out);
	strbuf_done(&text);
}

static void conditional_note_board(const struct game *game, struct conditional_line *line)
{
	struct sha256 board;

	if (game->variant->kind->standing == NULL)
		return;
	digest_board(game, &board);
	snprintf(line->board, sizeof line->board, "%.*s", CONDITIONAL_BOARD, board.hex);
}

/*
 * conditional_note_board records the board of a settled game as the one expected before the line's
 * last move. conditional_finds_board reports whether the game, once settled, has that board. Both
 * matter only in games where more than moves changes the board.
 */
static bool conditional_finds_board(const struct game *game, const struct conditional_line *line)
{
	struct game settled;
	struct sha256 board;

	if (line->board[0] == '\0')
		return true;
	game_copy(&settled, game);
	conditional_settle(&settled);
	digest_board(&settled, &board);
	game_done(&settled);
	return strncmp(board.hex, line->board, CONDITIONAL_BOARD) == 0;
}

/* Returns the length of the board's number: 1 for "2:e2e4". */
static size_t board_len(const char *move)
{
	const char *colon = strchr(move, ':');

	return colon != NULL ? (size_t)(colon - move) : 0;
}

/* Reports whether two moves are on the same board, which is always true in games with one board. */
static bool conditional_same_board(const struct game *game, const char *move, const char *other)
{
	const size_t len = board_len(move);

	return !game->variant->kind->boards ||
	       (len == board_len(other) && memcmp(move, other, len) == 0);
}

static const char between[] = " / ";

unsigned conditional_board(const struct conditional *intent)
{
	const char *move = intent->lines[0].plies[0].move;

	return strchr(move, ':') != NULL ? (unsigned)strtoul(move, NULL, 10) : 0;
}

/* Adds "black MOVE e7e5 THEN MOVE g1f3", as orders have it after IF. */
static void print_line(const struct variant *variant, const struct conditional_line *line,
		       struct strbuf *out)
{
	for (unsigned i = 0; i < line->count; i++) {
		const struct conditional_ply *ply = &line->plies[i];

		strbuf_addf(out, "%s%s MOVE %s", i > 0 ? " " : "",
			    i + 1 == line->count ? "THEN" : variant_seat_name(variant, ply->seat),
			    ply->move);
	}
}

static const char boards_word[] = "boards ";

/* Adds "boards 0123456789abcdef+...+... ", the expected boards of all lines, if they have any. */
static void print_boards(const struct conditional *intent, struct strbuf *out)
{
	if (intent->count == 0 || intent->lines[0].board[0] == '\0')
		return;
	strbuf_add(out, boards_word);
	for (unsigned i = 0; i < intent->count; i++)
		strbuf_addf(out, "%s%s", i > 0 ? "+" : "", intent->lines[i].board);
	strbuf_add_char(out, ' ');
}

void conditional_print(const struct variant *variant, const struct conditional *intent,
		       struct strbuf *out)
{
	strbuf_addf(out, "%s %u %u %u ", intent->secret, intent->turns, intent->next,
		    intent->matched);
	print_boards(intent, out);
	for (unsigned i = 0; i < intent->count; i++) {
		strbuf_add(out, i > 0 ? between : "");
		print_line(variant, &intent->lines[i], out);
	}
}

/* Reads the next word. Returns false if it is longer than `size` allows. */
static bool read_word(const char **cursor, char *out, size_t size)
{
	const char *word;
	size_t len;

	if (!strbuf_next_word(cursor, &word, &len) || len >= size)
		return false;
	memcpy(out, word, len);
	out[len] = '\0';
	return true;
}

static bool read_line(const struct variant *variant, const char *text,
		      struct conditional_line *line)
{
	char seat[NAME_MAX_LEN + 1], word[8];
	bool then = false;

	line->count = 0;
	while (!then) {
		struct conditional_ply *ply = &line->plies[line->count];
		int named;

		if (line->count == CONDITIONAL_PLIES || !read_word(&text, seat, sizeof seat) ||
		    !read_word(&text, word, sizeof word) || strcmp(word, "MOVE") != 0 ||
		    !read_word(&text, ply->move, sizeof ply->move))
			return false;
		then = strcmp(seat, "THEN") == 0;
		named = then ? 0 : variant_seat_named(variant, seat);
		if (named < 0)
			return false;
		ply->seat = then ? NO_SIDE : (uint8_t)named;
		line->count++;
	}
	return *text == '\0' && line->count > 1;
}

static bool read_lines(const struct variant *variant, const char *text, struct conditional *intent)
{
	const unsigned boards_read = intent->count;
	bool sound = true;

	intent->count = 0;
	while (sound && text != NULL) {
		const char *end = strstr(text, between);
		char *line = base_strndup(text, end != NULL ? (size_t)(end - text) : strlen(text));

		sound = intent->count < CONDITIONAL_LINES &&
			read_line(variant, line, &intent->lines[intent->count]);
		intent->count += sound;
		free(line);
		text = end != NULL ? end + strlen(between) : NULL;
	}
	return sound && (boards_read == 0 || boards_read == intent->count);
}

static bool read_boards(const char **cursor, struct conditional *intent)
{
	unsigned count = 0;

	if (!strbuf_skip(cursor, boards_word))
		return true;
	do {
		const char *digits = *cursor;

		if (count == CONDITIONAL_LINES ||
		    strspn(digits, "0123456789abcdef") != CONDITIONAL_BOARD)
			return false;
		memcpy(intent->lines[count++].board, digits, CONDITIONAL_BOARD);
		*cursor += CONDITIONAL_BOARD;
	} while (strbuf_skip(cursor, "+"));
	intent->count = count;
	return strbuf_skip(cursor, " ");
}

bool conditional_read(const struct variant *variant, const char *text,
		      struct conditional *intent_out)
{
	struct conditional *intent = intent_out;

	*intent = (struct conditional){.count = 0};
	return read_word(&text, intent->secret, sizeof intent->secret) && strbuf_skip(&text, " ") &&
	       strbuf_skip_number(&text, 1000000000, &intent->turns) && strbuf_skip(&text, " ") &&
	       strbuf_skip_number(&text, CONDITIONAL_LINES, &intent->next) &&
	       strbuf_skip(&text, " ") &&
	       strbuf_skip_number(&text, CONDITIONAL_PLIES, &intent->matched) &&
	       strbuf_skip(&text, " ") && read_boards(&text, intent) &&
	       read_lines(variant, text, intent) && intent->next < intent->count &&
	       intent->matched < intent->lines[intent->next].count;
}

void conditional_print_orders(const struct variant *variant, const struct conditional *intent,
			      struct strbuf *out)
{
	for (unsigned i = intent->next; i < intent->count; i++) {
		strbuf_add(out, "IF ");
		print_line(variant, &intent->lines[i], out);
		strbuf_add_char(out, '\n');
	}
}

/* Calculates the salt of a line. Publishing one salt reveals nothing about the others. */
static void salt_of(const struct conditional *intent, unsigned line, struct sha256 *out)
{
	char number[16];

	snprintf(number, sizeof number, "%u", line);
	sha256_keyed(intent->secret, strlen(intent->secret), number, strlen(number), out);
}

/* Calculates the commitment to the lines from `from` on. */
static void calculate_commitment_from(const struct variant *variant,
				      const struct conditional *intent, unsigned from,
				      struct sha256 *out)
{
	struct sha256 next = {"-"};

	*out = (struct sha256){""};
	for (unsigned i = intent->count; i-- > from;) {
		struct sha256 salt;
		struct strbuf line;

		strbuf_init(&line, 0);
		print_line(variant, &intent->lines[i], &line);
		salt_of(intent, i, &salt);
		game_intent_link(salt.hex, line.bytes, next.hex, out);
		next = *out;
		strbuf_done(&line);
	}
}

/* Calculates the commitment to the remaining lines; "" if there are none. */
static void calculate_commitment(const struct variant *variant, const struct conditional *intent,
				 struct sha256 *digest_out)
{
	calculate_commitment_from(variant, intent, intent->next, digest_out);
}

void conditional_add_given(const struct game *game, uint8_t seat,
			   const struct conditional_list *given, struct event_list *events)
{
	if (given->count == 0 && game_intends(game, seat))
		event_add(events, event_about(EVENT_INTENDS, seat, EVENT_NO_NUMBER, "-"));
	for (unsigned i = 0; i < given->count; i++) {
		const unsigned board = conditional_board(&given->plans[i]);
		struct sha256 commitment;
		char *text;

		calculate_commitment(game->variant, &given->plans[i], &commitment);
		text = base_printf("sha256:%s", commitment.hex);
		event_add(events, event_about(EVENT_INTENDS, seat,
					      board > 0 ? board : EVENT_NO_NUMBER, text));
		free(text);
	}
}

static void conditional_add_used(const struct variant *variant, const struct conditional *intent,
				 uint8_t seat, struct event_list *events)
{
	struct sha256 salt, next;
	struct strbuf text;

	strbuf_init(&text, 0);
	salt_of(intent, intent->next, &salt);
	calculate_commitment_from(variant, intent, intent->next + 1, &next);
	strbuf_addf(&text, "%s %s ", salt.hex, next.hex[0] != '\0' ? next.hex : "-");
	print_line(variant, &intent->lines[intent->next], &text);
	event_add(events, event_about(EVENT_INTENDED, seat, 0, text.bytes));
	strbuf_done(&text);
}

/*
 * conditional_add_used adds the event for the plan's next line, which is played.
 * conditional_read_used reads the line from such an event and returns false if it can't be read.
 */
static bool conditional_read_used(const struct variant *variant, const struct event *event,
				  struct conditional_line *line_out)
{
	const char *next = event->text != NULL ? strchr(event->text, ' ') : NULL;
	const char *line = next != NULL ? strchr(next + 1, ' ') : NULL;

	return line != NULL && read_line(variant, line + 1, line_out);
}

bool conditional_holds(const struct game *game, uint8_t seat, const struct conditional *intent)
{
	struct sha256 now;

	calculate_commitment(game->variant, intent, &now);
	for (unsigned i = 0; now.hex[0] != '\0' && i < GAME_PLANS; i++)
		if (strcmp(now.hex, game->intents[seat][i].of.hex) == 0)
			return true;
	return false;
}

/* Compares conditional moves with the turns of the game. */

/* A turn to be compared with an expected move. */
struct made {
	uint8_t seat;
	const char *text; /* canonical text, then text for people */
};

static const char *seat_title(const struct game *game, unsigned seat)
{
	return translate(variant_seat_title(game->variant, seat));
}

static const char *human_text(const char *text)
{
	const char *people = strchr(text, ' ');

	return people != NULL ? people + 1 : text;
}

/*
 * Reports whether a turn is the expected move and nothing else. Turns with cards, and attempts that
 * were taken back, have more words.
 */
static bool is_turn_of_ply(const struct game *game, struct made made,
			   const struct conditional_ply *ply)
{
	const size_t len = strcspn(made.text, " ");

	return made.seat == ply->seat && strlen(ply->move) == len &&
	       memcmp(made.text, ply->move, len) == 0 &&
	       !(game->variant->kind->cards && strchr(human_text(made.text), ' ') != NULL);
}

/* Compares a turn with the next expected move. Returns false if they differ. */
static bool match_turn(const struct game *game, const struct conditional_line *line,
		       struct made made, unsigned *matched, struct reason *why)
{
	if (!conditional_same_board(game, made.text, line->plies[0].move))
		return true;
	if (*matched + 1 < line->count && is_turn_of_ply(game, made, &line->plies[*matched])) {
		++*matched;
		return true;
	}
	reason_set(why, translate("%s played %s, for which you had given no answer"),
		   seat_title(game, made.seat), human_text(made.text));
	return false;
}

/* Compares the turns finished since the last time. */
static bool match_finished(const struct game *game, struct conditional *intent, struct reason *why)
{
	while (intent->turns < game->turns) {
		const struct turn_record *turn = game_recent(game, game->turns - 1 - intent->turns);

		intent->turns++;
		if (turn == NULL) {
			reason_set(why, "%s", translate("too much has been played since"));
			return false;
		}
		if (!match_turn(game, &intent->lines[intent->next],
				(struct made){turn->seat, turn->text}, &intent->matched, why))
			return false;
	}
	return true;
}

/*
 * Reports whether a turn of the seat would be played at once: no other seat may respond to the
 * pending turn.
 */
static bool is_its_turn(const struct game_pending_turn *standing, uint8_t seat)
{
	return standing == NULL ||
	       (standing->next == seat && (standing->asked & ~(1u << seat)) == 0);
}

static enum conditional_state check_expected_board(const struct game *game,
						   const struct conditional_line *line,
						   struct reason *why)
{
	if (conditional_finds_board(game, line))
		return CONDITIONAL_DUE;
	reason_set(why, "%s", translate("the position is not the one you expected"));
	return CONDITIONAL_FAILS;
}

enum conditional_state conditional_follow(const struct game *game, uint8_t seat,
					  struct conditional *intent, struct reason *why)
{
	const struct conditional_line *line = &intent->lines[intent->next];
	struct game_pending_turn standing;
	const bool stands = game_pending_turn(game, &standing);
	const struct conditional_ply *ply;
	unsigned matched;

	if (!match_finished(game, intent, why))
		return CONDITIONAL_FAILS;
	matched = intent->matched;
	/* A turn that was pending when the plan was made is not one of the expected moves. */
	if (stands && intent->turns == game->turns &&
	    !match_turn(game, line, (struct made){standing.seat, standing.text}, &matched, why))
		return CONDITIONAL_FAILS;
	if (matched + 1 == line->count)
		return is_its_turn(stands ? &standing : NULL, seat)
			       ? check_expected_board(game, line, why)
			       : CONDITIONAL_WAITS;
	ply = &line->plies[matched];
	if (game->variant->kind->boards || stands || game->position.turn == ply->seat)
		return CONDITIONAL_WAITS;
	reason_set(why, translate("%s had no turn"), seat_title(game, ply->seat));
	return CONDITIONAL_FAILS;
}

enum verdict conditional_play(const struct game *game, uint8_t seat, struct conditional *intent,
			      struct event_list *events, struct reason *why)
{
	const struct conditional_line *line = &intent->lines[intent->next];
	struct game_pending_turn standing;

	conditional_add_used(game->variant, intent, seat, events);
	if (conditional_decide(game, seat, line->plies[line->count - 1].move, events, why) ==
	    REFUSED)
		return REFUSED;
	intent->next++;
	intent->matched = 0;
	/* The seat's own turn makes the pending turn final, and is the turn after it. */
	intent->turns = game->turns + game_pending_turn(game, &standing) + 1;
	return ACCEPTED;
}

/* ---- checks of the log ---- */

static bool has_expected_moves(const struct game *game, const struct conditional_line *line)
{
	struct game_pending_turn standing;
	unsigned left = line->count - 1;

	if (game_pending_turn(game, &standing) &&
	    !is_turn_of_ply(game, (struct made){standing.seat, standing.text},
			    &line->plies[--left]))
		return false;
	for (unsigned back = 0; left > 0; back++) {
		const struct turn_record *turn = game_recent(game, back);

		/* Turns that are not kept can't be compared. */
		if (turn == NULL)
			return true;
		if (!conditional_same_board(game, turn->text, line->plies[0].move))
			continue;
		if (!is_turn_of_ply(game, (struct made){turn->seat, turn->text},
				    &line->plies[--left]))
			return false;
	}
	return true;
}

/* Reports whether the entry's only order is that move of that seat. */
static bool is_ordered(const struct event_list *logged, uint8_t seat, const char *move)
{
	unsigned count = 0;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];
		const char *text = event->text;

		if (event->kind != EVENT_ORDER)
			continue;
		if (event->seat != seat || text == NULL || !strbuf_skip(&text, "MOVE ") ||
		    strcmp(text, move) != 0)
			return false;
		count++;
	}
	return count == 1;
}

/* Returns what is wrong with the line that an entry has played. */
static const char *used_line_fault(const struct game *game, const struct event_list *logged)
{
	struct conditional_line line = {.count = 0};
	uint8_t seat = NO_SIDE;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind != EVENT_INTENDED)
			continue;
		if (seat != NO_SIDE)
			return "two lines given in advance stand in one entry";
		seat = event->seat;
		if (!conditional_read_used(game->variant, event, &line))
			return "what was given in advance can't be read";
	}
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_ORDER && logged->events[i].seat != seat)
			return "what was given in advance is played by another seat";
	if (!is_ordered(logged, seat, line.plies[line.count - 1].move))
		return "another move is played than what was given in advance";
	if (!has_expected_moves(game, &line))
		return "other moves came before than what was given in advance waits for";
	return NULL;
}

const char *conditional_fault(const struct game *game, const struct event_list *logged)
{
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_INTENDED)
			return used_line_fault(game, logged);
	return NULL;
}

/* Checks whether conditional moves are possible in the game. */

/* A simulated continuation of a game. */
struct simulation {
	struct game game;
	uint8_t seat;	/* the seat whose conditional moves are checked */
	bool moved;	/* a move was made in it */
	unsigned turns; /* finished turns before it began */
	struct reason *why;
};

bool conditional_is_asked(const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) == PART_CONDITIONAL)
			return true;
	return false;
}

/* Records the canonical text of the turn just made, and whose turn it was. */
static bool record_made_move(const struct game *game, struct conditional_ply *ply)
{
	struct game_pending_turn standing;
	const bool stands = game_pending_turn(game, &standing);
	const struct turn_record *turn = game_recent(game, 0);
	const char *text = stands ? standing.text : turn != NULL ? turn->text : "";
	const size_t len = strcspn(text, " ");

	if (len == 0 || len >= sizeof ply->move)
		return false;
	memcpy(ply->move, text, len);
	ply->move[len] = '\0';
	ply->seat = stands ? standing.seat : turn->seat;
	return true;
}

/*
 * Finds the player who makes the next move. With one board, that must be the player of the seat
 * whose turn it is.
 */
static enum verdict find_player(struct simulation *simulation, uint8_t seat, bool own,
				uint8_t *player_out)
{
	const struct game *game = &simulation->game;
	const bool boards = game->variant->kind->boards;

	*player_out = boards ? seat : game_player(game);
	if (game->outcome.status != STATUS_PLAYING)
		reason_set(simulation->why, "the game would be over before that");
	else if (!own && !boards && *player_out == simulation->seat && !simulation->moved)
		reason_set(simulation->why, "it is your turn now: write your MOVE above it");
	else if (!own && *player_out == simulation->seat)
		reason_set(simulation->why,
			   "there it would be your turn; what you play yourself comes "
			   "after THEN");
	else if (own ? *player_out != simulation->seat : !boards && game->position.turn != seat)
		reason_set(simulation->why, "it would be %s's turn there, not %s's",
			   seat_title(game, game->position.turn), seat_title(game, seat));
	else
		return ACCEPTED;
	return REFUSED;
}

/* Simulates a move and records it as played. */
static enum verdict simulate_move(struct simulation *simulation, uint8_t seat, bool own,
				  const char *move, struct conditional_ply *ply)
{
	struct event_list events;
	enum verdict verdict;
	uint8_t player;

	if (find_player(simulation, seat, own, &player) == REFUSED)
		return REFUSED;
	event_list_init(&events);
	verdict = conditional_decide(&simulation->game, player, move, &events, simulation->why);
	if (verdict == ACCEPTED)
		conditional_apply_events(&simulation->game, &events);
	if (verdict == ACCEPTED && !record_made_move(&simulation->game, ply))
		verdict = reason_refuse(simulation->why,
					"the move is too long for a conditional move");
	simulation->moved = true;
	event_list_done(&events);
	return verdict;
}

/* Simulates a line such as "black MOVE e7-e5 THEN MOVE g1-f3". */
static enum verdict simulate_line(struct simulation *simulation, const char *text,
				  struct conditional_line *line)
{
	const char *word;
	size_t len;

	line->count = 0;
	while (strbuf_next_word(&text, &word, &len)) {
		bool own = len == 4 && memcmp(word, "THEN", len) == 0;
		char *name = base_strndup(word, len), *move;
		int seat = own ? (int)simulation->seat
			       : variant_seat_named(simulation->game.variant, name);
		struct conditional_ply *ply = &line->plies[line->count];
		enum verdict verdict = REFUSED;

		free(name);
		/* Skip the word MOVE, read the move. */
		(void)strbuf_next_word(&text, &word, &len);
		(void)strbuf_next_word(&text, &word, &len);
		move = base_strndup(word, len);
		conditional_settle(&simulation->game);
		if (own)
			conditional_note_board(&simulation->game, line);
		if (line->count == CONDITIONAL_PLIES)
			reason_set(simulation->why, "more than %d moves stand in one line",
				   CONDITIONAL_PLIES);
		else
			verdict = simulate_move(simulation, (uint8_t)seat, own, move, ply);
		if (verdict == REFUSED)
			reason_prefix(
				simulation->why, "%s MOVE %s: ",
				own ? "THEN"
				    : variant_seat_name(simulation->game.variant, (unsigned)seat),
				move);
		else if (!conditional_same_board(&simulation->game, ply->move, line->plies[0].move))
			verdict = reason_refuse(simulation->why,
						"a line is about one board, and %s is on another "
						"than its first move",
						ply->move);
		free(move);
		if (verdict == REFUSED)
			return REFUSED;
		line->count++;
	}
	return ACCEPTED;
}

/*
 * Finds or adds the plan for the line's board. Returns NULL if the seat can't have another board.
 */
static struct conditional *find_or_add_plan(struct simulation *simulation,
					    const struct conditional_line *line,
					    struct conditional_list *given)
{
	for (unsigned i = 0; i < given->count; i++)
		if (conditional_same_board(&simulation->game, line->plies[0].move,
					   given->plans[i].lines[0].plies[0].move))
			return &given->plans[i];
	if (given->count == GAME_PLANS)
		return NULL;
	given->plans[given->count].turns = simulation->turns;
	return &given->plans[given->count++];
}

static enum verdict add_line(struct simulation *simulation, const char *text,
			     struct conditional_list *given)
{
	struct conditional_line line = {.count = 0};
	struct conditional *plan;

	if (simulate_line(simulation, text, &line) == REFUSED)
		return REFUSED;
	plan = find_or_add_plan(simulation, &line, given);
	if (plan == NULL || plan->count == CONDITIONAL_LINES)
		return reason_refuse(simulation->why, "there are too many conditional moves");
	plan->lines[plan->count++] = line;
	return ACCEPTED;
}

static enum verdict simulate_lines(struct simulation *simulation, const struct order_list *orders,
				   struct conditional_list *given)
{
	enum verdict verdict = ACCEPTED;
	unsigned lines = 0;

	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind != ORDER_CONDITIONAL)
			continue;
		if (lines++ == CONDITIONAL_LINES)
			verdict = reason_refuse(simulation->why,
						"at most %d lines of conditional moves are "
						"possible",
						CONDITIONAL_LINES);
		else
			verdict = add_line(simulation, order->text, given);
		if (verdict == REFUSED)
			reason_prefix(simulation->why,
				      "Line %u can't be a conditional move: ", order->line);
	}
	return verdict;
}

static enum verdict may_intend(const struct game *game, uint8_t seat, struct reason *why)
{
	if (!game->started)
		return reason_refuse(why, "The game hasn't begun yet.");
	if (game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "The game is over, so you can't play in it any more.");
	if (!game_in_play(game, seat))
		return reason_refuse(why, "You are out of this game, so you can't move in it any "
					  "more.");
	if (game->paused != 0)
		return reason_refuse(why, "The game is paused. Please send conditional moves when "
					  "it goes on.");
	return ACCEPTED;
}

static enum verdict check_length(const struct variant *variant, const struct conditional *plan,
				 struct reason *why)
{
	struct strbuf text;
	size_t len;

	strbuf_init(&text, 0);
	conditional_print(variant, plan, &text);
	len = text.len + SHA256_HEX;
	strbuf_done(&text);
	return len < CONDITIONAL_TEXT_MAX
		       ? ACCEPTED
		       : reason_refuse(why, "there are too many conditional moves");
}

enum verdict conditional_judge(const struct game *game, uint8_t seat,
			       const struct order_list *orders, const struct event_list *events,
			       struct conditional_list *given_out, struct reason *why)
{
	struct simulation simulation = {.seat = seat, .why = why};
	struct conditional_list *given = base_zalloc(1, sizeof *given);
	enum verdict verdict = may_intend(game, seat, why);

	if (verdict == ACCEPTED) {
		game_copy(&simulation.game, game);
		conditional_apply_events(&simulation.game, events);
		conditional_settle(&simulation.game);
		simulation.turns = simulation.game.turns;
		verdict = simulate_lines(&simulation, orders, given);
		game_done(&simulation.game);
	}
	for (unsigned i = 0; verdict == ACCEPTED && i < given->count; i++)
		verdict = check_length(game->variant, &given->plans[i], why);
	if (verdict == ACCEPTED)
		*given_out = *given;
	free(given);
	return verdict;
}
