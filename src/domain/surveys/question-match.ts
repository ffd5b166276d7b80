import { MAX_QUESTIONS } from './limits.ts'

/**
 * A list of questions as a page carries it, in few characters, because a form can have 1,000 questions with 20,000
 * options together: for each question, what identifies it, followed by what identifies each of its options.
 */
export type QuestionNames = string

const SEPARATOR = '.'
/** The first letter of the type, and a hash of text and options. */
export const IDENTITY_LENGTH = 5
/** Short, since what a form kept is looked at before it is sent again. */
export const OPTION_LENGTH = 2

export function writeNames(names: readonly string[]): QuestionNames {
  return names.join(SEPARATOR)
}

/** Of a page of ours: no survey has more questions. */
export function readNames(names: QuestionNames): string[] {
  return names.split(SEPARATOR, MAX_QUESTIONS)
}

/**
 * Whether a page was made for other questions than the survey has now. Positions of options could mean other options by
 * now. Questions added at the end do not matter.
 * @param made as a page sent it; empty if it did not say
 */
export function isOutdated(made: QuestionNames, now: QuestionNames): boolean {
  return made !== '' && !`${now}${SEPARATOR}`.startsWith(`${made}${SEPARATOR}`)
}

/** Whether a question collects texts. */
export function isText(name: string | undefined): boolean {
  return !/^[mr]/.test(name ?? '')
}

/**
 * Whether an answer still means the same: a choice does if the options are the same up to the chosen one.
 * @param made the name of the question when it was answered
 */
export function isStillAnswer(made = '', now = '', value: string): boolean {
  const end = IDENTITY_LENGTH + OPTION_LENGTH * (made.startsWith('m') ? Number(value) + 1 : 0)
  return made.slice(IDENTITY_LENGTH, end) === now.slice(IDENTITY_LENGTH, end)
}

/**
 * Where the questions of an earlier list are now, by their earlier positions; undefined where that cannot be told.
 * Questions that are the same are matched first, those of one text in their order. If none has moved, a question of the
 * same type at the same place is the earlier one, reworded.
 * @param isFixed whether there are responses, with which places never change: what looks like a move may then be two
 *   questions that were reworded, and is not followed
 */
export function matchQuestions(
  made: readonly string[],
  now: readonly string[],
  isFixed: boolean,
): readonly (number | undefined)[] {
  const same = isFixed ? unmoved(made, now) : samePlaces(made, now)
  if (same.some((place, at) => place !== undefined && place !== at)) return same
  const free = new Set(now.filter((_, at) => same[at] === undefined).map(identityOf))
  return made.map((name, at) => {
    const isReworded = same[at] === undefined && !free.has(identityOf(name)) && name[0] === now[at]?.[0]
    return isReworded ? at : same[at]
  })
}

/** By identity, in order. */
type Places = ReadonlyMap<string, readonly number[]>

function placesOf(names: readonly string[]): Places {
  const places = new Map<string, number[]>()
  for (const [at, name] of names.entries()) {
    const those = places.get(identityOf(name)) ?? []
    places.set(identityOf(name), those)
    those.push(at)
  }
  return places
}

/** The places at which the same question is in both lists. */
function unmoved(made: readonly string[], now: readonly string[]): (number | undefined)[] {
  return made.map((name, at) => (identityOf(name) === identityOf(now[at]) ? at : undefined))
}

/**
 * If some questions of one identity are gone or new, only those that have not moved are certain: the first ones or, in a
 * list that is as long as before, all that are at their place.
 */
function samePlaces(made: readonly string[], now: readonly string[]): (number | undefined)[] {
  const [places, after] = [made.length === now.length ? unmoved(made, now) : [], placesOf(now)]
  for (const [identity, those] of placesOf(made)) {
    const found = after.get(identity) ?? []
    for (const [nth, at] of those.entries())
      if (those.length === found.length || found[nth] === at) places[at] = found[nth]
  }
  return Array.from(made, (_, at) => places[at])
}

function identityOf(name = ''): string {
  return name.slice(0, IDENTITY_LENGTH)
}
