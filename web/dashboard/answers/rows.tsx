import { useSignal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Result } from '../../../src/domain/tally.ts'
import { attempt, say } from '../../ui/notice.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { AnswerList, isNone } from './answer-list.tsx'
import { Marked } from './marked.tsx'
import { Moment } from './moment.tsx'
import type { Reading, Response } from './reading.ts'
import { Whole } from './whole.tsx'

interface Shown {
  readonly reading: Reading
  readonly questions: readonly Result[]
  /** The one whose answers are read; undefined for all. */
  readonly question: Result | undefined
  readonly sought: string
}

/** The responses that have been read, each of which can be looked at whole and removed. */
export function Rows({ reading, questions, question, sought }: Shown) {
  const acts = useActs(reading)
  const { opened, doubted } = acts
  const { state, looked } = reading.standing.value
  // Of those that were read for another question, what answers this one stays until its own are here.
  const rows = reading.rows.value.filter(({ answers }) => question === undefined || !isNone(answers[question.index]))
  // What is drawn is kept: thousands may stand here when the next ones come.
  const drawn = useMemo(() => new WeakMap<Response, VNode>(), [questions, question, sought])
  const draw = (row: Response) => (
    <Row key={row.id} row={row} acts={acts}>
      {question === undefined ? (
        <AnswerList row={row} questions={questions} sought={sought} isShort />
      ) : (
        <p class="text" dir="auto">
          <Marked text={String(row.answers[question.index] ?? '')} sought={sought} />
        </p>
      )}
    </Row>
  )
  return (
    <>
      <ol class="rows" aria-busy={state === 'reading' && looked === 0}>
        {rows.map(row => {
          const node = drawn.get(row) ?? draw(row)
          drawn.set(row, node)
          return node
        })}
      </ol>
      {opened !== undefined && (
        <Whole row={opened} acts={acts} onRemove={() => acts.doubt(opened.id)}>
          <AnswerList row={opened} questions={questions} sought={sought} />
        </Whole>
      )}
      {doubted !== undefined && (
        <QuestionDialog title="Remove this answer?" act="Remove" isFinal onYes={acts.remove} onNo={acts.keep}>
          <p>All that this person answered is removed, and counts no more. It cannot be taken back.</p>
        </QuestionDialog>
      )}
    </>
  )
}

/** Puts the focus on a response, once it is drawn; where there is none, on what stands above them all. */
export function focusRow(id: string | undefined): void {
  requestAnimationFrame(() => document.getElementById(id === undefined ? 'answers-title' : `row-${id}`)?.focus())
}

interface Acts {
  open(id: string): void
  doubt(id: string): void
}

interface OfRow {
  readonly row: Response
  readonly acts: Acts
  readonly children: ComponentChildren
}

function Row({ row: { id, submitted_at: at }, acts, children }: OfRow) {
  return (
    <li id={`row-${id}`} tabIndex={-1}>
      <div class="head">
        <h3 id={`at-${id}`}>
          <Moment at={at} />
        </h3>
        <p>
          <button type="button" class="quiet small" aria-describedby={`at-${id}`} onClick={() => acts.open(id)}>
            Look at it whole
          </button>
          <button type="button" class="quiet small" aria-describedby={`at-${id}`} onClick={() => acts.doubt(id)}>
            Remove
          </button>
        </p>
      </div>
      {children}
    </li>
  )
}

/** What is open over the list, and where the focus goes when it closes. */
function useActs(reading: Reading) {
  const openedId = useSignal<string | undefined>(undefined)
  const doubtedId = useSignal<string | undefined>(undefined)
  const put = (signal: typeof openedId, id: string | undefined) => {
    signal.value = id
  }
  const { rows } = reading
  const find = (id: string | undefined) => rows.value.find(row => row.id === id)
  const place = () => rows.value.findIndex(({ id }) => id === openedId.value)
  const leave = (next: string | undefined) => {
    if (openedId.value !== undefined) put(openedId, next)
    if (openedId.value === undefined) focusRow(next)
  }
  return {
    opened: find(openedId.value),
    doubted: find(doubtedId.value),
    open: (id: string) => put(openedId, id),
    doubt: (id: string) => put(doubtedId, id),
    keep: () => put(doubtedId, undefined),
    close() {
      focusRow(openedId.value)
      put(openedId, undefined)
    },
    /** Whether there is one before or after the one that is open. */
    canStep: (by: 1 | -1) => place() + by >= 0 && (place() + by < rows.value.length || !reading.standing.value.isWhole),
    async step(by: 1 | -1) {
      const at = place() + by
      if (at === rows.value.length) await reading.more()
      const next = rows.value[at]
      if (next !== undefined) put(openedId, next.id)
    },
    async remove() {
      const id = doubtedId.value ?? ''
      const next = reading.neighbour(id)
      const isRemoved = await attempt(() => reading.remove(id))
      put(doubtedId, undefined)
      if (!isRemoved) return
      say('The answer is removed.')
      leave(next)
    },
  }
}
