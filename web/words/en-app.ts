import type { Tab } from '../app/surveys/survey-list.ts'
import type { Forms, formatsOf } from './format.ts'

/** The texts of the creator's application in English, apart from the builder and the settings. */
export function appWords({ number, count }: ReturnType<typeof formatsOf>) {
  const response: Forms = { one: 'response', other: 'responses' }
  const question: Forms = { one: 'question', other: 'questions' }
  const tabs: Readonly<Record<Tab, string>> = {
    all: 'All',
    open: 'Open',
    closed: 'Closed',
    archived: 'Archived',
    drafts: 'Drafts',
  }
  return {
    product: 'Soundings',
    documentTitle: (title: string) => `${title} · Soundings`,
    navigation: 'Application',
    surveys: 'Surveys',
    templates: 'Templates',
    settings: 'Settings',
    template: 'Template',
    keyboard: 'Keyboard shortcuts',
    notFoundTitle: 'There is no such page',
    notFound: 'The link may be incomplete, or what it led to was deleted.',
    goneTitle: 'This draft is no longer here',
    gone: 'It has been published or deleted. Published surveys are in your list.',
    templateGoneTitle: 'This template is no longer here',
    templateGone: 'It has been deleted.',
    pageNotLoaded:
      'Part of Soundings could not be loaded. Check your connection, then try again. Nothing you typed is lost.',
    backToSurveys: 'Go to your surveys',
    backToTemplates: 'Go to your templates',
    signedOutTitle: 'You’re signed out',
    signedOut: 'Sign in again to continue. Nothing you typed is lost: what isn’t saved yet is kept in this browser.',
    signInAgain: 'Sign in again',
    tryNow: 'Try now',

    list: {
      title: 'Surveys',
      newSurvey: 'New survey',
      search: 'Search surveys',
      tabsLabel: 'Which surveys',
      tabs,
      draft: 'Draft',
      responses: (n: number) => count(n, response),
      questions: (n: number) => count(n, question),
      untitled: 'Untitled survey',
      columns: { title: 'Title', state: 'State', responses: 'Responses', last: 'Last response' },
      changed: (ago: string) => `changed ${ago}`,
      noResponse: 'none yet',
      arriving: 'Responses are arriving',
      copyLink: (title: string) => `Copy link of “${title}”`,
      copy: 'Copy link',
      deleteDraft: (title: string) => `Delete draft “${title}”`,
      delete: 'Delete',
      draftDeleted: (title: string) => `Deleted the draft “${title}”.`,
      found: (n: number) => `${number(n)} found`,
      nothingFound: (search: string) => `Nothing matches “${search}”.`,
      clearSearch: 'Clear search',
      emptyTitle: 'Ask your first question',
      empty: 'Write a survey, publish it, and show the link to a room. Answers appear as they arrive.',
      emptyTab: {
        all: 'No surveys yet.',
        open: 'No survey is open.',
        closed: 'No survey is closed.',
        archived: 'Nothing is archived. Archive a survey in its settings to take it off your list.',
        drafts: 'No drafts. What you start and don’t publish waits here.',
      } satisfies Record<Tab, string>,
      startFromTemplate: 'Start from a template',
      openExample: 'Open an example',
    },

    ago: { now: 'just now' },

    templatesPage: {
      title: 'Templates',
      about: 'A survey you can publish again with one click: same questions, new link, no responses.',
      own: 'Your templates',
      gallery: 'Good starting points',
      galleryAbout: 'Each opens as a draft that you can change before you publish it.',
      none: 'You have no templates yet. Save a survey as a template on its dashboard, or start from one below.',
      use: 'Use',
      useOf: (name: string) => `Use “${name}”`,
      launch: 'Launch',
      launchOf: (name: string) => `Launch “${name}”`,
      launchHelp: 'Publishes it at once, with a new link.',
      edit: 'Edit',
      editOf: (name: string) => `Edit “${name}”`,
      more: (name: string) => `More actions for “${name}”`,
      rename: 'Rename',
      renameTitle: (name: string) => `Rename “${name}”`,
      name: 'Name',
      save: 'Save',
      renamed: 'Template renamed.',
      duplicate: 'Duplicate',
      duplicated: 'Template duplicated.',
      openAsDraft: 'Open as a draft',
      delete: 'Delete',
      deleted: (name: string) => `Deleted “${name}”.`,
      created: (date: string) => `created ${date}`,
      questions: (n: number) => count(n, question),
      changedElsewhere:
        'The template was changed elsewhere at the same time. Its list is up to date again: try once more.',
    },

    published: {
      title: 'Your survey is open',
      launched: (title: string) => `“${title}” is open`,
      about: 'Anyone with this link or code can respond. Responses appear on the dashboard as they arrive.',
      openDashboard: 'Open dashboard',
      present: 'Present',
      toList: 'All surveys',
      closes: (time: string) => `It closes on ${time}.`,
    },

    verify: {
      title: 'Confirm it’s you',
      about: 'This needs your password again. You won’t be asked for the next ten minutes.',
      password: 'Password',
      confirm: 'Continue',
    },

    problems: {
      wrong_password: 'That isn’t your password.',
      too_many_attempts: 'Too many attempts. Wait a quarter of an hour, then try again.',
      invalid_email: 'Enter an e-mail address, such as ada@example.org.',
      email_taken: 'This address already has an account.',
      invalid_name: 'Use letters of one alphabet in each word, and no invisible characters.',
      invalid_password: 'Use 8 characters or more, at most 200.',
      common_password: 'This password is too common. Choose another one.',
    } as Readonly<Record<string, string>>,

    example: {
      title: 'Team lunch on Friday',
      questions: [
        { type: 'multiple_choice', text: 'Will you come?', options: ['Yes', 'No'] },
        {
          type: 'multiple_choice',
          text: 'What would you like?',
          options: ['Noodles', 'Pizza', 'Salad'],
          requirement: {
            mode: 'conditional',
            when: { op: 'all', conditions: [{ questionIndex: 0, values: ['Yes'] }] },
          },
        },
        {
          type: 'free_text',
          text: 'Anything we should know?',
          requirement: { mode: 'optional' },
        },
      ],
    },

    keys: {
      search: 'Search',
      newSurvey: 'New survey',
      move: 'Next or previous survey',
      open: 'Open the survey',
      help: 'Keyboard shortcuts',
      inBuilder: 'In the builder',
      moveQuestion: 'Move the question up or down',
      nextQuestion: 'Next or previous question',
      addQuestion: 'Add a question',
      addOption: 'Next option, or a new one after the last',
      publish: 'Publish',
      alt: 'Alt',
      ctrl: 'Ctrl',
      enter: 'Enter',
    },
  }
}
