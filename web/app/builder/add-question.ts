import { MAX_QUESTIONS } from '../../../src/domain/surveys/limits.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import type { Draft } from '../../ui/questions/draft.ts'
import { builderTexts } from '../../words/builder-words.ts'
import type { Builder } from './builder.ts'
import { contentOfKind, type EntryKind } from './entry-kind.ts'
import { loadGroups } from './group-loading.ts'
import { type Entry, insertAfter, insertHeading, newEntry } from './groups/rows.ts'

/** A new entry, or the heading of a section, and the draft that it is to be opened in. */
interface Added {
  readonly draft: Draft
  readonly key: number
}

/** Adds an entry below the row with a key, or at the end, and opens it. A section takes what follows it there, or a new question. */
export async function addEntry(builder: Builder, kind: EntryKind, after: number | undefined): Promise<void> {
  const content = contentOfKind(kind)
  const add =
    content === undefined
      ? await groupAdder(kind, after)
      : (draft: Draft) => inserted(newEntry(draft, [content]), after)
  const added = add(builder.draft.value)
  if (added.draft.questions.length > MAX_QUESTIONS) return showNotice(builderTexts.tooMany(MAX_QUESTIONS))
  builder.edit(added.draft)
  builder.open(added.key)
  focusSoon(`text-${added.key}`)
}

/** The same while typing, where only plain questions are added. */
export function addQuestion(builder: Builder): void {
  attempt(() => addEntry(builder, 'one', builder.openKey.value))
}

/** What groups are made of is loaded with the first of them. */
async function groupAdder(kind: EntryKind, after: number | undefined): Promise<(draft: Draft) => Added> {
  const { newGroupEntry, newSection } = await loadGroups()
  if (kind === 'several' || kind === 'grid' || kind === 'ranking')
    return draft => inserted(newGroupEntry(draft, kind), after)
  return draft => {
    const heading = insertHeading(draft, after, '')
    if (heading !== undefined) return { draft: heading, key: draft.nextKey }
    return newSection(draft, after, newEntry(draft, [{ type: 'multiple_choice', text: '', options: ['', ''] }]))
  }
}

function inserted(
  { draft, entry }: { readonly draft: Draft; readonly entry: Entry },
  after: number | undefined,
): Added {
  return { draft: insertAfter(draft, after, [entry]), key: entry.key }
}
