/* SPDX-License-Identifier: MIT */
/* Deals as events: piles face down, the kinds of their cards, and the first hands. */
#include "core/cards/state/card_state.h"

/* Lists the copies of a seat's deck from the top, as they were before the hand was drawn. Returns
 * their number. */
static unsigned deck_of(const struct piles *laid, uint8_t seat, uint16_t copies_out[MAX_COPIES])
{
	unsigned hand = piles_list(laid, ZONE_HAND, seat, copies_out);

	return hand + piles_list(laid, ZONE_DRAW, seat, copies_out + hand);
}

/* Draws the cards of all hands, one card each in turn order. Writes their copies (unless NULL) and
 * adds the events that draw them (unless NULL). Returns their number. */
static unsigned draw_hands(const struct card_ruleset *book, const struct piles *laid,
			   uint16_t *copies_out, struct event_list *events)
{
	uint16_t hand[MAX_COPIES];
	unsigned count = 0, before;
	unsigned i = 0;

	do {
		before = count;
		for (uint8_t seat = 0; seat < book->variant->side_count; seat++) {
			if (i >= piles_list(laid, ZONE_HAND, seat, hand))
				continue;
			if (copies_out != NULL)
				copies_out[count] = hand[i];
			event_add(events, event_about(EVENT_TOP, seat, 0, NULL));
			count++;
		}
		i++;
	} while (count > before);
	return count;
}

/* Adds a pile face down, and the sealed kinds of its cards, which are numbered from `first` on. */
static void add_pile_events(const struct card_ruleset *book, const struct piles *laid, uint8_t seat,
			    const uint16_t *copies, unsigned count, unsigned first,
			    struct event_list *events)
{
	event_add(events, event_about(EVENT_PILE, seat, count, NULL));
	for (unsigned i = 0; i < count; i++) {
		struct event face = event_about(EVENT_FACE, NO_SIDE, first + i, NULL);

		face.text = book->set->cards[laid->copies[copies[i]].kind].name;
		face.sealed = true;
		event_add(events, face);
	}
}

void card_state_deal(const struct card_ruleset *book, const struct piles *laid,
		     struct event_list *events)
{
	uint16_t copies[2 * MAX_COPIES];
	unsigned first = 0, count;

	if (laid->common) {
		count = draw_hands(book, laid, copies, NULL);
		count += piles_list(laid, ZONE_DRAW, 0, copies + count);
		add_pile_events(book, laid, NO_SIDE, copies, count, 0, events);
	}
	for (uint8_t seat = 0; !laid->common && seat < book->variant->side_count; seat++) {
		count = deck_of(laid, seat, copies);
		add_pile_events(book, laid, seat, copies, count, first, events);
		first += count;
	}
	draw_hands(book, laid, NULL, events);
}
