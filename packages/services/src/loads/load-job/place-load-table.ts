import { randomUUID } from 'node:crypto'
import {
  checkGrants,
  clusterGrant,
  databaseReplicas,
  explain,
  type NewTableFactsRow,
  newTableFacts,
  QueryFailedError,
} from '@frostline/clickhouse'
import { groupBy, type LoadTable, landingTableOf, planReplicaPlaces, type TableWay } from '@frostline/domain'
import type { ClusterConnection, ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { databaseGroupOf } from '../../platform/reading/database-group.ts'
import type { PlacedTable } from './render-load-table.ts'
import type { LoadTablePlan } from './schema.ts'

/** How a new table is made on a cluster, decided by what its nodes are. */
export interface TablePlace extends Omit<LoadTablePlan, 'statements'> {
  table: PlacedTable
  /** The nodes that are sent statements. */
  through: readonly ConnectedNode[]
}

interface Facts extends NewTableFactsRow {
  /** Null: the database is not Replicated. */
  group: string | null
  node: ConnectedNode
}

/** The defaults of ClickHouse, for servers that do not show theirs. */
const serverDefaults = { path: '/clickhouse/tables/{uuid}/{shard}', name: '{replica}' }

export async function placeLoadTable(
  cluster: ClusterConnection,
  wanted: LoadTable,
  givenUuid: string | undefined,
): Promise<TablePlace> {
  const landing = landingTableOf(wanted)
  const faults: string[] = []
  const looks = await Promise.all(cluster.nodes.map((node) => look(node, landing, faults)))
  const facts = looks.filter((each) => each !== null)
  const away = cluster.nodes.flatMap(({ name }, index) => (looks[index] ? [] : [name]))
  const inDatabase = facts.filter(({ database_engine }) => database_engine === 'Replicated')
  const outside = facts.find(({ database_engine }) => database_engine !== 'Replicated')
  if (inDatabase[0] && outside)
    faults.push(
      `The database ${wanted.database} is Replicated on ${inDatabase[0].node.name}, but ${outside.database_engine === '' ? 'missing' : outside.database_engine} on ${outside.node.name}. Use the same database engine on all nodes first.`,
    )
  const queuing = facts.find(({ has_keeper }) => has_keeper)
  const ways = await explainWays(cluster, wanted, queuing?.node ?? null, inDatabase.length > 0)
  const way: TableWay = inDatabase.length > 0 ? 'database' : wanted.sentBy
  const chosen = ways.find((each) => each.way === way)
  if (chosen && !chosen.possible) faults.push(chosen.reason)

  const replication = explainReplication(cluster, facts)
  const replicated = wanted.replicated ?? replication.usual
  if (replicated && !replication.possible) faults.push(replication.reason)
  const known = facts.filter(({ table_uuid }) => table_uuid !== '')
  const other = known.find(({ table_uuid }) => table_uuid !== known[0]?.table_uuid)
  if (replicated && known[0] && other)
    faults.push(
      `${landing.database}.${landing.table} has different UUIDs on ${other.node.name} and ${known[0].node.name}. Drop one of the tables first.`,
    )
  // A Replicated database gives its tables their UUID itself.
  const uuid = replicated && way !== 'database' ? (known[0]?.table_uuid ?? givenUuid ?? randomUUID()) : null
  const planned =
    uuid === null || !replication.possible
      ? { places: [], faults: [] }
      : planReplicaPlaces(
          facts.map(({ node, macros, replica_path, replica_name }) => ({
            ...{ node: node.name, shard: node.shard, macros },
            path: replica_path || serverDefaults.path,
            replica: replica_name || serverDefaults.name,
          })),
          { ...landing, uuid },
        )
  const on = { uuid, cluster: way === 'on-cluster' ? cluster.clusterName : null }
  return {
    table: { ...wanted, replicated, on },
    through: sendersOf(way, cluster, facts, queuing?.node ?? null),
    ...{ way, ways, replicated, uuid, away },
    faults: [...faults, ...planned.faults],
    replication: { possible: replication.possible, reason: replication.reason },
    replicas: planned.places,
  }
}

/** Null: it does not answer. What it refuses is a fault. */
async function look(
  node: ConnectedNode,
  landing: { database: string; table: string },
  faults: string[],
): Promise<Facts | null> {
  try {
    const [{ rows }, replicas] = await Promise.all([
      node.client.query(newTableFacts, landing),
      node.client.query(databaseReplicas, { database: landing.database }),
    ])
    return rows[0] ? { ...rows[0], node, group: databaseGroupOf(replicas.rows) } : null
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    if (thrown.failure.kind === 'refused') faults.push(`${node.name}: ${explain(thrown.failure)}`)
    return null
  }
}

function sendersOf(
  way: TableWay,
  { nodes }: ClusterConnection,
  facts: readonly Facts[],
  queuing: ConnectedNode | null,
): ConnectedNode[] {
  if (way === 'each-node') return nodes
  if (way === 'on-cluster') return queuing ? [queuing] : []
  // Databases of one name may be several, each with replicas of its own.
  return [...groupBy(facts, ({ group }) => group ?? '').values()].map(([first]) => first.node)
}

async function explainWays(
  { clusterName, nodes }: ClusterConnection,
  { database }: LoadTable,
  queuing: ConnectedNode | null,
  inDatabase: boolean,
): Promise<LoadTablePlan['ways']> {
  if (inDatabase)
    return [
      {
        way: 'database',
        possible: true,
        reason: `${database} is a Replicated database. The statements are sent to one node, and the database replicates them to the others. A node that is down gets them when it is back.`,
      },
    ]
  const fault = await explainNoQueue(clusterName, queuing)
  return [
    {
      way: 'each-node',
      possible: true,
      reason:
        'The statements are sent to each node. A node that is down gets nothing: create the table again when it is back.',
    },
    {
      way: 'on-cluster',
      possible: fault === null,
      reason:
        fault ??
        `${queuing?.name} adds the statements to the distributed DDL queue, and each of the ${nodes.length} hosts of ${clusterName} runs them. A host that is down runs them when it is back.`,
    },
  ]
}

async function explainNoQueue(
  clusterName: string | null,
  queuing: ConnectedNode | null,
): Promise<string | null> {
  if (clusterName === null) return 'ON CLUSTER needs the name of the cluster in system.clusters.'
  if (queuing === null) return 'ON CLUSTER needs Keeper. No node that answers has it.'
  try {
    const [check] = await checkGrants(queuing.client, [clusterGrant])
    return check?.state === 'missing'
      ? `ON CLUSTER needs a grant that the console user does not have: ${check.statement}`
      : null
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return `The grant for ON CLUSTER could not be checked: ${explain(thrown.failure)}`
  }
}

function explainReplication(
  { nodes }: ClusterConnection,
  facts: readonly Facts[],
): { possible: boolean; usual: boolean; reason: string } {
  const without = facts.find(({ has_keeper }) => !has_keeper)
  if (without)
    return {
      ...{ possible: false, usual: false },
      reason: `A replicated table needs Keeper. ${without.node.name} does not have it.`,
    }
  const usual = [...groupBy(nodes, ({ shard }) => String(shard)).values()].some((own) => own.length > 1)
  return {
    ...{ possible: true, usual },
    reason: usual
      ? 'Shards of this cluster have several replicas. Without replication each replica would have different rows.'
      : 'Each shard of this cluster has one replica. A replicated table can get more replicas later.',
  }
}
