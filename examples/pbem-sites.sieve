# SPDX-License-Identifier: MIT
# For Dovecot: two sites share one address. Each reads its own folder of the mailbox, for example
# mailbox = imaps://games@mail.example.org/b.
require ["envelope", "fileinto", "mailbox", "subaddress"];

# A game that has moved to the second site. Without such a rule the first site forwards its letters.
if header :contains "subject" "[g17]" {
	fileinto :create "b";
}
# The second site's own address: address = games+b@example.org in its pbem.conf.
elsif envelope :detail :matches "to" ["b", "b+*"] {
	fileinto :create "b";
}
# Or both sites have the same address, and the second site has first-game = 100000.
elsif header :matches "subject" "*[g1?????]*" {
	fileinto :create "b";
}
else {
	fileinto :create "a";
}
