/* SPDX-License-Identifier: MIT */
/* The subcommands that make things: a site, a key, games. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/text.h"
#include "core/turn.h"
#include "pbem/commands.h"
#include "pbem/deal.h"
#include "pbem/files.h"
#include "pbem/intake.h"
#include "pbem/run.h"
#include "pbem/step.h"

enum { NEW_BATCH = 500 };

/* The word behind an option, or NULL when there is none. */
static const char *
option_value(int argc, char **argv, int *at)
{
	return *at + 1 < argc ? argv[++*at] : NULL;
}

int
command_init(int argc, char **argv)
{
	const char *address = NULL, *moderator = NULL, *folder = commands_site_folder();
	char host[256] = "localhost", *standard = NULL;
	struct reason reason;
	int code = EX_OK;

	for (int i = 1; i < argc; i++) {
		const char **value = strcmp(argv[i], "--address") == 0     ? &address
		                     : strcmp(argv[i], "--moderator") == 0 ? &moderator
		                                                           : NULL;

		if (value == NULL || (*value = option_value(argc, argv, &i)) == NULL)
			return commands_usage(argv[0]);
	}
	if (address == NULL) {
		(void)gethostname(host, sizeof host - 1);
		address = standard = base_printf("games@%s", host);
	}
	if (site_init(folder, address, moderator, &reason) != 0)
		code = commands_fail(argv[0], EX_CANTCREAT, &reason);
	else
		printf("A site is made in %s; its address is %s.\n"
		       "Look through %s/pbem.conf, then ask: pbem --site %s doctor\n",
		       folder, address, folder, folder);
	free(standard);
	return code;
}

int
command_key(int argc, char **argv)
{
	struct reason reason;
	struct site *site;
	int number;

	if (argc != 2 || strcmp(argv[1], "new") != 0)
		return commands_usage(argv[0]);
	if (site_open(commands_site_folder(), SITE_WAIT, &site, &reason) != SITE_OPEN)
		return commands_fail(argv[0], EX_CONFIG, &reason);
	number = keys_add(site->config->folder, &reason);
	if (number < 0) {
		site_close(site);
		return commands_fail(argv[0], EX_CANTCREAT, &reason);
	}
	printf("Key %d signs from now on. Letters under way stay good; delete an old key's file\n"
	       "from %s/keys when nobody can answer letters of its time any more.\n",
	       number, site->config->folder);
	site_close(site);
	return EX_OK;
}

/* ---- new games ---- */

/* What one game is asked to be. */
struct wish {
	const char *variant;
	const char *id;
	struct option options[MAX_OPTIONS];
	size_t option_count;
	const char *persons[MAX_SEATS]; /* "SEAT=PERSON" or "PERSON", as given */
	size_t person_count;
	struct text players;            /* what --players names, a person a line */
	bool lot;                       /* seats are drawn by lot */
};

static int
add_option(struct wish *wish, const char *word, struct reason *reason)
{
	const char *equals = strchr(word, '=');
	struct option *option;

	if (equals == NULL || (size_t)(equals - word) > NAME_MAX_LEN ||
	    strlen(equals + 1) > OPTION_VALUE_MAX || wish->option_count == MAX_OPTIONS) {
		reason_set(reason, "expected --option KEY=VALUE, not '%s'", word);
		return -1;
	}
	option = &wish->options[wish->option_count++];
	snprintf(option->key, sizeof option->key, "%.*s", (int)(equals - word), word);
	snprintf(option->value, sizeof option->value, "%s", equals + 1);
	return 0;
}

static int
add_person(struct wish *wish, const char *person, struct reason *reason)
{
	if (wish->person_count == MAX_SEATS) {
		reason_set(reason, "no game has more than %d seats", MAX_SEATS);
		return -1;
	}
	wish->persons[wish->person_count++] = person;
	return 0;
}

/* The file's lines, but for blank ones and comments. */
static int
add_players(struct wish *wish, const char *path, struct reason *reason)
{
	char *rest, *line;

	text_clear(&wish->players);
	if (files_read(path, &wish->players, reason) != 0)
		return -1;
	rest = wish->players.bytes;
	while ((line = strsep(&rest, "\n")) != NULL) {
		g_strstrip(line);
		if (*line != '\0' && *line != '#' && add_person(wish, line, reason) != 0)
			return -1;
	}
	return 0;
}

static void
wish_init(struct wish *wish)
{
	memset(wish, 0, sizeof *wish);
	text_init(&wish->players, 1 << 16);
}

static void
wish_done(struct wish *wish)
{
	text_done(&wish->players);
}

static int
read_wish(int argc, char **argv, struct wish *wish, struct reason *reason)
{
	for (int i = 0; i < argc; i++) {
		const char *value;

		if (strcmp(argv[i], "--id") == 0 && (value = option_value(argc, argv, &i)) != NULL)
			wish->id = value;
		else if (strcmp(argv[i], "--option") == 0 &&
		         (value = option_value(argc, argv, &i)) != NULL) {
			if (add_option(wish, value, reason) != 0)
				return -1;
		} else if (strcmp(argv[i], "--players") == 0 && wish->person_count == 0 &&
		           (value = option_value(argc, argv, &i)) != NULL) {
			if (add_players(wish, value, reason) != 0)
				return -1;
		} else if (strcmp(argv[i], "--lot") == 0) {
			wish->lot = true;
		} else if (argv[i][0] != '-' && wish->variant == NULL)
			wish->variant = argv[i];
		else if (strpbrk(argv[i], "=@") != NULL) {
			if (add_person(wish, argv[i], reason) != 0)
				return -1;
		} else {
			reason_set(reason, "can't make sense of '%s'", argv[i]);
			return -1;
		}
	}
	if (wish->variant == NULL) {
		reason_set(reason, "which variant? For example: pbem new chess "
		                   "'white=Anna <anna@example.org>' 'black=Bob <bob@example.org>'");
		return -1;
	}
	return 0;
}

/* The "white" of "white=Anna <a=b@example.org>"; NULL when no seat is named. The caller frees it. */
static char *
seat_word(const char *person)
{
	size_t len = strcspn(person, "=<");

	return person[len] == '=' ? base_strndup(person, len) : NULL;
}

/* The seat a person is given by name. */
static int
named_seat(const struct wish *wish, const struct variant *variant, const char *word,
           const struct seats *seats, struct reason *reason)
{
	int seat = variant_seat_named(variant, word);

	if (seat < 0)
		reason_set(reason, "%s has no seat '%s'", wish->variant, word);
	else if (seats->seats[seat].address_count > 0)
		reason_set(reason, "the seat %s is given twice", word);
	else
		return seat;
	return -1;
}

/* The first seat that nobody has; -1 when there are more persons than seats. */
static int
next_seat(const struct seats *seats, struct reason *reason)
{
	for (unsigned i = 0; i < seats->count; i++)
		if (seats->seats[i].address_count == 0)
			return (int)i;
	reason_set(reason, "there are %u seats, and more persons; where their number can be chosen, "
	                   "say so: --option seats=%u",
	           seats->count, seats->count + 1);
	return -1;
}

/* Those given with a seat, or those without, who take the seats left in their order. */
static int
seat_some(const struct wish *wish, const struct variant *variant, bool named, struct seats *seats,
          struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < wish->person_count; i++) {
		const char *person = wish->persons[i];
		char *word = seat_word(person);
		int seat;

		if ((word != NULL) == named) {
			seat = named ? named_seat(wish, variant, word, seats, reason)
			             : next_seat(seats, reason);
			result = seat < 0 ? -1
			                  : seats_read_person(named ? person + strlen(word) + 1 : person,
			                                      &seats->seats[seat], reason);
		}
		free(word);
	}
	return result;
}

static int
seat_persons(const struct wish *wish, const struct variant *variant, struct seats *seats,
             struct reason *reason)
{
	memset(seats, 0, sizeof *seats);
	seats->count = variant_seats(variant);
	if (seat_some(wish, variant, true, seats, reason) != 0 ||
	    seat_some(wish, variant, false, seats, reason) != 0)
		return -1;
	for (unsigned i = 0; i < seats->count; i++) {
		if (seats->seats[i].address_count > 0)
			continue;
		reason_set(reason, "who plays %s? Give it as: '%s=Name <address>'",
		           variant_seat_title(variant, i), variant_seat_name(variant, i));
		return -1;
	}
	return 0;
}

static bool
is_game_id(const char *id)
{
	size_t len = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return len > 0 && len <= GAME_ID_MAX && id[len] == '\0' && id[0] >= 'a' && id[0] <= 'z';
}

static int
make_header(struct intake *intake, const struct wish *wish, const struct seats *seats,
            uint32_t number, struct game_header *header, struct reason *reason)
{
	char *folder;
	bool taken;

	memset(header, 0, sizeof *header);
	header->number = number;
	header->created = intake->mailing.now;
	if (wish->id != NULL && !is_game_id(wish->id)) {
		reason_set(reason,
		           "a game's id begins with a letter and has at most %d small letters, "
		           "digits and '-'; '%s' isn't one",
		           GAME_ID_MAX, wish->id);
		return -1;
	}
	if (wish->id != NULL)
		snprintf(header->id, sizeof header->id, "%s", wish->id);
	else
		snprintf(header->id, sizeof header->id, "g%u", (unsigned)number);
	folder = site_game_folder(intake->site, header->id);
	taken = access(folder, F_OK) == 0;
	free(folder);
	for (struct desk_game *game = intake->desk.first; game != NULL; game = game->next)
		taken = taken || strcmp(game->id, header->id) == 0;
	if (taken) {
		reason_set(reason, "there is a game %s already; choose another --id", header->id);
		return -1;
	}
	snprintf(header->variant, sizeof header->variant, "%s", wish->variant);
	memcpy(header->options, wish->options, sizeof header->options);
	header->option_count = wish->option_count;
	for (unsigned i = 0; i < seats->count; i++)
		snprintf(header->names[i], sizeof header->names[i], "%s", seats->seats[i].name);
	return 0;
}

/* Everything of a new game goes into the batch: record, seats, index, letters. */
static int
start_game(struct intake *intake, struct desk_game *game, const char *secret,
           struct reason *reason)
{
	char *path = base_printf("games/%s/seats", game->id);
	const struct variant *variant = game->file->game.variant;
	struct event_list events;
	struct text seats;
	int result;

	event_list_init(&events);
	text_init(&seats, 0);
	if (game->file->game.table != NULL)
		deal_start(game, secret, &events);
	else
		turn_start(&game->file->game, &events);
	result = desk_enter(game, intake->mailing.now, "moderator", &events, reason);
	if (result == 0) {
		seats_print(&game->seats, variant, &seats);
		batch_append(&intake->batch, path, 0, seats.bytes, seats.len, 0600);
		ledger_line_game(&intake->batch.ledger, game->file->header.number, game->id);
		result = mailing_welcome(&intake->mailing, game, reason);
	}
	text_done(&seats);
	event_list_done(&events);
	free(path);
	return result;
}

/* The lot is proven by the secret that only a game with cards has. */
static int
check_lot(const struct wish *wish, bool cards, struct reason *reason)
{
	bool named = false;

	for (size_t i = 0; i < wish->person_count; i++) {
		char *word = seat_word(wish->persons[i]);

		named |= word != NULL;
		free(word);
	}
	if (cards && !named)
		return 0;
	reason_set(reason, named ? "with --lot no person is given a seat"
	                         : "--lot is for games with cards: their secret proves it");
	return -1;
}

static int
make_game(struct intake *intake, const struct wish *wish, uint32_t number, struct reason *reason)
{
	const struct variant *variant = variant_get(intake->site->library, wish->variant,
	                                            wish->options, wish->option_count, reason);
	struct game_header header;
	struct desk_game *game;
	struct seats seats;

	bool cards = variant != NULL && variant_has_cards(variant);
	char secret[DIGEST_HEX + 1] = "";

	if (variant == NULL || (cards && deal_check(variant, reason) != 0) ||
	    (wish->lot && check_lot(wish, cards, reason) != 0) ||
	    seat_persons(wish, variant, &seats, reason) != 0 ||
	    make_header(intake, wish, &seats, number, &header, reason) != 0 ||
	    (cards && deal_secret(&header, secret, reason) != 0))
		return -1;
	if (wish->lot)
		deal_seats(variant, secret, &header, &seats);
	game = desk_add(&intake->desk, gamefile_new(&header, variant), &seats);
	if (start_game(intake, game, secret, reason) != 0)
		return -1;
	printf("Game %s: %s", header.id, header.variant);
	for (unsigned i = 0; i < seats.count; i++)
		printf("%s %s (%s)", i > 0 ? "," : "", seats.seats[i].name,
		       variant_seat_title(variant, i));
	printf("\n");
	return 0;
}

/* Splits a line into words at blanks; '...' and "..." keep blanks, as in a shell. */
static int
make_listed(struct intake *intake, const char *line, uint32_t number, struct reason *reason)
{
	char **words = NULL;
	GError *error = NULL;
	struct wish wish;
	int count, result = -1;

	wish_init(&wish);
	if (!g_shell_parse_argv(line, &count, &words, &error)) {
		reason_set(reason, "%s", error->message);
		g_error_free(error);
	} else if (read_wish(count, words, &wish, reason) == 0) {
		result = make_game(intake, &wish, number, reason);
	}
	wish_done(&wish);
	g_strfreev(words);
	return result;
}

/* A game a line; committed in batches, so that a list of thousands costs a few flushes. */
static int
make_list(struct intake *intake, FILE *list, struct reason *reason)
{
	uint32_t number = ledger_last_game(intake->site->ledger);
	unsigned line_number = 0, in_batch = 0;
	char *line = NULL;
	size_t size = 0;
	int result = 0;

	while (result == 0 && getline(&line, &size, list) >= 0) {
		line_number++;
		line[strcspn(line, "\r\n")] = '\0';
		if (line[strspn(line, " \t")] == '\0' || line[0] == '#')
			continue;
		result = make_listed(intake, line, ++number, reason);
		if (result != 0)
			reason_prefix(reason, "line %u: ", line_number);
		else if (++in_batch % NEW_BATCH == 0)
			result = intake_commit(intake, reason);
	}
	free(line);
	return result;
}

static int
make_games(struct intake *intake, int argc, char **argv, struct reason *reason)
{
	uint32_t number = ledger_last_game(intake->site->ledger) + 1;
	struct wish wish;
	FILE *list;
	int result;

	if (argc == 3 && strcmp(argv[1], "--list") == 0) {
		list = strcmp(argv[2], "-") == 0 ? stdin : fopen(argv[2], "re");
		if (list == NULL) {
			reason_set(reason, "%s: %s", argv[2], strerror(errno));
			return -1;
		}
		result = make_list(intake, list, reason);
		if (list != stdin)
			fclose(list);
	} else {
		wish_init(&wish);
		result = read_wish(argc - 1, argv + 1, &wish, reason);
		if (result == 0)
			result = make_game(intake, &wish, number, reason);
		wish_done(&wish);
	}
	return result == 0 ? intake_commit(intake, reason) : -1;
}

int
command_new(int argc, char **argv)
{
	struct run_options options = {.log = stdout};
	struct intake intake;
	struct reason reason;
	struct site *site;
	int code = EX_OK;

	if (argc < 2)
		return commands_usage(argv[0]);
	if (site_open(commands_site_folder(), SITE_WAIT, &site, &reason) != SITE_OPEN)
		return commands_fail(argv[0], EX_CONFIG, &reason);
	intake_init(&intake, site, step_time(), NULL);
	if (make_games(&intake, argc, argv, &reason) != 0)
		code = commands_fail(argv[0], EX_DATAERR, &reason);
	intake_done(&intake);
	/* The welcome goes out now; what can't be sent waits for the next run. */
	if (code == EX_OK && run_send(site, &options) != EX_OK)
		printf("The letters wait in the outbox; the next run sends them.\n");
	site_close(site);
	return code;
}
