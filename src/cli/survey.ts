import { SurveySerializer } from '../api/serialize.ts'
import { surveyFile } from '../dashboard/survey-file.ts'
import { Boards } from '../service/boards/boards.ts'
import { ReceivedResponses } from '../service/responses/received-responses.ts'
import { Presentations } from '../service/results/presentations.ts'
import { Surveys } from '../service/surveys/surveys.ts'
import { type Command, formatLinks, type Installation, withInstallation } from './command.ts'

export const surveyTakedown: Command = {
  name: ['survey', 'takedown'],
  usage: 'survey takedown SLUG [--undo]',
  summary: 'Take a survey down: respondents can no longer find it and its owner sees it as closed. Nothing is deleted.',
  details: '--undo makes it available again as it was.',
  example: 'survey takedown quiet-green-river',
  options: { undo: { type: 'boolean' } },
  positionals: ['SLUG'],
  run: ({ values, positionals: [slug = ''], ...call }) =>
    withInstallation(call, async ({ operator, context }) => {
      const takenDown = values.undo !== true
      await new Surveys(context).setTakenDown(operator, slug, takenDown)
      const data = { id: slug, taken_down: takenDown }
      return { data, text: takenDown ? `Took down ${slug}.` : `${slug} is available again.` }
    }),
}

export const surveyLink: Command = {
  name: ['survey', 'link'],
  usage: 'survey link SLUG',
  summary: 'Print the links of a survey: one for respondents, one for its dashboard.',
  details: 'Anyone with the dashboard link can read the responses and change the survey.',
  example: 'survey link quiet-green-river',
  options: {},
  positionals: ['SLUG'],
  run: ({ positionals: [slug = ''], ...call }) =>
    withInstallation(call, async installation => {
      const data = await linksOf(installation, slug, call.config.baseUrl)
      return { data, text: formatLinks(data) }
    }),
}

/** The links of any survey. @throws Refusal if no survey has this slug */
export async function linksOf({ operator, context }: Installation, slug: string, baseUrl: string) {
  const adminToken = await new Surveys(context).adminToken(operator, slug)
  return { url: `${baseUrl}/s/${slug}`, admin_url: `${baseUrl}/admin/${slug}#${adminToken}` }
}

export const surveyExport: Command = {
  name: ['export'],
  usage: 'export SLUG',
  summary: 'Write a survey with all its responses and boards to standard output, in the JSON format of the API.',
  details:
    '`soundings survey restore` brings it back. Responses are streamed: memory use does not depend on their number.',
  example: 'export quiet-green-river > quiet-green-river.json',
  options: {},
  positionals: ['SLUG'],
  run: ({ positionals: [slug = ''], ...call }) =>
    withInstallation(call, async ({ operator, context }) => {
      const surveys = new Surveys(context)
      const owned = await surveys.findAny(operator, slug)
      const serializer = new SurveySerializer(call.config.baseUrl)
      const receivedResponses = new ReceivedResponses(context)
      const presentations = new Presentations(context)
      const parts = { receivedResponses, presentations, boards: new Boards(context), clock: context.clock, serializer }
      const text = surveyFile(parts, pages => pages)(owned, await surveys.read(owned))
      await call.terminal.printPieces(text)
      call.terminal.print('\n')
      return undefined
    }),
}
