import type { z } from 'zod'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { changeRun } from '../../../platform/run/order-run.ts'
import type { RunOfKind } from '../../../platform/run/run-of-kind.ts'
import { archives, type StoredArchive } from '../archive-run.ts'
import { archiveHoldInput } from './schema.ts'

/** An operator can stop a deletion, and only an admin can let it go on. */
const heldByOperators: RunOfKind<StoredArchive> = { ...archives, roleOf: () => 'operator' }

/**
 * Keeps all files of an archive from being deleted until the hold is released. A deletion that is under way stops before its
 * next file.
 * @throws ServiceError `conflict` where it has a hold already, or no files are left.
 */
export async function holdArchive(ctx: ServiceContext, given: z.input<typeof archiveHoldInput>) {
  const { id, reason } = parseInput(archiveHoldInput, given)
  const changed = { id, expiresAt: null as Date | null, begun: 0 }
  const order = { verb: 'hold', isImmediate: true, details: { reason } }
  await changeRun(ctx, heldByOperators, { id }, order, async (archive, tx) => {
    if (archive.holdAt !== null)
      throw new ServiceError(
        'conflict',
        `${archives.nameOf(archive)} has a legal hold by ${archive.holdBy} already: ${archive.holdReason}`,
        { hint: 'An admin can release it, then set another one.' },
      )
    const left = await tx.archiveStep.count({ where: { archiveId: id, state: { not: 'expired' } } })
    if (left === 0)
      throw new ServiceError('conflict', 'All files of this archive were deleted, so nothing can be held.', {
        hint: 'Choose another archive.',
      })
    await tx.archive.update({
      where: { id },
      data: {
        ...{ holdReason: reason, holdBy: ctx.actor.name, holdAt: ctx.now() },
        ...{ bucketHold: 'pending', bucketHoldNote: null },
      },
    })
    changed.expiresAt = archive.expiresAt
    changed.begun = await tx.archiveStep.count({ where: { archiveId: id, state: 'expiring' } })
    return archive.run.status
  })
  return changed
}

/** Files that are due are deleted from then on. @throws ServiceError `conflict` where it has none. */
export async function releaseArchiveHold(ctx: ServiceContext, given: z.input<typeof archiveHoldInput>) {
  const { id, reason } = parseInput(archiveHoldInput, given)
  const changed = { id, expiresAt: null as Date | null, begun: 0 }
  const order = { verb: 'release-hold', isImmediate: true, details: { reason } }
  await changeRun(ctx, archives, { id }, order, async (archive, tx) => {
    if (archive.holdAt === null)
      throw new ServiceError('conflict', `${archives.nameOf(archive)} has no legal hold.`, {
        hint: 'Reload the page.',
      })
    await tx.archive.update({
      where: { id },
      data: {
        ...{ holdReason: null, holdBy: null, holdAt: null },
        ...{ bucketHold: 'pending', bucketHoldNote: null },
      },
    })
    changed.expiresAt = archive.expiresAt
    return archive.run.status
  })
  return changed
}
