import type { MigrationFile } from './read-migration-files.ts'

/** A row of `_prisma_migrations`. */
export interface RecordedMigration {
  migration_name: string
  checksum: string
  finished_at: Date | null
  rolled_back_at: Date | null
}

/** The database and this program are incompatible; starting anyway would damage data. */
export class SchemaMigrationError extends Error {
  override readonly name = 'SchemaMigrationError'
}

/**
 * Which files are still to be applied. Rows that were rolled back do not count.
 * @throws SchemaMigrationError when a recorded migration is older than the baseline, failed, was edited after it ran, or is
 * unknown here.
 */
export function planMigrations(files: MigrationFile[], recorded: RecordedMigration[]): MigrationFile[] {
  const known = new Map(files.map((file) => [file.name, file]))
  const [baseline] = files
  const applied = new Set<string>()
  for (const row of recorded) {
    if (row.rolled_back_at !== null) continue
    if (baseline !== undefined && row.migration_name < baseline.name)
      throw new SchemaMigrationError(explainBeforeBaseline(row.migration_name))
    if (row.finished_at === null) throw new SchemaMigrationError(explainFailed(row.migration_name))
    const file = known.get(row.migration_name)
    if (file === undefined) throw new SchemaMigrationError(explainUnknown(row.migration_name))
    if (file.checksum !== row.checksum) throw new SchemaMigrationError(explainDrift(row.migration_name))
    applied.add(row.migration_name)
  }
  return files.filter((file) => !applied.has(file.name))
}

function explainBeforeBaseline(name: string): string {
  return (
    `This database has schema migration ${name}, from before the first release of Frostline. It cannot be upgraded, and ` +
    'nothing in it was changed. If "npm start" runs the database, run "npm run reset", which deletes the data folder, and ' +
    'start again. Otherwise set DATABASE_URL to an empty database.'
  )
}

function explainFailed(name: string): string {
  return (
    `Schema migration ${name} was started on this database and did not finish. ` +
    `Check what it changed, then run "prisma migrate resolve --rolled-back ${name}" (or --applied) and start again.`
  )
}

function explainUnknown(name: string): string {
  return (
    `This database has schema migration ${name}, which this version of Frostline does not know: ` +
    'a newer version has used it. Start that version, or restore a backup from before the upgrade.'
  )
}

function explainDrift(name: string): string {
  return (
    `Schema migration ${name} was changed after it had been applied to this database (checksums differ). ` +
    'Restore the original file; a change of the schema needs a new migration.'
  )
}
