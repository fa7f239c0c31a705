import { createHash } from 'node:crypto'
import { GetObjectCommand, ListBucketsCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderChunkStringToSign, renderTrailerStringToSign, sign } from './protocol/sigv4.ts'
import { exchange, type RawRequest, readErrorCode, type Seed, sendRaw } from './testing/raw-client.ts'
import {
  ACCESS_KEY_ID,
  openTestStore,
  readFailure,
  SECRET_ACCESS_KEY,
  type TestStore,
} from './testing/test-store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const body = Buffer.from('the body')
const putRequest: RawRequest = { method: 'PUT', path: '/bucket/signed', body }

async function send(raw: Partial<RawRequest>, makeBody?: (seed: Seed) => Uint8Array): Promise<string> {
  const answer = await sendRaw(store.handle.endpoint, { ...putRequest, ...raw }, makeBody)
  return `${answer.status} ${readErrorCode(answer)}`.trim()
}

async function readBack(key = 'signed'): Promise<string> {
  const { Body } = await store.client.send(new GetObjectCommand({ Bucket: 'bucket', Key: key }))
  return (await Body?.transformToString()) ?? ''
}

describe('credentials', () => {
  it('with a wrong secret, id or region are rejected', async () => {
    const attempt = (accessKeyId: string, secretAccessKey: string, region = 'us-east-1') =>
      readFailure(
        store
          .connect({ credentials: { accessKeyId, secretAccessKey }, region })
          .send(new ListBucketsCommand({})),
      )
    expect(await attempt(ACCESS_KEY_ID, 'wrong')).toEqual({ code: 'SignatureDoesNotMatch', status: 403 })
    expect(await attempt('wrong', SECRET_ACCESS_KEY)).toEqual({ code: 'InvalidAccessKeyId', status: 403 })
    expect(await attempt(ACCESS_KEY_ID, SECRET_ACCESS_KEY, 'eu-west-1')).toEqual({
      code: 'AuthorizationHeaderMalformed',
      status: 400,
    })
  })

  it('that are missing, or of another scheme, are rejected', async () => {
    const drop = (headers: Record<string, string>): void => {
      delete headers.authorization
    }
    expect(await send({ tamper: drop })).toBe('403 AccessDenied')
    const basic = (headers: Record<string, string>): void => {
      headers.authorization = 'Basic eDp5'
    }
    expect(await send({ tamper: basic })).toBe('400 InvalidRequest')
  })
})

describe('a signature in the header', () => {
  it('is accepted when everything is right', async () => {
    expect(await send({})).toBe('200')
    expect(await readBack()).toBe('the body')
  })

  it.each<[string, Partial<RawRequest>, string]>([
    [
      'another time',
      {
        tamper: (headers) => {
          headers['x-amz-date'] = (headers['x-amz-date'] ?? '').replace(/..Z$/, (seconds) =>
            seconds === '59Z' ? '58Z' : '59Z',
          )
        },
      },
      '403 SignatureDoesNotMatch',
    ],
    [
      'a changed signed header',
      {
        headers: { 'x-amz-meta-a': '1' },
        tamper: (headers) => {
          headers['x-amz-meta-a'] = '2'
        },
      },
      '403 SignatureDoesNotMatch',
    ],
    [
      'an added x-amz header',
      {
        tamper: (headers) => {
          headers['x-amz-meta-a'] = '2'
        },
      },
      '403 AccessDenied',
    ],
    ['an unsigned host', { unsigned: ['host'] }, '403 AccessDenied'],
    [
      'no x-amz-content-sha256',
      {
        tamper: (headers) => {
          delete headers['x-amz-content-sha256']
        },
      },
      '400 InvalidRequest',
    ],
    [
      'a wrong hash of the body',
      { payloadHash: createHash('sha256').update('other').digest('hex') },
      '400 XAmzContentSHA256Mismatch',
    ],
    ['a hash that is none', { payloadHash: 'abc' }, '400 InvalidArgument'],
    ['a clock 16 minutes behind', { timeMs: Date.now() - 16 * 60_000 }, '403 RequestTimeTooSkewed'],
    ['a clock 16 minutes ahead', { timeMs: Date.now() + 16 * 60_000 }, '403 RequestTimeTooSkewed'],
    [
      'a malformed credential',
      {
        tamper: (headers) => {
          headers.authorization = 'AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=0'
        },
      },
      '400 AuthorizationHeaderMalformed',
    ],
  ])('is rejected with %s, and nothing is stored', async (name, raw, expected) => {
    const key = `refused ${name}`
    expect(await send({ ...raw, path: `/bucket/${key}` })).toBe(expected)
    expect(await readFailure(readBack(key))).toMatchObject({ code: 'NoSuchKey' })
  })

  it('covers metadata that is not ASCII', async () => {
    const value = Buffer.from('é 日本').toString('latin1')
    expect(await send({ headers: { 'x-amz-meta-text': value } })).toBe('200')
    const answer = await sendRaw(store.handle.endpoint, { method: 'HEAD', path: '/bucket/signed' })
    expect(answer.headers['x-amz-meta-text']).toBe(value)
  })
})

describe('a streamed body', () => {
  const chunks = [Buffer.alloc(70_000, 'a'), Buffer.alloc(9_000, 'b')]
  const whole = Buffer.concat(chunks)
  const sizes = { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(whole.length) }
  const crc32 = 'x-amz-checksum-crc32'

  function encode(
    seed: Seed,
    options: { trailer?: string; spoilChunk?: boolean; spoilTrailer?: boolean } = {},
  ): Buffer {
    const { timestamp, scope, signingKey } = seed
    let previous = seed.signature
    const pieces: Buffer[] = []
    for (const chunk of [...chunks, Buffer.alloc(0)]) {
      const hash = createHash('sha256').update(chunk).digest('hex')
      previous = sign(signingKey, renderChunkStringToSign(timestamp, scope, previous, hash))
      const shown =
        options.spoilChunk && chunk === chunks[1]
          ? previous.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
          : previous
      pieces.push(Buffer.from(`${chunk.length.toString(16)};chunk-signature=${shown}\r\n`), chunk)
      if (chunk.length > 0) pieces.push(Buffer.from('\r\n'))
    }
    if (options.trailer !== undefined) {
      const line = `${crc32}:${options.trailer}`
      const hash = createHash('sha256').update(`${line}\n`).digest('hex')
      const signature = sign(signingKey, renderTrailerStringToSign(timestamp, scope, previous, hash))
      pieces.push(
        Buffer.from(
          `${line}\r\nx-amz-trailer-signature:${options.spoilTrailer ? '0'.repeat(64) : signature}\r\n`,
        ),
      )
    }
    pieces.push(Buffer.from('\r\n'))
    return Buffer.concat(pieces)
  }

  const signed: Partial<RawRequest> = { payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', headers: sizes }
  const withTrailer: Partial<RawRequest> = {
    payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    headers: { ...sizes, 'x-amz-trailer': crc32 },
  }

  it('with signed chunks is verified', async () => {
    expect(await send({ ...signed, path: '/bucket/chunks' }, encode)).toBe('200')
    expect((await readBack('chunks')) === whole.toString()).toBe(true)
    expect(await send({ ...signed, path: '/bucket/no' }, (seed) => encode(seed, { spoilChunk: true }))).toBe(
      '403 SignatureDoesNotMatch',
    )
    const changed = await send({ ...signed, path: '/bucket/no' }, (seed) => {
      const bytes = encode(seed)
      bytes.writeUInt8(120, 50_000)
      return bytes
    })
    expect(changed).toBe('403 SignatureDoesNotMatch')
    const short = await send({ ...signed, path: '/bucket/no' }, (seed) => encode(seed).subarray(0, 60_000))
    expect(short).toBe('400 IncompleteBody')
    expect(await readFailure(readBack('no'))).toMatchObject({ code: 'NoSuchKey' })
  })

  it('with a signed trailer is verified', async () => {
    const { ChecksumCRC32: trailer = '' } = await store.client.send(
      new PutObjectCommand({ Bucket: 'bucket', Key: 'reference', Body: whole }),
    )
    expect(await send({ ...withTrailer, path: '/bucket/trailer' }, (seed) => encode(seed, { trailer }))).toBe(
      '200',
    )
    expect((await readBack('trailer')) === whole.toString()).toBe(true)
    const refuse = (options: Parameters<typeof encode>[1]) =>
      send({ ...withTrailer, path: '/bucket/no' }, (seed) => encode(seed, options))
    expect(await refuse({ trailer, spoilTrailer: true })).toBe('403 SignatureDoesNotMatch')
    expect(await refuse({ trailer: 'AAAAAA==' })).toBe('400 BadDigest')
    expect(await refuse({})).toBe('403 SignatureDoesNotMatch')
    expect(await readFailure(readBack('no'))).toMatchObject({ code: 'NoSuchKey' })
  })

  it('that is rejected at its first chunk does not block the connection', async () => {
    const large = Buffer.alloc(20_000_000, 'x')
    const sizesOfLarge = { ...sizes, 'x-amz-decoded-content-length': String(large.length) }
    const bad = Buffer.concat([Buffer.from(`1;chunk-signature=${'0'.repeat(64)}\r\nx\r\n`), large])
    // The client has 16 connections, so that some of these wait for one that was rejected before.
    const refused = Array.from({ length: 20 }, () =>
      send({ ...signed, headers: sizesOfLarge, path: '/bucket/no' }, () => bad),
    )
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['403 SignatureDoesNotMatch']))
    expect(await send({})).toBe('200')
  })

  it('must declare its length, and keep to it', async () => {
    const { 'x-amz-decoded-content-length': _, ...noLength } = sizes
    expect(await send({ ...signed, headers: noLength }, encode)).toBe('411 MissingContentLength')
    expect(
      await send({ ...signed, headers: { ...sizes, 'x-amz-decoded-content-length': '5' } }, encode),
    ).toBe('400 IncompleteBody')
    const plainChunked = { headers: { 'transfer-encoding': 'chunked' }, payloadHash: 'UNSIGNED-PAYLOAD' }
    expect(await send(plainChunked)).toBe('411 MissingContentLength')
  })
})

/** The part of the SDK's own signer that its types omit. */
interface Presigner {
  presign(
    request: object,
    options: { expiresIn?: number; signingDate?: Date },
  ): Promise<{ query?: Record<string, string> }>
}

describe('a presigned URL', () => {
  async function presign(
    method: string,
    path: string,
    options: { expiresIn?: number; signingDate?: Date } = {},
  ) {
    const { host, hostname, port } = new URL(store.handle.endpoint)
    const signer = (await store.client.config.signer()) as unknown as Presigner
    const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    const request = { method, protocol: 'http:', hostname, port: Number(port), path, query: {}, headers }
    const signed = await signer.presign(request, options)
    const query = Object.entries(signed.query ?? {}).map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    )
    return (sentMethod = method, sentBody?: Buffer, addition = '') =>
      exchange(
        {
          hostname,
          port,
          path: `${path}?${query.join('&')}${addition}`,
          method: sentMethod,
          headers: { host },
        },
        sentBody,
      )
  }

  it('writes and reads', async () => {
    const put = await presign('PUT', '/bucket/presigned%20key')
    expect((await put('PUT', body)).status).toBe(200)
    const get = await presign('GET', '/bucket/presigned%20key')
    expect((await get()).body.toString()).toBe('the body')
  })

  it('is valid only for its method, query and time', async () => {
    const get = await presign('GET', '/bucket/signed')
    expect((await get()).status).toBe(200)
    expect(readErrorCode(await get('DELETE'))).toBe('SignatureDoesNotMatch')
    expect(readErrorCode(await get('GET', undefined, '&response-expires=0'))).toBe('SignatureDoesNotMatch')
    const old = await presign('GET', '/bucket/signed', {
      expiresIn: 60,
      signingDate: new Date(Date.now() - 61_000),
    })
    expect(readErrorCode(await old())).toBe('AccessDenied')
    const early = await presign('GET', '/bucket/signed', { signingDate: new Date(Date.now() + 3_600_000) })
    expect(readErrorCode(await early())).toBe('RequestTimeTooSkewed')
  })
})

describe('virtual-host style', () => {
  it('takes the bucket from the host name', async () => {
    const { port } = new URL(store.handle.endpoint)
    const host = `bucket.localhost:${port}`
    const answer = await sendRaw(store.handle.endpoint, {
      ...putRequest,
      path: '/by/host',
      headers: { host },
    })
    expect(answer.status).toBe(200)
    expect(await readBack('by/host')).toBe('the body')
  })
})
