import type { JsonObject } from '../../../../src/domain/values/json.ts'
import { type Draft, type DraftQuestion, inserted, withTriggers } from '../../../ui/questions/draft.ts'
import type { DraftGroup } from '../../../ui/questions/draft-groups.ts'

/** What respondents see as one question: a plain question, or those of a group. */
export interface Entry {
  readonly type: 'entry'
  /** Of the group or, if there is none, of the question. */
  readonly key: number
  readonly group: DraftGroup | undefined
  readonly questions: readonly DraftQuestion[]
}

/** The heading of a section, or where it ends. What is between the two belongs to it. */
export interface SectionRow {
  readonly type: 'heading' | 'end'
  /** Of the section. */
  readonly key: number
  readonly section: DraftGroup
}

export type Row = Entry | SectionRow

/**
 * A draft from top to bottom. Edits that add, move or remove something change this list, so that the questions of a group are always
 * beside one another, and sections are next to one another.
 */
export function rowsOf(draft: Draft): readonly Row[] {
  const sectionOf = ownersIn(draft.groups.filter(({ kind }) => kind === 'section'))
  const rows: Row[] = []
  const begun = new Set<DraftGroup>()
  let open: DraftGroup | undefined
  for (const entry of entriesOf(draft)) {
    const own = sectionOf.get(entry.questions[0]?.index ?? -1)
    if (own !== open) {
      if (open !== undefined) rows.push({ type: 'end', key: open.key, section: open })
      open = own === undefined || begun.has(own) ? undefined : own
      if (open !== undefined) rows.push({ type: 'heading', key: open.key, section: open })
      if (open !== undefined) begun.add(open)
    }
    rows.push(entry)
  }
  return open === undefined ? rows : [...rows, { type: 'end', key: open.key, section: open }]
}

/** All entries, in order. */
export function entriesOf({ questions, groups }: Draft): readonly Entry[] {
  const groupOf = ownersIn(groups.filter(({ kind }) => kind !== 'section'))
  const entries: Entry[] = []
  const begun = new Set<DraftGroup>()
  for (const question of questions) {
    const group = groupOf.get(question.index)
    const last = entries.at(-1)
    if (group !== undefined && last?.group === group)
      entries[entries.length - 1] = { ...last, questions: [...last.questions, question] }
    else {
      const own = group !== undefined && begun.has(group) ? undefined : group
      entries.push({ type: 'entry', key: own?.key ?? question.index, group: own, questions: [question] })
      if (own !== undefined) begun.add(own)
    }
  }
  return entries
}

function ownersIn(groups: readonly DraftGroup[]): ReadonlyMap<number, DraftGroup> {
  const owners = new Map<number, DraftGroup>()
  for (const group of groups) for (const key of group.keys) if (!owners.has(key)) owners.set(key, group)
  return owners
}

/** The draft with other rows. A section without entries is left out. */
export function withRows(draft: Draft, rows: readonly Row[]): Draft {
  const questions: DraftQuestion[] = []
  const groups: DraftGroup[] = []
  const firstOf = new Map<number, number>()
  for (const row of rows) {
    if (row.type === 'heading') firstOf.set(row.key, questions.length)
    else if (row.type === 'entry') {
      for (const question of row.questions) questions.push(question)
      if (row.group !== undefined) groups.push({ ...row.group, keys: keysOf(row.questions) })
    } else {
      const own = questions.slice(firstOf.get(row.key))
      if (own.length > 0) groups.push({ ...row.section, keys: keysOf(own) })
    }
  }
  return { ...draft, questions, groups }
}

function keysOf(questions: readonly DraftQuestion[]): number[] {
  return questions.map(({ index }) => index)
}

/** The row with a key: an entry, or a heading. */
export function rowOf(draft: Draft, key: number | undefined): Row | undefined {
  return rowsOf(draft).find(row => row.key === key)
}

/** The entry with a key. */
export function entryOf(draft: Draft, key: number | undefined): Entry | undefined {
  return entriesOf(draft).find(entry => entry.key === key)
}

/** The entry that a question belongs to. */
export function entryWith(draft: Draft, key: number | undefined): Entry | undefined {
  return entriesOf(draft).find(({ questions }) => questions.some(({ index }) => index === key))
}

/** The headings of all sections, in order. */
export function sectionsOf(draft: Draft): readonly Row[] {
  return rowsOf(draft).filter(({ type }) => type === 'heading')
}

/** The position of a row's first question, or -1. */
export function firstPosition(draft: Draft, key: number | undefined): number {
  const rows = rowsOf(draft)
  const at = rows.findIndex(row => row.key === key)
  const first = rows.slice(Math.max(0, at)).find(row => row.type === 'entry')
  return at < 0 || first === undefined ? -1 : draft.questions.indexOf(first.questions[0] as DraftQuestion)
}

/** The position of an entry among all, or -1: respondents see so many before it. */
export function numberOf(draft: Draft, key: number | undefined): number {
  return entriesOf(draft).findIndex(entry => entry.key === key)
}

// Edits

/** Replaces an entry. New questions have the keys from `nextKey` on. */
export function replaceEntry(draft: Draft, key: number, entry: Entry, nextKey = draft.nextKey): Draft {
  const rows = rowsOf(draft).map(row => (row.type === 'entry' && row.key === key ? entry : row))
  return { ...withRows(draft, rows), nextKey }
}

/** Changes members of a group, such as its title. */
export function changeGroup(draft: Draft, key: number, members: Partial<DraftGroup>): Draft {
  return { ...draft, groups: draft.groups.map(group => (group.key === key ? { ...group, ...members, key } : group)) }
}

/**
 * Inserts rows behind the row with a key: below a heading, into its section; below an entry, into its section if it is in one. Without
 * a key, at the end, into the last section if that is there.
 */
export function insertAfter(draft: Draft, key: number | undefined, added: readonly Row[]): Draft {
  const rows = rowsOf(draft)
  const at = rows.findIndex(row => row.key === key)
  const end = rows.at(-1)?.type === 'end' ? rows.length - 1 : rows.length
  return withRows(draft, inserted(rows, at < 0 ? end : at + 1, added))
}

/** A new entry of questions and, unless it is a plain question, members of a group. The draft has the keys after those of the entry. */
export function newEntry(
  draft: Draft,
  contents: readonly JsonObject[],
  group?: Pick<DraftGroup, 'kind' | 'title' | 'min' | 'max'>,
): { readonly draft: Draft; readonly entry: Entry } {
  const questions = contents.map((content, at) => ({ ...content, index: draft.nextKey + at }))
  const next = draft.nextKey + contents.length
  const own = group && { ...group, key: next, keys: keysOf(questions) }
  const key = own?.key ?? draft.nextKey
  return { draft: { ...draft, nextKey: next + 1 }, entry: { type: 'entry', key, group: own, questions } }
}

/** The rows that a row stands for: an entry by itself, or a section from its heading to its end. */
export function blockOf(rows: readonly Row[], key: number): { readonly from: number; readonly length: number } {
  const from = rows.findIndex(row => row.key === key)
  const isSection = rows[from]?.type === 'heading'
  const to = isSection ? rows.findIndex(row => row.type === 'end' && row.key === key) : from
  return { from, length: from < 0 ? 0 : to - from + 1 }
}

/** What was removed, and its place. */
export interface Removal {
  readonly draft: Draft
  readonly at: number
  readonly rows: readonly Row[]
}

/** Removes an entry, or a section with all that is in it. A section goes with its only entry. */
export function removeRow(draft: Draft, key: number): Removal {
  const rows = rowsOf(draft)
  const { from, length } = blockOf(rows, key)
  const isOnly = rows[from - 1]?.type === 'heading' && rows[from + length]?.type === 'end'
  const [at, count] = isOnly ? [from - 1, length + 2] : [from, length]
  return { draft: withRows(draft, rows.toSpliced(at, count)), at, rows: rows.slice(at, at + count) }
}

/** Puts removed rows back to their place among the rows of a draft that may have changed since. */
export function restoreRows(draft: Draft, { at, rows: removed }: Removal): Draft {
  const rows = rowsOf(draft)
  return withRows(draft, inserted(rows, slotFor(rows, Math.min(at, rows.length), removed[0]), removed))
}

/** Removes the heading of a section, whose questions stay. */
export function removeHeading(draft: Draft, key: number): Draft {
  return { ...draft, groups: draft.groups.filter(group => group.key !== key) }
}

/** Takes the removal of a heading back, where the first of its questions is now. Nothing of another section joins it. */
export function restoreHeading(draft: Draft, section: DraftGroup): Draft {
  const inOthers = new Set(draft.groups.filter(({ kind }) => kind === 'section').flatMap(({ keys }) => keys))
  const isOwn = ({ index }: DraftQuestion) => section.keys.includes(index) && !inOthers.has(index)
  const from = draft.questions.findIndex(isOwn)
  const rest = draft.questions.slice(Math.max(0, from))
  const end = rest.findIndex(one => !isOwn(one))
  const own = from < 0 ? [] : rest.slice(0, end < 0 ? rest.length : end)
  return { ...draft, groups: [...draft.groups, { ...section, keys: keysOf(own) }] }
}

/**
 * Puts a heading behind the row with a key, as `insertAfter` does. What follows belongs to it, up to where the section around it ends or
 * another one begins.
 * @returns undefined if nothing follows
 */
export function insertHeading(draft: Draft, key: number | undefined, title: string): Draft | undefined {
  const rows = rowsOf(draft)
  // Behind another section, not into it.
  const found = rows.findLastIndex(row => row.key === key)
  const at = found < 0 ? rows.length : found + 1
  const end = rows.findIndex((row, place) => place >= at && row.type !== 'entry')
  const to = end < 0 ? rows.length : end
  if (to === at) return undefined
  const section: DraftGroup = { key: draft.nextKey, kind: 'section', keys: [], title }
  const around = rows[to]?.type === 'end' ? rows[to] : undefined
  const heading: Row[] = [...(around ? [around] : []), { type: 'heading', key: section.key, section }]
  const tail: Row = { type: 'end', key: section.key, section }
  const next = [...rows.slice(0, at), ...heading, ...rows.slice(at, to), tail, ...rows.slice(around ? to + 1 : to)]
  return { ...withRows(draft, next), nextKey: draft.nextKey + 1 }
}

/**
 * Copies of rows with keys of their own, and what is set beside their questions. Rules among them refer to the copies.
 * @param from the draft whose rows they are
 */
export function copyOf(draft: Draft, from: Draft, rows: readonly Row[]) {
  const questions = rows.flatMap(row => (row.type === 'entry' ? row.questions : []))
  const copied = new Map([...keysOf(questions), ...rows.map(({ key }) => key)].map(key => [key, 0]))
  let nextKey = draft.nextKey
  for (const key of copied.keys()) copied.set(key, nextKey++)
  const keyOf = (key: number) => copied.get(key) ?? key
  const beside = questions.flatMap(({ index }) => {
    const { round_of: _, ...settings } = from.settings[index] ?? {}
    return Object.keys(settings).length > 0 ? [[keyOf(index), settings] as const] : []
  })
  const settings = { ...draft.settings, ...Object.fromEntries(beside) }
  return { draft: { ...draft, settings, nextKey }, rows: rows.map(row => copyOfRow(row, keyOf)) }
}

function copyOfRow(row: Row, keyOf: (key: number) => number): Row {
  const key = keyOf(row.key)
  if (row.type !== 'entry') return { ...row, key, section: { ...row.section, key } }
  const questions = row.questions.map(one => ({ ...withTriggers(one, keyOf), index: keyOf(one.index) }))
  return { ...row, key, group: row.group && { ...row.group, key }, questions }
}

/** Why a row stays where it is. */
export type Staying = 'edge' | 'only of section'

/** Moves an entry by one, over another one or the border of a section, or a section over what is beside it. */
export function moveRow(draft: Draft, key: number, by: -1 | 1): Draft | Staying {
  const { from } = blockOf(rowsOf(draft), key)
  return placed(draft, key, from + by)
}

/** Moves an entry or a section. @param slot the number of rows above it, of all those that there are before it is moved */
export function placeRow(draft: Draft, key: number, slot: number): Draft | Staying {
  const { from, length } = blockOf(rowsOf(draft), key)
  return placed(draft, key, slot > from ? Math.max(from, slot - length) : slot)
}

/** @param at the number of other rows above it */
function placed(draft: Draft, key: number, at: number): Draft | Staying {
  const rows = rowsOf(draft)
  const { from, length } = blockOf(rows, key)
  const block = rows.slice(from, from + length)
  const others = rows.toSpliced(from, length)
  if (length === 0 || at < 0 || at > others.length) return 'edge'
  const slot = slotFor(others, at, block[0], at < from)
  const next = inserted(others, slot, block)
  const isEmpty = next.some((row, place) => row.type === 'heading' && next[place + 1]?.type === 'end')
  return isEmpty ? 'only of section' : withRows(draft, next)
}

/** Where a row can be put: a section never into another one, but above or below it. */
function slotFor(rows: readonly Row[], at: number, row: Row | undefined, isUp = false): number {
  if (row?.type !== 'heading') return at
  const end = rows.findIndex((one, place) => place >= at && one.type !== 'entry')
  if (rows[end]?.type !== 'end') return at
  return isUp ? rows.findLastIndex((one, place) => place < at && one.type === 'heading') : end + 1
}
