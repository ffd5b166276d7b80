import { answersOfPage } from '../../src/domain/responses/page-answers.ts'
import { parseAnswers } from '../../src/domain/responses/submission.ts'
import { checkGroups } from '../../src/domain/surveys/groups/group-fit.ts'
import { parseGroups, type QuestionGroup } from '../../src/domain/surveys/groups/question-group.ts'
import { parseQuestions } from '../../src/domain/surveys/question.ts'
import type { QuestionSettings } from '../../src/domain/surveys/question-settings.ts'
import type { JsonObject } from '../../src/domain/values/json.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import type { FramedPage } from '../../src/html/frame.ts'
import { scriptContent } from '../../src/html/html.ts'
import { readAssets } from '../../src/pages/assets.ts'
import type { Language } from '../../src/pages/language.ts'
import type { Site } from '../../src/pages/page.ts'
import { readForm } from '../../src/pages/surveys/form.ts'
import { surveyPage } from '../../src/pages/surveys/survey.ts'
import { wordsIn } from '../../src/pages/words-by-language.ts'
import type { PublicSurvey } from '../../src/service/responses/responses.ts'
import { choice, freeText, optional, requiredWhen } from '../api/fixtures.ts'

/** Questions that are shown as one, with their groups. */
export interface GroupedSurvey {
  readonly questions: readonly object[]
  readonly groups: readonly object[]
  readonly title?: string
  readonly settings?: QuestionSettings
  readonly more?: Partial<PublicSurvey['survey']>
}

const rows = ['Food', 'Rooms', 'Talks about things that take a while to explain']
const days = ['Monday', 'Wednesday', 'Friday']

/** One group of each kind, in two sections. */
export const GROUPED = {
  title: 'After the conference',
  questions: [
    ...days.map(day => choice('On which days were you there?', [day], optional)),
    choice('On which days were you there?', ['Other'], optional),
    freeText('Which other day?', requiredWhen('all', [3, 'Other'])),
    choice('How did you come?', ['By train', 'By bicycle', 'Other']),
    freeText('How else?', requiredWhen('all', [5, 'Other'])),
    ...rows.map((row, at) => choice(row, ['Very good', 'Good', 'Fair', 'Poor'], at === 2 ? optional : {})),
    ...['Keynote', 'Workshops', 'Evening'].map(item => choice(item, ['1', '2', '3'], optional)),
  ],
  groups: [
    { kind: 'section', title: 'Coming and going', text: 'Two questions.\nSee https://example.org/map', from: 0, to: 6 },
    { kind: 'check_list', min: 1, max: 2, from: 0, to: 4 },
    { kind: 'other', from: 5, to: 6 },
    { kind: 'section', title: 'Looking back', from: 7, to: 12 },
    { kind: 'grid', title: 'How was it?', from: 7, to: 9 },
    { kind: 'ranking', title: 'What did you like best?', min: 1, from: 10, to: 12 },
  ],
} satisfies GroupedSurvey

interface Shown {
  readonly slug?: string
  readonly language?: Language
  readonly baseUrl?: string
  readonly key?: string
  /** What was sent without the script, which the page shows again with its errors. */
  readonly typed?: ReadonlyMap<string, string>
}

/** The page of such a survey. */
export async function groupedPage(
  { questions: list, groups: given, title = 'Groups', settings = [], more = {} }: GroupedSurvey,
  { slug = 'three-word-slug', language = 'en', baseUrl = '', key = 'key', typed = new Map() }: Shown = {},
): Promise<FramedPage> {
  const questions = parseQuestions(list as JsonObject[])
  const groups = groupsOf(given)
  checkGroups(groups, questions)
  const survey = {
    slug,
    title,
    theme: 'default',
    texts: {},
    questionSettings: settings,
    responseCount: 0,
    sharedDevice: false,
    paced: false,
    shareResults: 'never',
    language: null,
    ...more,
  } as PublicSurvey['survey']
  const words = wordsIn(language)
  const reader = { language, words, siteLinks: { saysMadeWith: false }, ours: false, theirs: false } as const
  const errors = typed.size === 0 ? [] : errorsOf(questions, groups, typed)
  const refusal = errors.length > 0 ? new Refusal('invalid_answers', { questions: errors }) : undefined
  const view = { reader, key, groups, typed, notices: new Map(), refusal }
  return surveyPage({ survey, questions, status: 'open', isListed: false }, view, siteAt(baseUrl))
}

function groupsOf(given: readonly object[]): readonly QuestionGroup[] {
  return parseGroups(given as JsonObject[])
}

function errorsOf(
  questions: ReturnType<typeof parseQuestions>,
  groups: readonly QuestionGroup[],
  typed: ReadonlyMap<string, string>,
) {
  const { answers, form } = readForm(questions, typed)
  return parseAnswers(questions, answersOfPage(questions, `${form}`, answers), groups).errors
}

function siteAt(baseUrl: string): Site {
  const assets = readAssets()
  const pathOf = (name: string) => assets.get(name)?.path
  const groups = assets.get('groups.js')
  return {
    baseUrl,
    script: pathOf('respondent.js'),
    sharedDeviceScript: pathOf('shared-device.js'),
    pacedScript: pathOf('paced.js'),
    stepResultScript: pathOf('step-result.js'),
    boardScript: pathOf('boards.js'),
    groupsScript: groups && scriptContent(String(groups.text).trim()),
    unsentScript: pathOf('unsent.js'),
    nextSlice: async () => undefined,
  }
}
