import type { Soundings, SurveyResults } from '../../../clients/typescript/src/client.ts'
import type { Rewording } from '../../domain/results/edit-history/edit-history.ts'
import { parseSlug } from '../../domain/surveys/slug.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { counted } from '../../domain/values/text.ts'
import {
  type Command,
  EXIT,
  formatLinks,
  type Invocation,
  type Output,
  requireInteractiveInput,
  StatusError,
  UsageError,
} from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { checkedSlug, isNotFound, REMOTE_DETAILS, REMOTE_OPTIONS, withServer } from './connection.ts'
import { changeSettings, readSettings } from './dashboard-settings.ts'
import { diffLines, isChange, withContext } from './line-diff.ts'
import { type CreationPlan, type Plan, planChange, planCreation } from './plan.ts'
import { formatSurvey, readSurveyFile, type SurveyFile } from './survey-file.ts'

export const diffCommand: Command = {
  name: ['diff'],
  usage: 'diff FILE [SLUG] --server URL',
  summary: 'Compare a file with a survey: show what apply would change, or what would be refused and why.',
  details: `Without SLUG, the slug in the file is used. The exit status is 0 if there are no differences, 2 if there are, and 3 if\nthe server would refuse the change.\n${REMOTE_DETAILS}`,
  example: 'diff survey.yaml --server https://soundings.example',
  options: REMOTE_OPTIONS,
  positionals: ['FILE', '[SLUG]'],
  run: call => withPlan(call, compare),
}

export const applyCommand: Command = {
  name: ['apply'],
  usage: 'apply FILE [SLUG] --server URL [--yes]',
  summary: 'Create or change a survey so that it matches a file. Shows what diff shows, and asks you to confirm.',
  details: `Without SLUG, the slug in the file is used. A survey that does not exist is created. --yes skips the question. If the survey\nis edited elsewhere meanwhile, nothing is changed and the exit status is 3.\n${REMOTE_DETAILS}`,
  example: 'apply survey.yaml --server https://soundings.example',
  options: { ...REMOTE_OPTIONS, yes: { type: 'boolean', short: 'y' } },
  positionals: ['FILE', '[SLUG]'],
  run: call => withPlan(call, planned => apply(call, planned)),
}

async function compare(planned: Planned): Promise<Output> {
  const output = await report(planned)
  return hasChanges(planned.plan) ? { status: EXIT.different, ...output } : output
}

async function apply({ values, terminal }: Invocation, planned: Planned): Promise<Output> {
  const output = await report(planned)
  if (output.status !== undefined) return { ...output, text: `${output.text}\nNothing was changed.` }
  if (!hasChanges(planned.plan)) return output
  terminal.say(`${output.text}\n\n`)
  const question = planned.plan.stored === undefined ? 'Create it?' : 'Apply these changes?'
  if (values.yes !== true) await confirm(terminal, question)
  return save(planned)
}

/** What applying a file would do: change a survey, or create one. */
type FilePlan = (Plan & { readonly stored: SurveyResults }) | (CreationPlan & { readonly stored: undefined })

interface Planned {
  readonly plan: FilePlan
  readonly client: Soundings
  readonly slug: string
  readonly located: SurveyFile['located']
}

async function withPlan(call: Invocation, use: (planned: Planned) => Promise<Output>): Promise<Output> {
  const [path = '', named] = call.positionals
  const { survey: file, located } = await readSurveyFile(path)
  const slug = named === undefined ? slugIn(file, located) : checkedSlug(named)
  return withServer(call, async client => {
    const stored = await find(client, slug)
    if (stored === undefined)
      return use({ plan: { stored, ...planCreation({ ...file, slug }) }, client, slug, located })
    const settings = await readSettings(client, slug, file)
    return use({ plan: { stored, ...planChange(stored, file, settings) }, client, slug, located })
  })
}

/** @throws UsageError if there is none, StatusError if it is not valid */
function slugIn({ slug }: JsonObject, located: SurveyFile['located']): string {
  if (slug === undefined) throw new UsageError('missing argument: SLUG; the file has no slug either')
  try {
    return parseSlug(slug)
  } catch (error) {
    throw error instanceof Refusal ? new StatusError(EXIT.refused, located(error.message)) : error
  }
}

async function find(client: Soundings, slug: string): Promise<SurveyResults | undefined> {
  try {
    return await client.readResults(slug)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

async function report({ plan, slug, located }: Planned): Promise<Output> {
  const { refusals } = plan
  const refused = refusals.length > 0 && { status: EXIT.refused }
  if (plan.stored === undefined) {
    const data = { created: { ...plan.created, ...plan.settings }, refusals }
    return { data, text: [`${slug} does not exist yet.`, ...reasons(refusals.map(located))].join('\n'), ...refused }
  }
  const advice = 'Undo this in the file, or give it another slug to create a new survey.'
  const { reworded } = plan
  const lines = [...(await differences(plan)), ...rewordingLines(reworded), ...reasons(refusals.map(located), advice)]
  return {
    data: { changes: { ...plan.change, ...plan.settings }, reworded, refusals },
    text: lines.join('\n'),
    ...refused,
  }
}

function reasons(refusals: readonly string[], ...advice: readonly string[]): string[] {
  if (refusals.length === 0) return []
  return ['', 'The server would refuse this:', ...refusals.map(reason => `  ${reason}`), ...advice]
}

function rewordingLines(reworded: readonly Rewording[]): string[] {
  if (reworded.length === 0) return []
  const lines = reworded.map(({ index, answers }) => `  question ${index + 1}: ${counted(answers, 'answer')}`)
  return ['', 'Answers that stay under new words:', ...lines]
}

async function differences({ before, after, stored }: Plan & { stored: SurveyResults }): Promise<string[]> {
  const lines = diffLines(await formatSurvey(before), await formatSurvey(after))
  if (!lines.some(isChange)) return ['No differences.']
  return [`${stored.id} has ${counted(stored.response_count, 'response')}.`, '', ...withContext(lines)]
}

function hasChanges(plan: FilePlan): boolean {
  return plan.stored === undefined || Object.keys({ ...plan.change, ...plan.settings }).length > 0
}

function hasSettings({ settings }: FilePlan): boolean {
  return Object.keys(settings).length > 0
}

async function save({ plan, client, slug }: Planned): Promise<Output> {
  if (plan.stored !== undefined) {
    const ifMatch = plan.stored
    const changed = Object.keys(plan.change).length > 0 && (await client.changeSurvey(slug, plan.change, { ifMatch }))
    if (hasSettings(plan)) await changeSettings(client, slug, plan.settings, { ifMatch: changed || ifMatch })
    return { data: { id: slug, ...changed, ...plan.settings }, text: `Changed ${slug}.` }
  }
  const data = await client.createSurvey(plan.created)
  if (hasSettings(plan)) await client.dashboard(data.id, data.admin_token).changeSettings(plan.settings)
  return { data, text: `Created ${data.id}.\n${formatLinks(data)}` }
}

/** @throws Error unless the user confirms */
async function confirm(terminal: Terminal, question: string): Promise<void> {
  requireInteractiveInput(terminal)
  terminal.say(`${question} [y/N] `)
  if (!/^y(es)?$/i.test((await terminal.readLine()).trim())) throw new Error('nothing was changed')
}
