import { counted } from '../../domain/values/text.ts'
import { type Command, EXIT, formatLinks, formatTable, StatusError } from '../command.ts'
import { escapeLine } from '../terminal.ts'
import { REMOTE_DETAILS, REMOTE_OPTIONS, slugOf, withServer } from './connection.ts'
import { findSettings } from './dashboard-settings.ts'
import { planCreation } from './plan.ts'
import { contentOf, formatSurvey, readSurveyFile, surveyFields } from './survey-file.ts'

const SERVER = '--server https://soundings.example'

export const surveysList: Command = {
  name: ['surveys', 'list'],
  usage: 'surveys list --server URL [--open]',
  summary: 'List your surveys, newest first.',
  details: `--open lists only open surveys.\n${REMOTE_DETAILS}`,
  example: `surveys list ${SERVER} --token-file token.txt`,
  options: { ...REMOTE_OPTIONS, open: { type: 'boolean' } },
  positionals: [],
  run: call =>
    withServer(call, async client => {
      const data = await client.listSurveys({ includeClosed: call.values.open !== true })
      const rows = data.map(({ id, title, status, response_count }) => [id, status, String(response_count), title])
      return { data, text: formatTable(['SLUG', 'STATUS', 'RESPONSES', 'TITLE'], rows) }
    }),
}

export const surveysCreate: Command = {
  name: ['surveys', 'create'],
  usage: 'surveys create FILE --server URL',
  summary: 'Create a survey from a YAML or JSON file. It accepts responses immediately.',
  details: `The file must have a title and questions; slug, theme, language, texts, question_settings and groups are optional.\n${REMOTE_DETAILS}`,
  example: `surveys create survey.yaml ${SERVER}`,
  options: REMOTE_OPTIONS,
  positionals: ['FILE'],
  run: async call => {
    const {
      positionals: [file = ''],
    } = call
    const { survey, located } = await readSurveyFile(file)
    const { created, settings, refusals } = planCreation(survey)
    if (refusals.length > 0) throw new StatusError(EXIT.refused, refusals.map(located).join('\n'))
    return withServer(call, async client => {
      const data = await client.createSurvey(created)
      if (Object.keys(settings).length > 0) await client.dashboard(data.id, data.admin_token).changeSettings(settings)
      return { data, text: formatLinks(data) }
    })
  },
}

export const surveysShow: Command = {
  name: ['surveys', 'show'],
  usage: 'surveys show SLUG --server URL',
  summary: 'Print a survey as a YAML file, which you can edit and apply.',
  details: REMOTE_DETAILS,
  example: `surveys show quiet-green-river ${SERVER} > survey.yaml`,
  options: REMOTE_OPTIONS,
  positionals: ['SLUG'],
  run: async call => {
    const slug = slugOf(call)
    return withServer(call, async client => {
      const read = await client.readResults(slug)
      const survey = contentOf(read, await findSettings(client, slug))
      const head = `# ${escapeLine(read.url)} · ${read.status} · ${counted(read.response_count, 'response')}`
      return { data: surveyFields(survey), text: `${head}\n${(await formatSurvey(survey)).trimEnd()}` }
    })
  },
}

export const surveysClose = statusCommand('close', 'closed', 'Close a survey. Its responses are kept.')
export const surveysOpen = statusCommand('open', 'open', 'Reopen a closed survey.')

function statusCommand(verb: string, status: 'open' | 'closed', summary: string): Command {
  return {
    name: ['surveys', verb],
    usage: `surveys ${verb} SLUG --server URL`,
    summary,
    details: REMOTE_DETAILS,
    example: `surveys ${verb} quiet-green-river ${SERVER}`,
    options: REMOTE_OPTIONS,
    positionals: ['SLUG'],
    run: async call => {
      const slug = slugOf(call)
      return withServer(call, async client => {
        const data = await client.changeSurvey(slug, { status })
        return { data, text: `${data.id} is ${data.status}.` }
      })
    },
  }
}
