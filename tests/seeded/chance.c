/* SPDX-License-Identifier: MIT */
/*
 * pbem with repeatable chance, for end-to-end tests. Its random bytes, for keys of sites and
 * secrets of games, follow from PBEM_TEST_SEED and from the number of earlier draws by any process,
 * which the file PBEM_TEST_DRAWS counts. Chance is real without a seed, with the seed "random", or
 * where nothing can be counted (a full disk). TLS draws elsewhere: only pbem's own calls come here.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/sha.h>

int __real_RAND_bytes(unsigned char *bytes, int count);
int __wrap_RAND_bytes(unsigned char *bytes, int count);

/* Leaves out what takes OpenSSL longest to start, and what no test needs of it. */
__attribute__((constructor)) static void start_quickly(void)
{
	(void)OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS | OPENSSL_INIT_NO_LOAD_CONFIG,
				  NULL);
}

/* The number of this draw, from 1: two processes never get the same. 0: it can't be had. */
static unsigned count_draw(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	unsigned number = 0;

	if (fd < 0)
		return 0;
	if (flock(fd, LOCK_EX) == 0) {
		if (pread(fd, &number, sizeof number, 0) != (ssize_t)sizeof number)
			number = 0;
		number++;
		if (pwrite(fd, &number, sizeof number, 0) != (ssize_t)sizeof number)
			number = 0;
	}
	close(fd);
	return number;
}

int __wrap_RAND_bytes(unsigned char *bytes, int count)
{
	const char *seed = getenv("PBEM_TEST_SEED"), *path = getenv("PBEM_TEST_DRAWS");
	unsigned char block[SHA256_DIGEST_LENGTH];
	unsigned number;
	char source[256];

	if (seed == NULL || path == NULL || strcmp(seed, "random") == 0 ||
	    count > (int)sizeof block || (number = count_draw(path)) == 0)
		return __real_RAND_bytes(bytes, count);
	snprintf(source, sizeof source, "%u %s", number, seed);
	SHA256((const unsigned char *)source, strlen(source), block);
	memcpy(bytes, block, (size_t)count);
	return 1;
}
