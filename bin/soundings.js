#!/usr/bin/env node
// Plain JavaScript, so that any Node can run it and report what is missing.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { runInOwnNode } from './own-node.js'

if (!runInOwnNode()) {
  const root = join(import.meta.dirname, '..')
  // Speeds up later starts. If the folder is not writable, nothing is cached.
  module.enableCompileCache(join(root, 'node_modules/.cache/compiled'))
  const built = join(root, 'dist/server/soundings.cjs')
  const { run } = existsSync(built) ? module.createRequire(import.meta.url)(built) : await import('../src/cli.ts')
  process.exitCode = await run(process.argv.slice(2))
}
