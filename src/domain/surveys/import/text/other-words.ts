/** Begins an option beside which people are to write. */
const OTHER_WORDS: readonly string[] = [
  ...['other', 'others', 'something else', 'andere', 'anderes', 'anderer', 'sonstige', 'sonstiges', 'etwas anderes'],
  ...[
    'autre',
    'autres',
    'otro',
    'otra',
    'otros',
    'outro',
    'outra',
    'altro',
    'altra',
    'anders',
    'inne',
    'inny',
    'annat',
  ],
  ...['другое', 'другой', 'інше', 'أخرى', 'غير ذلك', 'אחר', 'diğer', '其他', '其它', 'その他', '기타'],
]

const OTHER = new RegExp(
  String.raw`^(?:${OTHER_WORDS.join('|')})(?:[ \t]*[(（][^()（）]*[)）])?[ \t]*[:：…._]+[ \t_.…]*$|^(?:${OTHER_WORDS.join('|')})[ \t]*[,(–-].*(?:specify|angeben|préciser|precisar|especif|specif|указ).*$|^(?:${OTHER_WORDS.join('|')})[.,:–-].{0,30}?(?:_{2,}|\.{4,}|…{2,})[ \t]*$`,
  'iu',
)
/** A line to write on. */
const LINE_BEHIND = /[\p{L}\p{N},:][ \t]*(?:_{4,}|\.{6,}|…{2,})$/u
/** Whether an option asks people to write beside it. */
export function isOther(option: string): boolean {
  return OTHER.test(option)
}

/** Whether an option is followed by a line to write on, whatever it says. */
export function hasLine(option: string): boolean {
  return LINE_BEHIND.test(option.slice(-100))
}
