import { useSignal } from '@preact/signals'
import { Refusal } from '../../../../src/domain/values/refusal.ts'
import { sentence } from '../../../../src/domain/values/text.ts'
import { RequestError } from '../../../ui/request.ts'
import { settingsTexts as texts } from '../../../words/settings-words.ts'
import { words } from '../../../words/words.ts'
import { loadAccount } from '../../account.ts'
import { EmptyArchive, type Loaded, type LoadProgress, loadArchive, UnknownOutcome } from './load-archive.ts'
import { ZipError } from './zip-reader.ts'

type State =
  | { readonly kind: 'ready'; readonly error?: string }
  | { readonly kind: 'loading'; readonly progress: LoadProgress; readonly cancel: () => void }
  | { readonly kind: 'loaded'; readonly loaded: Loaded }

/** Loads an archive of another account into this one. */
export function ArchiveLoader() {
  const state = useSignal<State>({ kind: 'ready' })
  const load = async (archive: File) => {
    const giveUp = new AbortController()
    const show = (progress: LoadProgress) => (state.value = { kind: 'loading', progress, cancel: () => giveUp.abort() })
    show({ share: 0, responses: 0 })
    try {
      const loaded = await loadArchive(archive, { signal: giveUp.signal, onProgress: show })
      state.value = { kind: 'loaded', loaded }
      await loadAccount()
    } catch (error) {
      state.value = giveUp.signal.aborted ? { kind: 'ready' } : { kind: 'ready', error: messageOf(error) }
    }
  }
  const { value } = state
  return (
    <div class="archive">
      {value.kind === 'loading' ? <Loading {...value} /> : <ArchiveChoice load={load} />}
      <div role="status">{value.kind === 'loaded' && <LoadedReport {...value.loaded} />}</div>
      {value.kind === 'ready' && value.error !== undefined && (
        <p class="error" role="alert">
          {value.error}
        </p>
      )}
    </div>
  )
}

function ArchiveChoice({ load }: { readonly load: (archive: File) => Promise<void> }) {
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    const [archive] = currentTarget.files ?? []
    if (archive !== undefined) load(archive)
  }
  return (
    <>
      <label class="button quiet file-choice">
        {texts.loadArchive}
        <input type="file" accept=".zip,application/zip" aria-describedby="archive-help" onChange={choose} />
      </label>
      <p class="help" id="archive-help">
        {texts.loadArchiveHelp}
      </p>
    </>
  )
}

function Loading({ progress: { share, responses }, cancel }: Extract<State, { kind: 'loading' }>) {
  return (
    <>
      <label for="archive-progress">{texts.loadingArchive(responses)}</label>
      <div class="field-and-button">
        <progress id="archive-progress" value={share} />
        <button type="button" class="quiet small" onClick={cancel}>
          {words.common.cancel}
        </button>
      </div>
      <p class="help">{texts.loadingArchiveHelp}</p>
    </>
  )
}

function LoadedReport({ surveys, templates, drafts }: Loaded) {
  const renamed = surveys.filter(({ was, slug }) => was !== slug)
  return (
    <>
      <p>{texts.archiveLoaded(surveys.length, templates, drafts)}</p>
      {renamed.length > 0 && (
        <>
          <p>{texts.newLinks}</p>
          <ul>
            {renamed.map(({ was, slug }) => (
              <li key={slug}>
                <code>{was}</code> → <a href={`/admin/${slug}`}>{slug}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function messageOf(error: unknown): string {
  return error instanceof UnknownOutcome ? texts.archiveUnknown : `${texts.archiveFailed} ${reasonOf(error)}`
}

function reasonOf(error: unknown): string {
  if (error instanceof RequestError || error instanceof Refusal) return sentence(error.message)
  if (error instanceof EmptyArchive) return texts.emptyArchive
  if (error instanceof ZipError || error instanceof SyntaxError) return texts.noArchive
  throw error
}
