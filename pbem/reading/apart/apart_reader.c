/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/late/late.h"
#include "pbem/reading/apart/apart_inner.h"
#include "pbem/reading/apart/doors.h"
#include "pbem/reading/apart/parcel.h"

/* Letters that are small enough to be read several at a time may take no more together than a
 * large one may alone. */
enum { SMALL_MEMORY = DOORS_MEMORY / (APART_AHEAD + 1) };

/* Who asked may have gone away: then nobody wants an answer. */
static void take_bytes(void *bytes, size_t len)
{
	char *at = bytes;

	while (len > 0) {
		const ssize_t got = read(DOORS_FD, at, len);

		if (got == 0 || (got < 0 && errno != EINTR))
			_exit(EX_OK);
		at += got > 0 ? got : 0;
		len -= got > 0 ? (size_t)got : 0;
	}
}

static void put_bytes(const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len > 0) {
		const ssize_t put = write(DOORS_FD, at, len);

		if (put < 0 && errno != EINTR)
			_exit(EX_IOERR);
		at += put > 0 ? put : 0;
		len -= put > 0 ? (size_t)put : 0;
	}
}

/* Its length goes first, so that nobody waits for this process's end. */
static void answer(const struct parcel *parcel, const struct apart_setup *setup)
{
	struct apart_answer head = {0};
	struct text out;

	text_init(&out,
		  sizeof head + parcel_most(setup->limits.max_text_bytes, parcel->whole != NULL));
	text_add_bytes(&out, (const char *)&head, sizeof head);
	parcel_pack(parcel, &out);
	head.len = (uint32_t)(out.len - sizeof head);
	memcpy(out.bytes, &head, sizeof head);
	put_bytes(out.bytes, out.len);
}

static void say_it_lacks(void)
{
	const struct apart_answer lacks = {APART_LACKS};

	put_bytes(&lacks, sizeof lacks);
	_exit(EX_OK);
}

static void read_it(const struct apart_setup *setup, enum apart_wish wish, const char *bytes,
		    size_t len, struct parcel *parcel)
{
	int result = 0;

	switch (wish) {
	case APART_WISH_READ:
		result = letter_read(bytes, len, &setup->limits, setup->own_address,
				     &parcel->letter, &parcel->reason);
		break;
	case APART_WISH_WHOLE:
		result = letter_read_whole(bytes, len, &setup->limits, &parcel->letter,
					   &parcel->whole, &parcel->reason);
		break;
	case APART_WISH_SAMPLE:
		parcel->letter = letter_sample(bytes, len, setup->own_address);
		break;
	}
	parcel->kind = result == 0 ? PARCEL_LETTER : PARCEL_REFUSED;
}

void apart_be_reader(int channel, const struct apart_setup *setup, bool stocked)
{
	struct parcel parcel = {.letter = NULL};
	struct apart_errand errand;
	char *bytes;

	if (channel != DOORS_FD && dup2(channel, DOORS_FD) < 0)
		_exit(EX_OSERR);
	if (!stocked)
		late_is_over(say_it_lacks);
	/* That is the run's own word, no letter's. */
	take_bytes(&errand, sizeof errand);
	parcel.doors = doors_close(errand.len <= APART_AHEAD_BYTES ? SMALL_MEMORY : DOORS_MEMORY);
	bytes = base_alloc(errand.len);
	take_bytes(bytes, errand.len);
	read_it(setup, (enum apart_wish)errand.wish, bytes, errand.len, &parcel);
	answer(&parcel, setup);
	_exit(EX_OK);
}
