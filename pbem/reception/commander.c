/* SPDX-License-Identifier: MIT */
/*
 * What waits for a moderator's word is a count of the ledger: its name says who asked for what in
 * which game, its value when. The key of the letter that asks him is bound to all of that, so that
 * it is good for this command alone; and it is struck off with the batch that does it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/words/words.h"
#include "pbem/answer/deeds.h"
#include "pbem/batch/tally.h"
#include "pbem/desk/people.h"
#include "pbem/moderate/moderate_line.h"
#include "pbem/reception/commander.h"
#include "pbem/reception/takers.h"

enum {
	ASKED_A_DAY = 20, /* letters about commands to one moderator, whoever wrote in his name */
	ANSWERED_A_DAY = 60, /* and about his own answers */
	WORD_MAX = 40,
};

/* Begins the name of what waits: game, address and command stand behind it. */
#define WAITS "mail command "

static int64_t day_of(const struct matter *matter)
{
	return matter->waiting->received / SECONDS_A_DAY;
}

/* How many letters of his, with a command's key or without one, there were today, before `add` is
 * added. */
static int64_t count_letter(struct matter *matter, int64_t add)
{
	return desk_raise(matter->desk, add, "mail commands%s %s" LEDGER_OF_DAY,
			  matter->token_text != NULL ? " answered" : "", matter->letter->from,
			  (long long)day_of(matter));
}

/* Whether one more letter may be written to the address today; from now on it was. Anybody can
 * write in a moderator's name, so all hear of it when that is used up. */
static bool may_write(struct matter *matter)
{
	const char *address = matter->letter->from;
	const long long day = day_of(matter);

	if (count_letter(matter, 1) < (matter->token_text != NULL ? ANSWERED_A_DAY : ASKED_A_DAY))
		return true;
	tally_add(matter->desk, TALLY_RATION, 1);
	matter_set_what(matter, "a command: not answered, over the day's ration");
	if (desk_is_first(matter->desk, 1, "mail commands told %s" LEDGER_OF_DAY, address, day))
		desk_notice(matter->desk, matter->waiting->received,
			    "More than %d letters with commands came from %s today; no more are "
			    "answered or carried out before tomorrow. Somebody may be writing in "
			    "that name.",
			    ASKED_A_DAY, address);
	return false;
}

/* The letter waits, and is counted when it is dealt with. */
static void put_off(struct matter *matter, bool *put_off_out)
{
	(void)count_letter(matter, -1);
	*put_off_out = true;
}

/* ---- what waits ---- */

static char *waiting_name(const struct desk_game *game, const char *address, const char *line)
{
	return base_printf(WAITS "%s %s %s", game->id, address, line);
}

/* What a key is bound to. */
static void bond_of(const char *name, int64_t asked, struct digest *bond_out)
{
	char *whole = base_printf("%s %lld", name, (long long)asked);

	digest_bytes(whole, strlen(whole), bond_out);
	free(whole);
}

struct search {
	struct matter *matter;
	char *found;	/* of whose key it is */
	int64_t asked;	/* when */
	GPtrArray *old; /* those whose time is over */
};

static void look_at(void *context, const char *name, int64_t asked)
{
	struct search *search = context;
	struct matter *matter = search->matter;
	struct digest bond;

	if (matter->waiting->received - asked > SECONDS_A_DAY) {
		g_ptr_array_add(search->old, base_strdup(name));
		return;
	}
	if (matter->token_text == NULL || search->found != NULL ||
	    desk_count(matter->desk, name) != asked)
		return;
	bond_of(name, asked, &bond);
	if (!token_is_bound(matter->desk->site->keys, &matter->token, &bond))
		return;
	search->found = base_strdup(name);
	search->asked = asked;
}

/* The name of what the key in hand is for, for the caller to free; NULL when it waits no more.
 * Strikes off what has waited too long. */
static char *find_waiting(struct matter *matter)
{
	struct search search = {
		.matter = matter,
		.old = g_ptr_array_new_with_free_func(free),
	};

	ledger_counts(matter->desk->site->ledger, WAITS, look_at, &search);
	for (guint i = 0; i < search.old->len; i++)
		desk_drop_count(matter->desk, search.old->pdata[i]);
	g_ptr_array_free(search.old, TRUE);
	return search.found;
}

/* ---- asking ---- */

bool commander_asks(struct matter *matter)
{
	const struct config *config = matter->desk->site->config;
	char *line;

	if (!config->mail_commands || !matter->letter->from_alone ||
	    !config_is_moderator(config, matter->letter->from))
		return false;
	line = moderate_line_find(matter->letter->text);
	g_free(line);
	return line != NULL;
}

/* Whether it can be done so now; -1 with the reason. *game_out may be NULL. */
static int check(struct matter *matter, const struct moderate_line *read,
		 struct desk_game **game_out, struct reason *reason)
{
	*game_out = NULL;
	if (desk_number(matter->desk, read->given.words[0]) == 0)
		return reason_fail_as(reason, REASON_ASKED, "there is no game '%s'",
				      read->given.words[0]);
	return moderate_check(matter->desk, &read->given, game_out, reason);
}

/* A key for this command in this game. */
static void make_token(struct matter *matter, const char *name, const struct desk_game *game,
		       char out[TOKEN_TEXT + 1])
{
	const struct token token = {
		.game = game->number,
		.purpose = TOKEN_COMMAND,
		.question = (uint16_t)game->file->head,
		.expires = (uint16_t)(day_of(matter) + 1),
	};
	struct digest bond;

	bond_of(name, matter->waiting->received, &bond);
	token_write(matter->desk->site->keys, &token, &bond, out);
}

/* Asked for anew it is asked for from now on, and the key of before is good for nothing. */
static int ask(struct matter *matter, const struct moderate_line *read, struct desk_game *game,
	       struct reason *reason)
{
	char token[TOKEN_TEXT + 1];
	char *name = waiting_name(game, matter->letter->from, read->canonical);
	const struct commander_telling telling = {
		.command = read->canonical,
		.act = read->act,
		.game = game,
		.token = token,
		.until = matter->waiting->received + SECONDS_A_DAY,
	};
	int result;

	free(find_waiting(matter));
	desk_drop_count(matter->desk, name);
	desk_add_count(matter->desk, name, matter->waiting->received);
	make_token(matter, name, game, token);
	snprintf(matter->deed.what, sizeof matter->deed.what, "a command: %s, asked to confirm",
		 read->act->command.name);
	result = commander_tell(matter, &telling, reason);
	free(name);
	return result;
}

static int refuse(struct matter *matter, const struct moderate_line *read, const char *line,
		  const struct desk_game *game, const struct reason *why, struct reason *reason)
{
	char *hidden = base_strdup(line);
	char *sentence = base_printf("%s.", why->text);
	const struct commander_telling telling = {
		.template_why = sentence, .command = hidden, .act = read->act, .game = game};
	int result;

	token_hide(hidden);
	matter_set_what(matter, "a command: refused");
	result = commander_tell(matter, &telling, reason);
	free(sentence);
	free(hidden);
	return result;
}

static int send_list(struct matter *matter, struct reason *reason)
{
	struct text list;
	int result;

	text_init(&list, 0);
	moderate_line_list(&list);
	matter_set_what(matter, "PBEM HELP: answered");
	result =
		commander_tell(matter, &(struct commander_telling){.commands = list.bytes}, reason);
	text_done(&list);
	return result;
}

/* The moderator's language is spoken from now on; what was before. */
static const char *speak_to_sender(const struct matter *matter)
{
	const char *spoken = words_spoken();
	struct person person;

	people_of_address(matter->desk, matter->letter->from, &person);
	(void)words_speak(person.language, NULL);
	return spoken;
}

/* What is meant, and whether it can be done so now; why not in the moderator's language. */
static int read_line(struct matter *matter, const char *line, struct moderate_line *read,
		     struct desk_game **game_out, struct reason *why)
{
	const char *spoken = speak_to_sender(matter);
	int result;

	*game_out = NULL;
	result = moderate_line_read(line, read, why);
	if (result == 0)
		result = check(matter, read, game_out, why);
	(void)words_speak(spoken, NULL);
	return result;
}

static int ask_line(struct matter *matter, const char *line, bool *put_off_out,
		    struct reason *reason)
{
	struct desk_game *game = NULL;
	struct moderate_line read;
	struct reason why;
	int result = read_line(matter, line, &read, &game, &why);

	if (result == 0) {
		result = ask(matter, &read, game, reason);
	} else if (reason_is_passing(&why)) {
		put_off(matter, put_off_out);
		result = 0;
	} else {
		result = refuse(matter, &read, line, game, &why, reason);
	}
	moderate_line_done(&read);
	return result;
}

int commander_ask(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	char *line = moderate_line_find(matter->letter->text);
	int result = 0;

	if (may_write(matter))
		result = text_same(line, "help") || *line == '\0'
				 ? send_list(matter, reason)
				 : ask_line(matter, line, put_off_out, reason);
	g_free(line);
	return result;
}

/* ---- his word ---- */

bool commander_known(struct matter *matter)
{
	const struct letter *letter = matter->letter;

	for (unsigned i = 0; i < letter->token_count; i++) {
		struct token token;

		if (!token_read(matter->desk->site->keys, letter->tokens[i], &token))
			continue;
		if (token.purpose == TOKEN_COMMAND) {
			matter->token = token;
			matter->token_text = letter->tokens[i];
		}
		return token.purpose == TOKEN_COMMAND;
	}
	return false;
}

/* Whether the first line of the letter is one of these words, and nothing more. */
static bool says(const struct matter *matter, const char *const *words)
{
	const char *text = matter->letter->text + strspn(matter->letter->text, " \t\r\n");
	size_t len = strcspn(text, "\r\n");
	bool is = false;
	char *line;

	while (len > 0 && strchr(" \t.!", text[len - 1]) != NULL)
		len--;
	line = base_strndup(text, len < WORD_MAX ? len : WORD_MAX);
	for (; !is && *words != NULL; words++)
		is = text_same(line, *words);
	free(line);
	return is;
}

/* What it does is done at the time of his letter: a later run must come to the very same entry. Why
 * not is said in his language. */
static int act(struct matter *matter, const struct moderate_line *read, struct reason *reason)
{
	struct desk *desk = matter->desk;
	const int64_t now = desk->now;
	const char *spoken = speak_to_sender(matter);
	int result;

	desk->now = matter->waiting->received;
	result = moderate_do(desk, read->act, &read->given, reason);
	desk->now = now;
	(void)words_speak(spoken, NULL);
	return result;
}

/* Where there are several moderators all hear of it. */
static void tell_others(struct matter *matter, const struct moderate_line *read)
{
	char *second = config_moderator(matter->desk->site->config, 1);

	if (second != NULL)
		desk_notice(matter->desk, matter->waiting->received, "%s has done by mail: %s",
			    matter->letter->from, read->canonical);
	free(second);
}

static int tell_done(struct matter *matter, const struct moderate_line *read,
		     const struct desk_game *game, struct reason *reason)
{
	const struct commander_telling telling = {
		.command = read->canonical, .done = "yes", .act = read->act, .game = game};

	tell_others(matter, read);
	snprintf(matter->deed.what, sizeof matter->deed.what, "a command: %s, done",
		 read->act->command.name);
	return commander_tell(matter, &telling, reason);
}

/* The command is struck off, whatever comes of it. -1: nothing of this batch may be written. */
static int carry_out(struct matter *matter, const char *name, const char *line, bool *put_off_out,
		     struct reason *reason)
{
	struct desk_game *game = NULL;
	struct moderate_line read;
	struct reason why;
	bool begun = false;
	int result = read_line(matter, line, &read, &game, &why);

	if (result == 0) {
		begun = true;
		result = act(matter, &read, &why);
	}
	if (result != 0 && begun &&
	    (reason_kind(&why) == REASON_PLAIN || reason_is_passing(&why))) {
		*reason = why;
	} else if (result != 0 && reason_is_passing(&why)) {
		put_off(matter, put_off_out);
		result = 0;
	} else {
		desk_drop_count(matter->desk, name);
		result = result == 0 ? tell_done(matter, &read, game, reason)
				     : refuse(matter, &read, line, game, &why, reason);
	}
	moderate_line_done(&read);
	return result;
}

/* What the first line says counts, and nothing else. */
static int answer(struct matter *matter, const char *name, bool *put_off_out, struct reason *reason)
{
	static const char *const yes[] = {"yes", "ja", "ok", NULL};
	static const char *const no[] = {"no", "nein", NULL};
	const char *line = name + strlen(WAITS);

	for (unsigned i = 0; i < 2; i++)
		line += strcspn(line, " ") + 1;
	if (says(matter, yes))
		return carry_out(matter, name, line, put_off_out, reason);
	if (says(matter, no)) {
		desk_drop_count(matter->desk, name);
		matter_set_what(matter, "a command: not confirmed");
		return commander_tell(
			matter, &(struct commander_telling){.command = line, .dropped = "yes"},
			reason);
	}
	matter_set_what(matter, "a command: neither YES nor NO");
	return commander_tell(
		matter,
		&(struct commander_telling){
			.command = line,
			.template_why = "Your answer begins with neither YES nor NO. Please answer "
					"the letter that asks you once more, with that alone in "
					"the first line.",
		},
		reason);
}

/* Why a genuine key comes to nothing; NULL: it doesn't. */
static const char *why_ignored(struct matter *matter, const char *name)
{
	const struct config *config = matter->desk->site->config;
	const char *address = name != NULL ? strchr(name + strlen(WAITS), ' ') : NULL;

	if (!config->mail_commands)
		return "ignored: commands by mail are off";
	if (!matter->letter->from_alone || !config_is_moderator(config, matter->letter->from))
		return "ignored: a command's key, from no moderator's address";
	if (address != NULL && (!text_starts(address + 1, matter->letter->from) ||
				address[1 + strlen(matter->letter->from)] != ' '))
		return "ignored: a command's key, from another moderator's address";
	return NULL;
}

int commander_take(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	struct deed earlier;
	const char *ignored;
	char *name;
	int result = 0;

	if (deeds_message(matter->desk, matter->letter->message_id, matter->token_text, &earlier)) {
		matter->deed = earlier;
		matter->repeated = true;
		return 0;
	}
	name = find_waiting(matter);
	ignored = why_ignored(matter, name);
	if (ignored != NULL) {
		matter_set_what(matter, ignored);
		tally_add(matter->desk, TALLY_COMMAND, 1);
	} else if (may_write(matter)) {
		if (name != NULL)
			result = answer(matter, name, put_off_out, reason);
		else {
			matter_set_what(matter, "a command: waits no more");
			result = commander_tell(
				matter,
				&(struct commander_telling){
					.template_why =
						phrase("The command that your letter answers "
						       "waits for an answer no more: it was "
						       "answered, asked for anew, or its day "
						       "is over."),
				},
				reason);
		}
	}
	free(name);
	return result;
}
