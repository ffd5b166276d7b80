import { focusSoon } from '../../ui/questions/action-button.tsx'
import { words } from '../../words/words.ts'
import type { Editor } from './editor.ts'

/** The buttons that save or discard the edit, visible as long as there is one. */
export function SaveBar({ editor }: { readonly editor: Editor }) {
  if (!editor.isChanged.value) return null
  const { length: problems } = editor.problems.value
  const save = async (button: HTMLElement) => {
    if (editor.isSaving.value) return
    if (!(await editor.save())) focusSoon('problems')
    // The bar disappears together with its focused button; the page stays in place. Somebody who is typing is not
    // interrupted.
    else if (document.activeElement === button) focusSoon('questions-top', { preventScroll: true })
  }
  const discard = () => {
    editor.discard()
    focusSoon('questions-top')
  }
  return (
    <div class="save-bar">
      <button type="button" aria-disabled={editor.isSaving.value} onClick={({ currentTarget }) => save(currentTarget)}>
        {words.questions.save}
      </button>
      <button type="button" class="quiet" onClick={discard}>
        <span>
          {words.questions.discard}
          <span class="wide-only"> {words.questions.changes}</span>
        </span>
      </button>
      <span class={problems > 0 ? 'edit-state has-problems' : 'edit-state muted'}>
        {problems === 0 ? words.questions.notSaved : words.questions.problems(problems)}
      </span>
    </div>
  )
}
