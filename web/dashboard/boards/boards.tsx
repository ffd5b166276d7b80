import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DashboardSurvey as Survey } from '../../../src/dashboard/contract.ts'
import type { Board } from '../../ui/boards/board.ts'
import type { SurveyModel } from '../survey-model.ts'
import './boards.css'
import { LetterKeysSwitch } from '../../ui/settings/letter-keys-switch.tsx'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { ItemList } from './item-list.tsx'
import { KEYS_BY_STATE } from './keyboard-shortcuts.ts'
import type { Moderation } from './moderation.ts'

interface ViewParts {
  readonly model: SurveyModel
  readonly moderation: Moderation
}

/** The boards of a survey, for moderation. */
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
      <h2 lang={model.textLanguage.value.lang} dir="auto">
        {survey.results[board.index]?.text}
      </h2>
      <KeyboardHelp boards={boards.length} />
      <ItemList
        key={board.index}
        board={board}
        language={model.textLanguage.value}
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
      <label for="board">{dashboardTexts.board.label}</label>
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

/** Digits select boards, so at most nine can be selected by key. */
const MAX_DIGIT = 9

function KeyboardHelp({ boards }: { readonly boards: number }) {
  const { keys } = dashboardTexts.board
  return (
    <div class="keys muted">
      <p>
        {keys.title} <kbd>j</kbd> <kbd>k</kbd> {keys.or} <kbd>↑</kbd> <kbd>↓</kbd> {keys.move},{' '}
        {(['shown', 'hidden', 'answered', 'held'] as const).map(state => (
          <span key={state}>
            <kbd>{KEYS_BY_STATE[state]}</kbd> {keys[state]},{' '}
          </span>
        ))}
        <kbd>u</kbd> {keys.undo}
        {boards > 1 && (
          <>
            , <kbd>1</kbd> {keys.to} <kbd>{Math.min(MAX_DIGIT, boards)}</kbd> {keys.board}
          </>
        )}
      </p>
      <LetterKeysSwitch />
    </div>
  )
}

/** The texts of groups without questions: why they are empty and what to do next. */
function emptyTexts({ status, taken_down, url, questions }: Survey, { index, items, waiting }: Board) {
  const isModerated = questions[index]?.moderated === true
  const hasItems = (items.value ?? []).length > 0
  const { board } = dashboardTexts
  const held = isModerated ? (
    board.noneWaiting
  ) : (
    <>
      {board.unmoderated.before}
      <a href="#questions">{board.questionsTab}</a>
      {board.unmoderated.after}
    </>
  )
  if (status !== 'open' && !hasItems) return { held: taken_down ? board.takenDown : board.closed }
  if (hasItems) return { held, shown: waiting.value > 0 ? board.showOne : board.noneShown }
  const shown = (
    <>
      {board.none.before}
      <a href={url} target="_blank" rel="noreferrer">
        {board.surveyPage}
      </a>
      {board.none.after}
    </>
  )
  return { held, shown }
}
