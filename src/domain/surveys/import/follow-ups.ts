import { isArray, type JsonObject } from '../../values/json.ts'

const YES = ['yes', 'ja', 'oui', 'sí', 'si', 'sim', 'sì', 'tak', 'да', 'так', 'evet', 'true']
const NO = ['no', 'nein', 'non', 'não', 'nee', 'nie', 'нет', 'ні', 'hayır', 'false']
const IF = `(?:if|wenn|falls|si|se|en caso|indien|zo|jeśli|jeżeli|если|якщо|eğer)`
const ASKED_IF_YES = new RegExp(String.raw`^${IF}[ \t]+(?:so|afirmativo|${YES.join('|')})(?!\p{L})`, 'iu')
const ASKED_IF_NO = new RegExp(String.raw`^${IF}[ \t]+(?:not|nicht|negativo|${NO.join('|')})(?!\p{L})`, 'iu')

/**
 * For whom a question is that begins with *If yes* or *If no*.
 * @param above the question right above it
 * @returns the options of that one
 */
export function answersFor(text: string, above: JsonObject | undefined): string[] {
  if (above?.type !== 'multiple_choice' || !isArray(above.options)) return []
  const words = wordsFor(text)
  const options = above.options.filter(option => typeof option === 'string')
  return options.filter(option => words.includes(/^\p{L}+/u.exec(option)?.[0].toLowerCase() ?? ''))
}

function wordsFor(text: string): readonly string[] {
  if (ASKED_IF_YES.test(text)) return YES
  return ASKED_IF_NO.test(text) ? NO : []
}
