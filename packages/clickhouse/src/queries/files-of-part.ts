/**
 * Number of files of a row of system.parts; NULL before 26.1, where the column is missing. A matcher of columns may match
 * none, so one text works on all versions.
 */
export const countedFiles = "CAST([COLUMNS('^files$')], 'Array(Nullable(UInt64))')[1]"

/**
 * The same for estimates of requests. Where the server does not count: 8, as a compact part has, and 40 for a wide part,
 * as with 16 columns of one stream.
 */
export const filesOfPart = `ifNull(${countedFiles}, if(part_type = 'Compact', 8, 40))`
