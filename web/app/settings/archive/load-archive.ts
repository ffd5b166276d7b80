import type { RestoredView } from '../../../../src/account/contract.ts'
import { type SurveyPart, SurveyParts } from '../../../../src/domain/moving/survey-parts.ts'
import { type Json, readJson } from '../../../../src/domain/values/json.ts'
import { RequestError } from '../../../ui/request.ts'
import { send } from '../../api.ts'
import { readZip, type ZipEntry } from './zip-reader.ts'

/** What an archive has added to the account. */
export interface Loaded extends RestoredView {
  readonly templates: number
  readonly drafts: number
}

export interface LoadProgress {
  /** Share of the archive, from 0 to 1. */
  readonly share: number
  readonly responses: number
}

/** An archive that contains nothing to load. */
export class EmptyArchive extends Error {}

/** The reply to the last request is missing, so that the archive may or may not have been added. */
export class UnknownOutcome extends Error {}

/**
 * Loads an archive that was downloaded from an account. It is read here and sent in parts; nothing appears in the
 * account before the last part.
 * @param signal aborts the load
 * @throws RequestError, ZipError, EmptyArchive, UnknownOutcome, or the Refusal for a survey that cannot be read
 */
export async function loadArchive(
  archive: Blob,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: LoadProgress) => void },
): Promise<Loaded> {
  const entries = await readZip(archive)
  const [surveys, templates, drafts] = [
    filesIn(entries, 'surveys'),
    filesIn(entries, 'templates'),
    filesIn(entries, 'drafts'),
  ]
  if (surveys.length + templates.length + drafts.length === 0) throw new EmptyArchive()
  const { id } = await send<{ id: string }>('POST', '/restorations')
  const path = `/restorations/${id}`
  const progress = new Progress([...surveys, ...templates, ...drafts], onProgress)
  try {
    for (const survey of surveys) {
      await sendSurvey(path, survey, { signal, progress })
      progress.finish(survey)
    }
    for (const [kind, files] of Object.entries({ templates, drafts }))
      for (const file of files) {
        signal.throwIfAborted()
        await send('POST', `${path}/${kind}`, await readWhole(file))
        progress.finish(file)
      }
    signal.throwIfAborted()
  } catch (error) {
    await send('DELETE', path).catch(() => undefined)
    throw error
  }
  return { ...(await finish(path)), templates: templates.length, drafts: drafts.length }
}

async function finish(path: string): Promise<RestoredView> {
  try {
    return await send<RestoredView>('POST', `${path}/finish`)
  } catch (error) {
    if (error instanceof RequestError && (error.status === 0 || error.status >= 500)) throw new UnknownOutcome()
    await send('DELETE', path).catch(() => undefined)
    throw error
  }
}

/** The newest come first in an archive, and what is created last is listed first. */
function filesIn(entries: readonly ZipEntry[], folder: string): ZipEntry[] {
  const pattern = new RegExp(`^(.*/)?${folder}/[^/]+\\.json$`)
  return entries.filter(({ name }) => pattern.test(name)).reverse()
}

interface Sending {
  readonly signal: AbortSignal
  readonly progress: Progress
}

async function sendSurvey(path: string, entry: ZipEntry, { signal, progress }: Sending): Promise<void> {
  let slug = ''
  for await (const part of partsOf(entry, progress)) {
    signal.throwIfAborted()
    if (part.kind === 'survey') slug = String(part.file.id)
    const [below, body] = requestOf(part)
    await send('POST', `${path}/surveys${below === '' ? '' : `/${encodeURIComponent(slug)}${below}`}`, body)
    if (part.kind === 'responses') progress.addResponses(part.list.length)
  }
}

/** The request that sends a part: its path below the survey's, and its body. */
function requestOf(part: SurveyPart): [path: string, body: unknown] {
  if (part.kind === 'survey') return ['', part.file]
  if (part.kind === 'responses') return ['/responses', { responses: part.list, first: part.first }]
  if (part.kind === 'board') return ['/boards', part.board]
  const { theme, settings, response_count } = part.file
  return ['/settings', { theme, settings, response_count }]
}

async function* partsOf(entry: ZipEntry, progress: Progress): AsyncGenerator<SurveyPart> {
  const parts = new SurveyParts()
  for await (const text of entry.text()) {
    yield* parts.push(text)
    progress.read(text.length)
  }
  yield* parts.end()
}

async function readWhole(entry: ZipEntry): Promise<Json> {
  let text = ''
  for await (const part of entry.text()) text += part
  return readJson(text)
}

/** Reports how much of an archive has been sent. Characters count as bytes, so the share is an estimate. */
class Progress {
  readonly #all: number
  readonly #report: (progress: LoadProgress) => void
  #finished = 0
  #reading = 0
  #responses = 0

  constructor(entries: readonly ZipEntry[], report: (progress: LoadProgress) => void) {
    this.#all = entries.reduce((sum, { size }) => sum + size, 0)
    this.#report = report
  }

  read(characters: number): void {
    this.#reading += characters
    this.#show()
  }

  addResponses(count: number): void {
    this.#responses += count
    this.#show()
  }

  finish({ size }: ZipEntry): void {
    this.#finished += size
    this.#reading = 0
    this.#show()
  }

  #show(): void {
    const share = Math.min(1, (this.#finished + this.#reading) / Math.max(1, this.#all))
    this.#report({ share, responses: this.#responses })
  }
}
