import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { planArchive } from './plan-archive.ts'
import { type ArchivePreview, type ArchivePreviewInput, archivePreviewInput } from './schema.ts'

/** Exactly which partitions, rows and files an archive would take, and what blocks it. Changes nothing. */
export async function previewArchive(
  ctx: ServiceContext,
  given: ArchivePreviewInput,
): Promise<ArchivePreview> {
  const input = await authorizeInput(ctx, 'admin', archivePreviewInput, given)
  return (await planArchive(ctx, input)).preview
}
