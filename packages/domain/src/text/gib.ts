/** For texts that the rules themselves give: "1.50 GiB". */
export function gib(bytes: bigint): string {
  return `${(Number(bytes) / 1024 ** 3).toFixed(2)} GiB`
}
