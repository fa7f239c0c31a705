import { quantile, type SkipReason } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { compareValues } from '../../../platform/reading/compare.ts'
import type { FoundQuery } from './inspect-texts.ts'
import { type ReplaySample, readReplaySample } from './read-sample.ts'
import { type LookedForm, type ReplayLook, replayLookInput } from './schema.ts'

const maxForms = 200

/**
 * Which queries of the log a replay would run, and which not and why, with their texts. Runs none of them.
 * @throws ServiceError `not_found`
 */
export async function lookForReplay(
  ctx: ServiceContext,
  given: z.input<typeof replayLookInput>,
): Promise<ReplayLook> {
  const { cluster, ...wanted } = await authorizeInput(ctx, 'operator', replayLookInput, given)
  const sample = await readReplaySample(ctx, cluster, wanted)
  const runnable = sample.judged.filter(({ reason }) => reason === null)
  const forms = groupForms(sample)
  return {
    ...sample.reading.envelope,
    data: {
      coverage: sample.reading.coverage,
      nodesWithoutLog: sample.nodesWithoutLog,
      kinds: sumKinds(sample),
      sampled: sample.judged.length,
      runnable: runnable.length,
      runnableForms: new Set(runnable.map(({ query }) => query.formHash)).size,
      skipped: countSkipped(sample),
      forms: forms.slice(0, maxForms),
      formsFound: forms.length,
      fingerprint: sample.fingerprint,
    },
  }
}

export function countSkipped({ judged }: Pick<ReplaySample, 'judged'>) {
  const counts = new Map<SkipReason, number>()
  for (const { reason } of judged) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, queries]) => ({ reason, queries }))
}

function sumKinds({ counts }: ReplaySample): ReplayLook['data']['kinds'] {
  const kinds = new Map<string, { queries: bigint; failed: bigint; hashes: Set<bigint> }>()
  for (const { kind, queries, failed, form_hashes } of counts) {
    const sum = kinds.get(kind) ?? { queries: 0n, failed: 0n, hashes: new Set<bigint>() }
    for (const hash of form_hashes) sum.hashes.add(hash)
    kinds.set(kind, { ...sum, queries: sum.queries + queries, failed: sum.failed + failed })
  }
  return [...kinds]
    .map(([kind, { hashes, ...sum }]) => ({ kind, ...sum, forms: hashes.size }))
    .toSorted((a, b) => compareValues(b.queries, a.queries) || compareValues(a.kind, b.kind))
}

/** A form may be replayable except for some of its queries: these get a row of their own. */
function groupForms({ judged }: ReplaySample): LookedForm[] {
  const groups = new Map<string, { reason: SkipReason | null; queries: FoundQuery[] }>()
  for (const { query, reason } of judged) {
    const key = `${query.formHash} ${reason}`
    const group = groups.get(key) ?? { reason, queries: [] }
    group.queries.push(query)
    groups.set(key, group)
  }
  return [...groups.values()]
    .toSorted((a, b) => b.queries.length - a.queries.length)
    .flatMap(({ reason, queries }) => {
      const [first] = queries
      return first ? [describeForm(first, queries, reason)] : []
    })
}

function describeForm(
  first: FoundQuery,
  queries: readonly FoundQuery[],
  reason: SkipReason | null,
): LookedForm {
  const times = queries.map(({ loggedMs }) => loggedMs).toSorted((a, b) => a - b)
  return {
    formHash: first.formHash,
    form: first.form,
    example: first.text ?? first.form,
    queries: queries.length,
    users: distinct(queries.map(({ loggedBy }) => loggedBy)).slice(0, 10),
    tables: distinct(queries.flatMap(({ tables }) => tables)).slice(0, 10),
    medianMs: quantile(times, 0.5) ?? 0,
    reason,
  }
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted(compareValues)
}
