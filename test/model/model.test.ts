import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { call, type Service, startService } from '../harness.ts'
import { type Expected, known, type Pattern, Reference, Unknown } from './reference.ts'
import { type Fields, type Json, parseJson, printJson, restriction, Wording } from './rules.ts'
import { type Event, type Exchange, type Scene, type Step, sequence, wholeState } from './steps.ts'

const count = process.env.SOUNDINGS_LONG ? 5000 : 300
const seed = Number(process.env.SOUNDINGS_SEED ?? Date.now() % 1_000_000_000)

/** A sequence under way: its accounts' tokens, and a line for each thing that happened in it. */
interface Play extends Scene {
  readonly tokens: readonly string[]
  readonly log: string[]
}

let service: Service
let played = 0
/** What the sequences came across, and how often. */
const met = new Map<string, number>()

before(async () => {
  service = await startService()
})
after(() => service.close())

test(`[D1-times, S2.12-error-body] ${count} sequences of 30 steps never part from the model`, async () => {
  const property = fc.asyncProperty(sequence, play)
  const { failed, errorInstance, numShrinks } = await fc.check(property, { numRuns: count, seed })
  const again = `SOUNDINGS_SEED=${seed}, shrunk ${numShrinks} times`
  assert.ok(!failed, `${again}\n${errorInstance instanceof Error ? errorInstance.message : errorInstance}`)
})

// What the sequences must have come across, lest their agreement says nothing about it.
const scope: [clauses: string, ...sights: string[]][] = [
  ['[S3-new-is-open, S4.3-created, S4.3-custom-slug, S2.9-fields]', 'create 201', 'create slug_taken'],
  ['[D1-order-create-fields]', 'create title is required', 'create invalid slug', 'create invalid theme'],
  ['[S3-close, S3-reopen, D9-patch-answer]', 'patch status closed', 'patch status open'],
  ['[S3-reopen-expired, D9-open-when-expired, S7-survey-expired]', 'patch survey_expired'],
  ['[S3-expired-derived, S2.8-stored-status, D9-include-closed-stored]', 'read expired'],
  ['[S3-closed-beats-expired]', 'read closed, past its expiry'],
  ['[S3-archive-hides, S3-archive-idempotent, S3-unarchive]', 'patch archived true', 'patch archived false'],
  ['[S3-clone-not-archived, S3-clone-expiry, S4.6-clone]', 'clone 201'],
  ['[S3-template-snapshot, S4.7-saved, S4.7-questions]', 'saveAsTemplate 201'],
  ['[S3-launch-leaves-origin, S4.10-launch, S4.8-order]', 'launch 201', 'createTemplate 201'],
  ['[S1-foreign-is-missing]', 'read not found', 'patch not found', 'clone not found', 'launch not found'],
  ['[D16-non-object-before-404]', 'clone body must be a JSON object', 'launch body must be a JSON object'],
  ['[S4.5-no-retitle]', 'patch nothing to change: send status, theme, questions or archived'],
  ['[S4.5-all-or-nothing, D1-order-patch-fields]', 'patch status must be "open" or "closed"', 'patch invalid theme'],
  ['[S4.5-replaces-list, D6-edit-new-indexes, D6-edit-new-and-removed, D6-edit-by-position]', 'patch questions'],
  ['[D6-moved-rule, D6-moved-rule-changed]', 'patch a rule moved'],
  ['[D6-written-rule]', 'patch a rule rewritten'],
  ['[D6-moved-rule-broken]', 'patch its trigger is gone', 'patch its trigger does not stand before it'],
  ['[D6-edit-index-valid, D6-edit-silent-reorder, D16-index-null, D16-reorder-text]', 'patch cannot follow'],
  ['[S7-cannot-remove, D16-fewer-removal-first]', `patch ${restriction.remove}`],
  ['[D6-answered-reorder, D6-answered-new-after]', `patch ${restriction.reorder}`],
  ['[D6-answered-retype, D6-answered-options]', `patch ${restriction.retype}`, `patch ${restriction.drop}`],
  ['[S4.5-add-with-responses, D6-answered-keep, D7-padded-to-now]', 'patch questions of an answered survey'],
  ['[S2.1-unknown-kept, D6-kept-at-any-depth, D6-numbers-keep-digits, D6-internal-names]', 'read open'],
  ['[D8-shape, D8-answered, D8-tally, D8-mean, D8-distribution, D8-kept-counts]', 'read aggregate of responses'],
  ['[S2.2-conditional, D7-short-array, D7-read-in-order]', 'submit 201'],
  ['[D11-invalid-answers, D7-required-missing, D16-answers-no-array]', 'submit invalid_answers'],
  ['[D11-survey-closed, D11-survey-expired]', 'submit survey_closed', 'submit survey_expired'],
  ['[D11-key-once, D11-key-other-answers, D16-key-kept-answers]', 'submit again', 'submit key with other answers'],
  [
    '[D16-key-before-status]',
    'submit again when closed',
    'submit again when expired',
    'submit again with more questions',
  ],
]
for (const [clauses, ...sights] of scope) {
  test(`${clauses} the sequences met: ${sights.join('; ')}`, () => {
    assert.deepEqual(
      sights.filter(sight => !met.has(sight)),
      [],
    )
  })
}

/** Plays the steps against the service and the model, then compares all that both accounts can read. */
async function play(steps: readonly Step[]): Promise<void> {
  const accounts = await Promise.all([service.newCaller(), service.newCaller()])
  const now = () => service.clock.now()
  const model = new Reference(service.baseUrl, now, sight => met.set(sight, (met.get(sight) ?? 0) + 1))
  const tokens = accounts.map(({ token }) => token)
  const scene: Play = { model, tokens, now, prefix: `play${played++}`, log: [] }
  for (const one of steps) await take(scene, one(scene))
  await Promise.all([...wholeState(scene, 0), ...wholeState(scene, 1)].map(exchange => compare(scene, exchange)))
}

async function take(scene: Play, deed: Exchange | Event): Promise<void> {
  if ('foretell' in deed) return compare(scene, deed)
  scene.log.push(`- ${printJson({ ...deed })}`)
  if ('advance' in deed) return service.clock.advance(deed.advance)
  scene.model.setExpiry(deed.survey, deed.expiresAt)
  if (scene.model.surveys.some(({ id }) => known(id) === deed.survey))
    await service.setExpiry(deed.survey, deed.expiresAt)
}

async function compare(scene: Play, exchange: Exchange): Promise<void> {
  const { by, method, path, body } = exchange
  scene.log.push(`${by === undefined ? '-' : 'AB'[by]} ${method} ${path} ${body ?? ''}`)
  const expected = exchange.foretell()
  const token = by === undefined ? undefined : scene.tokens[by]
  const { status, text } = await call(service, method, path, { ...(token && { token }), ...(body && { body }) })
  const parting = status === expected.status ? divergence(expected.body, parseJson(text)) : refusal(expected)
  if (parting) throw new Error(`${scene.log.join('\n')}\n${path}: foretold ${parting}\ngot ${status} ${text}`)
}

function refusal({ status, body }: Expected): string {
  const { error } = body as { error?: Pattern }
  return `status ${status} ${error instanceof Wording ? error.why : (error ?? '')}`
}

/** Where an actual body parts from what was foretold; undefined where it does not. */
function divergence(expected: Pattern, actual: Json | undefined, at = 'body'): string | undefined {
  if (typeof expected === 'function') return divergence(expected(), actual, at)
  if (expected instanceof Unknown)
    return expected.takes(actual) ? undefined : `${at} = ${expected.value ?? expected.shape}`
  if (expected instanceof Wording) return expected.takes(actual) ? undefined : `${at} = some text (${expected.why})`
  if (typeof expected !== 'object' || expected === null)
    return expected === actual ? undefined : `${at} = ${printJson(expected)}`
  return partsFrom(expected, actual, at)
}

function partsFrom(expected: Pattern[] | { [name: string]: Pattern }, actual: Json | undefined, at: string) {
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected))
    return `${at} = ${Array.isArray(expected) ? 'an array' : 'an object'}`
  const [names, found] = [Object.keys(expected), Object.keys(actual)]
  if (names.length !== found.length || names.some(name => !found.includes(name)))
    return `${at} with ${Array.isArray(expected) ? `${expected.length} entries` : names.join(', ')}`
  for (const [name, part] of Object.entries(expected)) {
    const parting = divergence(part, (actual as Fields)[name], `${at}.${name}`)
    if (parting) return parting
  }
  return undefined
}
