import { once } from '../../base/memo.ts';
import type { TraceModel } from '../../trace/trace-model.ts';

/** A text a string id of a trace, worked out when it is first asked for. */
export function textById(derive: (text: string) => string): (model: TraceModel) => (id: number) => string {
  return once(({ columns: { strings } }: TraceModel) => {
    const texts: (string | undefined)[] = [];
    return (id: number) => {
      texts[id] ??= derive(strings.get(id));
      return texts[id];
    };
  });
}
