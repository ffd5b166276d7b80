#!/usr/bin/env node
// Plain JavaScript, so that any Node can run it and say what is missing.
import { checkNode } from './guard.js'

checkNode()
const { run } = await import('../src/cli.ts')
process.exitCode = await run(process.argv.slice(2))
