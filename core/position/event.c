/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/position/event.h"
#include "core/position/event_inner.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

/*
 * The table of kinds: how a line of each is spelled, in files of format 1 and 2 (event_inner.h);
 * and where it may stand.
 */
static const struct {
	const char *first, *second;
	enum event_trait trait;
} forms[EVENT_KINDS] = {
	[EVENT_MOVE] = {"move %i %k %f %t", "move %i %k from %f to %t", EVENT_ANYWHERE},
	[EVENT_CASTLE] = {"castle %i %f %t %w %w",
			  "castle %i king on %f and rook on %t to %w and %w", EVENT_ANYWHERE},
	[EVENT_CAPTURE] = {"capture %i %k %f", "capture %i %k on %f", EVENT_ANYWHERE},
	[EVENT_PROMOTE] = {"promote %i %k %t", "promote %i to %k on %t", EVENT_ANYWHERE},
	[EVENT_PASSANT] = {"passant %i %f %t", "passant %i pawn %t over %f", EVENT_ANYWHERE},
	[EVENT_NO_PASSANT] = {"no-passant %i", "no-passant %i", EVENT_ANYWHERE},
	[EVENT_REMOVE] = {"remove %i %k %f", "remove %i %k from %f", EVENT_ANYWHERE},
	[EVENT_FREE] = {"free %i %k %f", "free %i %k on %f", EVENT_ANYWHERE},
	[EVENT_CONQUER] = {"conquer %s %i", "conquer %s commands %i", EVENT_ANYWHERE},
	[EVENT_ARMY] = {"army %i %w", "army %i is %w", EVENT_ANYWHERE},
	[EVENT_TRADE] = {"trade %i %k %f", "trade %i for %k on %f", EVENT_ANYWHERE},
	[EVENT_EXCHANGE] = {"exchange %n[ %*]",
			    "exchange turns %n, least %w, lost by %w, involved %w", EVENT_ANYWHERE},
	[EVENT_ORDER] = {"order %s[ %*]", "order %s[ %*]", EVENT_OF_A_SEAT},
	[EVENT_PLAYED] = {"played %s[ %*]", "played %s[ %*]", EVENT_OF_A_SEAT},
	[EVENT_QUIET] = {"quiet %n", "quiet rounds %n", EVENT_ANYWHERE},
	[EVENT_TURN] = {"turn %s", "turn %s", EVENT_ANYWHERE},
	[EVENT_OCCURS] = {"occurs %n", "occurs times %n", EVENT_ANYWHERE},
	[EVENT_CHECK] = {"check %s", "check %s", EVENT_OF_A_SEAT},
	[EVENT_PASS] = {"pass %s", "pass %s", EVENT_OF_A_SEAT},
	[EVENT_BEATEN] = {"beaten %s %w[ %b]", "beaten %s %w[ by %b]", EVENT_OF_A_SEAT},
	[EVENT_FREEZE] = {"freeze %s", "freeze %s", EVENT_OF_A_SEAT},
	[EVENT_THAW] = {"thaw %s", "thaw %s", EVENT_OF_A_SEAT},
	[EVENT_OWE] = {"owe %s %n", "owe %s pawns %n", EVENT_OF_A_SEAT},
	[EVENT_STALEMATE] = {"stalemate %s", "stalemate %s", EVENT_OF_A_SEAT},
	[EVENT_OFFER] = {"offer %s", "offer %s", EVENT_OF_A_SEAT},
	[EVENT_AGREE] = {"agree %s", "agree %s", EVENT_OF_A_SEAT},
	[EVENT_NO_OFFER] = {"no-offer %s", "no-offer %s", EVENT_OF_A_SEAT},
	[EVENT_SAY] = {"say %s[ %*]", "say %s[ %*]", EVENT_OF_A_SEAT},
	[EVENT_ASK] = {"ask %s", "ask %s", EVENT_OF_A_SEAT},
	[EVENT_RESULT] = {"result[ %*]", "result[ %*]", EVENT_ANYWHERE},
	[EVENT_START] = {"start", "start", EVENT_BEFORE_START},
	[EVENT_FROM] = {"from[ %*]", "from[ %*]", EVENT_BEFORE_START},
	[EVENT_UNDO] = {"undo %n", "undo to entry %n", EVENT_ANYWHERE},
	[EVENT_UNDO_ASKED] = {"undo-asked %s %n", "undo-asked %s to entry %n", EVENT_OF_A_SEAT},
	[EVENT_UNDO_AGREED] = {"undo-agreed %s", "undo-agreed %s", EVENT_OF_A_SEAT},
	[EVENT_UNDO_REFUSED] = {"undo-refused %s", "undo-refused %s", EVENT_OF_A_SEAT},
	[EVENT_INTENDS] = {"intends %s[ on board %c] %w", "intends %s[ on board %c] %w",
			   EVENT_OF_A_SEAT},
	[EVENT_INTENDED] = {"intended %s %w %w[ %*]", "intended %s salt %w, next %w:[ %*]",
			    EVENT_OF_A_SEAT},
	[EVENT_BOARD] = {"board %n", "board %n", EVENT_OF_RING},
	[EVENT_STOCK] = {"stock %s %i %k %n", "stock %s gets %i %k of set %n", EVENT_OF_RING},
	[EVENT_PLACE] = {"place %i %k %n %t", "place %i %k of set %n on %t", EVENT_OF_RING},
	[EVENT_MATED] = {"mated %s %w[ %b]", "mated %s %w[ by %b]", EVENT_OF_RING},
	[EVENT_SITTING] = {"sitting", "sitting", EVENT_OF_RING},
	[EVENT_CLOSE] = {"close", "close", EVENT_OF_RING},
	[EVENT_FRESH] = {"fresh %w", "fresh %w", EVENT_OF_RING},
	[EVENT_MODERATOR] = {"moderator[ %*]", "moderator[ %*]", EVENT_ASIDE_OF_RULES},
	[EVENT_AS] = {"as %s", "as %s", EVENT_ASIDE_OF_RULES},
	[EVENT_SEAT_CHANGED] = {"seat-changed %s[ %*]", "seat-changed %s[ %*]",
				EVENT_ASIDE_OF_RULES},
	[EVENT_PUBLISH] = {"publish %w", "publish %w", EVENT_ASIDE_OF_RULES},
	[EVENT_SEALED] = {"sealed[ %*]", "sealed[ %*]", EVENT_ANYWHERE},
	[EVENT_CARRY] = {"carry %i %k %f %t", "carry %i %k from %f to %t", EVENT_ANYWHERE},
	[EVENT_CASTLED] = {"castled", "castled", EVENT_ANYWHERE},
	[EVENT_SHIFT] = {"shift %i %k %f %t", "shift %i %k from %f to %t", EVENT_ANYWHERE},
	[EVENT_SWAP] = {"swap %f %t", "swap %f and %t", EVENT_ANYWHERE},
	[EVENT_TAKE] = {"take %i %k %f %t %w", "take %i %k on %f[ from %t] by %w", EVENT_ANYWHERE},
	[EVENT_KILL] = {"kill %i %k %f", "kill %i %k on %f", EVENT_ANYWHERE},
	[EVENT_BURY] = {"bury %i %k %n", "bury %i %k that began on %p", EVENT_ANYWHERE},
	[EVENT_AWAY] = {"away %i %k %f", "away %i %k from %f", EVENT_ANYWHERE},
	[EVENT_RETURN] = {"return %i %k %n %w %t", "return %i %k that began on %p to %t %w",
			  EVENT_ANYWHERE},
	[EVENT_REPLACE] = {"replace %i %k %f %n", "replace %i %k on %f by what began on %p",
			   EVENT_ANYWHERE},
	[EVENT_MERGE] = {"merge %i %k %f %t", "merge %i %k from %f into %t", EVENT_ANYWHERE},
	[EVENT_FRONT] = {"front %i %k %f", "front %i %k on %f", EVENT_ANYWHERE},
	[EVENT_EFFECT] = {"effect %s %n[ %*]", "effect %s number %n, %*", EVENT_ANYWHERE},
	[EVENT_EFFECT_ENDS] = {"effect-ends %n", "effect-ends number %n", EVENT_ANYWHERE},
	[EVENT_EFFECT_BINDS] = {"effect-binds %n %s %w", "effect-binds number %n, seat %s, kind %w",
				EVENT_ANYWHERE},
	[EVENT_MOVED] = {"moved %w", "moved by %w", EVENT_ANYWHERE},
	[EVENT_ACTION] = {"action %n", "action %a", EVENT_ANYWHERE},
	[EVENT_ANEW] = {"anew", "anew", EVENT_ANYWHERE},
	[EVENT_SETTLE] = {"settle %w", "settle %w", EVENT_ANYWHERE},
	[EVENT_SCRIPT] = {"script %s %n[ %*]", "script %s action %a, %*", EVENT_ANYWHERE},
	[EVENT_ANSWER] = {"reply %s %n[ %*]", "reply %s to action %a:[ %*]", EVENT_ANYWHERE},
	[EVENT_FATE] = {"fate %n %w", "fate of action %a: %w", EVENT_ANYWHERE},
	[EVENT_PLAYS] = {"plays %s %n", "plays %s card of action %a", EVENT_ANYWHERE},
	[EVENT_DRAWS] = {"draws %s %n", "draws %s for action %a", EVENT_ANYWHERE},
	[EVENT_TOP] = {"top %s", "top %s", EVENT_ANYWHERE},
	[EVENT_UNDER] = {"under %s %n", "under %s card %n", EVENT_ANYWHERE},
	[EVENT_MILLS] = {"mills %s %n", "mills %s for action %a", EVENT_ANYWHERE},
	[EVENT_DISCARD] = {"discard %n", "discard card %n", EVENT_ANYWHERE},
	[EVENT_FALLS] = {"falls %n %w", "falls card %n after action %e", EVENT_ANYWHERE},
	[EVENT_GETS] = {"gets %s %n", "gets %s card %n", EVENT_ANYWHERE},
	[EVENT_LAST] = {"last %n", "last card of action %a", EVENT_ANYWHERE},
	[EVENT_ASIDE] = {"aside %n", "aside card %n", EVENT_ANYWHERE},
	[EVENT_HAD_TURN] = {"had-turn %s", "had-turn %s", EVENT_ANYWHERE},
	[EVENT_UNDONE] = {"undone[ %*]", "undone board %w", EVENT_ANYWHERE},
	[EVENT_HOLD] = {"hold %s[ %*]", "hold %s on board %w:[ %*]", EVENT_ANYWHERE},
	[EVENT_LET_GO] = {"let-go %s %w", "let-go %s %w", EVENT_ANYWHERE},
	[EVENT_GATHER] = {"gather[ %*]", "gather[ %*]", EVENT_BEFORE_START},
	[EVENT_WORDS] = {"words %s[ %*]", "words %s:[ %*]", EVENT_BEFORE_START},
	[EVENT_SHARE] = {"share %s[ %*]", "share %s:[ %*]", EVENT_BEFORE_START},
	[EVENT_DECK] = {"deck %s[ %*]", "deck %s:[ %*]", EVENT_BEFORE_START},
	[EVENT_READY] = {"ready %s", "ready %s", EVENT_BEFORE_START},
	[EVENT_PILE] = {"pile %s %n", "pile %s cards %n", EVENT_ANYWHERE},
	[EVENT_RESHUFFLE] = {"reshuffle %n", "reshuffle cards %n", EVENT_ANYWHERE},
	[EVENT_SHUFFLED] = {"shuffled %s %n", "shuffled %s number %n", EVENT_ANYWHERE},
	[EVENT_FACE] = {"face %n[ %*]", "face of card %n:[ %*]", EVENT_ANYWHERE},
	[EVENT_NAMES] = {"names %n[ %*]", "names of action %a:[ %*]", EVENT_ANYWHERE},
	[EVENT_LIES] = {"lies %n %t", "lies effect number %n on %t", EVENT_ANYWHERE},
	[EVENT_WILL_DISCARD] = {"will-discard %s %n", "will-discard %s[ card %c]", EVENT_ANYWHERE},
	[EVENT_AHEAD] = {"ahead[ %*]", "ahead if fogged %w, if undone %w", EVENT_ANYWHERE},
	[EVENT_AUTOPASS] = {"autopass %s[ %*]", "autopass %s[ %*]", EVENT_ANYWHERE},
	[EVENT_STATE] = {"state[ %*]", "state[ %*]", EVENT_ANYWHERE},
	[EVENT_LAPSE] = {"lapse %s[ %*]", "lapse %s at[ %*]", EVENT_OF_A_SEAT},
	[EVENT_LATE] = {"late %n", "late minutes %n", EVENT_ANYWHERE},
	[EVENT_OUTAGE] = {"outage[ %*]", "outage from %w to %w", EVENT_ANYWHERE},
	[EVENT_UNTIL] = {"until %s[ on board %c] %*", "until %s[ on board %c] %*", EVENT_OF_A_SEAT},
	[EVENT_BANK] = {"bank %s %n", "bank %s seconds %n", EVENT_OF_A_SEAT},
	[EVENT_VACATION] = {"vacation %s %w %w", "vacation %s from %w to %w", EVENT_OF_A_SEAT},
	[EVENT_BACK] = {"back %s %w", "back %s after %w", EVENT_OF_A_SEAT},
	[EVENT_REMINDED] = {"reminded %s[ on board %c] %w", "reminded %s[ on board %c] %w",
			    EVENT_OF_A_SEAT},
	[EVENT_MISSED] = {"missed %s[ on board %c] %w", "missed %s[ on board %c] %w",
			  EVENT_OF_A_SEAT},
	[EVENT_PAUSE] = {"pause", "pause", EVENT_ANYWHERE},
	[EVENT_RESUME] = {"resume", "resume", EVENT_ANYWHERE},
	[EVENT_SECRET] = {"secret[ %*]", "secret[ %*]", EVENT_OF_THE_END},
	[EVENT_UNSEALED] = {"unsealed %n[ %*]", "unsealed entry %n, fact %w:[ %*]",
			    EVENT_OF_THE_END},
	[EVENT_DIAGRAM] = {"|[ %*]", "|[ %*]", EVENT_ANYWHERE},
};

enum event_trait event_trait(enum event_kind kind)
{
	return forms[kind].trait;
}

const char *event_form(enum event_kind kind, unsigned format)
{
	return format == 1 ? forms[kind].first : forms[kind].second;
}

static const char *side_word(const struct variant *variant, uint8_t side)
{
	return side == NO_SIDE ? "-" : variant_side_name(variant, side);
}

static const char *seat_word(const struct variant *variant, uint8_t seat)
{
	return seat < variant_seats(variant) ? variant_seat_name(variant, seat) : "-";
}

static void print_square(const struct variant *variant, square at, struct text *out)
{
	char name[SQUARE_NAME_MAX] = "-";

	if (at != NO_SQUARE)
		board_square_name(variant_board(variant), at, name);
	text_add(out, name);
}

void event_print_piece(const struct variant *variant, unsigned piece, struct text *out)
{
	if (piece < variant->start_count)
		print_square(variant, variant->starts[piece].at, out);
	else
		text_addf(out, "#%u", piece);
}

static bool is_blank(char c)
{
	return c == ' ' || iscntrl((unsigned char)c);
}

/* The text's next word; *text_io moves behind it and the blank that follows. */
static void print_word(const char **text_io, struct text *out)
{
	const char *text = *text_io;
	size_t len = 0;

	while (*text != '\0' && is_blank(*text))
		text++;
	while (text[len] != '\0' && !is_blank(text[len]))
		len++;
	text_add_bytes(out, len > 0 ? text : "-", len > 0 ? len : 1);
	*text_io = text + len + (text[len] != '\0');
}

/* A line stays a line, whatever a text holds. */
static void print_rest(const char *rest, struct text *out)
{
	for (; *rest != '\0'; rest++)
		text_add_char(out, is_blank(*rest) ? ' ' : *rest);
}

static void print_field(const struct variant *variant, const struct event *event, char field,
			const char **text_io, struct text *out)
{
	switch (field) {
	case 'i':
		text_add(out, side_word(variant, event->side));
		break;
	case 'k':
		text_add_char(out, variant_type_letter(variant, event->type));
		break;
	case 'f':
		print_square(variant, event->from, out);
		break;
	case 't':
		print_square(variant, event->to, out);
		break;
	case 's':
		text_add(out, seat_word(variant, event->seat));
		break;
	case 'b':
		text_add(out, seat_word(variant, event->by));
		break;
	case 'n':
	case 'c':
		text_addf(out, "%u", (unsigned)event->number);
		break;
	case 'a':
		text_addf(out, "%u", (unsigned)event->number + 1);
		break;
	case 'p':
		event_print_piece(variant, event->number, out);
		break;
	case 'e':
		text_addf(out, "%ld", text_number(*text_io, EVENT_NUMBER_MAX) + 1);
		break;
	case 'w':
		print_word(text_io, out);
		break;
	default:
		print_rest(*text_io, out);
	}
}

/* Whether there is something to say of the field in brackets. */
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

void event_print_as(const struct variant *variant, unsigned format, const struct event *event,
		    struct text *out)
{
	const char *text = event->text == NULL ? "" : event->text;

	for (const char *form = event_form(event->kind, format); *form != '\0'; form++) {
		if (*form == '[' && !is_used(event, form, text))
			form = strchr(form, ']');
		else if (*form == '%')
			print_field(variant, event, *++form, &text, out);
		else if (*form != '[' && *form != ']')
			text_add_char(out, *form);
	}
}

void event_print(const struct variant *variant, const struct event *event, struct text *out)
{
	event_print_as(variant, EVENT_FORMAT, event, out);
}
