import { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { exportTierMigrationProof } from './export-proof.ts'
import { renderReport } from './report/render-report.ts'

export const tierMigrationReport = z.object({
  html: z
    .string()
    .describe('A self-contained page to read, print or archive: no scripts, no external files.'),
})

/** The proof of a migration for people; exportTierMigrationProof has the same for programs. */
export async function exportTierMigrationReport(
  ctx: ServiceContext,
  input: { id: string },
): Promise<z.infer<typeof tierMigrationReport>> {
  return { html: renderReport(await exportTierMigrationProof(ctx, input)) }
}
