import { createHash, randomBytes } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestStore, readFailure, type TestStore } from './testing/test-store.ts'

const Bucket = 'bucket'
const PART_BYTES = 5 * 1024 * 1024
let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

async function begin(Key: string, more: Partial<CreateMultipartUploadCommandInput> = {}): Promise<string> {
  const { UploadId } = await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))
  return UploadId ?? ''
}

async function sendPart(
  Key: string,
  UploadId: string,
  PartNumber: number,
  Body: Buffer,
): Promise<CompletedPart> {
  const {
    ETag = '',
    ChecksumCRC32,
    ChecksumSHA256,
  } = await store.client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
  return {
    PartNumber,
    ETag,
    ...(ChecksumCRC32 && { ChecksumCRC32 }),
    ...(ChecksumSHA256 && { ChecksumSHA256 }),
  }
}

function complete(Key: string, UploadId: string, Parts: CompletedPart[]) {
  return store.client.send(
    new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  )
}

async function read(Key: string): Promise<Buffer> {
  const { Body } = await store.client.send(new GetObjectCommand({ Bucket, Key }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

describe('a multipart upload', () => {
  it('joins its parts, sent in any order and again, under an ETag of their ETags', async () => {
    const bodies = [randomBytes(PART_BYTES), randomBytes(PART_BYTES + 7), randomBytes(11)]
    const uploadId = await begin('big', { ContentType: 'text/csv', Metadata: { m: '1' }, Tagging: 'a=1' })
    await sendPart('big', uploadId, 2, Buffer.from('replaced later'))
    const parts = await Promise.all(
      [2, 0, 1].map((n) => sendPart('big', uploadId, n * 10 + 2, bodies[n] ?? Buffer.alloc(0))),
    )
    parts.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0))
    const { ETag } = await complete('big', uploadId, parts)
    const md5s = bodies.map((body) => createHash('md5').update(body).digest())
    expect(ETag).toBe(`"${createHash('md5').update(Buffer.concat(md5s)).digest('hex')}-3"`)
    expect((await read('big')).equals(Buffer.concat(bodies))).toBe(true)
    const head = await store.client.send(new HeadObjectCommand({ Bucket, Key: 'big' }))
    expect(head).toMatchObject({ ETag, ContentType: 'text/csv', Metadata: { m: '1' }, TagCount: 1 })

    const range = `bytes=${PART_BYTES - 3}-${2 * PART_BYTES + 9}`
    const ranged = await store.client.send(new GetObjectCommand({ Bucket, Key: 'big', Range: range }))
    const expected = Buffer.concat(bodies).subarray(PART_BYTES - 3, 2 * PART_BYTES + 10)
    expect(expected.equals((await ranged.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true)
    const second = await store.client.send(new HeadObjectCommand({ Bucket, Key: 'big', PartNumber: 2 }))
    expect(second).toMatchObject({ ContentLength: PART_BYTES + 7, PartsCount: 3 })

    expect((await complete('big', uploadId, parts)).ETag).toBe(ETag)
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'big' }))
    expect(await readFailure(complete('big', uploadId, parts))).toEqual({ code: 'NoSuchUpload', status: 404 })
  })

  it.each([
    ['CRC32', 'FULL_OBJECT'],
    ['CRC32', 'COMPOSITE'],
    ['SHA256', 'COMPOSITE'],
  ] as const)('keeps a %s checksum of type %s', async (ChecksumAlgorithm, ChecksumType) => {
    const bodies = [randomBytes(PART_BYTES), randomBytes(100)]
    const uploadId = await begin('checked', { ChecksumAlgorithm, ChecksumType })
    const parts: CompletedPart[] = []
    for (const [n, body] of bodies.entries()) {
      const { ETag, ...sums } = await store.client.send(
        new UploadPartCommand({
          Bucket,
          Key: 'checked',
          UploadId: uploadId,
          PartNumber: n + 1,
          Body: body,
          ChecksumAlgorithm,
        }),
      )
      const sum = sums[`Checksum${ChecksumAlgorithm}`]
      expect(sum).toBeDefined()
      parts.push({ PartNumber: n + 1, ...(ETag && { ETag }), [`Checksum${ChecksumAlgorithm}`]: sum })
    }
    const done = await complete('checked', uploadId, parts)
    const whole = await store.client.send(
      new PutObjectCommand({ Bucket, Key: 'whole', Body: Buffer.concat(bodies), ChecksumAlgorithm }),
    )
    const field = `Checksum${ChecksumAlgorithm}` as const
    if (ChecksumType === 'FULL_OBJECT') expect(done[field]).toBe(whole[field])
    else expect(done[field]).toMatch(/-2$/)
    // The SDK verifies the checksum that it receives with the object.
    expect((await read('checked')).equals(Buffer.concat(bodies))).toBe(true)
  })

  it('can be listed and aborted, after which nothing of it is left', async () => {
    const uploadId = await begin('aborted')
    for (const n of [3, 1, 2]) await sendPart('aborted', uploadId, n, Buffer.from(`part ${n}`))
    const address = { Bucket, Key: 'aborted', UploadId: uploadId }
    const first = await store.client.send(new ListPartsCommand({ ...address, MaxParts: 2 }))
    expect(first.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 6],
      [2, 6],
    ])
    expect(first).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' })
    const rest = await store.client.send(new ListPartsCommand({ ...address, PartNumberMarker: '2' }))
    expect(rest.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3])
    expect(rest.IsTruncated).toBe(false)
    await store.client.send(new AbortMultipartUploadCommand(address))
    const failures = await Promise.all(
      [
        store.client.send(new ListPartsCommand(address)),
        store.client.send(new AbortMultipartUploadCommand(address)),
        sendPart('aborted', uploadId, 4, Buffer.from('late')),
      ].map(readFailure),
    )
    expect(new Set(failures.map(({ code, status }) => `${status} ${code}`))).toEqual(
      new Set(['404 NoSuchUpload']),
    )
    expect(await readFailure(read('aborted'))).toMatchObject({ code: 'NoSuchKey' })
  })

  it('is rejected with parts that are small, unknown, changed or out of order', async () => {
    const uploadId = await begin('refused')
    const small = await sendPart('refused', uploadId, 1, Buffer.from('small'))
    const last = await sendPart('refused', uploadId, 2, Buffer.from('last'))
    const failure = async (parts: CompletedPart[]): Promise<string> =>
      (await readFailure(complete('refused', uploadId, parts))).code
    expect(await failure([small, last])).toBe('EntityTooSmall')
    expect(await failure([last, small])).toBe('InvalidPartOrder')
    expect(await failure([{ ...last, PartNumber: 3 }])).toBe('InvalidPart')
    expect(await failure([{ ...last, ETag: small.ETag ?? '' }])).toBe('InvalidPart')
    expect(await failure([])).toBe('MalformedXML')
    await complete('refused', uploadId, [last])
    expect((await read('refused')).toString()).toBe('last')
    const badNumber = sendPart('refused', uploadId, 10_001, Buffer.from('x'))
    expect(await readFailure(badNumber)).toEqual({ code: 'InvalidArgument', status: 400 })
  })

  it('respects If-None-Match on completion', async () => {
    const uploadId = await begin('taken')
    const part = await sendPart('taken', uploadId, 1, Buffer.from('late'))
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'taken', Body: 'early' }))
    const call = store.client.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key: 'taken',
        UploadId: uploadId,
        MultipartUpload: { Parts: [part] },
        IfNoneMatch: '*',
      }),
    )
    expect(await readFailure(call)).toEqual({ code: 'PreconditionFailed', status: 412 })
    expect((await read('taken')).toString()).toBe('early')
  })

  it('accepts parts that are copies of other objects and of ranges of them', async () => {
    const body = randomBytes(PART_BYTES + 1000)
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'part source', Body: body }))
    const uploadId = await begin('from copies')
    const copy = async (PartNumber: number, CopySourceRange?: string): Promise<CompletedPart> => {
      const { CopyPartResult } = await store.client.send(
        new UploadPartCopyCommand({
          Bucket,
          Key: 'from copies',
          UploadId: uploadId,
          PartNumber,
          CopySource: `${Bucket}/part%20source`,
          ...(CopySourceRange && { CopySourceRange }),
        }),
      )
      return {
        PartNumber,
        ETag: CopyPartResult?.ETag ?? '',
        ...(CopyPartResult?.ChecksumCRC32 && { ChecksumCRC32: CopyPartResult.ChecksumCRC32 }),
      }
    }
    const parts = [await copy(1), await copy(2, 'bytes=100-199')]
    await complete('from copies', uploadId, parts)
    expect((await read('from copies')).equals(Buffer.concat([body, body.subarray(100, 200)]))).toBe(true)
    expect(await readFailure(copy(3, `bytes=0-${body.length}`))).toMatchObject({ status: expect.any(Number) })
  })
})

describe('ListMultipartUploads', () => {
  it('lists by key and start, in pages and with a delimiter', async () => {
    const keys = ['up/a', 'up/a', 'up/b/1', 'up/b/2', 'up/c']
    const ids: string[] = []
    for (const key of keys) ids.push(await begin(key))
    const all = await store.client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'up/' }))
    expect(all.Uploads?.map(({ Key }) => Key)).toEqual(keys)
    expect(new Set(all.Uploads?.map(({ UploadId }) => UploadId))).toEqual(new Set(ids))

    const paged: (string | undefined)[] = []
    let markers: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
    while (markers !== null) {
      const page: Awaited<ReturnType<typeof listPage>> = await listPage(markers)
      paged.push(...(page.Uploads ?? []).map(({ Key }) => Key))
      paged.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix))
      const { NextKeyMarker = '', NextUploadIdMarker = '' } = page
      markers = page.IsTruncated ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : null
    }
    expect(paged).toEqual(['up/a', 'up/a', 'up/b/', 'up/c'])
  })
})

function listPage(markers: { KeyMarker?: string; UploadIdMarker?: string }) {
  return store.client.send(
    new ListMultipartUploadsCommand({ Bucket, Prefix: 'up/', Delimiter: '/', MaxUploads: 1, ...markers }),
  )
}
