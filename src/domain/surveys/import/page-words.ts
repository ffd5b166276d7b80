// What the pages of Google Forms and Microsoft Forms say beside their questions. Copied, it stands among them.

/** What a page of another tool says beside its questions. Copied, it stands among them. */
const PAGE_WORDS: ReadonlySet<string> = new Set([
  ...['not shared', 'switch account', 'your email', 'required', 'erforderlich', 'questions', 'responses', 'settings'],
  ...[
    'add option',
    'or',
    'oder',
    'add "other"',
    'add “other”',
    'fragen',
    'antworten',
    'einstellungen',
    'option hinzufügen',
  ],
  ...['„sonstiges“ hinzufügen', '"sonstiges" hinzufügen', 'weiter zum nächsten abschnitt', 'continue to next section'],
  ...['beschreibung (optional)', 'beschreibung', 'description (optional)', 'deine e-mail-adresse', 'nicht geteilt'],
  ...['ajouter une option', 'ou', 'añadir opción', 'adicionar opção', 'aggiungi opzione', 'konto wechseln'],
  ...['your answer', 'choose', 'submit', 'clear form', 'clear selection', 'enter your answer', 'select your answer'],
  ...[
    'never submit passwords through google forms.',
    'back',
    'next',
    'page 1 of 2',
    'short answer text',
    'long answer text',
  ],
  ...[
    'short-answer text',
    'long-answer text',
    'add option or add "other"',
    'description',
    'google forms',
    'report abuse',
  ],
  ...['this content is neither created nor endorsed by google.', 'sign in to google to save your progress. learn more'],
  ...[
    'meine antwort',
    'auswählen',
    'senden',
    'formular leeren',
    'alle eingaben löschen',
    'ihre antwort eingeben',
    'weiter',
    'zurück',
  ],
  ...['votre réponse', 'envoyer', 'effacer le formulaire', 'sélectionner', 'entrez votre réponse', 'suivant', 'retour'],
  ...['tu respuesta', 'enviar', 'borrar formulario', 'elige', 'escriba su respuesta', 'siguiente', 'atrás'],
  ...[
    'sua resposta',
    'limpar formulário',
    'escolher',
    'la tua risposta',
    'invia',
    'cancella modulo',
    'scegli',
    'avanti',
  ],
])

/** Page words that occur nowhere but in such pages: they say that a text was copied from one. */
export const CERTAIN_PAGE_WORDS =
  /^(?:\* ?(?:indicates required question|gibt eine erforderliche frage an|zeigt eine erforderliche frage an|indique une question obligatoire|indica que la pregunta es obligatoria|indica uma pergunta obrigatória|indica una domanda obbligatoria|required|erforderlich|obligatoire|obligatorio|obrigatório)|your answer|clear form|clear selection|enter your answer|add option|(?:short|long)[ -]answer text|option hinzufügen|text für (?:lang|kurz)antwort|ihre antwort eingeben|entrez votre réponse|escriba su respuesta|meine antwort|votre réponse|tu respuesta|sua resposta|la tua risposta|formular leeren|alle eingaben löschen|effacer le formulaire|borrar formulario|limpar formulário)$/i

/** Says what the star behind questions means. */
const STAR_LEGEND =
  /^\*+ ?[-=:–]? ?(?:indicates? |denotes? |marks? |gibt |zeigt |indique |indica |= ?)?(?:an? |une |una |uma |eine |que la pregunta es |the )?(?:required|mandatory|erforderliche?|obligatoire|obligatori[oa]|obrigatóri[oa]|obbligatori[oa]|question obligatoire|pregunta obligatoria|pergunta obrigatória|domanda obbligatoria|pflichtfeld|pflichtfrage|verplicht|必填|必須)(?: (?:question|questions|fields?|frage an|frage))?\.?$/i

/** Whether a line says what stars mean. */
export function isStarLegend(text: string): boolean {
  return text.startsWith('*') && STAR_LEGEND.test(text)
}

/** Limits how many options may be chosen. */
export const SEVERAL_OPTIONS =
  /^(?:please )?(?:select|choose) (?:at most|at least|up to|exactly|between) .{1,40} options?\.?$/i

/** Lines of such pages that are not always the same. */
const PAGE_LINES: readonly RegExp[] = [
  /^\S+@\S+\.\S+(?: (?:switch account|konto wechseln|changer de compte|cambiar de cuenta))?$/i,
  /^\(\p{Nd}{1,3} (?:points?|punkte?|puntos?|pontos?|punti)\)$/iu,
  SEVERAL_OPTIONS,
  /^(?:page|section|abschnitt|seite|sección|seção|sezione) \p{Nd}{1,3} (?:of|von|de|sur|di) \p{Nd}{1,3}$/iu,
  /^(?:after section|nach abschnitt) \p{Nd}{1,3}$/iu,
  /^hi, when you submit this form,.*$/i,
  /^never give out your password\b.*$/i,
  /^this content is (?:created|neither created)\b.*$/i,
  /^powered by microsoft forms\b.*$/i,
  /^dieses formular wurde bei google formulare erstellt\b.*$/i,
]
/** Begins a section; the line below has its name. */
const SECTION = /^(?:section|abschnitt|sección|seção|sezione) \p{Nd}{1,3} (?:of|von|de|sur|di) \p{Nd}{1,3}$/iu

/** What people see where they are to answer. */
export type AnswerField = 'text' | 'date' | 'file'

const FIELD_OF: ReadonlyMap<string, AnswerField> = new Map([
  ...[
    ...['your answer', 'enter your answer', 'short answer text', 'long answer text', 'short-answer text'],
    ...['long-answer text', 'meine antwort', 'ihre antwort eingeben', 'text für kurzantwort', 'text für langantwort'],
    ...[
      'votre réponse',
      'entrez votre réponse',
      'tu respuesta',
      'escriba su respuesta',
      'sua resposta',
      'la tua risposta',
    ],
  ].map(word => [word, 'text'] as const),
  ...['date', 'time', 'datum', 'uhrzeit', 'fecha', 'hora', 'data', 'month, day, year'].map(
    word => [word, 'date'] as const,
  ),
  ...['add file', 'upload file', 'datei hinzufügen', 'datei hochladen', 'ajouter un fichier', 'añadir archivo'].map(
    word => [word, 'file'] as const,
  ),
])

export function answerFieldIn(text: string): AnswerField | undefined {
  return FIELD_OF.get(text.toLowerCase())
}

/** Whether a line of a copied page is none of its questions and options. */
export function isPageLine(text: string): boolean {
  const isWord = PAGE_WORDS.has(text.toLowerCase()) || answerFieldIn(text) !== undefined
  return isWord || (text.length <= 300 && PAGE_LINES.some(pattern => pattern.test(text)))
}

export function beginsSection(text: string): boolean {
  return SECTION.test(text)
}
