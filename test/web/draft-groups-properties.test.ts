import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkGroups } from '../../src/domain/surveys/groups/group-fit.ts'
import { parseDraftGroups, type QuestionGroup } from '../../src/domain/surveys/groups/question-group.ts'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import { type Json, type JsonObject, parseJson } from '../../src/domain/values/json.ts'
import { draftOf } from '../../web/app/builder/content.ts'
import { contentOfKind, ENTRY_KINDS, kindOf } from '../../web/app/builder/entry-kind.ts'
import { renameOther } from '../../web/app/builder/groups/choices.ts'
import { rowIssues } from '../../web/app/builder/groups/group-issues.ts'
import {
  addOther,
  newGroupEntry,
  newSection,
  oneBlockedBy,
  removeOther,
  severalBlockedBy,
  toOne,
  toSeveral,
} from '../../web/app/builder/groups/kinds.ts'
import {
  CHECK_LIST_OPTIONS,
  GRID_COLUMNS,
  GRID_ROWS,
  ORDINARY_OPTIONS,
  RANKING_ITEMS,
} from '../../web/app/builder/groups/option-lists.ts'
import {
  changeGroup,
  copyOf,
  type Entry,
  entriesOf,
  insertAfter,
  insertHeading,
  moveRow,
  newEntry,
  placeRow,
  type Removal,
  removeHeading,
  removeRow,
  restoreRows,
  rowsOf,
} from '../../web/app/builder/groups/rows.ts'
import { change, type Draft, optionsOf, questionsOf } from '../../web/ui/questions/draft.ts'
import { groupsOf } from '../../web/ui/questions/draft-groups.ts'
import type { OptionList } from '../../web/ui/questions/option-list.ts'
import { GROUPS, QUESTIONS } from '../dashboard/groups.ts'

const RUNS = { numRuns: Number(process.env.RUNS ?? 1500) }

/** A step of an edit: what is done, to which row, and where or what. */
type Step = readonly [act: number, row: number, at: number, more: number]
interface State {
  readonly draft: Draft
  readonly removed: Removal | undefined
}

const STEPS = fc.array(fc.tuple(fc.nat(11), fc.nat(30), fc.nat(30), fc.nat(7)), { maxLength: 30 })

test('whatever is edited in the builder, its groups are whole and apart, and fit once all texts are there', () => {
  const seen = new Map<string, number>()
  let checked = 0
  fc.assert(
    fc.property(fc.boolean(), STEPS, (isEmpty, steps) => {
      const groups = GROUPS as readonly object[] as readonly QuestionGroup[]
      let state: State = {
        draft: isEmpty ? draftOf([]) : draftOf(QUESTIONS as JsonObject[], [], groups),
        removed: undefined,
      }
      for (const step of steps) state = doStep(state, step)
      const { draft } = state
      const stored = groupsOf(draft)
      for (const { kind } of stored) seen.set(kind, (seen.get(kind) ?? 0) + 1)
      assert.deepEqual(parseDraftGroups(JSON.parse(JSON.stringify(stored)) as Json), stored)
      const again = draftOf(readBack(draft), [], stored)
      assert.deepEqual([questionsOf(again), groupsOf(again)], [questionsOf(draft), stored], 'a reload keeps them')
      assertApart(stored, draft.questions.length)
      const filled = withTexts(draft)
      const issues = rowIssues(filled)
      const fewIn = issues.filter(({ text }) => !/at least two|rule|Nobody/i.test(text))
      assert.deepEqual(fewIn, [], 'a text is missing')
      if (issues.length > 0 || filled.questions.length === 0) return
      checked++
      checkGroups(groupsOf(filled), parseQuestions(questionsOf(filled)))
      assert.equal(groupsOf(filled).length, stored.length)
    }),
    RUNS,
  )
  assert.ok(checked > 300, `${checked} complete drafts`)
  for (const kind of ['check_list', 'grid', 'ranking', 'other', 'section'])
    assert.ok((seen.get(kind) ?? 0) > 50, `${kind}: ${seen.get(kind)}`)
})

/** As a browser reads it from the server. */
function readBack(draft: Draft): JsonObject[] {
  return parseJson(JSON.stringify(questionsOf(draft))) as unknown as JsonObject[]
}

/** What overlaps is a section and a group that is in it as a whole. */
function assertApart(groups: readonly QuestionGroup[], count: number): void {
  const sections = groups.filter(({ kind }) => kind === 'section')
  const others = groups.filter(({ kind }) => kind !== 'section')
  for (const list of [sections, others])
    for (const [at, { from, to }] of list.entries())
      assert.ok(from <= to && to < count && from > (list[at - 1]?.to ?? -1), JSON.stringify(list))
  for (const { from, to } of others)
    for (const section of sections)
      assert.ok(to < section.from || section.to < from || (section.from <= from && to <= section.to))
}

function doStep(state: State, [act, at, where, more]: Step): State {
  const { draft } = state
  const rows = rowsOf(draft)
  const row = rows[at % Math.max(1, rows.length)]
  const acts: (() => Draft | string | undefined)[] = [
    () => added(draft, row?.key, more),
    () => (row ? moveRow(draft, row.key, where % 2 === 0 ? 1 : -1) : draft),
    () => (row ? placeRow(draft, row.key, where % (rows.length + 1)) : draft),
    () => {
      const copied = row?.type === 'entry' ? copyOf(draft, draft, [row]) : undefined
      return copied && insertAfter(copied.draft, row?.key, copied.rows)
    },
    () => (row?.type === 'heading' ? removeHeading(draft, row.key) : draft),
    () => (row?.type === 'entry' ? converted(draft, row, more) : draft),
    ...Array.from({ length: 4 }, () => () => (row?.type === 'entry' ? edited(draft, row, where, more) : draft)),
  ]
  if (act === 10 && row !== undefined) {
    const removed = removeRow(draft, row.key)
    return { draft: removed.draft, removed }
  }
  if (act === 11 && state.removed !== undefined) return { draft: restoreRows(draft, state.removed), removed: undefined }
  const next = acts[act]?.()
  return typeof next === 'object' ? { ...state, draft: next } : state
}

function added(draft: Draft, after: number | undefined, more: number): Draft {
  const kind = ENTRY_KINDS[more] ?? 'one'
  if (kind === 'section') {
    const question = newEntry(draft, [{ type: 'rating', text: '' }])
    return insertHeading(draft, after, '') ?? newSection(draft, after, question).draft
  }
  const content = contentOfKind(kind)
  const { draft: next, entry } =
    content === undefined ? newGroupEntry(draft, kind as 'several' | 'grid' | 'ranking') : newEntry(draft, [content])
  return insertAfter(next, after, [entry])
}

function converted(draft: Draft, entry: Entry, more: number): Draft | undefined {
  const kind = kindOf(entry)
  if (kind !== 'one' && kind !== 'several') return undefined
  const hasText = entry.questions.some(({ type }) => type === 'free_text')
  if (more % 2 === 0) return (hasText ? removeOther : addOther)(draft, entry).draft
  if (kind === 'several') return oneBlockedBy(draft, entry) === undefined ? toOne(draft, entry).draft : undefined
  return severalBlockedBy(draft, entry) === undefined ? toSeveral(draft, entry).draft : undefined
}

const LISTS: Readonly<Record<string, readonly OptionList[]>> = {
  check_list: [CHECK_LIST_OPTIONS],
  grid: [GRID_ROWS, GRID_COLUMNS],
  ranking: [RANKING_ITEMS],
  other: [ORDINARY_OPTIONS],
}

/** Edits one of the lists of a group. */
function edited(draft: Draft, { key, group }: Entry, where: number, more: number): Draft | undefined {
  const lists = LISTS[group?.kind ?? ''] ?? []
  const list = lists[where % Math.max(1, lists.length)]
  if (list === undefined) return undefined
  const count = list.of(draft, key).length
  const at = where % Math.max(1, count)
  if (more === 0) return list.add(draft, key)
  if (more === 1) return list.rename(draft, key, at, `Text ${where}`)
  if (more === 2) return list.rename(draft, key, at, '')
  if (more === 3) return count > 1 ? list.remove(draft, key, at) : draft
  if (more === 4) return list.move(draft, key, at, where % 3 === 0 ? -1 : 1)
  if (more === 5) return list.paste(draft, key, at, ['Text 1', 'Pasted', `Text ${where}`])
  if (more === 6) return renameOther(draft, key, where % 2 === 0 ? '' : 'Another')
  const min = group?.kind === 'check_list' || group?.kind === 'ranking' ? { min: (where % 4) + 1 } : {}
  return changeGroup(draft, key, min)
}

/** Fills in everything that is empty, and tells apart what is repeated, as somebody at the page would. */
function withTexts(draft: Draft): Draft {
  let next = draft
  for (const group of draft.groups)
    if (group.title?.trim() === '') next = changeGroup(next, group.key, { title: 'Title' })
  for (const entry of entriesOf(next)) next = withTextsIn(next, entry)
  return next
}

function withTextsIn(draft: Draft, { key, group, questions }: Entry): Draft {
  const kind = group?.kind ?? ''
  const lists = LISTS[kind] ?? []
  let next = draft
  for (const list of lists)
    for (const at of list.of(next, key).keys()) next = list.rename(next, key, at, `${at} of all`)
  if (kind === 'other' || kind === 'check_list') next = renameOther(next, key, 'Yet another')
  for (const { index, type, text } of questions) {
    const options = { options: optionsOf(questions[0] ?? {}).map((_, at) => `${at}`) }
    const isPlain = group === undefined && type === 'multiple_choice'
    if (kind !== 'grid' && kind !== 'ranking')
      next = change(next, index, { text: String(text).trim() || 'What?', ...(isPlain && options) })
  }
  return next
}
