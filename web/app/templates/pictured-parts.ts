import { isIn } from '../../../src/domain/surveys/groups/step-around.ts'
import type { StarterContent } from '../../../src/domain/surveys/starters/parts.ts'

/** What the picture of a question looks like. */
export type Kind = 'choice' | 'boxes' | 'rating' | 'text' | 'board' | 'grid' | 'ranking' | 'heading'

const OF_TYPE: Readonly<Record<string, Kind>> = {
  multiple_choice: 'choice',
  rating: 'rating',
  free_text: 'text',
  upvoted_question: 'board',
}
const OF_GROUP = { check_list: 'boxes', grid: 'grid', ranking: 'ranking', other: 'choice', section: 'heading' } as const

/** The questions of a survey as respondents see them: groups as one, sections with their headings. */
export function picturedParts({ questions, groups }: StarterContent): readonly Kind[] {
  return questions.flatMap(({ type }, index) => {
    const heading = groups.some(({ kind, from }) => kind === 'section' && from === index) ? ['heading' as const] : []
    const group = groups.find(one => one.kind !== 'section' && isIn(one, index))
    if (group !== undefined && group.from !== index) return heading
    return [...heading, group === undefined ? (OF_TYPE[String(type)] ?? 'text') : OF_GROUP[group.kind]]
  })
}

/** How many questions respondents see. */
export function countPictured(content: StarterContent): number {
  return picturedParts(content).filter(kind => kind !== 'heading').length
}
