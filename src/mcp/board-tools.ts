import { Type } from 'typebox'
import { ITEM_STATES, type ItemState } from '../domain/boards/board.ts'
import { readQuestions } from '../domain/surveys/question.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { OwnedSurvey } from '../service/access/authentication.ts'
import { hasScope } from '../service/access/scope.ts'
import type { BoardItem, Boards } from '../service/boards/boards.ts'
import type { Surveys } from '../service/surveys/surveys.ts'
import { namedSurvey } from './named-survey.ts'
import { id } from './schemas.ts'
import { CHANGE_HINTS, READ_HINTS, type Tool, type ToolCall, wholeNumber } from './tool.ts'
import { markUntrusted, UNTRUSTED } from './untrusted.ts'

interface BoardToolParts {
  readonly surveys: Surveys
  readonly boards: Boards
}

/** Maximum number of questions in one result. */
const MAX_ITEMS = 100
/** Items that need a decision come first. */
const ORDER: readonly ItemState[] = ['held', 'shown', 'answered', 'hidden']

const question = Type.Integer({ minimum: 0, description: 'The index of an upvoted_question.' })
const state = Type.Unsafe<ItemState>({
  type: 'string',
  enum: [...ITEM_STATES],
  description: 'held waits for approval. Respondents see shown and answered ones, and never hidden ones.',
})

/** Tools that read and moderate what respondents have asked on a board. */
export function boardTools(parts: BoardToolParts): readonly Tool[] {
  return [readBoard(parts), moderateBoard(parts)]
}

function readBoard({ surveys, boards }: BoardToolParts): Tool {
  return {
    name: 'read_board',
    title: 'Read a board',
    description: `What people asked on a board, with votes and states: held questions first, then those shown, answered and hidden, most votes first. Only the first ${MAX_ITEMS} can be read here; the dashboard has all. ${UNTRUSTED}`,
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({ id, question }),
    output: Type.Object({
      untrusted_questions: Type.Array(
        Type.Object({ id: Type.String(), text: Type.String(), votes: Type.Integer(), state }),
      ),
      total: Type.Integer({ description: 'Questions on the board, including those left out here.' }),
      can_moderate: Type.Boolean({
        description: 'Whether this client may moderate the board from the page of show_results.',
      }),
    }),
    run: async call => {
      const owned = await namedSurvey(surveys, call)
      const index = await boardIndex(surveys, owned, call)
      const all = (await boards.listAll(owned, index)).toSorted(byState)
      const items = all.slice(0, MAX_ITEMS).map(({ id, text, votes, state }) => ({ id, text, votes, state }))
      return {
        data: { untrusted_questions: items, total: all.length, can_moderate: canModerate(call) },
        text: markUntrusted(`${items.length} of ${all.length} questions.`, items),
      }
    },
  }
}

/** A client that does not list tools for pages may refuse to pass their calls on. */
function canModerate({ caller, showsPages }: ToolCall): boolean {
  return showsPages && hasScope(caller.scope, 'surveys:write')
}

/** The store returns most votes first, and sorting keeps that order. */
function byState(one: BoardItem, other: BoardItem): number {
  return ORDER.indexOf(one.state) - ORDER.indexOf(other.state)
}

function moderateBoard({ surveys, boards }: BoardToolParts): Tool {
  return {
    name: 'moderate_board',
    title: 'Moderate a board',
    description: 'Shows, holds or hides a question that somebody asked on a board, or marks it as answered.',
    scope: 'surveys:write',
    hints: { ...CHANGE_HINTS, destructiveHint: false },
    // People decide what an audience sees. A model that has read the questions could obey one that asks to be shown.
    ui: { visibility: ['app'] },
    input: Type.Object({ id, question, item: Type.String({ description: 'From read_board.' }), state }),
    output: Type.Object({ item: Type.String(), state: Type.String() }),
    run: async call => {
      const owned = await namedSurvey(surveys, call)
      const index = await boardIndex(surveys, owned, call)
      const { item } = call.args
      const path = { index, itemId: typeof item === 'string' ? item : '' }
      const { id, state } = await boards.moderate(owned, path, call.args)
      return { data: { item: id, state }, text: `The question ${id} is now ${state}.` }
    },
  }
}

async function boardIndex(surveys: Surveys, owned: OwnedSurvey, { args }: ToolCall): Promise<number> {
  const index = wholeNumber(args.question, 'question', { min: 0 })
  const { questions } = await surveys.read(owned)
  if (index === undefined || readQuestions(questions)[index]?.type !== 'upvoted_question')
    throw new Refusal('invalid_argument', { reason: 'question must be the index of an upvoted_question' })
  return index
}
