/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "core/game/clock.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/calendar/timezone.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/run/daily_digest.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/preferences.h"
#include "pbem/store/outbox.h"
#include "pbem/sys/address.h"

enum {
	NEVER = 24,	   /* value of summary-hour that turns the digest off */
	GAMES_READ = 1000, /* games that are read: those that have waited longest */
	LINES_TOLD = 100,  /* lines of each list */
	SCARCE = 10, /* the digest reports free space below this multiple of min-free-megabytes */
};

/* The contents of the digest, one line per item. */
struct daily {
	struct workspace *workspace;
	const char *zone;
	struct strbuf overdue, waiting, bounces, ignored, state;
	unsigned overdue_count, waiting_count, bounce_count;
};

bool daily_is_wanted(const struct config *config)
{
	return config->summary_hour < NEVER && config->moderator != NULL;
}

/* Returns the day whose digest is due now; 0: none. */
static int64_t due_day(struct workspace *workspace)
{
	const struct config *config = workspace->site->config;
	struct timezone_moment now;
	int64_t day;

	if (!daily_is_wanted(config) ||
	    !timezone_to_local(mail_site_zone(config), workspace->now, &now) ||
	    now.hour < config->summary_hour)
		return 0;
	day = now.year * 10000 + now.month * 100 + now.day;
	return workspace_count(workspace, COUNT(COUNT_SUMMARY_DAY)) != day ? day : 0;
}

/* ---- seats that games wait for ---- */

static void add_since(const struct daily *digest, const struct gamefile *file, unsigned seat,
		      struct strbuf *out)
{
	strbuf_addf(out, translate("%s: %s (%s), asked on "), file->header.id,
		    file->header.names[seat],
		    translate(variant_seat_title(file->game.variant, seat)));
	mail_day(digest->zone, file->game.questions[seat].asked, out);
}

/* Adds a seat that a game waits for. */
static void add_seat(struct daily *digest, const struct gamefile *file, unsigned seat)
{
	const struct game *game = &file->game;
	const int64_t until = game->started ? clock_until(game, seat) : 0;
	const bool late = until != 0 && until < digest->workspace->now;
	struct strbuf *out = late ? &digest->overdue : &digest->waiting;

	if ((late ? digest->overdue_count++ : digest->waiting_count++) >= LINES_TOLD)
		return;
	add_since(digest, file, seat, out);
	if (until != 0) {
		strbuf_add(out, late ? translate(", should have answered by ")
				     : translate(", has time until "));
		mail_moment(digest->zone, until, out);
	}
	strbuf_addf(out, translate("; last entry: %u\n"), file->head);
}

static void add_game(struct daily *digest, uint32_t number)
{
	struct ledger *ledger = digest->workspace->site->ledger;
	char id[GAME_ID_MAX + 1], *folder;
	struct gamefile *file;
	struct reason why;

	if (!ledger_game(ledger, number, id))
		return;
	folder = site_game_folder(digest->workspace->site, id);
	file = gamefile_load(folder, digest->workspace->site->library, &why);
	free(folder);
	if (file == NULL) {
		strbuf_addf(&digest->state, translate("Game %s can't be read.\n"), id);
		return;
	}
	workspace_count_outages(ledger, number, &file->game, NULL);
	for (unsigned seat = 0; seat < variant_seats(file->game.variant); seat++)
		if (file->game.outcome.status == STATUS_PLAYING &&
		    file->game.questions[seat].entry != 0)
			add_seat(digest, file, seat);
	gamefile_free(file);
}

struct games {
	GArray *numbers;
	GHashTable *seen;
	unsigned more;
};

static void collect_game(void *context, const struct sitter *sitter)
{
	struct games *games = context;

	if (!g_hash_table_add(games->seen, GUINT_TO_POINTER(sitter->game)))
		return;
	if (games->numbers->len < GAMES_READ)
		g_array_append_val(games->numbers, sitter->game);
	else
		games->more++;
}

static void add_more(unsigned count, unsigned unread, struct strbuf *out)
{
	if (count > LINES_TOLD || unread > 0)
		strbuf_addf(out, translate("and %u more\n"),
			    (count > LINES_TOLD ? count - LINES_TOLD : 0) + unread);
}

static void add_games(struct daily *digest)
{
	struct games games = {.numbers = g_array_new(false, false, sizeof(uint32_t)),
			      .seen = g_hash_table_new(NULL, NULL)};

	ledger_waiting(digest->workspace->site->ledger, collect_game, &games);
	for (guint i = 0; i < games.numbers->len; i++)
		add_game(digest, g_array_index(games.numbers, uint32_t, i));
	add_more(digest->overdue_count, 0, &digest->overdue);
	add_more(digest->waiting_count, games.more, &digest->waiting);
	g_hash_table_destroy(games.seen);
	g_array_free(games.numbers, TRUE);
}

/* ---- bounced and ignored messages ---- */

/* Adds new bounces of a seat. */
static void add_bounce(void *context, const struct count *which, int64_t value)
{
	struct daily *digest = context;
	const int64_t news = workspace_report_count(digest->workspace, *which);
	char *folder = site_game_folder(digest->workspace->site, which->game);
	struct seats seats = {.count = 0};
	struct reason why;

	(void)value;
	if (news > 0 && digest->bounce_count++ < LINES_TOLD &&
	    seats_load(folder, NULL, &seats, &why) == 0 && which->number < seats.count)
		strbuf_addf(&digest->bounces, translate("%s in game %s: %d\n"),
			    seats.seats[which->number].name, which->game, (int)news);
	seats_done(&seats);
	free(folder);
}

/* ---- the site ---- */

static void add_outbox(struct daily *digest)
{
	int64_t since;
	const size_t waiting = outbox_count(ledger_outbox(digest->workspace->site->ledger), &since);
	struct strbuf when;

	if (waiting == 0 || digest->workspace->now - since < SECONDS_AN_HOUR)
		return;
	strbuf_init(&when, 0);
	mail_moment(digest->zone, since, &when);
	strbuf_addf(&digest->state,
		    translate("Letters that are waiting to be sent: %u, the oldest since %s.\n"),
		    (unsigned)waiting, when.bytes);
	strbuf_done(&when);
}

static void add_disk(struct daily *digest)
{
	const struct config *config = digest->workspace->site->config;
	struct statvfs space;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0)
		return;
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes < (uint64_t)config->min_free_megabytes * SCARCE)
		strbuf_addf(
			&digest->state,
			translate(
				"The disk has %u MB left; pbem accepts no letters below %u MB.\n"),
			(unsigned)megabytes, (unsigned)config->min_free_megabytes);
}

static void add_withheld(struct daily *digest)
{
	struct refusal refusal = {.id = ""};
	unsigned count = 0;

	while (ledger_next_refusal(digest->workspace->site->ledger, refusal.id, &refusal))
		count++;
	if (count > 0)
		strbuf_addf(&digest->state,
			    translate("Letters that the mailbox doesn't deliver: %u.\n"), count);
}

/* ---- the summary ---- */

static void digest_init(struct daily *digest, struct workspace *workspace)
{
	*digest = (struct daily){.workspace = workspace,
				 .zone = mail_site_zone(workspace->site->config)};
	strbuf_init(&digest->overdue, 0);
	strbuf_init(&digest->waiting, 0);
	strbuf_init(&digest->bounces, 0);
	strbuf_init(&digest->ignored, 0);
	strbuf_init(&digest->state, 0);
}

static void digest_done(struct daily *digest)
{
	strbuf_done(&digest->overdue);
	strbuf_done(&digest->waiting);
	strbuf_done(&digest->bounces);
	strbuf_done(&digest->ignored);
	strbuf_done(&digest->state);
}

static bool is_empty(const struct daily *digest)
{
	return digest->overdue.len + digest->waiting.len + digest->bounces.len +
		       digest->ignored.len + digest->state.len ==
	       0;
}

/* Sends the digest to a moderator. `today` is `day` in words. */
static int send_digest_to(struct daily *digest, const char *to, size_t number, int64_t day,
			  const char *today, struct reason *reason)
{
	char *date = base_printf("%lld-%02d-%02d", (long long)day / 10000, (int)(day / 100 % 100),
				 (int)(day % 100));
	const struct mail_cause cause = {.digest = date};
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, digest->workspace, "digest", to, &cause, reason);

	mail.name = base_printf("moderator%zu.digest.%lld", number, (long long)day);
	mail.thread = base_printf("moderator%zu", number);
	mail_plain_add_text(&mail, "when", today);
	if (digest->overdue_count > 0)
		strbuf_addf(mail_plain_add(&mail, "behind"), "%u", digest->overdue_count);
	mail_plain_add_text(&mail, "overdue", digest->overdue.bytes);
	mail_plain_add_text(&mail, "waiting", digest->waiting.bytes);
	mail_plain_add_text(&mail, "bounces", digest->bounces.bytes);
	mail_plain_add_text(&mail, "ignored", digest->ignored.bytes);
	mail_plain_add_text(&mail, "state", digest->state.bytes);
	result = mail_plain_send(&mail, result, reason);
	free(date);
	return result;
}

static int send_digest(struct daily *digest, int64_t day, const char *today, struct reason *reason)
{
	char *to;
	int result = 0;

	for (size_t i = 0;
	     result == 0 && (to = config_moderator(digest->workspace->site->config, i)) != NULL;
	     i++) {
		/* `pbem doctor` reports a bad address. */
		if (address_is_good(to))
			result = send_digest_to(digest, to, i + 1, day, today, reason);
		free(to);
	}
	return result;
}

/* Writes the digest in the site's language. */
static int write_digest(struct workspace *workspace, int64_t day, struct reason *reason)
{
	struct daily digest;
	struct strbuf today;
	int result = 0;

	strbuf_init(&today, 0);
	digest_init(&digest, workspace);
	add_games(&digest);
	ledger_counts(workspace->site->ledger, COUNT_BOUNCES, NULL, add_bounce, &digest);
	(void)ignored_counts_news(workspace, &digest.ignored);
	add_outbox(&digest);
	add_disk(&digest);
	add_withheld(&digest);
	if (!is_empty(&digest)) {
		mail_day(digest.zone, workspace->now, &today);
		result = send_digest(&digest, day, today.bytes, reason);
	}
	strbuf_done(&today);
	digest_done(&digest);
	return result;
}

int daily_add(struct workspace *workspace, struct reason *reason)
{
	const int64_t day = due_day(workspace);
	const struct vocabulary *spoken;
	struct person site;
	int result;

	if (day == 0)
		return 0;
	workspace_set_count(workspace, COUNT(COUNT_SUMMARY_DAY), day);
	preferences_of_address(workspace, NULL, &site);
	result = vocabulary_push(site.language, &spoken, reason);
	if (result == 0)
		result = write_digest(workspace, day, reason);
	vocabulary_pop(spoken);
	return result;
}
