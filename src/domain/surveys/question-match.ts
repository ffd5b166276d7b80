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

export function readNames(names: QuestionNames): string[] {
  return names.split(SEPARATOR)
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
 * Questions that are the same, at the same place or else elsewhere, are matched first. If none has moved, a question of
 * the same type at the same place is the earlier one, reworded.
 * @param isFixed whether there are responses, with which places never change: what looks like a move may then be two
 *   questions that were reworded, and is not followed
 */
export function matchQuestions(
  made: readonly string[],
  now: readonly string[],
  isFixed: boolean,
): readonly (number | undefined)[] {
  const isSame = (at: number) => identityOf(made[at]) === identityOf(now[at])
  const [open, free] = [made, now].map(names => placesOf(names, isSame)) as [Places, Places]
  const moves = made.map(name => (open.get(identityOf(name)) === undefined ? undefined : free.get(identityOf(name))))
  const follows = !isFixed && moves.some(place => place !== undefined)
  return made.map((name, at) => {
    if (isSame(at)) return at
    if (follows) return moves[at]
    return free.has(identityOf(name)) || name[0] !== now[at]?.[0] ? undefined : at
  })
}

/** By identity; undefined if there are several. */
type Places = ReadonlyMap<string, number | undefined>

/** The places of the questions that are not the same in both lists. */
function placesOf(names: readonly string[], isSame: (at: number) => boolean): Places {
  const places = new Map<string, number | undefined>()
  for (const [at, name] of names.entries())
    if (!isSame(at)) places.set(identityOf(name), places.has(identityOf(name)) ? undefined : at)
  return places
}

function identityOf(name = ''): string {
  return name.slice(0, IDENTITY_LENGTH)
}
