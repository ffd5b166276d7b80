import type { Content } from '../../../src/account/contract.ts'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { visibleText } from '../../ui/visible-text.ts'
import { builderTexts as words } from '../../words/builder-words.ts'
import { startDraft } from '../surveys/lists.ts'
import type { Builder } from './builder.ts'
import type { Stored } from './content.ts'

/** What prevents saving, and the ways to resolve it. */
export function ConflictNotice({ builder }: { readonly builder: Builder }) {
  const state = builder.saving.state.value
  return (
    <div class="conflict" role="alert">
      {state.name === 'conflict' && <Conflict builder={builder} theirs={state.theirs} />}
      {state.name === 'gone' && <Gone builder={builder} />}
    </div>
  )
}

function Conflict({ builder, theirs }: { readonly builder: Builder; readonly theirs: Stored }) {
  const isDraft = builder.kind === 'draft'
  const useTheirs = () => {
    const mine = builder.content
    builder.show(builder.saving.useTheirs())
    showNotice(words.usingTheirs, () => builder.replace(mine))
  }
  const keepMine = async () => {
    await builder.saving.keepMine()
    showNotice(words.usingMine, () => builder.replace(theirs))
  }
  return (
    <section class="notice" aria-labelledby="conflict-title">
      <h2 id="conflict-title">{isDraft ? words.conflictTitle : words.templateConflictTitle}</h2>
      <p>{isDraft ? words.conflict : words.templateConflict}</p>
      <div class="versions">
        <Version name={words.mine} content={builder.content} action={words.keepMine} act={() => attempt(keepMine)} />
        <Version name={words.theirs} content={theirs} action={words.useTheirs} act={useTheirs} />
      </div>
    </section>
  )
}

interface VersionProps {
  readonly name: string
  readonly content: Content
  readonly action: string
  readonly act: () => void
}

function Version({ name, content: { title, questions }, action, act }: VersionProps) {
  return (
    <div>
      <h3>{name}</h3>
      <p class="muted">{words.versionAbout(visibleText(title) || words.newTitle, questions.length)}</p>
      <button type="button" class="quiet" onClick={act}>
        {action}
      </button>
    </div>
  )
}

/** Typed text is not lost when the draft or template no longer exists. */
function Gone({ builder }: { readonly builder: Builder }) {
  const save = async () => {
    await startDraft(builder.content, { replaces: true })
    builder.saving.discard()
    showNotice(words.savedAsNew)
  }
  return (
    <section class="notice" aria-labelledby="gone-title">
      <h2 id="gone-title">{words.goneTitle}</h2>
      <p>{words.gone}</p>
      <button type="button" class="quiet" onClick={() => attempt(save)}>
        {words.saveAsNew}
      </button>
    </section>
  )
}
