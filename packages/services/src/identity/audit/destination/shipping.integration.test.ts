import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { chainAuditEntries } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { createObjectStore } from '@frostline/object-store'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSource, removeSource } from '../../../loads/source/change-sources.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { openTestServices, type TestServices } from '../../../testing.ts'
import { openStoreDoor, type StoreDoor } from '../testing/open-store-door.ts'
import { type AuditReceivers, startAuditReceivers } from '../testing/start-audit-receivers.ts'
import { testCertificate } from '../testing/test-certificate.ts'
import { verifyAudit } from '../verify.ts'
import { listAuditDestinations } from './list-destinations.ts'
import {
  createAuditDestination,
  pauseAuditDestination,
  removeAuditDestination,
  resumeAuditDestination,
  testAuditDestination,
  updateAuditDestination,
} from './manage-destinations.ts'
import type { DestinationSettingsInput } from './schema.ts'
import { sendDestinationTests } from './send-tests.ts'
import { type ShippingStep, shipAuditEntries } from './ship-entries.ts'

const secret = 'a-signing-secret-of-the-siem'
const options = { allowLoopback: true, timeoutMs: 5_000 }

let stack: TestStack
let services: TestServices
let receivers: AuditReceivers
let sourceId: string
let door: StoreDoor

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  receivers = await startAuditReceivers()
  door = await openStoreDoor(stack.objectStore.endpoint)
  const { bucket, accessKeyId, secretAccessKey, region } = stack.objectStore
  const source = await createSource(services.as('admin'), {
    ...{ name: 'Archive', endpoint: door.url, region, pathStyle: true, buckets: [bucket], auth: 'keys' },
    ...{ accessKeyId, secretAccessKey, collectionName: '' },
  })
  sourceId = source.id
})
afterAll(async () => {
  receivers.stop()
  door.close()
  await services.close()
  await stack.stop()
})
beforeEach(async () => {
  await services.db.auditDestination.deleteMany()
  Object.assign(receivers, { messages: [], posts: [], accepts: true })
  Object.assign(door, { puts: [], lockAnswer: 'store' })
})

const admin = () => services.as('admin')
const syslog = (transport: 'tcp' | 'tls' | 'udp') => ({
  ...{ type: 'syslog' as const, host: '127.0.0.1', port: receivers.ports[transport], transport },
  ca: transport === 'tls' ? testCertificate.cert : '',
})
const webhook = () => ({
  type: 'webhook' as const,
  url: `http://127.0.0.1:${receivers.ports.http}/audit`,
  secret,
})
const s3 = (lock: 'none' | 'compliance' | 'governance', prefix = `audit-${Math.random()}/`) => ({
  ...{ type: 'bucket' as const, sourceId, bucket: stack.objectStore.bucket, prefix, lock },
  ...{ retainDays: 400, everySeconds: 1 },
})
const create = (settings: DestinationSettingsInput, startAt: 'beginning' | 'now' = 'now') =>
  createAuditDestination(admin(), { name: settings.type, settings, startAt })

/** New entries in the chain, also of what the test itself has changed. */
async function record(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await recordAudit(services.db, services.as('operator'), {
      ...{ action: 'cluster.update', objectType: 'cluster', objectName: `é ${index}`, outcome: 'succeeded' },
    })
  await chain()
}
async function chain(): Promise<void> {
  while ((await chainAuditEntries(services.db, { waits: true })) > 0);
}
const ship = () => shipAuditEntries(admin(), options)
const view = async () => (await listAuditDestinations(admin()))[0]
async function headSequence(): Promise<number> {
  return Number((await services.db.auditChain.findUniqueOrThrow({ where: { id: 1 } })).headSequence)
}
async function objectsOf(prefix: string): Promise<{ key: string; lines: string[] }[]> {
  const { objectStore } = stack
  const store = createObjectStore({ ...objectStore, forcePathStyle: true })
  const found: { key: string; lines: string[] }[] = []
  for await (const page of store.list(objectStore.bucket, { prefix }))
    for (const { key } of page.objects) {
      const object = await store.get(objectStore.bucket, key)
      if (object.kind !== 'ok') throw new Error(object.message)
      found.push({ key, lines: (await text(object.body)).trimEnd().split('\n') })
    }
  store.close()
  return found
}
const jsonOf = (message: string) => message.slice(message.indexOf('{'))
const sequenceOf = (line: string): number => (JSON.parse(line) as { sequence: number }).sequence

/** The lines that a receiver has, as they arrived. */
const received = {
  syslog: async () => receivers.messages.map(jsonOf),
  webhook: async () => receivers.posts.flatMap(({ body }) => body.trimEnd().split('\n')),
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('entries', () => {
  it.each(['tcp', 'tls', 'udp'] as const)('reach a syslog receiver over %s in order', async (transport) => {
    await chain()
    const start = await headSequence()
    await create(syslog(transport))
    await record(5)
    await ship()
    await expect.poll(() => receivers.messages.length).toBe(6)
    expect(receivers.messages[1]).toMatch(
      /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ frostline - cluster\.update \[meta sequenceId="\d+"\] \{/,
    )
    expect((await received.syslog()).map(sequenceOf)).toEqual(numbers(start + 1, start + 6))
    expect(JSON.parse(jsonOf(receivers.messages[1] ?? ''))).toMatchObject({ objectName: 'é 0' })
    expect(await view()).toMatchObject({ state: 'current', waitingEntries: 0, failure: null })
  })

  it('reach a webhook as signed JSON lines', async () => {
    await chain()
    const start = await headSequence()
    await create(webhook())
    await record(3)
    await ship()
    expect(receivers.posts).toHaveLength(1)
    const [{ headers, body }] = receivers.posts as [(typeof receivers.posts)[number]]
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'x-frostline-sequence': `${start + 1}-${start + 4}`,
    })
    const [, seconds, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-frostline-signature'])) ?? []
    expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(signature)
    const stored = JSON.stringify(
      [
        await services.db.auditDestination.findMany(),
        await services.db.auditEntry.findMany({ where: { objectType: 'audit-destination' } }),
        await listAuditDestinations(admin()),
      ],
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    )
    expect(stored).not.toContain(secret)
  })

  it('are written to a bucket as objects named by their numbers, with lock, date and MD5', async () => {
    await chain()
    const start = await headSequence()
    door.lockAnswer = 'enabled'
    const settings = s3('compliance')
    await create(settings)
    await record(2)
    await ship()
    const name = (sequence: number) => String(sequence).padStart(16, '0')
    const objects = await objectsOf(settings.prefix)
    expect(objects.map(({ key }) => key)).toEqual([
      `${settings.prefix}${name(start + 1)}-${name(start + 3)}.ndjson`,
    ])
    expect(objects[0]?.lines.map(sequenceOf)).toEqual(numbers(start + 1, start + 3))
    const retainUntil = new Date(services.clock.now.getTime() + 400 * 86_400_000)
    expect(door.puts[0]?.headers).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': expect.stringContaining(retainUntil.toISOString().slice(0, 19)),
      'content-md5': expect.stringMatching(/^[\w+/]{22}==$/),
      'if-none-match': '*',
    })
    await record(1)
    await ship()
    expect(await objectsOf(settings.prefix)).toHaveLength(1)
    services.clock.advanceMs(1_000)
    await ship()
    expect(await objectsOf(settings.prefix)).toHaveLength(2)
  })

  it.each([
    ['missing', /has no object lock\. Create a bucket with object lock/],
    ['store', /does not support object lock/],
  ] as const)('are not written to a bucket without object lock (%s)', async (answer, fault) => {
    door.lockAnswer = answer
    const settings = s3('governance')
    await create(settings)
    await record(1)
    await ship()
    expect(await objectsOf(settings.prefix)).toEqual([])
    expect(await view()).toMatchObject({
      ...{ state: 'failing', waitingEntries: 2 },
      failure: { text: expect.stringMatching(fault) },
    })
  })

  it('never replace an object of another console', async () => {
    const settings = s3('none')
    await create(settings)
    await record(1)
    await ship()
    const key = (await objectsOf(settings.prefix))[0]?.key ?? ''
    const store = createObjectStore({ ...stack.objectStore, forcePathStyle: true })
    await store.put(stack.objectStore.bucket, key, 'other')
    store.close()
    const { shippedSequence } = await services.db.auditDestination.findFirstOrThrow()
    const [, first] = /(\d{16})-\d{16}\.ndjson$/.exec(key) ?? []
    await services.db.auditDestination.updateMany({
      data: {
        shippedSequence: BigInt(first ?? 0) - 1n,
        batchThrough: shippedSequence,
        nextAttemptAt: new Date(0),
      },
    })
    await ship()
    expect((await view())?.failure?.text).toMatch(/already exists with other content/)
    expect((await objectsOf(settings.prefix))[0]?.lines).toEqual(['other'])
  })
})

describe('a worker that ends at any step', () => {
  const steps: ShippingStep[] = ['claimed', 'batch-stored', 'sent', 'recorded']
  const cases = (['tcp', 'tls', 'webhook', 'bucket'] as const).flatMap((type) =>
    steps.map((step) => ({ type, step })),
  )

  it.each(cases)(
    'loses nothing of $type at the step $step, and repeats only whole batches',
    async ({ type, step }) => {
      await chain()
      const start = await headSequence()
      const settings = type === 'bucket' ? s3('none') : type === 'webhook' ? webhook() : syslog(type)
      await create(settings)
      await record(3)
      const killed = shipAuditEntries(admin(), {
        ...options,
        onStep: (at) => {
          if (at === step) throw new Error('killed')
        },
      })
      await expect(killed).rejects.toThrow('killed')
      // What is written meanwhile does not change the batch that may have been sent.
      await record(2)
      expect(await ship()).toBe(step === 'recorded' && type !== 'bucket' ? 1 : 0)
      services.clock.advanceMs(120_001)
      await ship()
      services.clock.advanceMs(1_000)
      await ship()
      const end = await headSequence()
      const lines =
        settings.type === 'bucket'
          ? (await objectsOf(settings.prefix)).flatMap((object) => object.lines)
          : await received[settings.type]()
      const got = lines.map(sequenceOf)
      const wanted = numbers(start + 1, end)
      expect([...new Set(got)].toSorted((a, b) => a - b)).toEqual(wanted)
      expect(got).toEqual(
        step === 'sent' && settings.type !== 'bucket' ? [...wanted.slice(0, 4), ...wanted] : wanted,
      )
      expect(await view()).toMatchObject({ state: 'current', waitingEntries: 0, shippedSequence: end })
    },
  )
})

describe('a destination', () => {
  it('that is down is repeated with growing pauses, and then gets everything in order', async () => {
    await chain()
    const start = await headSequence()
    await create(syslog('tcp'))
    receivers.accepts = false
    await record(3)
    await ship()
    const failed = await view()
    expect(failed).toMatchObject({ state: 'failing', waitingEntries: 4, shippedSequence: start })
    expect(failed?.failure?.attempts).toBe(1)
    expect(await ship()).toBe(0)
    services.clock.advanceMs(5_000)
    await ship()
    const again = await view()
    expect(again?.failure).toMatchObject({ attempts: 2, since: failed?.failure?.since })
    const pause = (again?.failure?.nextAttemptAt.getTime() ?? 0) - services.clock.now.getTime()
    expect(pause).toBe(10_000)
    receivers.accepts = true
    services.clock.advanceMs(10_000)
    await ship()
    expect((await received.syslog()).map(sequenceOf)).toEqual(numbers(start + 1, start + 4))
    expect(await view()).toMatchObject({ state: 'current', failure: null })
  })

  it('sends from the beginning if that is wanted, in several batches', async () => {
    await record(1_200)
    await create(webhook(), 'beginning')
    await chain()
    await ship()
    const end = await headSequence()
    expect((await received.webhook()).map(sequenceOf)).toEqual(numbers(1, end))
    expect(receivers.posts.length).toBe(Math.ceil(end / 500))
    expect(await verifyAudit(admin(), {})).toMatchObject({ intact: true })
    await services.db.auditDestination.updateMany({ data: { shippedHash: 'f'.repeat(64) } })
    expect((await verifyAudit(admin(), {})).text).toContain('noted by the destination webhook')
  })

  it('sends nothing while it is paused, and keeps its place', async () => {
    const { id } = await create(webhook())
    await pauseAuditDestination(admin(), { id })
    await record(2)
    expect(await ship()).toBe(0)
    expect(await view()).toMatchObject({ state: 'paused', waitingEntries: 4 })
    await resumeAuditDestination(admin(), { id })
    await chain()
    await ship()
    expect(await received.webhook()).toHaveLength(5)
  })

  it('can be tested without an entry', async () => {
    const { id } = await create(syslog('tls'))
    const test = async () => {
      await testAuditDestination(admin(), { id })
      await sendDestinationTests(admin(), options)
      return (await view())?.test
    }
    expect(await test()).toMatchObject({ error: null })
    expect(receivers.messages.at(-1)).toContain('{"version":1,"test":true}')
    await updateAuditDestination(admin(), { id, name: 'syslog', settings: { ...syslog('tls'), ca: '' } })
    expect((await test())?.error).toMatch(/self-signed certificate/)
    await removeAuditDestination(admin(), { id })
    expect(await listAuditDestinations(admin())).toEqual([])
  })

  it('is refused for the addresses of the machine and of metadata services, at each connection', async () => {
    for (const host of ['169.254.169.254', 'fe80::1'])
      await expect(create({ ...syslog('tcp'), host })).rejects.toMatchObject({ code: 'invalid' })
    for (const url of [
      'http://siem.example.com/',
      'https://169.254.169.254/',
      'https://u:p@siem.example.com/',
    ])
      await expect(create({ ...webhook(), url })).rejects.toMatchObject({ code: 'invalid' })
    await expect(create({ ...webhook(), secret: 'short' })).rejects.toMatchObject({ code: 'invalid' })
    await create(syslog('tcp'))
    await record(1)
    await shipAuditEntries(admin(), { ...options, allowLoopback: false })
    expect((await view())?.failure?.text).toMatch(/machine of the console/)
    expect(receivers.messages).toEqual([])
  })

  it('is for admins, has a unique name, and keeps its source', async () => {
    await expect(listAuditDestinations(services.as('operator'))).rejects.toMatchObject({ code: 'forbidden' })
    await create(s3('none'))
    await expect(create(s3('none'))).rejects.toMatchObject({ code: 'conflict' })
    await expect(removeSource(admin(), { id: sourceId })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('audit destination'),
    })
  })
})
