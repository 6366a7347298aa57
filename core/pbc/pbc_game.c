/* SPDX-License-Identifier: MIT */
/* Games of the public library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/takeback.h"
#include "core/game/turn.h"
#include "core/notation/vocabulary.h"
#include "core/pbc/pbc_internal.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"

enum { PLAYS_MAX = 64 }; /* plays of a card that are listed */

/* Enters the context of a game; returns the one that was in force. */
static struct context *enter(const struct pbc_game *game)
{
	return context_enter(&game->context->core);
}

static struct pbc_game *game_new(struct pbc_context *context, struct gamefile *file)
{
	struct pbc_game *game = base_zalloc(1, sizeof *game);

	game->context = context;
	game->file = file;
	strbuf_init(&game->record, 0);
	strbuf_init(&game->sealed, 0);
	return game;
}

void pbc_game_free(struct pbc_game *game)
{
	struct context *before;

	if (game == NULL)
		return;
	before = enter(game);
	gamefile_free(game->file);
	strbuf_done(&game->record);
	strbuf_done(&game->sealed);
	context_enter(before);
	free(game);
}

static struct gamefile_bytes bytes_of(const struct pbc_game *game)
{
	return (struct gamefile_bytes){
		.path = "record",
		.log = game->record.bytes,
		.log_len = game->record.len,
		.sealed = game->sealed.len > 0 ? game->sealed.bytes : NULL,
		.sealed_len = game->sealed.len,
	};
}

/* ---- entries ---- */

/* When a game with secrets is over, adds an entry that publishes them. */
static int publish(struct pbc_game *game, int64_t when, struct reason *reason)
{
	const struct entry_head head = {game->file->head + 1, when, "end"};
	struct event_list events;
	int result = 0;

	if (game->sealed.len == 0 || game->file->game.outcome.status == STATUS_PLAYING)
		return 0;
	event_list_init(&events);
	result = sealed_publish(game->sealed.bytes, game->sealed.len, &events, reason);
	if (result == 0 && events.count > 0)
		result = gamefile_add(game->file, &head, &events, &game->record, NULL, reason);
	event_list_done(&events);
	return result;
}

static int add_entry(struct pbc_game *game, int64_t when, const char *cause,
		     const struct event_list *events, struct reason *reason)
{
	const struct entry_head head = {game->file->head + 1, when, cause};
	const bool playing = game->file->game.outcome.status == STATUS_PLAYING;

	if (events->count == 0)
		return 0;
	if (gamefile_add(game->file, &head, events, &game->record, &game->sealed, reason) != 0)
		return -1;
	return playing ? publish(game, when, reason) : 0;
}

/* Takes the game back if all seats have agreed to that. */
static int take_back(struct pbc_game *game, int64_t when, struct reason *reason)
{
	const struct entry_head head = {game->file->head + 1, when, "consent"};
	const struct gamefile_bytes bytes = bytes_of(game);
	struct gamefile *then;
	struct event_list events;
	unsigned to;
	int result;

	if (!takeback_is_agreed(&game->file->game, &to))
		return 0;
	then = gamefile_load_entry(&bytes, game->context->library, to, reason);
	if (then == NULL)
		return -1;
	event_list_init(&events);
	result = gamefile_undo(game->file, then, &events, reason);
	if (result == 0)
		result = gamefile_add_undo(game->file, &then->game, &head, &events, &game->record,
					   &game->sealed, reason);
	event_list_done(&events);
	gamefile_free(then);
	return result;
}

/* ---- beginning ---- */

static int read_options(const char *const *options, struct game_header *header,
			struct reason *reason)
{
	for (; options != NULL && *options != NULL; options++) {
		struct option *option = &header->options[header->option_count];
		const char *equals = strchr(*options, '=');

		if (equals == NULL || equals - *options >= (ptrdiff_t)sizeof option->key ||
		    strlen(equals + 1) >= sizeof option->value ||
		    header->option_count == MAX_OPTIONS)
			return reason_fail(reason, "'%s': expected KEY=VALUE, at most %d times",
					   *options, MAX_OPTIONS);
		snprintf(option->key, sizeof option->key, "%.*s", (int)(equals - *options),
			 *options);
		snprintf(option->value, sizeof option->value, "%s", equals + 1);
		header->option_count++;
	}
	return 0;
}

/* Returns the variant with the header's options, and draws what the header must have. */
static const struct variant *choose_variant(struct pbc_context *context, struct game_header *header,
					    const char *seed, char secret_out[SHA256_HEX + 1],
					    struct reason *reason)
{
	const struct variant_option *option;
	const struct variant *variant;
	struct option own[MAX_OPTIONS];
	unsigned low, high;
	bool drawn;
	struct game_options terms;
	struct sha256 secret;
	size_t count = game_options_leave_out(header->options, header->option_count, own);

	if (game_options_read(header->options, header->option_count, &terms, reason) != 0)
		return NULL;
	variant = variant_get(context->library, header->variant, own, count, reason);
	if (variant == NULL)
		return NULL;
	drawn = variant_option_drawn(variant, &option, &low, &high);
	if (!drawn && variant->kind->set_lots == NULL)
		return variant;
	if (seed == NULL) {
		reason_set(reason, "this game draws at random, so it needs a seed");
		return NULL;
	}
	if (drawn)
		sha256_keyed(seed, strlen(seed), "lot", 3, &header->lot);
	variant = gamefile_draw_option(context->library, variant, header, reason);
	if (variant == NULL || variant->kind->set_lots == NULL)
		return variant;
	sha256_keyed(seed, strlen(seed), "secret", 6, &secret);
	strcpy(secret_out, secret.hex);
	sealed_commit(secret_out, &header->commit);
	return variant;
}

static struct pbc_game *start(struct pbc_context *context, struct game_header *header,
			      const char *seed, struct reason *reason)
{
	char secret[SHA256_HEX + 1] = "";
	const struct variant *variant = choose_variant(context, header, seed, secret, reason);
	struct event_list events;
	struct pbc_game *game;

	if (variant == NULL)
		return NULL;
	game = game_new(context, gamefile_new(header, variant));
	gamefile_header(header, variant, &game->record);
	if (*secret != '\0')
		gamefile_seal(game->file, secret, &game->sealed);
	event_list_init(&events);
	turn_start_lots(&game->file->game, &events);
	if (add_entry(game, header->created, "moderator", &events, reason) != 0) {
		pbc_game_free(game);
		game = NULL;
	}
	event_list_done(&events);
	return game;
}

struct pbc_game *pbc_game_new(struct pbc_context *context, const char *variant,
			      const char *const *options, const char *seed, int64_t when,
			      struct pbc_error *error)
{
	struct context *before = context_enter(&context->core);
	struct game_header *header = base_zalloc(1, sizeof *header);
	struct pbc_game *game = NULL;
	struct reason reason = {.text = ""};

	strcpy(header->id, "game");
	header->number = 1;
	header->created = when;
	snprintf(header->variant, sizeof header->variant, "%s", variant);
	if (vocabulary_ensure_loaded(&reason) == 0 && read_options(options, header, &reason) == 0)
		game = start(context, header, seed, &reason);
	if (game == NULL)
		(void)pbc_fail(error, &reason);
	free(header);
	context_enter(before);
	return game;
}

struct pbc_game *pbc_game_load(struct pbc_context *context, const char *record, size_t len,
			       const char *sealed, size_t sealed_len, struct pbc_error *error)
{
	struct context *before = context_enter(&context->core);
	struct pbc_game *game = game_new(context, NULL);
	struct gamefile_bytes bytes;
	struct reason reason;

	strbuf_add_bytes(&game->record, record, len);
	if (sealed != NULL)
		strbuf_add_bytes(&game->sealed, sealed, sealed_len);
	bytes = bytes_of(game);
	if (vocabulary_ensure_loaded(&reason) == 0)
		game->file = gamefile_load_bytes(&bytes, context->library, &reason);
	if (game->file == NULL) {
		if (reason.kind == REASON_PLAIN)
			reason.kind = REASON_DAMAGED;
		(void)pbc_fail(error, &reason);
		pbc_game_free(game);
		game = NULL;
	} else {
		/* Bytes after the last whole entry were never part of the game. */
		game->record.len = (size_t)game->file->size;
		if (game->sealed.len > 0)
			game->sealed.len = (size_t)game->file->sealed.size;
	}
	context_enter(before);
	return game;
}

const char *pbc_game_record(struct pbc_game *game, size_t *len_out)
{
	*len_out = game->record.len;
	return game->record.bytes;
}

const char *pbc_game_sealed(struct pbc_game *game, size_t *len_out)
{
	*len_out = game->sealed.len;
	return game->sealed.bytes;
}

/* ---- seats ---- */

unsigned pbc_game_seats(const struct pbc_game *game)
{
	return variant_seats(game->file->game.variant);
}

const char *pbc_game_seat_name(const struct pbc_game *game, unsigned seat)
{
	return seat < pbc_game_seats(game) ? variant_seat_name(game->file->game.variant, seat) : "";
}

int pbc_game_seat_named(const struct pbc_game *game, const char *name)
{
	return variant_seat_named(game->file->game.variant, name);
}

bool pbc_game_is_over(const struct pbc_game *game)
{
	return game->file->game.outcome.status != STATUS_PLAYING;
}

uint32_t pbc_game_waits_for(const struct pbc_game *game)
{
	uint32_t seats = 0;

	for (unsigned seat = 0; !pbc_game_is_over(game) && seat < pbc_game_seats(game); seat++)
		if (game->file->game.questions[seat].entry != 0)
			seats |= 1u << seat;
	return seats;
}

uint32_t pbc_game_winners(const struct pbc_game *game)
{
	return game->file->game.outcome.status == STATUS_WON ? game->file->game.outcome.winners : 0;
}

/* ---- texts ---- */

enum text { TEXT_BOARD, TEXT_STATUS, TEXT_CHOICES, TEXT_SINCE, TEXT_HAND, TEXT_RESULT };

static void note_held(void *context, const char *name)
{
	strbuf_addf(context, "%s\n", name);
}

/* Adds the orders that the seat may give, one per line. */
static void add_choices(const struct game *game, uint8_t seat, struct strbuf *out)
{
	static const enum choice_kind kinds[] = {CHOICE_MOVES, CHOICE_PAYMENTS, CHOICE_PLAYS,
						 CHOICE_ANSWERS};
	struct choice_list list;

	choices_init(&list);
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		view_choices(game, seat, kinds[i], PLAYS_MAX, &list);
	for (size_t i = 0; i < list.count; i++)
		if (list.choices[i].order != NULL)
			strbuf_addf(out, "%s\n", list.choices[i].order);
	choices_done(&list);
}

static void add_text(const struct game *game, enum text text, uint8_t seat, struct strbuf *out)
{
	const struct view_reader reader = {.seat = seat};

	switch (text) {
	case TEXT_BOARD:
		view_board_for(game, seat, seat, BOARD_COMPACT, out);
		break;
	case TEXT_STATUS:
		view_status(game, out);
		break;
	case TEXT_CHOICES:
		add_choices(game, seat, out);
		break;
	case TEXT_SINCE:
		view_since(game, seat, out);
		break;
	case TEXT_HAND:
		if (game->variant->kind->held != NULL)
			game->variant->kind->held(game, reader.seat, note_held, out);
		break;
	case TEXT_RESULT:
		view_result(game, out);
		break;
	}
}

/* Returns a text about the game as the seat sees it. */
static char *seen_text(const struct pbc_game *game, enum text text, unsigned seat)
{
	struct context *before = enter(game);
	const struct gametype *kind = game->file->game.variant->kind;
	struct strbuf out;
	struct game seen;

	strbuf_init(&out, 0);
	game_copy(&seen, &game->file->game);
	if (kind->conceal != NULL)
		kind->conceal(&seen, (uint8_t)seat);
	if (seat < pbc_game_seats(game) || text == TEXT_RESULT)
		add_text(&seen, text, (uint8_t)seat, &out);
	game_done(&seen);
	context_enter(before);
	return strbuf_take(&out);
}

char *pbc_game_board(struct pbc_game *game, unsigned seat)
{
	return seen_text(game, TEXT_BOARD, seat);
}

char *pbc_game_status(struct pbc_game *game, unsigned seat)
{
	return seen_text(game, TEXT_STATUS, seat);
}

char *pbc_game_choices(struct pbc_game *game, unsigned seat)
{
	return seen_text(game, TEXT_CHOICES, seat);
}

char *pbc_game_since(struct pbc_game *game, unsigned seat)
{
	return seen_text(game, TEXT_SINCE, seat);
}

char *pbc_game_hand(struct pbc_game *game, unsigned seat)
{
	return seen_text(game, TEXT_HAND, seat);
}

char *pbc_game_result(struct pbc_game *game)
{
	return seen_text(game, TEXT_RESULT, NO_SIDE);
}

/* ---- playing ---- */

/* Reports whether an order is for the game, and not for a host that has more than the game. */
static bool is_recorded(const struct game *game, const struct order *order)
{
	return !order_is_query(order) && order_part(order->kind) != PART_CONDITIONAL &&
	       order->kind != ORDER_SAY_TO && (order->kind != ORDER_SAY || game->terms.press_kept);
}

/* Reads the orders, and judges them by what the seat sees. */
static enum verdict read_seen(const struct pbc_game *game, unsigned seat, const char *text,
			      struct order_list *orders, struct event_list *events,
			      struct reason *why)
{
	const struct game *now = &game->file->game;
	enum verdict verdict;
	struct game seen;

	if (seat >= pbc_game_seats(game))
		return reason_refuse(why, "the game has %u seats", pbc_game_seats(game));
	orders->writer = seat;
	turn_allow_bare_plays(now, orders);
	if (order_read_message(now->variant, text, orders, why) == REFUSED)
		return REFUSED;
	for (size_t i = 0; i < orders->count; i++)
		if (!is_recorded(now, &orders->orders[i]))
			return reason_refuse(why, "queries, settings, conditional moves and "
						  "letters to players aren't orders of a game");
	if (orders->dry_run)
		return reason_refuse(why, "TRY carries out nothing; the host can check the orders");
	game_copy(&seen, now);
	if (now->variant->kind->conceal != NULL)
		now->variant->kind->conceal(&seen, (uint8_t)seat);
	verdict = turn_decide(&seen, seat, orders, events, why);
	game_done(&seen);
	return verdict;
}

/* Adds the events of orders that the seat can't know to be impossible. */
static enum verdict decide(const struct pbc_game *game, unsigned seat, const char *text,
			   struct event_list *events, struct reason *why)
{
	struct order_list orders;
	enum verdict verdict;

	order_list_init(&orders);
	verdict = read_seen(game, seat, text, &orders, events, why);
	event_list_clear(events);
	if (verdict == ACCEPTED)
		verdict = turn_decide(&game->file->game, seat, &orders, events, why);
	order_list_done(&orders);
	return verdict;
}

static enum pbc_kind refuse(struct pbc_error *error, const struct reason *why)
{
	(void)pbc_fail(error, why);
	if (error != NULL)
		error->kind = PBC_REFUSED;
	return PBC_REFUSED;
}

enum pbc_kind pbc_game_check(struct pbc_game *game, unsigned seat, const char *orders,
			     struct pbc_error *error)
{
	struct context *before = enter(game);
	enum pbc_kind kind = PBC_OK;
	struct event_list events;
	struct order_list list;
	struct reason why;

	event_list_init(&events);
	order_list_init(&list);
	if (read_seen(game, seat, orders, &list, &events, &why) == REFUSED)
		kind = refuse(error, &why);
	order_list_done(&list);
	event_list_done(&events);
	context_enter(before);
	return kind;
}

enum pbc_kind pbc_game_play(struct pbc_game *game, unsigned seat, const char *orders, int64_t when,
			    struct pbc_error *error)
{
	struct context *before = enter(game);
	enum pbc_kind kind = PBC_OK;
	struct event_list events;
	struct sha256 digest;
	struct reason why;
	char *cause;

	sha256_bytes(orders, strlen(orders), &digest);
	cause = base_printf("sha256:%s", digest.hex);
	event_list_init(&events);
	if (decide(game, seat, orders, &events, &why) == REFUSED)
		kind = refuse(error, &why);
	else if (add_entry(game, when, cause, &events, &why) != 0 ||
		 take_back(game, when, &why) != 0)
		kind = pbc_fail(error, &why);
	event_list_done(&events);
	free(cause);
	context_enter(before);
	return kind;
}

enum pbc_kind pbc_game_end_round(struct pbc_game *game, int64_t when, struct pbc_error *error)
{
	struct context *before = enter(game);
	enum pbc_kind kind = PBC_OK;
	struct event_list events;
	struct reason why;

	event_list_init(&events);
	if (turn_end_run(&game->file->game, &events) &&
	    add_entry(game, when, "sitting", &events, &why) != 0)
		kind = pbc_fail(error, &why);
	event_list_done(&events);
	context_enter(before);
	return kind;
}

enum pbc_kind pbc_game_forfeit(struct pbc_game *game, unsigned seat, int64_t when,
			       struct pbc_error *error)
{
	struct context *before = enter(game);
	enum pbc_kind kind = PBC_OK;
	struct event_list events;
	struct reason why;

	event_list_init(&events);
	if (seat >= pbc_game_seats(game)) {
		reason_set(&why, "the game has %u seats", pbc_game_seats(game));
		kind = pbc_fail(error, &why);
	} else if (turn_forfeit(&game->file->game, seat, 0, &events, &why) == REFUSED) {
		kind = refuse(error, &why);
	} else if (add_entry(game, when, "moderator", &events, &why) != 0) {
		kind = pbc_fail(error, &why);
	}
	event_list_done(&events);
	context_enter(before);
	return kind;
}
