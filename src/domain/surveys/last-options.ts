/** Options that stand for none, all or others of those before them, in the languages of most surveys, in lower case. */
const LAST_OPTIONS: ReadonlySet<string> = new Set([
  ...['other', 'others', 'another', 'something else', 'someone else', 'somewhere else', 'none', 'none of these'],
  ...['none of them', 'none of the above', 'neither', 'nothing', 'all of these', 'all of the above', 'not applicable'],
  ...[
    'n/a',
    'does not apply',
    "don't know",
    "i don't know",
    'do not know',
    'i do not know',
    'not sure',
    "i'm not sure",
  ],
  ...['unsure', 'no opinion', 'no preference', 'no answer', 'prefer not to say', 'prefer not to answer'],
  ...["i'd rather not say", 'rather not say'],
  ...['andere', 'anderes', 'anderer', 'ein anderer', 'eine andere', 'ein anderes', 'sonstige', 'sonstiges'],
  ...['etwas anderes', 'keine', 'keiner', 'keines', 'keins', 'keine davon', 'keiner davon', 'keines davon'],
  ...['nichts davon', 'nichts', 'alle', 'alles davon', 'weiß nicht', 'weiss nicht', 'weiß ich nicht'],
  ...['ich weiß nicht', 'trifft nicht zu', 'keine meinung', 'keine angabe', 'möchte ich nicht sagen'],
  ...['autre', 'autres', 'un autre', 'une autre', 'autre chose', 'aucun', 'aucune', 'aucun de ceux-ci'],
  ...['aucune de ces réponses', 'aucun des choix ci-dessus', 'rien', 'tous', 'toutes ces réponses'],
  ...['je ne sais pas', 'ne sait pas', 'ne sais pas', 'sans avis', 'sans opinion', 'non concerné', 'sans objet'],
  ...['je préfère ne pas répondre'],
  ...['otro', 'otra', 'otros', 'otras', 'otra cosa', 'ninguno', 'ninguna', 'ninguno de estos', 'nada'],
  ...['ninguna de las anteriores', 'ninguno de los anteriores', 'todas las anteriores', 'no sé', 'no lo sé'],
  ...['no sabe', 'no aplica', 'no corresponde', 'sin opinión', 'prefiero no decirlo', 'prefiero no responder'],
  ...['altro', 'altra', 'altri', "qualcos'altro", 'nessuno', 'nessuna', 'nessuno di questi', 'nessuna di queste'],
  ...['nessuna delle precedenti', 'nessuno dei precedenti', 'non so', 'non lo so', 'non applicabile'],
  ...['preferisco non rispondere', 'outro', 'outra', 'outros', 'nenhum', 'nenhuma', 'nenhum destes'],
  ...['nenhuma das anteriores', 'nenhuma das opções', 'não sei', 'não se aplica', 'prefiro não responder'],
  ...['anders', 'iets anders', 'geen', 'geen van deze', 'geen van bovenstaande', 'weet niet', 'weet ik niet'],
  ...['niet van toepassing', 'geen mening', 'annat', 'inget av dessa', 'vet ej', 'vet inte', 'inne', 'inny', 'żadne'],
  ...['żadne z powyższych', 'nie wiem', 'nie dotyczy', 'другое', 'другой', 'ничего из перечисленного', 'не знаю'],
  ...[
    'ни один из вариантов',
    'затрудняюсь ответить',
    'інше',
    'нічого з переліченого',
    'diğer',
    'hiçbiri',
    'bilmiyorum',
  ],
  ...['أخرى', 'غير ذلك', 'لا شيء مما سبق', 'لا أعرف', 'لا ينطبق', 'אחר', 'אף אחד מהם', 'לא יודע', 'לא רלוונטי'],
  ...[
    '其他',
    '其它',
    '以上都不是',
    '都不是',
    '以上皆非',
    '不知道',
    '不确定',
    '不適用',
    '不适用',
    'その他',
    'どれでもない',
  ],
  ...['どれも当てはまらない', 'わからない', '該当なし', '特になし', '기타', '없음', '해당 없음', '모름'],
])

/** What people write behind such an option, as in `Other (please specify)`. */
const ADDITION = /\s*(?:[(（[:：…_,;]|\.\.|\s[–—-]).*$|[\s.]+$/su

/**
 * How many options are shuffled where a question shows them in a random order: those at the end that stand for none, all or others of them
 * stay there, with an option that has a text beside it.
 * @param hasText whether an option has one
 */
export function shuffledCount(
  options: readonly string[],
  hasText: (position: number) => boolean = () => false,
): number {
  return options.findLastIndex((option, position) => !hasText(position) && !isLastOption(option)) + 1
}

function isLastOption(option: string): boolean {
  const text = option.normalize('NFKC').replaceAll('’', "'").trim().toLowerCase()
  return LAST_OPTIONS.has(text) || LAST_OPTIONS.has(text.replace(ADDITION, ''))
}
