/** Value ranges that several settings share. */
export const ranges = {
  yesNo: 'true or false',
  bytes: 'a number of bytes, without a unit',
  size: 'bytes, as a number or with a unit: 10Gi',
} as const
