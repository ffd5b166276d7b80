import type { Origins } from '../edit.ts'
import type { Question } from '../question.ts'
import { choicesOf, isFitting } from './group-fit.ts'
import { inOrder, type Positions, type QuestionGroup, type Section } from './question-group.ts'

/** A group that is no section, before and after an edit. */
interface Moved {
  readonly before: QuestionGroup
  readonly after: QuestionGroup
}

/**
 * Groups after an edit. They follow their questions: new ones between those of a group join it, and removed ones leave it. Groups
 * that then no longer fit are left out, and numbers that nobody could choose are lowered.
 * @param groups that fit the questions before the edit
 * @param origins of the questions after the edit
 */
export function moveGroups(
  groups: readonly QuestionGroup[],
  before: Pick<readonly Question[], 'length'>,
  after: readonly Question[],
  origins: Origins,
): readonly QuestionGroup[] {
  if (groups.length === 0) return groups
  const sections = groups.filter(group => group.kind === 'section')
  const others = groups.filter(group => group.kind !== 'section')
  const owners = ownersOf(others, before.length)
  const ranges = rangesOf(others, owners, origins)
  const moved = others.flatMap(group => movedGroup(group, ranges.get(group), after))
  const areas = areasOf(sections, moved, before.length, origins)
  return [...moved.map(one => one.after), ...movedSections(sections, areas)].sort(inOrder)
}

/** The group of each question, by position. */
function ownersOf<Group extends Positions>(groups: readonly Group[], length: number): (Group | undefined)[] {
  const owners: (Group | undefined)[] = Array(length).fill(undefined)
  for (const group of groups) owners.fill(group, group.from, group.to + 1)
  return owners
}

/** From the first to the last question of each group. A group is left out if questions of another one are between its own. */
function rangesOf(
  groups: readonly QuestionGroup[],
  owners: readonly (QuestionGroup | undefined)[],
  origins: Origins,
): ReadonlyMap<QuestionGroup, Positions> {
  const ownerAt = (position: number) => owners[origins[position] ?? -1]
  const ranges = new Map<QuestionGroup, Positions>()
  for (const position of origins.keys()) {
    const owner = ownerAt(position)
    if (owner !== undefined) ranges.set(owner, { from: ranges.get(owner)?.from ?? position, to: position })
  }
  for (const group of groups) {
    const { from, to } = ranges.get(group) ?? { from: 0, to: -1 }
    const isMixed = origins.slice(from, to + 1).some((_, at) => (ownerAt(from + at) ?? group) !== group)
    if (isMixed) ranges.delete(group)
  }
  return ranges
}

function movedGroup(before: QuestionGroup, range: Positions | undefined, after: readonly Question[]): Moved[] {
  if (range === undefined) return []
  const { from, to } = range
  const group = { ...before, from, to }
  return isFitting(group, after) ? [{ before, after: withFittingNumbers(group, choicesOf(range, after)) }] : []
}

function withFittingNumbers(group: QuestionGroup, choices: number): QuestionGroup {
  if (group.kind !== 'check_list' && group.kind !== 'ranking') return group
  const lowered = group.min === undefined ? group : { ...group, min: Math.min(group.min, choices) }
  if (lowered.kind === 'ranking' || lowered.max === undefined || lowered.max <= choices) return lowered
  const { max: _, ...others } = lowered
  return others
}

/** The section of each question after an edit: null if it is in none, and undefined if it joins the one around it. */
type Areas = readonly (Section | null | undefined)[]

function areasOf(sections: readonly Section[], moved: readonly Moved[], length: number, origins: Origins): Areas {
  const owners = ownersOf(sections, length)
  const areas = origins.map(origin => (origin === undefined ? undefined : (owners[origin] ?? null)))
  // Whatever has joined a group is in its section, so that no section ends within a group.
  for (const { before, after } of moved) areas.fill(owners[before.from] ?? null, after.from, after.to + 1)
  return areas
}

/** Each section has the longest run of its own questions. */
function movedSections(sections: readonly Section[], areas: Areas): Section[] {
  const longest = new Map<Section, Run>()
  let run: (Run & { readonly area: Section | null }) | undefined
  for (const [at, area] of areas.entries()) {
    if (area === undefined) continue
    run = run?.area === area ? { ...run, to: at, own: run.own + 1 } : { area, from: at, to: at, own: 1 }
    if (area !== null && run.own > (longest.get(area)?.own ?? 0)) longest.set(area, run)
  }
  return sections.flatMap(section => {
    const kept = longest.get(section)
    return kept === undefined ? [] : [{ ...section, from: kept.from, to: kept.to }]
  })
}

interface Run extends Positions {
  /** How many questions of the section it has. */
  readonly own: number
}
