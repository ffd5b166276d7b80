import { type JsonObject, readJson } from '../../../src/domain/values/json.ts'
import { beginDraft, type Draft } from '../../ui/questions/draft.ts'
import { editStorage } from '../../ui/questions/edit-storage.ts'

/**
 * Keeps an unsaved edit while the tab is open, so that it survives a reload and the end of a session.
 * @param slug of the survey
 */
export function keptEdit(slug: string) {
  const storage = editStorage(slug)
  return {
    read(): Draft | undefined {
      const text = storage.read()
      if (text === undefined) return undefined
      // An edit that was kept before there were settings has none.
      const { stored, storedSettings = [], settings = {}, ...edited } = readJson(text) as unknown as SerializedDraft
      return { ...beginDraft(stored, storedSettings), settings, ...edited }
    },
    /** @param draft undefined if nothing is unsaved. @returns false if the browser has no room for it */
    write(draft: Draft | undefined): boolean {
      if (draft !== undefined)
        return storage.write(JSON.stringify({ ...draft, stored: draft.stored.map(({ source }) => source) }))
      storage.clear()
      return true
    },
  }
}

/** The stored questions are kept as received; everything derived from them is made again. */
interface SerializedDraft
  extends Pick<Draft, 'questions' | 'nextKey'>,
    Partial<Pick<Draft, 'storedSettings' | 'settings'>> {
  readonly stored: readonly JsonObject[]
}
