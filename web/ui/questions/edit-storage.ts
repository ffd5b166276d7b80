import { browserStorage, storedNames } from '../browser-storage.ts'

const EDIT = '/questions'
const MARK = '/edited'

/**
 * A mark is a random value. All tabs see the one in the local storage, which goes when this browser signs out; an edit
 * without the same one beside it is void, in whichever tab it is and whatever that tab has shown meanwhile.
 */
const markIn = (kind: 'localStorage' | 'sessionStorage', slug: string) => browserStorage<string>(kind, slug + MARK)

/** Where a tab keeps an unsaved edit of a survey's questions. */
export function editStorage(slug: string) {
  const edit = browserStorage<string>('sessionStorage', slug + EDIT)
  const [mark, shared] = [markIn('sessionStorage', slug), markIn('localStorage', slug)]
  return {
    read: (): string | undefined => (mark.read() === shared.read() ? edit.read() : undefined),
    /** @returns whether it is kept */
    write(text: string): boolean {
      const value = shared.read() ?? String(Math.random())
      return shared.write(value) && mark.write(value) && edit.write(text)
    },
    clear(): void {
      edit.clear()
      mark.clear()
    },
  }
}

/** When this browser signs out: the next person at it is not to read an unsaved edit. That of a session that has ended by itself stays. */
export function forgetEdit(slug: string): void {
  markIn('localStorage', slug).clear()
  editStorage(slug).clear()
}

/** Forgets the unsaved edits of all surveys, in every tab. */
export function forgetEdits(): void {
  for (const slug of new Set([...slugsIn('localStorage', MARK), ...slugsIn('sessionStorage', EDIT)])) forgetEdit(slug)
}

/** Removes what this tab still has of void edits, now and whenever another tab signs out. */
export function removeVoidEdits(): void {
  const remove = () => {
    for (const slug of slugsIn('sessionStorage', EDIT)) {
      const edit = editStorage(slug)
      if (edit.read() === undefined) edit.clear()
    }
  }
  remove()
  addEventListener('storage', remove)
}

function slugsIn(kind: 'localStorage' | 'sessionStorage', ending: string): string[] {
  return storedNames(kind)
    .filter(name => name.endsWith(ending))
    .map(name => name.slice(0, -ending.length))
}
