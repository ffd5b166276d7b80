import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Refusal } from './domain/values/refusal.ts'
import { GroupCommit, type GroupCommitLimits } from './group-commit.ts'

const BOUNDS: GroupCommitLimits = { maxPerCommit: 4, maxWaitingPerKey: 8, maxWaiting: 12 }

/** Commits that end when the test says so. The key of a job is its letter: `a` for job `a3`. */
class Commits {
  /** The jobs of each commit, in the order in which they began. */
  readonly begun: string[][] = []
  /** Outcomes in the order in which they arrived; refused and failed jobs with their reason. */
  readonly answered: string[] = []
  readonly #group: GroupCommit<string, string>
  readonly #turns: Promise<unknown>[] = []
  #underWay = Promise.withResolvers<void>()

  constructor(bounds: Partial<GroupCommitLimits> = {}) {
    this.#group = new GroupCommit(jobs => this.#commit(jobs), { ...BOUNDS, ...bounds })
  }

  add(...jobs: string[]): void {
    for (const job of jobs) {
      const answer = this.#group.add(job, job.charAt(0)).then(
        outcome => this.answered.push(outcome),
        error => this.answered.push(`${job}: ${error instanceof Refusal ? error.refusal : error}`),
      )
      this.#turns.push(answer)
    }
  }

  /** Begins the first commit with these jobs. Jobs added afterwards wait for the next one. */
  async begin(...jobs: string[]): Promise<void> {
    this.add(...jobs)
    await turn()
  }

  /** Ends the commit under way and lets the next one begin. */
  async end(error?: Error): Promise<void> {
    const { resolve, reject } = this.#underWay
    this.#underWay = Promise.withResolvers()
    if (error === undefined) resolve()
    else reject(error)
    await turn()
    await turn()
  }

  async endAll(): Promise<void> {
    let ended = 0
    while (ended++ < this.begun.length) await this.end()
    await Promise.all(this.#turns)
  }

  async #commit(jobs: readonly string[]): Promise<string[]> {
    this.begun.push([...jobs])
    await this.#underWay.promise
    return jobs.map(job => `${job} stored`)
  }
}

function jobs(key: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${key}${at + 1}`)
}

describe('the group commit', () => {
  test('jobs that arrive during the pause between two commits join the second', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const commits = new Commits({ pause: 2 })
    await commits.begin('a1', 'a2')
    await commits.end()
    commits.add('a3')
    await turn()
    assert.equal(commits.begun.length, 1)
    t.mock.timers.tick(2)
    await turn()
    assert.deepEqual(commits.begun, [['a1', 'a2'], ['a3']])
  })

  test('a pause ends early once as many jobs wait as the last commit took and left waiting, or as many as fit into one commit', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const commits = new Commits({ pause: 2 })
    await commits.begin('a1')
    commits.add('a2')
    await commits.end()
    commits.add('a3')
    await turn()
    assert.deepEqual(commits.begun, [['a1'], ['a2', 'a3']])
    commits.add('a4', 'a5', 'a6')
    await commits.end()
    commits.add('a7')
    await turn()
    assert.deepEqual(commits.begun.at(-1), ['a4', 'a5', 'a6', 'a7'])
  })

  test('puts jobs that arrive during a commit into the next, in order of arrival', async () => {
    const commits = new Commits()
    await commits.begin('a1', 'a2')
    commits.add('a3', 'a4', 'a5')
    await turn()
    assert.deepEqual(commits.answered, [], 'answered before its commit')
    await commits.endAll()
    assert.deepEqual(commits.begun, [
      ['a1', 'a2'],
      ['a3', 'a4', 'a5'],
    ])
    assert.deepEqual(
      commits.answered,
      jobs('a', 5).map(job => `${job} stored`),
    )
  })

  test('runs as many commits at a time as allowed, and begins another when any of them ends', async () => {
    const ends = new Map<string, () => void>()
    const begun: string[] = []
    const group = new GroupCommit<string, string>(
      async jobs => {
        begun.push(jobs.join(' '))
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.set(begun.at(-1) ?? '', resolve)
        await promise
        return jobs
      },
      { ...BOUNDS, commitsUnderWay: 2 },
    )
    const answers: Promise<string>[] = []
    const add = async (job: string) => {
      answers.push(group.add(job, 'a'))
      await turn()
    }
    for (const job of ['a1', 'a2', 'a3', 'a4']) await add(job)
    assert.deepEqual(begun, ['a1', 'a2'])
    const ended = group.ended
    ends.get('a2')?.()
    await turn()
    await turn()
    assert.deepEqual(begun, ['a1', 'a2', 'a3 a4'])
    for (const end of ends.values()) end()
    await ended
    assert.deepEqual(await Promise.all(answers), ['a1', 'a2', 'a3', 'a4'])
    await turn()
    assert.equal(group.isBusy, false)
  })

  test('commits at most the allowed number of jobs together', async () => {
    const commits = new Commits()
    await commits.begin(...jobs('a', 6))
    await commits.endAll()
    assert.deepEqual(commits.begun, [
      ['a1', 'a2', 'a3', 'a4'],
      ['a5', 'a6'],
    ])
  })

  test('lets keys take turns, each in order of arrival [submission-queue-fair]', async () => {
    const commits = new Commits()
    await commits.begin('a0')
    commits.add(...jobs('a', 7), 'b1', 'c1', 'b2')
    await commits.endAll()
    assert.deepEqual(commits.begun, [['a0'], ['a1', 'b1', 'c1', 'a2'], ['b2', 'a3', 'a4', 'a5'], ['a6', 'a7']])
  })

  test('continues with the next key when there are more keys than a commit takes [submission-queue-fair]', async () => {
    const commits = new Commits({ maxPerCommit: 2 })
    await commits.begin('a0')
    commits.add('a1', 'b1', 'c1', 'a2', 'b2', 'c2')
    await commits.endAll()
    assert.deepEqual(commits.begun, [['a0'], ['a1', 'b1'], ['c1', 'a2'], ['b2', 'c2']])
  })

  test('does not let earlier keys overtake a later one for ever [submission-queue-fair]', async () => {
    const commits = new Commits()
    await commits.begin('a0')
    commits.add(...jobs('a', 8))
    await commits.end()
    commits.add('b1')
    await commits.endAll()
    assert.deepEqual(commits.begun[2], ['a5', 'b1', 'a6', 'a7'])
  })

  test('immediately refuses jobs over the limit of one key, and leaves room for other keys [submission-queue-bounded]', async () => {
    const commits = new Commits()
    await commits.begin('a0')
    commits.add(...jobs('a', 10), ...jobs('b', 3))
    await turn()
    assert.deepEqual(commits.answered, ['a9: unavailable', 'a10: unavailable'])
    await commits.endAll()
    assert.deepEqual(
      commits.begun.flat().toSorted(),
      ['a0', ...jobs('a', 8), ...jobs('b', 3)].toSorted(),
      'what was refused was committed, or what was accepted was not',
    )
    assert.equal(commits.answered.length, 14)
  })

  test('refuses jobs over the limit of all keys until some have been committed [submission-queue-bounded]', async () => {
    const commits = new Commits()
    await commits.begin('a0')
    commits.add(...jobs('a', 6), ...jobs('b', 6), 'c1', 'a7')
    await turn()
    assert.deepEqual(commits.answered, ['c1: unavailable', 'a7: unavailable'])
    await commits.end()
    commits.add('c2')
    await commits.endAll()
    assert.equal(commits.answered.includes('c2 stored'), true)
    assert.equal(commits.begun.flat().length, 14)
  })

  test('a refusal carries a retry time [submission-queue-bounded]', async () => {
    const group = new GroupCommit(async () => [], { ...BOUNDS, maxWaiting: 0 })
    await assert.rejects(group.add('a1', 'a'), { refusal: 'unavailable', details: { retryAfter: 1 } })
  })

  test('a failed commit rejects all its jobs, and later commits succeed', async () => {
    const commits = new Commits()
    await commits.begin('a1', 'b1')
    commits.add('a2', 'b2')
    await commits.end(new Error('no disk'))
    assert.deepEqual(commits.answered, ['a1: Error: no disk', 'b1: Error: no disk'])
    await commits.endAll()
    assert.deepEqual(commits.answered.slice(2), ['a2 stored', 'b2 stored'])
  })

  test('the next commit does not wait for an outcome that is a promise', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const group = new GroupCommit<string, string>(async jobs => jobs.map(job => (job === 'a1' ? promise : job)), BOUNDS)
    const slow = group.add('a1', 'a')
    assert.equal(await group.add('b1', 'b'), 'b1')
    await turn()
    assert.equal(await group.add('a2', 'a'), 'a2')
    assert.equal(group.isBusy, true)
    await turn()
    assert.equal(group.isBusy, false)
    resolve('late')
    assert.equal(await slow, 'late')
  })

  test('starts again after being idle', async () => {
    const commits = new Commits()
    await commits.begin('a1')
    await commits.endAll()
    await commits.begin('a2')
    await commits.endAll()
    assert.deepEqual(commits.begun, [['a1'], ['a2']])
  })

  test('never loses, duplicates or reorders jobs of many keys', async () => {
    const committed: string[] = []
    const bounds = { maxPerCommit: 7, maxWaitingPerKey: 1000, maxWaiting: 5000 }
    const group = new GroupCommit<string, string>(async group => {
      committed.push(...group)
      return group
    }, bounds)
    const keys = [...'abcdefghij']
    const added = Array.from({ length: 2000 }, (_, at) => `${keys[(at * at) % 10]}${at}`)
    const answers: Promise<string>[] = []
    for (const job of added) {
      answers.push(group.add(job, job.charAt(0)))
      if (job.endsWith('9')) await turn()
    }
    assert.deepEqual(await Promise.all(answers), added)
    for (const key of keys) {
      const of = (list: readonly string[]) => list.filter(job => job.startsWith(key))
      assert.deepEqual(of(committed), of(added))
    }
  })
})
