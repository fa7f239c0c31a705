import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generatePassword } from './generate-password.ts'
import { findPasswordFault } from './password-rules.ts'

describe('generatePassword', () => {
  it('generates valid passwords, in groups without look-alikes, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (seed) => {
        let round = 0
        const password = generatePassword((bytes) => {
          round += 1
          bytes.set(seed.map((byte) => byte + round * 31))
        })
        expect(password).toMatch(/^([a-km-zA-HJ-NP-Z2-9]{5}-){4}[a-km-zA-HJ-NP-Z2-9]{5}$/)
        expect(findPasswordFault(password)).toBeUndefined()
      }),
    )
  })

  it('maps equally many bytes to each character, and skips the bytes left over', () => {
    const bytesOf = new Map<string, number>()
    for (let byte = 0; byte < 228; byte += 1) {
      const letter = generatePassword((bytes) => bytes.fill(byte)).charAt(0)
      bytesOf.set(letter, (bytesOf.get(letter) ?? 0) + 1)
    }
    expect([...bytesOf.values()]).toEqual(Array.from({ length: 57 }, () => 4))
    let round = 0
    const afterWaste = generatePassword((bytes) => bytes.fill(round++ === 0 ? 228 : 1))
    expect(afterWaste).toBe(generatePassword((bytes) => bytes.fill(1)))
  })
})

describe('findPasswordFault', () => {
  it.each([
    ['', 'Enter a password.'],
    ['short', 'Enter at least 12 characters. You entered 5.'],
    ['x'.repeat(129), 'Enter at most 128 characters. You entered 129.'],
    ['twelve chars', undefined],
  ])('judges %j', (password, fault) => {
    expect(findPasswordFault(password)).toBe(fault)
  })
})
