import type { JsonObject } from '../../../src/domain/json.ts'
import { showNotice } from '../../ui/notice.tsx'
import { focusSoon } from './action-button.tsx'
import { add, type DraftQuestion, insert, positionOf, remove } from './draft.ts'
import type { Editor } from './editor.ts'
import { questionLabel } from './question-label.ts'

/** A new question, open and ready to be written. @param content of the one that it is like */
export function addQuestion(editor: Editor, position: number, content?: JsonObject): void {
  const draft = editor.draft.value
  editor.edit(add(draft, position, content))
  editor.openKey.value = draft.nextKey
  focusSoon(`text-${draft.nextKey}`)
}

/** Takes a question out of the list; that can be taken back. */
export function removeQuestion(editor: Editor, question: DraftQuestion): void {
  const draft = editor.draft.value
  const position = positionOf(draft, question.index)
  const next = remove(draft, question.index)
  editor.edit(next)
  const neighbour = next.questions[position] ?? next.questions[position - 1]
  if (neighbour !== undefined) focusSoon(`open-${neighbour.index}`)
  showNotice(`${questionLabel(question)} is removed.`, () => {
    const now = editor.draft.value
    // Keys are those of one stored list; over another it comes back as a new question.
    const isSameList = now.stored === draft.stored
    editor.edit(isSameList ? insert(now, position, question) : add(now, position, question))
    focusSoon(`open-${isSameList ? question.index : now.nextKey}`)
  })
}
