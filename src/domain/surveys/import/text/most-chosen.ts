import { numberOf } from './marker.ts'

/** How many options may be chosen, as in `choose up to 3` or `max. 2 answers`. */
const MOST = [
  /^(?:please )?(?:select|choose|pick|tick|check|mark|name)(?: any)? (?:at most|up to|no more than|a maximum of|max\.?|maximum) (\p{Nd}{1,2})(?: (?:options?|answers?|items?|boxes))?$/iu,
  /^(?:at most|up to|no more than|a maximum of|max\.?|maximum|bis zu|höchstens|maximal|au plus|au maximum|máximo|como máximo|hasta|até|no máximo|al massimo|maximaal) (\p{Nd}{1,2}) (?:options?|answers?|choices|antworten|optionen|nennungen|réponses|choix|respuestas|opciones|respostas|opções|risposte|opzioni|antwoorden|opties)(?: (?:auswählen|ankreuzen|möglich|possibles))?$/iu,
  /^(?:bitte )?(?:wählen sie|wähle|kreuzen sie) (?:bis zu|höchstens|maximal) (\p{Nd}{1,2})(?: (?:optionen|antworten))?(?: (?:aus|an))?$/iu,
  /^(?:veuillez )?(?:sélectionnez|sélectionner|choisissez|cochez) (?:au plus|au maximum|jusqu[’']à) (\p{Nd}{1,2})(?: (?:options?|réponses?))?$/iu,
  /^(?:seleccione|elija|marque|escolha|selecione|selezioni?|scelga|kies) (?:como máximo|hasta|até|no máximo|al massimo|maximaal) (\p{Nd}{1,2})(?: (?:opciones|respuestas|opções|respostas|opzioni|risposte|opties|antwoorden))?$/iu,
]

/** Cheaper to look for than what it may be part of. */
const HAS_DIGIT = /\p{Nd}/u

/** The number in words that limit how many options may be chosen. */
export function mostNamed(words: string): number | undefined {
  if (!HAS_DIGIT.test(words)) return undefined
  const bare = words.trim().replace(/[.:!]$/, '')
  const [number] = MOST.flatMap(one => one.exec(bare)?.[1] ?? [])
  return number === undefined ? undefined : numberOf(number)
}
