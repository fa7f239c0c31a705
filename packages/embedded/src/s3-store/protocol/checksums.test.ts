import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHECKSUM_ALGORITHMS, createChecksumHasher, findAlgorithm, joinChecksums } from './checksums.ts'

function digest(algorithm: (typeof CHECKSUM_ALGORITHMS)[number], ...pieces: Uint8Array[]): string {
  const hasher = createChecksumHasher(algorithm)
  for (const piece of pieces) hasher.update(Buffer.from(piece))
  return hasher.digest()
}

describe('createChecksumHasher', () => {
  // The check values of the CRC catalogue, and FIPS 180-4 examples.
  it.each([
    ['CRC32', '123456789', 'cbf43926'],
    ['CRC32C', '123456789', 'e3069283'],
    ['CRC64NVME', '123456789', 'ae8b14860a799888'],
    ['SHA1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['SHA256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ] as const)('%s of %s', (algorithm, text, hex) => {
    expect(Buffer.from(digest(algorithm, Buffer.from(text)), 'base64').toString('hex')).toBe(hex)
  })

  it('does not depend on how the data is cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHECKSUM_ALGORITHMS),
        fc.uint8Array(),
        fc.uint8Array(),
        (algorithm, a, b) => {
          expect(digest(algorithm, a, b)).toBe(digest(algorithm, Buffer.concat([a, b])))
        },
      ),
    )
  })
})

describe('joinChecksums', () => {
  const partsArbitrary = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 })

  it('makes a FULL_OBJECT checksum that equals the one of the joined parts', () => {
    fc.assert(
      fc.property(fc.constantFrom('CRC32', 'CRC32C', 'CRC64NVME'), partsArbitrary, (algorithm, parts) => {
        const joined = joinChecksums(
          algorithm,
          'FULL_OBJECT',
          parts.map((part) => ({ value: digest(algorithm, part), sizeBytes: part.length })),
        )
        expect(joined).toEqual({ algorithm, type: 'FULL_OBJECT', value: digest(algorithm, ...parts) })
      }),
    )
  })

  it('makes a COMPOSITE checksum of the checksums', () => {
    const parts = ['one', 'two'].map((text) => ({ value: digest('SHA256', Buffer.from(text)), sizeBytes: 3 }))
    const bytes = Buffer.concat(parts.map(({ value }) => Buffer.from(value, 'base64')))
    expect(joinChecksums('SHA256', 'COMPOSITE', parts)).toEqual({
      algorithm: 'SHA256',
      type: 'COMPOSITE',
      value: `${digest('SHA256', bytes)}-2`,
    })
  })
})

describe('findAlgorithm', () => {
  it('accepts names in any case', () => {
    expect(findAlgorithm('crc64nvme')).toBe('CRC64NVME')
    expect(findAlgorithm('md4')).toBeNull()
  })
})
