import type { JsonObject } from '../../../src/domain/values/json.ts'
import { words } from '../../words/words.ts'
import { showNotice } from '../notice.tsx'
import { focusSoon } from './action-button.tsx'
import { add, type DraftQuestion, insert, positionOf, remove } from './draft.ts'
import type { QuestionEditor } from './question-editor.ts'
import { questionLabel } from './question-label.ts'

/** Adds a question and opens it. @param content of the question to duplicate */
export function addQuestion(editor: QuestionEditor, position: number, content?: JsonObject): void {
  const draft = editor.draft.value
  editor.edit(add(draft, position, content))
  editor.openKey.value = draft.nextKey
  focusSoon(`text-${draft.nextKey}`)
}

/** Deletes a question, with undo. */
export function removeQuestion(editor: QuestionEditor, question: DraftQuestion): void {
  const draft = editor.draft.value
  const position = positionOf(draft, question.index)
  const next = remove(draft, question.index)
  editor.edit(next)
  const neighbour = next.questions[position] ?? next.questions[position - 1]
  if (neighbour !== undefined) focusSoon(`open-${neighbour.index}`)
  showNotice(words.questions.deleted(questionLabel(question)), () => {
    const now = editor.draft.value
    // Keys belong to one stored list; after a reload, the question is restored as a new one.
    const isSameList = now.stored === draft.stored
    editor.edit(isSameList ? insert(now, position, question) : add(now, position, question))
    editor.openKey.value = isSameList ? question.index : now.nextKey
    focusSoon(`open-${editor.openKey.value}`)
  })
}
