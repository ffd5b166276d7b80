import type { Preset } from '../survey-settings/theme.ts'
import {
  board,
  checkList,
  choice,
  choiceWithOther,
  freeText,
  grid,
  ifChosen,
  optionalText,
  type Part,
  placed,
  ranking,
  rating,
  type StarterContent,
  section,
} from './parts.ts'

/** A survey to start from. */
export interface StarterSurvey extends StarterContent {
  readonly id: string
  readonly title: string
  /** What it is good for, in one sentence. */
  readonly description: string
  readonly theme: Preset
  /** Whether whoever presents sets the pace. */
  readonly paced: boolean
}

type About = Omit<StarterSurvey, keyof StarterContent | 'paced'> & { readonly paced?: boolean }

const AGREEMENT = ['Strongly disagree', 'Disagree', 'Neither', 'Agree', 'Strongly agree']

/** Starting points for the occasions for which surveys are most often made: teaching, teams, events, products. */
export const STARTER_SURVEYS: readonly StarterSurvey[] = [
  starter(
    {
      id: 'lecture-feedback',
      title: 'Lecture feedback',
      description: 'Find out in two minutes what today’s lecture got across, and what it didn’t.',
      theme: 'ocean',
    },
    [
      rating('How well could you follow today’s lecture?', { lowest: 'Not at all', highest: 'All the way' }),
      choice('How was the pace?', ['Too slow', 'About right', 'Too fast']),
      ifChosen(['Too fast'], { type: 'free_text', text: 'Where did I lose you?' }),
      optionalText('What is the one thing you’ll remember?'),
      board('What should we go over again next time?'),
    ],
  ),
  starter(
    {
      id: 'concept-check',
      title: 'Concept check',
      description: 'See in the room whether an idea has arrived, let people discuss it, and ask again.',
      theme: 'forest',
      paced: true,
    },
    [
      choice(
        'In a room without air, a hammer and a feather fall from the same height. Which lands first?',
        ['The hammer', 'The feather', 'Both land together'],
        2,
      ),
      choice(
        'A ball is thrown straight up. What is its acceleration at the highest point?',
        ['None', 'Upwards', 'Downwards'],
        2,
      ),
      rating('How sure were you?', { lowest: 'Guessing', highest: 'Certain' }),
      optionalText('What is still unclear?'),
    ],
  ),
  starter(
    {
      id: 'course-evaluation',
      title: 'Course evaluation',
      description: 'Ask at the end of term what helped people to learn, and what to change.',
      theme: 'slate',
    },
    [
      section('Teaching', [
        grid(
          'How far do you agree?',
          [
            'The goals of the course were clear.',
            'The sessions were well prepared.',
            'Examples helped me to understand.',
            'Questions were welcome.',
          ],
          AGREEMENT,
        ),
      ]),
      section('Your work', [
        choice('How much time did you spend on the course each week, outside of the sessions?', [
          'Less than 2 hours',
          '2 to 4 hours',
          '5 to 8 hours',
          'More than 8 hours',
        ]),
        checkList('What helped you to learn?', ['Sessions', 'Exercises', 'Reading', 'Recordings', 'Other students']),
      ]),
      section('Altogether', [
        rating('How satisfied are you with the course?', { lowest: 'Not at all', highest: 'Completely' }),
        optionalText('What should stay as it is?'),
        optionalText('What should change next time?'),
      ]),
    ],
  ),
  starter(
    {
      id: 'team-retro',
      title: 'Team retro',
      description: 'Hear from everyone before the meeting starts, including those who don’t like to speak first.',
      theme: 'forest',
    },
    [
      rating('How did the last two weeks go for you?', { lowest: 'Badly', highest: 'Very well' }),
      freeText('What went well?'),
      freeText('What held you back?'),
      choice('How is your workload?', ['I could take on more', 'Just right', 'Too much', 'Far too much']),
      ifChosen(['Too much', 'Far too much'], { type: 'free_text', text: 'What could someone take off your plate?' }),
      board('What should we change next?'),
    ],
  ),
  starter(
    {
      id: 'team-pulse',
      title: 'Team pulse',
      description: 'Ask the same few questions every month, and see what moves.',
      theme: 'rose',
    },
    [
      grid(
        'How far do you agree?',
        [
          'I know what is expected of me.',
          'I have the time and quiet that my work needs.',
          'Good work gets noticed.',
          'We can talk about mistakes.',
        ],
        AGREEMENT,
      ),
      rating('How was your workload this month?', { lowest: 'Too light', middle: 'About right', highest: 'Too heavy' }),
      optionalText('What would make next month better?'),
    ],
  ),
  starter(
    {
      id: 'workshop-opener',
      title: 'Workshop opener',
      description: 'Warm a group up, and let it say what the day should be about.',
      theme: 'sunset',
      paced: true,
    },
    [
      rating('How awake are you?', { lowest: 'Still asleep', highest: 'Wide awake' }),
      choice('Where would you rather be right now?', ['Right here', 'By the sea', 'In the mountains', 'In bed']),
      freeText('What do you hope to take home today? One word is enough.'),
      checkList(
        'What should we spend most of the time on? Choose up to two.',
        ['Examples', 'Exercises', 'Discussion', 'Our own projects'],
        { max: 2 },
      ),
    ],
  ),
  starter(
    {
      id: 'event-questions',
      title: 'Questions for the speakers',
      description: 'Let the audience ask and vote, so that the best questions come first. You approve each one.',
      theme: 'slate',
    },
    [
      board('What would you like to ask?', { moderated: true }),
      rating(
        'How are you enjoying the event so far?',
        { lowest: 'Not much', highest: 'Very much' },
        { isOptional: true },
      ),
    ],
  ),
  starter(
    {
      id: 'event-feedback',
      title: 'Event feedback',
      description: 'Learn what was worth the journey, and what the next event should do better.',
      theme: 'sunset',
    },
    [
      rating('How did you like the event?', { lowest: 'Not at all', highest: 'Very much' }),
      grid(
        'How did you like each of these?',
        ['Talks', 'Venue', 'Food', 'Organisation'],
        ['Poor', 'Fair', 'Good', 'Very good'],
      ),
      choiceWithOther(
        'How did you hear about it?',
        ['From a colleague', 'Newsletter', 'Social media', 'Other'],
        'Where else?',
      ),
      choice('Would you come again?', ['Yes', 'Perhaps', 'No']),
      optionalText('What should the next event have?'),
    ],
  ),
  starter(
    {
      id: 'town-hall',
      title: 'Town hall',
      description: 'Collect the questions that people really have, and see how the answers are received.',
      theme: 'default',
      paced: true,
    },
    [
      board('What would you like to ask?', { moderated: true }),
      choice('What should we say more about?', ['Strategy', 'Products', 'Working here', 'Numbers']),
      rating('How clear is it to you where we are going?', { lowest: 'Not at all', highest: 'Completely' }),
      optionalText('What have we not talked about?'),
    ],
  ),
  starter(
    {
      id: 'lunch',
      title: 'Team lunch',
      description: 'Settle who is coming and what to eat without a hundred messages.',
      theme: 'sunset',
    },
    [
      choice('Will you join us for lunch on Friday?', ['Yes', 'No']),
      ifChosen(['Yes'], {
        type: 'multiple_choice',
        text: 'What would you like to eat?',
        options: ['Noodles', 'Pizza', 'Salad', 'Curry'],
      }),
      optionalText('Anything you can’t or don’t eat?'),
    ],
  ),
  starter(
    {
      id: 'recommendation',
      title: 'Would you recommend us?',
      description: 'One number to follow over time, and the reasons behind it.',
      theme: 'rose',
    },
    [
      rating('How likely are you to recommend us to a friend?', { lowest: 'Very unlikely', highest: 'Very likely' }),
      freeText('What is the main reason?'),
      ranking('What matters most to you?', ['Quality', 'Price', 'Service', 'Speed']),
      optionalText('What should we improve first?'),
    ],
  ),
  starter(
    {
      id: 'usability',
      title: 'Usability test',
      description: 'Ask those who have just tried it where it was easy, and where they got stuck.',
      theme: 'ocean',
    },
    [
      choice('Could you finish the task?', ['Yes, easily', 'Yes, with difficulty', 'No']),
      ifChosen(['Yes, with difficulty', 'No'], { type: 'free_text', text: 'Where did you get stuck?' }),
      grid(
        'How far do you agree?',
        [
          'I always knew what to do next.',
          'The words made sense to me.',
          'I could take back mistakes.',
          'I would use it again.',
        ],
        AGREEMENT,
      ),
      rating('How pleasant was it to use?', { lowest: 'Unpleasant', highest: 'Very pleasant' }),
      optionalText('What would you change first?'),
    ],
  ),
]

function starter({ paced = false, ...about }: About, parts: readonly Part[]): StarterSurvey {
  return { ...about, paced, ...placed(parts) }
}
