import { askedOf, type EditedQuestion, editedQuestion } from '../../src/domain/results/edit-history/asked.ts'
import type { ShownResult } from '../../src/domain/results/groups/shown-results.ts'
import { AnimatedNumber } from '../ui/charts/animated-number.tsx'
import type { LiveSurvey } from '../ui/live-survey.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/shared-words.ts'
import type { PresentationState } from './presentation-state.ts'

/** How many have answered the question on the screen, or asked and voted; on the start, how many responses there are. */
export function figuresOf(state: PresentationState) {
  const {
    live,
    result: { value: result },
  } = state
  const { response_count: count, edited: edits } = live.survey.value
  if (result === undefined) return [<Figure key="responses" value={count} unit={words.common.responses} />]
  const { board, answered } = result
  if (board !== undefined)
    return [
      <Figure key="items" value={board.items} unit={words.common.questions} />,
      <Figure key="votes" value={board.votes} unit={words.common.votes} />,
    ]
  if (result.group !== undefined && !live.survey.value.paced)
    return [
      <Figure
        key="people"
        before={presenterTexts.of}
        value={peopleOf(state, result)}
        unit={presenterTexts.peopleUnit}
      />,
    ]
  const edited = editedQuestion(edits, result.index)
  return [<Figure key="answered" value={answered} unit={() => answeredUnit(live, answered, edited)} />]
}

/** The number of people that is 100%: those who have answered, or those who were asked a group of questions at their own pace. */
export function peopleOf({ live }: PresentationState, { index, group, answered }: ShownResult): number {
  const { edited, response_count: count, paced } = live.survey.value
  return group === undefined || paced ? answered : askedOf(edited, index, count)
}

/** At one's own pace, people answer and leave, so that those who are here say nothing of how many could answer. */
function answeredUnit({ survey, here }: LiveSurvey, answered: number, edited: EditedQuestion | undefined): string {
  const { added_after: added = 0, asked = 0 } = edited ?? {}
  if (added > 0) return words.charts.ofAsked(asked)
  if (!survey.value.paced || here.value === 0) return presenterTexts.haveAnswered
  return presenterTexts.ofThemAnswered(Math.max(here.value, answered))
}

interface FigureProps {
  readonly before?: string
  readonly value: number
  readonly unit: (count: number) => string
}

export function Figure({ before, value, unit }: FigureProps) {
  return (
    <span>
      {before !== undefined && `${before} `}
      <strong>
        <AnimatedNumber value={value} />
      </strong>{' '}
      {unit(value)}
    </span>
  )
}
