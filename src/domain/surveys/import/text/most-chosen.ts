import { numberOf } from './marker.ts'

const NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    ['two', 'zwei', 'deux', 'dos', 'dois', 'duas', 'due', 'twee'],
    ['three', 'drei', 'trois', 'tres', 'três', 'tre', 'drie'],
    ['four', 'vier', 'quatre', 'cuatro', 'quatro', 'quattro'],
    ['five', 'fünf', 'cinq', 'cinco', 'cinque', 'vijf'],
  ].flatMap((words, at) => words.map(word => [word, at + 2] as const)),
)
const NUMBER = `(\\p{Nd}{1,2}|${[...NUMBERS.keys()].join('|')})`

/** How many options may be chosen, as in `choose up to 3` or `max. 2 answers`. */
const MOST = [
  String.raw`^(?:please )?(?:select|choose|pick|tick|check|mark|name)(?: any| your)?(?: at most| up to| no more than| a maximum of| max\.?| maximum| top| exactly)? ${NUMBER}(?: (?:options?|answers?|items?|boxes))?$`,
  String.raw`^(?:at most|up to|no more than|a maximum of|max\.?|maximum|bis zu|höchstens|maximal|au plus|au maximum|máximo|como máximo|hasta|até|no máximo|al massimo|maximaal) ${NUMBER} (?:options?|answers?|choices|antworten|optionen|nennungen|réponses|choix|respuestas|opciones|respostas|opções|risposte|opzioni|antwoorden|opties)(?: (?:auswählen|ankreuzen|möglich|possibles))?$`,
  `^(?:bitte )?(?:wählen sie|wähle|kreuzen sie) (?:bis zu|höchstens|maximal) ${NUMBER}(?: (?:optionen|antworten))?(?: (?:aus|an))?$`,
  `^(?:veuillez )?(?:sélectionnez|sélectionner|choisissez|cochez) (?:au plus|au maximum|jusqu[’']à) ${NUMBER}(?: (?:options?|réponses?))?$`,
  `^(?:seleccione|elija|marque|escolha|selecione|selezioni?|scelga|kies) (?:como máximo|hasta|até|no máximo|al massimo|maximaal) ${NUMBER}(?: (?:opciones|respuestas|opções|respostas|opzioni|risposte|opties|antwoorden))?$`,
].map(one => new RegExp(one, 'iu'))
/** Only between brackets, and only of options that are more. */
const ONLY_MOST = new RegExp(
  `^(?:max\\.?|maximum|maximal|höchstens|at most|up to|bis zu|máx\\.?|máximo|hasta|au plus|até|al massimo) ${NUMBER}$`,
  'iu',
)

/** Cheaper to look for than what it may be part of. */
const HAS_NUMBER = new RegExp(NUMBER, 'iu')

/** The number in words that limit how many options may be chosen. */
export function mostNamed(words: string): number | undefined {
  if (!HAS_NUMBER.test(words)) return undefined
  const bare = words.trim().replace(/[.:!]$/, '')
  const [number] = MOST.flatMap(one => one.exec(bare)?.[1] ?? [])
  return number === undefined ? undefined : severalNamed(number)
}

/** The number between brackets at the end of a question, as in `Which do you want (max. 2)?`. */
export function mostInBrackets(text: string): number | undefined {
  const [, words = ''] = /[(（]([^()（）]{3,30})[)）][ \t]*[.:?？]?$/u.exec(text.slice(-40)) ?? []
  const number = ONLY_MOST.exec(words.trim())?.[1]
  return number === undefined ? undefined : severalNamed(number)
}

/** Undefined for one, which asks for one answer. */
function severalNamed(word: string): number | undefined {
  const number = NUMBERS.get(word.toLowerCase()) ?? numberOf(word)
  return number > 1 ? number : undefined
}
