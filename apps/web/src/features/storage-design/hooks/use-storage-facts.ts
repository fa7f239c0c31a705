'use client'
import { toStorageFacts } from '@frostline/domain'
import { useStorage } from '@/features/storage/hooks/use-storage.ts'

/** What every node runs now, for lints and differences; the query tells its age and which nodes are missing. */
export function useStorageFacts(cluster: string) {
  const query = useStorage(cluster)
  return { query, nodes: query.data ? toStorageFacts(query.data.data) : [] }
}
