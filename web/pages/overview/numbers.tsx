import { To } from '../../parts/link.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { brief, count, counted, percent, upTo } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';

type Overview = Answers['overview']['get'];
type Calls = Answers['overview']['calls'];

/** The state of the workspace in six numbers; each without its value while that is being fetched. */
export function Numbers({ data, calls }: { data: Overview | undefined; calls: Calls | undefined }) {
  const span = calls?.hours === 168 ? 'week' : calls?.hours === 24 ? 'day' : 'hour';
  const failed = calls?.calls.reduce((sum, { error, denied }) => sum + error + denied, 0) ?? 0;
  return (
    <Stats>
      <Stat
        name="Drafts waiting"
        value={data && upTo(data.drafts.pending)}
        about={
          data &&
          (data.drafts.failed > 0
            ? `${upTo(data.drafts.failed)} not sent: failed`
            : `${upTo(data.drafts.scheduled)} scheduled, ${upTo(data.drafts.held)} held`)
        }
        {...(data !== undefined && data.drafts.failed > 0 ? { tone: 'bad' as const } : {})}
        link={
          data !== undefined && data.drafts.failed > 0 ? (
            <To to="/drafts" search={{ status: 'failed' }}>
              Failed drafts
            </To>
          ) : (
            <To to="/drafts">Drafts</To>
          )
        }
      />
      <Stat
        name="Runs now"
        value={data && upTo(data.runs.running)}
        about={
          data &&
          (data.runs.stale > 0
            ? `${upTo(data.runs.stale)} stale`
            : `${upTo(data.runs.ok + data.runs.error)} ended today`)
        }
        {...(data !== undefined && data.runs.stale > 0 ? { tone: 'warn' as const } : {})}
        link={<To to="/runs">Runs</To>}
      />
      <Stat
        name={`Calls, last ${span}`}
        value={calls && brief(calls.total)}
        about={calls && `${calls.total === 0 ? 0 : calls.per_minute.toFixed(1)} per minute`}
        link={<To to="/audit">Audit log</To>}
      />
      <Stat
        name={`Errors, last ${span}`}
        value={calls && percent(calls.error_share)}
        about={calls && `${count(failed)} denied or failed`}
        {...(calls !== undefined && calls.error_share > 0.05 ? { tone: 'bad' as const } : {})}
        link={
          <To to="/audit" search={{ outcome: 'error' }}>
            Errors
          </To>
        }
      />
      <Stat
        name="Deals with gaps"
        value={data && upTo(data.deals_with_gaps.total, 100_000)}
        about="open, MEDDPICC incomplete"
        link={
          <To to="/accounts" search={{ gaps: 'yes' }}>
            Accounts with gaps
          </To>
        }
      />
      <Stat
        name="Webhooks failing"
        value={data && count(data.webhooks.failing + data.webhooks.disabled)}
        about={
          data &&
          (data.webhooks.disabled > 0
            ? `${data.webhooks.disabled} switched off`
            : data.webhooks.failed_events > 0
              ? `${counted(data.webhooks.failed_events, 'event')} failed in 7 days`
              : data.webhooks.enabled === 0
                ? 'no endpoints'
                : `${counted(data.webhooks.enabled, 'endpoint')} on`)
        }
        {...(data !== undefined && data.webhooks.failing + data.webhooks.disabled > 0 ? { tone: 'bad' as const } : {})}
        link={<To to="/webhooks">Webhooks</To>}
      />
    </Stats>
  );
}
