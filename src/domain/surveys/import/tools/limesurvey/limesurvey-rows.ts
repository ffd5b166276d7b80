import type { ForeignNote, Path } from '../../foreign/foreign-survey.ts'
import { type SeparatedRow, separatedRows } from '../../tables/separated-rows.ts'
import type { LimeAttribute, LimeGroup, LimePart, LimeQuestion, LimeSurvey } from './limesurvey-survey.ts'

/** Columns of a question that are none of its attributes. */
const COLUMNS = [
  'id',
  'related_id',
  'class',
  'type/scale',
  'name',
  'relevance',
  'text',
  'help',
  'language',
  'validation',
  'mandatory',
  'encrypted',
  'other',
  'default',
  'same_default',
  'same_script',
]

/** https://manual.limesurvey.org/Tab_Separated_Value_survey_structure. */
export function limeSurveyOfRows(text: string): LimeSurvey {
  const [header, ...rows] = separatedRows(text.replace(/^\ufeff/, ''), '\t')
  return new RowReader(header?.cells ?? [], rows).read()
}

/** A row by the names of its columns. */
interface Named {
  readonly of: (column: string) => string
  readonly line: number
}

type Growing<Part> = { -readonly [Key in keyof Part]: Part[Key] extends readonly (infer One)[] ? One[] : Part[Key] }

class RowReader {
  readonly #columns: readonly string[]
  readonly #rows: readonly Named[]
  readonly #groups: Growing<LimeGroup>[] = []
  readonly #notes: ForeignNote[] = []
  /** Place tells what belongs to what. */
  #question: Growing<LimeQuestion> | undefined

  constructor(columns: readonly string[], rows: readonly SeparatedRow[]) {
    this.#columns = columns
    const places = new Map(columns.map((name, at) => [name, at]))
    this.#rows = rows.map(({ cells, line }) => ({ of: column => cells[places.get(column) ?? -1] ?? '', line }))
  }

  read(): LimeSurvey {
    const language =
      this.#setting('language') || (this.#rows.find(row => row.of('class') === 'SL')?.of('language') ?? '')
    const own = this.#rows.filter(row => [language, ''].includes(row.of('language')))
    const translated = this.#rows.find(row => ![language, ''].includes(row.of('language')))
    if (translated !== undefined) this.#note([translated.line], 'translation')
    for (const row of own) {
      this.#readRow(row)
      if (row.of('name') === 'surveyls_description' && row.of('text') !== '') this.#note([row.line], 'other')
    }
    const textOf = (name: string) => own.find(row => row.of('name') === name)?.of('text') ?? ''
    return {
      language,
      title: textOf('surveyls_title'),
      welcome: textOf('surveyls_welcometext'),
      end: textOf('surveyls_endtext'),
      groups: this.#groups,
      notes: this.#notes,
    }
  }

  #setting(name: string): string {
    return this.#rows.find(row => row.of('class') === 'S' && row.of('name') === name)?.of('text') ?? ''
  }

  #note(path: Path, subject: ForeignNote['subject']): void {
    this.#notes.push({ path, subject, fate: 'left_out' })
  }

  #readRow(row: Named): void {
    const kind = row.of('class')
    if (kind === 'G') this.#addGroup(row)
    else if (kind === 'Q') this.#addQuestion(row)
    else if (kind === 'SQ') this.#question?.subquestions.push(partOf(row))
    else if (kind === 'A') this.#question?.answers.push({ ...partOf(row), score: Number(row.of('relevance')) || 0 })
    else if (kind === 'QTA' || kind === 'QTAM' || kind === 'QTALS') this.#note([row.line], 'quota')
    else if (kind === 'AS') this.#note([row.line], 'feedback')
  }

  #addGroup(row: Named): void {
    const [name, description] = [row.of('name'), row.of('text')]
    this.#groups.push({ name, description, relevance: row.of('relevance'), path: [row.line], questions: [] })
  }

  #addQuestion(row: Named): void {
    this.#question = {
      id: '',
      code: row.of('name'),
      type: row.of('type/scale'),
      text: row.of('text'),
      help: row.of('help'),
      mandatory: row.of('mandatory'),
      other: row.of('other'),
      relevance: row.of('relevance'),
      pattern: row.of('validation'),
      path: [row.line],
      textPath: [row.line],
      subquestions: [],
      answers: [],
      attributes: this.#attributesOf(row),
    }
    if (this.#groups.length === 0)
      this.#groups.push({ name: '', description: '', relevance: '', path: [row.line], questions: [] })
    this.#groups.at(-1)?.questions.push(this.#question)
  }

  #attributesOf(row: Named): ReadonlyMap<string, LimeAttribute> {
    const names = this.#columns.filter(name => !COLUMNS.includes(name) && row.of(name) !== '')
    return new Map(names.map(name => [name, { value: row.of(name), path: [row.line] }]))
  }
}

function partOf(row: Named): LimePart {
  return {
    code: row.of('name'),
    text: row.of('text'),
    scale: Number(row.of('type/scale')) || 0,
    score: 0,
    path: [row.line],
  }
}
