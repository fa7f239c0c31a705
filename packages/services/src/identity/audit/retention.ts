import { type AuditChain, notifyChange, sha256, type Transaction } from '@frostline/db'
import { auditRemovalAction, createChainVerifier, describeChainFault, genesisHash } from '@frostline/domain'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { baseOf, readThrough } from './verify.ts'

const DAY_MS = 86_400_000
const CHECKED_EVERY_MS = 3_600_000
/** So that a transaction stays short. */
const MAX_AT_ONCE = 20_000

export const setAuditRetentionInput = z.object({
  days: z.int().min(30).max(3650).nullable().describe('Null: entries are kept.'),
})

export async function setAuditRetention(
  ctx: ServiceContext,
  given: z.input<typeof setAuditRetentionInput>,
): Promise<{ days: number | null }> {
  const about = { action: 'audit.set-retention', objectType: 'audit', objectName: 'Audit log' }
  await authorize(ctx, 'admin', about)
  const { days } = parseInput(setAuditRetentionInput, given)
  await ctx.db.$transaction(async (tx) => {
    const before = await lockChain(tx)
    await tx.auditChain.update({ where: { id: 1 }, data: { retentionDays: days, retentionCheckedAt: null } })
    await recordAudit(tx, ctx, {
      ...about,
      outcome: 'succeeded',
      details: { days, before: before.retentionDays },
    })
    await notifyChange(tx, 'audit-destination', 'retention')
  })
  return { days }
}

type RetentionState = { retentionDays: number | null; retentionCheckedAt: Date | null }

/** Whether there is a retention, and its last check was long enough ago. */
function isDue<C extends RetentionState>(chain: C, now: Date): chain is C & { retentionDays: number } {
  const { retentionDays, retentionCheckedAt } = chain
  if (retentionDays === null) return false
  return !retentionCheckedAt || now.getTime() - retentionCheckedAt.getTime() >= CHECKED_EVERY_MS
}

type RetentionOutcome = { kind: 'idle' | 'removed' } | { kind: 'refused'; text: string }

/**
 * Removes entries of the beginning of the chain that are older than the retention and that all destinations have. The
 * entry that records it holds the hash of the last removed one, so that the rest stays verifiable. A range in which an
 * entry was changed or removed is kept as it is: it is evidence.
 */
export async function removeOldEntries(ctx: ServiceContext): Promise<RetentionOutcome> {
  const now = ctx.now()
  // Without a lock first: each worker looks every second, and nearly always in vain.
  if (!isDue(await ctx.db.auditChain.findUniqueOrThrow({ where: { id: 1 } }), now)) return { kind: 'idle' }
  return ctx.db.$transaction(
    async (tx): Promise<RetentionOutcome> => {
      const chain = await lockChain(tx)
      const { removedThrough } = chain
      if (!isDue(chain, now)) return { kind: 'idle' }
      const through = await findEnd(tx, chain, new Date(now.getTime() - chain.retentionDays * DAY_MS))
      const isAll = through - removedThrough < MAX_AT_ONCE
      const retention = isAll ? { retentionCheckedAt: now } : {}
      if (through <= removedThrough) {
        await tx.auditChain.update({ where: { id: 1 }, data: retention })
        return { kind: 'idle' }
      }
      const last = await tx.auditEntry.findUnique({ where: { sequence: through } })
      const throughHash = last?.hash ?? genesisHash
      const verifier = createChainVerifier(baseOf(chain), [], sha256)
      const { fault } = await readThrough(tx, verifier, removedThrough, through)
      if (fault || verifier.verified !== Number(through - removedThrough)) {
        await tx.auditChain.update({ where: { id: 1 }, data: { retentionCheckedAt: now } })
        const what = fault ? describeChainFault(fault) : `Entry ${through} was removed.`
        return { kind: 'refused', text: what }
      }
      await tx.auditEntry.deleteMany({ where: { sequence: { lte: through } } })
      await tx.auditChain.update({
        where: { id: 1 },
        data: { removedThrough: through, removedHash: throughHash, ...retention },
      })
      const details = {
        ...{ fromSequence: Number(removedThrough + 1n), throughSequence: Number(through), throughHash },
        retentionDays: chain.retentionDays,
      }
      await recordAudit(tx, ctx, {
        ...{ action: auditRemovalAction, objectType: 'audit', outcome: 'succeeded', details },
        objectName: `Entries ${details.fromSequence} to ${details.throughSequence}`,
      })
      return { kind: 'removed' }
    },
    { timeout: 120_000 },
  )
}

/** The last entry before the first one that has to stay. */
async function findEnd(tx: Transaction, chain: AuditChain, cutoff: Date): Promise<bigint> {
  const [young] = await tx.$queryRaw<{ sequence: bigint | null }[]>`
    SELECT min(sequence) AS sequence FROM audit_entry WHERE sequence IS NOT NULL AND at >= ${cutoff}`
  const shipped = await tx.auditDestination.aggregate({ _min: { shippedSequence: true } })
  const ends = [
    young?.sequence == null ? chain.headSequence : young.sequence - 1n,
    chain.removedThrough + BigInt(MAX_AT_ONCE),
    ...(shipped._min.shippedSequence === null ? [] : [shipped._min.shippedSequence]),
  ]
  return ends.reduce((least, end) => (end < least ? end : least))
}

async function lockChain(tx: Transaction): Promise<AuditChain> {
  await tx.$executeRaw`SELECT FROM audit_chain FOR UPDATE`
  return tx.auditChain.findUniqueOrThrow({ where: { id: 1 } })
}
