import { describe, expect, it } from 'vitest'
import { explainSignInFailure } from './explain-sign-in-failure.ts'

describe('explainSignInFailure', () => {
  it.each([
    [401, /do not belong together/],
    [400, /do not belong together/],
    [403, /disabled/],
    [429, /Too many attempts/],
    [500, /does not answer/],
    [0, /does not answer/],
  ])('%i', (status, text) => expect(explainSignInFailure(status)).toMatch(text))
})
