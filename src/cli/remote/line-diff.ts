/** Unchanged lines shown around a change. */
const CONTEXT = 3

/** Number of edits up to which the minimum is computed: time grows with it, and memory with its square. */
const MAX_EDITS = 2_000

/** The positions of a common line, in the text before and in the text after. */
type CommonLine = readonly [left: number, right: number]

/** The lines of both texts, each with a prefix: `- ` if removed, `+ ` if added, otherwise two spaces. */
export function diffLines(before: string, after: string): string[] {
  const [old, now] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')]
  const lines: string[] = []
  let [left, right] = [0, 0]
  for (const [commonLeft, commonRight] of commonLines(old, now)) {
    while (left < commonLeft) lines.push(`- ${old[left++]}`)
    while (right < commonRight) lines.push(`+ ${now[right++]}`)
    if (left < old.length) lines.push(`  ${old[left++]}`)
    right++
  }
  return lines
}

/** Changed lines with surrounding lines. An ellipsis replaces lines that are left out. */
export function withContext(lines: readonly string[]): string[] {
  const isNear = (at: number) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChange)
  const shown: string[] = []
  for (const [at, line] of lines.entries()) {
    if (isNear(at)) shown.push(line)
    else if (shown.at(-1) !== '  …') shown.push('  …')
  }
  return shown
}

export function isChange(line: string): boolean {
  return !line.startsWith(' ')
}

/** The lines common to both texts, in order, and the end of both. */
function commonLines(old: readonly string[], now: readonly string[]): CommonLine[] {
  const rounds = furthestRounds(old, now)
  return [...(rounds === undefined ? sameEnds(old, now) : commonLinesOf(rounds, old, now)), [old.length, now.length]]
}

/**
 * The greedy algorithm of Myers, "An O(ND) Difference Algorithm and Its Variations". Each round allows one more edit.
 * It holds the furthest position in the old text for each number of edits that remove a line; the other edits add one.
 * @returns undefined if there are too many edits
 */
function furthestRounds(old: readonly string[], now: readonly string[]): Int32Array[] | undefined {
  const rounds: Int32Array[] = []
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    const round = new Int32Array(edits + 1)
    rounds.push(round)
    for (let removals = 0; removals <= edits; removals++) {
      let left = leftAfterEdit(rounds, edits, removals)
      let right = left + edits - 2 * removals
      while (left < old.length && right < now.length && old[left] === now[right]) {
        left++
        right++
      }
      round[removals] = left
      if (left === old.length && right === now.length) return rounds
    }
  }
  return undefined
}

/** The position in the old text after a round's edit, before the unchanged lines that follow. */
function leftAfterEdit(rounds: readonly Int32Array[], edits: number, removals: number): number {
  const previous = rounds[edits - 1]
  if (previous === undefined) return 0
  return Math.max((previous[removals - 1] ?? -1) + 1, previous[removals] ?? 0)
}

/** Goes back through the rounds, starting at the end of both texts. */
function commonLinesOf(rounds: readonly Int32Array[], old: readonly string[], now: readonly string[]): CommonLine[] {
  const common: CommonLine[] = []
  let left = old.length
  let removals = (rounds.length - 1 + old.length - now.length) / 2
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const from = leftAfterEdit(rounds, edits, removals)
    while (left > from) common.push([--left, left + edits - 2 * removals])
    const isRemoved = from > (rounds[edits - 1]?.[removals] ?? -1)
    if (isRemoved) {
      left--
      removals--
    }
  }
  return common.reverse()
}

/** The equal lines at the beginning and at the end. */
function sameEnds(old: readonly string[], now: readonly string[]): CommonLine[] {
  const shorter = Math.min(old.length, now.length)
  let [start, end] = [0, 0]
  while (start < shorter && old[start] === now[start]) start++
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const first = Array.from({ length: start }, (_, at): CommonLine => [at, at])
  const last = Array.from({ length: end }, (_, at): CommonLine => [old.length - end + at, now.length - end + at])
  return [...first, ...last]
}
