export interface TableRef {
  database: string
  table: string
}

export interface ClusterTable extends TableRef {
  cluster: string
}

const longest = 255
/** NUL and lone surrogates: no name contains them, and no statement can. */
const unsayable = /[\p{Surrogate}\0]/u

/** The table in a URL; none for half a name, or one that no table can have. */
export function tableOfAddress({ database, table }: TableRef): TableRef {
  const named = [database, table].every(
    (name) => name !== '' && name.length <= longest && !unsayable.test(name),
  )
  return named ? { database, table } : { database: '', table: '' }
}
