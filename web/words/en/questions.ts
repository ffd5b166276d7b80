import { isolated } from '../../../src/domain/values/text.ts'
import type { Forms, formatsOf } from '../format.ts'

/** The texts of the question editor in English. */
export function questionWords({ number, count, list, quote }: ReturnType<typeof formatsOf>) {
  const question: Forms = { one: 'question', other: 'questions' }
  const answer: Forms = { one: 'answer', other: 'answers' }
  return {
    count: (n: number) => count(n, question),
    add: 'Add question',
    newQuestion: 'New question',
    edit: 'Edit',
    done: 'Done',
    text: 'Question',
    type: 'Type',
    duplicate: 'Duplicate',
    delete: 'Delete',
    addAfter: 'Add question below',
    moderated: 'Hold new questions until I approve them',
    untitled: 'a question without text',
    deleted: (name: string) => `Deleted ${name}.`,
    moveUp: (name: string) => `Move ${name} up`,
    moveDown: (name: string) => `Move ${name} down`,
    isFirst: 'This is already the first question.',
    isLast: 'This is already the last question.',
    moved: (name: string, position: number, total: number) => `${name} is now question ${position} of ${total}.`,

    options: 'Options',
    option: (position: number) => `Option ${position}`,
    unnamedOption: (position: number) => `option ${position}`,
    addOption: 'Add option',
    optionsHelp: 'Enter adds one. Paste several lines to add several.',
    optionsPasted: (n: number) => `The question now has ${count(n, { one: 'option', other: 'options' })}.`,
    removeOption: (name: string) => `Remove ${name}`,
    needsOption: 'A question needs at least one option.',
    firstOption: 'This is already the first option.',
    lastOption: 'This is already the last option.',
    optionMoved: (name: string, position: number, total: number) => `${name} is now option ${position} of ${total}.`,

    required: 'Answer required',
    modes: { always: 'Always', optional: 'No, optional', conditional: 'Only when…' },
    noTrigger: '“Only when…” needs a multiple-choice question before this one.',
    boardRule: 'Boards collect no answers, so this rule has no effect.',
    requiredWhen: 'Required when',
    allOf: 'All conditions are met',
    anyOf: 'Any condition is met',
    addCondition: 'Add condition',
    condition: (position: number) => `Condition ${position}`,
    conditionQuestion: (position: number) => `Question for condition ${position}`,
    removeCondition: (position: number) => `Remove condition ${position}`,
    isAnyOf: 'is any of',
    removedOption: '(no longer an option)',
    tooManyConditions: (limit: number) => `A rule can have at most ${limit} conditions.`,
    noTriggerLeft: 'Every earlier multiple-choice question already has a condition.',
    rule: {
      board: 'Collects no answers',
      always: 'Answer required',
      optional: 'Optional',
      is: (name: string, values: readonly string[]) =>
        `${name} is ${values.length === 0 ? '…' : list(values.map(isolated), 'disjunction')}`,
      when: (conditions: readonly string[], isAny: boolean) =>
        `Required when ${list(conditions, isAny ? 'disjunction' : 'conjunction')}`,
    },

    editable: 'Nobody has responded yet, so you can change everything.',
    editableExceptBoards:
      'Nobody has responded yet. Boards with questions on them stay in place; you can change everything else.',
    locked:
      'This survey has responses. They refer to questions by position and to options by text, so existing questions keep their position, type and options.',
    lockedCan: (isOwner: boolean) =>
      `You can reword questions, add options, change when an answer is required, and add questions at the end. To change more, clone the survey ${
        isOwner ? 'in Settings' : 'through the API'
      }: a clone has no responses.`,
    lockedQuestion: (facts: {
      readonly position: number
      readonly hasResponses: boolean
      readonly hasOptions: boolean
      readonly isBoard: boolean
    }) => {
      const can = ['reword it', ...(facts.hasOptions ? ['add and reorder options'] : [])]
      if (!facts.isBoard) can.push('change when an answer is required')
      return `${facts.hasResponses ? 'This survey has responses' : 'This board has questions'}, so this stays question ${
        facts.position
      }, keeps its type${facts.hasOptions ? ' and options' : ''}, and can’t be deleted. You can ${list(can, 'conjunction')}.`
    },
    arrivedResponses: (n: number) =>
      `${count(n, { one: 'response', other: 'responses' })} arrived while you were editing.`,
    arrivedOnBoard: 'A question was asked on a board while you were editing.',
    stillSaveable: 'You can still save your changes.',
    notSaveable: 'Some of your changes can no longer be saved.',
    seeOptions: 'See the problems',
    changedElsewhere: 'Someone else changed the questions while you were editing.',
    changedElsewhereText: 'If you keep your changes, saving them replaces the other version.',
    seeOther: 'See the other version',
    keepMine: 'Keep my changes',
    useOther: 'Use the other version',

    save: 'Save questions',
    discard: 'Discard',
    changes: 'changes',
    notSaved: 'Not saved yet',
    problems: (n: number) => `${count(n, { one: 'problem', other: 'problems' })} to fix`,
    saved: 'Questions saved.',
    discarded: 'Changes discarded.',
    restored: 'Restored your unsaved changes.',
    leftUnsaved: 'Your changes to the questions are not saved. They are kept until you close this tab.',
    leftUnkept:
      'Your changes to the questions are not saved, and this browser has no room for a copy. Go back and save them before you leave this page.',
    saveFailed: 'Your changes were not saved',
    cannotSave: 'Your changes can’t be saved yet',
    serverSays: (text: string) => `Server message: ${text}`,
    consequences: 'When you save',
    answersStay: (answers: number, position: number) =>
      `${count(answers, answer)} to question ${position} ${answers === 1 ? 'stays' : 'stay'} under the new words. The results say that it was reworded.`,
    groupsDissolved: (n: number) =>
      n === 1
        ? 'A group of questions no longer fitted and was dissolved.'
        : `${number(n)} groups of questions no longer fitted and were dissolved.`,
    groupsDissolvedText: 'The questions are now shown separately. Answers stay as they are.',
    goToQuestion: (position: number) => `Question ${position}`,

    optionNote: {
      start: (other: number) => `Same as option ${other} but for a blank at the start.`,
      end: (other: number) => `Same as option ${other} but for a blank at the end.`,
      capitals: (other: number) => `Same as option ${other} but for capitals.`,
      looks: (other: number) => `Looks like option ${other}, but has other characters.`,
      invisible: 'Nobody can see this option: all of it is invisible.',
    },
    note: (option: number, text: string) => `option ${option}: ${text}`,
    moreNotes: (n: number) => `And ${count(n, { one: 'more option', other: 'more options' })}.`,
    restoreLocked: 'Restore what has responses',
    restoredLocked: 'Restored what has responses. The rest of your changes stays.',

    problem: {
      noQuestions: 'A survey needs at least one question.',
      noText: 'The question has no text. Enter it.',
      noOptions: 'There are no options. Add one.',
      emptyOption: (position: number) => `Option ${position} is empty. Enter its text or remove it.`,
      sameOptions: (option: string) => `Two options are ${quote(option)}. Change one.`,
      noCondition: 'The rule has no condition. Add one, or choose another setting.',
      triggerDeleted: (name: string) =>
        `The rule depends on ${name}, which was deleted. Choose another question or change when an answer is required.`,
      triggerAfter: (name: string) =>
        `The rule depends on ${name}, which now comes after this question. Move this question below it or choose another.`,
      triggerRetyped: (name: string) =>
        `The rule depends on ${name}, which is no longer multiple choice. Choose another question.`,
      noValues: (name: string) => `The rule selects no option of ${name}. Select at least one.`,
      optionGone: (option: string, name: string) =>
        `The rule selects ${quote(option)}, which is no longer an option of ${name}. Select another.`,
      ruleMoved: (position: number, name: string, target: number) =>
        `The rule of question ${position} still refers to ${name}, now question ${target}.`,
      cause: (name: string, hasResponses: boolean) =>
        hasResponses ? 'The survey has responses' : `The board ${name} has questions`,
      keepsQuestion: (cause: string, name: string) => `${cause}, so ${name} can’t be deleted.`,
      keepsPosition: (cause: string, name: string, position: number) =>
        `${cause}, so ${name} stays question ${position}.`,
      keepsType: (cause: string, name: string, type: string) => `${cause}, so ${name} keeps its type: ${type}.`,
      keepsOptions: (cause: string, name: string, options: readonly string[]) =>
        `${cause}, so ${name} keeps the ${options.length === 1 ? 'option' : 'options'} ${list(options.map(quote), 'conjunction')}.`,
    },
    number,
  }
}
