import { isArray, isObject, isRawNumber, type Json, normalizeDecimal, numberIn } from './json.ts'

/**
 * The canonical text of a JSON value, the same however it was spelled: without white space, and with object members
 * ordered by name. Undefined members, which drafts in a browser may have, are left out.
 */
export function canonicalJson(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isRawNumber(value)) return canonicalNumber(value)
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

function canonicalNumber(value: Json): string {
  const number = numberIn(value)
  return number === undefined ? normalizeDecimal(JSON.stringify(value)) : JSON.stringify(number)
}
