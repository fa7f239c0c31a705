import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedAddressesSchema, areWithin, isAddressAllowed } from './allowed-addresses.ts'

const address = fc.ipV4()
const range = fc.tuple(address, fc.integer({ min: 0, max: 32 })).map(([ip, bits]) => `${ip}/${bits}`)

describe('allowed addresses', () => {
  it('are addresses and ranges of both families', () => {
    for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0'])
      expect(allowedAddressesSchema.safeParse([text]).success).toBe(true)
    for (const text of [
      '',
      'localhost',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0',
      'fe80::1%eth0',
      '::/129',
    ])
      expect(allowedAddressesSchema.safeParse([text]).success).toBe(false)
  })

  it('admit their own addresses, and every address if there are none', () => {
    expect(isAddressAllowed('10.1.2.3', ['192.0.2.1', '10.0.0.0/8'])).toBe(true)
    expect(isAddressAllowed('11.1.2.3', ['192.0.2.1', '10.0.0.0/8'])).toBe(false)
    expect(isAddressAllowed('2001:db8::5', ['2001:db8::/32'])).toBe(true)
    expect(isAddressAllowed('2001:db9::5', ['2001:db8::/32', '0.0.0.0/0'])).toBe(false)
    expect(isAddressAllowed(null, [])).toBe(true)
    expect(isAddressAllowed(null, ['0.0.0.0/0'])).toBe(false)
  })

  it('of one list are within another only if that admits all of them', () => {
    fc.assert(
      fc.property(fc.array(range, { minLength: 1 }), fc.array(range), address, (inner, outer, any) => {
        if (!areWithin(inner, outer)) return
        if (isAddressAllowed(any, inner)) expect(isAddressAllowed(any, outer)).toBe(true)
        for (const each of inner) expect(isAddressAllowed(each.split('/')[0] ?? '', outer)).toBe(true)
      }),
    )
    expect(areWithin(['10.1.0.0/16'], ['10.0.0.0/8'])).toBe(true)
    expect(areWithin(['10.0.0.0/7'], ['10.0.0.0/8'])).toBe(false)
    expect(areWithin([], ['10.0.0.0/8'])).toBe(false)
    expect(areWithin(['10.0.0.0/8'], [])).toBe(true)
  })
})
