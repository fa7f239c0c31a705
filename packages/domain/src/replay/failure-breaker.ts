/** Before so many have ended, a share says little. */
const minEnded = 20

/** Why a pass has to end early, for people; null: it goes on. */
export function judgeFailures(ended: number, failed: number, maxFailedPercent: number): string | null {
  if (ended < minEnded || failed * 100 <= ended * maxFailedPercent) return null
  return `${failed} of ${ended} queries failed, which is more than ${maxFailedPercent} %.`
}
