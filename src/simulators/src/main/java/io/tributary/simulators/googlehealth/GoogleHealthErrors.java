package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.JsonObject;

/** Errors in the format of Google's APIs. */
final class GoogleHealthErrors {
  private GoogleHealthErrors() {}

  static VendorError of(int code, String status, String message) {
    return VendorError.json(
        code,
        new JsonObject()
            .put(
                "error",
                new JsonObject().put("code", code).put("status", status).put("message", message)));
  }

  static VendorError invalid(String message) {
    return of(400, "INVALID_ARGUMENT", message);
  }

  static VendorError notFound() {
    return of(404, "NOT_FOUND", "Requested entity was not found.");
  }

  static VendorError status(int code) {
    String word =
        switch (code) {
          case 401 -> "UNAUTHENTICATED";
          case 403 -> "PERMISSION_DENIED";
          case 404 -> "NOT_FOUND";
          case 429 -> "RESOURCE_EXHAUSTED";
          case 503 -> "UNAVAILABLE";
          default -> code >= 500 ? "INTERNAL" : "INVALID_ARGUMENT";
        };
    return of(code, word, "Status " + code);
  }
}
