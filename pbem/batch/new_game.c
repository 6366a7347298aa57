/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game_options.h"
#include "core/game/turn.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/auth/keyring.h"
#include "pbem/batch/new_game.h"
#include "pbem/mail/mail.h"
#include "pbem/site/gametype_mail.h"

static bool has_random_draws(const struct variant *variant)
{
	return variant->kind->set_lots != NULL;
}

int new_game_check(const struct variant *variant, struct reason *reason)
{
	const struct gametype_mail *kind = gametype_mail_of(variant);

	return kind->check_deal != NULL ? kind->check_deal(variant, reason) : 0;
}

/* Draws the secret, and puts its commitment into the header. */
static int draw_secret(struct game_header *header, char secret_out[SHA256_HEX + 1],
		       struct reason *reason)
{
	if (keyring_secret(secret_out, reason) != 0)
		return -1;
	sealed_commit(secret_out, &header->commit);
	return 0;
}

int new_game_lot(struct game_header *header, struct reason *reason)
{
	return keyring_secret(header->lot.hex, reason);
}

const struct variant *new_game_draw(struct variant_library *library, const struct variant *variant,
				    bool lot, struct game_header *header, struct reason *reason)
{
	const struct variant_option *drawn;
	unsigned low, high;

	if ((variant_option_drawn(variant, &drawn, &low, &high) ||
	     (lot && variant->kind->draw_seats == NULL)) &&
	    new_game_lot(header, reason) != 0)
		return NULL;
	return gamefile_draw_option(library, variant, header, reason);
}

/* Moves the players from the order of joining to the seats that are drawn. */
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
		game_set_lots(&game, header->id, secret);
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

/* Adds the events with which the game begins. With random draws, begins the sealed file, too. */
static void add_start_events(struct workspace_game *game, const char *secret,
			     struct event_list *events)
{
	if (has_random_draws(game->file->game.variant))
		gamefile_seal(game->file, secret, &game->sealed);
	turn_start_lots(&game->file->game, events);
}

/* Makes a separate entry for a given starting position, because the next entry is decided from
 * there. */
static int enter_start_position(struct workspace *workspace, struct workspace_game *game,
				const char *from, struct reason *reason)
{
	struct event_list events;
	int result;

	if (from == NULL || *from == '\0')
		return 0;
	event_list_init(&events);
	event_add(&events, event_about(EVENT_FROM, NO_SIDE, 0, from));
	result = workspace_enter(game, workspace->now, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}

static int start_game(struct workspace *workspace, struct workspace_game *game, const char *secret,
		      const char *from, struct reason *reason)
{
	struct event_list events;
	int result;

	if (enter_start_position(workspace, game, from, reason) != 0)
		return -1;
	event_list_init(&events);
	add_start_events(game, secret, &events);
	result = workspace_enter(game, workspace->now, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}

/* Enters the words that came with a seat's JOIN. If the game doesn't accept them, it asks the seat
 * for what it needs. */
static int enter_join_words(struct workspace_game *game, unsigned seat, const char *words,
			    const struct new_game *deal, struct reason *reason)
{
	char *text = base_printf("JOIN WORDS %s", words);
	char *cause = base_printf("sha256:%s", deal->cause);
	struct event_list events;
	struct order_list orders;
	struct reason why;
	int result = 0;

	event_list_init(&events);
	order_list_init(&orders);
	if (order_read_message(game->file->game.variant, text, &orders, &why) == ACCEPTED &&
	    turn_decide(&game->file->game, seat, &orders, &events, &why) == ACCEPTED)
		result = workspace_enter(game, deal->header->created, cause, &events, reason);
	order_list_done(&orders);
	event_list_done(&events);
	free(cause);
	free(text);
	return result;
}

static int enter_all_join_words(struct workspace_game *game, const struct new_game *deal,
				struct reason *reason)
{
	int result = 0;

	for (unsigned seat = 0; deal->words != NULL && result == 0 && seat < deal->seats->count;
	     seat++) {
		unsigned place = deal->lot ? deal->header->drawn[seat] - 1u : seat;
		const char *words = deal->words[place];

		if (words != NULL && *words != '\0' && !game->file->game.started)
			result = enter_join_words(game, seat, words, deal, reason);
	}
	return result;
}

int new_game_create(struct workspace *workspace, const struct new_game *deal, struct reason *reason)
{
	struct game_header *header = deal->header;
	char secret[SHA256_HEX + 1] = "", *path;
	struct workspace_game *game;
	struct strbuf seats;
	int result;

	for (unsigned i = 0; i < deal->seats->count; i++)
		snprintf(header->names[i], sizeof header->names[i], "%s",
			 deal->seats->seats[i].name);
	if (has_random_draws(deal->variant) && draw_secret(header, secret, reason) != 0)
		return -1;
	if (deal->lot)
		draw_seats(deal->variant, secret, header, deal->seats);
	game = workspace_add(workspace, gamefile_new(header, deal->variant), deal->seats);
	result = start_game(workspace, game, secret, deal->from, reason);
	if (result == 0)
		result = enter_all_join_words(game, deal, reason);
	if (result != 0)
		return -1;
	path = base_printf("games/%s/seats", game->id);
	strbuf_init(&seats, 0);
	seats_print(&game->seats, deal->variant, &seats);
	transaction_append(&workspace->batch, path, 0, seats.bytes, seats.len, 0600);
	ledger_put(&workspace->batch.ledger, CHANGE_GAME, header->number, game->id);
	strbuf_done(&seats);
	free(path);
	return mail_welcome(workspace, game, reason);
}
