import { isolated } from '../../../src/domain/values/text.ts'
import type { Forms, formatsOf } from '../format.ts'

const QUESTION: Forms = { one: 'question', other: 'questions' }
const PERSON: Forms = { one: 'person', other: 'people' }
const VOTE: Forms = { one: 'vote', other: 'votes' }

/** The words of the results. */
export function resultWords({ number, count, quote, percent }: ReturnType<typeof formatsOf>) {
  return {
    noneTitle: 'No responses yet.',
    sort: 'Sort',
    byQuestion: 'In the question’s order',
    byCount: 'Most chosen first',
    compare: 'Show',
    everyone: 'Everyone',
    whoAnswered: (answer: string, people: number) => `${isolated(answer)} (${number(people)})`,
    compareAbout:
      'Only groups of at least five people are offered, and none that leaves one to four others: in smaller groups, people could be recognised.',
    notComparable:
      'The presenter sets the pace of this survey, so nobody knows which answers belong together. In a survey that people answer at their own pace, groups can be compared.',
    compared: (people: number, answer: string, question: string) =>
      `${count(people, PERSON)} who answered ${quote(answer)} to ${quote(question)}. “All” and the line across each bar show everyone’s results.`,
    counting: 'Counting…',
    noGroupTexts: 'Text answers can’t be filtered by group.',
    newest: (question: string) => `Newest answers: ${isolated(question)}`,
    showOnScreen: 'Show on screen',
    words: 'Words and phrases',
    wordsOf: (question: string) => `Words and phrases: ${isolated(question)}`,
    wordsAbout: 'Each person counts once. Words that fewer than three people wrote are never listed or shown.',
    noWords: 'No word has been written by three people yet.',
    hide: 'Hide',
    unhide: 'Show again',
    hideWord: (word: string) => `Hide ${quote(word)}`,
    unhideWord: (word: string) => `Show again: ${quote(word)}`,
    onScreen: 'On screen',
    alsoOnScreen: 'Also on screen',
    pickedOf: (question: string) => `Also on screen: ${isolated(question)}`,
    readAll: (n: number) => `Read all ${number(n)}`,
    showNew: (n: number) => `Show ${number(n)} new`,
    viewBoard: 'View the board',
    rounds: (first: number, second: number) =>
      `${number(first)} answered in the first round, ${number(second)} in the second`,
    right: (now: number, before: number | undefined) =>
      `${percent(now)} right${before === undefined ? '' : `, ${percent(before)} in the first round`}`,
    answeredPaced: (answered: number) => `${number(answered)} answered`,
    answered: (answered: number, total: number) => `${number(answered)} of ${number(total)} answered`,
    laterOptions: 'Percentages are of all answers, though not everyone was offered every option.',
    shown: (questions: number, votes: number) => `${count(questions, QUESTION)} shown, ${count(votes, VOTE)}`,
    overTime: 'Responses over time',
    asTable: 'As a table',
    allAt: (time: string) => `Arrived on ${time}.`,
    time: 'Time',
    total: 'Responses',
  }
}
