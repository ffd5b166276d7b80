import { computed, signal } from '@preact/signals'
import type { Content, DraftRow, DraftView, SurveyRow } from '../../../src/account/contract.ts'
import { now } from '../../ui/clock.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { visibleText } from '../../ui/visible-text.ts'
import { texts } from '../../words/app-words.ts'
import { send } from '../api.ts'
import { lastSave } from '../last-save.ts'
import { navigate } from '../router.ts'
import { trackStale } from '../stale.ts'
import { type Entry, entriesOf } from './survey-list.ts'

export interface Lists {
  readonly surveys: readonly SurveyRow[]
  readonly drafts: readonly DraftRow[]
  /** When they were read, in milliseconds. */
  readonly readAt: number
}

/** The lists as last read, shown immediately when somebody comes back. */
const lists = signal<Lists | undefined>(undefined)

/** Whether the last attempt to read the lists again failed. */
export const isStale = signal(false)

/** Undefined until the lists have been read. */
export const entries = computed<readonly Entry[] | undefined>(
  () => lists.value && entriesOf(lists.value.surveys, lists.value.drafts, lists.value.readAt),
)

/** @throws RequestError */
export async function loadLists(): Promise<Lists> {
  await lastSave.ended
  const [{ surveys }, { drafts }] = await trackStale(isStale, () =>
    Promise.all([send<{ surveys: SurveyRow[] }>('GET', '/surveys'), send<{ drafts: DraftRow[] }>('GET', '/drafts')]),
  )
  lists.value = { surveys, drafts, readAt: now() }
  return lists.value
}

export const BLANK: Content = {
  title: '',
  questions: [{ type: 'multiple_choice', text: '', options: ['', ''] }],
  theme: null,
}
export const EXAMPLE: Content = {
  title: texts.example.title,
  questions: texts.example.questions,
  theme: null,
}

/** Creates a draft and opens it in the builder. @throws RequestError */
export async function startDraft(content: Content, { replaces = false } = {}): Promise<void> {
  const { id } = await send<DraftView>('POST', '/drafts', content)
  navigate(`/app/drafts/${id}`, { replaces })
}

/** Deletes a draft; undo creates it again. @throws RequestError */
export async function deleteDraft({ id, title }: DraftRow): Promise<void> {
  const { id: was, revision, updated_at, ...content } = await send<DraftView>('GET', `/drafts/${id}`)
  await send('DELETE', `/drafts/${id}`)
  await loadLists()
  showNotice(texts.list.draftDeleted(visibleText(title) || texts.list.untitled), async () => {
    await send('POST', '/drafts', content)
    await attempt(loadLists)
  })
}
