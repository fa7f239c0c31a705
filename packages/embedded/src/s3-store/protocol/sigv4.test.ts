import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type CredentialScope,
  deriveSigningKey,
  parseTimestamp,
  renderCanonicalRequest,
  renderChunkStringToSign,
  renderStringToSign,
  renderTrailerStringToSign,
  type SignedRequest,
  sign,
} from './sigv4.ts'

/** The examples of the Amazon S3 API reference, "Signature Calculations". */
const TIMESTAMP = '20130524T000000Z'
const SCOPE: CredentialScope = { date: '20130524', region: 'us-east-1', service: 's3' }
const KEY = deriveSigningKey('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', SCOPE)
const EMPTY = sha256('')

function sha256(data: string): string {
  return createHash('sha256').update(data).digest('hex')
}

function signatureOf(request: Partial<SignedRequest> & { headerLines: Record<string, string> }): string {
  const { headerLines, ...rest } = request
  const canonical = renderCanonicalRequest({
    method: 'GET',
    path: '/',
    query: [],
    payloadHash: EMPTY,
    headers: new Map(Object.entries(headerLines).map(([name, value]) => [name, [value]])),
    signedHeaders: Object.keys(headerLines).sort(),
    ...rest,
  })
  return sign(KEY, renderStringToSign(TIMESTAMP, SCOPE, canonical))
}

const HOST = { host: 'examplebucket.s3.amazonaws.com' }
const COMMON = { ...HOST, 'x-amz-content-sha256': EMPTY, 'x-amz-date': TIMESTAMP }

describe('published signatures', () => {
  it('GET of an object with a range', () => {
    expect(signatureOf({ path: '/test.txt', headerLines: { ...COMMON, range: 'bytes=0-9' } })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  it('PUT of an object whose key must be encoded', () => {
    const payloadHash = sha256('Welcome to Amazon S3.')
    expect(
      signatureOf({
        method: 'PUT',
        path: '/test$file.text',
        payloadHash,
        headerLines: {
          ...COMMON,
          date: 'Fri, 24 May 2013 00:00:00 GMT',
          'x-amz-content-sha256': payloadHash,
          'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        },
      }),
    ).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd')
  })

  it('a sub-resource without a value, and a listing', () => {
    expect(signatureOf({ query: [['lifecycle', '']], headerLines: COMMON })).toBe(
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    )
    const query = [
      ['prefix', 'J'],
      ['max-keys', '2'],
    ] as const
    expect(signatureOf({ query, headerLines: COMMON })).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    )
  })

  it('a presigned URL', () => {
    const query = [
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'],
      ['X-Amz-Date', TIMESTAMP],
      ['X-Amz-Expires', '86400'],
      ['X-Amz-SignedHeaders', 'host'],
    ] as const
    expect(
      signatureOf({ path: '/test.txt', query, payloadHash: 'UNSIGNED-PAYLOAD', headerLines: HOST }),
    ).toBe('aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404')
  })

  it('the chunks of a signed stream', () => {
    const chunkHashes = [sha256('a'.repeat(65536)), sha256('a'.repeat(1024)), EMPTY]
    let previous = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9'
    const signatures = chunkHashes.map((hash) => {
      previous = sign(KEY, renderChunkStringToSign(TIMESTAMP, SCOPE, previous, hash))
      return previous
    })
    expect(signatures).toEqual([
      'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
      '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
      'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
    ])
  })

  it('the trailers of a signed stream', () => {
    const last = '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992'
    const hash = sha256('x-amz-checksum-crc32c:sOO8/Q==\n')
    expect(sign(KEY, renderTrailerStringToSign(TIMESTAMP, SCOPE, last, hash))).toBe(
      'd81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435',
    )
  })
})

describe('canonical request', () => {
  it('keeps dots and slashes of a path, and sorts a query by encoded name before value', () => {
    const canonical = renderCanonicalRequest({
      method: 'GET',
      path: '/b/a/../x//y %',
      query: [
        ['a-b', '1'],
        ['a', '2'],
        ['a', '1'],
        ['é', "'"],
      ],
      headers: new Map([['host', ['  h   1 ', 'h2']]]),
      signedHeaders: ['host'],
      payloadHash: EMPTY,
    })
    expect(canonical.split('\n')).toEqual([
      'GET',
      '/b/a/../x//y%20%25',
      '%C3%A9=%27&a=1&a=2&a-b=1',
      'host:h 1,h2',
      '',
      'host',
      EMPTY,
    ])
  })
})

describe('parseTimestamp', () => {
  it('reads ISO 8601 basic form only', () => {
    expect(parseTimestamp(TIMESTAMP)).toBe(Date.UTC(2013, 4, 24))
    expect(parseTimestamp('2013-05-24T00:00:00Z')).toBeNull()
    expect(parseTimestamp('')).toBeNull()
  })
})
