import type { TraceModel } from '../../trace/trace-model.ts';
import { withoutNumbers } from './call-stacks.ts';
import { pythonStringList } from './python-text.ts';

/** The modules in which calls were made. */
export interface ModuleStacks {
  /** The nearest module above a call without its number, `NA` where there is none. */
  parent(event: number): string;
  /** The call's name and the modules above it, the nearest first, as a Python list. */
  text(event: number): string;
}

export function moduleStacks({ columns, parent, moduleOf }: TraceModel): ModuleStacks {
  const nameOf = (event: number) => columns.strings.get(columns.name[event]);
  return {
    parent: (event) => (moduleOf[event] < 0 ? 'NA' : withoutNumbers(nameOf(moduleOf[event]))),
    text: (event) => {
      const names = [nameOf(event)];
      for (let at = moduleOf[event]; at >= 0; at = parent[at] < 0 ? -1 : moduleOf[parent[at]]) names.push(nameOf(at));
      return pythonStringList(names);
    },
  };
}
