import type { Table } from '../../../workers/base/table.ts';
import { formatCount, formatDuration } from '../../format/format.ts';
import { visibleText } from '../../format/visible-text.ts';
import { useTableSource } from '../../table/use-table-source.ts';
import { type KernelOfOperator, kernelsOfOperator } from './kernels-of-operator.ts';

const MOST = 12;

/** The kernels whose time is mostly an operator's own. */
export function OperatorKernels({ operator }: { readonly operator: string }) {
  const { value } = useTableSource('kernels');
  if (value?.id !== 'kernels') return null;
  const kernels = kernelsOfOperator(value.source.table, operator);
  return kernels.length === 0 ? null : <KernelList kernels={kernels} />;
}

function KernelList({ kernels }: { readonly kernels: readonly KernelOfOperator[] }) {
  const more = kernels.length - MOST;
  return (
    <section>
      <h3>Kernels that it owns most of</h3>
      <table className="plain">
        <colgroup>
          <col />
          <col width="64" />
          <col width="88" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Kernel</th>
            <th scope="col" className="number">
              Count
            </th>
            <th scope="col" className="number">
              GPU time
            </th>
          </tr>
        </thead>
        <tbody>
          {kernels.slice(0, MOST).map(({ row, name, fullName, count, ns }) => (
            <tr key={row}>
              <td className="mono" title={visibleText(fullName)}>
                {visibleText(name)}
              </td>
              <td className="number">{formatCount(count)}</td>
              <td className="number">{formatDuration(ns)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="dim">{`and ${formatCount(more)} more, in Kernels`}</p>}
    </section>
  );
}

/** The operator that a row of an operators table is about. */
export function operatorOf(table: Table, row: number): string | undefined {
  const data = table.columns[table.schema.columns.findIndex(({ id }) => id === 'name')];
  return data?.type === 'text' ? data.dictionary[data.index[row]] : undefined;
}
