/* SPDX-License-Identifier: MIT */
#include "core/cards/effects/effects_load.h"
#include "core/gametype/cards/cards_state.h"
#include "tests/lib/clockscene.h"

void scene_enter(struct scene *scene, struct event_list *events, const char *cause)
{
	const struct entry_head head = {++scene->entry, scene->now, cause};
	struct reason reason = {.text = ""};

	for (size_t i = 0; i < events->count; i++)
		if (game_apply(&scene->game, &head, &events->events[i], &reason) < 0)
			fail_msg("%s", reason.text);
	event_list_done(&scene->last);
	scene->last = *events;
}

void scene_begin(struct scene *scene, const char *name, const struct option *options, size_t count)
{
	const struct variant *variant;
	struct event_list events;
	struct reason reason = {.text = ""};

	memset(scene, 0, sizeof *scene);
	event_list_init(&scene->last);
	scene->now = START;
	variant = variant_get(library, name, options, count, &reason);
	if (variant == NULL || effects_book_of(variant, &reason) == NULL)
		fail_msg("%s", reason.text);
	game_init(&scene->game, variant);
	event_list_init(&events);
	game_set_lots(&scene->game, "g1", secret);
	turn_start_lots(&scene->game, &events);
	scene_enter(scene, &events, "moderator");
}

void scene_end(struct scene *scene)
{
	event_list_done(&scene->last);
	game_done(&scene->game);
}

void scene_give(struct scene *scene, uint8_t seat, const char *card)
{
	struct card_state *table = cards_state(&scene->game);
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	assert_true(count > 0);
	table->piles.copies[copies[0]].kind = card_named(table->book->set, card, NULL);
	table->start_piles = table->piles;
}

const char *scene_tell(struct scene *scene, uint8_t seat, const char *text)
{
	static struct reason why;
	struct order_list orders;
	struct event_list events;
	enum verdict verdict;

	why.text[0] = '\0';
	order_list_init(&orders);
	event_list_init(&events);
	verdict = order_read_message(scene->game.variant, text, &orders, &why);
	if (verdict == ACCEPTED)
		verdict = clock_admit(&scene->game, seat, &orders, scene->now, &why);
	if (verdict == ACCEPTED)
		verdict = turn_decide(&scene->game, seat, &orders, &events, &why);
	if (verdict == ACCEPTED)
		scene_enter(scene, &events, "sha256:letter");
	else
		event_list_done(&events);
	order_list_done(&orders);
	assert_int_equal(verdict == REFUSED, why.text[0] != '\0');
	return why.text;
}

void scene_done(struct scene *scene, uint8_t seat, const char *text)
{
	assert_string_equal(scene_tell(scene, seat, text), "");
}

uint16_t scene_tick(struct scene *scene, int64_t now)
{
	uint16_t seats = clock_overdue(&scene->game, now);
	struct event_list events;

	event_list_init(&events);
	assert_int_equal(clock_decide(&scene->game, now, &events), seats != 0);
	scene->now = now;
	if (seats != 0)
		scene_enter(scene, &events, "clock");
	return seats;
}

int64_t scene_deadline(const struct scene *scene, unsigned seat)
{
	return clock_deadline(&scene->game, seat);
}

int64_t scene_after(int64_t asked, unsigned hours)
{
	return (asked + 59) / 60 * 60 + hours * HOUR;
}

bool is_told(const struct scene *scene, enum event_kind kind)
{
	for (size_t i = 0; i < scene->last.count; i++)
		if (scene->last.events[i].kind == kind)
			return true;
	return false;
}

static const struct option with_cards[] = {{"cards", "on"}};

void begin_three(struct scene *scene)
{
	scene_begin(scene, "three-player", with_cards, 1);
}

void begin_answered(struct scene *scene, int64_t now)
{
	begin_three(scene);
	scene->now = now;
	scene_done(scene, WHITE, "MOVE d7-d6");
}
