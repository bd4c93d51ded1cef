import { Dialog } from '@base-ui/react/dialog';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { bodyOf, hub } from '../../api/hub.ts';
import { type HubError, toHubError } from '../../api/hub-error.ts';
import { KEYS } from '../../api/keys.ts';
import type { FindingRow } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';

const PRECONDITION_FAILED = 412;

/** Takes a finding on, or gives it back. The change carries the version that was read, so that nobody's note is written over unseen. */
export function AcknowledgeDialog({
  finding,
  onClose,
}: {
  readonly finding: FindingRow;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const [note, setNote] = useState(finding.note ?? '');
  const current = useQuery({
    queryKey: ['finding', finding.id],
    queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/findings/{id}', { params: { path: { id: finding.id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
  });
  const save = useMutation<FindingRow, HubError, FindingRow['state'] & ('open' | 'acknowledged')>({
    mutationFn: async (state) => {
      const etag = `"${current.data?.version ?? finding.version}"`;
      const trimmed = note.trim();
      try {
        return await bodyOf(
          hub.PATCH('/api/v1/findings/{id}', {
            params: { path: { id: finding.id }, header: { 'if-match': etag } },
            body: { state, note: trimmed === '' ? null : trimmed },
          }),
        );
      } catch (error) {
        throw toHubError(error);
      }
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [KEYS.findings] });
      void queries.invalidateQueries({ queryKey: [KEYS.overview] });
      onClose();
    },
    onError: (error) => {
      if (error.status === PRECONDITION_FAILED) void current.refetch();
    },
  });
  const changedMeanwhile = save.error?.status === PRECONDITION_FAILED;
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup className="fixed top-[16vh] left-1/2 z-50 w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 rounded-lg border border-line-strong bg-raised p-5 shadow-3">
          <Dialog.Title className="text-lg font-semibold">
            {finding.state === 'open' ? 'Acknowledge this finding' : 'Change the note or reopen'}
          </Dialog.Title>
          <Dialog.Description className="mt-1 text-ink-2">
            {finding.subject}: {finding.summary} It stays listed until a sweep no longer sees it.
          </Dialog.Description>
          <label htmlFor="note" className="mt-4 mb-1 block text-xs font-medium">
            Note for the others
          </label>
          <textarea
            id="note"
            value={note}
            maxLength={2000}
            rows={4}
            onChange={(event) => setNote(event.target.value)}
            placeholder="What you know, what you are doing about it"
            className="w-full rounded-md border border-line-strong bg-surface px-3 py-2 placeholder:text-ink-3"
          />
          {save.error === null ? null : changedMeanwhile ? (
            <Meanwhile now={current.data} />
          ) : (
            <p role="alert" className="mt-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
              <span className="font-medium">{save.error.title}.</span> {save.error.next}
            </p>
          )}
          <div className="mt-4 flex justify-end gap-2">
            <Button look="ghost" onClick={onClose}>
              Cancel
            </Button>
            {finding.state === 'acknowledged' ? (
              <Button disabled={save.isPending} onClick={() => save.mutate('open')}>
                Reopen
              </Button>
            ) : null}
            <Button
              look="primary"
              disabled={save.isPending || current.isPending}
              onClick={() => save.mutate('acknowledged')}
            >
              {changedMeanwhile ? 'Save over it' : finding.state === 'open' ? 'Acknowledge' : 'Save the note'}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Meanwhile({ now }: { readonly now: FindingRow | undefined }) {
  return (
    <div role="alert" className="mt-2 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">Somebody changed it first. Nothing of yours was saved.</p>
        {now === undefined ? null : (
          <p>
            It is now {now.state}
            {now.acknowledgedBy === null ? '' : ` by ${now.acknowledgedBy}`}
            {now.note === null ? '.' : `, with the note “${now.note}”.`} Save over it, or cancel to keep theirs.
          </p>
        )}
      </div>
    </div>
  );
}
