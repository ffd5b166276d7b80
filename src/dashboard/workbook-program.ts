import { isMainThread } from 'node:worker_threads'

/** This file, for a worker thread. Once built, its name says what is in it, so that a later build leaves it alone. */
export const PROGRAM = new URL(import.meta.url)

if (!isMainThread) void import('./workbook.ts')
