const columns = 26
const rows = 18

/** Ornament of the sign-in page: partitions cooling from left to right, the frost line climbing through them. */
export function FrostField() {
  return (
    <div
      aria-hidden
      className="relative hidden items-center justify-center overflow-hidden border-l bg-sunken lg:flex"
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${columns * 24} ${rows * 24}`}
        className="h-full w-full"
        preserveAspectRatio="xMidYMid slice"
      >
        {Array.from({ length: columns * rows }, (_, index) => {
          const column = index % columns
          const row = Math.floor(index / columns)
          const line = rows * (0.96 - 0.86 * smooth(column / (columns - 1))) + ripple(column)
          const cold = Math.min(1, Math.max(0, row + 1 - line))
          const strength = 0.14 + 0.72 * Math.exp(-((row + 0.5 - line) ** 2) / 18)
          return (
            <g key={`${column}-${row}`} opacity={strength.toFixed(3)}>
              <rect
                x={column * 24 + 3}
                y={row * 24 + 3}
                width={18}
                height={18}
                rx={3}
                fill="var(--color-hot)"
              />
              {cold > 0 ? (
                <rect
                  x={column * 24 + 3}
                  y={(row * 24 + 3 + 18 * (1 - cold)).toFixed(2)}
                  width={18}
                  height={(18 * cold).toFixed(2)}
                  rx={cold === 1 ? 3 : 1}
                  fill="var(--color-cold)"
                />
              ) : null}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function smooth(x: number): number {
  return x * x * (3 - 2 * x)
}

function ripple(column: number): number {
  return 0.9 * Math.sin(column * 1.7) + 0.5 * Math.sin(column * 0.6 + 1)
}
