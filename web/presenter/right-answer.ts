import type { ShownResult } from '../../src/domain/results/groups/shown-results.ts'
import type { PresentationView } from '../../src/domain/results/presentation.ts'
import { rightOfCheckList } from '../../src/domain/results/right-answers.ts'
import type { QuestionSettings, RightAnswer } from '../../src/domain/surveys/question-settings.ts'

/** The right answer of what is on a screen. @param revealed what every screen knows since the reveal */
export function rightAnswerOf(
  { index, group }: ShownResult,
  settings: QuestionSettings,
  revealed: PresentationView['right'],
): RightAnswer | undefined {
  const rightAt = (question: number) => settings[question]?.right ?? revealed?.find(one => one.index === question)
  if (group === undefined) return rightAt(index)
  if (group.kind !== 'check_list') return undefined
  const options = group.options.map(one => one.index)
  return rightOfCheckList(options, rightAt)
}
