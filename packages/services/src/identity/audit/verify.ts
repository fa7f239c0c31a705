import { type AuditChain, readChain, sha256, type Transaction } from '@frostline/db'
import {
  type ChainFault,
  type ChainVerifier,
  createChainVerifier,
  describeChainFault,
  type NotedHead,
} from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { completeChain } from './chain-entries.ts'

const PAGE = 1_000
const DAY_MS = 86_400_000
const LONGEST_MS = 15 * 60_000

export const verifyAuditInput = z.object({
  sequence: z.int().min(1).max(1e15).optional().describe('With `hash`: an entry that was noted elsewhere.'),
  hash: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits.')
    .optional(),
})

export const auditVerification = z.object({
  intact: z.boolean(),
  text: z.string(),
  entries: z.int().describe('How many entries were verified, up to the fault if there is one.'),
  from: z.date().nullable(),
  to: z.date().nullable(),
  headSequence: z.int(),
  headHash: z.string(),
  fault: z.object({ kind: z.string(), sequence: z.int(), entryId: z.string().nullable() }).nullable(),
})
type AuditVerification = z.infer<typeof auditVerification>

/**
 * Checks the hash of each entry and its link to the one before, and that the chain contains the heads that were noted:
 * at its end, for each destination, and by the caller.
 */
export async function verifyAudit(
  ctx: ServiceContext,
  input: z.input<typeof verifyAuditInput>,
): Promise<AuditVerification> {
  const { sequence, hash } = await authorizeInput(ctx, 'admin', verifyAuditInput, input)
  if ((sequence === undefined) !== (hash === undefined))
    throw new ServiceError('invalid', 'A noted entry has a sequence number and a hash.', {
      hint: 'Enter both, or none.',
    })
  const given =
    sequence === undefined || hash === undefined ? [] : [{ sequence: BigInt(sequence), hash, by: 'you' }]
  await completeChain(ctx.db)
  // One snapshot, so that entries that retention removes meanwhile are not reported as missing.
  const result = await ctx.db.$transaction((tx) => verifyWithin(tx, given), {
    isolationLevel: 'RepeatableRead',
    timeout: LONGEST_MS,
  })
  if (given.length === 0)
    await ctx.db.auditChain.update({
      where: { id: 1 },
      data: { verifiedAt: ctx.now(), verifiedFault: result.intact ? null : result.text },
    })
  return result
}

/** Once a day, by one worker. @returns null when it is not due. */
export async function verifyAuditDaily(ctx: ServiceContext): Promise<AuditVerification | null> {
  const now = ctx.now()
  const { count } = await ctx.db.auditChain.updateMany({
    where: {
      OR: [{ verifyStartedAt: null }, { verifyStartedAt: { lte: new Date(now.getTime() - DAY_MS) } }],
    },
    data: { verifyStartedAt: now },
  })
  return count === 0 ? null : verifyAudit(ctx, {})
}

async function verifyWithin(tx: Transaction, given: readonly NotedHead[]): Promise<AuditVerification> {
  const chain = await tx.auditChain.findUniqueOrThrow({ where: { id: 1 } })
  const verifier = createChainVerifier(
    baseOf(chain),
    [...(await readNotedHeads(tx, chain)), ...given],
    sha256,
  )
  const { fault, from, to } = await readThrough(tx, verifier, chain.removedThrough, chain.headSequence)
  const found = fault ?? verifier.end()
  const period = from && to ? ` from ${from.toISOString()} to ${to.toISOString()}` : ''
  return {
    intact: found === null,
    text:
      found === null
        ? `${verifier.verified} entries${period} are verified.`
        : `${describeChainFault(found)} ${verifier.verified} entries before it are verified.`,
    entries: verifier.verified,
    ...{ from, to },
    headSequence: Number(chain.headSequence),
    headHash: chain.headHash,
    fault: found && {
      kind: found.kind,
      sequence: Number(found.sequence),
      entryId: 'id' in found ? found.id : null,
    },
  }
}

export function baseOf(chain: AuditChain): Omit<NotedHead, 'by'> {
  return { sequence: chain.removedThrough, hash: chain.removedHash }
}

async function readNotedHeads(tx: Transaction, chain: AuditChain): Promise<NotedHead[]> {
  const destinations = await tx.auditDestination.findMany({ orderBy: { name: 'asc' } })
  return [
    { sequence: chain.headSequence, hash: chain.headHash, by: 'the console' },
    ...destinations.map(({ name, shippedSequence, shippedHash }) => ({
      ...{ sequence: shippedSequence, hash: shippedHash, by: `the destination ${name}` },
    })),
  ]
}

/** Reads and checks page by page: an audit may have millions of entries. Stops at the first fault. */
export async function readThrough(
  tx: Transaction,
  verifier: ChainVerifier,
  base: bigint,
  through: bigint,
): Promise<{ fault: ChainFault | null; from: Date | null; to: Date | null }> {
  let [after, from, to]: [bigint, Date | null, Date | null] = [base, null, null]
  for (;;) {
    const page = await readChain(tx, { after, through, limit: PAGE })
    for (const entry of page) {
      const fault = verifier.next(entry)
      if (fault) return { fault, from, to }
      from ??= entry.at
      to = entry.at
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return { fault: null, from, to }
    after = last.sequence
  }
}
