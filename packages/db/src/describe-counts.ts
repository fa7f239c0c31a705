/** Such as `2 failed, 1 not started`: omits zeros. */
export function describeCounts(counts: readonly (readonly [count: number, what: string])[]): string {
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ')
}
