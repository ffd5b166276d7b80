import { isArray, isObject, isRawNumber, type Json, normalizeDecimal } from './json.ts'

/**
 * The text of a JSON value, the same however it was spelled: without white space, and with the members of objects in order of their names.
 * Members that are undefined are left out, as drafts in a browser may have them.
 */
export function canonicalJson(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isRawNumber(value)) return normalizeDecimal(JSON.stringify(value))
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
