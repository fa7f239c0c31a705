import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nothingExempt } from '../../platform/net/explain-address.ts'
import { explainEndpoint, matchesHost } from './check-address.ts'

const hostOf = (url: string) => new URL(url)

it.each([
  ['*.example.com', 'https://s3.example.com', true],
  ['*.example.com', 'https://example.com', false],
  ['S3.example.com', 'https://s3.EXAMPLE.com', true],
  ['s3.example.com', 'https://s3xexample.com', false],
  ['s3.example.com:9000', 'https://s3.example.com:9000', true],
  ['s3.example.com:9000', 'https://s3.example.com:9001', false],
  ['s3.example.com', 'https://s3.example.com:9001', true],
  ['*', 'https://anything', true],
  ['[2001:db8::*]', 'https://[2001:db8::7]', true],
])('%s for %s: %s', (pattern, url, allowed) => {
  expect(matchesHost(pattern, hostOf(url))).toBe(allowed)
})

it('matches like the equivalent regular expression', () => {
  const host = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(pattern, host, (rule, name) => {
      fc.pre(URL.canParse(`https://x${name}`))
      const url = hostOf(`https://x${name}`)
      const pieces = rule.split('*').map((piece) => piece.replaceAll('.', '\\.'))
      expect(matchesHost(rule, url)).toBe(new RegExp(`^${pieces.join('.*')}$`).test(url.hostname))
    }),
    { numRuns: 1_000 },
  )
})

it('terminates for a rule built to be slow', () => {
  const source = { endpoint: `https://${'a'.repeat(450)}`, region: 'us-east-1' }
  const rules = Array.from({ length: 200 }, () => `${'*a'.repeat(120)}*b`)
  expect(explainEndpoint(source, rules, nothingExempt)).toContain('do not allow')
})
