import type { AnswerErrorName } from '../domain/answer.ts'
import type { ListOrder } from '../domain/board.ts'
import type { ResultsTexts } from '../domain/results-view.ts'
import type { FooterWords } from '../html/footer.ts'
import type { RespondentColumn, RespondentTable } from '../service/responses.ts'
import type { OwnWords } from './script-words.ts'

/** All texts of the pages in one language. A missing text does not compile. */
export interface Words {
  readonly dir: 'ltr' | 'rtl'

  readonly front: FrontWords
  readonly footer: FooterWords

  // The survey
  /** @param count of questions */
  readonly description: (count: number) => string
  readonly nothingAboutYou: string
  readonly whatIsStored: string
  readonly send: string
  readonly required: string
  readonly optional: string
  /** @param rule as `allOf` or `anyOf` words it */
  readonly requiredWhen: (rule: string) => string
  readonly requiredNow: string
  /** One condition of a rule: a question and the options of which one was chosen. */
  readonly is: (question: string, options: readonly string[]) => string
  readonly allOf: (conditions: readonly string[]) => string
  readonly anyOf: (conditions: readonly string[]) => string
  readonly noAnswer: string
  readonly lowest: (point: number) => string
  readonly highest: (point: number) => string

  // What went wrong
  readonly notSent: string
  readonly lookAtOne: string
  /** `{n}` answers to look at. */
  readonly lookAtMany: string
  readonly answerErrors: Readonly<Record<AnswerErrorName, string>>
  readonly unavailable: string
  readonly tooMany: string
  /** The survey or its account may store no more. */
  readonly noRoom: string
  readonly unreadable: string
  /** Since the form was opened. */
  readonly questionsChanged: string
  readonly missing: Notice
  /** At an address where no survey can be. */
  readonly nothing: Notice
  readonly tooLarge: Notice
  readonly crossSite: Notice
  readonly failed: Notice
  readonly unreachable: Notice
  readonly tooManyRequests: Notice
  readonly tryAgain: string
  readonly closed: Notice
  readonly expired: Notice

  // Afterwards
  readonly thanks: string
  readonly answerIsIn: string
  readonly to: (title: string) => string
  readonly stored: string
  readonly answerAgain: string
  readonly receipt: ReceiptWords

  readonly results: ResultsWords
  readonly board: BoardWords
  readonly script: OwnWords
  readonly privacy: PrivacyWords
}

/** The front page. */
interface FrontWords {
  readonly headline: readonly [string, string]
  readonly promise: string
  readonly label: string
  readonly help: string
  readonly join: string
  readonly notFound: string
  readonly api: string
  readonly signIn: string
  readonly create: string
  readonly example: ExampleWords
  readonly storedHeading: string
  readonly nothingPersonal: string
}

/** A survey that shows what results look like. */
interface ExampleWords {
  readonly title: string
  readonly question: string
  readonly options: readonly [string, string, string]
}

export interface Notice {
  readonly title: string
  readonly text: string
}

interface ReceiptWords {
  readonly intro: string
  readonly id: string
  readonly arrived: string
  readonly nothingElse: string
}

/** Shared results. */
interface ResultsWords {
  /** On the page of questions: what will be shared. */
  readonly announcement: string
  /** Leads to the results. */
  readonly link: string
  readonly title: string
  readonly columns: { readonly option: string; readonly count: string; readonly share: string }
  readonly needsReload: string
  readonly reload: string
  readonly texts: ResultsTexts
}

interface BoardWords {
  readonly help: string
  readonly moderated: string
  /** Leads to the next page of a board's list. */
  readonly more: string
  readonly previous: string
  readonly toSurvey: string
  readonly orders: Readonly<Record<ListOrder, string>>
  readonly empty: string
  readonly answered: string
  readonly votes: string
  readonly upvote: string
  readonly needsScript: string
  readonly label: string
  readonly ask: string
  readonly waits: string
  readonly asked: string
  readonly failed: string
  readonly offline: string
  /** Above questions that are like the one being typed. */
  readonly similar: string
  readonly length: string
  readonly full: string
}

interface TableWords<Column extends string> {
  readonly title: string
  readonly columns: Readonly<Record<Column, string>>
}

interface PrivacyWords {
  readonly title: string
  readonly intro: string
  readonly column: string
  readonly meaning: string
  /** Descriptions of the columns of each table that stores what respondents send. */
  readonly tables: { readonly [Table in RespondentTable]: TableWords<RespondentColumn<Table>> }
  readonly nothingElse: string
  readonly headings: { readonly not: string; readonly derived: string; readonly browser: string }
  readonly not: string
  readonly derived: string
  readonly browser: string
}
