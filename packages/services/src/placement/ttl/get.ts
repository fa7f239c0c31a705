import { listColumns, sameStorage } from '@frostline/clickhouse'
import { parseTtl, type TtlRule } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { isRemoteDisk, observeTableTtl, refuseWithoutTtl, type TtlObservation } from './observe-table.ts'
import { toRuleView } from './read-rules.ts'
import { type GetTableTtlInput, getTableTtlInput, type TableTtl } from './schema.ts'

type Present = {
  node: { name: string }
  value: TtlObservation & { columns: { name: string; type: string; is_in_partition_key: boolean }[] }
}[]

/**
 * The TTL of a table on each node, and the columns and targets for its rules.
 * @throws ServiceError `not_found`, `unreachable`, `invalid` for an engine without a TTL.
 */
export async function getTableTtl(ctx: ServiceContext, given: GetTableTtlInput): Promise<TableTtl> {
  const input = await authorizeInput(ctx, 'viewer', getTableTtlInput, given)
  const at = { database: input.database, table: input.table }
  const reading = await readCluster(ctx, input, async (reader) => {
    const [seen, columns] = await Promise.all([observeTableTtl(reader, at), reader.ask(listColumns, at)])
    return seen && { ...seen, columns }
  })
  const present = requireTable(reading, at)
  const [first] = present
  if (first) refuseWithoutTtl(at, first.value.engine)
  return {
    ...reading.envelope,
    data: {
      ...at,
      coverage: reading.coverage,
      engine: first?.value.engine ?? '',
      forms: groupForms(present),
      targets: listTargets(present),
      columns: listTimeColumns(present),
      nodes: present.map(({ node, value }) => ({
        node: node.name,
        parts: value.parts.length,
        partsWithoutInformation: countWithoutInformation(value),
        materializing: countMaterializing(value),
      })),
      absentFrom: reading.readings.filter(({ value }) => value === null).map(({ node }) => node.name),
    },
  }
}

function groupForms(present: Present): TableTtl['data']['forms'] {
  const forms = new Map<string, string[]>()
  for (const { node, value } of present) forms.set(value.ttl, [...(forms.get(value.ttl) ?? []), node.name])
  return [...forms]
    .map(([ttl, nodes]) => ({ ttl, nodes, rules: rulesOf(ttl).map(toRuleView) }))
    .sort((a, b) => b.nodes.length - a.nodes.length)
}

/** A newer server may print syntax that the parser does not know: then only the text is shown. */
function rulesOf(ttl: string): TtlRule[] {
  const parsed = parseTtl(ttl)
  return parsed.kind === 'parsed' ? parsed.rules : []
}

function listTargets(present: Present): TableTtl['data']['targets'] {
  const targets = new Map<string, TableTtl['data']['targets'][number]>()
  for (const { node, value } of present)
    for (const volume of value.policy.volumes) {
      const found = [
        { to: 'volume' as const, name: volume.name, disks: volume.disks },
        ...volume.disks.map((disk) => ({ to: 'disk' as const, name: disk, disks: [disk] })),
      ]
      for (const { to, name, disks } of found) {
        const key = `${to} ${name}`
        const present = targets.get(key)
        if (present) present.nodes.push(node.name)
        else
          targets.set(key, {
            to,
            name,
            disks: [...new Set(disks.flatMap((disk) => [disk, ...sameStorage(disk, value.disks)]))],
            nodes: [node.name],
            remote: disks.every((disk) => isRemoteDisk(value.disks, disk)),
          })
      }
    }
  return [...targets.values()]
}

/** Columns of the partition key first: by these, partitions age as a whole. */
function listTimeColumns(present: Present): TableTtl['data']['columns'] {
  const columns = new Map<string, { type: string; inKey: boolean }>()
  for (const { value } of present)
    for (const { name, type, is_in_partition_key: inKey } of value.columns)
      if (/^(Date|Date32|DateTime(64)?(\(.*\))?)$/.test(type) && !columns.has(name))
        columns.set(name, { type, inKey })
  return [...columns]
    .toSorted(([, a], [, b]) => Number(b.inKey) - Number(a.inKey))
    .map(([name, { type }]) => ({ name, type }))
}

function countWithoutInformation({ ttl, parts }: TtlObservation): number {
  const expressions = rulesOf(ttl).flatMap(({ expression, action }) =>
    action.kind === 'move' ? [expression] : [],
  )
  if (expressions.length === 0) return 0
  return parts.filter((part) => expressions.every((each) => !part.move_ttl_expressions.includes(each))).length
}

function countMaterializing({ mutations }: TtlObservation): number | null {
  const own = mutations.filter(({ command }) => command.includes('MATERIALIZE TTL'))
  return own.length === 0
    ? null
    : own.reduce((most, { parts_to_do }) => Math.max(most, Number(parts_to_do)), 0)
}
