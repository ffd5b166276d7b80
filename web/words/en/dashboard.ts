import type { ItemState } from '../../../src/domain/boards/board.ts'
import { isolated } from '../../../src/domain/values/text.ts'
import type { SurveyState } from '../../ui/survey-state.ts'
import type { Forms, formatsOf } from '../format.ts'
import { exportWords } from './exports.ts'
import { resultWords } from './results.ts'

const ANSWER: Forms = { one: 'answer', other: 'answers' }
const QUESTION: Forms = { one: 'question', other: 'questions' }
const RESPONSE: Forms = { one: 'response', other: 'responses' }

/** Why there are no responses, and what to do about it. */
const NO_RESPONSES: Readonly<Record<SurveyState | 'boards', string>> = {
  open: 'Share the link above or show this QR code: anyone who scans it can respond. Responses appear here as they arrive.',
  closed: 'This survey is closed, so nobody can respond. Open it, then share its link.',
  expired: 'This survey has expired, so nobody can respond. Open it with a new deadline, then share its link.',
  taken_down: 'The operator of this service has taken this survey down, so nobody can respond.',
  boards: 'People ask and vote on the boards of this survey. It has no other questions to answer.',
}
const ITEM_STATES: Readonly<Record<ItemState, string>> = {
  held: 'Waiting',
  shown: 'Shown',
  answered: 'Answered',
  hidden: 'Hidden',
}

/** The texts of a survey's dashboard in English, beside those that it shares with other pages. */
export function dashboardWords(format: ReturnType<typeof formatsOf>) {
  const { number, count, form, quote } = format
  return {
    header: {
      present: 'Present',
      open: 'Open',
      close: 'Close',
      survey: 'survey',
      closed: 'Survey closed. It no longer accepts responses.',
      opened: 'Survey opened. It now accepts responses.',
      takenDown:
        'The operator of this service has taken this survey down, so respondents can’t see it. Everything collected stays. Ask the operator why.',
      expiredTitle: 'This survey has expired',
      openSurvey: 'Open survey',
      openUntil: 'New deadline',
      openUntilHelp: 'Leave this empty to keep the survey open until you close it.',
      reopened: 'Survey reopened. It now accepts responses.',
      dashboard: 'Dashboard',
      tabs: {
        results: 'Results',
        responses: 'Responses',
        board: 'Board',
        questions: 'Questions',
        settings: 'Settings',
      },
    },

    results: resultWords(format),
    record: { name: 'Record', open: 'Open the record' },

    responses: {
      title: 'Responses',
      none: NO_RESPONSES,
      view: 'View',
      byResponse: 'By response',
      byQuestion: 'By question',
      question: 'Question',
      search: 'Search text answers',
      notFound: (text: string) => `No results for ${quote(text)}.`,
      found: (n: number) => `${number(n)} found`,
      foundSoFar: (n: number) => `${number(n)} found so far`,
      searching: 'Searching…',
      searched: (found: number, searched: number, total: number) =>
        `${found > 0 ? `${number(found)} found so far. ` : ''}Searched ${number(searched)} of ${number(total)}…`,
      noAnswers: 'Nobody has answered this question yet.',
      answers: (n: number) => count(n, ANSWER),
      newArrived: 'New responses have arrived.',
      showNew: (n: number, isMore: boolean) => `Show ${number(n)}${isMore ? '+' : ''} new ${form(n, RESPONSE)}`,
      showMore: 'Show more',
      /** On paper. */
      printed: {
        responses: (shown: number, all: number) =>
          `${number(shown)} of ${count(all, RESPONSE)} ${shown === 1 ? 'is' : 'are'} printed. Export has them all.`,
        answers: (shown: number, all: number) =>
          `${number(shown)} of ${count(all, ANSWER)} ${shown === 1 ? 'is' : 'are'} printed. Export has them all.`,
        matches: (shown: number) =>
          `Not all responses were searched: ${number(shown)} found so far ${shown === 1 ? 'is' : 'are'} printed. Export has all responses.`,
      },
      loadFailed: 'The responses could not be loaded.',
      blank: 'No question was answered.',
      noAnswer: 'No answer',
      notAsked: 'Not asked',
      rating: (value: number, highest: number) => `${value} of ${highest}`,
      viewFull: 'View in full',
      delete: 'Delete',
      newer: 'Newer',
      older: 'Older',
      itsAnswers: 'Answers',
      deleteTitle: 'Delete this response?',
      deleteText: 'This response will be deleted and removed from all counts. You can’t undo this.',
      deleted: 'Response deleted.',
    },

    exports: exportWords(format),

    board: {
      label: 'Board',
      states: ITEM_STATES,
      actions: { shown: 'Show', answered: 'Mark answered', held: 'Hold', hidden: 'Hide' } satisfies Record<
        ItemState,
        string
      >,
      /** Shows a question that waits. */
      approve: 'Approve',
      notShown: 'Only a question that is shown can be marked as answered.',
      done: (state: ItemState, text: string) => `${ITEM_STATES[state]}: ${isolated(text)}`,
      undone: (state: ItemState, text: string) => `Undone. ${ITEM_STATES[state]}: ${isolated(text)}`,
      nothingToUndo: 'There is nothing to undo.',
      full: (limit: number) =>
        `The board is full: ${number(limit)} questions are shown or waiting. Hide some or mark them as answered, then try again.`,
      listChanged: 'The list just changed. Press again to confirm.',
      moreWaiting: (n: number) => `${number(n)} more when you pause`,
      waiting: (n: number) => `${count(n, QUESTION)} waiting`,
      waitingLabel: 'waiting',
      surveyPage: 'the survey page',
      questionsTab: 'Questions',
      noneWaiting: 'Nothing is waiting. New questions stay here until you approve them.',
      unmoderated: {
        before:
          'Nothing is waiting: questions appear as soon as they are asked. To approve them first, turn that on in ',
        after: '.',
      },
      closed: 'No questions yet. The survey isn’t open, so nobody can ask. Open it above.',
      takenDown: 'No questions yet. The operator has taken the survey down, so nobody can ask.',
      none: {
        before: 'No questions yet. People ask them on ',
        after: ': copy its link above, or choose Present to show it on a screen.',
      },
      noneShown: 'No questions are shown.',
      showOne: 'No questions are shown. Approve one that is waiting.',
      keys: {
        title: 'Keyboard:',
        or: 'or',
        to: 'to',
        move: 'move',
        shown: 'approve or show',
        hidden: 'hide',
        answered: 'mark answered',
        held: 'hold',
        undo: 'undo',
        board: 'choose a board',
      },
    },

    settings: {
      publicLink: 'Public link',
      linkTakenDown: 'The operator of this service has taken this survey down, so this link doesn’t work.',
      linkNotOpen: 'The survey isn’t open. Anyone who follows the link is told so.',
      publicLinkAbout: 'Where people respond. The QR code leads to the same page, from a screen or on paper.',
      copyPublicLink: 'Copy public link',
      downloadCode: 'Download QR code',
      printCode: 'Print QR code',
      themeAbout: 'The colours of the survey page and of this dashboard.',
      applyTheme: 'Apply theme',
      themeApplied: 'Theme applied',
      themeUpdated: 'Theme updated.',
      preview: (scheme: 'light' | 'dark') => `Preview of the survey in ${scheme} mode`,
      previewQuestion: 'Will you come?',
      previewYes: 'Yes',
      previewNo: 'Not this time',
      previewSend: 'Send',
      deadline: 'Deadline',
      deadlineAbout: 'After this time the survey stops accepting responses. Everything collected stays.',
      deadlineSet: 'Deadline set.',
      deadlineUnchanged: 'The deadline is unchanged.',
      deadlineRemoved: 'Deadline removed. The survey stays open until you close it.',
      noDeadline: 'No deadline.',
      noDeadlineOpen: 'No deadline: open until you close it.',
      noDeadlineClosed: 'No deadline. The survey is closed.',
      deadlinePassed: (time: string) => `The deadline was ${time}.`,
      deadlineAhead: (time: string) => `The deadline is ${time}.`,
      closedNow: 'The survey is closed.',
      dateAndTime: 'Date and time',
      setDeadline: 'Set deadline',
      removeDeadline: 'Remove deadline',
      newDeadline: 'New deadline',
      reopen: 'Reopen',
      reopenUntil: (time: string) => `Reopen until ${time}`,
      reopenWithout: 'Reopen without a deadline',
      chooseFuture: 'Choose a time in the future.',
      expiresNow: 'This time is in the past: the survey will expire immediately.',
      archive: 'Archive',
      archiveAbout:
        'Archived surveys are hidden from your survey list. Links, status and this dashboard stay as they are.',
      archived: 'Archived: hidden from your survey list.',
      notArchived: 'Visible in your survey list.',
      archiveAction: 'Archive',
      unarchiveAction: 'Restore to list',
      surveyArchived: 'Survey archived.',
      surveyRestored: 'Survey restored to your list.',
      adminLink: 'Admin link',
      adminLinkAbout:
        'Anyone with this link can do everything on this dashboard. Replace it if it has been shared by mistake.',
      createAdminLink: 'Replace admin link',
      replaceTitle: 'Replace the admin link?',
      replaceAction: 'Replace link',
      replaceText:
        'The current admin link stops working immediately, and everyone else signed in with it is signed out.',
      replaceKeeps: 'The public link, the projector link and the remote link keep working.',
      newAdminLink: 'New admin link',
      newAdminLinkAbout:
        'The previous link no longer works. Copy this one now and keep it safe: it won’t be shown again.',
      copyThisLink: 'Copy this link',
      signOut: 'Sign out',
      signOutAbout:
        'Signs this browser out of this dashboard and removes changes to the questions that aren’t saved. Browsers remember the links they open: on a computer that others use, replace the admin link first.',
      delete: 'Delete',
      deleteAbout: 'Permanently deletes the survey and all its responses.',
      deleteSurvey: 'Delete survey',
      deleting: 'Deleting…',
      deleteTitle: (title: string) => `Delete ${quote(title)}?`,
      deleteAction: 'Delete permanently',
      deleteLoss: (n: number) =>
        n === 0
          ? 'The survey has no responses. You can’t undo this.'
          : `${count(n, RESPONSE)} will be deleted with it. You can’t undo this; export the responses first if you need them.`,
      deleteConfirm: { before: 'Type ', after: ' to confirm' },
      restored: 'Change undone.',
      changedSince: 'This was changed again since, so nothing was undone.',
      expiresInPast: 'This time is in the past. Choose one in the future.',
      paidDeadline: 'Setting a deadline requires a subscription on the creator’s account.',
      paidColours: 'Custom colours require a subscription on the creator’s account.',
    },
  }
}
