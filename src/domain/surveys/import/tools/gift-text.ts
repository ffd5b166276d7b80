/** Characters that mean something in GIFT unless a backslash stands before them. */
const ESCAPED = /\\([~=#{}:n])/g
/** Stand in for them; none has a meaning in texts. Each takes two characters, so that all that follows keeps its place. */
const FIRST = 0xe000
const FILLER = '\ue0ff'
const SIGNS = '~=#{}:n'

export function masked(text: string): string {
  return text.replace(ESCAPED, (_, sign: string) => String.fromCharCode(FIRST + SIGNS.indexOf(sign)) + FILLER)
}

export function unmasked(text: string): string {
  return text.replace(/([\ue000-\ue006])\ue0ff/g, (_, stand: string) => {
    const sign = SIGNS[stand.charCodeAt(0) - FIRST] ?? ''
    return sign === 'n' ? '\n' : sign
  })
}

export interface GiftAnswer {
  /** Whether it has the sign of a right answer. */
  readonly isRight: boolean
  /** Percents of the points. */
  readonly weight: number | undefined
  readonly text: string
  readonly hasFeedback: boolean
  /** Its offset. */
  readonly at: number
}

const ANSWER = /([~=])[ \t]*(?:%(-?[\d.,]+)%)?([^~=#]*)(#[^~=]*)?/g

/** The answers between braces. */
export function giftAnswers(inside: string): GiftAnswer[] {
  return [...inside.matchAll(ANSWER)].map(({ 1: sign, 2: weight, 3: text = '', 4: feedback, index }) => ({
    isRight: sign === '=',
    weight: weight === undefined ? undefined : Number(weight.replace(',', '.')),
    text: text.trim(),
    hasFeedback: feedback !== undefined && feedback.trim() !== '#',
    at: index,
  }))
}
