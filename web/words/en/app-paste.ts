import type { Decision, Outcome } from '../../../src/domain/surveys/import/finding.ts'
import type { ScaleWords } from '../../../src/domain/surveys/scale-words.ts'
import { isolated } from '../../../src/domain/values/text.ts'
import type { Forms, formatsOf } from '../format.ts'

/** The texts of the paste dialog in English. */
export function pasteWords({ count, quote, number }: ReturnType<typeof formatsOf>) {
  const question: Forms = { one: 'question', other: 'questions' }
  const decisions: Readonly<Record<Exclude<Decision, 'points'>, string>> = {
    question: 'Question',
    option: 'Option',
    text: 'Text',
    description: 'Description',
    section: 'Section',
    leave_out: 'Leave out',
    scale: 'Rating 1–10',
  }
  const outcomes: Readonly<Record<Outcome, string>> = { kept: 'Note', left_out: 'Left out', unsure: 'Unsure' }
  return {
    title: 'Paste or drop a survey',
    label: 'Questions',
    help: 'Paste from a document, a chat, a sheet or a form, or drop a file here. Nothing is uploaded.',
    file: 'Choose a file',
    problems: {
      'too large': 'The file is larger than 5 MB.',
      'not loaded': 'It couldn’t be read. Check your connection and try again.',
      stopped: '',
      'not text': 'This file is not text. Open it, copy its content and paste it here.',
    },
    syntax: [
      ['# Team lunch', 'the title'],
      ['Will you come?', 'a question'],
      ['- Yes', 'an option of the question above'],
      ['How good was it? (1-10)', 'a rating'],
      ['Anything else? (optional)', 'may be left empty'],
      ['? Ask the team', 'a board for questions and votes'],
    ],
    syntaxTitle: 'How to write it',
    reading: 'Reading…',
    stopReading: 'Stop reading',
    longFile: (name: string, characters: number) => `${isolated(name)}: ${number(characters)} characters`,
    nothing: 'No question found yet.',
    found: (n: number) => `${count(n, question)} found.`,
    unsure: (n: number) => `${count(n, { one: 'line is unsure.', other: 'lines are unsure.' })} Check below.`,
    noted: (n: number) => count(n, { one: 'note.', other: 'notes.' }),
    foundTitle: (title: string) => `Title: ${quote(title)}`,
    textStays: 'Left out: the survey has its own.',
    result: 'What was read',
    optional: 'optional',
    conditional: 'only after certain answers',
    scale: ({ lowest, middle, highest }: ScaleWords) =>
      [
        lowest && `${number(1)} ${isolated(lowest)}`,
        middle && isolated(middle),
        highest && `${number(10)} ${isolated(highest)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    rightOption: (option: string) => `${option} ✓ right`,
    several: (most: number | undefined) =>
      most === undefined ? 'several answers' : `up to ${count(most, { one: 'answer', other: 'answers' })}`,
    grid: 'grid',
    ranking: 'ranking',
    withText: (option: string) => `${option}, with a text`,
    columns: (columns: string) => `Columns: ${columns}`,
    moreOptions: (n: number) => `and ${number(n)} more`,
    lines: (first: number, last: number) =>
      first === last ? `Line ${number(first)}` : `Lines ${number(first)} to ${number(last)}`,
    outcomes,
    whatItIs: (lines: string) => `${lines}: what it is`,
    decision: (decision: Decision) => (decision === 'points' ? 'Numbers as options' : decisions[decision]),
    showAll: (n: number) => `Show ${number(n)} more`,
    add: (n: number) => `Add ${count(n, question)}`,
    addNone: 'Add questions',
    tooMany: (limit: number, n: number) =>
      `A survey can have at most ${count(limit, question)}; with these it would have ${number(n)}.`,
    replaces: 'The empty question is replaced.',
    added: (n: number) => `Added ${count(n, question)}.`,
  }
}
