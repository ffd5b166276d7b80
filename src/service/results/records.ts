import type { PublicBoardItem } from '../../domain/boards/board.ts'
import { publicBoardItem } from '../../domain/boards/board.ts'
import { chosenLists } from '../../domain/results/chosen-counts.ts'
import { editedQuestions } from '../../domain/results/edit-history/asked.ts'
import { MIN_PEOPLE_PER_WORD, RECORDED_BOARD_ITEMS, RECORDED_WORD_LISTS } from '../../domain/results/limits.ts'
import { isLive } from '../../domain/results/presentation.ts'
import { type RecordedTexts, recordOf, type SurveyRecord } from '../../domain/results/record/record.ts'
import { sharedResponses } from '../../domain/results/sharing.ts'
import { type Result, results } from '../../domain/results/tally.ts'
import { readQuestions } from '../../domain/surveys/question.ts'
import type { Session } from '../../store/results/presentations.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { SurveyEditor } from '../access/principal.ts'
import { readPublicList } from '../boards/public-list.ts'
import type { Context } from '../context.ts'
import { orNotFound } from '../not-found.ts'
import { formatTimestamp } from '../timestamp.ts'
import type { ProjectedTexts } from './projected-texts.ts'
import type { SharedResults } from './shared-results.ts'
import type { SurveyResults } from './survey-results.ts'

interface RecordParts {
  readonly surveyResults: SurveyResults
  readonly projectedTexts: ProjectedTexts
  readonly sharedResults: SharedResults
}

/** What those who read a record may see of it. */
interface Audience {
  /** The questions whose words and phrases it has. */
  readonly counted: ReadonlySet<number>
  readonly responses: number
  readonly isPublic?: boolean
}

const MINUTE_MS = 60_000

/** The record of a survey: what its room was asked and what it said. */
export class Records {
  readonly #context: Context
  readonly #parts: RecordParts

  constructor(context: Context, parts: RecordParts) {
    this.#context = context
    this.#parts = parts
  }

  /** For whoever runs the survey. @throws Refusal `not found`, `temporarily unavailable` as for projected texts */
  async read(editor: SurveyEditor): Promise<SurveyRecord> {
    const { survey, results } = await this.#parts.surveyResults.read(editor)
    return this.#make(survey, results, { counted: wordLists(survey, results), responses: survey.responseCount })
  }

  /**
   * For the room: counts in steps of five, and of texts only what is projected.
   * @throws Refusal `not found` if it is not shared, `temporarily unavailable` as `read`
   */
  async readShared(slug: string): Promise<SurveyRecord> {
    const { survey, shown } = await this.#parts.sharedResults.forRecord(slug)
    const { boards } = orNotFound(await this.#context.store.surveyCounts.find(survey.accountId, slug))
    const questions = readQuestions(survey.questions)
    const shownResults = results(questions, shown.counts, boards, chosenLists(questions, survey))
    const responses = sharedResponses(shownResults, survey, shown.responses)
    const counted = new Set(survey.projectedTexts.words)
    return this.#make(survey, shownResults, { counted, responses, isPublic: true })
  }

  async #make(
    survey: Survey,
    results: readonly Result[],
    { counted, responses, isPublic = false }: Audience,
  ): Promise<SurveyRecord> {
    const session = await this.#context.store.presentations.session(survey.id)
    const sources = {
      title: survey.title,
      session: session.record,
      responses,
      results,
      settings: survey.questionSettings,
      groups: survey.groups,
      paced: survey.paced,
      edited: editedQuestions(survey.editHistory, responses),
      texts: await this.#texts(survey, counted),
      boards: await this.#boards(survey, results),
    }
    return recordOf(sources, this.#sessionOf(session), { isPublic })
  }

  async #texts(survey: Survey, counted: ReadonlySet<number>): Promise<ReadonlyMap<number, RecordedTexts>> {
    const questions = await this.#parts.projectedTexts.of(survey, counted)
    return new Map(
      questions.map(({ index, picks, words }) => [index, { words: words ?? [], texts: picks.map(({ text }) => text) }]),
    )
  }

  async #boards(survey: Survey, results: readonly Result[]): Promise<ReadonlyMap<number, readonly PublicBoardItem[]>> {
    const boards = new Map<number, readonly PublicBoardItem[]>()
    const range = { offset: 0, limit: RECORDED_BOARD_ITEMS }
    for (const { index, board } of results) {
      if (board === undefined || board.items === 0) continue
      const items = await readPublicList(this.#context.store.boards, { surveyId: survey.id, question: index }, range)
      boards.set(index, items.map(publicBoardItem))
    }
    return boards
  }

  #sessionOf({ presentation, record }: Session): SurveyRecord['session'] {
    if (record === null) return null
    const now = this.#context.clock()
    const isOver = !isLive(presentation, now)
    const ended = isOver ? record.ended : Math.floor(now / MINUTE_MS)
    return {
      began_at: formatTimestamp(record.began * MINUTE_MS),
      minutes: Math.max(1, ended - record.began),
      is_over: isOver,
    }
  }
}

/** The questions whose words are counted: those whose words are projected, and the first of the others. */
function wordLists({ projectedTexts }: Survey, results: readonly Result[]): ReadonlySet<number> {
  const answered = results.filter(one => one.type === 'free_text' && one.answered >= MIN_PEOPLE_PER_WORD)
  return new Set([...projectedTexts.words, ...answered.slice(0, RECORDED_WORD_LISTS).map(({ index }) => index)])
}
