/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "pbem/alarm.h"
#include "pbem/intake.h"
#include "pbem/requests.h"
#include "pbem/sender.h"
#include "pbem/settle.h"

enum { SECONDS_A_DAY = 86400, MAX_TEXT = 65536, ANSWERS_A_DAY = 60 };

void
intake_init(struct intake *intake, struct site *site, int64_t now, FILE *log)
{
	const struct config *config = site->config;

	memset(intake, 0, sizeof *intake);
	intake->site = site;
	intake->log = log;
	intake->mailing = (struct mailing){.site = site, .batch = &intake->batch, .now = now};
	intake->limits = (struct letter_limits){
		.max_bytes = (size_t)config->max_letter_bytes,
		.max_header_bytes = (size_t)config->max_header_bytes,
		.max_parts = (unsigned)config->max_parts,
		.max_depth = (unsigned)config->max_depth,
		.max_text_bytes = MAX_TEXT,
	};
	desk_init(&intake->desk, site);
	batch_init(&intake->batch);
	intake->deeds = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	intake->counts = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
}

void
intake_done(struct intake *intake)
{
	g_hash_table_destroy(intake->counts);
	g_hash_table_destroy(intake->deeds);
	batch_done(&intake->batch);
	desk_done(&intake->desk);
}

/* ---- counts and notices ---- */

int64_t
intake_count(struct intake *intake, const char *name)
{
	const int64_t *added = g_hash_table_lookup(intake->counts, name);

	return ledger_count(intake->site->ledger, name) + (added != NULL ? *added : 0);
}

void
intake_add_count(struct intake *intake, const char *name, int64_t add)
{
	int64_t *added = g_hash_table_lookup(intake->counts, name);

	if (added == NULL) {
		added = base_zalloc(1, sizeof *added);
		g_hash_table_insert(intake->counts, base_strdup(name), added);
	}
	*added += add;
	ledger_line_count(&intake->batch.ledger, name, add);
}

void
intake_notice(struct intake *intake, int64_t when, const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = base_vprintf(format, args);
	va_end(args);
	ledger_line_notice(&intake->batch.ledger, when, line);
	free(line);
}

/* ---- what has been dealt with ---- */

/* Whether the batch in hand or the ledger knows the letter by its bytes. */
static bool
knows_digest(struct intake *intake, const char *digest, struct deed *deed_out)
{
	const struct deed *deed = g_hash_table_lookup(intake->deeds, digest);

	if (deed == NULL)
		return ledger_knows_digest(intake->site->ledger, digest, deed_out);
	*deed_out = *deed;
	return true;
}

static bool
knows_message(struct intake *intake, const char *message_id, const char *token,
              struct deed *deed_out)
{
	char *key;
	const struct deed *deed;

	if (message_id[0] == '\0')
		return false;
	key = base_printf("%s\t%s", message_id, token);
	deed = g_hash_table_lookup(intake->deeds, key);
	free(key);
	if (deed == NULL)
		return ledger_knows_message(intake->site->ledger, message_id, token, deed_out);
	*deed_out = *deed;
	return true;
}

static void
remember(struct intake *intake, char *key, const struct deed *deed)
{
	struct deed *copy = base_alloc(sizeof *copy);

	*copy = *deed;
	g_hash_table_replace(intake->deeds, key, copy);
}

/* Writes down what the letter did, under every name it may come back by. */
static void
note_deed(struct hand *hand)
{
	struct intake *intake = hand->intake;
	const char *message_id = hand->letter != NULL ? hand->letter->message_id : "";
	struct text *out = &intake->batch.ledger;

	token_hide(hand->deed.what);
	ledger_line_id(out, hand->waiting->id, hand->deed.digest);
	if (hand->repeated)
		return;
	ledger_line_deed(out, &hand->deed);
	remember(intake, base_strdup(hand->deed.digest), &hand->deed);
	if (hand->token_text != NULL && message_id[0] != '\0') {
		ledger_line_message(out, message_id, hand->token_text, hand->deed.digest);
		remember(intake, base_printf("%s\t%s", message_id, hand->token_text), &hand->deed);
	}
}

static void
log_line(const struct hand *hand)
{
	const struct deed *deed = &hand->deed;

	if (hand->intake->log == NULL)
		return;
	fprintf(hand->intake->log, "%s%s%s%s%s: %s%s\n", hand->waiting->id,
	        deed->game[0] != '\0' ? " " : "", deed->game, deed->seat >= 0 ? " " : "",
	        deed->seat >= 0 && hand->game != NULL && hand->game->file != NULL
	                ? variant_seat_name(hand->game->file->game.variant, (unsigned)deed->seat)
	                : "",
	        hand->repeated ? "repeat of " : "", deed->what);
}

static void
set_what(struct hand *hand, const char *what)
{
	snprintf(hand->deed.what, sizeof hand->deed.what, "%s", what);
}

/* ---- letters no player stands behind ---- */

static void
put_aside(struct hand *hand, const char *bytes, size_t len, const char *why)
{
	char *path = base_printf("aside/%.32s.eml", hand->deed.digest);
	struct text copy;

	if (bytes != NULL) {
		text_init(&copy, len + 4096);
		text_addf(&copy, "X-Pbem-Aside: %s; %s\n", hand->waiting->id, why);
		text_add_bytes(&copy, bytes, len);
		batch_write(&hand->intake->batch, path, copy.bytes, copy.len);
		text_done(&copy);
	}
	intake_notice(hand->intake, hand->waiting->received,
	              "A letter (%s) was set aside%s%s: %s", hand->waiting->id,
	              bytes != NULL ? " as " : "", bytes != NULL ? path : "", why);
	hand->deed.seat = -1;
	snprintf(hand->deed.what, sizeof hand->deed.what, "set aside: %.120s", why);
	free(path);
}

void
intake_set_aside(struct intake *intake, const struct waiting *waiting, const char *bytes,
                 size_t len, const char *why)
{
	struct hand hand = {.intake = intake, .waiting = waiting};
	struct digest digest;

	if (bytes != NULL)
		digest_bytes(bytes, len, &digest);
	else
		digest_bytes(waiting->id, strlen(waiting->id), &digest);
	hand.deed.when = waiting->received;
	memcpy(hand.deed.digest, digest.hex, sizeof digest.hex);
	put_aside(&hand, bytes, len, why);
	note_deed(&hand);
	log_line(&hand);
	intake->letters++;
}

/* A letter that is no longer in the mailbox, or larger than any letter with orders. */
static void
take_missing(struct intake *intake, const struct waiting *waiting, size_t len)
{
	char *why;

	if (len == 0) {
		if (intake->log != NULL)
			fprintf(intake->log, "%s: gone before it was read\n", waiting->id);
		return;
	}
	why = base_printf("it has %zu bytes, more than max-letter-bytes (%ld) allows; it stays in "
	                  "the mailbox, marked as done",
	                  len, intake->site->config->max_letter_bytes);
	intake_set_aside(intake, waiting, NULL, 0, why);
	free(why);
}

/* A delivery report: tells the moderator when an address keeps failing, never answers. */
static void
take_bounce(struct hand *hand)
{
	struct intake *intake = hand->intake;
	const struct letter *letter = hand->letter;
	char *name;

	set_what(hand, "a bounce");
	if (!sender_of_bounce(hand) || !letter->bounce_permanent)
		return;
	hand->deed.seat = (int)hand->seat;
	snprintf(hand->deed.game, sizeof hand->deed.game, "%s", hand->game->id);
	name = base_printf("bounces %s %u", hand->game->id, hand->seat);
	intake_add_count(intake, name, 1);
	if (intake_count(intake, name) == 2 && hand->game->file != NULL)
		intake_notice(intake, hand->waiting->received,
		              "Letters to %s (%s) in game %s come back as undeliverable. Ask the "
		              "player for another address and put it into games/%s/seats.",
		              hand->game->seats.seats[hand->seat].name,
		              hand->game->seats.seats[hand->seat].addresses[0], hand->game->id,
		              hand->game->id);
	free(name);
}

/* Nobody we know: no answer, so that nobody can make us write to strangers. */
static void
take_stranger(struct hand *hand)
{
	intake_add_count(hand->intake,
	                 hand->letter->token_count > 0 ? "forged tokens" : "no token", 1);
	set_what(hand, hand->letter->token_count > 0 ? "ignored: no token of ours in it verifies"
	                                             : "ignored: no token");
}

/* ---- the player's letter ---- */

/* Answers that don't move the game are rationed, so that no loop and no flood can use us. */
static bool
may_answer(struct hand *hand)
{
	char *name = base_printf("answers %s %u %lld", hand->game->id, hand->seat,
	                         (long long)(hand->waiting->received / SECONDS_A_DAY));
	bool may = intake_count(hand->intake, name) < ANSWERS_A_DAY;

	intake_add_count(hand->intake, name, 1);
	free(name);
	return may;
}

int
hand_send(struct hand *hand, const struct mail *extra, struct reason *reason)
{
	struct mail mail = *extra;
	char *numbered = NULL, *why = mail.why != NULL ? base_strdup(mail.why) : NULL;
	int result = 0;

	if (why != NULL)
		token_hide(why);
	mail.why = why;
	mail.game = hand->game;
	mail.seat = hand->seat;
	mail.answers = hand->letter;
	/* Two boards asked for in one letter are two letters. */
	if (mail.cause == NULL && hand->answers > 0)
		mail.cause = numbered = base_printf("%u%s", hand->answers, hand->deed.digest);
	else if (mail.cause == NULL)
		mail.cause = hand->deed.digest;
	if (mail.when == 0)
		mail.when = hand->waiting->received;
	if (hand->accepted || may_answer(hand))
		result = mailing_send(&hand->intake->mailing, &mail, reason);
	free(numbered);
	free(why);
	return result;
}

int
hand_refuse(struct hand *hand, const char *template, const char *why, struct reason *reason)
{
	const struct mail mail = {.template = template, .why = why};

	bool with_cards = hand->game != NULL && hand->game->file != NULL &&
	                  hand->game->file->game.table != NULL;

	/* The reason may name a card of the hand, or a square meant for a trap. */
	snprintf(hand->deed.what, sizeof hand->deed.what, "%s%s%.120s",
	         strcmp(template, "dead-token") == 0 ? "overtaken" : "refused",
	         with_cards ? "" : ": ", with_cards ? "" : why);
	hand->deed.what[strcspn(hand->deed.what, "\n")] = '\0';
	return hand_send(hand, &mail, reason);
}

/* The same letter again: one line says what it did, once a day. */
static int
answer_repeat(struct hand *hand, struct reason *reason)
{
	long long day = (long long)(hand->waiting->received / SECONDS_A_DAY);
	char *name = base_printf("repeats %.32s %lld", hand->deed.digest, day);
	char *cause = base_printf("%lld%.32s", day, hand->deed.digest);
	bool told = intake_count(hand->intake, name) > 0;
	char *done = base_printf("%s.", hand->deed.what);
	const struct mail mail = {
		.template = "repeat", .cause = cause, .when = hand->deed.when, .done = done};
	int result = 0;

	hand->repeated = true;
	if (!told) {
		intake_add_count(hand->intake, name, 1);
		result = hand_send(hand, &mail, reason);
	}
	free(done);
	free(cause);
	free(name);
	return result;
}

/* The first time a game can't be read: its seats and the moderator are told. */
static int
report_damage(struct hand *hand, struct reason *reason)
{
	struct intake *intake = hand->intake;
	char *name = base_printf("damaged %s", hand->game->id);
	int result = 0;

	if (intake_count(intake, name) == 0) {
		intake_add_count(intake, name, 1);
		intake_notice(intake, hand->waiting->received,
		              "Game %s can't be read and stands still, its letters wait: %s",
		              hand->game->id, hand->game->why.text);
		result = mailing_damaged(&intake->mailing, hand->game->id, reason);
	}
	if (intake->log != NULL)
		fprintf(intake->log, "%s %s: waits, the game can't be read: %s\n", hand->waiting->id,
		        hand->game->id, hand->game->why.text);
	free(name);
	return result;
}

/* The game can be read again. */
static void
forget_damage(struct hand *hand)
{
	char *name = base_printf("damaged %s", hand->game->id);
	int64_t count = intake_count(hand->intake, name);

	if (count != 0)
		intake_add_count(hand->intake, name, -count);
	free(name);
}

/* The letter carries a token of ours: whose, is it the first time, may he speak? */
static int
take_player(struct hand *hand, bool *put_off_out, struct reason *reason)
{
	const struct letter *letter = hand->letter;
	const struct seat *seat;
	struct deed earlier;

	hand->deed.seat = (int)hand->seat;
	snprintf(hand->deed.game, sizeof hand->deed.game, "%s", hand->game->id);
	if (hand->game->file == NULL) {
		*put_off_out = true;
		return report_damage(hand, reason);
	}
	forget_damage(hand);
	if (knows_message(hand->intake, letter->message_id, hand->token_text, &earlier)) {
		hand->deed = earlier;
		return answer_repeat(hand, reason);
	}
	seat = &hand->game->seats.seats[hand->seat];
	if (hand->conflict)
		return hand_refuse(hand, "refused",
		                   "Your letter carries the keys of letters to different "
		                   "players or games. Please answer one letter, and quote nothing "
		                   "from any other.",
		                   reason);
	if (hand->intake->site->config->from_must_match &&
	    !seats_has_address(seat, letter->from))
		return hand_refuse(hand, "refused",
		                   "Your letter came from an address that isn't known for your "
		                   "seat. Please send it from the address this letter went to.",
		                   reason);
	if (letter->unreadable[0] != '\0')
		return hand_refuse(hand, "unreadable", letter->unreadable, reason);
	return requests_answer(hand, reason);
}

static int
take_letter(struct hand *hand, bool *put_off_out, struct reason *reason)
{
	struct deed earlier;

	if (knows_digest(hand->intake, hand->letter->digest.hex, &earlier)) {
		hand->deed = earlier;
		hand->repeated = true;
		if (earlier.seat < 0 || hand->letter->class != LETTER_PLAIN || !sender_known(hand) ||
		    hand->game->file == NULL)
			return 0;
		return answer_repeat(hand, reason);
	}
	switch (hand->letter->class) {
	case LETTER_AUTOMATIC:
		snprintf(hand->deed.what, sizeof hand->deed.what, "automatic mail (%.100s)",
		         hand->letter->why_automatic);
		return 0;
	case LETTER_BOUNCE:
		take_bounce(hand);
		return 0;
	case LETTER_PLAIN:
		break;
	}
	if (sender_known(hand))
		return take_player(hand, put_off_out, reason);
	take_stranger(hand);
	return 0;
}

int
intake_letter(struct intake *intake, const struct waiting *waiting, const char *bytes, size_t len,
              bool *put_off_out, struct reason *reason)
{
	struct hand hand = {.intake = intake, .waiting = waiting};
	struct letter *letter = NULL;
	struct reason why;
	int result;

	*put_off_out = false;
	if (bytes == NULL) {
		take_missing(intake, waiting, len);
		return 0;
	}
	if (letter_read(bytes, len, &intake->limits, intake->site->config->address, &letter, &why) !=
	    0) {
		intake_set_aside(intake, waiting, bytes, len, why.text);
		return 0;
	}
	hand.letter = letter;
	hand.deed.when = waiting->received;
	hand.deed.seat = -1;
	memcpy(hand.deed.digest, letter->digest.hex, sizeof letter->digest.hex);
	result = take_letter(&hand, put_off_out, reason);
	if (result == 0 && !*put_off_out) {
		note_deed(&hand);
		log_line(&hand);
		intake->letters++;
	}
	letter_free(letter);
	return result;
}

int
intake_commit(struct intake *intake, struct reason *reason)
{
	struct desk *desk = &intake->desk;
	int result = 0;

	for (struct desk_game *game = desk->first; result == 0 && game != NULL; game = game->next)
		if (game->file != NULL)
			result = mailing_ask(&intake->mailing, game, reason);
	settle_note(intake);
	alarm_note(intake);
	if (result == 0)
		desk_write(desk, &intake->batch);
	if (result == 0 && !batch_is_empty(&intake->batch))
		result = journal_commit(intake->site->config->folder, intake->site->ledger,
		                        &intake->batch, reason);
	if (result != 0)
		return result;
	desk_snapshots(desk);
	desk_clear(desk);
	batch_clear(&intake->batch);
	g_hash_table_remove_all(intake->deeds);
	g_hash_table_remove_all(intake->counts);
	intake->letters = 0;
	return 0;
}
