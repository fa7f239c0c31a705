'use client'
import { useCosts } from './use-costs.ts'

/** Names of disks with data, as suggestions. Empty while loading. */
export function useDisksWithData(cluster: string): { local: string[]; object: string[] } {
  const disks = useCosts(cluster, '').data?.data.disks ?? []
  const of = (wanted: string) => disks.flatMap(({ disk, tier }) => (tier === wanted ? [disk] : []))
  return { local: of('hot'), object: of('cold') }
}
