import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { TemplateRow } from '../../../src/account/contract.ts'
import { parseName } from '../../../src/domain/surveys/title.ts'
import { refusalOf } from '../../../src/domain/values/refusal.ts'
import { sentence } from '../../../src/domain/values/text.ts'
import { useAction } from '../../ui/action.ts'
import { AsyncButton } from '../../ui/async-button.tsx'
import { joinFacts } from '../../ui/charts/dotted-line.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RequestError } from '../../ui/request.ts'
import { texts } from '../../words/app-words.ts'
import { formatDate } from '../ago.ts'
import { duplicate, launch, openAsDraft, remove, rename } from './template-list.ts'

const { templatesPage: words } = texts

interface Props {
  readonly template: TemplateRow
}

/** A template with its actions. */
export function TemplateEntry({ template }: Props) {
  const isRenaming = useSignal(false)
  const { name, language, question_count: count, created_at: createdAt } = template
  return (
    <li class="template-row">
      <div>
        <a class="template-name" lang={language ?? ''} dir="auto" href={`/app/templates/${template.id}`}>
          {name}
        </a>
        <p class="help">{joinFacts(words.questions(count), words.created(formatDate(createdAt)))}</p>
      </div>
      <p class="row">
        <AsyncButton
          class="quiet small"
          label={words.launchOf(name)}
          title={words.launchHelp}
          act={() => launch(template)}
        >
          {words.launch}
        </AsyncButton>
        <a class="button quiet small" aria-label={words.editOf(name)} href={`/app/templates/${template.id}`}>
          {words.edit}
        </a>
        <MoreActions template={template} startRename={() => (isRenaming.value = true)} />
      </p>
      {isRenaming.value && <RenameDialog template={template} close={() => (isRenaming.value = false)} />}
    </li>
  )
}

/** Less frequent actions. */
function MoreActions({ template, startRename }: Props & { readonly startRename: () => void }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current !== null) menu.current.open = false
  }
  const actions: readonly (readonly [string, () => unknown])[] = [
    [words.openAsDraft, useAction(() => openAsDraft(template)).run],
    [words.rename, startRename],
    [words.duplicate, useAction(() => duplicate(template)).run],
    [words.delete, useAction(() => remove(template)).run],
  ]
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
      }}
    >
      <summary class="button quiet small" aria-label={words.more(template.name)}>
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M4 10h.01M10 10h.01M16 10h.01" />
        </svg>
      </summary>
      <div class="menu-items">
        {actions.map(([name, act]) => (
          <button
            key={name}
            type="button"
            class="menu-item"
            onClick={() => {
              close()
              act()
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </details>
  )
}

function RenameDialog({ template, close }: Props & { readonly close: () => void }) {
  const name = useSignal(template.name)
  const error = useSignal('')
  // The dialog covers the page's notices.
  const confirm = useAction(async () => {
    error.value = ''
    try {
      await rename(template, name.value.trim())
      close()
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      error.value = sentence(failure.message)
    }
  })
  return (
    <ConfirmDialog
      title={words.renameTitle(template.name)}
      confirmLabel={words.save}
      isRunning={confirm.isRunning}
      canConfirm={refusalOf(() => parseName(name.value)) === undefined}
      onConfirm={confirm.run}
      onCancel={close}
    >
      <label for="template-name">{words.name}</label>
      <input
        id="template-name"
        dir="auto"
        autocomplete="off"
        value={name.value}
        aria-describedby="template-name-error"
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <p class="error" id="template-name-error" role="alert">
        {error.value}
      </p>
    </ConfirmDialog>
  )
}
