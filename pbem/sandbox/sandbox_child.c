/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "pbem/dynload/dynload.h"
#include "pbem/sandbox/confine.h"
#include "pbem/sandbox/sandbox_internal.h"
#include "pbem/sandbox/sandbox_protocol.h"

/* The memory for a small message. All small messages that are read at the same time get no more
 * memory than one large message. */
enum { SMALL_MEMORY = CONFINE_MEMORY / (SANDBOX_AHEAD + 1) };

/* Reads exactly `len` bytes. Ends the process if the main process has ended, since nobody wants an
 * answer then. */
static void read_bytes(void *bytes, size_t len)
{
	char *at = bytes;

	while (len > 0) {
		const ssize_t got = read(CONFINE_FD, at, len);

		if (got == 0 || (got < 0 && errno != EINTR))
			_exit(EX_OK);
		at += got > 0 ? got : 0;
		len -= got > 0 ? (size_t)got : 0;
	}
}

static void write_bytes(const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len > 0) {
		const ssize_t put = write(CONFINE_FD, at, len);

		if (put < 0 && errno != EINTR)
			_exit(EX_IOERR);
		at += put > 0 ? put : 0;
		len -= put > 0 ? (size_t)put : 0;
	}
}

/* Writes the answer with its length first, so that the receiver needn't wait for this process to
 * end. */
static void write_answer(const struct sandbox_protocol *parcel, const struct sandbox_setup *setup)
{
	struct sandbox_answer head = {0};
	struct strbuf out;

	strbuf_init(&out, sizeof head + sandbox_protocol_most(setup->limits.max_text_bytes,
							      parcel->whole != NULL));
	strbuf_add_bytes(&out, (const char *)&head, sizeof head);
	sandbox_protocol_pack(parcel, &out);
	head.len = (uint32_t)(out.len - sizeof head);
	memcpy(out.bytes, &head, sizeof head);
	write_bytes(out.bytes, out.len);
}

static void report_missing_library(void)
{
	const struct sandbox_answer lacks = {SANDBOX_LACKS};

	write_bytes(&lacks, sizeof lacks);
	_exit(EX_OK);
}

static void parse_message(const struct sandbox_setup *setup, enum sandbox_mode mode,
			  const char *bytes, size_t len, struct sandbox_protocol *parcel)
{
	int result = 0;

	switch (mode) {
	case SANDBOX_MODE_READ:
		result = message_read(bytes, len, &setup->limits, setup->own_address,
				      &parcel->letter, &parcel->reason);
		break;
	case SANDBOX_MODE_WHOLE:
		result = message_read_whole(bytes, len, &setup->limits, &parcel->letter,
					    &parcel->whole, &parcel->reason);
		break;
	case SANDBOX_MODE_SAMPLE:
		parcel->letter = message_sample(bytes, len, setup->own_address);
		break;
	}
	parcel->kind = result == 0 ? SANDBOX_PROTOCOL_LETTER : SANDBOX_PROTOCOL_REFUSED;
}

void sandbox_run_reader(int channel, const struct sandbox_setup *setup, bool stocked)
{
	struct sandbox_protocol parcel = {.letter = NULL};
	struct sandbox_job errand;
	char *bytes;

	if (channel != CONFINE_FD && dup2(channel, CONFINE_FD) < 0)
		_exit(EX_OSERR);
	if (!stocked)
		dynload_forbid(report_missing_library);
	/* The job may be read before the process is confined, since it comes from the run, not from
	 * a message. */
	read_bytes(&errand, sizeof errand);
	parcel.doors =
		confine_close(errand.len <= SANDBOX_AHEAD_BYTES ? SMALL_MEMORY : CONFINE_MEMORY);
	bytes = base_alloc(errand.len);
	read_bytes(bytes, errand.len);
	parse_message(setup, (enum sandbox_mode)errand.wish, bytes, errand.len, &parcel);
	write_answer(&parcel, setup);
	_exit(EX_OK);
}
