/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/turn.h"
#include "core/words/words.h"
#include "pbem/ahead/ahead.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/keys/keys.h"
#include "pbem/mailing/remark.h"
#include "pbem/site/log.h"

/* ---- what the seats file has ---- */

static void keep(struct desk_game *game, unsigned seat, const struct intent *intent)
{
	struct seat *place = &game->seats.seats[seat];
	struct text text;

	text_init(&text, 0);
	if (intent->next < intent->count)
		intent_print(game->file->game.variant, intent, &text);
	if (strcmp(place->intends, text.bytes) != 0) {
		snprintf(place->intends, sizeof place->intends, "%s", text.bytes);
		game->habits = true;
	}
	text_done(&text);
}

static void forget(struct desk_game *game, unsigned seat)
{
	const struct intent none = {.count = 0};

	keep(game, seat, &none);
}

int ahead_give(struct desk_game *game, unsigned seat, struct intent *intent,
	       struct event_list *events, struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct digest commitment;
	char *text;

	if (intent->count == 0) {
		forget(game, seat);
		if (now->intents[seat].of.hex[0] != '\0')
			event_add(events, event_about(EVENT_INTENDS, (uint8_t)seat, 0, "-"));
		return 0;
	}
	if (keys_secret(intent->secret, reason) != 0)
		return -1;
	intent_commit(now->variant, intent, &commitment);
	text = base_printf("sha256:%s", commitment.hex);
	event_add(events, event_about(EVENT_INTENDS, (uint8_t)seat, 0, text));
	free(text);
	keep(game, seat, intent);
	return 0;
}

/* ---- what is said of it, each time in the reader's language ---- */

/* -1 with the reason when its words can't be read. */
static int speak_to(struct desk *desk, const struct desk_game *game, unsigned seat,
		    struct reason *reason)
{
	struct person person;

	people_of(desk, &game->seats.seats[seat], &person);
	return words_speak(person.language, reason);
}

static const char *why_void(enum intent_void why)
{
	switch (why) {
	case INTENT_UNDONE:
		return phrase("the game was taken back");
	case INTENT_PAUSED:
		return phrase("the game was paused");
	case INTENT_OFFERED:
		return phrase("a draw was offered, which you may want to answer");
	case INTENT_FRESH:
		return phrase("a board has begun anew or was closed");
	case INTENT_CARD:
		return phrase("a card was played, which you hadn't foreseen");
	case INTENT_RENEWED:
		return phrase("your seat has new keys");
	default:
		return phrase("the game isn't what it was");
	}
}

/* It is nothing any more, and its player hears why; what is asked he is asked as ever. */
static void drop(struct desk *desk, struct desk_game *game, unsigned seat, const char *why)
{
	char *told = base_printf(phrase("What you gave in advance is dropped: %s"), why);

	log_line(desk->log, "ahead %s: what %s gave in advance is dropped\n", game->id,
		 variant_seat_name(game->file->game.variant, seat));
	forget(game, seat);
	remark_seat(desk, game, seat, told, true);
	free(told);
}

/* "e5", the turn that was just played, as people read it: it may still be answered, or others may
 * have followed at once. */
static const char *move_played(const struct game *game, const struct intent *intent)
{
	static struct game_standing standing;
	const struct turn_record *turn = intent->turns <= game->turns
						 ? game_recent(game, game->turns - intent->turns)
						 : NULL;
	const char *text = turn != NULL			    ? turn->text
			   : game_standing(game, &standing) ? standing.text
							    : "";
	const char *people = strchr(text, ' ');

	return people != NULL ? people + 1 : "";
}

static int tell_played(struct desk *desk, struct desk_game *game, unsigned seat,
		       const struct intent *intent, struct reason *reason)
{
	const struct game *now = &game->file->game;
	const char *move = move_played(now, intent);
	int result = 0;

	for (unsigned other = 0; result == 0 && other < variant_seats(now->variant); other++) {
		char *told;

		result = speak_to(desk, game, other, reason);
		told = other == seat
			       ? base_printf(phrase("You had given %s in advance, and it is "
						    "played"),
					     move)
			       : base_printf(phrase("%s had given %s in advance"),
					     phrase(variant_seat_title(now->variant, seat)), move);
		remark_seat(desk, game, other, told, other == seat);
		free(told);
	}
	log_line(desk->log, "ahead %s: %s plays %s, given in advance\n", game->id,
		 variant_seat_name(now->variant, seat), move);
	return result;
}

/* ---- as the game goes on ---- */

/* Whether the seat, by what it may know, could send that turn now: a letter is judged so, too. */
static enum verdict judge_seen(const struct desk_game *game, unsigned seat,
			       const struct intent *intent, struct reason *why)
{
	const struct game *now = &game->file->game;
	const struct mail_kind *kind = desk_mail_kind(now->variant);
	struct intent trial = *intent;
	struct event_list events;
	enum verdict verdict;
	struct game seen;

	if (kind->conceal == NULL)
		return ACCEPTED;
	event_list_init(&events);
	game_copy(&seen, now);
	kind->conceal(&seen, (uint8_t)seat);
	verdict = intent_play(&seen, (uint8_t)seat, &trial, &events, why);
	game_done(&seen);
	event_list_done(&events);
	return verdict;
}

/* The turn that is due; *played_out: it could be made. */
static int play(struct desk *desk, struct desk_game *game, unsigned seat, struct intent *intent,
		bool *played_out, struct reason *reason)
{
	const struct intent_line *line = &intent->lines[intent->next];
	const char *move = line->plies[line->count - 1].move;
	struct event_list events;
	struct reason why;
	int result = 0;

	event_list_init(&events);
	*played_out =
		judge_seen(game, seat, intent, &why) == ACCEPTED &&
		intent_play(&game->file->game, (uint8_t)seat, intent, &events, &why) == ACCEPTED;
	if (*played_out) {
		desk_note_wait(desk, game, game->last_when, &events);
		result = desk_enter(game, game->last_when, "ahead", &events, reason);
		keep(game, seat, intent);
		if (result == 0)
			result = tell_played(desk, game, seat, intent, reason);
	} else {
		char *told = base_printf(phrase("%s can't be played: %s"), move, why.text);

		drop(desk, game, seat, told);
		free(told);
	}
	event_list_done(&events);
	return result;
}

/* What has become of one seat's; *played_out: its turn is made. */
static int follow_seat(struct desk *desk, struct desk_game *game, unsigned seat, bool *played_out,
		       struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct intent intent;
	struct reason why;

	*played_out = false;
	if (game->seats.seats[seat].intends[0] == '\0')
		return 0;
	if (now->outcome.status != STATUS_PLAYING || !game_in_play(now, seat)) {
		forget(game, seat);
		return 0;
	}
	if (speak_to(desk, game, seat, reason) != 0)
		return -1;
	if (!intent_read(now->variant, game->seats.seats[seat].intends, &intent) ||
	    !intent_holds(now, (uint8_t)seat, &intent)) {
		drop(desk, game, seat, why_void(now->intents[seat].why_void));
		return 0;
	}
	switch (intent_follow(now, (uint8_t)seat, &intent, &why)) {
	case INTENT_WAITS:
		keep(game, seat, &intent);
		return 0;
	case INTENT_FAILS:
		drop(desk, game, seat, why.text);
		return 0;
	default:
		return play(desk, game, seat, &intent, played_out, reason);
	}
}

int ahead_follow(struct desk *desk, struct desk_game *game, struct reason *reason)
{
	const unsigned seats = variant_seats(game->file->game.variant);
	const char *spoken = words_spoken();
	bool played = true;
	int result = 0;

	while (result == 0 && played) {
		bool one = played = false;

		for (unsigned seat = 0; result == 0 && seat < seats; seat++) {
			result = follow_seat(desk, game, seat, &one, reason);
			played |= one;
		}
	}
	return words_speak(spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
}
