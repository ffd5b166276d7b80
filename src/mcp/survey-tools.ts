import { Type } from 'typebox'
import { ChangeSurvey, CloneSurvey, CreateSurvey } from '../api/contract.ts'
import { type SurveySerializer, serializeChange } from '../api/serialize.ts'
import { editedQuestions } from '../domain/results/edit-history/asked.ts'
import { surveyLanguage } from '../domain/surveys/languages/survey-language.ts'
import { readQuestions } from '../domain/surveys/question.ts'
import { surveyVersion, versionIn } from '../domain/surveys/survey-tag.ts'
import { onlyIf } from '../domain/values/entity-tag.ts'
import { type JsonObject, readJson } from '../domain/values/json.ts'
import { counted } from '../domain/values/text.ts'
import type { SurveyResults } from '../service/results/survey-results.ts'
import type { Created, SurveyCreation } from '../service/surveys/survey-creation.ts'
import type { Surveys } from '../service/surveys/surveys.ts'
import { changeLines } from './change-text.ts'
import { listSurveys } from './list-surveys.ts'
import { namedSurvey } from './named-survey.ts'
import { RESULTS_URI } from './results-app.ts'
import { id, idempotencyKey, version, withArguments } from './schemas.ts'
import { pageText, resultText } from './survey-text.ts'
import { basedOn, bodyOf, CHANGE_HINTS, CREATE_HINTS, isDryRun, READ_HINTS, type Tool, toolKey } from './tool.ts'

type ReadResults = Awaited<ReturnType<SurveyResults['read']>>

export interface SurveyToolParts {
  readonly surveys: Surveys
  readonly surveyCreation: SurveyCreation
  readonly surveyResults: SurveyResults
  readonly serializer: SurveySerializer
  readonly clock: () => number
}

/** The created survey without its admin link, which only `admin_link` returns. */
export const NewSurvey = Type.Object({
  id: Type.String(),
  title: Type.String(),
  url: Type.String({ description: 'The public link for respondents.' }),
  created_at: Type.String(),
  theme: Type.Unsafe({ description: 'As in the arguments.' }),
})

export function withoutAdminLink(serializer: SurveySerializer, survey: Created) {
  const { admin_token: _, admin_url: __, ...made } = serializer.created(survey)
  return { data: made, text: `"${made.title}" is open at ${made.url}. Its id is ${made.id}.` }
}

const dryRun = Type.Optional(Type.Boolean({ default: false, description: 'Check only, and change nothing.' }))

const deadline = Type.Optional(
  Type.Unsafe({
    type: ['string', 'null'],
    description: 'The deadline, an RFC 3339 time after which there are no more responses. Null removes it.',
  }),
)

const NO_NEW_TITLE =
  'a title cannot be changed, but clone_survey with another makes a survey with these questions and no responses'

/** Tools that list, read and change surveys. */
export function surveyTools(parts: SurveyToolParts): readonly Tool[] {
  return [
    listSurveys(parts),
    readResults(parts),
    showResults(parts),
    createSurvey(parts),
    changeSurvey(parts),
    cloneSurvey(parts),
    adminLink(parts),
  ]
}

function readResults(parts: SurveyToolParts): Tool {
  const { surveys, surveyResults } = parts
  return {
    name: 'read_results',
    title: 'Read results',
    description:
      'Counts for each question of a survey: options chosen, ratings, and how many people wrote a text answer. It does not include the texts; read_text_answers does.',
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({ id }),
    output: Type.Ref('SurveyAggregate'),
    run: async call => aggregateOf(parts, await surveyResults.read(await namedSurvey(surveys, call))),
  }
}

/** Returns the same as `read_results`, so that clients that cannot show pages lose nothing, and the language for the page. */
function showResults(parts: SurveyToolParts): Tool {
  const { surveys, surveyResults } = parts
  return {
    ...readResults(parts),
    name: 'show_results',
    title: 'Show results',
    description:
      'Shows a person the results of a survey as live bars, and the questions on its boards, where the client can show pages. The answer is that of read_results.',
    output: Type.Object({}, { description: 'As of read_results, with the language of the texts.' }),
    ui: { resourceUri: RESULTS_URI },
    run: async call => {
      const read = await surveyResults.read(await namedSurvey(surveys, call))
      const { data, text } = aggregateOf(parts, read)
      const text_language = surveyLanguage(read.survey, readQuestions(read.survey.questions))
      return { data: { ...data, text_language }, text }
    },
  }
}

function aggregateOf({ serializer, clock }: SurveyToolParts, { survey, results }: ReadResults) {
  const version = surveyVersion(survey)
  const edited = editedQuestions(survey.editHistory, survey.responseCount)
  const { paced } = survey
  const shown = { count: survey.responseCount, edited, everyonesEdited: edited, isPaced: paced }
  const each = paced ? ' Its presenter sets the pace: each of them answers one question.' : ''
  const head = `"${survey.title}" has ${counted(survey.responseCount, 'response')}.${each}`
  return {
    data: { ...serializer.aggregate(survey, results, clock()), edited, paced, version },
    text: [head, ...results.map(result => resultText(result, shown)), versionLine(version)].join('\n'),
  }
}

function createSurvey({ surveyCreation, serializer }: SurveyToolParts): Tool {
  return {
    name: 'create_survey',
    title: 'Create a survey',
    description:
      'Creates a survey, which is open at once. Try it with dry_run first, which reports mistakes or shows the page as text.',
    scope: 'surveys:write',
    hints: CREATE_HINTS,
    input: withArguments({ dry_run: dryRun, idempotency_key: idempotencyKey }, CreateSurvey),
    output: Type.Union([NewSurvey, Type.Object({ valid: Type.Literal(true), page: Type.String() })]),
    run: async call => {
      const body = bodyOf(call)
      if (!isDryRun(call)) {
        return withoutAdminLink(
          serializer,
          await surveyCreation.create(call.caller, body, toolKey(call, 'create_survey')),
        )
      }
      const { title, questions } = await surveyCreation.check(call.caller, body)
      const page = pageText(title, readQuestions(questions))
      return { data: { valid: true, page }, text: `Nothing was created. The survey would look like this:\n\n${page}` }
    },
  }
}

function changeSurvey({ surveys, surveyResults, clock }: SurveyToolParts): Tool {
  return {
    name: 'change_survey',
    title: 'Change a survey',
    description:
      'Opens, closes, archives or edits a survey, or changes its deadline or colours. Send every question back with the index it has, and the version of read_results. Once there are responses, questions and options can be added and reworded, but not removed or moved; answers stay under new words. Try edits with dry_run first.',
    scope: 'surveys:write',
    hints: CHANGE_HINTS,
    input: withArguments({ id, dry_run: dryRun, expires_at: deadline, version }, ChangeSurvey),
    instead: new Map([['title', NO_NEW_TITLE]]),
    output: Type.Object({
      changed: Type.Boolean({ description: 'False for a dry run.' }),
      changes: Type.Array(Type.String(), { description: 'What it was, and what it becomes.' }),
      survey: Type.Object({}, { description: 'Its id, its status, and every field that was sent.' }),
      version: Type.String({ description: 'For the next change.' }),
      moved_rules: Type.Array(Type.Integer(), {
        description:
          'Indexes of questions whose condition was updated because the questions that it refers to have moved.',
      }),
    }),
    run: async call => {
      const [editor, body] = [await namedSurvey(surveys, call), bodyOf(call)]
      const before = await surveyResults.read(editor)
      const changed = !isDryRun(call)
      // Without a version from an earlier call it is still what was just read, or the changes named here would not be those made.
      const conditions = onlyIf(basedOn(call) ?? surveyVersion(before.survey))
      const change = await surveys[changed ? 'change' : 'checkChange'](editor, body, conditions)
      const version = changed ? versionIn(change.tag) : surveyVersion(before.survey)
      const changes = changeLines(before, change, body, clock())
      const data = {
        changed,
        changes,
        survey: serializeChange(change),
        version,
        moved_rules: movedRules(body.questions, change.questions),
      }
      const head = changed ? 'Changed.' : 'Nothing was changed. It would change:'
      return { data, text: [head, ...changes, versionLine(version)].join('\n') }
    },
  }
}

/** What `change_survey` takes to make sure that nobody's edit gets lost. */
function versionLine(version: string): string {
  return `version: ${version}`
}

/** Questions whose stored rule differs from the sent one. */
function movedRules(sent: unknown, stored: string | undefined): number[] {
  if (stored === undefined || !Array.isArray(sent)) return []
  const rules = (readJson(stored) as readonly JsonObject[]).map(({ requirement }) => JSON.stringify(requirement))
  return rules.flatMap((rule, at) => (rule === JSON.stringify(sent[at]?.requirement) ? [] : [at]))
}

function cloneSurvey({ surveys, surveyCreation, serializer }: SurveyToolParts): Tool {
  return {
    name: 'clone_survey',
    title: 'Clone a survey',
    description: 'Creates a survey with the questions of another and without its responses.',
    scope: 'surveys:write',
    hints: CREATE_HINTS,
    input: withArguments({ id, idempotency_key: idempotencyKey }, CloneSurvey),
    output: NewSurvey,
    run: async call => {
      const source = await namedSurvey(surveys, call)
      return withoutAdminLink(
        serializer,
        await surveyCreation.clone(source, bodyOf(call), toolKey(call, 'clone_survey')),
      )
    },
  }
}

function adminLink({ surveys, serializer }: SurveyToolParts): Tool {
  return {
    name: 'admin_link',
    title: 'Get the dashboard link',
    description:
      'The link of a survey’s dashboard. Whoever has it controls the survey: give it to the owner of the account and to nobody else.',
    scope: 'surveys:write',
    // It changes nothing, but clients call read-only tools without asking, and this one hands out control of a survey.
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    input: Type.Object({ id }),
    output: Type.Object({ admin_url: Type.String() }),
    run: async call => {
      const owned = await namedSurvey(surveys, call)
      const admin_url = serializer.adminUrl(owned.slug, await surveys.ownAdminToken(owned))
      return { data: { admin_url }, text: admin_url }
    },
  }
}
