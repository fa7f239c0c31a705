import { expect, it } from 'vitest'
import { deriveSecret } from './seal-secret.ts'
import { parseSecretKey } from './secret-key.ts'

const key = parseSecretKey('00'.repeat(32), 'test')

it('is stable for a key and a purpose, and differs between them', () => {
  const other = parseSecretKey('01'.repeat(32), 'test')
  expect(deriveSecret(key, 'sessions')).toBe(deriveSecret(key, 'sessions'))
  const all = [deriveSecret(key, 'sessions'), deriveSecret(key, 'metrics'), deriveSecret(other, 'sessions')]
  expect(new Set(all).size).toBe(3)
  for (const secret of all) expect(secret).toHaveLength(43)
})
