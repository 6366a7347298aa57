/* SPDX-License-Identifier: MIT */
/* The text of a card for people. */
#include <string.h>

#include "core/cards/deck/card.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

enum { SHEET_COLUMNS = 72 };

void card_when_words(const struct card *card, struct strbuf *out)
{
	static const struct {
		uint8_t when;
		const char *words;
	} moments[] = {
		{WHEN_BEFORE, "before your move"},
		{WHEN_INSTEAD, "instead of your move"},
		{WHEN_AFTER, "after your move"},
		{WHEN_CAPTURED, "when another captures a piece of yours"},
		{WHEN_MOVED, "when another has moved"},
		{WHEN_TURN, "when another's turn is complete"},
		{WHEN_CARD, "when another has just played a card"},
	};
	bool first = true;

	if (card->when == 0)
		strbuf_add(out, translate("when the card it copies may be played"));
	else if (card->when == WHEN_ANY)
		strbuf_add(out, translate("whenever you may play a card"));
	for (size_t i = 0; i < ARRAY_LEN(moments) && card->when != WHEN_ANY; i++) {
		if (!(card->when & moments[i].when))
			continue;
		strbuf_addf(out, "%s%s", first ? "" : translate(", or "),
			    translate(moments[i].words));
		first = false;
	}
}

/* Adds a paragraph, with line breaks at spaces. */
static void add_wrapped(const char *paragraph, struct strbuf *out)
{
	size_t column = 0, len;
	const char *word;

	while (strbuf_next_word(&paragraph, &word, &len)) {
		if (column > 0 && column + 1 + len > SHEET_COLUMNS) {
			strbuf_add_char(out, '\n');
			column = 0;
		}
		if (column > 0)
			strbuf_add_char(out, ' ');
		strbuf_add_bytes(out, word, len);
		column += (column > 0) + len;
	}
	strbuf_add_char(out, '\n');
}

void card_sheet(const struct card *card, struct strbuf *out)
{
	struct strbuf line;

	strbuf_addf(out, "%s, %u point%s%s\n", card->name, card->points,
		    card->points == 1 ? "" : "s", card->unique ? ", at most once in a deck" : "");
	strbuf_init(&line, 0);
	strbuf_addf(&line, "Play it ");
	card_when_words(card, &line);
	strbuf_addf(&line, ": PLAY %s%s%s", card->name, card->plays ? " " : "",
		    card->plays ? card->plays : "");
	add_wrapped(line.bytes, out);
	strbuf_clear(&line);
	if (card->continuing) {
		strbuf_addf(&line, "It lasts %s.", card->lasts);
		add_wrapped(line.bytes, out);
	}
	strbuf_add_char(out, '\n');
	add_wrapped(card->text, out);
	strbuf_done(&line);
}
