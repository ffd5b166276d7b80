import { isolated } from '../../values/text.ts'
import {
  DESCRIPTION_LENGTH,
  GROUP_TITLE_LENGTH,
  MAX_QUESTIONS,
  SCALE_WORDS_LENGTH,
  SECTION_TEXT_LENGTH,
  SURVEY_DESCRIPTIONS_LENGTH,
  SURVEY_GROUP_TEXTS_LENGTH,
  SURVEY_SCALE_WORDS_LENGTH,
} from '../limits.ts'
import type { Decision } from './finding.ts'

const LONG_GROUP_TEXTS = `the title of a group has 1 to ${GROUP_TITLE_LENGTH} characters, the text of a section at most ${thousands(SECTION_TEXT_LENGTH)}, and all of a survey ${thousands(SURVEY_GROUP_TEXTS_LENGTH)}`

const SECTION = 'kept as the heading of a section'
const NO_QUESTION = 'left out, because there is no question above it that can have options'

/** What findings say. Each completes “Line 4, …” and says what became of the line, then why. */
export const FINDING_TEXTS = {
  title: () => 'kept as the title',
  introduction: () => 'kept as the introduction',
  section: () => SECTION,
  sectionText: () => 'kept as the text of a section',
  emptySection: () => 'left out, because no question stands below it',
  longSection: () => `left out, because ${LONG_GROUP_TEXTS}`,
  letter: () => 'left out, because it begins or ends a letter',
  slide: () => 'left out, because it is only the number of a slide',
  prose: () => 'left out, because it is neither a question nor an option',
  plainQuestion: () => 'kept as a question, though nothing but its place says that it is one',
  unlisted: () => 'left out, because the questions are items of a list and it is not',
  askingAbove: () => 'kept as a question, though it stands above the list of questions',
  optionBelow: () => 'kept as an option of the same question, though it stands below another one',
  placeholder: () => 'left out, because it is what a list shows before a choice',
  plainOptions: (question: string) => `kept as options of ${quoted(question)}, though nothing marks them as options`,
  plainDescription: (question: string) => `kept as the description of ${quoted(question)}, because it stands below it`,
  decided: (decision: Exclude<Decision, 'scale' | 'points'>, question?: string) => DECIDED[decision](question),
  noQuestion: () => NO_QUESTION,
  ratingOptions: () => 'left out, because a rating and a board have no options',
  repeated: () => 'left out, because the question has this option already',
  other: () => 'kept as an option; respondents can choose it, but not write beside it',
  movedOption: () => 'kept as the last option, because only that can have a text beside it',
  several: () => 'kept as a question with several answers',
  severalTexts: () => 'kept as a question with free text, because no options to choose from follow',
  checkList: () =>
    `kept as a question with one answer; with several, each option would be a question, and a survey has at most ${thousands(MAX_QUESTIONS)}`,
  severalWhen: () => 'left out, because a question with several answers has to be answered always or never',
  atLeast: () => 'kept without the least number of answers, because nobody has to answer',
  grid: (rows: number) => `kept as ${rows} questions with the same options, because ${LONG_GROUP_TEXTS}`,
  ratings: (rows: number) => `kept as ${rows} ratings, because a grid has options, not a scale of 1 to 10`,
  points: (low: number, high: number) => `scales are always 1 to 10; kept as options ${low} to ${high}`,
  scale: (low: number, high: number) => `kept as a scale of 1 to 10 instead of ${low} to ${high}`,
  longDescription: () =>
    `kept in the text of the question; a description has at most ${DESCRIPTION_LENGTH} characters, and those of a survey have ${thousands(SURVEY_DESCRIPTIONS_LENGTH)}`,
  longScaleWords: () =>
    `kept in the text of the question; words at a scale have at most ${SCALE_WORDS_LENGTH} characters, and those of a survey have ${thousands(SURVEY_SCALE_WORDS_LENGTH)}`,
  starred: () => 'kept as required; questions without a star may be left unanswered',
  page: () => 'left out, because it belongs to the form from which the text was copied',
  key: () => 'left out, because it names none of the options',
  field: () => 'left out, because nothing in a survey corresponds to it',
  blankQuestion: () => 'left out, because the question has no text',
  blankOption: () => 'left out, because nothing of the option can be seen',
  longLine: (limit: number) => `left out, because it is longer than ${thousands(limit)} characters`,
  tooManyQuestions: (limit: number) =>
    `left out with all that follows: a survey has at most ${thousands(limit)} questions`,
  tooManyLines: (limit: number) => `left out with all that follows: more than ${thousands(limit)} lines are no survey`,
  around: () => 'left out, because the survey stands below or above it',
  unseen: () => 'left out: this is a page without a text that could be seen',
  xml: () => 'left out: this is XML, but not of a tool whose files are read',
  noSurvey: () => 'left out: this is data, but no survey; a survey has a title and questions',
  notRead: (format: string, reason: string) => `left out: this begins like ${format}, but is none: ${reason}`,
  tooLong: () => 'left out: a text of more than 5 MB is not read',
  picture: () => 'left out, because questions have neither pictures nor buttons',
  givenAnswer: () => 'left out, because somebody has answered this',
  unknownScale: () => 'kept as a scale of 1 to 10, because nothing says which it was',
  file: () => 'left out, because respondents cannot send files',
  date: () => 'kept as a question with free text, because there are no questions for dates and times',
  describing: (question: string) => `kept as the description of ${quoted(question)}, because it stands above it`,
  between: () =>
    `left out, because no question right below it can have it as its description, of at most ${DESCRIPTION_LENGTH} characters`,
  description: () => 'left out, because another question follows where its answer would be',
  oneOrSeveral: () => 'kept with one answer each; a copied page does not say which take several',
  stars: () => 'kept as options; stars and scales are copied as the words at their ends',
  gridOrOptions: () => 'kept as options; if it was a grid, nothing copied says where its columns end',
  ranking: (items: number) => `kept as ${items} questions with the ranks as options, because ${LONG_GROUP_TEXTS}`,
  annotation: () => 'left out, because it is an annotation, not part of the survey',
  personal: () => 'kept as a question; surveys are anonymous, so better ask elsewhere for what identifies people',
  followUp: (answers: readonly string[]) =>
    `kept as a question for those who chose ${answers.map(quoted).join(' or ')} above`,
  starredOption: () => 'kept as a right answer, because of its star',
  tickedOption: () => 'kept as a right answer, because it says so',
  jump: () => 'kept as an option, without where it leads; a condition of the question there does the same',
  untitledGrid: (rows: number) =>
    `kept as ${rows} questions with the same options, because no line above says what they ask`,
  ticked: () => 'kept as an option, without its tick',
  noQuestionValue: () => 'left out, because it is no question; a question has a text',
  noOptionValue: () => 'left out, because it is no option; an option is a text',
  asText: () => 'kept as the text of the question',
  noParser: (format: string) => `left out: this is ${format}, which is not read here`,
  unknownMember: () => 'left out, because a survey has no such property',
  unknownType: (type: string) => `kept as ${type}`,
  repaired: (reason: string) => `left out, because ${reason}`,
  numberText: () => 'kept as text, because options are texts',
  labelled: () => 'kept as its label, because options are texts',
} as const

/** What became of a line as a person decided. @param question the one above it */
const DECIDED: Readonly<Record<Exclude<Decision, 'scale' | 'points'>, (question?: string) => string>> = {
  question: () => 'kept as a question',
  option: question => (question === undefined ? NO_QUESTION : `kept as options of ${quoted(question)}`),
  description: question => (question === undefined ? NO_QUESTION : `kept as the description of ${quoted(question)}`),
  text: () => 'kept as text of the next question',
  section: () => SECTION,
  leave_out: () => 'left out',
}

function thousands(number: number): string {
  // `Intl` takes 20 ms to begin with.
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

function quoted(text: string): string {
  return `“${isolated([...text].length > 60 ? `${[...text].slice(0, 59).join('')}…` : text)}”`
}
