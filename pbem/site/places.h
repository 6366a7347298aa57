/* SPDX-License-Identifier: MIT */
/* Where the site is, and where the program's own data. */
#ifndef PBEM_SITE_PLACES_H
#define PBEM_SITE_PLACES_H

/* The site's folder: --site, else $PBEM_SITE, else the present folder. */
const char *places_site(void);
void places_set_site(const char *folder); /* borrowed */

/* Where the variants, the words of mail programs and the templates are: $PBEM_DATA/games, /mailers
 * and /templates, else as installed. */
const char *places_games(void);
const char *places_mailers(void);
const char *places_templates(void);

#endif
