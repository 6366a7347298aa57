/* SPDX-License-Identifier: MIT */
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/site/site_init.h"
#include "pbem/site/site_open.h"
#include "tests/lib/source.h"
#include "tests/lib/twins.h"

const char twins_secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

struct game *game_of(const struct twin_play *play)
{
	return &play->game->file->game;
}

struct card_state *table_of(const struct twin_play *play)
{
	return cards_state(game_of(play));
}

/* Deals them as new_game.c does. */
static void twins_lay(const struct twin_play *play, unsigned seats, struct piles *piles)
{
	const struct lots *lots = &table_of(play)->lots;
	struct stack *decks = base_zalloc(MAX_SIDES, sizeof *decks), aside;
	struct deck_rules rules;

	assert_int_equal(deck_rules_read(table_of(play)->book, &rules, NULL), 0);
	deck_shares(&rules, lots, decks, &aside);
	for (uint8_t seat = 0; seat < seats && rules.mode != DECK_COMMON; seat++) {
		struct stack share = decks[seat];

		deck_build(&rules, lots, seat, &share, &decks[seat]);
	}
	deck_lay(&rules, lots, rules.mode == DECK_COMMON ? NULL : decks, &aside, piles);
	free(decks);
}

static void twins_seats(const struct variant *variant, struct game_header *header,
			struct seats *seats)
{
	static const char *const people[] = {"Anna", "Bob", "Carl", "Dora"};

	seats_init(seats, variant_seats(variant));
	for (unsigned seat = 0; seat < seats->count; seat++) {
		char *person = base_printf("%s <%s@example.org>", people[seat], people[seat]);

		snprintf(header->names[seat], sizeof header->names[seat], "%s", people[seat]);
		assert_int_equal(seats_read_person(person, &seats->seats[seat], NULL), 0);
		free(person);
	}
}

/* Begins one twin of a game such as "three-player cards=on". */
static void twins_begin_one(struct match *match, unsigned twin, const char *words,
			    twins_change change)
{
	struct twin_play *play = &match->plays[twin];
	struct game_header header = {.id = "g1", .number = 1, .created = START};
	struct seats seats;
	const struct variant *variant;
	struct event_list events;
	struct piles *piles = base_alloc(sizeof *piles);
	struct reason reason = {.text = ""};
	char *copy = base_strdup(words), *parts[1 + MAX_OPTIONS];
	size_t count = strbuf_split(copy, parts, ARRAY_LEN(parts));

	workspace_init(&play->workspace, match->site, START, NULL);
	snprintf(header.variant, sizeof header.variant, "%.*s", (int)strcspn(parts[0], " "),
		 parts[0]);
	for (size_t i = 1; i < count; i++) {
		struct option *option = &header.options[header.option_count++];
		size_t key = strcspn(parts[i], "=");

		snprintf(option->key, sizeof option->key, "%.*s", (int)key, parts[i]);
		snprintf(option->value, sizeof option->value, "%.*s",
			 (int)strcspn(parts[i] + key + 1, " "), parts[i] + key + 1);
	}
	variant = variant_get(match->site->library, header.variant, header.options,
			      header.option_count, &reason);
	if (variant == NULL)
		fail_msg("%s", reason.text);
	match->seats = variant_seats(variant);
	twins_seats(variant, &header, &seats);
	sealed_commit(twins_secret, &header.commit);
	play->game = workspace_add(&play->workspace, gamefile_new(&header, variant), &seats);
	seats_done(&seats);
	gamefile_seal(play->game->file, twins_secret, &play->game->sealed);
	event_list_init(&events);
	if (change == NULL) {
		turn_start_lots(game_of(play), &events);
	} else {
		twins_lay(play, match->seats, piles);
		change(match, twin, piles);
		cards_start_at(game_of(play), table_of(play), piles, &events);
	}
	assert_int_equal(workspace_enter(play->game, START, "moderator", &events, &reason), 0);
	event_list_done(&events);
	free(piles);
	free(copy);
	assert_int_equal(mail_welcome(&play->workspace, play->game, &reason), 0);
	play->game->is_new = false;
}

void twins_begin(struct match *match, const char *words, unsigned seed, twins_change change)
{
	struct reason reason;
	char *path;

	memset(match, 0, sizeof *match);
	match->seed = seed;
	match->now = START;
	match->other = 1;
	assert_true(scratch_make(match->folder));
	setenv("PBEM_DATA", source_folder(), 1);
	gametype_mail_use(mail_gametypes);
	path = base_printf("%s/site", match->folder);
	if (site_init(path, "games@example.org", NULL, &reason) != 0 ||
	    site_open(path, SITE_WAIT, &match->site, &reason) != SITE_OPEN)
		fail_msg("%s", reason.text);
	free(path);
	for (unsigned twin = 0; twin < TWINS; twin++)
		twins_begin_one(match, twin, words, change);
}

void twins_end(struct match *match)
{
	for (unsigned twin = 0; twin < TWINS; twin++)
		workspace_done(&match->plays[twin].workspace);
	site_close(match->site);
	assert_int_equal(scratch_remove(match->folder), 0);
}

/* Masks the words of that length and alphabet. */
static void mask_words(char *text, const char *alphabet, size_t wanted)
{
	while (*text != '\0') {
		size_t len = strspn(text, alphabet);

		if (len == wanted)
			memset(text, 'x', len);
		text += len > 0 ? len : 1;
	}
}

/* Masks digests, which differ because the sealed entries do, and tokens, which are bound to
 * digests. */
static void mask(char *text)
{
	mask_words(text, "0123456789abcdef", SHA256_HEX);
	mask_words(text, "abcdefghijklmnopqrstuvwxyz234567", TOKEN_TEXT);
}

char *twins_outbox(const struct twin_play *play, uint16_t whole)
{
	char *cursor = play->workspace.batch.letters.bytes,
	     *end = cursor + play->workspace.batch.letters.len;
	struct strbuf out;

	strbuf_init(&out, 0);
	while (cursor < end) {
		char *line_end = strchr(cursor, '\n');
		bool put = strncmp(cursor, "put ", 4) == 0, open = true;
		char *size = memrchr(cursor, ' ', (size_t)(line_end - cursor));
		size_t len = put ? (size_t)strtoul(size, NULL, 10) + 1 : 0;

		for (unsigned seat = 0; seat < variant_seats(game_of(play)->variant); seat++) {
			char *name = base_printf("g1.%s.",
						 variant_seat_name(game_of(play)->variant, seat));

			if (strncmp(strchr(cursor, ' ') + 1, name, strlen(name)) == 0)
				open = whole >> seat & 1;
			free(name);
		}
		strbuf_add_bytes(&out, cursor, (size_t)((open || !put ? line_end : size) - cursor));
		strbuf_add_char(&out, '\n');
		if (open)
			strbuf_add_bytes(&out, line_end + 1, len);
		cursor = line_end + 1 + len;
	}
	strbuf_add(&out, "");
	mask(out.bytes);
	return out.bytes;
}

char *twins_record(const struct twin_play *play)
{
	const struct strbuf *added = &play->game->added;
	char *text = base_strdup(added->bytes != NULL ? added->bytes + play->seen : "");
	char *published = strstr(text, "\n  secret ");

	/* The secrets published at the end differ, as they should. */
	if (published != NULL)
		*published = '\0';
	mask(text);
	return text;
}

void assert_in(const char *text, const char *wanted)
{
	if (strstr(text, wanted) == NULL)
		fail_msg("'%s' isn't in\n%s", wanted, text);
}

void assert_not_in(const char *text, const char *unwanted)
{
	if (strstr(text, unwanted) != NULL)
		fail_msg("'%s' is in\n%s", unwanted, text);
}

void assert_same_text(char *first, char *second, const char *what)
{
	if (strcmp(first, second) != 0) {
		size_t at = 0;

		while (first[at] == second[at])
			at++;
		at = at > 300 ? at - 300 : 0;
		fail_msg("%s differs:\n%.700s\n=======\n%.700s", what, first + at, second + at);
	}
	free(first);
	free(second);
}

void assert_nobody_can_tell(const struct match *match)
{
	const struct twin_play *a = &match->plays[0], *b = &match->plays[1];
	uint16_t whole = (uint16_t) ~(1u << match->other);

	assert_same_text(twins_outbox(a, whole), twins_outbox(b, whole), "a letter");
	assert_same_text(twins_record(a), twins_record(b), "the record");
}

void next_batch(struct match *match)
{
	match->step++;
	match->now += BETWEEN;
	for (unsigned twin = 0; twin < TWINS; twin++) {
		struct twin_play *play = &match->plays[twin];
		struct game *now = game_of(play);

		strbuf_clear(&play->workspace.batch.letters);
		for (unsigned seat = 0; seat < match->seats; seat++)
			play->game->asked[seat] = now->questions[seat].entry;
		play->game->turns = now->turns;
		play->game->in_play = now->position.in_play;
		play->game->offering = now->offering;
		play->game->was_started = now->started;
		play->game->was_over = now->outcome.status != STATUS_PLAYING;
		play->seen = play->game->added.len;
	}
}

bool answer(struct match *match, struct twin_play *play, unsigned seat, const char *text,
	    struct processed *deed_out)
{
	struct waiting waiting = {.received = match->now};
	struct message letter = {
		.message_id = (char *)"m@example.org",
		.references = (char *)"",
		.subject = (char *)"",
		.from = (char *)"",
		.text = (char *)text,
		.unreadable = (char *)"",
		.bounced_id = (char *)"",
	};
	struct incoming incoming = {
		.workspace = &play->workspace,
		.waiting = &waiting,
		.letter = &letter,
		.game = play->game,
		.seat = seat,
		.live = true,
		.token = {.purpose = game_of(play)->questions[seat].entry != 0 ? TOKEN_TURN
									       : TOKEN_QUERY},
	};
	struct reason reason = {.text = ""};

	snprintf(incoming.processed.digest, sizeof incoming.processed.digest, "%064u",
		 match->step * 4 + seat);
	if (request_answer(&incoming, &reason) != 0 ||
	    (incoming.accepted && mail_ask(&play->workspace, play->game, &reason) != 0))
		fail_msg("%s", reason.text);
	if (deed_out != NULL)
		*deed_out = incoming.processed;
	return incoming.accepted;
}

bool twins_let_time_pass(struct match *match)
{
	int64_t next = clock_next(game_of(&match->plays[0]));
	struct reason reason = {.text = ""};

	next_batch(match);
	assert_true(clock_next(game_of(&match->plays[1])) == next);
	if (next == 0)
		return false;
	match->now = next >= match->now ? next + 1 : match->now;
	for (unsigned twin = 0; twin < TWINS; twin++) {
		struct twin_play *play = &match->plays[twin];

		if (timeout_game(&play->workspace, play->game, match->now, &reason) != 0 ||
		    mail_ask(&play->workspace, play->game, &reason) != 0)
			fail_msg("%s", reason.text);
	}
	return match->plays[0].game->added.len > match->plays[0].seen;
}

bool both(struct match *match, unsigned seat, const char *text)
{
	struct processed processed[TWINS];
	bool accepted[TWINS];

	for (unsigned twin = 0; twin < TWINS; twin++)
		accepted[twin] = answer(match, &match->plays[twin], seat, text, &processed[twin]);
	if (accepted[0] != accepted[1])
		fail_msg("%s is accepted in one game only", text);
	assert_string_equal(processed[0].what, processed[1].what);
	return accepted[0];
}

bool is_shown(const struct match *match)
{
	const struct piles *a = &table_of(&match->plays[0])->piles,
			   *b = &table_of(&match->plays[1])->piles;

	for (uint16_t i = 0; i < a->count; i++) {
		const struct copy *copies[TWINS] = {&a->copies[i], &b->copies[i]};

		for (unsigned twin = 0; twin < TWINS; twin++)
			if (copies[0]->kind != copies[1]->kind && copies[twin]->zone != ZONE_DRAW &&
			    copies[twin]->zone != ZONE_ASIDE &&
			    !(copies[twin]->zone == ZONE_HAND &&
			      copies[twin]->seat == match->other))
				return true;
	}
	return false;
}

void twins_put(struct match *match, const char *pieces)
{
	for (unsigned twin = 0; twin < TWINS; twin++) {
		struct card_state *table = table_of(&match->plays[twin]);
		const struct variant *variant = table->book->variant;
		struct position position;
		const char *cursor = pieces, *word;
		uint8_t side = 0;
		size_t len;

		position_clear(variant, &position);
		while (strbuf_next_word(&cursor, &word, &len)) {
			char name[8];

			snprintf(name, sizeof name, "%.*s", (int)len - 1, word + 1);
			if (*word == '/')
				side++;
			else
				assert_true(position_put(
					variant, &position, side,
					(uint8_t)variant_type_of_letter(variant, *word),
					board_square_named(variant_board(variant), name)));
		}
		card_board_init(table->book, &position, &table->field);
		card_board_begin_turn(table->book, &table->field, 0, NULL);
		table->start = table->field;
		game_of(&match->plays[twin])->position = table->field.position;
	}
}

void twins_give(struct twin_play *play, uint8_t seat, unsigned place, const char *name)
{
	struct card_state *table = table_of(play);
	uint16_t copies[MAX_COPIES];

	assert_true(piles_list(&table->piles, ZONE_HAND, seat, copies) > place);
	table->piles.copies[copies[place]].kind = card_named(table->book->set, name, NULL);
	table->start_piles = table->piles;
}
