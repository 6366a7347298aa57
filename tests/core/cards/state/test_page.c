/* SPDX-License-Identifier: MIT */
/* The worked example of core/cards/resolve/README.md: what stands there is what the table holds. */
#include "core/cards/state/action.h"
#include "tests/lib/source.h"
#include "tests/lib/tableplay.h"

static const char page[] = "core/cards/resolve/README.md";

static void deal(struct tableplay *play, enum zone zone, uint8_t seat, const char *const *names)
{
	for (; *names != NULL; names++)
		piles_add(&play->table.piles, card_named(play->cards.set, *names, NULL), seat, zone,
			  seat);
}

static void open_scene(struct tableplay *play)
{
	static const char *const hands[][5] = {
		{"Plots Within Plots", "Dubbing", "Blessing", "Fog of War", NULL},
		{"Chaos", NULL},
		{"Bog", NULL},
	};
	static const char *const piles[][5] = {
		{"Crab", "Toll", "Panic", "Siege", NULL},
		{"Curse", NULL},
		{NULL},
	};

	memset(play, 0, sizeof *play);
	strbuf_init(&play->turn_log, 0);
	cardplay_open(&play->cards, "three-player");
	cardplay_put(&play->cards, "Kd8 Na4 Pc6 / Kh1 Ph3 / Ka1 Pb6");
	tableplay_lay(play, &play->cards.field.position);
	for (uint8_t seat = 0; seat < 3; seat++) {
		deal(play, ZONE_HAND, seat, hands[seat]);
		deal(play, ZONE_DRAW, seat, piles[seat]);
	}
	play->table.start_piles = play->table.piles;
	tableplay_start(play);
}

static const char *card_of(const struct tableplay *play, uint16_t copy)
{
	return copy == NO_COPY ? "-" : play->cards.set->cards[play->kinds[copy]].name;
}

static void show_action(const struct tableplay *play, uint8_t number, struct strbuf *out)
{
	static const char *const fates[] = {"stands", "spent", "cancelled", "returned"};
	const struct action *action = &play->table.actions[number];
	struct action_words words;

	card_state_words(&play->table, number, &words);
	strbuf_addf(out, "      %u %-9s ", number + 1u, fates[action->fate]);
	action_print(play->cards.book, action, &words, out);
	if (action->kind == ACTION_CARD)
		strbuf_addf(out, " (drawn for it: %s)", card_of(play, action->drawn));
	strbuf_add_char(out, '\n');
}

static void show_hands(const struct tableplay *play, struct strbuf *out)
{
	for (uint8_t seat = 0; seat < play->cards.variant->side_count; seat++) {
		uint16_t copies[MAX_COPIES];
		unsigned count = piles_list(&play->table.piles, ZONE_HAND, seat, copies);

		strbuf_addf(out, "      %s holds", variant_seat_name(play->cards.variant, seat));
		for (unsigned i = 0; i < count; i++)
			strbuf_addf(out, "%s %s", i > 0 ? "," : "", card_of(play, copies[i]));
		strbuf_add(out, count > 0 ? "\n" : " nothing\n");
	}
}

static void show_table(struct tableplay *play, struct strbuf *out)
{
	const struct card_state *table = &play->table;
	const struct card_state_state state = {
		.phase = table->now.phase,
		.state = table->now.state,
		.window = table->now.window,
		.played = table->now.played,
		.settled = table->now.settled,
		.demanded = table->now.demanded,
		.demand = table->now.demand,
		.no_card = table->now.no_card,
		.king_back = table->now.king_back,
		.begun_again = table->now.begun_again,
		.chaos = table->now.chaos,
	};

	for (uint8_t i = 0; i < table->action_count; i++)
		show_action(play, i, out);
	strbuf_add(out, "      ");
	card_state_print_state(play->cards.book, &state, out);
	play->cards.field = table->field;
	strbuf_addf(out, "\n      %s\n", cardplay_pieces(&play->cards));
	show_hands(play, out);
}

static void send(struct tableplay *play, uint8_t seat, const char *message, struct strbuf *out)
{
	struct reason why = {.text = ""};

	if (!tableplay_send(play, seat, message, &why))
		fail_msg("%s: %s", message, why.text);
	strbuf_addf(out, "    %s: %s\n", variant_seat_name(play->cards.variant, seat), message);
	show_table(play, out);
}

static char *read_page(void)
{
	char *name = source_path(page);
	FILE *file;
	char *text = base_alloc(1 << 16);
	size_t len;

	file = fopen(name, "r");
	free(name);
	assert_non_null(file);
	len = fread(text, 1, (1 << 16) - 1, file);
	text[len] = '\0';
	fclose(file);
	return text;
}

static void the_page_tells_what_the_structs_hold(void **state)
{
	struct tableplay *play = base_alloc(sizeof *play);
	struct strbuf out;
	char *text = read_page();

	(void)state;
	strbuf_init(&out, 0);
	open_scene(play);
	send(play, 0, "PLAY Plots Within Plots; PLAY Dubbing a4-c5; PLAY Blessing c6-e4", &out);
	send(play, 1, "PLAY Chaos", &out);
	send(play, 0, "PLAY Fog of War", &out);
	if (strstr(text, out.bytes) == NULL) {
		fputs(out.bytes, stderr);
		fail_msg("%s should have this", page);
	}
	tableplay_close(play);
	strbuf_done(&out);
	free(text);
	free(play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_tells_what_the_structs_hold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
