import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitraryParts } from '../testing/arbitrary-replica.ts'
import { takeWitness } from './proof.ts'
import { decodeWitnesses, encodeWitnesses } from './witness-json.ts'

it('a proof survives JSON', () => {
  fc.assert(
    fc.property(arbitraryParts, (parts) => {
      const witnesses = parts.map(takeWitness)
      expect(decodeWitnesses(JSON.parse(JSON.stringify(encodeWitnesses(witnesses))))).toEqual(witnesses)
    }),
  )
})

it('refuses what is not a proof', () => {
  expect(() => decodeWitnesses([{ name: 'x', rows: 1 }])).toThrow()
})
