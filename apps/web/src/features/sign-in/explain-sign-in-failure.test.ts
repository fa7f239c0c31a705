import { describe, expect, it } from 'vitest'
import { explainSignInFailure } from './explain-sign-in-failure.ts'

describe('explainSignInFailure', () => {
  it.each([
    [401, /Incorrect email or password/],
    [400, /Incorrect email or password/],
    [403, /disabled/],
    [429, /Too many attempts/],
    [500, /not responding/],
    [0, /not responding/],
  ])('%i', (status, text) => expect(explainSignInFailure(status)).toMatch(text))
})
