import { Type } from 'typebox'
import { ChangeSurvey, CloneSurvey, CreateSurvey } from '../api/contract.ts'
import { type SurveySerializer, serializeChange } from '../api/serialize.ts'
import { type JsonObject, readJson } from '../domain/json.ts'
import { readQuestions } from '../domain/question.ts'
import { counted } from '../domain/text.ts'
import type { Created, Surveys } from '../service/surveys.ts'
import { RESULTS_URI } from './results-app.ts'
import { id, idempotencyKey, withArguments } from './schemas.ts'
import { pageText, resultText } from './survey-text.ts'
import { bodyOf, CHANGE_HINTS, CREATE_HINTS, idOf, isDryRun, isSet, READ_HINTS, type Tool, toolKey } from './tool.ts'

export interface SurveyToolParts {
  readonly surveys: Surveys
  readonly serializer: SurveySerializer
  readonly clock: () => number
}

/** The created survey without its admin link, which only `admin_link` gives. */
export const NewSurvey = Type.Object({
  id: Type.String(),
  title: Type.String(),
  url: Type.String({ description: 'The public link for respondents.' }),
  created_at: Type.String(),
  theme: Type.Ref('Theme'),
})

export function withoutAdminLink(serializer: SurveySerializer, survey: Created) {
  const { admin_token: _, admin_url: __, ...made } = serializer.created(survey)
  return { data: made, text: `"${made.title}" is open at ${made.url}. Its id is ${made.id}.` }
}

const dryRun = Type.Optional(Type.Boolean({ default: false, description: 'Check only, and change nothing.' }))

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

function listSurveys({ surveys, serializer }: SurveyToolParts): Tool {
  return {
    name: 'list_surveys',
    title: 'List surveys',
    description: 'The open surveys of the account, newest first, with their number of responses and their links.',
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({
      include_closed: Type.Optional(Type.Boolean({ default: false, description: 'Closed surveys too.' })),
    }),
    output: Type.Object({ surveys: Type.Array(Type.Ref('SurveyListItem')) }),
    run: async ({ caller, args }) => {
      const openOnly = !isSet(args.include_closed, 'include_closed')
      const data = serializer.list(await surveys.list(caller, { openOnly, withAdmin: false }))
      const lines = data.surveys.map(
        one => `${one.id}: "${one.title}", ${one.status}, ${counted(one.response_count, 'response')}`,
      )
      return { data, text: lines.join('\n') || 'There are no surveys.' }
    },
  }
}

function readResults({ surveys, serializer, clock }: SurveyToolParts): Tool {
  return {
    name: 'read_results',
    title: 'Read results',
    description:
      'Counts for each question of a survey: options chosen, ratings, and how many people wrote a text answer. It does not include the texts; read_text_answers does.',
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({ id }),
    output: Type.Ref('SurveyAggregate'),
    run: async call => {
      const { survey, results } = await surveys.aggregate(call.caller.survey(idOf(call)))
      const head = `"${survey.title}" has ${counted(survey.responseCount, 'response')}.`
      return {
        data: serializer.aggregate(survey, results, clock()),
        text: [head, ...results.map(resultText)].join('\n'),
      }
    },
  }
}

/** Returns the same as `read_results`, so that clients without pages lose nothing. */
function showResults(parts: SurveyToolParts): Tool {
  return {
    ...readResults(parts),
    name: 'show_results',
    title: 'Show results',
    description:
      'Shows a person the results of a survey as live bars, and the questions on its boards, where the client can show pages. The answer is that of read_results.',
    ui: { resourceUri: RESULTS_URI },
  }
}

function createSurvey({ surveys, serializer }: SurveyToolParts): Tool {
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
        return withoutAdminLink(serializer, await surveys.create(call.caller, body, toolKey(call, 'create_survey')))
      }
      const { title, questions } = await surveys.checkCreation(call.caller, body)
      const page = pageText(title, readQuestions(questions))
      return { data: { valid: true, page }, text: `Nothing was created. The survey would look like this:\n\n${page}` }
    },
  }
}

function changeSurvey({ surveys }: SurveyToolParts): Tool {
  return {
    name: 'change_survey',
    title: 'Change a survey',
    description:
      'Opens, closes, archives or edits a survey, or changes its colours. Send every question back with the index it has. Once there are responses, questions and options can be added and reworded, but not removed or moved. Try edits with dry_run first.',
    scope: 'surveys:write',
    hints: CHANGE_HINTS,
    input: withArguments({ id, dry_run: dryRun }, ChangeSurvey),
    output: Type.Object({
      changed: Type.Boolean({ description: 'False for a dry run.' }),
      survey: Type.Ref('ChangedSurvey'),
      moved_rules: Type.Array(Type.Integer(), {
        description:
          'Indexes of questions whose condition was updated because the questions that it refers to have moved.',
      }),
    }),
    run: async call => {
      const [editor, body] = [call.caller.survey(idOf(call)), bodyOf(call)]
      const changed = !isDryRun(call)
      const change = changed ? await surveys.change(editor, body) : await surveys.checkChange(editor, body)
      const data = {
        changed,
        survey: serializeChange(change),
        moved_rules: movedRules(body.questions, change.questions),
      }
      // Of what was sent, some fields cannot be changed, such as a title.
      const fields = editor.fields.filter(field => Object.hasOwn(body, field)).join(', ')
      return { data, text: changed ? `Changed: ${fields}.` : `Nothing was changed. It would change: ${fields}.` }
    },
  }
}

/** Questions whose stored rule is not the one that was sent. */
function movedRules(sent: unknown, stored: string | undefined): number[] {
  if (stored === undefined || !Array.isArray(sent)) return []
  const rules = (readJson(stored) as readonly JsonObject[]).map(({ requirement }) => JSON.stringify(requirement))
  return rules.flatMap((rule, at) => (rule === JSON.stringify(sent[at]?.requirement) ? [] : [at]))
}

function cloneSurvey({ surveys, serializer }: SurveyToolParts): Tool {
  return {
    name: 'clone_survey',
    title: 'Clone a survey',
    description: 'Creates a survey with the questions of another and without its responses.',
    scope: 'surveys:write',
    hints: CREATE_HINTS,
    input: withArguments({ id, idempotency_key: idempotencyKey }, CloneSurvey),
    output: NewSurvey,
    run: async call => {
      const source = call.caller.survey(idOf(call))
      return withoutAdminLink(serializer, await surveys.clone(source, bodyOf(call), toolKey(call, 'clone_survey')))
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
      const owned = call.caller.survey(idOf(call))
      const admin_url = serializer.adminUrl(owned.slug, await surveys.ownAdminToken(owned))
      return { data: { admin_url }, text: admin_url }
    },
  }
}
