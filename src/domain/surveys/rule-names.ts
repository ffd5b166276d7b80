import { RULE_NAMES_LENGTH } from './limits.ts'
import type { Condition, Requirement } from './requirement.ts'

/** Length that a name keeps if it can, in UTF-16 code units. */
const READABLE = 40

/** How much of the texts that its conditions name a survey's rules have when they are written out. */
export interface RuleNames {
  /** Of a question, or an option. */
  name(text: string): string
  /** The options of a condition, named. An ellipsis stands for those left out. */
  values(condition: Condition): readonly string[]
}

const WHOLE: RuleNames = { name: text => text, values: ({ values }) => values }

/**
 * Every condition names a question and options, whose texts can be long, so that rules written out could be thousands of times as
 * long as the survey. Where all of them together are too long, names are cut, and options left out.
 */
export function ruleNames(
  questions: readonly { readonly text: string; readonly requirement: Requirement }[],
): RuleNames {
  const conditions = questions.flatMap(({ requirement }) =>
    typeof requirement === 'string' ? [] : requirement.conditions,
  )
  const written = conditions.reduce(
    (sum, { questionIndex, values }) =>
      values.reduce((all, { length }) => all + length, sum + (questions[questionIndex]?.text.length ?? 0)),
    0,
  )
  if (written <= RULE_NAMES_LENGTH) return WHOLE
  const most = Math.max(1, Math.floor(RULE_NAMES_LENGTH / READABLE / conditions.length) - 1)
  const named = conditions.reduce((sum, { values }) => sum + 1 + Math.min(values.length, most), 0)
  const length = Math.floor(RULE_NAMES_LENGTH / named)
  const name = (text: string) => cut(text, length)
  const values = (all: readonly string[]) => (all.length > most ? [...all.slice(0, most), '…'] : all)
  return { name, values: ({ values: all }) => values(all).map(name) }
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  // Not within a character of two code units.
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
