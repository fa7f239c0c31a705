import type { Facts } from './usual-input.ts'

export interface Installation {
  clusterSlug: string
  clusterId: string
  nodeNames: readonly string[]
  nodeUrls: readonly string[]
  sourceIds: readonly string[]
  bucket: string
  endpoint: string
  databases: readonly string[]
  tables: readonly string[]
  /** Ids of any kind: runs, proposals, alerts. */
  ids: readonly string[]
  /** Objects that may be changed or removed without affecting other inputs. */
  victims: { cluster: string; user: string; source: string }
}

/** Values for inputs, so that they pass the first checks. */
export function listFacts(place: Installation): (path: string) => Facts {
  const usual: Facts = {
    cluster: [place.clusterSlug, place.clusterId],
    clusterId: [place.clusterId],
    node: place.nodeNames,
    nodeName: place.nodeNames,
    database: place.databases,
    table: place.tables,
    sourceId: place.sourceIds,
    source: place.sourceIds,
    bucket: [place.bucket],
    endpoint: [place.endpoint],
    url: place.nodeUrls,
    host: ['127.0.0.1'],
    id: [...place.ids, ...place.sourceIds],
    objectId: place.ids,
    actorId: place.ids,
    cron: ['0 2 * * *', '*/15 * * * *'],
    timeZone: ['UTC', 'Europe/Berlin'],
    from: ['02:00'],
    to: ['06:00'],
    issuer: ['http://127.0.0.1:1', 'https://127.0.0.1:1'],
    key: ['trips/part-1.csv', 'data.parquet'],
    glob: ['trips/*.csv', '**'],
    prefix: ['', 'trips/'],
    targetVolume: ['cold', 'hot'],
    volume: ['cold', 'hot'],
    disk: ['default', 'hot', 's3_cached'],
    policy: ['tiered', 'default'],
    partitionId: ['202601', 'all'],
    expression: ['toString(1)', 'trip_id'],
    ttl: ['pickup_datetime + INTERVAL 1 MONTH'],
    sql: ['SELECT 1', 'SELECT count() FROM demo.trips_local'],
    query: ['SELECT 1'],
    username: ['frostline'],
    shard: [1, 2],
    replica: [1],
    limit: [1, 10],
  }
  const { cluster, user, source } = place.victims
  const atVictims: Readonly<Record<string, Facts>> = {
    'clusters.update': { ...usual, cluster: [cluster] },
    'clusters.remove': { ...usual, cluster: [cluster] },
    'sources.update': { ...usual, id: [source] },
    'sources.remove': { ...usual, id: [source] },
    'tokens.revoke': { ...usual, id: ['none'] },
    'session.revoke': { ...usual, id: ['none'] },
    'passkeys.remove': { ...usual, id: ['none'] },
  }
  const alerts: Facts = { ...usual, from: ['console@example.invalid'], to: ['somebody@example.invalid'] }
  return (path) =>
    atVictims[path] ??
    (path.startsWith('users.') ? { ...usual, id: [user] } : path.startsWith('alerts.') ? alerts : usual)
}
