// Runs the files of a group in this process, like `node --test --test-isolation=none`, but without following promises.
import { createHook } from 'node:async_hooks'
import { resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

interface Hook {
  enable(): Hook
}

ignorePromises()
run({ files: process.argv.slice(2).map(file => resolve(file)), isolation: 'none' })
  .on('test:fail', () => {
    process.exitCode = 1
  })
  .compose(spec)
  .pipe(process.stdout)

/**
 * The runner follows each promise to the test that made it, for a sixth of the CPU time of our tests. Without that, an error
 * that no test catches still fails its file, but not under the name of its test. The runner enables its hook like any other,
 * so all hooks get the setting of one that ignores promises; if Node calls it otherwise, tests only take longer.
 */
function ignorePromises(): void {
  const ignoring = createHook({ trackPromises: false })
  const setting = Object.getOwnPropertySymbols(ignoring).find(symbol => Reflect.get(ignoring, symbol) === true)
  const prototype: Hook = Object.getPrototypeOf(ignoring)
  const { enable } = prototype
  prototype.enable = function (this: Hook) {
    if (setting !== undefined) Reflect.set(this, setting, true)
    return enable.call(this)
  }
}
