import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findClientAddress } from './find-client-address.ts'

const nobody = new BlockList()
const proxies = new BlockList()
proxies.addSubnet('10.0.0.0', 8, 'ipv4')
proxies.addAddress('fd00::7', 'ipv6')

it("uses the socket's address, whatever is claimed, while no proxy is trusted", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (claim) => {
      expect(findClientAddress('10.0.0.1', claim, nobody)).toBe('10.0.0.1')
      expect(findClientAddress('192.0.2.9', claim, proxies), 'a caller that is no proxy').toBe('192.0.2.9')
    }),
  )
})

describe('behind a trusted proxy', () => {
  it.each([
    [undefined, '10.0.0.1'],
    ['192.0.2.9', '192.0.2.9'],
    ['1.1.1.1, 192.0.2.9', '192.0.2.9'],
    ['1.1.1.1, 192.0.2.9, 10.2.3.4', '192.0.2.9'],
    ['10.9.9.9, 10.2.3.4', '10.9.9.9'],
    ['192.0.2.9:4711', '192.0.2.9'],
    ['[2001:DB8::1]:4711', '2001:db8::1'],
    ['::ffff:192.0.2.9', '192.0.2.9'],
    ['192.0.2.9, fd00::7', '192.0.2.9'],
    ['192.0.2.9, unknown', null],
    ['', null],
  ])('%j comes from %j', (forwarded, client) => {
    expect(findClientAddress('::ffff:10.0.0.1', forwarded, proxies)).toBe(client)
  })

  it('reads no further than the first address that is not trusted', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (claims) => {
        const forwarded = [...claims, '192.0.2.9', '10.2.3.4'].join(',')
        expect(findClientAddress('10.0.0.1', forwarded, proxies)).toBe('192.0.2.9')
      }),
    )
  })
})

it('has no address for a closed socket', () => {
  expect(findClientAddress(undefined, '192.0.2.9', proxies)).toBe(null)
})
