/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "pbem/calendar/timezone.h"
#include "pbem/sys/files.h"

enum { TIMEZONE_MAX = 4 << 20, ZONE_HEADER = 44 /* RFC 8536, 3.1 */ };

/* ---- the names of zones ---- */

static void add_name(GPtrArray *names, const char *name, size_t len)
{
	if (len <= TIMEZONE_NAME_MAX)
		g_ptr_array_add(names, g_strndup(name, len));
}

/* Adds the name in a line of the rules: "Z Europe/Berlin ...", "L Europe/Berlin
 * Arctic/Longyearbyen". */
static void add_name_from_rules(GPtrArray *names, const char *line, size_t len)
{
	char *copy = base_strndup(line, len), *words[4];
	size_t count = strbuf_split(copy, words, ARRAY_LEN(words));

	if (count > 1 && strcmp(words[0], "Z") == 0)
		add_name(names, words[1], strlen(words[1]));
	else if (count > 2 && strcmp(words[0], "L") == 0)
		add_name(names, words[2], strlen(words[2]));
	free(copy);
}

/* Adds the name in the third column. Tabs separate the columns. */
static void add_name_from_table(GPtrArray *names, const char *line, size_t len)
{
	char *copy = base_strndup(line, len);
	char **columns = g_strsplit(copy, "\t", 4);

	if (*copy != '#' && g_strv_length(columns) > 2)
		add_name(names, columns[2], strlen(columns[2]));
	g_strfreev(columns);
	free(copy);
}

static char *path_of(const char *file)
{
	const char *folder = getenv("TZDIR");

	return base_printf(
		"%s/%s", folder != NULL && *folder != '\0' ? folder : "/usr/share/zoneinfo", file);
}

/* Reads a file of tzdata; false if there is none. If that can't be known now, the process ends:
 * otherwise a player would be refused, a deadline moved, or a time written in a wrong zone. */
static bool read_file(const char *file, struct strbuf *out)
{
	char *path = path_of(file);
	struct reason reason;
	bool there = false;

	if (!g_file_test(path, G_FILE_TEST_IS_DIR) &&
	    files_read_if_there(path, out, &there, &reason) != 0)
		base_give_up(reason.text);
	free(path);
	return there;
}

static void add_file(GPtrArray *names, const char *file,
		     void (*add)(GPtrArray *names, const char *line, size_t len))
{
	const char *cursor, *line;
	struct strbuf text;
	size_t len;

	strbuf_init(&text, TIMEZONE_MAX);
	if (read_file(file, &text)) {
		cursor = text.bytes;
		while (strbuf_next_line(&cursor, text.bytes + text.len, &line, &len))
			add(names, line, len);
	}
	strbuf_done(&text);
}

/* Returns the names that can be suggested, NULL after the last. Without tzdata's lists there are
 * none, but zones can still be found. */
static GPtrArray *list_names(void)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	add_name(names, TIMEZONE_UTC, strlen(TIMEZONE_UTC));
	add_file(names, "tzdata.zi", add_name_from_rules);
	if (names->len == 1)
		add_file(names, "zone.tab", add_name_from_table);
	g_ptr_array_add(names, NULL);
	return names;
}

/* ---- finding a zone ---- */

/* Reports whether this may be the name of a zone, and not a path elsewhere or rules that are
 * written out. */
static bool is_valid_name(const char *name)
{
	return g_ascii_isalpha(*name) && strlen(name) <= TIMEZONE_NAME_MAX &&
	       strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") ==
		       strlen(name);
}

enum zone_file { NO_ZONE, A_ZONE, A_CUT_ZONE };

static enum zone_file inspect_zone_file(const char *name)
{
	enum zone_file what = NO_ZONE;
	struct strbuf text;

	strbuf_init(&text, TIMEZONE_MAX);
	if (read_file(name, &text) && text.len >= 4 && memcmp(text.bytes, "TZif", 4) == 0)
		what = text.len >= ZONE_HEADER ? A_ZONE : A_CUT_ZONE;
	strbuf_done(&text);
	return what;
}

/* Finds the zone of which `name` is another name, from a line "L Europe/Brussels CET" of the rules.
 * Debian 13 has the files of old names, such as US/Pacific, in a package of their own. */
static bool find_link_target(const char *name, char target_out[TIMEZONE_NAME_MAX + 1])
{
	const char *cursor, *line;
	struct strbuf rules;
	bool found = false;
	size_t len;

	strbuf_init(&rules, TIMEZONE_MAX);
	cursor = read_file("tzdata.zi", &rules) ? rules.bytes : NULL;
	while (!found && cursor != NULL &&
	       strbuf_next_line(&cursor, rules.bytes + rules.len, &line, &len)) {
		char *copy = base_strndup(line, len), *words[4];

		found = strbuf_split(copy, words, ARRAY_LEN(words)) == 3 &&
			strcmp(words[0], "L") == 0 && strcmp(words[2], name) == 0 &&
			is_valid_name(words[1]);
		if (found)
			snprintf(target_out, TIMEZONE_NAME_MAX + 1, "%s", words[1]);
		free(copy);
	}
	strbuf_done(&rules);
	return found;
}

/* GLib doesn't distinguish a missing zone from a file that can't be read now, and prints warnings
 * about files of other kinds. So it gets only files of zones. */
GTimeZone *timezone_open(const char *name)
{
	char target[TIMEZONE_NAME_MAX + 1];
	enum zone_file what;
	GTimeZone *zone;

	/* UTC is a zone even without a list of zones. */
	if (strcmp(name, TIMEZONE_UTC) == 0)
		return g_time_zone_new_utc();
	what = is_valid_name(name) ? inspect_zone_file(name) : NO_ZONE;
	if (what == NO_ZONE && is_valid_name(name) && find_link_target(name, target)) {
		name = target;
		what = inspect_zone_file(name);
	}
	zone = what == A_ZONE ? g_time_zone_new_identifier(name) : NULL;
	if (zone == NULL && what != NO_ZONE)
		base_give_up("can't read the system's time zones");
	return zone;
}

static bool is_known(const char *name)
{
	GTimeZone *zone = timezone_open(name);

	if (zone == NULL)
		return false;
	g_time_zone_unref(zone);
	return true;
}

static const char *find_same_name(const GPtrArray *names, const char *name)
{
	for (guint i = 0; names->pdata[i] != NULL; i++)
		if (g_ascii_strcasecmp(names->pdata[i], name) == 0)
			return names->pdata[i];
	return NULL;
}

/* Returns the zone of a city, "Berlin", or of a city with a similar spelling; NULL if there is
 * none. */
static const char *find_city(const GPtrArray *names, const char *name)
{
	GPtrArray *cities = g_ptr_array_new();
	const char *city = strrchr(name, '/'), *nearest;
	guint at = 0;

	for (guint i = 0; names->pdata[i] != NULL; i++) {
		const char *slash = strrchr(names->pdata[i], '/');

		g_ptr_array_add(cities, slash != NULL ? (char *)slash + 1 : names->pdata[i]);
	}
	g_ptr_array_add(cities, NULL);
	city = city != NULL ? city + 1 : name;
	while (cities->pdata[at] != NULL && g_ascii_strcasecmp(cities->pdata[at], city) != 0)
		at++;
	if (cities->pdata[at] == NULL) {
		nearest = deffile_nearest(city, (const char *const *)cities->pdata);
		for (at = 0; cities->pdata[at] != NULL && cities->pdata[at] != nearest;)
			at++;
	}
	nearest = names->pdata[at];
	g_ptr_array_free(cities, TRUE);
	return nearest;
}

/* Returns the zone that most people mean by a few letters for the time of many places, in winter or
 * in summer. tzdata knows some of these itself, but without summer time. */
static const char *zone_of_abbreviation(const char *name)
{
	static const struct {
		const char *letters, *zone;
	} zones[] = {
		{"ET", "America/New_York"},
		{"EST", "America/New_York"},
		{"EDT", "America/New_York"},
		{"CST", "America/Chicago"},
		{"CDT", "America/Chicago"},
		{"CT", "America/Chicago"},
		{"MST", "America/Denver"},
		{"MDT", "America/Denver"},
		{"MT", "America/Denver"},
		{"PST", "America/Los_Angeles"},
		{"PDT", "America/Los_Angeles"},
		{"PT", "America/Los_Angeles"},
		{"AKST", "America/Anchorage"},
		{"AKDT", "America/Anchorage"},
		{"HST", "Pacific/Honolulu"},
		{"AST", "America/Halifax"},
		{"ADT", "America/Halifax"},
		{"NST", "America/St_Johns"},
		{"NDT", "America/St_Johns"},
		{"BRT", "America/Sao_Paulo"},
		{"ART", "America/Argentina/Buenos_Aires"},
		{"CLT", "America/Santiago"},
		{"BST", "Europe/London"},
		{"WEST", "Europe/Lisbon"},
		{"CEST", "Europe/Berlin"},
		{"MEZ", "Europe/Berlin"},
		{"MESZ", "Europe/Berlin"},
		{"EEST", "Europe/Helsinki"},
		{"OEZ", "Europe/Helsinki"},
		{"MSK", "Europe/Moscow"},
		{"TRT", "Europe/Istanbul"},
		{"WAT", "Africa/Lagos"},
		{"CAT", "Africa/Maputo"},
		{"SAST", "Africa/Johannesburg"},
		{"EAT", "Africa/Nairobi"},
		{"PKT", "Asia/Karachi"},
		{"IST", "Asia/Kolkata"},
		{"ICT", "Asia/Bangkok"},
		{"WIB", "Asia/Jakarta"},
		{"SGT", "Asia/Singapore"},
		{"HKT", "Asia/Hong_Kong"},
		{"PHT", "Asia/Manila"},
		{"JST", "Asia/Tokyo"},
		{"KST", "Asia/Seoul"},
		{"AWST", "Australia/Perth"},
		{"ACST", "Australia/Adelaide"},
		{"ACDT", "Australia/Adelaide"},
		{"AEST", "Australia/Sydney"},
		{"AEDT", "Australia/Sydney"},
		{"NZST", "Pacific/Auckland"},
		{"NZDT", "Pacific/Auckland"},
		{"Z", TIMEZONE_UTC},
	};

	for (size_t i = 0; i < ARRAY_LEN(zones); i++)
		if (g_ascii_strcasecmp(zones[i].letters, name) == 0)
			return zones[i].zone;
	return NULL;
}

/* Reads the minutes east of Greenwich from "GMT+2", "UTC-5", "UTC+5:30", "GMT+02:00" or "UTC+0200".
 * Returns false for anything else. */
static bool read_offset(const char *name, int *minutes_out)
{
	const bool named = g_ascii_strncasecmp(name, "GMT", 3) == 0 ||
			   g_ascii_strncasecmp(name, "UTC", 3) == 0;
	const char *at = name + (named ? 3 : 0), *sign, *behind;
	unsigned long number, minutes = 0;
	size_t digits;

	at += named ? strspn(at, "_") : 0;
	sign = at++;
	if (!named || (*sign != '+' && *sign != '-'))
		return false;
	at += strspn(at, "_");
	digits = strspn(at, "0123456789");
	if (digits == 0 || digits > 4)
		return false;
	number = strtoul(at, NULL, 10);
	behind = at + digits;
	if (digits > 2) {
		minutes = number % 100;
		number /= 100;
	} else if (*behind == ':' || *behind == '.') {
		if (strspn(behind + 1, "0123456789") != 2)
			return false;
		minutes = strtoul(behind + 1, NULL, 10);
		behind += 3;
	}
	if (*behind != '\0' || minutes > 59)
		return false;
	*minutes_out = (int)(60 * number + minutes) * (*sign == '-' ? -1 : 1);
	return true;
}

/* Finds the zone that always has that offset; "" if tzdata has none. tzdata's own names of offsets
 * have the opposite sign: Etc/GMT-2 is two hours east of Greenwich. */
static void zone_of_offset(int minutes, char zone_out[TIMEZONE_NAME_MAX + 1])
{
	static const struct {
		int minutes;
		const char *zone;
	} zones[] = {
		{-570, "Pacific/Marquesas"}, {210, "Asia/Tehran"},	{270, "Asia/Kabul"},
		{330, "Asia/Kolkata"},	     {345, "Asia/Kathmandu"},	{390, "Asia/Yangon"},
		{525, "Australia/Eucla"},    {570, "Australia/Darwin"},
	};

	zone_out[0] = '\0';
	if (minutes == 0)
		snprintf(zone_out, TIMEZONE_NAME_MAX + 1, "%s", TIMEZONE_UTC);
	else if (minutes % 60 == 0 && minutes >= -12 * 60 && minutes <= 14 * 60)
		snprintf(zone_out, TIMEZONE_NAME_MAX + 1, "Etc/GMT%+d", -minutes / 60);
	for (size_t i = 0; i < ARRAY_LEN(zones); i++)
		if (zones[i].minutes == minutes)
			snprintf(zone_out, TIMEZONE_NAME_MAX + 1, "%s", zones[i].zone);
}

/* Returns the zone of a city with a similar spelling; never one that is named by an offset, because
 * it may be another offset. */
static const char *nearest_city(const GPtrArray *names, const char *name)
{
	const char *nearest = strpbrk(name, "0123456789+") == NULL ? find_city(names, name) : NULL;

	return nearest != NULL && strchr(nearest, '/') != NULL && !g_str_has_prefix(nearest, "Etc/")
		       ? nearest
		       : NULL;
}

void timezone_describe(const char *zone, char out[TIMEZONE_NAME_MAX + 16])
{
	const int hours = g_str_has_prefix(zone, "Etc/GMT") ? atoi(zone + strlen("Etc/GMT")) : 0;

	if (hours != 0)
		snprintf(out, TIMEZONE_NAME_MAX + 16, "%s (UTC%+d)", zone, -hours);
	else
		snprintf(out, TIMEZONE_NAME_MAX + 16, "%s", zone);
}

enum verdict timezone_find(const char *name, char zone_out[TIMEZONE_NAME_MAX + 1],
			   struct reason *why)
{
	char *wanted = g_strdelimit(g_strdup(name), " ", '_');
	GPtrArray *names = list_names();
	const char *found = zone_of_abbreviation(wanted);
	enum verdict verdict = ACCEPTED;
	char fixed[TIMEZONE_NAME_MAX + 1];
	int minutes;

	if (found == NULL && read_offset(wanted, &minutes)) {
		zone_of_offset(minutes, fixed);
		found = fixed;
	} else if (found == NULL) {
		found = find_same_name(names, wanted);
	}

	/* Without a list of names, the zone is looked for as it was written. */
	if (found == NULL && names->len <= 2 && strchr(wanted, '/') != NULL)
		found = wanted;
	if (found != NULL && is_known(found)) {
		snprintf(zone_out, TIMEZONE_NAME_MAX + 1, "%s", found);
	} else {
		const char *nearest = nearest_city(names, wanted);

		if (nearest != NULL)
			reason_set(why,
				   "There is no time zone \"%.40s\"; did you mean ZONE %s? Zones "
				   "are called by a continent or ocean and a city, as ZONE "
				   "Europe/Berlin, ZONE America/New_York; ZONE UTC goes back to "
				   "UTC alone.",
				   name, nearest);
		else
			reason_set(why,
				   "There is no time zone \"%.40s\". Zones are called by a "
				   "continent or ocean and a city, as ZONE Europe/Berlin, ZONE "
				   "America/New_York; ZONE UTC goes back to UTC alone.",
				   name);
		verdict = REFUSED;
	}
	g_ptr_array_free(names, TRUE);
	g_free(wanted);
	return verdict;
}

/* ---- converting a time ---- */

bool timezone_to_local(const char *zone, int64_t when, struct timezone_moment *moment_out)
{
	GTimeZone *known = timezone_open(zone);
	GDateTime *utc = g_date_time_new_from_unix_utc(when);
	GDateTime *local =
		utc != NULL && known != NULL ? g_date_time_to_timezone(utc, known) : NULL;
	GDateTime *told = local != NULL ? local : utc;
	bool is_told = told != NULL;

	if (is_told) {
		const char *name = g_date_time_get_timezone_abbreviation(told);

		g_date_time_get_ymd(told, &moment_out->year, &moment_out->month, &moment_out->day);
		moment_out->hour = g_date_time_get_hour(told);
		moment_out->minute = g_date_time_get_minute(told);
		snprintf(moment_out->zone, sizeof moment_out->zone, "%s%.11s",
			 strchr("+-", *name) != NULL ? "UTC" : "", name);
	}
	if (local != NULL)
		g_date_time_unref(local);
	if (utc != NULL)
		g_date_time_unref(utc);
	if (known != NULL)
		g_time_zone_unref(known);
	return is_told;
}
