import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { estimateLoad } from './estimate.ts'
import { planLoad } from './plan-load.ts'
import { planStatements } from './planned-statements.ts'
import { type LoadPreview, type PreviewLoadInput, previewLoadInput } from './schema.ts'

/** The load as it would start now: strategy with its reason, checks, batches, statements. Stores nothing. */
export async function previewLoad(ctx: ServiceContext, given: PreviewLoadInput): Promise<LoadPreview> {
  await authorize(ctx, 'operator')
  const started = performance.now()
  const input = parseInput(previewLoadInput, given)
  const { shownBatch, ...draft } = input
  const plan = await planLoad(ctx, draft)
  // The manifest may be shorter by now.
  const shown = Math.min(shownBatch, Math.max(0, plan.batches.length - 1))
  const statements = await withBucket(ctx, draft.source, async (source) =>
    planStatements(plan, source, shown),
  )
  const { choice, strategy, nodes } = plan.chosen
  const sizeBytes = plan.objects.reduce((sum, object) => sum + object.sizeBytes, 0n)
  return {
    observedAt: plan.observedAt,
    elapsedMs: performance.now() - started,
    accepted: plan.checks.every(({ outcome }) => outcome !== 'blocking'),
    title: plan.title,
    totals: {
      objects: plan.objects.length,
      sizeBytes,
    },
    estimate: await estimateLoad(ctx, draft.cluster, sizeBytes),
    batches: plan.batches.length,
    shownBatch: shown,
    strategy: {
      chosen: strategy.kind,
      recommended: choice.kind,
      reason: choice.reason,
      others: choice.others,
    },
    landingNodes: nodes,
    quorum: plan.spec.landing.replicated
      ? { replicas: plan.spec.quorum, most: plan.quorum.most, byAccount: draft.quorum === undefined }
      : null,
    tuning: plan.spec.tuning,
    checks: plan.checks,
    statements,
  }
}
