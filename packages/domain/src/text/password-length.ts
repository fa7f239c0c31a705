/** Characters of a person's password, wherever one is set. One that was set before stays as it is. */
export const passwordLength = { min: 12, max: 128 } as const
