// Loaded before tests that use fast-check, so that a run can be repeated: SOUNDINGS_SEED.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SOUNDINGS_SEED) })
