import fc from 'fast-check'
import { type Expected, known, type Reference } from './reference.ts'
import { areWellFormed, type Fields, type Json, padded, parseJson, printJson, withoutEnd } from './rules.ts'

/** What the steps of one sequence act on. */
export interface Scene {
  readonly model: Reference
  readonly now: () => number
  /** Makes the custom slugs of this sequence differ from those of all others. */
  readonly prefix: string
}

/** One HTTP call and the response the model predicts; `by` is the account whose token it carries. */
export interface Exchange {
  readonly by?: number
  /** In place of an account's: that of an admin link. */
  readonly token?: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: string
  readonly foretell: () => Expected
}

/** What happens outside the API. */
export type Event = { readonly advance: number } | { readonly survey: string; readonly expiresAt: number | null }

/**
 * A step works on whatever the sequence has created so far, so that any other step can be left out when a failure is
 * shrunk.
 */
export type Step = (scene: Scene) => Exchange | Event

const hour = 3_600_000
const keys = ['0b5e1a52-6f0c-4d0e-9b57-3d1f0a7c2e10', '7c9f7a34-52aa-4b43-8a1d-9e4c5d6b7f21']

// Fields: valid values, and occasionally invalid ones

const noTitles = ['', ' \n', '😀'.repeat(201), 'nul \0', null, 7]
const title = rarely<Json>(fc.constantFrom('Lunch', ' Lunch ', 'Ünï 😀', '😀'.repeat(200), 'lone \ud800'), noTitles)
const pair = { primary: '#0a0B0c', background: '#FFFFFF' }
const noThemes = ['Ocean', null, 7, {}, { ...pair, primary: '#fff' }, { primary: '#000000' }]
const theme = rarely<Json>(fc.constantFrom<Json>('default', 'ocean', 'rose', pair, { ...pair, dropped: 1 }), noThemes)
/** What stands for % is another for each sequence. */
const slug = rarely<Json>(fc.constantFrom('%-lunch', '%-team'), ['ab', 'Lunch', 'a--b', 'api', null, 7])

interface Draft {
  readonly type: string
  readonly text: string
  readonly options: string[]
  readonly rule: { readonly mode: string; readonly op: string; readonly picks: number[] } | null
  readonly extra: Fields
}

const extras: Fields[] = [
  {},
  {},
  { scale: { min: 1, max: 5 } },
  { big: 12345678901234567890n, deep: [{ big: -98765432109876543210n }], none: null },
  parseJson('{"__proto__": {"type": "rating"}, "constructor": {"prototype": 1}, "toString": "x"}') as Fields,
]
const draft: fc.Arbitrary<Draft> = fc.record({
  type: fc.constantFrom(
    ...['multiple_choice', 'multiple_choice', 'multiple_choice', 'rating', 'free_text', 'upvoted_question'],
  ),
  text: fc.constantFrom('Q', 'R', 'S', 'T', ' U\ud800'),
  options: fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 2, maxLength: 3 }),
  rule: fc.option(
    fc.record({
      mode: fc.constantFrom('conditional', 'conditional', 'conditional', 'optional'),
      op: fc.constantFrom('all', 'any'),
      picks: fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }),
    }),
    { freq: 4 },
  ),
  extra: fc.constantFrom(...extras),
})

/** Each makes a list invalid in one way. */
const spoilt: ((list: Fields[]) => Json)[] = [
  () => [],
  () => ({ 0: 'no array' }),
  list => [...list, 'no object'],
  list => [{ type: 'multiple_choice', text: 'no options', options: [] }, ...list],
  list => [...list, { type: 'multiple_choice', text: 'no options' }],
  list => [...list, { type: 'multiple_choice', text: 'twice', options: ['a', 'a'] }],
  list => [...list, { type: 'multiple_choice', text: 'no text', options: ['a', 7] }],
  list => [...list, { type: 'slider', text: 'no such type' }],
  list => [...list, { type: 'rating', text: ' ' }],
  list => [...list, { type: 'rating', text: 'nul \0' }],
  list => [...list, { type: 'rating', text: 'no requirement', requirement: null }],
  list => [...list, { type: 'rating', text: 'no mode', requirement: { mode: 'never' } }],
  list => [...list, { type: 'upvoted_question', text: 'no boolean', moderated: 'yes' }],
  list => [...list, ruled([])],
  list => [...list, ruled(Array<Json>(6).fill({ questionIndex: 0, values: ['a'] }))],
  list => [...list, ruled([{ questionIndex: list.length, values: ['a'] }])],
  list => [...list, ruled([{ questionIndex: 0, values: ['no option'] }])],
  list => [{ type: 'rating', text: 'no trigger' }, ruled([{ questionIndex: 0, values: ['a'] }]), ...list],
]
const sound = fc.array(draft, { minLength: 2, maxLength: 4 }).map(written)
const faulty = fc.tuple(sound, fc.constantFrom(...spoilt)).map(([list, spoil]) => spoil(list))
const numbered = sound.map(list => list.map((question, place) => ({ ...question, index: place === 0 ? 'x' : 7 })))
const questions: fc.Arbitrary<Json> = fc.oneof(
  { weight: 12, arbitrary: sound },
  { weight: 1, arbitrary: numbered },
  { weight: 2, arbitrary: faulty },
)

function written(drafts: readonly Draft[]): Fields[] {
  const list: Fields[] = []
  for (const one of drafts) list.push(question(one, list))
  return list
}

/** A question without fault: its rule points to multiple_choice questions before it, if there are any. */
function question({ type, text, options, rule, extra }: Draft, earlier: readonly Fields[]): Fields {
  const typed: Fields = type === 'multiple_choice' ? { options } : type === 'rating' ? { options: 'not used' } : {}
  return { type, text, ...typed, ...extra, ...requirement(rule, earlier) }
}

function requirement(rule: Draft['rule'], earlier: readonly Fields[]): Fields {
  const triggers = [...earlier.keys()].filter(place => choicesOf(earlier[place]).length > 0)
  if (rule?.mode === 'optional') return { requirement: { mode: 'optional', when: 'not looked at' } }
  if (!rule || triggers.length === 0) return {}
  const conditions = rule.picks.map(pick => {
    const questionIndex = pickOf(triggers, pick)
    return { questionIndex, values: [pickOf(choicesOf(earlier[questionIndex]), pick)], kept: true }
  })
  return { requirement: { mode: 'conditional', when: { op: rule.op, conditions, kept: 1 }, kept: [extras[3] ?? null] } }
}

function ruled(conditions: Json[]): Fields {
  return { type: 'free_text', text: 'ruled', requirement: { mode: 'conditional', when: { op: 'all', conditions } } }
}

function choicesOf(question: Fields | undefined): Json[] {
  return question?.type === 'multiple_choice' ? (question.options as Json[]) : []
}

// Edits: each takes a list as it was read and gives it back changed, `a` and `b` being two places in it

interface Place {
  readonly a: number
  readonly b: number
  readonly fresh: Draft
}
type Change = (list: Fields[], place: Place) => Json[]

const append: Change = (list, { fresh }) => [...list, question(fresh, list)]
const harmless: Change[] = [
  append,
  append,
  (list, { a, fresh }) => put(list, a, { text: fresh.text }),
  (list, { a }) => putOptions(list, a, options => [...options, 'e']),
  (list, { a }) => putOptions(list, a, options => options.toReversed()),
  (list, { a, fresh }) => put(list, a, fresh.extra),
  (list, { a }) => putRule(list, a, rule => ({ ...rule, op: rule.op === 'all' ? 'any' : 'all', kept: 2 })),
  (list, { a, fresh }) => list.with(a, ruledBy(list.slice(0, a), at(list, a), fresh)),
]
const moving: Change[] = [
  (list, { a, b }) => list.with(a, at(list, b)).with(b, at(list, a)),
  list => [...list.slice(-1), ...list.slice(0, -1)],
  list => [...list.slice(1), ...list.slice(0, 1)],
  (list, { a }) => list.toSpliced(a, 1),
  (list, { a, fresh }) => list.toSpliced(a, 0, question(fresh, list.slice(0, a))),
  (list, { fresh }) => [question(fresh, []), ...list],
]
const harmful: Change[] = [
  (list, { a, fresh }) => put(list, a, { type: fresh.type, options: fresh.options }),
  (list, { a, b }) => putOptions(list, a, options => options.with(b % options.length, 'renamed')),
  (list, { a, b }) => putOptions(list, a, options => options.toSpliced(b % options.length, 1)),
  (list, { a, b }) => putRule(list, a, rule => ({ ...rule, conditions: [{ questionIndex: b, values: ['a'] }] })),
  (list, { a }) => putRule(list, a, rule => ({ ...rule, conditions: (rule.conditions as Json[]).slice(1) })),
  (list, { a }) => putRule(list, a, rule => ({ ...rule, conditions: (rule.conditions as Json[]).toReversed() })),
  (list, { a, fresh }) => list.with(a, ruledBy(list, at(list, a), fresh)),
  (list, { a }) => list.with(a, without(at(list, a), 'index')),
  (list, { a, b }) => put(list, a, { index: at(list, b).index ?? 0 }),
  (list, { a }) => put(list, a, { index: null }),
  (list, { a, b }) => put(list, a, { index: pickOf<Json>([list.length, -1, 0.5, '0', 12345678901234567890n], b) }),
]

interface Edit {
  readonly changes: readonly { readonly change: Change; readonly place: Place }[]
  readonly carriesIndex: boolean
}

const edit: fc.Arbitrary<Edit> = fc.record({
  changes: fc.array(
    fc.record({
      change: fc.oneof(...[harmless, moving, harmful].map(changes => fc.constantFrom(...changes))),
      place: fc.record({ a: fc.nat(3), b: fc.nat(3), fresh: draft }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  carriesIndex: fc.constantFrom(true, true, false),
})

function editedBy({ changes, carriesIndex }: Edit, stored: Fields[]): Json {
  const list = changes.reduce((before, { change, place }) => {
    const [a, b] = [place.a % before.length, place.b % before.length]
    return before.length === 0 ? before : (change(before, { ...place, a, b }) as Fields[])
  }, stored)
  return carriesIndex ? list : list.map(question => without(question, 'index'))
}

function put(list: Fields[], place: number, fields: Fields): Fields[] {
  return list.with(place, { ...at(list, place), ...fields })
}

function putOptions(list: Fields[], place: number, change: (options: Json[]) => Json[]): Fields[] {
  const options = choicesOf(list[place])
  return options.length === 0 ? list : put(list, place, { options: change(options) })
}

function putRule(list: Fields[], place: number, change: (when: Fields) => Fields): Fields[] {
  const rule = at(list, place).requirement as Fields | undefined
  return rule?.mode === 'conditional'
    ? put(list, place, { requirement: { ...rule, when: change(rule.when as Fields) } })
    : list
}

function ruledBy(triggers: readonly Fields[], question: Fields, { rule }: Draft): Fields {
  return { ...without(question, 'requirement'), ...requirement(rule, triggers) }
}

function without(question: Fields, name: string): Fields {
  const { [name]: _, ...rest } = question
  return rest
}

// Answers: each number picks an answer to the question at its place

const pick = fc.nat(47)
const submission = fc.record({
  picks: fc.array(pick, { minLength: 4, maxLength: 4 }),
  shape: rarely<'all' | 'short' | 'long' | 'none'>(fc.constantFrom('all', 'all', 'short'), ['long', 'none']),
  key: rarely<Json>(fc.constantFrom(null, ...keys), ['no UUID', 7]),
})

function answersTo(questions: Fields[], { picks, shape }: { picks: number[]; shape: string }): Json {
  const answers = questions.map((question, place) => answerTo(question, pickOf(picks, place)))
  if (shape === 'short') return answers.slice(0, -1)
  if (shape === 'long') return [...answers, null]
  return shape === 'all' ? answers : { 0: 'no array' }
}

function answerTo(question: Fields, pick: number): Json {
  if (pick === 47) return 7.5
  if (question.type === 'upvoted_question' || pick >= 44) return null
  if (question.type === 'rating') return pick === 43 ? 11 : 1 + (pick % 10)
  if (question.type === 'free_text') return pick === 43 ? 'nul \0' : pickOf(['yes', 'no', ' x ', '\ud800', '\t'], pick)
  return pick === 43 ? 'no option' : pickOf(choicesOf(question), pick)
}

// Steps: every verb, with a body made from drafts

const by = fc.constantFrom(0, 0, 0, 1)
/** Mostly one of the caller's own things, as often as not one that was answered, now and then anyone's or none at all. */
const target = fc.record({ nth: fc.nat(3), which: rarely(fc.constantFrom('own', 'answered'), ['any', 'any', 'none']) })
type Survey = Reference['surveys'][number]
type Target = typeof target extends fc.Arbitrary<infer Value> ? Value : never

const create = step(
  { by, body: bodyOf({ title, questions, slug, theme }, ['title', 'questions']) },
  (scene, { by, body }) => post(scene, by, '/surveys', body, text => scene.model.create(by, text)),
)

const clone = step({ by, target, body: optional({ title, slug, theme }) }, (scene, { by, target, body }) => {
  const id = idOf(scene.model.surveys, by, target)
  return post(scene, by, `/surveys/${id}/clone`, body, text => scene.model.clone(by, id, text))
})

const saveAsTemplate = step({ by, target, body: optional({ name: title }) }, (scene, { by, target, body }) => {
  const id = idOf(scene.model.surveys, by, target)
  return post(scene, by, `/surveys/${id}/save-as-template`, body, text => scene.model.saveAsTemplate(by, id, text))
})

const createTemplate = step(
  { by, body: bodyOf({ name: title, questions }, ['name', 'questions']) },
  (scene, { by, body }) => post(scene, by, '/templates', body, text => scene.model.createTemplate(by, text)),
)

const launch = step({ by, target, body: optional({ slug, theme }) }, (scene, { by, target, body }) => {
  const id = idOf(scene.model.templates, by, target)
  return post(scene, by, `/templates/${id}/launch`, body, text => scene.model.launch(by, id, text))
})

const status = rarely<Json>(fc.constantFrom('open', 'closed'), ['expired', null, true])
const archived = rarely<Json>(fc.boolean(), ['true', null, 1])
const settings = fc.oneof(bodyOf({ status, theme, archived, title }, []), bodyOf({ status }, ['status']))
const replacement = bodyOf({ status, theme, questions, archived }, ['questions'])

const settle = step(
  { by, target, body: fc.oneof({ weight: 4, arbitrary: settings }, { weight: 1, arbitrary: replacement }) },
  (scene, { by, target, body }) => patch(scene, by, idOf(scene.model.surveys, by, target), body),
)

const others = rarely<Fields>(fc.constant({}), [{ status: 'open' }, { theme: 'slate' }, { archived: 7 }])
const editQuestions = step({ by, target, edit, others }, (scene, { by, target, edit, others }) => {
  const id = idOf(scene.model.surveys, by, target)
  const stored = scene.model.surveys.find(survey => known(survey.id) === id)?.questions ?? []
  return patch(scene, by, id, printJson({ ...others, questions: editedBy(edit, stored) }))
})

const submit = step({ target, submission }, (scene, { target, submission }) => {
  const id = idOf(scene.model.surveys, 0, target)
  const survey = scene.model.surveys.find(one => known(one.id) === id)
  const answers = answersTo(survey?.questions ?? [], submission)
  // Arrays that are too long have no stored form by which to find them again.
  const key = submission.shape === 'long' ? null : submission.key
  return send(scene, id, printJson(key === null ? { answers } : { answers, key }))
})

/** A response that was kept, and may be removed by now, as its sender may send it again: cut, filled up, or with blanks. */
const shape = fc.constantFrom('kept', 'cut', 'full', 'blank')
const sendAgain = step({ nth: fc.nat(5), shape }, (scene, { nth, shape }) => {
  const surveys = scene.model.surveys.filter(survey => sentTo(survey).length > 0)
  if (surveys.length === 0) return send(scene, 'no-such-thing', '{}')
  const survey = pickOf(surveys, nth)
  const { id, questions } = survey
  const { key, answers } = pickOf(sentTo(survey).toReversed(), nth)
  return send(scene, known(id), printJson({ key, answers: reshaped(answers, questions, shape) }))
})

/**
 * What has a key. A removed response that no longer fits the questions is left out: whoever has read the survey since the edit
 * finds its answers invalid, everyone else that it was removed.
 */
function sentTo({ questions, responses, removed }: Survey) {
  const fitting = removed.filter(
    ({ answers }) => answers.length <= questions.length && areWellFormed(questions, answers),
  )
  return [...fitting, ...responses].filter(({ key }) => key !== null)
}

const remove = step({ nth: fc.nat(5) }, ({ model }, { nth }) => {
  const surveys = model.surveys.filter(({ responses }) => responses.length > 0)
  if (surveys.length === 0) return { advance: 0 }
  const { id, adminToken, responses } = pickOf(surveys, nth)
  const response = known(pickOf(responses, nth).id)
  const path = `/admin/api/${known(id)}/responses/${response}`
  return { token: known(adminToken), method: 'DELETE', path, foretell: () => model.remove(known(id), response) }
})

function reshaped(answers: Json[], questions: Fields[], shape: string): Json[] {
  if (shape === 'cut') return withoutEnd(answers)
  if (shape === 'full') return padded(answers, questions)
  const blank = (place: number) => (shape === 'blank' && questions[place]?.type === 'free_text' ? ' ' : null)
  return answers.map((answer, place) => answer ?? blank(place))
}

const expire = step({ target, after: fc.constantFrom(-hour / 2, hour / 2, null) }, (scene, { target, after }) => ({
  survey: idOf(scene.model.surveys, 0, { ...target, which: 'answered' }),
  expiresAt: after === null ? null : scene.now() + after,
}))

const wait = step({}, () => ({ advance: hour }))

const read = step({ by, target, nth: fc.nat(5) }, (scene, { by, target, nth }) =>
  pickOf(readsOf(scene, by, idOf(scene.model.surveys, by, target)), nth),
)

/** A survey and a template without fault, so that later steps have something to work on. */
const opening = [
  step({ by, questions: sound }, (scene, { by, questions }) => {
    const body = printJson({ title: 'Opening', questions })
    return post(scene, by, '/surveys', body, text => scene.model.create(by, text))
  }),
  step({ by, questions: sound }, (scene, { by, questions }) => {
    const body = printJson({ name: 'Opening', questions })
    return post(scene, by, '/templates', body, text => scene.model.createTemplate(by, text))
  }),
]

const any: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: create },
  { weight: 1, arbitrary: clone },
  { weight: 1, arbitrary: saveAsTemplate },
  { weight: 1, arbitrary: createTemplate },
  { weight: 1, arbitrary: launch },
  { weight: 5, arbitrary: settle },
  { weight: 8, arbitrary: editQuestions },
  { weight: 6, arbitrary: submit },
  { weight: 6, arbitrary: sendAgain },
  { weight: 4, arbitrary: remove },
  { weight: 2, arbitrary: expire },
  { weight: 1, arbitrary: wait },
  { weight: 1, arbitrary: read },
)

/** Thirty steps. An empty slot leaves its step out: that is how a failure is shrunk. */
export const sequence: fc.Arbitrary<Step[]> = fc
  .tuple(...[...opening, ...opening, ...Array<typeof any>(26).fill(any)].map(slot => fc.option(slot, { freq: 50 })))
  .map(slots => slots.filter(slot => slot !== null))

function step<Draft>(
  draft: { [Name in keyof Draft]: fc.Arbitrary<Draft[Name]> },
  act: (scene: Scene, draft: Draft) => Exchange | Event,
): fc.Arbitrary<Step> {
  return fc.record(draft).map(drawn => scene => act(scene, drawn))
}

/** Everything that an account can read. */
export function wholeState(scene: Scene, by: number): Exchange[] {
  const ids = scene.model.surveys.filter(({ owner }) => owner === by).map(({ id }) => known(id))
  return ['no-such-survey', ...ids].flatMap((id, nth) => readsOf(scene, by, id).slice(nth === 0 ? 0 : -2))
}

/** The lists of an account, then both views of one survey. */
function readsOf({ model }: Scene, by: number, id: string): Exchange[] {
  const lists: [string, () => Expected][] = [
    ['/api/v1/surveys', () => model.list(by)],
    ['/api/v1/surveys?include_admin=1', () => model.list(by, { admin: true })],
    ['/api/v1/surveys?include_closed=0', () => model.list(by, { openOnly: true })],
    ['/api/v1/templates', () => model.listTemplates(by)],
    [`/api/v1/surveys/${id}`, () => model.read(by, id, 'full')],
    [`/api/v1/surveys/${id}?view=aggregate`, () => model.read(by, id, 'aggregate')],
  ]
  return lists.map(([path, foretell]) => ({ by, method: 'GET', path, foretell }))
}

function post(scene: Scene, by: number, path: string, body: string, foretell: (body: string) => Expected): Exchange {
  const text = body.replaceAll('%', scene.prefix)
  return { by, method: 'POST', path: `/api/v1${path}`, body: text, foretell: () => foretell(text) }
}

function patch({ model }: Scene, by: number, id: string, body: string): Exchange {
  return { by, method: 'PATCH', path: `/api/v1/surveys/${id}`, body, foretell: () => model.patch(by, id, body) }
}

function send({ model }: Scene, survey: string, body: string): Exchange {
  return { method: 'POST', path: `/s/${survey}/responses`, body, foretell: () => model.submit(survey, body) }
}

function idOf(all: (Survey | Reference['templates'][number])[], by: number, { nth, which }: Target): string {
  const own = all.filter(({ owner }) => which === 'any' || owner === by)
  const answered = own.filter(one => 'responses' in one && one.responses.length + one.removed.length > 0)
  const pool = which === 'answered' && answered.length > 0 ? answered : own
  return which === 'none' || pool.length === 0 ? 'no-such-thing' : known(pickOf(pool, nth).id)
}

/** The text of an object with some of the fields, now and then one that is none or does not parse. */
function bodyOf(fields: { [name: string]: fc.Arbitrary<Json> }, requiredKeys: string[]): fc.Arbitrary<string> {
  const object = fc.record(fields, { requiredKeys }).map(sent => printJson(sent as Fields))
  return rarely(object, ['{"title": }', '[]', 'null', '"x"'])
}

function optional(fields: { [name: string]: fc.Arbitrary<Json> }): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: bodyOf(fields, []) },
    { weight: 1, arbitrary: fc.constantFrom('[]', 'null', '"x"') },
  )
}

function rarely<Value>(usual: fc.Arbitrary<Value>, others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 11, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) })
}

function at(list: Fields[], place: number): Fields {
  return list[place] ?? {}
}

function pickOf<Value>(values: readonly Value[], nth: number): Value {
  return values[nth % values.length] as Value
}
