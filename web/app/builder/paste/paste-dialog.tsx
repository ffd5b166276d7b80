import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { NO_GROUPS } from '../../../../src/domain/surveys/groups/question-group.ts'
import type { Decision } from '../../../../src/domain/surveys/import/finding.ts'
import type { Reading } from '../../../../src/domain/surveys/import/survey-assembly.ts'
import { MAX_QUESTIONS } from '../../../../src/domain/surveys/limits.ts'
import { NO_QUESTION_SETTINGS } from '../../../../src/domain/surveys/question-settings.ts'
import { NO_TEXTS } from '../../../../src/domain/surveys/survey-settings/survey-texts.ts'
import { isBlank } from '../../../../src/domain/values/text.ts'
import { useModal } from '../../../ui/modal.ts'
import { showNotice } from '../../../ui/notice.tsx'
import { type Draft, optionsOf, questionsOf } from '../../../ui/questions/draft.ts'
import { pasteTexts as paste } from '../../../words/paste-words.ts'
import { words } from '../../../words/words.ts'
import type { Builder } from '../builder.ts'
import { NoteList } from '../note-list.tsx'
import { appendGroups, appendQuestions, appendSettings } from './append-questions.ts'
import { hasStructure } from './copied-html.ts'
import { shownCount } from './paste-entries.ts'
import { PasteResult } from './paste-result.tsx'
import { type ReadProblem, SurveyReader } from './survey-reader.ts'

interface Props {
  readonly builder: Builder
  readonly close: () => void
}

const EMPTY: Source = { text: '' }
const NOTHING: Reading = {
  title: undefined,
  questions: [],
  places: [],
  questionSettings: NO_QUESTION_SETTINGS,
  texts: NO_TEXTS,
  groups: NO_GROUPS,
  settings: {},
  findings: [],
}

/** What is to be read: what is written in the field, or a file until its text is there. */
interface Source {
  readonly text: string
  readonly file?: File
}

/** The pasted input, and how it was interpreted. */
interface Pasted {
  readonly source: Signal<Source>
  /** Of a file that is too long for the field. */
  readonly characters: Signal<number | undefined>
  readonly decisions: Signal<ReadonlyMap<number, Decision>>
  readonly problem: Signal<ReadProblem | undefined>
  readonly reader: SurveyReader
}

/** Adds questions written elsewhere, after a preview of the result. */
export function PasteDialog({ builder, close }: Props) {
  const dialog = useModal()
  const pasted: Pasted = {
    source: useSignal(EMPTY),
    characters: useSignal<number>(),
    decisions: useSignal<ReadonlyMap<number, Decision>>(new Map()),
    problem: useSignal<ReadProblem>(),
    reader: useMemo(() => new SurveyReader(), []),
  }
  const { reading, isUnderWay } = useReading(pasted).value
  const problem = pasted.problem.value
  const { questions } = reading
  const shown = shownCount(reading)
  const isReplacing = isUntouched(builder.draft.value)
  const total = questions.length + (isReplacing ? 0 : builder.draft.value.questions.length)
  const isReady = !isUnderWay && questions.length > 0 && total <= MAX_QUESTIONS
  const add = () => {
    if (!isReady) return
    const before = builder.content
    builder.replace(joined(builder, reading, isReplacing))
    builder.open(builder.draft.value.questions[isReplacing ? 0 : before.questions.length]?.index)
    close()
    showNotice(paste.added(shown), () => builder.replace(before))
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
      <div class="paste-state">
        <p class="help" id="paste-found" role="status">
          {problem !== undefined && `${paste.problems[problem]} `}
          {isUnderWay ? paste.reading : summaryOf(reading, isReplacing)}
        </p>
        {isUnderWay && (
          <button type="button" class="quiet" onClick={() => take(pasted, EMPTY)}>
            {paste.stopReading}
          </button>
        )}
      </div>
      <PasteResult
        reading={reading}
        texts={builder.content.texts ?? NO_TEXTS}
        decide={(key, one) => decide(pasted, key, one)}
      />
      <NoteList questions={questions} />
      <Syntax />
      {total > MAX_QUESTIONS && <p class="error">{paste.tooMany(MAX_QUESTIONS, total)}</p>}
      <p class="row">
        <button type="button" aria-disabled={!isReady} onClick={add}>
          {questions.length === 0 ? paste.addNone : paste.add(shown)}
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
  const { text, file: { name = '' } = {} } = pasted.source.value
  const characters = pasted.characters.value
  const choose = () => {
    // Browsers say nothing of the same file when it is chosen again, though it may have been changed.
    if (file.current) file.current.value = ''
    file.current?.click()
  }
  return (
    <>
      <label for="paste-text">{paste.label}</label>
      <p class="help" id="paste-help">
        {paste.help}
      </p>
      <textarea
        id="paste-text"
        dir="auto"
        rows={characters === undefined ? 8 : 2}
        aria-describedby="paste-help paste-found"
        value={text}
        placeholder={characters === undefined ? '' : paste.longFile(name, characters)}
        onInput={({ currentTarget }) => take(pasted, { text: currentTarget.value })}
        onPaste={event => pasteInto(event, pasted)}
      />
      <p class="row">
        <input
          ref={file}
          type="file"
          class="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => takeFirst(currentTarget.files, pasted)}
        />
        <button type="button" class="quiet" onClick={choose}>
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

/** What was read last. */
interface Progress {
  readonly reading: Reading
  /** Of which it is. */
  readonly source: Source
  /** Whether another reading takes noticeably long. */
  readonly isUnderWay: boolean
}

/**
 * The result of reading. While another reading takes noticeably long, that of the same source stays, so that a button
 * by which something was decided keeps the focus. Ends with the dialog.
 */
function useReading(pasted: Pasted): Signal<Progress> {
  const { source, decisions, reader } = pasted
  const progress = useSignal<Progress>({ reading: NOTHING, source: EMPTY, isUnderWay: false })
  useEffect(() => {
    const asked = source.value
    const slow = setTimeout(() => {
      const before = progress.value
      progress.value = { ...(before.source === asked ? before : { reading: NOTHING, source: asked }), isUnderWay: true }
    }, NOTICED_MS)
    const read = async () => {
      const reading = await readSource(pasted)
      if (reading === undefined) return
      clearTimeout(slow)
      progress.value = { reading, source: asked, isUnderWay: false }
    }
    void read()
    return () => {
      clearTimeout(slow)
      reader.stop()
    }
  }, [source.value, decisions.value])
  useEffect(() => {
    reader.prepare()
    return () => reader.close()
  }, [reader])
  return progress
}

/** @returns undefined if something else is read by now */
async function readSource(pasted: Pasted): Promise<Reading | undefined> {
  const { source, characters, decisions, problem, reader } = pasted
  const asked = source.value
  const { file, text } = asked
  if (file === undefined && text === '') return NOTHING
  const done = await (file === undefined ? reader.read(text, decisions.value) : reader.readFile(file, decisions.value))
  // The source may have changed while an effect that would stop the reader has not run yet.
  if (source.value !== asked) return undefined
  if (typeof done === 'string') {
    take(pasted, { text: done })
    return undefined
  }
  if (!('kind' in done)) {
    if (file !== undefined) characters.value = done.characters
    return done
  }
  if (done.problem === 'stopped') return undefined
  problem.value = done.problem
  return NOTHING
}

const NOTICED_MS = 200

function summaryOf({ questions, groups, findings }: Reading, isReplacing: boolean): string {
  const unsure = findings.filter(({ outcome }) => outcome === 'unsure').length
  const notes = findings.length - unsure
  const parts = [
    questions.length === 0 ? paste.nothing : paste.found(shownCount({ questions, groups })),
    ...(questions.length > 0 && isReplacing ? [paste.replaces] : []),
    ...(unsure > 0 ? [paste.unsure(unsure)] : []),
    ...(notes > 0 ? [paste.noted(notes)] : []),
  ]
  return parts.join(' ')
}

/** Decisions refer to parts of the text, so they are reset when it changes. */
function take({ source, characters, decisions, problem }: Pasted, next: Source): void {
  problem.value = undefined
  characters.value = undefined
  decisions.value = new Map()
  source.value = next
}

function decide({ decisions }: Pasted, key: number, decision: Decision): void {
  decisions.value = new Map([...decisions.value, [key, decision]])
}

/** The plain-text form of a copied page has lost its lists, so its HTML is preferred. */
function pasteInto(event: ClipboardEvent & { readonly currentTarget: HTMLTextAreaElement }, pasted: Pasted): void {
  const { clipboardData, currentTarget: field } = event
  const [file] = clipboardData?.files ?? []
  const [html, plain] = ['text/html', 'text/plain'].map(type => clipboardData?.getData(type) ?? '')
  if (hasStructure(html ?? '')) {
    event.preventDefault()
    const insert = async () => {
      const lines = (await pasted.reader.lines(html ?? '')) || (plain ?? '')
      if (pasted.source.value.file !== undefined) return
      field.setRangeText(lines, field.selectionStart, field.selectionEnd, 'end')
      take(pasted, { text: field.value })
    }
    void insert()
  } else if (file !== undefined && plain === '') {
    event.preventDefault()
    take(pasted, { text: '', file })
  }
}

function drop(event: DragEvent, pasted: Pasted): void {
  const { dataTransfer } = event
  const [file] = dataTransfer?.files ?? []
  const html = dataTransfer?.getData('text/html') ?? ''
  if (file === undefined && !hasStructure(html)) return
  event.preventDefault()
  if (file !== undefined) take(pasted, { text: '', file })
  else void pasted.reader.lines(html).then(text => take(pasted, { text }))
}

function takeFirst(files: FileList | null, pasted: Pasted): void {
  const file = files?.[0]
  if (file !== undefined) take(pasted, { text: '', file })
}

function joined(
  builder: Builder,
  { title, questions, questionSettings, groups, texts }: Reading,
  isReplacing: boolean,
) {
  const { content } = builder
  const before = isReplacing ? [] : questionsOf(builder.draft.value)
  const named = isBlank(content.title) ? (title ?? content.title) : content.title
  const settings = isReplacing ? [] : content.question_settings
  return {
    ...content,
    title: named,
    texts: { ...texts, ...content.texts },
    questions: appendQuestions(before, questions),
    question_settings: appendSettings(settings ?? NO_QUESTION_SETTINGS, questionSettings, before.length),
    groups: appendGroups(isReplacing ? NO_GROUPS : (content.groups ?? NO_GROUPS), groups, before.length),
  }
}

/** Whether the survey has only the empty question of a new one. */
function isUntouched({ questions: [first, ...others] }: Draft): boolean {
  if (first === undefined) return true
  return others.length === 0 && isBlank(String(first.text)) && optionsOf(first).every(isBlank)
}
