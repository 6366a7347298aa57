/* SPDX-License-Identifier: MIT */
/*
 * Answers of an SMTP server. The first byte selects what it offers. Then come its answers, each
 * piece after a byte with its length. Each message gets its result once, in order.
 */
#include "tests/fuzz/fuzz.h"

#include "pbem/transport/sink.h"
#include "pbem/transport/smtp_session.h"

enum { GIVEN = 40 };

#define LETTER "Subject: x\r\n\r\n.\r\n..two\r\n"

static const struct sink_letter model = {"a@x", "b@y", "n", LETTER, sizeof LETTER - 1};

struct talk {
	struct smtp_dialog *dialog;
	struct sink_letter letters[GIVEN];
	size_t given, told;
};

static void collect(struct talk *talk)
{
	struct smtp_result fate;

	while (smtp_dialog_take_result(talk->dialog, &fate)) {
		if (talk->told >= talk->given || fate.letter != &talk->letters[talk->told])
			fuzz_fail("letter %zu has another's fate", talk->told);
		talk->told++;
	}
}

static void say(struct talk *talk, size_t most, int64_t now)
{
	const char *out;
	size_t len, total = 0;

	while (talk->given < GIVEN && smtp_dialog_has_room(talk->dialog))
		smtp_dialog_add_message(talk->dialog, &talk->letters[talk->given++], now);
	while (total < most && (out = smtp_dialog_out(talk->dialog, &len)) != NULL) {
		size_t some = len < most - total ? len : most - total;

		if (len == 0)
			fuzz_fail("nothing is to be written");
		smtp_dialog_written(talk->dialog, some);
		total += some;
	}
	collect(talk);
}

static void smtp_once(const char *bytes, size_t len)
{
	unsigned offers = fuzz_pick(&bytes, &len, 8);
	const struct smtp_offer offer = {offers & 1, offers & 2, offers & 4, false};
	struct talk *talk = base_zalloc(1, sizeof *talk);
	bool final, sound = true;

	talk->dialog = smtp_dialog_new(&offer, SMTP_WINDOW);
	for (size_t i = 0; i < GIVEN; i++)
		talk->letters[i] = model;
	for (int64_t now = 0; sound && len > 0; now += 300) {
		size_t most = (unsigned char)*bytes, piece = most < len - 1 ? most : len - 1;

		say(talk, most % 2 ? 1000000 : 4 * most, now);
		sound = smtp_dialog_receive(talk->dialog, bytes + 1, piece, now);
		collect(talk);
		(void)smtp_dialog_waits(talk->dialog, &final);
		(void)smtp_dialog_unanswered(talk->dialog);
		bytes += 1 + piece;
		len -= 1 + piece;
	}
	smtp_dialog_cut(talk->dialog, 100000);
	collect(talk);
	if (talk->told != talk->given)
		fuzz_fail("%zu letters have a fate, of %zu", talk->told, talk->given);
	smtp_dialog_free(talk->dialog);
	free(talk);
}

const struct fuzz fuzz_smtp = {"smtp", NULL, smtp_once};
