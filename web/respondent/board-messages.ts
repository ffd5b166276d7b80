import { isBlank } from '../../src/domain/values/text.ts'
import type { BoardEvent } from '../../src/pages/contract.ts'

// Events with which the form's script and the boards' script, which not every page has, communicate.

const CHANGED = 'board'
const SENDING = 'questions'
const ALLOWED = 'asking'

export function reportBoardChange(form: HTMLFormElement, detail: BoardEvent): void {
  form.dispatchEvent(new CustomEvent(CHANGED, { detail }))
}

export function onBoardChange(form: HTMLFormElement, change: (change: BoardEvent) => void): void {
  form.addEventListener(CHANGED, event => change((event as CustomEvent<BoardEvent>).detail))
}

/** Whether a question has been typed for a board but not sent. */
export function hasUnsentQuestion(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll<HTMLTextAreaElement>('.ask textarea')].some(({ value }) => !isBlank(value))
}

/** Sends what has been typed for the boards. @returns false if a board has refused its question and shows why */
export async function sendQuestions(form: HTMLFormElement): Promise<boolean> {
  const detail: Promise<boolean>[] = []
  form.dispatchEvent(new CustomEvent(SENDING, { detail }))
  return (await Promise.all(detail)).every(Boolean)
}

/** @param send resolves to false if the board has refused the question */
export function onSendQuestions(form: HTMLFormElement, send: () => Promise<boolean>): void {
  form.addEventListener(SENDING, event => (event as CustomEvent<Promise<boolean>[]>).detail.push(send()))
}

/** Reports whether questions can be asked now: not while the survey is closed, and not after an edit. */
export function reportAsking(form: HTMLFormElement, allowed: boolean): void {
  form.dispatchEvent(new CustomEvent(ALLOWED, { detail: allowed }))
}

export function onAsking(form: HTMLFormElement, allow: (allowed: boolean) => void): void {
  form.addEventListener(ALLOWED, event => allow((event as CustomEvent<boolean>).detail))
}
