import type { Question } from '../../domain/surveys/question.ts'
import { isOutdated, isStillAnswer, isText, matchQuestions, readNames } from '../../domain/surveys/question-match.ts'
import { questionNames } from '../../domain/surveys/question-names.ts'
import { isBlank } from '../../domain/values/text.ts'
import { askFieldName } from '../boards/board-section.ts'

/** The fields of a submitted form by name. */
export type Typed = ReadonlyMap<string, string>

/** The name of a question's field. */
export function fieldName(index: number): string {
  return `q${index}`
}

/** The first question that has an answer. */
export function answeredIn(typed: Typed): number | undefined {
  const field = [...typed].find(([name, value]) => /^q\d+$/.test(name) && value !== '')
  return field && Number(field[0].slice(1))
}

/** The hidden field that identifies the questions for which a form was rendered. */
export const QUESTIONS_FIELD = 'questions'

/** Whether a form was made for other questions than the survey has now. */
export function isOutdatedForm(questions: readonly Question[], typed: Typed): boolean {
  return isOutdated(typed.get(QUESTIONS_FIELD) ?? '', questionNames(questions))
}

/** The field with the texts whose question could not be found when the form was last sent. */
export const SET_ASIDE_FIELD = 'aside'

/** All texts of a form, to be copied where they cannot be sent. */
export function textsTyped(typed: Typed): string {
  const names = readNames(typed.get(QUESTIONS_FIELD) ?? '')
  const answers = names.flatMap((name, at) => (isText(name) ? [typed.get(fieldName(at))] : []))
  const questions = names.map((_, at) => typed.get(askFieldName(at)))
  return [typed.get(SET_ASIDE_FIELD), ...answers, ...questions]
    .filter(text => text !== undefined && !isBlank(text))
    .join('\n\n')
}

/**
 * What was typed into an outdated form, by the names that its fields have now. Texts whose question cannot be found are
 * set aside; choices of options that cannot be told are left out.
 * @param isFixed whether the survey has responses
 */
export function stillTyped(questions: readonly Question[], typed: Typed, isFixed: boolean): Typed {
  const made = readNames(typed.get(QUESTIONS_FIELD) ?? '')
  const now = readNames(questionNames(questions))
  const places = matchQuestions(made, now, isFixed)
  const kept = new Map(typed)
  for (const at of made.keys()) kept.delete(fieldName(at))
  const aside = [typed.get(SET_ASIDE_FIELD) ?? '']
  for (const [at, name] of made.entries()) {
    const value = typed.get(fieldName(at)) ?? ''
    const place = places[at]
    if (value === '') continue
    if (place !== undefined && isStillAnswer(name, now[place], value)) kept.set(fieldName(place), value)
    else if (isText(name)) aside.push(value)
  }
  return kept.set(SET_ASIDE_FIELD, aside.filter(text => text !== '').join('\n\n'))
}
