// Made by `npm run tools` from the files of each family; a change here is lost.
import { named } from './tool.ts';
import verifySession from './control/verify-session.ts';
import checkEntitlement from './control/check-entitlement.ts';
import emitTelemetry from './control/emit-telemetry.ts';
import pullConfig from './control/pull-config.ts';
import runHeartbeat from './control/run-heartbeat.ts';
import startRun from './control/start-run.ts';
import syncBrain from './control/sync-brain.ts';
import addToPlan from './deals/add-to-plan.ts';
import amendRecord from './deals/amend-record.ts';
import findRecords from './deals/find-records.ts';
import logCapture from './deals/log-capture.ts';
import markMeetingOutcome from './deals/mark-meeting-outcome.ts';
import pullBrief from './deals/pull-brief.ts';
import readAccount from './deals/read-account.ts';
import setMeddpicc from './deals/set-meddpicc.ts';
import updateProspect from './deals/update-prospect.ts';
import gtmBuildTam from './gtm/gtm-build-tam.ts';
import gtmCrmWrite from './gtm/gtm-crm-write.ts';
import gtmEnrich from './gtm/gtm-enrich.ts';
import gtmRunPlay from './gtm/gtm-run-play.ts';
import gtmScore from './gtm/gtm-score.ts';
import gtmSignalQuery from './gtm/gtm-signal-query.ts';
import answerAboutAccount from './reasoning/answer-about-account.ts';
import answerAcrossOrg from './reasoning/answer-across-org.ts';
import connectIntegration from './studio/connect-integration.ts';
import studioListDrafts from './studio/studio-list-drafts.ts';
import studioReviewDraft from './studio/studio-review-draft.ts';
import studioStageDraft from './studio/studio-stage-draft.ts';
import teamMemberSummary from './teams/team-member-summary.ts';
import teamRollup from './teams/team-rollup.ts';

/** The tools by family, each named after its file. */
export const families = {
  control: named({
    verify_session: verifySession,
    check_entitlement: checkEntitlement,
    emit_telemetry: emitTelemetry,
    pull_config: pullConfig,
    run_heartbeat: runHeartbeat,
    start_run: startRun,
    sync_brain: syncBrain,
  }),
  deals: named({
    add_to_plan: addToPlan,
    amend_record: amendRecord,
    find_records: findRecords,
    log_capture: logCapture,
    mark_meeting_outcome: markMeetingOutcome,
    pull_brief: pullBrief,
    read_account: readAccount,
    set_meddpicc: setMeddpicc,
    update_prospect: updateProspect,
  }),
  gtm: named({
    gtm_build_tam: gtmBuildTam,
    gtm_crm_write: gtmCrmWrite,
    gtm_enrich: gtmEnrich,
    gtm_run_play: gtmRunPlay,
    gtm_score: gtmScore,
    gtm_signal_query: gtmSignalQuery,
  }),
  reasoning: named({
    answer_about_account: answerAboutAccount,
    answer_across_org: answerAcrossOrg,
  }),
  studio: named({
    connect_integration: connectIntegration,
    studio_list_drafts: studioListDrafts,
    studio_review_draft: studioReviewDraft,
    studio_stage_draft: studioStageDraft,
  }),
  teams: named({
    team_member_summary: teamMemberSummary,
    team_rollup: teamRollup,
  }),
};
