import type { OptionListWords } from '../../ui/questions/option-list.ts'
import type { Forms, formatsOf } from '../format.ts'

/** The texts of the builder's panes for groups of questions, in English. */
export function groupWords({ count }: ReturnType<typeof formatsOf>) {
  return {
    isTrigger: 'Another question depends on the answer to this one. Change when that one is required first.',
    isConditional: 'This question is required only when a rule is met. Change when an answer is required first.',
    hasRight: 'This question has a right answer. Remove it first.',
    hasNumbers: 'This question limits how many can be chosen. Clear the numbers first.',
    other: 'Other',
    otherText: 'Please specify',
    otherName: 'Option with a text',
    otherLabel: 'Label of the text',
    numbers: 'How many can be chosen',
    least: 'At least',
    most: 'At most',
    numbersHelp: 'Leave empty for any number.',
    columns: listWords('Columns', 'column', count),
    rows: listWords('Rows', 'row', count),
    items: listWords('Items', 'item', count),
    rowsRequired: 'Answer required',
    everyRow: 'In every row',
    ranks: 'How many have to be ranked',
    noRanks: 'None, optional',
    allRanks: 'All',
    ranksFrom: (number: number) => (number === 1 ? 'The first' : `The first ${number}`),
    heading: 'Heading',
    sectionText: 'Text below the heading (optional)',
    sectionHelp: (n: number) =>
      `${count(n, { one: 'question is', other: 'questions are' })} in this section. Move questions in the list to put them into it or take them out.`,
    removeHeading: 'Remove heading, keep questions',
    deleteSection: 'Delete section',
  }
}

function listWords(title: string, one: string, count: (n: number, forms: Forms) => string): OptionListWords {
  const name = `${one.charAt(0).toUpperCase()}${one.slice(1)}`
  return {
    title,
    one: position => `${name} ${position}`,
    unnamed: position => `${one} ${position}`,
    add: `Add ${one}`,
    pasted: n => `The question now has ${count(n, { one, other: `${one}s` })}.`,
    needsOne: `A question needs at least one ${one}.`,
    isFirst: `This is already the first ${one}.`,
    isLast: `This is already the last ${one}.`,
    moved: (label, position, total) => `${label} is now ${one} ${position} of ${total}.`,
  }
}
