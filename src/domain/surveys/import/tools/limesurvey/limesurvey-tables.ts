import { isArray, type Json, type JsonObject } from '../../../../values/json.ts'
import type { Path, Subject } from '../../foreign/foreign-survey.ts'
import { has, textAt, valueAt } from '../../foreign/json-fields.ts'
import type { LimeAttribute, LimeGroup, LimePart, LimeQuestion, LimeSurvey } from './limesurvey-survey.ts'

const ROOT: Path = ['document', 0]

/** A row of a table of the database. */
interface Row {
  readonly row: Json
  readonly path: Path
}

/** Files of a survey (`.lss`) and of a question (`.lsq`): dumps of tables, whose rows have the order of their ids. */
export function isLimeSurveyTables(value: JsonObject): boolean {
  const document = valueAt(value, ROOT)
  return ['Survey', 'Question', 'Group'].includes(textAt(document, 'LimeSurveyDocType'))
}

export function limeSurveyOfTables(value: JsonObject): LimeSurvey {
  return new TableReader(valueAt(value, ROOT) ?? {}).read()
}

/** Texts of a survey that have no place in ours. */
const OTHER_TEXTS = ['surveyls_description', 'surveyls_email_invite']
/** Tables beside the questions that a survey of ours does not have. */
const OTHERS: Readonly<Record<string, Subject>> = { quota: 'quota', assessments: 'feedback' }

class TableReader {
  readonly #document: Json
  readonly #language: string
  readonly #questionTexts: ReadonlyMap<string, readonly Row[]>
  readonly #answerTexts: ReadonlyMap<string, readonly Row[]>
  readonly #subquestions: ReadonlyMap<string, readonly Row[]>
  readonly #answers: ReadonlyMap<string, readonly Row[]>
  readonly #attributes: ReadonlyMap<string, readonly Row[]>

  constructor(document: Json) {
    this.#document = document
    const [survey] = this.#rows('surveys')
    this.#language = textAt(survey?.row, 'language') || (this.#languages()[0] ?? '')
    this.#questionTexts = by('qid', this.#rows('question_l10ns'))
    this.#answerTexts = by('aid', this.#rows('answer_l10ns'))
    this.#subquestions = by('parent_qid', this.#translated('subquestions'))
    this.#answers = by('qid', this.#translated('answers'))
    this.#attributes = by('qid', this.#translated('question_attributes'))
  }

  read(): LimeSurvey {
    const [texts] = this.#rows('surveys_languagesettings').filter(one => this.#isHere(one, 'surveyls_language'))
    const groups = this.#groups()
    return {
      language: this.#language,
      title: textAt(texts?.row, 'surveyls_title') || (groups[0]?.questions[0]?.text ?? ''),
      welcome: textAt(texts?.row, 'surveyls_welcometext'),
      end: textAt(texts?.row, 'surveyls_endtext'),
      groups,
      notes: [
        ...this.#translations(),
        ...(texts === undefined ? [] : othersIn(texts)),
        ...Object.entries(OTHERS).flatMap(([name, subject]) => this.#rows(name).map(({ path }) => ({ path, subject }))),
      ],
    }
  }

  #translations() {
    const path = [...ROOT, 'languages', 0, 'language']
    return this.#languages().flatMap((language, at) =>
      language === this.#language ? [] : [{ path: [...path, at], subject: 'translation' as const }],
    )
  }

  #languages(): string[] {
    const languages = valueAt(this.#document, ['languages', 0, 'language'])
    return isArray(languages) ? languages.map(String) : typeof languages === 'string' ? [languages] : []
  }

  #rows(table: string): readonly Row[] {
    const rows = valueAt(this.#document, [table, 0, 'rows', 0, 'row'])
    return isArray(rows) ? rows.map((row, at) => ({ row, path: [...ROOT, table, 0, 'rows', 0, 'row', at] })) : []
  }

  /** Rows of the base language, and those that are the same in all. */
  #translated(table: string): readonly Row[] {
    return this.#rows(table).filter(one => this.#isHere(one, 'language'))
  }

  #isHere({ row }: Row, name: string): boolean {
    const language = textAt(row, name)
    return language === '' || language === this.#language
  }

  /** A row that has the texts of another: in old files it is the same one. */
  #textsOf(own: Row, name: string, others: readonly Row[] = []): Row {
    if (has(own.row, name)) return own
    return others.find(one => textAt(one.row, 'language') === this.#language) ?? others[0] ?? own
  }

  /** The groups in their order. The file of a single question has none. */
  #groups(): readonly LimeGroup[] {
    const questions = by('gid', inOrder(this.#translated('questions'), 'question_order'))
    const texts = by('gid', this.#rows('group_l10ns'))
    const groups = inOrder(this.#translated('groups'), 'group_order').map(group => {
      const { row } = this.#textsOf(group, 'group_name', texts.get(textAt(group.row, 'gid')))
      return {
        name: textAt(row, 'group_name'),
        description: textAt(row, 'description'),
        relevance: textAt(group.row, 'grelevance'),
        path: group.path,
        questions: (questions.get(textAt(group.row, 'gid')) ?? []).map(one => this.#question(one)),
      }
    })
    if (groups.length > 0) return groups
    const all = [...questions.values()].flat().map(one => this.#question(one))
    return [{ name: '', description: '', relevance: '', path: ROOT, questions: all }]
  }

  #question(question: Row): LimeQuestion {
    const { row, path } = question
    const id = textAt(row, 'qid')
    const texts = this.#textsOf(question, 'question', this.#questionTexts.get(id))
    return {
      id,
      code: textAt(row, 'title'),
      type: textAt(row, 'type'),
      text: textAt(texts.row, 'question'),
      help: textAt(texts.row, 'help'),
      mandatory: textAt(row, 'mandatory'),
      other: textAt(row, 'other'),
      relevance: textAt(row, 'relevance'),
      pattern: textAt(row, 'preg'),
      path,
      textPath: texts.path,
      subquestions: inOrder(this.#subquestions.get(id) ?? [], 'question_order').map(one => this.#subquestion(one)),
      answers: inOrder(this.#answers.get(id) ?? [], 'sortorder').map(one => this.#answer(one)),
      attributes: new Map((this.#attributes.get(id) ?? []).map(attributeOf)),
    }
  }

  #subquestion(own: Row): LimePart {
    const texts = this.#textsOf(own, 'question', this.#questionTexts.get(textAt(own.row, 'qid')))
    return partOf(own, textAt(own.row, 'title'), textAt(texts.row, 'question'))
  }

  #answer(own: Row): LimePart {
    const texts = this.#textsOf(own, 'answer', this.#answerTexts.get(textAt(own.row, 'aid')))
    return partOf(own, textAt(own.row, 'code'), textAt(texts.row, 'answer'))
  }
}

function othersIn({ row, path }: Row) {
  const names = OTHER_TEXTS.filter(name => textAt(row, name) !== '')
  return names.map(name => ({ path: [...path, name], subject: 'other' as const }))
}

function partOf({ row, path }: Row, code: string, text: string): LimePart {
  const score = Number(textAt(row, 'assessment_value')) || 0
  return { code, text, scale: Number(textAt(row, 'scale_id')) || 0, score, path }
}

function attributeOf({ row, path }: Row): readonly [string, LimeAttribute] {
  return [textAt(row, 'attribute'), { value: textAt(row, 'value'), path }]
}

function by(name: string, rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ row }) => textAt(row, name))
}

function inOrder(rows: readonly Row[], name: string): readonly Row[] {
  const orderOf = ({ row }: Row) => Number(textAt(row, name)) || 0
  return rows.toSorted((one, other) => orderOf(one) - orderOf(other))
}
