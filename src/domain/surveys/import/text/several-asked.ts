import { mostNamed } from './most-chosen.ts'

/** Sentences that ask for several answers, in the languages of most surveys. */
const ASKS_FOR_SEVERAL = new RegExp(
  `^(?:(?:please|bitte|veuillez|por favor|per favore),? )?(?:${[
    '(?:tick|check|select|choose|mark|pick|circle) (?:all|any)(?: of)?(?: the| those)?(?: (?:options|answers|boxes|ones|items))?(?: (?:that|which) .{3,30}| you .{3,30})?',
    '(?:tick|check|select|choose|mark|pick|circle) (?:as many|one or more|multiple|several)(?: .{2,40})?',
    '(?:multiple|several) (?:answers|choices|selections|options)(?: (?:are )?(?:possible|allowed|permitted))?|more than one answer(?: is)?(?: (?:possible|allowed))?',
    'you (?:can|may) (?:choose|select|tick|check|pick|mark) (?:more than one|several|multiple|all|any).{0,30}',
    '(?:mehrere antworten|mehrfachauswahl|mehrfachnennung(?:en)?|mehrfachantworten)(?: sind| ist)?(?: (?:möglich|erlaubt))?',
    '(?:wählen sie|wähle?|kreuzen sie|kreuze) (?:alle[ns]?|mehrere) .{2,40}|alles? zutreffende.{0,20}',
    'plusieurs (?:réponses|choix)(?: sont)?(?: possibles?)?|(?:cochez|cocher|choisissez|sélectionnez|sélectionner) (?:toutes? les|tous les|la ou les|une ou plusieurs) .{3,40}',
    '(?:marque|marca|seleccione|selecciona|elija|elige|señale) tod[ao]s .{2,40}|(?:puede|puedes) (?:elegir|seleccionar|marcar|escoger) (?:varias|más de una).{0,20}|varias respuestas(?: posibles)?',
    '(?:marque|selecione|escolha|assinale) tod[ao]s .{2,40}|pode (?:escolher|selecionar|marcar) (?:várias|mais de uma).{0,20}|várias respostas(?: possíveis)?',
    '(?:seleziona(?:re|te)?|scegli(?:ere|ete)?|indica(?:re|te)?) (?:tutt[ei]|una o più) .{2,40}|più risposte(?: possibili)?|sono possibili più risposte',
    'kruis alles? .{2,40} aan|meerdere antwoorden(?: zijn)?(?: mogelijk)?|zaznacz wszystkie.{0,30}|można (?:zaznaczyć|wybrać) (?:kilka|więcej).{0,20}',
    '(?:отметьте|выберите) (?:все|несколько).{0,40}|можно (?:выбрать|отметить) несколько.{0,20}|оберіть (?:усі|всі|декілька).{0,30}',
    '请选择所有.{0,10}|可多选|可複選|可复选',
  ].join('|')})$`,
  'iu',
)
const ASKS_AT_THE_END =
  /(?:すべて|全て|いくつでも)お?(?:選|えら)[^。]{0,12}[。.]?$|모두[ \t]*(?:고르|선택)[^.]{0,12}\.?$/u
/** Characters at the end of a question among which its last sentence is looked for. */
const LAST_LENGTH = 100
const LAST_SENTENCE = /(?:^|[.?？!。:：;,–—-])[ \t]*([^.?？!。:：;,–—-]{5,80})[.!。]?$/u

/** Whether words that are a sentence, or stand between brackets, ask for several answers. */
export function asksForSeveral(words: string): boolean {
  return ASKS_FOR_SEVERAL.test(words)
}

/** What the last sentence of a question says, as in `Which tools do you use? Select all that apply.` */
export function severalAskedBy(text: string): { readonly most: number | undefined } | undefined {
  const end = text.slice(-LAST_LENGTH)
  const [, sentence = ''] = LAST_SENTENCE.exec(end) ?? []
  const words = sentence.trim().toLowerCase()
  const most = words === '' ? undefined : mostNamed(words)
  return most !== undefined || asksForSeveral(words) || ASKS_AT_THE_END.test(end) ? { most } : undefined
}
