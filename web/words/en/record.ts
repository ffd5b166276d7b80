import type { Forms, formatsOf } from '../format.ts'

const VOTE: Forms = { one: 'vote', other: 'votes' }
const QUESTION: Forms = { one: 'question', other: 'questions' }

/** The words of a record's page, beside those that a record has in every form. */
export function recordWords({ number, count }: ReturnType<typeof formatsOf>) {
  return {
    print: 'Print or save as PDF',
    copy: 'Copy as Markdown',
    copied: 'Copied as Markdown.',
    notCopied: 'Your browser doesn’t let this page copy. Download it instead.',
    download: 'Download Markdown',
    secondRound: 'Second round',
    words: 'Words that at least three people used',
    people: number,
    texts: 'Picked answers',
    answered: 'Answered',
    openQuestions: 'Open',
    votes: (n: number) => count(n, VOTE),
    more: (n: number) => `${count(n, QUESTION)} with fewer votes.`,
    stored: 'What is stored',
    share: 'Let the room read this record',
    shareAbout:
      'Everyone with the survey’s link can read it, with counts in steps of five and nothing of a question that fewer than five answered.',
    link: 'Open what the room sees',
    shared: 'The room can now read the record.',
    notShared: 'The room can no longer read the record.',
  }
}
