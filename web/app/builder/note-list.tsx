import { useMemo } from 'preact/hooks'
import type { JsonObject } from '../../../src/domain/values/json.ts'
import { notesOf, type OptionNote } from '../../ui/questions/option-notes.ts'
import { words } from '../../words/words.ts'

/** If there are more notes than this, only their number is shown. */
const MAX_NOTES = 5

interface Props {
  readonly questions: readonly JsonObject[]
  /** Opens what a note refers to, if possible. */
  readonly open?: (note: OptionNote) => void
}

/** Things that people may not notice about options. For the service, they are valid. */
export function NoteList({ questions, open }: Props) {
  const notes = useMemo(() => notesOf(questions), [questions])
  const { note, moreNotes, goToQuestion } = words.questions
  return (
    <ul class="notes">
      {notes.slice(0, MAX_NOTES).map(one => (
        <li key={`${one.question} ${one.option}`}>
          {open === undefined ? (
            goToQuestion(one.question + 1)
          ) : (
            <button type="button" class="to-question" onClick={() => open(one)}>
              {goToQuestion(one.question + 1)}
            </button>
          )}
          , {note(one.option + 1, one.text)}
        </li>
      ))}
      {notes.length > MAX_NOTES && <li>{moreNotes(notes.length - MAX_NOTES)}</li>}
    </ul>
  )
}
