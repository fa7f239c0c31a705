/** SQL that is the same on all versions where system tables differ. See Versions in docs/clickhouse.md. */

/**
 * Number of files of a row of system.parts; NULL before 26.1, where the column is missing. A matcher of columns may match
 * none, so one text works on all versions.
 */
export const countedFiles = "CAST([COLUMNS('^files$')], 'Array(Nullable(UInt64))')[1]"

/**
 * The same for estimates of requests. Where the server does not count: 8, as a compact part has, and 40 for a wide part,
 * as with 16 columns of one stream.
 */
export const filesOfPart = `ifNull(${countedFiles}, if(part_type = 'Compact', 8, 40))`

/**
 * The cache over a disk of system.disks whose parts the server names by that disk: before 26.2, parts and policies have the
 * name of the disk behind the cache. Empty for others.
 */
export const cachedByDisk = `if(
    cache_path = '' AND (toUInt32OrZero(splitByChar('.', version())[1]), toUInt32OrZero(splitByChar('.', version())[2])) < (26, 2),
    anyIf(name, cache_path != '') OVER (PARTITION BY path, type),
    ''
)`

/** Value of a row of system.metrics. 25.8 counts the limit of a cache with two segments (SLRU) twice. */
export const metricValue = `if(
        metric = 'FilesystemCacheSizeLimit',
        least(value, (SELECT toInt64(sum(size)) FROM (SELECT any(max_size) AS size FROM system.filesystem_cache_settings GROUP BY path))),
        value
    )`
