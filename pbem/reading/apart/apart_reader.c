/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/reading/apart/apart_inner.h"
#include "pbem/reading/apart/doors.h"
#include "pbem/reading/apart/parcel.h"

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
	struct apart_answer head;
	struct text out;

	text_init(&out, parcel_most(setup->limits.max_text_bytes, parcel->whole != NULL));
	parcel_pack(parcel, &out);
	head.len = (uint32_t)out.len;
	put_bytes(&head, sizeof head);
	put_bytes(out.bytes, out.len);
	text_done(&out);
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

void apart_be_reader(int channel, const struct apart_setup *setup)
{
	struct parcel parcel = {.letter = NULL};
	struct apart_errand errand;
	char *bytes;

	if (channel != DOORS_FD && dup2(channel, DOORS_FD) < 0)
		_exit(EX_OSERR);
	parcel.doors = doors_close();
	take_bytes(&errand, sizeof errand);
	bytes = base_alloc(errand.len);
	take_bytes(bytes, errand.len);
	read_it(setup, (enum apart_wish)errand.wish, bytes, errand.len, &parcel);
	answer(&parcel, setup);
	parcel_forget(&parcel);
	free(bytes);
	_exit(EX_OK);
}
