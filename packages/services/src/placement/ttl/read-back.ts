import type { TableRef } from '@frostline/clickhouse'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { isReadOnly, type PresentTable, replicasInStead, type TtlPlace } from './places.ts'
import type { Judged, JudgedTable } from './read-judged.ts'
import type { TableTtlApplied } from './schema.ts'
import { awaitMutation, awaitTtl, type TtlSent } from './send-ttl.ts'

type NodeResult = TableTtlApplied['nodes'][number]

interface Subject {
  at: TableRef
  ttl: string
  table: JudgedTable
  /** By place. */
  sent: ReadonlyMap<string, TtlSent>
}

/** The result is what each node shows: a statement without a response may have run. */
export async function readBack(subject: Subject): Promise<NodeResult[]> {
  const { table, sent } = subject
  const found = await Promise.all(
    table.present.map((each) => {
      const place = table.places.find(({ replicas }) => replicas.some(({ node }) => node === each.node))
      return readOne(subject, each, place, place && sent.get(place.name))
    }),
  )
  return [...found, ...table.missing.map(({ node, reason }) => ofMissing(node, reason, subject))]
}

async function readOne(
  { at, ttl: wanted }: Subject,
  { node, value }: PresentTable<Judged>,
  place: TtlPlace<Judged> | undefined,
  sent: TtlSent | undefined,
): Promise<NodeResult> {
  const own = sent?.attempts.filter((each) => each.node === node.name) ?? []
  const took = sent?.attempts.findLast(({ error }) => error === null)?.node ?? null
  const base = {
    node: node.name,
    queryIds: own.map(({ queryId }) => queryId),
    error: own.find(({ error }) => error !== null)?.error ?? null,
    through: took === node.name ? null : took,
  }
  const teller = took ?? place?.replicas[0].node.name
  const takesLater =
    (place?.isReplicated || sent?.isCarried) && teller !== node.name && !sent?.failed && !sent?.skipped
  const readOnly = isReadOnly(value.seen)
  const ttl = await awaitTtl(node, at, takesLater && !readOnly ? wanted : null)
  const waits = (why: string): NodeResult => ({
    ...{ ...base, ttl: ttl ?? null, state: 'waits' },
    error: adviseOnOldTtl(why, sent),
  })
  if (ttl === undefined)
    return takesLater
      ? waits('It does not answer. It gets the change when it is back.')
      : { ...base, ttl: null, state: 'unknown', error: base.error ?? 'The TTL could not be read back.' }
  if (sent?.skipped) return { ...base, ttl, state: 'not-sent' }
  if (sent?.failed?.purpose === 'materialize_ttl')
    return { ...base, ttl, state: 'failed', error: base.error ?? sent.failed.error }
  if (ttl !== wanted) {
    if (takesLater) return waits(whyItWaits(value, readOnly))
    if (own.length === 0) return { ...base, ttl, state: 'not-sent', error: sent?.failed?.error ?? null }
    return { ...base, ttl, state: 'failed', error: base.error ?? `It now has ${ttl || 'no TTL'}.` }
  }
  if (takesLater && sent?.mutation && (readOnly || !(await awaitMutation(node, at, sent.mutation))))
    return waits(whyItWaits(value, readOnly))
  return { ...base, ttl, error: null, state: value.seen.ttl === wanted ? 'unchanged' : 'changed' }
}

/**
 * A replica's queue does not order MATERIALIZE TTL after the TTL change: a replica that comes back may rewrite parts
 * that no other has before its own definition is the new one, and the mutation counts as done (observed on 26.7).
 */
function adviseOnOldTtl(why: string, sent: TtlSent | undefined): string {
  if (!sent?.mutation) return why
  return `${why} It may first rewrite parts that only it has by its old TTL. Apply and materialize again when it is back.`
}

function whyItWaits({ seen }: Judged, readOnly: boolean): string {
  if (readOnly) return 'It is read-only. It gets the change when it has a Keeper session again.'
  return `It has not applied the change yet. Its queue had ${seen.replica?.queue_size ?? 0} entries.`
}

/** A shard with other replicas continues without it; otherwise nothing was sent at all. */
function ofMissing(node: ConnectedNode, reason: string, { table, sent }: Subject): NodeResult {
  const [place] = table.places.filter((each) => replicasInStead(node, [each]).length > 0)
  const own = place && sent.get(place.name)
  const took = own?.attempts.findLast(({ error }) => error === null)?.node ?? null
  const base = { node: node.name, ttl: null, queryIds: [], through: took }
  if (own && !own.failed && !own.skipped && took !== null)
    return {
      ...{ ...base, state: 'waits' },
      error: adviseOnOldTtl(`${reason}. It gets the change when it is back.`, own),
    }
  return { ...base, state: 'not-sent', error: reason }
}
