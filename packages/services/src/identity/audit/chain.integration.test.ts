import { createHash } from 'node:crypto'
import { chainAuditEntries, createDatabase } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { exportAudit } from './export.ts'
import { getAuditIntegrity } from './integrity.ts'
import { listAudit } from './list.ts'
import { removeOldEntries, setAuditRetention } from './retention.ts'
import { verifyAudit, verifyAuditDaily } from './verify.ts'

let stack: TestStack
let services: TestServices
beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})
beforeEach(async () => {
  const genesis = '0'.repeat(64)
  await services.db.auditEntry.deleteMany()
  await services.db.auditDestination.deleteMany()
  await services.db.auditChain.update({
    where: { id: 1 },
    data: {
      ...{ headSequence: 0, headHash: genesis, removedThrough: 0, removedHash: genesis },
      ...{ retentionDays: null, retentionCheckedAt: null, verifyStartedAt: null },
    },
  })
})

const admin = () => services.as('admin')
const verify = (input: Parameters<typeof verifyAudit>[1] = {}) => verifyAudit(admin(), input)
const record = (name: string) =>
  recordAudit(services.db, admin(), {
    ...{ action: 'cluster.update', objectType: 'cluster', objectName: name, outcome: 'succeeded' },
    details: { note: 'é', count: 0.1, list: ['a'] },
  })
async function recordMany(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    services.clock.advanceMs(1)
    await record(`Object ${index}`)
  }
}

describe('the chain', () => {
  it('has no gap and no fork when transactions and several processes write at once', async () => {
    const { db } = services
    let writing = true
    const chainers = Array.from({ length: 2 }, async () => {
      const other = createDatabase({ connectionString: stack.postgres.url, maxConnections: 1 })
      while (writing) await chainAuditEntries(other.db, { waits: false })
      await other.close()
    })
    const write = (index: number) =>
      db
        .$transaction(async (tx) => {
          await recordAudit(tx, admin(), {
            ...{ action: 'user.create', objectType: 'user', objectName: `${index}`, outcome: 'succeeded' },
          })
          if (index % 5 === 0) throw new Error('rolled back')
        })
        .catch((error: Error) => expect(error.message).toBe('rolled back'))
    await Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let index = writer * 10; index < (writer + 1) * 10; index += 1) await write(index)
      }),
    )
    writing = false
    await Promise.all(chainers)
    expect(await verify()).toMatchObject({ intact: true, entries: 32, headSequence: 32 })
    const rows = await db.auditEntry.findMany({ orderBy: { sequence: 'asc' } })
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, index) => index + 1))
  })

  it('names the first entry that was removed, changed or exchanged', async () => {
    await recordMany(6)
    const { db } = services
    const head = await verify()
    expect(head.text).toMatch(/^6 entries from .* to .* are verified\.$/)
    const rows = await db.auditEntry.findMany({ orderBy: { sequence: 'asc' } })
    const restore = async () => {
      await db.auditEntry.deleteMany()
      await db.auditEntry.createMany({
        data: rows.map((row) => ({ ...row, statements: row.statements ?? [], details: row.details ?? {} })),
      })
    }
    const at = (sequence: number) => ({ where: { sequence } })
    await db.auditEntry.delete(at(3))
    expect(await verify()).toMatchObject({
      intact: false,
      entries: 2,
      text: expect.stringMatching(/^Entry 3 was removed\./),
    })
    await restore()
    await db.auditEntry.deleteMany({ where: { sequence: { gte: 5 } } })
    expect((await verify()).text).toMatch(/^Entries 5 to 6 were removed\./)
    await restore()
    await db.auditEntry.update({ ...at(4), data: { actorName: 'somebody else' } })
    expect((await verify()).fault).toEqual({ kind: 'changed', sequence: 4, entryId: rows[3]?.id })
    await restore()
    await db.$executeRaw`UPDATE audit_entry SET "objectName" = CASE sequence WHEN 2 THEN 'Object 2' ELSE 'Object 1' END
      WHERE sequence IN (2, 3)`
    expect((await verify()).fault).toMatchObject({ kind: 'changed', sequence: 2 })
    await restore()
    await db.auditEntry.deleteMany({ where: { sequence: { gte: 5 } } })
    const four = { headSequence: 4, headHash: rows[3]?.hash ?? '' }
    await db.auditChain.update({ where: { id: 1 }, data: four })
    expect(await verify()).toMatchObject({ intact: true, entries: 4 })
    expect(await verify({ sequence: 6, hash: head.headHash })).toMatchObject({
      ...{ intact: false, text: expect.stringMatching(/^Entries 5 to 6 were removed\./) },
    })
    await recordMany(2)
    expect((await verify({ sequence: 6, hash: head.headHash })).text).toMatch(
      /^Entry 6 has another hash than the one noted by you/,
    )
  })

  it('is verified from an export alone', async () => {
    await recordMany(7)
    const lines: string[] = []
    let after: number | null = 0
    while (after !== null) {
      const page: Awaited<ReturnType<typeof exportAudit>> = await exportAudit(services.as('viewer'), {
        ...{ after, limit: 3 },
      })
      lines.push(...page.lines)
      after = page.next
    }
    let before = '0'.repeat(64)
    for (const line of lines) {
      const { hash, ...rest } = JSON.parse(line) as Record<string, unknown>
      expect(rest.previousHash).toBe(before)
      before = createHash('sha256').update(JSON.stringify(rest)).digest('hex')
      expect(before).toBe(hash)
    }
    expect(lines).toHaveLength(7)
    const { lines: one } = await exportAudit(services.as('viewer'), { object: 'Object 3' })
    expect(one).toEqual([lines[3]])
    const { entries } = await listAudit(services.as('viewer'), { object: 'Object 3' })
    expect(entries[0]).toMatchObject({ sequence: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  it('is verified once a day, and the result is kept', async () => {
    await recordMany(3)
    expect(await verifyAuditDaily(admin())).toMatchObject({ intact: true, entries: 3 })
    expect(await getAuditIntegrity(admin())).toMatchObject({ verifiedAt: services.clock.now, fault: null })
    await services.db.auditEntry.delete({ where: { sequence: 2 } })
    expect(await verifyAuditDaily(admin())).toBeNull()
    services.clock.advanceMs(86_400_000)
    expect(await verifyAuditDaily(admin())).toMatchObject({ intact: false })
    expect((await getAuditIntegrity(admin())).fault).toMatch(/^Entry 2 was removed\./)
  })

  it('is for admins, except its export', async () => {
    for (const read of [verifyAudit, getAuditIntegrity])
      await expect(read(services.as('operator'), {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('retention', () => {
  const dayMs = 86_400_000

  it('removes only old entries, and the rest stays verifiable', async () => {
    await recordMany(5)
    await setAuditRetention(admin(), { days: 30 })
    expect(await verify()).toMatchObject({ intact: true, entries: 6 })
    expect(await removeOldEntries(admin())).toEqual({ kind: 'idle' })
    services.clock.advanceMs(31 * dayMs)
    await record('young')
    await verify()
    expect(await removeOldEntries(admin())).toEqual({ kind: 'removed' })
    const after = await verify()
    expect(after).toMatchObject({ intact: true, entries: 2, headSequence: 8 })
    expect(await getAuditIntegrity(admin())).toMatchObject({ removedThrough: 6, retentionDays: 30 })
    expect(await removeOldEntries(admin())).toEqual({ kind: 'idle' })
    const [proof] = await services.db.auditEntry.findMany({ where: { action: 'audit.remove-old' } })
    expect(proof?.details).toMatchObject({ fromSequence: 1, throughSequence: 6 })
    services.clock.advanceMs(31 * dayMs)
    await record('younger')
    await verify()
    expect(await removeOldEntries(admin())).toEqual({ kind: 'removed' })
    expect(await verify()).toMatchObject({ intact: true, entries: 2 })
    await services.db.auditEntry.deleteMany({ where: { action: 'audit.remove-old' } })
    expect((await verify()).intact).toBe(false)
  })

  it('keeps what a destination does not have yet, and what shows that an entry was changed', async () => {
    await recordMany(4)
    await verify()
    await setAuditRetention(admin(), { days: 30 })
    const second = await services.db.auditEntry.findUniqueOrThrow({ where: { sequence: 2 } })
    await services.db.auditDestination.create({
      data: {
        ...{ name: 'siem', type: 'webhook', config: { url: 'https://siem.example.com' }, enabled: false },
        ...{ shippedSequence: 2, shippedHash: second.hash ?? '', createdBy: 'ann' },
        ...{ createdAt: services.clock.now, nextAttemptAt: services.clock.now },
      },
    })
    services.clock.advanceMs(31 * dayMs)
    await services.db.auditEntry.update({ where: { sequence: 1 }, data: { objectName: 'changed' } })
    expect(await removeOldEntries(admin())).toMatchObject({
      kind: 'refused',
      text: expect.stringMatching(/^Entry 1 .* was changed/),
    })
    await services.db.auditEntry.update({ where: { sequence: 1 }, data: { objectName: 'Object 0' } })
    services.clock.advanceMs(3_600_000)
    expect(await removeOldEntries(admin())).toEqual({ kind: 'removed' })
    expect(await getAuditIntegrity(admin())).toMatchObject({ removedThrough: 2 })
    expect(await verify()).toMatchObject({ intact: true })
  })

  it('has limits', async () => {
    for (const days of [0, 29, 3651])
      await expect(setAuditRetention(admin(), { days })).rejects.toMatchObject({ code: 'invalid' })
    await expect(setAuditRetention(services.as('operator'), { days: 90 })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
