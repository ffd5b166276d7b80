import { useEffect } from 'preact/hooks'
import { listPath } from '../../ui/list-path.ts'
import { attempt } from '../../ui/notice.tsx'
import { textAttributes } from '../../ui/questions/text-attributes.ts'
import { warnOnClose } from '../../ui/warn-on-close.ts'
import { texts } from '../../words/app-words.ts'
import { builderTexts as words } from '../../words/builder-words.ts'
import { KeyHelpButton } from '../key-help.tsx'
import type { Builder, Pane } from './builder.ts'

interface Props {
  readonly builder: Builder
  /** Publishes the draft or saves the template. */
  readonly finish: () => void
}

/** Title and save state, a choice of what the page shows, and the main button. */
export function BuilderHeader({ builder, finish }: Props) {
  const isDraft = builder.kind === 'draft'
  return (
    <header class="builder-header">
      <a class="back" href={isDraft ? listPath(builder.id) : '/app/templates'}>
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M12 4l-6 6 6 6" />
        </svg>
        <span>{isDraft ? words.back : words.backToTemplates}</span>
      </a>
      <TitleField builder={builder} />
      <SaveStateText builder={builder} />
      <div class="builder-actions">
        {isDraft && <PaneButton builder={builder} pane="preview" name={words.preview} />}
        <PaneButton builder={builder} pane="theme" name={words.theme} />
        <KeyHelpButton />
        <button type="button" id="finish" onClick={finish}>
          {isDraft ? words.publish : words.saveTemplate}
        </button>
      </div>
    </header>
  )
}

function TitleField({ builder }: Pick<Props, 'builder'>) {
  const error = builder.titleProblem.value
  return (
    <div class="title-field">
      <label class="visually-hidden" for="title">
        {builder.kind === 'draft' ? words.titleLabel : words.nameLabel}
      </label>
      <input
        id="title"
        {...textAttributes(builder, builder.title.value)}
        placeholder={words.newTitle}
        autocomplete="off"
        value={builder.title.value}
        aria-invalid={error !== undefined}
        aria-describedby="title-error"
        onInput={({ currentTarget }) => builder.rename(currentTarget.value)}
        onChange={({ currentTarget }) => builder.rename(currentTarget.value.trim())}
        onBlur={() => builder.leaveTitle()}
      />
      <p class="error" id="title-error">
        {error}
      </p>
    </div>
  )
}

const ROUTINE = ['saved', 'unsaved', 'saving']

function SaveStateText({ builder: { saving } }: Pick<Props, 'builder'>) {
  const state = saving.state.value
  const isUnkept = 'isKept' in state && !state.isKept
  useEffect(() => (isUnkept ? warnOnClose() : undefined), [isUnkept])
  return (
    // Screen readers announce only that saving fails, not that it works.
    <p class="save-state" aria-live={ROUTINE.includes(state.name) ? 'off' : 'polite'} data-state={state.name}>
      {isUnkept ? words.statesWithoutRoom[state.name] : words.states[state.name]}
      {state.name === 'refused' && <span class="reason"> {words.refused(state.reason)}</span>}
      {state.name === 'offline' && (
        <button type="button" class="quiet small" onClick={() => attempt(() => saving.retry())}>
          {texts.tryNow}
        </button>
      )}
    </p>
  )
}

/** Shows a pane; pressed again, shows the question. */
function PaneButton({
  builder,
  pane,
  name,
}: {
  readonly builder: Builder
  readonly pane: Pane
  readonly name: string
}) {
  const isShown = builder.pane.value === pane
  return (
    <button
      type="button"
      class={`quiet pane-button ${pane}`}
      aria-pressed={isShown}
      onClick={() => (builder.pane.value = isShown ? 'question' : pane)}
    >
      {name}
    </button>
  )
}
