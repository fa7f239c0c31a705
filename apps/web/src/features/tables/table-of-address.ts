export interface TableRef {
  database: string
  table: string
}

export interface ClusterTable extends TableRef {
  cluster: string
}

const longest = 255
/** NUL and halves of characters: no name holds them, and no statement can carry them. */
const unsayable = /[\p{Surrogate}\0]/u

/** The table that an address names. Half a name, or one that no table can have, names none. */
export function tableOfAddress({ database, table }: TableRef): TableRef {
  const named = [database, table].every(
    (name) => name !== '' && name.length <= longest && !unsayable.test(name),
  )
  return named ? { database, table } : { database: '', table: '' }
}
