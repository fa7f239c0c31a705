import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

it('allows loopback only on request', () => {
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

it('allows the listed addresses and ranges, and no others', () => {
  const exempt = parseAddressRanges(['127.0.0.0/8', '::1', '169.254.7.7'])
  expect(explainAddress('127.1.2.3', exempt)).toBe(null)
  expect(explainAddress('::1', exempt)).toBe(null)
  expect(explainAddress('169.254.7.7', exempt)).toBe(null)
  expect(explainAddress('169.254.169.254', exempt)).not.toBe(null)
  expect(() => parseAddressRanges(['localhost'])).toThrow(/neither/)
})

describe('metadata services of clouds', () => {
  const services = [
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '169.254.42.42',
    '169.254.0.23',
  ]
  const hex = (address: string) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)].join(':')
  }
  const inverted = (address: string) =>
    hex(
      address
        .split('.')
        .map((byte) => 255 - Number(byte))
        .join('.'),
    )
  const forms: Record<string, (address: string) => string> = {
    plain: (address) => address,
    'IPv4-mapped': (address) => `::ffff:${address}`,
    'IPv4-mapped in hex': (address) => `::ffff:${hex(address)}`,
    'IPv4-mapped in full': (address) => `0:0:0:0:0:FFFF:${hex(address)}`,
    'IPv4-compatible': (address) => `::${hex(address)}`,
    'IPv4-translated': (address) => `::ffff:0:${hex(address)}`,
    NAT64: (address) => `64:ff9b::${address}`,
    'NAT64 in hex': (address) => `64:ff9b::${hex(address)}`,
    'local NAT64': (address) => `64:ff9b:1::${hex(address)}`,
    '6to4': (address) => `2002:${hex(address)}::1`,
    'the client of Teredo': (address) => `2001:0:c000:201::${inverted(address)}`,
    'the server of Teredo': (address) => `2001:0:${hex(address)}::1`,
    ISATAP: (address) => `2001:db8::5efe:${hex(address)}`,
  }

  it.each(Object.keys(forms))('are rejected, written as %s', (form) => {
    for (const address of services) {
      const text = forms[form]?.(address) ?? ''
      expect(explainAddress(text, nothingExempt), text).toContain('metadata service')
      const host = text.includes(':') ? `[${text}]` : text
      expect(explainTarget(`http://${host}:80/`, nothingExempt), host).not.toBe(null)
    }
  })

  it('are rejected as one number, in octal, in hex, in parts and with a trailing dot', () => {
    for (const address of services) {
      const bytes = address.split('.').map(Number)
      const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
      const [a = 0, b = 0, c = 0, d = 0] = bytes
      const hosts = [
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
        bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
        `${a}.${b}.${c * 256 + d}`,
        `${a}.${b * 65_536 + c * 256 + d}`,
        `${address}.`,
        address.replaceAll('.', '\u3002'),
        [...address]
          .map((sign) => (sign === '.' ? sign : String.fromCharCode(0xff10 + Number(sign))))
          .join(''),
      ]
      for (const host of hosts) expect(explainTarget(`http://${host}/`, loopbackExempt), host).not.toBe(null)
    }
  })

  it('are rejected by their IPv6 addresses, with a zone too', () => {
    for (const address of [
      'fd00:ec2::254',
      'fd20:ce::254',
      'fd00:42::42',
      'fd00:c1::a9fe:a9fe',
      'fe80::1%eth0',
    ])
      expect(explainAddress(address, loopbackExempt), address).not.toBe(null)
  })
})

it('judges an IPv4 address the same in every form', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
      fc.pre(a + b + c > 0)
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const isRefused = (text: string) => explainAddress(text, nothingExempt) !== null
      for (const form of [`::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::`])
        expect(isRefused(form), form).toBe(isRefused(address))
    }),
  )
})

it('recognizes the machine itself in every form, and allows it where exempt', () => {
  for (const form of [
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '127.9.9.9',
  ]) {
    expect(explainAddress(form, nothingExempt), form).not.toBe(null)
    expect(
      explainAddress(form, parseAddressRanges(['127.0.0.0/8', '::1', '64:ff9b::/96', '2002::/16'])),
      form,
    ).toBe(null)
  }
})
