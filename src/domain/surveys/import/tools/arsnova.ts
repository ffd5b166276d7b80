import type { Json, JsonObject } from '../../../values/json.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignItem, ForeignSurvey, Path } from '../foreign/foreign-survey.ts'
import { found, has, isTrueAt, listAt, numberAt, objectAt, textAt } from '../foreign/json-fields.ts'
import { aroundText, hasMarks, withoutMarks } from '../foreign/marked-text.ts'

/** A session of ARSnova 2, the quiz of arsnova.eu, or that of arsnova.click. */
export function isArsnova(value: JsonObject): boolean {
  return isSession(value) || isQuiz(value) || has(listAt(value, 'questionList')[0], 'TYPE', 'questionText')
}

export function readArsnova(value: JsonObject): ForeignSurvey {
  if (isSession(value)) return readSession(value)
  return isQuiz(value) ? readQuiz(value) : readClick(value)
}

function isSession(value: JsonObject): boolean {
  return has(listAt(objectAt(value, 'exportData'), 'questions')[0], 'questionType', 'text')
}

function isQuiz(value: JsonObject): boolean {
  return has(value, 'exportVersion') && has(listAt(objectAt(value, 'quiz'), 'questions')[0], 'type', 'text')
}

type Base = Omit<ForeignItem, 'kind'>

/** One question of a tool, in terms that all three share. */
interface Asked {
  readonly type: string
  readonly question: Json
  readonly item: Base
}

interface Names {
  readonly list: string
  readonly text: string
  readonly correct: string
}

class Quiz {
  readonly builder = new ForeignBuilder()
  readonly #names: Names

  constructor(names: Names) {
    this.#names = names
  }

  asked(question: Json, path: Path, type: string, text: string): Asked {
    const timer = numberAt(question, 'timer') ?? 0
    if (timer > 0) this.builder.note([...path, 'timer'], 'timer')
    if (hasMarks(text)) this.builder.note([...path, 'text'], 'styling')
    return { type, question, item: { text: withoutMarks(text), path, required: false } }
  }

  /** A question with options of which some may be right. */
  addChoice({ question, item }: Asked, kind: 'multiple_choice' | 'check_list', textOf = (text: string) => text): void {
    const { list, text, correct } = this.#names
    const answers = listAt(question, list)
    const sent = answers.map((one, at) => ({ text: textOf(textAt(one, text)), path: [...item.path, list, at] }))
    const right = answers.filter(one => isTrueAt(one, correct)).map(one => textOf(textAt(one, text)))
    this.builder.add({ ...item, kind, options: this.builder.options(sent), right })
  }

  /** A free text, whose right answers are not kept. */
  addText({ question, item }: Asked): void {
    if (listAt(question, this.#names.list).length > 0) this.builder.note([...item.path, this.#names.list], 'other')
    this.builder.add({ ...item, kind: 'free_text' })
  }

  addNumber({ item }: Asked): void {
    this.builder.note(item.path, 'number', 'free_text')
    this.builder.add({ ...item, kind: 'free_text' })
  }
}

const SESSION = { list: 'possibleAnswers', text: 'text', correct: 'correct' }
const SESSION_CHOICES: Readonly<Record<string, 'multiple_choice' | 'check_list'>> = {
  abcd: 'multiple_choice',
  yesno: 'multiple_choice',
  vote: 'multiple_choice',
  school: 'multiple_choice',
  sc: 'multiple_choice',
  mc: 'check_list',
}
const HINTS = ['hint', 'solution']

function readSession(value: JsonObject): ForeignSurvey {
  const data = objectAt(value, 'exportData')
  const quiz = new Quiz(SESSION)
  for (const [at, question] of listAt(data, 'questions').entries()) {
    const path = ['exportData', 'questions', at]
    readSessionQuestion(quiz, quiz.asked(question, path, textAt(question, 'questionType'), textAt(question, 'text')))
    for (const name of HINTS) if (textAt(question, name) !== '') quiz.builder.note([...path, name], 'feedback')
  }
  for (const at of listAt(data, 'feedbackQuestions').keys())
    quiz.builder.note(['exportData', 'feedbackQuestions', at], 'other')
  return quiz.builder.finishDeck({ title: textAt(objectAt(data, 'session'), 'name') })
}

function readSessionQuestion(quiz: Quiz, asked: Asked): void {
  const { type, question, item } = asked
  const { builder } = quiz
  const answers = listAt(question, SESSION.list)
  const kind = found(SESSION_CHOICES, type)
  if (kind !== undefined) {
    if (answers.some(one => ![0, undefined].includes(numberAt(one, 'value'))))
      builder.note([...item.path, SESSION.list], 'score')
    if (isTextAt(question, 'image')) builder.note([...item.path, 'image'], 'image')
    // The letters stand in front of the texts too.
    const textOf = (text: string) => (type === 'abcd' ? text.replace(/^[A-Z]: /, '') : text)
    quiz.addChoice(asked, kind, textOf)
  } else if (type === 'freetext') quiz.addText(asked)
  else if (type === 'slide') builder.add({ ...item, kind: 'statement' })
  else if (type === 'flashcard') {
    builder.note(item.path, 'other', 'statement')
    builder.add({ ...item, kind: 'statement', description: textAt(answers[0], 'text') })
  } else builder.note(item.path, isTextAt(question, 'image') ? 'image' : 'unknown_kind')
}

function isTextAt(value: Json, name: string): boolean {
  return textAt(value, name) !== ''
}

const QUIZ = { list: 'answers', text: 'text', correct: 'isCorrect' }
const QUIZ_CHOICES: Readonly<Record<string, 'multiple_choice' | 'check_list'>> = {
  SINGLE_CHOICE: 'multiple_choice',
  SURVEY: 'multiple_choice',
  MULTIPLE_CHOICE: 'check_list',
}

function readQuiz(value: JsonObject): ForeignSurvey {
  const inner = objectAt(value, 'quiz')
  const quiz = new Quiz(QUIZ)
  const all = listAt(inner, 'questions').map((question, at) =>
    quiz.asked(question, ['quiz', 'questions', at], textAt(question, 'type'), textAt(question, 'text')),
  )
  const orderOf = ({ question }: Asked) => numberAt(question, 'order') ?? 0
  for (const asked of all.toSorted((one, other) => orderOf(one) - orderOf(other))) readQuizQuestion(quiz, asked)
  return quiz.builder.finishDeck({
    title: textAt(inner, 'name'),
    introduction: aroundText(textAt(inner, 'description')),
  })
}

function readQuizQuestion(quiz: Quiz, asked: Asked): void {
  const { type, question, item } = asked
  const { builder } = quiz
  const kind = found(QUIZ_CHOICES, type)
  const textsOf = (list: string, name: string) => [...new Set(listAt(question, list).map(one => textAt(one, name)))]
  if (kind !== undefined) quiz.addChoice(asked, kind)
  else if (type === 'FREETEXT' || type === 'SHORT_TEXT') quiz.addText(asked)
  else if (type === 'NUMERIC_ESTIMATE') quiz.addNumber(asked)
  else if (type === 'RATING') builder.addScale(scaleOf(question), item)
  else if (type === 'ORDERING') {
    builder.note(item.path, 'other')
    builder.add({ ...item, kind: 'ranking', rows: textsOf('orderingItems', 'text') })
  } else if (type === 'MATCHING') {
    builder.note(item.path, 'other', 'unsure')
    const [rows, options] = [textsOf('matchingPairs', 'left'), textsOf('matchingPairs', 'right')]
    builder.add({ ...item, kind: 'grid', rows, options })
  } else if (type === 'CATEGORIZATION') {
    builder.note(item.path, 'other', 'unsure')
    const [rows, options] = [textsOf('categorizationItems', 'text'), textsOf('categories', 'name')]
    builder.add({ ...item, kind: 'grid', rows, options })
  } else builder.note(item.path, 'unknown_kind')
}

function scaleOf(question: Json) {
  const [low, high] = [textAt(question, 'ratingLabelMin'), textAt(question, 'ratingLabelMax')]
  return {
    from: numberAt(question, 'ratingMin') ?? 1,
    to: numberAt(question, 'ratingMax') ?? 5,
    ...(low !== '' && { low }),
    ...(high !== '' && { high }),
  }
}

const CLICK = { list: 'answerOptionList', text: 'answerText', correct: 'isCorrect' }
const CLICK_CHOICES: Readonly<Record<string, 'multiple_choice' | 'check_list'>> = {
  SingleChoiceQuestion: 'multiple_choice',
  YesNoSingleChoiceQuestion: 'multiple_choice',
  TrueFalseSingleChoiceQuestion: 'multiple_choice',
  ABCDSurveyQuestion: 'multiple_choice',
  MultipleChoiceQuestion: 'check_list',
}

function readClick(value: JsonObject): ForeignSurvey {
  const quiz = new Quiz(CLICK)
  if (isTrueAt(objectAt(value, 'sessionConfig'), 'confidenceSliderEnabled'))
    quiz.builder.note(['sessionConfig', 'confidenceSliderEnabled'], 'other')
  for (const [at, question] of listAt(value, 'questionList').entries()) {
    const text = textAt(question, 'questionText')
    readClickQuestion(quiz, quiz.asked(question, ['questionList', at], textAt(question, 'TYPE'), text))
  }
  return quiz.builder.finishDeck({
    title: textAt(value, 'name'),
    introduction: aroundText(textAt(value, 'description')),
  })
}

function readClickQuestion(quiz: Quiz, asked: Asked): void {
  const { type, question, item } = asked
  const several = isTrueAt(question, 'multipleSelectionEnabled') ? 'check_list' : 'multiple_choice'
  const kind = type === 'SurveyQuestion' ? several : found(CLICK_CHOICES, type)
  if (kind !== undefined) quiz.addChoice(asked, kind)
  else if (type === 'RangedQuestion') quiz.addNumber(asked)
  else if (type === 'FreeTextQuestion') quiz.addText(asked)
  else quiz.builder.note(item.path, 'unknown_kind')
}
