import { BOARD_TEXT_LENGTH } from '../../src/domain/boards/limits.ts'
import { isBlank, isLongerThan } from '../../src/domain/values/text.ts'
import type { AskedItem } from '../../src/pages/contract.ts'
import type { ScriptWords } from '../../src/pages/script-words.ts'
import { deviceStorage } from './device-storage.ts'
import { find } from './dom.ts'
import { closedText, type Reply, submit } from './submission.ts'
import { newUuid } from './uuid.ts'

/** A typed question. It is stored once under its key, however often it is sent. */
interface Draft {
  readonly text: string
  readonly key: string
}

interface Parts {
  readonly form: HTMLFormElement
  readonly words: ScriptWords
  /** The board's path on the server. */
  readonly path: string
  /** Who asks, and votes for it. */
  readonly voter: () => string
  /** Called when the text in the box has changed. */
  readonly onInput: (text: string) => void
  /** Called when one of the reader's own questions is stored. */
  readonly onAsked: (item: Asked) => void
}

/** A question that was asked here. */
export interface Asked {
  readonly id: string
  readonly text: string
  readonly isShown: boolean
}

type Kind = 'success' | 'failure' | ''

/** The box for typing questions for a board. */
export function startAskBox(board: HTMLElement, { form, words, path, voter, onInput, onAsked }: Parts) {
  const box = find(board, '.ask')
  const area = find<HTMLTextAreaElement>(box, 'textarea')
  const button = find(box, 'button')
  const outcome = find(box, '.outcome')
  const storage = deviceStorage<Draft>(form, 'sessionStorage', path)
  let draft: Draft = { text: area.value, key: newUuid() }
  let sending: Promise<boolean> | undefined
  let locked = false
  let allowed = true

  const say = (text: string, kind: Kind = '') => {
    outcome.textContent = text
    outcome.className = `outcome ${kind}`
    outcome.dataset.state = ''
    area.removeAttribute('aria-invalid')
  }
  const follow = () => {
    const length = [...area.value].length
    const count = find(box, '.count')
    count.textContent = `${length}/${BOARD_TEXT_LENGTH}`
    count.classList.toggle('failure', length > BOARD_TEXT_LENGTH)
    onInput(area.value)
  }
  const showState = () => {
    area.readOnly = locked
    button.setAttribute('aria-disabled', String(locked || !allowed))
  }
  const lock = (now: boolean) => {
    locked = now
    showState()
  }
  const allow = (now: boolean) => {
    allowed = now
    showState()
  }
  const refuse = (reason: string) => {
    say(reason, 'failure')
    area.setAttribute('aria-invalid', 'true')
    area.focus()
    return false
  }
  const finish = ({ status, body: { id, state, code } }: Reply<AskedItem>) => {
    if (status === 400) return refuse(words.boardLength)
    if (status === 409) return refuse(code === 'board_full' ? words.boardFull : closedText(words, code))
    if (status !== 201) return refuse(words.boardFailed)
    const { text } = draft
    area.value = ''
    follow()
    storage.clear()
    draft = { text: '', key: newUuid() }
    say(state === 'held' ? words.boardWaits : words.boardAsked, 'success')
    outcome.dataset.state = state
    onAsked({ id, text, isShown: state === 'shown' })
    return true
  }
  const send = async () => {
    if (draft.text !== area.value) draft = { text: area.value, key: newUuid() }
    if (isBlank(draft.text) || isLongerThan(draft.text, BOARD_TEXT_LENGTH)) return refuse(words.boardLength)
    lock(true)
    const ownWords = { ...words, offline: words.boardOffline }
    const reply = await submit<AskedItem>(path, JSON.stringify({ ...draft, voter: voter() }), ownWords, say)
    lock(false)
    return finish(reply)
  }
  /** Sends once, however often it is called. @returns whether the question was accepted */
  const ask = () => {
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }

  area.addEventListener('input', () => {
    draft = { text: area.value, key: newUuid() }
    storage.write(draft)
    say('')
    follow()
  })
  button.addEventListener('click', event => {
    event.preventDefault()
    if (allowed) ask()
  })
  // What the server returned with the form is newer than any draft.
  const kept = area.value === '' ? storage.read() : undefined
  if (kept !== undefined) {
    draft = kept
    area.value = kept.text
  }
  follow()
  return { ask, allow, say, isEmpty: () => isBlank(area.value) }
}
