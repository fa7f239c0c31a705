/** Carries out each by itself: what one of them throws, for whatever reason, keeps no other from its turn. */
export async function carryOutDuties(duties: readonly (() => Promise<void> | void)[]): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const duty of duties)
    try {
      await duty()
    } catch (error) {
      errors.push(error)
    }
  return errors
}
