import type { Answer } from '../../api/client.ts'

export type MovePreview = Answer<'POST /tier-migration-previews'>

/** `nothing`: everything is where it should be, which is a success of a job that repeats. */
export function judgePreview({
  accepted,
  checks,
}: Pick<MovePreview, 'accepted' | 'checks'>): 'ready' | 'nothing' | 'blocked' {
  if (accepted) return 'ready'
  const blocking = checks.filter(({ outcome }) => outcome === 'blocking')
  return blocking.length > 0 && blocking.every(({ id }) => id === 'something-to-move') ? 'nothing' : 'blocked'
}
