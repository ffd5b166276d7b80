import type { Forms, formatsOf } from '../format.ts'

const ANSWER: Forms = { one: 'answer', other: 'answers' }
const PERSON: Forms = { one: 'person', other: 'people' }

/** The texts of the results of groups in English. */
export function groupResultWords({ count }: ReturnType<typeof formatsOf>) {
  return {
    row: 'Row',
    meanRank: 'Mean rank',
    firstPlaces: 'First places',
    answers: (n: number) => count(n, ANSWER),
    ofPeople: (people: number) => `Of ${count(people, PERSON)}`,
  }
}
