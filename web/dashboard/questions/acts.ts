import type { JsonObject } from '../../../src/domain/json.ts'
import { say } from '../../ui/notice.tsx'
import { add, type Drafted, placeOf, putIn, remove } from './draft.ts'
import type { Editor } from './editor.ts'
import { focusSoon } from './step.tsx'
import { named } from './words.ts'

/** A new question, open and ready to be written. @param content of the one that it is like */
export function addNew(editor: Editor, place: number, content?: JsonObject): void {
  const draft = editor.draft.value
  editor.edit(add(draft, place, content))
  editor.opened.value = draft.next
  focusSoon(`text-${draft.next}`)
}

/** Takes a question out of the list; that can be taken back. */
export function removeQuestion(editor: Editor, question: Drafted): void {
  const draft = editor.draft.value
  const place = placeOf(draft, question.index)
  const next = remove(draft, question.index)
  editor.edit(next)
  const beside = next.questions[place] ?? next.questions[place - 1]
  if (beside !== undefined) focusSoon(`open-${beside.index}`)
  say(`${named(question)} is removed.`, () => {
    const now = editor.draft.value
    // Keys are those of one stored list; over another it comes back as a new question.
    const isSame = now.stored === draft.stored
    editor.edit(isSame ? putIn(now, place, question) : add(now, place, question))
    focusSoon(`open-${isSame ? question.index : now.next}`)
  })
}
