import { MAX_QUESTIONS } from '../../../src/domain/surveys/limits.ts'
import { showNotice } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import type { Draft } from '../../ui/questions/draft.ts'
import { builderTexts as app } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import type { Builder } from './builder.ts'
import { rowLabel } from './groups/row-label.ts'
import {
  copyOf,
  entriesOf,
  insertAfter,
  placeRow,
  type Removal,
  type Row,
  removeRow,
  restoreRows,
  rowOf,
  rowsOf,
  type Staying,
  sectionsOf,
} from './groups/rows.ts'

/** Moves a row to where the pointer dropped it. @param slot as `placeRow` counts it */
export function drop(builder: Builder, key: number, slot: number): void {
  move(builder, key, placeRow(builder.draft.value, key, slot))
}

/** Shows a moved row, and announces its new place or why it stays. @param isUp which end it is at, if it is */
export function move(builder: Builder, key: number, moved: Draft | Staying, isUp?: boolean): void {
  if (typeof moved === 'string') builder.announcement.value = whyStaying(builder.draft.value, key, moved, isUp)
  else {
    builder.edit(moved)
    builder.announcement.value = placeText(moved, key)
  }
}

/** Why a row stays where it is, in words. */
export function whyStaying(draft: Draft, key: number, staying: Staying, isUp = false): string {
  if (staying === 'only of section') return app.onlyOfSection
  if (rowOf(draft, key)?.type === 'entry') return isUp ? words.questions.isFirst : words.questions.isLast
  return isUp ? app.isTop : app.isBottom
}

/** Where a row is, in words. */
function placeText(draft: Draft, key: number): string {
  const rows = rowsOf(draft)
  const at = rows.findIndex(row => row.key === key)
  const row = rows[at]
  if (row === undefined) return ''
  const others = row.type === 'entry' ? entriesOf(draft) : sectionsOf(draft)
  const position = others.findIndex(one => one.key === key) + 1
  if (row.type !== 'entry') return app.sectionMoved(rowLabel(row), position, others.length)
  const border = rows.slice(0, at).findLast(({ type }) => type !== 'entry')
  const place = words.questions.moved(rowLabel(row), position, others.length)
  return border?.type === 'heading' ? `${place} ${app.movedInto(rowLabel(border))}` : place
}

/** Adds a copy below the original, and opens it. */
export function duplicate(builder: Builder, row: Row): void {
  const draft = builder.draft.value
  const copied = copyOf(draft, draft, [row])
  const next = insertAfter(copied.draft, row.key, copied.rows)
  if (next.questions.length > MAX_QUESTIONS) showNotice(app.tooMany(MAX_QUESTIONS))
  else {
    builder.edit(next)
    openAndFocus(builder, copied.rows[0]?.key, 'text')
  }
}

/** Deletes an entry or a section with all that is in it, with undo. */
export function remove(builder: Builder, key: number): void {
  const draft = builder.draft.value
  const row = rowOf(draft, key)
  if (row === undefined) return
  const removal = removeRow(draft, key)
  builder.edit(removal.draft)
  focusSoon(`open-${builder.openKey.value}`)
  const name = rowLabel(row)
  showNotice(row.type === 'entry' ? words.questions.deleted(name) : app.sectionDeleted(name), () =>
    restore(builder, draft, removal, key),
  )
}

/** Keys belong to one list; after another version was taken, what was deleted comes back as new. */
function restore(builder: Builder, before: Draft, removal: Removal, key: number): void {
  const now = builder.draft.value
  const isSameList = now.stored === before.stored
  const { draft, rows } = isSameList ? { draft: now, rows: removal.rows } : copyOf(now, before, removal.rows)
  builder.edit(restoreRows(draft, { ...removal, rows }))
  openAndFocus(builder, rows[removal.rows.findIndex(row => row.key === key)]?.key, 'open')
}

function openAndFocus(builder: Builder, key: number | undefined, name: 'text' | 'open'): void {
  builder.open(key)
  focusSoon(`${name}-${key}`)
}
