/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/event/event.h"
#include "core/event/event_internal.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* For each kind, the form of its lines (event_internal.h) and where they may occur. */
static const struct {
	const char *form;
	enum event_trait trait;
} forms[EVENT_KINDS] = {
	[EVENT_MOVE] = {"move %i %k from %f to %t", EVENT_ANYWHERE},
	[EVENT_CASTLE] = {"castle %i king on %f and rook on %t to %w and %w", EVENT_ANYWHERE},
	[EVENT_CAPTURE] = {"capture %i %k on %f", EVENT_ANYWHERE},
	[EVENT_PROMOTE] = {"promote %i to %k on %t", EVENT_ANYWHERE},
	[EVENT_PASSANT] = {"passant %i pawn %t over %f", EVENT_ANYWHERE},
	[EVENT_NO_PASSANT] = {"no-passant %i", EVENT_ANYWHERE},
	[EVENT_REMOVE] = {"remove %i %k from %f", EVENT_ANYWHERE},
	[EVENT_FREE] = {"free %i %k on %f", EVENT_ANYWHERE},
	[EVENT_CONQUER] = {"conquer %s commands %i", EVENT_ANYWHERE},
	[EVENT_ARMY] = {"army %i is %w", EVENT_ANYWHERE},
	[EVENT_TRADE] = {"trade %i for %k on %f", EVENT_ANYWHERE},
	[EVENT_EXCHANGE] = {"exchange turns %n, least %w, lost by %w, involved %w", EVENT_ANYWHERE},
	[EVENT_ORDER] = {"order %s[ %*]", EVENT_OF_A_SEAT},
	[EVENT_PLAYED] = {"played %s[ %*]", EVENT_OF_A_SEAT},
	[EVENT_QUIET] = {"quiet rounds %n", EVENT_ANYWHERE},
	[EVENT_TURN] = {"turn %s", EVENT_ANYWHERE},
	[EVENT_OCCURS] = {"occurs times %n", EVENT_ANYWHERE},
	[EVENT_CHECK] = {"check %s", EVENT_OF_A_SEAT},
	[EVENT_PASS] = {"pass %s", EVENT_OF_A_SEAT},
	[EVENT_BEATEN] = {"beaten %s %w[ by %b]", EVENT_OF_A_SEAT},
	[EVENT_FREEZE] = {"freeze %s", EVENT_OF_A_SEAT},
	[EVENT_THAW] = {"thaw %s", EVENT_OF_A_SEAT},
	[EVENT_OWE] = {"owe %s pawns %n", EVENT_OF_A_SEAT},
	[EVENT_STALEMATE] = {"stalemate %s", EVENT_OF_A_SEAT},
	[EVENT_OFFER] = {"offer %s", EVENT_OF_A_SEAT},
	[EVENT_AGREE] = {"agree %s", EVENT_OF_A_SEAT},
	[EVENT_NO_OFFER] = {"no-offer %s", EVENT_OF_A_SEAT},
	[EVENT_SAY] = {"say %s[ %*]", EVENT_OF_A_SEAT},
	[EVENT_ASK] = {"ask %s", EVENT_OF_A_SEAT},
	[EVENT_RESULT] = {"result[ %*]", EVENT_ANYWHERE},
	[EVENT_START] = {"start", EVENT_BEFORE_START},
	[EVENT_FROM] = {"from[ %*]", EVENT_BEFORE_START},
	[EVENT_UNDO] = {"undo to entry %n", EVENT_ANYWHERE},
	[EVENT_UNDO_ASKED] = {"undo-asked %s to entry %n", EVENT_OF_A_SEAT},
	[EVENT_UNDO_AGREED] = {"undo-agreed %s", EVENT_OF_A_SEAT},
	[EVENT_UNDO_REFUSED] = {"undo-refused %s", EVENT_OF_A_SEAT},
	[EVENT_INTENDS] = {"intends %s[ on board %c] %w", EVENT_OF_A_SEAT},
	[EVENT_INTENDED] = {"intended %s salt %w, next %w:[ %*]", EVENT_OF_A_SEAT},
	[EVENT_BOARD] = {"board %n", EVENT_OF_RING},
	[EVENT_STOCK] = {"stock %s gets %i %k of set %n", EVENT_OF_RING},
	[EVENT_PLACE] = {"place %i %k of set %n on %t", EVENT_OF_RING},
	[EVENT_MATED] = {"mated %s %w[ by %b]", EVENT_OF_RING},
	[EVENT_RUN_END] = {"sitting", EVENT_OF_RING},
	[EVENT_CLOSE] = {"close", EVENT_OF_RING},
	[EVENT_FRESH] = {"fresh %w", EVENT_OF_RING},
	[EVENT_MODERATOR] = {"moderator[ %*]", EVENT_OUTSIDE_RULES},
	[EVENT_AS] = {"as %s", EVENT_OUTSIDE_RULES},
	[EVENT_SEAT_CHANGED] = {"seat-changed %s[ %*]", EVENT_OUTSIDE_RULES},
	[EVENT_PUBLISH] = {"publish %w", EVENT_OUTSIDE_RULES},
	[EVENT_SEALED] = {"sealed[ %*]", EVENT_ANYWHERE},
	[EVENT_CARRY] = {"carry %i %k from %f to %t", EVENT_ANYWHERE},
	[EVENT_CASTLED] = {"castled", EVENT_ANYWHERE},
	[EVENT_SHIFT] = {"shift %i %k from %f to %t", EVENT_ANYWHERE},
	[EVENT_SWAP] = {"swap %f and %t", EVENT_ANYWHERE},
	[EVENT_TAKE] = {"take %i %k on %f[ from %t] by %w", EVENT_ANYWHERE},
	[EVENT_KILL] = {"kill %i %k on %f", EVENT_ANYWHERE},
	[EVENT_BURY] = {"bury %i %k that began on %p", EVENT_ANYWHERE},
	[EVENT_AWAY] = {"away %i %k from %f", EVENT_ANYWHERE},
	[EVENT_RETURN] = {"return %i %k that began on %p to %t %w", EVENT_ANYWHERE},
	[EVENT_REPLACE] = {"replace %i %k on %f by what began on %p", EVENT_ANYWHERE},
	[EVENT_MERGE] = {"merge %i %k from %f into %t", EVENT_ANYWHERE},
	[EVENT_FRONT] = {"front %i %k on %f", EVENT_ANYWHERE},
	[EVENT_EFFECT] = {"effect %s number %n, %*", EVENT_ANYWHERE},
	[EVENT_EFFECT_ENDS] = {"effect-ends number %n", EVENT_ANYWHERE},
	[EVENT_EFFECT_BINDS] = {"effect-binds number %n, seat %s, kind %w", EVENT_ANYWHERE},
	[EVENT_MOVED] = {"moved by %w", EVENT_ANYWHERE},
	[EVENT_ACTION] = {"action %a", EVENT_ANYWHERE},
	[EVENT_ANEW] = {"anew", EVENT_ANYWHERE},
	[EVENT_SETTLE] = {"settle %w", EVENT_ANYWHERE},
	[EVENT_SCRIPT] = {"script %s action %a, %*", EVENT_ANYWHERE},
	[EVENT_ANSWER] = {"reply %s to action %a:[ %*]", EVENT_ANYWHERE},
	[EVENT_FATE] = {"fate of action %a: %w", EVENT_ANYWHERE},
	[EVENT_PLAYS] = {"plays %s card of action %a", EVENT_ANYWHERE},
	[EVENT_DRAWS] = {"draws %s for action %a", EVENT_ANYWHERE},
	[EVENT_TOP] = {"top %s", EVENT_ANYWHERE},
	[EVENT_UNDER] = {"under %s card %n", EVENT_ANYWHERE},
	[EVENT_MILLS] = {"mills %s for action %a", EVENT_ANYWHERE},
	[EVENT_DISCARD] = {"discard card %n", EVENT_ANYWHERE},
	[EVENT_FALLS] = {"falls card %n after action %e", EVENT_ANYWHERE},
	[EVENT_GETS] = {"gets %s card %n", EVENT_ANYWHERE},
	[EVENT_LAST] = {"last card of action %a", EVENT_ANYWHERE},
	[EVENT_ASIDE] = {"aside card %n", EVENT_ANYWHERE},
	[EVENT_HAD_TURN] = {"had-turn %s", EVENT_ANYWHERE},
	[EVENT_UNDONE] = {"undone board %w", EVENT_ANYWHERE},
	[EVENT_HOLD] = {"hold %s on board %w:[ %*]", EVENT_ANYWHERE},
	[EVENT_LET_GO] = {"let-go %s %w", EVENT_ANYWHERE},
	[EVENT_GATHER] = {"gather[ %*]", EVENT_BEFORE_START},
	[EVENT_WORDS] = {"words %s:[ %*]", EVENT_BEFORE_START},
	[EVENT_SHARE] = {"share %s:[ %*]", EVENT_BEFORE_START},
	[EVENT_DECK] = {"deck %s:[ %*]", EVENT_BEFORE_START},
	[EVENT_READY] = {"ready %s", EVENT_BEFORE_START},
	[EVENT_PILE] = {"pile %s cards %n", EVENT_ANYWHERE},
	[EVENT_RESHUFFLE] = {"reshuffle cards %n", EVENT_ANYWHERE},
	[EVENT_SHUFFLED] = {"shuffled %s number %n", EVENT_ANYWHERE},
	[EVENT_FACE] = {"face of card %n:[ %*]", EVENT_ANYWHERE},
	[EVENT_NAMES] = {"names of action %a:[ %*]", EVENT_ANYWHERE},
	[EVENT_LIES] = {"lies effect number %n on %t", EVENT_ANYWHERE},
	[EVENT_WILL_DISCARD] = {"will-discard %s[ card %c]", EVENT_ANYWHERE},
	[EVENT_AHEAD] = {"ahead if fogged %w, if undone %w", EVENT_ANYWHERE},
	[EVENT_AUTOPASS] = {"autopass %s[ %*]", EVENT_ANYWHERE},
	[EVENT_STATE] = {"state[ %*]", EVENT_ANYWHERE},
	[EVENT_LAPSE] = {"lapse %s at[ %*]", EVENT_OF_A_SEAT},
	[EVENT_LATE] = {"late minutes %n", EVENT_ANYWHERE},
	[EVENT_OUTAGE] = {"outage from %w to %w", EVENT_ANYWHERE},
	[EVENT_UNTIL] = {"until %s[ on board %c] %*", EVENT_OF_A_SEAT},
	[EVENT_BANK] = {"bank %s seconds %n", EVENT_OF_A_SEAT},
	[EVENT_VACATION] = {"vacation %s from %w to %w", EVENT_OF_A_SEAT},
	[EVENT_BACK] = {"back %s after %w", EVENT_OF_A_SEAT},
	[EVENT_REMINDED] = {"reminded %s[ on board %c] %w", EVENT_OF_A_SEAT},
	[EVENT_MISSED] = {"missed %s[ on board %c] %w", EVENT_OF_A_SEAT},
	[EVENT_PAUSE] = {"pause", EVENT_ANYWHERE},
	[EVENT_RESUME] = {"resume", EVENT_ANYWHERE},
	[EVENT_SECRET] = {"secret[ %*]", EVENT_OF_THE_END},
	[EVENT_UNSEALED] = {"unsealed entry %n, fact %w:[ %*]", EVENT_OF_THE_END},
	[EVENT_DIAGRAM] = {"|[ %*]", EVENT_ANYWHERE},
};

enum event_trait event_trait(enum event_kind kind)
{
	return forms[kind].trait;
}

const char *event_form(enum event_kind kind)
{
	return forms[kind].form;
}

static const char *side_word(const struct variant *variant, uint8_t side)
{
	return side == NO_SIDE ? "-" : variant_side_name(variant, side);
}

static const char *seat_word(const struct variant *variant, uint8_t seat)
{
	return seat < variant_seats(variant) ? variant_seat_name(variant, seat) : "-";
}

static void print_square(const struct variant *variant, square at, struct strbuf *out)
{
	char name[SQUARE_NAME_MAX] = "-";

	if (at != NO_SQUARE)
		board_square_name(variant_board(variant), at, name);
	strbuf_add(out, name);
}

void event_print_piece(const struct variant *variant, unsigned piece, struct strbuf *out)
{
	if (piece < variant->start_count)
		print_square(variant, variant->starts[piece].at, out);
	else
		strbuf_addf(out, "#%u", piece);
}

static bool is_blank(char c)
{
	return c == ' ' || iscntrl((unsigned char)c);
}

/* Prints the text's next word and moves *text_io past it and the space after it. */
static void print_word(const char **text_io, struct strbuf *out)
{
	const char *text = *text_io;
	size_t len = 0;

	while (*text != '\0' && is_blank(*text))
		text++;
	while (text[len] != '\0' && !is_blank(text[len]))
		len++;
	strbuf_add_bytes(out, len > 0 ? text : "-", len > 0 ? len : 1);
	*text_io = text + len + (text[len] != '\0');
}

/* Prints the rest of the text, with spaces instead of line ends. */
static void print_rest(const char *rest, struct strbuf *out)
{
	for (; *rest != '\0'; rest++)
		strbuf_add_char(out, is_blank(*rest) ? ' ' : *rest);
}

static void print_field(const struct variant *variant, const struct event *event, char field,
			const char **text_io, struct strbuf *out)
{
	switch (field) {
	case 'i':
		strbuf_add(out, side_word(variant, event->side));
		break;
	case 'k':
		strbuf_add_char(out, variant_type_letter(variant, event->type));
		break;
	case 'f':
		print_square(variant, event->from, out);
		break;
	case 't':
		print_square(variant, event->to, out);
		break;
	case 's':
		strbuf_add(out, seat_word(variant, event->seat));
		break;
	case 'b':
		strbuf_add(out, seat_word(variant, event->by));
		break;
	case 'n':
	case 'c':
		strbuf_addf(out, "%u", (unsigned)event->number);
		break;
	case 'a':
		strbuf_addf(out, "%u", (unsigned)event->number + 1);
		break;
	case 'p':
		event_print_piece(variant, event->number, out);
		break;
	case 'e':
		strbuf_addf(out, "%ld", strbuf_number(*text_io, EVENT_NUMBER_MAX) + 1);
		break;
	case 'w':
		print_word(text_io, out);
		break;
	default:
		print_rest(*text_io, out);
	}
}

static bool is_used(const struct event *event, const char *group, const char *text)
{
	switch (strchr(group, '%')[1]) {
	case 'b':
		return event->by != NO_SIDE;
	case 't':
		return event->to != NO_SQUARE;
	case 'c':
		return event->number != EVENT_NO_NUMBER;
	default:
		return *text != '\0';
	}
}

void event_print(const struct variant *variant, const struct event *event, struct strbuf *out)
{
	const char *text = event->text == NULL ? "" : event->text;

	for (const char *form = event_form(event->kind); *form != '\0'; form++) {
		if (*form == '[' && !is_used(event, form, text))
			form = strchr(form, ']');
		else if (*form == '%')
			print_field(variant, event, *++form, &text, out);
		else if (*form != '[' && *form != ']')
			strbuf_add_char(out, *form);
	}
}
