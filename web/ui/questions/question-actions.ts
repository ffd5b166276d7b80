import { words } from '../../words/words.ts'
import { showNotice } from '../notice.tsx'
import { focusSoon } from './action-button.tsx'
import { add, type DraftQuestion, insert, positionOf, remove, rightOf, setRight } from './draft.ts'
import type { QuestionEditor } from './question-editor.ts'
import { questionLabel } from './question-label.ts'

/** Adds a question and opens it. @param source the question to duplicate */
export function addQuestion(editor: QuestionEditor, position: number, source?: DraftQuestion): void {
  const draft = editor.draft.value
  const right = source && rightOf(draft, source.index)
  editor.edit(setRight(add(draft, position, source), draft.nextKey, right))
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
    const addAgain = () => setRight(add(now, position, question), now.nextKey, rightOf(draft, question.index))
    editor.edit(isSameList ? insert(now, position, question) : addAgain())
    editor.openKey.value = isSameList ? question.index : now.nextKey
    focusSoon(`open-${editor.openKey.value}`)
  })
}
