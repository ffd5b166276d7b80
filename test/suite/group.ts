// Runs the test files that are named in its arguments in this one process: what they import is loaded and compiled once.

import { resolve } from 'node:path'
import { before } from 'node:test'
import { pathToFileURL } from 'node:url'

const loaded = Promise.withResolvers<void>()
// The first test waits for the last file, so that loading falls into no test's time.
before(() => loaded.promise)
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href)
loaded.resolve()
