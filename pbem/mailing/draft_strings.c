/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/text.h"
#include "pbem/desk/desk.h"
#include "pbem/mailing/draft_strings.h"
#include "pbem/reading/letter.h"

/* Where the letter that is answered came from, if the seat isn't known to write from there. */
static const char *foreign_sender(const struct draft *draft)
{
	const struct letter *letter = draft->mail->answers;

	return letter == NULL || seats_has_address(draft->seat, letter->from) ? "" : letter->from;
}

static const char *is_wish(const struct mail *mail, const char *wish)
{
	return mail->wish != NULL && strcmp(mail->wish, wish) == 0 ? "yes" : "";
}

/* Whether they are more lines than one. */
static bool has_lines(const char *text)
{
	return text != NULL && strchr(text, '\n') != NULL;
}

/* What is a string already, or nothing. */
static void add_string(const char *string, struct text *out)
{
	if (string != NULL)
		text_add(out, string);
}

static void add_site_string(const struct draft *draft, struct text *out)
{
	add_string(draft->desk->site->config->name, out);
}

static void add_address_string(const struct draft *draft, struct text *out)
{
	add_string(draft->desk->site->config->address, out);
}

static void add_moderator_string(const struct draft *draft, struct text *out)
{
	add_string(draft->desk->site->config->moderator, out);
}

static void add_game_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->game->id, out);
}

static void add_variant_string(const struct draft *draft, struct text *out)
{
	add_string(variant_name(draft->variant), out);
}

static void add_name_string(const struct draft *draft, struct text *out)
{
	add_string(draft->seat->name, out);
}

static void add_seat_string(const struct draft *draft, struct text *out)
{
	add_string(variant_seat_title(draft->variant, draft->mail->seat), out);
}

static void add_token_string(const struct draft *draft, struct text *out)
{
	add_string(draft->token, out);
}

static void add_sender_string(const struct draft *draft, struct text *out)
{
	add_string(foreign_sender(draft), out);
}

static void add_orders_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->orders, out);
}

static void add_history_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->history, out);
}

static void add_from_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->from, out);
}

static void add_said_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->said, out);
}

static void add_nearest_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->nearest, out);
}

static void add_choices_string(const struct draft *draft, struct text *out)
{
	add_string(has_lines(draft->mail->nearest) ? "yes" : "", out);
}

static void add_done_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->done, out);
}

static void add_others_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->others, out);
}

static void add_rules_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->rules, out);
}

static void add_sheet_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->sheet, out);
}

static void add_commit_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->game->file->header.commit.hex, out);
}

static void add_left_string(const struct draft *draft, struct text *out)
{
	add_string(draft->seat->left ? "yes" : "", out);
}

static void add_brief_string(const struct draft *draft, struct text *out)
{
	add_string(seats_is_brief(draft->seat) ? "yes" : "", out);
}

static void add_own_wish(const struct draft *draft, struct text *out)
{
	add_string(is_wish(draft->mail, "own"), out);
}

static void add_short_wish(const struct draft *draft, struct text *out)
{
	add_string(is_wish(draft->mail, "short"), out);
}

static void add_long_wish(const struct draft *draft, struct text *out)
{
	add_string(is_wish(draft->mail, "long"), out);
}

static void add_first_wish(const struct draft *draft, struct text *out)
{
	add_string(is_wish(draft->mail, "first"), out);
}

static void add_leave_wish(const struct draft *draft, struct text *out)
{
	add_string(is_wish(draft->mail, "leave"), out);
}

static void add_watch_wish(const struct draft *draft, struct text *out)
{
	add_string(is_wish(draft->mail, "watch"), out);
}

static void add_hash_string(const struct draft *draft, struct text *out)
{
	add_string(draft->mail->game->file->hash.hex, out);
}

const struct mail_value draft_strings[] = {
	{"site", add_site_string},
	{"address", add_address_string},
	{"moderator", add_moderator_string},
	{"game", add_game_string},
	{"variant", add_variant_string},
	{"name", add_name_string},
	{"seat", add_seat_string},
	{"token", add_token_string},
	{"sender", add_sender_string},
	{"orders", add_orders_string},
	{"history", add_history_string},
	{"from", add_from_string},
	{"said", add_said_string},
	{"nearest", add_nearest_string},
	{"choices", add_choices_string},
	{"done", add_done_string},
	{"others", add_others_string},
	{"rules", add_rules_string},
	{"sheet", add_sheet_string},
	{"commit", add_commit_string},
	{"left", add_left_string},
	{"brief", add_brief_string},
	{"own", add_own_wish},
	{"short", add_short_wish},
	{"long", add_long_wish},
	{"first", add_first_wish},
	{"leave", add_leave_wish},
	{"watch", add_watch_wish},
	{"hash", add_hash_string},
	{0},
};
