/** What a screen reader is told of where the keys are. */
export function PaneCursor({ id, label }: { readonly id: string; readonly label: string }) {
  return <div id={id} className="hidden" role="img" aria-label={label} />;
}
