import type { Json } from '../../../values/json.ts'
import type { Path } from './foreign-survey.ts'
import { valueAt } from './json-fields.ts'

/** What people read at a place: a text, all texts inside, or the name and value of a setting. */
export function readAt(root: Json, path: Path): string {
  const value = valueAt(root, path) ?? null
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) return [...new Set(textsIn(value))].join(' · ') || nameOf(path)
  return `${path.at(-1)}: ${value}`
}

/** The name of a member, or of the list that it is in, with its number. */
function nameOf(path: Path): string {
  const [list = '', last = list] = path.slice(-2)
  return typeof last === 'number' ? `${list} ${last + 1}` : last
}

/** Members whose texts people read. Others are ids, addresses and codes. */
const READABLE =
  /(?:title|text|description|label|caption|value|name|headline|subheader|question|heading|html|default|display)$|^\d+$/i

function textsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (typeof inner !== 'string') return textsIn(inner)
    return inner !== '' && READABLE.test(name) && !/^https?:/.test(inner) ? [inner] : []
  })
}
