import { normalizeTtl, parseTableTtl, type TableCatalogRow, tableCatalog } from '@frostline/clickhouse'
import {
  groupBy,
  type Json,
  parseTableName,
  parseTtl,
  printTableName,
  printTtl,
  type StateObject,
  tableStateSpec,
} from '@frostline/domain'
import { familyOfEngine } from '../../../placement/table/engine-family.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import type { NodeReader } from '../../reading/node-reader.ts'
import { printMissing, readCluster } from '../../reading/read-cluster.ts'
import type { PresentObject, ReadScope } from '../state-adapter.ts'

/** A table on one node. Its TTL is in the words of the file, if the node would write those the same way. */
interface SeenTable {
  name: string
  storagePolicy: string
  ttl: string
}

/**
 * Storage policies and TTLs of tables, as their nodes have them: of those that are wanted, or of all that have a TTL or
 * a policy of their own. A value that differs between nodes is a list.
 */
export async function readTables(ctx: ServiceContext, scope: ReadScope): Promise<PresentObject[]> {
  const { wanted, leftOut } = scope
  if (wanted !== 'all') {
    const own = wanted.filter(({ kind }) => kind === 'tables')
    const clusters = groupBy(own, ({ cluster }) => cluster ?? '')
    return (await Promise.all([...clusters].map(([slug, named]) => readNamed(ctx, slug, named)))).flat()
  }
  const clusters = await ctx.db.cluster.findMany({ where: { nodes: { some: {} } }, select: { slug: true } })
  const found = await Promise.all(
    clusters.map(async ({ slug }) => {
      try {
        return await readOwn(ctx, slug)
      } catch (error) {
        leftOut.push(
          `Tables of ${slug} are left out. ${error instanceof Error ? error.message : String(error)}`,
        )
        return []
      }
    }),
  )
  return found.flat()
}

async function readNamed(
  ctx: ServiceContext,
  cluster: string,
  named: readonly StateObject[],
): Promise<PresentObject[]> {
  const texts = new Map(named.map(({ name, spec }) => [name, tableStateSpec.parse(spec).ttl]))
  const nodes = await readNodes(ctx, cluster, async (reader) => {
    const tables = (await readCatalog(reader)).filter(({ name }) => texts.has(name))
    return Promise.all(
      tables.map(async (table) => {
        const text = texts.get(table.name)
        return text !== undefined && (await writtenBy(reader, text)) === table.ttl
          ? { ...table, ttl: text }
          : table
      }),
    )
  })
  return toObjects(cluster, nodes)
}

async function readOwn(ctx: ServiceContext, cluster: string): Promise<PresentObject[]> {
  const objects = toObjects(cluster, await readNodes(ctx, cluster, readCatalog))
  return objects.flatMap((object) => {
    const { storagePolicy, ttl } = object.spec as { [field: string]: Json }
    // A file cannot say that nodes differ.
    const spec = {
      ...(typeof storagePolicy === 'string' && storagePolicy !== 'default' ? { storagePolicy } : {}),
      ...(typeof ttl === 'string' && ttl !== '' ? { ttl } : {}),
    }
    return Object.keys(spec).length > 0 ? [{ ...object, spec }] : []
  })
}

/** @throws ServiceError `unreachable` unless all nodes answer: a table may differ on those that do not. */
async function readNodes(
  ctx: ServiceContext,
  cluster: string,
  read: (reader: NodeReader) => Promise<SeenTable[]>,
): Promise<SeenTable[][]> {
  const { readings, coverage, envelope } = await readCluster(ctx, { cluster, fresh: true }, read)
  if (coverage.complete) return readings.map(({ value }) => value)
  throw new ServiceError(
    'unreachable',
    `${printMissing(envelope.nodes, coverage)} of ${cluster} did not answer, so its tables cannot be compared.`,
    { hint: 'Try again when all nodes answer, or take the tables of this cluster out of the file.' },
  )
}

async function readCatalog(reader: NodeReader): Promise<SeenTable[]> {
  const rows = await reader.ask(tableCatalog, { include_system: false })
  return rows
    .filter((row) => familyOfEngine(row.engine) === 'merge-tree' && !isInner(row))
    .map(({ database, name, engine_full, storage_policy }) => ({
      name: printTableName({ database, table: name }),
      storagePolicy: storage_policy,
      ttl: parseTableTtl(engine_full),
    }))
}

/** Of a materialized view, which creates and drops it. */
const isInner = ({ name }: TableCatalogRow) => /^\.inner(_id)?\./.test(name)

/** How the node writes it. Null: it rejects it. */
async function writtenBy(reader: NodeReader, text: string): Promise<string | null> {
  const parsed = parseTtl(text)
  if (parsed.kind !== 'parsed') return null
  if (parsed.rules.length === 0) return ''
  const answer = await reader.askIfOffered(normalizeTtl, { ttl: printTtl(parsed.rules) })
  return answer ? parseTableTtl(answer[0]?.statement ?? '') : null
}

function toObjects(cluster: string, nodes: readonly SeenTable[][]): PresentObject[] {
  return [...groupBy(nodes.flat(), ({ name }) => name)].map(([name, seen]) => ({
    ...{ kind: 'tables' as const, cluster, name, id: name },
    spec: {
      storagePolicy: oneOrAll(seen.map(({ storagePolicy }) => storagePolicy)),
      ttl: oneOrAll(seen.map(({ ttl }) => ttl)),
    },
  }))
}

function oneOrAll(values: readonly string[]): Json {
  const [first = '', ...others] = [...new Set(values)].sort()
  return others.length === 0 ? first : [first, ...others]
}

/** @throws ServiceError `invalid` */
export function tableOf({ name }: Pick<StateObject, 'name'>) {
  const at = parseTableName(name)
  if (at) return at
  throw new ServiceError('invalid', `${name} is not a table.`, { hint: 'Write database.table.' })
}
