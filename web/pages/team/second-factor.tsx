import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Section } from '../../parts/page.tsx';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { type Answers, panel } from '../../trpc.ts';

/** Whether a team's people need a second factor to use the panel; who has none is said. */
export function TeamSecondFactor({ team }: { team: Answers['team']['get'] }) {
  const queryClient = useQueryClient();
  const set = useMutation(
    panel.team.set_second_factor.mutationOptions({
      onError: sayProblem,
      async onSuccess({ required }) {
        await queryClient.invalidateQueries({ queryKey: panel.team.get.queryKey() });
        saySo(required ? 'The team needs a second factor' : 'The team needs no second factor');
      },
    }),
  );
  const without = team.members.filter(({ second_factor }) => !second_factor).map(({ name }) => name);
  return (
    <Section
      title="Second factor"
      about={without.length === 0 ? 'Every member has one.' : `Without one: ${without.join(', ')}`}
    >
      <Switch
        label="Members need a second factor"
        description="Who signs in by password without one can only set one up; API keys keep working. You need one yourself first."
        checked={set.isPending ? set.variables.required : team.require_second_factor}
        onChange={(event) => set.mutate({ team_id: team.id, required: event.currentTarget.checked })}
      />
    </Section>
  );
}
