#!/usr/bin/env node
// Plain JavaScript, so that any Node can run it and say what is missing.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { checkNode } from './guard.js'

checkNode()
// Later starts take little more than half the time. Where the folder may not be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { run } = await import('../src/cli.ts')
process.exitCode = await run(process.argv.slice(2))
