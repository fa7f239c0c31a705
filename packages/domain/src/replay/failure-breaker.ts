/** Before so many have ended, a share says little. */
const leastEnded = 20

/** Why a pass has to end early, for people; null: it goes on. */
export function judgeFailures(ended: number, failed: number, mostFailedPercent: number): string | null {
  if (ended < leastEnded || failed * 100 <= ended * mostFailedPercent) return null
  return `${failed} of ${ended} queries failed, which is more than ${mostFailedPercent} %.`
}
