/** Languages of scripts that are mostly used by one language, by the script's name in Unicode. */
export const LANGUAGE_OF_SCRIPT: Readonly<Record<string, string>> = {
  Arabic: 'ar',
  Armenian: 'hy',
  Bengali: 'bn',
  Devanagari: 'hi',
  Ethiopic: 'am',
  Georgian: 'ka',
  Greek: 'el',
  Gujarati: 'gu',
  Gurmukhi: 'pa',
  Han: 'zh',
  Hangul: 'ko',
  Hebrew: 'he',
  Hiragana: 'ja',
  Kannada: 'kn',
  Katakana: 'ja',
  Khmer: 'km',
  Lao: 'lo',
  Malayalam: 'ml',
  Myanmar: 'my',
  Sinhala: 'si',
  Tamil: 'ta',
  Telugu: 'te',
  Thaana: 'dv',
  Thai: 'th',
}

/** For scripts shared by several languages, letters that only one of them has. */
export const LETTERS: Readonly<Record<string, readonly (readonly [language: string, letters: RegExp])[]>> = {
  Arabic: [
    ['ur', /[ٹڈڑےں]/],
    ['fa', /[پچژگ]/],
  ],
  Cyrillic: [
    ['uk', /[іїєґ]/],
    ['be', /ў/],
    ['sr', /[ђћџљњј]/],
    ['ru', /[ыэё]/],
    ['bg', /ъ/],
  ],
}

interface Signs {
  /** Frequent words that few other languages have. */
  readonly words: ReadonlySet<string>
  /** Letters that few other languages have. */
  readonly letters?: RegExp
}

/** Characteristics by which languages in Latin letters are recognised. */
export const LATIN: ReadonlyMap<string, Signs> = new Map(
  Object.entries({
    en: signs(
      'the and are were you your did how what which who when why where would with have has this that not yes no please our from will should any more most their can could been about',
    ),
    de: signs(
      'der das es und ist war bist hast sind nicht ein eine einen wie welche welcher welches sie ihr ihre ihnen dein deine ja nein für mit auf von zu wir uns haben wird oder auch dem im wann warum bitte gut schlecht gefallen',
      /ß/,
    ),
    nl: signs(
      'het een van niet wat hoe welke jij jouw uw dat voor zijn hebben heeft ja nee naar ook wij ons onze deze bij wordt kunt waar wanneer waarom geen vond wilt goed slecht',
    ),
    fr: signs(
      'le les des est sont pas une vous votre vos nous oui quel quelle quels quelles comment pourquoi avec pour dans sur qui êtes avez cette du aux avis quand',
      /œ/,
    ),
    es: signs(
      'el los las una son qué cómo cuál cuáles cuándo dónde con usted ustedes su sus más muy sí no del y este esta está quieres tiene nos',
      /[ñ¿¡]/,
    ),
    it: signs(
      'il gli una è sono cosa quale quali quando perché con per della dei delle degli nel nella hai avete ti vi sì no più molto questo questa ci quanto vorresti',
    ),
    pt: signs(
      'os um uma são não sim qual quais onde porque você vocês seu sua com mais muito das dos foi este esta está gostou quer',
      /[ãõ]/,
    ),
    pl: signs('jest są nie tak czy jak się że dla przez twoje ile kiedy dlaczego proszę który która oraz', /[łąęśżź]/),
    sv: signs('och är att det som inte vad hur vilken vilket vilka när varför ett med på du din ditt ni ja nej vill'),
    da: signs(
      'og er det som ikke hvad hvordan hvilken hvilket hvilke hvornår hvorfor af på du din dit ja nej vil jeg blev synes',
      /ø/,
    ),
    nb: signs(
      'og er det som ikke hva hvordan hvilken hvilket hvilke når hvorfor av på du din ditt ja nei vil jeg ble synes',
      /ø/,
    ),
    fi: signs(
      'ja on ei että mikä mitä miten milloin missä miksi kuinka oletko haluatko kyllä mutta tai ovat sinun mielestäsi oli',
    ),
    cs: signs('je jsou ne ano jak který která které kdy proč jste vám pro nebo jsi', /[ěřů]/),
    hu: signs('és az nem igen hogy hogyan milyen melyik mikor miért egy van volt mit szerinted', /[őű]/),
    ro: signs('și este sunt nu ce cum care când unde pentru din cât ați ai vă', /[țșă]/),
    tr: signs('ve bir bu nasıl hangi kaç evet hayır mı mi için ile çok değil neden', /[ğış]/),
    vi: signs('là và của không có bạn như thế nào gì được', /[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệịỉọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/),
    id: signs('dan yang di tidak ya apa bagaimana mana kapan anda untuk dengan ini itu adalah kamu atau'),
  }),
)

function signs(words: string, letters?: RegExp): Signs {
  return { words: new Set(words.split(' ')), ...(letters !== undefined && { letters }) }
}
