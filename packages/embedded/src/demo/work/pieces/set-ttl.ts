import { CLUSTER, DATABASE, type WorkContext } from '../work-context.ts'

const TTL = "pickup_at + toIntervalYear(3) TO VOLUME 'cold'"

/**
 * A TTL for the archive that all of its parts are due by. It is set gently: existing parts have no TTL information, so
 * that the server does not move them, and the console says why.
 */
export async function setTtl({ console }: WorkContext): Promise<void> {
  const path = `/clusters/${CLUSTER}/tables/${DATABASE}/trips_archive_local/ttl`
  const { forms } = await console.read<{ forms: { ttl: string }[] }>(path)
  if (forms.every(({ ttl }) => ttl === '')) await console.post(path, { ttl: TTL, mode: 'gentle' })
}
