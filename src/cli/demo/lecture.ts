const OPTIONS = ['The hammer', 'The feather', 'Both at once']
const RIGHT = 2

/** A survey to be presented: two questions to discuss, one to write, and a board. */
export const LECTURE = {
  title: 'Physics, week 3: free fall',
  questions: [
    {
      type: 'multiple_choice',
      text: 'On the Moon, a hammer and a feather are dropped together. Which lands first?',
      options: OPTIONS,
    },
    { type: 'rating', text: 'How well could you explain free fall to a friend?' },
    { type: 'free_text', text: 'What was hardest this week?' },
    { type: 'upvoted_question', text: 'What should we talk about in the last ten minutes?' },
  ],
}

export const LECTURE_SETTINGS = {
  paced: true,
  share_results: 'when_revealed',
  question_settings: [{ right: { options: [RIGHT] } }],
}

const HARDEST = [
  'Air resistance',
  'The air resistance in exercise 2',
  'When to neglect air resistance',
  'Signs of the acceleration',
  'The proof with the integral',
  'Exercise 2',
  'The units',
  'Why the mass cancels out',
  'The proof',
  'Why the mass does not matter',
]

/** What some of the audience ask on the board. */
export const ASKED = [
  'Why does the mass cancel out?',
  'Will air resistance be in the exam?',
  'Could you show the experiment again?',
  'Is there a video of the hammer and the feather?',
  'What would happen on Mars?',
]

/**
 * What one of the audience answers: varied, and better after a discussion.
 * @param round 1 for a question that was asked before
 * @returns undefined if they do not answer
 */
export function lectureAnswer(person: number, type: string, round: number): string | number | undefined {
  if (type === 'multiple_choice') return OPTIONS[choiceOf(person, round)]
  if (type === 'rating') return [8, 5, 6, 3, 8, 7, 4, 9, 5, 7][person % 10]
  return person % 3 === 0 ? undefined : HARDEST[person % HARDEST.length]
}

/** At first half of them are wrong; after the discussion, a few. */
function choiceOf(person: number, round: number): number {
  const wrong = person % 7 === 0 ? 1 : 0
  const isRight = round > 0 ? person % 8 !== 0 : person % 2 === 1
  return isRight ? RIGHT : wrong
}
