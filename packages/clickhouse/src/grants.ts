/** What a grant is for. The inventory works with the first group only; each further one adds a feature. */
export type GrantFeature =
  | 'inventory'
  | 'moves'
  | 'tiering'
  | 'cache'
  | 'configuration'
  | 'sources'
  | 'loads'
  | 'benchmarks'
  | 'repairs'

export interface GrantNeed {
  access: string
  /** As in GRANT … ON. */
  on: string
  feature: GrantFeature
  /** False: the feature works without it, with the limitation in `reason`. */
  required: boolean
  reason: string
  /** Wider grants that include it, for servers without CHECK GRANT. */
  impliedBy: readonly string[]
}

/** Needed only to create new tables ON CLUSTER. */
export const clusterGrant: GrantNeed = {
  access: 'CLUSTER',
  on: '*.*',
  feature: 'loads',
  required: false,
  reason: 'Creates target tables ON CLUSTER.',
  impliedBy: [],
}

/** All grants that the console ever needs, and why. */
export const requiredGrants: readonly GrantNeed[] = [
  need('SELECT', 'system.*', 'inventory', true, 'Reads disks, policies, parts, moves and settings.'),
  need(
    'SHOW TABLES',
    '*.*',
    'inventory',
    true,
    'system.tables and system.parts show only tables the user may see.',
    ['SHOW', 'SELECT'],
  ),
  need('SHOW COLUMNS', '*.*', 'inventory', true, 'system.columns shows only columns the user may see.', [
    'SHOW',
    'SELECT',
  ]),
  need(
    'SELECT',
    '*.*',
    'inventory',
    false,
    'Counts and checksums by partition, the deep proof of a move; reads tables into caches.',
  ),
  need('ALTER MOVE PARTITION', '*.*', 'moves', true, 'Moves partitions and parts between volumes.', [
    'ALTER TABLE',
    'ALTER',
  ]),
  need(
    'SYSTEM MOVES',
    '*.*',
    'moves',
    true,
    'Cancels a move inside its part: STOP MOVES, then START MOVES.',
    ['SYSTEM'],
  ),
  need(
    'KILL QUERY',
    '*.*',
    'moves',
    true,
    'Stops a load or a long read of Frostline, and queries that an operator kills on Live.',
  ),
  need('CHECK', '*.*', 'moves', false, 'CHECK TABLE reads a moved part back from the store.'),
  need('SYSTEM FLUSH LOGS', '*.*', 'moves', false, 'Makes log entries readable immediately.', [
    'SYSTEM FLUSH',
    'SYSTEM',
  ]),
  need(
    'ALTER SETTINGS',
    '*.*',
    'tiering',
    true,
    "Changes a table's storage policy, and turns zero-copy replication off.",
    ['ALTER TABLE', 'ALTER'],
  ),
  need('ALTER TTL', '*.*', 'tiering', true, "Changes a table's TTL.", ['ALTER TABLE', 'ALTER']),
  need('ALTER MATERIALIZE TTL', '*.*', 'tiering', true, 'Gives existing parts their TTL information.', [
    'ALTER TABLE',
    'ALTER',
  ]),
  need('OPTIMIZE', '*.*', 'tiering', true, 'Merges a partition while it is hot, before it is moved.'),
  need('SYSTEM MERGES', '*.*', 'tiering', false, 'Stops merges of a table during a move, if selected.', [
    'SYSTEM',
  ]),
  need('SYSTEM TTL MERGES', '*.*', 'tiering', false, 'Stops TTL merges of a table, if selected.', ['SYSTEM']),
  need('SHOW FILESYSTEM CACHES', '*.*', 'cache', true, 'Lists and describes filesystem caches.', ['SHOW']),
  need('SYSTEM DROP FILESYSTEM CACHE', '*.*', 'cache', false, 'Empties a cache or one of its keys.', [
    'SYSTEM DROP CACHE',
    'SYSTEM',
  ]),
  need('SYSTEM SYNC FILESYSTEM CACHE', '*.*', 'cache', false, 'Checks a cache against its files.', [
    'SYSTEM',
  ]),
  need('SYSTEM RELOAD CONFIG', '*.*', 'configuration', false, 'Applies a changed policy without a restart.', [
    'SYSTEM RELOAD',
    'SYSTEM',
  ]),
  need('READ', 'S3', 'sources', false, 'Reads objects of a bucket: tests of a source, previews and loads.'),
  need('WRITE', 'S3', 'sources', false, 'Writes generated test data and archives into a bucket.'),
  need(
    'CREATE TEMPORARY TABLE',
    '*.*',
    'sources',
    false,
    'ClickHouse requires it in addition to READ or WRITE ON S3 for every use of s3().',
    ['CREATE TABLE', 'CREATE'],
  ),
  need('NAMED COLLECTION', '*', 'sources', false, 'Uses a named collection of the servers for a source.', [
    'NAMED COLLECTION ADMIN',
  ]),
  need('SHOW NAMED COLLECTIONS', '*', 'sources', false, 'Lists the named collections of a node.', [
    'NAMED COLLECTION ADMIN',
  ]),
  need(
    'CREATE NAMED COLLECTION',
    '*',
    'sources',
    false,
    'Creates the named collection of a source, or of a view over archives, on request of an admin.',
    ['NAMED COLLECTION ADMIN'],
  ),
  need('DROP NAMED COLLECTION', '*', 'sources', false, 'Replaces and removes such a collection.', [
    'NAMED COLLECTION ADMIN',
  ]),
  need('INSERT', '*.*', 'loads', false, 'Loads objects into tables.'),
  need(
    'CREATE TABLE',
    '*.*',
    'loads',
    false,
    'Creates target and staging tables, and scratch tables of benchmarks.',
    ['CREATE'],
  ),
  need('DROP TABLE', '*.*', 'loads', false, 'Drops staging and scratch tables.', ['DROP']),
  need(
    'TABLE ENGINE',
    '*',
    'loads',
    false,
    'Creates staging tables with the engine of their target, if the servers require it.',
  ),
  need(
    'CREATE VIEW',
    '*.*',
    'loads',
    false,
    'Counts the rows of each object while they are loaded. Creates views over tables and their archives.',
    ['CREATE'],
  ),
  need('DROP VIEW', '*.*', 'loads', false, 'Drops these views.', ['DROP']),
  need(
    'ALTER DELETE',
    '*.*',
    'loads',
    false,
    'ClickHouse requires it on the staging table for MOVE PARTITION TO TABLE, and to kill DELETE mutations on Live. Detaches and drops archived partitions.',
    ['ALTER TABLE', 'ALTER'],
  ),
  need(
    'READ',
    'FILE',
    'loads',
    false,
    'Reads the files under user_files in which the server records bad rows, to count and save them.',
  ),
  need('WRITE', 'FILE', 'loads', false, 'Empties those files.'),
  need('SYSTEM FLUSH DISTRIBUTED', '*.*', 'loads', false, 'Drains Distributed queues after a load.', [
    'SYSTEM FLUSH',
    'SYSTEM',
  ]),
  need(
    'ALTER UPDATE',
    '*.*',
    'benchmarks',
    false,
    'Runs a mutation on a scratch table to verify a disk. ClickHouse requires it to kill UPDATE mutations on Live.',
    ['ALTER TABLE', 'ALTER'],
  ),
  need(
    'SYSTEM SYNC REPLICA',
    '*.*',
    'repairs',
    false,
    'Waits until a replica has fetched its missing parts.',
    ['SYSTEM'],
  ),
  need('SYSTEM RESTART REPLICA', '*.*', 'repairs', false, 'Compares a replica with Keeper again.', [
    'SYSTEM',
  ]),
  need(
    'SYSTEM RESTORE REPLICA',
    '*.*',
    'repairs',
    false,
    'Recreates the lost Keeper metadata of a replica.',
    ['SYSTEM'],
  ),
  need('SYSTEM DROP REPLICA', '*.*', 'repairs', false, 'Removes a permanently lost replica from Keeper.', [
    'SYSTEM',
  ]),
]

/** The GRANT to run as an administrator. */
export function grantStatement(grant: GrantNeed, quotedUser: string): string {
  return `GRANT ${grant.access} ON ${grant.on} TO ${quotedUser}`
}

function need(
  access: string,
  on: string,
  feature: GrantFeature,
  required: boolean,
  reason: string,
  impliedBy: readonly string[] = [],
): GrantNeed {
  return Object.freeze({ access, on, feature, required, reason, impliedBy })
}
