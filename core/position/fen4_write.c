/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "core/position/fen4.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

enum { SEATS = 4 };

static void write_flags(uint8_t flags, struct strbuf *out)
{
	for (unsigned seat = 0; seat < SEATS; seat++)
		strbuf_addf(out, "%c%c", seat == 0 ? '-' : ',', flags >> seat & 1 ? '1' : '0');
}

static uint8_t castling_flags(const struct variant *variant, const struct position *position,
			      bool near)
{
	uint8_t flags = 0;

	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];
		const struct piece *king = position_piece(position, castle->king_from);
		const struct piece *rook = position_piece(position, castle->rook_from);

		if (king != NULL && rook != NULL && !king->moved && !rook->moved &&
		    king->side == castle->side && rook->side == castle->side &&
		    king->type == variant->royal && fen4_is_short(variant, castle) == near)
			flags |= (uint8_t)(1u << castle->side);
	}
	return flags;
}

static void write_extra(const struct variant *variant, const struct position *position,
			struct strbuf *out)
{
	const char *between = "";
	bool any = false;

	for (unsigned side = 0; side < SEATS; side++)
		any |= position->passant[side].over != NO_SQUARE;
	if (!any)
		return;
	strbuf_add(out, "{'enPassant':(");
	for (unsigned side = 0; side < SEATS; side++) {
		strbuf_addf(out, "%s'", between);
		between = ",";
		if (position->passant[side].over != NO_SQUARE) {
			strbuf_addf(out, "%s:%s",
				    board_name(&variant->board, position->passant[side].over).text,
				    board_name(&variant->board, position->passant[side].pawn).text);
		}
		strbuf_add_char(out, '\'');
	}
	strbuf_add(out, ")}-");
}

static void write_rank(const struct variant *variant, const struct position *position,
		       unsigned rank, struct strbuf *out)
{
	unsigned empty = 0, width = variant->board.width;
	const char *between = "";

	for (unsigned file = 0; file <= width; file++) {
		const struct piece *piece =
			file == width ? NULL
				      : position_piece(position, (square)(rank * width + file));

		if (file < width && piece == NULL) {
			empty++;
			continue;
		}
		if (empty > 0) {
			strbuf_addf(out, "%s%u", between, empty);
			between = ",";
		}
		empty = 0;
		if (piece == NULL)
			break;
		strbuf_addf(out, "%s%s%c%c", between,
			    position->in_play >> piece->side & 1 ? "" : "d",
			    fen4_letter(variant, piece->side),
			    variant_type_letter(variant, piece->type));
		between = ",";
	}
}

bool fen4_write(const struct variant *variant, const struct position *position, struct strbuf *out)
{
	unsigned seats = (unsigned)__builtin_popcount(position->in_play);
	unsigned halves = position->quiet * seats +
			  (unsigned)__builtin_popcount(position->round & position->in_play);

	if (!fen4_knows(variant) || position->turn >= SEATS)
		return false;
	for (unsigned side = 0; side < SEATS; side++)
		if (position->controller[side] != NO_SIDE && position->controller[side] != side)
			return false;
	strbuf_addf(out, "%c", toupper((unsigned char)fen4_letter(variant, position->turn)));
	write_flags((uint8_t)(~position->in_play & 0xf), out);
	write_flags(castling_flags(variant, position, true), out);
	write_flags(castling_flags(variant, position, false), out);
	strbuf_addf(out, "-0,0,0,0-%u-", halves);
	write_extra(variant, position, out);
	for (unsigned rank = variant->board.height; rank-- > 0;) {
		write_rank(variant, position, rank, out);
		if (rank > 0)
			strbuf_add_char(out, '/');
	}
	return true;
}
