/** A time is exact where the key has a DateTime; a Date is any time of its day. */
export function timesOfRow(row: {
  min_date: string | null
  max_date: string | null
  min_time: Date | null
  max_time: Date | null
}): { minTime: Date | null; maxTime: Date | null } {
  return {
    minTime: row.min_time ?? (row.min_date === null ? null : new Date(`${row.min_date}T00:00:00.000Z`)),
    maxTime: row.max_time ?? (row.max_date === null ? null : new Date(`${row.max_date}T23:59:59.999Z`)),
  }
}
