import type { ListOrder } from '../domain/boards/board.ts'
import type { RecordWords } from '../domain/results/record/record-sentence.ts'
import type { ResultsTexts } from '../domain/results/results-view.ts'
import type { AnswerErrorName } from '../domain/values/answer.ts'
import type { FooterWords } from '../html/footer.ts'
import type { RespondentColumn, RespondentTable } from '../service/responses/responses.ts'
import type { OwnWords, PacedWords } from './script-words.ts'

/** All texts of the pages in one language. A missing text does not compile. */
export interface Words {
  readonly dir: 'ltr' | 'rtl'

  readonly front: FrontWords
  readonly footer: FooterWords

  // The survey
  /** @param count number of questions */
  readonly description: (count: number) => string
  readonly nothingAboutYou: string
  readonly whatIsStored: string
  readonly send: string
  /** Next to the send button without a script, where people who go back are not noticed. */
  readonly countsAgain: string
  readonly required: string
  readonly optional: string
  /** @param rule as worded by `allOf` or `anyOf` */
  readonly requiredWhen: (rule: string) => string
  readonly requiredNow: string
  /** One condition of a rule: a question, and the options of which one must be chosen. */
  readonly is: (question: string, options: readonly string[]) => string
  readonly allOf: (conditions: readonly string[]) => string
  readonly anyOf: (conditions: readonly string[]) => string
  readonly noAnswer: string
  readonly lowest: (point: number) => string
  readonly highest: (point: number) => string
  readonly groups: GroupWords

  // Problems
  readonly notSent: string
  readonly lookAtOne: string
  /** `{n}` is the number of answers to look at. */
  readonly lookAtMany: string
  /** Follows the errors listed in a summary. */
  readonly lookAtMore: string
  /** `{n}` is how many a group asks for, or allows. */
  readonly answerErrors: Readonly<Record<AnswerErrorName, string>>
  readonly unavailable: string
  readonly tooMany: string
  /** The survey or its account may store no more. */
  readonly noRoom: string
  readonly unreadable: string
  /** Changed since the form was opened. */
  readonly questionsChanged: string
  /** Label of a typed text whose question cannot be found. */
  readonly setAside: string
  /** An answer that was not stored, and what was typed. */
  readonly unsent: Notice
  readonly missing: Notice
  /** Shown at an address where no survey can be. */
  readonly nothing: Notice
  readonly tooLarge: Notice
  readonly crossSite: Notice
  readonly failed: Notice
  readonly unreachable: Notice
  readonly tooManyRequests: Notice
  readonly tryAgain: string
  readonly closed: Notice
  readonly expired: Notice
  /** Of a survey that opens at a time. */
  readonly notOpenYet: Notice

  // After sending
  readonly thanks: string
  readonly answerIsIn: string
  readonly to: (title: string) => string
  readonly stored: string
  readonly answerAgain: string
  readonly receipt: ReceiptWords
  readonly shared: SharedDeviceWords
  readonly paced: PacedWords

  readonly results: ResultsWords
  readonly record: SharedRecordWords
  readonly board: BoardWords
  readonly script: OwnWords
  readonly privacy: PrivacyWords
}

/** What a group of questions asks for. `{n}` is how many. */
interface GroupWords {
  readonly several: string
  readonly exactly: string
  /** `{max}` is the larger number: the next one, or another. */
  readonly either: string
  readonly between: string
  readonly ranks: string
  /** Of buttons, before what they move. */
  readonly up: string
  readonly down: string
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
  /** Shown instead to people who are signed in. */
  readonly yourSurveys: string
  readonly create: string
  /** For whom it is: lectures, meetings and classes. */
  readonly rooms: readonly [RoomWords, RoomWords, RoomWords]
  readonly example: ExampleWords
  /** Around the question of a survey. */
  readonly question: { readonly title: string; readonly hint: string }
  readonly storedHeading: string
  readonly nothingPersonal: string
}

interface RoomWords {
  readonly name: string
  readonly about: string
}

/** A survey that shows what results look like. */
interface ExampleWords {
  readonly title: string
  readonly question: string
  readonly options: readonly [string, string, string]
  /** What choosing one of them does. */
  readonly hint: string
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
  /** Removes the answers from the screen and from the tab. */
  readonly done: string
  /** Shown in their place. */
  readonly hidden: string
}

/** On a shared device. `{n}` stands for seconds. */
interface SharedDeviceWords {
  /** On the page of questions. */
  readonly note: string
  readonly next: string
  /** On the thank-you page. */
  readonly soon: string
  readonly stay: string
  /** Before half-typed answers are removed. */
  readonly idle: string
  readonly here: string
}

/** Shared results. */
interface ResultsWords {
  /** On the page of questions: what will be shared. */
  readonly announcement: string
  /** The same if results are hidden until they are revealed. */
  readonly announcementLater: string
  /** Link to the results. */
  readonly link: string
  /** Link to where they will appear once revealed. */
  readonly linkLater: string
  readonly title: string
  readonly columns: { readonly option: string; readonly count: string; readonly share: string }
  /** The columns of a ranking. */
  readonly ranks: { readonly mean: string; readonly first: string }
  readonly steps: string
  /** Of a question with very many options; `{n}` is how many are left out. */
  readonly notListed: string
  readonly needsReload: string
  readonly reload: string
  readonly texts: ResultsTexts
}

/** The record of a session, for the room. `{n}` stands for a number. */
interface SharedRecordWords extends RecordWords {
  readonly title: string
  readonly about: string
  /** `{date}` and `{n}` minutes. */
  readonly when: string
  /** `{shown}` */
  readonly presented: string
  /** `{shown}` and `{revealed}` */
  readonly presentedRevealed: string
  readonly secondRound: string
  /** What an outline in a chart of two rounds is. */
  readonly outline: string
  /** After a change in points. `{share}` */
  readonly firstRound: string
  readonly words: string
  /** Heading of the texts that were picked. */
  readonly picked: string
  readonly answered: string
  readonly open: string
  readonly votes: string
  readonly more: string
  /** Link to the record. */
  readonly link: string
}

interface BoardWords {
  readonly help: string
  readonly moderated: string
  /** Link to the next page of a board's list. */
  readonly more: string
  readonly previous: string
  readonly toSurvey: string
  /** Link to the board. */
  readonly name: string
  readonly orders: Readonly<Record<ListOrder, string>>
  readonly empty: string
  readonly answered: string
  readonly votes: string
  /** Beside a question that was asked in this browser. */
  readonly own: string
  readonly upvote: string
  readonly needsScript: string
  readonly label: string
  readonly ask: string
  readonly waits: string
  readonly asked: string
  readonly failed: string
  readonly offline: string
  /** Heading above questions similar to the one being typed. */
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
  readonly headings: { readonly not: string; readonly derived: string; readonly seen: string; readonly browser: string }
  readonly not: string
  readonly derived: string
  readonly seen: string
  readonly browser: string
}
