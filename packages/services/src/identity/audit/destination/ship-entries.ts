import {
  type AuditDestination,
  type ChainedAuditEntry,
  changeClaimed,
  claimDestination,
  notifyChange,
  readChain,
  StaleWriterError,
} from '@frostline/db'
import { auditLine } from '@frostline/domain'
import { openSource } from '../../../loads/source/open-source.ts'
import { cutText } from '../../../platform/alert/deliver/formats/cut-text.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { destinationSecretPlace, readDestinationSettings } from './destination-settings.ts'
import { sendS3 } from './send-s3.ts'
import { sendSyslog } from './send-syslog.ts'
import { sendWebhook } from './send-webhook.ts'
import type { ShipOptions, ShipOutcome } from './ship-outcome.ts'

const MAX_BATCH_ENTRIES = 500
const MAX_BATCH_BYTES = 1_048_576
/** One destination gives way to other work after these, and goes on in the next round. */
const MAX_BATCHES_AT_ONCE = 20
/** Longer than any attempt. */
const CLAIM_MS = 120_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 15 * 60_000
const LONGEST_ERROR = 500

/** Where the process may end between two steps. Tests end it there. */
export type ShippingStep = 'claimed' | 'batch-stored' | 'sent' | 'recorded'

interface ShippingOptions extends ShipOptions {
  onStep?: (step: ShippingStep) => void
}

/**
 * Sends entries of the chain to all destinations that are due, each in order, by one worker at a time. The end of a
 * batch is stored before it is sent and the cursor after it was received: if a worker ends between them, the next one
 * sends the same batch again, and receivers recognize its entries by their sequence numbers.
 * @returns how many batches were sent.
 */
export async function shipAuditEntries(ctx: ServiceContext, options: ShippingOptions): Promise<number> {
  const due = await ctx.db.auditDestination.findMany({
    where: { enabled: true, nextAttemptAt: { lte: ctx.now() } },
    select: { id: true },
  })
  const counts = await Promise.all(due.map(({ id }) => shipTo(ctx, id, options)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function shipTo(ctx: ServiceContext, id: string, options: ShippingOptions): Promise<number> {
  try {
    for (let sent = 0; sent < MAX_BATCHES_AT_ONCE; sent += 1) {
      const claimed = await claimDestination(ctx.db, { id, now: ctx.now(), forMs: CLAIM_MS })
      if (!claimed) return sent
      options.onStep?.('claimed')
      if (!(await shipBatch(ctx, claimed, options))) return sent
      options.onStep?.('recorded')
    }
    return MAX_BATCHES_AT_ONCE
  } catch (error) {
    // Another worker has it, or it was changed or removed: nothing is lost.
    if (error instanceof StaleWriterError) return 0
    throw error
  }
}

/** @returns whether the receiver has it. */
async function shipBatch(
  ctx: ServiceContext,
  destination: AuditDestination,
  options: ShippingOptions,
): Promise<boolean> {
  const entries = await takeBatch(ctx, destination)
  const last = entries.at(-1)
  if (!last) {
    await changeClaimed(ctx.db, destination, { claimedUntil: null, batchThrough: null })
    return false
  }
  options.onStep?.('batch-stored')
  const outcome = await send(ctx, destination, entries, options)
  options.onStep?.('sent')
  const now = ctx.now()
  await ctx.db.$transaction(async (tx) => {
    await changeClaimed(
      tx,
      destination,
      outcome.kind === 'sent'
        ? {
            ...{ shippedSequence: last.sequence, shippedHash: last.hash, shippedAt: now },
            ...{ batchThrough: null, claimedUntil: null, attempts: 0, failingSince: null, lastError: null },
            nextAttemptAt: nextBatchAt(destination, entries, now),
          }
        : {
            ...{ claimedUntil: null, attempts: destination.attempts + 1 },
            failingSince: destination.failingSince ?? now,
            lastError: cutText(outcome.text, LONGEST_ERROR),
            nextAttemptAt: new Date(
              now.getTime() + Math.max(pauseMs(destination.attempts), outcome.retryAfterMs ?? 0),
            ),
          },
    )
    await notifyChange(tx, 'audit-destination', destination.id)
  })
  return outcome.kind === 'sent'
}

/** The batch that an earlier attempt has begun, or a new one, stored before it is sent. */
async function takeBatch(
  { db }: ServiceContext,
  destination: AuditDestination,
): Promise<readonly ChainedAuditEntry[]> {
  const { shippedSequence: after, batchThrough } = destination
  const found = await readChain(db, {
    after,
    through: batchThrough ?? undefined,
    limit: MAX_BATCH_ENTRIES,
  })
  if (batchThrough !== null) return found
  let bytes = 0
  const fitting = found.filter((entry, index) => {
    bytes += Buffer.byteLength(auditLine(entry))
    return index === 0 || bytes <= MAX_BATCH_BYTES
  })
  const last = fitting.at(-1)
  if (last) await changeClaimed(db, destination, { batchThrough: last.sequence })
  return fitting
}

/** An object per second would be too many: entries that follow are collected for a while. */
function nextBatchAt(destination: AuditDestination, entries: readonly ChainedAuditEntry[], now: Date): Date {
  const settings = readDestinationSettings(destination)
  const isFull = entries.length === MAX_BATCH_ENTRIES
  if (settings.type !== 'bucket' || isFull) return now
  return new Date(now.getTime() + settings.everySeconds * 1000)
}

async function send(
  ctx: ServiceContext,
  destination: AuditDestination,
  entries: readonly ChainedAuditEntry[],
  options: ShippingOptions,
): Promise<ShipOutcome> {
  try {
    const settings = readDestinationSettings(destination)
    switch (settings.type) {
      case 'syslog':
        return await sendSyslog(settings, entries, options)
      case 'webhook':
        return await sendWebhook(
          { url: settings.url, secret: openDestinationSecret(ctx, destination) },
          entries,
          ctx.now(),
          options,
        )
      case 'bucket': {
        const source = await openSource(ctx, settings.sourceId)
        try {
          return await sendS3(source.store, settings, entries, ctx.now())
        } finally {
          source.close()
        }
      }
    }
  } catch (error) {
    return { kind: 'failed', text: error instanceof Error ? error.message : String(error) }
  }
}

export function openDestinationSecret(
  ctx: Pick<ServiceContext, 'clusters'>,
  { id, sealedSecret }: Pick<AuditDestination, 'id' | 'sealedSecret'>,
): string {
  return sealedSecret === null ? '' : ctx.clusters.secrets.open(destinationSecretPlace(id), sealedSecret)
}

function pauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20), LONGEST_PAUSE_MS)
}
