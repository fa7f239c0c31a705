/** The number of cases of a test: few in `npm test`, many in `npm run test:long`. */
export function howMany({ usually, long }: { usually: number; long: number }): number {
  return process.env.FROSTLINE_LONG_TESTS ? long : usually
}
