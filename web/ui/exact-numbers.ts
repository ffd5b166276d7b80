import { readJson } from '../../src/domain/values/json.ts'
import { readBodiesBy } from './request.ts'

// On pages that edit surveys, numbers that a double would round keep their digits in both directions. Others only show
// what they read, and load no reader of their own.
readBodiesBy(readJson)
