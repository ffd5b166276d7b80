import type { Result, SurveyResults } from '../../../clients/typescript/src/client.ts'
import { largestOf } from '../../domain/values/largest.ts'
import { counted } from '../../domain/values/text.ts'
import { escapeLine } from '../terminal.ts'

const BAR_WIDTH = 24
const LABEL_WIDTH = 40

/** The results of a survey as text, with a bar for each count. */
export function resultsText({ title, status, response_count, results }: SurveyResults): string {
  const head = `${escapeLine(title)} · ${status} · ${counted(response_count, 'response')}`
  return [head, ...results.map(resultText)].join('\n\n')
}

function resultText(result: Result): string {
  const head = `${result.index + 1}. ${escapeLine(result.text)}`
  switch (result.type) {
    case 'multiple_choice':
      return [
        `${head} · ${result.answered} answered`,
        ...bars(result.tally.map(({ option, count }) => [option, count])),
      ].join('\n')
    case 'rating': {
      const points = result.distribution.map(({ value, count }): [string, number] => [String(value), count])
      return [`${head} · ${result.answered} answered, mean ${result.mean ?? '–'}`, ...bars(points)].join('\n')
    }
    case 'free_text':
      return `${head} · ${counted(result.answered, 'text')}`
    case 'upvoted_question':
      return `${head} · ${counted(result.board.items, 'question')}, ${counted(result.board.votes, 'vote')}`
  }
}

function bars(counts: readonly [label: string, count: number][]): string[] {
  const labels = counts.map(([label]) => shortened(escapeLine(label)))
  const width = largestOf(labels.map(label => label.length))
  const most = largestOf(
    counts.map(([, count]) => count),
    1,
  )
  return counts.map(([, count], at) => {
    const bar = '█'.repeat(Math.ceil((count / most) * BAR_WIDTH))
    return `   ${labels[at]?.padEnd(width)}  ${bar}${bar && ' '}${count}`
  })
}

function shortened(label: string): string {
  return label.length > LABEL_WIDTH ? `${label.slice(0, LABEL_WIDTH - 1)}…` : label
}
