# SPDX-License-Identifier: MIT
# Builds tests/fuzz/fuzz_search with clang in the folder it is called in, beside whatever build there is: `make fuzz`
# calls it with SRC, BUILD (the folder of that build), SOURCES, DEFS, FLAGS and
# LIBS.
CC = clang
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# Without what only a linker's wrapping makes whole.
OBJECTS = $(patsubst %.c,%.o,$(sort $(filter-out %/traitor.c,$(filter %.c,$(SOURCES)))))

fuzz_search: $(OBJECTS)
	@echo "  CCLD     $@"
	@$(CC) $(SANITIZE) -fsanitize=fuzzer -Wl,--wrap=RAND_bytes -o $@ $(OBJECTS) $(LIBS)

$(OBJECTS): %.o: $(SRC)/%.c
	@echo "  CC       $@"
	@mkdir -p $(dir $@)
	@$(CC) -g -O1 $(SANITIZE) -fsanitize=fuzzer-no-link -w -I$(SRC) -I$(BUILD) $(DEFS) $(FLAGS) -MMD -c -o $@ $<

-include $(OBJECTS:.o=.d)
