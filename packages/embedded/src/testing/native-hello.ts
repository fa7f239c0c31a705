/** Varint of the native protocol: seven bits per byte, the lowest first. */
export function varint(value: number | bigint): number[] {
  const rest = BigInt(value)
  return rest < 128n ? [Number(rest)] : [Number(rest % 128n) + 128, ...varint(rest / 128n)]
}

const text = (value: string) => [...varint(Buffer.byteLength(value)), ...Buffer.from(value)]

/** The first packet of a native protocol client. Every server since 2018 accepts this version. */
export function renderHello({ username, password }: { username: string; password: string }): Buffer {
  return Buffer.from([
    ...[0, ...text('test')],
    ...[22, 8, ...varint(54_451)],
    ...[...text('default'), ...text(username), ...text(password)],
  ])
}
