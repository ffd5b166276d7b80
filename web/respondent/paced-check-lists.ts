import type { Field } from './fields.ts'
import { startPaced } from './paced-page.ts'

// The script of a paced survey that has check-lists.

startPaced(page => ({ ...page, fields: withCheckLists(page.fields) }))

/** The options of a check-list are one field, since they are asked and sent together. */
function withCheckLists(fields: readonly Field[]): Field[] {
  const places = [...new Set(fields.map(checkListOf))]
  return places.map(place => {
    const parts = fields.filter(field => checkListOf(field) === place)
    const [first] = parts as [Field]
    return parts.length === 1 ? first : checkList(first, parts)
  })
}

/** The element that a field shares with the others of its check-list. Others share none. */
function checkListOf({ control, container }: Field): HTMLElement {
  return control.closest<HTMLElement>('.check-list') ?? container
}

function checkList(first: Field, parts: readonly Field[]): Field {
  const place = checkListOf(first)
  const values = () => parts.map(({ value }) => value())
  const value = () => (values().some(one => one !== '') ? JSON.stringify(values()) : '')
  return {
    index: first.index,
    // Somebody who sends it has chosen something.
    requirement: 'always',
    container: place,
    control: place,
    parts,
    value,
    restore: kept => {
      const all: string[] = kept === '' ? [] : JSON.parse(kept)
      for (const [at, { restore }] of parts.entries()) restore(all[at] ?? '')
    },
    answer: () => value() || null,
  }
}
