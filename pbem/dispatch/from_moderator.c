/* SPDX-License-Identifier: MIT */
/*
 * A command that waits for a moderator's confirmation is a count of the ledger. Its name contains
 * the address, the game and the command; its value is the time when it was asked for. The key in
 * the message to the moderator is bound to all of that, so it is valid for this command alone. The
 * batch that carries out the command removes the count.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/moderator/mail_command.h"
#include "pbem/site/preferences.h"

enum {
	ASKED_A_DAY = 20,    /* messages about commands to one moderator, whoever wrote in the
			      * moderator's name */
	ANSWERED_A_DAY = 60, /* messages about the moderator's own answers */
	WORD_MAX = 40,
};

/* Returns how many messages of the moderator's, with a command's key or without one, arrived today,
 * before `add` is added. */
static int64_t count_message(struct incoming *incoming, int64_t add)
{
	return workspace_raise(
		incoming->workspace, add,
		COUNT(incoming->token_text != NULL ? COUNT_CONFIRMATIONS : COUNT_COMMANDS,
		      .subject = incoming->letter->from, .day = incoming_day(incoming)));
}

/* Reports whether one more message may be written to the address today, and counts it. Anybody can
 * write in a moderator's name, so all moderators are informed when the limit is reached. */
static bool may_write(struct incoming *incoming)
{
	const char *address = incoming->letter->from;

	if (count_message(incoming, 1) <
	    (incoming->token_text != NULL ? ANSWERED_A_DAY : ASKED_A_DAY))
		return true;
	ignored_counts_add(incoming->workspace, IGNORED_COUNTS_RATION, 1);
	incoming_set_what(incoming, "a command: not answered, over the day's ration");
	if (workspace_is_first(incoming->workspace, 1,
			       COUNT(COUNT_COMMANDS, .subject = address,
				     .day = incoming_day(incoming), .told = true)))
		workspace_notice(
			incoming->workspace, incoming->waiting->received,
			"More than %d letters with commands came from %s today; no more are "
			"answered or carried out before tomorrow. Somebody may be writing in "
			"that name.",
			ASKED_A_DAY, address);
	return false;
}

/* Lets the message wait. It is counted when it is handled. */
static void defer_message(struct incoming *incoming, bool *put_off_out)
{
	(void)count_message(incoming, -1);
	*put_off_out = true;
}

/* ---- waiting commands ---- */

/* A command that waits for confirmation. */
struct waiting_command {
	char *game, *sender, *line;
	int64_t asked; /* when it was asked for */
};

/* Returns the count of the ledger that is the time when the command was asked for. */
static struct count count_of(const struct waiting_command *command)
{
	return COUNT(COUNT_COMMAND, .game = command->game, .subject = command->sender,
		     .detail = command->line);
}

static void free_command(void *command)
{
	struct waiting_command *waiting = command;

	if (waiting == NULL)
		return;
	free(waiting->game);
	free(waiting->sender);
	free(waiting->line);
	free(waiting);
}

/* Computes what a key is bound to. */
static void compute_bond(const struct waiting_command *command, struct sha256 *bond_out)
{
	char *whole = base_printf("mail command %s %s %s %lld", command->game, command->sender,
				  command->line, (long long)command->asked);

	sha256_bytes(whole, strlen(whole), bond_out);
	free(whole);
}

static void collect_command(void *context, const struct count *which, int64_t asked)
{
	struct waiting_command *command = base_zalloc(1, sizeof *command);

	command->game = base_strdup(which->game);
	command->sender = base_strdup(which->subject);
	command->line = base_strdup(which->detail);
	command->asked = asked;
	g_ptr_array_add(context, command);
}

/* Returns whether the key in hand is for this command, and the command still waits. */
static bool is_token_of(struct incoming *incoming, const struct waiting_command *command)
{
	struct sha256 bond;

	if (incoming->token_text == NULL ||
	    workspace_count(incoming->workspace, count_of(command)) != command->asked)
		return false;
	compute_bond(command, &bond);
	return token_is_bound(incoming->workspace->site->keys, &incoming->token, &bond);
}

/* Returns the command that the key in hand is for, for free_command; NULL when it no longer waits.
 * Removes commands that have waited too long. */
static struct waiting_command *find_waiting_command(struct incoming *incoming)
{
	GPtrArray *commands = g_ptr_array_new();
	struct waiting_command *found = NULL;

	ledger_counts(incoming->workspace->site->ledger, COUNT_COMMAND, NULL, collect_command,
		      commands);
	for (guint i = 0; i < commands->len; i++) {
		struct waiting_command *command = commands->pdata[i];

		if (incoming->waiting->received - command->asked > SECONDS_A_DAY)
			workspace_drop_count(incoming->workspace, count_of(command));
		else if (found == NULL && is_token_of(incoming, command)) {
			found = command;
			continue;
		}
		free_command(command);
	}
	g_ptr_array_free(commands, TRUE);
	return found;
}

/* ---- asking for confirmation ---- */

bool from_moderator_asks(struct incoming *incoming)
{
	const struct config *config = incoming->workspace->site->config;
	char *line;

	if (!config->mail_commands || !incoming->letter->from_alone ||
	    !config_is_moderator(config, incoming->letter->from))
		return false;
	line = mail_command_find(incoming->letter->text);
	g_free(line);
	return line != NULL;
}

/* Checks whether the command can be carried out now. Returns -1 with the reason if it can't.
 * *game_out may be NULL. */
static int check_command(struct incoming *incoming, const struct mail_command *read,
			 struct workspace_game **game_out, struct reason *reason)
{
	*game_out = NULL;
	if (workspace_number(incoming->workspace, read->given.words[0]) == 0)
		return reason_fail_as(reason, REASON_USAGE, "there is no game '%s'",
				      read->given.words[0]);
	return moderator_check(incoming->workspace, &read->given, game_out, reason);
}

/* ---- the message to a moderator about a command ---- */

/* The values of that message. NULL counts as "". */
struct command_reply {
	const char *why, *command, *done, *dropped, *commands;
	const struct moderator_action *act;
	const struct workspace_game *game;
	const char *token;
	int64_t until;
};

/* Returns the last turn that counts, "White: e4"; "" if there is none. The caller frees it. */
static char *last_turn(const struct workspace_game *game)
{
	const struct turn_record *turn =
		game != NULL && game->file != NULL ? game_recent(&game->file->game, 0) : NULL;
	const char *people = turn != NULL ? strchr(turn->text, ' ') : NULL;

	if (turn == NULL)
		return base_strdup("");
	return base_printf("%s: %s",
			   translate(variant_seat_title(game->file->game.variant, turn->seat)),
			   people != NULL ? people + 1 : turn->text);
}

/* Adds a value unless it is NULL. */
static void add_text(struct mail_plain *mail, const char *name, const char *text)
{
	if (text != NULL)
		mail_plain_add_text(mail, name, text);
}

/* Writes the message to the sender of the message in hand. Returns -1 when pbem itself failed. */
static int send_reply(struct incoming *incoming, const struct command_reply *reply,
		      struct reason *reason)
{
	const struct workspace_game *game = reply->game;
	const struct mail_cause cause = incoming_cause(incoming);
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, incoming->workspace, "command", incoming->letter->from,
				      &cause, reason);
	char *last = last_turn(game);

	mail.name = base_printf("moderator.command.%.16s", cause.digest);
	mail.thread = base_printf("command.%.16s", cause.digest);
	if (reply->token != NULL)
		snprintf(mail.token, sizeof mail.token, "%s", reply->token);
	if (game != NULL)
		mail_plain_add_text(&mail, "game", game->id);
	if (game != NULL && game->file != NULL) {
		mail_plain_add_text(&mail, "variant", variant_name(game->file->game.variant));
		strbuf_addf(mail_plain_add(&mail, "entry"), "%u", game->file->head);
	}
	if (reply->act != NULL) {
		mail_plain_add_text(&mail, "act", reply->act->command.name);
		mail_plain_add_text(&mail, "does", translate(reply->act->command.help));
	}
	if (reply->until != 0)
		mail_moment(mail.person.zone, reply->until, mail_plain_add(&mail, "until"));
	add_text(&mail, "last", last);
	add_text(&mail, "command", reply->command);
	add_text(&mail, "done", reply->done);
	add_text(&mail, "why", reply->why != NULL ? translate(reply->why) : NULL);
	add_text(&mail, "dropped", reply->dropped);
	add_text(&mail, "commands", reply->commands);
	free(last);
	return mail_plain_send(&mail, result, reason);
}

/* Makes a key for this command in this game. */
static void make_token(struct incoming *incoming, const struct waiting_command *command,
		       const struct workspace_game *game, char out[TOKEN_TEXT + 1])
{
	const struct token token = {
		.game = game->number,
		.purpose = TOKEN_COMMAND,
		.question = (uint16_t)game->file->head,
		.expires = (uint16_t)(incoming_day(incoming) + 1),
	};
	struct sha256 bond;

	compute_bond(command, &bond);
	token_write(incoming->workspace->site->keys, &token, &bond, out);
}

/* Asks for confirmation. A command that is asked for again waits from now on, and its earlier key
 * becomes void. */
static int request_confirmation(struct incoming *incoming, const struct mail_command *read,
				struct workspace_game *game, struct reason *reason)
{
	char token[TOKEN_TEXT + 1];
	struct waiting_command command = {game->id, incoming->letter->from, read->canonical,
					  incoming->waiting->received};
	const struct command_reply telling = {
		.command = read->canonical,
		.act = read->act,
		.game = game,
		.token = token,
		.until = incoming->waiting->received + SECONDS_A_DAY,
	};
	int result;

	free_command(find_waiting_command(incoming));
	workspace_set_count(incoming->workspace, count_of(&command), command.asked);
	make_token(incoming, &command, game, token);
	snprintf(incoming->processed.what, sizeof incoming->processed.what,
		 "a command: %s, asked to confirm", read->act->command.name);
	result = send_reply(incoming, &telling, reason);
	return result;
}

static int refuse_command(struct incoming *incoming, const struct mail_command *read,
			  const char *line, const struct workspace_game *game,
			  const struct reason *why, struct reason *reason)
{
	char *hidden = base_strdup(line);
	char *sentence = base_printf("%s.", why->text);
	const struct command_reply telling = {
		.why = sentence, .command = hidden, .act = read->act, .game = game};
	int result;

	token_hide(hidden);
	incoming_set_what(incoming, "a command: refused");
	result = send_reply(incoming, &telling, reason);
	free(sentence);
	free(hidden);
	return result;
}

static int send_list(struct incoming *incoming, struct reason *reason)
{
	struct strbuf list;
	int result;

	strbuf_init(&list, 0);
	mail_command_list(&list);
	incoming_set_what(incoming, "PBEM HELP: answered");
	result = send_reply(incoming, &(struct command_reply){.commands = list.bytes}, reason);
	strbuf_done(&list);
	return result;
}

/* Switches to the moderator's language, and returns the language used before. */
static const struct vocabulary *use_sender_language(const struct incoming *incoming)
{
	const struct vocabulary *spoken;
	struct person person;

	preferences_of_address(incoming->workspace, incoming->letter->from, &person);
	(void)vocabulary_push(person.language, &spoken, NULL);
	return spoken;
}

/* Reads the command and checks whether it can be carried out now. A refusal is in the moderator's
 * language. */
static int read_command_line(struct incoming *incoming, const char *line, struct mail_command *read,
			     struct workspace_game **game_out, struct reason *why)
{
	const struct vocabulary *spoken = use_sender_language(incoming);
	int result;

	*game_out = NULL;
	result = mail_command_read(line, read, why);
	if (result == 0)
		result = check_command(incoming, read, game_out, why);
	vocabulary_pop(spoken);
	return result;
}

static int process_command_line(struct incoming *incoming, const char *line, bool *put_off_out,
				struct reason *reason)
{
	struct workspace_game *game = NULL;
	struct mail_command read;
	struct reason why;
	int result = read_command_line(incoming, line, &read, &game, &why);

	if (result == 0) {
		result = request_confirmation(incoming, &read, game, reason);
	} else if (reason_is_temporary(&why)) {
		defer_message(incoming, put_off_out);
		result = 0;
	} else {
		result = refuse_command(incoming, &read, line, game, &why, reason);
	}
	mail_command_done(&read);
	return result;
}

int from_moderator_ask(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	char *line = mail_command_find(incoming->letter->text);
	int result = 0;

	if (may_write(incoming))
		result = strbuf_same(line, "help") || *line == '\0'
				 ? send_list(incoming, reason)
				 : process_command_line(incoming, line, put_off_out, reason);
	g_free(line);
	return result;
}

/* ---- the moderator's answer ---- */

/* Reports whether the first line of the message is one of these words, and nothing more. */
static bool is_first_line(const struct incoming *incoming, const char *const *words)
{
	const char *text = incoming->letter->text + strspn(incoming->letter->text, " \t\r\n");
	size_t len = strcspn(text, "\r\n");
	bool is = false;
	char *line;

	while (len > 0 && strchr(" \t.!", text[len - 1]) != NULL)
		len--;
	line = base_strndup(text, len < WORD_MAX ? len : WORD_MAX);
	for (; !is && *words != NULL; words++)
		is = strbuf_same(line, *words);
	free(line);
	return is;
}

/* Carries out the command at the time of the moderator's message: a later run must produce the very
 * same entry. A refusal is in the moderator's language. */
static int execute_command(struct incoming *incoming, const struct mail_command *read,
			   struct reason *reason)
{
	struct workspace *workspace = incoming->workspace;
	const int64_t now = workspace->now;
	const struct vocabulary *spoken = use_sender_language(incoming);
	int result;

	workspace->now = incoming->waiting->received;
	result = moderator_do(workspace, read->act, &read->given, reason);
	workspace->now = now;
	vocabulary_pop(spoken);
	return result;
}

/* Informs all moderators, where there are several. */
static void notify_other_moderators(struct incoming *incoming, const struct mail_command *read)
{
	char *second = config_moderator(incoming->workspace->site->config, 1);

	if (second != NULL)
		workspace_notice(incoming->workspace, incoming->waiting->received,
				 "%s has done by mail: %s", incoming->letter->from,
				 read->canonical);
	free(second);
}

static int report_command_done(struct incoming *incoming, const struct mail_command *read,
			       const struct workspace_game *game, struct reason *reason)
{
	const struct command_reply telling = {
		.command = read->canonical, .done = "yes", .act = read->act, .game = game};

	notify_other_moderators(incoming, read);
	snprintf(incoming->processed.what, sizeof incoming->processed.what, "a command: %s, done",
		 read->act->command.name);
	return send_reply(incoming, &telling, reason);
}

/* Carries out the command, and removes it from the waiting ones whatever the outcome. Returns -1
 * when nothing of this batch may be written. */
static int carry_out(struct incoming *incoming, const struct waiting_command *command,
		     bool *put_off_out, struct reason *reason)
{
	struct workspace_game *game = NULL;
	struct mail_command read;
	struct reason why;
	bool begun = false;
	int result = read_command_line(incoming, command->line, &read, &game, &why);

	if (result == 0) {
		begun = true;
		result = execute_command(incoming, &read, &why);
	}
	if (result != 0 && begun && (why.kind == REASON_PLAIN || reason_is_temporary(&why))) {
		*reason = why;
	} else if (result != 0 && reason_is_temporary(&why)) {
		defer_message(incoming, put_off_out);
		result = 0;
	} else {
		workspace_drop_count(incoming->workspace, count_of(command));
		result = result == 0 ? report_command_done(incoming, &read, game, reason)
				     : refuse_command(incoming, &read, command->line, game, &why,
						      reason);
	}
	mail_command_done(&read);
	return result;
}

/* Handles the moderator's answer. Only the first line counts. */
static int handle_confirmation(struct incoming *incoming, const struct waiting_command *command,
			       bool *put_off_out, struct reason *reason)
{
	static const char *const yes[] = {"yes", "ja", "ok", NULL};
	static const char *const no[] = {"no", "nein", NULL};

	if (is_first_line(incoming, yes))
		return carry_out(incoming, command, put_off_out, reason);
	if (is_first_line(incoming, no)) {
		workspace_drop_count(incoming->workspace, count_of(command));
		incoming_set_what(incoming, "a command: not confirmed");
		return send_reply(
			incoming,
			&(struct command_reply){.command = command->line, .dropped = "yes"},
			reason);
	}
	incoming_set_what(incoming, "a command: neither YES nor NO");
	return send_reply(
		incoming,
		&(struct command_reply){
			.command = command->line,
			.why = "Your answer begins with neither YES nor NO. Please answer "
			       "the letter that asks you once more, with that alone in "
			       "the first line.",
		},
		reason);
}

/* Returns why a genuine key has no effect; NULL when it has one. */
static const char *why_ignored(struct incoming *incoming, const struct waiting_command *command)
{
	const struct config *config = incoming->workspace->site->config;

	if (!config->mail_commands)
		return "ignored: commands by mail are off";
	if (!incoming->letter->from_alone || !config_is_moderator(config, incoming->letter->from))
		return "ignored: a command's key, from no moderator's address";
	if (command != NULL && strcmp(command->sender, incoming->letter->from) != 0)
		return "ignored: a command's key, from another moderator's address";
	return NULL;
}

int from_moderator_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	struct waiting_command *command = find_waiting_command(incoming);
	const char *ignored = why_ignored(incoming, command);
	int result = 0;

	if (ignored != NULL) {
		incoming_set_what(incoming, ignored);
		ignored_counts_add(incoming->workspace, IGNORED_COUNTS_COMMAND, 1);
	} else if (may_write(incoming)) {
		if (command != NULL)
			result = handle_confirmation(incoming, command, put_off_out, reason);
		else {
			incoming_set_what(incoming, "a command: waits no more");
			result = send_reply(
				incoming,
				&(struct command_reply){
					.why = translate("The command that your letter answers "
							 "waits for an answer no more: it was "
							 "answered, asked for again, or its day "
							 "is over."),
				},
				reason);
		}
	}
	free_command(command);
	return result;
}
