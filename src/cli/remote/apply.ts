import { createInterface } from 'node:readline'
import type { Soundings, SurveyResults } from '../../../clients/typescript/src/client.ts'
import { counted } from '../../domain/text.ts'
import {
  type Command,
  formatLinks,
  type Invocation,
  type Output,
  requireInteractiveInput,
  UsageError,
} from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { isNotFound, REMOTE_DETAILS, REMOTE_OPTIONS, withServer } from './connection.ts'
import { diffLines, isChange, withContext } from './line-diff.ts'
import { type CreationPlan, type Plan, planChange, planCreation } from './plan.ts'
import { formatSurvey, readSurveyFile } from './survey-file.ts'

export const diffCommand: Command = {
  name: ['diff'],
  usage: 'diff FILE [SLUG] --server URL',
  summary: 'Compare a file with a survey: show what apply would change, or what would be refused and why.',
  details: `Without SLUG, the slug in the file is used. The exit status is 1 if the change would be refused.\n${REMOTE_DETAILS}`,
  example: 'diff survey.yaml --server https://soundings.example',
  options: REMOTE_OPTIONS,
  positionals: ['FILE', '[SLUG]'],
  run: call => withPlan(call, report),
}

export const applyCommand: Command = {
  name: ['apply'],
  usage: 'apply FILE [SLUG] --server URL [--yes]',
  summary: 'Create or change a survey so that it matches a file. Shows what diff shows, and asks you to confirm.',
  details: `Without SLUG, the slug in the file is used. A survey that does not exist is created. --yes skips the question.\n${REMOTE_DETAILS}`,
  example: 'apply survey.yaml --server https://soundings.example',
  options: { ...REMOTE_OPTIONS, yes: { type: 'boolean', short: 'y' } },
  positionals: ['FILE', '[SLUG]'],
  run: call => withPlan(call, planned => apply(call, planned)),
}

async function apply({ values, terminal }: Invocation, planned: Planned): Promise<Output> {
  const output = await report(planned)
  if (output.failed) return { ...output, text: `${output.text}\nNothing was changed.` }
  if (!hasChanges(planned.plan)) return output
  terminal.say(`${output.text}\n\n`)
  const question = planned.plan.stored === undefined ? 'Create it?' : 'Apply these changes?'
  if (values.yes !== true) await confirm(terminal, question)
  return save(planned)
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
  if (typeof slug !== 'string') throw new UsageError('missing argument: SLUG; the file has no slug either')
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
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function report({ plan, slug }: Planned): Promise<Output> {
  const { refusals } = plan
  if (plan.stored === undefined) {
    const data = { created: plan.created, refusals }
    return { data, text: [`${slug} does not exist yet.`, ...reasons(refusals)].join('\n'), failed: refusals.length > 0 }
  }
  const advice = 'Undo this in the file, or give it another slug to create a new survey.'
  const lines = [...(await differences(plan)), ...reasons(refusals, advice)]
  return { data: { changes: plan.change, refusals }, text: lines.join('\n'), failed: refusals.length > 0 }
}

function reasons(refusals: readonly string[], ...advice: readonly string[]): string[] {
  if (refusals.length === 0) return []
  return ['', 'The server would refuse this:', ...refusals.map(reason => `  ${reason}`), ...advice]
}

async function differences({ before, after, stored }: Plan & { stored: SurveyResults }): Promise<string[]> {
  const lines = diffLines(await formatSurvey(before), await formatSurvey(after))
  if (!lines.some(isChange)) return ['No differences.']
  return [`${stored.id} has ${counted(stored.response_count, 'response')}.`, '', ...withContext(lines)]
}

function hasChanges(plan: FilePlan): boolean {
  return plan.stored === undefined || Object.keys(plan.change).length > 0
}

async function save({ plan, client, slug }: Planned): Promise<Output> {
  if (plan.stored !== undefined) {
    const data = await client.changeSurvey(slug, plan.change)
    return { data, text: `Changed ${data.id}.` }
  }
  const data = await client.createSurvey(plan.created)
  return { data, text: `Created ${data.id}.\n${formatLinks(data)}` }
}

/** @throws Error unless the user confirms */
async function confirm(terminal: Terminal, question: string): Promise<void> {
  requireInteractiveInput(terminal)
  terminal.say(`${question} [y/N] `)
  if (!/^y(es)?$/i.test((await readLine(terminal)).trim())) throw new Error('nothing was changed')
}

async function readLine({ stdin }: Terminal): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line
  return ''
}
