import { type Command, formatTable } from '../command.ts'
import { escapeLine } from '../terminal.ts'
import { REMOTE_DETAILS, REMOTE_OPTIONS, withServer } from './connection.ts'
import { planCreation } from './plan.ts'
import { counted } from './results-text.ts'
import { contentOf, formatSurvey, readSurveyFile, surveyFields } from './survey-file.ts'

const SERVER = '--server https://soundings.example'

export const surveysList: Command = {
  name: ['surveys', 'list'],
  usage: 'surveys list --server URL [--open]',
  summary: 'List the surveys of an account on a server, newest first.',
  details: `--open leaves out closed ones. ${REMOTE_DETAILS}`,
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
  summary: 'Create a survey on a server from a YAML or JSON file. It is open at once.',
  details: `The file has title and questions, and if you like slug and theme. ${REMOTE_DETAILS}`,
  example: `surveys create survey.yaml ${SERVER}`,
  options: REMOTE_OPTIONS,
  positionals: ['FILE'],
  run: async call => {
    const {
      positionals: [file = ''],
    } = call
    const { created, refusals } = planCreation(await readSurveyFile(file))
    if (refusals.length > 0) throw new Error(refusals.map(reason => `${file}: ${reason}`).join('\n'))
    return withServer(call, async client => {
      const data = await client.createSurvey(created)
      return { data, text: `Respond    ${data.url}\nDashboard  ${data.admin_url}` }
    })
  },
}

export const surveysShow: Command = {
  name: ['surveys', 'show'],
  usage: 'surveys show SLUG --server URL',
  summary: 'Print a survey as a file that "apply" reads.',
  details: REMOTE_DETAILS,
  example: `surveys show quiet-green-river ${SERVER} > survey.yaml`,
  options: REMOTE_OPTIONS,
  positionals: ['SLUG'],
  run: call =>
    withServer(call, async client => {
      const {
        positionals: [slug = ''],
      } = call
      const read = await client.readResults(slug)
      const survey = contentOf(read)
      const head = `# ${escapeLine(read.url)} · ${read.status} · ${counted(read.response_count, 'response')}`
      return { data: surveyFields(survey), text: `${head}\n${(await formatSurvey(survey)).trimEnd()}` }
    }),
}

export const surveysClose = statusCommand('close', 'closed', 'Close a survey on a server. What was collected stays.')
export const surveysOpen = statusCommand('open', 'open', 'Open a closed survey on a server again.')

function statusCommand(verb: string, status: 'open' | 'closed', summary: string): Command {
  return {
    name: ['surveys', verb],
    usage: `surveys ${verb} SLUG --server URL`,
    summary,
    details: REMOTE_DETAILS,
    example: `surveys ${verb} quiet-green-river ${SERVER}`,
    options: REMOTE_OPTIONS,
    positionals: ['SLUG'],
    run: call =>
      withServer(call, async client => {
        const data = await client.changeSurvey(call.positionals[0] ?? '', { status })
        return { data, text: `${data.id} is ${data.status}.` }
      }),
  }
}
