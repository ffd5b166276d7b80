import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseQuestions, type Question } from '../surveys/question.ts'
import {
  afterEnd,
  afterStep,
  coverAfter,
  type Presentation,
  type Presented,
  parseStep,
  phoneStepOf,
  refusalOfAnswer,
  type Step,
  viewOf,
} from './presentation.ts'

const NOW = 1_800_000_000_000
const HOUR = 60 * 60 * 1_000
const COMING = { type: 'rating', text: 'Coming?' } as unknown as Question
const WHY = { type: 'rating', text: 'Why?' } as unknown as Question

const SURVEY = { questions: [COMING, WHY], groups: [], paced: false, questionSettings: [], revealedAtOnce: false }

/** Only what is revealed has an order. */
const UNSORTED = [
  { screen: '1', sorted: true },
  { screen: '1', revealed: false, sorted: true },
  { screen: '1', revealed: true, sorted: 1 },
]

const steps = (...screens: Step[]) =>
  screens.reduce<Presentation | null>((before, step) => afterStep(before, step, SURVEY, NOW), null)

test('a step names a screen, and may reveal or hide the results of its question', () => {
  for (const screen of ['', '1', '12.3', '2.7-12', '9999.9999-9999'])
    assert.deepEqual(parseStep({ screen }), { screen })
  assert.deepEqual(parseStep({ screen: '2', revealed: false }), { screen: '2', revealed: false })
  const wrong = [
    {},
    { screen: 1 },
    { screen: '0' },
    { screen: '01' },
    { screen: '1.' },
    { screen: '1-2' },
    { screen: '1.2-' },
    { screen: '10000' },
  ]
  for (const body of [...wrong, { screen: '1', revealed: 'yes' }, { screen: '', revealed: true }, ...UNSORTED])
    assert.throws(() => parseStep(body), /screen/, JSON.stringify(body))
})

test('every step counts; what is revealed stays so until it is hidden', () => {
  const after = steps({ screen: '1', revealed: true }, { screen: '2.2', revealed: true }, { screen: '' })
  assert.deepEqual(viewOf(after, SURVEY, NOW), {
    revision: 3,
    live: true,
    screen: '',
    revealed: [0, 1],
    sorted: [],
    countdown: null,
    spotlight: null,
    cover: null,
  })
  const hidden = afterStep(after, { screen: '1', revealed: false }, SURVEY, NOW)
  assert.deepEqual(viewOf(hidden, SURVEY, NOW), {
    revision: 4,
    live: true,
    screen: '1',
    revealed: [1],
    sorted: [],
    countdown: null,
    spotlight: null,
    cover: null,
  })
})

test('an order by counts is kept with what is revealed, and goes with it', () => {
  const sorted = { screen: '2', revealed: true, sorted: true }
  const after = steps({ screen: '1', revealed: true }, sorted, { screen: '1' })
  assert.deepEqual(viewOf(after, SURVEY, NOW).sorted, [1])
  const shown = afterStep(after, { screen: '2', revealed: true }, SURVEY, NOW)
  assert.deepEqual(viewOf(shown, SURVEY, NOW).sorted, [])
  const hidden = afterStep(after, { screen: '2', revealed: false }, SURVEY, NOW)
  assert.deepEqual(viewOf(hidden, SURVEY, NOW).sorted, [])
})

test('a countdown is of its question, goes on while others are shown, and is stopped by 0', () => {
  const started = steps({ screen: '1', countdown: 30 }, { screen: '2' })
  assert.deepEqual(viewOf(started, SURVEY, NOW + 10_000).countdown, { index: 0, ends_in: 20_000 })
  assert.deepEqual(viewOf(started, SURVEY, NOW + 40_000).countdown, { index: 0, ends_in: 0 })
  const longer = afterStep(started, { screen: '1', countdown: 50 }, SURVEY, NOW + 10_000)
  assert.deepEqual(viewOf(longer, SURVEY, NOW + 10_000).countdown, { index: 0, ends_in: 50_000 })
  const stopped = afterStep(longer, { screen: '1', countdown: 0 }, SURVEY, NOW + 10_000)
  assert.equal(viewOf(stopped, SURVEY, NOW).countdown, null)
  for (const countdown of [0, 1, 600]) assert.equal(parseStep({ screen: '1', countdown }).countdown, countdown)
  for (const countdown of [-1, 0.5, 601, '30', null])
    assert.throws(() => parseStep({ screen: '1', countdown }), /screen/)
  assert.throws(() => parseStep({ screen: '', countdown: 30 }), /screen/)
})

describe('where results are shown as they come in [revealed-at-once]', () => {
  const questions = ['A', 'B', 'C', 'D', 'E'].map(text => ({ ...COMING, text }) as unknown as Question)
  const atOnce: Presented = { ...SURVEY, questions, revealedAtOnce: true }
  const begin = (survey = atOnce) => afterStep(null, { screen: '1' }, survey, NOW)
  const shownIn = (after: Presentation | null, survey = atOnce) => viewOf(after, survey, NOW).revealed

  test('every question is, also before the first step, whose screen does not wait for the server', () => {
    assert.deepEqual(shownIn(null), [0, 1, 2, 3, 4])
    assert.deepEqual(shownIn(begin()), [0, 1, 2, 3, 4])
    assert.equal(phoneStepOf(begin(), atOnce, NOW).isRevealed, true)
    const hidden = afterStep(begin(), { screen: '2', revealed: false }, atOnce, NOW)
    assert.deepEqual(shownIn(afterEnd(hidden)), [0, 1, 2, 3, 4])
    assert.equal(phoneStepOf(afterEnd(begin()), atOnce, NOW).isRevealed, false)
    assert.deepEqual(shownIn(begin(), { ...atOnce, revealedAtOnce: false }), [])
  })

  test('one that was hidden stays hidden in its session, also reworded, until it is revealed', () => {
    const hidden = afterStep(begin(), { screen: '2', revealed: false }, atOnce, NOW)
    const later = ['3', '2'].reduce((before, screen) => afterStep(before, { screen }, atOnce, NOW), hidden)
    assert.deepEqual(shownIn(later), [0, 2, 3, 4])
    assert.equal(phoneStepOf(later, atOnce, NOW).isRevealed, false)
    const reworded = { ...atOnce, questions: questions.with(1, WHY) }
    assert.deepEqual(shownIn(later, reworded), [0, 2, 3, 4])
    const revealed = afterStep(later, { screen: '2', revealed: true }, atOnce, NOW)
    assert.deepEqual(shownIn(revealed).toSorted(), [0, 1, 2, 3, 4])
    const next = afterStep(afterEnd(hidden), { screen: '2' }, atOnce, NOW)
    assert.deepEqual(shownIn(next), [0, 1, 2, 3, 4])
  })

  test('one with a right answer and a second round wait for the presenter, also if they get it while they are shown', () => {
    const right = { right: { options: [1] } }
    const survey = { ...atOnce, questionSettings: [null, right, { round_of: 0 }] }
    assert.deepEqual(shownIn(begin(), survey), [0, 3, 4])
    assert.equal(viewOf(begin(), survey, NOW).right, undefined)
    const second = afterStep(begin(survey), { screen: '2' }, survey, NOW)
    assert.equal(phoneStepOf(second, survey, NOW).isRevealed, false)
    const revealed = afterStep(second, { screen: '2', revealed: true }, survey, NOW)
    assert.deepEqual(viewOf(revealed, survey, NOW).right, [{ index: 1, options: [1] }])
    const list = { ...survey, paced: true, groups: [{ kind: 'check_list' as const, from: 0, to: 2 }] }
    const choices = questions.map(one => ({ ...one, type: 'multiple_choice' }) as unknown as Question)
    assert.deepEqual(shownIn(begin(), { ...list, questions: choices }), [3, 4])
  })

  test('a presentation that an earlier version has stored is shown as well', () => {
    const { hidden: _, ...earlier } = begin()
    assert.deepEqual(shownIn(afterStep(earlier, { screen: '3' }, atOnce, NOW)), [0, 1, 2, 3, 4])
  })
})

describe('answers to a paced survey [paced-answers-in-time]', () => {
  const refusal = (presentation: Presentation | null, index: number, now = NOW) =>
    refusalOfAnswer(presentation, { from: index, to: index }, now)?.refusal

  test('are taken once their question has been on the screen, also after the end', () => {
    assert.equal(refusal(null, 0), 'not_asked_yet')
    const start = steps({ screen: '' })
    assert.equal(refusal(start, 0), 'not_asked_yet')
    const second = steps({ screen: '1' }, { screen: '2' }, { screen: '' })
    for (const presentation of [second, afterEnd(second)])
      assert.deepEqual(
        [0, 1, 2].map(index => refusal(presentation, index)),
        [undefined, undefined, 'not_asked_yet'],
      )
  })

  test('are taken in the next session too, whose countdowns begin anew', () => {
    const ended = afterEnd(steps({ screen: '1', countdown: 10 }))
    const again = afterStep(ended, { screen: '2' }, SURVEY, NOW + 60_000)
    assert.deepEqual(
      [ended, again].map(one => refusal(one, 0, NOW + 60_000)),
      ['time_is_up', undefined],
    )
  })

  test('are taken for two seconds after the end of the countdown', () => {
    const counting = steps({ screen: '1', countdown: 10 }, { screen: '2' })
    assert.equal(refusal(counting, 0, NOW + 12_000), undefined)
    assert.equal(refusal(counting, 0, NOW + 12_001), 'time_is_up')
    assert.equal(refusal(counting, 1, NOW + 12_001), undefined)
    assert.equal(refusal(afterEnd(counting), 0, NOW + 12_001), 'time_is_up')
  })

  test('are taken again if the countdown is prolonged or stopped, but not because another one begins', () => {
    const counting = steps({ screen: '1', countdown: 10 })
    const next = (step: Step) => afterStep(counting, step, SURVEY, NOW + 20_000)
    assert.equal(refusal(next({ screen: '2', countdown: 10 }), 0, NOW + 20_000), 'time_is_up')
    for (const countdown of [0, 10]) assert.equal(refusal(next({ screen: '1', countdown }), 0, NOW + 20_000), undefined)
  })
})

test('one question of a board is in the spotlight until another is, or none', () => {
  const id = '018f3c6e-0000-7000-8000-000000000001'
  const lit = steps({ screen: '2', spotlight: id }, { screen: '1' })
  assert.deepEqual(viewOf(lit, SURVEY, NOW).spotlight, { index: 1, id })
  const unlit = afterStep(lit, { screen: '2', spotlight: null }, SURVEY, NOW)
  assert.equal(viewOf(unlit, SURVEY, NOW).spotlight, null)
  assert.deepEqual(parseStep({ screen: '2', spotlight: id }), { screen: '2', spotlight: id })
  for (const spotlight of ['', 'x', 1, true]) assert.throws(() => parseStep({ screen: '2', spotlight }), /spotlight/)
  assert.throws(() => parseStep({ screen: '', spotlight: null }), /spotlight/)
})

test('a cover stays until it is taken away, another screen is shown, or the presentation ends', () => {
  const coverOf = (presentation: Presentation | null) => viewOf(presentation, SURVEY, NOW).cover
  const covered = steps({ screen: '1' }, { screen: '1', cover: 'blank' })
  const next = (step: Step) => coverOf(afterStep(covered, step, SURVEY, NOW))
  assert.equal(coverOf(covered), 'blank')
  assert.equal(next({ screen: '1', revealed: true }), 'blank')
  assert.equal(next({ screen: '1', cover: 'code' }), 'code')
  for (const step of [{ screen: '1', cover: null }, { screen: '2' }, { screen: '' }]) assert.equal(next(step), null)
  assert.equal(coverOf(afterEnd(covered)), null)
  assert.equal(coverOf(afterStep(afterEnd(covered), { screen: '1' }, SURVEY, NOW)), null)
  const { cover: _, ...storedBefore } = covered as Presentation
  assert.equal(coverOf(storedBefore), null)
  for (const cover of ['blank', 'code', null] as const)
    assert.deepEqual(parseStep({ screen: '', cover }), { screen: '', cover })
  for (const cover of ['black', 1, true]) assert.throws(() => parseStep({ screen: '1', cover }), /cover/)
})

test('screens of different sizes name the covered one by its first item', () => {
  const isCovered = (from: string, to: string) => coverAfter({ screen: from, cover: 'code' }, { screen: to }) === 'code'
  for (const to of ['2', '2.1', '2.1-6']) assert.ok(isCovered('2.1-4', to), to)
  for (const to of ['2.5-9', '2.11', '12', '1', '']) assert.ok(!isCovered('2.1-4', to), to)
  assert.ok(isCovered('2.12-15', '2.12-14'))
  assert.ok(isCovered('', ''))
})

test('a question that does not exist cannot be shown', () => {
  assert.throws(() => afterStep(null, { screen: '3' }, SURVEY, NOW), /not found/)
})

test('another question in the place of a revealed one is hidden', () => {
  const after = steps({ screen: '1', revealed: true })
  assert.deepEqual(viewOf(after, { ...SURVEY, questions: [WHY, COMING] }, NOW).revealed, [])
})

test('nobody presents before the first step, after the end, or twelve hours after the last step', () => {
  const off = { live: false, screen: '', revealed: [], sorted: [], countdown: null, spotlight: null, cover: null }
  const live = steps({ screen: '1', revealed: true }) as Presentation
  assert.deepEqual(viewOf(null, { ...SURVEY, questions: [COMING] }, NOW), { revision: 0, ...off })
  assert.deepEqual(viewOf(afterEnd(live), { ...SURVEY, questions: [COMING] }, NOW), { revision: 2, ...off })
  assert.equal(afterEnd(null), null)
  assert.deepEqual(afterEnd(afterEnd(live)), afterEnd(live))
  assert.equal(viewOf(live, { ...SURVEY, questions: [COMING] }, NOW + 12 * HOUR - 1).live, true)
  assert.deepEqual(viewOf(live, { ...SURVEY, questions: [COMING] }, NOW + 12 * HOUR), { revision: 1, ...off })
})

test('whoever begins again begins with everything hidden', () => {
  const live = steps({ screen: '1', revealed: true }) as Presentation
  for (const [before, now] of [
    [afterEnd(live), NOW],
    [live, NOW + 12 * HOUR],
  ] as const)
    assert.deepEqual(afterStep(before, { screen: '2' }, SURVEY, now).revealed, [])
})

describe('a check-list at the presenter’s pace', () => {
  const option = (name: string) => {
    return { type: 'multiple_choice', text: 'Which?', options: [name], requirement: { mode: 'optional' } }
  }
  const questions = parseQuestions([
    { type: 'rating', text: 'How?' },
    ...['A', 'B', 'C'].map(option),
    { type: 'free_text', text: 'Which other one?', requirement: { mode: 'optional' } },
  ])
  const survey = {
    ...SURVEY,
    questions,
    groups: [{ kind: 'check_list' as const, from: 1, to: 4 }],
    paced: true,
    questionSettings: [null, { right: { options: [0] } }, null, { right: { options: [0] } }],
  }
  const right = [1, 3].map(index => ({ index, options: [0] }))
  const stepsTo = (...all: Step[]) =>
    all.reduce<Presentation | null>((before, step) => afterStep(before, step, survey, NOW), null)

  test('has the screen of its first question, and is revealed, sorted and timed as one', () => {
    const after = stepsTo({ screen: '3.1-2', revealed: true, sorted: true, countdown: 30 })
    const view = viewOf(after, survey, NOW)
    assert.deepEqual([view.screen, view.revealed, view.sorted], ['2', [1], [1]])
    assert.deepEqual([view.countdown, view.right], [{ index: 1, ends_in: 30_000 }, right])
    assert.deepEqual([after?.asked, after?.ends.length], [[1], 1])
    const hidden = afterStep(after, { screen: '4', revealed: false, countdown: 0 }, survey, NOW)
    assert.deepEqual([hidden?.revealed, hidden?.countdown, hidden?.ends], [[], null, []])
    assert.equal(stepsTo({ screen: '2.2-3' })?.screen, '2.2-3')
  })

  test('is revealed as one if it was made of questions after one of them was revealed', () => {
    const plain = { ...survey, groups: [] }
    const both = [
      { screen: '3', revealed: true },
      { screen: '4', revealed: true },
    ]
    const before = both.reduce<Presentation | null>((last, step) => afterStep(last, step, plain, NOW), null)
    assert.deepEqual(viewOf(before, plain, NOW).revealed, [2, 3])
    assert.deepEqual(viewOf(before, survey, NOW).revealed, [1])
    assert.equal(phoneStepOf(before, survey, NOW).isRevealed, true)
  })

  test('costs a few looks at each group, however many questions are revealed', () => {
    const count = 200
    const many = parseQuestions(Array.from({ length: 2 * count }, (_, at) => option(`${at}`)))
    let looks = 0
    const lists = Array.from({ length: count }, (_, at) => ({
      get kind() {
        looks++
        return 'check_list' as const
      },
      from: 2 * at,
      to: 2 * at + 1,
    }))
    const all = { ...SURVEY, questions: many, groups: lists, paced: true }
    const revealed = lists.map(({ from }) => ({ index: from, text: 'Which?', sorted: false }))
    const last = afterStep(null, { screen: `${2 * count}`, revealed: true }, all, NOW)
    looks = 0
    assert.equal(phoneStepOf({ ...last, revealed }, all, NOW).isRevealed, true)
    assert.equal(viewOf({ ...last, revealed }, all, NOW).revealed.length, count)
    assert.ok(looks <= 10 * count, `${looks} looks`)
  })

  test('is not revealed with the text beside it, which has a screen of its own', () => {
    const after = stepsTo({ screen: '5', revealed: true })
    assert.deepEqual([after?.screen, viewOf(after, survey, NOW).revealed], ['5', [4]])
    assert.deepEqual(phoneStepOf(after, survey, NOW), { state: 'live', index: 1, endsAt: null, isRevealed: false })
  })
})
