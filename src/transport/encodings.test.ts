import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts } from './encodings.ts'

test('an encoding is used if the client accepts it', () => {
  for (const accepted of ['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'deflate,gzip;q=0.001', 'GZIP ; Q=0.05'])
    assert.equal(accepts(accepted, 'gzip'), true, accepted)
  for (const accepted of [undefined, '', 'br', 'gzip-9', 'xgzipx', 'deflate;name=gzip'])
    assert.equal(accepts(accepted, 'gzip'), false, accepted)
})

test('an encoding with the weight zero is not used', () => {
  for (const accepted of ['br;q=0', 'br; q=0', 'br ;q=0.000', 'gzip, br;\tQ=0. , deflate'])
    assert.equal(accepts(accepted, 'br'), false, accepted)
})
