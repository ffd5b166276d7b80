/** Unchanged lines that are shown around a change. */
const CONTEXT = 3

/** The lines of both texts, each with a prefix: `- ` if it is removed, `+ ` if it is added, otherwise two spaces. */
export function diffLines(before: string, after: string): string[] {
  const [old, now] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')]
  const common = commonLengths(old, now)
  const lines: string[] = []
  let [left, right] = [0, 0]
  while (left < old.length || right < now.length) {
    if (left < old.length && old[left] === now[right]) {
      lines.push(`  ${old[left++]}`)
      right++
    } else if (right === now.length || (common[left + 1]?.[right] ?? 0) >= (common[left]?.[right + 1] ?? -1)) {
      lines.push(left < old.length ? `- ${old[left++]}` : `+ ${now[right++]}`)
    } else lines.push(`+ ${now[right++]}`)
  }
  return lines
}

/** Changed lines with the lines around them. An ellipsis stands for lines that are left out. */
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

/** For each pair of positions, the length of the longest common subsequence of the lines from there on. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let left = old.length - 1; left >= 0; left--) {
    const [row, next] = [lengths[left], lengths[left + 1]]
    if (row === undefined || next === undefined) continue
    for (let right = now.length - 1; right >= 0; right--) {
      const isSame = old[left] === now[right]
      row[right] = isSame ? (next[right + 1] ?? 0) + 1 : Math.max(next[right] ?? 0, row[right + 1] ?? 0)
    }
  }
  return lengths
}
