import { createInterface } from 'node:readline'
import type { Soundings, SurveyResults } from '../../../clients/typescript/src/client.ts'
import { type Command, type Invocation, type Output, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { REMOTE_DETAILS, REMOTE_OPTIONS, withServer } from './connection.ts'
import { diffLines, isChange, withContext } from './line-diff.ts'
import { type CreationPlan, type Plan, planChange, planCreation } from './plan.ts'
import { counted } from './results-text.ts'
import { formatSurvey, readSurveyFile } from './survey-file.ts'

export const diffCommand: Command = {
  name: ['diff'],
  usage: 'diff FILE [SLUG] --server URL',
  summary: 'Compare a file with a survey on a server, and say what would be refused and why. Changes nothing.',
  details: `Without SLUG the file says it. The exit status is 1 if the server would refuse the file. ${REMOTE_DETAILS}`,
  example: 'diff survey.yaml --server https://soundings.example',
  options: REMOTE_OPTIONS,
  positionals: ['FILE', '[SLUG]'],
  run: call => withPlan(call, async ({ plan }) => report(plan)),
}

export const applyCommand: Command = {
  name: ['apply'],
  usage: 'apply FILE [SLUG] --server URL [--yes]',
  summary:
    'Make a survey on a server what a file says. Shows what changes, or what is refused and why, and asks first.',
  details: `Without SLUG the file says it; a survey that does not exist yet is created. --yes does not ask. ${REMOTE_DETAILS}`,
  example: 'apply survey.yaml --server https://soundings.example',
  options: { ...REMOTE_OPTIONS, yes: { type: 'boolean', short: 'y' } },
  positionals: ['FILE', '[SLUG]'],
  run: call =>
    withPlan(call, async ({ plan, client, slug }) => {
      const output = await report(plan)
      if (output.failed || !hasChanges(plan)) return output
      await confirm(call, output.text)
      const data = await save(client, slug, plan)
      return { data, text: plan.stored === undefined ? `Created ${data.id}.` : `Changed ${data.id}.` }
    }),
}

/** What a file would do: change a survey, or create it. */
type FilePlan = (Plan & { readonly stored: SurveyResults }) | (CreationPlan & { readonly stored: undefined })

interface Planned {
  readonly plan: FilePlan
  readonly client: Soundings
  readonly slug: string
}

async function withPlan(call: Invocation, use: (planned: Planned) => Promise<Output>): Promise<Output> {
  const [path = '', named] = call.positionals
  const file = await readSurveyFile(path)
  const slug = named ?? file.slug
  if (typeof slug !== 'string') throw new UsageError('missing argument: SLUG, which the file does not say either')
  return withServer(call, async client => {
    const stored = await find(client, slug)
    const plan = stored ? { stored, ...planChange(stored, file) } : { stored, ...planCreation({ ...file, slug }) }
    return use({ plan, client, slug })
  })
}

async function find(client: Soundings, slug: string): Promise<SurveyResults | undefined> {
  try {
    return await client.readResults(slug)
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return undefined
    throw error
  }
}

async function report(plan: FilePlan): Promise<Output> {
  const { refusals } = plan
  const isCreation = plan.stored === undefined
  const data = isCreation ? { created: plan.created, refusals } : { changes: plan.change, refusals }
  const lines = isCreation ? ['The survey does not exist yet.'] : await differences(plan)
  const reasons =
    refusals.length > 0 ? ['', 'Refused, so nothing can be changed:', ...refusals.map(reason => `  ${reason}`)] : []
  return { data, text: [...lines, ...reasons].join('\n'), failed: refusals.length > 0 }
}

async function differences({ before, after, stored }: Plan & { stored: SurveyResults }): Promise<string[]> {
  const lines = diffLines(await formatSurvey(before), await formatSurvey(after))
  if (!lines.some(isChange)) return ['No differences.']
  return [`${stored.id} has ${counted(stored.response_count, 'response')}.`, '', ...withContext(lines)]
}

function hasChanges(plan: FilePlan): boolean {
  return plan.stored === undefined || Object.keys(plan.change).length > 0
}

function save(client: Soundings, slug: string, plan: FilePlan): Promise<{ readonly id: string }> {
  return plan.stored === undefined ? client.createSurvey(plan.created) : client.changeSurvey(slug, plan.change)
}

/** @throws Error unless the person says yes */
async function confirm({ values, terminal }: Invocation, question: string): Promise<void> {
  terminal.say(`${question}\n\n`)
  if (values.yes === true) return
  if (terminal.stdin.isTTY !== true) throw new UsageError('there is nobody to ask; add --yes to apply this')
  terminal.say('Apply this? [y/N] ')
  if (!/^y(es)?$/i.test((await readLine(terminal)).trim())) throw new Error('nothing was changed')
}

async function readLine({ stdin }: Terminal): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line
  return ''
}
