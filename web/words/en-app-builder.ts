import type { Forms, formatsOf } from './format.ts'

/** The texts of the builder in English. */
export function builderWords({ count }: ReturnType<typeof formatsOf>) {
  const question: Forms = { one: 'question', other: 'questions' }
  return {
    titleLabel: 'Title',
    nameLabel: 'Name of the template',
    newTitle: 'Untitled survey',
    back: 'Surveys',
    backToTemplates: 'Templates',
    preview: 'Preview',
    theme: 'Theme',
    publish: 'Publish',
    saveTemplate: 'Save template',
    templateSaved: 'Template saved.',
    outline: 'Questions',
    addQuestion: 'Add question',
    pasteQuestions: 'Paste questions',
    pasteShort: 'Paste',
    startingPoints: 'Start from a template',
    needsAttention: 'needs attention',
    position: (at: number, total: number) => `Question ${at} of ${total}`,
    allQuestions: 'All questions',
    empty: 'Add your first question. A survey can be as short as one.',

    states: {
      saved: 'Saved',
      unsaved: 'Not saved yet',
      saving: 'Saving…',
      offline: 'Not saved: kept in this browser',
      offlineLost: 'Not saved, and this browser has no room for a copy. Keep this page open.',
      'signed out': 'Signed out: kept in this browser',
      gone: 'Not saved',
      refused: 'Not saved',
      conflict: 'Changed elsewhere',
    },
    refused: (reason: string) => `This can’t be saved: ${reason}`,
    restored: 'Restored your unsaved changes.',
    conflictTitle: 'This draft was changed in another tab or on another device',
    conflict: 'Both versions are here. Choose one; you can undo the choice.',
    templateConflictTitle: 'This template was changed elsewhere since you opened it',
    templateConflict:
      'Saving now would overwrite the other version, so nothing has been saved. Both versions are here.',
    mine: 'Your version',
    theirs: 'The other version',
    versionAbout: (title: string, questions: number) => `“${title}”, ${count(questions, question)}`,
    keepMine: 'Keep my version',
    useTheirs: 'Use the other version',
    usingTheirs: 'Now showing the other version.',
    usingMine: 'Your version is saved.',
    goneTitle: 'This draft was published or deleted elsewhere',
    gone: 'What you typed since then is still here.',
    saveAsNew: 'Save it as a new draft',
    savedAsNew: 'Saved as a new draft.',

    previewTitle: 'Preview of the survey on a phone',
    previewAbout: 'What respondents see. Nothing you enter here is sent.',
    previewScheme: 'Preview in',
    light: 'Light',
    dark: 'Dark',
    previewOffline: 'The preview follows once your changes are saved.',

    themeAbout: 'The colours of the survey page. Everything else is derived from them, so that it stays readable.',
    themeDefault: 'The colours that you used last, or Classic, until you choose.',
    ownColours: 'Custom colours need a subscription. The six themes are free.',
    contrast: 'Contrast',
    contrastAbout: 'At least 4.5 : 1 for text, in both modes; colours that would not reach it are adjusted.',
    contrastOf: { text: 'Text', muted: 'Help', accent: 'Links', onPrimary: 'Buttons' },
    contrastIn: { light: 'Light', dark: 'Dark' },

    notReadyTitle: 'Not ready to publish yet',
    notReady: (n: number) =>
      n === 1 ? 'Fix one thing first:' : `Fix ${count(n, { one: 'thing', other: 'things' })} first:`,
    notReadyTemplate: 'Finish this first. A template can be launched with one click, so it has to be complete.',
    noTitle: 'The survey has no title. Enter it.',
    longTitle: (limit: number) => `The title is longer than ${limit} characters. Shorten it.`,
    tooMany: (limit: number) => `A survey can have at most ${limit} questions.`,

    paste: {
      title: 'Paste questions',
      label: 'Questions',
      help: 'One line for each question. Put options on lines that begin with a dash.',
      syntax: [
        ['# Team lunch', 'the title'],
        ['Will you come?', 'a question'],
        ['- Yes', 'an option of the question above'],
        ['How good was it? (1-10)', 'a rating'],
        ['Anything else? (optional)', 'may be left empty'],
        ['? Ask the team', 'a board for questions and votes'],
      ],
      syntaxTitle: 'How to write it',
      json: 'JSON works too: a list of questions as in the API.',
      found: (n: number) => `${count(n, question)} found.`,
      nothing: 'No question found yet.',
      unknown: (lines: readonly number[], list: string) =>
        lines.length === 1
          ? `Line ${list} is an option without a multiple-choice question above it, and is left out.`
          : `Lines ${list} are options without a multiple-choice question above them, and are left out.`,
      add: (n: number) => `Add ${count(n, question)}`,
      addNone: 'Add questions',
      replaces: 'The empty question is replaced.',
      added: (n: number) => `Added ${count(n, question)}.`,
    },

    sheet: {
      title: 'Publish',
      about:
        'The survey opens at once. Its title can’t be changed afterwards. Questions can: even after the first response, you can reword them and add more.',
      link: 'Link',
      randomHelp: 'Three random words, chosen when you publish: nobody can guess them.',
      random: 'Use three random words',
      suggest: (slug: string) => `Use “${slug}”`,
      invalid: (shortest: number, longest: number) =>
        `Use ${shortest} to ${longest} lower-case letters, digits and single hyphens, such as team-lunch.`,
      checking: 'Checking…',
      available: 'This link is free.',
      taken: 'This link is taken. Choose other words.',
      unknown: 'You’ll see when you publish whether this link is free.',
      end: 'Deadline',
      noEnd: 'No deadline: open until you close it',
      atTime: 'Set deadline',
      dateAndTime: 'Closes on',
      past: 'This time is in the past.',
      freeEnd: (days: number, date: string) =>
        `It closes on ${date}. On the free plan a survey is open for ${days} days; everything collected stays.`,
      noneLeft: 'Your account has no room for another survey. Delete one on its dashboard first.',
      publish: 'Publish now',
      publishing: 'Publishing…',
      notPublished: (reason: string) => `Not published: ${reason}`,
      notSaved: 'the draft couldn’t be saved. It is kept in this browser.',
    },
  }
}
