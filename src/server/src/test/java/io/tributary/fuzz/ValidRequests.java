package io.tributary.fuzz;

import io.tributary.core.Ids;

/** Valid requests for each operation, as the base for invalid ones. */
final class ValidRequests {
  private final FuzzEnvironment env;

  ValidRequests(FuzzEnvironment w) {
    this.env = w;
  }

  /** Returns a request that the operation accepts. */
  FuzzRequest.RequestDraft requestFor(ApiOperation op) {
    FuzzRequest.RequestDraft d = new FuzzRequest.RequestDraft(op);
    for (ApiOperation.ApiParameter p : op.parametersIn("path")) {
      d.path.put(p.name(), pathValue(op, p.name()));
    }
    for (ApiOperation.ApiParameter p : op.parametersIn("query")) {
      String value = queryValue(op, p);
      if (value != null) {
        d.query.add(p.name() + "=" + value);
      }
    }
    if (op.acceptsManagementKey()) {
      d.headers.put("x-management-key", env.node.first().managementKey());
    } else if (op.acceptsTeamKey()) {
      d.headers.put("x-service-api-key", env.own.key);
    } else if (op.security().contains("linkToken")) {
      d.headers.put("x-service-link-token", "none.of.ours");
    }
    String body = body(op);
    if (body != null) {
      d.headers.put("content-type", "application/json");
      d.body = InvalidValues.bytes(body);
    } else if (op.id().equals("storeWorkoutFile")) {
      d.body = InvalidValues.bytes(UploadFiles.GPX);
    } else if (op.id().equals("importAppleHealthExport")) {
      d.headers.put("content-type", "application/xml");
      d.body = InvalidValues.bytes(UploadFiles.EXPORT);
    }
    return d;
  }

  /** Returns the JSON body, or null if the operation takes none. */
  String body(ApiOperation op) {
    return op.id().equals("pushTimeseries")
        ? UploadBodies.TIMESERIES.get("heartrate")
        : ValidBodies.of(op.id(), env);
  }

  private String pathValue(ApiOperation op, String name) {
    // Destructive calls use a new user, so that they do not break other requests.
    if (name.equals("user_id") && isDestructive(op)) {
      return env.own.createUser();
    }
    return switch (name) {
      case "environment", "env" -> "sandbox";
      case "region" -> "us";
      case "provider", "oauth_provider", "slug" ->
          op.path().contains("sdk_") || op.path().contains("manual") ? "apple_health_kit" : "oura";
      case "path" -> op.id().equals("explainMerge") ? "steps" : "heartrate";
      case "resource" -> "heartrate";
      case "client_user_id" -> "nobody";
      // Shared by all tenants, so foreign values do not exist.
      case "lab_id" -> "1";
      case "provider_id" -> "0031";
      case "loinc" -> "2276-4";
      case "part" -> "0";
      case "page" -> "1";
      case "event_type" -> "daily.data.sleep.created";
      // The secret part of a notification URL that does not exist.
      case "secret" -> "nobodys";
      case "query_id_or_slug" -> env.own.ids.get("slug");
      case "key_id" -> Ids.uuid().toString();
      case "team_id" ->
          op.method().equals("DELETE") ? Ids.uuid().toString() : env.own.ids.get(name);
      case "order_id" -> env.own.ids.getOrDefault(name, Ids.uuid().toString());
      case "query_id" ->
          op.method().equals("DELETE") ? Ids.uuid().toString() : env.own.ids.get("query_id");
      case "webhook_id" ->
          op.method().equals("DELETE") ? Ids.uuid().toString() : env.own.ids.get("webhook_id");
      default -> env.own.ids.get(name);
    };
  }

  /** Returns whether the call deletes the resource it names. */
  static boolean isDestructive(ApiOperation op) {
    return op.method().equals("DELETE") || op.id().equals("deauthorise");
  }

  private String queryValue(ApiOperation op, ApiOperation.ApiParameter p) {
    return switch (p.name()) {
      case "start_date" -> "2026-02-20";
      case "merge" -> "source_priority";
      case "timestamp" -> "2026-03-02T06:48:11Z";
      case "collection_date" -> "2026-03-02";
      case "user_id" ->
          op.id().startsWith("undo")
              ? Ids.uuid().toString()
              : op.id().equals("createLinkCode") ? env.own.userId() : null;
      case "query_id" -> "u-";
      case "patient" -> env.own.userId();
      case "api_key_id" -> Ids.uuid().toString();
      case "timeout" -> "5";
      case "diagnosis_query" -> "E11";
      case "zip_code" -> "85004";
      case "insurance_name" -> "mutual";
      default -> null;
    };
  }
}
