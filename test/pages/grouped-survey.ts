import assert from 'node:assert/strict'
import { choice, freeText, optional, requiredWhen } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service } from '../harness.ts'

/** Questions that are shown as one, with their groups. */
export interface GroupedSurvey {
  readonly questions: readonly object[]
  readonly groups: readonly object[]
  readonly title?: string
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

/** Stores such a survey. */
export async function newGrouped(
  service: Service,
  { questions, groups, title = 'Groups' }: GroupedSurvey,
): Promise<AdminClient> {
  const admin = await newAdminClient(service, questions, { title })
  const { status, text } = await admin.send('PATCH', '', { groups })
  assert.equal(status, 200, text)
  return admin
}

interface Shown {
  readonly language?: string
  /** What is sent without the script, after which the page shows it again with its errors. */
  readonly fields?: Readonly<Record<string, string>>
}

/** The page of such a survey, with its headers. */
export async function groupedPage(
  service: Service,
  survey: GroupedSurvey,
  { language = 'en', fields = {} }: Shown = {},
) {
  const { id } = await newGrouped(service, survey)
  const path = `/s/${id}?lang=${language}`
  const page = await call(service, 'GET', path)
  if (Object.keys(fields).length === 0) return page
  const [, questions = ''] = / name="questions"[^>]* value="([^"]*)"/.exec(page.text) ?? []
  const body = new URLSearchParams({ questions, ...fields }).toString()
  return call(service, 'POST', path, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
}
