/* SPDX-License-Identifier: MIT */
/* Finds the site's folder and the program's own data. */
#ifndef PBEM_SYS_PATHS_H
#define PBEM_SYS_PATHS_H

/* Returns the site's folder: --site, else $PBEM_SITE, else the current folder. */
const char *paths_site(void);
void paths_set_site(const char *folder); /* must stay valid */

/* Return the folders with the variants, the words of mail programs and the templates:
 * $PBEM_DATA/games, /mailers and /templates, or else the installed folders. */
const char *paths_games(void);
const char *paths_mailers(void);
const char *paths_templates(void);

#endif
