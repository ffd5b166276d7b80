import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Survey, SurveyModel } from '../survey-model.ts'
import type { Board } from './board.ts'
import './boards.css'
import { ItemList } from './item-list.tsx'
import type { Moderation } from './moderation.ts'

interface ViewParts {
  readonly model: SurveyModel
  readonly moderation: Moderation
}

/** What was asked on a survey's boards, and what becomes of it. */
export function Boards({ model, moderation }: ViewParts) {
  useEffect(() => moderation.open(), [moderation])
  const isByKey = useSignal(false)
  const boards = moderation.boards.value
  const board = moderation.chosen.value
  if (board === undefined) return null
  const survey = model.survey.value
  const choose = (next: Board | undefined, byKey: boolean) => {
    isByKey.value = byKey
    moderation.choose(next)
  }
  return (
    <div class="board-view">
      {boards.length > 1 && (
        <BoardSelect survey={survey} boards={boards} chosen={board} onChoose={next => choose(next, false)} />
      )}
      <h2 dir="auto">{survey.results[board.index]?.text}</h2>
      <KeyboardHelp boards={boards.length} />
      <ItemList
        key={board.index}
        board={board}
        empty={emptyTexts(survey, board)}
        takesFocus={isByKey.value}
        onDigit={digit => boards.length > 1 && boards[digit - 1] !== board && choose(boards[digit - 1], true)}
      />
    </div>
  )
}

interface ChoiceParts {
  readonly survey: Survey
  readonly boards: readonly Board[]
  readonly chosen: Board
  readonly onChoose: (board: Board | undefined) => void
}

function BoardSelect({ survey, boards, chosen, onChoose }: ChoiceParts) {
  return (
    <p class="choose">
      <label for="board">Board</label>
      <select
        id="board"
        value={chosen.index}
        onChange={({ currentTarget: { value } }) => onChoose(boards.find(({ index }) => String(index) === value))}
      >
        {boards.map(({ index, waiting }, at) => (
          <option key={index} value={index}>
            {`${at + 1}. ${survey.results[index]?.text}${waiting.value > 0 ? ` (${waiting.value})` : ''}`}
          </option>
        ))}
      </select>
    </p>
  )
}

function KeyboardHelp({ boards }: { readonly boards: number }) {
  return (
    <p class="keys muted">
      Keys in the list: <kbd>↑</kbd> <kbd>↓</kbd> or <kbd>j</kbd> <kbd>k</kbd> move, <kbd>s</kbd> show, <kbd>w</kbd>{' '}
      hold, <kbd>a</kbd> answered, <kbd>h</kbd> hide, <kbd>u</kbd> undo
      {boards > 1 && (
        <>
          , <kbd>1</kbd> to <kbd>{Math.min(9, boards)}</kbd> board
        </>
      )}
      .
    </p>
  )
}

/** What stands where there are no questions, and what to do next. */
function emptyTexts({ status, url, questions }: Survey, { index, items, waiting }: Board) {
  const isModerated = questions[index]?.moderated === true
  const some = (items.value ?? []).length > 0
  const link = (
    <a href={url} target="_blank" rel="noreferrer">
      the survey’s page
    </a>
  )
  const held = isModerated ? (
    'Nothing waits. A new question stands here until you show it.'
  ) : (
    <>
      Nothing waits on this board: a question is shown as soon as it is asked. To see each one first, turn that on in{' '}
      <a href="#questions">Questions</a>.
    </>
  )
  if (status !== 'open' && !some)
    return { held: 'No questions yet, and the survey takes none while it is not open. Open it above.' }
  if (!some)
    return {
      held,
      shown: <>No questions yet. They are asked on {link}: copy its link above, or put it on the wall with Present.</>,
    }
  return { held, shown: waiting.value > 0 ? 'Nothing is shown. Show one that waits.' : 'Nothing is shown.' }
}
