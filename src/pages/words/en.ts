import type { Words } from '../words.ts'

export const en: Words = {
  dir: 'ltr',
  description: count => `${count === 1 ? 'One question' : `${count} questions`}. Nothing about you is stored.`,
  nothingAboutYou: 'Nothing about you is stored: no name, no address, no account, no cookie.',
  whatIsStored: 'What is stored',
  send: 'Send',
  required: 'Required',
  optional: 'Optional',
  requiredWhen: rule => `Required when ${rule}; otherwise optional`,
  requiredNow: 'Required now, because of an answer above',
  is: (question, options) => `“${question}” is ${options.map(option => `“${option}”`).join(' or ')}`,
  allOf: conditions => conditions.join(' and '),
  anyOf: conditions => conditions.join(', or when '),
  noAnswer: 'No answer',
  lowest: point => `${point} lowest`,
  highest: point => `${point} highest`,

  notSent: 'Not sent yet',
  lookAtOne: 'Not sent yet. Please look at one answer:',
  lookAtMany: 'Not sent yet. Please look at {n} answers:',
  answerErrors: {
    required: 'An answer is required.',
    no_option: 'The answer must be one of the options.',
    no_point: 'The answer must be a whole number from 1 to 10.',
    no_text: 'The answer must be a text.',
    takes_none: 'This question takes no answer.',
    nul: 'The answer must not contain a NUL character.',
    too_long: 'The answer must have at most 10,000 characters.',
  },
  unavailable: 'Your answer could not be kept just now. Nothing is lost: please send it again in a moment.',
  tooMany: 'Very many answers are arriving at once. Nothing is lost: please send yours again in a moment.',
  unreadable: 'Your answer could not be read. Please send it again.',
  missing: {
    title: 'There is no survey here',
    text: 'Please check the link: it has three words or a name, with hyphens.',
  },
  tooLarge: {
    title: 'That is too long',
    text: 'All answers together may have one megabyte. Please go back and shorten them.',
  },
  failed: {
    title: 'That did not work',
    text: 'The fault is ours. Please go back and try again in a moment.',
  },
  closed: { title: 'This survey is closed', text: 'This survey is closed. It takes no more answers.' },
  expired: { title: 'This survey has expired', text: 'This survey has expired. It takes no more answers.' },

  thanks: 'Thank you',
  answerIsIn: 'Thank you. Your answer is in.',
  to: title => `To “${title}”.`,
  stored: 'Stored are your answers, a random id and the time of arrival.',
  answerAgain: 'Answer again',
  receipt: {
    intro: 'This is the row that was kept:',
    id: 'Random id',
    arrived: 'Arrived',
    nothingElse: 'Nothing else was kept.',
  },

  board: {
    help: 'A board: ask your own questions and vote for those of others. It needs no answer.',
    moderated: 'A new question is shown once it has been approved.',
    empty: 'No questions yet.',
    answered: 'Answered',
    votes: 'Votes',
    upvote: 'Vote for this question',
    needsScript: 'To ask and to vote, please switch JavaScript on.',
    label: 'Your question',
    ask: 'Ask',
    waits: 'Your question is in. It waits for approval.',
    asked: 'Your question is on the board.',
    failed: 'That did not arrive. Please try again in a moment.',
    length: 'A question has 1 to 500 characters.',
    full: 'This board takes no more questions for now.',
  },

  script: {
    sending: 'Sending …',
    offline: 'You are offline. Your answer is safe here and is sent as soon as you are back.',
    retrying: 'That did not arrive. Trying again …',
    openAgain: 'This survey is open again.',
    changed: 'This survey has changed. What you typed stays.',
    reload: 'Show it as it is now',
    restored: 'What you typed before is back.',
    startAfresh: 'Start afresh',
    left: 'Characters left: {n}',
    over: 'Characters too many: {n}',
    nowRequired: '“{text}” is required now.',
    nowOptional: '“{text}” is optional now.',
  },

  privacy: {
    title: 'What is stored about a response',
    intro: 'All of it, column by column, as the database has it at this moment:',
    column: 'Column',
    meaning: 'What it holds',
    tables: {
      response: {
        title: 'What is stored about a response',
        columns: {
          survey_id: 'Which survey was answered: a running number.',
          sequence: 'Its number in the survey, in the order of arrival: 1, 2, 3 and so on.',
          id: 'A random-looking id of the row. Nothing about you can be read from it.',
          submitted_at: 'When it arrived.',
          answers: 'The answers, as they were sent.',
        },
      },
      removed_response: {
        title: 'A response that was removed',
        columns: {
          survey_id: 'Which survey it belonged to.',
          id: 'Its random id, and nothing else of it: so that sending it again does not bring it back.',
        },
      },
      board_item: {
        title: 'A question on a board',
        columns: {
          survey_id: 'Which survey the board belongs to.',
          question: 'Which board: its place in the survey.',
          sequence: 'Its number on the board, in the order of arrival: 1, 2, 3 and so on.',
          id: 'A random id.',
          text: 'The question, as it was asked.',
          state: 'Whether it is shown, waits for approval, was taken off or has been answered.',
          votes: 'How many votes it has.',
        },
      },
      board_vote: {
        title: 'A vote on a board',
        columns: {
          survey_id: 'Which survey the board belongs to.',
          question: 'Which board: its place in the survey.',
          sequence: 'Which question on the board it is for.',
          voter:
            'A number that lets your browser take the vote back. It cannot be linked to you, to your answers or to your other votes.',
        },
      },
    },
    nothingElse:
      'There is no column for a name, an e-mail address, an account, a network address or a device, and none can be added.',
    headings: { not: 'What is not stored', derived: 'What is counted', browser: 'In your browser' },
    not: 'No network address, no browser or device name, no language, no referring page, neither in the database nor in the logs. No cookie is set or read, and nothing is loaded from other hosts.',
    derived:
      'From the rows the service keeps how often each option and rating was chosen, and an index by which it finds an id.',
    browser:
      'Until it is sent, what you type stays in this tab, so that it survives a reload. Where you voted on a board, your browser remembers it, so that you can take a vote back.',
  },
}
