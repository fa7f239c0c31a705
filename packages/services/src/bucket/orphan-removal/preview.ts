import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findConcludedAudit } from './find-concluded-audit.ts'
import { planRemoval } from './plan-removal.ts'
import { type RemovalPreview, removalPreviewInput } from './schema.ts'

/** Exactly which objects a removal would take, and what blocks it. Changes nothing. */
export async function previewOrphanRemoval(
  ctx: ServiceContext,
  given: z.input<typeof removalPreviewInput>,
): Promise<RemovalPreview> {
  const { auditId, choice } = await authorizeInput(ctx, 'admin', removalPreviewInput, given)
  const audit = await findConcludedAudit(ctx.db, auditId)
  return (await planRemoval(ctx, audit, choice)).preview
}
