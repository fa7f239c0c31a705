import { describe, expect, it } from 'vitest'
import { stateOfToken } from './token.ts'

const at = (time: string) => new Date(`2026-01-01T${time}Z`)
const now = at('12:00:00')

describe('stateOfToken', () => {
  it.each([
    ['active', { revokedAt: null, expiresAt: null }],
    ['active', { revokedAt: null, expiresAt: at('12:00:01') }],
    ['expired', { revokedAt: null, expiresAt: now }],
    ['revoked', { revokedAt: at('11:00:00'), expiresAt: at('11:30:00') }],
  ])('says %s', (state, token) => {
    expect(stateOfToken(token, now)).toBe(state)
  })
})
