/** What becomes of an object whose key is known, but with another ETag. */
export const newVersionRules = ['ignore', 'load'] as const
export type NewVersionRule = (typeof newVersionRules)[number]

/** wait: for the next run. Else it is written down as known, and never looked at again. */
export type ObjectVerdict = 'wait' | 'new_version' | 'unreadable'

/** Judges a listed object that is not known by key and ETag. */
export function judgeObject(
  facts: { readable: boolean; keyKnown: boolean },
  newVersions: NewVersionRule,
): ObjectVerdict {
  if (!facts.readable) return 'unreadable'
  return facts.keyKnown && newVersions === 'ignore' ? 'new_version' : 'wait'
}
