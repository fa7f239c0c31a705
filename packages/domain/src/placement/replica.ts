/** One replica of one shard. `name` is unique in its cluster and is what people see. */
export interface Replica {
  name: string
  shard: number
  replica: number
}
