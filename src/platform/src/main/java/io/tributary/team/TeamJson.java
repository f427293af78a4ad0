package io.tributary.team;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.Times;
import java.util.List;

/** JSON of a team: for the management API, and for the deprecated route of the team itself. */
final class TeamJson {
  private final String region;

  TeamJson(String region) {
    this.region = region;
  }

  ObjectNode item(Team t) {
    return Json.object()
        .put("id", t.id().toString())
        .put("name", t.name())
        .put("created_on", Times.format(t.createdOn()))
        .put("region", region)
        .put("integration_team_id", t.integrationTeamId().orElse(null));
  }

  /**
   * @param shown environments to include; empty for all
   */
  ObjectNode toJson(Team t, List<Environment> shown) {
    ObjectNode out = item(t);
    ArrayNode names = out.putArray("environments");
    for (Environment e : Environment.values()) {
      names.add(e.wire());
      out.set(
          e.wire(),
          shown.isEmpty() || shown.contains(e) ? settings(t.environments().get(e)) : null);
    }
    return out;
  }

  private static ObjectNode settings(Team.Settings s) {
    FeatureFlags on = s.featureFlags();
    ObjectNode out =
        Json.object()
            .put("reject_duplicate_connection", on.rejectDuplicateConnection())
            .put("sdk_per_device_activity_timeseries", on.sdkPerDeviceActivityTimeseries())
            // These three flags are an extension: the API itself does not expose them.
            .put("link_migration", on.linkMigration())
            .put("provider_raw_data", on.providerRawData())
            .put("aggregation", on.aggregation());
    for (LabFeature lab : LabFeature.values()) {
      out.put(lab.wire(), on.lab().contains(lab));
    }
    out.set("brand_information", s.brand().map(TeamJson::brand).orElse(null));
    return out.put("logo_url", s.logoUrl().orElse(null));
  }

  private static ObjectNode brand(TeamBranding b) {
    ObjectNode out = Json.object().setAll((ObjectNode) Json.tree(b));
    if (b.supportEmail().isEmpty()) {
      out.remove("support_email");
    }
    return out;
  }

  /** Deprecated JSON for the team itself. All secrets are null. */
  ObjectNode deprecatedView(Team t, Environment environment) {
    Team.Settings s = t.environments().get(environment);
    ObjectNode out =
        Json.object()
            .put("id", t.id().toString())
            .put("org_id", t.org().toString())
            .put("name", t.name())
            .put("logo_url", s.logoUrl().orElse(null))
            .put("testkits_texts_enabled", false)
            .put("lab_tests_patient_communication_enabled", true)
            .put(
                "lab_tests_patient_sms_communication_enabled",
                s.featureFlags().lab().contains(LabFeature.PATIENT_SMS))
            .put(
                "lab_tests_patient_email_communication_enabled",
                s.featureFlags().lab().contains(LabFeature.PATIENT_EMAIL))
            .put("delegated_flow", "order_and_results_with_customer_physician_network")
            .putNull("critical_result_notification_email");
    for (String secret :
        List.of(
            "webhook_secret",
            "webhook_portal_app_id",
            "api_key",
            "api_keys",
            "client_id",
            "client_secret",
            "airtable_api_key",
            "airtable_base_id")) {
      out.putNull(secret);
    }
    ObjectNode configuration = out.putObject("configuration");
    configuration
        .put("texts_enabled", false)
        .put("push_historical_data", false)
        .put("provider_raw_data", s.featureFlags().providerRawData())
        .put("reject_duplicate_connection", s.featureFlags().rejectDuplicateConnection())
        .put(
            "sdk_per_device_activity_timeseries", s.featureFlags().sdkPerDeviceActivityTimeseries())
        .put(
            "partial_webhooks_enabled",
            s.featureFlags().lab().contains(LabFeature.PARTIAL_RESULT_WEBHOOKS))
        .put("minor_ordering_enabled", s.featureFlags().lab().contains(LabFeature.MINORS))
        .putNull("event_type_prefixes");
    configuration.putObject("libreview").put("strip_tz", false).putObject("practice_id");
    return out;
  }
}
