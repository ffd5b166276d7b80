/** Keys as shown to people, with what they do. */
export type KeyDescriptions = readonly (readonly [keys: readonly string[], what: string])[]

export function KeyList({ keys }: { readonly keys: KeyDescriptions }) {
  return (
    <dl>
      {keys.map(([names, what]) => (
        <div key={what}>
          <dt>
            {names.map(name => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
