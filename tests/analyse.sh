#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: 'pbem moves', 'pbem perft' and 'pbem check' print exactly what other programs rely on.
set -u
PBEM=${PBEM:-./pbem/pbem}
PBEM_DATA=${PBEM_DATA:-${srcdir:-.}}
export PBEM_DATA
[ -x "$PBEM" ] || { echo "no $PBEM"; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-analyse.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# try STATUS INPUT EXPECTED ARGUMENT...: standard output and exit status; stderr goes to $work/err.
try() {
	status=$1
	expected=$(printf '%bexit %s' "$3" "$status")
	got=$(printf '%b' "$2" | { shift 3; "$PBEM" "$@" 2>"$work/err"; echo "exit $?"; })
	shift 3
	if [ "$got" != "$expected" ]; then
		printf 'pbem %s\ngot:\n%s\nexpected:\n%s\n\n' "$*" "$got" "$expected"
		failed=1
	fi
}

# says WORDS: the last try said so on standard error, in one line.
says() {
	if ! grep -qF "$1" "$work/err" || [ "$(wc -l <"$work/err")" != 1 ]; then
		printf 'stderr:\n%s\nexpected one line with: %s\n\n' "$(cat "$work/err")" "$1"
		failed=1
	fi
}

start='a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 g1h3 g2g3 g2g4 h2h3 h2h4'
shuffle='g1f3 g8f6 f3g1 f6g8'

# moves: an empty line, check, mate, stalemate, castling, promotion
try 0 '\n' "white - $start\n" moves chess
try 0 '' '' moves chess
try 0 'e2e4 f7f6 d1h5\n' 'black check g7g6\n' moves chess
try 0 'f2f3 e7e5 g2g4 d8h4' '- over:black\n' moves chess
try 0 'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6\n' \
	'- over:draw\n' moves chess
try 0 'e2e4 e7e5 g1f3 g8f6 f1c4 f8c5\n' \
	'white - a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c4a6 c4b3 c4b5 c4d3 c4d5 c4e2 c4e6 c4f1 c4f7 d1e2 d2d3 d2d4 e1e2 e1f1 e1h1 f3d4 f3e5 f3g1 f3g5 f3h4 g2g3 g2g4 h1f1 h1g1 h2h3 h2h4\n' \
	moves chess
try 0 'a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g8f6\n' \
	"white - a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 b1a3 b1c3 b2b3 b2b4 b7a8=B b7a8=N b7a8=Q b7a8=R ${start#a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 }\n" \
	moves chess

# what is illegal or no canonical text, and which of them; other lines are answered all the same
try 1 'e2e5\ne2e4 e7e5 Nf3\n\ne2e4  e7e5 e1h1\nE2e4\n e2e4 e7e6x \n' \
	"illegal 1 e2e5\nillegal 3 Nf3\nwhite - $start\nillegal 3 e1h1\nillegal 1 E2e4\nillegal 2 e7e6x\n" \
	moves chess
try 1 'f2f3 e7e5 g2g4 d8h4 a2a3\n' 'illegal 5 a2a3\n' moves chess

# the fifth repetition [en-passant-in-repetition], a long game
try 0 "e2e4 e7e5 $shuffle $shuffle $shuffle $shuffle\n" '- over:draw\n' moves chess
try 1 "$shuffle $shuffle $shuffle $shuffle g1f3\n" 'illegal 17 g1f3\n' moves chess

# options
try 0 '\n' "white - $start\n" moves chess --option beaten=dead --option=stalemate=draw
try 2 '' '' moves chess --option beaten=eaten
says "option 'beaten' can't be 'eaten'; it can be: inert, role, kingdom, dead, obstacles, removed"
try 2 '' '' moves chess --option seats=4
says "chess has no option 'seats'; it has: beaten, stalemate, and those that every game has"
try 2 '' '' moves chess --option beaten
says 'expected KEY=VALUE'
try 2 '' '' moves chess --option
says 'expected --option KEY=VALUE'
try 2 '' '' moves chess --option beaten=dead --option beaten=inert
says 'given twice'
try 2 '' '' moves ches
says "there is no variant 'ches'; did you mean 'chess'?"
try 2 '' '' moves ../games/chess
says "there is no variant '../games/chess'"
try 2 '' '' moves
says 'expected VARIANT'
try 2 '' '' moves chess chess
says 'one word too many'
try 2 '' '' moves chess --fen x
says 'unknown option --fen'

# perft
try 0 '' 'nodes 1\n' perft chess 0
try 0 '' 'nodes 8902\n' perft chess 3
try 0 '' 'nodes 0\n' perft chess 2 --moves 'f2f3 e7e5 g2g4 d8h4'
try 0 '' 'a7a8=B 4\na7a8=N 4\na7a8=Q 2\na7a8=R 3\nh1g1 4\nh1g2 4\nh1h2 4\nnodes 25\n' \
	perft chess 2 --divide --fen '2k5/P7/8/8/8/8/8/7K w - - 0 1'
# with cards a king castles out of check, and pawns step twice from the first rank
try 0 '' 'nodes 4\n' perft chess 1 --fen '1k2r3/8/8/8/8/8/8/4K2R w K - 0 1'
try 0 '' 'nodes 5\n' perft knightmare 1 --fen '1k2r3/8/8/8/8/8/8/4K2R w K - 0 1'
try 0 '' 'nodes 4865609\n' perft knightmare 5
try 0 '' 'nodes 7\n' perft knightmare 1 --fen '1k6/8/8/8/8/8/1P6/P6K w - - 0 1'
try 1 '' 'illegal 2 e7e4\n' perft chess 2 --moves 'e2e4 e7e4'
try 2 '' '' perft chess
says 'expected VARIANT DEPTH'
try 2 '' '' perft chess -1
says "depth '-1': expected a number"
try 2 '' '' perft chess 1 --divide=yes
says 'expected only --divide, without a value'

# FEN that is none
fen() {
	try 2 '' '' perft chess 1 --fen "$1"
	says "$2"
}
fen '' '0 fields, expected 6'
fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR' '1 fields, expected 6'
fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1' 'expected 8 ranks'
fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1' 'expected 8 ranks'
fen 'rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "rank 6 ('9') hasn't 8 squares"
fen 'rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "rank 7 ('ppppppp') hasn't 8 squares"
fen 'rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "hasn't 8 squares"
fen 'rnbqkbnr/pppp0pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "hasn't 8 squares"
fen 'rnbqkbnr/pppxpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "'x' on d7 is no piece"
fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w - - 0 1' 'white has 0 kings'
fen 'rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1' 'black has 2 kings'
fen '4k2P/8/8/8/8/8/8/4K3 w - - 0 1' 'a pawn on h8 would have been promoted'
fen '4k3/8/8/8/8/8/8/4K3 x - - 0 1' "'x' to move"
fen '4k3/8/8/8/8/8/8/4K3 w K - 0 1' "castling 'K'"
fen '4k3/8/8/8/8/8/8/4K2R w KX - 0 1' "castling 'KX'"
fen '4k3/8/8/8/8/8/8/4K2R w KK - 0 1' "castling 'KK'"
fen '4k3/8/8/8/8/8/8/4K3 w - e6 0 1' "en passant 'e6'"
fen '4k3/8/8/4p3/8/8/8/4K3 w - e5 0 1' "en passant 'e5'"
fen '4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1' "en passant 'e6'"
fen '4k3/8/8/8/8/8/8/4K3 w - - x 1' "'x 1' aren't numbers"
fen '4k3/8/8/8/8/8/8/4K3 w - - 0' '5 fields'
fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra' '7 fields'
fen '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1' "black isn't to move, but is in check"
try 0 '' 'nodes 5\n' perft chess 1 --fen '4k3/8/8/8/8/8/8/4K3 w - -'

# turns of several moves, and after payments: joined by +, removals first, then trades
pay="d7d6 g2e1 c3c4 c8g4 e2e4 c2e4 g4h3 e1c2 b1c2 c7c6 f1h3 c4c5 b7b5 g1e1 c5b6 g7g6 h3e6 e4f3 c6c5 \
h1g1 c2d3 e8a4 e6g4 d3d6 e7d6 f2d4 f3g4 a4d4 -g3+g1h1 a3a4 d4b2 e1e8 a2b2 d8e8"
try 0 "$pay\n" 'red - -h2+h1g1 -h2+h1g2 -h2+h1h2\n' moves three-player --option peterson.exchange=on
try 0 '' '-h2+h1g1 19\n-h2+h1g2 19\n-h2+h1h2 19\nnodes 57\n' \
	perft three-player 2 --option peterson.exchange=on --moves "$pay" --divide
try 1 "$pay h1g1\n$pay -h2\n$pay h1g1+-h2\n$pay -h2+h1g1+e1e2\n" \
	'illegal 35 h1g1\nillegal 35 -h2\nillegal 35 h1g1+-h2\nillegal 35 -h2+h1g1+e1e2\n' \
	moves three-player --option peterson.exchange=on
two='a6a5 g8e7 f1e1 b3b4'
try 0 '' 'nodes 102\n' perft four-player 1 --option peterson.defense=on --moves "$two"
try 0 '' 'nodes 1224\n' perft four-player 2 --option peterson.defense=on --moves "$two"
try 1 "$two a5a4+a4a3\n$two a5a4+a7b5+a8a7\n$two a5a4+\n$two +a5a4\n" \
	'illegal 5 a5a4+a4a3\nillegal 5 a5a4+a7b5+a8a7\nillegal 5 a5a4+\nillegal 5 +a5a4\n' \
	moves four-player --option peterson.defense=on
try 0 "h2h4 b10c10 g19g17 s9q9 f1h2 a9b10 m19m17 s7q7 g2g3 a15c14 l19l18 s4q4 g3g4 b13d13 m20g14 \
t8s9 h1b7 b16d16\n" 'black - many\n' moves kingdom --option peterson.defense=on
try 2 '' '' moves chess --option peterson.capture=on
says "chess can't have option 'peterson.capture'"

# a ring: seats joined, boards in front, mates called at once [every-move-a-sitting], a board drawn set up afresh
three='moves ring --option seats=3'
of_board() { for move in $start; do printf ' %s:%s' "$1" "$move"; done; }
# shellcheck disable=SC2086 # words are wanted
try 0 '\n1:e2e4 1:f7f6 1:d1h5\n' "a+b+c -$(of_board 1)$(of_board 2)$(of_board 3)
b+c check:b 1:g7g6$(of_board 2)$(of_board 3)\n" $three
# shellcheck disable=SC2086
try 0 '1:f2f3 1:e7e5 1:g2g4 1:d8h4\n1:f2f3 1:e7e5 1:g2g4 1:d8h4 3:f2f3 3:e7e5 3:g2g4 3:d8h4\n' \
	"b+c -$(of_board 2)$(of_board 3)\n- over:b\n" $three
ring_shuffle='1:g1f3 1:g8f6 1:f3g1 1:f6g8'
# shellcheck disable=SC2086
try 0 "$ring_shuffle $ring_shuffle $ring_shuffle $ring_shuffle\n" \
	"a+b+c -$(of_board 1)$(of_board 2)$(of_board 3)\n" $three
# shellcheck disable=SC2086
try 1 '1:e2e5\ne2e4\n4:e2e4\n1:e2e4 1:e2e4\n01:e2e4\n1:N/2@b1\n1:\n' \
	'illegal 1 1:e2e5\nillegal 1 e2e4\nillegal 1 4:e2e4\nillegal 2 1:e2e4\nillegal 1 01:e2e4\nillegal 1 1:N/2@b1\nillegal 1 1:\n' \
	$three
try 0 '' 'nodes 1\n' perft ring 0
try 1 '' 'illegal 2 1:e2e4\n' perft ring 1 --moves '1:e2e4 1:e2e4'
try 2 '' '' perft ring 1 --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1'
says 'a FEN has one board'
try 2 '' '' moves ring --option seats=17
says "option 'seats' can't be '17'; it can be: 4, 3-16"
try 2 '' '' moves ring --option beaten=role
says "ring has no option 'beaten'"
try 2 '' '' moves chess --option sets=social
says "chess has no option 'sets'"

# check
try 64 '' '' check chess
try 0 '' '' check
mkdir "$work/games"
printf 'like chess\nbored 8x8\nexpect perft 1 21\n' >"$work/games/bad.variant"
for name in chess.variant chess.txt peterson.txt rulings.txt; do
	cp "$PBEM_DATA/games/$name" "$work/games"
done
sed -i '/expect *perft [4-9]/d' "$work/games/chess.variant"
cp "$work/games/chess.txt" "$work/games/bad.txt"
cp -r "$PBEM_DATA/games/cards" "$PBEM_DATA/games/words" "$work/games"
cp -r "$PBEM_DATA/mailers" "$PBEM_DATA/templates" "$work"
PBEM_DATA=$work
try 65 '' "$work/games/bad.variant:2: unknown keyword 'bored'; did you mean 'board'?\n" check
printf 'like chess\nexpect perft 1 21\n' >"$work/games/bad.variant"
try 65 '' "$work/games/bad.variant:2: perft 1 is 20, not 21\n" check
printf 'THE RULES\n\nRESIGN\n' >"$work/games/bad.txt"
try 65 '' "$work/games/bad.variant:2: perft 1 is 20, not 21
$work/games/bad.txt: \"RESIGN\": reads as an order\n" check
rm "$work/games/bad.txt"
try 65 '' "$work/games/bad.variant:2: perft 1 is 20, not 21
$work/games/bad.txt: the page that tells players the rules is missing\n" check
try 2 '' '' moves bad --option x=y
says "bad has no option 'x'; it has: beaten, stalemate, and those that every game has"
exit $failed
