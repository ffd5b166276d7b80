import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Decision } from '../../../src/domain/surveys/import/finding.ts'
import type { Reading } from '../../../src/domain/surveys/import/survey-assembly.ts'
import { MAX_QUESTIONS } from '../../../src/domain/surveys/limits.ts'
import { NO_QUESTION_SETTINGS } from '../../../src/domain/surveys/question-settings.ts'
import { isBlank } from '../../../src/domain/values/text.ts'
import { useModal } from '../../ui/modal.ts'
import { showNotice } from '../../ui/notice.tsx'
import { type Draft, optionsOf, questionsOf } from '../../ui/questions/draft.ts'
import { pasteTexts as paste } from '../../words/paste-words.ts'
import { words } from '../../words/words.ts'
import { appendQuestions, appendSettings } from './append-questions.ts'
import type { Builder } from './builder.ts'
import { NoteList } from './note-list.tsx'
import { PasteResult } from './paste-result.tsx'
import { type FileProblem, linesOfHtml, readInSlices, textOfFile } from './survey-input.ts'

interface Props {
  readonly builder: Builder
  readonly close: () => void
}

const NOTHING: Reading = {
  title: undefined,
  questions: [],
  places: [],
  questionSettings: NO_QUESTION_SETTINGS,
  settings: {},
  findings: [],
}

/** The pasted input, and how it was interpreted. */
interface Pasted {
  readonly text: Signal<string>
  readonly decisions: Signal<ReadonlyMap<number, Decision>>
  readonly problem: Signal<FileProblem | undefined>
}

/** Adds questions written elsewhere, after a preview of the result. */
export function PasteDialog({ builder, close }: Props) {
  const dialog = useModal()
  const pasted: Pasted = {
    text: useSignal(''),
    decisions: useSignal<ReadonlyMap<number, Decision>>(new Map()),
    problem: useSignal<FileProblem>(),
  }
  const read = useReading(pasted)
  const { questions } = read.value ?? NOTHING
  const isReplacing = isUntouched(builder.draft.value)
  const total = questions.length + (isReplacing ? 0 : builder.draft.value.questions.length)
  const isReady = questions.length > 0 && total <= MAX_QUESTIONS
  const add = () => {
    if (!isReady) return
    const before = builder.content
    builder.replace(joined(builder, read.value ?? NOTHING, isReplacing))
    builder.open(builder.draft.value.questions[isReplacing ? 0 : before.questions.length]?.index)
    close()
    showNotice(paste.added(questions.length), () => builder.replace(before))
  }
  return (
    <dialog
      ref={dialog}
      class="paste"
      aria-labelledby="paste-title"
      onClose={close}
      onDragOver={event => event.preventDefault()}
      onDrop={event => drop(event, pasted)}
    >
      <h2 id="paste-title">{paste.title}</h2>
      <PasteField pasted={pasted} />
      <p class="help" id="paste-found" role="status">
        {pasted.problem.value !== undefined && `${paste.problems[pasted.problem.value]} `}
        {read.value === undefined ? paste.reading : summaryOf(read.value, isReplacing)}
      </p>
      <PasteResult reading={read.value ?? NOTHING} decide={(key, one) => decide(pasted, key, one)} />
      <NoteList questions={questions} />
      <Syntax />
      {total > MAX_QUESTIONS && <p class="error">{paste.tooMany(MAX_QUESTIONS, total)}</p>}
      <p class="row">
        <button type="button" aria-disabled={!isReady} onClick={add}>
          {questions.length === 0 ? paste.addNone : paste.add(questions.length)}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {words.common.cancel}
        </button>
      </p>
    </dialog>
  )
}

function PasteField({ pasted }: { readonly pasted: Pasted }) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <label for="paste-text">{paste.label}</label>
      <p class="help" id="paste-help">
        {paste.help}
      </p>
      <textarea
        id="paste-text"
        dir="auto"
        rows={8}
        aria-describedby="paste-help paste-found"
        value={pasted.text.value}
        onInput={({ currentTarget }) => replaceText(pasted, currentTarget.value)}
        onPaste={event => pasteInto(event, pasted)}
      />
      <p class="row">
        <input
          ref={file}
          type="file"
          class="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => takeFile(currentTarget.files?.[0], pasted)}
        />
        <button type="button" class="quiet" onClick={() => file.current?.click()}>
          {paste.file}
        </button>
      </p>
    </>
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

/** The result of reading; undefined while reading takes noticeably long. */
function useReading({ text, decisions }: Pasted): Signal<Reading | undefined> {
  const reading = useSignal<Reading | undefined>(NOTHING)
  useEffect(() => {
    const stop = new AbortController()
    const slow = setTimeout(() => (reading.value = undefined), NOTICED_MS)
    const read = async () => {
      const done = await readInSlices(text.value, decisions.value, stop.signal)
      if (done === undefined) return
      clearTimeout(slow)
      reading.value = done
    }
    void read()
    return () => {
      clearTimeout(slow)
      stop.abort()
    }
  }, [text.value, decisions.value])
  return reading
}

const NOTICED_MS = 200

function summaryOf({ questions, findings }: Reading, isReplacing: boolean): string {
  const unsure = findings.filter(({ outcome }) => outcome === 'unsure').length
  const notes = findings.length - unsure
  const parts = [
    questions.length === 0 ? paste.nothing : paste.found(questions.length),
    ...(questions.length > 0 && isReplacing ? [paste.replaces] : []),
    ...(unsure > 0 ? [paste.unsure(unsure)] : []),
    ...(notes > 0 ? [paste.noted(notes)] : []),
  ]
  return parts.join(' ')
}

/** Decisions refer to parts of the text, so they are reset when the text changes. */
function replaceText({ text, decisions, problem }: Pasted, value: string): void {
  problem.value = undefined
  if (value !== text.value) decisions.value = new Map()
  text.value = value
}

function decide({ decisions }: Pasted, key: number, decision: Decision): void {
  decisions.value = new Map([...decisions.value, [key, decision]])
}

/** The plain-text form of a copied page has lost its lists, so its HTML is preferred. */
function pasteInto(event: ClipboardEvent & { readonly currentTarget: HTMLTextAreaElement }, pasted: Pasted): void {
  const { clipboardData, currentTarget: field } = event
  const [file] = clipboardData?.files ?? []
  const lines = linesOfHtml(clipboardData?.getData('text/html') ?? '')
  if (lines !== undefined) {
    event.preventDefault()
    field.setRangeText(lines, field.selectionStart, field.selectionEnd, 'end')
    replaceText(pasted, field.value)
  } else if (file !== undefined && clipboardData?.getData('text/plain') === '') {
    event.preventDefault()
    takeFile(file, pasted)
  }
}

function drop(event: DragEvent, pasted: Pasted): void {
  const { dataTransfer } = event
  const [file] = dataTransfer?.files ?? []
  const lines = linesOfHtml(dataTransfer?.getData('text/html') ?? '')
  if (file === undefined && lines === undefined) return
  event.preventDefault()
  if (file !== undefined) takeFile(file, pasted)
  else replaceText(pasted, lines ?? '')
}

function takeFile(file: File | undefined, pasted: Pasted): void {
  if (file === undefined) return
  const take = async () => {
    const text = await textOfFile(file)
    if (text === 'too large' || text === 'not text') pasted.problem.value = text
    else replaceText(pasted, text)
  }
  void take()
}

function joined(builder: Builder, { title, questions, questionSettings }: Reading, isReplacing: boolean) {
  const { content } = builder
  const before = isReplacing ? [] : questionsOf(builder.draft.value)
  const named = isBlank(content.title) ? (title ?? content.title) : content.title
  const settings = isReplacing ? [] : content.question_settings
  return {
    ...content,
    title: named,
    questions: appendQuestions(before, questions),
    question_settings: appendSettings(settings ?? NO_QUESTION_SETTINGS, questionSettings, before.length),
  }
}

/** Whether the survey has only the empty question of a new one. */
function isUntouched({ questions: [first, ...others] }: Draft): boolean {
  if (first === undefined) return true
  return others.length === 0 && isBlank(String(first.text)) && optionsOf(first).every(isBlank)
}
