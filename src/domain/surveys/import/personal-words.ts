/** What identifies people, as questions name it, in the languages of most surveys. */
const WORDS: readonly string[] = [
  ...['name', 'full name', 'first name', 'last name', 'surname', 'e-?mail', 'e-?mail address', 'mail address'],
  ...['phone', 'phone number', 'telephone', 'mobile number', 'address', 'postal address', 'date of birth'],
  ...['vorname', 'nachname', 'vor- und nachname', 'e-mail-adresse', 'mailadresse', 'telefon', 'telefonnummer'],
  ...['handynummer', 'anschrift', 'adresse', 'geburtsdatum', 'nom', 'prénom', 'courriel', 'téléphone'],
  ...['nombre', 'nombre completo', 'apellidos?', 'correo', 'correo electrónico', 'teléfono', 'dirección'],
  ...['nome', 'nome completo', 'sobrenome', 'telefone', 'endereço', 'cognome', 'telefono', 'indirizzo'],
  ...['naam', 'voornaam', 'achternaam', 'e-mailadres', 'telefoonnummer', 'imię', 'nazwisko', 'imię i nazwisko'],
  ...['имя', 'фамилия', 'фио', 'телефон', 'электронная почта', 'адрес', 'ім’я', 'прізвище', 'ad soyad', 'e-posta'],
  ...[
    '姓名',
    '邮箱',
    '电子邮箱',
    '电话',
    '手机号',
    '氏名',
    'お名前',
    'メールアドレス',
    '電話番号',
    '이름',
    '이메일',
    '전화번호',
  ],
  ...['الاسم', 'البريد الإلكتروني', 'رقم الهاتف', 'שם', 'שם מלא', 'דוא"ל', 'טלפון', 'נייד'],
]
const ASKED =
  "(?:(?:what(?: is|’s|'s)|please (?:enter|give|write)|enter) )?(?:your |ihre? |deine? |votre |tu |su |seu |sua |il tuo |la tua |uw |je )?"
const WORD = `(?:${WORDS.join('|')})`
const PERSONAL = new RegExp(
  `^${ASKED}${WORD}(?:(?:,| and| und| et| y| e| en|/| or| oder| &) ?(?:your )?${WORD})*(?: \\([^()]{0,60}\\))?[ :：.?？؟*]*$`,
  'iu',
)
/** Characters of a question that is looked at. */
const MOST_LENGTH = 120

/** Whether a question asks for nothing but what identifies people. */
export function asksWhoAnswers(text: string): boolean {
  return text.length <= MOST_LENGTH && PERSONAL.test(text.trim())
}
