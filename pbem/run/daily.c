/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/clock.h"
#include "core/words/words.h"
#include "pbem/batch/tally.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/promise/outbox.h"
#include "pbem/run/daily.h"
#include "pbem/site/zones.h"

enum {
	NEVER = 24,	   /* of digest-hour */
	GAMES_READ = 1000, /* those that have waited longest */
	LINES_TOLD = 100,  /* of each list */
	SCARCE = 10,	   /* times min-free-megabytes: the disk is told of */
};

/* The last day that had its digest, as 20261123; and how many letters of a seat's that came back
 * the moderator knows of. */
#define DAY "digest day"
#define BOUNCES "bounces "
#define BOUNCES_TOLD "told of bounces "

/* What the letter tells, a line each. */
struct daily {
	struct desk *desk;
	const char *zone;
	struct text overdue, waiting, bounces, ignored, state;
	unsigned overdue_count, waiting_count, bounce_count;
};

bool daily_is_wanted(const struct config *config)
{
	return config->digest_hour < NEVER && config->moderator != NULL;
}

/* The zone that games of the site have, "" when none is said. */
static const char *zone_of(const struct config *config)
{
	for (size_t i = 0; i < config->option_count; i++)
		if (strcmp(config->options[i].key, "zone") == 0)
			return config->options[i].value;
	return "";
}

/* The day whose digest is due now; 0: none. */
static int64_t due_day(struct desk *desk)
{
	const struct config *config = desk->site->config;
	struct zones_moment now;
	int64_t day;

	if (!daily_is_wanted(config) || !zones_tell(zone_of(config), desk->now, &now) ||
	    now.hour < config->digest_hour)
		return 0;
	day = now.year * 10000 + now.month * 100 + now.day;
	return desk_count(desk, DAY) != day ? day : 0;
}

/* ---- who is waited for ---- */

static void add_since(const struct daily *digest, const struct gamefile *file, unsigned seat,
		      struct text *out)
{
	text_addf(out, phrase("%s (entry %u) waits for %s, %s, since "), file->header.id,
		  file->head, phrase(variant_seat_title(file->game.variant, seat)),
		  file->header.names[seat]);
	mailing_day(digest->zone, file->game.questions[seat].asked, out);
}

/* A seat that is asked something. */
static void tell_seat(struct daily *digest, const struct gamefile *file, unsigned seat)
{
	const struct game *game = &file->game;
	const int64_t until = game->started ? clock_until(game, seat) : 0;
	const bool late = until != 0 && until < digest->desk->now;
	struct text *out = late ? &digest->overdue : &digest->waiting;

	if ((late ? digest->overdue_count++ : digest->waiting_count++) >= LINES_TOLD)
		return;
	add_since(digest, file, seat, out);
	if (until != 0) {
		text_add(out, phrase(", until "));
		mailing_moment(digest->zone, until, out);
	}
	text_add_char(out, '\n');
}

static void tell_game(struct daily *digest, uint32_t number)
{
	struct ledger *ledger = digest->desk->site->ledger;
	char id[GAME_ID_MAX + 1], *folder;
	struct gamefile *file;
	struct reason why;

	if (!ledger_game(ledger, number, id))
		return;
	folder = site_game_folder(digest->desk->site, id);
	file = gamefile_load(folder, digest->desk->site->library, &why);
	free(folder);
	if (file == NULL) {
		text_addf(&digest->state, phrase("Game %s can't be read.\n"), id);
		return;
	}
	desk_count_outages(ledger, number, &file->game, NULL);
	for (unsigned seat = 0; seat < variant_seats(file->game.variant); seat++)
		if (file->game.outcome.status == STATUS_PLAYING &&
		    file->game.questions[seat].entry != 0)
			tell_seat(digest, file, seat);
	gamefile_free(file);
}

struct games {
	GArray *numbers;
	GHashTable *seen;
	unsigned more;
};

static void note_game(void *context, const struct sitter *sitter)
{
	struct games *games = context;

	if (!g_hash_table_add(games->seen, GUINT_TO_POINTER(sitter->game)))
		return;
	if (games->numbers->len < GAMES_READ)
		g_array_append_val(games->numbers, sitter->game);
	else
		games->more++;
}

static void add_more(unsigned count, unsigned unread, struct text *out)
{
	if (count > LINES_TOLD || unread > 0)
		text_addf(out, phrase("and %u more\n"),
			  (count > LINES_TOLD ? count - LINES_TOLD : 0) + unread);
}

static void tell_games(struct daily *digest)
{
	struct games games = {.numbers = g_array_new(false, false, sizeof(uint32_t)),
			      .seen = g_hash_table_new(NULL, NULL)};

	ledger_waiting(digest->desk->site->ledger, note_game, &games);
	for (guint i = 0; i < games.numbers->len; i++)
		tell_game(digest, g_array_index(games.numbers, uint32_t, i));
	add_more(digest->overdue_count, 0, &digest->overdue);
	add_more(digest->waiting_count, games.more, &digest->waiting);
	g_hash_table_destroy(games.seen);
	g_array_free(games.numbers, TRUE);
}

/* ---- what came back, or to nothing ---- */

/* Its name says which seat by game and number. */
static void tell_bounce(void *context, const char *name, int64_t value)
{
	struct daily *digest = context;
	char *told = base_printf(BOUNCES_TOLD "%s", name + strlen(BOUNCES));
	const int64_t news = value - desk_count(digest->desk, told);
	char **words = g_strsplit(name + strlen(BOUNCES), " ", 2);
	char *folder = site_game_folder(digest->desk->site, words[0]);
	struct seats seats = {.count = 0};
	struct reason why;
	long seat = words[0] != NULL && words[1] != NULL ? text_number(words[1], MAX_SEATS) : -1;

	if (news > 0)
		desk_add_count(digest->desk, told, news);
	if (news > 0 && digest->bounce_count++ < LINES_TOLD && seat >= 0 &&
	    seats_load(folder, NULL, &seats, &why) == 0 && (unsigned)seat < seats.count)
		text_addf(&digest->bounces, phrase("%s in game %s: %d\n"), seats.seats[seat].name,
			  words[0], (int)news);
	seats_done(&seats);
	free(folder);
	g_strfreev(words);
	free(told);
}

/* ---- the site ---- */

static void tell_post(struct daily *digest)
{
	int64_t since;
	const size_t waiting = outbox_count(ledger_outbox(digest->desk->site->ledger), &since);
	struct text when;

	if (waiting == 0 || digest->desk->now - since < SECONDS_AN_HOUR)
		return;
	text_init(&when, 0);
	mailing_moment(digest->zone, since, &when);
	text_addf(&digest->state,
		  phrase("Letters that wait for the post: %u, the oldest since %s.\n"),
		  (unsigned)waiting, when.bytes);
	text_done(&when);
}

static void tell_disk(struct daily *digest)
{
	const struct config *config = digest->desk->site->config;
	struct statvfs space;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0)
		return;
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes < (uint64_t)config->min_free_megabytes * SCARCE)
		text_addf(&digest->state,
			  phrase("The disk has %u MB left; below %u no letter is taken.\n"),
			  (unsigned)megabytes, (unsigned)config->min_free_megabytes);
}

static void tell_withheld(struct daily *digest)
{
	struct refusal refusal = {.id = ""};
	unsigned count = 0;

	while (ledger_next_refusal(digest->desk->site->ledger, refusal.id, &refusal))
		count++;
	if (count > 0)
		text_addf(&digest->state,
			  phrase("Letters that the mailbox doesn't hand over: %u.\n"), count);
}

/* ---- the letter ---- */

static void init(struct daily *digest, struct desk *desk)
{
	*digest = (struct daily){.desk = desk, .zone = zone_of(desk->site->config)};
	text_init(&digest->overdue, 0);
	text_init(&digest->waiting, 0);
	text_init(&digest->bounces, 0);
	text_init(&digest->ignored, 0);
	text_init(&digest->state, 0);
}

static void done(struct daily *digest)
{
	text_done(&digest->overdue);
	text_done(&digest->waiting);
	text_done(&digest->bounces);
	text_done(&digest->ignored);
	text_done(&digest->state);
}

static bool is_empty(const struct daily *digest)
{
	return digest->overdue.len + digest->waiting.len + digest->bounces.len +
		       digest->ignored.len + digest->state.len ==
	       0;
}

/* The list without its last line's end. */
static const char *lines_of(struct text *text)
{
	while (text->len > 0 && text->bytes[text->len - 1] == '\n')
		text->bytes[--text->len] = '\0';
	return text->bytes;
}

static int send(struct daily *digest, int64_t day, struct reason *reason)
{
	const struct config *config = digest->desk->site->config;
	char *date = base_printf("%lld-%02d-%02d", (long long)day / 10000, (int)(day / 100 % 100),
				 (int)(day % 100));
	char *late = base_printf("%u", digest->overdue_count), *to;
	const struct value values[] = {
		{"when", date},
		{"behind", digest->overdue_count > 0 ? late : ""},
		{"overdue", lines_of(&digest->overdue)},
		{"waiting", lines_of(&digest->waiting)},
		{"bounces", lines_of(&digest->bounces)},
		{"ignored", lines_of(&digest->ignored)},
		{"state", lines_of(&digest->state)},
	};
	int result = 0;

	for (size_t i = 0; result == 0 && (to = config_moderator(config, i)) != NULL; i++) {
		char *name = base_printf("moderator%zu.digest.%lld", i + 1, (long long)day);
		char *thread = base_printf("moderator%zu", i + 1);
		const struct mailing_plain plain = {
			.template = "digest",
			.name = name,
			.to = to,
			.to_name = "",
			.cause = date,
			.thread = thread,
			.values = values,
			.count = ARRAY_LEN(values),
		};

		result = mailing_plain(digest->desk, &plain, reason);
		free(thread);
		free(name);
		free(to);
	}
	free(late);
	free(date);
	return result;
}

/* In the site's language. */
static int tell(struct desk *desk, int64_t day, struct reason *reason)
{
	struct daily digest;
	int result = 0;

	init(&digest, desk);
	tell_games(&digest);
	ledger_counts(desk->site->ledger, BOUNCES, tell_bounce, &digest);
	(void)tally_news(desk, &digest.ignored);
	tell_post(&digest);
	tell_disk(&digest);
	tell_withheld(&digest);
	if (!is_empty(&digest))
		result = send(&digest, day, reason);
	done(&digest);
	return result;
}

int daily_add(struct desk *desk, struct reason *reason)
{
	const int64_t day = due_day(desk);
	const char *spoken = words_spoken();
	struct person site;
	int result;

	if (day == 0)
		return 0;
	desk_add_count(desk, DAY, day - desk_count(desk, DAY));
	people_of_address(desk, NULL, &site);
	result = words_speak(site.language, reason);
	if (result == 0)
		result = tell(desk, day, reason);
	return words_speak(spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
}
