/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/order/order.h"
#include "core/turn/terms.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"
#include "pbem/batch/deal.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/keys/keys.h"
#include "pbem/mailing/mailing.h"

static bool has_lots(const struct variant *variant)
{
	return variant->kind->know_lots != NULL;
}

int deal_check(const struct variant *variant, struct reason *reason)
{
	const struct mail_kind *kind = desk_mail_kind(variant);

	return kind->check_deal != NULL ? kind->check_deal(variant, reason) : 0;
}

/* Draws the secret, and what the header says of it. */
static int draw_secret(struct game_header *header, char secret_out[DIGEST_HEX + 1],
		       struct reason *reason)
{
	if (keys_secret(secret_out, reason) != 0)
		return -1;
	sealed_commit(secret_out, &header->commit);
	return 0;
}

int deal_lot(struct game_header *header, struct reason *reason)
{
	return keys_secret(header->lot.hex, reason);
}

/* The option that is left to the lot. */
static const struct variant *draw_option(struct variant_library *library,
					 const struct variant_option *drawn, unsigned low,
					 unsigned high, struct game_header *header,
					 struct reason *reason)
{
	struct option *option = header->options, own[MAX_OPTIONS];
	const struct option *end = option + header->option_count;

	while (option < end && strcmp(option->key, drawn->key) != 0)
		option++;
	if (option == header->options + MAX_OPTIONS) {
		reason_set(reason, "a game has at most %d options", MAX_OPTIONS);
		return NULL;
	}
	header->option_count += option == end;
	snprintf(header->lot_option, sizeof header->lot_option, "%s", drawn->key);
	snprintf(option->key, sizeof option->key, "%s", drawn->key);
	snprintf(option->value, sizeof option->value, "%u", gamefile_lot_number(header, low, high));
	return variant_get(library, header->variant, own,
			   terms_leave_out(header->options, header->option_count, own), reason);
}

const struct variant *deal_draw(struct variant_library *library, const struct variant *variant,
				bool lot, struct game_header *header, struct reason *reason)
{
	const struct variant_option *drawn;
	unsigned low, high;
	bool draws = variant_option_drawn(variant, &drawn, &low, &high);

	if ((draws || (lot && variant->kind->draw_seats == NULL)) && deal_lot(header, reason) != 0)
		return NULL;
	return draws ? draw_option(library, drawn, low, high, header, reason) : variant;
}

/* The players, as they joined, change places. */
static void draw_seats(const struct variant *variant, const char *secret,
		       struct game_header *header, struct seats *seats)
{
	const struct game_header joined = *header;
	struct seats persons;
	struct game game;

	seats_copy(&persons, seats);
	if (variant->kind->draw_seats == NULL) {
		gamefile_lot_seats(header, seats->count, header->drawn);
	} else {
		game_init(&game, variant);
		game_know_lots(&game, header->id, secret);
		variant->kind->draw_seats(&game, header->drawn);
		game_done(&game);
	}
	for (unsigned seat = 0; seat < seats->count; seat++) {
		unsigned place = header->drawn[seat] - 1u;

		seats->seats[seat] = persons.seats[place];
		memcpy(header->names[seat], joined.names[place], sizeof header->names[seat]);
	}
	seats_done(&persons);
}

/* The facts with which it begins; with lots it begins its sealed file, too. */
static void begin_lots(struct desk_game *game, const char *secret, struct event_list *events)
{
	if (has_lots(game->file->game.variant))
		gamefile_seal(game->file, secret, &game->sealed);
	turn_start_lots(&game->file->game, events);
}

/* Where it begins from is an entry of its own: what follows is decided from there. */
static int enter_from(struct desk *desk, struct desk_game *game, const char *from,
		      struct reason *reason)
{
	struct event_list events;
	int result;

	if (from == NULL || *from == '\0')
		return 0;
	event_list_init(&events);
	event_add(&events, event_about(EVENT_FROM, NO_SIDE, 0, from));
	result = desk_enter(game, desk->now, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}

static int start(struct desk *desk, struct desk_game *game, const char *secret, const char *from,
		 struct reason *reason)
{
	struct event_list events;
	int result;

	if (enter_from(desk, game, from, reason) != 0)
		return -1;
	event_list_init(&events);
	begin_lots(game, secret, &events);
	result = desk_enter(game, desk->now, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}

/* Words that came with a seat's JOIN. Where none are asked for, or not such, the game asks itself
 * for what it needs. */
static int say_words(struct desk_game *game, unsigned seat, const char *words,
		     const struct deal *deal, struct reason *reason)
{
	char *text = base_printf("JOIN WORDS %s", words);
	char *cause = base_printf("sha256:%s", deal->cause);
	struct event_list events;
	struct order_list orders;
	struct reason why;
	int result = 0;

	event_list_init(&events);
	order_list_init(&orders);
	if (order_read_letter(game->file->game.variant, text, &orders, &why) == ACCEPTED &&
	    turn_decide(&game->file->game, seat, &orders, &events, &why) == ACCEPTED)
		result = desk_enter(game, deal->header->created, cause, &events, reason);
	order_list_done(&orders);
	event_list_done(&events);
	free(cause);
	free(text);
	return result;
}

static int say_all(struct desk_game *game, const struct deal *deal, struct reason *reason)
{
	int result = 0;

	for (unsigned seat = 0; deal->words != NULL && result == 0 && seat < deal->seats->count;
	     seat++) {
		unsigned place = deal->lot ? deal->header->drawn[seat] - 1u : seat;
		const char *words = deal->words[place];

		if (words != NULL && *words != '\0' && !game->file->game.started)
			result = say_words(game, seat, words, deal, reason);
	}
	return result;
}

int deal_game(struct desk *desk, const struct deal *deal, struct reason *reason)
{
	struct game_header *header = deal->header;
	char secret[DIGEST_HEX + 1] = "", *path;
	struct desk_game *game;
	struct text seats;
	int result;

	for (unsigned i = 0; i < deal->seats->count; i++)
		snprintf(header->names[i], sizeof header->names[i], "%s",
			 deal->seats->seats[i].name);
	if (has_lots(deal->variant) && draw_secret(header, secret, reason) != 0)
		return -1;
	if (deal->lot)
		draw_seats(deal->variant, secret, header, deal->seats);
	game = desk_add(desk, gamefile_new(header, deal->variant), deal->seats);
	result = start(desk, game, secret, deal->from, reason);
	if (result == 0)
		result = say_all(game, deal, reason);
	if (result != 0)
		return -1;
	path = base_printf("games/%s/seats", game->id);
	text_init(&seats, 0);
	seats_print(&game->seats, deal->variant, &seats);
	batch_append(&desk->batch, path, 0, seats.bytes, seats.len, 0600);
	ledger_line_game(&desk->batch.ledger, header->number, game->id);
	text_done(&seats);
	free(path);
	return mailing_welcome(desk, game, reason);
}
