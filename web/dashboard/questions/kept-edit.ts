import { type JsonObject, readJson } from '../../../src/domain/json.ts'
import { browserStorage } from '../../ui/browser-storage.ts'
import { beginDraft, type Draft } from '../../ui/questions/draft.ts'

/** An unsaved edit, for as long as the tab is open: a reload and the end of a session do not lose it. @param slug of the survey */
export function keptEdit(slug: string) {
  const storage = browserStorage<string>('sessionStorage', `${slug}/questions`)
  return {
    read(): Draft | undefined {
      const text = storage.read()
      if (text === undefined) return undefined
      const { stored, questions, nextKey } = readJson(text) as unknown as SerializedDraft
      return { ...beginDraft(stored), questions, nextKey }
    },
    /** @param draft undefined if nothing is unsaved */
    write(draft: Draft | undefined): void {
      if (draft === undefined) storage.clear()
      else storage.write(JSON.stringify({ ...draft, stored: draft.stored.map(({ source }) => source) }))
    },
  }
}

/** The stored questions are kept as they came: what is made of them is made again. */
interface SerializedDraft extends Pick<Draft, 'questions' | 'nextKey'> {
  readonly stored: readonly JsonObject[]
}
