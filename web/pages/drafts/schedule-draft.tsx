import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { MomentPicker } from '../../parts/moment-picker.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { momentWithZone, timeZone } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import type { Draft } from './draft-data.ts';

/** Tomorrow at nine, in the reader's zone. */
function nextMorning(): Date {
  const at = new Date();
  at.setDate(at.getDate() + 1);
  at.setHours(9, 0, 0, 0);
  return at;
}

/** Approves a version for a later moment. */
export function ScheduleDraft({ draft, onDone, onClose }: { draft: Draft; onDone(): Promise<void>; onClose(): void }) {
  const [at, setAt] = useState<Date>(nextMorning);
  const [today] = useState(() => new Date());
  const schedule = useMutation(
    panel.drafts.review.mutationOptions({
      onSuccess: async () => {
        onClose();
        await onDone();
        saySo('Scheduled', momentWithZone(at));
      },
    }),
  );
  return (
    <Dialog onClose={onClose} title="Schedule this version">
      <Stack>
        <MomentPicker
          label="Send at"
          description={`In your time zone, ${timeZone()}`}
          value={at}
          minDate={today}
          error={fieldErrors(schedule.error, ['scheduled_for'])['scheduled_for']}
          onChange={(value) => {
            if (value !== null) setAt(new Date(value));
          }}
        />
        <Text size="sm">
          That is <strong className="num">{momentWithZone(at)}</strong>
          <Text span c="dimmed" className="num">
            {' '}
            ({at.toISOString().slice(0, 16).replace('T', ' ')} UTC)
          </Text>
          . You can hold it until then.
        </Text>
        <End error={schedule.error} fields={['scheduled_for']} onClose={onClose}>
          <Button
            loading={schedule.isPending}
            onClick={() =>
              schedule.mutate({
                draft_id: draft.draft_id,
                version: draft.version,
                status: draft.status,
                action: 'schedule',
                scheduled_for: at.toISOString(),
              })
            }
          >
            Schedule
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}
