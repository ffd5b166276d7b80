import { shortened } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import type { SurveyAssembly } from '../survey-assembly.ts'
import { LINE_LENGTH, readLine, type SourceLine } from './source-line.ts'

/** A comment or a picture in a text, which no survey has. */
export interface Annotation {
  readonly line: SourceLine
  readonly lastLine: number
  /** What it says. */
  readonly read: string
  readonly isPicture: boolean
}

/** Pictures of Markdown and HTML, and comments of HTML, as converters of documents write footnotes and the like. */
const ANNOTATION = /!\[([^\]]{0,300})\]\([^)]{0,500}\)|<img\b([^>]{0,500})>|<!--(.{0,600}?)-->/gi
/** Cheaper to look for, and few lines have one. */
const MAY_HAVE_ONE = /<|!\[/
const ALT = /\balt=(?:"([^"]*)"|'([^']*)')/i
const PICTURE_COMMENT = /^picture: /
/** Lines of a comment. What is longer is more likely one that was never closed. */
const MOST_LINES = 200

/** Takes annotations out of lines. A line that has nothing else is gone. */
export function takeAnnotations(lines: readonly SourceLine[]): { lines: SourceLine[]; annotations: Annotation[] } {
  const left: SourceLine[] = []
  const annotations: Annotation[] = []
  for (let at = 0; at < lines.length; at++) {
    const taken = withoutAnnotations(lines, at)
    if (taken.line !== undefined) left.push(taken.line)
    for (const one of taken.annotations) annotations.push(one)
    at += taken.further
  }
  return { lines: left, annotations }
}

export function noteAnnotation(assembly: SurveyAssembly, { line, read, lastLine, isPicture }: Annotation): void {
  const message = isPicture ? texts.picture() : texts.annotation()
  assembly.note(line, 'left_out', message, [], { read: shortened(read), lastLine })
}

interface AnnotatedLine {
  /** Undefined if there was nothing else in it. */
  readonly line: SourceLine | undefined
  readonly annotations: readonly Annotation[]
  /** Further lines that belong to a comment. */
  readonly further: number
}

function withoutAnnotations(lines: readonly SourceLine[], at: number): AnnotatedLine {
  const line = lines[at] as SourceLine
  if (line.text.length > LINE_LENGTH || !/!\[|<img|<!--/i.test(line.text)) return { line, annotations: [], further: 0 }
  const annotations: Annotation[] = []
  const rest = !MAY_HAVE_ONE.test(line.raw)
    ? line.raw
    : line.raw.replace(ANNOTATION, (_all, alt?: string, attributes?: string, comment?: string) => {
        annotations.push(annotationOf(line, alt ?? altIn(attributes), comment?.trim()))
        return ''
      })
  const commentEnd = annotations.length === 0 ? endOfComment(lines, at) : at
  if (commentEnd > at) {
    const read = lines
      .slice(at, commentEnd + 1)
      .map(one => one.text)
      .join(' ')
    const whole = { line, lastLine: (lines[commentEnd] as SourceLine).number, read, isPicture: false }
    return { line: undefined, annotations: [whole], further: commentEnd - at }
  }
  if (annotations.length === 0) return { line, annotations, further: 0 }
  const left = readLine(rest, line.number)
  return { line: left.text === '' ? undefined : left, annotations, further: 0 }
}

function annotationOf(line: SourceLine, alt: string | undefined, comment: string | undefined): Annotation {
  const isPicture = comment === undefined || PICTURE_COMMENT.test(comment)
  const text = comment?.replace(PICTURE_COMMENT, '') ?? alt
  return { line, lastLine: line.number, read: text || '<img>', isPicture }
}

function altIn(attributes: string | undefined): string | undefined {
  const [, double, single] = ALT.exec(attributes ?? '') ?? []
  return double ?? single
}

/** The line in which a comment ends that begins at a position; that position if it does not. */
function endOfComment(lines: readonly SourceLine[], at: number): number {
  if (!lines[at]?.text.startsWith('<!--')) return at
  for (let end = at + 1; end < Math.min(lines.length, at + MOST_LINES); end++)
    if (lines[end]?.text.endsWith('-->')) return end
  return at
}
