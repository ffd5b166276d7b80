import { readNames } from '../../src/domain/surveys/question-match.ts'
import { deviceStorage } from './device-storage.ts'
import { madeFor } from './dom.ts'
import type { Page } from './page.ts'
import { newUuid } from './uuid.ts'

/** What a tab keeps of one question. */
export interface KeptStep {
  /** The name of the question for which it was typed. */
  readonly name: string
  /** A key for each question, so that nobody can join what somebody answers to several of them. */
  readonly key: string
  readonly typed?: string | undefined
  /** The request body that is being sent. */
  readonly body?: string | undefined
  readonly isStored?: true
  /** The position or the point that was sent, to tell whether it was right. Texts are not kept. */
  readonly answer?: string | undefined
}

/** What becomes of a step when its answer has arrived. */
export const STORED: Partial<KeptStep> = { body: undefined, typed: undefined, isStored: true }

/** What this tab has typed, is sending and has sent. Where people share a device, it is forgotten with the page. */
export function keptSteps({ form, slug }: Page) {
  const storage = deviceStorage<Record<number, KeptStep>>(form, 'sessionStorage', `${slug}/steps`)
  const steps = { ...storage.read() }
  const names = readNames(madeFor(form))
  const at = (index: number): KeptStep => {
    const name = names[index] ?? ''
    if (steps[index]?.name !== name) steps[index] = { name, key: newUuid() }
    return steps[index] as KeptStep
  }
  const change = (index: number, changed: Partial<KeptStep>) => {
    steps[index] = { ...at(index), ...changed }
    storage.write(steps)
  }
  return {
    at,
    typed: (index: number, typed: string) => change(index, { typed }),
    sending: (index: number, body: string) => change(index, { body }),
    refused: (index: number) => change(index, { body: undefined }),
    stored: (index: number, answer: string | undefined) => change(index, { ...STORED, answer }),
  }
}
