import { lookOf } from '../../../src/domain/values/fold-case.ts'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { isBlank } from '../../../src/domain/values/text.ts'
import { words } from '../../words/words.ts'
import { optionsOf } from './draft.ts'

/** Something that people may not notice about an option; both positions are counted from 0. */
export interface OptionNote {
  readonly question: number
  readonly option: number
  readonly text: string
}

/** Things that people may not notice about the options of questions, from first to last. */
export function notesOf(questions: readonly JsonObject[]): OptionNote[] {
  return questions.flatMap((one, question) =>
    optionNotes(optionsOf(one)).flatMap((text, option) => (text === undefined ? [] : [{ question, option, text }])),
  )
}

/**
 * For each option, whether nothing in it is visible, or it looks like an earlier one. An option that cannot be
 * published has no note but a problem: it has no text, or exactly that of another option.
 */
export function optionNotes(options: readonly string[]): (string | undefined)[] {
  const first = new Map<string, number>()
  return options.map((option, at) => {
    if (isBlank(option)) return option.trim() === '' ? undefined : words.questions.optionNote.invisible
    const look = lookOf(option)
    const other = first.get(look)
    if (other === undefined) first.set(look, at)
    return other === undefined ? undefined : likenessOf(option, options[other] ?? '', other + 1)
  })
}

function likenessOf(option: string, other: string, position: number): string | undefined {
  const { start, end, capitals, looks } = words.questions.optionNote
  if (option === other) return undefined
  if (option.trimStart() === other.trimStart()) return start(position)
  if (option.trimEnd() === other.trimEnd()) return end(position)
  return option.toLowerCase() === other.toLowerCase() ? capitals(position) : looks(position)
}
