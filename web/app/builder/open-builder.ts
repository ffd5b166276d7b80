import type { Content, DraftView, TemplateView } from '../../../src/account/contract.ts'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { browserStorage } from '../../ui/browser-storage.ts'
import { showNotice } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import { builderTexts } from '../../words/builder-words.ts'
import { send } from '../api.ts'
import { onSignOutElsewhere } from '../sign-out.ts'
import type { AutosaveOptions } from './autosave.ts'
import { Builder } from './builder.ts'
import { contentOf, digestOf, isSameContent, type Stored } from './content.ts'
import { LocalCopies, type Unsaved } from './local-copies.ts'

const TAB = 'tab'

const clock = () => Date.now()
let copies = newCopies()

onSignOutElsewhere(() => {
  copies.close()
  copies = newCopies()
})

/** Opens one of the account's drafts. @throws RequestError */
export function openDraft(id: string): Promise<Builder> {
  const path = `/drafts/${encodeURIComponent(id)}`
  return open('draft', {
    id,
    isAutomatic: true,
    read: () => send<DraftView>('GET', path),
    put: content => send<DraftView>('PUT', path, content, isShort(content)),
  })
}

/**
 * Opens a template, which is saved with a button, because each of its versions must be complete.
 * @throws RequestError
 */
export function openTemplate(id: string): Promise<Builder> {
  const path = `/templates/${encodeURIComponent(id)}`
  return open('template', {
    id,
    isAutomatic: false,
    read: async () => ofTemplate(await send<TemplateView>('GET', path)),
    put: ({ title, ...template }) => send<TemplateView>('PUT', path, { name: title, ...template }),
  })
}

/** The builder that was opened last. */
let opened: Builder | undefined

/** The copy kept by this browser is shown instead of the stored version, and saved. */
async function open(
  kind: 'draft' | 'template',
  parts: Omit<AutosaveOptions, 'stored' | 'sent' | 'copies' | 'clock'>,
): Promise<Builder> {
  // Changes still being sent by the previous builder must not count as made elsewhere.
  await opened?.saving.stop()
  const copy = copies.find(parts.id)
  const stored = await readOr(copy, parts.read)
  const isCopyNewer = copy !== undefined && !isSameContent(copy, stored)
  const isOurs = copy?.sent?.includes(digestOf(stored))
  const base = isCopyNewer && !isOurs ? { ...stored, revision: copy.revision } : stored
  const content: Content = contentOf(isCopyNewer ? copy : stored)
  const builder = new Builder(kind, { ...parts, stored: base, sent: copy?.sent, copies, clock }, content)
  opened = builder
  if (isCopyNewer) {
    builder.saving.change(content)
    showNotice(builderTexts.restored)
  } else copies.forget(parts.id)
  return builder
}

/** Without a network, the copy kept by this browser can still be edited. */
async function readOr(copy: Unsaved | undefined, read: () => Promise<Stored>): Promise<Stored> {
  try {
    return await read()
  } catch (error) {
    const isOffline = error instanceof RequestError && error.status === 0
    if (copy === undefined || !isOffline) throw error
    return { title: '', questions: [], theme: null, revision: copy.revision }
  }
}

function ofTemplate({ name, questions, revision, ...settings }: TemplateView): Stored {
  const { theme, language, paced, revealed_at_once, question_settings, texts, groups } = settings
  const content = { questions: questions as unknown as JsonObject[], question_settings, texts, groups }
  return { title: name, ...content, theme, language, paced, revealed_at_once, revision }
}

/** Browsers finish a short request after the page is closed: 64 KiB in total per page. */
function isShort(content: Content): boolean {
  return JSON.stringify(content).length < 20_000
}

function newCopies(): LocalCopies {
  return new LocalCopies(localStorage, tabName(), clock())
}

/** The same after a reload, but different in each tab. */
function tabName(): string {
  const storage = browserStorage<string>('sessionStorage', TAB)
  const name = storage.read() ?? `${performance.timeOrigin}-${Math.random()}`
  storage.write(name)
  return name
}
