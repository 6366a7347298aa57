#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: `pbem show --format` draws every kind of game, at present and at earlier times, from every seat's side,
# in the form that programs for pictures want. It shows what everybody may see and no more, reports what it
# can't draw, and a site may have pieces of its own.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
PBEM_DATA=${PBEM_DATA:-$SOURCES}
PBEM_SITE=$E2E/site
export PBEM_DATA PBEM_SITE
"$PBEM" init --address games@example.org >/dev/null || fail "no site"

# size FILE: what it is, how wide and high, by its own bytes.
size()
{
	"$PYTHON" -B - "$1" <<'END'
import struct, sys
data = open(sys.argv[1], "rb").read()
if data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND":
    print("png %d %d" % struct.unpack(">II", data[16:24]), "palette" if data[25] == 3 and b"tRNS" not in data else "other")
elif data[:6] == b"GIF89a" and data[-1:] == b";":
    print("gif %d %d" % struct.unpack("<HH", data[6:10]), data.count(b"!\xf9\x04"))
else:
    print("nothing known")
END
}

show() { "$PBEM" show "$@"; }
is_svg()
{
	if command -v xmllint >/dev/null; then
		xmllint --noout "$1"
	else
		grep -q '^</svg>' "$1"
	fi
}
said() { grep -q -e "$1" "$E2E/err"; }

# ---- every kind of game ----

ab='Anna <anna@example.org>|Bob <bob@example.org>|Cid <cid@example.org>|Dot <dot@example.org>'
while read -r id variant seats first last width height options; do
	(
		IFS='|'
		set -f
		# shellcheck disable=SC2086 # persons
		set -- $(printf '%s' "$ab" | cut -d'|' -f-"$seats")
		unset IFS
		# shellcheck disable=SC2086 # words
		"$PBEM" new "$variant" --id "$id" $options "$@" >/dev/null
	) || fail "no game of $variant"
	for format in svg png gif; do
		for seat in public $first $last; do
			[ "$seat" = public ] && from= || from="--seat $seat"
			# shellcheck disable=SC2086 # words
			check "$variant: $format, $seat" show "$id" $from --format $format --output "$E2E/$id-$seat.$format"
		done
	done
	check "$variant is an SVG" is_svg "$E2E/$id-$last.svg"
	check_same "$variant is a PNG" "png $width $height palette" "$(size "$E2E/$id-public.png")"
	check_same "$variant is a GIF" "gif $width $height 2" "$(size "$E2E/$id-$first.gif")"
	check_not "$variant: another side is another picture" cmp -s "$E2E/$id-$first.png" "$E2E/$id-$last.png"
	check "$variant: and the public one is its first seat's or the north's" test -s "$E2E/$id-public.svg"
done <<'END'
chess chess 2 white black 360 360
nine chess960 2 white black 360 360 --option position=518
three three-player 3 white red 360 360
four four-player 4 white red 360 360
team four-player-team 4 black brown 360 360
king kingdom 4 white red 424 424
teen fourteen 4 red blue 416 416
cards knightmare 2 white black 360 360
END
"$PBEM" new ring --id ring 'Anna <anna@example.org>' 'Bob <bob@example.org>' 'Cid <cid@example.org>' 'Dot <dot@example.org>' >/dev/null
check "a ring, all boards" show ring --format png --output "$E2E/ring.png"
check "a ring, a seat's" show ring --seat b --format svg --output "$E2E/ring-b.svg"
check "a ring is an SVG" is_svg "$E2E/ring-b.svg"
check "of two boards" sh -c "grep -q 'Board 1.*Board 2' '$E2E/ring-b.svg' && ! grep -q 'Board 3' '$E2E/ring-b.svg'"
check "a ring as a film" show ring --format gif --output "$E2E/ring.gif"

# ---- as it stood ----

for move in e2-e4 d7-d5 exd5 Qxd5; do
	case $move in e2-e4 | exd5) seat=white ;; *) seat=black ;; esac
	echo "MOVE $move" | "$PBEM" deliver --no-send --as $seat chess >/dev/null || fail "$move isn't played"
done
check "now" show chess --format svg --output "$E2E/now.svg"
check "then" show chess --ply 1 --format svg --output "$E2E/then.svg"
check "what moved, and took" grep -q 'The last move from d8. The last move to d5. Captured on d5.' "$E2E/now.svg"
check "what moved then" grep -q 'The last move from e2. The last move to e4.</desc>' "$E2E/then.svg"
# For a turn of several moves, all captures: "Kb1, Rxd1", and "-e7, -f6, -g7, dxe3, Qxd3+".
several=$SOURCES/games/archive/peterson.txt
check "one of two moves took" show "$several" --ply 27 --format svg --output "$E2E/one-of-two.svg"
check "which, and where" grep -q 'The last move to b1 d1. Captured on d1. No' "$E2E/one-of-two.svg"
check "both took" show "$several" --ply 31 --format svg --output "$E2E/both.svg"
check "but not where it was paid" grep -q 'The last move to d3 e3. Captured on d3 e3. In check: b1.' "$E2E/both.svg"
check "the film of it all" show chess --format gif --output "$E2E/all.gif"
check "the film until then" show chess --ply 1 --format gif --output "$E2E/some.gif"
check_same "a frame a turn, the array, and the end in front" "gif 360 360 6" "$(size "$E2E/all.gif")"
check_same "as far as was asked" "gif 360 360 3" "$(size "$E2E/some.gif")"
show chess --format png >"$E2E/one.png"
show chess --format png >"$E2E/two.png"
check "the same bytes each time" cmp "$E2E/one.png" "$E2E/two.png"

# ---- a file by itself, and one that is damaged ----

cp "$PBEM_SITE/games/chess/game.txt" "$E2E/copy.txt"
check "a copy" show "$E2E/copy.txt" --format png --output "$E2E/copy.png"
check "is the same picture" cmp "$E2E/copy.png" "$E2E/one.png"
sed 's/e2e4/e2e3/' "$E2E/copy.txt" >"$E2E/edited.txt"
for format in svg png gif; do
	rm -f "$E2E/edited.$format"
	check_not "an edited file" show "$E2E/edited.txt" --format $format --output "$E2E/edited.$format" 2>"$E2E/err"
	check "is named, with the line" said "edited.txt:[0-9]*: "
	check_not "and nothing is drawn" test -e "$E2E/edited.$format"
done

# ---- what everybody may see ----

for format in svg png gif; do
	show cards --format $format --output "$E2E/site.$format"
	(
		cd "$E2E" || exit
		cp "$PBEM_SITE/games/cards/game.txt" public.txt
		show public.txt --format $format --output "public.$format"
	)
	check "hands and piles are in no picture ($format)" cmp "$E2E/site.$format" "$E2E/public.$format"
done

# ---- what it says ----

check_not "no folder" show chess --format png --output "$E2E/nowhere/x.png" 2>"$E2E/err"
check "says so" said "cannot write .*nowhere/x.png: No such file"
check_not "no such format" show chess --format bmp 2>"$E2E/err"
check "says which there are" said "svg, png or gif, not 'bmp'"
if command -v script >/dev/null; then
	script -qec "'$PBEM' show chess --format png" /dev/null >"$E2E/err" 2>&1 </dev/null
	check "no PNG for a terminal" said "a terminal can't show a png"
	script -qec "'$PBEM' show chess --format svg" /dev/null >"$E2E/err" 2>&1 </dev/null
	check "an SVG is text" said "<svg xmlns"
fi

# ---- pieces of the site's own ----

mkdir "$PBEM_SITE/pieces"
cat >"$PBEM_SITE/pieces/pawn.svg" <<'END'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#fff" stroke="#000"/></svg>
END
check_not "an SVG without its PNG" show chess --format png --output "$E2E/own.png" 2>"$E2E/err"
check "is named" said "pieces/pawn.png"
if command -v rsvg-convert >/dev/null; then
	rsvg-convert -w 192 -h 192 -o "$PBEM_SITE/pieces/pawn.png" "$PBEM_SITE/pieces/pawn.svg"
	check "drawn with them" show chess --format png --output "$E2E/own.png"
	check_not "it is another picture" cmp -s "$E2E/own.png" "$E2E/one.png"
	check "a copy elsewhere is drawn with ours" sh -c "'$PBEM' show '$E2E/copy.txt' --format png | cmp - '$E2E/one.png'"
	sed -i 's/<circle/<script>1<\/script><circle/' "$PBEM_SITE/pieces/pawn.svg"
	check_not "what isn't plain" show chess --format svg 2>"$E2E/err"
	check "is named" said "pieces/pawn.svg.*<script> can't be in a piece's SVG"
fi
e2e_end
