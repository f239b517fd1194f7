import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { panel } from '../trpc.ts';
import { Section } from './page.tsx';
import { sayProblem, saySo } from './problem.tsx';

/** The workspace's setting by which agents change what people set by proposals only. */
export function Protection() {
  const queryClient = useQueryClient();
  const { data } = useQuery(panel.values.protection.queryOptions());
  const set = useMutation(
    panel.values.set_protection.mutationOptions({
      onError: sayProblem,
      async onSuccess({ protect_human_values: on }) {
        await queryClient.invalidateQueries({ queryKey: panel.values.protection.queryKey() });
        saySo(on ? 'Values that people set are protected' : 'Agents may overwrite what people set');
      },
    }),
  );
  return (
    <Section title="Protection">
      <Switch
        label="Protect values that people set"
        description="An agent’s other value for a field that a person set in the panel becomes a proposal. Imported values are not protected."
        checked={set.isPending ? set.variables.protect_human_values : (data?.protect_human_values ?? false)}
        disabled={data === undefined}
        onChange={(event) => set.mutate({ protect_human_values: event.currentTarget.checked })}
      />
    </Section>
  );
}
