/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/image/stroke_font.h"
#include "core/util/base.h"

/*
 * Strokes, separated by spaces. A point is its distance from the left, 0 to 8, and from the top, 0
 * to 9 and then a to k. Capitals end at line g.
 */
static const struct {
	char character;
	const char *strokes;
} glyphs[] = {
	{'A', "0g408g 1a7a"},
	{'B', "0g0050727557 07578a8e6g0g 0757"},
	{'C', "826020020e2g6g8e"},
	{'D', "0g0050838d5g0g"},
	{'E', "80000g8g 0868"},
	{'F', "80000g 0868"},
	{'G', "826020020e2g6g8e8858"},
	{'H', "000g 808g 0888"},
	{'I', "404g 2060 2g6g"},
	{'J', "808d5g3g0d"},
	{'K', "000g 8009 378g"},
	{'L', "000g8g"},
	{'M', "0g0048808g"},
	{'N', "0g008g80"},
	{'O', "20020e2g6g8e826020"},
	{'P', "0g006082876909"},
	{'Q', "20020e2g6g8e826020 5b8g"},
	{'R', "0g006082876909 498g"},
	{'S', "826020020527688a8e6g2g0e"},
	{'T', "0080 404g"},
	{'U', "000d3g5g8d80"},
	{'V', "004g80"},
	{'W', "002g446g80"},
	{'X', "008g 800g"},
	{'Y', "004880 484g"},
	{'Z', "00800g8g"},
	{'0', "30030d3g5g8d835030"},
	{'1', "13404g 1g7g"},
	{'2', "02206082860g8g"},
	{'3', "022060828568488a8e6g2g0e"},
	{'4', "6g600b8b"},
	{'5', "80100757898d6g2g0e"},
	{'6', "725030040d3g5g8d8a57370a"},
	{'7', "00803g"},
	{'8', "371412305072745737 370a0d3g5g8d8a57"},
	{'9', "1e3g5g8c8350300306395986"},
	{'a', "062555777g 7a3a0c0e2g4g7e"},
	{'b', "000g 072565878e6g2g0e"},
	{'c', "876525070e2g6g8e"},
	{'d', "808g 876525070e2g6g8e"},
	{'e', "0a8a876525070e2g6g8e"},
	{'f', "7050333g 0666"},
	{'g', "858i6k2k0j 876525070e2g6g8e"},
	{'h', "000g 082555878g"},
	{'i', "454g 4142"},
	{'j', "555i3k1k 5152"},
	{'k', "000g 750b 3a8g"},
	{'l', "303e5g6g"},
	{'m', "0g05 071535474g 475575878g"},
	{'n', "050g 082555878g"},
	{'o', "25070e2g6g8e876525"},
	{'p', "050k 072565878e6g2g0e"},
	{'q', "858k 876525070e2g6g8e"},
	{'r', "050g 08356576"},
	{'s', "77552507092a6b8c8e6g2g0e"},
	{'t', "303e5g7f 0565"},
	{'u', "050e2g5g8d 858g"},
	{'v', "054g85"},
	{'w', "052g486g85"},
	{'x', "058g 850g"},
	{'y', "054e 852k"},
	{'z', "05850g8g"},
	{'~', "0a28385a6a88"},
	{'\'', "4046"},
	{'=', "0686 0b8b"},
	{'-', "0888"},
	{'@', "20020e2g6g8e826020 36565a3a36"},
	{')', "20646c2g"},
	{'^', "084088"},
	{'_', "0g8g"},
	{'*', "434d 058b 850b"},
	{'+', "434d 0888"},
	{'&', "8g132040530b0d2g4g8a"},
	{'.', "4f4g"},
	{'/', "800g"},
};

static int digit_value(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

unsigned stroke_font_lines(char character, struct glyph_line lines_out[STROKE_FONT_LINES])
{
	const char *at = NULL;
	unsigned count = 0;

	for (size_t i = 0; i < ARRAY_LEN(glyphs); i++)
		if (glyphs[i].character == character)
			at = glyphs[i].strokes;
	for (; at != NULL && at[0] != '\0' && at[2] != '\0' && count < STROKE_FONT_LINES; at += 2) {
		if (at[2] == ' ') {
			at++;
			continue;
		}
		lines_out[count++] = (struct glyph_line){
			8 + 5 * digit_value(at[0]),
			9 + 43 * digit_value(at[1]) / 10,
			8 + 5 * digit_value(at[2]),
			9 + 43 * digit_value(at[3]) / 10,
		};
	}
	return count;
}
