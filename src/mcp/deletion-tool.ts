import { Type } from 'typebox'
import type { Result } from '../domain/results/tally.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { counted } from '../domain/values/text.ts'
import { DELETE_SCOPE } from '../service/access/scope.ts'
import type { SurveyResults } from '../service/results/survey-results.ts'
import type { Survey, Surveys } from '../service/surveys/surveys.ts'
import { namedSurvey } from './named-survey.ts'
import { id } from './schemas.ts'
import { CHANGE_HINTS, isDryRun, type Tool } from './tool.ts'
import { withoutHidden } from './untrusted.ts'

interface DeletionParts {
  readonly surveys: Surveys
  readonly surveyResults: SurveyResults
}

/**
 * Deletes a survey in two calls. The second repeats words that only the first says, and that change with every response, so that no
 * model deletes what it has not just named, and a person who is asked to allow the call reads what is lost.
 */
export function deleteSurvey({ surveys, surveyResults }: DeletionParts): Tool {
  return {
    name: 'delete_survey',
    title: 'Delete a survey',
    description:
      'Deletes a survey and its responses for good. Call with dry_run, show a person what it says, and only if they agree call with its confirm.',
    scope: DELETE_SCOPE,
    hints: CHANGE_HINTS,
    input: Type.Object({
      id,
      dry_run: Type.Optional(Type.Boolean()),
      confirm: Type.Optional(Type.String()),
    }),
    output: Type.Object({ deleted: Type.Boolean(), confirm: Type.String() }),
    run: async call => {
      const owned = await namedSurvey(surveys, call)
      const { survey, results } = await surveyResults.read(owned)
      const confirm = withoutHidden(confirmationOf(survey, results))
      if (isDryRun(call)) return { data: { deleted: false, confirm }, text: lossText(survey, confirm) }
      if (call.args.confirm !== confirm) throw new Refusal('not_confirmed')
      if (!(await surveys.deleteOwn(owned, survey.responseCount))) throw new Refusal('not_confirmed')
      return { data: { deleted: true, confirm }, text: `Deleted for good: ${lostOf(survey, results)}.` }
    },
  }
}

function confirmationOf(survey: Survey, results: readonly Result[]): string {
  return `delete ${lostOf(survey, results)}`
}

function lostOf({ title, responseCount }: Survey, results: readonly Result[]): string {
  const items = results.reduce((sum, { board }) => sum + (board?.items ?? 0), 0)
  const asked = items === 0 ? '' : ` and ${counted(items, 'question')} on boards`
  return `"${title}" with ${counted(responseCount, 'response')}${asked}`
}

function lossText({ slug, status }: Survey, confirm: string): string {
  const open = status === 'open' ? ' It is open: close it first if responses still arrive.' : ''
  return `Nothing was deleted. It would ${confirm}, for good. The links with ${slug} would stop working.${open} Ask the owner. To delete it, call again without dry_run, and with confirm: ${confirm}`
}
