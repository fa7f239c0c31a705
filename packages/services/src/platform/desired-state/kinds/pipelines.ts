import { loadSpec, pipelineSpec, type StateObject } from '@frostline/domain'
import {
  pausePipeline,
  removePipeline,
  resumePipeline,
  updatePipeline,
} from '../../../loads/load-pipeline/change-pipelines.ts'
import { type PlannedPipeline, planPipeline, storePipeline } from '../../../loads/load-pipeline/create.ts'
import type { CreatePipelineInput } from '../../../loads/load-pipeline/schema.ts'
import { readTrigger } from '../../../loads/load-pipeline/settings.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import { requireSlug } from '../require-slug.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

async function toInput(ctx: ServiceContext, object: StateObject): Promise<CreatePipelineInput> {
  const {
    source,
    bucket,
    glob,
    tuning,
    strategy,
    quorum,
    startWith,
    enabled: _,
    ...given
  } = pipelineSpec.parse(object.spec)
  const found = await ctx.db.source.findUnique({ where: { name: source }, select: { id: true } })
  if (!found)
    throw new ServiceError('invalid', `There is no source ${source}.`, {
      hint: 'Add it to the file, or create it.',
    })
  return {
    ...{ ...given, name: object.name, cluster: requireSlug(object), startWith: startWith ?? 'new' },
    source: { id: found.id, bucket, selection: { kind: 'glob', glob } },
    ...(strategy ? { strategy } : {}),
    ...(quorum ? { quorum } : {}),
    ...(tuning ? { tuning } : {}),
  }
}

export const pipelineAdapter: LedgerAdapter = {
  async read({ db }) {
    const rows = await db.loadPipeline.findMany({
      include: { cluster: { select: { slug: true } }, source: { select: { name: true } } },
    })
    return rows.flatMap((row) => {
      const {
        source,
        read,
        target,
        mapping,
        strategy,
        quorum,
        badRows,
        duplicates,
        lostReplica,
        tuning,
        batch,
      } = loadSpec.parse(row.spec)
      if (source.selection.kind !== 'glob') return []
      return {
        ...{ kind: 'pipelines' as const, cluster: row.cluster.slug, name: row.name, id: row.id },
        spec: toSpec({
          ...{
            source: row.source.name,
            bucket: source.bucket,
            glob: source.selection.glob,
            target,
            read,
            mapping,
          },
          ...{
            strategy: strategy.kind,
            ...(quorum > 1 ? { quorum } : {}),
            badRows,
            duplicates,
            lostReplica,
            tuning,
          },
          ...{ batch, trigger: readTrigger(row), newVersions: row.newVersions, maxObjects: row.maxObjects },
          ...{ maxBytes: row.maxBytes === null ? null : String(row.maxBytes), enabled: row.enabled },
        }),
      }
    })
  },
  // The bucket and the nodes are asked, so this is done before the transaction.
  async prepare(ctx, { action, after, kind, cluster, name }) {
    if (action !== 'create') return null
    return planPipeline(ctx, await toInput(ctx, { kind, cluster, name, spec: after }))
  },
  async preview(ctx, { action, after, kind, cluster, name }) {
    if (action !== 'create') return { notes: [] }
    const spec = pipelineSpec.parse(after)
    if (!(await ctx.db.source.findUnique({ where: { name: spec.source } })))
      return { notes: ['It is planned when its source has been created.'] }
    const { plan } = await planPipeline(ctx, await toInput(ctx, { kind, cluster, name, spec: after }))
    const bytes = plan.objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n)
    const first = spec.startWith === 'everything' ? 'It loads' : 'It leaves out what is there:'
    const warnings = plan.checks.filter(({ outcome }) => outcome === 'warning').map(({ text }) => text)
    return { notes: [`${first} ${plan.objects.length} objects with ${bytes} bytes.`, ...warnings] }
  },
  async create(ctx, object, { prepared }) {
    const { id } = await ctx.db.$transaction((tx) => storePipeline(tx, ctx, prepared as PlannedPipeline))
    if (!pipelineSpec.parse(object.spec).enabled) await pausePipeline(ctx, { id })
  },
  async update(ctx, { id, spec: before }, object) {
    const { trigger, newVersions, maxObjects, maxBytes, enabled } = pipelineSpec.parse(object.spec)
    await updatePipeline(ctx, { id, name: object.name, trigger, newVersions, maxObjects, maxBytes })
    const wasEnabled = pipelineSpec.parse(before).enabled
    if (enabled !== wasEnabled) await (enabled ? resumePipeline(ctx, { id }) : pausePipeline(ctx, { id }))
  },
  remove: (ctx, { id }) => removePipeline(ctx, { id }),
}
