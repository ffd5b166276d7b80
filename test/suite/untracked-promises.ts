// Loaded before tests. The test runner follows every promise to the test that made it, for a seventh of the CPU time of
// our tests. Without, an error that no test catches still fails its file, but perhaps not in the name of its test.
import { createHook } from 'node:async_hooks'

interface Hook {
  enable(): Hook
}

const untracked = createHook({ trackPromises: false })
/** The member of a hook that says so. */
const flag = Object.getOwnPropertySymbols(untracked).find(symbol => Reflect.get(untracked, symbol) === true)
const prototype: Hook = Object.getPrototypeOf(untracked)
const { enable } = prototype

// The hook of the test runner is made where nothing else can reach it, and enabled like any other.
prototype.enable = function (this: Hook) {
  if (flag !== undefined) Reflect.set(this, flag, true)
  // The test runner then names the error only, which is too little where it does not name the test.
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, error => console.error(error))
  return enable.call(this)
}
