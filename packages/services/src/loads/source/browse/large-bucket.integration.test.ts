import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type S3StoreHandle, startS3Store } from '@frostline/embedded'
import { fillStoreFolder, startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../../../testing/open-test-services.ts'
import { createSource, listSourceObjects, searchSourceObjects } from '../index.ts'

const objects = 100_000
const bucket = 'large-bucket'
let folder = ''
let stack: TestStack
let store: S3StoreHandle
let services: TestServices
let at = { id: '', bucket, prefix: 'flat/' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frostline-large-bucket-'))
  const keys = Array.from(
    { length: objects },
    (_, index) => `flat/object-${String(index).padStart(6, '0')}.csv.gz`,
  )
  fillStoreFolder(folder, bucket, keys)
  const access = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const starts = [
    startTestStack({ shards: 0, postgres: true }),
    startS3Store({ dataDir: folder, ...access }),
  ] as const
  ;[stack, store] = await Promise.all(starts)
  services = await openTestServices(stack.postgres.url)
  const { endpoint } = store
  const source = await createSource(services.as('admin'), {
    name: 'Large',
    endpoint,
    buckets: [bucket],
    auth: 'keys',
    ...access,
  })
  at = { ...at, id: source.id }
})
afterAll(async () => {
  await services.close()
  await Promise.all([store.stop(), stack.stop()])
  await rm(folder, { recursive: true, force: true })
})

const rssMiB = () => process.memoryUsage().rss / 1_048_576

it('the first page of 100,000 objects keeps one page in memory', async () => {
  await listSourceObjects(services.as('operator'), { ...at, prefix: '' })
  const before = rssMiB()
  const page = await listSourceObjects(services.as('operator'), { ...at, pageSize: 500 })
  expect(page.objects).toHaveLength(500)
  expect(page.nextCursor).not.toBe(null)
  expect(rssMiB() - before).toBeLessThan(50)
})

it('all of them are searched piece by piece, in bounded memory, and none is missed', async () => {
  const before = rssMiB()
  let cursor: string | undefined
  let searched = 0
  let calls = 0
  const found: string[] = []
  do {
    const piece = await searchSourceObjects(services.as('operator'), {
      ...at,
      text: 'object-*77.csv.gz',
      cursor,
    })
    expect(piece.searched).toBeLessThanOrEqual(5_000)
    searched += piece.searched
    calls += 1
    found.push(...piece.matches.map(({ key }) => key))
    cursor = piece.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect({ searched, calls }).toEqual({ searched: objects, calls: 20 })
  expect(found).toHaveLength(objects / 100)
  expect(new Set(found).size).toBe(found.length)
  expect(rssMiB() - before).toBeLessThan(150)
})
