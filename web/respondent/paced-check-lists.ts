import type { Field } from './fields.ts'
import { startPaced } from './paced-page.ts'

// The script of a paced survey that has check-lists.

startPaced(page => ({ ...page, fields: withCheckLists(page.fields) }))

/** The options of a check-list are one field, since they are asked and sent together. */
function withCheckLists(fields: readonly Field[]): Field[] {
  const places = new Map<HTMLElement, [Field, ...Field[]]>()
  for (const field of fields) {
    const parts = places.get(checkListOf(field))
    if (parts === undefined) places.set(checkListOf(field), [field])
    else parts.push(field)
  }
  return [...places.values()].map(parts => (parts.length === 1 ? parts[0] : checkList(parts[0], parts)))
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
