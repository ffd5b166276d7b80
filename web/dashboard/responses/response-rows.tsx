import { useSignal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { ListedResponse as Response } from '../../../src/dashboard/contract.ts'
import type { Result } from '../../../src/domain/results/tally.ts'
import type { TextLanguage } from '../../../src/domain/surveys/languages/text-language.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { attempt, showNotice } from '../../ui/notice.tsx'
import { OURS } from '../../ui/our-words.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { AnswerList, isBlankAnswer } from './answer-list.tsx'
import { Highlight } from './highlight.tsx'
import { ResponseDialog } from './response-dialog.tsx'
import type { ResponseList } from './response-list.ts'
import { Timestamp } from './timestamp.tsx'

interface Props {
  readonly list: ResponseList
  readonly questions: readonly Result[]
  /** The selected question; undefined for all questions. */
  readonly question: Result | undefined
  readonly searchText: string
  readonly language: TextLanguage
  /** The button that puts an answer on the projected screen. */
  readonly renderPick: (question: Result, row: Response) => VNode
}

/** The loaded responses. Each can be viewed in full and deleted. */
export function ResponseRows({ list, questions, question, searchText, language, renderPick }: Props) {
  const actions = useRowActions(list)
  const { opened, toRemove } = actions
  const { state, searched } = list.loadState.value
  // After another question is selected, matching rows of the old selection stay until the new ones have loaded.
  const rows = list.rows.value.filter(
    ({ answers }) => question === undefined || !isBlankAnswer(answers[question.index]),
  )
  // Rendered rows are reused: there can be thousands when the next page arrives.
  const rendered = useMemo(() => new WeakMap<Response, VNode>(), [questions, question, searchText])
  const render = (row: Response) => (
    <ResponseRow key={row.id} row={row} actions={actions} pick={question && renderPick(question, row)}>
      {question === undefined ? (
        <AnswerList row={row} questions={questions} searchText={searchText} isShort />
      ) : (
        <p class="text" dir="auto">
          <Highlight text={String(row.answers[question.index] ?? '')} searchText={searchText} />
        </p>
      )}
    </ResponseRow>
  )
  return (
    <>
      <ol class="rows" {...language} aria-busy={state === 'reading' && searched === 0}>
        {rows.map(row => {
          const node = rendered.get(row) ?? render(row)
          rendered.set(row, node)
          return node
        })}
      </ol>
      {opened !== undefined && (
        <ResponseDialog row={opened} actions={actions} onRemove={() => actions.askToRemove(opened.id)}>
          <div {...language}>
            <AnswerList row={opened} questions={questions} searchText={searchText} />
          </div>
        </ResponseDialog>
      )}
      {toRemove !== undefined && (
        <ConfirmDialog
          title={dashboardTexts.responses.deleteTitle}
          confirmLabel={dashboardTexts.responses.delete}
          isDestructive
          onConfirm={actions.remove}
          onCancel={actions.cancelRemoval}
        >
          <p>{dashboardTexts.responses.deleteText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Moves the focus to a response once it is rendered, or to the heading if there is none. */
export function focusRow(id: string | undefined): void {
  requestAnimationFrame(() => document.getElementById(id === undefined ? 'responses-title' : `row-${id}`)?.focus())
}

interface RowActions {
  open(id: string): void
  askToRemove(id: string): void
}

interface RowProps {
  readonly row: Response
  readonly actions: RowActions
  readonly pick: VNode | undefined
  readonly children: ComponentChildren
}

function ResponseRow({ row: { id, submitted_at: at }, actions, pick, children }: RowProps) {
  return (
    <li id={`row-${id}`} tabIndex={-1}>
      <div class="head" {...OURS}>
        <h3 id={`at-${id}`}>
          <Timestamp at={at} />
        </h3>
        <p>
          {pick}
          <button type="button" class="quiet small" aria-describedby={`at-${id}`} onClick={() => actions.open(id)}>
            {dashboardTexts.responses.viewFull}
          </button>
          <button
            type="button"
            class="quiet small"
            aria-describedby={`at-${id}`}
            onClick={() => actions.askToRemove(id)}
          >
            {dashboardTexts.responses.delete}
          </button>
        </p>
      </div>
      {children}
    </li>
  )
}

/** The open dialogs, and where the focus goes when they close. */
function useRowActions(list: ResponseList) {
  const openedId = useSignal<string | undefined>(undefined)
  const toRemoveId = useSignal<string | undefined>(undefined)
  const set = (signal: typeof openedId, id: string | undefined) => {
    signal.value = id
  }
  const { rows } = list
  const find = (id: string | undefined) => rows.value.find(row => row.id === id)
  const openedPosition = () => rows.value.findIndex(({ id }) => id === openedId.value)
  const leave = (next: string | undefined) => {
    if (openedId.value !== undefined) set(openedId, next)
    if (openedId.value === undefined) focusRow(next)
  }
  return {
    opened: find(openedId.value),
    toRemove: find(toRemoveId.value),
    open: (id: string) => set(openedId, id),
    askToRemove: (id: string) => set(toRemoveId, id),
    cancelRemoval: () => set(toRemoveId, undefined),
    close() {
      focusRow(openedId.value)
      set(openedId, undefined)
    },
    /** Whether there is a response before or after the open one. */
    canStep: (by: 1 | -1) =>
      openedPosition() + by >= 0 && (openedPosition() + by < rows.value.length || !list.loadState.value.isComplete),
    async step(by: 1 | -1) {
      const at = openedPosition() + by
      if (at === rows.value.length) await list.loadMore()
      const next = rows.value[at]
      if (next !== undefined) set(openedId, next.id)
    },
    async remove() {
      const id = toRemoveId.value ?? ''
      const next = list.neighbourOf(id)
      const isRemoved = await attempt(() => list.remove(id))
      set(toRemoveId, undefined)
      if (!isRemoved) return
      showNotice(dashboardTexts.responses.deleted)
      leave(next)
    },
  }
}
