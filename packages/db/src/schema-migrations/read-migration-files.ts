import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface MigrationFile {
  name: string
  sql: string
  /** SHA-256 of the file in hex: Prisma's checksum. */
  checksum: string
}

/** All `<directory>/<name>/migration.sql`, ordered by name, which is the order in which Prisma applies them. */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(names.sort().map((name) => readMigrationFile(directory, name)))
}

async function readMigrationFile(directory: string, name: string): Promise<MigrationFile> {
  const bytes = await readFile(join(directory, name, 'migration.sql'))
  return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') }
}
