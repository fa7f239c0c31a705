import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openSecret, SecretOpenError, sealSecret } from './seal-secret.ts'
import { parseSecretKey, type SecretKey } from './secret-key.ts'

const newKey = (): SecretKey => parseSecretKey(randomBytes(32).toString('base64'), 'test')
const key = newKey()
const place = { purpose: 'cluster password', rowId: 'row-1' }
const text = fc.string({ unit: 'binary' })

function openReason(...args: Parameters<typeof openSecret>): string {
  try {
    openSecret(...args)
    return 'opened'
  } catch (error) {
    return error instanceof SecretOpenError ? error.reason : 'another error'
  }
}

describe('sealSecret and openSecret', () => {
  it('return any text for the same key and place', () => {
    fc.assert(
      fc.property(text, text, text, (secret, purpose, rowId) => {
        const sealed = sealSecret(key, { purpose, rowId }, secret)
        expect(openSecret(key, { purpose, rowId }, sealed)).toBe(secret)
      }),
    )
  })

  it('never seal twice alike, and never show the text', () => {
    const one = Buffer.from(sealSecret(key, place, 'correct horse battery'))
    const two = Buffer.from(sealSecret(key, place, 'correct horse battery'))
    expect(one.equals(two)).toBe(false)
    expect(one.includes('correct horse')).toBe(false)
  })

  it('reject an envelope with any one bit changed', () => {
    const sealed = sealSecret(key, place, 'secret')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: sealed.length * 8 - 1 }), (bit) => {
        const changed = Uint8Array.from(sealed, (byte, index) =>
          index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
        )
        expect(openReason(key, place, changed)).not.toBe('opened')
      }),
    )
  })

  it('reject an envelope cut at any length', () => {
    const sealed = sealSecret(key, place, 'secret')
    for (let length = 0; length < sealed.length; length++) {
      expect(openReason(key, place, sealed.subarray(0, length))).not.toBe('opened')
    }
  })

  it('reject the envelope of another row or purpose', () => {
    const sealed = sealSecret(key, place, 'secret')
    expect(openReason(key, { ...place, rowId: 'row-2' }, sealed)).toBe('damaged')
    expect(openReason(key, { ...place, purpose: 'bucket key' }, sealed)).toBe('damaged')
    const joined = sealSecret(key, { purpose: 'a', rowId: 'bc' }, 'secret')
    expect(openReason(key, { purpose: 'ab', rowId: 'c' }, joined)).toBe('damaged')
  })

  it('identify a wrong key by its id and never by its bytes', () => {
    const other = newKey()
    const sealed = sealSecret(key, place, 'secret')
    expect(openReason(other, place, sealed)).toBe('wrong_key')
    expect(() => openSecret(other, place, sealed)).toThrow(key.id)
    expect(() => openSecret(other, place, sealed)).not.toThrow(Buffer.from(key.bytes).toString('base64'))
  })

  it('reject an envelope of a later version by name', () => {
    const sealed = sealSecret(key, place, 'secret')
    sealed[0] = 2
    expect(openReason(key, place, sealed)).toBe('unknown_version')
  })
})
