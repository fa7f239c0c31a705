import { expect, it } from 'vitest'
import {
  explainAddress,
  explainTarget,
  loopbackExempt,
  nothingExempt,
  parseAddressRanges,
} from './explain-address.ts'

it.each([
  ['10.0.0.7', null],
  ['192.168.1.1', null],
  ['93.184.216.34', null],
  ['2001:db8::1', null],
  ['169.254.169.254', 'link-local'],
  ['::ffff:169.254.169.254', 'link-local'],
  ['0.0.0.0', 'unspecified'],
  ['fe80::1', 'link-local'],
  ['fd00:ec2::254', 'link-local'],
  ['239.1.1.1', 'multicast'],
  ['127.0.0.1', 'console itself'],
  ['::ffff:127.0.0.1', 'console itself'],
  ['::1', 'console itself'],
])('%s', (address, fault) => {
  const found = explainAddress(address, nothingExempt)
  if (fault === null) expect(found).toBe(null)
  else expect(found).toContain(fault)
})

it('allows loopback only where it is asked for', () => {
  expect(explainAddress('127.0.0.1', loopbackExempt)).toBe(null)
  expect(explainAddress('169.254.169.254', loopbackExempt)).not.toBe(null)
})

it.each([
  ['https://hooks.example.com/x', true],
  ['http://10.1.2.3:8080/', true],
  ['ftp://example.com/', false],
  ['https://user:secret@example.com/', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['http://[fe80::1]/', false],
])('%s', (url, allowed) => {
  expect(explainTarget(url, loopbackExempt) === null).toBe(allowed)
})

it('allows the addresses and ranges that are listed, and no others', () => {
  const exempt = parseAddressRanges(['127.0.0.0/8', '::1', '169.254.7.7'])
  expect(explainAddress('127.1.2.3', exempt)).toBe(null)
  expect(explainAddress('::1', exempt)).toBe(null)
  expect(explainAddress('169.254.7.7', exempt)).toBe(null)
  expect(explainAddress('169.254.169.254', exempt)).not.toBe(null)
  expect(() => parseAddressRanges(['localhost'])).toThrow(/neither/)
})
