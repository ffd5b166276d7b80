import type { ForeignItem } from '../../foreign/foreign-survey.ts'
import { withoutTags } from '../../foreign/marked-text.ts'
import type { LimeQuestion } from './limesurvey-survey.ts'
import type { LimeWords } from './limesurvey-words.ts'

/** A question that conditions can be about. */
interface Asked {
  readonly item: number
  /** Options by what conditions call them. */
  readonly options: ReadonlyMap<string, string>
}

/** `code == "A1"`, also with the suffixes of the expression manager. */
const COMPARISON = /^\(*\s*([\w.]+?)(?:\.(?:NAOK|code|value|shown))?\s*(?:==|\beq\b)\s*(["'])([^"']*)\2\s*\)*$/
/** How old files call a question: by the ids of its survey, its group and itself. */
const BY_IDS = /^\d+X\d+X(\d+)$/
const LONGEST = 1_000

/** Reads conditions that one earlier answer meets. */
export class LimeConditions {
  readonly #asked = new Map<string, Asked>()

  /** Lets conditions be about a question. @param at the position of its item */
  add({ id, code, type, answers }: LimeQuestion, at: number, item: ForeignItem | undefined, words: LimeWords): void {
    if (item?.kind !== 'multiple_choice') return
    const own = answers.map(answer => [answer.code, withoutTags(answer.text)] as const)
    const asked = { item: at, options: new Map(type === 'Y' ? Object.entries({ Y: words.yes, N: words.no }) : own) }
    this.#asked.set(code, asked)
    if (id !== '') this.#asked.set(idName(id), asked)
  }

  /** @returns undefined if it is about anything else */
  read(relevance: string): ForeignItem['when'] {
    if (relevance.length > LONGEST) return undefined
    const parts = relevance.split(/\s+or\s+|\s*\|\|\s*/i).map(part => COMPARISON.exec(part.trim()))
    const names = new Set(parts.map(part => part?.[1] ?? ''))
    const [name = ''] = names
    const asked = this.#asked.get(BY_IDS.test(name) ? idName(name.replace(BY_IDS, '$1')) : name)
    if (names.size !== 1 || asked === undefined) return undefined
    const values = parts.map(part => asked.options.get(part?.[3] ?? ''))
    const isWhole = (list: readonly (string | undefined)[]): list is readonly string[] => !list.includes(undefined)
    return isWhole(values) ? { item: asked.item, values } : undefined
  }
}

/** A name that no code can have. */
function idName(id: string): string {
  return `#${id}`
}
