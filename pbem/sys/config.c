/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <glib.h>

#include "core/game/game_options.h"
#include "core/util/base.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "pbem/sys/address.h"
#include "pbem/sys/config.h"

enum key_type {
	KEY_STRING,
	KEY_ADDRESSES,
	KEY_LANGUAGE,
	KEY_DOMAIN,
	KEY_BOOL,
	KEY_NUMBER,
	KEY_LOG
};

struct key {
	const char *name;
	enum key_type type;
	size_t offset;
	const char *standard; /* the default value; NULL: none */
	int32_t min, max;     /* of a KEY_NUMBER */
};

#define FIELD(member) offsetof(struct config, member)

static const struct key keys[] = {
	{"address", KEY_STRING, FIELD(address), NULL, 0, 0},
	{"name", KEY_STRING, FIELD(name), "pbem", 0, 0},
	{"moderator", KEY_ADDRESSES, FIELD(moderator), NULL, 0, 0},
	{"mail-commands", KEY_BOOL, FIELD(mail_commands), "no", 0, 0},
	{"summary-hour", KEY_NUMBER, FIELD(summary_hour), "24", 0, 24},
	{"language", KEY_LANGUAGE, FIELD(language), NULL, 0, 0},
	{"html", KEY_BOOL, FIELD(html), "no", 0, 0},
	{"domain", KEY_DOMAIN, FIELD(domain), NULL, 0, 0},
	{"mailbox", KEY_STRING, FIELD(mailbox), "maildir:mail/in", 0, 0},
	{"mailbox-user", KEY_STRING, FIELD(mailbox_user), NULL, 0, 0},
	{"mailbox-password-file", KEY_STRING, FIELD(mailbox_login.password_file), NULL, 0, 0},
	{"mailbox-password-command", KEY_STRING, FIELD(mailbox_login.password_command), NULL, 0, 0},
	{"mailbox-oauth-command", KEY_STRING, FIELD(mailbox_login.oauth_command), NULL, 0, 0},
	{"mailbox-done", KEY_STRING, FIELD(mailbox_done), "flag", 0, 0},
	{"one-host", KEY_BOOL, FIELD(one_host), "yes", 0, 0},
	{"outgoing", KEY_STRING, FIELD(outgoing), "maildir:mail/out", 0, 0},
	{"outgoing-user", KEY_STRING, FIELD(outgoing_user), NULL, 0, 0},
	{"outgoing-password-file", KEY_STRING, FIELD(outgoing_login.password_file), NULL, 0, 0},
	{"outgoing-password-command", KEY_STRING, FIELD(outgoing_login.password_command), NULL, 0,
	 0},
	{"outgoing-oauth-command", KEY_STRING, FIELD(outgoing_login.oauth_command), NULL, 0, 0},
	{"connections", KEY_NUMBER, FIELD(connections), "2", 1, 16},
	{"ca-file", KEY_STRING, FIELD(ca_file), NULL, 0, 0},
	{"calendar", KEY_BOOL, FIELD(calendar), "no", 0, 0},
	{"log", KEY_LOG, FIELD(log), "file", 0, 0},
	{"insecure", KEY_BOOL, FIELD(insecure), "no", 0, 0},
	{"first-game", KEY_NUMBER, FIELD(first_game), "1", 1, 16777215},
	{"plus-address", KEY_BOOL, FIELD(plus_address), "no", 0, 0},
	{"subject-token", KEY_BOOL, FIELD(subject_token), "no", 0, 0},
	{"from-must-match", KEY_BOOL, FIELD(from_must_match), "no", 0, 0},
	{"max-message-bytes", KEY_NUMBER, FIELD(max_message_bytes), "4194304", 4096, 67108864},
	{"max-header-bytes", KEY_NUMBER, FIELD(max_header_bytes), "65536", 4096, 1048576},
	{"max-parts", KEY_NUMBER, FIELD(max_parts), "64", 1, 1000},
	{"max-depth", KEY_NUMBER, FIELD(max_depth), "8", 1, 100},
	{"messages-per-reader", KEY_NUMBER, FIELD(messages_per_reader), "1", 1, 64},
	{"batch-messages", KEY_NUMBER, FIELD(batch_messages), "800", 1, 100000},
	{"batch-bytes", KEY_NUMBER, FIELD(batch_bytes), "16777216", 65536, 1073741824},
	{"timeout-seconds", KEY_NUMBER, FIELD(timeout_seconds), "60", 1, 3600},
	{"gather-seconds", KEY_NUMBER, FIELD(gather_seconds), "1", 0, 3600},
	{"poll-seconds", KEY_NUMBER, FIELD(poll_seconds), "60", 1, 3600},
	{"run-seconds", KEY_NUMBER, FIELD(run_seconds), "1800", 1, 86400},
	{"token-days", KEY_NUMBER, FIELD(token_days), "400", 1, 3650},
	{"watchers", KEY_NUMBER, FIELD(watchers), "20", 0, 1000},
	{"press-days", KEY_NUMBER, FIELD(press_days), "30", 0, 3650},
	{"retry-days", KEY_NUMBER, FIELD(retry_days), "5", 1, 365},
	{"outage-hours", KEY_NUMBER, FIELD(outage_hours), "0", 0, 87600},
	{"min-free-megabytes", KEY_NUMBER, FIELD(min_free_megabytes), "16", 0, 1048576},
};

/* Keys that had another name before 0.1.0. */
static const struct {
	const char *old, *name;
} renamed_keys[] = {
	{"batch-letters", "batch-messages"},
	{"digest-hour", "summary-hour"},
	{"max-letter-bytes", "max-message-bytes"},
	{"outage", "outage-hours"},
};

static const struct key *find_key(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
	return NULL;
}

/* Reports an unknown key: its present name if it was renamed, else the key that may be meant. */
static int report_unknown_key(const char *name, struct reason *reason)
{
	const char *names[ARRAY_LEN(keys) + 1] = {NULL}, *nearest;

	for (size_t i = 0; i < ARRAY_LEN(renamed_keys); i++)
		if (strcmp(renamed_keys[i].old, name) == 0)
			return reason_fail(reason, "the key %s is now called %s", name,
					   renamed_keys[i].name);
	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		names[i] = keys[i].name;
	nearest = deffile_nearest(name, names);
	return reason_fail(reason, "there is no key '%s'%s%s%s pbem.conf(5) lists all keys", name,
			   nearest ? "; did you mean '" : "", nearest ? nearest : "",
			   nearest ? "'?" : ";");
}

#define SMALL "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"

static bool is_string(const struct key *key)
{
	return key->type <= KEY_DOMAIN;
}

/* Reports whether an item of a list is empty: between two commas, or before or after one. */
static bool has_gap(const char *list)
{
	const char *comma;

	do {
		list += strspn(list, " \t");
		comma = strchr(list, ',');
		if (*list == ',' || *list == '\0')
			return true;
		list = comma != NULL ? comma + 1 : NULL;
	} while (list != NULL);
	return false;
}

/* Returns which values the key may have if this value is wrong, or NULL if it is valid. set_key
 * checks numbers against their limits. */
static const char *expected_value(const struct key *key, const char *value)
{
	size_t len = strlen(value);

	switch (key->type) {
	case KEY_ADDRESSES:
		return len == 0 || !has_gap(value)
			       ? NULL
			       : "one address, or several with one comma between them";
	case KEY_LANGUAGE:
		return len == 0 || (len >= 2 && len <= 3 && strspn(value, SMALL) == len)
			       ? NULL
			       : "two or three small letters, such as de";
	case KEY_DOMAIN:
		return strspn(value, SMALL DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZ.-") == len &&
				       len <= ADDRESS_DOMAIN_MAX
			       ? NULL
			       : "a name such as example.org";
	case KEY_BOOL:
		return strbuf_same(value, "yes") || strbuf_same(value, "no") ? NULL : "yes or no";
	case KEY_LOG:
		return strbuf_same(value, "file") || strbuf_same(value, "syslog")
			       ? NULL
			       : "file or syslog";
	default:
		return NULL;
	}
}

static int set_key(struct config *config, const struct key *key, const char *value,
		   struct reason *reason)
{
	void *field = (char *)config + key->offset;
	const char *expected = expected_value(key, value);
	long number;

	if (expected != NULL)
		return reason_fail(reason, "%s is %s, not '%s'", key->name, expected, value);
	if (is_string(key)) {
		free(*(char **)field);
		*(char **)field = *value == '\0' ? NULL : base_strdup(value);
	} else if (key->type == KEY_BOOL) {
		*(bool *)field = strbuf_same(value, "yes");
	} else if (key->type == KEY_LOG) {
		*(enum log_way *)field = strbuf_same(value, "file") ? LOG_TO_FILE : LOG_TO_SYSLOG;
	} else {
		number = strbuf_number(value, key->max);
		if (number < key->min)
			return reason_fail(reason, "%s is a whole number from %d to %d, not '%s'",
					   key->name, (int)key->min, (int)key->max, value);
		*(long *)field = number;
	}
	return 0;
}

/* Sets the site's default for an option of new games, from a line such as "option.days = 5". */
static int set_option(struct config *config, const char *key, const char *value,
		      struct reason *reason)
{
	struct option *option = config->options;
	struct game_options terms;

	game_options_init(&terms);
	if (strchr(key, '.') != NULL)
		return reason_fail(reason,
				   "option.%s: options of a single seat belong to one game; use "
				   "'pbem new --option %s=%s'",
				   key, key, value);
	if (game_options_set(&terms, key, value, reason) != 0) {
		reason_prefix(reason, "option.");
		return -1;
	}
	while (option < config->options + config->option_count && strcmp(option->key, key) != 0)
		option++;
	if (option == config->options + CONFIG_OPTIONS || strlen(value) > OPTION_VALUE_MAX)
		return reason_fail(
			reason, "option.%s: there are too many options, or this option is too long",
			key);
	config->option_count += option == config->options + config->option_count;
	snprintf(option->key, sizeof option->key, "%s", key);
	snprintf(option->value, sizeof option->value, "%s", value);
	return 0;
}

static int read_line(struct config *config, char *line, struct reason *reason)
{
	char *equals, *name, *value;
	const struct key *key;

	line = g_strstrip(line);
	if (*line == '\0' || *line == '#')
		return 0;
	equals = strchr(line, '=');
	if (equals == NULL)
		return reason_fail(reason, "expected 'key = value', not '%s'", line);
	*equals = '\0';
	name = g_strstrip(line);
	value = g_strstrip(equals + 1);
	if (strbuf_starts(name, "option."))
		return set_option(config, name + strlen("option."), value, reason);
	key = find_key(name);
	if (key == NULL)
		return report_unknown_key(name, reason);
	return set_key(config, key, value, reason);
}

static int check_login(const struct login *login, const char *which, struct reason *reason)
{
	int ways = (login->password_file != NULL) + (login->password_command != NULL) +
		   (login->oauth_command != NULL);

	if (ways <= 1)
		return 0;
	return reason_fail(reason,
			   "set only one of %s-password-file, %s-password-command and "
			   "%s-oauth-command, not %d",
			   which, which, which, ways);
}

/* Checks the settings that belong together: addresses, servers, log-ins. */
static int check_config(struct config *config, struct reason *reason)
{
	char address[ADDRESS_MAX + 1];

	if (config->address == NULL || !address_read(config->address, address) ||
	    !address_is_ascii(address))
		return reason_fail(reason,
				   "'address' must be the site's own mail address, for example\n"
				   "  address = games@example.org");
	free(config->address);
	config->address = base_strdup(address);
	if (config->domain == NULL)
		config->domain = address_domain(address);
	if (config->mailbox == NULL || config->outgoing == NULL)
		return reason_fail(reason, "'mailbox' and 'outgoing' can't be empty");
	if (check_login(&config->mailbox_login, "mailbox", reason) != 0 ||
	    check_login(&config->outgoing_login, "outgoing", reason) != 0)
		return -1;
	return 0;
}

static int read_file(struct config *config, FILE *file, const char *path, struct reason *reason)
{
	char *line = NULL;
	size_t size = 0;
	unsigned number = 0;
	int result = 0;

	while (result == 0 && getline(&line, &size, file) >= 0) {
		number++;
		result = read_line(config, line, reason);
	}
	if (result != 0) {
		reason_prefix(reason, "%s:%u: ", path, number);
	} else if (ferror(file)) {
		/* With only half of its settings the site would behave differently. */
		reason_set_errno(reason, "can't read %s", path);
		result = -1;
	}
	free(line);
	return result;
}

struct config *config_load(const char *folder, struct reason *reason)
{
	struct config *config = base_zalloc(1, sizeof *config);
	struct reason ignored;
	char *path = NULL;
	FILE *file = NULL;
	int result = -1;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (keys[i].standard != NULL)
			(void)set_key(config, &keys[i], keys[i].standard, &ignored);
	config->folder = realpath(folder, NULL);
	if (config->folder == NULL) {
		const int number = errno;

		reason_set(reason,
			   "can't find a site in %s: %s. To make a site, run: pbem --site %s init",
			   folder, strerror(number), folder);
		reason_judge_errno(reason, number);
		(void)reason_set_kind(reason, REASON_MISSING);
		goto out;
	}
	path = base_printf("%s/pbem.conf", config->folder);
	file = fopen(path, "re");
	if (file == NULL) {
		const int number = errno;

		reason_set(reason, "%s: %s. To make a site, run: pbem --site %s init", path,
			   strerror(number), folder);
		reason_judge_errno(reason, number);
		if (number == ENOENT)
			(void)reason_set_kind(reason, REASON_MISSING);
		goto out;
	}
	if (read_file(config, file, path, reason) != 0)
		goto out;
	result = check_config(config, reason);
	if (result != 0)
		reason_prefix(reason, "%s: ", path);
out:
	if (file != NULL)
		fclose(file);
	free(path);
	if (result != 0) {
		config_free(config);
		return NULL;
	}
	return config;
}

void config_free(struct config *config)
{
	if (config == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (is_string(&keys[i]))
			free(*(char **)(void *)((char *)config + keys[i].offset));
	free(config->folder);
	free(config->host);
	free(config->host_over);
	free(config->instance_met);
	free(config);
}

char *config_path(const struct config *config, const char *path)
{
	if (path[0] == '/')
		return base_strdup(path);
	return base_printf("%s/%s", config->folder, path);
}

/* Returns the first line of a stream, without its newline, or NULL if there is none. */
static char *first_line(FILE *stream)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len = getline(&line, &size, stream);

	if (len > 0)
		line[strcspn(line, "\r\n")] = '\0';
	/* After an error getline() returns the part of the line that was read. */
	if (len <= 0 || line[0] == '\0' || ferror(stream)) {
		free(line);
		return NULL;
	}
	return line;
}

static int secret_from_file(const struct config *config, const char *name, char **secret_out,
			    struct reason *reason)
{
	char *path = config_path(config, name);
	FILE *file = fopen(path, "re");
	struct stat status;
	int result = -1;

	if (file == NULL || fstat(fileno(file), &status) != 0) {
		reason_set_errno(reason, "%s", path);
	} else if ((status.st_mode & 077) != 0) {
		reason_set(reason, "%s can be read by others; run: chmod 600 %s", path, path);
	} else {
		*secret_out = first_line(file);
		result = *secret_out == NULL ? -1 : 0;
		if (result != 0 && ferror(file))
			reason_set_errno(reason, "can't read %s", path);
		else if (result != 0)
			reason_set(reason, "%s: expected the password in the first line", path);
	}
	if (file != NULL)
		fclose(file);
	free(path);
	return result;
}

static int secret_from_command(const char *command, char **secret_out, struct reason *reason)
{
	FILE *pipe = popen(command, "re");
	char *line, rest[512];
	bool broken;
	int status;

	if (pipe == NULL)
		return reason_fail_errno(reason, "can't run '%s'", command);
	line = first_line(pipe);
	/* Reads the rest of the output, since the command would fail if the pipe were closed
	 * early. */
	while (fread(rest, 1, sizeof rest, pipe) > 0)
		;
	broken = ferror(pipe) != 0;
	status = pclose(pipe);
	if (line != NULL && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
		*secret_out = line;
		return 0;
	}
	free(line);
	/* A status of -1, if the command could not be waited for, is no exit either. */
	if (broken || !WIFEXITED(status))
		return reason_fail_as(reason, REASON_TEMPORARY,
				      "'%s' was stopped before it printed the secret", command);
	return reason_fail(reason, "'%s' must print the secret on its first line and exit with 0",
			   command);
}

int config_secret(const struct config *config, const struct login *login, char **secret_out,
		  bool *bearer_out, struct reason *reason)
{
	char *secret = NULL;
	int result = 0;

	if (login->password_file != NULL)
		result = secret_from_file(config, login->password_file, &secret, reason);
	else if (login->password_command != NULL)
		result = secret_from_command(login->password_command, &secret, reason);
	else if (login->oauth_command != NULL)
		result = secret_from_command(login->oauth_command, &secret, reason);
	if (result != 0)
		return -1;
	*secret_out = secret;
	*bearer_out = login->oauth_command != NULL;
	return 0;
}

char *config_moderator(const struct config *config, size_t number)
{
	const char *at = config->moderator;
	char address[ADDRESS_MAX + 1], *moderator;
	size_t len;

	while (at != NULL && number-- > 0) {
		at = strchr(at, ',');
		at = at != NULL ? at + 1 : NULL;
	}
	if (at == NULL)
		return NULL;
	at += strspn(at, " \t");
	len = strcspn(at, ",");
	while (len > 0 && strchr(" \t", at[len - 1]) != NULL)
		len--;
	moderator = base_strndup(at, len);
	if (address_read(moderator, address)) {
		free(moderator);
		moderator = base_strdup(address);
	}
	return moderator;
}

bool config_is_moderator(const struct config *config, const char *address)
{
	bool is = false;
	char *each;

	for (size_t i = 0; !is && (each = config_moderator(config, i)) != NULL; i++) {
		is = *each != '\0' && strbuf_same(each, address);
		free(each);
	}
	return is;
}
