/**
 * Shared SQL of the queries that map a cached segment to the file and table it belongs to (26.7):
 * - `segments`: contents of this node's caches, by cache and key. A key is one object of the store.
 * - `objects`: objects of the given disks, each once. Parts share objects where one was made from another by a
 *   mutation, ATTACH or FREEZE: an active part takes precedence over a detached one, so that no byte counts twice.
 * - `mapped`: both together. Objects that are not cached have no bytes; segments that belong to no file of a table
 *   (dropped or frozen tables, temporary data) have an empty path.
 * The key is the hash of the object's path; cache_paths lists only complete segments. system.remote_data_paths reads
 * the metadata of every file: about 75 µs each, for each disk over the same metadata.
 */
export const cachedFiles = `
    segments AS
    (
        SELECT cache_base_path AS base, key, any(cache_name) AS cache, sum(downloaded_size) AS bytes, count() AS pieces
        FROM system.filesystem_cache
        GROUP BY base, key
    ),
    objects AS
    (
        SELECT
            cache_base_path AS base,
            lower(hex(reverse(sipHash128(remote_path)))) AS key,
            argMin(local_path, (position(local_path, '/detached/') > 0, local_path)) AS path,
            any(size) AS stored
        FROM system.remote_data_paths
        WHERE has({disks: Array(String)}, disk_name)
        GROUP BY base, remote_path
    ),
    mapped AS
    (
        SELECT
            segments.cache AS cache,
            segments.key AS cached_key,
            segments.bytes AS bytes,
            segments.pieces AS pieces,
            objects.path AS path,
            objects.stored AS stored,
            splitByChar('/', objects.path) AS steps,
            steps[4] = 'detached' AS detached,
            if(detached, steps[5], steps[4]) AS part,
            steps[-1] AS file
        FROM objects
        FULL OUTER JOIN segments ON objects.base = segments.base AND objects.key = segments.key
    ),
    named AS
    (
        SELECT
            mapped.*,
            startsWith(path, 'store/') AS by_uuid,
            multiIf(path = '', '', NOT by_uuid, decodeURLComponent(steps[2]), tables.database) AS database,
            multiIf(path = '', '', NOT by_uuid, decodeURLComponent(steps[3]), tables.name = '', steps[3], tables.name) AS table
        FROM mapped
        LEFT ANY JOIN (SELECT toString(uuid) AS uuid, database, name FROM system.tables) AS tables ON mapped.steps[3] = tables.uuid
    )`
