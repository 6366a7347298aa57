/* SPDX-License-Identifier: MIT */
#include "tests/lib/reply.h"

/* The order survives above each of these heads, and what is below them does not. */
static void expect_heads_to_cut(const char *const heads[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *bare = base_printf(ORDER "\n%s\n\nMOVE a2-a3\n", heads[i]);
		char *spaced = base_printf(ORDER "\n\n%s\nMOVE a2-a3\n", heads[i]);
		char *marked = base_printf("%s\n> MOVE a2-a3\n>\n" ORDER "\n", heads[i]);

		expect_new_text(bare, ORDER);
		expect_new_text(spaced, ORDER);
		expect_new_text(marked, ORDER);
		free(bare);
		free(spaced);
		free(marked);
	}
}

static void heads_of_quotes_in_many_languages_are_cut(void **state)
{
	static const char *const heads[] = {
		"On Mon, May 4, 2026 at 10:05 AM Arbiter <game@example.org> wrote:",
		"On 2026-05-04 10:05, Arbiter wrote:",
		"On 04/05/2026 10:05, Arbiter wrote:",
		"On Mon, 4 May 2026 10:05:33 +0200, Arbiter <game@example.org> said:",
		"Arbiter <game@example.org> writes:",
		"Arbiter <game@example.org> wrote on Mon, 4 May 2026 at 10:05:",
		"---- On Mon, 04 May 2026 10:05:33 +0200 Arbiter <game@example.org> wrote ----",
		"2026-05-04 10:05 GMT+02:00 Arbiter <game@example.org>:",
		"Am Mo., 4. Mai 2026 um 10:05 Uhr schrieb Arbiter <game@example.org>:",
		"Am 04.05.2026 um 10:05 schrieb Arbiter:",
		"Arbiter <game@example.org> schrieb am Mo., 4. Mai 2026, 10:05:",
		"Le lun. 4 mai 2026 à 10:05, Arbiter <game@example.org> a écrit :",
		"Le 04/05/2026 à 10:05, Arbiter a écrit :",
		"El lun, 4 may 2026 a las 10:05, Arbiter (<game@example.org>) escribió:",
		"Em seg., 4 de mai. de 2026 às 10:05, Arbiter <game@example.org> escreveu:",
		"Il giorno lun 4 mag 2026 alle ore 10:05 Arbiter <game@example.org> ha scritto:",
		"Op ma 4 mei 2026 om 10:05 schreef Arbiter <game@example.org>:",
		"Op 4 mei 2026 om 10:05 heeft Arbiter <game@example.org> het volgende geschreven:",
		"Den mån 4 maj 2026 kl 10:05 skrev Arbiter <game@example.org>:",
		"Den man. 4. maj 2026 kl. 10.05 skrev Arbiter <game@example.org>:",
		"ma 4. toukok. 2026 klo 10.05 Arbiter (game@example.org) kirjoitti:",
		"pon., 4 maj 2026 o 10:05 Arbiter <game@example.org> napisał(a):",
		"po 4. 5. 2026 v 10:05 odesílatel Arbiter <game@example.org> napsal:",
		"Arbiter <game@example.org> ezt írta (időpont: 2026. máj. 4., H, 10:05):",
		"În lun., 4 mai 2026 la 10:05, Arbiter <game@example.org> a scris:",
		"Arbiter <game@example.org>, 4 May 2026 Pzt, 10:05 tarihinde şunu yazdı:",
		"Στις Δευ 4 Μαΐ 2026 στις 10:05, ο χρήστης Arbiter <game@example.org> έγραψε:",
		"пн, 4 мая 2026 г. в 10:05, Arbiter <game@example.org>:",
		"04.05.2026 10:05, Arbiter пишет:",
		"понедельник, 4 мая 2026 г. пользователь Arbiter написал:",
		"пн, 4 трав. 2026 р. о 10:05 Arbiter <game@example.org> пише:",
		"在 2026年5月4日，上午10:05，Arbiter <game@example.org> 写道：",
		"Arbiter <game@example.org> 於 2026年5月4日 週一 上午10:05寫道：",
		"2026年5月4日(月) 10:05 Arbiter <game@example.org>:",
		"2026年5月4日 10:05、Arbiter さんは書きました:",
		"2026년 5월 4일 (월) 오전 10:05, Arbiter <game@example.org>님이 작성:",
		"Vào Th 2, 4 thg 5, 2026 vào lúc 10:05 Arbiter <game@example.org> đã viết:",
		"Pada tanggal Sen, 4 Mei 2026 pukul 10.05 Arbiter <game@example.org> menulis:",
		"בתאריך יום ב׳, 4 במאי 2026 ב-10:05 מאת Arbiter <game@example.org>:",
		("في الاثنين، 4 مايو 2026 في 10:05 ص تمت كتابة ما يلي بواسطة Arbiter "
		 "<game@example.org>:"),
	};

	(void)state;
	expect_heads_to_cut(heads, ARRAY_LEN(heads));
}

static void wrapped_heads_are_cut_and_the_order_above_stays(void **state)
{
	static const char *const heads[] = {
		"On Mon, May 4, 2026 at 10:05 AM The Arbiter of Games <game@example.org>\nwrote:",
		"On Mon, May 4, 2026 at 10:05 AM The Arbiter of Games <\ngame@example.org> wrote:",
		"Le lun. 4 mai 2026 à 10:05, \"The Arbiter\"\n<game@example.org>\na écrit :",
		("Op 4 mei 2026 10:05 schreef \"The Arbiter of Games\" <game@example.org> het\n"
		 "volgende geschreven:"),
		("The Arbiter of Games <game@example.org> schrieb am Mo., 4.\nMai 2026 um 10:05 "
		 "Uhr:"),
		"Am 04.05.2026 10:05 schrieb \"The Arbiter\" <game@example.org\n>:",
		("4 мая 2026 г. 10:05 пользователь \"The Arbiter of Games\" <\ngame@example.org> "
		 "написал:"),
		"Em 4 de maio de 2026 10:05, arbiter <\ngame@example.org> escreveu:",
		"On May 4, 2026,\nat 10:05,\nArbiter <game@example.org> wrote:",
		"On Mon, 4 May 2026 10:05:00 +0200\nArbiter <game@example.org> wrote:",
		("On Mon, 4 May 2026 at 10:05 Arbiter\n\n<\nmailto:Arbiter <game@example.org>\n> "
		 "wrote:"),
	};

	(void)state;
	expect_heads_to_cut(heads, ARRAY_LEN(heads));
}

static void original_and_forwarded_heads_are_cut(void **state)
{
	static const char *const heads[] = {
		"-----Original Message-----",
		"-------- Original message --------",
		"*-------- Original Message --------*",
		"-----Ursprüngliche Nachricht-----",
		"-------- Weitergeleitete Nachricht --------",
		"-----Message d'origine-----",
		"-----Mensaje original-----",
		"-----Mensagem original-----",
		"-----Messaggio originale-----",
		"-----Oorspronkelijk bericht-----",
		"-----Ursprungligt meddelande-----",
		"-----Alkuperäinen viesti-----",
		"-----Wiadomość oryginalna-----",
		"-------- Исходное сообщение --------",
		"------------------ 原始邮件 ------------------",
		"-----元のメッセージ-----",
		"---------- Forwarded message ---------",
		"Begin forwarded message:",
		"Anfang der weitergeleiteten Nachricht:",
		"Début du message réexpédié :",
		("________________________________\nFrom: A <a@example.org>\nSent: today\nTo: "
		 "B\nSubject: C"),
	};

	(void)state;
	expect_heads_to_cut(heads, ARRAY_LEN(heads));
}

static void blocks_of_fields_in_many_languages_are_cut(void **state)
{
	static const char *const heads[] = {
		("From: Arbiter <game@example.org>\nSent: Monday, 4 May 2026 10:05\nTo: "
		 "P\nSubject: "
		 "Turn"),
		"*From:* Arbiter\n*Sent:* 2026-05-04\n*To:* p@example.org\n*Subject:* Turn",
		"From: Arbiter\n\nSent: Monday\n\nTo: P\n\nSubject: Turn",
		("From: Arbiter\nDate: Monday\nSubject: A subject that goes\non in a second "
		 "line\nTo: P"),
		"Von: Arbiter\nGesendet: Montag, 4. Mai 2026 10:05\nAn: P\nBetreff: Zug",
		"Gesendet: Montag, 04. Mai 2026 um 10:05 Uhr\nVon: Arbiter\nAn: P\nBetreff: Zug",
		"De : Arbiter\nEnvoyé : lundi 4 mai 2026 10:05\nÀ : P\nObjet : Coup",
		"De: Arbiter\nEnviado: lunes, 4 de mayo de 2026\nPara: P\nAsunto: Jugada",
		"De: Arbiter\nEnviada em: segunda-feira\nPara: P\nAssunto: Lance",
		"Da: Arbiter\nInviato: lunedì 4 maggio 2026\nA: P\nOggetto: Mossa",
		"Van: Arbiter\nVerzonden: maandag 4 mei 2026\nAan: P\nOnderwerp: Zet",
		"Från: Arbiter\nSkickat: den 4 maj 2026\nTill: P\nÄmne: Drag",
		"Fra: Arbiter\nSendt: 4. maj 2026\nTil: P\nEmne: Træk",
		"Lähettäjä: Arbiter\nLähetetty: maanantai\nVastaanottaja: P\nAihe: Siirto",
		"Od: Arbiter\nWysłano: poniedziałek\nDo: P\nTemat: Ruch",
		"Od: Arbiter\nOdesláno: pondělí\nKomu: P\nPředmět: Tah",
		"От: Arbiter\nОтправлено: 4 мая 2026 г.\nКому: P\nТема: Ход",
		"发件人: Arbiter\n发送时间: 2026年5月4日\n收件人: P\n主题: 棋",
		"差出人: Arbiter\n送信日時: 2026年5月4日\n宛先: P\n件名: 手",
		"보낸 사람: Arbiter\n보낸 날짜: 2026년\n받는 사람: P\n제목: 수",
	};

	(void)state;
	expect_heads_to_cut(heads, ARRAY_LEN(heads));
}

/* The headers that these programs put above quotes without marks. */
static const char *const unmarked_heads[] = {
	"Wiadomość napisana przez Arbiter <game@example.org> w dniu 4 maj 2026, o godz. 10:05:",
	("Wiadomość napisana przez The Arbiter of all the Games there are\n"
	 "<game@example.org> w dniu 4 maj 2026, o godz. 10:05:"),
	"Missatge de Arbiter <game@example.org> del dia dl., 4 de maig 2026 a les 10:05:",
	"El 4 maig 2026, a les 10:05, Arbiter <game@example.org> va escriure:",
	"4 May 2026, 10:05 by game@example.org:",
	"04.05.2026, 10:05 von game@example.org:",
	"Am 04.05.26 um 10:05 schrieb Arbiter <game@example.org>",
	"Am 04.05.26 um 10:05 schrieb game@example.org",
	"04.05.2026, 10:05, \"Arbiter\" <game@example.org>",
	"04.05.2026, 10:05, Arbiter (game@example.org)",
	"game@example.org wrote:",
	"Arbiter (game@example.org) a écrit :",
	"**Von:** Arbiter <game@example.org>\n**Gesendet:** Montag, 4. Mai 2026 10:05",
	"**Von:** Arbiter\n**Gesendet:** Montag, 4. Mai 2026 10:05\n**An:** Bob\n**Betreff:** Zug",
	"From: Arbiter <game@example.org>\nDate: Mon, 4 May 2026 10:05",
	"From: game@example.org\nTo: bob@example.net",
	"Den 4. mai 2026 10:05, skrev Arbiter:",
	"Le 4 mai 2026 à 10:05, Arbiter <game@example.org> a écrit",
	"Dňa 4. 5. 2026 o 10:05 používateľ Arbiter <game@example.org> napísal:",
	"2026. máj. 4. dátummal, 10:05 időpontban Arbiter <game@example.org> írta:",
	"Arbiter <game@example.org> şunları yazdı (4 May 2026 10:05):",
	"Às 10:05 de 04/05/2026, Arbiter escreveu:",
	"2026/05/04 10:05、Arbiter <game@example.org>のメール:",
	"2026. 5. 4. 오전 10:05, Arbiter <game@example.org> 작성:",
	"-------- Treść oryginalnej wiadomości --------",
	"-------- İletilen İleti --------",
	"Početak proslijeđene poruke:",
};

/* In a language nobody here knows: believed only where no order stands above them. */
static const char *const likely_heads[] = {
	"Arbiter <game@example.org> zxqv 4 qwert 2026 hhmm 10:05 bnm",
	"Zxqv 2026-05-04 bnm game@example.org",
	"Zxqv: game@example.org / 4.5.2026",
	"Arbiter <game@example.org>\n4 Qwert 2026 10:05",
	"4 Qwert 2026 10:05\ngame@example.org",
	"Mon, 4 Qwert, 10:05 Arbiter <game@example.org>",
	"From: Arbiter\nSubject: Your move",
	"Von: game@example.org",
};

static void expect_nothing_new(const char *above, const char *head, const char *expected)
{
	char *body = base_printf("%s%s\n\nMOVE a2-a3\n\n" MARK "Board\n", above, head);
	char *why, *text = strip_quotes_new_text(body, MOST, &why);

	assert_string_equal(text, expected);
	if (why == NULL || strstr(why, "looks like an older letter") == NULL)
		fail_msg("%s: %s", head, why != NULL ? why : "no reason");
	free(text);
	free(why);
	free(body);
}

static void ones_own_older_order_below_a_head_never_plays(void **state)
{
	(void)state;
	expect_heads_to_cut(unmarked_heads, ARRAY_LEN(unmarked_heads));
	for (size_t i = 0; i < ARRAY_LEN(unmarked_heads); i++) {
		expect_nothing_new("", unmarked_heads[i], "");
		expect_nothing_new("\n\nSent from my phone\n\n", unmarked_heads[i], "");
		expect_nothing_new("Hello there!\n\n", unmarked_heads[i], "Hello there!");
	}
	for (size_t i = 0; i < ARRAY_LEN(likely_heads); i++) {
		expect_nothing_new("", likely_heads[i], "");
		expect_nothing_new("Hello there!\n\n", likely_heads[i], "Hello there!");
	}
}

/* Below an order it could be what the player has to say: it is kept, and with a further order below
 * nobody knows which are meant. */
static void what_only_looks_like_a_head_takes_no_order_below_another(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(likely_heads); i++) {
		char *chat = base_printf(ORDER "\n%s\nBye", likely_heads[i]);
		char *body = base_printf(ORDER "\n%s\nDRAW", likely_heads[i]);
		char *marked = base_printf(ORDER "\n\n%s\n> " MARK "> x\n", likely_heads[i]);
		char *why;

		expect_new_text(chat, chat);
		expect_new_text(marked, ORDER);
		free(strip_quotes_new_text(body, MOST, &why));
		if (why == NULL || strstr(why, "both above and below") == NULL)
			fail_msg("%s: %s", likely_heads[i], why != NULL ? why : "no reason");
		free(why);
		free(chat);
		free(body);
		free(marked);
	}
}

/* Sentences a player may write between orders: none of them may take the order below with it. */
static void what_a_player_says_of_dates_and_addresses_loses_no_order(void **state)
{
	static const char *const sentences[] = {
		"On 4 May 2026 I wrote to Bob <bob@example.net>",
		"On 4 May 2026 Bob <bob@example.net> wrote to me that he is ill.",
		"Write to bob@example.net from 4.5.2026 on",
		"From: now on I am faster",
		"I wrote to <bob@example.net> at 10:05, did you see it?",
		"Until 4 May 2026 I read mail at 10:05 only",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(sentences); i++) {
		char *body = base_printf(ORDER "\n%s\nDRAW", sentences[i]);
		char *why, *text = strip_quotes_new_text(body, MOST, &why);

		if (why == NULL && strcmp(text, body) != 0)
			fail_msg("\"%s\" leaves \"%s\"", body, text);
		free(text);
		free(why);
		free(body);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_of_quotes_in_many_languages_are_cut),
		cmocka_unit_test(wrapped_heads_are_cut_and_the_order_above_stays),
		cmocka_unit_test(original_and_forwarded_heads_are_cut),
		cmocka_unit_test(blocks_of_fields_in_many_languages_are_cut),
		cmocka_unit_test(ones_own_older_order_below_a_head_never_plays),
		cmocka_unit_test(what_only_looks_like_a_head_takes_no_order_below_another),
		cmocka_unit_test(what_a_player_says_of_dates_and_addresses_loses_no_order),
	};

	return cmocka_run_group_tests_name("reply_heads", tests, NULL, NULL);
}
