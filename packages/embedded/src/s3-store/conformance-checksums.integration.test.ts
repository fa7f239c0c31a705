import { randomBytes } from 'node:crypto'
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type UploadPartCommandInput,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChecksumAlgorithm,
  type ChecksumType,
  createChecksumHasher,
  joinChecksums,
} from './protocol/checksums.ts'
import { sendRaw } from './testing/raw-client.ts'
import { openTestStore, readFailure, type TestStore } from './testing/test-store.ts'

const Bucket = 'bucket'
const Key = 'object'
const bodies = [randomBytes(5 * 1024 * 1024), randomBytes(5 * 1024 * 1024 + 3), randomBytes(17)]
const whole = Buffer.concat(bodies)
let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

function digest(algorithm: ChecksumAlgorithm, data: Buffer): string {
  const hasher = createChecksumHasher(algorithm)
  hasher.update(data)
  return hasher.digest()
}

const field = (algorithm: ChecksumAlgorithm) => `Checksum${algorithm}` as const

async function begin(ChecksumAlgorithm?: ChecksumAlgorithm, ChecksumType?: ChecksumType): Promise<string> {
  const { UploadId } = await store.client.send(
    new CreateMultipartUploadCommand({
      Bucket,
      Key,
      ...(ChecksumAlgorithm && { ChecksumAlgorithm }),
      ...(ChecksumType && { ChecksumType }),
    }),
  )
  return UploadId ?? ''
}

/** A part as boto3 sends it: with its checksum in a header, or without one. */
async function sendPart(
  UploadId: string,
  PartNumber: number,
  more: Partial<UploadPartCommandInput> = {},
): Promise<CompletedPart> {
  const client = store.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' })
  const Body = bodies[PartNumber - 1] ?? Buffer.alloc(0)
  const { ETag = '' } = await client.send(
    new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more }),
  )
  return { PartNumber, ETag }
}

async function sendParts(
  UploadId: string,
  algorithm: ChecksumAlgorithm | null,
  isNamedAtTheEnd: boolean,
): Promise<CompletedPart[]> {
  const parts: CompletedPart[] = []
  for (const [index, body] of bodies.entries()) {
    const sum = algorithm && { [field(algorithm)]: digest(algorithm, body) }
    const part = await sendPart(UploadId, index + 1, sum ?? {})
    parts.push({ ...part, ...(isNamedAtTheEnd ? sum : {}) })
  }
  return parts
}

function complete(
  UploadId: string,
  Parts: CompletedPart[],
  more: Partial<CompleteMultipartUploadCommandInput> = {},
) {
  return store.client.send(
    new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...more }),
  )
}

const KINDS = [
  ['CRC32', 'FULL_OBJECT'],
  ['CRC32', 'COMPOSITE'],
  ['CRC32C', 'FULL_OBJECT'],
  ['CRC32C', 'COMPOSITE'],
  ['CRC64NVME', 'FULL_OBJECT'],
  ['SHA1', 'COMPOSITE'],
  ['SHA256', 'COMPOSITE'],
] as const

describe('a multipart upload completed with the checksum of the object', () => {
  it.each(KINDS)('of %s, %s: is verified, kept and returned', async (algorithm, type) => {
    const name = field(algorithm)
    const composite = type === 'COMPOSITE'
    const uploadId = await begin(algorithm, type)
    const parts = await sendParts(uploadId, algorithm, composite)
    const listed = await store.client.send(new ListPartsCommand({ Bucket, Key, UploadId: uploadId }))
    expect(listed).toMatchObject({ ChecksumAlgorithm: algorithm, ChecksumType: type })
    expect(listed.Parts?.map((part) => part[name])).toEqual(bodies.map((body) => digest(algorithm, body)))

    const sums = bodies.map((body) => ({ value: digest(algorithm, body), sizeBytes: body.length }))
    const expected = composite ? joinChecksums(algorithm, type, sums).value : digest(algorithm, whole)
    const other = Buffer.from(expected.replace(/-\d+$/, ''), 'base64').reverse().toString('base64')
    const wrong = complete(uploadId, parts, { [name]: other, ChecksumType: type })
    expect(await readFailure(wrong)).toEqual({ code: 'BadDigest', status: 400 })
    const otherType = composite ? 'FULL_OBJECT' : 'COMPOSITE'
    const wrongType = complete(uploadId, parts, { [name]: expected, ChecksumType: otherType })
    expect(await readFailure(wrongType)).toEqual({ code: 'BadDigest', status: 400 })

    const done = await complete(uploadId, parts, { [name]: expected, ChecksumType: type })
    expect(done).toMatchObject({ [name]: expected, ChecksumType: type })
    const head = await store.client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }))
    expect(head).toMatchObject({ [name]: expected, ChecksumType: type, ContentLength: whole.length })
    const silent = store.connect({ responseChecksumValidation: 'WHEN_REQUIRED' })
    expect((await silent.send(new HeadObjectCommand({ Bucket, Key })))[name]).toBeUndefined()

    const one = await store.client.send(
      new GetObjectCommand({ Bucket, Key, PartNumber: 2, ChecksumMode: 'ENABLED' }),
    )
    expect(one).toMatchObject({ [name]: sums[1]?.value, PartsCount: 3 })
    const body = Buffer.from((await one.Body?.transformToByteArray()) ?? [])
    expect(body.equals(bodies[1] ?? Buffer.alloc(0))).toBe(true)

    const attributes = await store.client.send(
      new GetObjectAttributesCommand({
        Bucket,
        Key,
        ObjectAttributes: ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'],
        MaxParts: 2,
      }),
    )
    expect(attributes).toMatchObject({
      ETag: done.ETag?.replaceAll('"', ''),
      Checksum: { [name]: expected.replace(/-\d+$/, ''), ChecksumType: type },
      ObjectParts: { TotalPartsCount: 3, IsTruncated: true, MaxParts: 2, NextPartNumberMarker: '2' },
      StorageClass: 'STANDARD',
      ObjectSize: whole.length,
    })
    expect(attributes.ObjectParts?.Parts).toEqual(
      sums.slice(0, 2).map(({ value, sizeBytes }, index) => ({
        PartNumber: index + 1,
        Size: sizeBytes,
        [name]: value,
      })),
    )
  })

  it('needs no checksum of the parts: a full-object one is computed from what arrived', async () => {
    for (const algorithm of ['CRC32', 'CRC32C', 'CRC64NVME'] as const) {
      const uploadId = await begin(algorithm, 'FULL_OBJECT')
      const parts = await sendParts(uploadId, null, false)
      const sum = { [field(algorithm)]: digest(algorithm, whole), ChecksumType: 'FULL_OBJECT' as const }
      expect(await complete(uploadId, parts, sum)).toMatchObject(sum)
    }
  })

  it('is verified when the upload named no algorithm, whatever came with the parts', async () => {
    for (const ofParts of [null, 'CRC32', 'SHA256'] as const) {
      const uploadId = await begin()
      const parts = await sendParts(uploadId, ofParts, false)
      const other = complete(uploadId, parts, { ChecksumCRC32: digest('CRC32', Buffer.from('other')) })
      expect(await readFailure(other)).toEqual({ code: 'BadDigest', status: 400 })
      const sum = { ChecksumCRC32: digest('CRC32', whole), ChecksumType: 'FULL_OBJECT' }
      expect(await complete(uploadId, parts, { ChecksumCRC32: sum.ChecksumCRC32 })).toMatchObject(sum)
      const head = await store.client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }))
      expect(head).toMatchObject(sum)
    }
  })

  it('is rejected for another algorithm, a malformed value or two checksums', async () => {
    const uploadId = await begin('CRC32', 'FULL_OBJECT')
    const parts = await sendParts(uploadId, 'CRC32', true)
    const refused = [
      { ChecksumSHA256: digest('SHA256', whole) },
      { ChecksumCRC32C: digest('CRC32C', whole) },
      { ChecksumCRC32: 'no base64 of four bytes' },
      { ChecksumCRC32: digest('CRC32', whole), ChecksumCRC32C: digest('CRC32C', whole) },
    ]
    for (const sums of refused) {
      expect(await readFailure(complete(uploadId, parts, sums))).toEqual({
        code: 'InvalidRequest',
        status: 400,
      })
    }
    const bare = await begin()
    const sha = complete(bare, await sendParts(bare, null, false), {
      ChecksumSHA256: digest('SHA256', whole),
    })
    expect(await readFailure(sha)).toEqual({ code: 'InvalidRequest', status: 400 })
    expect(await complete(uploadId, parts)).toMatchObject({ ChecksumCRC32: digest('CRC32', whole) })
  })

  it('names the checksums of its parts when it is composite, and none that is wrong', async () => {
    const uploadId = await begin('SHA256')
    const parts = await sendParts(uploadId, 'SHA256', true)
    const [first, second, third] = parts
    if (!first || !second || !third) throw new Error('There are three parts.')
    const { ChecksumSHA256: _, ...unnamed } = second
    const lacking = complete(uploadId, [first, unnamed, third])
    expect(await readFailure(lacking)).toEqual({ code: 'InvalidRequest', status: 400 })
    const swapped = complete(uploadId, [{ ...first, ChecksumSHA256: third.ChecksumSHA256 }, second, third])
    expect(await readFailure(swapped)).toEqual({ code: 'InvalidPart', status: 400 })
    expect((await complete(uploadId, parts)).ChecksumSHA256).toMatch(/-3$/)
  })
})

describe('the checksum of a part', () => {
  it.each(KINDS)('of %s (%s) is verified in a header and after the body', async (algorithm, type) => {
    const uploadId = await begin(algorithm, type)
    const other = { [field(algorithm)]: digest(algorithm, Buffer.from('other')) }
    expect(await readFailure(sendPart(uploadId, 3, other))).toEqual({ code: 'BadDigest', status: 400 })
    const sendTrailer = (sum: string) => {
      const data = bodies[2] ?? Buffer.alloc(0)
      const trailer = `x-amz-checksum-${algorithm.toLowerCase()}`
      return sendRaw(store.handle.endpoint, {
        method: 'PUT',
        path: `/${Bucket}/${Key}`,
        query: [
          ['partNumber', '3'],
          ['uploadId', uploadId],
        ],
        payloadHash: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        headers: { 'x-amz-trailer': trailer, 'x-amz-decoded-content-length': String(data.length) },
        body: Buffer.concat([
          Buffer.from(`${data.length.toString(16)}\r\n`),
          data,
          Buffer.from(`\r\n0\r\n${trailer}:${sum}\r\n\r\n`),
        ]),
      })
    }
    const refused = await sendTrailer(digest(algorithm, Buffer.from('other')))
    expect([refused.status, refused.body.toString()]).toEqual([400, expect.stringContaining('BadDigest')])
    const taken = await sendTrailer(digest(algorithm, bodies[2] ?? Buffer.alloc(0)))
    expect(taken.status).toBe(200)
    const { Parts } = await store.client.send(new ListPartsCommand({ Bucket, Key, UploadId: uploadId }))
    expect(Parts?.map((part) => part[field(algorithm)])).toEqual([
      digest(algorithm, bodies[2] ?? Buffer.alloc(0)),
    ])
  })

  it('of another algorithm than the upload is rejected', async () => {
    const uploadId = await begin('CRC32')
    const sum = { ChecksumSHA1: digest('SHA1', bodies[2] ?? Buffer.alloc(0)) }
    expect(await readFailure(sendPart(uploadId, 3, sum))).toEqual({ code: 'InvalidRequest', status: 400 })
  })
})

describe('GetObjectAttributes', () => {
  it('of an object in one piece returns no parts, and without a checksum none', async () => {
    await store.client.send(
      new PutObjectCommand({ Bucket, Key: 'one', Body: 'abc', ChecksumAlgorithm: 'SHA1' }),
    )
    const ask = (key: string) =>
      store.client.send(
        new GetObjectAttributesCommand({ Bucket, Key: key, ObjectAttributes: ['Checksum', 'ObjectParts'] }),
      )
    const told = await ask('one')
    expect(told.Checksum).toMatchObject({
      ChecksumSHA1: digest('SHA1', Buffer.from('abc')),
      ChecksumType: 'FULL_OBJECT',
    })
    expect(told.ObjectParts).toBeUndefined()
    expect(told.ObjectSize).toBeUndefined()
    expect(await readFailure(ask('none'))).toEqual({ code: 'NoSuchKey', status: 404 })
  })

  it('without the requested attributes is rejected', async () => {
    const answer = await sendRaw(store.handle.endpoint, {
      method: 'GET',
      path: `/${Bucket}/one`,
      query: [['attributes', '']],
    })
    expect([answer.status, answer.body.toString()]).toEqual([400, expect.stringContaining('InvalidRequest')])
  })
})

describe('a copy', () => {
  it.each(KINDS)('of an object with %s, %s has a checksum of its own bytes', async (algorithm, type) => {
    const uploadId = await begin(algorithm, type)
    await complete(uploadId, await sendParts(uploadId, algorithm, true))
    const name = field(algorithm)
    const { CopyObjectResult } = await store.client.send(
      new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${Key}` }),
    )
    const sum = { [name]: digest(algorithm, whole), ChecksumType: 'FULL_OBJECT' }
    expect(CopyObjectResult).toMatchObject(sum)
    const head = await store.client.send(
      new HeadObjectCommand({ Bucket, Key: 'copy', ChecksumMode: 'ENABLED' }),
    )
    expect(head).toMatchObject(sum)
    const another = algorithm === 'SHA256' ? 'CRC32' : 'SHA256'
    const changed = await store.client.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'copy',
        CopySource: `${Bucket}/${Key}`,
        ChecksumAlgorithm: another,
      }),
    )
    expect(changed.CopyObjectResult).toMatchObject({ [field(another)]: digest(another, whole) })
  })
})
