import type { ZeroCopyFinding } from './use-table-sharing.ts'

interface FindingText {
  title: string
  /** What it is and what it costs. */
  meaning: string
  mend: string
}

export const findingTexts: Record<ZeroCopyFinding['fault'], FindingText> = {
  'lock-path-differs': {
    title: 'Replicas lock parts below different paths',
    meaning:
      'remote_fs_zero_copy_zookeeper_path differs. Replicas do not see each other\'s locks. Each stores its own objects, and fetches of parts on the shared disk fail with "No node", so the replication queue gets stuck.',
    mend: 'Choose one path. Move the parts of the other replicas to a local volume, set the path there with ALTER TABLE … MODIFY SETTING or in the configuration, then move them back.',
  },
  'dropped-replica-locks': {
    title: 'Locks of a dropped replica',
    meaning:
      'Keeper no longer has this replica, and no node has its parts. While these locks exist, DROP PARTITION, TTL and merges on the other replicas do not remove the objects of these parts.',
    mend: 'Remove exactly these nodes in Keeper. Objects of already dropped parts stay in the bucket: audit it, then remove the orphans through the quarantine.',
  },
  'unregistered-replica': {
    title: 'A node has parts of a replica that Keeper has lost',
    meaning: 'The replica was dropped in Keeper while its node still has the table. It is read-only.',
    mend: 'Run SYSTEM RESTORE REPLICA on that node to bring it back, or DROP TABLE … SYNC there to discard it. Do not remove its locks manually: the node may still need the objects.',
  },
  'unheld-locks': {
    title: 'Locks of parts that no replica has',
    meaning:
      'Keeper has no replica of this table with the names of their owners. A dropped replica leaves such locks when the other replicas drop the part, with objects unknown to all replicas. A shard that is not registered in this console also has such locks.',
    mend: 'Make sure that all shards of this table are registered here, then refresh. Locks that are still listed have no owner. Remove them with a Keeper client, then audit the bucket and remove the orphans through the quarantine.',
  },
  'left-by-move': {
    title: 'Left by a move while Keeper was away',
    meaning:
      'The part was moved to another disk without Keeper. Its metadata, locks and objects on the old disk are left and take space.',
    mend: 'Restart these nodes, one after another. Each removes its own locks at its start, and the last one removes the objects. Do not remove anything manually.',
  },
  'lock-without-part': {
    title: 'Locks without a part',
    meaning:
      'A replica holds a lock of a part that it does not have. Its objects stay when other replicas drop the part.',
    mend: 'Check the replication queue of that replica first. It may be about to fetch the part. If nothing is pending, restart the node and check again. Do not remove locks of a replica that Keeper still has.',
  },
  'part-without-lock': {
    title: 'Parts without a lock',
    meaning:
      'A replica has a part on the shared disk without a lock, for example a part that was moved before the setting was turned on. It stores its own objects.',
    mend: 'Move these partitions to a local volume and back, one replica after the other. A restart adds no locks.',
  },
  'setting-differs': {
    title: 'Zero-copy is not on for all replicas',
    meaning:
      'allow_remote_fs_zero_copy_replication is on for some replicas only. The others store their own objects.',
    mend: 'Set it on every replica: ALTER TABLE … MODIFY SETTING is not replicated for it.',
  },
  'separate-copies': {
    title: 'Stored more than once',
    meaning: 'Replicas store this part in separate objects, so it uses space for each.',
    mend: 'Move the partition to a local volume and back on one of them. It then uses the objects of the other. New parts are shared automatically.',
  },
  'uuid-differs': {
    title: 'The table has another UUID on another replica',
    meaning:
      'Locks are stored below the UUID that Keeper has for the table (table_shared_id), so sharing works. Servers without it would use separate locks.',
    mend: 'No action needed. Check the lock path below before you change anything manually.',
  },
}
