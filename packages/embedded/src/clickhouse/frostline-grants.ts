/**
 * What the `frostline` user may do: what docs/permissions.md lists for a real cluster and nothing more (a test holds
 * the two together). SELECT ON *.* contains the SHOW grants (26.7).
 */
export const frostlineGrants: readonly string[] = [
  'GRANT SELECT ON *.*',
  'GRANT ALTER MOVE PARTITION, ALTER SETTINGS, ALTER TTL, ALTER MATERIALIZE TTL, ALTER DELETE, OPTIMIZE ON *.*',
  'GRANT SYSTEM MOVES, SYSTEM FLUSH LOGS, SYSTEM MERGES, SYSTEM TTL MERGES, SYSTEM DROP FILESYSTEM CACHE, SYSTEM SYNC FILESYSTEM CACHE, SYSTEM RELOAD CONFIG, SYSTEM FLUSH DISTRIBUTED ON *.*',
  'GRANT KILL QUERY, CHECK, INSERT, CREATE TABLE, CREATE TEMPORARY TABLE, DROP TABLE, CREATE VIEW, DROP VIEW ON *.*',
  // Mixed with global grants this one keeps a node from starting (Code 509, 26.7).
  'GRANT READ ON S3',
  'GRANT NAMED COLLECTION, SHOW NAMED COLLECTIONS, CREATE NAMED COLLECTION, DROP NAMED COLLECTION ON *',
]
