package io.tributary.fuzz;

import io.tributary.core.Ids;

/** A request of each operation that it would take, to be spoilt. */
final class Good {
  private final World w;

  Good(World w) {
    this.w = w;
  }

  /** A request that the operation would take. */
  Hit.Draft of(Op op) {
    Hit.Draft d = new Hit.Draft(op);
    for (Op.Parameter p : op.in("path")) {
      d.path.put(p.name(), pathValue(op, p.name()));
    }
    for (Op.Parameter p : op.in("query")) {
      String value = queryValue(op, p);
      if (value != null) {
        d.query.add(p.name() + "=" + value);
      }
    }
    if (op.management()) {
      d.headers.put("x-management-key", w.node.first().managementKey());
    } else if (op.team()) {
      d.headers.put("x-service-api-key", w.own.key);
    } else if (op.security().contains("linkToken")) {
      d.headers.put("x-service-link-token", "none.of.ours");
    }
    String body = body(op);
    if (body != null) {
      d.headers.put("content-type", "application/json");
      d.body = Wrong.bytes(body);
    } else if (op.id().equals("storeWorkoutFile")) {
      d.body = Wrong.bytes(Files.GPX);
    } else if (op.id().equals("importAppleHealthExport")) {
      d.headers.put("content-type", "application/xml");
      d.body = Wrong.bytes(Files.EXPORT);
    }
    return d;
  }

  /** Null: the operation takes no JSON. */
  String body(Op op) {
    return op.id().equals("pushTimeseries")
        ? Pushes.TIMESERIES.get("heartrate")
        : Bodies.of(op.id(), w);
  }

  private String pathValue(Op op, String name) {
    // What would spoil the others is done to somebody else.
    if (name.equals("user_id") && ends(op)) {
      return w.own.user();
    }
    return switch (name) {
      case "environment", "env" -> "sandbox";
      case "region" -> "us";
      case "provider", "oauth_provider", "slug" ->
          op.path().contains("sdk_") || op.path().contains("manual") ? "apple_health_kit" : "oura";
      case "path" -> op.id().equals("explainMerge") ? "steps" : "heartrate";
      case "resource" -> "heartrate";
      case "client_user_id" -> "nobody";
      // Of everybody: foreign ones there are none of.
      case "lab_id" -> "1";
      case "provider_id" -> "0031";
      case "loinc" -> "2276-4";
      case "part" -> "0";
      case "page" -> "1";
      case "event_type" -> "daily.data.sleep.created";
      // The secret part of an address that is nobody's.
      case "secret" -> "nobodys";
      case "query_id_or_slug" -> w.own.ids.get("slug");
      case "key_id" -> Ids.uuid().toString();
      case "team_id" -> op.method().equals("DELETE") ? Ids.uuid().toString() : w.own.ids.get(name);
      case "order_id" -> w.own.ids.getOrDefault(name, Ids.uuid().toString());
      case "query_id" ->
          op.method().equals("DELETE") ? Ids.uuid().toString() : w.own.ids.get("query_id");
      case "webhook_id" ->
          op.method().equals("DELETE") ? Ids.uuid().toString() : w.own.ids.get("webhook_id");
      default -> w.own.ids.get(name);
    };
  }

  /** Whether what the call names is gone afterwards. */
  static boolean ends(Op op) {
    return op.method().equals("DELETE") || op.id().equals("deauthorise");
  }

  private String queryValue(Op op, Op.Parameter p) {
    return switch (p.name()) {
      case "start_date" -> "2026-02-20";
      case "merge" -> "source_priority";
      case "timestamp" -> "2026-03-02T06:48:11Z";
      case "collection_date" -> "2026-03-02";
      case "user_id" ->
          op.id().startsWith("undo")
              ? Ids.uuid().toString()
              : op.id().equals("createLinkCode") ? w.own.user_id() : null;
      case "query_id" -> "u-";
      case "patient" -> w.own.user_id();
      case "api_key_id" -> Ids.uuid().toString();
      case "timeout" -> "5";
      case "diagnosis_query" -> "E11";
      case "zip_code" -> "85004";
      case "insurance_name" -> "mutual";
      default -> null;
    };
  }
}
