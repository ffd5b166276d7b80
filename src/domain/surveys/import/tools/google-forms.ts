import { isObject, type Json, type JsonObject } from '../../../values/json.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignScale, ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { found, has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { readScriptExport } from './google-forms-script.ts'

/** https://developers.google.com/workspace/forms/api/reference/rest/v1/forms */
export function isGoogleForm(value: JsonObject): boolean {
  return has(value, 'info', 'items') || has(value, 'formId', 'items') || has(value, 'metadata', 'items')
}

export function readGoogleForm(form: JsonObject): ForeignSurvey {
  return has(form, 'metadata') ? readScriptExport(form) : new FormReader(form).read()
}

const CHOICE_KINDS = { RADIO: 'multiple_choice', DROP_DOWN: 'multiple_choice', CHECKBOX: 'check_list' } as const
/** What becomes of questions that are answered in a way of their own. */
const TYPED = { dateQuestion: 'date', timeQuestion: 'date', fileUploadQuestion: 'file' } as const

class FormReader {
  readonly #form: JsonObject
  readonly #builder = new ForeignBuilder()
  /** Whether some answer before has led past what follows. */
  #canBeSkipped = false

  constructor(form: JsonObject) {
    this.#form = form
  }

  read(): ForeignSurvey {
    const info = objectAt(this.#form, 'info')
    this.#readSettings(objectAt(this.#form, 'settings'))
    for (const [at, item] of listAt(this.#form, 'items').entries()) this.#readItem(item, ['items', at])
    return this.#builder.finish({
      title: textAt(info, 'title') || textAt(info, 'documentTitle'),
      introduction: textAt(info, 'description'),
    })
  }

  #readSettings(settings: JsonObject): void {
    const collects = textAt(settings, 'emailCollectionType')
    if (collects !== '' && collects !== 'DO_NOT_COLLECT')
      this.#builder.note(['settings', 'emailCollectionType'], 'personal_data')
    if (isTrueAt(settings.quizSettings, 'isQuiz')) this.#builder.note(['settings', 'quizSettings', 'isQuiz'], 'score')
  }

  #readItem(item: Json, path: Path): void {
    const base = { text: textAt(item, 'title'), description: textAt(item, 'description'), path, required: false }
    if (has(item, 'pageBreakItem')) this.#builder.add({ ...base, kind: 'section' })
    else if (has(item, 'textItem')) this.#builder.add({ ...base, kind: 'statement' })
    else if (has(item, 'questionItem')) this.#readQuestion(item, base)
    else if (has(item, 'questionGroupItem')) this.#readGrid(item, base)
    else if (has(item, 'imageItem')) this.#builder.note(path, 'image')
    else if (has(item, 'videoItem')) this.#builder.note(path, 'video')
    else this.#builder.note(path, 'unknown_kind')
  }

  #readQuestion(item: Json, base: Omit<ForeignItem, 'kind'>): void {
    const inner = objectAt(item, 'questionItem')
    const path = [...base.path, 'questionItem', 'question']
    const question = objectAt(inner, 'question')
    if (has(inner, 'image')) this.#builder.note([...base.path, 'questionItem', 'image'], 'image')
    if (has(question, 'grading')) this.#builder.note([...path, 'grading'], 'score')
    const asked = { ...base, required: this.#isRequired(question, path) }
    if (has(question, 'choiceQuestion')) this.#addChoice(question, path, asked)
    else if (has(question, 'textQuestion')) this.#builder.add({ ...asked, kind: 'free_text' })
    else if (has(question, 'scaleQuestion')) this.#builder.addScale(scaleOf(objectAt(question, 'scaleQuestion')), asked)
    else if (has(question, 'ratingQuestion'))
      this.#builder.addScale({ from: 1, to: numberAt(question.ratingQuestion, 'ratingScaleLevel') ?? 5 }, asked)
    else this.#addTyped(question, asked)
  }

  #addTyped(question: JsonObject, asked: Omit<ForeignItem, 'kind'>): void {
    const subject = Object.entries(TYPED).find(([name]) => has(question, name))?.[1]
    if (subject === 'date') {
      this.#builder.note(asked.path, 'date', 'free_text')
      this.#builder.add({ ...asked, kind: 'free_text' })
    } else this.#builder.note(asked.path, subject ?? 'unknown_kind')
  }

  #addChoice(question: JsonObject, path: Path, asked: Omit<ForeignItem, 'kind'>): void {
    const choice = objectAt(question, 'choiceQuestion')
    const type = textAt(choice, 'type')
    const list = listAt(choice, 'options').map((option, at) => ({
      option,
      path: [...path, 'choiceQuestion', 'options', at],
    }))
    for (const { option, path: place } of list)
      if (has(option, 'image')) this.#builder.note([...place, 'image'], 'image')
    const named = list.filter(({ option }) => !isTrueAt(option, 'isOther'))
    const options = this.#builder.options(
      named.map(({ option, path: place }) => ({ text: textAt(option, 'value'), path: place })),
    )
    const kind = found(CHOICE_KINDS, type) ?? 'multiple_choice'
    this.#builder.add({ ...asked, kind, options, ...(named.length < list.length && { other: '' }) })
    if (!list.some(({ option }) => leadsElsewhere(option))) return
    this.#builder.note(asked.path, 'branching')
    this.#canBeSkipped = true
  }

  #readGrid(item: Json, base: Omit<ForeignItem, 'kind'>): void {
    const group = objectAt(item, 'questionGroupItem')
    const path = [...base.path, 'questionGroupItem']
    const columns = objectAt(objectAt(group, 'grid'), 'columns')
    const options = this.#builder.options(
      listAt(columns, 'options').map((option, at) => ({
        text: textAt(option, 'value'),
        path: [...path, 'grid', 'columns', 'options', at],
      })),
    )
    const questions = listAt(group, 'questions')
    const rows = questions.map(question => textAt(objectAt(question, 'rowQuestion'), 'title'))
    const required = questions.filter(question => isTrueAt(question, 'required')).length
    if (required > 0 && required < questions.length) this.#builder.note(path, 'condition')
    if (isTrueAt(group.grid, 'shuffleQuestions')) this.#builder.note([...path, 'grid', 'shuffleQuestions'], 'setting')
    if (has(group, 'image')) this.#builder.note([...path, 'image'], 'image')
    if (textAt(columns, 'type') === 'CHECKBOX')
      this.#builder.note([...path, 'grid', 'columns', 'type'], 'other', 'unsure')
    this.#builder.add({ ...base, kind: 'grid', options, rows, required: required === questions.length && required > 0 })
  }

  /** Whoever can be led past a question need not answer it. */
  #isRequired(question: JsonObject, path: Path): boolean {
    const isRequired = isTrueAt(question, 'required')
    if (!isRequired || !this.#canBeSkipped) return isRequired
    this.#builder.note([...path, 'required'], 'condition', 'optional')
    return false
  }
}

function leadsElsewhere(option: Json): boolean {
  const action = textAt(option, 'goToAction')
  return isObject(option) && (has(option, 'goToSectionId') || (action !== '' && action !== 'NEXT_SECTION'))
}

function scaleOf(scale: JsonObject): ForeignScale {
  const [low, high] = [textAt(scale, 'lowLabel'), textAt(scale, 'highLabel')]
  return {
    from: numberAt(scale, 'low') ?? 0,
    to: numberAt(scale, 'high') ?? 0,
    ...(low !== '' && { low }),
    ...(high !== '' && { high }),
  }
}
