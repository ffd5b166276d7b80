/** What writes its files as text. */
export type TextTool = 'limesurvey' | 'particify' | 'gift' | 'aiken'

/** Columns that a survey of LimeSurvey in separated values has, among others. */
const LIMESURVEY = ['class', 'type/scale', 'name', 'relevance', 'text', 'help', 'language']
const PARTICIFY = ['format', 'body', 'options', 'correctOptions']
const AIKEN_OPTION = /^[ \t]*A[.)][ \t]+\S/m
const AIKEN_ANSWER = /^[ \t]*ANSWER:[ \t]*[A-Za-z][ \t]*$/m
/** Answers between braces. */
const GIFT = /(?:^|[^\\])\{\s*(?:[=~#]|(?:TRUE|FALSE|T|F)\s*[#}])/
const GIFT_TITLE = /^(?:::[^:\n]{1,300}::|\$CATEGORY:)/m

/** The tool whose form a text has. */
export function textToolOf(text: string): TextTool | undefined {
  const [header = ''] = text.replace(/^\ufeff/, '').split(/[\n\r]/, 1)
  const names = header.split(/[\t,;]/).map(name => name.replaceAll('"', ''))
  if (LIMESURVEY.every(name => names.includes(name))) return 'limesurvey'
  if (PARTICIFY.every(name => names.includes(name))) return 'particify'
  if (GIFT.test(text) || (GIFT_TITLE.test(text) && /\{\s*\}/.test(text))) return 'gift'
  return AIKEN_OPTION.test(text) && AIKEN_ANSWER.test(text) ? 'aiken' : undefined
}
