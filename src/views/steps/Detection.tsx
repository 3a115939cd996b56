import type { FocusEvent, KeyboardEvent } from 'react';
import type { StepDetection } from '../../../workers/engine/engine.ts';
import { Icon } from '../../app/Icon.tsx';
import { MISSING } from '../../format/format.ts';
import { visibleText } from '../../format/visible-text.ts';
import { setStepsBy, useApp } from '../../state/store.ts';
import { coverageText, detectionSentence, methodText, STATUS, sentence, unitsText } from './detection-text.ts';
import { NameField } from './NameField.tsx';
import { OutsideWork } from './OutsideWork.tsx';
import styles from './Steps.module.css';

/** Id of the sentence that opens the rest. */
export const DETECTION = 'steps-found';

const NO_GPU_WORK = 'Without GPU work nothing grades it.';

const ICONS = { splittable: 'check', degraded: 'warning', 'not splittable': 'error' } as const;

interface DetectionProps {
  readonly detection: StepDetection;
  /** It stays open, where nothing was found. */
  readonly open?: boolean;
}

/** How steps were found: one sentence, and below it all ways to see steps in the trace. */
export function Detection({ detection, open = false }: DetectionProps) {
  const candidate = detection.candidates[detection.chosen];
  const total = totalNs(detection);
  return (
    <details
      className={styles.detection}
      data-stays={open || undefined}
      open={open}
      onKeyDown={open ? undefined : closeByEscape}
      onBlur={open ? undefined : closeBehind}
    >
      <summary id={DETECTION}>
        {candidate && (
          <span className={styles.status} data-status={total > 0 ? candidate.status : undefined}>
            <Icon name={total > 0 ? ICONS[candidate.status] : 'information'} size={14} />
          </span>
        )}
        <span className={styles.sentence}>{detectionSentence(detection, total > 0)}</span>
        {!open && <span className={styles.more}>How they were found</span>}
      </summary>
      <div className={styles.found} tabIndex={-1}>
        <Candidates detection={detection} isGraded={total > 0} />
        {detection.phaseEvidence !== '' && !detection.phasesInferred && <p>{sentence(detection.phaseEvidence)}</p>}
        <div className={styles.foundFoot}>
          <NameField detection={detection} />
          {total > 0 && detection.steps > 0 && <OutsideWork detection={detection} />}
        </div>
      </div>
    </details>
  );
}

function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { currentTarget } = event;
  if (event.key !== 'Escape' || !currentTarget.open) return;
  event.stopPropagation();
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

/** It lies over the series: what is gone to elsewhere must be seen. */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

function totalNs({ insideNs, before, after, unlinked }: StepDetection): number {
  return insideNs + before.kernelSumNs + after.kernelSumNs + unlinked.kernelSumNs;
}

interface CandidatesProps {
  readonly detection: StepDetection;
  /** Whether there is GPU time to explain. */
  readonly isGraded: boolean;
}

function Candidates({ detection: { candidates, chosen }, isGraded }: CandidatesProps) {
  const stepsBy = useApp((state) => state.stepsBy);
  // The last one is the user's own, made anew for each pattern.
  const offered = typeof stepsBy === 'string' ? candidates.slice(0, -1) : candidates;
  if (offered.length === 0) return <p>Nothing in this trace repeats as steps do.</p>;
  return (
    <div className={styles.scroller}>
      <table className={`plain ${styles.candidates}`}>
        <caption className="hidden">Ways to see steps in this trace</caption>
        <thead>
          <tr>
            <th>Found</th>
            <th>What repeats</th>
            <th className="number">Count</th>
            <th className="number" title="GPU time launched from the start of one to the start of the next">
              Coverage
            </th>
            <th className="number" title="GPU time launched between start and end of what repeats">
              In spans
            </th>
            <th>Grade</th>
            <th>
              <span className="hidden">Choose</span>
            </th>
          </tr>
        </thead>
        {offered.map((candidate, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a candidate is its place in the list.
          <tbody key={index} aria-current={index === chosen || undefined}>
            <tr>
              <td>{methodText(candidate)}</td>
              <td className="mono" title={visibleText(candidate.family)}>
                {visibleText(candidate.family)}
              </td>
              <td className="number">{unitsText(candidate.count, candidate.unit)}</td>
              <td className="number">{isGraded ? coverageText(candidate.coverage) : MISSING}</td>
              <td className="number">{isGraded ? coverageText(candidate.spanShare) : MISSING}</td>
              <td>{isGraded ? STATUS[candidate.status].toLowerCase() : MISSING}</td>
              <td className="number">
                {index === chosen ? (
                  <span className="dim">in use</span>
                ) : (
                  <button
                    type="button"
                    className="link"
                    aria-label={`Use this: ${unitsText(candidate.count, candidate.unit)} ${methodText(candidate)}`}
                    onClick={() => setStepsBy(index)}
                  >
                    Use this
                  </button>
                )}
              </td>
            </tr>
            <tr>
              <td className={styles.evidence} colSpan={7}>
                {isGraded ? sentence(candidate.evidence) : NO_GPU_WORK}
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}
