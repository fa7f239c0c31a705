export const replicaRepairKinds = ['sync', 'restart', 'restore', 'drop'] as const
export type ReplicaRepairKind = (typeof replicaRepairKinds)[number]

/** Whether the table is unavailable for a moment. */
export function closesTable(kind: ReplicaRepairKind): boolean {
  return kind === 'restart' || kind === 'restore'
}

/** One replica of a table as its node shows it. */
export interface RepairReplica {
  node: string
  replicaName: string
  rows: bigint
  queued: number
  /** Null: it accepts writes. */
  readOnly: string | null
  /** It is read-only because Keeper no longer has its metadata. */
  metadataLost: boolean
}

export interface RepairFacts {
  kind: ReplicaRepairKind
  keeperPath: string
  /** The replica to repair, by its name in Keeper. */
  replicaName: string
  limitSeconds: number
  /** Replicas of the table and shard whose nodes answered. */
  replicas: readonly RepairReplica[]
  /** Null: no node could ask Keeper. `inactive`: names of replicas without a session. */
  keeper: { total: number; active: number; inactive: readonly string[] } | null
  missingNodes: readonly string[]
}

export interface RepairPlan {
  /** The node that gets the statement; null where the repair is refused for lack of one. */
  node: string | null
  /** What happens, in order. */
  does: string[]
  /** Warnings to show before. */
  warnings: string[]
  /** Null: it can run. */
  refusal: { text: string; hint: string } | null
}

/** What a repair would do, and whether it is allowed. */
export function planRepair(facts: RepairFacts): RepairPlan {
  if (facts.kind === 'drop') return planDrop(facts)
  const target = facts.replicas.find(({ replicaName }) => replicaName === facts.replicaName)
  if (!target)
    return {
      ...{ node: null, does: [], warnings: [] },
      refusal: {
        text: `No node that answered has the replica ${facts.replicaName} of ${facts.keeperPath}.`,
        hint:
          facts.missingNodes.length > 0
            ? `Bring ${facts.missingNodes.join(', ')} back first.`
            : 'Look again.',
      },
    }
  const others = facts.replicas.filter((replica) => replica !== target)
  return { node: target.node, ...planners[facts.kind](target, others, facts) }
}

type Planner = (
  target: RepairReplica,
  others: readonly RepairReplica[],
  facts: RepairFacts,
) => Omit<RepairPlan, 'node'>

const planners: Record<Exclude<ReplicaRepairKind, 'drop'>, Planner> = {
  sync: (target, _others, { limitSeconds }) => ({
    does: [
      `${target.node} copies the log from Keeper to its queue, which has ${entries(target.queued)} now.`,
      'It waits until these entries are processed: parts of other replicas are fetched, merges and mutations are done.',
      `It waits at most ${limitSeconds} s. Then it fails, and the queue is processed further in the background.`,
      'No data is removed. The table accepts reads and writes during the repair.',
    ],
    warnings: [],
    refusal:
      target.readOnly === null
        ? null
        : {
            text: `The replica on ${target.node} is read-only, so its queue is not processed: ${target.readOnly}`,
            hint: target.metadataLost
              ? 'Restore the replica first.'
              : 'Wait for Keeper, or restart the replica.',
          },
  }),
  restart: (target) => ({
    does: [
      `${target.node} closes and reopens the table, as at a server start.`,
      'It compares its parts with Keeper. Missing parts are queued and fetched. Parts unknown to Keeper are detached, not deleted.',
      'Reads and writes of this table on this node wait or fail for some seconds. Other replicas are not affected.',
    ],
    warnings: ['It ends SYSTEM STOP FETCHES, MERGES and MOVES of this table on this node.'],
    refusal: target.metadataLost
      ? {
          text: `Keeper does not have the metadata of the replica on ${target.node}, so a restart leaves it read-only.`,
          hint: 'Restore the replica instead.',
        }
      : null,
  }),
  restore: (target, others, { keeperPath, replicaName }) => ({
    does: [
      `${target.node} recreates ${keeperPath}/replicas/${replicaName} in Keeper.`,
      'It detaches its parts and attaches them again. Parts that another replica also has are kept in place. Parts that only others have are fetched.',
      'The table accepts writes again afterwards.',
    ],
    warnings: others.some(({ rows }) => rows !== target.rows)
      ? [
          `It has ${target.rows} rows, others ${others.map(({ rows }) => rows).join(', ')}. Rows that only it has return to all replicas, including rows that were deleted on the others.`,
        ]
      : [],
    refusal:
      target.readOnly === null
        ? {
            text: `The replica on ${target.node} is not read-only.`,
            hint: 'SYSTEM RESTORE REPLICA is for replicas whose metadata in Keeper is lost.',
          }
        : target.metadataLost
          ? null
          : {
              text: `The replica on ${target.node} is read-only for another reason: ${target.readOnly}`,
              hint: 'Its metadata is not known to be lost. Fix the connection to Keeper, or restart the replica.',
            },
  }),
}

function planDrop({ replicas, keeper, keeperPath, replicaName, missingNodes }: RepairFacts): RepairPlan {
  const holder = replicas.find((replica) => replica.replicaName === replicaName)
  const through = replicas.find((replica) => replica.readOnly === null && replica !== holder)
  const path = `${keeperPath}/replicas/${replicaName}`
  const away = missingNodes.length > 0 ? `${missingNodes.join(', ')} did not answer` : null
  return {
    node: through?.node ?? null,
    does: [
      `${through?.node ?? 'Another replica'} removes ${path} and everything below it from Keeper. Before that, the server checks again that the replica is not active.`,
      'Its queue and pending fetches are deleted. Other replicas keep their parts.',
      'Files on the disks of the dropped replica stay, and so do its objects on object storage. If its node comes back, its table is read-only until it is restored or dropped.',
    ],
    warnings: [
      away === null
        ? 'All nodes answered and none has this replica. Its node is not in this cluster.'
        : `${away}. Drop it only if its node will not come back. Data that only it has will be lost.`,
    ],
    refusal: refuseDrop(),
  }

  function refuseDrop(): RepairPlan['refusal'] {
    if (holder)
      return {
        text: `${holder.node} has the replica ${replicaName} and answers, so it is not dead.`,
        hint: 'Drop the table there, or restore the replica if it is read-only.',
      }
    if (keeper === null)
      return {
        text: `Keeper could not be read, so it is not verified that ${replicaName} is dead.`,
        hint: 'Wait until Keeper answers.',
      }
    if (!keeper.inactive.includes(replicaName))
      return {
        text: `Keeper has no inactive replica ${replicaName} at ${keeperPath}.`,
        hint: 'Active replicas cannot be dropped. The session of a dead replica ends some seconds after its node.',
      }
    if (!through)
      return {
        text: `No other replica of ${keeperPath} can run the statement.`,
        hint: 'Another replica must answer and accept writes.',
      }
    return null
  }
}

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
