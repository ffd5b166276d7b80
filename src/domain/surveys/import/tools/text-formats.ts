/** Columns that a survey of LimeSurvey in separated values has, among others. */
const LIMESURVEY = ['class', 'type/scale', 'name', 'relevance', 'text', 'help', 'language']

/** The tool whose form a text has, by its first lines. */
export function textToolOf(text: string): 'limesurvey' | undefined {
  const [header = ''] = text.replace(/^\ufeff/, '').split(/[\n\r]/, 1)
  const names = header.split('\t').map(name => name.replaceAll('"', ''))
  return LIMESURVEY.every(name => names.includes(name)) ? 'limesurvey' : undefined
}
