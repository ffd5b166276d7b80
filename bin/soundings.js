#!/usr/bin/env node
// Plain JavaScript, so that any Node can run it and say what is missing.
import { createRequire, enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { builtServer } from './built-server.js'
import { checkNode } from './guard.js'

checkNode()
const root = join(import.meta.dirname, '..')
// Later starts take little more than half the time. Where the folder may not be written, nothing is kept.
enableCompileCache(join(root, 'node_modules/.cache/compiled'))
const built = builtServer(root)
// Edited sources run as they are, without a build.
const { run } = built === undefined ? await import('../src/cli.ts') : createRequire(import.meta.url)(built)
process.exitCode = await run(process.argv.slice(2))
