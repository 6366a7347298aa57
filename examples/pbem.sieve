# SPDX-License-Identifier: MIT
# For Dovecot, with the plugin sieve_extprograms. Its sieve_pipe_bin_dir needs a link or script "pbem" that starts the
# program. If pbem can't take a letter, it stays in the inbox. Let "mailbox" in pbem.conf name the inbox, so that
# runs read it.
require ["vnd.dovecot.pipe"];
pipe "pbem" ["--site", "/srv/chess", "deliver"];
