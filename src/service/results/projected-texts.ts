import { responsesAtOnce } from '../../domain/responses/responses-at-once.ts'
import { LISTED_WORDS, MAX_PICKS, PROJECTED_WORDS } from '../../domain/results/limits.ts'
import {
  hiddenWords,
  hideWord,
  type Pick,
  type ProjectedTextSelection,
  parseWordsChange,
  pickText,
  showWords,
  unpickText,
} from '../../domain/results/texts/projected-texts.ts'
import { type Word, WordCounts } from '../../domain/results/texts/word-counts.ts'
import { type Question, readQuestions } from '../../domain/surveys/question.ts'
import type { Answer } from '../../domain/values/answer.ts'
import type { JsonObject } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isId } from '../../domain/values/text.ts'
import type { SelectionDecision } from '../../store/responses/projected-texts.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { SurveyAdmin } from '../access/authentication.ts'
import { findSurvey } from '../access/ownership.ts'
import type { LinkHolder, Presenter } from '../access/principal.ts'
import type { Context } from '../context.ts'
import { checkFound, checkSlug } from '../not-found.ts'
import { responseReader } from '../responses/response-search.ts'
import type { RoundRobin } from '../round-robin.ts'
import { type Fold, ResponseFolds } from './response-folds.ts'

/** A projected text, with the id of its response. */
interface PickedText {
  readonly id: string
  readonly text: string
}

/** The parts of a free-text question's answers that are projected. */
export interface QuestionProjectedTexts {
  readonly index: number
  readonly picks: readonly PickedText[]
  /** Null if words and phrases are not projected. */
  readonly words: readonly Word[] | null
}

/** A word or phrase as listed in the dashboard. */
export interface ListedWord extends Word {
  readonly hidden: boolean
}

/** Memory of a term in bytes, as measured. */
const BYTES_PER_TERM = 250

class WordFold extends WordCounts implements Fold {
  get bytes(): number {
    return this.size * BYTES_PER_TERM
  }
}

/** What a survey's creator has chosen to project from free-text answers. */
export class ProjectedTexts {
  readonly #context: Context
  readonly #folds: ResponseFolds<WordFold>
  readonly #turns: RoundRobin

  constructor(context: Context, turns: RoundRobin) {
    this.#context = context
    this.#turns = turns
    this.#folds = new ResponseFolds(
      survey => responseReader(context, survey, 'oldest'),
      turns,
      context.caches.folds.part('words'),
    )
  }

  /**
   * An entry for each free-text question: picked answers in the order in which they were picked, and words and phrases
   * if they are shown.
   * @throws Refusal `not found`, `temporarily unavailable` if too many surveys are being counted
   */
  async read(reader: LinkHolder): Promise<readonly QuestionProjectedTexts[]> {
    const survey = await findSurvey(this.#context, reader)
    return this.of(survey, new Set(survey.projectedTexts.words))
  }

  /**
   * The same of a survey that was just read.
   * @param counted the questions whose words and phrases are included
   * @throws Refusal `temporarily unavailable`
   */
  async of(survey: Survey, counted: ReadonlySet<number>): Promise<readonly QuestionProjectedTexts[]> {
    const questions = readQuestions(survey.questions)
    const texts = await this.#pickedTexts(survey, questions)
    const textsOf = (index: number) =>
      survey.projectedTexts.picks.flatMap(pick => {
        const text = pick.question === index ? texts.get(pick) : undefined
        return text === undefined ? [] : [{ id: pick.id, text }]
      })
    const projected: QuestionProjectedTexts[] = []
    // One at a time: counting a question's words may require reading all responses.
    for (const index of freeTexts(questions)) {
      const words = counted.has(index) ? await this.#projectedWords(survey, index) : null
      projected.push({ index, picks: textsOf(index), words })
    }
    return projected
  }

  /** The picked texts that are still stored. Few responses are in memory at a time, because one can be a megabyte. */
  async #pickedTexts(survey: Survey, questions: readonly Question[]): Promise<ReadonlyMap<Pick, string>> {
    const { picks } = survey.projectedTexts
    const ids = [...new Set(picks.map(({ id }) => id))]
    const size = responsesAtOnce(questions, MAX_PICKS)
    const texts = new Map<Pick, string>()
    for (let at = 0; at < ids.length; at += size) {
      if (at > 0) await this.#turns.next()
      const rows = await this.#context.store.projectedTexts.responses(survey, ids.slice(at, at + size))
      const answers = new Map(rows.map(row => [row.id, JSON.parse(row.answers) as readonly Answer[]]))
      for (const pick of picks) {
        const text = answers.get(pick.id)?.[pick.question]
        if (typeof text === 'string') texts.set(pick, text)
      }
    }
    return texts
  }

  /** The words and phrases of a question, shown or not. @throws Refusal as `read` */
  async words(admin: SurveyAdmin, index: number): Promise<readonly ListedWord[]> {
    const survey = await findSurvey(this.#context, admin)
    checkFreeText(survey, index)
    const hidden = hiddenWords(survey.projectedTexts, index)
    const counts = await this.#count(survey, index)
    const shown = counts.top(LISTED_WORDS, hidden).map(one => ({ ...one, hidden: false }))
    const others = [...hidden].flatMap(key => counts.find(key) ?? []).map(one => ({ ...one, hidden: true }))
    return [...shown, ...others].sort((a, b) => b.people - a.people)
  }

  /** @throws Refusal `not found`, a reason about the body, `too_many_hidden_words` */
  async changeWords(admin: SurveyAdmin, index: number, body: JsonObject): Promise<void> {
    const change = parseWordsChange(body)
    await this.#change(admin, undefined, survey => {
      checkFreeText(survey, index)
      if ('shown' in change) return showWords(survey.projectedTexts, index, change.shown)
      return hideWord(survey.projectedTexts, index, change.word, change.hidden)
    })
  }

  /** @throws Refusal `not found` unless such a response answered such a question; `too_many_picks` */
  pick(presenter: Presenter, pick: Pick): Promise<void> {
    return this.#changePicks(presenter, pick, pickText)
  }

  /** @throws Refusal as `pick` */
  unpick(presenter: Presenter, pick: Pick): Promise<void> {
    return this.#changePicks(presenter, pick, unpickText)
  }

  #count(survey: Survey, index: number): Promise<WordFold> {
    return this.#folds.of(survey, `words ${index}`, () => new WordFold(index))
  }

  /** The first of the words listed in the dashboard, so that both agree. */
  async #projectedWords(survey: Survey, index: number): Promise<readonly Word[]> {
    const listed = (await this.#count(survey, index)).top(LISTED_WORDS, hiddenWords(survey.projectedTexts, index))
    return listed.slice(0, PROJECTED_WORDS)
  }

  async #changePicks(
    presenter: Presenter,
    pick: Pick,
    act: (selection: ProjectedTextSelection, pick: Pick) => ProjectedTextSelection,
  ): Promise<void> {
    const { question, id } = pick
    checkFound(isId(id))
    await this.#change(presenter, id, (survey, response) => {
      checkFreeText(survey, question)
      const answers: readonly Answer[] = JSON.parse(response?.answers ?? '[]')
      if ((answers[question] ?? null) === null) throw new Refusal('not_found')
      return act(survey.projectedTexts, pick)
    })
  }

  async #change(
    { accountId, slug }: Presenter,
    responseId: string | undefined,
    decide: SelectionDecision,
  ): Promise<void> {
    checkSlug(slug)
    const isFound = await this.#context.store.projectedTexts.change(accountId, slug, responseId, decide)
    checkFound(isFound)
  }
}

function checkFreeText({ questions }: Survey, index: number): void {
  if (readQuestions(questions)[index]?.type !== 'free_text') throw new Refusal('not_found')
}

/** The indexes of the free-text questions. */
function freeTexts(questions: readonly Question[]): number[] {
  return questions.flatMap(({ type }, index) => (type === 'free_text' ? [index] : []))
}
