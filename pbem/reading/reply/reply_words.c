/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/base.h"
#include "pbem/reading/reply/reply_words.h"

enum {
	ADVERTISEMENT_MAX = 160, /* bytes; no program's own line is longer */
	FIELD_NAME_MAX = 48,
};

/* Only what stands right before the colon, or as a word in the midst of a dated line. */
/* clang-format off */
static const char *const verbs[] = {
	"wrote", "writes", "said", "schrieb", "schrieben", "hat geschrieben", "geschrieben",
	"a écrit", "écrivait", "ecrit", "escribió", "escribio", "va escriure", "escreveu",
	"ha scritto", "scrive", "scrisse", "schreef", "geschreven", "skrev", "skreiv", "skrifaði",
	"kirjoitti", "kirjutas", "napisał(a)", "napisał", "napisała", "pisze", "napsal(a)",
	"napsal", "napsala", "napísal(a)", "napísal", "napísala", "napisao je", "napisala je",
	"je napisao/la", "je napisao", "je napisala", "je napisal/a", "je napisal",
	"је написао/ла", "написао/ла је", "написао је", "написал(а)", "написал", "написала",
	"пишет", "писал(а)", "писал", "писала", "написав(ла)", "написав", "написала(в)", "пише",
	"писав", "написа", "напісаў", "írta", "ezt írta", "a scris", "shkroi", "yazdı",
	"şunu yazdı", "yazmış", "έγραψε", "rakstīja", "rašė", "parašė", "skribis", "đã viết",
	"menulis", "เขียนว่า", "ने लिखा", "כתב/ה", "כתב", "כתבה", "كتب", "كتبت", "نوشت", "写道",
	"寫道", "写到", "さんは書きました", "は書きました", "が書きました", "のメール",
	"のメッセージ", "님이 작성", "님이 작성함", "작성", "님의 말", "님이 쓴 글", "쓴 글",
	"작성한 메시지", "sent", "nous a dit", "schrieben Sie", "ha escrit", "va escriure",
	"ha enviat", "escribiu", "ha escrito", "piše", "napisao/la je", "je napisal(a)", "je pisal",
	"idatzi zuen", "het volgende geschreven", "følgende", "följande", "skrifaði",
	"napisał(a) tak", "napisał/a", "napsal/a", "написал/а", "написав(-ла)", "написала/в",
	"напісаў(-ла)", "написа на", "a trimis", "şunları yazdı", "写于", "撰写", "寫於",
	"さんが書きました", "さんからのメール", "נכתב על ידי", "כתב/ה:", "كتب/كتبت", "เขียนเมื่อ",
	"Wiadomość napisana przez", "Missatge de", "Mensaje de", "Messaggio di", "Nachricht von",
	"Message de la part de", "Bericht van",
};
/* clang-format on */

/* How heads begin that have the writer first and no verb that ends them. */
/* clang-format off */
static const char *const head_starts[] = {
	"Wiadomość napisana przez", "Missatge de", "Mensaje de", "Messaggio di", "Nachricht von",
	"Message de la part de", "Bericht van", "Ο/Η", "Ο χρήστης", "Пользователь",
	"Користувач", "Používateľ", "Uživatel", "Użytkownik",
};
/* clang-format on */

/* Followed by a digit or a weekday; enough to tie a wrapped head together. */
static const char *const date_starts[] = {
	"On",  "At",	 "Am",	   "Le",     "El",   "Il",   "Il giorno", "In data", "Op",
	"Den", "Em",	 "No dia", "W dniu", "Dnia", "Dne",  "Dňa",	  "Dana",    "La",
	"În",  "Pe",	 "Data",   "Στις",   "На",   "У",    "Vào",	  "Pada",    "Pada tanggal",
	"A",   "El dia", "O",	   "Þann",   "Às",   "Dana", "Lúc",	  "على",     "在",
	"於",  "于",	 "เมื่อ",	   "בתאריך", "ב-",   "في",   "بتاريخ",
};

/* Between dashes: "-----Original Message-----". */
/* clang-format off */
static const char *const originals[] = {
	"Original Message", "Original message", "Original-Nachricht", "Ursprüngliche Nachricht",
	"Originalnachricht", "Original Mail", "Original Email", "Original e-mail",
	"Forwarded Message", "Forwarded message", "Forwarded by", "Forwarded mail",
	"Weitergeleitete Nachricht", "Weitergeleitete Mail", "Ursprungsnachricht",
	"Message d'origine", "Message d’origine", "Message original", "Message initial",
	"Message transféré", "Message transmis", "E-mail d'origine", "Courriel original",
	"Mensaje original", "Mensaje reenviado", "Correo original", "Missatge original",
	"Missatge reenviat", "Mensagem original", "Mensagem Original", "Mensagem encaminhada",
	"Mensagem reencaminhada", "Messaggio originale", "Messaggio Originale",
	"Messaggio inoltrato", "Messaggio inviato", "Oorspronkelijk bericht", "Origineel bericht",
	"Doorgestuurd bericht", "Ursprungligt meddelande", "Originalmeddelande",
	"Vidarebefordrat meddelande", "Oprindelig meddelelse", "Original meddelelse",
	"Videresendt meddelelse", "Oprindelig besked", "Opprinnelig melding",
	"Videresendt melding", "Alkuperäinen viesti", "Välitetty viesti",
	"Edelleenlähetetty viesti", "Wiadomość oryginalna", "Oryginalna wiadomość",
	"Wiadomość przekazana", "Przekazana wiadomość", "Treść przekazanej wiadomości",
	"Původní zpráva", "Původní e-mail", "Přeposlaná zpráva", "Pôvodná správa",
	"Preposlaná správa", "Izvorna poruka", "Proslijeđena poruka", "Izvorno sporočilo",
	"Originalna poruka", "Eredeti üzenet", "Továbbított üzenet", "Mesaj original",
	"Mesajul original", "Mesaj redirecționat", "Özgün İleti", "Orijinal Mesaj",
	"Orijinal İleti", "Yönlendirilmiş ileti", "İletilen mesaj", "Исходное сообщение",
	"Исходное письмо", "Оригинальное сообщение", "Пересылаемое сообщение",
	"Пересланное сообщение", "Перенаправленное сообщение", "Конец пересылаемого сообщения",
	"Оригінальне повідомлення", "Вихідне повідомлення", "Переслане повідомлення",
	"Оригинално съобщение", "Препратено съобщение", "Αρχικό μήνυμα", "Προωθημένο μήνυμα",
	"Algne kiri", "Sākotnējais ziņojums", "Originalus laiškas", "Tin nhắn gốc", "Thư gốc",
	"Pesan asli", "Pesan terusan", "ข้อความต้นฉบับ", "הודעה מקורית", "הודעה שהועברה",
	"الرسالة الأصلية", "رسالة معاد توجيهها", "پیام اصلی", "原始邮件", "邮件原件",
	"转发的邮件", "轉寄的郵件", "原始郵件", "原始信件", "转发邮件信息", "转发邮件", "原邮件",
	"元のメッセージ", "転送メッセージ", "転送されたメッセージ", "Forwarded Message Follows",
	"원본 메시지", "원본 메일", "전달된 메시지", "Reply message", "Reply Message",
	"Antwort Nachricht", "Treść oryginalnej wiadomości", "Treść przekazanej wiadomości",
	"Pôvodná správa --- Original Message", "Preposlaná správa --- Forwarded Message",
	"Alkuperäinen viesti / Orig.Msg.", "Välitetty viesti / Fwd.Msg", "Opphavleg melding",
	"Vidaresend melding", "İletilen İleti", "İletilmiş Mesaj", "原始消息", "转发的消息",
	"轉寄郵件", "Оригинално писмо", "Препратено писмо", "Початкове повідомлення",
	"Перенаправлене повідомлення", "Izvirno sporočilo", "Posredovano sporočilo",
	"Persiųstas laiškas", "Sākotnējā vēstule", "Pārsūtītā vēstule", "Edastatud kiri",
	"Upprunalegur póstur", "Áframsendur póstur", "Mensaxe orixinal", "Mensaxe reenviada",
	"Jatorrizko mezua", "Birbidalitako mezua", "الرسالة الأصليَّة", "رسالة ممرّرة",
	"Tin nhắn đã được chuyển tiếp", "Pesan Diteruskan", "Reply", "Ursprungligt mejl",
	"Ursprungligt brev", "Originele bericht", "Oorspronkelijke mail", "Oorspronkelijke e-mail",
	"Mail original", "E-mail original", "Message reçu", "Messaggio ricevuto", "Mesaj iletildi",
	"Původní mail", "Eredeti levél", "Eredeti e-mail", "Továbbított levél", "원본메일",
	"원본 이메일", "元のメール", "转发邮件内容", "회신 메시지",
};
/* clang-format on */

/* Alone on a line, with a colon (Apple Mail's forward). */
/* clang-format off */
static const char *const forwards[] = {
	"Begin forwarded message", "Begin Forwarded Message",
	"Anfang der weitergeleiteten Nachricht", "Anfang der weitergeleiteten E-Mail",
	"Début du message réexpédié", "Début du message transféré",
	"Inicio del mensaje reenviado", "Inizio messaggio inoltrato",
	"Begin doorgestuurd bericht", "Vidarebefordrat brev", "Vidarebefordrat mejl",
	"Start på videresendt besked", "Start på videresendt e-mail",
	"Start på videresendt melding", "Videresendt melding", "Início da mensagem reencaminhada",
	"Início da mensagem encaminhada", "Začátek přeposílané zprávy",
	"Začiatok preposlanej správy", "Początek przekazywanej wiadomości",
	"Početak proslijeđene poruke", "Továbbított levél kezdete",
	"Începutul mesajului redirecționat", "İleti başlangıcı",
	"Начало переадресованного письма", "Начало переадресованного сообщения",
	"Початок переадресованого повідомлення", "Αρχή προωθημένου μηνύματος",
	"Välitetty viesti alkaa", "Välitetty viesti", "下面是被转发的邮件", "以下是被转发的邮件",
	"開始轉寄郵件", "以下為轉寄的郵件", "転送されたメッセージ", "전달된 메시지 시작",
	"Mulai pesan terusan", "Bắt đầu tin nhắn được chuyển tiếp", "Inici del missatge reenviat",
	"Započni proslijeđenu poruku", "Începe mesajul redirecționat",
	"Начало переадресованного сообщения", "Початок листа, що пересилається",
	"Anfang der weitergeleiteten Mail", "Vidarebefordrat meddelande", "İletilen mesajın başı",
	"Forwarded message", "Forwarded message follows",
};
/* clang-format on */

struct field_name {
	const char *name;
	enum head_field field;
};

/* clang-format off */
static const struct field_name fields[] = {
	{ "From", FIELD_FROM }, { "Von", FIELD_FROM }, { "De", FIELD_FROM }, { "Da", FIELD_FROM },
	{ "Mittente", FIELD_FROM }, { "Van", FIELD_FROM }, { "Från", FIELD_FROM },
	{ "Fra", FIELD_FROM }, { "Lähettäjä", FIELD_FROM }, { "Od", FIELD_FROM },
	{ "Nadawca", FIELD_FROM }, { "Odesílatel", FIELD_FROM }, { "Odosielateľ", FIELD_FROM },
	{ "Feladó", FIELD_FROM }, { "De la", FIELD_FROM }, { "Expediteur", FIELD_FROM },
	{ "Expéditeur", FIELD_FROM }, { "Absender", FIELD_FROM }, { "Remitente", FIELD_FROM },
	{ "Remetente", FIELD_FROM }, { "Kimden", FIELD_FROM }, { "Gönderen", FIELD_FROM },
	{ "От", FIELD_FROM }, { "От кого", FIELD_FROM }, { "Від", FIELD_FROM },
	{ "Від кого", FIELD_FROM }, { "Из", FIELD_FROM }, { "Από", FIELD_FROM },
	{ "Saatja", FIELD_FROM }, { "No", FIELD_FROM }, { "Nuo", FIELD_FROM },
	{ "Frá", FIELD_FROM }, { "Pošiljatelj", FIELD_FROM }, { "Šalje", FIELD_FROM },
	{ "Dari", FIELD_FROM }, { "Từ", FIELD_FROM }, { "จาก", FIELD_FROM },
	{ "מאת", FIELD_FROM }, { "من", FIELD_FROM }, { "از", FIELD_FROM },
	{ "发件人", FIELD_FROM }, { "寄件者", FIELD_FROM }, { "寄件人", FIELD_FROM },
	{ "差出人", FIELD_FROM }, { "送信元", FIELD_FROM }, { "보낸 사람", FIELD_FROM },
	{ "보낸사람", FIELD_FROM }, { "Sent", FIELD_DATE }, { "Date", FIELD_DATE },
	{ "Sent on", FIELD_DATE }, { "Sent at", FIELD_DATE }, { "Gesendet", FIELD_DATE },
	{ "Gesendet am", FIELD_DATE }, { "Datum", FIELD_DATE }, { "Envoyé", FIELD_DATE },
	{ "Envoyé le", FIELD_DATE }, { "Enviado", FIELD_DATE }, { "Enviado el", FIELD_DATE },
	{ "Enviado em", FIELD_DATE }, { "Enviada em", FIELD_DATE }, { "Enviada", FIELD_DATE },
	{ "Enviat", FIELD_DATE }, { "Fecha", FIELD_DATE }, { "Data", FIELD_DATE },
	{ "Inviato", FIELD_DATE }, { "Inviato il", FIELD_DATE }, { "Verzonden", FIELD_DATE },
	{ "Skickat", FIELD_DATE }, { "Sendt", FIELD_DATE }, { "Dato", FIELD_DATE },
	{ "Lähetetty", FIELD_DATE }, { "Päivämäärä", FIELD_DATE }, { "Päiväys", FIELD_DATE },
	{ "Wysłano", FIELD_DATE }, { "Wysłane", FIELD_DATE }, { "Wysłany", FIELD_DATE },
	{ "Odesláno", FIELD_DATE }, { "Dátum", FIELD_DATE }, { "Odoslané", FIELD_DATE },
	{ "Elküldve", FIELD_DATE }, { "Küldve", FIELD_DATE }, { "Trimis", FIELD_DATE },
	{ "Trimis la", FIELD_DATE }, { "Gönderildi", FIELD_DATE }, { "Tarih", FIELD_DATE },
	{ "Gönderme", FIELD_DATE }, { "Дата", FIELD_DATE }, { "Отправлено", FIELD_DATE },
	{ "Отправлен", FIELD_DATE }, { "Надіслано", FIELD_DATE }, { "Изпратено", FIELD_DATE },
	{ "Ημερομηνία", FIELD_DATE }, { "Στάλθηκε", FIELD_DATE }, { "Saadetud", FIELD_DATE },
	{ "Kuupäev", FIELD_DATE }, { "Nosūtīts", FIELD_DATE }, { "Išsiųsta", FIELD_DATE },
	{ "Sent Date", FIELD_DATE }, { "Poslano", FIELD_DATE }, { "Dikirim", FIELD_DATE },
	{ "Tanggal", FIELD_DATE }, { "Đã gửi", FIELD_DATE }, { "Ngày", FIELD_DATE },
	{ "ส่ง", FIELD_DATE }, { "วันที่", FIELD_DATE }, { "נשלח", FIELD_DATE },
	{ "תאריך", FIELD_DATE }, { "تم الإرسال", FIELD_DATE }, { "التاريخ", FIELD_DATE },
	{ "تاریخ", FIELD_DATE }, { "发送时间", FIELD_DATE }, { "发送日期", FIELD_DATE },
	{ "日期", FIELD_DATE }, { "寄件日期", FIELD_DATE }, { "傳送時間", FIELD_DATE },
	{ "已傳送", FIELD_DATE }, { "送信日時", FIELD_DATE }, { "送信日", FIELD_DATE },
	{ "日時", FIELD_DATE }, { "日付", FIELD_DATE }, { "보낸 날짜", FIELD_DATE },
	{ "보냄", FIELD_DATE }, { "날짜", FIELD_DATE }, { "보낸날짜", FIELD_DATE },
	{ "To", FIELD_TO }, { "An", FIELD_TO }, { "À", FIELD_TO }, { "A", FIELD_TO },
	{ "Para", FIELD_TO }, { "Per", FIELD_TO }, { "Aan", FIELD_TO }, { "Till", FIELD_TO },
	{ "Til", FIELD_TO }, { "Vastaanottaja", FIELD_TO }, { "Do", FIELD_TO },
	{ "Komu", FIELD_TO }, { "Címzett", FIELD_TO }, { "Către", FIELD_TO },
	{ "Catre", FIELD_TO }, { "Kime", FIELD_TO }, { "Alıcı", FIELD_TO }, { "Кому", FIELD_TO },
	{ "До", FIELD_TO }, { "Προς", FIELD_TO }, { "Adressaat", FIELD_TO },
	{ "Kellele", FIELD_TO }, { "Kam", FIELD_TO }, { "Kom", FIELD_TO }, { "Prima", FIELD_TO },
	{ "Za", FIELD_TO }, { "Destinatario", FIELD_TO }, { "Destinatário", FIELD_TO },
	{ "Destinataire", FIELD_TO }, { "Empfänger", FIELD_TO }, { "Kepada", FIELD_TO },
	{ "Đến", FIELD_TO }, { "Tới", FIELD_TO }, { "ถึง", FIELD_TO }, { "אל", FIELD_TO },
	{ "إلى", FIELD_TO }, { "به", FIELD_TO }, { "收件人", FIELD_TO }, { "收件者", FIELD_TO },
	{ "宛先", FIELD_TO }, { "받는 사람", FIELD_TO }, { "받는사람", FIELD_TO },
	{ "Subject", FIELD_SUBJECT }, { "Betreff", FIELD_SUBJECT }, { "Objet", FIELD_SUBJECT },
	{ "Sujet", FIELD_SUBJECT }, { "Asunto", FIELD_SUBJECT }, { "Assunto", FIELD_SUBJECT },
	{ "Assumpte", FIELD_SUBJECT }, { "Oggetto", FIELD_SUBJECT },
	{ "Onderwerp", FIELD_SUBJECT }, { "Ämne", FIELD_SUBJECT }, { "Emne", FIELD_SUBJECT },
	{ "Aihe", FIELD_SUBJECT }, { "Otsikko", FIELD_SUBJECT }, { "Temat", FIELD_SUBJECT },
	{ "Předmět", FIELD_SUBJECT }, { "Predmet", FIELD_SUBJECT }, { "Tárgy", FIELD_SUBJECT },
	{ "Subiect", FIELD_SUBJECT }, { "Konu", FIELD_SUBJECT }, { "Тема", FIELD_SUBJECT },
	{ "Относно", FIELD_SUBJECT }, { "Θέμα", FIELD_SUBJECT }, { "Teema", FIELD_SUBJECT },
	{ "Tēma", FIELD_SUBJECT }, { "Tema", FIELD_SUBJECT }, { "Efni", FIELD_SUBJECT },
	{ "Zadeva", FIELD_SUBJECT }, { "Perihal", FIELD_SUBJECT }, { "Subjek", FIELD_SUBJECT },
	{ "Chủ đề", FIELD_SUBJECT }, { "เรื่อง", FIELD_SUBJECT }, { "נושא", FIELD_SUBJECT },
	{ "הנדון", FIELD_SUBJECT }, { "الموضوع", FIELD_SUBJECT }, { "موضوع", FIELD_SUBJECT },
	{ "主题", FIELD_SUBJECT }, { "主旨", FIELD_SUBJECT }, { "主題", FIELD_SUBJECT },
	{ "件名", FIELD_SUBJECT }, { "제목", FIELD_SUBJECT }, { "Cc", FIELD_OTHER },
	{ "Bcc", FIELD_OTHER }, { "Reply-To", FIELD_OTHER }, { "Reply To", FIELD_OTHER },
	{ "Importance", FIELD_OTHER }, { "Attachments", FIELD_OTHER },
	{ "Risposta", FIELD_OTHER }, { "Répondre à", FIELD_OTHER }, { "Antwort an", FIELD_OTHER },
	{ "Kopie", FIELD_OTHER }, { "Kopia", FIELD_OTHER }, { "Copie à", FIELD_OTHER },
	{ "CC", FIELD_OTHER }, { "Копия", FIELD_OTHER }, { "抄送", FIELD_OTHER },
	{ "副本", FIELD_OTHER }, { "참조", FIELD_OTHER },
	{ "Expeditorul", FIELD_FROM }, { "Отправитель", FIELD_FROM }, { "Відправник", FIELD_FROM },
	{ "Αποστολέας", FIELD_FROM }, { "Remitent", FIELD_FROM }, { "Afsender", FIELD_FROM },
	{ "Avsender", FIELD_FROM }, { "Avsändare", FIELD_FROM }, { "Afzender", FIELD_FROM },
	{ "Подател", FIELD_FROM }, { "보낸이", FIELD_FROM },
	{ "发送人", FIELD_FROM }, { "送信者", FIELD_FROM },
	{ "Enviado por", FIELD_FROM }, { "Sender", FIELD_FROM },
	{ "Data wysłania", FIELD_DATE }, { "Data trimiterii", FIELD_DATE }, { "Dată", FIELD_DATE },
	{ "Trimis pe", FIELD_DATE }, { "Время", FIELD_DATE }, { "Дата отправки", FIELD_DATE },
	{ "Enviat el", FIELD_DATE }, { "Date d'envoi", FIELD_DATE }, { "Tarih/Saat", FIELD_DATE },
	{ "Gönderilen", FIELD_DATE }, { "Gönderme Tarihi", FIELD_DATE },
	{ "Αποστολή", FIELD_DATE }, { "Data/Ora", FIELD_DATE }, { "Verzonden op", FIELD_DATE },
	{ "Skickades", FIELD_DATE }, { "Sendt den", FIELD_DATE }, { "Sänt", FIELD_DATE },
	{ "Datum odeslání", FIELD_DATE }, { "Odesláno dne", FIELD_DATE }, { "Dátum odoslania", FIELD_DATE },
	{ "时间", FIELD_DATE }, { "發送日期", FIELD_DATE }, { "寄件時間", FIELD_DATE },
	{ "Received", FIELD_DATE }, { "Heure", FIELD_DATE }, { "Enviados", FIELD_DATE },
	{ "Destinatarul", FIELD_TO }, { "Pre", FIELD_TO }, { "Pour", FIELD_TO },
	{ "Adresat", FIELD_TO }, { "Odbiorca", FIELD_TO }, { "Ontvanger", FIELD_TO },
	{ "Mottagare", FIELD_TO }, { "Modtager", FIELD_TO }, { "Mottaker", FIELD_TO },
	{ "Příjemce", FIELD_TO }, { "Per a", FIELD_TO }, { "Получатель", FIELD_TO },
	{ "Παραλήπτης", FIELD_TO }, { "Alıcılar", FIELD_TO }, { "받은 사람", FIELD_TO },
	{ "Subiectul", FIELD_SUBJECT }, { "Naslov", FIELD_SUBJECT }, { "标题", FIELD_SUBJECT },
	{ "Rubrik", FIELD_SUBJECT },
};
/* clang-format on */

/* How a program's own line begins... */
/* clang-format off */
static const char *const advertisement_starts[] = {
	"Sent from ", "Sent via ", "Sent with ", "Sent using ", "Sent by ", "Sent on the go ",
	"Sent on my ", "Sent through ", "From my ", "Get Outlook for ", "Get [Outlook for ",
	"Get the Outlook app", "Composed on my ", "Written from ", "Typed on my ",
	"Gesendet von ", "Gesendet mit ", "Gesendet über ", "Gesendet aus ", "Von meinem ",
	"Von unterwegs gesendet", "Diese Nachricht wurde von mein", "Diese E-Mail wurde von mein",
	"Mit freundlichen Grüßen von meinem ", "Holen Sie sich Outlook für ", "Outlook für ",
	"Envoyé de mon ", "Envoyé de ma ", "Envoyé depuis ", "Envoyé à partir d", "Envoyé avec ",
	"Envoyé via ", "Envoyé de mon", "Obtenez Outlook pour ", "Télécharger Outlook pour ",
	"Enviado desde ", "Enviado de ", "Enviado do ", "Enviado a partir d", "Enviado por ",
	"Enviado via ", "Enviado com ", "Enviat des de", "Obtener Outlook para ",
	"Obter o Outlook para ", "Inviato da ", "Inviato dal ", "Inviato con ",
	"Inviato tramite ", "Ottieni Outlook per ", "Scarica Outlook per ", "Verzonden vanaf ",
	"Verzonden met ", "Verzonden via ", "Verstuurd vanaf ", "Verstuurd met ", "Outlook voor ",
	"Download Outlook voor ", "Skickat från ", "Skickades från ", "Skickat med ",
	"Hämta Outlook för ", "Sendt fra ", "Sendt med ", "Sendt via ", "Hent Outlook ",
	"Få Outlook for ", "Skaff deg Outlook for ", "Lähetetty ", "Hanki Outlook ", "Wysłane z ",
	"Wysłano z ", "Pobierz aplikację Outlook", "Odesláno z ", "Odoslané z ", "Poslano s ",
	"Poslano z ", "Poslano sa ", "Küldve ", "Elküldve ", "Az iPhone-omról küldve",
	"Trimis de pe ", "Trimis din ", "Отправлено с ", "Отправлено из ", "Послано с ",
	"Надіслано з ", "Відправлено з ", "Изпратено от ", "Στάλθηκε από ", "Αποστολή από ",
	"Saadetud minu ", "Sent fra ", "Dikirim dari ", "Gửi từ ", "Được gửi từ ", "ส่งจาก",
	"נשלח מ", "أرسلت من", "تم الإرسال من", "مرسل من", "发自我的", "发自", "從我的", "傳送自",
	"由我的", "iPhoneから送信", "iPadから送信", "Androidから送信", "Android から送信",
	"나의 iPhone에서 보냄", "내 iPhone에서 보냄", "Yahoo Mail: ", "Mailed from ",
	"Sendita de ", "Đã gửi từ ", "Nosūtīts no ", "Išsiųsta iš ",
};
/* clang-format on */

/* ... or ends. */
static const char *const advertisement_ends[] = {
	" gesendet",	   " from mobile",	 " mobile gesendet",
	"から送信",	   "から送信されました", "에서 보냄",
	"에서 보낸 메일",  " gönderildi",	 "傳送",
	" dan gönderildi", "'dan gönderildi",	 "'den gönderildi",
	"’dan gönderildi", "’den gönderildi",
};

static bool is_ascii_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether ASCII letters stand on both sides of the border at `at`: then no word ends there. */
static bool inside_word(struct span span, size_t at)
{
	return at > 0 && at < span.len && is_ascii_letter(span.at[at - 1]) &&
	       is_ascii_letter(span.at[at]);
}

enum head_field reply_words_field(struct span name)
{
	if (name.len == 0 || name.len > FIELD_NAME_MAX)
		return FIELD_NONE;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		/* The first bytes, case aside, tell most of them apart. */
		if (((fields[i].name[0] ^ name.at[0]) & 0xdf) == 0 &&
		    strlen(fields[i].name) == name.len && span_starts(name, fields[i].name))
			return fields[i].field;
	}
	return FIELD_NONE;
}

bool reply_words_end_in_verb(struct span span)
{
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++) {
		if (span_ends(span, verbs[i]) && !inside_word(span, span.len - strlen(verbs[i])))
			return true;
	}
	return false;
}

bool reply_words_have_verb(struct span span)
{
	for (size_t i = 0; i < ARRAY_LEN(verbs); i++) {
		size_t len = strlen(verbs[i]);
		const char *found = memmem(span.at, span.len, verbs[i], len);

		if (found != NULL && !inside_word(span, (size_t)(found - span.at)) &&
		    !inside_word(span, (size_t)(found - span.at) + len))
			return true;
	}
	return false;
}

static bool starts_with_one(struct span span, const char *const list[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (span_starts(span, list[i]) && !inside_word(span, strlen(list[i])))
			return true;
	}
	return false;
}

bool reply_words_start_date(struct span span)
{
	return starts_with_one(span, date_starts, ARRAY_LEN(date_starts));
}

bool reply_words_start_head(struct span span)
{
	return starts_with_one(span, head_starts, ARRAY_LEN(head_starts));
}

static bool is_listed(struct span span, const char *const list[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (span.len == strlen(list[i]) && span_starts(span, list[i]))
			return true;
	}
	return false;
}

bool reply_words_are_original(struct span span)
{
	return is_listed(span, originals, ARRAY_LEN(originals)) ||
	       span_starts(span, "Forwarded by ");
}

bool reply_words_are_forward(struct span span)
{
	return is_listed(span, forwards, ARRAY_LEN(forwards));
}

bool reply_words_are_advertisement(struct span line)
{
	if (line.len > ADVERTISEMENT_MAX)
		return false;
	if (span_contains(line, "Outlook") &&
	    (span_contains(line, "iOS") || span_contains(line, "Android")))
		return true;
	line = span_strip(line, " \t(<*_[->).!]");
	for (size_t i = 0; i < ARRAY_LEN(advertisement_starts); i++) {
		if (span_starts(line, advertisement_starts[i]))
			return true;
	}
	for (size_t i = 0; i < ARRAY_LEN(advertisement_ends); i++) {
		if (span_ends(line, advertisement_ends[i]))
			return true;
	}
	return false;
}
