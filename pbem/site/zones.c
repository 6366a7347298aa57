/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/deffile.h"
#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/site/zones.h"

enum { ZONES_MAX = 4 << 20, ZONE_HEADER = 44 /* RFC 8536, 3.1 */ };

/* ---- which there are ---- */

static void add_name(GPtrArray *names, const char *name, size_t len)
{
	if (len <= ZONES_NAME_MAX)
		g_ptr_array_add(names, g_strndup(name, len));
}

/* "Z Europe/Berlin ...", "L Europe/Berlin Arctic/Longyearbyen". */
static void add_of_rules(GPtrArray *names, const char *line, size_t len)
{
	char *copy = base_strndup(line, len), *words[4];
	size_t count = text_split(copy, words, ARRAY_LEN(words));

	if (count > 1 && strcmp(words[0], "Z") == 0)
		add_name(names, words[1], strlen(words[1]));
	else if (count > 2 && strcmp(words[0], "L") == 0)
		add_name(names, words[2], strlen(words[2]));
	free(copy);
}

/* The third column, parted by tabs. */
static void add_of_table(GPtrArray *names, const char *line, size_t len)
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

/* What is in a file of tzdata's; false when there is none. When nobody can tell now, the process
 * ends: what no zone is known by would have a player refused, a deadline moved, a moment told in a
 * zone that isn't his. */
static bool read_file(const char *file, struct text *out)
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
	struct text text;
	size_t len;

	text_init(&text, ZONES_MAX);
	if (read_file(file, &text)) {
		cursor = text.bytes;
		while (text_next_line(&cursor, text.bytes + text.len, &line, &len))
			add(names, line, len);
	}
	text_done(&text);
}

/* Names for people to be told, NULL behind the last: without such lists none can be offered, but a
 * zone is known all the same. */
static GPtrArray *list_names(void)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	add_name(names, ZONES_UTC, strlen(ZONES_UTC));
	add_file(names, "tzdata.zi", add_of_rules);
	if (names->len == 1)
		add_file(names, "zone.tab", add_of_table);
	g_ptr_array_add(names, NULL);
	return names;
}

/* ---- finding one ---- */

/* Names of zones alone: neither paths elsewhere, nor rules that are written out. */
static bool is_sound(const char *name)
{
	return g_ascii_isalpha(*name) && strlen(name) <= ZONES_NAME_MAX &&
	       strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") ==
		       strlen(name);
}

enum zone_file { NO_ZONE, A_ZONE, A_CUT_ZONE };

static enum zone_file look_at(const char *name)
{
	enum zone_file what = NO_ZONE;
	struct text text;

	text_init(&text, ZONES_MAX);
	if (read_file(name, &text) && text.len >= 4 && memcmp(text.bytes, "TZif", 4) == 0)
		what = text.len >= ZONE_HEADER ? A_ZONE : A_CUT_ZONE;
	text_done(&text);
	return what;
}

/* NULL: there is none. GLib doesn't tell that from a file that can't be read now, and complains
 * aloud of one that is no zone's, so it is shown none but zones. */
GTimeZone *zones_open(const char *name)
{
	enum zone_file what;
	GTimeZone *zone;

	/* Without a list of zones it is one all the same. */
	if (strcmp(name, ZONES_UTC) == 0)
		return g_time_zone_new_utc();
	what = is_sound(name) ? look_at(name) : NO_ZONE;
	zone = what == A_ZONE ? g_time_zone_new_identifier(name) : NULL;
	if (zone == NULL && what != NO_ZONE)
		base_give_up("can't read the system's time zones");
	return zone;
}

static bool is_known(const char *name)
{
	GTimeZone *zone = zones_open(name);

	if (zone == NULL)
		return false;
	g_time_zone_unref(zone);
	return true;
}

static const char *same_name(const GPtrArray *names, const char *name)
{
	for (guint i = 0; names->pdata[i] != NULL; i++)
		if (g_ascii_strcasecmp(names->pdata[i], name) == 0)
			return names->pdata[i];
	return NULL;
}

/* The zone of a city alone, "Berlin", or of one that is nearly spelt so; NULL: none. */
static const char *near_city(const GPtrArray *names, const char *name)
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

enum verdict zones_find(const char *name, char zone_out[ZONES_NAME_MAX + 1], struct reason *why)
{
	char *wanted = g_strdelimit(g_strdup(name), " ", '_');
	GPtrArray *names = list_names();
	const char *found = same_name(names, wanted);
	enum verdict verdict = ACCEPTED;

	/* Without a list to look in, as it was written. */
	if (found == NULL && names->len <= 2 && strchr(wanted, '/') != NULL)
		found = wanted;
	if (found != NULL && is_known(found)) {
		snprintf(zone_out, ZONES_NAME_MAX + 1, "%s", found);
	} else {
		const char *nearest = near_city(names, wanted);

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

/* ---- telling a moment ---- */

bool zones_tell(const char *zone, int64_t when, struct zones_moment *moment_out)
{
	GTimeZone *known = zones_open(zone);
	GDateTime *utc = g_date_time_new_from_unix_utc(when);
	GDateTime *moment =
		utc != NULL && known != NULL ? g_date_time_to_timezone(utc, known) : NULL;
	GDateTime *told = moment != NULL ? moment : utc;
	bool is_told = told != NULL;

	if (is_told) {
		const char *name = g_date_time_get_timezone_abbreviation(told);

		g_date_time_get_ymd(told, &moment_out->year, &moment_out->month, &moment_out->day);
		moment_out->hour = g_date_time_get_hour(told);
		moment_out->minute = g_date_time_get_minute(told);
		snprintf(moment_out->zone, sizeof moment_out->zone, "%s%.11s",
			 strchr("+-", *name) != NULL ? "UTC" : "", name);
	}
	if (moment != NULL)
		g_date_time_unref(moment);
	if (utc != NULL)
		g_date_time_unref(utc);
	if (known != NULL)
		g_time_zone_unref(known);
	return is_told;
}
