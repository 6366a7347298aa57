/* SPDX-License-Identifier: MIT */
/* Replaces libxml2, which is loaded when there is a message in HTML (see dynload.h). */
#include <stddef.h>

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/tree.h>
#include <libxml/xmlmemory.h>

#include "pbem/dynload/dynload.h"

static struct dynload library = {.name = LATE_XML2};

#define ROW(type, name, parameters, arguments)                                                     \
	DYNLOAD_PASS(&library, type, name, parameters, arguments)

ROW(htmlParserCtxt *, htmlNewParserCtxt, (void), ())
ROW(void, htmlFreeParserCtxt, (htmlParserCtxt * parser), (parser))
ROW(xmlDoc *, htmlCtxtReadMemory,
    (xmlParserCtxt * parser, const char *html, int len, const char *url, const char *charset,
     int options),
    (parser, html, len, url, charset, options))
ROW(int, xmlMemSetup,
    (xmlFreeFunc give_back, xmlMallocFunc get, xmlReallocFunc resize, xmlStrdupFunc copy),
    (give_back, get, resize, copy))
ROW(void, xmlFreeDoc, (xmlDoc * doc), (doc))
ROW(xmlNode *, xmlDocGetRootElement, (const xmlDoc *doc), (doc))
ROW(void, xmlSAX2StartElement, (void *parser, const xmlChar *name, const xmlChar **attributes),
    (parser, name, attributes))
ROW(void, xmlStopParser, (xmlParserCtxt * parser), (parser))
