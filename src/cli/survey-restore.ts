import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { invalidSurveyFile } from '../domain/moving/survey-file.ts'
import { SurveyCheck, type SurveyPart, SurveyParts } from '../domain/moving/survey-parts.ts'
import { parseSlug } from '../domain/surveys/slug.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { counted } from '../domain/values/text.ts'
import type { AccountHolder } from '../service/access/authentication.ts'
import { readDump, verifyDump } from '../service/moving/dump-file.ts'
import { ownerOfDumped, readDumpedSurvey } from '../service/moving/dump-survey.ts'
import { Restorations } from '../service/moving/restorations.ts'
import { type Command, formatLinks, type Installation, UsageError, withInstallation } from './command.ts'
import { Progress } from './moving.ts'
import { linksOf } from './survey.ts'

/** A survey that can be read from the beginning any number of times. */
interface Source {
  /** The owner's address, if the file contains it. */
  readonly email: string | undefined
  parts(): AsyncIterable<SurveyPart>
}

export const surveyRestore: Command = {
  name: ['survey', 'restore'],
  usage: 'survey restore FILE [SLUG] [--account EMAIL] [--as NEW-SLUG]',
  summary: 'Bring back one survey with its responses, boards and settings from its export, or from a dump.',
  details:
    'FILE is what `soundings export` or a dashboard has exported, or a dump, of which SLUG names the survey. It is read whole\nbefore anything is stored, and the survey appears when it is complete; a server can run meanwhile. The survey has its slug\nagain, also if it was deleted, unless another survey has it: then choose one with --as. It gets a new dashboard link. Its\nowner is the account of --account, or the one that it had in the dump.',
  example: 'survey restore quiet-green-river.json --account ada@example.org',
  options: { account: { type: 'string' }, as: { type: 'string' } },
  positionals: ['FILE', '[SLUG]'],
  run: ({ values, positionals: [name = '', picked], ...call }) =>
    withInstallation(call, async installation => {
      const { context, accounts, operator } = installation
      const source = await sourceOf(resolve(name), picked)
      const email = typeof values.account === 'string' ? values.account : source.email
      if (email === undefined) throw new UsageError('missing owner: name the survey’s account with --account EMAIL')
      const explain = (error: unknown) => {
        throw error instanceof Refusal ? new Error(`${name} cannot be restored: ${reasonOf(error)}`) : error
      }
      const { slug: was, responses } = await check(source, context.clock()).catch(explain)
      const slug = typeof values.as === 'string' ? parseSlug(values.as) : was
      if (await new Restorations(context).isInUse(operator, slug))
        throw new Error(`another survey has the slug ${slug}; choose one with --as NEW-SLUG`)
      const holder = operator.actAs(await accounts.find(operator, email))
      const progress = new Progress(call.terminal, 'restored')
      await restore(installation, { holder, source, was, slug }, part => {
        if (part.kind === 'responses') progress.add('response', part.list.length, responses)
      }).catch(explain)
      const links = await linksOf(installation, slug, call.config.baseUrl)
      const text = `Restored ${slug} with ${counted(responses, 'response')}.\n${formatLinks(links)}`
      return { data: { id: slug, account: email, responses, ...links }, text }
    }),
}

const RAISE = 'raise it for this command and for the server, or set it to 0 for no limit'

/** The limits of storage are the operator's own. */
function reasonOf({ refusal, message }: Refusal): string {
  if (refusal === 'survey_storage') return `the survey needs more than SURVEY_STORAGE allows; ${RAISE}`
  if (refusal === 'account_storage') return `the account would store more than ACCOUNT_STORAGE allows; ${RAISE}`
  return message
}

interface Restoration {
  readonly holder: AccountHolder
  readonly source: Source
  /** The previous slug, and the new one. */
  readonly was: string
  readonly slug: string
}

async function restore(
  { context, operator }: Installation,
  { holder, source, was, slug }: Restoration,
  onPart: (part: SurveyPart) => void,
): Promise<void> {
  const restorations = new Restorations(context)
  const by = { kind: 'operator', operator, holder } as const
  const id = await restorations.begin(by)
  try {
    for await (const part of source.parts()) {
      await restorations.addPart(by, id, was, part)
      onPart(part)
    }
    await restorations.finishAs(by, id, slug)
  } catch (error) {
    await restorations.abandon(by, id)
    throw error
  }
}

async function check(source: Source, now: number): Promise<SurveyCheck> {
  const checked = new SurveyCheck('operator', now)
  for await (const part of source.parts()) checked.add(part)
  return checked
}

async function sourceOf(file: string, slug: string | undefined): Promise<Source> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder; name a file`)
  if (!isCompressed(file)) return { email: undefined, parts: () => partsOf(createReadStream(file)) }
  if (slug === undefined)
    throw new UsageError('missing slug: name a survey in the dump with `survey restore FILE SLUG`')
  const summary = await verifyDump(file)
  const email = await ownerOfDumped(readDump(file, summary), slug)
  return { email, parts: () => readDumpedSurvey(readDump(file, summary), slug) }
}

/** @throws Refusal `invalid_survey_file` */
async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<SurveyPart> {
  const parts = new SurveyParts()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const part of bytes) yield* parts.push(decoded(() => decoder.decode(part, { stream: true })))
  yield* parts.push(decoded(() => decoder.decode()))
  yield* parts.end()
}

/** Other bytes are not replaced silently. */
function decoded(decode: () => string): string {
  try {
    return decode()
  } catch {
    throw invalidSurveyFile('it is not valid UTF-8')
  }
}

/** A dump is compressed, an export is not. */
function isCompressed(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(2)
    readSync(descriptor, bytes)
    return bytes.equals(Buffer.from([0x1f, 0x8b]))
  } finally {
    closeSync(descriptor)
  }
}
