import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { later } from '../../ui/later.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import { visibleText } from '../../ui/visible-text.ts'
import { texts } from '../../words/app-words.ts'
import { builderTexts } from '../../words/builder-words.ts'
import { lastSave } from '../last-save.ts'
import type { PublishSheet } from '../publish/publish-sheet.tsx'
import type { Builder } from './builder.ts'
import { BuilderHeader } from './builder-header.tsx'
import { builderKeys } from './builder-keys.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import type { LanguagePart } from './draft-language.tsx'
import { Outline } from './outline.tsx'
import type { PasteDialog } from './paste/paste-dialog.tsx'
import { Preview } from './preview.tsx'
import { QuestionPane } from './question-pane.tsx'
import { ReadyProblems } from './ready-problems.tsx'
import { TextsPane } from './texts-pane.tsx'
import './builder.css'
import './panes.css'
import './dialogs.css'
import './narrow.css'

/** Most surveys keep the theme that they begin with. */
const themes = later(() => import('./theme-pane.tsx'))

/** The builder: the outline, one question in focus, and the page that respondents will see. */
export function BuilderPage({ builder }: { readonly builder: Builder }) {
  const languagePart = useSignal<typeof LanguagePart>()
  const publishing = useSignal<typeof PublishSheet>()
  const pasting = useSignal<typeof PasteDialog>()
  // Both are loaded when they are used: most surveys are typed, and most visits publish nothing.
  const paste = () =>
    attempt(async () => {
      pasting.value = (await import('./paste/paste-dialog.tsx')).PasteDialog
    })
  const finish = () =>
    attempt(async () => {
      if (!builder.check()) focusSoon('not-ready')
      else if (builder.kind === 'draft') publishing.value = (await import('../publish/publish-sheet.tsx')).PublishSheet
      else if (await builder.saving.flush()) showNotice(builderTexts.templateSaved)
    })
  useEffect(() => keepSaving(builder), [builder])
  useEffect(() => {
    // Where it cannot be loaded, the texts have no language, and all else works.
    import('./draft-language.tsx').then(
      ({ followLanguage, LanguagePart }) => {
        followLanguage(builder)
        languagePart.value = LanguagePart
      },
      () => undefined,
    )
  }, [builder])
  useEffect(() => {
    if (builder.isNew) focusSoon('title')
  }, [builder])
  // Runs before the builder is painted, so that no key is lost.
  useLayoutEffect(() => builderKeys(builder, finish), [builder])
  const { title } = builder
  useEffect(() => {
    document.title = texts.documentTitle(visibleText(title.value) || builderTexts.newTitle)
  }, [title.value])
  return (
    <div class="builder" data-pane={builder.pane.value} data-kind={builder.kind}>
      <BuilderHeader builder={builder} finish={finish} />
      <ConflictNotice builder={builder} />
      <div class="panes">
        <Outline builder={builder} paste={paste} />
        <div class="focus-pane">
          <ReadyProblems builder={builder} />
          <FocusedPart builder={builder} />
        </div>
        {builder.kind === 'draft' && <Preview builder={builder} />}
      </div>
      <p class="visually-hidden" role="status">
        {builder.announcement.value}
      </p>
      {pasting.value && <pasting.value builder={builder} close={() => (pasting.value = undefined)} />}
      {publishing.value && (
        <publishing.value
          builder={builder}
          LanguagePart={languagePart.value}
          close={() => (publishing.value = undefined)}
        />
      )}
    </div>
  )
}

function FocusedPart({ builder }: { readonly builder: Builder }) {
  if (builder.pane.value === 'theme') return <ThemePart builder={builder} />
  return builder.pane.value === 'texts' ? <TextsPane builder={builder} /> : <QuestionPane builder={builder} />
}

function ThemePart({ builder }: { readonly builder: Builder }) {
  useEffect(() => {
    themes.load()
  }, [])
  const { value } = themes.loaded
  return value === undefined ? null : <value.ThemePane builder={builder} />
}

/**
 * Saves when the network is back, when somebody returns from signing in, and when the page is left.
 * @returns a function that stops it
 */
function keepSaving({ saving }: Builder): () => void {
  const resume = () => attempt(() => saving.resume())
  const leave = () => saving.leave()
  addEventListener('online', resume)
  addEventListener('focus', resume)
  addEventListener('pagehide', leave)
  return () => {
    lastSave.ended = saving.stop()
    removeEventListener('online', resume)
    removeEventListener('focus', resume)
    removeEventListener('pagehide', leave)
  }
}
