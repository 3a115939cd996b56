import { Component, type ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { Message } from './Message.tsx';

interface ErrorBoundaryProps {
  /** What failed when something inside throws, as the start of a sentence: "Overview". */
  readonly what: string;
  readonly children: ReactNode;
}

/** Shows a message in place of a part of the page that failed; the rest of the page goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { what, children } = this.props;
    if (!error) return children;
    return (
      <Message
        icon="error"
        title={`${what} could not be shown`}
        actions={
          <>
            <button type="button" className="button primary tall" onClick={() => this.setState({ error: null })}>
              Try again
            </button>
            <CopyButton tall text={error.stack ?? error.message} label="Copy details" />
          </>
        }
      >
        <p>
          A fault in Roofscope stopped it. Your trace is still open: the other views work, and nothing was sent
          anywhere.
        </p>
        <pre>{error.message}</pre>
      </Message>
    );
  }
}
