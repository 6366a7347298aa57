/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/event.h"
#include "core/text.h"
#include "core/variant.h"

/* Longer than any name of a seat, a square or a number. */
enum { WORD_MAX = NAME_MAX_LEN + 1 };

/*
 * The table of kinds: the word a line begins with, and what follows it, a letter each:
 *   i side   k kind of piece   f square `from`   t square `to`   s seat   b seat `by`, may be missing
 *   n number   w one word of text   * the rest of the line as text
 */
static const struct {
	const char *word;
	const char *fields;
} forms[EVENT_KINDS] = {
	[EVENT_MOVE] = {"move", "ikft"},
	[EVENT_CAPTURE] = {"capture", "ikf"},
	[EVENT_PROMOTE] = {"promote", "ikt"},
	[EVENT_PASSANT] = {"passant", "ift"},
	[EVENT_NO_PASSANT] = {"no-passant", "i"},
	[EVENT_REMOVE] = {"remove", "ikf"},
	[EVENT_FREE] = {"free", "ikf"},
	[EVENT_CONQUER] = {"conquer", "si"},
	[EVENT_ARMY] = {"army", "iw"},
	[EVENT_TRADE] = {"trade", "ikf"},
	[EVENT_EXCHANGE] = {"exchange", "n*"},
	[EVENT_ORDER] = {"order", "s*"},
	[EVENT_PLAYED] = {"played", "s*"},
	[EVENT_QUIET] = {"quiet", "n"},
	[EVENT_TURN] = {"turn", "s"},
	[EVENT_OCCURS] = {"occurs", "n"},
	[EVENT_CHECK] = {"check", "s"},
	[EVENT_PASS] = {"pass", "s"},
	[EVENT_BEATEN] = {"beaten", "swb"},
	[EVENT_FREEZE] = {"freeze", "s"},
	[EVENT_THAW] = {"thaw", "s"},
	[EVENT_OWE] = {"owe", "sn"},
	[EVENT_STALEMATE] = {"stalemate", "s"},
	[EVENT_OFFER] = {"offer", "s"},
	[EVENT_AGREE] = {"agree", "s"},
	[EVENT_NO_OFFER] = {"no-offer", "s"},
	[EVENT_SAY] = {"say", "s*"},
	[EVENT_ASK] = {"ask", "s"},
	[EVENT_RESULT] = {"result", "*"},
	[EVENT_START] = {"start", ""},
	[EVENT_BOARD] = {"board", "n"},
	[EVENT_STOCK] = {"stock", "sikn"},
	[EVENT_PLACE] = {"place", "iknt"},
	[EVENT_MATED] = {"mated", "swb"},
	[EVENT_SITTING] = {"sitting", ""},
	[EVENT_CLOSE] = {"close", ""},
	[EVENT_FRESH] = {"fresh", "w"},
	[EVENT_SEALED] = {"sealed", "*"},
	[EVENT_CARRY] = {"carry", "ikft"},
	[EVENT_CASTLED] = {"castled", ""},
	[EVENT_SHIFT] = {"shift", "ikft"},
	[EVENT_SWAP] = {"swap", "ft"},
	[EVENT_TAKE] = {"take", "ikftw"},
	[EVENT_KILL] = {"kill", "ikf"},
	[EVENT_BURY] = {"bury", "ikn"},
	[EVENT_AWAY] = {"away", "ikf"},
	[EVENT_RETURN] = {"return", "iknwt"},
	[EVENT_REPLACE] = {"replace", "ikfn"},
	[EVENT_MERGE] = {"merge", "ikft"},
	[EVENT_FRONT] = {"front", "ikf"},
	[EVENT_EFFECT] = {"effect", "sn*"},
	[EVENT_EFFECT_ENDS] = {"effect-ends", "n"},
	[EVENT_EFFECT_BINDS] = {"effect-binds", "nsw"},
	[EVENT_MOVED] = {"moved", "w"},
	[EVENT_ACTION] = {"action", "n"},
	[EVENT_ANEW] = {"anew", ""},
	[EVENT_SETTLE] = {"settle", "w"},
	[EVENT_SCRIPT] = {"script", "sn*"},
	[EVENT_REPLY] = {"reply", "sn*"},
	[EVENT_FATE] = {"fate", "nw"},
	[EVENT_PLAYS] = {"plays", "sn"},
	[EVENT_DRAWS] = {"draws", "sn"},
	[EVENT_TOP] = {"top", "s"},
	[EVENT_UNDER] = {"under", "sn"},
	[EVENT_MILLS] = {"mills", "sn"},
	[EVENT_DISCARD] = {"discard", "n"},
	[EVENT_FALLS] = {"falls", "nw"},
	[EVENT_GETS] = {"gets", "sn"},
	[EVENT_LAST] = {"last", "n"},
	[EVENT_ASIDE] = {"aside", "n"},
	[EVENT_HAD_TURN] = {"had-turn", "s"},
	[EVENT_UNDONE] = {"undone", "*"},
	[EVENT_HOLD] = {"hold", "s*"},
	[EVENT_LET_GO] = {"let-go", "sw"},
	[EVENT_GATHER] = {"gather", "*"},
	[EVENT_WORDS] = {"words", "s*"},
	[EVENT_SHARE] = {"share", "s*"},
	[EVENT_DECK] = {"deck", "s*"},
	[EVENT_READY] = {"ready", "s"},
	[EVENT_PILE] = {"pile", "sn"},
	[EVENT_RESHUFFLE] = {"reshuffle", "n"},
	[EVENT_FACE] = {"face", "n*"},
	[EVENT_NAMES] = {"names", "n*"},
	[EVENT_LIES] = {"lies", "nt"},
	[EVENT_WILL_DISCARD] = {"will-discard", "sn"},
	[EVENT_AHEAD] = {"ahead", "*"},
	[EVENT_AUTOPASS] = {"autopass", "s*"},
	[EVENT_STATE] = {"state", "*"},
	[EVENT_LAPSE] = {"lapse", "s*"},
	[EVENT_LATE] = {"late", "n"},
	[EVENT_OUTAGE] = {"outage", "*"},
	[EVENT_SECRET] = {"secret", "*"},
	[EVENT_UNSEALED] = {"unsealed", "n*"},
	[EVENT_DIAGRAM] = {"|", "*"},
};

static const char *
side_word(const struct variant *variant, uint8_t side)
{
	return side == NO_SIDE ? "-" : variant_side_name(variant, side);
}

static const char *
seat_word(const struct variant *variant, uint8_t seat)
{
	return seat < variant_seats(variant) ? variant_seat_name(variant, seat) : "-";
}

static void
print_square(const struct variant *variant, square at, struct text *out)
{
	char name[SQUARE_NAME_MAX] = "-";

	if (at != NO_SQUARE)
		board_square_name(variant_board(variant), at, name);
	text_addf(out, " %s", name);
}

/* A line stays a line, whatever a text holds. */
static void
print_rest(const char *rest, struct text *out)
{
	if (rest == NULL || *rest == '\0')
		return;
	text_add_char(out, ' ');
	for (; *rest != '\0'; rest++)
		text_add_char(out, iscntrl((unsigned char)*rest) ? ' ' : *rest);
}

static void
print_field(const struct variant *variant, const struct event *event, char field, struct text *out)
{
	switch (field) {
	case 'i':
		text_addf(out, " %s", side_word(variant, event->side));
		break;
	case 'k':
		text_addf(out, " %c", variant_type_letter(variant, event->type));
		break;
	case 'f':
		print_square(variant, event->from, out);
		break;
	case 't':
		print_square(variant, event->to, out);
		break;
	case 's':
		text_addf(out, " %s", seat_word(variant, event->seat));
		break;
	case 'b':
		if (event->by != NO_SIDE)
			text_addf(out, " %s", seat_word(variant, event->by));
		break;
	case 'n':
		text_addf(out, " %u", (unsigned)event->number);
		break;
	default:
		print_rest(event->text, out);
	}
}

void
event_print(const struct variant *variant, const struct event *event, struct text *out)
{
	text_add(out, forms[event->kind].word);
	for (const char *field = forms[event->kind].fields; *field != '\0'; field++)
		print_field(variant, event, *field, out);
}

/* The next word, exactly one blank in front of it. */
static bool
take_word(const char **cursor, char word_out[WORD_MAX])
{
	size_t len;

	if (**cursor != ' ')
		return false;
	len = strcspn(*cursor + 1, " ");
	if (len == 0 || len >= WORD_MAX)
		return false;
	memcpy(word_out, *cursor + 1, len);
	word_out[len] = '\0';
	*cursor += 1 + len;
	return true;
}

static int
read_seat(const struct variant *variant, const char *word, uint8_t *seat_out, struct reason *reason)
{
	int seat;

	if (strcmp(word, "-") == 0) {
		*seat_out = NO_SIDE;
		return 0;
	}
	seat = variant_seat_named(variant, word);
	if (seat < 0) {
		reason_set(reason, "expected the name of a seat, not \"%s\"", word);
		return -1;
	}
	*seat_out = (uint8_t)seat;
	return 0;
}

static int
read_side(const struct variant *variant, const char *word, uint8_t *side_out, struct reason *reason)
{
	int side = variant_side_named(variant, word);

	if (side < 0 && strcmp(word, "-") != 0) {
		reason_set(reason, "expected the name of a side, not \"%s\"", word);
		return -1;
	}
	*side_out = side < 0 ? NO_SIDE : (uint8_t)side;
	return 0;
}

static int
read_square(const struct variant *variant, const char *word, square *at_out, struct reason *reason)
{
	*at_out = board_square_named(variant_board(variant), word);
	if (*at_out == NO_SQUARE && strcmp(word, "-") != 0) {
		reason_set(reason, "expected a square, not \"%s\"", word);
		return -1;
	}
	return 0;
}

static int
read_type(const struct variant *variant, const char *word, uint8_t *type_out, struct reason *reason)
{
	int type = word[1] == '\0' ? variant_type_of_letter(variant, word[0]) : -1;

	if (type < 0) {
		reason_set(reason, "expected the letter of a kind of piece, not \"%s\"", word);
		return -1;
	}
	*type_out = (uint8_t)type;
	return 0;
}

static int
read_number(const char *word, uint32_t *number_out, struct reason *reason)
{
	long number = text_number(word, 1000000000);

	if (number < 0) {
		reason_set(reason, "expected a number, not \"%s\"", word);
		return -1;
	}
	*number_out = (uint32_t)number;
	return 0;
}

/* `word` is the caller's: what event->text points to while the event is added. */
static int
read_field(const struct variant *variant, char field, char word[WORD_MAX], struct event *event,
           struct reason *reason)
{
	switch (field) {
	case 'i':
		return read_side(variant, word, &event->side, reason);
	case 'k':
		return read_type(variant, word, &event->type, reason);
	case 'f':
		return read_square(variant, word, &event->from, reason);
	case 't':
		return read_square(variant, word, &event->to, reason);
	case 's':
		return read_seat(variant, word, &event->seat, reason);
	case 'b':
		return read_seat(variant, word, &event->by, reason);
	case 'n':
		return read_number(word, &event->number, reason);
	default:
		event->text = word;
		return 0;
	}
}

static int
kind_of(const char *line, size_t len)
{
	for (int kind = 0; kind < EVENT_KINDS; kind++) {
		if (strlen(forms[kind].word) == len && strncmp(forms[kind].word, line, len) == 0)
			return kind;
	}
	return -1;
}

static int
read_fields(const struct variant *variant, const char *fields, const char *cursor,
            struct event_list *list, struct reason *reason, struct event *event)
{
	char word[WORD_MAX], text_word[WORD_MAX];

	for (; *fields != '\0'; fields++) {
		if (*fields == '*') {
			event->text = *cursor == ' ' ? cursor + 1 : cursor;
			cursor += strlen(cursor);
			break;
		}
		if (*fields == 'b' && *cursor == '\0')
			continue;
		if (!take_word(&cursor, *fields == 'w' ? text_word : word)) {
			reason_set(reason, "the line ends too early, or has a blank too many");
			return -1;
		}
		if (read_field(variant, *fields, *fields == 'w' ? text_word : word, event, reason) < 0)
			return -1;
	}
	if (*cursor != '\0') {
		reason_set(reason, "expected nothing more, not \"%.40s\"", cursor);
		return -1;
	}
	event_add(list, *event);
	return 0;
}

int
event_parse(const struct variant *variant, const char *line, struct event_list *list,
            struct reason *reason)
{
	size_t len = strcspn(line, " ");
	int kind = kind_of(line, len);
	struct event event = event_of(EVENT_KINDS);

	if (kind < 0) {
		reason_set(reason, "no fact begins with \"%.*s\"", (int)(len < 40 ? len : 40), line);
		return -1;
	}
	event.kind = (enum event_kind)kind;
	return read_fields(variant, forms[kind].fields, line + len, list, reason, &event);
}
