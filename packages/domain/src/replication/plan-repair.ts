export const replicaRepairKinds = ['sync', 'restart', 'restore', 'drop'] as const
export type ReplicaRepairKind = (typeof replicaRepairKinds)[number]

/** One replica of a table as its node shows it. */
export interface RepairReplica {
  node: string
  replicaName: string
  rows: bigint
  queued: number
  /** Null: it takes writes. */
  readOnly: string | null
  /** It is read-only because Keeper does not have its metadata any more. */
  metadataLost: boolean
}

export interface RepairFacts {
  kind: ReplicaRepairKind
  keeperPath: string
  /** The replica that is to be repaired, as Keeper has it. */
  replicaName: string
  limitSeconds: number
  /** Those of the table and shard whose nodes answered. */
  replicas: readonly RepairReplica[]
  /** Null: nobody could ask it. `inactive`: names of replicas without a session. */
  keeper: { total: number; active: number; inactive: readonly string[] } | null
  missingNodes: readonly string[]
}

export interface RepairPlan {
  /** The node to send it to; null where it is refused for want of one. */
  node: string | null
  /** What happens, in order. */
  does: string[]
  /** What a person should know before. */
  warnings: string[]
  /** Null: it can be done. */
  refusal: { text: string; hint: string } | null
}

/** What a repair would do, and whether it may be done at all. */
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
      `${target.node} copies the log of Keeper into its queue, which has ${entries(target.queued)} now.`,
      'It waits until these entries are worked off: parts that other replicas have are fetched, merges and mutations are done.',
      `It waits for ${limitSeconds} s at most. Then it fails, and the queue goes on being worked off without it.`,
      'No data is removed, and the table takes reads and writes meanwhile.',
    ],
    warnings: [],
    refusal:
      target.readOnly === null
        ? null
        : {
            text: `The replica on ${target.node} is read-only, so its queue is not worked off: ${target.readOnly}`,
            hint: target.metadataLost
              ? 'Restore the replica first.'
              : 'Wait for Keeper, or restart the replica.',
          },
  }),
  restart: (target) => ({
    does: [
      `${target.node} closes the table and opens it again, as at a start of the server.`,
      'It compares its parts with Keeper: what it lacks goes into the queue and is fetched; parts that Keeper does not know are detached, not deleted.',
      'Reads and writes of this table on this node wait or fail for some seconds. Other replicas go on.',
    ],
    warnings: ['SYSTEM STOP FETCHES, MERGES and MOVES of this table on this node end with it.'],
    refusal: target.metadataLost
      ? {
          text: `Keeper does not have the metadata of the replica on ${target.node}, so a restart leaves it read-only.`,
          hint: 'Restore the replica instead.',
        }
      : null,
  }),
  restore: (target, others, { keeperPath, replicaName }) => ({
    does: [
      `${target.node} writes ${keeperPath}/replicas/${replicaName} in Keeper anew.`,
      'It detaches its parts and attaches them again: those that another replica has too are kept where they are, and what only others have is fetched.',
      'The table takes writes again afterwards.',
    ],
    warnings: others.some(({ rows }) => rows !== target.rows)
      ? [
          `It has ${target.rows} rows, others ${others.map(({ rows }) => rows).join(', ')}. Rows that only it has come back to all replicas, also those that were deleted elsewhere meanwhile.`,
        ]
      : [],
    refusal:
      target.readOnly === null
        ? {
            text: `The replica on ${target.node} is not read-only.`,
            hint: 'SYSTEM RESTORE REPLICA is for replicas whose metadata in Keeper is gone.',
          }
        : target.metadataLost
          ? null
          : {
              text: `The replica on ${target.node} is read-only for another reason: ${target.readOnly}`,
              hint: 'Its metadata is not known to be gone. Mend the connection to Keeper, or restart the replica.',
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
      `${through?.node ?? 'Another replica'} removes ${path} and all below it from Keeper, after the server has looked once more that the replica is not active.`,
      'Its queue and what it promised to fetch are forgotten. Other replicas keep their parts.',
      'Files on the disks of the dropped replica stay, and so do its objects on object storage. If its node comes back, its table is read-only until it is restored or dropped.',
    ],
    warnings: [
      away === null
        ? 'All nodes answered and none has this replica: its node is not in this cluster.'
        : `${away}. Drop it only if its node is gone for good: what only it has is lost.`,
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
        text: `Keeper could not be asked, so it is not proved that ${replicaName} is dead.`,
        hint: 'Wait until Keeper answers.',
      }
    if (!keeper.inactive.includes(replicaName))
      return {
        text: `Keeper has no replica ${replicaName} at ${keeperPath} that is not active.`,
        hint: 'An active replica is never dropped. The session of a dead one ends some seconds after its node.',
      }
    if (!through)
      return {
        text: `No other replica of ${keeperPath} can be written through.`,
        hint: 'Another replica must answer and take writes.',
      }
    return null
  }
}

const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
