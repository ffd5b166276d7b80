import type { QuestionGroup, Section } from '../../../../src/domain/surveys/groups/question-group.ts'
import type { Finding } from '../../../../src/domain/surveys/import/finding.ts'
import type { Reading } from '../../../../src/domain/surveys/import/survey-assembly.ts'
import type { QuestionSettings } from '../../../../src/domain/surveys/question-settings.ts'
import type { JsonObject } from '../../../../src/domain/values/json.ts'

/** A question as respondents see it. */
export interface FoundQuestions {
  readonly questions: readonly JsonObject[]
  /** Of each of them. */
  readonly settings: QuestionSettings
  /** Which shows the questions as one. */
  readonly group: Exclude<QuestionGroup, Section> | undefined
}

/** A question, or the heading of a section. */
export type Found = FoundQuestions | { readonly section: Section }

export interface Entry {
  readonly key: string
  readonly line: number
  readonly found?: Found
  readonly finding?: Finding
}

/** A finding precedes a question of the same line. Keys are stable when a decision changes the type of a line, so the focus is kept. */
export function entriesOf(reading: Reading): Entry[] {
  const onLine = new Map<number, number>()
  const noted = reading.findings.map(finding => {
    const { line } = finding.place
    const count = onLine.get(line) ?? 0
    onLine.set(line, count + 1)
    return { key: `line ${line} ${count}`, line, finding }
  })
  return [...noted, ...partsOf(reading)].toSorted((one, other) => one.line - other.line)
}

/** How many questions respondents see. */
export function shownCount({ questions, groups }: Pick<Reading, 'questions' | 'groups'>): number {
  return groups.reduce((count, { kind, from, to }) => count - (kind === 'section' ? 0 : to - from), questions.length)
}

function partsOf({ questions, places, questionSettings, groups }: Reading): Entry[] {
  const sections = new Map(groups.flatMap(group => (group.kind === 'section' ? [[group.from, group]] : [])))
  const others = new Map(groups.flatMap(group => (group.kind === 'section' ? [] : [[group.from, group]])))
  const entries: Entry[] = []
  for (let at = 0; at < questions.length; at++) {
    const [section, group, from] = [sections.get(at), others.get(at), at]
    const line = places[from]?.line ?? 0
    if (section !== undefined) entries.push({ key: `section ${from}`, line, found: { section } })
    at = group?.to ?? at
    const settings = questions.slice(from, at + 1).map((_, place) => questionSettings[from + place] ?? null)
    entries.push({
      key: `question ${from}`,
      line,
      found: { questions: questions.slice(from, at + 1), settings, group },
    })
  }
  return entries
}
