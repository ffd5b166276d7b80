import type { PublicBoardItem } from '../../boards/board.ts'
import type { QuestionGroup } from '../../surveys/groups/question-group.ts'
import type { QuestionType } from '../../surveys/question.ts'
import type { QuestionSettings, RightAnswer } from '../../surveys/question-settings.ts'
import type { ScaleWords } from '../../surveys/scale-words.ts'
import { largestOf } from '../../values/largest.ts'
import { askedOf, type EditedQuestion, editedQuestion } from '../edit-history/asked.ts'
import { allShownAround, groupsOf, isIn } from '../groups/shown-together.ts'
import { MIN_SHARED_ANSWERS } from '../limits.ts'
import { inRounds, sharesBefore } from '../rounds.ts'
import { isShareable } from '../sharing.ts'
import { type Middle, middleOf } from '../spread.ts'
import type { Result } from '../tally.ts'
import type { Word } from '../texts/word-counts.ts'
import type { SessionRecord } from './session-record.ts'
import { presentedAt } from './session-record.ts'

/** What a room was asked and what it said, as one document that names nobody. Made whenever it is read. */
export interface SurveyRecord {
  readonly title: string
  /** Null if nobody has presented the survey. */
  readonly session: RecordedSession | null
  /** Number of responses; null if there are too few to be shared. */
  readonly responses: number | null
  readonly questions: readonly RecordedQuestion[]
  /** How questions are shown as one. Missing if none are. */
  readonly groups?: readonly QuestionGroup[]
}

interface RecordedSession {
  /** To the minute, as RFC 3339. */
  readonly began_at: string
  readonly minutes: number
  readonly is_over: boolean
}

/** The result of one question. */
export interface RecordedQuestion {
  readonly index: number
  readonly type: QuestionType
  readonly text: string
  /** Null if there are too few to be shared; then nothing else is said of what people answered. */
  readonly answered: number | null
  /** Minutes from the beginning of the session; null if it was not shown or revealed then. */
  readonly shown_after: number | null
  readonly revealed_after: number | null
  /** How many people were asked a question of a group; null if it is not shared. */
  readonly asked?: number | null
  /** At a presenter's pace in its place: how many chose at least one option of the check-list. */
  readonly chosen?: number | null
  /** The options of a question of a group that too few have answered. */
  readonly options?: readonly string[]
  readonly tally?: NonNullable<Result['tally']>
  readonly mean?: number | null
  /** Between which ratings the middle half of the answers lies. */
  readonly middle?: Middle | null
  readonly distribution?: NonNullable<Result['distribution']>
  /** The right answer, and how many gave it. */
  readonly right?: RightAnswer
  readonly right_count?: number
  readonly scale_words?: ScaleWords
  /** The index of the question of which this is the second round. */
  readonly round_of?: number
  readonly words?: readonly Word[]
  readonly texts?: readonly string[]
  readonly board?: RecordedBoard
}

/** Questions that people asked, those with the most votes first. */
interface RecordedBoard {
  readonly asked: number
  readonly answered: readonly AskedQuestion[]
  readonly open: readonly AskedQuestion[]
  /** Number of questions that are not listed. */
  readonly left_out: number
}

interface AskedQuestion {
  readonly text: string
  readonly votes: number
}

/** What a record is made from. */
export interface RecordSources {
  readonly title: string
  readonly session: SessionRecord | null
  readonly responses: number
  readonly results: readonly Result[]
  readonly settings: QuestionSettings
  readonly groups: readonly QuestionGroup[]
  readonly paced: boolean
  readonly edited: readonly EditedQuestion[]
  /** What is shown of free texts, by the index of their question. */
  readonly texts: ReadonlyMap<number, RecordedTexts>
  /** The first questions of each board that respondents see. */
  readonly boards: ReadonlyMap<number, readonly PublicBoardItem[]>
}

export interface RecordedTexts {
  readonly words: readonly Word[]
  readonly texts: readonly string[]
}

/**
 * @param session when it began, and how it stands
 * @param isPublic whether it is for the room, which sees nothing of a question that fewer than five have answered
 */
export function recordOf(
  sources: RecordSources,
  session: RecordedSession | null,
  { isPublic }: { readonly isPublic: boolean },
): SurveyRecord {
  const { title, responses, results, settings, session: times } = sources
  const together = groupsOf(sources)
  const groups = sources.paced ? together : sources.groups
  const around = allShownAround({ ...sources, questions: results })
  const isShown = (people: number) => !isPublic || isShareable(people)
  return {
    title,
    session,
    responses: isShown(responses) ? responses : null,
    questions: inRounds(results, settings).map(result => {
      const isGrouped = together.some(group => isIn(group, result))
      const { from = result.index } = around[result.index] ?? {}
      const head = {
        ...headOf(result, presentedAt(times, from, textAt(from, results)), sources),
        ...(isGrouped && peopleIn(sources, result, isPublic)),
      }
      if (result.board === undefined && !isShown(largestOf([result.answered, result.chosen ?? 0])))
        return {
          ...head,
          answered: null,
          ...(isGrouped && { options: result.tally?.map(({ option }) => option) ?? [] }),
        }
      const isRightKnown = !isPublic || head.revealed_after !== null
      const content = contentOf(result, sources)
      const words = isPublic && 'words' in content ? { words: wordsInSteps(content.words) } : {}
      return { ...head, ...content, ...words, ...(isRightKnown && rightOf(result, settings)) }
    }),
    ...(groups.length > 0 && { groups }),
  }
}

/** Of how many people the results of a group are. */
function peopleIn(
  sources: RecordSources,
  result: Result,
  isPublic: boolean,
): Pick<RecordedQuestion, 'asked' | 'chosen'> {
  const { chosen } = result
  if (chosen === undefined) return { asked: askedIn(sources, result, isPublic) }
  return { chosen: isPublic && !isShareable(chosen) ? null : chosen }
}

/** In public, not of what was added later: that number does not change in steps. */
function askedIn({ edited, responses }: RecordSources, { index }: Result, isPublic: boolean): number | null {
  const isLater = (editedQuestion(edited, index)?.added_after ?? 0) > 0
  return isPublic && (isLater || !isShareable(responses)) ? null : askedOf(edited, index, responses)
}

function rightOf({ index, tally, distribution }: Result, settings: QuestionSettings) {
  const right = settings[index]?.right
  if (right === undefined) return {}
  const counts =
    'options' in right
      ? right.options.map(position => tally?.[position]?.count ?? 0)
      : distribution?.map(({ value, count }) => (value >= right.from && value <= right.to ? count : 0))
  return { right, right_count: counts?.reduce((sum, count) => sum + count, 0) ?? 0 }
}

/** The first round of a question, if this is the second and both have answers. */
export function roundBefore(
  question: RecordedQuestion,
  { questions }: SurveyRecord,
): { readonly shares: readonly number[]; readonly mean: number | null } | undefined {
  const first = questions.find(({ index }) => index === question.round_of)
  const shares = first && sharesBefore(first, question)
  return shares && { shares, mean: first?.mean ?? null }
}

/** The number of answers to the question that most people have answered; null if it is not shared. */
export function mostAnswered({ questions }: SurveyRecord): number | null {
  const counts = questions.flatMap(({ type, answered }) => (type === 'upvoted_question' ? [] : (answered ?? [])))
  return counts.length === 0 ? null : largestOf(counts)
}

function textAt(index: number, results: readonly Result[]): string {
  return results.find(one => one.index === index)?.text ?? ''
}

/** @param presented when what it is shown with was on the screen */
function headOf(
  { index, type, text, answered }: Result,
  presented: ReturnType<typeof presentedAt>,
  { session, settings }: RecordSources,
) {
  const { round_of: first, scale_words } = settings[index] ?? {}
  const after = (minute: number | null) => (session === null || minute === null ? null : minute - session.began)
  return {
    index,
    type,
    text,
    answered,
    shown_after: after(presented?.shown ?? null),
    revealed_after: after(presented?.revealed ?? null),
    ...(first !== undefined && { round_of: first }),
    ...(scale_words && { scale_words }),
  }
}

function contentOf({ index, tally, mean, distribution, board }: Result, { texts, boards }: RecordSources) {
  return {
    ...(tally && { tally }),
    ...(distribution && { mean: mean ?? null, middle: middleOf(distribution), distribution }),
    ...texts.get(index),
    ...(board && { board: boardOf(board.items, boards.get(index) ?? []) }),
  }
}

/** Words that are not those of a few, with numbers that do not move with each answer, as far as the room sees them. */
function wordsInSteps(words: readonly Word[]): Word[] {
  const inSteps = words.map(({ word, people }) => ({ word, people: people - (people % MIN_SHARED_ANSWERS) }))
  // The order must not say more than the numbers.
  return inSteps
    .filter(({ people }) => isShareable(people))
    .sort((one, other) => other.people - one.people || (one.word < other.word ? -1 : 1))
}

function boardOf(asked: number, items: readonly PublicBoardItem[]): RecordedBoard {
  const listed = (isAnswered: boolean) =>
    items.filter(({ answered }) => answered === isAnswered).map(({ text, votes }) => ({ text, votes }))
  return { asked, answered: listed(true), open: listed(false), left_out: Math.max(0, asked - items.length) }
}
