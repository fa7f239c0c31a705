/** Allowed length of a user's password, wherever it is set. Existing passwords stay valid. */
export const passwordLength = { min: 12, max: 128 } as const
