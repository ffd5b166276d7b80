import { slugMeantBy } from '../../../src/domain/surveys/slug.ts'

/** Maximum number of words and characters taken from a title for a suggested link, which will be read out and typed. */
const MAX_WORDS = 3
const MAX_LENGTH = 30

/** Words up to this length, such as `on` and `of`, carry little meaning. */
const SHORT = 2

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', œ: 'oe', ł: 'l', đ: 'd', '&': ' and ' }

/** The highest number appended to a suggested link. If all are taken, random words are easier to tell apart. */
const LAST_NUMBER = 9

/** The words of a link made from a title, with a number if the link is taken; undefined if there is none. */
export function suggestFreeSlug(title: string, isTaken: (slug: string) => boolean): string | undefined {
  const slug = suggestSlug(title)
  if (slug === undefined || !isTaken(slug)) return slug
  const numbered = Array.from({ length: LAST_NUMBER - 1 }, (_, at) => `${slug}-${at + 2}`)
  return numbered.find(one => !isTaken(one))
}

/** The words of a link made from a title; undefined if the title has no suitable words. */
export function suggestSlug(title: string): string | undefined {
  const plain = title
    .toLowerCase()
    .replace(/[ßæøœłđ&]/g, letter => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
  if (/[^\P{L}a-z]/u.test(plain)) return undefined
  const all = plain.match(/[a-z0-9]+/g) ?? []
  const telling = all.filter(word => word.length > SHORT || /\d/.test(word))
  const words = telling.length > 0 ? telling : all
  const fitting = words.slice(0, MAX_WORDS).filter((_, at) => words.slice(0, at + 1).join('-').length <= MAX_LENGTH)
  return slugMeantBy(fitting.join('-'))
}
