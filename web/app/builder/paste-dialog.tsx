import { useSignal } from '@preact/signals'
import { isBlank } from '../../../src/domain/text.ts'
import { useModal } from '../../ui/modal.ts'
import { showNotice } from '../../ui/notice.tsx'
import { type Draft, optionsOf, questionsOf } from '../../ui/questions/draft.ts'
import { builderTexts } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import type { Builder } from './builder.ts'
import { appendQuestions, type PastedSurvey, readPastedSurvey } from './pasted-survey.ts'

const { paste } = builderTexts

interface Props {
  readonly builder: Builder
  readonly close: () => void
}

/** Adds questions that were written elsewhere, and shows what is understood while they are pasted. */
export function PasteDialog({ builder, close }: Props) {
  const dialog = useModal()
  const text = useSignal('')
  const read = readPastedSurvey(text.value)
  const count = read.questions.length
  const isReplacing = isUntouched(builder.draft.value)
  const add = () => {
    if (count === 0) return
    const before = builder.content
    builder.replace(joined(builder, read, isReplacing))
    builder.open(builder.draft.value.questions[isReplacing ? 0 : before.questions.length]?.index)
    close()
    showNotice(paste.added(count), () => builder.replace(before))
  }
  return (
    <dialog ref={dialog} class="paste" aria-labelledby="paste-title" onClose={close}>
      <h2 id="paste-title">{paste.title}</h2>
      <label for="paste-text">{paste.label}</label>
      <p class="help" id="paste-help">
        {paste.help} {paste.json}
      </p>
      <textarea
        id="paste-text"
        dir="auto"
        rows={8}
        aria-describedby="paste-help paste-found"
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
      <PasteSummary read={read} isReplacing={isReplacing} />
      <Syntax />
      <p class="row">
        <button type="button" aria-disabled={count === 0} onClick={add}>
          {count === 0 ? paste.addNone : paste.add(count)}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {words.common.cancel}
        </button>
      </p>
    </dialog>
  )
}

function PasteSummary({ read, isReplacing }: { readonly read: PastedSurvey; readonly isReplacing: boolean }) {
  const { questions, unknownLines: unknown } = read
  return (
    <p class="help" id="paste-found" role="status">
      {questions.length === 0 ? paste.nothing : paste.found(questions.length)}
      {questions.length > 0 && isReplacing && ` ${paste.replaces}`}
      {unknown.length > 0 && ` ${paste.unknown(unknown, words.format.list(unknown.map(String), 'conjunction'))}`}
    </p>
  )
}

function Syntax() {
  return (
    <details>
      <summary>{paste.syntaxTitle}</summary>
      <dl class="syntax">
        {paste.syntax.map(([line, meaning]) => (
          <div key={line}>
            <dt>
              <code>{line}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function joined(builder: Builder, read: PastedSurvey, isReplacing: boolean) {
  const { content } = builder
  const title = isBlank(content.title) ? (read.title ?? content.title) : content.title
  const before = isReplacing ? [] : questionsOf(builder.draft.value)
  return { ...content, title, questions: appendQuestions(before, read.questions) }
}

/** Whether there is nothing but the empty question of a new survey. */
function isUntouched({ questions: [first, ...others] }: Draft): boolean {
  if (first === undefined) return true
  return others.length === 0 && isBlank(String(first.text)) && optionsOf(first).every(isBlank)
}
