import type { Decisions } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import { unwrapped } from '../surroundings.ts'
import type { Reading } from '../survey-assembly.ts'
import { withoutWikiTables } from '../wiki-tables.ts'
import { noteAnnotation, takeAnnotations } from './annotations.ts'
import { countLines, readLine, splitLines } from './source-line.ts'
import { readItems } from './text-items.ts'
import { TextReader } from './text-reader.ts'

/** Lines of a text that are read. A survey has no more, and each costs time. */
const MAX_LINES = 25_000

/** Reads a text as people write or copy surveys. */
export function readText(text: string, decisions: Decisions): Reading {
  const raw = splitLines(text, MAX_LINES + 1)
  const lines = raw.slice(0, MAX_LINES).map((one, at) => readLine(one, at + 1))
  const around = unwrapped(lines)
  const taken = takeAnnotations(around.lines)
  const annotations = [...around.annotations, ...taken.annotations]
  const found = readItems(withoutWikiTables(taken.lines))
  const reader = new TextReader(found, decisions)
  const { assembly } = reader
  for (const one of annotations) noteAnnotation(assembly, one)
  reader.addAll()
  // Markers without items say nothing beside a survey, but are no survey by themselves.
  const marker = lines.find(({ text: line }) => /[\p{L}\p{N}]/u.test(line))
  if (found.items.length + found.overlong.length + annotations.length === 0 && marker !== undefined)
    assembly.note(marker, 'left_out', texts.prose())
  const [more] = raw.slice(MAX_LINES)
  const lastLine = more === undefined ? raw.length : countLines(text)
  if (more !== undefined)
    assembly.note(readLine(more, MAX_LINES + 1), 'left_out', texts.tooManyLines(MAX_LINES), [], { lastLine })
  return assembly.finish(lastLine)
}
