# SPDX-License-Identifier: MIT
# For Dovecot, with the plugin sieve_extprograms. In its sieve_pipe_bin_dir a link or script "pbem" must lead to
# the program. A letter that wasn't taken stays in the inbox: let mailbox in pbem.conf name that, and runs take it.
require ["vnd.dovecot.pipe"];
pipe "pbem" ["--site", "/srv/chess", "deliver"];
