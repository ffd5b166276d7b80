import { isText, readNames } from '../../src/domain/surveys/question-match.ts'
import { browserStorage, storedNames } from '../ui/browser-storage.ts'
import { createElement, find } from './dom.ts'
import type { TypedAnswers } from './earlier-draft.ts'
import { type KeptStep, STORED } from './kept-steps.ts'
import { sendUntilFinal } from './submission.ts'

/** As `keepDraft` keeps it. */
interface Draft extends TypedAnswers {
  readonly body?: string | undefined
}

/** An answer that is not stored. */
interface Unsent {
  /** The name of its question. */
  readonly name: string | undefined
  readonly value: string
}

// On the page of a survey that takes no answers any more, or that is gone, people learn that theirs was not stored.
const [, , slug = ''] = location.pathname.split('/')
const draftStore = browserStorage<Draft>('sessionStorage', slug)
const stepStore = browserStorage<Record<number, KeptStep>>('sessionStorage', `${slug}/steps`)
tell(draftStore.read() ?? { typed: [] }, stepStore.read() ?? {})

async function tell({ body, ...draft }: Draft, steps: Readonly<Record<number, KeptStep>>): Promise<void> {
  if (body !== undefined) {
    if (await isStored(body)) {
      draftStore.clear()
      return location.replace(`/s/${slug}/thanks${location.search}`)
    }
    // Whoever has been told that it is not stored sends it again, if they still want to.
    draftStore.write(draft)
  }
  const names = readNames(draft.form ?? '')
  const drafted = draft.typed.map(({ index, value }) => ({ name: names[index], value }))
  show([...drafted, ...(await unsentSteps(steps))], draft.aside)
}

/** @param aside texts whose question cannot be found any more */
function show(unsent: readonly Unsent[], aside = ''): void {
  const answers = unsent.filter(({ name }) => isText(name)).map(({ value }) => value)
  const text = [aside, ...answers, ...questionsTyped()].filter(Boolean).join('\n\n')
  const section = find(document, '#unsent')
  const heading = find(section, 'h2')
  const area = createElement('textarea', { readOnly: true, dir: 'auto', value: text })
  if (text !== '') section.append(createElement('label', { className: 'notice' }, section.dataset.label ?? '', area))
  // Who has only typed a question for a board has given no answer.
  heading.hidden = unsent.length === 0 && aside === ''
  section.hidden = heading.hidden && text === ''
  if (!heading.hidden) heading.focus()
}

/** An answer may have arrived before the survey was closed although the reply did not. Sending it again tells. */
async function isStored(body: string): Promise<boolean> {
  const { status } = await sendUntilFinal(`/s/${slug}/responses`, body)
  return status === 201
}

/** Of a survey whose presenter set the pace. */
async function unsentSteps(steps: Readonly<Record<number, KeptStep>>): Promise<Unsent[]> {
  const checked = await Promise.all(
    Object.entries(steps).map(async ([index, { body, ...step }]) => {
      const hasArrived = body !== undefined && (await isStored(body))
      return [index, hasArrived ? { ...step, ...STORED } : step] as const
    }),
  )
  stepStore.write(Object.fromEntries(checked))
  return checked.map(([, { name, typed = '' }]) => ({ name, value: typed })).filter(({ value }) => value !== '')
}

/** What was typed for boards, as their boxes keep it. */
function questionsTyped(): string[] {
  return storedNames('sessionStorage')
    .filter(name => name.startsWith(`/s/${slug}/board/`))
    .map(name => browserStorage<{ readonly text: string }>('sessionStorage', name).read()?.text ?? '')
}
