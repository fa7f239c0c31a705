import { expect, it } from 'vitest'
import { explainProviderFailure } from './explain-provider-failure.ts'

it('says what happened and what to do', () => {
  for (const code of [
    'no_rule',
    'state_mismatch',
    'user_disabled',
    'not_assigned',
    'id_token_nonce',
    'something_new',
  ])
    expect(explainProviderFailure(code)).toMatch(/[Aa]sk|[Cc]ontact|again/)
})

it('never shows text from the address', () => {
  for (const code of [null, '', 'Call +1 555 now', '<b>x</b>', 'a'.repeat(61)])
    expect(explainProviderFailure(code)).toBeNull()
  expect(explainProviderFailure('constructor')).toContain('failed')
})
