package io.tributary.simulators.googlefit;

import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Errors in the format of the Google Fit API, with the reason in a list of errors. */
final class FitErrors {
  private FitErrors() {}

  static VendorError of(int code, String status, String reason, String message) {
    var one = new JsonObject().put("domain", "global").put("reason", reason);
    return VendorError.json(
        code,
        new JsonObject()
            .put(
                "error",
                new JsonObject()
                    .put("code", code)
                    .put("message", message)
                    .put("errors", new JsonArray().add(one.put("message", message)))
                    .put("status", status)));
  }

  static VendorError invalid(String message) {
    return of(400, "INVALID_ARGUMENT", "invalidArgument", message);
  }

  /** Returns the error for a person without a data source of the type. */
  static VendorError noSource(FitType type) {
    return invalid("no default datasource found for: " + type.dataType());
  }

  static VendorError noScope() {
    return of(
        403,
        "PERMISSION_DENIED",
        "insufficientPermissions",
        "Request had insufficient authentication scopes.");
  }

  /** Returns the rate limit error, which the vendor sends as 403 or as 429. */
  static VendorError rateLimited(boolean forbidden) {
    return forbidden
        ? of(403, "PERMISSION_DENIED", "rateLimitExceeded", "Rate Limit Exceeded")
        : of(429, "RESOURCE_EXHAUSTED", "rateLimitExceeded", "Quota exceeded");
  }

  static VendorError status(int code) {
    String word =
        switch (code) {
          case 401 -> "UNAUTHENTICATED";
          case 403 -> "PERMISSION_DENIED";
          case 404 -> "NOT_FOUND";
          case 503 -> "UNAVAILABLE";
          default -> code >= 500 ? "INTERNAL" : "INVALID_ARGUMENT";
        };
    return of(code, word, code == 401 ? "authError" : "refused", "Status " + code);
  }
}
