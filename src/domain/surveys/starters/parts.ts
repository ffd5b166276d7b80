import type { JsonObject } from '../../values/json.ts'
import type { QuestionGroup } from '../groups/question-group.ts'
import type { QuestionSettings } from '../question-settings.ts'
import type { ScaleWords } from '../scale-words.ts'

/** Questions in the form that the API accepts, and what is set beside them. */
export interface StarterContent {
  readonly questions: readonly JsonObject[]
  readonly settings: QuestionSettings
  readonly groups: readonly QuestionGroup[]
}

/** A piece of a survey. @param from the position of its first question */
export type Part = (from: number) => StarterContent

/** A survey made of parts. @param from the position of its first question */
export function placed(parts: readonly Part[], from = 0): StarterContent {
  return parts.reduce<StarterContent>(
    (all, part) => {
      const { questions, settings, groups } = part(from + all.questions.length)
      return {
        questions: [...all.questions, ...questions],
        settings: [...all.settings, ...questions.map((_, at) => settings[at] ?? null)],
        groups: [...all.groups, ...groups],
      }
    },
    { questions: [], settings: [], groups: [] },
  )
}

const OPTIONAL = { mode: 'optional' }

function plain(question: JsonObject, settings: QuestionSettings[number] = null): Part {
  return () => ({ questions: [question], settings: [settings], groups: [] })
}

export function rating(text: string, words: ScaleWords, { isOptional = false } = {}): Part {
  return plain({ type: 'rating', text, ...(isOptional && { requirement: OPTIONAL }) }, { scale_words: words })
}

/** @param right the position of the right option */
export function choice(text: string, options: readonly string[], right?: number): Part {
  return plain({ type: 'multiple_choice', text, options }, right === undefined ? null : { right: { options: [right] } })
}

export function freeText(text: string): Part {
  return plain({ type: 'free_text', text })
}

export function optionalText(text: string): Part {
  return plain({ type: 'free_text', text, requirement: OPTIONAL })
}

export function board(text: string, { moderated = false } = {}): Part {
  return plain({ type: 'upvoted_question', text, ...(moderated && { moderated }) })
}

/** A question that is asked of those who chose one of these options of the question before. */
export function ifChosen(options: readonly string[], question: JsonObject): Part {
  return from => ({ questions: [afterOptions(from - 1, options, question)], settings: [], groups: [] })
}

function afterOptions(questionIndex: number, values: readonly string[], question: JsonObject): JsonObject {
  return {
    ...question,
    requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values }] } },
  }
}

/** A question whose last option asks for a text. */
export function choiceWithOther(text: string, options: readonly string[], other: string): Part {
  const last = options.slice(-1)
  return from => ({
    questions: [
      { type: 'multiple_choice', text, options },
      afterOptions(from, last, { type: 'free_text', text: other }),
    ],
    settings: [],
    groups: [{ kind: 'other', from, to: from + 1 }],
  })
}

export function checkList(text: string, options: readonly string[], bounds: { readonly max?: number } = {}): Part {
  return from => ({
    questions: options.map(option => ({ type: 'multiple_choice', text, options: [option], requirement: OPTIONAL })),
    settings: [],
    groups: [{ kind: 'check_list', from, to: from + options.length - 1, ...bounds }],
  })
}

export function grid(title: string, rows: readonly string[], options: readonly string[]): Part {
  return from => ({
    questions: rows.map(text => ({ type: 'multiple_choice', text, options })),
    settings: [],
    groups: [{ kind: 'grid', from, to: from + rows.length - 1, title }],
  })
}

export function ranking(title: string, items: readonly string[]): Part {
  const ranks = items.map((_, at) => String(at + 1))
  return from => ({
    questions: items.map(text => ({ type: 'multiple_choice', text, options: ranks, requirement: OPTIONAL })),
    settings: [],
    groups: [{ kind: 'ranking', from, to: from + items.length - 1, title }],
  })
}

export function section(title: string, parts: readonly Part[]): Part {
  return from => {
    const { questions, settings, groups } = placed(parts, from)
    return {
      questions,
      settings,
      groups: [{ kind: 'section', from, to: from + questions.length - 1, title }, ...groups],
    }
  }
}
