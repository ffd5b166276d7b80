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
  requiredNow: 'Now required because of an answer above',
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
  unavailable: 'Your answer could not be saved just now. Nothing is lost: please send it again in a moment.',
  tooMany: 'A lot of answers are arriving at once. Nothing is lost: please send yours again in a moment.',
  unreadable: 'Your answer could not be read. Please send it again.',
  missing: {
    title: 'There is no survey here',
    text: 'Please check the link. It ends in a name or three words, joined by hyphens.',
  },
  tooLarge: {
    title: 'That is too long',
    text: 'Your answers can be at most 1 MB in total. Please go back and shorten them.',
  },
  crossSite: {
    title: 'This form came from another site',
    text: 'Nothing was stored. Please open the survey’s own link and answer there.',
  },
  failed: {
    title: 'Something went wrong',
    text: 'The problem is on our side. Please go back and try again in a moment.',
  },
  closed: { title: 'This survey is closed', text: 'This survey is closed. It no longer accepts answers.' },
  expired: { title: 'This survey has expired', text: 'This survey has expired. It no longer accepts answers.' },

  thanks: 'Thank you',
  answerIsIn: 'Thank you. Your answer is in.',
  to: title => `Survey: “${title}”`,
  stored: 'What is stored: your answers, a random id and the time they arrived.',
  answerAgain: 'Answer again',
  receipt: {
    intro: 'This is exactly what was stored:',
    id: 'Random id',
    arrived: 'Arrived',
    nothingElse: 'Nothing else was stored.',
  },

  board: {
    help: 'Ask your own questions and vote for other people’s. You don’t have to answer anything here.',
    moderated: 'New questions appear once they have been approved.',
    empty: 'No questions yet.',
    answered: 'Answered',
    votes: 'Votes',
    upvote: 'Vote for this question',
    needsScript: 'To ask questions and vote, please turn on JavaScript.',
    label: 'Your question',
    ask: 'Ask',
    waits: 'Your question has been sent. It will appear once it is approved.',
    asked: 'Your question has been posted.',
    failed: 'That did not go through. Please try again in a moment.',
    length: 'A question must have 1 to 500 characters.',
    full: 'No more questions can be asked here for now.',
  },

  script: {
    sending: 'Sending…',
    offline: 'You are offline. Your answer is safe here and will be sent when you are back online.',
    retrying: 'That did not go through. Trying again…',
    openAgain: 'This survey is open again.',
    changed: 'This survey has changed. What you typed is still here.',
    reload: 'Show the current version',
    restored: 'What you typed before has been restored.',
    startAfresh: 'Start over',
    left: 'Characters left: {n}',
    over: 'Characters over the limit: {n}',
    nowRequired: '“{text}” is required now.',
    nowOptional: '“{text}” is optional now.',
  },

  privacy: {
    title: 'What is stored about a response',
    intro: 'Everything, column by column, exactly as the database has it now:',
    column: 'Column',
    meaning: 'What it holds',
    tables: {
      response: {
        title: 'What is stored about a response',
        columns: {
          survey_id: 'Which survey was answered: a serial number.',
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
          id: 'Its random id and nothing else, so that sending it again does not bring it back.',
        },
      },
      board_item: {
        title: 'A question on a board',
        columns: {
          survey_id: 'Which survey the board belongs to.',
          question: 'Which board: its position in the survey.',
          sequence: 'Its number on the board, in the order of arrival: 1, 2, 3 and so on.',
          id: 'A random id.',
          text: 'The question, as it was asked.',
          state: 'Whether it is shown, waiting for approval, hidden or answered.',
          votes: 'How many votes it has.',
        },
      },
      board_vote: {
        title: 'A vote on a board',
        columns: {
          survey_id: 'Which survey the board belongs to.',
          question: 'Which board: its position in the survey.',
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
      'From these rows the service counts how often each option and rating was chosen, and keeps an index for looking up ids.',
    browser:
      'What you type is kept in this tab until you send it, so that it survives a reload. Your browser remembers your votes on a board, so that you can take them back.',
  },
}
