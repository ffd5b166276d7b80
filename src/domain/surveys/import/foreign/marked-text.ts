import { decoded } from '../html-entities.ts'

const HEADING = /^#{1,6} +/gm
const EMPHASIS = /(^|[\s(“"])([*_]{1,3})(\S(?:[^*_\n]*\S)?)\2(?=$|[\s.,;:!?)”"])/g
const LINK = /<a\b[^>]*\bhref\b/i
const PICTURE = /<img\b/i
const LINE_END = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi
const ANCHOR =
  /<a\b[^<>]{0,500}?\bhref\s*=\s*(?:"(https?:[^"<>]{1,500})"|'(https?:[^'<>]{1,500})')[^<>]{0,500}>([^<>]{0,500})<\/a\s*>/gi
const NAMED_ADDRESS = /\[([^\][\n]{1,500})\]\((https?:[^()\s]{1,500})\)/g
const TAG = /<\/?[a-z][^<>]{0,1000}>|<!--[^<>]{0,1000}-->/gi

/** A text without signs of emphasis and headings. */
export function withoutMarks(text: string): string {
  return text.replace(HEADING, '').replace(EMPHASIS, '$1$3')
}

export function hasMarks(text: string): boolean {
  return withoutMarks(text) !== text
}

/** The text of HTML. */
export function withoutTags(html: string): string {
  if (!/[<&]/.test(html)) return html
  return decoded(html.replace(LINE_END, '\n').replace(TAG, ''))
}

/** The text of an introduction or of thanks in HTML or Markdown, in which addresses stand behind the words that lead to them. */
export function aroundText(text: string): string {
  const named = text.replace(ANCHOR, (_, double, single, words) => withAddress(words, double ?? single))
  return withoutMarks(withoutTags(named.replace(NAMED_ADDRESS, (_, words, address) => withAddress(words, address))))
}

function withAddress(words: string, address: string): string {
  return decoded(words).trim() === decoded(address) ? words : `${words} (${address})`
}

/** Whether HTML has what its text alone does not say. */
export function hasLink(html: string): boolean {
  return LINK.test(html)
}

export function hasPicture(html: string): boolean {
  return PICTURE.test(html)
}

/** Whether HTML has emphasis, colours, sizes or the like. */
export function hasFormatting(html: string): boolean {
  return /<[a-z]+\b[^<>]{0,1000}\bstyle=|<(?:b|strong|i|em|u|font|center)\b/i.test(html)
}

const PERSONAL =
  /\be-?mail|\bphone\b|\btelephone|\bmobile number|\btelefon|\bhandynummer|\btéléphone|\bteléfono|\bpostal address|\bhome address/i

/** Whether a question asks for what identifies people, by its words. */
export function isPersonal(text: string): boolean {
  return PERSONAL.test(text)
}
