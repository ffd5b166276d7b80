import { rangeInRow } from './text/points.ts'
import type { SourceLine } from './text/source-line.ts'

/** Points of a scale below one another, of which the first and the last say what they mean. */
const POINT = /^([-−+]?\p{Nd}{1,3})(?:[ \t]*[-–—=:][ \t]*|[ \t]+)(\p{L}[^\p{Nd}]{0,59})$/u
const BARE = /^[-−+]?\p{Nd}{1,3}$/u
const FEWEST = 3
const MOST = 20

/** Puts the points of a scale, which stand below one another, in the row that they mean. */
export function joinPoints(lines: readonly SourceLine[]): SourceLine[] {
  const joined: SourceLine[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as SourceLine
    const row = rowAt(lines, at)
    joined.push(row?.line ?? line)
    at += (row?.length ?? 1) - 1
  }
  return joined
}

function rowAt(lines: readonly SourceLine[], at: number): { line: SourceLine; length: number } | undefined {
  const [, first = '', low = ''] = POINT.exec(lines[at]?.text ?? '') ?? []
  if (first === '') return undefined
  let end = at + 1
  while (end - at < MOST && BARE.test(lines[end]?.text ?? '')) end++
  const [, last = '', high = ''] = POINT.exec(lines[end]?.text ?? '') ?? []
  if (last === '' || end - at < FEWEST) return undefined
  const points = [first, ...lines.slice(at + 1, end).map(one => one.text), last]
  const text = [low, ...points, high].join(' ')
  const [line, lastLine] = [lines[at] as SourceLine, lines[end] as SourceLine]
  if (rangeInRow(text) === undefined) return undefined
  return { line: { ...line, text, lastNumber: lastLine.number }, length: end - at + 1 }
}
