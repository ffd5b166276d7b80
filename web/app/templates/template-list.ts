import { signal } from '@preact/signals'
import type { CreatedView, DraftView, TemplateRow, TemplateView } from '../../../src/account/contract.ts'
import type { StarterSurvey } from '../../../src/domain/surveys/starters/starter-surveys.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import { texts } from '../../words/app-words.ts'
import { loadAccount } from '../account.ts'
import { send } from '../api.ts'
import { navigate } from '../router.ts'
import { trackStale } from '../stale.ts'
import { startDraft } from '../surveys/lists.ts'

const { templatesPage: words } = texts

/** The templates as last read; undefined until then. */
export const templates = signal<readonly TemplateRow[] | undefined>(undefined)

/** Whether the last attempt to read them failed. */
export const isStale = signal(false)

/** @throws RequestError */
export async function loadTemplates(): Promise<void> {
  const read = () => send<{ templates: TemplateRow[] }>('GET', '/templates')
  templates.value = (await trackStale(isStale, read)).templates
}

/** Publishes a survey from a template. @throws RequestError */
export async function launch({ id }: TemplateRow): Promise<void> {
  const { id: slug } = await send<CreatedView>('POST', `/templates/${id}/launch`, {})
  navigate(`/app/published/${slug}`)
  await loadAccount()
}

/** @throws RequestError */
export async function openAsDraft({ id }: TemplateRow): Promise<void> {
  const draft = await send<DraftView>('POST', `/templates/${id}/draft`, {})
  navigate(`/app/drafts/${draft.id}`)
}

/** @throws RequestError */
export async function duplicate({ id }: TemplateRow): Promise<void> {
  await send('POST', `/templates/${id}/duplicate`, {})
  await loadTemplates()
  showNotice(words.duplicated)
}

/** @throws RequestError */
export async function rename({ id }: TemplateRow, name: string): Promise<void> {
  const { id: same, ...stored } = await send<TemplateView>('GET', `/templates/${id}`)
  await change(() => send('PUT', `/templates/${same}`, { ...stored, name }))
  showNotice(words.renamed)
}

/** Deletes a template; undo creates it again. @throws RequestError */
export async function remove({ id, name }: TemplateRow): Promise<void> {
  const { id: was, revision, ...content } = await send<TemplateView>('GET', `/templates/${id}`)
  await change(() => send('DELETE', `/templates/${id}`))
  showNotice(words.deleted(name), () => change(() => send('POST', '/templates', content)))
}

/** Opens a starter survey as a draft. @throws RequestError */
export function startFrom(survey: StarterSurvey): Promise<void> {
  const { title, questions, theme, paced, settings, groups } = survey
  return startDraft({ title, questions, theme, paced, question_settings: settings, groups })
}

async function change(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'template_changed') throw error
    throw new RequestError(error.status, words.changedElsewhere, error.code)
  } finally {
    await attempt(loadTemplates)
  }
}
