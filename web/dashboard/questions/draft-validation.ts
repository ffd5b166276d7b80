import { rewordings } from '../../../src/domain/results/edit-history/edit-history.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import { editQuestions } from '../../../src/domain/surveys/edit.ts'
import { refusalOf } from '../../../src/domain/values/refusal.ts'
import { isBlank } from '../../../src/domain/values/text.ts'
import { type Draft, positionOf, questionOf, ruleOf } from '../../ui/questions/draft.ts'
import { type EditProblem, editImpact, type LockedContent, lockedPositions } from '../../ui/questions/edit-impact.ts'
import { draftIssues, refusedIssue } from '../../ui/questions/question-issues.ts'
import { questionLabel } from '../../ui/questions/question-label.ts'
import { words } from '../../words/words.ts'
import { serializeQuestions } from './serialized-questions.ts'

export interface DraftValidation {
  /** Changes that existing answers do not allow. */
  readonly impact: readonly EditProblem[]
  /** Other errors, such as missing texts; if there is none, what the server would refuse. */
  readonly issues: readonly EditProblem[]
  /** The server's error message, in the words of the API; undefined if the server would accept the draft. */
  readonly refusal: string | undefined
}

/** Checks a draft with the server's own rules before it is sent. */
export function validateDraft(draft: Draft, locked: LockedContent): DraftValidation {
  const impact = editImpact(draft, locked)
  const issues = draftIssues(draft)
  const edit = () => editQuestions(draft.stored, serializeQuestions(draft), lockedPositions(draft, locked))
  const refusal = refusalOf(edit)?.message
  if (refusal === undefined || impact.length + issues.length > 0) return { impact, issues, refusal }
  return { impact, issues: [refusedIssue(draft, refusal)], refusal }
}

/** What saving a draft does beside what was edited. */
export function consequencesOf(draft: Draft, results: readonly Result[]): readonly EditProblem[] {
  return [...keptAnswers(draft, results), ...movedRules(draft)]
}

/** Answers that stay under other words. */
function keptAnswers(draft: Draft, results: readonly Result[]): EditProblem[] {
  const after = draft.stored.map((question, key) => {
    const { text } = questionOf(draft, key) ?? question
    return typeof text === 'string' && !isBlank(text) ? { ...question, text } : question
  })
  return rewordings(draft.stored, after, results).map(({ index: key, answers }) => {
    return { key, text: words.questions.answersStay(answers, positionOf(draft, key) + 1) }
  })
}

/** Rules that still refer to the same question at its new position. */
function movedRules(draft: Draft): readonly EditProblem[] {
  return draft.questions.flatMap((question, position) => {
    if (draft.stored[question.index] === undefined) return []
    const keys = ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
    return [...new Set(keys)].flatMap(key => {
      const now = positionOf(draft, key)
      if (draft.stored[key] === undefined || now === key || now < 0 || now >= position) return []
      const text = words.questions.problem.ruleMoved(position + 1, questionLabel(draft.questions[now]), now + 1)
      return [{ key: question.index, text }]
    })
  })
}
