/* SPDX-License-Identifier: MIT */
#include "core/cards/board/card_movegen.h"
#include "tests/lib/tableplay.h"

uint32_t tableplay_below(struct tableplay *play, uint32_t limit)
{
	play->chance = play->chance * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(play->chance >> 33) % limit;
}

void tableplay_fail(const struct tableplay *play, const char *what, const char *more)
{
	fprintf(stderr, "%s\n# %s: %s\n", play->turn_log.bytes, what, more);
	fail_msg("%s: %s", what, more);
}

struct tableplay *tableplay_aborted;

static void tableplay_tell_story(int number)
{
	signal(number, SIG_DFL);
	if (tableplay_aborted != NULL && tableplay_aborted->turn_log.bytes != NULL)
		fprintf(stderr, "%s\n", tableplay_aborted->turn_log.bytes);
	raise(number);
}

void tableplay_tell_aborted(void)
{
	signal(SIGABRT, tableplay_tell_story);
}

void tableplay_refute(struct tableplay *play, uint8_t seat, const char *what, const char *message,
		      const char *more)
{
	strbuf_addf(&play->turn_log, "%s: %s\n", variant_seat_name(play->cards.variant, seat),
		    message);
	tableplay_fail(play, what, more);
}

static void tableplay_check_pieces(struct tableplay *play)
{
	const struct position *position = &play->table.field.position;
	unsigned standing = 0;

	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate == ON_BOARD) {
			standing++;
			tableplay_assert(play, piece->at < CARD_SQUARES);
			tableplay_assert(play, position->piece_at[piece->at] == i);
		}
		if (piece->fate == MERGED || piece->fate == SHARING) {
			unsigned other = play->table.field.partner[i];

			tableplay_assert(play, other != NO_PIECE);
			tableplay_assert(play, position->pieces[other].fate == ON_BOARD ||
						       position->pieces[other].fate == AWAY);
			tableplay_assert(play, position->pieces[other].at == piece->at);
		}
	}
	for (square at = 0; at < CARD_SQUARES; at++)
		standing -= position->piece_at[at] != NO_PIECE;
	tableplay_assert(play, standing == 0);
}

static bool tableplay_lies_under(const struct card_state *table, uint16_t copy)
{
	for (unsigned i = 0; i < table->field.effect_count; i++) {
		if (table->field.effects[i].copy == copy)
			return true;
	}
	return false;
}

/* Checks that every card is unchanged and in one place of one pile, and that each card in play
 * belongs to an effect. */
static void tableplay_check_cards(struct tableplay *play)
{
	const struct piles *piles = &play->table.piles;
	unsigned count = 0;

	for (uint16_t i = 0; i < piles->count; i++) {
		const struct copy *copy = &piles->copies[i];

		tableplay_assert(play, copy->zone < ZONES && copy->kind == play->kinds[i]);
		tableplay_assert(play,
				 copy->zone != ZONE_PLAY || tableplay_lies_under(&play->table, i));
		for (uint16_t k = 0; k < i; k++)
			if (piles->copies[k].zone == copy->zone &&
			    piles->copies[k].seat == copy->seat && copy->zone != ZONE_PLAY &&
			    copy->zone != ZONE_ASIDE)
				tableplay_assert(play, piles->copies[k].place != copy->place);
	}
	for (unsigned zone = 0; zone < ZONES; zone++) {
		bool shared = piles->common && zone != ZONE_HAND && zone != ZONE_PLAY;
		uint16_t copies[MAX_COPIES];

		for (uint8_t seat = 0; seat < (shared ? 1 : MAX_SIDES); seat++)
			count += piles_list(piles, (enum zone)zone, seat, copies);
	}
	tableplay_assert(play, count == piles->count);
}

static bool tableplay_has_effect(const struct card_board *field, uint16_t serial)
{
	for (unsigned i = 0; i < field->effect_count; i++)
		if (field->effects[i].serial == serial)
			return true;
	return false;
}

bool tableplay_is_bared(const struct card_state *table)
{
	for (unsigned i = 0; i < table->start.effect_count; i++) {
		const struct effect *effect = &table->start.effects[i];

		if (effect->what == EFFECT_TRAP &&
		    !tableplay_has_effect(&table->field, effect->serial))
			return true;
	}
	for (unsigned i = 0; i < table->action_count; i++)
		if (table->actions[i].kind == ACTION_SAID)
			return true;
	return false;
}

/* Checks that after a turn no king can be captured, except through a Challenge or a trap:
 * [own-king-safe], [trap-may-bare-king], [challenge-bares-king], [riposte-spares-mover]. */
static void tableplay_check_king(struct tableplay *play)
{
	const struct card_state *table = &play->table;
	uint8_t mover = table->start.position.turn;
	bool excused = tableplay_is_bared(table);

	if (table->now.phase != PHASE_WINDOW || table->now.state != TURN_IN)
		return;
	for (unsigned i = 0; i < table->start.effect_count; i++)
		excused |= table->start.effects[i].what == EFFECT_CHALLENGE &&
			   table->start.effects[i].seat == mover;
	tableplay_assert(play, excused || !(table->field.position.in_play >> mover & 1) ||
				       !card_movegen_in_check(table->book, &table->field, mover));
}

bool tableplay_same_piles(const struct piles *a, const struct piles *b)
{
	for (uint16_t i = 0; i < a->count; i++) {
		const struct copy *one = &a->copies[i], *other = &b->copies[i];

		if (one->zone != other->zone || one->seat != other->seat ||
		    one->place != other->place || one->kind != other->kind)
			return false;
	}
	return a->count == b->count;
}

/* Reports the cards that are elsewhere on the shadow, and the events that should have moved them.
 */
static void tableplay_tell_piles(const struct tableplay *play, const struct event_list *events)
{
	for (uint16_t i = 0; i < play->table.piles.count; i++) {
		const struct copy *one = &play->table.piles.copies[i],
				  *other = &play->shadow.piles.copies[i];

		if (one->zone != other->zone || one->seat != other->seat ||
		    one->place != other->place)
			fprintf(stderr, "# card %u, %s: %u %u %d, replayed %u %u %d\n", i,
				play->cards.set->cards[one->kind].name, one->zone, one->seat,
				one->place, other->zone, other->seat, other->place);
	}
	for (size_t i = 0; i < events->count; i++) {
		struct strbuf line;

		strbuf_init(&line, 0);
		event_print(play->cards.variant, &events->events[i], &line);
		fprintf(stderr, "# %s\n", line.bytes);
		strbuf_done(&line);
	}
}

bool tableplay_same_field(const struct card_board *a, const struct card_board *b)
{
	for (unsigned i = 0; i < a->position.piece_count; i++) {
		const struct piece *one = &a->position.pieces[i], *other = &b->position.pieces[i];

		if (one->fate != other->fate || one->type != other->type ||
		    one->side != other->side || one->moved != other->moved ||
		    a->marks[i] != b->marks[i] || a->partner[i] != b->partner[i] ||
		    (one->fate == ON_BOARD && one->at != other->at))
			return false;
	}
	for (unsigned i = 0; i < a->effect_count && i < b->effect_count; i++) {
		const struct effect *one = &a->effects[i], *other = &b->effects[i];

		if (one->what != other->what || one->card != other->card ||
		    one->copy != other->copy || one->by != other->by || one->seat != other->seat ||
		    one->type != other->type || one->piece != other->piece ||
		    one->other != other->other || one->left != other->left ||
		    one->suspended != other->suspended || one->begun != other->begun ||
		    one->serial != other->serial ||
		    memcmp(one->squares, other->squares, sizeof one->squares) != 0)
			return false;
	}
	return a->effect_count == b->effect_count && a->closed == b->closed &&
	       a->quarter == b->quarter && a->truce == b->truce && a->vendetta == b->vendetta &&
	       a->serial == b->serial && memcmp(a->walls, b->walls, sizeof a->walls) == 0 &&
	       a->position.turn == b->position.turn && a->position.in_play == b->position.in_play &&
	       a->position.quiet == b->position.quiet && a->position.round == b->position.round &&
	       memcmp(a->position.passant, b->position.passant, sizeof a->position.passant) == 0 &&
	       memcmp(a->position.king, b->position.king, sizeof a->position.king) == 0 &&
	       memcmp(a->last_when, b->last_when, sizeof a->last_when) == 0 &&
	       a->turn_log.gone_count == b->turn_log.gone_count &&
	       a->turn_log.taken_count == b->turn_log.taken_count &&
	       a->turn_log.moved == b->turn_log.moved && a->last_card == b->last_card &&
	       a->last_card_by == b->last_card_by;
}

static bool tableplay_same_script(const struct card_state *a, const struct card_state *b)
{
	for (unsigned i = 0; i < a->action_count && i < b->action_count; i++) {
		const struct action *one = &a->actions[i], *other = &b->actions[i];

		if (one->kind != other->kind || one->seat != other->seat ||
		    one->when != other->when || one->answers != other->answers ||
		    one->plots != other->plots || one->fate != other->fate ||
		    one->forced != other->forced || one->acts_as != other->acts_as ||
		    card_state_answers(a, (uint8_t)i) != card_state_answers(b, (uint8_t)i) ||
		    one->card != other->card ||
		    card_state_play(a, (uint8_t)i).target_count !=
			    card_state_play(b, (uint8_t)i).target_count)
			return false;
	}
	return a->action_count == b->action_count;
}

/* Checks that the recorded events, read back as text, lead to the same state. */
static void tableplay_check_replay(struct tableplay *play, const struct event_list *events)
{
	const struct card_state *table = &play->table, *shadow = &play->shadow;

	for (size_t i = 0; i < events->count; i++) {
		struct event_list back;
		struct strbuf line;
		struct reason reason = {.text = ""};

		strbuf_init(&line, 0);
		event_list_init(&back);
		event_print(play->cards.variant, &events->events[i], &line);
		strbuf_addf(&play->came, "%s\n", line.bytes);
		if (event_parse(play->cards.variant, line.bytes, &back, &reason) < 0 ||
		    card_state_apply(&play->shadow, &back.events[0], &reason) < 0)
			tableplay_fail(play, line.bytes, reason.text);
		event_list_done(&back);
		strbuf_done(&line);
	}
	tableplay_assert(play, tableplay_same_field(&table->field, &shadow->field));
	tableplay_assert(play, tableplay_same_field(&table->start, &shadow->start));
	if (!tableplay_same_piles(&table->piles, &shadow->piles))
		tableplay_tell_piles(play, events);
	tableplay_assert(play, tableplay_same_piles(&table->piles, &shadow->piles));
	tableplay_assert(play, tableplay_same_script(table, shadow));
	tableplay_assert(play, table->now.phase == shadow->now.phase &&
				       table->now.state == shadow->now.state);
	tableplay_assert(play, table->now.window == shadow->now.window &&
				       table->now.played == shadow->now.played);
	tableplay_assert(play, table->now.demanded == shadow->now.demanded &&
				       table->now.demand == shadow->now.demand);
	tableplay_assert(play, table->undone_count == shadow->undone_count);
	tableplay_assert(play, table->outcome.status == shadow->outcome.status);
}

bool tableplay_read(const struct tableplay *play, const char *message, struct order_list *orders,
		    struct reason *why)
{
	char line[512];
	unsigned number = 0;
	bool accepted = true;

	while (*message != '\0' && accepted) {
		size_t len = strcspn(message, ";");

		memcpy(line, message, len);
		line[len] = '\0';
		accepted = order_read(play->cards.variant, line, ++number, orders, why) == ACCEPTED;
		message += len + strspn(message + len, "; ");
	}
	return accepted;
}

void tableplay_check(struct tableplay *play, const struct event_list *events)
{
	tableplay_assert(play, card_state_is_sound(&play->table));
	tableplay_check_pieces(play);
	tableplay_check_cards(play);
	tableplay_check_king(play);
	tableplay_check_replay(play, events);
}

bool tableplay_send(struct tableplay *play, uint8_t seat, const char *message, struct reason *why)
{
	struct order_list orders;
	struct event_list events;
	bool accepted;

	order_list_init(&orders);
	event_list_init(&events);
	strbuf_addf(&play->turn_log, "%s: %s\n", variant_seat_name(play->cards.variant, seat),
		    message);
	accepted = tableplay_read(play, message, &orders, why) &&
		   submit_decide(&play->table, seat, &orders, &events, why) == ACCEPTED;
	if (accepted) {
		play->accepted++;
		tableplay_check(play, &events);
	} else {
		play->refused++;
		strbuf_addf(&play->turn_log, "# refused: %s\n", why->text);
		strbuf_addf(&play->came, "%s: %s\n", message, why->text);
	}
	event_list_done(&events);
	order_list_done(&orders);
	return accepted;
}

void tableplay_lay(struct tableplay *play, const struct position *position)
{
	tableplay_aborted = play;
	strbuf_init(&play->came, 0);
	repetition_init(&play->history);
	repetition_init(&play->shadow_history);
	card_state_init(&play->table, play->cards.book, position, &play->history);
}

void tableplay_start(struct tableplay *play)
{
	struct event_list events;

	for (uint16_t i = 0; i < play->table.piles.count; i++)
		play->kinds[i] = play->table.piles.copies[i].kind;
	card_state_copy(&play->shadow, &play->table);
	play->shadow.history = &play->shadow_history;
	event_list_init(&events);
	submit_start(&play->table, &events);
	tableplay_check(play, &events);
	event_list_done(&events);
}

void tableplay_close(struct tableplay *play)
{
	repetition_done(&play->history);
	repetition_done(&play->shadow_history);
	strbuf_done(&play->turn_log);
	strbuf_done(&play->came);
	tableplay_aborted = NULL;
}
