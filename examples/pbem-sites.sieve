# SPDX-License-Identifier: MIT
# For Dovecot: two sites behind one address; each reads a folder of the mailbox, as
# mailbox = imaps://games@mail.example.org/b has it.
require ["envelope", "fileinto", "mailbox", "subaddress"];

# A game that has moved to the second site; without a line for it its letters go by way of the first.
if header :contains "subject" "[g17]" {
	fileinto :create "b";
}
# The second site's own address: address = games+b@example.org in its pbem.conf.
elsif envelope :detail :matches "to" ["b", "b+*"] {
	fileinto :create "b";
}
# Or both sites have the same address, and the second first-game = 100000.
elsif header :matches "subject" "*[g1?????]*" {
	fileinto :create "b";
}
else {
	fileinto :create "a";
}
