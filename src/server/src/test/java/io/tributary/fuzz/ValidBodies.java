package io.tributary.fuzz;

import java.util.List;

/** Valid request bodies by operation. */
final class ValidBodies {
  static final String QUERY =
      """
      {"group_by":[{"date_trunc":{"unit":"week"},"arg":{"index":"activity"}}],
       "select":[{"group_key":"*"},{"func":"sum","arg":{"activity":"steps"}}]}
      """;

  /** Conditions for aggregation queries. */
  static final List<String> WHERE =
      List.of(
          "",
          " ",
          "activity.steps",
          "activity.steps >",
          "activity.steps > 1e999",
          "activity.steps > 99999999999999999999999999",
          "activity.steps > '",
          "activity.steps > '\\u0000'",
          "1 = 1; drop table app_user",
          "activity.steps = 1 --",
          "(".repeat(5_000),
          "(".repeat(400) + "activity.steps > 1" + ")".repeat(400),
          "NOT ".repeat(5_000) + "activity.steps > 1",
          "activity.steps > 1 AND ".repeat(2_000) + "activity.steps > 1",
          "activity.calendar_date > '2026-02-30'",
          "\\ud800 = 1",
          "-".repeat(3_000) + "1 = 1");

  /** Bulk calls skip unknown users. */
  private static final String UNKNOWN_USER = "00000000-0000-4000-8000-000000000000";

  private static final String ADDRESS =
      """
      {"first_line":"1 Elm St","second_line":"","country":"US","zip":"85004","city":"Phoenix",
       "state":"AZ","access_notes":null}
      """;

  private static final String VISIT =
      """
      {"first_line":"1 West Lincoln Street","second_line":null,"city":"Phoenix","state":"AZ",
       "zip_code":"85004","access_notes":"n"}
      """;

  private static final String PERSON =
      """
      {"first_name":"Ada","last_name":"Moor","gender":"female","dob":"1990-05-17",
       "email":"ada@example.org","phone_number":"+14155550100","household_income":1,
       "household_size":2,"address":%s}
      """
          .formatted(ADDRESS);

  private ValidBodies() {}

  static String continuous(String slug) {
    return "{\"slug\":\""
        + slug
        + "\",\"title\":\"Steps\",\"scheduling_preferences\":"
        + "{\"minimum_gap_duration_second\":1800},\"query_config\":"
        + "{\"provider_priority_overrides\":[\"oura\"]},\"query\":"
        + QUERY
        + "}";
  }

  /** Returns the body of an operation, or null if it has none. */
  static String of(String operation, FuzzEnvironment w) {
    String user = w.own.userId();
    return switch (operation) {
      case "connectClient" ->
          """
          {"user_id":"%s","provider_id":"x","granted_permissions":["sleep"],"connect_mode":"auto"}
          """
              .formatted(user);
      case "syncState" ->
          """
          {"tzinfo":"Europe/Paris","request_start_date":"2026-03-01T00:00:00Z",
           "request_end_date":"2026-03-02T00:00:00Z","granted_permissions":["sleep"]}
          """;
      case "startHistoricalStage" ->
          """
          {"range_start":"2026-03-01T00:00:00Z","range_end":"2026-03-02T00:00:00Z",
           "backfill_type":"sleep"}
          """;
      case "syncProgress" -> "{}";
      case "createWebhookPortalLink" -> "{\"expires_in\":60,\"read_only\":true}";
      case "claimReportReview", "releaseReportReview", "approveReportReview" ->
          "{\"reviewer\":\"Ada\"}";
      case "rejectReportReview" -> "{\"reviewer\":\"Ada\",\"reason\":\"low_quality\"}";
      case "createReportReviewLink" -> "{\"reviewer\":\"Ada\",\"expires_in\":60}";
      case "saveReportReview" ->
          """
          {"reviewer":"Ada","data":{"metadata":{"patient_first_name":"A","gender":"other"},
           "results":[{"test_name":"a","value":"1","type":"numeric","units":"g","min_reference_range":1,
            "loinc_match_status":"auto_match","loinc_matches":[{"loinc_code":"2345-7",
            "loinc_name":"Glucose","confidence_score":1}]}]}}
          """;
      case "createLabTest" ->
          """
          {"name":"Fuzz","description":"d","method":"walk_in_test","marker_ids":[%d],
           "provider_ids":null,"fasting":true,"lab_account_id":null,"lab_slug":"tamberline"}
          """
              .formatted(w.ferritinMarker());
      case "placeOrder", "placeOrderAlias" ->
          """
          {"user_id":"%s","order_set":{"lab_test_ids":["7d25680c-7047-5eb2-84f2-53dfc71ea384"]},
           "collection_method":"testkit","billing_type":"client_bill","icd_codes":["E78.5"],
           "patient_details":%s,"patient_address":%s,
           "physician":{"first_name":"Grace","last_name":"Sample","npi":"1234567893",
             "email":"g@example.com","licensed_states":["AZ"],
             "signature_image":{"content":"aGk=","content_type":"image/png"}},
           "aoe_answers":[],"priority":true,"passthrough":"p","activate_by":"2999-01-01",
           "consents":[{"consentType":"terms-of-use","version":"1.0",
             "timeOfConsent":"2026-01-02T03:04:05Z"}]}
          """
              .formatted(user, PATIENT, PLACE);
      case "importOrder" ->
          """
          {"user_id":"%s","billing_type":"client_bill","sample_id":"fuzz",
           "order_set":{"lab_test_ids":["7d25680c-7047-5eb2-84f2-53dfc71ea384"]},
           "collection_method":"testkit","patient_details":%s,"patient_address":%s}
          """
              .formatted(user, PATIENT, PLACE);
      case "sendKit" ->
          """
          {"user_id":"%s","lab_test_id":"7d25680c-7047-5eb2-84f2-53dfc71ea384",
           "shipping_details":%s,"passthrough":"p"}
          """
              .formatted(user, PLACE);
      case "registerKit" ->
          """
          {"sample_id":"none","patient_details":%s,"patient_address":%s,"consents":[]}
          """
              .formatted(PATIENT, PLACE);
      case "recreateOrder" -> "{\"update_reason\":\"OTHER\",\"order_set\":null}";
      case "resendOrderEvents" ->
          "{\"order_ids\":[\"%s\"],\"end_at\":null}".formatted(w.own.ids.get("order_id"));
      case "patchOrder" -> "{\"activate_by\":\"2999-01-01\"}";
      case "patchOrderCommunication" -> "{\"sms_enabled\":false}";
      case "createLabAccount" ->
          """
          {"lab":"tamberline","provider_account_id":"7","account_name":"Fuzz","status":"pending",
           "delegated_flow":"order_delegated","default_clinical_notes":"n",
           "allowed_billing":{"client_bill":["AZ"]},"team_id_allowlist":["%s"]}
          """
              .formatted(w.own.team);
      case "patchLabAccount" ->
          "{\"team_id_allowlist\":[\"%s\"],\"provider_account_id\":\"8\"}".formatted(w.own.team);
      case "addInsurance" ->
          """
          {"payor_code":"ASTRA","member_id":"M","group_id":"G","relationship":"Spouse",
           "insured":%s,"guarantor":%s,"is_primary":true}
          """
              .formatted(PERSON, PERSON);
      case "createPayor" ->
          """
          {"name":"Fuzz","address":%s,"provider":"stedi","provider_payor_id":"7"}
          """
              .formatted(ADDRESS);
      case "searchPayorsOld" ->
          "{\"insurance_name\":\"mut\",\"provider\":\"stedi\",\"provider_id\":\"1\"}";
      case "validateIcdCodes" -> "{\"codes\":[\"E11.9\",\"I10\"]}";
      case "getPhlebotomyAvailability" -> VISIT;
      case "getSiteAvailability" ->
          """
          {"lab":"ostrelle","site_codes":["OST-101"],"zip_code":"10001","radius":"25",
           "allow_stale":false}
          """;
      case "bookPhlebotomyAppointment", "bookSiteAppointment" ->
          """
          {"booking_key":"none","appointment_notes":"n","async_confirmation":false,
           "sync_confirmation_timeout_millisecond":2500,
           "async_confirmation_timeout_millisecond":900000}
          """;
      case "requestPhlebotomyAppointment" ->
          "{\"provider\":\"phlebfinders\",\"appointment_notes\":\"n\",\"address\":" + VISIT + "}";
      case "reschedulePhlebotomyAppointment", "rescheduleSiteAppointment" ->
          "{\"booking_key\":\"none\",\"appointment_notes\":\"n\"}";
      case "cancelPhlebotomyAppointment", "cancelSiteAppointment" ->
          """
          {"cancellation_reason_id":"7f3a0c10-0000-4000-8000-000000000005","notes":"n"}
          """;
      case "patchLabTest" -> "{\"name\":\"Fuzz\",\"active\":true}";
      case "listOrderSetMarkers" ->
          """
          {"lab_test_ids":["%s"],"add_on":{"marker_ids":[%d],"provider_ids":null},
           "lab_account_id":null}
          """
              .formatted(w.own.ids.get("lab_test_id"), w.ferritinMarker());
      case "searchCompendium" ->
          """
          {"mode":"crosswalk","query":"glucose","cpt_codes":[],"labs":["tamberline"],
           "include_related":true,"limit":3}
          """;
      case "convertCompendium" ->
          """
          {"lab_test_id":"%s","provider_ids":null,"target_lab":"ostrelle","limit":3}
          """
              .formatted(w.own.ids.get("lab_test_id"));
      case "searchOrderableTests" ->
          "{\"provider_ids\":[\"none\"],\"target_lab\":\"ostrelle\",\"per_provider_limit\":2}";
      case "acceptUnmatchedResult" ->
          "{\"order_id\":\"%s\",\"user_id\":null,\"note\":\"n\"}"
              .formatted(w.own.ids.get("order_id"));
      case "resolveUnmatchedResult" -> "{\"action\":\"unsure\",\"note\":\"n\"}";
      case "putEventLog" -> "{\"enabled\":true}";
      case "createPortalUrl" -> "{\"context\":\"launch\",\"order_id\":null}";
      case "signIn" -> "{\"sign_in_token\":\"no\"}";
      case "refreshSignIn" -> "{\"refresh_token\":\"no\"}";
      case "createUser" ->
          """
          {"client_user_id":"fuzz","fallback_time_zone":"Europe/Berlin",
           "fallback_birth_date":"1980-02-29","ingestion_start":"2026-01-01",
           "ingestion_end":"2026-12-01"}
          """;
      case "patchUser" ->
          """
          {"fallback_time_zone":"Europe/Berlin","fallback_birth_date":"1980-02-29",
           "ingestion_start":"2020-01-01"}
          """;
      case "saveUserInfo" ->
          """
          {"first_name":"Ada","last_name":"Moor","email":"ada@example.org",
           "phone_number":"+4930901820","gender":"female","dob":"1990-05-17",
           "address":{"first_line":"Hauptstr. 1","country":"DE","zip":"10115","city":"Berlin",
             "state":"BE"},
           "medical_proxy":{"first_name":"Ada","last_name":"Moor","phone_number":"+4930901820",
             "household_income":1,"household_size":2,"email":null,
             "address":{"first_line":"Hauptstr. 1","country":"DE","zip":"10115","city":"Berlin",
               "state":"BE"}}}
          """;
      case "createLinkToken" ->
          """
          {"user_id":"%s","provider":"oura","redirect_url":"https://example.org/back",
           "filter_on_providers":["oura"],"on_error":"redirect"}
          """
              .formatted(user);
      case "linkByPassword" -> "{\"username\":\"a\",\"password\":\"b\"}";
      case "completeMfa" -> "{\"mfa_code\":\"1\"}";
      case "linkByEmail" -> "{\"email\":\"a@example.org\"}";
      case "connectDemo" -> "{\"user_id\":\"%s\",\"provider\":\"fitbit\"}".formatted(user);
      case "importConnections" ->
          """
          {"provider":"oura","wait_for_completion":false,"connections":[{"user_id":"%s",
           "access_token":"a","refresh_token":"b","provider_id":"c","expires_at":2147483647,
           "oauth_scopes":["daily"]}]}
          """
              .formatted(UNKNOWN_USER);
      case "exportConnections" ->
          "{\"provider\":\"oura\",\"user_ids\":[\"%s\"],\"next_token\":null}"
              .formatted(UNKNOWN_USER);
      case "pauseConnections" ->
          "{\"provider\":\"polar\",\"user_ids\":[\"%s\"]}".formatted(UNKNOWN_USER);
      case "triggerHistoricalPulls" ->
          "{\"provider\":\"oura\",\"user_ids\":[],\"wait_for_completion\":false}";
      case "renormalise" ->
          "{\"provider\":\"oura\",\"start_date\":\"2026-03-01\",\"end_date\":\"2026-03-02\"}";
      case "queryUser" -> query();
      case "patchSourcePriorities" ->
          "[{\"data_type\":\"sleep\",\"provider\":\"oura\",\"priority\":3}]";
      case "createContinuousQuery", "validateContinuousQuery" -> continuous("fuzz");
      case "patchContinuousQuery" ->
          "{\"title\":\"t\",\"scheduling_preferences\":{\"minimum_gap_duration_second\":1900}}";
      case "createTeam" -> "{\"name\":\"Fuzz\",\"region\":\"us\",\"integration_team_id\":\"i\"}";
      case "patchTeam" ->
          """
          {"name":"Name","sandbox":{"link_migration":true,
            "brand_information":{"company_name":"Moor"},
            "logo_url":"https://example.org/logo.png"}}
          """;
      case "createApiKey" -> "{\"team_id\":\"%s\",\"label\":\"l\"}".formatted(w.own.team);
      case "prepareCredentials" ->
          "{\"team_id\":\"%s\",\"provider\":\"oura\"}".formatted(w.own.team);
      case "saveCredentials" ->
          """
          {"team_id":"%s","provider":"polar","client_id":"a","client_secret":"b",
           "details":{"webhook_secret":"c"},"redirect_url_override":"https://example.org/back"}
          """
              .formatted(w.own.team);
      case "saveScopeRequirements" ->
          "{\"whoop_v2\":{\"user_must_grant\":[\"read:sleep\"],\"user_may_grant\":[]}}";
      case "createManagementKey" ->
          "{\"label\":\"l\",\"role\":\"org_admin\",\"team_role_bindings\":null}";
      case "patchManagementKey" -> "{\"label\":\"l\"}";
      case "createAccessToken" -> "{\"env\":\"sandbox\"}";
      case "savePullPreferences" ->
          """
          {"team_ids":["%s"],"providers":{"oura":{"default":{"historical_days_to_pull":30},
            "resource_overrides":{"sleep":{"historical_days_to_pull":10}}}}}
          """
              .formatted(w.own.team);
      case "createWebhook" ->
          """
          {"url":"http://127.0.0.1:9/hook","description":"d","rate_limit":5,"disabled":true,
           "filter_types":["daily.data.sleep.created"]}
          """;
      case "patchWebhook" -> "{\"description\":\"d\",\"disabled\":true}";
      case "sendWebhookExample" -> "{\"event_type\":\"labtest.order.created\"}";
      case "replaceWebhookHeaders" -> "{\"headers\":{\"X-A\":\"b\",\"Authorization\":\"c\"}}";
      case "recoverWebhook" -> "{\"since\":\"" + java.time.Instant.now().minusSeconds(60) + "\"}";
      case "replayWebhook" ->
          """
          {"since":"2026-03-01T00:00:00Z","until":"2026-03-02T00:00:00Z",
           "event_type":"daily.data.*","user_id":"%s"}
          """
              .formatted(user);
      case "rotateWebhookSecret" -> "{\"key\":null}";
      case "resolveTeam" -> "{\"integration_team_id\":\"none\"}";
      default ->
          operation.startsWith("push")
              ? UploadBodies.SUMMARIES.get(
                  switch (operation.substring(4)) {
                    case "Workout" -> "workouts";
                    case "MenstrualCycle" -> "menstrual_cycle";
                    default -> operation.substring(4).toLowerCase(java.util.Locale.ROOT);
                  })
              : null;
    };
  }

  static final String PLACE =
      """
      {"receiver_name":"Ada Example","first_line":"1 Main Street","second_line":"","city":"Phoenix",
       "state":"AZ","zip":"85004","country":"US","phone_number":"+16025550100","access_notes":""}
      """;
  static final String PATIENT =
      """
      {"first_name":"Ada","last_name":"Example","dob":"1990-05-17","gender":"female",
       "phone_number":"+16025550100","email":"ada@example.com","race":"other",
       "household_income":1,"household_size":2,
       "medical_proxy":{"first_name":"Eve","last_name":"Example","phone_number":"+16025550100",
         "address":%s}}
      """
          .formatted(PLACE);

  static String query() {
    return """
    {"timeframe":{"type":"relative","anchor":"2026-03-10","past":{"value":3,"unit":"week"}},
     "queries":[{"group_by":[{"date_trunc":{"value":1,"unit":"week"},"arg":{"index":"activity"}}],
       "select":[{"group_key":"*"},{"func":"sum","arg":{"activity":"steps"}}],
       "where":"activity.steps > 5"},
      {"select":[{"index":"timeseries"},{"timeseries":"heartrate","field":"value"}],
       "where":"value > 1 AND source_provider = 'x'"}],
     "config":{"provider_priority_overrides":["oura"]}}
    """;
  }
}
