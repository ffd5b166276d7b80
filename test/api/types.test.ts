import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, startService } from '../harness.ts'
import { type Api, board, choice, freeText, newApi, optional, rating, requiredWhen, submit } from './fixtures.ts'

const service = await startService()
after(() => service.close())

const values = [null, true, 1, 'x', [], {}]

type Path = readonly (string | number)[]
/** A place in a body, and which of the values above are valid there. */
type Place = readonly [path: Path, ...legal: unknown[]]

const questions = [
  choice('Coming?', ['Yes', 'No']),
  rating('How good?', optional),
  freeText('Why?', requiredWhen('all', [0, 'Yes'])),
  board('Ask', { moderated: false, note: { deep: 1 } }),
]
const when: Path = ['questions', 2, 'requirement', 'when']
const inQuestions: Place[] = [
  [['questions']],
  [['questions', 0]],
  [['questions', 0, 'type']],
  [['questions', 0, 'text'], 'x'],
  [['questions', 0, 'options']],
  [['questions', 0, 'options', 1], 'x'],
  [['questions', 1, 'options'], ...values],
  [['questions', 1, 'requirement']],
  [['questions', 1, 'requirement', 'mode']],
  [['questions', 1, 'requirement', 'when'], ...values],
  [['questions', 1, 'moderated'], ...values],
  [['questions', 2, 'requirement']],
  [['questions', 2, 'requirement', 'mode']],
  [when],
  [[...when, 'op']],
  [[...when, 'conditions']],
  [[...when, 'conditions', 0]],
  [[...when, 'conditions', 0, 'questionIndex']],
  [[...when, 'conditions', 0, 'values']],
  [[...when, 'conditions', 0, 'values', 0]],
  [[...when, 'conditions', 0, 'note'], ...values],
  [['questions', 3, 'moderated'], true],
  [['questions', 3, 'note'], ...values],
  [['questions', 3, 'note', 'deep'], ...values],
  [['unknown'], ...values],
]
const titled = (member: string): Place => [[member], 'x']

interface Target {
  readonly what: string
  readonly body: object
  readonly places: readonly Place[]
  send(api: Api, ids: { survey: string; template: string }, body: unknown): Promise<Answer>
}

const targets: Target[] = [
  {
    what: 'POST /surveys',
    body: { title: 'Survey', questions, theme: 'ocean' },
    places: [titled('title'), ...inQuestions, [['questions', 1, 'index'], ...values], [['slug']], [['theme']]],
    send: (api, _, body) => api.post('/surveys', body),
  },
  {
    what: 'PATCH /surveys/{id}',
    body: { status: 'open', theme: 'ocean', questions, archived: false },
    // The index 1 refers to the second question and makes the others new.
    places: [...inQuestions, [['questions', 1, 'index'], 1], [['status']], [['theme']], [['archived'], true]],
    send: (api, { survey }, body) => api.patch(`/surveys/${survey}`, body),
  },
  {
    what: 'clone',
    body: { title: 'Clone', theme: 'ocean' },
    places: [titled('title'), [['slug']], [['theme']], [['unknown'], ...values]],
    send: (api, { survey }, body) => api.post(`/surveys/${survey}/clone`, body),
  },
  {
    what: 'save-as-template',
    body: { name: 'Saved' },
    places: [titled('name'), [['slug'], ...values], [['unknown'], ...values]],
    send: (api, { survey }, body) => api.post(`/surveys/${survey}/save-as-template`, body),
  },
  {
    what: 'POST /templates',
    body: { name: 'Template', questions },
    places: [titled('name'), ...inQuestions, [['questions', 1, 'index'], ...values]],
    send: (api, _, body) => api.post('/templates', body),
  },
  {
    what: 'launch',
    body: { theme: { primary: '#000000', background: '#ffffff' } },
    places: [
      [['slug']],
      [['theme']],
      [['theme', 'primary']],
      [['theme', 'background']],
      [['theme', 'more'], ...values],
    ],
    send: (api, { template }, body) => api.post(`/templates/${template}/launch`, body),
  },
  {
    what: 'a submission',
    body: { answers: ['Yes', 5, 'text', null] },
    places: [
      [['answers']],
      [['answers', 0]],
      [['answers', 1], null, 1],
      [['answers', 2], 'x'],
      [['answers', 3], null],
      [['key']],
    ],
    send: (_, { survey }, body) => {
      const { answers, ...more } = body as { answers: unknown }
      return submit(service, survey, answers, more)
    },
  },
]

for (const { what, body, places, send } of targets) {
  for (const [path, ...legal] of places) {
    test(`${what}: every type of value at ${path.join('.')} [error-body]`, async () => {
      const api = await newApi(service)
      let made = await begin(api)
      for (const value of values) {
        const answer = await send(api, made.ids, withValue(body, path, value))
        if (legal.some(one => JSON.stringify(one) === JSON.stringify(value))) {
          assert.ok(answer.status < 300, answer.text)
          made = await begin(api)
        } else {
          assertShapedRefusal(answer)
          assert.deepEqual(await stateOf(api, made.ids.survey), made.before)
        }
      }
    })
  }
}

/** What requests are sent to. Refused ones change nothing, so the next can have the same. */
async function begin(api: Api) {
  const ids = { survey: (await api.create(questions)).id, template: (await api.saveTemplate(questions)).id }
  return { ids, before: await stateOf(api, ids.survey) }
}

async function stateOf(api: Api, survey: string): Promise<unknown> {
  return { survey: await api.read(survey), surveys: await api.list(), templates: await api.templates() }
}

function assertShapedRefusal({ status, body, text }: Answer): void {
  assert.equal(status, 400, text)
  const { error, code, questions, ...rest } = body as unknown as Record<string, unknown>
  assert.match(String(error), /\S/)
  assert.ok(code === undefined || code === 'invalid_answers', text)
  assert.ok(questions === undefined || code === 'invalid_answers', text)
  assert.deepEqual(rest, {})
}

/** The same body with this value at this place. */
function withValue(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  const inner = withValue(Reflect.get(Object(body), step), rest, value)
  return Array.isArray(body) ? body.with(Number(step), inner) : { ...Object(body), [step]: inner }
}
