import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeUrlSchema, normalizeNodeUrl } from './node-url.ts'

describe('normalizeNodeUrl', () => {
  it.each([
    ['http://ch1:8123', 'http://ch1:8123'],
    ['HTTPS://CH1.Example.COM:8443/', 'https://ch1.example.com:8443'],
    ['https://ch1:443', 'https://ch1'],
    ['ch1:8123', 'http://ch1:8123'],
    [' 10.0.0.7:8123 ', 'http://10.0.0.7:8123'],
    ['http://[::1]:8123', 'http://[::1]:8123'],
  ])('normalizes %s to %s', (text, url) => {
    expect(normalizeNodeUrl(text)).toEqual({ ok: true, url })
  })

  it.each([
    ['', /empty/],
    ['ftp://ch1', /http or https/],
    ['file:///etc/passwd', /http or https/],
    ['javascript://alert(1)', /http or https/],
    ['http://user:secret@ch1:8123', /credentials/],
    ['http://user@ch1', /credentials/],
    ['http://ch1:8123/?user=x', /path or a query/],
    ['http://ch1:8123/play', /path or a query/],
    ['http://ch1:8123#x', /path or a query/],
    ['http://ch1:99999', /not a valid address/],
    ['http://ch1:0', /Port 0/],
    ['http://', /not a valid address/],
    ['http://a b', /not a valid address/],
  ])('rejects %s', (text, expected) => {
    const result = normalizeNodeUrl(text)
    expect(result.ok ? result.url : result.problem).toMatch(expected)
  })

  it('rejects any text or returns an address that normalizes to itself', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https', 'ftp'] }),
      fc
        .tuple(
          fc.constantFrom('http://', 'https://', ''),
          fc.string(),
          fc.constantFrom('@', ':', '/', '#', '\\'),
          fc.string(),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        const result = normalizeNodeUrl(text)
        if (!result.ok) return
        expect(normalizeNodeUrl(result.url)).toEqual(result)
        const url = new URL(result.url)
        expect(['http:', 'https:']).toContain(url.protocol)
        expect(`${url.username}${url.password}${url.search}${url.hash}`).toBe('')
        expect(url.origin).toBe(result.url)
      }),
      { numRuns: 500 },
    )
  })

  it('never repeats credentials in its message', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{12}$/), (password) => {
        const parsed = nodeUrlSchema.safeParse(`http://user:${password}@ch1:8123`)
        expect(parsed.success).toBe(false)
        expect(JSON.stringify(parsed.error)).not.toContain(password)
      }),
    )
  })
})
