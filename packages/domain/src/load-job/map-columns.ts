export interface ReadColumn {
  name: string
  type: string
}

export interface TargetColumn {
  name: string
  type: string
  /** DEFAULT, MATERIALIZED, ALIAS, EPHEMERAL or empty. */
  defaultKind: string
}

/** Null: the column gets its default. */
export interface MappedColumn {
  column: string
  source: string | null
}

/**
 * A first mapping: each column that can be written takes the read column of its name, else the one whose name differs
 * by case, `_` and `-` only. A person changes what is wrong.
 */
export function mapColumns(read: readonly ReadColumn[], target: readonly TargetColumn[]): MappedColumn[] {
  const exact = new Set(read.map(({ name }) => name))
  const loose = new Map<string, string>()
  for (const { name } of read) if (!loose.has(loosen(name))) loose.set(loosen(name), name)
  return target.filter(isWritable).map(({ name }) => ({
    column: name,
    source: exact.has(name) ? name : (loose.get(loosen(name)) ?? null),
  }))
}

export function isWritable({ defaultKind }: Pick<TargetColumn, 'defaultKind'>): boolean {
  return defaultKind === '' || defaultKind === 'DEFAULT'
}

function loosen(name: string): string {
  return name.toLowerCase().replace(/[_\s-]/g, '')
}
