/* SPDX-License-Identifier: MIT */
#include "core/cards/board/continuous_turn.h"
#include "tests/lib/tableprobe.h"

bool tableprobe_leads_to(const struct tableplay *play, uint8_t seat, const char *message,
			 struct card_state *then, struct reason *why)
{
	struct order_list orders;
	bool taken;

	card_state_copy(then, &play->table);
	then->history = NULL;
	order_list_init(&orders);
	taken = tableplay_read(play, message, &orders, why) &&
		submit_decide(then, seat, &orders, NULL, why) == ACCEPTED;
	order_list_done(&orders);
	return taken;
}

bool tableprobe_takes(struct tableplay *play, uint8_t seat, const char *message, struct reason *why)
{
	struct card_state *then = base_alloc(sizeof *then);
	bool taken = tableprobe_leads_to(play, seat, message, then, why);

	strbuf_addf(&play->came, "%s? %s\n", message, taken ? "taken" : why->text);
	free(then);
	return taken;
}

const struct card *tableprobe_acts_as(const struct tableplay *play, uint8_t kind)
{
	const struct card *card = &play->cards.set->cards[kind];

	if (card->effect->verb != VERB_ECHO)
		return card;
	return play->table.field.last_card == NO_CARD
		       ? NULL
		       : &play->cards.set->cards[play->table.field.last_card];
}

bool tableprobe_is_plots(const struct tableplay *play, const struct play *one)
{
	const struct card *card = tableprobe_acts_as(play, one->card);

	return card != NULL && card->effect->verb == VERB_PLOTS;
}

void tableprobe_do_card(const struct tableplay *play, uint8_t seat, const struct card *card,
			enum card_when when, const struct play *one, struct card_board *field)
{
	const struct card_board before = *field;
	struct effect_context context = {
		.book = play->cards.book,
		.field = field,
		.start = &before,
		.player = seat,
		.mover = seat,
		.when = when,
		.card = card,
		.copy = NO_COPY,
	};

	card_board_begin_action(field, 1, NULL);
	if (play_do(&context, one, NULL) != EFFECT_CONTEXT_DONE)
		*field = before;
}

/* Returns whether a card before the move allows a turn: some move is possible after it. */
static bool tableprobe_leads_on(struct tableplay *play, uint8_t seat, const struct card *card,
				const struct play *one, const char *text)
{
	static struct move_list moves;
	struct reason why = {.text = ""};
	bool taken = tableprobe_takes(play, seat, text, &why);

	for (unsigned pass = 0; pass < 4 && !taken; pass++) {
		struct card_board field = play->table.field;

		if (pass % 2 == 0)
			tableprobe_do_card(play, seat, card, WHEN_BEFORE, one, &field);
		card_movegen_moves(play->cards.book, &field, seat, pass < 2, &moves);
		for (unsigned i = 0; i < moves.count && !taken; i++) {
			char name[MOVE_TEXT_MAX], message[512];

			move_text(play->cards.variant, &moves.moves[i], name);
			snprintf(message, sizeof message, "%s; MOVE %s", text, name);
			taken = tableprobe_takes(play, seat, message, &why);
		}
	}
	return taken;
}

void tableprobe_listed(struct tableplay *play, uint8_t seat, const struct play_list *list,
		       const char *start, unsigned tries)
{
	for (unsigned i = 0; i < list->count && i < tries; i++) {
		const struct play *one =
			&list->plays[list->count <= tries ? i : tableplay_below(play, list->count)];
		const struct card *card = tableprobe_acts_as(play, one->card);
		struct reason why = {.text = ""};
		struct strbuf message;
		bool taken;

		if (tableprobe_is_plots(play, one) || card == NULL)
			continue;
		strbuf_init(&message, 0);
		strbuf_add(&message, start);
		play_print(play->cards.book, one, &message);
		if (play->table.now.phase == PHASE_MOVE && *start == '\0' &&
		    !(card->when & WHEN_INSTEAD))
			taken = tableprobe_leads_on(play, seat, card, one, message.bytes);
		else
			taken = tableprobe_takes(play, seat, message.bytes, &why);
		play->listed++;
		if (!taken)
			tableplay_refute(play, seat, "a listed play is refused", message.bytes,
					 why.text);
		strbuf_done(&message);
	}
}

/* Returns the words after PLAY Card, sorted, because their order doesn't matter here. A pawn's step
 * may be given by its square, a king's by the square where it ends. */
static void tableprobe_sorted(const struct tableplay *play, const struct card *card,
			      const struct play *one, char words_out[PROBE_WORDS][16],
			      unsigned *count_out)
{
	*count_out = 0;
	for (unsigned i = 0; i < one->target_count && i < PROBE_WORDS; i++) {
		struct target target = one->targets[i];
		struct strbuf text;
		unsigned at;

		/* With two seats there is only one other. */
		if (target.form == TARGET_SEAT && play->cards.variant->side_count == 2)
			continue;
		at = (*count_out)++;
		if (target.form == TARGET_MOVE && card->target_count > 0 &&
		    card->targets[0].or_move) {
			if (card->targets[0].whose != WHOSE_OWN)
				target.squares[0] = target.squares[1];
			target.form = TARGET_SQUARE;
			target.square_count = 1;
		}
		strbuf_init(&text, 0);
		play_print_targets(play->cards.book, &target, 1, &text);
		while (at > 0 && strncmp(words_out[at - 1], text.bytes, 15) > 0) {
			memcpy(words_out[at], words_out[at - 1], 16);
			at--;
		}
		snprintf(words_out[at], 16, "%s", text.bytes);
		strbuf_done(&text);
	}
}

static bool tableprobe_is_listed(const struct tableplay *play, const struct card *card,
				 const struct play_list *list, const struct play *one)
{
	char words[PROBE_WORDS][16], others[PROBE_WORDS][16];
	unsigned count, other_count;

	tableprobe_sorted(play, card, one, words, &count);
	for (unsigned i = 0; i < list->count; i++) {
		bool same = list->plays[i].card == one->card;

		if (!same)
			continue;
		tableprobe_sorted(play, card, &list->plays[i], others, &other_count);
		same = count == other_count;
		for (unsigned k = 0; k < count && same; k++)
			same = strcmp(words[k], others[k]) == 0;
		if (same)
			return true;
	}
	return false;
}

square tableprobe_square(struct tableplay *play, uint8_t seat, const struct target_rule *rule)
{
	const struct card_board *field = &play->table.field;
	square at = 0;

	for (unsigned tries = 0; tries < 12; tries++) {
		unsigned piece;

		at = (square)tableplay_below(play, CARD_SQUARES);
		if (play->cards.variant->board.hole[at])
			continue;
		piece = card_board_at(field, at);
		if (rule->whose == WHOSE_OPEN || (rule->whose == WHOSE_NOBODY && piece == NO_PIECE))
			break;
		if (piece == NO_PIECE || tableplay_below(play, 8) == 0)
			continue;
		if ((rule->whose == WHOSE_ENEMY) ==
		    card_board_is_enemy(play->cards.book, field, piece, seat))
			break;
	}
	return at;
}

/* Chooses one of a square's edges, the lower of its squares first. */
static void tableprobe_edge(struct tableplay *play, struct target *edge)
{
	static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
	unsigned step = tableplay_below(play, 4);
	square at = edge->squares[0];
	square other =
		board_offset(&play->cards.variant->board, at, steps[step][0], steps[step][1]);

	if (other == NO_SQUARE)
		other = at;
	edge->squares[0] = at < other ? at : other;
	edge->squares[edge->square_count++] = at < other ? other : at;
}

/* Chooses a word of the form that the rule requires. */
static void tableprobe_word(struct tableplay *play, uint8_t seat, const struct target_rule *rule,
			    struct target *target_out)
{
	const unsigned values[] = {
		[TARGET_KIND] = play->cards.variant->type_count,
		[TARGET_CARD] = play->cards.set->count,
		[TARGET_SEAT] = play->cards.variant->side_count,
		[TARGET_TURN] = 2,
		[TARGET_PROMOTION] = play->cards.variant->type_count,
	};

	memset(target_out, 0, sizeof *target_out);
	target_out->form = rule->or_move && tableplay_below(play, 2) ? TARGET_MOVE : rule->form;
	if (target_out->form >= TARGET_KIND)
		target_out->value = (uint8_t)tableplay_below(play, values[target_out->form]);
	if (target_out->form >= TARGET_KIND && target_out->form != TARGET_PROMOTION)
		return;
	target_out->squares[0] = tableprobe_square(play, seat, rule);
	target_out->square_count = 1;
	if (target_out->form == TARGET_EDGE)
		tableprobe_edge(play, target_out);
	if (target_out->form == TARGET_MOVE || target_out->form == TARGET_CHAIN)
		target_out->squares[target_out->square_count++] =
			(square)tableplay_below(play, CARD_SQUARES);
}

static void tableprobe_words(struct tableplay *play, uint8_t seat, const struct card *card,
			     struct play *out)
{
	for (unsigned i = 0; i < card->target_count; i++) {
		unsigned times = card->targets[i].optional ? tableplay_below(play, 2) : 1;

		if (card->targets[i].repeats)
			times += tableplay_below(play, 3);
		while (times-- > 0 && out->target_count < 8)
			tableprobe_word(play, seat, &card->targets[i],
					&out->targets[out->target_count++]);
	}
	if (tableplay_below(play, 16) == 0)
		tableprobe_word(play, seat, &(struct target_rule){.form = TARGET_SQUARE},
				&out->targets[out->target_count++]);
}

/* Returns all words of a card with one target of few choices, by number; false at the end. */
static bool tableprobe_nth(const struct tableplay *play, const struct card *card, unsigned number,
			   struct play *out)
{
	struct target *target = &out->targets[0];
	unsigned limit;

	if (card->target_count != 1 || card->targets[0].optional || card->targets[0].repeats ||
	    card->targets[0].or_move)
		return false;
	target->form = card->targets[0].form;
	limit = target->form == TARGET_SQUARE ? CARD_SQUARES
		: target->form == TARGET_CARD ? play->cards.set->count
		: target->form == TARGET_SEAT ? play->cards.variant->side_count
		: target->form == TARGET_TURN ? 2
					      : 0;
	if (number >= limit)
		return false;
	out->target_count = 1;
	target->value = (uint8_t)number;
	if (target->form == TARGET_SQUARE) {
		target->squares[0] = (square)number;
		target->square_count = 1;
	}
	return true;
}

/* Returns whether the message leads to the same result as a listed play of the card, with more
 * words than necessary. */
static bool tableprobe_is_longer_form(const struct tableplay *play, uint8_t seat,
				      const struct play_list *list, const char *start,
				      const struct play *one, const char *message)
{
	struct card_state *then = base_alloc(2 * sizeof *then), *other = then + 1;
	struct reason why = {.text = ""};
	bool same = false;

	tableprobe_leads_to(play, seat, message, then, &why);
	for (unsigned i = 0; i < list->count && !same; i++) {
		struct strbuf text;

		if (list->plays[i].card != one->card)
			continue;
		strbuf_init(&text, 0);
		strbuf_add(&text, start);
		play_print(play->cards.book, &list->plays[i], &text);
		same = text.len < strlen(message) &&
		       tableprobe_leads_to(play, seat, text.bytes, other, &why) &&
		       tableplay_same_field(&then->field, &other->field) &&
		       tableplay_same_piles(&then->piles, &other->piles) &&
		       then->now.phase == other->now.phase && then->now.state == other->now.state &&
		       then->now.window == other->now.window &&
		       then->now.demanded == other->now.demanded;
		strbuf_done(&text);
	}
	free(then);
	return same;
}

static void tableprobe_unlisted_one(struct tableplay *play, uint8_t seat, const struct card *card,
				    const struct play_list *list, const char *start,
				    const struct play *one)
{
	struct reason why = {.text = ""};
	struct strbuf message;

	if (tableprobe_is_listed(play, card, list, one))
		return;
	strbuf_init(&message, 0);
	strbuf_add(&message, start);
	play_print(play->cards.book, one, &message);
	play->unlisted++;
	if (tableprobe_takes(play, seat, message.bytes, &why) &&
	    !tableprobe_is_longer_form(play, seat, list, start, one, message.bytes))
		tableplay_refute(play, seat, "an unlisted play is taken", message.bytes, "");
	strbuf_done(&message);
}

void tableprobe_unlisted(struct tableplay *play, uint8_t seat, const struct play_list *list,
			 const char *start, unsigned tries)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&play->table.piles, ZONE_HAND, seat, copies);
	const struct card *card;
	struct play one;
	uint8_t kind;

	if (count == 0)
		return;
	kind = play->table.piles.copies[copies[tableplay_below(play, count)]].kind;
	card = tableprobe_acts_as(play, kind);
	if (card == NULL || card->effect->verb == VERB_PLOTS || card->effect->verb == VERB_ECHO ||
	    (play->table.now.phase == PHASE_MOVE ? card->when & WHEN_BEFORE
						 : card->when & WHEN_OWN))
		return;
	for (unsigned i = 0; i < CARD_SQUARES + tries; i++) {
		memset(&one, 0, sizeof one);
		one.card = kind;
		if (!tableprobe_nth(play, card, i, &one)) {
			if (i < CARD_SQUARES)
				i = CARD_SQUARES;
			tableprobe_words(play, seat, card, &one);
		}
		tableprobe_unlisted_one(play, seat, card, list, start, &one);
	}
}

/* Returns the mover's only card in the turn, if it has no response after it; or NULL. */
static const struct action *tableprobe_only_card(const struct card_state *table)
{
	const struct action *found = NULL;

	for (unsigned i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->kind == ACTION_SAID || action->answers != NO_ACTION ||
		    action->plots != NO_ACTION)
			return NULL;
		if (action->kind != ACTION_CARD)
			continue;
		if (found != NULL || action->fate != ACTION_STANDS || !(action->when & WHEN_OWN))
			return NULL;
		found = action;
	}
	return found;
}

void tableprobe_no_mate(struct tableplay *play)
{
	const struct card_state *table = &play->table;
	const struct action *action = tableprobe_only_card(table);
	struct card_board before = table->start, after = table->field, ended;

	if (table->now.phase != PHASE_WINDOW || table->now.state != TURN_IN || action == NULL ||
	    play->cards.set->cards[action->acts_as].continuing)
		return;
	if (action->when == WHEN_BEFORE) {
		const struct play said = card_state_play(table, (uint8_t)(action - table->actions));

		after = table->start;
		tableprobe_do_card(play, action->seat, &play->cards.set->cards[action->acts_as],
				   WHEN_BEFORE, &said, &after);
	} else if (action->when == WHEN_AFTER) {
		for (unsigned i = 0; i < table->action_count; i++)
			if (table->actions[i].kind == ACTION_MOVE)
				card_movegen_make(play->cards.book, &before,
						  &table->actions[i].move, NULL);
		continuous_turn_spring(play->cards.book, &before, 0, NULL);
	}
	/* Effects that bound the seat end with its turn whatever it plays. */
	ended = before;
	continuous_turn_ends(play->cards.book, &ended, action->seat, NULL);
	play->mates++;
	for (uint8_t seat = 0; seat < play->cards.variant->side_count; seat++)
		if (seat != action->seat && after.position.in_play >> seat & 1 &&
		    card_movegen_is_mated(play->cards.book, &after, seat) &&
		    !card_movegen_is_mated(play->cards.book, &before, seat) &&
		    !card_movegen_is_mated(play->cards.book, &ended, seat))
			tableplay_refute(play, action->seat, "a card that doesn't last mates",
					 play->cards.set->cards[action->card].name, "");
}
