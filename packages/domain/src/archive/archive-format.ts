/** Parquet, which every engine reads; Native, which ClickHouse alone reads, where Parquet would not come back equal. */
export const archiveFormats = ['Parquet', 'Native'] as const
export type ArchiveFormat = (typeof archiveFormats)[number]

export const fileEndings: Readonly<Record<ArchiveFormat, string>> = {
  Parquet: 'parquet',
  Native: 'native.zst',
}

/** As s3() and loads name it. Parquet compresses its pages by itself. */
export const fileCompressions = { Parquet: 'none', Native: 'zstd' } as const satisfies Record<
  ArchiveFormat,
  string
>

/** Of all files of a table: one of its columns decides. */
export function formatOf(columns: readonly { isNative: boolean }[]): ArchiveFormat {
  return columns.some(({ isNative }) => isNative) ? 'Native' : 'Parquet'
}
